package bench

import (
	"slices"

	"github.com/boardd/boardd/sensor/simulate"
	"github.com/boardd/boardd/touchmove"
)

// breaches are the findings of a breach of Article 4 by the move itself.
var breaches = []touchmove.Code{touchmove.TouchBreach, touchmove.ReleaseBreach, touchmove.CastleRookFirst, touchmove.PromotionChanged}

// leftToArbiter reports whether the result of a game is rightly left to a
// person: the end was found, but its move was in breach of Article 4, or looks
// just so to a sensor. Then it does not end the game by itself (FIDE 2023,
// 5.1.1 and 5.2.1: "provided that the move was in accordance with Article 3 and
// Articles 4.2 to 4.7").
func (r *Result) leftToArbiter(t *simulate.Truth) bool {
	ofLast := func(has func(f *touchmove.Finding, v Verdict) bool) bool {
		for i := range r.Findings {
			f := &r.Findings[i]
			if f.Ply == len(t.Moves) && r.truthAt(f.At) == t && has(f, r.Verdicts[i]) {
				return true
			}
		}
		return false
	}
	ended := ofLast(func(f *touchmove.Finding, v Verdict) bool {
		_, isEnd := endings[f.Code]
		return isEnd && f.Level == touchmove.Arbiter && v == True
	})
	return ended && ofLast(func(f *touchmove.Finding, v Verdict) bool {
		return slices.Contains(breaches, f.Code) && (v == True || v == LooksLike)
	})
}
