package touchmove

import "github.com/boardd/boardd/legality/placement"

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
	t.say(f)
	t.raise(f)
}
