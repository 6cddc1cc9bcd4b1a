package touchmove

import (
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// confirm settles what no other hypothesis contests any more, while the board is heard.
// It reports whether anything has changed.
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

// endedBy reports whether the first ply of a hypothesis ends the game: what the hands do
// then contests nothing.
func (t *Tracker) endedBy(l *hypothesis) bool {
	return l.base == t.spine.Len() && len(t.reported) > 0 && t.ends(&t.reported[0])
}

// cheapestHypothesis is the best hypothesis of all, those that take plies back included,
// if they are proved.
func (t *Tracker) cheapestHypothesis() *hypothesis {
	best := t.bestHypothesis()
	for i := range t.hypotheses {
		if l := &t.hypotheses[i]; l.base < t.spine.Len() && l.total() < best.total() && t.provesTakeback(l) {
			best = l
		}
	}
	return best
}

// provesTakeback reports whether play has gone on from where plies were taken
// back: a new ply was pressed, or its reply was, or it was made after the clock
// was started again. Without a clock, a new ply that has been made does, but not if the last one may
// have ended the game: then they look how it came about. A whole game
// put back piece by piece is a set-up for the next one, not a takeback.
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

// maxTakeback is how many plies two players may be thought to take back to the
// initial position.
const maxTakeback = 4

// ready reports whether the first ply of a hypothesis has come as far as it must to be
// published.
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

// endsLast reports whether the last ply of a hypothesis ends the game: nothing more will
// come that could prove those before it.
func (t *Tracker) endsLast(l *hypothesis) bool {
	return l.n > 1 && l.base == t.spine.Len() && l.n == len(t.reported) && t.ends(&t.reported[l.n-1]) && t.madeState(l, l.n-1)
}

// takenUp reports whether the piece of a hypothesis's first ply is off its square again.
// On a board of occupancy it may have been a captured piece on its way off the board,
// unless his player has moved another one since; on any other the piece may be on his way
// still, unless he was lifted only after the reply.
func (t *Tracker) takenUp(l *hypothesis) bool {
	if !t.board.occupancy {
		return t.onItsWay(l)
	}
	to := l.steps[0].move.To().Set()
	return l.n < 3 && l.diff&l.steps[0].squares&to != 0 && !t.after(t.board.quietSince(to)+disorderMs)
}

// onItsWay reports whether, on a board that names pieces, the piece of a hypothesis's
// first ply was lifted again before the reply stood, and no ply has taken or moved him
// since.
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

// mayBeCarried reports whether, on a board of occupancy, the piece of a hypothesis's
// first ply has come so lately that he may be a captured one on his way off the board:
// another hypothesis near enough has a capture by the same piece.
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

// lasts reports whether a ply that no clock completes may be settled: it has
// been answered, or has rested for long. The opponent's hand on a piece is proof
// that it has been made (4.7), but the piece may be on its way still. Before the
// first ply is answered it is not known whether there is a clock.
func (t *Tracker) lasts(l *hypothesis) bool {
	switch {
	case l.n > 2 && l.last().legal(), l.base < t.spine.Len():
		return true
	case !t.endedBy(l) && t.upset(l) && !t.after(t.board.last+disorderMs):
		return false
	case l.n > 1 && l.steps[1].legal():
		return l.diff&l.steps[0].squares == 0 // else its piece was taken up again before the reply
	}
	if t.awaitsClock() {
		return len(t.reported) > 0 && t.ends(&t.reported[0])
	}
	return t.rested(&l.steps[0], t.cfg.MadeRestMs)
}

// awaitsClock reports whether a clock may be heard yet: nobody has said whether there is
// one, and no ply has been made that was answered without it.
func (t *Tracker) awaitsClock() bool {
	n := len(t.plies)
	return t.cfg.Clock == ClockAuto && !t.clock.used && (n == 0 || t.plies[n-1].MadeAt < 0)
}

// bearsOut reports whether plies that nobody saw explain the whole board, but
// for what a hand may hold, or have been played on from.
func (t *Tracker) bearsOut(l *hypothesis) bool {
	for i := range l.n {
		if s := &l.steps[i]; !s.inferred && s.pressed >= 0 {
			return true
		}
	}
	return l.residual <= t.costs.otherInHand
}

// readyIrregular holds an irregular act back for a while after the press: a
// late drop may still make a legal move of it. An act that was at rest when the
// clock was pressed is what was pressed, if no late report says otherwise; a board
// that tells nothing but whole scans may be slower.
func (t *Tracker) readyIrregular(l *hypothesis) bool {
	s := &l.steps[0]
	if t.onItsWay(l) {
		return false
	}
	if s.pressed >= 0 {
		wait := t.cfg.LateMs
		if unfinished(s.act) {
			wait = t.late() // one report is all that is missing
		}
		rested := !s.unheard && t.board.last <= s.pressed && s.pressed-t.board.quietSince(s.squares) >= t.cfg.RestMs
		return t.clock.stopped || rested && t.after(s.pressed+wait) || t.after(s.pressed+t.grace())
	}
	if t.executed(s) {
		return true
	}
	return !t.clock.used && l.n >= 2 && t.madeState(l, 1)
}

// executed reports whether an irregular act counts for executed without a press:
// a text that knows no completion counts it when its pieces have been let go, or the
// opponent touches one of his own. One that the player may still finish is not
// executed by letting go (FIDE 1971, 7).
func (t *Tracker) executed(s *step) bool {
	if s.legal() || t.cfg.Rules.Completes() {
		return false
	}
	return t.touchedSince(s) || !unfinished(s.act) && t.rested(s, t.cfg.MadeRestMs)
}

func (t *Tracker) publishAt() State {
	switch {
	case !t.cfg.Rules.Completes():
		return StateMade // all that the text knows
	case t.cfg.PublishAt != StateProvisional:
		return t.cfg.PublishAt
	case t.clock.used:
		return StateCompleted
	}
	return StateMade
}

// settled reports whether the pieces of the first ply have been quiet for as long
// as the board may be late, since the press too, which the last report of a slide
// may follow; or have been played on from.
func (t *Tracker) settled(l *hypothesis) bool {
	s := &l.steps[0]
	return l.n > 1 || t.frozen() || t.after(max(t.board.quietSince(s.squares), s.pressed)+t.cfg.LateMs)
}

// uncontested reports whether every hypothesis that comes near this one has the same
// first ply. An irregular act that was pressed and stands for long is what was done,
// however near it is to half of something else.
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

// joins reports whether another hypothesis, no better than this one, has long come to the
// same position: nothing will tell which of them it was.
func (l *hypothesis) joins(o *hypothesis) bool {
	return l.n >= joinedPlies && l.ahead(o) >= 0 && l.base == o.base && l.pos().Key() == o.pos().Key()
}

// joinedPlies is how many plies are waited for one that tells two hypotheses apart.
const joinedPlies = 16

// ahead is how far a hypothesis is ahead of another one; where it takes a drop to be
// lost, not by a press so young that a late drop may explain it yet.
func (t *Tracker) ahead(l, o *hypothesis) int {
	ahead := l.ahead(o)
	if o.open && !t.after(o.openT+t.grace()) && slices.ContainsFunc(l.steps[:l.n], func(s step) bool { return s.oneOf > 0 }) {
		ahead -= t.costs.noMove
	}
	return ahead
}

// marginFor is how near another hypothesis may come: the less, the more plies have been
// played on from the one in question. When there is room for no more the best hypothesis
// is taken.
func (t *Tracker) marginFor(l *hypothesis) int {
	if l.n == maxOpen {
		return -t.costs.prune
	}
	if l.base < t.spine.Len() && l.n > 1 && l.residual == 0 {
		return 1 // play has gone on from what was taken back, and it explains the whole board
	}
	return max(1, t.costs.margin-max(0, l.n-4))
}

// commit makes the first ply of a hypothesis part of what is confirmed.
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

// takeBack undoes what a hypothesis takes back. The plies that follow are reported anew.
func (t *Tracker) takeBack(l *hypothesis) {
	for t.spine.Len() > l.base {
		p := t.plies[len(t.plies)-1]
		t.say(Finding{Code: Retracted, Side: PartyOf(p.Side), Ply: p.Number, UCI: p.UCI, SAN: p.SAN, Text: "taken back"})
		t.truncate(t.spine.Len() - 1)
	}
	if t.replaces.number > l.base {
		t.replaces = replaces{}
	}
	if t.mendedPly > l.base {
		t.mendedPly = 0
	}
	t.reported = t.reported[:0]
	t.tell()
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

// afterConfirm takes the first ply of a hypothesis out of every hypothesis that has it,
// and gives up the others, but for those that go back to before an irregular move.
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

// plyOf is a step as the game shows it.
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

// noteRest takes note of the best hypothesis when it has explained the whole board for a
// while, before the hands change the board again. A ply that ends the game, or may for
// all but the arbiter's word, has been made by then: its piece was let go, and what the
// hands do now is no correction.
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

// endAtRest ends a game, as the pieces have been set up for the next one, with the last
// position at which the whole board was at rest and explained. What was read while they
// were set up was no play.
func (t *Tracker) endAtRest() {
	l := &t.atRest
	for l.n > 0 && l.base < t.spine.Len() && t.plies[l.base].Move == l.steps[0].move {
		l.shift(l.base + 1)
	}
	if l.n == 0 || l.base != t.spine.Len() {
		t.openHypothesis()
		t.tell()
		return
	}
	t.keepOnly(l)
	t.score(&t.hypotheses[0])
	t.tell()
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

// upset reports whether, since the first ply of a hypothesis was shown, more has changed
// on the board than its plies and one hand explain: the pieces may be being set up for
// another game.
func (t *Tracker) upset(l *hypothesis) bool {
	changed := t.board.changedSince(l.diff&^t.disorder.silent, l.steps[0].seq)
	for rest := changed; rest != 0; {
		if t.board.sensed[rest.Pop()] != placement.Empty {
			return true
		}
	}
	return changed.Len() > 2
}

// judgeUnseen finds that which of several pieces was captured is not known.
func (t *Tracker) judgeUnseen(w *reported) {
	if w.number <= t.unseen {
		return
	}
	t.unseen = w.number
	if s := &w.step; s.noDrop {
		t.say(Finding{Code: SensorFault, Side: Both, Squares: s.move.From().Set(), Text: "the piece from this square was not seen to be put down"})
		return
	}
	t.raise(t.say(Finding{Code: AmbiguousCapture, Level: Arbiter, Side: PartyOf(w.step.side), Ply: w.number}))
}

// undecided is the index of the first ply of a hypothesis of which it is not known which
// of several it is; l.n if there is none.
func (t *Tracker) undecided(l *hypothesis) int {
	for i := range l.n {
		if l.steps[i].oneOf > 1 && !t.decided(l, i) || t.unclaimed(l, i) {
			return i
		}
	}
	return l.n
}

// unclaimed reports whether the i-th ply of a hypothesis is a promotion that a board of
// occupancy has not seen at all, and that was not played on from: the pawn is off its
// square, and the new piece may be yet to come.
func (t *Tracker) unclaimed(l *hypothesis, i int) bool {
	s := &l.steps[i]
	return t.board.occupancy && s.inferred && s.move.Promotion() != legality.NoKind && i == l.n-1 && l.n < maxOpen
}

// decided reports whether no other hypothesis that comes near has another i-th ply. When
// there is room for no more plies the best hypothesis is taken.
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

// decide says which of several moves a ply is, when later plies tell.
func (t *Tracker) decide(l *hypothesis, i int) bool {
	if !t.decided(l, i) || t.unclaimed(l, i) {
		return false
	}
	w := &t.reported[i]
	w.open = false
	t.clearAlert(AmbiguousCapture)
	t.say(Finding{Code: Provisional, Side: PartyOf(w.step.side), Ply: w.number, UCI: w.uci, SAN: w.san})
	if !w.step.noDrop {
		t.say(Finding{Code: CaptureInferred, Side: PartyOf(w.step.side), Ply: w.number, UCI: w.uci, SAN: w.san})
	}
	return true
}
