package track

import (
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// A piece that stands near the edge of its square is read on the square beside, too, or on that one alone. Which
// square it was put on shows when it goes on, or is set right.

// putBeside emits the hypotheses in which the piece of the ply stands on its square, and only the square beside it reads
// the piece.
func (t *Tracker) putBeside(h *hypothesis, i int, sq square) {
	a, victim := h.hand[i], h.victim()
	if h.on[sq] != placement.Empty || a.home == nowhere {
		return
	}
	for _, m := range h.node.legal().from(a.home) {
		to := m.To()
		if !adjacent(to, sq) || m.IsCastling() || m.Promotion() != legality.NoKind || h.on[to] != placement.Empty || t.reading[to] != placement.Empty {
			continue
		}
		if victim != nowhere && h.node.pos.Captured(m) != victim {
			continue
		}
		more := h.node.legal().of(m, victim)
		n := *h
		n.drop(i)
		t.charge(&n, Act{Kind: Ghost, Why: BesideOnly, Choice: choice(8), Square: sq, Piece: a.piece})
		t.place(&n, to, a.piece, a.home, Put, mover, Nothing, more)
		n.weak |= sq.Set() | to.Set()
		t.emit(&n)
	}
}

// setsRight emits the hypothesis in which a player sets right the piece of his last ply: it stood between two squares,
// and he meant the other one. The opponent may have answered, and his own next ply may stand. A player who holds the
// piece for longer changes his mind.
func (t *Tracker) setsRight(h *hypothesis, i int, sq square) {
	a := h.hand[i]
	made, why, next := h.lastPut(&a)
	if made == nil || made == h.node && t.goesOn(h, &a) || !adjacent(a.home, sq) || h.on[sq] != placement.Empty || t.now > a.at+slideSlowMs+t.sensor.Scan {
		return
	}
	n := *h
	if n.drop(i); n.has(mover) || n.has(victim) || n.resting(mover) != next {
		return
	}
	if n.node = t.meant(h.node, made, sq); n.node == nil {
		return
	}
	n.set(sq, a.piece, sq, aside)
	n.settle()
	for rest := next; rest != 0; {
		n.role[rest.Pop()] = mover
	}
	n.landed, n.spot, n.slid, n.setRight = t.now, sq, 0, sq
	t.act(n, Act{Kind: SetRight, Why: why, Square: sq, Piece: a.piece, Home: a.home, Move: legality.MakeMove(made.move.From(), sq), node: n.node})
}

// lastPut is the ply that has put a piece in the hand where the position has it, the last one or the last of the player
// who has the move; nil if neither has. next is where his next ply stands already.
func (h *hypothesis) lastPut(a *held) (made *node, why *Rate, next set) {
	made, why = h.node, SetRightAtOnce
	if a.role == aside && a.piece.Is(h.turn()) {
		next = h.resting(mover)
	}
	if a.role == mover || next != 0 {
		made, why = h.node.parent, SetRightLater
	}
	if made == nil || made.kind != byMove || made.past || h.node.kind != byMove || !made.put(a.home) || h.node.pos.At(a.home) != a.piece {
		return nil, nil, 0
	}
	return made, why, next
}

// meant is where the game stands when a ply, the last one or the one before it, has put its piece on another square; nil
// if it cannot have.
func (t *Tracker) meant(last, made *node, sq square) *node {
	m := made.parent.legal().to(made.move.From(), sq)
	if m == legality.NoMove || m == made.move || !made.parent.quiet(m) || !made.parent.quiet(made.move) {
		return nil
	}
	n := t.child(made.parent, m)
	if made == last {
		return n
	}
	if !slices.Contains(n.legal().from(left(last.move)), last.move) {
		return nil
	}
	return t.child(n, last.move)
}

// goesOn reports whether the piece of the last ply was lifted to go on with it: nobody has pressed, and, where
// no clock may be pressed, it has not stood there for long.
func (t *Tracker) goesOn(h *hypothesis, a *held) bool {
	return h.owes && (t.clock.there() || a.at <= h.landed+slideLongMs)
}

// quiet reports whether a move moves one piece, and no other thing is done with it.
func (n *node) quiet(m move) bool {
	return m.Promotion() == legality.NoKind && !m.IsCastling() && n.pos.Captured(m) == placement.NoSquare
}

// readsBeside is an empty square that reads the piece which is lifted on the square beside it; nowhere if there is none.
// Another piece beside it may explain the reading, too, but is not asked for. A stuck square does not count.
func (t *Tracker) readsBeside(h *hypothesis, sq square) square {
	return where(near[sq]&h.weak&^h.stuck, func(o square) bool {
		return h.on[o] == placement.Empty && t.reading[o] != placement.Empty && t.reads(o, h.on[sq])
	}).First()
}

// beside reports whether a piece that would read as seen stands next to a square.
func (h *hypothesis) beside(sq square, seen piece) bool {
	return where(near[sq], func(o square) bool { return h.on[o] != placement.Empty && same(h.on[o], seen) }) != 0
}
