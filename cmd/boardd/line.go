package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/rs/zerolog"

	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/dgt/bus"
)

// line is a port on which several boards are, a bus. It alone speaks to them, and
// hands what a board says to the one who serves that board: in a run a daemon, which
// has its own game, topics and connection to the broker, as if the board had a port
// of its own. So each board has its own will there, too.
//
// The line has one goroutine, and so has each daemon.
type line struct {
	config   *config
	link     sensor.PortLink
	events   chan sensor.PortEvent
	host     bus.Host
	pace     *pace
	log      zerolog.Logger
	serve    server
	wrote    []byte
	answer   sensor.PortEvent // what has been read and not been handed on,
	answerer bus.Address      // and from whom
	said     string           // trouble with the port, as told last
	failed   error            // the same

	boards   []*member
	running  int        // how many are served
	settled  func()     // is told once when it is known which boards there are; nil: nobody is
	ended    chan error // one for each of these that is not served any more
	notifier *notifier
	exporter *exporter
}

// server begins to serve a board. It returns the wire to which the line hands what
// happens, and what has to run until ctx ends.
type server func(m *member) (w *wire, run func(ctx context.Context) error, err error)

// member is a board of a line.
type member struct {
	name    string        // "" until it is known who it is
	address bus.Address   // bus.All: it is known by its serial number alone, and not found yet
	serial  string        // by which it is known
	wire    *wire         // nil: it is not served yet
	gone    chan struct{} // closed when it is not served any more
	early   []sensor.PortEvent
	link    memberLink
	clock   []byte // the last reading of its clock that was handed on,
	read    bool   // after which nothing else was
}

// memberLink is what was told last of whether a board answers.
type memberLink uint8

const (
	linkUntold memberLink = iota
	linkUp
	linkDown
)

// newLine is a line with the boards that are configured.
func newLine(c *config, log zerolog.Logger, p *pace) *line {
	l := &line{config: c, events: make(chan sensor.PortEvent), pace: p, log: log, ended: make(chan error), answer: sensor.PortEvent{Kind: sensor.PortData}}
	w := wire{config: &c.Port, family: familyNamed(busFamily)}
	l.link.Port = w.settings()
	l.host.Search = c.Port.Search
	for _, b := range c.Boards {
		l.boards = append(l.boards, &member{name: b.Name, address: bus.Address(b.Address), serial: b.Serial})
		if b.Address != 0 {
			l.host.Expected = append(l.host.Expected, bus.Address(b.Address))
		}
	}
	return l
}

// run serves the boards until ctx ends, or one can no longer be served.
func (l *line) run(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	closed := make(chan struct{})
	go func() {
		defer close(closed)
		l.link.Run(ctx, l.events)
	}()
	err := l.loop(ctx)
	cancel()
	<-closed
	for range l.running {
		err = errors.Join(err, <-l.ended)
	}
	return err
}

func (l *line) loop(ctx context.Context) error {
	for _, m := range l.boards {
		if err := l.begin(ctx, m); err != nil {
			return err
		}
	}
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		due := l.host.Deadline()
		timer.Reset(l.pace.until(min(due, l.notifier.due(due))))
		select {
		case <-ctx.Done():
			l.notifier.stopping()
			return nil
		case err := <-l.ended:
			l.running--
			return err
		case e := <-l.events:
			l.take(e)
		case <-timer.C:
		}
		if err := l.turn(ctx); err != nil {
			return err
		}
	}
}

// turn takes note of what has become of the boards, hands on what they have said,
// and sends what is due.
func (l *line) turn(ctx context.Context) error {
	err := l.follow(ctx, time.Now())
	if !l.host.Waiting() {
		l.handOn(ctx)
	}
	l.send(ctx)
	l.notifier.turned(l.pace.now(), l.status())
	if l.settled != nil && l.isSettled() {
		l.settled()
		l.settled = nil
	}
	return err
}

// begin begins to serve a board.
func (l *line) begin(ctx context.Context, m *member) error {
	w, run, err := l.serve(m)
	if err != nil {
		return fmt.Errorf("board %q: %w", m.name, err)
	}
	m.wire, m.gone = w, make(chan struct{})
	l.running++
	go func() {
		err := run(ctx)
		close(m.gone)
		l.ended <- err
	}()
	return nil
}

// take takes what happened at the port.
func (l *line) take(e sensor.PortEvent) {
	l.said = logPort(&l.log, e, l.said)
	at := l.pace.when(e.Time)
	switch e.Kind {
	case sensor.PortFailed:
		l.failed = e.Err
	case sensor.PortUp:
		l.failed = nil
		l.host.Opened(at)
	case sensor.PortDown:
		l.host.Closed()
	case sensor.PortData:
		l.hear(at, e)
	}
	l.notifier.isReady()
}

// send writes what is due to the boards. What one has said until then was its answer
// to what was asked before.
func (l *line) send(ctx context.Context) {
	for {
		at := l.pace.now()
		l.wrote = l.host.Step(l.wrote[:0], at)
		if len(l.wrote) == 0 {
			return
		}
		l.handOn(ctx)
		if l.link.Write(l.wrote) != nil || l.host.Deadline() > at {
			return // if the port is lost, the link tells
		}
	}
}

// hear takes what was read. It belongs to the board that was asked last, and is
// handed on when its answer has ended: so most answers are one event.
func (l *line) hear(at int64, e sensor.PortEvent) {
	if l.host.Listening() {
		l.answer.Data = append(l.answer.Data, e.Data...)
		l.answer.Time, l.answerer = e.Time, l.host.Asked()
		l.host.Hear(at, e.Data)
	}
}

// mostEarly is how much of what a board has said is kept until it is known who it
// is: it is asked five things until then.
const mostEarly = 64

// handOn hands on what a board has said, but for what is said all the time.
func (l *line) handOn(ctx context.Context) {
	e, m := l.answer, l.member(l.answerer)
	l.answer = sensor.PortEvent{Kind: sensor.PortData}
	if len(e.Data) > 0 && m != nil && m.link == linkUp && !m.knows(e.Data) {
		l.tell(ctx, m, e)
	}
}

// knows reports whether data tells nothing that was not handed on already: that
// nothing has happened, or the same reading of the clock. After another reading,
// that nothing has happened is something: the reading waits for it.
func (m *member) knows(data []byte) bool {
	read := bus.IsClock(data)
	if bus.Dull(data) && !m.read || read && bytes.Equal(data, m.clock) {
		return true
	}
	m.read = read
	if read {
		m.clock = data
	}
	return false
}

// tell hands an event to whoever serves a board, or keeps it until somebody does.
func (l *line) tell(ctx context.Context, m *member, e sensor.PortEvent) {
	if m.wire == nil {
		if len(m.early) < mostEarly {
			m.early = append(m.early, e)
		}
		return
	}
	select {
	case m.wire.events <- e:
	case <-m.gone:
	case <-ctx.Done():
	}
}

// status is how the line does, in a few words for systemctl status.
func (l *line) status() string {
	up := 0
	for _, m := range l.boards {
		if m.link == linkUp {
			up++
		}
	}
	return fmt.Sprintf("%d of %d boards answer", up, len(l.boards))
}
