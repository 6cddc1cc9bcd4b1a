package main

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"
)

// TestMetricsHostile: clients that say nothing, too much, or what is wrong get what
// they deserve, and others their answer.
func TestMetricsHostile(t *testing.T) {
	t.Parallel()
	c := metricsConfig{Listen: freeAddress(t)}
	log := &lines{}
	if startExporter(t.Context(), &c, zerolog.New(log)) == nil {
		t.Fatal("nobody listens")
	}
	if startExporter(t.Context(), &c, zerolog.New(log)) != nil || !strings.Contains(log.String(), "address already in use") {
		t.Errorf("a port that is taken is no matter for the game, and told: %s", log.String())
	}
	for range 100 { // who say nothing, and leave
		conn, err := net.Dial("tcp", c.Listen)
		if err != nil {
			t.Fatal(err)
		}
		conn.Close()
	}
	if got := scrape(t, c.Listen); len(got) != 0 {
		t.Errorf("it says %v of no board", got)
	}
	for request, want := range map[string]int{
		"GET /metrics HTTP/1.1\r\nHost: localhost\r\nX: " + strings.Repeat("x", 64<<10) + "\r\n\r\n":          http.StatusRequestHeaderFieldsTooLarge,
		"POST /metrics HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000000\r\n\r\n":                     http.StatusMethodNotAllowed,
		"GET /metrics HTTP/1.1\r\nHost: evil.example\r\n\r\n":                                                 http.StatusMisdirectedRequest,
		"GET /metrics HTTP/1.1\r\nHost: 127.0.0.1.evil.example:80\r\n\r\n":                                    http.StatusMisdirectedRequest,
		"GET /metrics HTTP/1.1\r\n\r\n":                                                                       http.StatusBadRequest,
		"GET /../../etc/passwd HTTP/1.1\r\nHost: localhost\r\n\r\n":                                           http.StatusTemporaryRedirect,
		"\x16\x03\x01 rubbish\r\n\r\n":                                                                        http.StatusBadRequest,
		"GET /metrics HTTP/1.1\r\nHost: [::1]:9464\r\n\r\n":                                                   http.StatusOK,
		fmt.Sprintf("GET /metrics HTTP/1.1\r\nHost: %s\r\n\r\n", c.Listen):                                    http.StatusOK,
		"GET /metrics HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\nx": http.StatusOK,
	} {
		if got := spoken(t, c.Listen, request); got != want {
			t.Errorf("%.60q: status %d, want %d", request, got, want)
		}
	}
}

// spoken is the status with which a request is answered, as it is.
func spoken(t *testing.T, address, request string) int {
	t.Helper()
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(10 * time.Second))
	go io.WriteString(conn, request)
	r, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Errorf("%.60q: %v", request, err)
		return 0
	}
	defer r.Body.Close()
	return r.StatusCode
}

// TestFewConnections: there are only so many at a time, and one that ends makes room
// for one more, however often it is closed.
func TestFewConnections(t *testing.T) {
	inside, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l := newFew(inside)
	accepted := make(chan net.Conn)
	go func() {
		defer close(accepted)
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			accepted <- conn
		}
	}()
	for range mostScrapers + 2 {
		conn, err := net.Dial("tcp", inside.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
	}
	var all []net.Conn
	for range mostScrapers {
		all = append(all, <-accepted)
	}
	if len(l.places) != cap(l.places) {
		t.Errorf("%d of %d places are taken", len(l.places), cap(l.places))
	}
	all[0].Close()
	all[0].Close()
	next := <-accepted
	select {
	case <-accepted:
		t.Error("there is one too many")
	default:
	}
	next.Close()
	(<-accepted).Close()
	inside.Close()
	if _, more := <-accepted; more {
		t.Error("it accepts after its end")
	}
}
