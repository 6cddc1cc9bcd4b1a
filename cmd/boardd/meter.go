package main

import (
	"slices"
	"time"

	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/transport"
)

// meter counts what a daemon has done since its start.
type meter struct {
	records, badBytes uint64
	findings          [touchmove.Arbiter + 1]uint64 // by level
	heard             time.Time                     // when the port brought something last
}

// step counts a record and what followed from it.
func (m *meter) step(o *outcome) {
	m.records++
	for i := range o.Decoded {
		if r := &o.Decoded[i]; r.Word == sensor.Fault {
			m.badBytes += uint64(r.Lost)
		}
	}
	m.found(o)
}

func (m *meter) found(o *outcome) {
	for i := range o.Findings {
		m.findings[o.Findings[i].Level]++
	}
}

func (m *meter) hear(at time.Time) { m.heard = at }

// health is how the daemon does now.
func (d *daemon) health() transport.Health {
	s := d.publisher.Stats()
	h := transport.Health{
		Records:  d.meter.records,
		BadBytes: d.meter.badBytes,
		Moves:    d.engine.encoder.Moves(),
		Queued:   s.Queued,
		QueuedMs: s.Waiting.Milliseconds(),
		Refused:  s.Refused + s.Lost,
	}
	if s.Connections > 1 {
		h.Reconnections = s.Connections - 1
	}
	if !d.meter.heard.IsZero() {
		ms := max(0, time.Since(d.meter.heard).Milliseconds())
		h.HeardMs = &ms
	}
	if s.Commit > 0 {
		ms := float64(s.Commit.Microseconds()) / 1000
		h.CommitMs = &ms
	}
	return h
}

// report says how the daemon does, with the state of the board. While the broker
// is away nothing is said of that: it would come late, and as if it were so now.
func (d *daemon) report(at int64) {
	d.engine.encoder.SetHealth(d.health())
	if d.connected {
		d.publish(d.engine.Report(d.clock(at)))
	}
}

// Report says the state of the board again, since how the daemon does has changed.
func (e *engine) Report(at int64) outcome {
	e.clear()
	if e.encoder != nil {
		e.messages = e.encoder.Status(e.messages, at, e.state)
	}
	return e.outcome()
}

// timely leaves out the state of the board while the broker is away: it is said at
// each connection, and what it was before that would come late.
func (d *daemon) timely(messages []transport.Message) []transport.Message {
	if d.connected {
		return messages
	}
	return slices.DeleteFunc(messages, func(m transport.Message) bool { return transport.IsStatus(m.Topic) })
}
