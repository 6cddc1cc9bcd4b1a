package track

import (
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

type (
	square = placement.Square
	piece  = placement.Piece
	set    = placement.Set
	color  = placement.Color
	move   = legality.Move
)

// nowhere is the home of a piece that the position does not have.
const nowhere = placement.NoSquare

// node is a position of a game, and how it was reached. Hypotheses share nodes;
// of the same ply from the same node there is one.
type node struct {
	parent *node
	move   move // that led here; NoMove: an act that no move describes
	ply    int  // plies since the start of the part
	part   int  // how often play began anew
	pos    legality.Position
	legal  *moves
	theirs *moves // if the opponent had the move; nil: not asked for yet
	loss   int8   // what the ply that led here gives away, in pawns; -1 not asked for yet
	kind   nodeKind
	end    int8 // whether the position ends the game: 1 it does, -1 it does not, 0 not asked for yet
	kids   []*node
}

// nodeKind is how a node was reached.
type nodeKind uint8

const (
	byMove nodeKind = iota // by a legal move
	byAct                  // by an act that no legal move describes
	inGap                  // by a legal move that was not seen
)

// moves is the legal moves of a position, in order of the square that a piece
// leaves.
type moves struct {
	list  []move
	first [66]uint8      // where those from a square begin; from nowhere there are none
	can   [65]uint8      // among how many things the piece on a square can choose
	total int            // and the player
	check map[square]set // where only a check forbids the piece on a square to go; asked for before
}

func newMoves(p *legality.Position) *moves {
	var buf [256]move
	l := &moves{list: append([]move(nil), p.AppendMoves(buf[:0])...)}
	i := 0
	for sq := range 64 {
		l.first[sq] = uint8(i)
		for i < len(l.list) && int(l.list[i].From()) == sq {
			if single(l.list[i]) {
				l.can[sq]++
				l.total++
			}
			i++
		}
	}
	l.first[64], l.first[65] = uint8(i), uint8(i)
	return l
}

// single reports whether a move counts as a choice of its own: of the promotions
// of a pawn on one square, that to a queen stands for all.
func single(m move) bool {
	k := m.Promotion()
	return k == legality.NoKind || k == legality.Queen
}

// from is the moves of the piece on a square.
func (l *moves) from(sq square) []move { return l.list[l.first[sq]:l.first[sq+1]] }

// choices is among how many things the piece on a square can choose.
func (l *moves) choices(sq square) int { return int(l.can[sq]) }

// to is the move of a piece from one square to another that is no castling; of
// promotions, that to a queen.
func (l *moves) to(from, to square) move {
	for _, m := range l.from(from) {
		if m.To() == to && !m.IsCastling() && single(m) {
			return m
		}
	}
	return legality.NoMove
}

// captures is in how many ways what stands on a square can be captured by the
// piece on another one, by any if that is nowhere.
func (n *node) captures(victim, from square) int {
	list := n.legal.list
	if from != nowhere {
		list = n.legal.from(from)
	}
	ways := 0
	for _, m := range list {
		if single(m) && n.pos.Captured(m) == victim {
			ways++
		}
	}
	return ways
}

// overlooked is the squares to which the piece on a square may not go for a check alone.
func (n *node) overlooked(from square) (to set) {
	if from == nowhere {
		return 0
	}
	to, known := n.legal.check[from]
	if known {
		return to
	}
	for sq := range square(64) {
		if p := n.pos.At(sq); sq == from || p.Is(n.turn()) || p.Kind() == legality.King {
			continue
		}
		why := n.pos.Explain(legality.MakeMove(from, sq))
		if len(why) == 1 && (why[0].Code == legality.KingLeftInCheck || why[0].Code == legality.KingPutInCheck) {
			to |= sq.Set()
		}
	}
	if n.legal.check == nil {
		n.legal.check = map[square]set{}
	}
	n.legal.check[from] = to
	return to
}

func (n *node) turn() color { return n.pos.Turn() }

// ended reports whether the position ends the game by itself.
func (n *node) ended() bool {
	if n.end == 0 {
		n.end = -1
		if legality.Judge(&n.pos, n.occurrences()) != legality.NoEnding || n.pos.QuickDead() {
			n.end = 1
		}
	}
	return n.end > 0
}

// occurrences is how often the position has occurred.
func (n *node) occurrences() int {
	count := 0
	for s := n; s != nil && s.part == n.part; s = s.parent {
		if s.pos.Key() == n.pos.Key() {
			count++
		}
		if s.pos.HalfmoveClock() == 0 {
			break
		}
	}
	return count
}

// replies is the moves that the opponent would have if it were his turn.
func (n *node) replies() *moves {
	if n.theirs == nil {
		p := n.pos.WithTurn(n.turn().Other())
		n.theirs = newMoves(&p)
	}
	return n.theirs
}

// moved is what stands on its square once a move has been made.
func moved(p *legality.Position, m move) piece {
	x := p.At(m.From())
	if k := m.Promotion(); k != legality.NoKind {
		return placement.MakePiece(x.Color(), k)
	}
	return x
}

// root is the node with which a part begins; of the same one after the same ply there is
// one.
func (t *Tracker) root(p legality.Position, parent *node) *node {
	n := &node{parent: parent, pos: p, loss: -1}
	n.legal = t.movesOf(&p)
	if parent == nil {
		return n
	}
	n.part = parent.part + 1
	for _, k := range parent.kids {
		if k.part == n.part && k.pos == p {
			return k
		}
	}
	parent.kids = append(parent.kids, n)
	return n
}

// child is the node that a legal move leads to.
func (t *Tracker) child(n *node, m move) *node {
	for _, k := range n.kids {
		if k.kind == byMove && k.move == m {
			return k
		}
	}
	return t.grow(n, m, n.pos.Play(m), byMove)
}

// let is the node in which what stands on the board is there after a ply that
// no legal move describes, and the opponent has the move.
func (t *Tracker) let(n *node, on *placement.Placement) *node {
	after := n.pos.PlayPlacement(on)
	for _, k := range n.kids {
		if k.kind == byAct && k.pos == after {
			return k
		}
	}
	act, _ := n.pos.ExplainPlacement(on)
	return t.grow(n, act.Move, after, byAct)
}

func (t *Tracker) grow(n *node, m move, after legality.Position, kind nodeKind) *node {
	k := &node{parent: n, move: m, ply: n.ply + 1, part: n.part, pos: after, loss: -1, kind: kind}
	k.legal = t.movesOf(&k.pos)
	if kind != inGap { // of these thousands are tried
		n.kids = append(n.kids, k)
	}
	return k
}

// movesOf generates the moves of a position, once for those asked for of late.
func (t *Tracker) movesOf(p *legality.Position) *moves {
	key := p.Key()
	if l := t.cache[key]; l != nil {
		return l
	}
	if len(t.cache) >= mostCached {
		clear(t.cache)
	}
	l := newMoves(p)
	t.cache[key] = l
	return l
}

// mostCached is how many positions are kept with their moves.
const mostCached = 4096

// gives is what a ply gives away, as a cost. It is asked for where boards name no
// pieces: there it is often open which of several captures was made.
func (t *Tracker) gives(n *node, m move) Cost {
	if t.sensor.Names {
		return 0
	}
	k := t.child(n, m)
	if k.loss < 0 {
		gain := 0
		if v := n.pos.Captured(m); v != placement.NoSquare {
			gain = worth[n.pos.At(v).Kind()]
		}
		k.loss = int8(max(0, k.pos.BestExchange()-gain))
	}
	return rates[GivesAway].Cost * Cost(k.loss)
}

// worth is what the kinds are worth in an exchange, in pawns.
var worth = [8]int{legality.Pawn: 1, legality.Knight: 3, legality.Bishop: 3, legality.Rook: 5, legality.Queen: 9}
