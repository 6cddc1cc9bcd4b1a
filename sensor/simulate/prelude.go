package simulate

import (
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// prelude is what the player does before he plays his move; at most one thing.
func (h *hand) prelude() {
	p, irr := h.profile, &h.profile.Irregular
	canPress := h.clock.running.Is(h.pos.Turn()) && h.clocked
	switch {
	case h.astray != nil: // one thing at a time
	case p.Adjust.happens(h.rng):
		h.adjust()
	case p.Return.happens(h.rng):
		h.returnMan(Returned, p.AdjustAt, h.move.From())
		h.lifted = -1
	case irr.TouchOther.happens(h.rng):
		h.returnMan(TouchedOther, irr.Rest, h.pick(h.otherMen(h.movable())))
	case irr.TouchTheirs.happens(h.rng):
		h.returnMan(TouchedTheirs, irr.Rest, h.pick(h.otherMen(h.capturable())))
	case p.Interrupt.happens(h.rng) && canPress:
		h.interrupt()
	case irr.PressIllegal.happens(h.rng) && canPress:
		h.pressIllegal()
	case irr.PressEmpty.happens(h.rng) && canPress:
		h.pressEmpty()
	}
}

// otherMen is the squares of a set on which a man stands who is not to move.
func (h *hand) otherMen(men placement.Set) []placement.Square {
	return (men &^ h.squares).Squares()
}

// movable is the men that have a legal move.
func (h *hand) movable() placement.Set {
	var all legality.Moves
	h.pos.Generate(&all)
	return all.From
}

// capturable is the men of the opponent that a legal move captures.
func (h *hand) capturable() placement.Set {
	var men placement.Set
	for _, sq := range h.pos.Occupied(h.pos.Turn().Other()).Squares() {
		if len(h.pos.AppendCaptures(nil, sq)) > 0 {
			men |= sq.Set()
		}
	}
	return men
}

// adjust straightens another man of the player's, now and then two together.
func (h *hand) adjust() {
	p := h.profile
	men := h.otherMen(h.pos.Occupied(h.pos.Turn()))
	sq := h.pick(men)
	if !p.AdjustMore.happens(h.rng) || len(men) < 2 {
		h.returnMan(Adjusted, p.AdjustAt, sq)
		return
	}
	with := sq
	for with == sq {
		with = h.pick(men)
	}
	began, first := h.at, h.take(sq)
	h.wait(p.Hop)
	h.returnMan(Adjusted, p.AdjustAt, with)
	h.did(Adjusted, began, h.at-began, sq)
	h.put(sq, first)
	h.wait(p.Second)
}

// interrupt stops the clock and starts it again for the same player.
func (h *hand) interrupt() {
	began := h.at
	h.clock.stop(h.at)
	h.wait(h.profile.InterruptFor)
	h.clock.start(h.at, h.pos.Turn())
	h.did(Interrupted, began, h.at-began, placement.NoSquare)
	h.at += h.think()
}

// returnMan lifts a man and puts him back on his square.
func (h *hand) returnMan(kind DeedKind, off Span, sq placement.Square) {
	if sq == placement.NoSquare {
		return
	}
	ms := off.draw(h.rng)
	h.did(kind, h.at, ms, sq)
	m := h.take(sq)
	h.at += ms
	h.put(sq, m)
	h.wait(h.profile.Second)
}

// pressIllegal plays an illegal move with the man, and presses. The opponent
// stops the clock; the man is put back, and the player's clock started (7.5.1).
// The time that the rules give the opponent is left out.
func (h *hand) pressIllegal() {
	sq := h.pick(h.badSquares(h.move.From(), around(h.move.To())))
	if sq == placement.NoSquare || h.move.IsCastling() {
		return
	}
	irr, began := &h.profile.Irregular, h.at
	m := h.take(h.move.From())
	h.wait(h.profile.Travel)
	h.put(sq, m)
	h.wait(h.profile.Press)
	h.clock.press(h.at, h.pos.Turn())
	h.wait(irr.Rest)
	h.clock.stop(h.at)
	h.wait(irr.Stop)
	h.set(h.at, sq, nobody)
	h.wait(h.profile.Second)
	h.put(h.move.From(), m)
	h.wait(irr.Stop)
	h.clock.start(h.at, h.pos.Turn())
	h.did(PressedIllegal, began, h.at-began, sq)
	h.at += h.think()
	h.lifted = -1
}

// pressEmpty presses without a move; the arbiter stops the clock and starts it
// again for the same player (7.5.3).
func (h *hand) pressEmpty() {
	irr := &h.profile.Irregular
	h.did(PressedEmpty, h.at, 0, placement.NoSquare)
	h.clock.press(h.at, h.pos.Turn())
	h.wait(irr.Rest)
	h.clock.stop(h.at)
	h.wait(irr.Stop)
	h.clock.start(h.at, h.pos.Turn())
	h.at += h.think()
}

// misplay puts an illegal move into the game now and then, and another game
// after it. It reports whether the ply to be played is one.
func (g *game) misplay() bool {
	left := len(g.moves) - g.number
	if left < 2 || g.astray != nil || !g.profile.Irregular.Stand.happens(g.rng) {
		return false
	}
	m, after := g.illegalMove()
	if m == legality.NoMove {
		return false
	}
	g.moves = append(append(g.moves[:g.number-1], m), wander(g.rng, after, left)...)
	g.did(StoodIllegal, max(g.prev.clear, g.prev.pressed), 0, m.To())
	return true
}

// illegalMove is an illegal move of a piece to an empty square that leaves no
// king attacked, so that the opponent may well not notice.
func (g *game) illegalMove() (legality.Move, legality.Position) {
	turn := g.pos.Turn()
	men := g.pos.Occupied(turn) &^ g.pos.Men(turn, legality.Pawn) &^ g.pos.Kings(turn)
	var all []placement.Square
	for sq := range placement.NoSquare {
		all = append(all, sq)
	}
	from := g.pick(men.Squares())
	if from == placement.NoSquare {
		return legality.NoMove, g.pos
	}
	to := g.pick(g.badSquares(from, all))
	if to == placement.NoSquare {
		return legality.NoMove, g.pos
	}
	m := legality.MakeMove(from, to)
	after := g.pos.Play(m)
	if after.InCheck(legality.White) || after.InCheck(legality.Black) || len(after.AppendMoves(nil)) == 0 {
		return legality.NoMove, g.pos
	}
	return m, after
}
