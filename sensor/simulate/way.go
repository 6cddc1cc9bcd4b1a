package simulate

import (
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// carryOver is what happens to the one man of a move on its way: it may rest
// on a square, or be seen over one. At most one of these befalls it.
func (h *hand) carryOver(m man) man {
	p, irr := h.profile, &h.profile.Irregular
	way := between(h.move.From(), h.move.To())
	switch {
	case irr.ReleaseTwice.happens(h.rng) && h.quiet():
		h.stop(m, ReleasedTwice, irr.Rest, h.otherTarget())
	case irr.Correct.happens(h.rng):
		h.stop(m, CorrectedMove, irr.Rest, h.pick(h.badSquares(h.move.From(), around(h.move.To()))))
	case p.Hover.happens(h.rng):
		h.hover(m)
	case len(way) > 0 && p.Sweep.happens(h.rng):
		h.slideOver(m, p.SweepRest, way)
	case len(way) > 0:
		h.slide(m, way)
	case p.Transit.happens(h.rng):
		h.stop(m, Brushed, p.Brush, h.pick(h.badSquares(h.move.From(), around(h.move.To()))))
	}
	return m
}

// stop lets the man be seen on a square and taken up again. NoSquare is none.
func (h *hand) stop(m man, kind DeedKind, rest Span, sq placement.Square) {
	if sq == placement.NoSquare || !h.empty(sq) {
		return
	}
	ms := rest.draw(h.rng)
	h.did(kind, h.at, ms, sq)
	h.put(sq, m)
	h.at += ms
	h.set(h.at, sq, nobody)
	h.wait(h.profile.Hop)
}

// slide lets the man rest on the last square before its own, or the last two
// (measured: 9 squares in 8 plies). A pinned man's way can be illegal.
func (h *hand) slide(m man, way []placement.Square) {
	if !h.profile.Slide.happens(h.rng) {
		return
	}
	squares := 1
	if h.rng.IntN(8) == 0 {
		squares = min(2, len(way))
	}
	h.slideOver(m, h.profile.SlideRest, way[len(way)-squares:])
}

// slideOver lets the man rest on each of some squares.
func (h *hand) slideOver(m man, rest Span, way []placement.Square) {
	for _, sq := range way {
		kind := Brushed
		if h.pos.IsLegal(legality.MakeMove(h.move.From(), sq)) {
			kind = Slid
		}
		h.stop(m, kind, rest, sq)
	}
}

// hover holds the man for long, and half the time brushes a square with it.
func (h *hand) hover(m man) {
	ms := h.profile.HoverFor.draw(h.rng)
	h.did(Hovered, h.at, ms, placement.NoSquare)
	h.at += ms
	if h.rng.IntN(2) == 0 {
		h.stop(m, Brushed, h.profile.Brush, h.pick(h.badSquares(h.move.From(), around(h.move.To()))))
	}
}

// otherTarget is another empty square to which the man could have gone.
func (h *hand) otherTarget() placement.Square {
	var others []placement.Square
	for _, m := range h.pos.AppendMovesFrom(nil, h.move.From()) {
		if m != h.move && !m.IsCastling() && m.Promotion() == legality.NoKind && h.pos.Captured(m) == placement.NoSquare {
			others = append(others, m.To())
		}
	}
	return h.pick(others)
}

// badSquares is those of the given squares that are empty and where the man on
// from may not go. Left out are squares on which a king means something else:
// half a castling, or a result.
func (g *game) badSquares(from placement.Square, among []placement.Square) []placement.Square {
	king := g.pos.At(from).Kind() == legality.King
	return slices.DeleteFunc(slices.Clone(among), func(sq placement.Square) bool {
		m := legality.MakeMove(from, sq)
		far := max(sq.File()-from.File(), from.File()-sq.File()) > 1
		return sq == from || !g.empty(sq) || g.pos.IsLegal(m) || king && (far || centre.Has(sq)) ||
			g.pos.At(from).Kind() == legality.Pawn && (sq.Rank() == 0 || sq.Rank() == 7)
	})
}

var centre = placement.SetOf(placement.D4, placement.E4, placement.D5, placement.E5)

// pick draws a square; NoSquare if there is none.
func (g *game) pick(squares []placement.Square) placement.Square {
	if len(squares) == 0 {
		return placement.NoSquare
	}
	return squares[g.rng.IntN(len(squares))]
}
