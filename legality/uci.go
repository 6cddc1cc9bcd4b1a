package legality

import (
	"fmt"

	"github.com/boardd/boardd/legality/placement"
)

// UCI is the move as the Universal Chess Interface writes it: "e2e4",
// "e7e8q"; castling is "e1g1" in ordinary chess and king takes rook, "e1h1",
// in Chess960. The move need not be legal.
func (p *Position) UCI(m Move) string { return string(p.AppendUCI(make([]byte, 0, 5), m)) }

// AppendUCI appends UCI(m) to dst.
func (p *Position) AppendUCI(dst []byte, m Move) []byte {
	if m.IsCastling() && !p.chess960 {
		return appendCoordinates(dst, m, m.KingTo())
	}
	return appendCoordinates(dst, m, m.To())
}

func appendCoordinates(dst []byte, m Move, to Square) []byte {
	dst = appendSquare(appendSquare(dst, m.From()), to)
	if k := m.Promotion(); k != NoKind {
		dst = append(dst, k.Letter()|0x20)
	}
	return dst
}

func appendSquare(dst []byte, s Square) []byte {
	return append(dst, 'a'+byte(s&7), '1'+byte(s>>3&7))
}

// ParseUCI reads a move in UCI. The error is one of form only; whether the
// move is legal, or anything stands on its square, is for IsLegal and Explain.
// The position decides what is castling: in ordinary chess a king that goes
// from e1 or e8 two squares sideways or onto its own rook in the corner, in
// Chess960 a king that goes onto its own rook on its first rank.
func (p *Position) ParseUCI(s string) (Move, error) {
	if len(s) != 4 && len(s) != 5 {
		return NoMove, fmt.Errorf("read uci move %q: %d characters, not 4 or 5", s, len(s))
	}
	from, ok := placement.ParseSquare(s[:2])
	if !ok {
		return NoMove, fmt.Errorf("read uci move %q: %q is no square", s, s[:2])
	}
	to, ok := placement.ParseSquare(s[2:4])
	if !ok {
		return NoMove, fmt.Errorf("read uci move %q: %q is no square", s, s[2:4])
	}
	if from == to {
		return NoMove, fmt.Errorf("read uci move %q: it ends where it starts", s)
	}
	if len(s) == 4 {
		return p.asCastling(from, to), nil
	}
	kind, ok := promotionKind(s[4])
	if !ok {
		return NoMove, fmt.Errorf("read uci move %q: no pawn becomes a %q", s, s[4])
	}
	return MakePromotion(from, to, kind), nil
}

// promotionKind reads the lower-case letter of a kind that a pawn may become.
func promotionKind(letter byte) (Kind, bool) {
	switch letter {
	case 'n':
		return Knight, true
	case 'b':
		return Bishop, true
	case 'r':
		return Rook, true
	case 'q':
		return Queen, true
	}
	return NoKind, false
}

// asCastling is the move between two squares, as castling if it looks like it.
func (p *Position) asCastling(from, to Square) Move {
	king := p.board[from&63]
	c := king.Color() & 1
	if king.Kind() != King || from>>3 != to>>3 || !backRank[c].Has(from) {
		return MakeMove(from, to)
	}
	ownRook := p.board[to&63] == placement.MakePiece(c, Rook)
	switch file := to & 7; {
	case p.chess960 && ownRook:
		return MakeCastling(from, to)
	case p.chess960 || from&7 != 4:
		return MakeMove(from, to)
	case file == 6 || file == 7 && ownRook:
		return MakeCastling(from, from|7)
	case file == 2 || file == 0 && ownRook:
		return MakeCastling(from, from&^7)
	}
	return MakeMove(from, to)
}
