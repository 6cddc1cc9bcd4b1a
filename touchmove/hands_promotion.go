package touchmove

import (
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// promote takes note of a piece that nobody took from the board: on the last
// rank it is the one that a pawn becomes, and the choice is final as soon as it
// touches the square (4.4.4). It is let go as that pawn (4.7.3).
func (h *hands) promote(c *change) {
	turn := h.before.Turn()
	if c.sq.Rank() != lastRank(turn) || !c.is.Is(turn) {
		return
	}
	switch c.is.Kind() {
	case legality.Knight, legality.Bishop, legality.Rook, legality.Queen:
	default:
		return
	}
	if h.acts.Promoted == placement.NoSquare && h.promotesOn(c) {
		h.acts.Promoted, h.acts.As, h.acts.PromotedAt = c.sq, c.is.Kind(), c.at
	}
	for i := h.nHeld - 1; i >= 0; i-- {
		if from := h.held[i]; h.before.IsLegal(legality.MakePromotion(from, c.sq, c.is.Kind())) {
			h.drop(i)
			h.resting[c.sq], h.restAt[c.sq] = from, c.at
			h.moved |= c.sq.Set()
			return
		}
	}
}

// promotesOn reports whether a pawn may become what a square now shows.
func (h *hands) promotesOn(c *change) bool {
	for pawns := h.before.Men(h.before.Turn(), legality.Pawn); pawns != 0; {
		if h.before.IsLegal(legality.MakePromotion(pawns.Pop(), c.sq, c.is.Kind())) {
			return true
		}
	}
	return false
}
