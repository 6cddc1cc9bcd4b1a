package main

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"time"

	"github.com/boardd/boardd/internal/clock"
	"github.com/boardd/boardd/internal/config"
	"github.com/boardd/boardd/internal/daemon"
	"github.com/boardd/boardd/internal/session"
	"github.com/boardd/boardd/pipeline"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/transport"
	"github.com/boardd/boardd/transport/publish"
)

// lightBoard is a board without boardd and port: its pipeline is fed with what the hands do,
// and its messages go to the broker by a connection of its own. It keeps nothing.
type lightBoard struct {
	*seat
	pace      *clock.Clock
	engine    *pipeline.Engine
	publisher *publish.Publisher
	requests  chan publish.Request
	broker    chan bool // whether the connection is up
	began     int64     // when the hands began; -1 not yet
	next      int       // the record that comes next
	entered   bool      // the result was
}

// Room for what the broker has not acknowledged, of one board.
const (
	lightMessages = 4096
	lightBytes    = 4 << 20
)

func newLightBoard(s *seat, pace *clock.Clock, unreachable func(error)) (*lightBoard, error) {
	topics, err := transport.NewTopics(s.config.Site, s.name)
	if err != nil {
		return nil, err
	}
	name := session.New()
	h := s.config.Header()
	h.Board, h.Clock = "", "yes" // its records are decoded
	if s.board.Occupancy {
		h.Sensor = "occupancy"
	}
	if late := s.board.Late(); late > touchmove.DefaultLateMs {
		h.Config = append(h.Config, sensor.Setting{Name: "late_ms", Value: strconv.FormatInt(late, 10)})
	}
	e, err := pipeline.New(h, name)
	if err != nil {
		return nil, err
	}
	e.Encoder = transport.NewEncoder(topics, name)
	first := uint64(time.Now().UnixMilli())
	e.Encoder.Continue([2]uint64{first, first})
	b := &lightBoard{seat: s, pace: pace, engine: e, requests: make(chan publish.Request, 64), broker: make(chan bool, 16), began: -1, next: 1}
	c, err := config.Publish(&s.config, e.Encoder.Will(), topics.Requests())
	if err != nil {
		return nil, err
	}
	c.Changed = func(up bool, err error) {
		unreachable(err)
		select {
		case b.broker <- up:
		default:
		}
	}
	c.Received = func(r publish.Request) {
		select {
		case b.requests <- r:
		default: // whoever asks gets no answer, and asks again
		}
	}
	b.publisher, err = publish.New(c, publish.NewOutbox(lightMessages, lightBytes))
	return b, err
}

// run reads the board until ctx ends, and then takes leave of the broker.
func (b *lightBoard) run(ctx context.Context) error {
	sending, stop := context.WithCancel(context.WithoutCancel(ctx))
	done := make(chan struct{})
	go func() { defer close(done); b.publisher.Run(sending) }()
	err := b.loop(ctx)
	stop()
	<-done
	return err
}

func (b *lightBoard) loop(ctx context.Context) error {
	at := b.pace.Now()
	err := b.say(b.engine.ClearAlerts())
	for _, o := range []func() pipeline.Outcome{b.engine.Begin, b.feeds(at, sensor.Record{Word: sensor.Link, On: true}), b.feeds(at, b.records[0])} {
		if err == nil {
			err = b.say(o())
		}
	}
	timer := time.NewTimer(0)
	defer timer.Stop()
	for err == nil {
		timer.Reset(b.pace.Until(b.due()))
		select {
		case <-ctx.Done():
			at = b.tie()
			return b.say(b.engine.End(at))
		case r := <-b.requests:
			err = b.request(r)
		case up := <-b.broker:
			if at = b.tie(); up {
				err = b.say(b.engine.RepublishAll(at))
			}
		case <-timer.C:
			err = b.pass()
		}
	}
	return err
}

func (b *lightBoard) feeds(at int64, r sensor.Record) func() pipeline.Outcome {
	return func() pipeline.Outcome {
		r.At = at
		return b.engine.Step(r)
	}
}

// tie returns the time by which the hands go, and ties it to the time of day: however fast
// time passes, a message has the time at which it is sent.
func (b *lightBoard) tie() int64 {
	at := b.pace.Now()
	base, err := transport.BaseOf(&sensor.Record{At: at, Data: []byte(time.Now().UTC().Format(time.RFC3339Nano)), On: daemon.ClockSynced()})
	if err == nil {
		b.engine.Encoder.Rebase(base)
	}
	return at
}

// due is when something is to be done.
func (b *lightBoard) due() int64 {
	at := b.pace.Now() + int64(time.Minute/time.Millisecond)
	if deadline, ok := b.engine.Deadline(); ok {
		at = min(at, deadline)
	}
	switch {
	case b.began < 0 && b.begun():
		return min(at, b.pace.Now())
	case b.began >= 0 && b.next < len(b.records):
		return min(at, b.began+b.records[b.next].At)
	case b.began >= 0 && !b.entered:
		return min(at, b.ends())
	}
	return at
}

// ends is when the result is entered.
func (b *lightBoard) ends() int64 { return b.began + b.records[len(b.records)-1].At + afterLast }

// pass does what is due now.
func (b *lightBoard) pass() error {
	now := b.tie()
	if b.began < 0 && b.begun() {
		b.began = now + b.wait
	}
	for b.began >= 0 && b.next < len(b.records) && b.began+b.records[b.next].At <= now {
		r := b.records[b.next]
		r.At += b.began
		b.next++
		if err := b.say(b.engine.Step(r)); err != nil {
			return err
		}
	}
	err := b.say(b.engine.Wake(now))
	if b.began >= 0 && b.next == len(b.records) && b.ends() <= now && !b.entered {
		b.entered = true
		b.played.Store(true)
		if err == nil && b.engine.Tracker.Game().Result == "*" {
			payload, _ := json.Marshal(map[string]string{"result": b.result})
			err = b.say(b.engine.Step(sensor.Record{At: now, Word: sensor.Cmd, Verb: "result", Data: payload}))
		}
		b.look()
	}
	return err
}

// request carries out a request, or answers why not.
func (b *lightBoard) request(r publish.Request) error {
	topics, _, _ := transport.ParseTopic(r.Topic)
	verb, ours := topics.Verb(r.Topic)
	if !ours || len(r.Payload) == 0 {
		return nil
	}
	at := b.tie()
	if q, err := transport.ParseCommand(verb, r.Payload, r.Retained); err != nil {
		return b.say(b.engine.Reject(at, verb, q.Transaction, err))
	}
	return b.say(b.engine.Step(sensor.Record{At: at, Word: sensor.Cmd, Verb: verb, Data: r.Payload}))
}

// say publishes the messages of an outcome, and takes note of the game.
func (b *lightBoard) say(o pipeline.Outcome) error {
	b.look()
	return b.publisher.Publish(slices.Clone(o.Messages)...) // the engine takes them back
}

func (b *lightBoard) look() {
	g := b.engine.Tracker.Game()
	var moves []string
	if g.Result != "*" {
		moves = movesOf(g)
	}
	b.shown(g.Tags["White"] != "", len(g.Moves), moves, g.Result)
}

func movesOf(g *touchmove.Game) (all []string) {
	for i := range g.Moves {
		all = append(all, g.Moves[i].UCI)
	}
	return all
}
