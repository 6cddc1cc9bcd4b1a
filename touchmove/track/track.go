package track

import (
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// Config is what a Tracker has to know. With the zero value a game is played from
// the initial position, on a board that names no pieces, without a clock.
type Config struct {
	Start  legality.Position   // the zero value: the initial one
	Past   []legality.Position // of the game up to Start, the first one first
	Moves  []legality.Move     // that led from each to the next, the last one to Start; NoMove: no legal move did
	Sensor Sensor
	Errs   placement.Set     // squares that are known to err
	Clock  bool              // there is one; else there is from its first record on
	GoesOn []legality.Ending // that do not end the game
}

// Tracker works out which game explains the records of one board. It is used by
// one goroutine at a time and does nothing by itself.
type Tracker struct {
	sensor  Sensor
	clock   clock
	scanned bool  // the present record is a scan
	seen    piece // what the present report puts on a square
	gap     bool  // the port was lost, and the board has not been scanned since
	now     int64
	event   int32 // the number of the record, from 1
	quiet   int64 // when the board last changed
	idle    int   // how many of its waits have been worked out since
	heard   int64 // when the last record came that is no reading of the clock
	allTold bool  // the board has told what was done up to then
	until   int64 // the best story is in trouble until then, or was when the clock was stopped; 0: it is not
	reading placement.Placement
	stood   placement.Placement // what each square has read last but empty
	comes   [64]uint8           // how often each has read that again
	emptied [64]int64           // when each has read empty last
	filled  [64]int64           // and when something else
	opened  set                 // squares that may read the same piece again
	between set                 // whose piece has been read on the square beside it since
	pace    pace

	untold   set   // squares of which a scan has shown what no report had told, which one may tell yet
	untoldAt int64 // when

	changes int // how often what is read may have changed
	shared  int // what it was when shares and rivals were worked out
	shares  []share
	rivals  []rival

	origin    *node        // where the log begins
	beam      []hypothesis // the best first; never empty
	confirmed *node        // the last ply that is confirmed
	final     *node        // the last one that is final; nil: none is
	next      []hypothesis // the extensions of the beam
	best      int64        // the least score of next
	last      int64        // above it a score cannot enter the beam
	bound     int64        // above it a score cannot even count as a doubt, and is not added to next
	nearest   []int64      // the least scores of next
	order     []int16
	views     []hypothesis
	acts      []Act            // of next
	places    map[uint64]int16 // by hash, where in next a hypothesis is

	bases     []base     // of the last plies, the oldest first
	transfers []transfer // the last ones
	lifts     []transfer // pieces that were seen to be lifted and not put yet
	presses   []pressing // the last ones

	memory *memory // nil: nothing is remembered
}

// New starts a tracker.
func New(c Config) *Tracker {
	if (c.Start == legality.Position{}) {
		c.Start = legality.Initial()
	}
	t := &Tracker{sensor: c.Sensor, idle: waits, allTold: true, places: map[uint64]int16{}}
	t.origin = t.since(&c)
	h := hypothesis{node: t.origin, on: *c.Start.Placement(), weak: c.Errs, spot: nowhere, blink: nowhere, setRight: nowhere, pressed: int32(c.Start.Ply())}
	t.reading = t.view(&h.on)
	t.stood = t.reading
	if c.Clock {
		t.clock = clockAt(&c.Start)
	}
	t.begin()
	t.emit(&h)
	t.charge(&h, Act{Kind: Leave, Why: t.leaves()})
	t.loose(&h)
	t.keep()
	t.confirmed = t.beam[0].node
	return t
}

// Step takes the next record. One that is not about pieces, the clock or the link adds no act of
// its own.
func (t *Tracker) Step(r *sensor.Record) {
	t.Wake(r.At)
	if r.Word != sensor.Lift && r.Word != sensor.Drop && r.Word != sensor.Board {
		t.halted()
	}
	t.event++
	t.notToldInTime()
	t.endWaits()
	t.scanned = r.Word == sensor.Board
	switch r.Word {
	case sensor.Lift:
		t.lifted(r.Square, t.viewed(r.Piece))
	case sensor.Drop:
		t.report(r.Square, t.viewed(r.Piece))
	case sensor.Board:
		t.scan(&r.Placement)
	case sensor.Link:
		if !r.On {
			if t.clock.stopped {
				t.extend(t.startUnheard)
			}
			t.gap = true
			t.clock.lost()
		}
	case sensor.Press, sensor.Clock, sensor.Pause, sensor.Resume:
		t.hearClock(r)
	}
	if r.Word != sensor.Clock {
		t.heard, t.allTold = t.now, false
	}
	t.confirm()
	t.noteBase()
	t.forget()
}

// atOnce is on how many squares a scan may differ from what was reported: more
// is not done by a hand between two reports.
const atOnce = 2

// scan takes a full scan.
func (t *Tracker) scan(p *placement.Placement) {
	seen := t.view(p)
	t.prove(&seen)
	diff, unheard := placement.Differ(&seen, &t.reading), t.gap
	if unheard || diff.Len() > atOnce {
		t.scanAfterGap(&seen, diff)
	} else {
		t.reports(&seen, diff)
	}
	if diff != 0 && !unheard && t.sensor.Names {
		t.findMissing()
	}
}

// prove has a scan tell why a put was not told. If the scan shows the piece, the report was lost; if not, its
// square does not read it, or it was never put there.
func (t *Tracker) prove(seen *placement.Placement) {
	if t.gap || !t.any(func(h *hypothesis) bool { return h.unproved != 0 }) { // after a gap it may have moved on
		return
	}
	t.extend(func(h *hypothesis) {
		n := *h
		if t.now > h.landed+t.sensor.Late { // else the scan may be older
			for rest := h.unproved; rest != 0; {
				if sq := rest.Pop(); h.on[sq] != placement.Empty && !same(h.on[sq], seen[sq]) {
					t.charge(&n, Act{Kind: Unread, Why: NotShown, Square: sq, Piece: h.on[sq]})
				}
			}
			n.unproved = 0
		}
		t.emit(&n)
	})
}

// scanAfterGap takes a scan that shows more than a hand does between two reports:
// what it shows was done all the same, or plies were played that were not heard.
func (t *Tracker) scanAfterGap(seen *placement.Placement, diff set) {
	before := slices.Clone(t.beam)
	t.reports(seen, diff)
	why := ReportLost
	if t.gap {
		why = Nothing
	}
	t.begin()
	for i := range t.beam {
		t.emit(&t.beam[i])
	}
	dark := where(diff, func(sq square) bool { return seen[sq] == placement.Empty })
	for i := range before {
		if dark == diff { // and nothing stands elsewhere
			t.fails(&before[i], dark)
		}
	}
	b := t.newBridge(why)
	for i := range before[:min(len(before), mostBridged)] {
		b.emit(&before[i])
	}
	t.missed(&before[0], why, diff.Len())
	t.keep()
	t.gap = false
}

// reports takes what a scan shows as reports: the squares that are empty first.
func (t *Tracker) reports(seen *placement.Placement, diff set) {
	if diff != 0 && t.quiet > 0 { // else nothing new, or nothing has been reported yet
		t.extend(func(h *hypothesis) { t.notTold(h, seen, diff) })
		t.untold, t.untoldAt = t.untold|diff, t.now
	}
	t.stillBlank(seen)
	for _, empty := range [...]bool{true, false} {
		for rest := diff; rest != 0; {
			if sq := rest.Pop(); (seen[sq] == placement.Empty) == empty {
				t.report(sq, seen[sq])
			}
		}
	}
}

// notTold charges a hypothesis for what a scan shows on some squares if it did not know that: a report was lost.
func (t *Tracker) notTold(h *hypothesis, seen *placement.Placement, diff set) {
	n := *h
	if !t.deaf(h) && where(diff, func(sq square) bool { return !same(h.on[sq], seen[sq]) }) != 0 {
		t.charge(&n, Act{Kind: Untold, Why: ReportLost, Square: nowhere})
	}
	t.emit(&n)
}

// lifted takes that a piece is lifted. If nothing was read there, and it is not what stood there last, it was put
// there, and that report was lost. A lift that names no piece may be that of what stood there last, told twice.
func (t *Tracker) lifted(sq square, p piece) {
	if p == placement.Empty {
		p = placement.Unknown
	}
	if int(sq) < len(t.reading) && t.reading[sq] == placement.Empty && !same(t.stood[sq], p) {
		t.report(sq, p)
	}
	t.report(sq, placement.Empty)
}

// report takes that a square reads something.
func (t *Tracker) report(sq square, p piece) {
	if int(sq) >= len(t.reading) {
		return
	}
	if t.reading[sq] == p {
		t.told(sq)
		if p == placement.Empty {
			t.isEmpty(sq)
		}
		return
	}
	if t.seen = p; t.sensor.Names && !t.scanned {
		t.noteTransfer(sq, p)
	}
	blank, came := t.beam[0].blank.Has(sq), t.comes[sq]
	t.notePause(p)
	t.extend(func(h *hypothesis) {
		if h.blank.Has(sq) {
			t.readAgain(h, sq, p)
		} else {
			t.reported(h, sq, p)
		}
	})
	t.reading[sq], t.seen = p, placement.Empty
	if t.comesBack(sq, p); blank { // which says nothing of the square
		t.comes[sq] = min(came, t.comes[sq])
	}
	t.quiet, t.idle = t.now, 0
	t.changes++
}

// reported extends a hypothesis by the report that a square reads something.
func (t *Tracker) reported(h *hypothesis, sq square, p piece) {
	switch {
	case h.phase == loose:
		t.follow(h, sq, p)
	case p == placement.Empty:
		t.empty(h, sq)
	default:
		t.occupied(h, sq, p)
	}
}

// When nothing changes on a board for so long, in milliseconds, it is at rest; and
// a piece that has been lifted mostly stands again, where it stays. Chosen.
const (
	quietMs  = 700
	lingerMs = 2500
)

// waits is how many wake-ups follow the last change of the board.
const waits = 3

// due is the next moment at which time alone may change something: the board has told
// all that was done up to the last record, or has not changed for a while, or the best story
// is in trouble no longer.
func (t *Tracker) due() (at int64, ok bool) {
	at = never
	if t.idle < waits {
		at = t.quiet + [waits]int64{quietMs, lingerMs, lingerMs + quietMs}[t.idle]
	}
	if t.until != 0 {
		at = min(at, t.until)
	}
	if t.clock.halt != 0 {
		at = min(at, t.clock.halt)
	}
	if !t.allTold {
		at = min(at, t.heard+t.sensor.Late+1)
	}
	return at, at != never
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
		case due == t.clock.halt:
			t.endWaits()
			t.halted()
		case !t.allTold && due > t.heard+t.sensor.Late:
			t.allTold = true
			t.endWaits()
		case due == t.until: // what is read is confirmed
		case t.idle == 1:
			if t.idle++; t.any(t.lingers) {
				t.extend(t.linger)
			}
		default:
			t.idle++
			t.endWaits()
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
	if !t.clock.stopped {
		t.extend(t.finish)
		t.changes++
	}
	if t.confirm(); !t.Unsure() {
		t.confirmed = t.shows(t.reader())
	}
}
