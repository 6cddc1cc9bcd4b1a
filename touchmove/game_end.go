package touchmove

import (
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/touchmove/laws"
)

// judgeStanding reports, after a person has changed the game, that the last move has ended
// it or that a draw can be claimed.
func (t *Tracker) judgeStanding() {
	if l := t.bestHypothesis(); l.n > 0 {
		t.judgeReported(l)
		return
	}
	ending := t.endingNow()
	if ending == legality.NoEnding || len(t.plies) == 0 {
		t.judgeClaims(t.spine.Position(), t.timesNow(), t.spine.Len(), len(t.plies) == 0 || t.plies[len(t.plies)-1].State != StateMade)
		t.judgeUnchanged(t.bestHypothesis(), 0)
		return
	}
	t.endConfirmed(ending)
}

// endConfirmed ends the game by its last confirmed ply, if that is beyond doubt.
func (t *Tracker) endConfirmed(ending legality.Ending) {
	last := &t.plies[len(t.plies)-1]
	w := reported{number: last.Number, uci: last.UCI, san: last.SAN, made: true, ending: ending, breach: t.breachOpen() > 0}
	w.step.side = last.Side
	ends := t.ends(&w) && !last.State.Illegal()
	t.sayEnding(&w, ends)
	if ends && !t.over() {
		if last.State == StateMade {
			last.State, last.CompletedAt, last.byEnd = StateCompleted, t.now, true
		}
		t.endGame(ending, last.Side)
	}
}

// judgeReported reports that an unconfirmed ply ends the game beyond doubt, after a finding
// that had a doubt.
func (t *Tracker) judgeReported(l *hypothesis) {
	if l.n <= len(t.reported) && t.ends(&t.reported[l.n-1]) {
		t.sayEnding(&t.reported[l.n-1], true)
	}
}

// sayEnding reports that a ply ends the game, or may end it.
func (t *Tracker) sayEnding(w *reported, ends bool) {
	f := Finding{Code: laws.CodeOfEnding(w.ending), Level: Certain, Ply: w.number, UCI: w.uci, SAN: w.san}
	if w.ending == legality.Checkmate {
		f.Side = laws.PartyOf(w.step.side)
	}
	if !ends {
		f.Level = Arbiter
	}
	t.say(f)
}

// timesNow returns how often the position after all confirmed plies has occurred.
func (t *Tracker) timesNow() int {
	l := hypothesis{base: t.spine.Len()}
	return t.earlier(t.spine.Position(), &l, 0)
}

// endingNow returns how that position ends the game.
func (t *Tracker) endingNow() legality.Ending { return t.endingOf(t.spine.Position(), t.timesNow()) }

// endStopped ends the game by a last move in doubt when the clocks are stopped after it or,
// without a clock, when nobody has moved for long. A board of occupancy may not show which
// piece mates, or which piece was captured some moves before. The open plies are recorded
// and not published.
func (t *Tracker) endStopped() bool {
	l := t.bestHypothesis()
	if !t.board.occupancy || t.toBeCorrected() || l.diff != 0 || l.open {
		return false
	}
	if l.n == 0 {
		ending := t.endingNow()
		if ending != legality.NoEnding && len(t.plies) > 0 && !t.plies[len(t.plies)-1].State.Illegal() {
			t.endGame(ending, t.plies[len(t.plies)-1].Side)
		}
		return t.over()
	}
	ending := t.endingOf(l.pos(), 1)
	if ending == legality.NoEnding || l.steps[l.n-1].oneOf > 1 || !t.endsAlike(l, ending) {
		return false
	}
	w := reported{step: *l.last(), number: t.spine.Len() + l.n, uci: l.before(l.n - 1).UCI(l.last().move), san: l.before(l.n - 1).SAN(l.last().move), ending: ending}
	t.sayEnding(&w, !t.endsOtherwise(l.pos(), ending))
	t.recordOpen(l)
	t.endGame(ending, w.step.side)
	return true
}

// endsAlike reports whether a hypothesis consists of legal moves, and every other
// hypothesis that is as good ends the game in the same way.
func (t *Tracker) endsAlike(l *hypothesis, ending legality.Ending) bool {
	for i := range l.n {
		if !l.steps[i].legal() || i < len(t.reported) && t.reported[i].breach && i == l.n-1 {
			return false
		}
	}
	for i := range t.hypotheses {
		if o := &t.hypotheses[i]; o != l && l.ahead(o) <= 0 && (o.n != l.n || t.endingOf(o.pos(), 1) != ending) {
			return false
		}
	}
	return true
}

// recordOpen adds the plies of the best hypothesis to the game without confirming them.
func (t *Tracker) recordOpen(l *hypothesis) {
	first, confidence := len(t.plies), t.confidence(l)
	for i := range l.n {
		p := t.plyOf(l.before(i), &l.steps[i], t.state(l, i))
		p.Number, p.Confidence, p.Published, p.Competitors = first+i+1, confidence, false, t.competitors(l, i)
		t.plies = append(t.plies, p)
	}
	for i := range l.n {
		t.spine.Play(l.steps[i].move)
	}
	t.reported = t.reported[:0]
}

// signal is a result shown by placing both kings in the centre: on light squares White has
// won, on dark ones Black, on one of each the game is drawn (a board maker's convention,
// not the Laws). The four squares all touch, so that two kings there are never a position,
// and the signal is settled at once.
type signal struct {
	result   string
	since    int64
	reported bool
	denied   bool // it was a king's move, and was pressed
}

// shown is the result that the kings show; "" if none.
func (s *signal) shown() string {
	if s.denied {
		return ""
	}
	return s.result
}

var centre = placement.SetOf(placement.D4, placement.E4, placement.D5, placement.E5)

// watchSignal looks for the kings in the centre after every change of the board.
func (t *Tracker) watchSignal() {
	if t.notStarted() || t.phase == Setup {
		return
	}
	t.watchEnded()
	result := t.kingsShow()
	if result != t.signal.result {
		t.signal = signal{result: result, since: t.now}
		if result != "" && t.phase < Ended {
			t.pendResult()
		}
	}
	if result == "" && t.phase == ResultPending && t.board.differ(t.bestHypothesis().pos().Placement()) == 0 {
		t.deaf = t.board.seq
		t.playOn()
	}
}

// pressesKing reports whether the player who presses has put only the own king into the
// centre, with the other king where play has brought it.
func (t *Tracker) pressesKing(side placement.Color) bool {
	if t.phase != ResultPending || t.signal.result == "" || t.clock.stopped || !t.clock.running.Is(side) {
		return false
	}
	p := t.bestHypothesis().pos()
	other := placement.MakePiece(side.Other(), legality.King)
	sq := t.inCentre(other)
	return sq != placement.NoSquare && p.At(sq) == other
}

// denySignal undoes a signal: it was the king's move.
func (t *Tracker) denySignal() {
	t.signal.denied = true
	t.playOn()
	t.grow()
}

// notStarted reports whether, as far as is known, nothing has been played and the clock has
// not been started.
func (t *Tracker) notStarted() bool {
	return t.waiting() && t.spine.Len() == 0 && laws.AtHome(t.spine.Position())
}

// playOn resumes the game after a signal that was none.
func (t *Tracker) playOn() {
	t.clearAlert(ResultSignal)
	if t.clock.stopped {
		t.become(Paused)
		return
	}
	t.become(Playing)
}

// watchEnded follows changes of the board after the end; they are no part of the game.
func (t *Tracker) watchEnded() {
	if t.phase == Ended && t.board.differ(t.bestHypothesis().pos().Placement()) != 0 {
		t.become(PostMortem)
	}
}

// kingsShow returns the result that the kings show; "" if none.
func (t *Tracker) kingsShow() string {
	white, black := t.inCentre(placement.WhiteKing), t.inCentre(placement.BlackKing)
	if t.board.occupancy {
		white, black = t.unknownInCentre()
	}
	switch {
	case t.cfg.NoSignals || white == placement.NoSquare || black == placement.NoSquare || t.spine.Position().At(white) == placement.WhiteKing && t.spine.Position().At(black) == placement.BlackKing:
		return ""
	case white.Light() != black.Light():
		return "1/2-1/2"
	case white.Light():
		return "1-0"
	}
	return "0-1"
}

// unknownInCentre returns the squares of two pieces in the centre that may be the kings, on
// a board of occupancy. A hypothesis has no pieces there, its kings have left their
// squares, and all other squares agree. It does not matter which king is which.
func (t *Tracker) unknownInCentre() (a, b placement.Square) {
	for i := range t.hypotheses {
		p := t.hypotheses[i].pos()
		kings := p.Kings(placement.White) | p.Kings(placement.Black)
		come := t.board.differ(p.Placement()) &^ kings
		if come.Len() == 2 && come&centre == come && come|kings == t.board.differ(p.Placement()) && t.empty(kings) {
			return come.First(), (come &^ come.First().Set()).First()
		}
	}
	return placement.NoSquare, placement.NoSquare
}

// empty reports whether all of the given squares show empty.
func (t *Tracker) empty(squares placement.Set) bool {
	for squares != 0 {
		if t.board.sensed[squares.Pop()] != placement.Empty {
			return false
		}
	}
	return true
}

func (t *Tracker) inCentre(king placement.Piece) placement.Square {
	for rest := centre; rest != 0; {
		if sq := rest.Pop(); t.board.sensed[sq] == king {
			return sq
		}
	}
	return placement.NoSquare
}

// pendResult ends play. Every king step since the last press was on the way to the centre.
// A person confirms the result, unless the last move has ended the game.
func (t *Tracker) pendResult() {
	l := t.hypothesisBeforeSignal()
	t.keepOnly(&l)
	t.reportPlies()
	if n := len(t.reported); n > 0 && n == l.n && t.ends(&t.reported[n-1]) {
		w := t.reported[n-1]
		t.confirmSteps(&l, n)
		t.reported = t.reported[:0]
		t.endGame(w.ending, w.step.side)
		return
	}
	t.become(ResultPending)
}

// hypothesisBeforeSignal returns the hypothesis that was reported last, without the
// uncompleted king steps at its end.
func (t *Tracker) hypothesisBeforeSignal() hypothesis {
	var plain hypothesis
	for n := len(t.reported); n >= 0; n-- {
		for i := range t.hypotheses {
			if l := &t.hypotheses[i]; l.base == t.spine.Len() && l.n == n && t.isReported(l) && (n == 0 || !kingStep(l) || t.stepped(l)) {
				return l.clone()
			} else if l.base == t.spine.Len() && l.n == 0 {
				plain = l.clone()
			}
		}
	}
	return plain
}

// isReported reports whether the plies of a hypothesis are the first ones that have been
// reported.
func (t *Tracker) isReported(l *hypothesis) bool {
	for i := range l.n {
		if !t.reported[i].step.same(&l.steps[i]) {
			return false
		}
	}
	return true
}

// kingStep reports whether a hypothesis ends with a king's step that was not pressed, or
// with an act that is no move.
func kingStep(l *hypothesis) bool {
	s := l.last()
	if !s.legal() {
		return !s.completed()
	}
	return !s.completed() && !s.move.IsCastling() && l.before(l.n-1).At(s.move.From()).Kind() == legality.King
}

// stepped reports whether, without a clock, the king's step at the end of a hypothesis was
// a move: the king stood there for a while, and nothing else happened. In the centre the
// same could show a result.
func (t *Tracker) stepped(l *hypothesis) bool {
	return !t.clock.used && l.last().legal() && !t.needsProof(l, l.n-1) &&
		t.atRest.base == l.base && t.atRest.n == l.n && t.atRest.last().path == l.last().path
}

// judgeSignal reports the result that the kings show once they have come to rest. After the
// end of the game it changes nothing, and nobody has to confirm it.
func (t *Tracker) judgeSignal() {
	if t.phase < ResultPending || t.signal.result == "" || t.signal.reported || !t.after(t.signal.since+t.cfg.RestMs) {
		return
	}
	t.signal.reported = true
	f := t.say(Finding{Code: ResultSignal, Side: Both, Text: t.signal.result})
	if t.phase == ResultPending {
		t.raise(f)
	}
	t.touchGame()
}

// judgeEnding reports the end of the game, and the draws that the other player may now
// claim.
func (t *Tracker) judgeEnding(l *hypothesis, i int) {
	s, w := &l.steps[i], &t.reported[i]
	times := t.occurrences(l, i)
	w.ending = t.endingOf(&s.after, times)
	if w.ending == legality.DeadPosition && t.alive(l, i) {
		w.ending = legality.NoEnding
	}
	if w.ending == legality.NoEnding {
		t.judgeClaims(&s.after, times, w.number, false)
		t.judgeUnchanged(l, i+1)
		t.judgeClaimsByMove(l, i)
		t.judgeSeries(l, i)
		return
	}
	t.sayEnding(w, t.ends(w))
}

// alive reports whether the position after the i-th ply of a hypothesis is not dead if a
// piece of unknown kind is another one than the hypothesis takes it for.
func (t *Tracker) alive(l *hypothesis, i int) bool {
	var buf [8]promoted
	return t.unknownBefore(l, i+1, buf[:]).any(&l.steps[i].after, func(other *legality.Position) bool { return !other.QuickDead() })
}

// endingOf returns how a position ends the game under the rule set in force.
func (t *Tracker) endingOf(p *legality.Position, times int) legality.Ending {
	e := legality.Judge(p, times)
	later := e == legality.NoEnding || e > legality.DeadPosition
	if later && t.cfg.Rules.Settles(laws.TopicDead) && p.QuickDead() {
		e = legality.DeadPosition
	}
	if e != legality.NoEnding && e != t.overruled && t.cfg.Rules.Settles(laws.TopicOfEnding(e)) {
		return e
	}
	return legality.NoEnding
}

// toBeCorrected reports whether play will, or may, go back to before an irregular move
// (7.5.1): then later plies end nothing by themselves.
func (t *Tracker) toBeCorrected() bool {
	return t.irregular >= 0 && (t.disputed || !t.cfg.Rules.Stands() || t.firstBarred())
}

// endGame takes the result that the rules give.
func (t *Tracker) endGame(ending legality.Ending, winner placement.Color) {
	t.setAside()
	t.aside.before.overrule(ending)
	t.ending = ending
	t.game.Result, t.game.Termination = resultOf(ending, winner), "normal"
	t.openHypothesis() // what was done since is no part of the game
	t.reportPlies()
	t.become(Ended)
	t.clearAllAlerts()
}
