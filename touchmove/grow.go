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
		t.landsLate(&t.lines[i])
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
		t.tryMove(i, still.Pop(), to, shows, t.costs.lostLift)
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

// extendExchanged tries, on a board that names no men, the captures on squares
// that were emptied in this turn and read occupied again.
func (t *Tracker) extendExchanged(i int) {
	for rest := t.exchangedSquares(&t.lines[i]); rest != 0; {
		t.extendTo(i, rest.Pop(), placement.Unknown)
	}
}

// exchangedSquares is the squares of enemy men that were emptied in the turn of
// the player having the move in a line, and read occupied again by a man that the
// board does not name.
func (t *Tracker) exchangedSquares(l *line) placement.Set {
	if !t.board.unnamed {
		return 0
	}
	p := l.pos()
	return t.board.changedSince(p.Occupied(p.Turn().Other())&^l.diff, l.turnSeq(l.n))
}

// extendRetaken tries, on a board that names its men, the captures of a man in the
// place of which another one like it has come at once: both captures happened
// between two scans.
func (t *Tracker) extendRetaken(i int) {
	p, off := t.lines[i].pos(), t.lines[i].diff
	own, theirs := p.Occupied(p.Turn())&off, p.Occupied(p.Turn().Other())&off
	if t.board.unnamed || own == 0 || theirs == 0 {
		return
	}
	for own != 0 {
		from := own.Pop()
		if t.board.sensed[from] != placement.Empty {
			continue
		}
		for rest := theirs; rest != 0; {
			t.tryRetaken(i, from, rest.Pop())
		}
	}
}

// tryRetaken tries the captures by the man from one square of men like the one
// from another, which can have captured it.
func (t *Tracker) tryRetaken(i int, from, by placement.Square) {
	p := t.lines[i].pos()
	if t.board.sensed[by] != placement.Empty {
		return
	}
	for like := p.Men(p.At(by).Color(), p.At(by).Kind()) &^ t.lines[i].diff; like != 0; {
		to := like.Pop()
		m := legality.MakeMove(from, to)
		if !p.IsLegal(m) {
			continue
		}
		after := p.Play(m)
		if after.IsLegal(legality.MakeMove(by, to)) {
			t.addIdle(i, step{move: m, act: legality.ActLegal, after: after, inferred: true}, t.costs.ply+t.costs.lostDrop)
		}
	}
}

// extendTaken tries the moves to a square on which an enemy man now stands that
// has left its own: it may have taken there what no scan has seen.
func (t *Tracker) extendTaken(i int, to placement.Square, shows placement.Piece) {
	l := &t.lines[i]
	p := l.pos()
	if p.Men(shows.Color(), shows.Kind())&l.diff&^to.Set() == 0 {
		return
	}
	for left := p.Occupied(p.Turn()) & l.diff; left != 0; {
		from := left.Pop()
		m := legality.MakeMove(from, to)
		if t.board.sensed[from] != placement.Empty || !p.IsLegal(m) {
			continue
		}
		t.addIdle(i, step{move: m, act: legality.ActLegal, after: p.Play(m), inferred: true, taken: to.Set()}, t.costs.ply+t.costs.lostDrop)
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
	t.add(i, m, legality.ActLegal, p.Play(m), t.costs.ply+extra)
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

// extendCastling tries castling on each side: king and rook on their new
// squares or, once the clock was pressed or the opponent has moved, one of them there
// and the other off the board.
func (t *Tracker) extendCastling(i int) {
	l := &t.lines[i]
	p := l.pos()
	turn := p.Turn()
	for _, side := range [...]legality.Side{legality.Kingside, legality.Queenside} {
		rook := p.CastlingRook(turn, side)
		if rook == placement.NoSquare {
			continue
		}
		m := legality.MakeCastling(p.Kings(turn).First(), rook)
		cost, ok := t.castlingCost(m, turn, t.castled(l, m))
		if ok && p.IsLegal(m) {
			t.add(i, m, legality.ActLegal, p.Play(m), t.costs.ply+cost)
		}
	}
}

// castled reports whether a castling of the player having the move in a line must
// be over, be it that a drop was lost.
func (t *Tracker) castled(l *line, m legality.Move) bool {
	if l.open && l.by == l.pos().Turn() {
		return true
	}
	_, landed := t.answerTo(l, m.To())
	return landed && l.diff.Has(m.To()) && l.diff.Has(m.From())
}

// castlingCost is what a castling costs for the lifts and drops that were not
// seen; false if the board does not show it.
func (t *Tracker) castlingCost(m legality.Move, turn placement.Color, pressed bool) (int, bool) {
	king, rook := placement.MakePiece(turn, legality.King), placement.MakePiece(turn, legality.Rook)
	cost, seen := 0, 0
	for _, man := range [...]struct {
		from, to placement.Square
		piece    placement.Piece
	}{{m.From(), m.KingTo(), king}, {m.To(), m.RookTo(), rook}} {
		switch at := t.board.sensed[man.from]; {
		case t.shows(man.to, man.piece):
			seen++
			if man.from != man.to && at == man.piece && man.from != m.RookTo() {
				cost += t.costs.lostLift
			}
		case pressed && t.board.sensed[man.to] == placement.Empty && at == placement.Empty:
			cost += t.costs.lostDrop
		default:
			return 0, false
		}
	}
	return cost, seen > 0 && cost <= t.costs.lostLift
}

func (t *Tracker) shows(sq placement.Square, p placement.Piece) bool {
	return t.board.sensed[sq] == p || t.board.sensed[sq] == placement.Unknown
}

// add makes the line that follows from line i by one ply, if it is new and not
// hopelessly dear.
func (t *Tracker) add(i int, m legality.Move, act legality.ActKind, after legality.Position, cost int) *line {
	return t.addStep(i, step{move: m, act: act, after: after}, cost)
}

// addStep does the same for a step of which more is known than its move.
func (t *Tracker) addStep(i int, s step, cost int) *line {
	parent := &t.lines[i]
	s.side, s.pressed, s.clock = parent.pos().Turn(), -1, t.timeLeft(parent.pos().Turn())
	s.squares = placement.Differ(parent.pos().Placement(), s.after.Placement())
	s.seq = t.board.lastSeq(s.squares &^ s.taken)
	s.at, s.event = t.now, t.event
	if c := t.board.change(s.seq); c != nil {
		s.at, s.event, s.unheard = c.at, c.event, c.scan
	}
	cost += t.orderCost(parent, &s) + t.detourCost(parent, &s)
	if old := t.child(parent, &s); old != nil {
		s.paid = cost
		t.showAgain(old, &s)
		old.cheapen(parent, cost)
		return old
	}
	child := &t.next
	child.take(parent)
	if prev := child.last(); prev != nil && prev.unheard && s.event == prev.event {
		prev.byNext, prev.inferred, s.inferred, child.loose = true, true, true, true
	}
	if s.legal() && (parent.doubts > 0 || s.oneOf > 1) {
		odd := t.implausible(parent.pos(), s.move)
		child.odd += odd
		child.cost += odd
	}
	s.paid = cost
	child.push(s)
	child.cost += cost
	if child.open && child.by == s.side {
		t.settlePress(child)
	}
	t.mend(child)
	t.weigh(child)
	return t.insert(child)
}

// showAgain takes note that the board shows a line's last ply again, perhaps
// otherwise than before. One that was taken for unseen is seen after all; what
// follows from it is given up, and grows again as far as it holds.
func (t *Tracker) showAgain(l *line, s *step) {
	last := l.last()
	if !last.noDrop || t.board.unnamed || s.unheard || s.noDrop || s.seq <= last.seq {
		if last.inferred && s.inferred {
			l.doubts += s.doubt() - last.doubt()
			last.noDrop, last.oneOf = s.noDrop, s.oneOf
		}
		return // nameless, another man may stand there
	}
	for i := range t.lines {
		if o := &t.lines[i]; o.n > l.n && o.startsWith(l) {
			o.cost += t.costs.prune
		}
	}
	l.doubts -= last.doubt()
	last.seq, last.event, last.at, last.unheard = s.seq, s.event, s.at, s.unheard
	last.noDrop, last.inferred, last.oneOf = false, false, 0
	l.cost -= max(t.costs.lostDrop, last.paid-s.paid) // it costs what it would have, had it not been taken for unseen
	last.paid = min(last.paid, s.paid)
	if last.pressed >= 0 && last.at > last.pressed {
		l.cost += t.costs.latePly
	}
}

// orderCost charges a ply for coming before what it answers.
func (t *Tracker) orderCost(l *line, s *step) int {
	cost, seq, at := 0, l.seq, l.at
	if prev := l.last(); prev != nil {
		seq, at = prev.seq, prev.at
		if prev.unheard && s.event == prev.event {
			return 0 // one scan showed both: presses and order are not known
		}
		cost += t.unpressedCost(prev, t.costs.unpressed)
	}
	if l.n >= 2 {
		cost += t.unpressedCost(&l.steps[l.n-2], t.costs.forgotten)
	}
	switch {
	case s.seq > seq:
	case at-s.at <= crossedMs && t.crosses(l, s):
		cost += t.costs.crossed
		if t.slidOn(l, s) {
			cost += t.costs.again
		}
	default:
		cost += t.costs.early
	}
	if l.n >= 2 && l.steps[l.n-2].noDrop && t.slidOn(l, s) {
		cost += t.costs.again
	}
	return cost
}

// crosses reports whether the man of a ply was lifted no earlier than the man
// whose ply it answers; within a scan that is not known.
func (t *Tracker) crosses(l *line, s *step) bool {
	prev := l.last()
	return prev == nil || prev.move == legality.NoMove || s.move == legality.NoMove ||
		t.board.at[s.move.From()]+t.sweep() >= t.board.at[prev.move.From()]
}

// slidOn reports whether a ply takes the man of its player's last one on, before it
// has rested for long, to where it could have gone at once, or back: it may have
// been on its way all the time.
func (t *Tracker) slidOn(l *line, s *step) bool {
	if l.n < 2 || s.move.From() != l.steps[l.n-2].move.To() {
		return false
	}
	first := &l.steps[l.n-2]
	if !first.noDrop && t.board.at[s.move.From()]-first.at >= slideMs {
		return false
	}
	direct := legality.MakeMove(first.move.From(), s.move.To())
	return first.noDrop && direct.From() == direct.To() || l.before(l.n-2).IsLegal(direct)
}

// unpressedCost charges a ply that was not pressed, with a clock in use; less,
// if its player did not press the one before it either.
func (t *Tracker) unpressedCost(s *step, cost int) int {
	switch {
	case !t.clock.used, s.completed(), s.tried:
		return 0
	case t.careless[s.side]:
		return cost / 2
	}
	return cost
}

// child is the line that has just one ply more than parent, the given one.
func (t *Tracker) child(parent *line, s *step) *line {
	path := parent.pathTo(s)
	for i := range t.lines {
		if l := &t.lines[i]; l.n == parent.n+1 && l.base == parent.base && l.steps[parent.n].path == path {
			return l
		}
	}
	return nil
}
