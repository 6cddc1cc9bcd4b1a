package serve

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"strings"
	"time"

	"github.com/boardd/boardd/internal/advice"
	"github.com/boardd/boardd/internal/config"
)

// Check tries whether the port at which web sites look is free, or whether it is boardd who answers
// there already. It returns which of both.
func Check(c *config.LiveChess) (string, error) {
	l, err := net.Listen("tcp", c.Listen)
	if err == nil {
		l.Close()
		return c.Listen + " is free, for " + strings.Join(c.Origins, ", "), nil
	}
	_, port, _ := net.SplitHostPort(c.Listen)
	page, other := askPage("localhost:" + port)
	if other != nil {
		return "", fmt.Errorf("%s: %w", c.Listen, advice.With(err))
	}
	if bytes.Contains(page, []byte(mark)) {
		return c.Listen + ", boardd answers there already", nil
	}
	return "", fmt.Errorf("%s: another program listens there\nis it LiveChess? end it, because web sites look at this port only", c.Listen)
}

// mark is in the page for a person, and tells it from LiveChess's own.
const mark = "This is <strong>boardd</strong>"

// askPage asks for the page that boardd and LiveChess both have. The client of net/http would make
// boardd larger by a thirtieth.
func askPage(address string) ([]byte, error) {
	const patience = 3 * time.Second
	conn, err := net.DialTimeout("tcp", address, patience)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(patience))
	io.WriteString(conn, "GET /doc/index.html HTTP/1.0\r\nHost: localhost\r\n\r\n")
	return io.ReadAll(io.LimitReader(conn, 64<<10))
}
