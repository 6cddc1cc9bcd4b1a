package touchmove

import "github.com/boardd/boardd/legality/placement"

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
	f := Finding{Code: FlagFall, Level: Arbiter, Side: PartyOf(side), Text: "whether the opponent can mate is not known"}
	if t.cfg.Rules.Stands() {
		f.Article = t.cfg.Rules.edition.codes[FlagFall] + "/" + t.cfg.Rules.article(articleFlagClaim)
	}
	if t.bestLine().pos().CannotMateByMaterial(side.Other()) {
		f.Text = "the opponent cannot mate: the men that are left rule it out"
		f.Remedy = &Remedy{Result: "1/2-1/2", Article: t.cfg.Rules.article(articleCannotMate)}
	}
	t.raise(t.say(f))
}
