package touchmove

import (
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/touchmove/laws"
)

// reported is what has been reported of one ply of the best hypothesis.
type reported struct {
	step         step // the step at the time of the report; only the move and its place are compared
	number       int
	uci, san     string
	made         bool // move_made was found
	completed    bool // move_completed was found
	stood        bool // it has stood for longer than a piece that is on its way; see noteRest
	replied      bool // reply_before_press was found
	breach       bool // a breach of Article 4 was found
	unknownPiece bool // the kind of the promoted piece is not known, and that was not reported yet
	open         bool // it may still be one of several moves
	ending       legality.Ending
}

// evaluate reports what follows from the hypotheses: which plies the board shows, which of
// them are made, what binds the player having the move, what is out of order, and what is
// confirmed.
func (t *Tracker) evaluate() {
	t.dueAt = -1
	t.leaveCrowd()
	t.watchOrdered(false)
	for range 2 * maxOpen {
		if t.over() {
			break
		}
		before := t.account()
		if !t.frozen() {
			t.rescore()
			t.extendStill()
		}
		if t.restored() {
			continue
		}
		t.reportPlies()
		if t.ordered.awaited {
			break // hands prove nothing now
		}
		t.judgePlies()
		if l := t.bestHypothesis(); !t.frozen() && t.undecided(l) == l.n {
			t.judgeTurn()
		}
		if !t.frozen() && t.hears() {
			t.chargeAnswered()
			t.judgeBoard()
			t.judgePress()
		}
		if !t.confirm() && t.account() == before {
			break
		}
	}
	t.publishTimed(false)
	t.judgePhase()
	t.sync()
}

// account summarises an evaluation. As long as it changes, evaluate runs again.
type account struct{ found, reported, hypotheses, total int }

func (t *Tracker) account() account {
	a := account{found: len(t.found), reported: len(t.reported), hypotheses: len(t.hypotheses)}
	for i := range t.hypotheses {
		a.total += t.hypotheses[i].total()
	}
	return a
}

// hears reports whether the board is connected and up to date. After a gap it is when a
// scan has shown what happened, or when no scan seems to come.
func (t *Tracker) hears() bool {
	return !t.linkLost && (!t.gap || t.after(t.linkedAt+disorderMs))
}

// takenBack reports whether the board shows an earlier position, or a continuation of one,
// that the plies since then do not explain.
func (t *Tracker) takenBack() bool {
	return t.irregular < 0 && t.bestHypothesis().residual > 0 && t.looksBack()
}

// frozen reports whether changes of the board are no play at present.
func (t *Tracker) frozen() bool {
	return t.over() || t.phase == Setup || t.clock.stopped || t.resetting || t.ordered.awaited || t.crowded
}

// over reports whether the game has ended, by the rules, by a person, or by a
// signal of the players. Nothing on the board changes it any more.
func (t *Tracker) over() bool { return t.phase >= ResultPending }

// rescore charges pieces that have come to rest where a hypothesis has none.
func (t *Tracker) rescore() {
	for i := range t.hypotheses {
		t.score(&t.hypotheses[i])
		t.restUndone(&t.hypotheses[i])
	}
}

// restUndone notes that the pieces rest as they stood before the plies that a hypothesis
// takes back.
func (t *Tracker) restUndone(l *hypothesis) {
	undone := l.base < t.spine.Len() && l.base != t.irregular && l.n == 0 && l.residual == 0
	if undone && !l.rested && t.after(t.board.last+t.cfg.RestMs) {
		l.rested = true
		l.cost -= t.costs.restored
	}
}

// reportPlies reports changes in the plies that the board shows: the last ones may have
// disappeared, others may have appeared.
func (t *Tracker) reportPlies() {
	l := t.bestHypothesis()
	same := 0
	for same < len(t.reported) && same < l.n && t.reported[same].step.same(&l.steps[same]) {
		same++
	}
	for i := len(t.reported) - 1; i >= same; i-- {
		if w := &t.reported[i]; w.step.legal() && !w.open && !t.waiting() {
			t.say(Finding{Code: Retracted, Side: laws.PartyOf(w.step.side), Ply: w.number, UCI: w.uci, SAN: w.san})
		}
	}
	t.reported = t.reported[:same]
	for i := same; i < l.n; i++ {
		t.reportPly(l, i)
	}
}

func (t *Tracker) reportPly(l *hypothesis, i int) {
	s := &l.steps[i]
	w := reported{step: *s, number: t.spine.Len() + i + 1}
	if s.move != legality.NoMove {
		w.uci, w.san = l.before(i).UCI(s.move), l.before(i).SAN(s.move)
	}
	if t.unclaimed(l, i) {
		w.open = true
		t.reported = append(t.reported, w)
		return
	}
	if s.oneOf > 1 {
		w.open = true
		t.judgeUnseen(&w)
	} else if s.legal() && !t.waiting() {
		t.say(Finding{Code: Provisional, Side: laws.PartyOf(s.side), Ply: w.number, UCI: w.uci, SAN: w.san})
	}
	if s.oneOf <= 1 && s.inferred && t.board.occupancy && l.before(i).Captured(s.move) != placement.NoSquare {
		t.say(Finding{Code: CaptureInferred, Side: laws.PartyOf(s.side), Ply: w.number, UCI: w.uci, SAN: w.san})
	}
	t.reported = append(t.reported, w)
}

// waiting reports whether the clock has not been started yet: then the board shows no play
// (6.6).
func (t *Tracker) waiting() bool { return t.phase == Waiting && t.clock.stopped }

// judgePlies reports which plies have been made and completed, in order.
func (t *Tracker) judgePlies() {
	if t.waiting() || t.takenBack() {
		return
	}
	l := t.bestHypothesis()
	for i := range t.reported {
		w, s := &t.reported[i], &l.steps[i]
		if w.open && !t.decide(l, i) {
			t.chargeSeen(l, i+1)
			return
		}
		if s.oneOf > 0 && !t.after(s.pressed+t.grace()) {
			return // a late drop may show another move
		}
		if s.legal() && !w.made {
			if !t.proved(l, i) && (t.kingHeld(l, i) || !t.rested(s, t.cfg.RestMs)) {
				return
			}
			w.made = true
			t.made(l, i)
		}
		if s.legal() {
			t.stayed(l, i)
		}
		t.judgeUnknownPiece(l, i)
		if s.pressed >= 0 && !w.completed && s.legal() && t.cfg.Rules.Completes() {
			w.completed = true
			t.say(Finding{Code: MoveCompleted, Side: laws.PartyOf(s.side), Ply: w.number, UCI: w.uci, SAN: w.san})
			if i == l.n-1 && w.ending == legality.NoEnding {
				t.judgeCompleted(&s.after, t.occurrences(l, i), w.number)
			}
		}
		t.judgeReply(l, i)
	}
}

// proved reports whether more than rest proves that a ply has been made: the reply to it,
// its press once the pieces are on their squares, or the opponent's hand on a piece of his
// own. If a king has come to the centre, the opponent's hand on the other king proves
// nothing: both may be on the way to show a result.
func (t *Tracker) proved(l *hypothesis, i int) bool {
	s := &l.steps[i]
	switch {
	case i < l.n-1:
		return true
	case t.ordered.awaited:
		return i < len(t.reported) && t.reported[i].made
	case s.completed():
		return t.rested(s, t.cfg.LateMs)
	}
	return !t.needsProof(l, i) && !t.kingHeld(l, i) && t.touchedSince(s)
}

// kingHeld reports whether the player of the i-th ply of a hypothesis holds the king, and
// the ply does not move it. Then the player is castling (4.4.1) and has made no move yet,
// as the Guidelines recommend in Chess960 (II.3.2.5).
func (t *Tracker) kingHeld(l *hypothesis, i int) bool {
	return i == l.n-1 && t.kingOff(l.before(i), l.turnSeq(i)) && !l.steps[i].squares.Has(l.before(i).Kings(l.steps[i].side).First())
}

// kingOff reports whether the king of the player having the move has been lifted since a
// change of the board, and stands nowhere.
func (t *Tracker) kingOff(p *legality.Position, seq int) bool {
	king := p.Kings(p.Turn())
	if king.Len() != 1 || t.board.changedSince(king, seq) == 0 {
		return false
	}
	piece := placement.MakePiece(p.Turn(), legality.King)
	off, on := 0, 0
	for sq, shows := range t.board.sensed {
		switch has := p.At(placement.Square(sq)); {
		case shows == piece:
			return false
		case has != placement.Empty && shows == placement.Empty:
			off++
		case has == placement.Empty && shows == placement.Unknown:
			on++ // perhaps the king
		}
	}
	return !t.shows(king.First(), piece) && off > on
}

// touchedSince reports whether the opponent has lifted an own piece since a ply was shown,
// and it is still off its square. A piece that the player may be capturing en passant does
// not count.
func (t *Tracker) touchedSince(s *step) bool {
	after := s.after.Placement()
	for rest := t.board.changedSince(t.board.differ(after)&^s.passed(), s.seq); rest != 0; {
		sq := rest.Pop()
		if after[sq].Is(s.side.Other()) && t.board.sensed[sq] == placement.Empty && t.after(t.board.at[sq]+bounceMs) {
			return true
		}
	}
	return false
}

// passed returns the square of the pawn beside which an irregular step has put a pawn
// diagonally, as if it captured it en passant.
func (s *step) passed() placement.Set {
	from, to, after := s.move.From(), s.move.To(), s.after.Placement()
	if s.legal() || s.move == legality.NoMove || s.move.IsCastling() || from.File() == to.File() {
		return 0
	}
	if victim := to ^ 8; after[to] == placement.MakePiece(s.side, legality.Pawn) && after[victim] == placement.MakePiece(s.side.Other(), legality.Pawn) {
		return victim.Set()
	}
	return 0
}

// rested reports whether the pieces of a ply have been at rest on their squares for so
// long.
func (t *Tracker) rested(s *step, ms int64) bool {
	return t.onSquares(s) && t.after(t.board.quietSince(s.squares)+ms)
}

// onSquares reports whether the pieces of a ply are on their squares.
func (t *Tracker) onSquares(s *step) bool {
	return t.board.differ(s.after.Placement())&s.squares == 0
}

// state returns how far the i-th ply of a hypothesis has come.
func (t *Tracker) state(l *hypothesis, i int) State {
	s := &l.steps[i]
	completed := s.pressed >= 0 && t.cfg.Rules.Completes() || s.byNext && t.cfg.Rules.Settles(laws.TopicNextMove)
	switch {
	case !s.legal() && completed:
		return StateIllegalCompleted
	case !s.legal():
		return StateIllegalMade
	case completed || i < len(t.reported) && t.ends(&t.reported[i]) && t.madeState(l, i):
		return StateCompleted
	case t.madeState(l, i):
		return StateMade
	}
	return StateProvisional
}

// madeState reports whether it is certain enough that a ply is made to exclude another ply:
// by proof, or by a long rest.
func (t *Tracker) madeState(l *hypothesis, i int) bool {
	s := &l.steps[i]
	if t.proved(l, i) || i < len(t.reported) && t.reported[i].stood {
		return true
	}
	if t.needsProof(l, i) || t.kingHeld(l, i) {
		return false
	}
	return t.rested(s, t.cfg.MadeRestMs)
}

// ends reports whether a ply ends the game by itself, so that nobody can object to it. If
// the rule set requires it, the move must accord with Articles 3 and 4.2 to 4.7 (5.1.1,
// 5.2.1, 5.2.2). 9.6 does not require that, but a fifth repetition or a 75th move under
// suspicion of a breach is left to the arbiter too. If the kind of a piece is a guess, the
// move must end the game whatever the kind is.
func (t *Tracker) ends(w *reported) bool {
	if !w.made || w.ending == legality.NoEnding || t.toBeCorrected() || t.endsOtherwise(&w.step.after, w.ending) {
		return false
	}
	switch t.cfg.Rules.Way(laws.TopicOfEnding(w.ending)) {
	case laws.InAccord:
		return !w.breach
	case laws.NotAtOnce:
		return false
	}
	return true
}

// made reports that the i-th ply of a hypothesis has been made, and what follows: what
// bound its player, whether he kept to it, and whether the game is over or a draw can be
// claimed.
func (t *Tracker) made(l *hypothesis, i int) {
	s, w := &l.steps[i], &t.reported[i]
	t.say(Finding{Code: MoveMade, Side: laws.PartyOf(s.side), Ply: w.number, UCI: w.uci, SAN: w.san})
	if l.halfCastled(i) {
		t.say(Finding{Code: Ambiguous960Castle, Side: laws.PartyOf(s.side), Ply: w.number, UCI: w.uci, SAN: w.san})
	}
	if t.guessed(s) && t.board.sensed[s.move.To()] == placement.Unknown {
		w.unknownPiece = true
	}
	t.chargeOthers(l, i, 1, t.costs.abandoned)
	if !t.unruled {
		t.judgeTouches(l, i)
		t.judgeEnding(l, i)
	}
	t.judgeByNext(l, i)
}

// judgeUnknownPiece reports that a board of occupancy does not show the kind of a promoted
// piece. It waits until the move is beyond doubt, because until then the pawn itself may
// stand there.
func (t *Tracker) judgeUnknownPiece(l *hypothesis, i int) {
	if w := &t.reported[i]; w.unknownPiece && t.madeState(l, i) {
		w.unknownPiece = false
		t.say(Finding{Code: PromotionPieceUnknown, Level: Arbiter, Side: laws.PartyOf(w.step.side), Ply: w.number, UCI: w.uci, SAN: w.san})
	}
}

// chargeOthers charges the hypotheses that do not have the i-th ply of this one at any
// place, because it was seen whole and at rest. Each rest is charged once; taking the same
// movement for that ply again, after another ply stood, is no new proof.
func (t *Tracker) chargeOthers(l *hypothesis, i, rests, cost int) {
	s := &l.steps[i]
	if s.inferred || s.charged >= rests || t.astray(l) || t.board.occupancy && s.pressed >= 0 && s.at > s.pressed {
		return // without a name and after the press, a captured piece in the hand looks the same
	}
	seen := *l
	seen.n = i + 1
	for j := range t.hypotheses {
		switch o := &t.hypotheses[j]; {
		case o.base != l.base:
		case o.startsWith(&seen):
			o.steps[i].charged = rests
		case !o.has(s) && !t.alike(o, s, i):
			o.cost += cost
		}
	}
}

// chargeSeen charges the hypotheses that lack plies of this one from the i-th on that were
// seen whole and at rest, even if an earlier ply is still open.
func (t *Tracker) chargeSeen(l *hypothesis, i int) {
	for ; i < l.n; i++ {
		s := &l.steps[i]
		if s.legal() && s.oneOf == 0 && s.charged == 0 && (t.proved(l, i) || t.rested(s, t.cfg.RestMs)) {
			t.chargeOthers(l, i, 1, t.costs.abandoned)
		}
	}
}

// stayed charges them again for a ply whose pieces stay longer than a piece mostly does in
// passing, with a clock in use.
func (t *Tracker) stayed(l *hypothesis, i int) {
	if s := &l.steps[i]; t.clock.used && s.charged == 1 && t.rested(s, stayMs) {
		t.chargeOthers(l, i, 2, t.costs.stayed)
	}
}

// alike reports whether a hypothesis has the i-th ply of another one too, as far as a board
// of occupancy can show it. The promotion piece may differ. So may the capture, if the same
// piece captures and the captured one is seen on its way off the board.
func (t *Tracker) alike(o *hypothesis, s *step, i int) bool {
	if !t.board.occupancy || o.n <= i || o.steps[i].move.From() != s.move.From() {
		return false
	}
	return o.steps[i].oneOf > 0 || o.steps[i].move.Promotion() != legality.NoKind && o.steps[i].move.To() == s.move.To()
}

// judgeByNext completes the same player's move before this one if it was never pressed
// (6.2.1.2).
func (t *Tracker) judgeByNext(l *hypothesis, i int) {
	counts := t.cfg.Rules.Settles(laws.TopicNextMove)
	if i >= 2 {
		if prev := &l.steps[i-2]; prev.legal() && !prev.completed() {
			prev.byNext, t.careless[prev.side] = true, true
			w := &t.reported[i-2]
			if w.completed = counts; !counts {
				return
			}
			t.say(Finding{Code: CompletedByNextMove, Side: laws.PartyOf(prev.side), Ply: w.number, UCI: w.uci, SAN: w.san})
		}
		return
	}
	if n := len(t.plies) - 2 + i; n >= 0 && t.plies[n].State == StateMade && counts {
		t.complete(&t.plies[n], CompletedByNextMove)
	}
}

// complete marks a confirmed ply as completed and reports how.
func (t *Tracker) complete(p *Ply, how Code) {
	p.State, p.CompletedAt = StateCompleted, t.now
	t.careless[p.Side] = how == CompletedByNextMove
	t.say(Finding{Code: how, Side: laws.PartyOf(p.Side), Ply: p.Number, UCI: p.UCI, SAN: p.SAN})
	if p.Number == t.spine.Len() && t.bestHypothesis().n == 0 {
		t.judgeCompleted(t.spine.Position(), t.timesNow(), p.Number)
	}
	t.touchGame()
}
