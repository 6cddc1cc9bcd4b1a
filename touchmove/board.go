package touchmove

import (
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// change is one square that came to read otherwise.
type change struct {
	seq   int
	event int
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
	sensed  placement.Placement
	at      [64]int64 // when each square last changed
	seqOf   [64]int   // the change that it was
	left    [64]int   // the change with which each square was last emptied
	changes [recent]change
	seq     int   // number of the last change, from 1
	last    int64 // when it was
	unnamed bool  // the board has shown a man whose kind it does not know
	broken
}

// set makes a square read as given. It reports false if it did already.
func (b *board) set(event int, at int64, sq placement.Square, is placement.Piece, scan bool) bool {
	was := b.sensed[sq]
	if was == is {
		return false
	}
	b.seq++
	b.changes[b.seq%recent] = change{b.seq, event, at, sq, was, is, scan}
	b.unnamed = b.unnamed || is == placement.Unknown
	b.works(sq)
	b.sensed[sq], b.at[sq], b.seqOf[sq], b.last = is, at, b.seq, at
	if is == placement.Empty {
		b.left[sq] = b.seq
	}
	return true
}

// forgetNames has every man read as one of unknown kind.
func (b *board) forgetNames() {
	b.unnamed = true
	for sq, man := range b.sensed {
		if man != placement.Empty {
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

// putDown reports whether a man that was lifted has been put down by the seq-th
// change: on its square, or, where the board names men, elsewhere.
func (b *board) putDown(man placement.Piece, lift *change, seq int) bool {
	for c := range b.since(lift.seq) {
		if c.seq > seq {
			return false
		}
		if c.sq == lift.sq || c.is == man {
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
// A man of unknown kind agrees with any man.
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
		// The man was there: its drop was lost.
		t.board.set(t.event, t.now, r.Square, r.Piece, false)
		if !t.frozen() {
			t.grow()
		}
	}
	if t.board.sensed[r.Square] != piece {
		t.noteCalm()
	}
	if t.board.sensed[r.Square] != piece && !t.frozen() {
		t.remember(r.Square)
	}
	if t.board.set(t.event, t.now, r.Square, piece, false) {
		t.pushes &^= r.Square.Set()
		t.boardChanged()
	}
}

// onBoard takes a full scan: every square that reads otherwise than before has
// changed, in an order that the scan does not tell; lifts are put first.
func (t *Tracker) onBoard(r *sensor.Record) {
	changed := placement.Differ(&t.board.sensed, &r.Placement)
	if changed != 0 {
		t.noteCalm()
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
	heard := !t.gap
	t.gap = false
	if !t.scanned && t.phase == Waiting && t.board.differ(t.spine.Position().Placement()) != 0 {
		t.become(Setup) // the men are not set up yet
	}
	t.scanned = true
	if changed.Len() >= setupSquares && t.board.initial() && t.spine.Len() > 0 && !t.over() {
		t.resetting = true // see watchReset
	}
	switch {
	case changed == 0 && heard:
		t.evaluate()
		return
	case !heard && !t.frozen():
		t.reconcile()
	}
	t.boardChanged()
	if changed != 0 && !t.frozen() && !t.over() && t.bestLine().fit > 0 {
		t.bridge()
		t.unheard = !heard && t.bestLine().fit > 0
		t.evaluate()
	}
}

// setupSquares is how many squares change at once when somebody has set up the
// initial array unheard, rather than moved a piece back to it.
const setupSquares = 4

// boardChanged follows a change of the board through every reading.
func (t *Tracker) boardChanged() {
	if t.resetting && !t.board.initial() {
		t.resetting = false
	}
	t.watchPushes()
	if !t.frozen() {
		t.chargePutBack()
		t.grow()
		t.extendAnswered(t.index(t.bestLine()))
	}
	if !t.ordered.awaited {
		t.watchSignal()
	}
	t.evaluate()
}
