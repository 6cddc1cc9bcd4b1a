package touchmove

import (
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// change records that a square began to show something else.
type change struct {
	seq   int
	event Event
	at    int64
	sq    placement.Square
	was   placement.Piece
	is    placement.Piece
	scan  bool // a full scan showed it: its time and its order among the others are not known
}

func (c *change) lift() bool { return c.is == placement.Empty }

// recent is how many changes are kept. If a turn has more of them, the board is being
// cleared or set up, and the last ones suffice.
const recent = 256

// board holds what the sensors show now, and the last changes.
type board struct {
	sensed    placement.Placement
	at        [64]int64 // when each square last changed
	seqOf     [64]int   // the number of its last change
	left      [64]int   // the number of the change that last emptied it
	changes   [recent]change
	seq       int   // number of the last change, from 1
	last      int64 // when it was
	occupancy bool  // the board has shown a piece whose kind it does not know
	broken
}

// set makes a square show a piece. It returns false if the square showed that already.
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

// forgetNames turns every piece on the board into one of unknown kind.
func (b *board) forgetNames() {
	b.occupancy = true
	b.sensed = placement.Occupancy(b.sensed.Occupied())
}

// change returns the change with number seq; nil if there was none or it is no longer kept.
func (b *board) change(seq int) *change {
	if c := &b.changes[seq%recent]; seq > 0 && c.seq == seq {
		return c
	}
	return nil
}

// since yields the kept changes after number seq, oldest first.
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

// putDown reports whether the lifted piece was put down by the change with number seq: on
// its own square or, if the board names pieces, on another one.
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

// seqAt returns the number of the last kept change at or before a moment.
func (b *board) seqAt(at int64) int {
	seq := b.seq
	for c := b.change(seq); c != nil && c.at > at; c = b.change(seq) {
		seq--
	}
	return seq
}

// timeOf returns the time of the change with number seq; 0 if it is not kept.
func (b *board) timeOf(seq int) int64 {
	if c := b.change(seq); c != nil {
		return c.at
	}
	return 0
}

// differ returns the squares where the board and a placement differ. A piece of unknown
// kind agrees with any piece.
func (b *board) differ(p *placement.Placement) placement.Set { return differ(p, &b.sensed) }

// differ returns the squares where two placements differ; shown may have pieces of unknown
// kind.
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

// quietSince returns when one of the given squares last changed; -1 if none ever did.
func (b *board) quietSince(squares placement.Set) int64 {
	last := int64(-1)
	for squares != 0 {
		if sq := squares.Pop(); b.seqOf[sq] > 0 && b.at[sq] > last {
			last = b.at[sq]
		}
	}
	return last
}

// lastSeq returns the number of the last change of any of the given squares.
func (b *board) lastSeq(squares placement.Set) int {
	seq := 0
	for squares != 0 {
		if sq := squares.Pop(); b.seqOf[sq] > seq {
			seq = b.seqOf[sq]
		}
	}
	return seq
}

// changedSince returns those of the given squares that have changed after number seq.
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
		// The piece was there: the report of its drop was lost.
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

// onBoard takes a full scan. Every square that differs from before has changed. The scan
// does not show in which order; lifts come first here.
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
		t.scanUnexplained = !heard && t.bestHypothesis().residual > 0
	}
}

// setupSquares is how many squares change at once when somebody has set up the initial
// array and the board did not report it. Fewer mean that a piece was moved back to it.
const setupSquares = 4

// boardChanged updates every hypothesis after a change of the board.
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

// mostShown is how many pieces a board may show: all 32, and a few that show twice, because
// a sensor is stuck or a hand passes over a square. If there are more, the sensors mean
// nothing, and each report would make every hypothesis grow in every way.
const mostShown = 36

// watchCrowd notes that the board shows more pieces than it can hold. From then on nothing
// counts as play until a scan shows fewer. A board that sends no scans ends this state when
// it has shown at most 32 pieces at rest for a while.
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

// leaveCrowd resumes play from what the board shows if it is no longer crowded, without
// waiting for a scan.
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

// DefaultLateMs is how long after an act, in milliseconds, a board may report it, if
// nothing else is known of the board: one full scan of a DGT board (maker: 200 to 250 ms).
const DefaultLateMs = 250

// SetLate sets how long after an act, in milliseconds, the board may report it. Call it
// when the board's family becomes known. A value that is not positive restores the default.
func (t *Tracker) SetLate(ms int64) {
	if ms > 0 {
		t.cfg.LateMs = ms
	}
}

// late returns how long after a press the drop of its ply may be reported.
func (t *Tracker) late() int64 { return max(lateMs, t.cfg.LateMs) }

// grace returns how long after a press the tracker still expects its move.
func (t *Tracker) grace() int64 { return t.cfg.LateMs + graceMs }

// restMs returns how long a piece must be seen at rest before it counts as released. It is
// longer on a board whose reports may be late: the drop may have been reported early and
// the next lift late.
func (t *Tracker) restMs() int64 { return t.cfg.RestMs + max(0, t.cfg.LateMs-DefaultLateMs) }

// sweep returns the time within which the order of changes may differ from that of the
// hands.
func (t *Tracker) sweep() int64 { return max(sweepMs, t.cfg.LateMs) }

// inHands is how many pieces may be in the air: the one that moves, and the one it
// captures.
const inHands = 2

// Follows reports whether a scan is explained as well as one of a board that has been
// connected all along: by the position already known or by one more legal ply, apart from
// pieces in the air. It is true as well if the scan shows no play at all.
func (t *Tracker) Follows(shown *placement.Placement) bool {
	if t.frozen() || t.irregular >= 0 || !t.scanned {
		return true
	}
	for i := range t.hypotheses {
		if l := &t.hypotheses[i]; l.base == t.spine.Len() && FollowsFrom(l.pos(), shown) {
			return true
		}
	}
	return false
}

// FollowsFrom reports whether a scan shows a position, or one more legal ply, apart from pieces
// in the air.
func FollowsFrom(p *legality.Position, shown *placement.Placement) bool {
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

// lifted reports whether a board shows a position, apart from pieces in the air.
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
