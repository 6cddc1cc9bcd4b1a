package touchmove

import (
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// judgeFlag finds a flag that has fallen before the game was over. A move that
// seems to have ended it (5.1.1) may yet turn out not to have been made.
func (t *Tracker) judgeFlag() {
	switch n := len(t.told); {
	case t.flagged == Both:
		return
	case t.phase >= Ended:
	case n > 0 && t.ends(&t.told[n-1]):
		return
	default:
		t.flagFall(placement.Color(t.flagged - ByWhite))
	}
	t.flagged = Both
}

// flagFall finds that the clock shows a player's flag. What counts is when it
// is observed or claimed (6.8), and whether the opponent can mate by any
// series of legal moves (6.9): both are the arbiter's.
func (t *Tracker) flagFall(side placement.Color) {
	f := Finding{Code: FlagFall, Level: Arbiter, Side: PartyOf(side)}
	f.Text, f.Remedy = t.flagRemedy(side)
	t.raise(t.say(f))
}

// flagRemedy is what follows from a flag fall, and why.
func (t *Tracker) flagRemedy(side placement.Color) (string, *Remedy) {
	rules := t.cfg.Rules
	lost := &Remedy{Result: lostBy[side], Article: rules.article(topicCannotMate)}
	drawn := &Remedy{Result: "1/2-1/2", Article: lost.Article}
	switch {
	case !rules.settles(topicCannotMate):
		return "what follows is not in the text", nil
	case rules.has(topicCannotMate, losesEvenSo):
		return "the flag loses even where the opponent cannot mate", lost
	}
	p := t.bestLine().pos()
	switch answer, by := canMate(p, side.Other()); {
	case answer == legality.No:
		return "the opponent cannot mate by any series of legal moves", drawn
	case answer == legality.Yes && rules.has(topicCannotMate, matingMaterial):
		return "the opponent can mate by some series of legal moves; whether he has mating material is for the arbiter", nil
	case answer == legality.Yes:
		lost.MateBy = inUCI(p, by)
		return "the opponent can mate by some series of legal moves", lost
	}
	return "whether the opponent can mate by some series of legal moves is not known", nil
}

// lostBy is the result when a player has lost.
var lostBy = [...]string{placement.White: "0-1", placement.Black: "1-0"}
