package simulate

import (
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// besides is what happens around a move that has landed; at most one thing.
func (h *hand) besides() {
	p, irr := h.profile, &h.profile.Irregular
	switch {
	case h.astray != nil: // one thing at a time
	case h.victim != nobody && p.Carried.happens(h.rng):
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

// free is the given squares without those that this ply or the next one needs.
func (h *hand) free(squares []placement.Square, keep func(placement.Square) bool) []placement.Square {
	needed, after := h.squares, h.pos.Play(h.move)
	if m := h.next(); m != legality.NoMove {
		then := after.Play(m)
		needed |= placement.Differ(after.Placement(), then.Placement())
	}
	return slices.DeleteFunc(squares, func(sq placement.Square) bool { return needed.Has(sq) || !keep(sq) })
}

// occupied reports whether a man stands on a square.
func (h *hand) occupied(sq placement.Square) bool { return !h.empty(sq) }

// carryOff lets the captured man be seen on a square beside on its way off the
// board.
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

// carryTo lets the captured man be seen on a square, and says when he leaves it.
func (h *hand) carryTo(sq placement.Square, at int64) int64 {
	ms := h.profile.CarryRest.draw(h.rng)
	h.did(Carried, at, ms, sq)
	h.set(at, sq, h.victim)
	h.set(at+ms, sq, nobody)
	return at + ms
}

// mostToggles is how often a man between two squares is seen on the wrong one
// at most; chosen.
const mostToggles = 3

// straddle puts the man between two squares, and right before the press.
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
		h.set(h.at, to, nobody)
		h.set(h.at, beside, m)
		h.wait(h.profile.StraddleFor)
		h.set(h.at, beside, nobody)
		h.set(h.at, to, m)
	}
	h.did(Straddled, began, h.at-began, beside)
	h.landed, h.clear = h.at, h.at
}

// mostKnocked is how many men fall at once; chosen.
const mostKnocked = 4

// knock lets men next to the one that moved fall over. The player puts them
// back before he presses.
func (h *hand) knock() {
	fallen := h.free(around(h.move.To()), h.occupied)
	fallen = fallen[:min(len(fallen), 1+h.rng.IntN(mostKnocked))]
	h.wait(h.profile.Hop)
	began, men := h.at, h.stand
	for _, sq := range fallen {
		h.set(h.at, sq, nobody)
	}
	for _, sq := range fallen {
		h.wait(h.profile.Second)
		h.put(sq, men[sq])
		h.did(KnockedOver, began, h.at-began, sq)
	}
	h.clear = h.at
}

// displace pushes a man to the next square. The opponent puts it right in his
// own time (7.4.1), before he does anything else.
func (h *hand) displace() {
	from := h.pick(h.free(append(around(h.move.To()), around(h.move.From())...), func(sq placement.Square) bool {
		return h.occupied(sq) && len(h.free(around(sq), h.empty)) > 0
	}))
	if from == placement.NoSquare {
		return
	}
	to := h.pick(h.free(around(from), h.empty))
	m, at, ms := h.stand[from], h.at+h.profile.Hop.draw(h.rng), h.profile.Irregular.Stray.draw(h.rng)
	h.did(DisplacedMan, at, ms, to)
	h.set(at, from, nobody)
	h.set(at+1+h.profile.Hop.draw(h.rng), to, m)
	h.clear = at + ms
	h.set(h.clear, to, nobody)
	h.clear += 1 + h.profile.Second.draw(h.rng)
	h.set(h.clear, from, m)
}

// die lets the tag of a man that moves no more fail for good: where he went,
// nobody could know. Kings are spared: without them there is no position.
func (h *hand) die() {
	kings := h.pos.Kings(legality.White) | h.pos.Kings(legality.Black)
	men := (h.pos.Occupied(legality.White) | h.pos.Occupied(legality.Black)) &^ kings
	sq := h.pick(h.free(men.Squares(), func(sq placement.Square) bool { return h.occupied(sq) && !h.movesOn(sq) }))
	if sq == placement.NoSquare {
		return
	}
	m := h.stand[sq]
	h.dead[m] = h.clear + 1
	h.set(h.clear+1, sq, m) // the board looks again
	h.did(DeadTag, h.clear+1, 0, sq)
}

// movesOn reports whether the man on a square moves in what is left of the
// game, as it is planned.
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
