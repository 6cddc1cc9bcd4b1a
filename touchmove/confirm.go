package touchmove

import (
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/touchmove/laws"
)

// confirm confirms the first ply of the best hypothesis if no other hypothesis contests it,
// while the board is connected. It reports whether anything has changed.
func (t *Tracker) confirm() bool {
	t.contested = false
	if t.stood() {
		return true
	}
	l := t.cheapestHypothesis()
	if l.n == 0 || !t.hears() || !t.ready(l) || !t.settled(l) || !t.endedBy(l) && !t.uncontested(l) {
		return false
	}
	t.head.take(l)
	t.commit(&t.head)
	return true
}

// endedBy reports whether the first ply of a hypothesis ends the game: then later changes
// of the board contest nothing.
func (t *Tracker) endedBy(l *hypothesis) bool {
	return l.base == t.spine.Len() && len(t.reported) > 0 && t.ends(&t.reported[0])
}

// cheapestHypothesis returns the hypothesis with the lowest total. A hypothesis that takes
// plies back takes part only if the takeback is proved.
func (t *Tracker) cheapestHypothesis() *hypothesis {
	best := t.bestHypothesis()
	for i := range t.hypotheses {
		if l := &t.hypotheses[i]; l.base < t.spine.Len() && l.total() < best.total() && t.provesTakeback(l) {
			best = l
		}
	}
	return best
}

// provesTakeback reports whether play has gone on from the position before the plies that a
// hypothesis takes back. With a clock, the proof is a press of the new ply or of its reply,
// or that the ply was made after the clock was started again. Without a clock, the proof is
// a new ply that was made, unless the last ply may have ended the game: then the players
// may be analysing. If a whole game is put back piece by piece, the pieces are being set up
// for the next one.
func (t *Tracker) provesTakeback(l *hypothesis) bool {
	if l.n == 0 || l.base >= t.spine.Len() || t.irregular >= 0 {
		return false
	}
	if t.spine.Len()-l.base > maxTakeback && l.base == 0 {
		return false
	}
	if !t.clock.used {
		return t.madeState(l, 0) && (len(t.plies) == 0 || t.endingNow() == legality.NoEnding)
	}
	return l.steps[0].pressed >= 0 || l.n > 1 && l.steps[1].pressed >= 0 || l.resumed
}

// maxTakeback is how many plies two players may take back to the initial position; more
// plies are a set-up.
const maxTakeback = 4

// ready reports whether the first ply of a hypothesis has come far enough to be published.
func (t *Tracker) ready(l *hypothesis) bool {
	s := &l.steps[0]
	if !s.legal() {
		return t.readyIrregular(l)
	}
	switch {
	case s.oneOf > 0 && !t.after(s.pressed+t.grace()): // a late drop may show another move
		return false
	case s.oneOf > 1 && !t.decided(l, 0), t.unclaimed(l, 0), s.inferred && !t.bearsOut(l), t.takenUp(l), t.mayBeCarried(l):
		return false
	case t.unanswered(l):
		return t.endedBy(l)
	case l.base < t.spine.Len():
		return s.completed() || t.madeState(l, 0)
	}
	return t.endsLast(l) || (t.state(l, 0) >= t.publishAt() || s.byNext) && (s.completed() || t.lasts(l))
}

// endsLast reports whether the last ply of a hypothesis ends the game. Nothing more will
// come then that could prove the plies before it.
func (t *Tracker) endsLast(l *hypothesis) bool {
	return l.n > 1 && l.base == t.spine.Len() && l.n == len(t.reported) && t.ends(&t.reported[l.n-1]) && t.madeState(l, l.n-1)
}

// takenUp reports whether the piece of a hypothesis's first ply is off its square again. On
// a board of occupancy it may have been a captured piece on its way off the board, unless
// its player has moved another one since. On any other board the piece may still be on its
// way, unless it was lifted only after the reply.
func (t *Tracker) takenUp(l *hypothesis) bool {
	if !t.board.occupancy {
		return t.onItsWay(l)
	}
	to := l.steps[0].move.To().Set()
	return l.n < 3 && l.diff&l.steps[0].squares&to != 0 && !t.after(t.board.quietSince(to)+disorderMs)
}

// onItsWay reports whether, on a board that names pieces, the piece of a hypothesis's first
// ply was lifted again before the reply stood, and no ply has captured or moved it since.
func (t *Tracker) onItsWay(l *hypothesis) bool {
	to := l.steps[0].landed()
	if t.board.occupancy || to == placement.NoSquare || !l.diff.Has(to) || t.board.sensed[to] != placement.Empty {
		return false
	}
	c := t.board.change(t.board.seqOf[to])
	if c == nil || c.scan || l.n > 1 && c.seq > l.steps[1].seq {
		return false
	}
	return !t.after(c.at + disorderMs)
}

// mayBeCarried reports whether, on a board of occupancy, the piece of a hypothesis's first
// ply came so recently that it may be a captured one on its way off the board. That is so
// if another hypothesis lets the same piece capture.
func (t *Tracker) mayBeCarried(l *hypothesis) bool {
	s := &l.steps[0]
	if !t.board.occupancy || s.oneOf > 0 || t.after(t.board.at[s.move.To()]+carriedMs) {
		return false
	}
	for i := range t.hypotheses {
		o := &t.hypotheses[i]
		if o.base == l.base && o.n > 0 && o.steps[0].oneOf > 0 && o.steps[0].move.From() == s.move.From() {
			return true
		}
	}
	return false
}

// lasts reports whether a ply that no clock completes may be confirmed: it has been
// answered, or has rested for long. The opponent's hand on a piece proves that the ply was
// made (4.7), but its piece may still be on its way. Before the first ply is answered it is
// not known whether there is a clock.
func (t *Tracker) lasts(l *hypothesis) bool {
	switch {
	case l.n > 2 && l.last().legal(), l.base < t.spine.Len():
		return true
	case !t.endedBy(l) && t.upset(l) && !t.after(t.board.last+disorderMs):
		return false
	case l.n > 1 && l.steps[1].legal():
		return l.diff&l.steps[0].squares == 0 // else its piece was lifted again before the reply
	}
	if t.awaitsClock() {
		return len(t.reported) > 0 && t.ends(&t.reported[0])
	}
	return t.rested(&l.steps[0], t.cfg.MadeRestMs)
}

// awaitsClock reports whether the tracker may yet learn of a clock: the configuration
// leaves it open, and no ply has been answered without a press.
func (t *Tracker) awaitsClock() bool {
	n := len(t.plies)
	return t.cfg.Clock == ClockAuto && !t.clock.used && (n == 0 || t.plies[n-1].MadeAt < 0)
}

// bearsOut reports whether plies that nobody saw explain the whole board, apart from what a
// hand may hold, or whether play has gone on from them.
func (t *Tracker) bearsOut(l *hypothesis) bool {
	for i := range l.n {
		if s := &l.steps[i]; !s.inferred && s.pressed >= 0 {
			return true
		}
	}
	return l.residual <= t.costs.otherInHand
}

// readyIrregular holds an irregular act back for a while after the press, because a late
// drop may turn it into a legal move. If the act was at rest when the clock was pressed,
// and no late report changes it, it is what was pressed. A board that reports whole scans
// only may be slower.
func (t *Tracker) readyIrregular(l *hypothesis) bool {
	s := &l.steps[0]
	if t.onItsWay(l) {
		return false
	}
	if s.pressed >= 0 {
		wait := t.cfg.LateMs
		if laws.Unfinished(s.act) {
			wait = t.late() // only one report is missing
		}
		rested := !s.scanned && t.board.last <= s.pressed && s.pressed-t.board.quietSince(s.squares) >= t.cfg.RestMs
		return t.clock.stopped || rested && t.after(s.pressed+wait) || t.after(s.pressed+t.grace())
	}
	if t.executed(s) {
		return true
	}
	return !t.clock.used && l.n >= 2 && t.madeState(l, 1)
}

// executed reports whether an irregular act counts as executed without a press. In a rule
// set without completion it does when its pieces have been released, or when the opponent
// touches a piece of his own. A release does not execute an act that the player may still
// finish (FIDE 1971, 7).
func (t *Tracker) executed(s *step) bool {
	if s.legal() || t.cfg.Rules.Completes() {
		return false
	}
	return t.touchedSince(s) || !laws.Unfinished(s.act) && t.rested(s, t.cfg.MadeRestMs)
}

func (t *Tracker) publishAt() State {
	switch {
	case !t.cfg.Rules.Completes():
		return StateMade // the last state that the rule set has
	case t.cfg.PublishAt != StateProvisional:
		return t.cfg.PublishAt
	case t.clock.used:
		return StateCompleted
	}
	return StateMade
}

// settled reports whether the pieces of the first ply have been quiet for as long as a
// report may be late. The press counts too, because the last report of a slide may follow
// it. If play has gone on from the ply, it is settled.
func (t *Tracker) settled(l *hypothesis) bool {
	s := &l.steps[0]
	return l.n > 1 || t.frozen() || t.after(max(t.board.quietSince(s.squares), s.pressed)+t.cfg.LateMs)
}

// uncontested reports whether every hypothesis near this one has the same first ply. An
// irregular act that was pressed and that stands for long is not contested, however much it
// resembles half of another act.
func (t *Tracker) uncontested(l *hypothesis) bool {
	if s := &l.steps[0]; !s.legal() && s.pressed >= 0 && t.after(max(t.board.last, s.pressed)+disorderMs) {
		return true
	}
	for i := range t.hypotheses {
		o := &t.hypotheses[i]
		if t.ahead(l, o) > t.marginFor(l) || o.base == l.base && o.n > 0 && o.steps[0].same(&l.steps[0]) {
			continue
		}
		if t.irregular >= 0 && o.base == t.irregular || l.joins(o) {
			continue // see restored
		}
		if o.n == 0 && o.base == l.base && t.executed(&l.steps[0]) {
			continue
		}
		t.contested = true
		return false
	}
	t.contested = t.ghostLifted(l)
	return !t.contested
}

// joins reports whether another hypothesis, no better than this one, came to the same
// position many plies ago: no later ply will distinguish them.
func (l *hypothesis) joins(o *hypothesis) bool {
	return l.n >= joinedPlies && l.ahead(o) >= 0 && l.base == o.base && l.pos().Key() == o.pos().Key()
}

// joinedPlies is how many plies the tracker waits for one that distinguishes two hypotheses.
const joinedPlies = 16

// ahead returns the lead of a hypothesis over another one. If the hypothesis needs a lost
// drop, the lead does not count a recent press against the other one, because a late drop
// may explain that press.
func (t *Tracker) ahead(l, o *hypothesis) int {
	ahead := l.ahead(o)
	if o.open && !t.after(o.openT+t.grace()) && slices.ContainsFunc(l.steps[:l.n], func(s step) bool { return s.oneOf > 0 }) {
		ahead -= t.costs.noMove
	}
	return ahead
}

// marginFor returns how near another hypothesis may come without contesting this one. The
// more plies have been played on from it, the smaller the margin. If there is no room for
// another ply, the best hypothesis wins.
func (t *Tracker) marginFor(l *hypothesis) int {
	if l.n == maxOpen {
		return -t.costs.prune
	}
	if l.base < t.spine.Len() && l.n > 1 && l.residual == 0 {
		return 1 // play has gone on after the takeback, and this explains the whole board
	}
	return max(1, t.costs.margin-max(0, l.n-4))
}

// commit confirms the first ply of a hypothesis.
func (t *Tracker) commit(l *hypothesis) {
	if l.base < t.spine.Len() {
		t.takeBack(l)
	}
	s := &l.steps[0]
	if !s.legal() {
		t.stand(l)
		return
	}
	t.noteBroken(l)
	p := t.plyOf(&l.start, s, t.state(l, 0))
	t.promotions = t.promotions.play(s.move, l.start.Captured(s.move), p.guessed)
	t.spine.Play(s.move)
	t.plies = append(t.plies, p)
	t.noMove, t.confirmedAt = false, t.now
	t.watchOverruled()
	if s.side != t.mended {
		t.mendedPly = 0
	}
	t.judgePersistence(&l.start, &s.after)
	ending := legality.NoEnding
	if len(t.reported) > 0 && t.ends(&t.reported[0]) && t.irregular < 0 {
		ending = t.reported[0].ending
	}
	t.afterConfirm(l)
	if ending != legality.NoEnding {
		t.endGame(ending, s.side)
	}
}

// takeBack undoes the plies that a hypothesis takes back. Later plies are reported anew.
func (t *Tracker) takeBack(l *hypothesis) {
	for t.spine.Len() > l.base {
		p := t.plies[len(t.plies)-1]
		t.say(Finding{Code: Retracted, Side: laws.PartyOf(p.Side), Ply: p.Number, UCI: p.UCI, SAN: p.SAN, Text: "taken back"})
		t.truncate(t.spine.Len() - 1)
	}
	if t.replaces.number > l.base {
		t.replaces = replaces{}
	}
	if t.mendedPly > l.base {
		t.mendedPly = 0
	}
	t.reported = t.reported[:0]
	t.reportPlies()
	t.judgePlies()
}

// truncate forgets the confirmed plies after the first n.
func (t *Tracker) truncate(n int) {
	for t.spine.Len() > n {
		t.spine.Undo()
	}
	t.plies = t.plies[:n]
	if t.board.occupancy {
		t.recount()
	}
	t.claim, t.objection, t.objected = false, 0, objected{}
	t.touchGame()
}

// afterConfirm removes the confirmed ply from every hypothesis that has it and drops the
// others. It keeps hypotheses that go back to before an irregular move.
func (t *Tracker) afterConfirm(l *hypothesis) {
	first, base, paid, n := l.steps[0], l.base, l.cost, 0
	for i := range t.hypotheses {
		o := &t.hypotheses[i]
		follows := o.base == base && o.n > 0 && o.steps[0].same(&first)
		if !follows && !(t.irregular >= 0 && o.base == t.irregular && base != t.irregular) {
			continue
		}
		t.keepHypothesis(n, i)
		if follows {
			t.hypotheses[n].shift(t.spine.Len())
		}
		t.hypotheses[n].cost -= paid
		t.score(&t.hypotheses[n])
		n++
	}
	t.hypotheses = t.hypotheses[:n]
	t.keepPlain(first.seq, l.seq, first.at)
	if len(t.reported) > 0 {
		t.reported = t.reported[:copy(t.reported, t.reported[1:])]
	}
	t.touchGame()
}

// shift moves the first ply of a hypothesis behind its base.
func (l *hypothesis) shift(base int) {
	l.base, l.start = base, l.steps[0].after
	l.seqBefore = l.seq
	l.seq, l.at = max(l.seq, l.steps[0].seq), l.steps[0].at
	copy(l.steps, l.steps[1:l.n])
	l.n--
	l.rehash()
}

// plyOf returns a step in the form in which the game shows it.
func (t *Tracker) plyOf(before *legality.Position, s *step, state State) Ply {
	p := Ply{Number: t.spine.Len() + 1, Side: s.side, Move: s.move, State: state, MadeAt: s.at, CompletedAt: -1,
		Clock: s.clock, pressed: s.pressed, Confidence: 1, Inferred: s.inferred, Published: s.legal(), guessed: t.guessed(s)}
	if s.move != legality.NoMove {
		p.UCI, p.SAN = before.UCI(s.move), before.SAN(s.move)
	}
	if !s.legal() {
		after := *s.after.Placement()
		p.After = &after
	}
	if s.pressed >= 0 {
		p.CompletedAt = max(s.pressed, s.at)
	} else if state == StateCompleted {
		p.CompletedAt, p.byEnd = t.now, !s.byNext
	}
	if p.Published && t.awaitsTime(&p) {
		p.Published, p.untimed = false, true
	}
	return p
}

// noteRest keeps the best hypothesis when it has explained the whole board for a while,
// before the hands change the board again. If its ply ends the game, or may end it pending
// the arbiter's word, it has been made by then: its piece was released, and later acts do
// not correct it.
func (t *Tracker) noteRest() {
	if t.frozen() || t.waiting() || t.now-t.board.last < slideMs {
		return
	}
	l := t.bestHypothesis()
	if l.diff&^t.disorder.silent != 0 || l.open || l.base != t.spine.Len() {
		return
	}
	if l.n == 1 && len(t.reported) == 1 && t.reported[0].made && t.reported[0].ending != legality.NoEnding {
		t.reported[0].stood = true
		t.head.take(l)
		t.commit(&t.head)
		return
	}
	if t.atRest.base != l.base || t.atRest.n != l.n || l.n > 0 && t.atRest.last().path != l.last().path {
		t.atRest.take(l)
	}
}

// endAtRest ends a game when the pieces have been set up for the next one. The game ends
// with the last position in which the whole board was at rest and explained. Changes of the
// board during the set-up were no play.
func (t *Tracker) endAtRest() {
	l := &t.atRest
	for l.n > 0 && l.base < t.spine.Len() && t.plies[l.base].Move == l.steps[0].move {
		l.shift(l.base + 1)
	}
	if l.n == 0 || l.base != t.spine.Len() {
		t.openHypothesis()
		t.reportPlies()
		return
	}
	t.keepOnly(l)
	t.score(&t.hypotheses[0])
	t.reportPlies()
	for n := l.n; n > 0 && !t.over(); n-- {
		best := t.bestHypothesis()
		if best.n == 0 || !best.steps[0].legal() || len(t.reported) == 0 {
			return // the array explains the rest better
		}
		t.reported[0].stood = true
		t.head.take(best)
		t.commit(&t.head)
	}
}

// upset reports whether, since the first ply of a hypothesis appeared, more has changed on
// the board than its plies and one hand explain: the pieces may be being set up for another
// game.
func (t *Tracker) upset(l *hypothesis) bool {
	changed := t.board.changedSince(l.diff&^t.disorder.silent, l.steps[0].seq)
	for rest := changed; rest != 0; {
		if t.board.sensed[rest.Pop()] != placement.Empty {
			return true
		}
	}
	return changed.Len() > 2
}

// judgeUnseen reports that nobody knows which of several pieces was captured.
func (t *Tracker) judgeUnseen(w *reported) {
	if w.number <= t.unseen {
		return
	}
	t.unseen = w.number
	if s := &w.step; s.noDrop {
		t.say(Finding{Code: SensorFault, Side: Both, Squares: s.move.From().Set(), Text: "the piece from this square was not seen to be put down"})
		return
	}
	t.raise(t.say(Finding{Code: AmbiguousCapture, Level: Arbiter, Side: laws.PartyOf(w.step.side), Ply: w.number}))
}

// undecided returns the index of the first ply of a hypothesis that may still be one of
// several moves; l.n if there is none.
func (t *Tracker) undecided(l *hypothesis) int {
	for i := range l.n {
		if l.steps[i].oneOf > 1 && !t.decided(l, i) || t.unclaimed(l, i) {
			return i
		}
	}
	return l.n
}

// unclaimed reports whether the i-th ply of a hypothesis is a promotion that a board of
// occupancy has not seen and that nobody has answered: the pawn is off its square, and the
// new piece may still come.
func (t *Tracker) unclaimed(l *hypothesis, i int) bool {
	s := &l.steps[i]
	return t.board.occupancy && s.inferred && s.move.Promotion() != legality.NoKind && i == l.n-1 && l.n < maxOpen
}

// decided reports whether no near hypothesis has a different i-th ply. If there is no room
// for another ply, the best hypothesis wins.
func (t *Tracker) decided(l *hypothesis, i int) bool {
	if l.n == maxOpen {
		return true
	}
	for j := range t.hypotheses {
		o := &t.hypotheses[j]
		if o.base == l.base && o.n > i && l.ahead(o) <= t.costs.margin && !o.steps[i].same(&l.steps[i]) {
			return false
		}
	}
	return true
}

// decide reports which of several moves a ply is when later plies have settled that.
func (t *Tracker) decide(l *hypothesis, i int) bool {
	if !t.decided(l, i) || t.unclaimed(l, i) {
		return false
	}
	w := &t.reported[i]
	w.open = false
	t.clearAlert(AmbiguousCapture)
	t.say(Finding{Code: Provisional, Side: laws.PartyOf(w.step.side), Ply: w.number, UCI: w.uci, SAN: w.san})
	if !w.step.noDrop {
		t.say(Finding{Code: CaptureInferred, Side: laws.PartyOf(w.step.side), Ply: w.number, UCI: w.uci, SAN: w.san})
	}
	return true
}
