package touchmove

import (
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/touchmove/laws"
)

// extendPressed adds to hypothesis i the irregular act that its open press would
// complete, if the board shows one.
func (t *Tracker) extendPressed(i int) {
	t.extendIrregular(i, t.costs.irregular)
}

// extendAnswered handles play without a clock. When the opponent lifts a piece, it adds to
// hypothesis i the irregular act that the player having the move has left. In fast play
// nothing may rest long enough to be judged by rest.
func (t *Tracker) extendAnswered(i int) {
	l := &t.hypotheses[i]
	c := t.board.change(t.board.seq)
	if t.clock.used || t.board.occupancy || l.n == maxOpen || c == nil || !c.lift() {
		return
	}
	p := l.pos()
	after, left := *p.Placement(), placement.Set(0)
	for rest := t.board.changedSince(l.diff, l.turnSeq(l.n)); rest != 0; {
		sq := rest.Pop()
		if sq != c.sq {
			after[sq] = t.board.sensed[sq]
			left |= sq.Set()
		}
	}
	if left == 0 || !p.At(c.sq).Is(p.Turn().Other()) {
		return
	}
	if act, _ := p.ExplainPlacement(&after); ofOnePiece(act.Kind) {
		t.add(i, act.Move, act.Kind, p.PlayPlacement(&after), t.costs.irregular)
	}
}

// ofOnePiece reports whether an act moves one piece, or king and rook, and is no legal
// move.
func ofOnePiece(k legality.ActKind) bool {
	switch k {
	case legality.ActNone, legality.ActLegal, legality.ActVanished, legality.ActSeveral, legality.ActOpponentPiece:
		return false
	}
	return true
}

func (t *Tracker) extendIrregular(i, cost int) {
	l := &t.hypotheses[i]
	if l.n == maxOpen {
		return
	}
	p := l.pos()
	after, changed := t.shownBy(l, l.pushed)
	if changed == 0 {
		after, changed = t.shownBy(l, 0) // the player moved only what was pushed
	}
	if changed == 0 {
		return
	}
	act, _ := p.ExplainPlacement(&after)
	switch act.Kind {
	case legality.ActNone, legality.ActLegal, legality.ActVanished:
		return
	case legality.ActSeveral:
		cost += t.costs.several
	case legality.ActOpponentPiece:
		if !t.ownTouch(p, act) {
			return
		}
	}
	s := step{move: act.Move, act: act.Kind, after: p.PlayPlacement(&after)}
	if act.Move == legality.NoMove {
		t.addStep(i, s, cost)
		return
	}
	t.addShown(i, act.Move.From(), s, cost)
}

// shownBy returns the last position of a hypothesis with the changes since its turn began,
// and the squares of these changes, some excepted.
func (t *Tracker) shownBy(l *hypothesis, but placement.Set) (placement.Placement, placement.Set) {
	after := *l.pos().Placement()
	changed := t.board.changedSince(l.diff&^but, l.turnSeq(l.n))
	for rest := changed; rest != 0; {
		sq := rest.Pop()
		after[sq] = t.board.sensed[sq]
	}
	if t.board.occupancy {
		changed |= nameMoved(l.pos(), &after, changed, t.perhapsTaken(l, changed))
	}
	return after, changed
}

// perhapsTaken returns the squares of the other player's pieces that were emptied and
// filled since a hypothesis's turn began. The piece that filled them last must be the one
// piece that has left its own of the changed squares, and must have been lifted before.
func (t *Tracker) perhapsTaken(l *hypothesis, changed placement.Set) placement.Set {
	p := l.pos()
	refilled := t.board.changedSince(p.Occupied(p.Turn().Other())&^l.diff, l.turnSeq(l.n))
	lifted := changed & p.Occupied(p.Turn())
	for rest := refilled; rest != 0 && lifted != 0; {
		if sq := rest.Pop(); t.board.at[sq]+t.sweep() < t.board.at[lifted.First()] {
			refilled &^= sq.Set()
		}
	}
	return refilled
}

// nameMoved names the pieces that a board of occupancy shows on new squares: those of
// castling, or the one piece that has left its own square. If that piece may have captured
// on a square that was emptied and is occupied again, nameMoved returns that square.
func nameMoved(p *legality.Position, after *placement.Placement, changed, refilled placement.Set) placement.Set {
	from, to := placement.Set(0), placement.Set(0)
	for rest := changed; rest != 0; {
		switch sq := rest.Pop(); after[sq] {
		case placement.Unknown:
			to |= sq.Set()
		case placement.Empty:
			from |= sq.Set()
		}
	}
	switch {
	case from.Len() == 2 && to.Len() == 2:
		nameCastled(p, after, from, to)
	case from.Len() == 1 && to.Len() == 1:
		after[to.First()] = pieceOn(p.At(from.First()), to.First())
	case from.Len() == 1 && to == 0 && refilled.Len() == 1 && p.At(from.First()).Is(p.Turn()):
		after[refilled.First()] = pieceOn(p.At(from.First()), refilled.First())
		return refilled
	}
	return 0
}

// pieceOn returns the piece that a hypothesis assumes on a square that a piece of unknown kind
// has reached. A pawn on the last rank counts as a queen, because no record shows that it was
// left there.
func pieceOn(piece placement.Piece, to placement.Square) placement.Piece {
	if piece.Kind() == legality.Pawn && to.Rank() == laws.LastRank(piece.Color()) {
		return placement.MakePiece(piece.Color(), legality.Queen)
	}
	return piece
}

// nameCastled names king and rook where castling puts them.
func nameCastled(p *legality.Position, after *placement.Placement, from, to placement.Set) {
	king := p.Kings(p.Turn()) & from
	rook := p.Pieces(p.Turn(), legality.Rook) & from
	if king.Len() != 1 || rook.Len() != 1 {
		return
	}
	m := legality.MakeCastling(king.First(), rook.First())
	if to == m.KingTo().Set()|m.RookTo().Set() {
		after[m.KingTo()], after[m.RookTo()] = p.At(king.First()), p.At(rook.First())
	}
}

// ownTouch reports whether a moved piece of the other side counts as touched by the player
// having the move: he could have captured it. Any other counts as displaced.
func (t *Tracker) ownTouch(p *legality.Position, act legality.Act) bool {
	if act.Move == legality.NoMove {
		return false
	}
	var buf [16]legality.Move
	return len(p.AppendCaptures(buf[:0], act.Move.From())) > 0
}

// stand appends an irregular ply to what is confirmed. From then on the rules decide
// whether play goes on from it or goes back.
func (t *Tracker) stand(l *hypothesis) {
	s := &l.steps[0]
	state := StateIllegalCompleted
	if !t.cfg.Rules.Completes() {
		state = StateIllegalMade
	}
	t.plies = append(t.plies, t.plyOf(&l.start, s, state))
	t.spine.PlayPlacement(s.after.Placement())
	if t.irregular < 0 {
		t.irregular, t.offences = len(t.plies)-1, nil
	}
	t.reportIrregular(l)
	if p := &t.plies[len(t.plies)-1]; p.Move != legality.NoMove {
		t.promotions = t.promotions.play(p.Move, l.start.Captured(p.Move), p.guessed)
	}
	t.afterConfirm(l)
	t.addRestore()
}

// chargeAnswered charges the hypotheses without a reported irregular act once the opponent
// touches one of his own pieces. In a rule set without a press, that touch proves the act.
func (t *Tracker) chargeAnswered() {
	u := &t.turn
	if t.cfg.Rules.Completes() || u.illegal == 0 || u.answered {
		return
	}
	for i := range t.hypotheses {
		l := &t.hypotheses[i]
		if s := l.last(); s != nil && s.act != legality.ActLegal && s.squares == u.illegal && t.touchedSince(s) {
			u.answered = true
			t.chargeOthers(l, l.n-1, 1, t.costs.abandoned)
			return
		}
	}
}

// addRestore adds the hypothesis that goes back to before the irregular ply.
func (t *Tracker) addRestore() {
	back := hypothesis{base: t.irregular, start: *t.spine.At(t.irregular), seq: t.board.seq, seqBefore: t.board.seq, at: t.now, cost: t.costs.restore}
	t.score(&back)
	t.insert(&back)
}

// stood reports that an irregular move can no longer be corrected: the opponent has made
// the next move (A.5.2), even an irregular one, or in Bilguer has touched a piece for it
// (§4).
func (t *Tracker) stood() bool {
	if t.irregular < 0 || t.disputed || t.frozen() || !t.cfg.Rules.Stands() || t.firstBarred() {
		return false
	}
	touched := t.cfg.Rules.Has(laws.TopicTooLate, laws.AtTouch) && t.touchedSince(&t.offences[0].step)
	if t.irregular == t.spine.Len()-1 && !touched {
		l := t.bestHypothesis()
		if l.n == 0 || !l.steps[0].legal() || t.state(l, 0) < StateMade {
			return false
		}
	}
	t.letStand()
	return true
}

// firstBarred reports whether the irregular move that is to be put right cannot stand.
func (t *Tracker) firstBarred() bool { return t.barred(&t.offences[0].step) }

// barred reports whether an irregular move cannot stand, whatever the opponent chooses
// (Bilguer): nobody plays on with the own king in check (§5), no pawn stands on the last
// rank (§9), and each side needs a king.
func (t *Tracker) barred(s *step) bool {
	return t.cfg.Rules.Has(laws.TopicRestore, laws.Choosing) && (s.after.InCheck(s.side) || laws.PawnsLeft(&s.after) || !playable(&s.after))
}

// letStand makes the irregular ply part of the game: the opponent has made the next move
// (A.5.2). If that one is irregular too, it is now the one that can be corrected.
func (t *Tracker) letStand() {
	p := &t.plies[t.irregular]
	p.State, p.Published = StateIllegalStands, true
	t.say(Finding{Code: IllegalStands, Side: laws.PartyOf(p.Side), Ply: p.Number, UCI: p.UCI, SAN: p.SAN})
	t.irregular, t.offences = t.irregular+1, t.offences[1:]
	for t.irregular < len(t.plies) && !t.plies[t.irregular].State.Illegal() {
		t.plies[t.irregular].Published = true // a move was played from there
		t.irregular++
	}
	if t.irregular < len(t.plies) {
		t.dropBack()
		t.addRestore()
		return
	}
	t.clearAlerts(illegalAlerts)
	t.irregular = -1
	t.dropBack()
}

// dropBack drops the hypotheses that take something back.
func (t *Tracker) dropBack() {
	n := 0
	for i := range t.hypotheses {
		if t.hypotheses[i].base == t.spine.Len() {
			t.keepHypothesis(n, i)
			n++
		}
	}
	t.hypotheses = t.hypotheses[:n]
}

// maxBridge is how many plies bridge looks for between the known position and the board
// after a gap. All sequences of three plies lead to some 50,000 positions, a few
// milliseconds.
const maxBridge = 3

// maxBridges is how many such hypotheses are kept. If there are more, nothing can be known.
const maxBridges = 6

// bridge looks for the plies that were played while the board was not connected: the fewest
// that lead from the best hypothesis to the board as it is now. If there are several such
// sequences, it keeps all of them, and none is confirmed until one is left.
func (t *Tracker) bridge() {
	from := hypothesis{}
	from.take(t.plainHypothesis())
	b := bridging{t: t, from: &from}
	for depth := 1; depth <= maxBridge && b.found == 0; depth++ {
		b.search(from.pos(), depth)
	}
}

// bridges reports whether such plies exist.
func (t *Tracker) bridges() bool {
	b := bridging{t: t, from: t.plainHypothesis(), dry: true}
	for depth := 1; depth <= maxBridge && b.found == 0; depth++ {
		b.search(b.from.pos(), depth)
	}
	return b.found > 0
}

type bridging struct {
	t     *Tracker
	dry   bool // count the plies, do not keep them
	from  *hypothesis
	moves [maxBridge]legality.Move
	n     int
	found int
}

func (b *bridging) search(p *legality.Position, depth int) {
	left := b.t.board.differ(p.Placement())
	if left == 0 && b.n > 0 && depth == 0 {
		b.keep()
		return
	}
	// A ply changes four squares if it castles, else three at most.
	if depth == 0 || left.Len() > 3*depth+1 {
		return
	}
	var buf [256]legality.Move
	for _, m := range p.AppendMoves(buf[:0]) {
		b.moves[b.n] = m
		b.n++
		after := p.Play(m)
		b.search(&after, depth-1)
		b.n--
	}
}

// keep adds the hypothesis that was found, with its plies marked as inferred.
func (b *bridging) keep() {
	t := b.t
	b.found++
	if b.dry || b.found > maxBridges {
		return
	}
	l := hypothesis{}
	l.take(b.from)
	l.loose, l.open = true, false
	if l.n+b.n > maxOpen {
		return
	}
	for _, m := range b.moves[:b.n] {
		before := l.pos()
		s := step{move: m, act: legality.ActLegal, after: before.Play(m), side: before.Turn(), pressed: -1, clock: t.timeLeft(before.Turn()),
			seq: t.board.seq, event: t.event, at: t.now, inferred: true, scanned: true}
		s.squares = placement.Differ(before.Placement(), s.after.Placement())
		if prev := l.last(); prev != nil {
			prev.byNext = true
		}
		l.push(s)
		l.cost += t.costs.ply
	}
	t.score(&l)
	t.insert(&l)
}

// goBack adds the hypotheses that take back one ply more, if the board has just put its
// pieces back where they came from. Plies are undone one by one and the last one first;
// anything else is no takeback.
func (t *Tracker) goBack() {
	if t.irregular >= 0 || t.board.seq == 0 {
		return
	}
	c := t.board.change(t.board.seq)
	for i := 0; i < len(t.hypotheses); i++ {
		l := &t.hypotheses[i]
		if l.n > 0 || l.base == 0 {
			continue
		}
		before, after := t.spine.At(l.base-1), t.spine.At(l.base)
		squares := placement.Differ(before.Placement(), after.Placement())
		if !squares.Has(c.sq) || !t.putBack(before.Placement(), squares, before.Turn()) {
			continue
		}
		t.addBack(l.base-1, l.cost+t.backCost(l))
	}
}

// backCost returns the cost of taking back one ply more.
func (t *Tracker) backCost(l *hypothesis) int {
	switch {
	case l.base < t.spine.Len():
		return t.costs.takeMore
	case t.clock.used:
		return t.costs.takeback
	}
	return t.costs.takeback + t.costs.noPress
}

// putBack reports whether the squares of a ply show what stood there before
// it. The piece it captured may still be off the board.
func (t *Tracker) putBack(before *placement.Placement, squares placement.Set, mover placement.Color) bool {
	for squares != 0 {
		sq := squares.Pop()
		switch shows := t.board.sensed[sq]; {
		case shows == before[sq], shows == placement.Unknown && before[sq] != placement.Empty:
		case shows == placement.Empty && before[sq].Is(mover.Other()):
		default:
			return false
		}
	}
	return true
}

// addBack adds the hypothesis that has only the first base confirmed plies.
func (t *Tracker) addBack(base, cost int) {
	for i := range t.hypotheses {
		if t.hypotheses[i].base == base && t.hypotheses[i].n == 0 {
			return
		}
	}
	back := hypothesis{base: base, start: *t.spine.At(base), seq: t.board.seq, seqBefore: t.board.seq, at: t.now, cost: cost}
	t.score(&back)
	t.insert(&back)
}
