package simulate

import (
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// stray is a man who was pushed to another square.
type stray struct {
	man      man
	from, to placement.Square
	since    int64
	until    int // the ply, from 1, whose player puts him right
	ply      int // in which he was pushed
}

// leaveAstray pushes a man to the next square, where he stands for some plies.
// Neither he nor either square has a part in these, and he could not have gone
// there by a move, so that it cannot be taken for one.
func (h *hand) leaveAstray() {
	plies := int(h.profile.Irregular.Plies.draw(h.rng))
	left := len(h.moves) - h.number
	if plies < 1 || left <= plies {
		return
	}
	busy := h.busy(h.moves[h.number : h.number+plies+1])
	from := h.pick(h.freeOf(busy, append(around(h.move.To()), around(h.move.From())...), func(sq placement.Square) bool {
		return h.occupied(sq) && len(h.wrongSquares(sq, busy)) > 0
	}))
	if from == placement.NoSquare {
		return
	}
	to := h.pick(h.wrongSquares(from, busy))
	s := &stray{h.stand[from], from, to, h.at + h.profile.Hop.draw(h.rng), h.number + plies + 1, h.number}
	h.set(s.since, from, nobody)
	h.clear = s.since + 1 + h.profile.Hop.draw(h.rng)
	h.set(h.clear, to, s.man)
	h.astray = s
}

// busy is all squares on which something changes in some plies after this one.
func (h *hand) busy(moves []legality.Move) placement.Set {
	busy, p := h.squares, h.pos.Play(h.move)
	for _, m := range moves {
		next := p.Play(m)
		busy |= placement.Differ(p.Placement(), next.Placement())
		p = next
	}
	return busy
}

// freeOf is those squares that are not busy and please.
func (h *hand) freeOf(busy placement.Set, squares []placement.Square, please func(placement.Square) bool) []placement.Square {
	var free []placement.Square
	for _, sq := range squares {
		if !busy.Has(sq) && please(sq) {
			free = append(free, sq)
		}
	}
	return free
}

// wrongSquares is the free squares next to a man to which he cannot go,
// whoever has the move.
func (h *hand) wrongSquares(from placement.Square, busy placement.Set) []placement.Square {
	after := h.pos.Play(h.move)
	other := after.WithTurn(after.Turn().Other())
	return h.freeOf(busy, around(from), func(to placement.Square) bool {
		m := legality.MakeMove(from, to)
		queens := legality.MakePromotion(from, to, legality.Queen)
		king := after.At(from).Kind() == legality.King
		return h.empty(to) && !king && !after.IsLegal(m) && !other.IsLegal(m) && !after.IsLegal(queens) && !other.IsLegal(queens)
	})
}

// putRight puts back the man who stands astray, in the player's own time, when
// it is his ply to do so or the game is over. It reports whether it did.
func (h *hand) putRight(over bool) bool {
	s := h.astray
	if s == nil || !over && h.number < s.until {
		return false
	}
	h.set(h.at, s.to, nobody)
	h.wait(h.profile.Second)
	h.set(h.at, s.from, s.man)
	h.truth.Deeds = append(h.truth.Deeds, Deed{Kind: LeftAstray, Ply: s.ply, At: s.since, Ms: h.at - s.since, Square: s.to})
	h.wait(h.profile.Second)
	h.astray, h.game.now = nil, max(h.game.now, h.at)
	return true
}
