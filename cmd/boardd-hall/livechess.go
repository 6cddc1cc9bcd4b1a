package main

import (
	"context"
	"sync"
	"time"

	"github.com/boardd/boardd/hall/livechess"
	"github.com/boardd/boardd/hall/livechess/serve"
	"github.com/boardd/boardd/internal/hallconfig"
	"github.com/boardd/boardd/transport"
	"github.com/boardd/boardd/transport/publish"
)

// liveBoards shows the boards of the site to overlays that look for LiveChess. It has a
// connection to the broker of its own: whatever happens to it, the hall goes on.
type liveBoards struct {
	server *serve.Server
	site   livechess.Site
	delay  time.Duration

	mu      sync.Mutex
	arrived []arrived
	wake    chan struct{}
	waiting []waitingReport              // for the delay, in order
	clocks  map[string]*livechess.Report // the last reading of each board that waits, or has waited
}

// arrived is a message that is not read yet.
type arrived struct {
	board, topic string
	payload      []byte
	at           time.Time
}

type waitingReport struct {
	livechess.Report
	at time.Time // when it came
}

// mostArrived is how many messages wait to be read. mostReports is how many wait for the delay: a
// thousand boards make no more in an hour. If there are more, none is shown too early: those
// that come are left out, and the next snapshot mends it.
const (
	mostArrived = 1 << 16
	mostReports = 1 << 20
)

// mostOverlays is how many overlays may look at a time.
const mostOverlays = 512

// serveLiveChess listens if the configuration asks for it. run then runs until ctx ends.
func serveLiveChess(ctx context.Context, c *hallconfig.Config, a *alerts) (run func(), err error) {
	if c.LiveChess.Listen == "" {
		return func() {}, nil
	}
	l := &liveBoards{delay: c.LiveChess.Wait(), wake: make(chan struct{}, 1), clocks: map[string]*livechess.Report{}}
	filters, err := siteFilters(c.Site, livechess.SiteTopics)
	if err != nil {
		return nil, err
	}
	p, err := c.Publish("livechess")
	if err != nil {
		return nil, err
	}
	l.server = serve.New(&c.LiveChess, &l.site)
	l.server.Chess, l.server.Clients = true, mostOverlays
	if err := l.server.Listen(ctx); err != nil {
		return nil, err
	}
	a.log.Info("overlays find the boards, as they find LiveChess", "address", c.LiveChess.Listen, "delay", l.delay)
	return func() {
		shown := make(chan struct{})
		go func() { defer close(shown); l.show(ctx) }()
		a.set("livechess", publish.Follow(ctx, p, filters, l.take))
		<-shown
	}, nil
}

// take takes a message. Others read it, because the broker drops what is not taken at once.
func (l *liveBoards) take(m transport.Message) {
	topics, name, ok := transport.ParseTopic(m.Topic)
	if !ok || len(m.Payload) == 0 {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.arrived) < mostArrived {
		l.arrived = append(l.arrived, arrived{topics.Board(), name, m.Payload, time.Now()})
	}
	notify(l.wake)
}

// show shows what comes, as much later as the delay is.
func (l *liveBoards) show(ctx context.Context) {
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	for {
		select {
		case <-l.wake:
			l.read()
		case <-timer.C:
		case <-ctx.Done():
			return
		}
		l.server.Change(l.next)
		if len(l.waiting) > 0 {
			timer.Reset(time.Until(l.waiting[0].at.Add(l.delay)))
		}
	}
}

// read reads what has arrived. Readings of the clock that are to be expected do not wait.
func (l *liveBoards) read() {
	l.mu.Lock()
	taken := l.arrived
	l.arrived = nil
	l.mu.Unlock()
	for _, m := range taken {
		r, ok := livechess.Read(m.board, m.topic, m.payload)
		if !ok || len(l.waiting) >= mostReports {
			continue
		}
		if m.topic == "clock" {
			if old := l.clocks[m.board]; old != nil && !r.News(old) {
				continue
			}
			l.clocks[m.board] = &r
		}
		l.waiting = append(l.waiting, waitingReport{r, m.at})
	}
}

// next shows the next report that is due, and returns its board, "" if none is due.
func (l *liveBoards) next() string {
	if len(l.waiting) == 0 || time.Since(l.waiting[0].at) < l.delay {
		return ""
	}
	r := l.waiting[0]
	l.waiting = l.waiting[1:]
	return l.site.Take(&r.Report, l.delay.Milliseconds())
}
