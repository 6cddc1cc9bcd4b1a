// Package metrics answers GET /metrics in the text format of Prometheus, version 0.0.4. A client
// that is slow or idle is cut off, and the number of connections is bounded: each takes a file
// descriptor, of which a process has few.
package metrics

import (
	"context"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/boardd/boardd/internal/config"
)

// Serve answers until ctx ends, with what write returns. It listens if the configuration asks
// for it.
func Serve(ctx context.Context, c *config.Metrics, write func(ctx context.Context) []byte) error {
	if c.Listen == "" {
		return nil
	}
	l, err := net.Listen("tcp", c.Listen)
	if err != nil {
		return err
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, r *http.Request) {
		if !c.BeyondLoopback && !config.IsLoopback(r.Host) {
			http.Error(w, "ask for localhost", http.StatusMisdirectedRequest)
			return
		}
		w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		w.Write(write(r.Context()))
	})
	s := &http.Server{Handler: mux, ReadTimeout: 5 * time.Second, WriteTimeout: 10 * time.Second,
		MaxHeaderBytes: 8 << 10, ErrorLog: log.New(io.Discard, "", 0)} // malformed requests are not logged
	s.SetKeepAlivesEnabled(false)
	context.AfterFunc(ctx, func() { s.Close() })
	go s.Serve(&boundedListener{Listener: l})
	return nil
}

// AppendHead appends the head of a metric: a gauge or a counter.
func AppendHead(dst []byte, name, kind, help string) []byte {
	return fmt.Appendf(dst, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, kind)
}

// AppendValue appends a value of a metric, with labels as in `site="hall",board="b07"`; "" if
// it has none.
func AppendValue(dst []byte, name, labels string, v float64) []byte {
	dst = append(dst, name...)
	if labels != "" {
		dst = fmt.Appendf(dst, "{%s}", labels)
	}
	dst = append(dst, ' ')
	return append(strconv.AppendFloat(dst, v, 'f', -1, 64), '\n')
}

// Bool returns 1 for true, and 0 for false.
func Bool(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

// maxScrapers is how many connections may be open at a time.
const maxScrapers = 32

// boundedListener keeps at most maxScrapers connections. A new connection closes the oldest: a
// client gets its answer within milliseconds, so the oldest one belongs to a client that asks
// nothing.
type boundedListener struct {
	net.Listener
	mu  sync.Mutex
	all []*boundedConn // the oldest first
}

// Accept waits for a connection.
func (f *boundedListener) Accept() (net.Conn, error) {
	conn, err := f.Listener.Accept()
	if err != nil {
		return nil, err
	}
	p := &boundedConn{conn, f}
	if old := f.admit(p); old != nil {
		old.Close()
	}
	return p, nil
}

// admit adds a connection, and returns the one that must be closed; nil if there is none.
func (f *boundedListener) admit(p *boundedConn) (old *boundedConn) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.all = append(f.all, p)
	if len(f.all) > maxScrapers {
		return f.all[0]
	}
	return nil
}

// boundedConn is a connection of a boundedListener.
type boundedConn struct {
	net.Conn
	listener *boundedListener
}

func (p *boundedConn) Close() error {
	p.listener.mu.Lock()
	p.listener.all = slices.DeleteFunc(p.listener.all, func(o *boundedConn) bool { return o == p })
	p.listener.mu.Unlock()
	return p.Conn.Close()
}
