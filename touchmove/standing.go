package touchmove

import "github.com/boardd/boardd/legality"

// judgeStanding finds how the game stands after a person has changed it: that
// the last move has ended it, or that a draw can be claimed.
func (t *Tracker) judgeStanding() {
	if l := t.bestLine(); l.n > 0 {
		t.judgeTold(l)
		return
	}
	ending := t.endingNow()
	if ending == legality.NoEnding || len(t.plies) == 0 {
		t.judgeClaims(t.spine.Position(), t.timesNow(), t.spine.Len())
		return
	}
	t.endConfirmed(ending)
}

// endConfirmed ends the game by its last confirmed ply, if that is beyond doubt.
func (t *Tracker) endConfirmed(ending legality.Ending) {
	last := &t.plies[len(t.plies)-1]
	w := told{number: last.Number, uci: last.UCI, san: last.SAN, made: true, ending: ending, breach: t.breachOpen() > 0}
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

// judgeTold finds that a ply which is not confirmed yet ends the game beyond
// doubt; what was found of it before had a doubt.
func (t *Tracker) judgeTold(l *line) {
	if l.n <= len(t.told) && t.ends(&t.told[l.n-1]) {
		t.sayEnding(&t.told[l.n-1], true)
	}
}

// sayEnding says that a ply ends the game, or may.
func (t *Tracker) sayEnding(w *told, ends bool) {
	f := Finding{Code: endingCodes[w.ending], Level: Certain, Ply: w.number, UCI: w.uci, SAN: w.san}
	if w.ending == legality.Checkmate {
		f.Side = PartyOf(w.step.side)
	}
	if !ends {
		f.Level = Arbiter
	}
	t.say(f)
}

// timesNow is how often the position after all confirmed plies has occurred.
func (t *Tracker) timesNow() int {
	l := line{base: t.spine.Len()}
	return t.earlier(t.spine.Position(), &l, 0)
}

// endingNow is how that position ends the game.
func (t *Tracker) endingNow() legality.Ending { return t.endingOf(t.spine.Position(), t.timesNow()) }

// endStopped ends the game by a last move of which there was a doubt, when the
// clocks are stopped after it or, without a clock, nobody has moved for long: what it is that gives mate, or which man was
// captured some moves before, a board without kinds may not tell. The plies that
// are open are recorded, and not published.
func (t *Tracker) endStopped() bool {
	l := t.bestLine()
	if !t.board.unnamed || t.toBeCorrected() || l.diff != 0 || l.open {
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
	w := told{step: *l.last(), number: t.spine.Len() + l.n, uci: l.before(l.n - 1).UCI(l.last().move), san: l.before(l.n - 1).SAN(l.last().move), ending: ending}
	t.sayEnding(&w, !t.endsOtherwise(l.pos(), ending))
	t.recordOpen(l)
	t.endGame(ending, w.step.side)
	return true
}

// endsAlike reports whether a line is of legal moves, and no reading that is as
// good ends the game otherwise than it does.
func (t *Tracker) endsAlike(l *line, ending legality.Ending) bool {
	for i := range l.n {
		if !l.steps[i].legal() || i < len(t.told) && t.told[i].breach && i == l.n-1 {
			return false
		}
	}
	for i := range t.lines {
		if o := &t.lines[i]; o != l && l.ahead(o) <= 0 && (o.n != l.n || t.endingOf(o.pos(), 1) != ending) {
			return false
		}
	}
	return true
}

// recordOpen takes the plies of the best line into the game without settling them.
func (t *Tracker) recordOpen(l *line) {
	first, confidence := len(t.plies), t.confidence(l)
	for i := range l.n {
		p := t.plyOf(l.before(i), &l.steps[i], t.state(l, i))
		p.Number, p.Confidence, p.Published, p.Competitors = first+i+1, confidence, false, t.competitors(l, i)
		t.plies = append(t.plies, p)
	}
	for i := range l.n {
		t.spine.Play(l.steps[i].move)
	}
	t.told = t.told[:0]
}
