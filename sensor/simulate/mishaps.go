package simulate

import (
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// prelude is what the player does before the move: one thing at most.
func (h *hand) prelude() {
	p, irr := h.profile, &h.profile.Irregular
	canPress := h.clock.running.Is(h.pos.Turn()) && h.clocked
	switch {
	case h.astray != nil: // one thing at a time
	case p.Adjust.happens(h.rng):
		h.adjust()
	case p.Return.happens(h.rng):
		h.returnPiece(Returned, p.AdjustAt, h.move.From())
		h.lifted = -1
	case irr.TouchOther.happens(h.rng):
		h.returnPiece(TouchedOther, irr.Rest, h.pick(h.otherPieces(h.movable())))
	case irr.TouchTheirs.happens(h.rng):
		h.returnPiece(TouchedTheirs, irr.Rest, h.pick(h.otherPieces(h.capturable())))
	case p.Interrupt.happens(h.rng) && canPress:
		h.interrupt()
	case irr.PressIllegal.happens(h.rng) && canPress:
		h.pressIllegal()
	case irr.PressEmpty.happens(h.rng) && canPress:
		h.pressEmpty()
	}
}

// otherPieces returns the squares of a set without those of the move.
func (h *hand) otherPieces(pieces placement.Set) []placement.Square {
	return (pieces &^ h.squares).Squares()
}

// movable returns the pieces that have a legal move.
func (h *hand) movable() placement.Set {
	var all legality.Moves
	h.pos.Generate(&all)
	return all.From
}

// capturable returns the pieces of the opponent that a legal move captures.
func (h *hand) capturable() placement.Set {
	var pieces placement.Set
	for _, sq := range h.pos.Occupied(h.pos.Turn().Other()).Squares() {
		if len(h.pos.AppendCaptures(nil, sq)) > 0 {
			pieces |= sq.Set()
		}
	}
	return pieces
}

// adjust straightens another piece of the player, sometimes two together.
func (h *hand) adjust() {
	p := h.profile
	pieces := h.otherPieces(h.pos.Occupied(h.pos.Turn()))
	sq := h.pick(pieces)
	if !p.AdjustMore.happens(h.rng) || len(pieces) < 2 {
		h.returnPiece(Adjusted, p.AdjustAt, sq)
		return
	}
	with := sq
	for with == sq {
		with = h.pick(pieces)
	}
	began, first := h.at, h.take(sq)
	h.wait(p.Hop)
	h.returnPiece(Adjusted, p.AdjustAt, with)
	h.did(Adjusted, began, h.at-began, sq)
	h.put(sq, first)
	h.wait(p.Second)
}

// interrupt stops the clock and restarts it for the same player.
func (h *hand) interrupt() {
	began := h.at
	h.clock.stop(h.at)
	h.wait(h.profile.InterruptFor)
	h.clock.start(h.at, h.pos.Turn())
	h.did(Interrupted, began, h.at-began, placement.NoSquare)
	h.at += h.think()
}

// returnPiece lifts a piece and puts it back on its square.
func (h *hand) returnPiece(kind DeedKind, off Span, sq placement.Square) {
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

// pressIllegal plays an illegal move with the piece, and presses. The opponent
// stops the clock; the piece is put back, and the player's clock started (7.5.1).
// The opponent is not given the extra time that the rules provide.
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
	h.set(h.at, sq, noPiece)
	h.wait(h.profile.Second)
	h.put(h.move.From(), m)
	h.wait(irr.Stop)
	h.clock.start(h.at, h.pos.Turn())
	h.did(PressedIllegal, began, h.at-began, sq)
	h.at += h.think()
	h.lifted = -1
}

// pressEmpty presses without a move; the arbiter stops the clock and restarts it
// for the same player (7.5.3).
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

// misplay sometimes puts an illegal move into the game, and another game after it.
// It reports whether the next ply is such a move.
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

// illegalMove returns an illegal move to an empty square that leaves no king
// attacked, so the opponent may not notice it.
func (g *game) illegalMove() (legality.Move, legality.Position) {
	turn := g.pos.Turn()
	pieces := g.pos.Occupied(turn) &^ g.pos.Pieces(turn, legality.Pawn) &^ g.pos.Kings(turn)
	from := g.pick(pieces.Squares())
	if from == placement.NoSquare {
		return legality.NoMove, g.pos
	}
	to := g.pick(g.badSquares(from, (^placement.Set(0)).Squares()))
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

// besides is what happens around a move that has landed: one thing at most.
func (h *hand) besides() {
	p, irr := h.profile, &h.profile.Irregular
	switch {
	case h.astray != nil: // one thing at a time
	case h.victim != noPiece && p.Carried.happens(h.rng):
		h.carryOff()
	case irr.Knock.happens(h.rng):
		h.knock()
	case irr.Displace.happens(h.rng):
		h.displace()
	case irr.LeaveAstray.happens(h.rng):
		h.leaveAstray()
	case h.quiet() && p.Straddle.happens(h.rng):
		h.straddle()
	}
	if p.Faults.DeadTag.happens(h.rng) {
		h.die()
	}
}

// free returns the given squares without those that this ply or the next one needs.
func (h *hand) free(squares []placement.Square, keep func(placement.Square) bool) []placement.Square {
	needed, after := h.squares, h.pos.Play(h.move)
	if m := h.next(); m != legality.NoMove {
		then := after.Play(m)
		needed |= placement.Differ(after.Placement(), then.Placement())
	}
	return slices.DeleteFunc(squares, func(sq placement.Square) bool { return needed.Has(sq) || !keep(sq) })
}

// occupied reports whether a piece stands on a square.
func (h *hand) occupied(sq placement.Square) bool { return !h.empty(sq) }

// carryOff shows the captured piece on an adjacent square on its way off the board.
func (h *hand) carryOff() {
	sq := h.pick(h.free(around(h.move.To()), h.empty))
	if sq == placement.NoSquare {
		return
	}
	h.clear = h.carryTo(sq, h.at+1+h.profile.Second.draw(h.rng))
	if !h.profile.CarriedOn.happens(h.rng) {
		return
	}
	if on := h.pick(h.free(around(sq), h.empty)); on != placement.NoSquare {
		h.clear = h.carryTo(on, h.clear+1+h.profile.Hop.draw(h.rng))
	}
}

// carryTo shows the captured piece on a square, and returns when it leaves.
func (h *hand) carryTo(sq placement.Square, at int64) int64 {
	ms := h.profile.CarryRest.draw(h.rng)
	h.did(Carried, at, ms, sq)
	h.set(at, sq, h.victim)
	h.set(at+ms, sq, noPiece)
	return at + ms
}

// mostToggles is how often, at most, a piece between two squares is seen on the
// wrong one; chosen.
const mostToggles = 3

// straddle puts the piece between two squares, and corrects it before the press.
func (h *hand) straddle() {
	to := h.move.To()
	beside := h.pick(h.free(around(to), func(sq placement.Square) bool {
		return h.empty(sq) && (sq.File() == to.File() || sq.Rank() == to.Rank())
	}))
	if beside == placement.NoSquare {
		return
	}
	began, m := h.at, h.stand[to]
	for range 1 + h.rng.IntN(mostToggles) {
		h.wait(h.profile.StraddleFor)
		h.set(h.at, to, noPiece)
		h.set(h.at, beside, m)
		h.wait(h.profile.StraddleFor)
		h.set(h.at, beside, noPiece)
		h.set(h.at, to, m)
	}
	h.did(Straddled, began, h.at-began, beside)
	h.landed, h.clear = h.at, h.at
}

// mostKnocked is how many pieces fall at once, at most; chosen.
const mostKnocked = 4

// knock lets pieces next to the moved one fall over. The player puts them back
// before the press.
func (h *hand) knock() {
	fallen := h.free(around(h.move.To()), h.occupied)
	fallen = fallen[:min(len(fallen), 1+h.rng.IntN(mostKnocked))]
	h.wait(h.profile.Hop)
	began, pieces := h.at, h.stand
	for _, sq := range fallen {
		h.set(h.at, sq, noPiece)
	}
	for _, sq := range fallen {
		h.wait(h.profile.Second)
		h.put(sq, pieces[sq])
		h.did(KnockedOver, began, h.at-began, sq)
	}
	h.clear = h.at
}

// displace pushes a piece to the next square. The opponent puts it right first, while the
// opponent's own clock runs (7.4.1).
func (h *hand) displace() {
	from := h.pick(h.free(append(around(h.move.To()), around(h.move.From())...), func(sq placement.Square) bool {
		return h.occupied(sq) && len(h.free(around(sq), h.empty)) > 0
	}))
	if from == placement.NoSquare {
		return
	}
	to := h.pick(h.free(around(from), h.empty))
	m, at, ms := h.stand[from], h.at+h.profile.Hop.draw(h.rng), h.profile.Irregular.Stray.draw(h.rng)
	h.did(DisplacedPiece, at, ms, to)
	h.set(at, from, noPiece)
	h.set(at+1+h.profile.Hop.draw(h.rng), to, m)
	h.clear = at + ms
	h.set(h.clear, to, noPiece)
	h.clear += 1 + h.profile.Second.draw(h.rng)
	h.set(h.clear, from, m)
}

// die makes the tag of a piece that does not move any more fail for good; nobody could know
// the moves of such a piece. It spares kings, because without them there is no position.
func (h *hand) die() {
	kings := h.pos.Kings(legality.White) | h.pos.Kings(legality.Black)
	pieces := (h.pos.Occupied(legality.White) | h.pos.Occupied(legality.Black)) &^ kings
	sq := h.pick(h.free(pieces.Squares(), func(sq placement.Square) bool { return h.occupied(sq) && !h.movesOn(sq) }))
	if sq == placement.NoSquare {
		return
	}
	m := h.stand[sq]
	h.dead[m] = h.clear + 1
	h.set(h.clear+1, sq, m) // the board looks again
	h.did(DeadTag, h.clear+1, 0, sq)
}

// movesOn reports whether the piece on a square moves in the rest of the planned
// game.
func (h *hand) movesOn(sq placement.Square) bool {
	for _, m := range h.moves[h.number:] {
		if m.From() == sq || m.IsCastling() && m.To() == sq {
			return true
		}
		if m.To() == sq {
			return false // captured
		}
	}
	return false
}

// stray is a piece that was pushed to another square.
type stray struct {
	id       pieceID
	from, to placement.Square
	since    int64
	until    int // the ply, from 1, whose player puts it right
	ply      int // in which it was pushed
}

// leaveAstray pushes a piece to the next square, where it stands for some plies.
// Those plies involve neither the piece nor the two squares, and no move leads
// there, so the push looks like no move.
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
	h.set(s.since, from, noPiece)
	h.clear = s.since + 1 + h.profile.Hop.draw(h.rng)
	h.set(h.clear, to, s.id)
	h.astray = s
}

// busy returns all squares that change in some plies after this one.
func (h *hand) busy(moves []legality.Move) placement.Set {
	busy, p := h.squares, h.pos.Play(h.move)
	for _, m := range moves {
		next := p.Play(m)
		busy |= placement.Differ(p.Placement(), next.Placement())
		p = next
	}
	return busy
}

// freeOf returns the squares that are not busy and satisfy a condition.
func (h *hand) freeOf(busy placement.Set, squares []placement.Square, please func(placement.Square) bool) []placement.Square {
	var free []placement.Square
	for _, sq := range squares {
		if !busy.Has(sq) && please(sq) {
			free = append(free, sq)
		}
	}
	return free
}

// wrongSquares returns the free squares next to a piece to which it cannot go,
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

// putRight puts back the piece that stands astray if its ply has come or the game is over,
// while the player's own clock runs. It reports whether it did.
func (h *hand) putRight(over bool) bool {
	s := h.astray
	if s == nil || !over && h.number < s.until {
		return false
	}
	h.set(h.at, s.to, noPiece)
	h.wait(h.profile.Second)
	h.set(h.at, s.from, s.id)
	h.truth.Deeds = append(h.truth.Deeds, Deed{Kind: LeftAstray, Ply: s.ply, At: s.since, Ms: h.at - s.since, Square: s.to})
	h.wait(h.profile.Second)
	h.astray, h.game.now = nil, max(h.game.now, h.at)
	return true
}
