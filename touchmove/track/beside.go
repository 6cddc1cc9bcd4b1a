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
// and he meant the other one. The opponent may have answered. A player who holds the piece for longer changes his mind.
func (t *Tracker) setsRight(h *hypothesis, i int, sq square) {
	a, made, why := h.hand[i], h.node, SetRightAtOnce
	if a.role == mover {
		made, why = h.node.parent, SetRightLater
	}
	if made == nil || made == h.node && t.goesOn(h, &a) || made.kind != byMove || made.past || h.node.kind != byMove || !made.put(a.home) || h.node.pos.At(a.home) != a.piece ||
		!adjacent(a.home, sq) || h.on[sq] != placement.Empty || t.now > a.at+slideSlowMs+t.sensor.Scan {
		return
	}
	n, m := *h, made.parent.legal().to(made.move.From(), sq)
	if n.drop(i); n.begun() || n.has(victim) || m == legality.NoMove || m == made.move || !made.parent.quiet(m) || !made.parent.quiet(made.move) {
		return
	}
	n.node = t.child(made.parent, m)
	if reply := h.node.move; made != h.node {
		if !slices.Contains(n.node.legal().from(left(reply)), reply) {
			return
		}
		n.node = t.child(n.node, reply)
	}
	n.set(sq, a.piece, sq, aside)
	n.settle()
	n.landed, n.spot, n.slid, n.setRight = t.now, sq, 0, sq
	t.act(n, Act{Kind: SetRight, Why: why, Square: sq, Piece: a.piece, Home: a.home, Move: m, node: n.node})
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
