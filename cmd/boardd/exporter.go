package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/rs/zerolog"

	"github.com/boardd/boardd/transport"
)

type metricsConfig struct {
	Listen         string `toml:"listen"`
	BeyondLoopback bool   `toml:"beyond_loopback"`
}

// check sees to it that nobody listens to the network who was not told to.
func (m *metricsConfig) check() error {
	if m.Listen == "" {
		return nil
	}
	host, port, err := net.SplitHostPort(m.Listen)
	if n, bad := strconv.ParseUint(port, 10, 16); err != nil || bad != nil || n == 0 {
		return fmt.Errorf(`metrics.listen = %q: must be address:port, as in "127.0.0.1:9464"`, m.Listen)
	}
	if !m.BeyondLoopback && !isLoopback(host) {
		return fmt.Errorf("metrics.listen = %q: can be reached from elsewhere; it must be 127.0.0.1 or [::1], or needs beyond_loopback = true", m.Listen)
	}
	return nil
}

// isLoopback reports whether a host, with a port or without, is this machine to
// itself. A page from elsewhere can have a browser here ask for its own name, with
// the address of this machine, but not for another's.
func isLoopback(host string) bool {
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	return host == "localhost" || net.ParseIP(strings.Trim(host, "[]")).IsLoopback()
}

// exporter answers GET /metrics for all boards of this program. Nil is where
// nobody asked for it: no socket listens then.
type exporter struct {
	anyName bool // the machine may be asked by whatever name

	mu      sync.Mutex
	daemons []*daemon
}

// reading is how a daemon does, as its own loop says it.
type reading struct {
	state     transport.State
	connected bool
	health    transport.Health
	findings  [4]uint64 // by level
}

// startExporter listens until ctx ends, if the configuration asks for it. Where it
// cannot, the game goes on without. A client that is slow or idle is cut off, and
// never has more than a few connections: each takes a file of which the process may
// not have too many.
func startExporter(ctx context.Context, c *metricsConfig, logger zerolog.Logger) *exporter {
	if c.Listen == "" {
		return nil
	}
	l, err := net.Listen("tcp", c.Listen)
	if err != nil {
		logger.Error().Err(err).Msg("no metrics")
		return nil
	}
	x := &exporter{anyName: c.BeyondLoopback}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /metrics", x.answer)
	s := &http.Server{Handler: mux, ReadTimeout: 5 * time.Second, WriteTimeout: 10 * time.Second,
		MaxHeaderBytes: 8 << 10, ErrorLog: log.New(io.Discard, "", 0)} // what a stranger sends wrongly is no concern of ours
	s.SetKeepAlivesEnabled(false)
	context.AfterFunc(ctx, func() { s.Close() })
	go s.Serve(newFew(l))
	return x
}

// mostScrapers is how many may ask at a time; others wait their turn.
const mostScrapers = 8

func (x *exporter) add(d *daemon) {
	if x == nil {
		return
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	x.daemons = append(x.daemons, d)
}

func (x *exporter) answer(w http.ResponseWriter, r *http.Request) {
	if !x.anyName && !isLoopback(r.Host) {
		http.Error(w, "ask for localhost", http.StatusMisdirectedRequest)
		return
	}
	x.mu.Lock()
	daemons := x.daemons[:len(x.daemons):len(x.daemons)]
	x.mu.Unlock()
	ctx, cancel := context.WithTimeout(r.Context(), answerTime)
	defer cancel()
	var all []exported
	for _, d := range daemons {
		e := exported{topics: d.topics}
		e.reading, e.err = d.ask(ctx)
		all = append(all, e)
	}
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	w.Write(appendMetrics(nil, all))
}

// answerTime is how long the loops of all boards may take to say how they do; one
// that does not is down.
const answerTime = 3 * time.Second

var errStuck = errors.New("the loop does not turn")

// ask is how a daemon does, by its own loop.
func (d *daemon) ask(ctx context.Context) (reading, error) {
	answer := make(chan reading, 1)
	select {
	case d.asked <- answer:
		return <-answer, nil
	case <-ctx.Done():
		return reading{}, errStuck
	}
}

// reading is asked for by others, and said by the loop.
func (d *daemon) reading() reading {
	return reading{d.engine.state, d.connected, d.health(), d.meter.findings}
}
