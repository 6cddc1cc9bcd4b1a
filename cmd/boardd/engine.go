package main

import (
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/certabo"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/transport"
)

// engine is the daemon as one function over records: a live run, a replay, the
// tests and the benchmarks all go through it. It has no clock, file, socket or
// goroutine; time comes in the records.
//
//	rx ─▶ decoder ─▶ seating ─▶ tracker ─▶ encoder ─▶ messages
type engine struct {
	decoder  decoder // nil: it is not known what decodes the bytes
	seating  sensor.Seating
	tracker  *touchmove.Tracker
	encoder  *transport.Encoder // nil: nothing is encoded
	about    transport.About
	state    transport.State
	address  int                 // of the board, where several share a line
	blind    bool                // it was said that the board names no men
	men      certabo.Set         // that were known before, for boards that have to be told,
	array    placement.Placement // and in which they may learn more of them
	lateSaid bool                // the header has said how late the board's reports may be
	talks    bool                // the board does, all the time
	raw      bool                // the log holds what the port said: sides and squares are the board's own
	recall   recall
	plain    bool // squares and sides of records that are in the log are the game's, whatever else it says of the board

	ids      string    // what the ids of its games begin with
	revision int       // above what the numbers of its snapshots begin
	fair     *fairCopy // nil: it is not a journal's

	number   int   // of the record that is being worked on
	counting bool  // what is decoded is a record of the journal
	at       int64 // and its time
	scanned  bool  // something is known of the board,
	current  bool  // and of the time since the link was up
	decoded  []sensor.Record
	findings []touchmove.Finding
	messages []transport.Message
	scratch  []sensor.Record
}

// outcome is what followed from one record. Its slices are valid until the next step.
type outcome struct {
	Decoded  []sensor.Record // in terms of the game, in order
	Findings []touchmove.Finding
	Messages []transport.Message
}

// Step takes the next record. Deadlines that are due at or before its time run
// out first.
func (e *engine) Step(r sensor.Record) outcome {
	e.clear()
	e.runOut(r.At)
	e.at = r.At
	if r.Word != sensor.Rx || !e.condenses() {
		e.number++
	}
	switch r.Word {
	case sensor.Rx:
		e.bytes(&r)
	case sensor.Tx:
		if d, ok := e.decoder.(recalling); ok {
			e.recall.sent(d, r.At, r.Data)
		}
	case sensor.UTC:
		e.rebase(&r)
	case sensor.Family:
		e.meet(&r)
	case sensor.Cmd:
		e.command(&r)
	case sensor.Link:
		e.link(&r)
	default:
		e.scratch = e.logged(e.scratch[:0], r)
		e.follow(r.At, e.scratch)
	}
	return e.outcome()
}

// Wake runs out the deadlines that are due at or before a time.
func (e *engine) Wake(at int64) outcome {
	e.clear()
	e.runOut(at)
	return e.outcome()
}

// Finish runs out all deadlines, in order: a log has ended. What is open then
// about its last position is searched for.
func (e *engine) Finish() outcome {
	e.clear()
	for at, ok := e.Deadline(); ok; at, ok = e.Deadline() {
		e.runOut(at)
		e.at = at
	}
	e.settle(e.at)
	return e.outcome()
}

// Deadline is when Wake should be called, in milliseconds since the log began.
func (e *engine) Deadline() (int64, bool) {
	at, ok := e.tracker.Deadline()
	if until := e.recall.until; until != 0 && (!ok || until <= at) {
		return until, true
	}
	return at, ok
}

func (e *engine) clear() {
	e.decoded, e.findings, e.messages = e.decoded[:0], e.findings[:0], e.messages[:0]
}

func (e *engine) outcome() outcome {
	e.fair.add(e.decoded)
	return outcome{e.decoded, e.findings, e.messages}
}

func (e *engine) runOut(to int64) {
	for {
		at, ok := e.Deadline()
		switch {
		case !ok || at > to:
			return
		case at == e.recall.until:
			e.giveUp(at)
		default:
			e.tell(at, e.tracker.Wake(at))
		}
	}
}

// bytes decodes what was read from the port. What it brings is told as one
// thing: a press and the time that the clock then shows come together.
func (e *engine) bytes(r *sensor.Record) {
	if e.decoder == nil {
		return
	}
	e.raw = true
	e.scratch = e.scratch[:0]
	said := e.decoder.Step(nil, r.At, r.Data)
	if d, ok := e.decoder.(recalling); ok {
		said = e.recalled(d, r.At, said)
	}
	for _, d := range said {
		d.At = r.At
		e.scratch = e.seating.Step(e.scratch, d)
	}
	e.followNew(r.At, e.scratch)
	e.describe(r.At)
}

// follow hands records in terms of the game to the tracker.
func (e *engine) follow(at int64, records []sensor.Record) {
	from := len(e.findings)
	for i := range records {
		r := &records[i]
		if e.counting && r.Word != sensor.Fault {
			e.number++
		}
		e.decoded = append(e.decoded, *r)
		if r.Word == sensor.Lift || r.Word == sensor.Drop || r.Word == sensor.Board {
			e.scanned, e.current = true, true
		}
		e.findings = append(e.findings, e.tracker.Step(e.number, *r)...)
	}
	e.encode(at, from)
	if e.current {
		e.become(at, transport.Ready)
	}
}

func (e *engine) link(r *sensor.Record) {
	if d, ok := e.decoder.(recalling); ok {
		e.recall.lost(d)
	}
	if e.decoder != nil {
		e.decoder.Reset()
	}
	e.current = false
	e.decoded = append(e.decoded, *r)
	e.tell(r.At, e.tracker.Step(e.number, *r))
	if r.On {
		e.become(r.At, transport.Init)
	} else {
		e.become(r.At, transport.Lost)
	}
}

func (e *engine) rebase(r *sensor.Record) {
	e.decoded = append(e.decoded, *r)
	if e.encoder == nil {
		return
	}
	if base, err := transport.BaseOf(r); err == nil {
		e.encoder.Rebase(base)
	}
}

// command carries out what a person asked: the game's part by the tracker, the
// board's by the seating, the messages' by the encoder.
func (e *engine) command(r *sensor.Record) {
	e.decoded = append(e.decoded, *r)
	if r.Verb == learntVerb {
		if err := e.takeUp(r.Data); err != nil {
			e.tell(r.At, e.tracker.Refuse(e.number, r.At, err))
		}
		return
	}
	request, err := transport.ParseLogged(r.Verb, r.Data)
	switch {
	case err != nil:
		e.tell(r.At, e.tracker.Refuse(e.number, r.At, err))
	case r.Verb == "rotate":
		e.scratch = e.turn(r.At)
		e.followNew(r.At, e.scratch)
	case r.Verb == "republish":
		if e.encoder != nil {
			e.messages = e.encoder.Republish(e.messages, e.view(r.At, nil))
		}
	default:
		var found []touchmove.Finding
		found, err = e.tracker.Do(e.number, r.At, request.Command)
		e.tell(r.At, found)
	}
	if e.encoder != nil && !request.Own {
		e.messages = e.encoder.Answer(e.messages, r.At, r.Verb, request.Transaction, err)
	}
}

// tell collects findings and lets the encoder say what has changed.
func (e *engine) tell(at int64, found []touchmove.Finding) {
	from := len(e.findings)
	e.findings = append(e.findings, found...)
	e.encode(at, from)
}

// encode lets the encoder say the findings from the given one on, and what has
// changed.
func (e *engine) encode(at int64, from int) {
	if e.encoder != nil {
		e.messages = e.encoder.Step(e.messages, e.view(at, e.findings[from:]))
	}
}

func (e *engine) view(at int64, found []touchmove.Finding) transport.View {
	v := transport.View{At: at, Game: e.tracker.Game(), Findings: found}
	if e.scanned {
		v.Sensed, v.Differ = e.tracker.Sensed()
	}
	return v
}
