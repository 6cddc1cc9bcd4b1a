package legality

import (
	"fmt"

	"github.com/boardd/boardd/legality/placement"
)

// Move is one move, legal or not: the square left, the square entered, the kind
// that a pawn becomes, and whether it is castling. Castling is stored as the king
// taking its own rook: From is the king's square, To the rook's. This holds in
// ordinary chess, too, since in Chess960 nothing else distinguishes castling from a
// king's move. Moves compare with ==; the zero value is NoMove.
type Move uint16

// NoMove means that there is no move.
const NoMove Move = 0

// Six bits each for from and to, three for the promotion, one for castling.
const (
	toShift        = 6
	promotionShift = 12
	castlingFlag   = 1 << 15
)

// MakeMove returns the move of a piece from one square to another.
func MakeMove(from, to Square) Move {
	return Move(from&63) | Move(to&63)<<toShift
}

// MakePromotion returns the move of a pawn that becomes a piece of kind k. Kinds
// that Article 3.7.3.3 forbids are possible, since players put them on in error.
func MakePromotion(from, to Square, k Kind) Move {
	return MakeMove(from, to) | Move(k&7)<<promotionShift
}

// MakeCastling returns castling of the king on one square with the rook on another.
func MakeCastling(king, rook Square) Move {
	return MakeMove(king, rook) | castlingFlag
}

// From returns the square that the piece leaves.
func (m Move) From() Square { return Square(m & 63) }

// To returns the square that the piece enters; for castling the rook's square.
func (m Move) To() Square { return Square(m >> toShift & 63) }

// Promotion returns the kind that the pawn becomes, NoKind if the move is no promotion.
func (m Move) Promotion() Kind { return Kind(m >> promotionShift & 7) }

// IsCastling reports whether the move is castling.
func (m Move) IsCastling() bool { return m&castlingFlag != 0 }

// KingTo returns where castling puts the king, on the g-file or the c-file. It
// means nothing for other moves.
func (m Move) KingTo() Square { return castlingSquare(m, 6, 2) }

// RookTo returns where castling puts the rook, on the f-file or the d-file. It
// means nothing for other moves.
func (m Move) RookTo() Square { return castlingSquare(m, 5, 3) }

func castlingSquare(m Move, kingside, queenside int) Square {
	if m.To() > m.From() {
		return placement.MakeSquare(kingside, m.From().Rank())
	}
	return placement.MakeSquare(queenside, m.From().Rank())
}

// String returns the move in UCI as in Chess960, with castling as king takes rook.
// Position.UCI writes it as the variant requires.
func (m Move) String() string {
	return string(appendCoordinates(nil, m, m.To()))
}

// UCI returns the move as the Universal Chess Interface writes it: "e2e4", "e7e8q".
// Castling is "e1g1" in ordinary chess, and king takes rook, "e1h1", in Chess960.
// The move need not be legal.
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

// ParseUCI reads a move in UCI. It returns an error only for bad form; the move may
// be illegal or move nothing. The position decides what is castling: in ordinary
// chess a king that goes from e1 or e8 two squares sideways or onto its own rook in
// the corner, in Chess960 a king that goes onto its own rook on its first rank.
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

// asCastling returns the move between two squares, as castling if a king moves so.
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
