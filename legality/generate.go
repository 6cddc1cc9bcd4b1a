package legality

import (
	"math/bits"
	"slices"

	"github.com/boardd/boardd/legality/placement"
)

// Moves holds all legal moves of a position as sets of squares, so that "may this
// piece move" and "where to" are bit tests. Generate fills it. It holds no pointer
// and may be kept and reused.
type Moves struct {
	From      Set     // own pieces that have a legal move; castling counts for the king
	To        [64]Set // where the piece on a square may go, without castling; only valid for squares in From
	Castle    Set     // rooks with which castling is legal now
	Checkers  Set     // pieces that attack a king of the player to move
	king      Square  // the king that castles
	promoting Set     // own pawns whose next move is a promotion
}

// Len returns the number of legal moves; each choice of promotion counts.
func (m *Moves) Len() int {
	n := m.Castle.Len()
	for from := m.From &^ m.promoting; from != 0; {
		n += m.To[from.Pop()&63].Len()
	}
	for from := m.From & m.promoting; from != 0; {
		n += 4 * m.To[from.Pop()&63].Len()
	}
	return n
}

// Allows reports whether x is one of the moves.
func (m *Moves) Allows(x Move) bool {
	from, to := x.From(), x.To()
	switch {
	case m.From>>from&1 == 0:
		return false
	case x.IsCastling():
		return from == m.king && m.Castle>>to&1 == 1 && x.Promotion() == NoKind
	case m.promoting>>from&1 == 1:
		return m.To[from]>>to&1 == 1 && canPromoteTo(x.Promotion())
	}
	return m.To[from]>>to&1 == 1 && x.Promotion() == NoKind
}

// canPromoteTo reports whether a pawn may be exchanged for such a piece (3.7.3.3).
func canPromoteTo(k Kind) bool { return k >= Knight && k <= Queen }

// Attackers returns the set of own pieces that can legally go to a square, without
// castling.
func (m *Moves) Attackers(to Square) Set {
	var found Set
	for from := m.From; from != 0; {
		if s := from.Pop(); m.To[s].Has(to) {
			found |= s.Set()
		}
	}
	return found
}

// appendAll lists all moves in order of their from squares.
func (m *Moves) appendAll(dst []Move) []Move {
	for from := m.From; from != 0; {
		dst = m.appendFrom(dst, from.Pop())
	}
	return dst
}

// appendFrom lists the moves of the piece on a square in m.From.
func (m *Moves) appendFrom(dst []Move, from Square) []Move {
	for to := m.To[from&63]; to != 0; {
		dst = m.appendTo(dst, from, to.Pop())
	}
	if from == m.king {
		for rooks := m.Castle; rooks != 0; {
			dst = append(dst, MakeCastling(from, rooks.Pop()))
		}
	}
	return dst
}

func (m *Moves) appendTo(dst []Move, from, to Square) []Move {
	if !m.promoting.Has(from) {
		return append(dst, MakeMove(from, to))
	}
	for k := Queen; k >= Knight; k-- {
		dst = append(dst, MakePromotion(from, to, k))
	}
	return dst
}

// AppendMoves appends all legal moves to dst, in order of their from squares.
func (p *Position) AppendMoves(dst []Move) []Move {
	var m Moves
	p.Generate(&m)
	return m.appendAll(slices.Grow(dst, m.Len()))
}

// AppendMovesFrom appends the legal moves of the piece on a square, castling
// included for a king.
func (p *Position) AppendMovesFrom(dst []Move, from Square) []Move {
	var m Moves
	p.Generate(&m)
	if !m.From.Has(from) {
		return dst
	}
	return m.appendFrom(dst, from)
}

// AppendCaptures appends the legal moves that capture the piece on a square, en
// passant included.
func (p *Position) AppendCaptures(dst []Move, victim Square) []Move {
	if !p.colors[p.turn&1^1].Has(victim) {
		return dst
	}
	var m Moves
	p.Generate(&m)
	for from := m.Attackers(victim); from != 0; {
		dst = m.appendTo(dst, from.Pop(), victim)
	}
	if p.ep == 0 || p.epVictim() != victim {
		return dst
	}
	target := p.EnPassant()
	for from := m.Attackers(target) & p.kinds[Pawn]; from != 0; {
		if s := from.Pop(); s.File() != target.File() {
			dst = append(dst, MakeMove(s, target))
		}
	}
	return dst
}

// IsLegal reports whether a move is legal (3.10.1).
func (p *Position) IsLegal(m Move) bool {
	var all Moves
	p.Generate(&all)
	return all.Allows(m)
}

// Generate fills m with all legal moves of the player having the move. It
// allocates nothing.
//
// In positions that legal play cannot reach, a player without a king ignores
// checks, and a player with several must leave none of them attacked. The
// opponent's king may be attacked already, but a move that captures a king is never
// legal (1.4.1). Pawns on their last rank cannot move; those on their first rank
// move one square.
func (p *Position) Generate(m *Moves) {
	us := p.turn & 1
	m.From, m.Castle, m.Checkers = 0, 0, 0
	m.promoting = p.kinds[Pawn] & p.colors[us] & seventhRank[us]
	m.king = NoSquare
	kings := p.Kings(us)
	if kings&(kings-1) != 0 {
		p.generateForKings(m, kings)
		return
	}
	targets, pinned := ^(p.colors[us] | p.kinds[King]), Set(0)
	if kings != 0 {
		m.king = kings.First()
		m.Checkers, pinned = p.checkersAndPins(m.king)
		p.kingMoves(m, m.king, targets)
		if m.Checkers != 0 {
			targets &= evasions(m.king, m.Checkers)
		}
	}
	if targets != 0 {
		p.pieceMoves(m, targets, pinned)
		p.pawnMoves(m, targets, pinned)
	}
	p.specialMoves(m, kings)
}

// Ranks as each colour counts them, and the direction of its pawns.
var (
	lastRank    = [2]Set{0xff << 56, 0xff}
	seventhRank = [2]Set{0xff << 48, 0xff << 8}
	thirdRank   = [2]Set{0xff << 16, 0xff << 40}
	backRank    = [2]Set{0xff, 0xff << 56}
	forward     = [2]int{8, -8}
)

// The outer files.
const fileA, fileH = Set(0x0101010101010101), Set(0x8080808080808080)

// evasions returns where a piece other than the king can end a check: on the line
// to the checker or on its square, and nowhere against two checkers.
func evasions(king Square, checkers Set) Set {
	if checkers&(checkers-1) != 0 {
		return 0
	}
	return between(king, checkers.First()) | checkers
}

// checkersAndPins finds the enemy pieces that attack the king of the player to
// move, and the own pieces that alone shield it from a slider.
func (p *Position) checkersAndPins(king Square) (checkers, pinned Set) {
	us := p.turn & 1
	own, enemy := p.colors[us], p.colors[us^1]
	l := &linesOf[king&63]
	checkers = (knightAttacks[king&63]&p.kinds[Knight] | pawnAttacks[us][king&63]&p.kinds[Pawn] |
		kingAttacks[king&63]&p.kinds[King]) & enemy
	queens := p.kinds[Queen]
	snipers := (l.straight&(p.kinds[Rook]|queens) | l.slanted&(p.kinds[Bishop]|queens)) & enemy
	for snipers != 0 {
		s := snipers.Pop()
		shield := between(king, s) & (own | enemy)
		if shield == 0 {
			checkers |= s.Set()
		} else if shield&(shield-1) == 0 {
			pinned |= shield & own
		}
	}
	return checkers, pinned
}

// kingMoves finds the king's moves, without castling.
func (p *Position) kingMoves(m *Moves, king Square, targets Set) {
	enemy := p.turn&1 ^ 1
	without := (p.colors[0] | p.colors[1]) &^ king.Set()
	safe := Set(0)
	for to := kingAttacks[king&63] & targets; to != 0; {
		if s := to.Pop(); p.attackers(s, enemy, without) == 0 {
			safe |= s.Set()
		}
	}
	m.add(king, safe)
}

// add notes where the piece on a square may go.
func (m *Moves) add(from Square, to Set) {
	m.To[from&63] = to
	m.From |= (to | -to) >> 63 << (from & 63)
}

// pieceMoves finds the moves of knights, bishops, rooks and queens.
func (p *Position) pieceMoves(m *Moves, targets, pinned Set) {
	own, occupied := p.colors[p.turn&1], p.colors[0]|p.colors[1]
	for pieces := p.kinds[Knight] & own &^ pinned; pieces != 0; {
		s := pieces.Pop()
		m.add(s, knightAttacks[s&63]&targets)
	}
	queens := p.kinds[Queen]
	for pieces := p.kinds[Bishop] & own; pieces != 0; {
		s := pieces.Pop()
		m.add(s, bishopAttacks(s, occupied)&targets)
	}
	for pieces := p.kinds[Rook] & own; pieces != 0; {
		s := pieces.Pop()
		m.add(s, rookAttacks(s, occupied)&targets)
	}
	for pieces := queens & own; pieces != 0; {
		s := pieces.Pop()
		m.add(s, (bishopAttacks(s, occupied)|rookAttacks(s, occupied))&targets)
	}
	for pieces := pinned &^ p.kinds[Knight] &^ p.kinds[Pawn]; pieces != 0; {
		s := pieces.Pop()
		m.From &^= s.Set()
		m.add(s, m.To[s&63]&lineThrough(m.king, s))
	}
}

// pawnMoves finds the moves of pawns, without en passant.
func (p *Position) pawnMoves(m *Moves, targets, pinned Set) {
	us := p.turn & 1
	pawns := p.kinds[Pawn] & p.colors[us] &^ lastRank[us]
	free := ^(p.colors[0] | p.colors[1])
	up := forward[us]
	steps := rotate(pawns, up) & free
	doubles := rotate(steps&thirdRank[us], up) & free & targets
	steps &= targets
	captures := targets & p.colors[us^1]
	attack := rotate(captures&^fileA, -up-1) | rotate(captures&^fileH, -up+1) // from there
	for pawns &= rotate(steps, -up) | rotate(doubles, -2*up) | attack; pawns != 0; {
		s := pawns.Pop()
		bit := Set(1) << (s & 63)
		to := rotate(bit, up)&steps | rotate(bit, 2*up)&doubles | pawnAttacks[us][s&63]&captures
		if bit&pinned != 0 {
			to &= lineThrough(m.king, s)
		}
		m.add(s, to)
	}
}

func rotate(s Set, by int) Set { return Set(bits.RotateLeft64(uint64(s), by)) }

// specialMoves finds the captures en passant and castling.
func (p *Position) specialMoves(m *Moves, kings Set) {
	us := p.turn & 1
	if p.ep != 0 {
		for pawns := p.epPawns(us); pawns != 0; {
			if s := pawns.Pop(); p.epLegal(s, kings) {
				p.addExtra(m, s, p.EnPassant())
			}
		}
	}
	if m.Checkers == 0 && p.rights&backRank[us] != 0 {
		p.castlingMoves(m, kings)
	}
}

// addExtra adds one square to those where a piece may go.
func (p *Position) addExtra(m *Moves, from, to Square) {
	if !m.From.Has(from) {
		m.To[from&63] = 0
	}
	m.From |= from.Set()
	m.To[from&63] |= to.Set()
}

// generateForKings fills m for a player with several kings: it tries every move and
// looks whether a king is attacked.
func (p *Position) generateForKings(m *Moves, kings Set) {
	us := p.turn & 1
	occupied := p.colors[0] | p.colors[1]
	for k := kings; k != 0; {
		m.Checkers |= p.attackers(k.Pop(), us^1, occupied)
	}
	targets := ^(p.colors[us] | p.kinds[King])
	p.pieceMoves(m, targets, 0)
	p.pawnMoves(m, targets, 0)
	for k := kings; k != 0; {
		s := k.Pop()
		m.add(s, kingAttacks[s&63]&targets)
	}
	for from := m.From; from != 0; {
		s := from.Pop()
		m.From &^= s.Set()
		m.add(s, p.safeTargets(s, m.To[s&63], kings))
	}
	p.specialMoves(m, kings)
}

// safeTargets returns the squares of to where the piece on from can go without
// leaving one of the kings attacked.
func (p *Position) safeTargets(from Square, to, kings Set) Set {
	var safe Set
	for to != 0 {
		s := to.Pop()
		after := kings
		if kings.Has(from) {
			after = kings&^from.Set() | s.Set()
		}
		q := *p
		q.colors[p.turn&1^1] &^= s.Set()
		occupied := (p.colors[0]|p.colors[1])&^from.Set() | s.Set()
		if !q.anyAttacked(after, p.turn&1^1, occupied) {
			safe |= s.Set()
		}
	}
	return safe
}

// Side is the side of the board on which castling goes.
type Side uint8

// The two sides. In Chess960 they are named by where the king ends up.
const (
	Kingside  Side = iota // to the g-file, O-O
	Queenside             // to the c-file, O-O-O
)

// CastlingRook returns the square of the rook with which c may still castle on a
// side, NoSquare if the right is lost (3.8.2.1).
func (p *Position) CastlingRook(c Color, side Side) Square {
	king := p.castlingKing(c)
	for rooks := p.rights & backRank[c&1]; rooks != 0; {
		if s := rooks.Pop(); (s > king) == (side == Kingside) {
			return s
		}
	}
	return NoSquare
}

// castlingKing returns the square from which c's king castles: e1 or e8 in ordinary
// chess; in Chess960 its square if that is on the first rank, otherwise NoSquare.
// Of several kings it is the one nearest the a-file.
func (p *Position) castlingKing(c Color) Square {
	if !p.chess960 {
		return placement.E1 ^ Square(c&1)*56
	}
	return (p.Kings(c) & backRank[c&1]).First()
}

// castlingMoves finds the rooks with which the player to move can castle.
func (p *Position) castlingMoves(m *Moves, kings Set) {
	us := p.turn & 1
	king := p.castlingKing(us)
	if !kings.Has(king) {
		return
	}
	for rooks := p.rights & backRank[us] & p.Pieces(us, Rook); rooks != 0; {
		rook := rooks.Pop()
		if p.castlingBlockers(king, rook) != 0 || p.castlingAttacked(king, rook) != 0 || p.castlingExposes(king, rook) {
			continue
		}
		m.Castle |= rook.Set()
	}
	if m.Castle == 0 {
		return
	}
	if m.king = king; !m.From.Has(king) {
		m.From |= king.Set()
		m.To[king&63] = 0
	}
}

// castlingBlockers returns the pieces in the way of castling (3.8.2.2.2): those
// between king and rook and, in Chess960, those on the ways of both.
func (p *Position) castlingBlockers(king, rook Square) Set {
	m := MakeCastling(king, rook)
	way := span(king, m.KingTo()) | span(rook, m.RookTo())
	if !p.chess960 {
		way |= span(king, rook)
	}
	return way & (p.colors[0] | p.colors[1]) &^ king.Set() &^ rook.Set()
}

// castlingAttacked returns the attacked squares among those that the king leaves,
// crosses and enters by castling (3.8.2.2.1).
func (p *Position) castlingAttacked(king, rook Square) Set {
	enemy := p.board[king&63].Color()&1 ^ 1
	without := (p.colors[0] | p.colors[1]) &^ king.Set()
	attacked := Set(0)
	for way := span(king, MakeCastling(king, rook).KingTo()); way != 0; {
		if s := way.Pop(); p.attackers(s, enemy, without) != 0 {
			attacked |= s.Set()
		}
	}
	return attacked
}

// castlingExposes reports whether a king of that side is attacked once king
// and rook have moved. In ordinary chess the rook uncovers nothing.
func (p *Position) castlingExposes(king, rook Square) bool {
	m := MakeCastling(king, rook)
	us := p.board[king&63].Color() & 1
	kings := p.Kings(us)&^king.Set() | m.KingTo().Set()
	if !p.chess960 && kings&(kings-1) == 0 {
		return false
	}
	occupied := (p.colors[0]|p.colors[1])&^king.Set()&^rook.Set() | m.KingTo().Set() | m.RookTo().Set()
	return p.anyAttacked(kings, us^1, occupied)
}

// span returns the squares of one rank from a to b, both included.
func span(a, b Square) Set {
	low, high := min(a, b)&63, max(a, b)&63
	return (2<<high - 1) &^ (1<<low - 1)
}

// epVictim returns the square of the pawn that can be captured en passant now.
func (p *Position) epVictim() Square { return p.EnPassant() ^ 8 }

// epPawns returns the set of c's pawns that stand beside the pawn to be captured.
func (p *Position) epPawns(c Color) Set {
	return pawnAttacks[c&1^1][(p.ep-1)&63] & p.kinds[Pawn] & p.colors[c&1]
}

// epLegal reports whether a pawn of the player to move can capture en passant
// without leaving one of the own kings attacked. For that test the captured pawn is
// off the board (3.7.3.1, 3.9.2).
func (p *Position) epLegal(from Square, kings Set) bool {
	return p.epSafe(from, p.EnPassant(), kings)
}

func (p *Position) epSafe(from, to Square, kings Set) bool {
	if kings == 0 {
		return true
	}
	victim := (to ^ 8).Set()
	by := p.board[from&63].Color() ^ 1
	occupied := (p.colors[0]|p.colors[1])&^from.Set()&^victim | to.Set()
	for kings != 0 {
		if p.attackers(kings.Pop(), by, occupied)&^victim != 0 {
			return false
		}
	}
	return true
}

// setEnPassant notes the square that a pawn has just passed, if the player now
// having the move can legally capture it there.
func (p *Position) setEnPassant(passed Square) {
	us := p.turn & 1
	p.ep = uint8(passed) + 1
	for pawns := p.epPawns(us); pawns != 0; {
		if p.epLegal(pawns.Pop(), p.Kings(us)) {
			p.key ^= p.epKey()
			return
		}
	}
	p.ep = 0
}
