package legality

import "github.com/boardd/boardd/legality/placement"

// Side is the side of the board on which castling goes.
type Side uint8

// The two sides. In Chess960 they are named by where the king ends up.
const (
	Kingside  Side = iota // to the g-file, O-O
	Queenside             // to the c-file, O-O-O
)

// CastlingRook is the square of the rook with which c may still castle on a
// side, NoSquare when the right is gone (3.8.2.1).
func (p *Position) CastlingRook(c Color, side Side) Square {
	king := p.castlingKing(c)
	for rooks := p.rights & backRank[c&1]; rooks != 0; {
		if s := rooks.Pop(); (s > king) == (side == Kingside) {
			return s
		}
	}
	return NoSquare
}

// castlingKing is the square from which c's king castles: in ordinary chess
// e1 or e8, in Chess960 wherever it stands on the first rank, and NoSquare if
// it does not. Of several kings it is the one nearest the a-file.
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
	for rooks := p.rights & backRank[us] & p.Men(us, Rook); rooks != 0; {
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

// castlingBlockers is the men on squares that have to be empty for a king to
// castle with a rook on its rank (3.8.2.2.2): between the two and, in
// Chess960, on the ways of both.
func (p *Position) castlingBlockers(king, rook Square) Set {
	m := MakeCastling(king, rook)
	way := span(king, m.KingTo()) | span(rook, m.RookTo())
	if !p.chess960 {
		way |= span(king, rook)
	}
	return way & (p.colors[0] | p.colors[1]) &^ king.Set() &^ rook.Set()
}

// castlingAttacked is the squares that are attacked of those on which the king
// stands, which it crosses and to which it castles (3.8.2.2.1).
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

// span is the squares of one rank from a to b, both included.
func span(a, b Square) Set {
	low, high := min(a, b)&63, max(a, b)&63
	return (2<<high - 1) &^ (1<<low - 1)
}
