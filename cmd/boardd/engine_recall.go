package main

import (
	"slices"

	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/dgt"
)

// recalling is a decoder of a board that keeps a log of its own.
type recalling interface {
	Sent(data []byte)
	Past() (dgt.Past, bool)
	Recalled(dst []sensor.Record, at int64, past *dgt.Past) (records []sensor.Record, came, ok bool)
}

// recall makes good a time in which the board was not heard. When the first scan
// after it cannot be told from one legal move, all that the board says is held back
// until its log has come, which says what happened in between and in which order.
// When the log does not come, or does not tell, the scan has to do.
//
// The bytes are those of the log that is replayed, too, so that a replay holds back
// what the live run did.
type recall struct {
	past  dgt.Past        // as of when the board was heard last
	gap   bool            // it was lost since, and has not been scanned
	held  []sensor.Record // as decoded, from the scan on
	until int64           // when to go on without the log; 0: nothing is held back
	wants bool            // the log is to be asked for
}

// How long is waited, in milliseconds, for the log to be asked for, and for it to
// come: its 7,939 bytes take 8.3 s, after what else the board was asked.
const (
	askedTime  = 3_000
	loggedTime = 12_000
)

// lost takes note that the link was lost or found again. What was held back then
// has not been told, so that the last thing known is still what was before it.
func (m *recall) lost(d recalling) {
	if past, heard := d.Past(); heard && m.until == 0 {
		m.past, m.gap = past, true
	}
	*m = recall{past: m.past, gap: m.gap || m.until != 0}
}

// sent takes note of what was sent: the log may have been asked for.
func (m *recall) sent(d recalling, at int64, data []byte) {
	d.Sent(data)
	if m.until != 0 && slices.Contains(data, byte(dgt.SendLog)) {
		m.until = at + loggedTime
	}
}

// wantsLog reports whether the board's log is to be asked for, once.
func (e *engine) wantsLog() bool {
	wants := e.recall.wants
	e.recall.wants = false
	return wants
}

// recalled is what may be told of what the board has just said.
func (e *engine) recalled(d recalling, at int64, said []sensor.Record) []sensor.Record {
	m := &e.recall
	scan := slices.IndexFunc(said, func(r sensor.Record) bool { return r.Word == sensor.Board })
	switch {
	case m.until != 0:
		return m.holdOn(d, at, said, scan >= 0)
	case m.gap && scan >= 0:
		m.gap = false
		if !e.follows(&said[scan]) {
			m.held, m.until, m.wants = slices.Clone(said[scan:]), at+askedTime, true
			return said[:scan]
		}
	}
	return said
}

// follows reports whether the game tells what a scan shows.
func (e *engine) follows(scan *sensor.Record) bool {
	shown := scan.Placement
	if e.seating.Lies() == sensor.Rotated {
		shown = shown.Rotated()
	}
	return e.tracker.Follows(&shown)
}

// holdOn takes what the board says while something is held back. Another scan says
// that the log does not come any more.
func (m *recall) holdOn(d recalling, at int64, said []sensor.Record, scan bool) []sensor.Record {
	m.held = append(m.held, said...)
	records, came, ok := d.Recalled(nil, at, &m.past)
	switch {
	case ok:
		records = append(records, sensor.Notice(at, "what happened while the board was not heard was read from its log"))
		return append(records, m.besides()...)
	case came:
		return append(m.release(), sensor.Notice(at, "the board's log does not tell what happened while it was not heard"))
	case scan:
		return m.release()
	}
	return nil
}

// besides is what was held back and is not in the log: the clock's times and flags.
func (m *recall) besides() []sensor.Record {
	return slices.DeleteFunc(m.release(), func(r sensor.Record) bool {
		return r.Word != sensor.Clock && r.Word != sensor.Flag && r.Word != sensor.Fault
	})
}

// release holds nothing back any more.
func (m *recall) release() []sensor.Record {
	held := m.held
	*m = recall{}
	return held
}

// giveUp tells what was held back without the log.
func (e *engine) giveUp(at int64) {
	e.scratch = e.scratch[:0]
	for _, r := range e.recall.release() {
		r.At = at
		e.scratch = e.seating.Step(e.scratch, r)
	}
	e.follow(at, e.scratch)
}
