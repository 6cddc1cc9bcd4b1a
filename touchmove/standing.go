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
