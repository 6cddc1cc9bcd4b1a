// Package serve is the port at which clients of LiveChess find the boards: a WebSocket at
// /api/v1.0, the list of boards at /api/v1.0/eboards, and a page for a person at
// /doc/index.html. What is said there is that of package dialect.
//
// A page of any web site can reach a port of its visitor's machine. So the server answers only
// those web sites that are configured, and only under names of this machine. A client that does
// not read is dropped; nobody waits for it.
package serve

import (
	"context"
	"embed"
	"io"
	"io/fs"
	"log"
	"maps"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/gorilla/websocket"

	"github.com/boardd/boardd/hall/livechess/dialect"
	"github.com/boardd/boardd/internal/config"
)

// Server serves the boards of a source.
type Server struct {
	Chess   bool // positions that clients set up may be of Chess960
	Clients int  // how many clients there may be; 0: 128

	config *config.LiveChess
	mu     sync.Mutex // guards the source, too
	room   dialect.Room
	all    map[*client]bool
}

// New makes a server. It listens nowhere yet.
func New(c *config.LiveChess, s dialect.Source) *Server {
	return &Server{config: c, room: dialect.Room{Source: s}, all: map[*client]bool{}}
}

// Change changes the source, board by board: step changes one board, and returns its name, ""
// when nothing is left to change. Clients hear of each step.
func (s *Server) Change(step func() (board string)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for board := step(); board != ""; board = step() {
		s.room.Changed()
		now := time.Now().UnixMilli()
		for c := range s.all {
			c.send(c.talk.Update(now, board))
		}
	}
}

// Look lets look read the source.
func (s *Server) Look(look func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	look()
}

// Listen listens as configured until ctx ends.
func (s *Server) Listen(ctx context.Context) error {
	l, err := net.Listen("tcp", s.config.Listen)
	if err != nil {
		return err
	}
	s.Serve(ctx, l)
	return nil
}

// maxHeader is large because a browser sends the cookies of all programs on this machine.
const maxHeader = 64 << 10

// Serve serves a listener until ctx ends. It does not wait.
func (s *Server) Serve(ctx context.Context, l net.Listener) {
	server := &http.Server{Handler: s.handler(), ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 10 * time.Second, WriteTimeout: 10 * time.Second,
		IdleTimeout: 30 * time.Second, MaxHeaderBytes: maxHeader, ErrorLog: log.New(io.Discard, "", 0)}
	context.AfterFunc(ctx, func() {
		server.Close()
		s.mu.Lock()
		defer s.mu.Unlock()
		for c := range maps.Keys(s.all) {
			c.conn.Close()
		}
	})
	go server.Serve(&limited{Listener: l, free: make(chan struct{}, 2*s.clients())})
}

// clients is how many clients there may be. There may be twice as many connections, each with a file
// descriptor; another one is closed at once.
func (s *Server) clients() int {
	if s.Clients == 0 {
		return 128
	}
	return s.Clients
}

type limited struct {
	net.Listener
	free chan struct{}
}

func (l *limited) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	select {
	case l.free <- struct{}{}:
		return &counted{TCPConn: conn.(*net.TCPConn), free: l.free}, nil
	default:
		conn.Close() // a browser tries again
		return l.Accept()
	}
}

type counted struct {
	*net.TCPConn
	once sync.Once
	free chan struct{}
}

func (c *counted) Close() error {
	c.once.Do(func() { <-c.free })
	return c.TCPConn.Close()
}

//go:embed doc
var doc embed.FS

func (s *Server) handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /api/v1.0", s.talk)
	mux.HandleFunc("GET /api/v1.0/eboards", s.list)
	mux.HandleFunc("GET /doc/{file}", page)
	mux.Handle("GET /{$}", http.RedirectHandler("/doc/index.html", http.StatusFound))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Content-Type-Options", "nosniff")
		if !s.knowsHost(r.Host) {
			refuse(w, "ask for localhost, or set hosts under [livechess]", http.StatusMisdirectedRequest)
			return
		}
		if o := r.Header.Get("Origin"); o != "" {
			w.Header().Set("Vary", "Origin")
			if !s.knowsOrigin(o, r.Host) {
				refuse(w, "the web site is not under origins of [livechess]", http.StatusForbidden)
				return
			}
			w.Header().Set("Access-Control-Allow-Origin", o)
		}
		mux.ServeHTTP(w, r)
	})
}

// refuse ends the connection with an error, so that whoever is not wanted holds none.
func refuse(w http.ResponseWriter, why string, code int) {
	w.Header().Set("Connection", "close")
	http.Error(w, why, code)
}

// knowsHost reports whether a request is for a name of this machine. Another name may be that of
// a web site, which leads here to get round its origin. An address cannot be such a name; but
// who listens at loopback alone is only asked there.
func (s *Server) knowsHost(host string) bool {
	name := host
	if h, _, err := net.SplitHostPort(host); err == nil {
		name = h
	}
	name = strings.ToLower(strings.Trim(name, "[]"))
	if config.IsLoopback(name) || slices.Contains(s.config.Hosts, name) {
		return true
	}
	own, _, _ := net.SplitHostPort(s.config.Listen)
	return !config.IsLoopback(own) && net.ParseIP(name) != nil
}

// knowsOrigin reports whether a page of a web site may ask. Our own page may.
func (s *Server) knowsOrigin(origin, host string) bool {
	if origin == "http://"+host || slices.Contains(s.config.Origins, origin) {
		return true
	}
	u, err := url.Parse(origin)
	return err == nil && u.Host != "" && u.Path == "" && slices.Contains(s.config.Origins, u.Scheme+"://"+u.Hostname()+":*")
}

// list answers with the boards.
func (s *Server) list(w http.ResponseWriter, _ *http.Request) {
	s.mu.Lock()
	text := s.room.Pretty()
	s.mu.Unlock()
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.Write(text)
}

// page answers with a file of the page for a person.
func page(w http.ResponseWriter, r *http.Request) {
	name := "doc/" + r.PathValue("file")
	text, err := fs.ReadFile(doc, name)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	for end, kind := range map[string]string{".html": "text/html", ".js": "text/javascript", ".css": "text/css"} {
		if strings.HasSuffix(name, end) {
			w.Header().Set("Content-Type", kind+"; charset=utf-8")
		}
	}
	w.Header().Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self' ws://"+r.Host+"; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
	w.Header().Set("Cache-Control", "no-cache")
	w.Write(text)
}

// The handler has checked the origin.
var upgrader = websocket.Upgrader{ReadBufferSize: 1 << 10, WriteBufferSize: 4 << 10, HandshakeTimeout: 5 * time.Second,
	CheckOrigin: func(*http.Request) bool { return true }}
