package touchmove

import (
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// change is one square that came to read otherwise.
type change struct {
	seq   int
	event Event
	at    int64
	sq    placement.Square
	was   placement.Piece
	is    placement.Piece
	scan  bool // a full scan showed it: when it happened, and in what order, is not known
}

func (c *change) lift() bool { return c.is == placement.Empty }

// recent is how many changes are kept. A turn with more of them is a sweep,
// and of a sweep the last ones say enough.
const recent = 256

// board is what the sensors show, and the last changes of it.
type board struct {
	sensed    placement.Placement
	at        [64]int64 // when each square last changed
	seqOf     [64]int   // the change that it was
	left      [64]int   // the change with which each square was last emptied
	changes   [recent]change
	seq       int   // number of the last change, from 1
	last      int64 // when it was
	occupancy bool  // the board has shown a piece whose kind it does not know
	broken
}

// set makes a square read as given. It reports false if it did already.
func (b *board) set(event Event, at int64, sq placement.Square, is placement.Piece, scan bool) bool {
	was := b.sensed[sq]
	if was == is {
		return false
	}
	b.seq++
	b.changes[b.seq%recent] = change{b.seq, event, at, sq, was, is, scan}
	b.occupancy = b.occupancy || is == placement.Unknown
	b.works(sq)
	b.sensed[sq], b.at[sq], b.seqOf[sq], b.last = is, at, b.seq, at
	if is == placement.Empty {
		b.left[sq] = b.seq
	}
	return true
}

// forgetNames has every piece read as one of unknown kind.
func (b *board) forgetNames() {
	b.occupancy = true
	for sq, piece := range b.sensed {
		if piece != placement.Empty {
			b.sensed[sq] = placement.Unknown
		}
	}
}

// change is the seq-th change, nil if it is not kept any more or never was.
func (b *board) change(seq int) *change {
	if c := &b.changes[seq%recent]; seq > 0 && c.seq == seq {
		return c
	}
	return nil
}

// since yields the changes after the seq-th, oldest first, as far as they are kept.
func (b *board) since(seq int) func(yield func(*change) bool) {
	if seq < b.seq-recent {
		seq = b.seq - recent
	}
	return func(yield func(*change) bool) {
		for i := seq + 1; i <= b.seq; i++ {
			if !yield(&b.changes[i%recent]) {
				return
			}
		}
	}
}

// putDown reports whether a piece that was lifted has been put down by the seq-th
// change: on its square, or, where the board names pieces, elsewhere.
func (b *board) putDown(piece placement.Piece, lift *change, seq int) bool {
	for c := range b.since(lift.seq) {
		if c.seq > seq {
			return false
		}
		if c.sq == lift.sq || c.is == piece {
			return true
		}
	}
	return false
}

// seqAt is the last change at or before a moment, as far as they are kept.
func (b *board) seqAt(at int64) int {
	seq := b.seq
	for c := b.change(seq); c != nil && c.at > at; c = b.change(seq) {
		seq--
	}
	return seq
}

// timeOf is when the seq-th change was, 0 if it is not kept.
func (b *board) timeOf(seq int) int64 {
	if c := b.change(seq); c != nil {
		return c.at
	}
	return 0
}

// differ is the set of squares that read otherwise than a placement has them.
// A piece of unknown kind agrees with any piece.
func (b *board) differ(p *placement.Placement) placement.Set { return differ(p, &b.sensed) }

// differ is the set of squares that a board shows otherwise than a placement has
// them.
func differ(p, shown *placement.Placement) placement.Set {
	d := placement.Differ(p, shown)
	for rest := d; rest != 0; {
		sq := rest.Pop()
		if shown[sq] == placement.Unknown && p[sq] != placement.Empty {
			d &^= sq.Set()
		}
	}
	return d
}

// initial reports whether the board shows the initial array.
func (b *board) initial() bool { return b.differ(&placement.Initial) == 0 }

// quietSince is when the last of the given squares changed; -1 if none ever did.
func (b *board) quietSince(squares placement.Set) int64 {
	last := int64(-1)
	for squares != 0 {
		if sq := squares.Pop(); b.seqOf[sq] > 0 && b.at[sq] > last {
			last = b.at[sq]
		}
	}
	return last
}

// lastSeq is the last change of any of the given squares.
func (b *board) lastSeq(squares placement.Set) int {
	seq := 0
	for squares != 0 {
		if sq := squares.Pop(); b.seqOf[sq] > seq {
			seq = b.seqOf[sq]
		}
	}
	return seq
}

// changedSince is the part of a set that has changed after the seq-th change.
func (b *board) changedSince(squares placement.Set, seq int) placement.Set {
	out := placement.Set(0)
	for squares != 0 {
		if sq := squares.Pop(); b.seqOf[sq] > seq {
			out |= sq.Set()
		}
	}
	return out
}

func (t *Tracker) onSquare(r *sensor.Record) {
	piece := r.Piece
	if r.Word == sensor.Lift {
		piece = placement.Empty
	} else if piece == placement.Empty {
		piece = placement.Unknown
	}
	if r.Word == sensor.Lift && r.Piece.Known() && t.board.sensed[r.Square] == placement.Empty {
		// The piece was there: its drop was lost.
		t.board.set(t.event, t.now, r.Square, r.Piece, false)
		if !t.frozen() {
			t.grow()
		}
	}
	if t.board.sensed[r.Square] != piece {
		t.leaveArray()
		t.noteRest()
	}
	if t.board.sensed[r.Square] != piece && !t.frozen() {
		t.remember(r.Square)
	}
	if t.board.set(t.event, t.now, r.Square, piece, false) {
		t.pushes &^= r.Square.Set()
		t.watchCrowd(false)
		t.boardChanged()
	}
}

// onBoard takes a full scan: every square that reads otherwise than before has
// changed, in an order that the scan does not tell; lifts are put first.
func (t *Tracker) onBoard(r *sensor.Record) {
	changed := placement.Differ(&t.board.sensed, &r.Placement)
	if changed != 0 {
		t.leaveArray()
		t.noteRest()
	}
	t.pushes &^= changed
	for rest := changed; rest != 0; {
		if sq := rest.Pop(); r.Placement[sq] == placement.Empty {
			t.board.set(t.event, t.now, sq, placement.Empty, true)
		}
	}
	for rest := changed; rest != 0; {
		sq := rest.Pop()
		t.board.set(t.event, t.now, sq, r.Placement[sq], true)
	}
	t.watchCrowd(true)
	heard := !t.gap
	t.gap = t.crowded
	if !t.scanned && t.phase == Waiting && t.board.differ(t.spine.Position().Placement()) != 0 {
		t.become(Setup) // the pieces are not set up yet
	}
	t.scanned = true
	if changed.Len() >= setupSquares && t.arrayStands() && t.spine.Len() > 0 && !t.over() && !t.clock.stopped && t.leadsTo() == onlySetUp {
		t.resetting = true // see watchReset
	}
	switch {
	case changed == 0 && heard:
		return
	case !heard && !t.frozen():
		t.reconcile()
	}
	t.boardChanged()
	t.evaluate()
	if changed != 0 && !t.frozen() && !t.over() && t.bestHypothesis().residual > 0 {
		t.bridge()
		t.unheard = !heard && t.bestHypothesis().residual > 0
	}
}

// setupSquares is how many squares change at once when somebody has set up the
// initial array unheard, rather than moved a piece back to it.
const setupSquares = 4

// boardChanged follows a change of the board through every hypothesis.
func (t *Tracker) boardChanged() {
	if t.resetting && !t.arrayStands() {
		t.resetting = false
	}
	t.watchPushes()
	if !t.frozen() {
		t.chargePutBack()
		t.grow()
		t.extendAnswered(t.index(t.bestHypothesis()))
	}
	if !t.ordered.awaited {
		t.watchSignal()
	}
}

// mostShown is how many pieces a board may show: all 32, and a few that are read twice,
// on squares whose sensors are stuck and under a hand that moves them. With more of them
// what is read means nothing, and each record of it would make every hypothesis grow in
// every way.
const mostShown = 36

// watchCrowd takes note that the board shows more pieces than can be on it. Then
// nothing is played until a scan shows fewer; where none comes, as from a board that
// cannot tell all squares, until no more than 32 have stood still for a while.
func (t *Tracker) watchCrowd(scan bool) {
	switch n := t.board.sensed.Occupied().Len(); {
	case n > mostShown && !t.crowded:
		t.crowded = true
		t.say(Finding{Code: SensorFault, Side: Both, Text: "more pieces are read than can be on a board"})
		t.touchGame()
	case scan && n <= mostShown && t.crowded:
		t.crowded = false
		t.touchGame()
	}
	t.gap = t.gap || t.crowded
}

// leaveCrowd goes on from what the board shows if it is no longer crowded, and no scan
// has come that says so.
func (t *Tracker) leaveCrowd() {
	if !t.crowded || t.board.sensed.Occupied().Len() > 32 || !t.after(t.board.last+disorderMs) {
		return
	}
	t.crowded, t.gap = false, false
	t.touchGame()
	if !t.frozen() {
		t.reconcile()
		t.grow()
		t.bridge()
	}
}

// DefaultLateMs is how long after an act, in milliseconds, a board may tell it of
// which nothing else is known: one full scan of a DGT board (maker: 200 to 250 ms).
const DefaultLateMs = 250

// SetLate says how long after an act, in milliseconds, the board may tell it: once
// it has been found which board it is. Not positive, it is as if nothing were said.
func (t *Tracker) SetLate(ms int64) {
	if ms > 0 {
		t.cfg.LateMs = ms
	}
}

// late is how long after a press the drop of its ply may be reported.
func (t *Tracker) late() int64 { return max(lateMs, t.cfg.LateMs) }

// grace is how long a press is not held to have been made without a move.
func (t *Tracker) grace() int64 { return t.cfg.LateMs + graceMs }

// restMs is how long a piece must be seen at rest to have been released: longer on a
// board whose reports may be late, since the drop may have been reported early and the
// next lift late.
func (t *Tracker) restMs() int64 { return t.cfg.RestMs + max(0, t.cfg.LateMs-DefaultLateMs) }

// sweep is within what time the order of changes may not be that of the hands.
func (t *Tracker) sweep() int64 { return max(sweepMs, t.cfg.LateMs) }

// inHands is how many pieces may be in the air: that of a move, and the one it takes.
const inHands = 2

// Follows reports whether what a scan shows leaves no more open than a board that
// has been heard all along: what is known already, or one legal ply more, but for
// pieces in the air. Where what is shown is no play at all, there is nothing to ask.
func (t *Tracker) Follows(shown *placement.Placement) bool {
	if t.frozen() || t.irregular >= 0 || !t.scanned {
		return true
	}
	for i := range t.hypotheses {
		if l := &t.hypotheses[i]; l.base == t.spine.Len() && followsFrom(l.pos(), shown) {
			return true
		}
	}
	return false
}

func followsFrom(p *legality.Position, shown *placement.Placement) bool {
	if lifted(p, shown) {
		return true
	}
	var buf [256]legality.Move
	for _, m := range p.AppendMoves(buf[:0]) {
		if after := p.Play(m); lifted(&after, shown) {
			return true
		}
	}
	return false
}

// lifted reports whether a board shows a position, but for pieces in the air.
func lifted(p *legality.Position, shown *placement.Placement) bool {
	off := differ(p.Placement(), shown)
	if off.Len() > inHands {
		return false
	}
	for off != 0 {
		if shown[off.Pop()] != placement.Empty {
			return false
		}
	}
	return true
}
