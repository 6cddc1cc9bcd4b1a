package touchmove

import (
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// manFor is the man in the hand that has come to stand on a square, as an index
// of held; -1 none. Of two that are alike it is the one that stood there, or else
// the first that may go there: others were knocked over. Where the board does not
// say which it is, king and rook go where castling puts them, and any other is the
// one that was lifted last.
func (h *hands) manFor(c *change) int {
	if i := slices.Index(h.held[:h.nHeld], c.sq); i >= 0 && h.before.At(c.sq) == c.is {
		return i
	}
	if i := h.alike(c); i >= 0 {
		return i
	}
	last := -1
	for i := h.nHeld - 1; i >= 0; i-- {
		from := h.held[i]
		switch {
		case h.before.At(from) == c.is:
			return i
		case c.is == placement.Unknown && h.castles(from, c.sq):
			return i
		case c.is == placement.Unknown && last < 0:
			last = i
		}
	}
	return last
}

// alike is the first of several men in the hand of the kind that has come to stand
// on a square who may move there, as an index of held; -1 if there are not several.
func (h *hands) alike(c *change) int {
	first, n := -1, 0
	for i, from := range h.held[:h.nHeld] {
		if h.before.At(from) != c.is {
			continue
		}
		if n++; first < 0 && h.before.IsLegal(moveShown(c.is, from, c.sq, c.is)) {
			first = i
		}
	}
	if n < 2 {
		return -1
	}
	return first
}

// castles reports whether castling would put the man from one square on
// another one, and both king and rook are in the hand.
func (h *hands) castles(from, to placement.Square) bool {
	king := h.before.Kings(h.before.Turn()).First()
	for _, side := range [...]legality.Side{legality.Kingside, legality.Queenside} {
		rook := h.before.CastlingRook(h.before.Turn(), side)
		if rook == placement.NoSquare {
			continue
		}
		m := legality.MakeCastling(king, rook)
		if h.holds(king) && h.holds(rook) && (from == king && to == m.KingTo() || from == rook && to == m.RookTo()) {
			return true
		}
	}
	return false
}

// movesAnother reports whether the player has touched a man of his own besides one.
func (h *hands) movesAnother(than placement.Square) bool {
	return slices.ContainsFunc(h.acts.Touches, func(touch Touch) bool {
		return touch.Square != than && h.before.At(touch.Square).Is(h.before.Turn())
	})
}

func (h *hands) holds(from placement.Square) bool {
	return slices.Contains(h.held[:h.nHeld], from)
}

// near reports whether two squares touch.
func near(a, b placement.Square) bool {
	return abs(a.File()-b.File()) <= 1 && abs(a.Rank()-b.Rank()) <= 1
}

// take puts the man from a square into the hand.
func (h *hands) take(from placement.Square, at int64) {
	if h.nHeld < maxTouches {
		h.held[h.nHeld], h.heldAt[h.nHeld] = from, at
		h.nHeld++
	}
}

// drop takes the i-th man out of the hand.
func (h *hands) drop(i int) {
	h.nHeld--
	copy(h.held[i:h.nHeld], h.held[i+1:h.nHeld+1])
	copy(h.heldAt[i:h.nHeld], h.heldAt[i+1:h.nHeld+1])
}
