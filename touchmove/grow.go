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
	t.doubtful = false
	for i := range t.lines {
		t.doubtful = t.doubtful || t.lines[i].doubts > 0
		t.landsElsewhere(&t.lines[i])
		t.weigh(&t.lines[i])
	}
	for i := 0; i < len(t.lines); i++ {
		t.growing = i
		t.extend(i)
	}
	t.growing = -1
	t.goBack()
	t.prune()
	t.levelOdd()
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
		switch shows := t.board.sensed[to]; {
		case shows.Is(turn), shows == placement.Unknown:
			t.extendTo(i, to, shows)
		case shows.Is(turn.Other()):
			t.extendTaken(i, to, shows)
		}
	}
	t.extendExchanged(i)
	t.extendRetaken(i)
	t.extendCastling(i)
	t.extendUnseen(i)
	if l = &t.lines[i]; l.open && l.by == turn {
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
		t.extendLostLift(i, to)
		return
	}
	if t.missing(i, shows) {
		return
	}
	for still := p.Men(p.Turn(), shows.Kind()) &^ t.lines[i].diff; still != 0; {
		from := still.Pop()
		t.tryMove(i, from, to, shows, t.lostLiftCost(from))
	}
}

// extendLostLift tries, for a square on which a man stands that nobody was seen
// to lift and that the board does not name, all that could have come there.
func (t *Tracker) extendLostLift(i int, to placement.Square) {
	l := &t.lines[i]
	p := l.pos()
	if p.At(to) != placement.Empty || t.board.seqOf[to] <= l.earlierSeq() || p.Occupied(p.Turn())&l.diff != 0 {
		return
	}
	var buf [128]legality.Move
	for _, m := range p.AppendMoves(buf[:0]) {
		if m.To() == to && !m.IsCastling() && m.Promotion() == legality.NoKind && p.Captured(m) == placement.NoSquare {
			t.addStep(i, step{move: m, act: legality.ActLegal, after: p.Play(m), inferred: true, oneOf: 2, noDrop: true}, t.costs.ply+t.costs.lostLift)
		}
	}
}

func (t *Tracker) tryMove(i int, from, to placement.Square, shows placement.Piece, extra int) {
	p := t.lines[i].pos()
	m := moveShown(p.At(from), from, to, shows)
	if shows == placement.Unknown && m.Promotion() != legality.NoKind && p.IsLegal(m) {
		t.tryPromotions(i, from, to, extra)
		return
	}
	if m == legality.NoMove || !p.IsLegal(m) {
		return
	}
	if victim := p.Captured(m); victim != placement.NoSquare && victim != to && t.shows(victim, p.At(victim)) {
		return // a pawn taken en passant still stands there
	}
	if shows.Known() && m.Promotion() == legality.NoKind && shows != p.At(from) {
		if extra > 0 || t.board.sensed[from] != placement.Empty || t.missing(i, shows) {
			return
		}
		extra = t.costs.misread
	}
	if extra == 0 && m.Promotion() == legality.NoKind { // the new piece may come first (4.6.2)
		extra = t.liftCost(from, to)
	}
	t.addShown(i, from, step{move: m, act: legality.ActLegal, after: p.Play(m)}, t.costs.ply+extra)
}

// addShown adds a move that the board shows. If only a full scan does, and its man was
// in the air when his player pressed the clock with no ply to show for it, its drop
// was lost and the press was its.
func (t *Tracker) addShown(i int, from placement.Square, s step, cost int) {
	l := &t.lines[i]
	drop := t.board.change(t.board.seqOf[s.move.To()])
	if l.idle() && drop != nil && drop.scan && t.board.at[from] <= l.idleT {
		t.addIdle(i, s, cost+t.costs.tardyPly)
		return
	}
	t.addStep(i, s, cost)
}

// tryPromotions adds what a pawn can have become where the board does not say. A
// queen is likeliest by far; how the piece moves may tell otherwise.
func (t *Tracker) tryPromotions(i int, from, to placement.Square, extra int) {
	p := t.lines[i].pos()
	if victim := p.Captured(legality.MakePromotion(from, to, legality.Queen)); victim == placement.NoSquare && extra == 0 {
		extra = t.liftCost(from, to)
	}
	for _, piece := range t.costs.becomes {
		m := legality.MakePromotion(from, to, piece.kind)
		t.add(i, m, legality.ActLegal, t.lines[i].pos().Play(m), t.costs.ply+extra+piece.cost)
	}
}

// liftCost charges a move whose lift was reported after its drop. A man moved
// between two squares is on both in one scan, but not for longer.
func (t *Tracker) liftCost(from, to placement.Square) int {
	switch late := t.board.at[from] - t.board.at[to]; {
	case t.board.seqOf[from] < t.board.seqOf[to]:
		return 0
	case late <= t.sweep():
		return t.costs.lateLift
	}
	return t.costs.veryLateLift
}

// missing reports whether a man such as this one has been off its square in line i
// since the turn before: then it is no other one misread. One that has been gone for
// longer, or that a full scan just lacked, is not read at all.
func (t *Tracker) missing(i int, man placement.Piece) bool {
	l := &t.lines[i]
	for rest := t.board.changedSince(l.pos().Men(man.Color(), man.Kind())&l.diff, l.earlierSeq()); rest != 0; {
		if c := t.board.change(t.board.seqOf[rest.Pop()]); c == nil || !c.scan {
			return true
		}
	}
	return false
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

func (t *Tracker) shows(sq placement.Square, p placement.Piece) bool {
	return t.board.sensed[sq] == p || t.board.sensed[sq] == placement.Unknown
}
