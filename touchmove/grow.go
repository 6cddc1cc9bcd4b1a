package touchmove

import (
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// grow lets every line take the board as it reads now: it weighs what the line
// does not explain, and adds the lines that one more ply would make of it, and
// the lines that one more ply would make of those. It never waits for a clean
// board.
func (t *Tracker) grow() {
	for i := range t.lines {
		t.weigh(&t.lines[i])
	}
	for i := 0; i < len(t.lines); i++ {
		t.growing = i
		t.extend(i)
	}
	t.growing = -1
	t.goBack()
	t.prune()
}

// extend adds the lines that follow from line i by one ply that the board shows.
func (t *Tracker) extend(i int) {
	l := &t.lines[i]
	if l.n == maxOpen || (l.diff == 0 && !l.open) {
		return
	}
	turn := l.pos().Turn()
	for rest := l.diff; rest != 0; {
		to := rest.Pop()
		if shows := t.board.sensed[to]; shows.Is(turn) || shows == placement.Unknown {
			t.extendTo(i, to, shows)
		}
	}
	t.extendCastling(i)
	if l.open && l.by == turn {
		t.extendPressed(i)
	}
}

// extendTo tries the moves to one square: by a man that has left its square,
// or by one of the kind that the square shows and that is still read where it was.
func (t *Tracker) extendTo(i int, to placement.Square, shows placement.Piece) {
	p := t.lines[i].pos()
	own := p.Occupied(p.Turn())
	for left := own & t.lines[i].diff &^ to.Set(); left != 0; {
		t.tryMove(i, left.Pop(), to, shows, 0)
	}
	if !shows.Known() {
		return
	}
	for still := p.Men(p.Turn(), shows.Kind()) &^ t.lines[i].diff; still != 0; {
		t.tryMove(i, still.Pop(), to, shows, t.costs.lostLift)
	}
}

func (t *Tracker) tryMove(i int, from, to placement.Square, shows placement.Piece, extra int) {
	p := t.lines[i].pos()
	m := moveShown(p.At(from), from, to, shows)
	if m == legality.NoMove || !p.IsLegal(m) {
		return
	}
	if victim := p.Captured(m); victim != placement.NoSquare && victim != to && t.board.sensed[victim] == p.At(victim) {
		return // a pawn taken en passant still stands there
	}
	if shows.Known() && m.Promotion() == legality.NoKind && shows != p.At(from) {
		if extra > 0 || t.board.sensed[from] != placement.Empty || t.missing(i, shows) {
			return
		}
		extra = t.costs.misread
	}
	t.add(i, m, legality.ActLegal, p.Play(m), t.costs.ply+extra)
}

// missing reports whether a man such as this one is off its square in line i:
// then it is no other one misread.
func (t *Tracker) missing(i int, man placement.Piece) bool {
	l := &t.lines[i]
	return l.pos().Men(man.Color(), man.Kind())&l.diff != 0
}

// moveShown is the move of a man that would make a square show what it shows.
// A man of another kind than the one that left is taken for a misread one. An
// occupancy board is taken to show a queen where a pawn was promoted.
func moveShown(man placement.Piece, from, to placement.Square, shows placement.Piece) legality.Move {
	if man.Kind() != legality.Pawn || to.Rank() != lastRank(man.Color()) {
		return legality.MakeMove(from, to)
	}
	if shows == placement.Unknown {
		return legality.MakePromotion(from, to, legality.Queen)
	}
	if k := shows.Kind(); k != legality.Pawn && k != legality.King {
		return legality.MakePromotion(from, to, k)
	}
	return legality.NoMove
}

func lastRank(c placement.Color) int { return 7 - 7*int(c) }

func (t *Tracker) extendCastling(i int) {
	p := t.lines[i].pos()
	turn := p.Turn()
	for _, side := range [...]legality.Side{legality.Kingside, legality.Queenside} {
		rook := p.CastlingRook(turn, side)
		if rook == placement.NoSquare {
			continue
		}
		m := legality.MakeCastling(p.Kings(turn).First(), rook)
		if !t.shows(m.KingTo(), placement.MakePiece(turn, legality.King)) ||
			!t.shows(m.RookTo(), placement.MakePiece(turn, legality.Rook)) || !p.IsLegal(m) {
			continue
		}
		after := p.Play(m)
		if t.board.differ(after.Placement())&placement.Differ(p.Placement(), after.Placement()) == 0 {
			t.add(i, m, legality.ActLegal, after, t.costs.ply)
		}
	}
}

func (t *Tracker) shows(sq placement.Square, p placement.Piece) bool {
	return t.board.sensed[sq] == p || t.board.sensed[sq] == placement.Unknown
}

// add makes the line that follows from line i by one ply, if it is new and not
// hopelessly dear.
func (t *Tracker) add(i int, m legality.Move, act legality.ActKind, after legality.Position, cost int) *line {
	parent := &t.lines[i]
	s := step{move: m, act: act, after: after, side: parent.pos().Turn(), pressed: -1, clock: t.timeLeft(parent.pos().Turn())}
	s.squares = placement.Differ(parent.pos().Placement(), after.Placement())
	s.seq = t.board.lastSeq(s.squares)
	s.at, s.event = t.now, t.event
	if c := t.board.change(s.seq); c != nil {
		s.at, s.event, s.unheard = c.at, c.event, c.scan
	}
	cost += t.orderCost(parent, &s)
	if old := t.child(parent, &s); old != nil {
		old.cheapen(parent, cost)
		return old
	}
	child := *parent
	if prev := child.last(); prev != nil && prev.unheard && s.event == prev.event {
		prev.byNext, prev.inferred, s.inferred, child.loose = true, true, true, true
	}
	child.steps[child.n] = s
	child.n++
	child.cost += cost
	if child.open && child.by == s.side {
		t.settlePress(&child)
	}
	t.mend(&child)
	t.weigh(&child)
	return t.insert(&child)
}

// orderCost charges a ply for coming before what it answers.
func (t *Tracker) orderCost(l *line, s *step) int {
	cost, seq, at := 0, l.seq, l.at
	if prev := l.last(); prev != nil {
		seq, at = prev.seq, prev.at
		if prev.unheard && s.event == prev.event {
			return 0 // one scan showed both: presses and order are not known
		}
		if t.clock.used && !prev.completed() {
			cost += t.costs.unpressed
		}
	}
	if t.clock.used && l.n >= 2 && !l.steps[l.n-2].completed() {
		cost += t.costs.forgotten
	}
	switch {
	case s.seq > seq:
	case at-s.at <= crossedMs:
		cost += t.costs.crossed
	default:
		cost += t.costs.early
	}
	return cost
}

// child is the line that has just one ply more than parent, the given one.
func (t *Tracker) child(parent *line, s *step) *line {
	for i := range t.lines {
		l := &t.lines[i]
		if l.n == parent.n+1 && l.base == parent.base && l.steps[l.n-1].same(s) && l.startsWith(parent) {
			return l
		}
	}
	return nil
}
