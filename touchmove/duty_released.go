package touchmove

import (
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// promotion applies 4.4.4: the choice is final when the piece has touched the
// square or, in other texts, when it has been let go there.
func (b *binding) promotion() {
	if to := b.acts.Promoted; to != placement.NoSquare && b.acts.chosen(b.rules) {
		bound := "to:" + to.String() + "&promo:" + string(rune(b.acts.As.Letter()|0x20))
		b.keep(bound, b.rules.article(topicPromotionFinal), func(m legality.Move) bool {
			return m.To() == to && m.Promotion() == b.acts.As
		})
	}
}

// chosen reports whether the choice of a promotion piece is final.
func (a *Acts) chosen(r *Rules) bool {
	if r.has(topicPromotionFinal, whenTouched) {
		return true
	}
	letGo := slices.ContainsFunc(a.Releases, func(rel Release) bool { return rel.To == a.Promoted && rel.At == a.PromotedAt })
	return letGo && r.has(topicPromotionFinal, whenReleased)
}

// released applies 4.7: a man let go as a legal move, or part of one, stays.
func (b *binding) released() {
	if !b.rules.settles(topicReleased) {
		return
	}
	for _, r := range b.acts.Releases {
		if r.To == b.acts.Promoted && b.acts.chosen(b.rules) {
			continue // 4.4.4 says more
		}
		if b.kingReleased(r) {
			return
		}
		if b.keep("to:"+r.To.String(), b.releaseArticle(r), func(m legality.Move) bool {
			return m.From() == r.From && m.To() == r.To && !m.IsCastling() || b.rules.begins(&r, m)
		}) {
			return
		}
	}
}

// releaseArticle is the article by which a man stays where it was let go; that of
// a pawn on the last rank fixes the square only (4.7.3).
func (b *binding) releaseArticle(r Release) string {
	if r.To.Rank() == lastRank(b.pos.Turn()) && b.pos.At(r.From).Kind() == legality.Pawn {
		return b.rules.article(topicPromotionSquare)
	}
	return b.rules.article(topicReleased)
}

// begins reports whether a release may have begun a castling with the rook,
// where the order does not matter.
func (r *Rules) begins(let *Release, m legality.Move) bool {
	return r.has(topicRookFirst, noMatter) && m.IsCastling() && m.To() == let.From && m.RookTo() == let.To
}

func abs(n int) int { return max(n, -n) }
