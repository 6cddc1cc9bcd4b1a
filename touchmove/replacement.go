package touchmove

import (
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// bindBefore publishes what is open to a player who has touched nothing in this
// turn yet, but must replace a move.
func (t *Tracker) bindBefore(before *legality.Position) {
	u := &t.turn
	if t.replaces.number != u.number || t.replaces.acts.Touches == nil || u.allowed != nil || u.touches > 0 {
		return
	}
	if duty := t.duty(before, &Acts{Promoted: placement.NoSquare}); !duty.Free {
		u.allowed = duty.Allowed
		t.publishDuty(before, &duty, PartyOf(before.Turn()))
	}
}

// duty is what is open in this turn. A move that replaces an illegal one is
// bound by what was touched for that one, too (7.5.1).
func (t *Tracker) duty(before *legality.Position, acts *Acts) Duty {
	if r := &t.replaces; r.number == t.turn.number && r.acts.Touches != nil {
		if r.breach { // what he did binds him by itself
			joined := acts.after(&r.acts, withReleases)
			return Open(before, &joined, t.cfg.Rules)
		}
		joined := acts.after(&r.acts, t.cfg.Rules.law[topicReplacement].way)
		d := Open(before, &joined, t.cfg.Rules)
		d.Article = t.cfg.Rules.article(topicReplacement) + "/" + d.Article
		return d
	}
	return Open(before, acts, t.cfg.Rules)
}

// after joins to what a player has done what he did for the illegal move that he
// replaces, as far as that binds him: his touches and releases (4.3, 4.7), only
// the touches (FIDE 1997, 1971), or nothing (Bilguer: the opponent chooses).
func (a *Acts) after(first *Acts, binds way) Acts {
	joined := *a
	if binds == kingIfAsked {
		return joined
	}
	joined.Touches = append(slices.Clone(first.Touches), a.Touches...)
	if binds == touchesOnly {
		return joined
	}
	joined.Releases = append(slices.Clone(first.Releases), a.Releases...)
	if first.Promoted != placement.NoSquare {
		joined.Promoted, joined.As, joined.PromotedAt = first.Promoted, first.As, first.PromotedAt
	}
	return joined
}
