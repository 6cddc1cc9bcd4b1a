package track

import (
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// Config is what a Tracker has to know. With the zero value a game is played from
// the initial position, on a board that names no pieces, without a clock.
type Config struct {
	Start  legality.Position // the zero value: the initial one
	Sensor Sensor
	Clock  bool // there is one; else there is from its first record on
}

// Tracker works out which game explains the records of one board. It is used by
// one goroutine at a time and does nothing by itself.
type Tracker struct {
	sensor  Sensor
	clock   bool
	running sensor.Running // whose clock runs
	stopped bool
	lost    bool // it was unsure when the clock was stopped
	gap     bool // the port was lost, and the board has not been scanned since
	now     int64
	event   int32 // the number of the record, from 1
	quiet   int64 // the board changed last
	idle    int   // how many of its waits have been worked out since
	heard   int64 // a record came last that says something of pieces or levers
	allTold bool  // the board has told what was done up to then
	reading placement.Placement

	beam  []hypothesis // the best first; never empty
	told  *node        // the last ply that is confirmed
	next  []hypothesis // what comes of it
	best  int64        // the least score of next
	order []int16
	views []hypothesis
	cache map[uint64]*moves
}

// New starts a tracker.
func New(c Config) *Tracker {
	if (c.Start == legality.Position{}) {
		c.Start = legality.Initial()
	}
	t := &Tracker{sensor: c.Sensor, clock: c.Clock, cache: map[uint64]*moves{}, idle: waits, allTold: true}
	h := hypothesis{node: t.root(c.Start, nil), on: *c.Start.Placement(), spot: nowhere, blink: nowhere}
	t.reading = t.view(&h.on)
	if c.Clock {
		t.running = sensor.RunningFor(c.Start.Turn())
	}
	t.begin()
	t.emit(&h)
	t.loosen(&h, Leave, t.leaves())
	t.keep()
	t.told = t.beam[0].node
	return t
}

// view is a placement as the board tells it.
func (t *Tracker) view(p *placement.Placement) placement.Placement {
	seen := *p
	for i := range seen {
		seen[i] = t.viewed(seen[i])
	}
	return seen
}

// viewed is a piece as the board tells it.
func (t *Tracker) viewed(p piece) piece {
	if p != placement.Empty && !t.sensor.Names {
		return placement.Unknown
	}
	return p
}

// Step takes the next record. Words that say nothing of pieces or levers do nothing.
func (t *Tracker) Step(r *sensor.Record) {
	t.Wake(r.At)
	t.event++
	t.ripen()
	switch r.Word {
	case sensor.Lift:
		t.report(r.Square, placement.Empty)
	case sensor.Drop:
		t.report(r.Square, t.viewed(r.Piece))
	case sensor.Board:
		t.scan(&r.Placement)
	case sensor.Link:
		if !r.On {
			t.gap = true
			t.running = sensor.Stopped
		}
	case sensor.Press, sensor.Clock, sensor.Pause, sensor.Resume:
		t.lever(r)
	}
	if r.Word != sensor.Clock {
		t.heard, t.allTold = t.now, false
	}
	t.confirm()
	t.forget()
}

// lever takes a record of the clock.
func (t *Tracker) lever(r *sensor.Record) {
	t.clock = t.clock || r.Word != sensor.Resume
	switch {
	case r.Word == sensor.Press:
		if t.running == sensor.Stopped {
			t.running = sensor.RunningFor(r.Side)
		}
		t.goOn()
		t.extend(func(h *hypothesis) { t.press(h, r.Side) })
		t.running = sensor.RunningFor(r.Side.Other())
		t.doubt()
	case r.Word == sensor.Resume:
		t.goOn()
	case r.Word == sensor.Pause || r.Running == sensor.Stopped:
		t.pause()
	default:
		t.goOn()
		t.running = r.Running
	}
}

func (t *Tracker) pause() {
	if !t.stopped {
		t.lost = t.Unsure()
		t.stopped = true
		t.extend(t.stop)
	}
}

func (t *Tracker) goOn() {
	if t.stopped {
		t.stopped = false
		t.extend(t.start)
	}
}

// atOnce is on how many squares a scan may differ from what was reported: more
// is not done by a hand between two reports.
const atOnce = 2

// scan takes a full scan.
func (t *Tracker) scan(p *placement.Placement) {
	seen := t.view(p)
	diff := placement.Differ(&seen, &t.reading)
	if t.gap || diff.Len() > atOnce {
		t.scanAfterGap(&seen, diff)
		return
	}
	t.reports(&seen, diff)
}

// scanAfterGap takes a scan that shows more than a hand does between two reports:
// what it shows was done all the same, or plies were played that were not heard.
func (t *Tracker) scanAfterGap(seen *placement.Placement, diff set) {
	before := append([]hypothesis(nil), t.beam[:min(len(t.beam), 4)]...)
	t.reports(seen, diff)
	why := LostMany
	if t.gap {
		why = Nothing
	}
	t.begin()
	for i := range t.beam {
		t.emit(&t.beam[i])
	}
	for i := range before {
		t.bridge(&before[i], seen, why)
	}
	t.keep()
	t.gap = false
}

// reports takes what a scan shows as reports: the squares that are empty first.
func (t *Tracker) reports(seen *placement.Placement, diff set) {
	for _, empty := range [...]bool{true, false} {
		for rest := diff; rest != 0; {
			if sq := rest.Pop(); (seen[sq] == placement.Empty) == empty {
				t.report(sq, seen[sq])
			}
		}
	}
}

// report takes that a square reads something.
func (t *Tracker) report(sq square, p piece) {
	if int(sq) >= len(t.reading) || t.reading[sq] == p {
		return
	}
	t.extend(func(h *hypothesis) {
		switch {
		case h.phase == loose:
			t.follow(h, sq, p)
		case p == placement.Empty:
			t.empty(h, sq)
		default:
			t.occupied(h, sq, p)
		}
	})
	t.reading[sq] = p
	t.quiet, t.idle = t.now, 0
}

// When nothing changes on a board for so long, in milliseconds, it is at rest; and
// a piece that has been lifted mostly stands again, where it stays. Chosen.
const (
	restMs   = 700
	lingerMs = 2500
)

// waits is for how many moments a board that does not change is waited.
const waits = 3

// due is the next moment at which time alone may change something: the board has told
// all that was done up to the last record, or has not changed for a while.
func (t *Tracker) due() (at int64, ok bool) {
	if t.idle < waits {
		at, ok = t.quiet+[waits]int64{restMs, lingerMs, lingerMs + restMs}[t.idle], true
	}
	if all := t.heard + t.sensor.Late + 1; !t.allTold && (!ok || all <= at) {
		return all, true
	}
	return at, ok
}

// Deadline is when Wake should be called, in milliseconds since the log began;
// false if time alone changes nothing.
func (t *Tracker) Deadline() (at int64, ok bool) {
	at, ok = t.due()
	return at + 1, ok // what is reported in that very millisecond comes first
}

// Wake says that the time is at. It works out what is due before, which is the same
// however often it is called. A time that has passed does nothing.
func (t *Tracker) Wake(at int64) {
	for due, ok := t.due(); ok && due < at; due, ok = t.due() {
		t.now = max(t.now, due)
		switch {
		case !t.allTold && due > t.heard+t.sensor.Late:
			t.allTold = true
			t.ripen()
		case t.idle == 1:
			t.idle++
			t.extend(t.linger)
		default:
			t.idle++
			t.extend(t.rest)
			t.doubt()
		}
		t.confirm()
	}
	t.now = max(t.now, at)
}

// Finish says that nothing more will come: what was waited for does not happen, and
// what is read then is confirmed, unless it may be wrong.
func (t *Tracker) Finish() {
	for at, ok := t.Deadline(); ok; at, ok = t.Deadline() {
		t.Wake(at)
	}
	if !t.Unsure() {
		t.told = t.shows(t.reader())
	}
}
