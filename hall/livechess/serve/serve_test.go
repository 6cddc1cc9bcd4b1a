package serve_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"github.com/boardd/boardd/hall/livechess/dialect"
	"github.com/boardd/boardd/hall/livechess/serve"
	"github.com/boardd/boardd/internal/config"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove"
)

// site is a server with a board.
type site struct {
	*serve.Server
	boards  *dialect.Boards
	home    *dialect.Home
	address string
}

func newSite(t testing.TB, listen string) *site {
	t.Helper()
	c := config.DefaultLiveChess()
	c.Listen, c.Hosts = listen, []string{"board.local"}
	s := &site{boards: &dialect.Boards{}}
	s.home = s.boards.Add("b07", touchmove.Config{})
	s.Server = serve.New(&c, s.boards)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(cancel)
	s.address = l.Addr().String()
	s.Serve(ctx, l)
	s.show(placement.Initial)
	return s
}

// show has the board show a position.
func (s *site) show(p placement.Placement) {
	s.step(sensor.Record{Word: sensor.Board, Placement: p})
}

func (s *site) step(r sensor.Record) {
	done := false
	s.Change(func() string {
		if done {
			return ""
		}
		done = true
		s.home.Step(&r, 0)
		return s.home.Name
	})
}

// get sends a request with headers, and returns the answer with its text.
func (s *site) get(t testing.TB, path string, head http.Header) (*http.Response, string) {
	t.Helper()
	r, err := http.NewRequest("GET", "http://"+s.address+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	if head != nil {
		r.Header, r.Host = head, head.Get("Host")
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, _ := io.ReadAll(answer.Body)
	return answer, string(text)
}

// dial connects a client. An origin of "" is a program that is no browser.
func (s *site) dial(t testing.TB, origin string) *websocket.Conn {
	t.Helper()
	head := http.Header{}
	if origin != "" {
		head.Set("Origin", origin)
	}
	conn, _, err := websocket.DefaultDialer.Dial("ws://"+s.address+"/api/v1.0", head)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return conn
}

func say(t testing.TB, c *websocket.Conn, text string) {
	t.Helper()
	if err := c.WriteMessage(websocket.TextMessage, []byte(text)); err != nil {
		t.Error(err)
	}
}

func hear(t testing.TB, c *websocket.Conn) string {
	t.Helper()
	c.SetReadDeadline(time.Now().Add(60 * time.Second))
	_, text, err := c.ReadMessage()
	if err != nil {
		t.Error(err)
	}
	return string(text)
}

// TestWhoMayAsk: a web site that is not configured, and a name that is not this machine's, get
// nothing, neither by HTTP nor by WebSocket.
func TestWhoMayAsk(t *testing.T) {
	s := newSite(t, "127.0.0.1:1982")
	beyond := newSite(t, "0.0.0.0:1982")
	for _, c := range []struct {
		site         *site
		origin, host string
		want         int
	}{
		{s, "", "localhost:1982", 200},
		{s, "", "127.0.0.1", 200},
		{s, "", "[::1]:1982", 200},
		{s, "", "LOCALHOST:1982", 200},
		{s, "", "board.local:1982", 200},
		{s, "https://lichess.org", "localhost:1982", 200},
		{s, "https://www.chess.com", "localhost:1982", 200},
		{s, "http://localhost", "localhost:1982", 200},
		{s, "http://localhost:5173", "localhost:1982", 200},
		{s, "http://127.0.0.1:1982", "127.0.0.1:1982", 200}, // the page for a person
		{s, "", "evil.example:1982", 421},
		{s, "http://evil.example:1982", "evil.example:1982", 421}, // a name that leads here
		{s, "", "192.168.1.5:1982", 421},
		{s, "", "localhost.evil.example", 421},
		{beyond, "", "192.168.1.5:1982", 200},
		{beyond, "", "evil.example:1982", 421},
		{s, "https://evil.example", "localhost:1982", 403},
		{s, "https://lichess.org.evil.example", "localhost:1982", 403},
		{s, "http://lichess.org", "localhost:1982", 403},
		{s, "https://lichess.org:444", "localhost:1982", 403},
		{s, "https://localhost:5173", "localhost:1982", 403},
		{s, "http://localhost:5173@evil.example", "localhost:1982", 403},
		{s, "null", "localhost:1982", 403},
		{s, "file://", "localhost:1982", 403},
	} {
		name := c.origin + " asks " + c.host
		head := http.Header{"Host": {c.host}}
		if c.origin != "" {
			head.Set("Origin", c.origin)
		}
		for _, path := range []string{"/api/v1.0/eboards", "/doc/index.html"} {
			answer, text := c.site.get(t, path, head)
			if answer.StatusCode != c.want || (c.want == 200) != strings.Contains(text, "serialnr") && path == "/api/v1.0/eboards" {
				t.Errorf("%s%s: %d, %.40s", name, path, answer.StatusCode, text)
			}
			allowed := answer.Header.Get("Access-Control-Allow-Origin")
			if c.want == 200 && allowed != c.origin || c.want != 200 && allowed != "" {
				t.Errorf("%s: allowed is %q", name, allowed)
			}
		}
		conn, answer, err := websocket.DefaultDialer.Dial("ws://"+c.site.address+"/api/v1.0", head)
		if err == nil {
			conn.Close()
		}
		if (err == nil) != (c.want == 200) || err != nil && answer.StatusCode != c.want {
			t.Errorf("%s by WebSocket: %v, %v", name, err, answer)
		}
	}
}

// TestPages: the pages that there are, and nothing else.
func TestPages(t *testing.T) {
	s := newSite(t, "127.0.0.1:1982")
	answer, text := s.get(t, "/api/v1.0/eboards", nil)
	if answer.Header.Get("Content-Type") != "application/json" || !strings.Contains(text, "\n    \"source\": \"b07\",\n") {
		t.Errorf("%v: %s", answer.Header, text)
	}
	answer, text = s.get(t, "/doc/index.html", nil)
	if !strings.Contains(text, "This is <strong>boardd</strong>") || !strings.Contains(text, "It is not LiveChess") || !strings.Contains(answer.Header.Get("Content-Security-Policy"), "default-src 'none'") {
		t.Errorf("%v: %s", answer.Header, text)
	}
	if server := answer.Header.Get("Server"); server != "" {
		t.Errorf("the server says it is %q", server)
	}
	for path, want := range map[string]int{"/": 200, "/doc/page.js": 200, "/doc/page.css": 200, "/api/v1.0": 426, "/doc/": 404, "/doc/x": 404, "/metrics": 404, "/doc/..%2fserve.go": 404} {
		if answer, _ := s.get(t, path, nil); answer.StatusCode != want {
			t.Errorf("%s: %d, want %d", path, answer.StatusCode, want)
		}
	}
	post, err := http.Post("http://"+s.address+"/api/v1.0/eboards", "text/plain", strings.NewReader("x"))
	if err != nil || post.StatusCode != 405 {
		t.Errorf("POST: %v, %v", post, err)
	}
}

// TestNoCompression: LiveChess takes no extension that a browser offers.
func TestNoCompression(t *testing.T) {
	s := newSite(t, "127.0.0.1:1982")
	d := websocket.Dialer{EnableCompression: true}
	conn, answer, err := d.Dial("ws://"+s.address+"/api/v1.0", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if got := answer.Header.Get("Sec-WebSocket-Extensions"); got != "" {
		t.Error(got)
	}
}

// TestManyClients: fifty clients hear the same things in the same order, while another never
// reads: that one is dropped, and nobody waits for it.
func TestManyClients(t *testing.T) {
	s := newSite(t, "127.0.0.1:1982")
	const clients, steps = 50, 200
	deaf := s.dial(t, "")
	for range 8 { // its feeds are long
		say(t, deaf, subscribe(s, 1))
	}
	var all sync.WaitGroup
	var ready sync.WaitGroup
	ready.Add(clients)
	heard := make([]string, clients)
	for i := range clients {
		conn := s.dial(t, "https://lichess.org")
		all.Go(func() {
			say(t, conn, subscribe(s, 1))
			hear(t, conn)
			hear(t, conn)
			ready.Done()
			var b strings.Builder
			for range steps {
				text := hear(t, conn)
				b.WriteString(text[:strings.LastIndex(text, `,"time"`)])
			}
			heard[i] = b.String()
		})
	}
	ready.Wait()
	for i := range steps {
		p := placement.Initial
		p[placement.Square(16+i%32)] = p[0]
		s.show(p)
	}
	all.Wait()
	for i := range heard {
		if heard[i] != heard[0] || strings.Count(heard[i], `"response":"feed"`) != steps {
			t.Fatalf("client %d heard something else", i)
		}
	}
	dropped := make(chan struct{})
	go func() {
		defer close(dropped)
		for { // it never reads, and calls all the time
			if deaf.WriteMessage(websocket.TextMessage, []byte(`{"id":1,"call":"eboards"}`)) != nil {
				return
			}
		}
	}()
	select {
	case <-dropped:
	case <-time.After(60 * time.Second):
		t.Error("the client that never reads stays")
	}
}

func subscribe(s *site, id int) string {
	return fmt.Sprintf(`{"id":2,"call":"subscribe","param":{"feed":"eboardevent","id":%d,"param":{"serialnr":"%s"}}}`, id, s.home.Serial)
}

// TestMostClients: there are only so many clients; when one leaves, another may come.
func TestMostClients(t *testing.T) {
	s := newSite(t, "127.0.0.1:1982")
	var all []*websocket.Conn
	for {
		conn, answer, err := websocket.DefaultDialer.Dial("ws://"+s.address+"/api/v1.0", nil)
		if err != nil {
			if answer == nil || answer.StatusCode != 503 || len(all) != 128 {
				t.Fatalf("client %d: %v, %v", len(all)+1, err, answer)
			}
			break
		}
		defer conn.Close()
		say(t, conn, `{"id":1,"call":"eboards"}`)
		hear(t, conn)
		all = append(all, conn)
	}
	all[0].Close()
	for range 200 {
		conn, _, err := websocket.DefaultDialer.Dial("ws://"+s.address+"/api/v1.0", nil)
		if err == nil {
			conn.Close()
			return
		}
	}
	t.Error("no other client may come")
}

// TestBadFrames: what is no text, and a call that is too long, ends the conversation.
func TestBadFrames(t *testing.T) {
	s := newSite(t, "127.0.0.1:1982")
	for _, send := range []func(c *websocket.Conn){
		func(c *websocket.Conn) { c.WriteMessage(websocket.BinaryMessage, []byte(`{"id":1,"call":"eboards"}`)) },
		func(c *websocket.Conn) { c.WriteMessage(websocket.TextMessage, make([]byte, 1<<20)) },
		func(c *websocket.Conn) { c.NetConn().Write([]byte("nothing like a frame, and rather long")) },
	} {
		conn := s.dial(t, "")
		send(conn)
		conn.SetReadDeadline(time.Now().Add(60 * time.Second))
		if _, text, err := conn.ReadMessage(); err == nil {
			t.Errorf("an answer: %s", text)
		} else if e, ok := err.(net.Error); ok && e.Timeout() {
			t.Error("the connection stays open")
		}
	}
}

// TestCheck: a port is free, or boardd answers there, or another program does.
func TestCheck(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	c := config.DefaultLiveChess()
	c.Listen = l.Addr().String()
	other := &http.Server{Handler: http.NotFoundHandler()}
	go other.Serve(l)
	if text, err := serve.Check(&c); err == nil || !strings.Contains(err.Error(), "another program listens there") {
		t.Errorf("%q, %v", text, err)
	}
	other.Close()
	if text, err := serve.Check(&c); err != nil || !strings.Contains(text, "is free, for https://lichess.org, ") {
		t.Errorf("%q, %v", text, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	if err := serve.New(&c, &dialect.Boards{}).Listen(ctx); err != nil {
		t.Fatal(err)
	}
	if text, err := serve.Check(&c); err != nil || !strings.Contains(text, "boardd answers there already") {
		t.Errorf("%q, %v", text, err)
	}
}

// BenchmarkPolls measures what a poll of an overlay costs.
func BenchmarkPolls(b *testing.B) {
	s := newSite(b, "127.0.0.1:1982")
	conn := s.dial(b, "")
	for b.Loop() {
		say(b, conn, `{"id":1,"call":"eboards"}`)
		hear(b, conn)
	}
}
