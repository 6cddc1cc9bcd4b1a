package simulate

import (
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// take lifts a man; the one that is to move may be in the hand already.
func (h *hand) take(sq placement.Square) man {
	if h.held != nobody && sq == h.move.From() {
		m := h.held
		h.held = nobody
		return m
	}
	if h.lifted < 0 && sq == h.move.From() {
		h.lifted = h.at
	}
	m := h.stand[sq]
	h.set(h.at, sq, nobody)
	return m
}

func (h *hand) put(sq placement.Square, m man) { h.set(h.at, sq, m) }

func (h *hand) wait(s Span) { h.at += s.draw(h.rng) }

// make moves the men of the move to where they belong.
func (h *hand) make() {
	m := h.move
	captured := h.pos.Captured(m)
	switch {
	case m.IsCastling():
		h.castle()
	case m.Promotion() != legality.NoKind:
		h.promote(captured)
	case captured == placement.NoSquare:
		mover := h.take(m.From())
		h.wait(h.profile.Travel)
		h.put(m.To(), h.carryOver(mover))
	case captured != m.To():
		h.enPassant(captured)
	default:
		h.capture()
	}
}

func (h *hand) capture() {
	p, m := h.profile, h.move
	h.victim = h.stand[m.To()]
	switch weighted(h.rng, []int{p.Captures.VictimFirst, p.Captures.MoverFirst, p.Captures.Exchange}) {
	case 0:
		h.take(m.To())
		h.wait(p.Second)
		mover := h.take(m.From())
		h.wait(p.Travel)
		h.put(m.To(), h.carryOver(mover))
	case 1:
		mover := h.carryOver(h.take(m.From()))
		h.wait(p.Second)
		h.take(m.To())
		h.wait(p.Travel)
		h.put(m.To(), mover)
	default:
		mover := h.take(m.From())
		h.wait(p.Travel)
		mover = h.carryOver(mover)
		if gap := p.Gap.draw(h.rng); gap > 0 {
			h.take(m.To())
			h.at += gap
		}
		h.put(m.To(), mover)
	}
}

func (h *hand) enPassant(captured placement.Square) {
	p, m := h.profile, h.move
	h.victim = h.stand[captured]
	first := weighted(h.rng, []int{p.EnPassant.VictimLast, p.EnPassant.VictimFirst}) == 1
	if first {
		h.take(captured)
		h.wait(p.Second)
	}
	mover := h.take(m.From())
	h.wait(p.Travel)
	h.put(m.To(), mover)
	if !first {
		h.wait(p.Second)
		h.take(captured)
	}
}

// castle moves king and rook. Where the king's square is the rook's own
// (Chess960), both have to be in the air at once.
func (h *hand) castle() {
	p, m := h.profile, h.move
	both := weighted(h.rng, []int{p.Castling.KingFirst, p.Castling.BothHands}) == 1 || m.KingTo() == m.To()
	if !both && m.RookTo() != m.From() && h.profile.Irregular.RookFirst.happens(h.rng) {
		h.castleRookFirst()
		return
	}
	king := h.take(m.From())
	if !both {
		h.wait(p.Travel)
		h.put(m.KingTo(), king)
		h.wait(p.RookAfter)
		rook := h.take(m.To())
		h.wait(p.Travel)
		h.astrayOf(rook)
		h.put(m.RookTo(), rook)
		return
	}
	h.wait(p.Hop)
	rook := h.take(m.To())
	h.wait(p.Travel)
	first, second := h.rng.IntN(2), p.Hop.draw(h.rng)
	h.set(h.at+second*int64(first), m.KingTo(), king)
	h.set(h.at+second*int64(1-first), m.RookTo(), rook)
	h.at += second
}

// castleRookFirst moves the rook before the king.
func (h *hand) castleRookFirst() {
	m := h.move
	h.did(RookFirst, h.at, 0, m.To())
	rook := h.take(m.To())
	h.wait(h.profile.Travel)
	h.put(m.RookTo(), rook)
	h.wait(h.profile.RookAfter)
	king := h.take(m.From())
	h.wait(h.profile.Travel)
	h.put(m.KingTo(), king)
}

// astrayOf lets the rook that castles stand on another square first: the one
// that the king left, or one that it passes over.
func (h *hand) astrayOf(rook man) {
	if !h.profile.Irregular.RookAstray.happens(h.rng) {
		return
	}
	m := h.move
	squares := append(between(m.From(), m.To()), m.From())
	h.stop(rook, CorrectedMove, h.profile.Irregular.Rest, h.pick(slices.DeleteFunc(squares, func(sq placement.Square) bool {
		return sq == m.RookTo() || !h.empty(sq)
	})))
}

func (h *hand) promote(captured placement.Square) {
	p, m := h.profile, h.move
	piece := h.fetch(placement.MakePiece(h.pos.Turn(), m.Promotion()))
	way := weighted(h.rng, []int{p.Promotion.PawnOff, p.Promotion.PieceFirst, p.Promotion.Exchanged})
	if captured != placement.NoSquare {
		h.victim = h.stand[captured]
		if weighted(h.rng, []int{p.Captures.Exchange + p.Captures.MoverFirst, p.Captures.VictimFirst}) == 1 {
			h.take(captured)
			h.wait(p.Second)
		}
	}
	if way == 1 && h.held == nobody {
		h.put(m.To(), piece)
		h.wait(p.Second)
		h.take(m.From())
		return
	}
	pawn := h.take(m.From())
	h.wait(p.Travel)
	if h.leavePawn(pawn, piece) {
		return
	}
	if way == 2 {
		h.put(m.To(), pawn)
		h.wait(p.Second)
		h.take(m.To())
		h.wait(p.Second)
	}
	h.otherPiece()
	h.put(m.To(), piece)
}

// otherPiece puts another piece on the last rank first.
func (h *hand) otherPiece() {
	if !h.profile.Irregular.OtherPiece.happens(h.rng) {
		return
	}
	kinds := [...]legality.Kind{legality.Queen, legality.Rook, legality.Bishop, legality.Knight}
	kind := kinds[h.rng.IntN(len(kinds))]
	if kind == h.move.Promotion() {
		return
	}
	other := h.fetch(placement.MakePiece(h.pos.Turn(), kind))
	ms := h.profile.Irregular.Rest.draw(h.rng)
	h.did(OtherPiece, h.at, ms, h.move.To())
	h.put(h.move.To(), other)
	h.at += ms
	h.set(h.at, h.move.To(), nobody)
	h.wait(h.profile.Second)
}

// leavePawn presses with the pawn on the last rank. The clock is stopped, the
// pawn exchanged for a queen, and the opponent's clock started (7.5.2).
func (h *hand) leavePawn(pawn, queen man) bool {
	side := h.pos.Turn()
	irr := &h.profile.Irregular
	if h.move.Promotion() != legality.Queen || !h.clocked || !h.clock.running.Is(side) || h.prev.owes || !irr.PawnLeft.happens(h.rng) {
		return false
	}
	began := h.at
	h.put(h.move.To(), pawn)
	h.wait(h.profile.Press)
	h.pressed = h.at
	h.clock.press(h.at, side)
	h.wait(irr.Rest)
	h.clock.stop(h.at)
	h.wait(irr.Stop)
	h.set(h.at, h.move.To(), nobody)
	h.wait(h.profile.Second)
	h.put(h.move.To(), queen)
	h.wait(irr.Stop)
	h.clock.start(h.at, side.Other())
	h.did(PawnLeft, began, h.at-began, h.move.To())
	return true
}
