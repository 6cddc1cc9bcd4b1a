package touchmove

import (
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/touchmove/laws"
)

// grow updates every hypothesis to the board as it is now. It scores the squares that the
// hypothesis does not explain, and adds the hypotheses that one more ply makes of it, and
// those that one more ply makes of these. It never waits for a clean board.
func (t *Tracker) grow() {
	t.doubtful = false
	for i := range t.hypotheses {
		t.doubtful = t.doubtful || t.hypotheses[i].doubts > 0
		t.landsElsewhere(&t.hypotheses[i])
		t.score(&t.hypotheses[i])
	}
	for i := 0; i < len(t.hypotheses); i++ {
		t.growing = i
		t.extend(i)
	}
	t.growing = -1
	t.goBack()
	t.prune()
	t.levelOdd()
}

// extend adds the hypotheses that continue hypothesis i by one ply that the board shows.
func (t *Tracker) extend(i int) {
	l := &t.hypotheses[i]
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
	if l = &t.hypotheses[i]; l.open && l.by == turn {
		t.extendPressed(i)
	}
}

// extendTo tries the moves to one square: by a piece that has left its square, or by one of
// the shown kind that the board still shows where it was.
func (t *Tracker) extendTo(i int, to placement.Square, shows placement.Piece) {
	p := t.hypotheses[i].pos()
	own := p.Occupied(p.Turn())
	for left := own & t.hypotheses[i].diff &^ to.Set(); left != 0; {
		t.tryMove(i, left.Pop(), to, shows, 0)
	}
	if !shows.Known() {
		t.extendLostLift(i, to)
		return
	}
	if t.missing(i, shows) {
		return
	}
	for still := p.Pieces(p.Turn(), shows.Kind()) &^ t.hypotheses[i].diff; still != 0; {
		from := still.Pop()
		t.tryMove(i, from, to, shows, t.lostLiftCost(from))
	}
}

// extendLostLift handles a square on which a piece of unknown kind landed without a lift. It
// tries every piece that could have come there.
func (t *Tracker) extendLostLift(i int, to placement.Square) {
	l := &t.hypotheses[i]
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
	p := t.hypotheses[i].pos()
	m := moveShown(p.At(from), from, to, shows)
	if shows == placement.Unknown && m.Promotion() != legality.NoKind && p.IsLegal(m) {
		t.tryPromotions(i, from, to, extra)
		return
	}
	if m == legality.NoMove || !p.IsLegal(m) {
		return
	}
	if victim := p.Captured(m); victim != placement.NoSquare && victim != to && t.shows(victim, p.At(victim)) {
		return // a pawn captured en passant still stands there
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

// addShown adds a move that the board shows. If a player pressed with no ply to show for it
// while the piece was in the air, the press belongs to this move: the report was late, or
// the drop was lost and a scan shows the piece.
func (t *Tracker) addShown(i int, from placement.Square, s step, cost int) {
	l := &t.hypotheses[i]
	drop := t.board.change(t.board.seqOf[s.move.To()])
	off := t.board.sensed[from] == placement.Empty || drop != nil && drop.scan
	if l.idle() && off && t.board.at[from] <= l.idleT {
		t.addIdle(i, s, cost+t.costs.tardyPly)
		return
	}
	t.addStep(i, s, cost)
}

// tryPromotions tries the kinds of a promotion that the board does not show. A queen is by
// far the likeliest; the way in which the piece moves later may show otherwise.
func (t *Tracker) tryPromotions(i int, from, to placement.Square, extra int) {
	p := t.hypotheses[i].pos()
	if victim := p.Captured(legality.MakePromotion(from, to, legality.Queen)); victim == placement.NoSquare && extra == 0 {
		extra = t.liftCost(from, to)
	}
	for _, piece := range t.costs.becomes {
		m := legality.MakePromotion(from, to, piece.kind)
		t.addShown(i, from, step{move: m, act: legality.ActLegal, after: t.hypotheses[i].pos().Play(m)}, t.costs.ply+extra+piece.cost)
	}
}

// liftCost charges a move whose lift was reported after its drop. One scan may show a
// moving piece on both squares, but no longer than that.
func (t *Tracker) liftCost(from, to placement.Square) int {
	switch late := t.board.at[from] - t.board.at[to]; {
	case t.board.seqOf[from] < t.board.seqOf[to]:
		return 0
	case late <= t.sweep():
		return t.costs.lateLift
	}
	return t.costs.veryLateLift
}

// missing reports whether a like piece has been off its square in hypothesis i since the
// turn before: then it is the moving one, and no other kind was misread. A piece that has
// been off for longer, or that only a full scan lacked, does not count.
func (t *Tracker) missing(i int, piece placement.Piece) bool {
	l := &t.hypotheses[i]
	for rest := t.board.changedSince(l.pos().Pieces(piece.Color(), piece.Kind())&l.diff, l.earlierSeq()); rest != 0; {
		if c := t.board.change(t.board.seqOf[rest.Pop()]); c == nil || !c.scan {
			return true
		}
	}
	return false
}

// moveShown returns the move of a piece that explains what a square shows. If another kind
// appears than the one that left, it counts as misread. On a board of occupancy a promoted
// pawn counts as a queen.
func moveShown(piece placement.Piece, from, to placement.Square, shows placement.Piece) legality.Move {
	if piece.Kind() != legality.Pawn || to.Rank() != laws.LastRank(piece.Color()) {
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

func (t *Tracker) shows(sq placement.Square, p placement.Piece) bool {
	return t.board.sensed[sq] == p || t.board.sensed[sq] == placement.Unknown
}

// extendExchanged tries, on a board of occupancy, captures on squares that were emptied and
// occupied again in this turn.
func (t *Tracker) extendExchanged(i int) {
	for rest := t.exchangedSquares(&t.hypotheses[i]); rest != 0; {
		t.extendTo(i, rest.Pop(), placement.Unknown)
	}
}

// exchangedSquares returns the squares of the opponent's pieces that were emptied in the
// present turn of a hypothesis and occupied again by a piece of unknown kind.
func (t *Tracker) exchangedSquares(l *hypothesis) placement.Set {
	if !t.board.occupancy {
		return 0
	}
	p := l.pos()
	return t.board.changedSince(p.Occupied(p.Turn().Other())&^l.diff, l.turnSeq(l.n))
}

// extendRetaken handles a captured piece that was replaced at once by a like one, on a
// board that names its pieces: two captures happened between two scans.
func (t *Tracker) extendRetaken(i int) {
	p, off := t.hypotheses[i].pos(), t.hypotheses[i].diff
	own, theirs := p.Occupied(p.Turn())&off, p.Occupied(p.Turn().Other())&off
	if t.board.occupancy || own == 0 || theirs == 0 {
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

// tryRetaken tries the captures by the piece from one square of pieces that a like piece
// from another square can have captured in turn.
func (t *Tracker) tryRetaken(i int, from, by placement.Square) {
	p := t.hypotheses[i].pos()
	if t.board.sensed[by] != placement.Empty {
		return
	}
	for like := p.Pieces(p.At(by).Color(), p.At(by).Kind()) &^ t.hypotheses[i].diff; like != 0; {
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

// extendTaken tries the moves to a square on which an opponent's piece now stands that has
// left its own: that piece may have captured there between two scans.
func (t *Tracker) extendTaken(i int, to placement.Square, shows placement.Piece) {
	l := &t.hypotheses[i]
	p := l.pos()
	if p.Pieces(shows.Color(), shows.Kind())&l.diff&^to.Set() == 0 {
		return
	}
	for left := p.Occupied(p.Turn()) & l.diff; left != 0; {
		from := left.Pop()
		m := moveShown(p.At(from), from, to, t.stoodOn(to, p.Turn(), l.turnSeq(l.n)))
		if t.board.sensed[from] != placement.Empty || m == legality.NoMove || !p.IsLegal(m) {
			continue
		}
		t.addIdle(i, step{move: m, act: legality.ActLegal, after: p.Play(m), inferred: true, taken: to.Set()}, t.costs.ply+t.costs.lostDrop)
	}
}

// stoodOn returns the piece of a player that has stood on a square since the change with
// number seq. If none has but a pawn, it returns an unknown piece: the player's queen, if
// there was one at all, was captured between two scans.
func (t *Tracker) stoodOn(sq placement.Square, side placement.Color, seq int) placement.Piece {
	stood := placement.Unknown
	for c := range t.board.since(seq) {
		if c.sq == sq && c.is.Is(side) && c.is.Kind() != legality.Pawn {
			stood = c.is
		}
	}
	return stood
}

// extendCastling tries castling on each side. King and rook stand on their new squares.
// Once the clock was pressed or the opponent has moved, one of them may be off the board.
func (t *Tracker) extendCastling(i int) {
	l := &t.hypotheses[i]
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
			t.addShown(i, m.From(), step{move: m, act: legality.ActLegal, after: p.Play(m)}, t.costs.ply+cost)
		}
	}
}

// castled reports whether a castling of the player having the move in a hypothesis must be
// over, even if a drop was lost.
func (t *Tracker) castled(l *hypothesis, m legality.Move) bool {
	if l.open && l.by == l.pos().Turn() {
		return true
	}
	_, landed := t.answerTo(l, m.To())
	return landed && l.diff.Has(m.To()) && l.diff.Has(m.From())
}

// castlingCost returns the cost of a castling for the lifts and drops that were not seen;
// false if the board does not show it.
func (t *Tracker) castlingCost(m legality.Move, turn placement.Color, pressed bool) (int, bool) {
	king, rook := placement.MakePiece(turn, legality.King), placement.MakePiece(turn, legality.Rook)
	cost, seen := 0, 0
	for _, part := range [...]struct {
		from, to placement.Square
		piece    placement.Piece
	}{{m.From(), m.KingTo(), king}, {m.To(), m.RookTo(), rook}} {
		switch at := t.board.sensed[part.from]; {
		case t.shows(part.to, part.piece):
			seen++
			if part.from != part.to && at == part.piece && part.from != m.RookTo() {
				cost += t.costs.lostLift
			}
		case at == placement.Empty && t.board.has(part.to):
			cost += t.costs.broken
		case pressed && t.board.sensed[part.to] == placement.Empty && at == placement.Empty:
			cost += t.costs.lostDrop
		default:
			return 0, false
		}
	}
	return cost, seen > 0 && cost <= t.costs.lostLift
}

// extendUnseen adds the plies of a piece that has left its square and was not seen to be
// put down. They are captures that a board of occupancy cannot show, because another piece
// stood there in the scan before, and moves whose drop was lost. Later plies may show which
// one it was.
func (t *Tracker) extendUnseen(i int) {
	l := &t.hypotheses[i]
	pressed := l.open && l.by == l.pos().Turn()
	off := t.offInTurn(l)
	for rest := off; rest != 0; {
		from := rest.Pop()
		touched, playedOn := t.answerTo(l, from)
		retaken := !pressed && !touched && t.board.occupancy && t.lifted(l, from) != 0
		if !pressed && !touched && !retaken || t.seenElsewhere(l, from) {
			continue
		}
		cost := t.costs.ply + t.costs.otherOff*(off.Len()-1)
		if retaken {
			cost += t.costs.retaken
		}
		if t.clock.used && !pressed && !l.idle() {
			cost += t.costs.unpressed
		}
		t.addUnseen(i, from, cost, playedOn)
	}
}

// idle reports whether the player of a hypothesis's next ply has pressed the clock without
// a ply to show for it.
func (l *hypothesis) idle() bool {
	return l.idleT > 0 && l.idleN == l.base+l.n && !(l.open && l.by == l.pos().Turn())
}

// offInTurn returns the squares of the player having the move in a hypothesis whose pieces
// were lifted since the turn began. Pieces that only a full scan lacked do not count.
func (t *Tracker) offInTurn(l *hypothesis) placement.Set {
	p, off := l.pos(), placement.Set(0)
	for rest := t.board.changedSince(p.Occupied(p.Turn())&l.diff, l.earlierSeq()); rest != 0; {
		sq := rest.Pop()
		if c := t.board.change(t.board.seqOf[sq]); t.board.sensed[sq] == placement.Empty && (c == nil || !c.scan) {
			off |= sq.Set()
		}
	}
	return off
}

// earlierSeq returns the number of the change with which the turn of a hypothesis's last
// ply began. The piece for the next ply may have been lifted since then.
func (l *hypothesis) earlierSeq() int {
	if l.n == 0 {
		return l.seqBefore
	}
	return l.turnSeq(l.n - 1)
}

// answerTo reports whether the opponent has lifted one of the own pieces since the piece
// from a square was lifted, and whether play has gone on from there: the opponent has put
// it elsewhere, or has been answered. A piece that this one has captured does not count.
func (t *Tracker) answerTo(l *hypothesis, from placement.Square) (touched, landed bool) {
	p := l.pos()
	var off, on placement.Set
	for rest := t.board.changedSince(l.diff, t.board.seqOf[from]); rest != 0; {
		sq := rest.Pop()
		switch shows := t.board.sensed[sq]; {
		case shows == placement.Empty && p.At(sq).Is(p.Turn().Other()):
			off |= sq.Set()
			touched = touched || !canGo(p, from, sq)
		case shows != placement.Empty && !shows.Is(p.Turn()):
			on |= sq.Set()
		}
	}
	for rest := on; rest != 0 && !touched; {
		shows := t.board.sensed[rest.Pop()]
		touched = shows.Known() && p.Pieces(shows.Color(), shows.Kind())&off != 0
	}
	return touched, touched && (on != 0 || t.movedOn(l, from, off))
}

// movedOn reports whether, on a board that names pieces, the player having the move in a
// hypothesis moved a piece other than the one from a square after the opponent lifted one
// of the given ones.
func (t *Tracker) movedOn(l *hypothesis, from placement.Square, theirs placement.Set) bool {
	p, first := l.pos(), t.board.seq
	for theirs != 0 {
		first = min(first, t.board.seqOf[theirs.Pop()])
	}
	for rest := t.board.changedSince(l.diff, first); rest != 0; {
		sq := rest.Pop()
		shows := t.board.sensed[sq]
		if !shows.Known() || !shows.Is(p.Turn()) {
			continue
		}
		like := p.Pieces(shows.Color(), shows.Kind()) & l.diff &^ from.Set()
		if t.board.changedSince(like, first) != 0 {
			return true
		}
	}
	return false
}

// lifted returns the opponent's pieces that were lifted after the piece from a square and
// before a press, and that are still off. On a board of occupancy they may answer a capture
// that was not seen, though that piece could have gone there.
func (t *Tracker) lifted(l *hypothesis, from placement.Square) placement.Set {
	theirs, off := l.pos().Occupied(l.pos().Turn().Other()), placement.Set(0)
	for rest := t.board.changedSince(l.diff&theirs, t.board.seqOf[from]); rest != 0; {
		if sq := rest.Pop(); t.board.sensed[sq] == placement.Empty && (!l.open || t.board.at[sq] <= l.openT) {
			off |= sq.Set()
		}
	}
	return off
}

// seenElsewhere reports whether a board that names pieces shows the piece lifted from a
// square on another one: then its drop was not lost.
func (t *Tracker) seenElsewhere(l *hypothesis, from placement.Square) bool {
	p := l.pos()
	piece := p.At(from)
	if p.Pieces(piece.Color(), piece.Kind())&l.diff != from.Set() {
		return false // another such piece may stand there
	}
	for rest := t.board.changedSince(l.diff, t.board.seqOf[from]); rest != 0; {
		if t.board.sensed[rest.Pop()] == piece {
			return true
		}
	}
	return false
}

// addUnseen adds to hypothesis i the plies of a piece whose drop was not seen: those that a
// board of occupancy cannot show and, once play has gone on, those whose drop was lost.
func (t *Tracker) addUnseen(i int, from placement.Square, cost int, playedOn bool) {
	p := t.hypotheses[i].pos()
	var buf [64]legality.Move
	moves := p.AppendMovesFrom(buf[:0], from)
	kept, taken, broken := 0, 0, false
	exchanged := t.exchangedSquares(&t.hypotheses[i])
	elsewhere := exchanged != 0 || t.refilled(&t.hypotheses[i], from) || t.landed(&t.hypotheses[i], from)
	if elsewhere {
		cost += t.costs.elsewhere // does not apply to the move that the board shows; see extendExchanged
	}
	if off := t.lifted(&t.hypotheses[i], from); off.Len() == 1 {
		exchanged |= off // no other piece is off that could have captured there too
	}
	for _, m := range moves {
		extra, possible := t.unseenCost(p, m)
		if !possible || extra > 0 && !playedOn || exchanged.Has(m.To()) {
			continue
		}
		if extra == 0 {
			taken++
		}
		broken = broken || t.board.has(m.To())
		moves[kept] = m
		kept++
	}
	for _, m := range moves[:kept] {
		lost, _ := t.unseenCost(p, m)
		if t.hypotheses[i].n == maxOpen {
			return
		}
		if broken && !t.board.has(m.To()) {
			lost += t.costs.elsewhere // a square that reports nothing was open to it
		}
		s := step{move: m, act: legality.ActLegal, after: p.Play(m), inferred: true, oneOf: kept, noDrop: lost > 0, elsewhere: elsewhere}
		if lost == 0 {
			s.oneOf = taken
		}
		t.addIdle(i, s, cost+lost)
	}
}

// addIdle adds a step that was not fully seen. If its player has pressed without a ply to
// show for it, the press belongs to this step.
func (t *Tracker) addIdle(i int, s step, cost int) {
	l := &t.hypotheses[i]
	s.side = l.pos().Turn()
	idle, at := l.idle(), l.idleT
	if old := t.child(l, &s); old != nil && !old.last().inferred {
		idle = false
	}
	if idle {
		cost -= t.costs.noMove
	}
	child := t.addStep(i, s, cost)
	if child != nil && idle && child.last().pressed < 0 {
		child.last().pressed = at
	}
}

// unseenCost returns the cost of a move whose drop was not seen: nothing for a capture of a
// piece on a board that does not name it; false if the board shows that the move was not
// played.
func (t *Tracker) unseenCost(p *legality.Position, m legality.Move) (int, bool) {
	if m.IsCastling() || m.Promotion() != legality.NoKind && m.Promotion() != legality.Queen {
		return 0, false
	}
	victim, reads := p.Captured(m), t.board.sensed[m.To()]
	switch {
	case victim == m.To() && t.board.occupancy && (reads != placement.Empty || t.board.seqOf[m.To()] > t.board.seqOf[m.From()]):
		return 0, true // if it shows empty, the capturing piece is being captured itself
	case (victim == placement.NoSquare || victim == m.To()) && t.board.has(m.To()):
		return t.costs.broken, true
	case victim == m.To() && reads != placement.Empty:
		return t.costs.lostDrop, reads == p.At(victim)
	case victim != placement.NoSquare && victim != m.To() && t.board.sensed[victim] != placement.Empty:
		return 0, false
	}
	if t.board.occupancy {
		return t.costs.namelessDrop, reads == placement.Empty
	}
	return t.costs.lostDrop, reads == placement.Empty
}

// stillMs is a time for which nobody holds a piece in the hand (chosen; 4 s were reported).
const stillMs = 30000

// extendStill adds captures that a board of occupancy cannot show to the best hypothesis,
// by a piece that is off its square and that nobody holds any more. The last move of a game
// is not answered and, if it mates, perhaps not pressed. A king that is off may have been
// laid down.
func (t *Tracker) extendStill() {
	l := t.bestHypothesis()
	off := l.diff
	if !t.board.occupancy || off.Len() != 1 || l.open || l.n == maxOpen || l.base != t.spine.Len() || t.waiting() {
		return
	}
	from := off.First()
	king := l.pos().At(from).Kind() == legality.King
	if king || t.offInTurn(l) != off || !t.after(t.board.last+stillMs) {
		return
	}
	t.growing = t.index(l)
	t.addUnseen(t.growing, from, t.costs.ply, false)
	t.growing = -1
}

// unanswered reports whether the first ply of a hypothesis is a capture that was not seen
// and that nothing has followed yet: its piece may still be in the hand.
func (t *Tracker) unanswered(l *hypothesis) bool {
	s := &l.steps[0]
	return t.board.occupancy && l.n == 1 && s.oneOf > 0 && !s.noDrop && s.pressed < 0 && !t.touchedSince(s)
}

func abs(n int) int { return max(n, -n) }
