package track

import (
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// A gap is a while in which the board was not heard. What was played meanwhile is
// looked for: a few plies that lead to what a scan shows, but for pieces
// that are in the air or not read.

// BridgePlies is how many plies of a gap are looked for at most: fewer on a board that does not name the
// pieces, because too many lines lead to what it shows.
func BridgePlies(names bool) int {
	if names {
		return 4
	}
	return 3
}

const (
	mostBridged = 4    // hypotheses from which plies are looked for: the best ones
	bridgeMost  = 12   // lines that are found
	bridgeTried = 8000 // positions that are looked at: all lines of three plies would be some 50,000
	bridgeOdd   = 1    // plies whose piece left a square that the scan does not show as changed
	mayDiffer   = 2    // squares of pieces in the air or not read
	plySquares  = 2    // that a ply changes, mostly
	moreSquares = 2    // that castling changes besides
)

// bridge looks for the plies of a gap.
type bridge struct {
	t     *Tracker
	from  *hypothesis
	found int
	tried int
	why   *Rate
}

// bridge emits the hypotheses in which plies were played in a gap.
func (t *Tracker) bridge(h *hypothesis, why *Rate) {
	if h.phase != playing {
		return
	}
	most := BridgePlies(t.sensor.Names)
	undone, done := t.atStop(h, Bridge)
	for _, from := range append(done, undone) {
		b := bridge{t: t, from: &from, why: why}
		for depth := 0; depth <= most && b.found == 0; depth++ {
			b.search(from.node, depth, bridgeOdd, 0)
		}
	}
}

// search looks for plies from a position: so many, of which so many may be odd.
func (b *bridge) search(s *node, depth, odd int, c Cost) {
	d := b.t.differ(b.from, &s.pos)
	if depth == 0 {
		b.accept(s, d, c)
		return
	}
	if d.Len() > plySquares*depth+moreSquares+mayDiffer {
		return
	}
	for _, m := range s.legal().list {
		still := odd
		if !d.Has(m.From()) {
			still--
		}
		if still < 0 || !single(m) && !b.t.sensor.Names {
			continue
		}
		if b.tried++; b.tried > bridgeTried || b.found >= bridgeMost {
			return
		}
		after := s.pos.Play(m)
		left, may := b.t.differ(b.from, &after).Len(), mayDiffer
		if depth > 1 {
			may += plySquares*(depth-1) + moreSquares
		}
		if left <= may {
			b.search(b.t.grow(s, m, after, inGap), depth-1, still, c+s.legal().move(m)+s.pawnAfter(m))
		}
	}
}

// chargePresses charges for presses before the scan, of players who have made no ply.
func (b *bridge) chargePresses(n *hypothesis, to *node) {
	for side, at := range n.early {
		made := false
		for s := to; s != nil && s != n.node; s = s.parent {
			made = made || s.turn() != color(side)
		}
		if at != 0 && !made {
			b.t.charge(n, Act{Kind: PressNothing, Why: PressedNothing})
		}
	}
}

// pawnAfter is what a pawn's move costs in a gap after that of another piece by the same player:
// which came first nobody has seen.
func (n *node) pawnAfter(m move) Cost {
	was := n.parent
	if n.kind != inGap || was == nil || was.kind != inGap || n.pos.At(m.From()).Kind() != legality.Pawn || was.parent.pos.At(was.move.From()).Kind() == legality.Pawn {
		return 0
	}
	return PawnsFirst.cost
}

// accept emits the hypotheses if nothing differs but squares that read empty:
// their pieces are in the hand of the player to move, or are not read.
func (b *bridge) accept(s *node, d set, c Cost) {
	if d.Len() > mayDiffer {
		return
	}
	n := *b.from
	b.chargePresses(&n, s)
	n.phase = playing
	n.node, n.n = s, 0
	n.release()
	n.on = *s.pos.Placement()
	n.settle()
	b.t.charge(&n, Act{Kind: Bridge, Why: b.why, Choice: c, node: s})
	inHand, unread := n, n
	for rest := d; rest != 0; {
		sq := rest.Pop()
		if b.t.reading[sq] != placement.Empty {
			return
		}
		b.t.charge(&unread, Act{Kind: Unread, Why: NotRead, Choice: choice(32), Square: sq, Piece: n.on[sq]})
		unread.weak |= sq.Set()
		b.t.charge(&inHand, Act{Kind: Lift, Choice: s.legal().piece(sq), Square: sq, Piece: n.on[sq], Home: sq})
		inHand.raise(sq, mover, b.t.now)
	}
	b.found++
	b.t.emit(&unread)
	if s.pos.Occupied(s.turn())&d == d && d != 0 {
		b.t.emit(&inHand)
	}
}
