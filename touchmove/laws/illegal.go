package laws

import (
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// irregularActs are the codes of irregular acts whose clock was pressed, and whether a further movement of
// the hand can make them legal.
var irregularActs = map[legality.ActKind]struct {
	code       Code
	unfinished bool
}{
	legality.ActHalfCastling:     {CastleIncomplete, true},
	legality.ActPromotionMissing: {PromotionUnreplaced, true},
	legality.ActPromotionWrong:   {PromotionWrongPiece, false},
	legality.ActPromotionLeft:    {PromotionIncomplete, true},
	legality.ActEnPassantLeft:    {EPPawnLeft, true},
	legality.ActKingCaptured:     {KingCaptured, false},
}

// CodeOfAct returns the code of a finding on an irregular act; NoCode if it has none of its own.
func CodeOfAct(k legality.ActKind) Code { return irregularActs[k].code }

// Unfinished reports whether a further movement of the hand can make an act legal.
func Unfinished(k legality.ActKind) bool { return irregularActs[k].unfinished }

// JoinArticles joins the articles of Article 3 that a move breaks and the one that settles
// the consequence.
func JoinArticles(article string, why []Reason) string {
	for _, r := range why {
		if r.Article != article {
			article += "/" + r.Article
		}
	}
	return article
}

// Replacements lists the moves that may replace an illegal one, given the acts for it.
func (r *Rules) Replacements(before *legality.Position, acts *Acts) []string {
	var none Acts
	if r.Has(TopicReplacement, KingIfAsked) {
		none.Touches = []Touch{{Square: before.Kings(before.Turn()).First()}}
	}
	duty := r.Duty(before, &none, acts)
	if duty.Free && len(none.Touches) > 0 {
		return nil // the king cannot move
	}
	return SortedUCI(before, duty.Allowed)
}

// KingsBothInCheck reports whether both kings are in check.
func KingsBothInCheck(p *legality.Position) bool {
	return p.InCheck(placement.White) && p.InCheck(placement.Black)
}

// PawnsLeft reports whether a pawn stands on the rank farthest from its own.
func PawnsLeft(p *legality.Position) bool {
	return p.Pieces(placement.White, legality.Pawn)&eighthRank|p.Pieces(placement.Black, legality.Pawn)&firstRank != 0
}

const firstRank, eighthRank = placement.Set(0xff), placement.Set(0xff << 56)
