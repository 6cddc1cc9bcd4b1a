package track

import (
	"slices"

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
	parent  *node
	move    move // that led here; NoMove: an act that no move describes
	ply     int  // plies since the start of the part; of the first part, since the log began
	part    int  // how often play began anew
	pos     legality.Position
	ours    *moves // that are legal; nil: not asked for yet
	theirs  *moves // the same if the opponent had the move
	kind    nodeKind
	past    bool              // it was reached before the log began
	undone  int               // how many of the plies before the log began are not on the way here
	byWorth [2]int32          // how often each player chooses a move by what it is worth
	goesOn  []legality.Ending // as in Config
	end     int8              // whether the position ends the game: 1 it does, -1 it does not, 0 not asked for yet
	kids    []*node
	kept    int32 // the record at which it was last seen to be in a story (forget)
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
	check map[square]set // what is overlooked from a square, if it was asked for before
	choices
}

func newMoves(p *legality.Position, byWorth int32) *moves {
	l := &moves{list: p.AppendMoves(nil), choices: choices{pos: p, byWorth: byWorth}}
	if p.Chess960() {
		slices.SortStableFunc(l.list, func(a, b move) int { return int(left(a)) - int(left(b)) })
	}
	next := square(0) // that no move leaves yet
	for i, m := range l.list {
		from := left(m)
		for ; next <= from; next++ {
			l.first[next] = uint8(i)
		}
	}
	for ; next < 66; next++ {
		l.first[next] = uint8(len(l.list))
	}
	return l
}

// left is the square that a piece leaves: in castling that of the king, unless he stays where
// he is.
func left(m move) square {
	if m.IsCastling() && m.KingTo() == m.From() {
		return m.To()
	}
	return m.From()
}

// single reports whether a move counts as a choice of its own: of the promotions
// of a pawn on one square, that to a queen stands for all.
func single(m move) bool {
	k := m.Promotion()
	return k == legality.NoKind || k == legality.Queen
}

// from is the moves of the piece on a square.
func (l *moves) from(sq square) []move { return l.list[l.first[sq]:l.first[sq+1]] }

// can reports whether the piece on a square has a move.
func (l *moves) can(sq square) bool { return l.first[sq] < l.first[sq+1] }

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

// overlooked is the squares that are forbidden to a piece only because its king would be in
// check.
func (n *node) overlooked(from square) (to set) {
	if from == nowhere {
		return 0
	}
	to, known := n.legal().check[from]
	if known || !n.mayExpose(from) {
		return to
	}
	for sq := range square(64) {
		if p := n.pos.At(sq); !goes(n.pos.At(from).Kind(), from, sq) || p.Is(n.turn()) || p.Kind() == legality.King {
			continue
		}
		m := legality.MakeMove(from, sq)
		if n.pos.At(from).Kind() == legality.Pawn && sq.Rank()%7 == 0 {
			m = legality.MakePromotion(from, sq, legality.Queen)
		}
		why := n.pos.Explain(m)
		if len(why) == 1 && (why[0].Code == legality.KingLeftInCheck || why[0].Code == legality.KingPutInCheck) {
			to |= sq.Set()
		}
	}
	if n.legal().check == nil {
		n.legal().check = map[square]set{}
	}
	n.legal().check[from] = to
	return to
}

// mayExpose reports whether after a move of the piece on a square its king may be in check.
func (n *node) mayExpose(from square) bool {
	king := n.pos.Kings(n.turn()).First()
	passes := n.pos.At(from).Kind() == legality.Pawn && n.pos.EnPassant() != placement.NoSquare
	return king == from || passes || goes(legality.Queen, king, from) || n.pos.InCheck(n.turn())
}

// castles reports whether castling puts a piece on a square.
func (n *node) castles(m move, a *held, sq square) bool {
	king, rook := n.castlingTo(m)
	return m.From() == a.home && king == sq || m.To() == a.home && rook == sq
}

// castlingTo is where castling puts the king and the rook. A king that is not on his square may not
// castle: who does it all the same moves him two squares, and the rook to the one between.
func (n *node) castlingTo(m move) (king, rook square) {
	switch from := m.From(); {
	case !n.pos.Chess960() && m.To() > from && from.File() < 6:
		return from + 2, from + 1
	case !n.pos.Chess960() && m.To() < from && from.File() > 1:
		return from - 2, from - 1
	}
	return m.KingTo(), m.RookTo()
}

// castling is the castling among some moves that puts a piece on a square: the king, before it is
// known that he castles. NoMove if there is none.
func (n *node) castling(l *moves, a *held, sq square) move {
	i := slices.IndexFunc(l.from(a.home), func(m move) bool { return m.IsCastling() && n.castles(m, a, sq) })
	if i < 0 || l.to(a.home, sq) != legality.NoMove {
		return legality.NoMove
	}
	return l.from(a.home)[i]
}

// attackers is the pieces that can take what stands on a square, if that is the opponent's king,
// who was left in check.
func (n *node) attackers(king square) set {
	if n.pos.At(king) != placement.MakePiece(n.turn().Other(), legality.King) {
		return 0
	}
	return n.pos.Attackers(king, n.turn())
}

// leftOver reports whether a piece on a square is what one of the last plies has left there
// because it was not finished: the rook of castling, the pawn that was to be exchanged, the
// pawn captured en passant.
func (n *node) leftOver(sq square, p piece) bool {
	for k, back := n, 0; k.parent != nil && k.part == k.parent.part && back < lookBack; k, back = k.parent, back+1 {
		before, m := &k.parent.pos, k.move
		switch {
		case k.kind != byMove || n.pos.At(sq) == p:
		case m.IsCastling() || before.Captured(m) == sq && sq != m.To():
			if p == before.At(sq) && (sq == m.To() || !m.IsCastling()) {
				return true
			}
		case m.Promotion() != legality.NoKind && sq == m.To() && p == before.At(m.From()):
			return true
		}
	}
	return false
}

func (n *node) turn() color { return n.pos.Turn() }

// played reports whether plies were made, or taken back, since the log began.
func (n *node) played() bool { return n.part > 0 || n.ply != 0 }

// ended reports whether the position ends the game by itself, which only a legal move does: in one that the log
// begins with, play goes on.
func (n *node) ended() bool {
	if n.end == 0 {
		n.end = -1
		if n.kind == byAct || n.parent == nil {
			return false
		}
		ends := func(e legality.Ending) bool { return !slices.Contains(n.goesOn, e) }
		e := legality.Judge(&n.pos, n.occurrences())
		if e != legality.NoEnding && ends(e) || ends(legality.DeadPosition) && n.pos.QuickDead() {
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
		if s.pos.HalfmoveClock() == 0 || s.part == 0 && s.ply == 0 {
			break
		}
	}
	return count
}

// legal is the legal moves.
func (n *node) legal() *moves {
	if n.ours == nil {
		n.ours = newMoves(&n.pos, n.byWorth[n.turn()])
	}
	return n.ours
}

// replies is the moves that the opponent would have if it were his turn. He chooses any: what they are
// worth depends on the ply that is not made yet.
func (n *node) replies() *moves {
	if n.theirs == nil {
		p := n.pos.WithTurn(n.turn().Other())
		n.theirs = newMoves(&p, 0)
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

// since is the node with which the log begins, after the plies before it.
func (t *Tracker) since(c *Config) *node {
	n := &node{pos: c.Start, goesOn: c.GoesOn, byWorth: [2]int32{atFirst, atFirst}}
	if len(c.Moves) > 0 {
		n.pos, n.ply = c.Past[0], -len(c.Moves)
	}
	for i, m := range c.Moves {
		to, kind := c.Start, byMove
		if i+1 < len(c.Moves) {
			to = c.Past[i+1]
		}
		if m == legality.NoMove { // which has been let stand
			kind = inGap
		}
		n = t.grow(n, m, to, kind)
		n.past = true
	}
	return n
}

// root is the node with which a part begins. There is one node for each start position after a
// ply.
func (t *Tracker) root(p legality.Position, parent *node) *node {
	n := &node{parent: parent, part: parent.part + 1, pos: p, goesOn: parent.goesOn, byWorth: parent.byWorth, undone: parent.takenBack()}
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
	k := &node{parent: n, move: m, ply: n.ply + 1, part: n.part, pos: after, kind: kind, goesOn: n.goesOn, byWorth: n.byWorth, undone: n.takenBack()}
	if kind != byAct && m != legality.NoMove {
		k.byWorth[n.turn()] = n.legal().learnt(m)
	}
	if kind != inGap { // of these thousands are tried
		n.kids = append(n.kids, k)
	}
	return k
}

// takenBack is how many of the plies before the log began are not on the way to a node.
func (n *node) takenBack() int {
	if n.parent == nil || n.past {
		return -n.ply
	}
	return n.undone
}

// firstOf is the first node on the way to one that is not on the way to another; nil
// if all are.
func firstOf(a, b *node) (first *node) {
	for a != nil && !a.alike(b) {
		if b == nil || a.part > b.part || a.part == b.part && a.ply >= b.ply {
			first, a = a, a.parent
			continue
		}
		b = b.parent
	}
	return first
}

// apart is which plies on the way to a node, counted from one of them, another node does not have
// in the same place.
func (n *node) apart(from, other *node) (plies uint64) {
	for ; n != from.parent; n = n.parent {
		for other != nil && (other.part > n.part || other.part == n.part && other.ply > n.ply) {
			other = other.parent
		}
		if other == nil || other.part != n.part || other.ply != n.ply || other.move != n.move || n.kind == byAct && n.pos != other.pos {
			plies |= 1 << min(max(0, n.ply-from.ply), 63)
		}
	}
	return plies
}

// of reports whether a node is on the way to another.
func (n *node) of(to *node) bool {
	for to != nil && (to.part > n.part || to.part == n.part && to.ply > n.ply) {
		to = to.parent
	}
	return n.alike(to)
}

// alike reports whether two nodes are the same, or the same plies lead to both, of which
// only one was seen to be made.
func (n *node) alike(o *node) bool {
	for n != o {
		if n == nil || o == nil || n.move != o.move || n.ply != o.ply || n.part != o.part || n.parent == nil || n.pos != o.pos || n.kind == byAct || o.kind == byAct {
			return false
		}
		n, o = n.parent, o.parent
	}
	return true
}

// promotedTo is the node to which the last ply leads if its pawn becomes another piece; nil if
// it promotes none to such a piece.
func (t *Tracker) promotedTo(n *node, p piece) *node {
	if m := n.move; n.kind == byMove && m.Promotion() != legality.NoKind && p.Is(n.turn().Other()) && promotions[p.Kind()] != Nothing {
		return t.child(n.parent, legality.MakePromotion(m.From(), m.To(), p.Kind()))
	}
	return nil
}

// mayNot is the rate at which a piece of the ply is put where it may not go, and the
// choice of where. A player who errs overlooks a check half of the time.
func (n *node) mayNot(a *held, sq square) (*Rate, Cost) {
	why, checks := onWay(a, sq), n.overlooked(a.home)
	if why == OnWay && n.pos.At(a.home) == a.piece && !n.legal().can(a.home) { // which was paid at the lift
		why = Nothing
	}
	switch {
	case n.attackers(sq).Has(a.home):
		return TakesKing, 0
	case checks == 0:
		return why, choice(48)
	case checks.Has(sq) && why == Nothing:
		return why, choice(checks.Len())
	case checks.Has(sq):
		return why, choice(2) + choice(checks.Len())
	default:
		return why, choice(2) + choice(48)
	}
}

// onWay is the rate at which a piece is put where it may not go.
func onWay(a *held, sq square) *Rate {
	if a.piece.Kind() == legality.King && placement.Centre.Has(sq) {
		return KingToCentre
	}
	return OnWay
}

// How squares lie to each other.

// adjacent reports whether one square is the other or next to it.
func adjacent(a, b square) bool {
	return a != nowhere && b != nowhere && a.Distance(b) <= 1
}

// beyond reports whether a square lies in the line that leads from one square through another, past that.
func beyond(from, last, to square) bool {
	df, dr, gf, gr := last.File()-from.File(), last.Rank()-from.Rank(), to.File()-last.File(), to.Rank()-last.Rank()
	return df*gr == dr*gf && df*gf+dr*gr > 0
}

// where is the ones of some squares of which something is so.
func where(of set, is func(square) bool) (found set) {
	for of != 0 {
		if sq := of.Pop(); is(sq) {
			found |= sq.Set()
		}
	}
	return found
}

// near is the squares next to each.
var near = func() (n [64]set) {
	for a := range square(64) {
		for b := range square(64) {
			if a != b && adjacent(a, b) {
				n[a] |= b.Set()
			}
		}
	}
	return n
}()

// goes reports whether a piece of a kind goes from one square to another as far as geometry goes; for
// a pawn only the files are compared.
func goes(k legality.Kind, from, to square) bool {
	df, dr := max(from.File()-to.File(), to.File()-from.File()), max(from.Rank()-to.Rank(), to.Rank()-from.Rank())
	straight, aslant := df == 0 || dr == 0, df == dr
	switch k {
	case legality.Pawn:
		return df <= 1
	case legality.Knight:
		return df*dr == 2
	case legality.Bishop:
		return aslant
	case legality.Rook:
		return straight
	case legality.King:
		return max(df, dr) <= 1
	}
	return straight || aslant
}
