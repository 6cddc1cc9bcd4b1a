package legality

import "github.com/boardd/boardd/legality/placement"

// Move is one move, legal or not: the square left, the square entered, the
// kind that a pawn becomes, and whether it is castling. Castling is kept as the
// king taking its own rook (From is the king's square, To the rook's), in
// ordinary chess too, since in Chess960 nothing else tells it from a king's
// step. Moves compare with ==; the zero value is NoMove.
type Move uint16

// NoMove is no move at all.
const NoMove Move = 0

// Six bits each for from and to, three for the promotion, one for castling.
const (
	toShift        = 6
	promotionShift = 12
	castlingFlag   = 1 << 15
)

// MakeMove is the move of a man from one square to another.
func MakeMove(from, to Square) Move {
	return Move(from&63) | Move(to&63)<<toShift
}

// MakePromotion is the move of a pawn that becomes a man of kind k. The kinds
// that Article 3.7.3.3 forbids can be written too: they are played in error.
func MakePromotion(from, to Square, k Kind) Move {
	return MakeMove(from, to) | Move(k&7)<<promotionShift
}

// MakeCastling is castling of the king on one square with the rook on another.
func MakeCastling(king, rook Square) Move {
	return MakeMove(king, rook) | castlingFlag
}

// From is the square that the man leaves.
func (m Move) From() Square { return Square(m & 63) }

// To is the square that the man enters; for castling the rook's square.
func (m Move) To() Square { return Square(m >> toShift & 63) }

// Promotion is the kind that the pawn becomes, NoKind if the move is no promotion.
func (m Move) Promotion() Kind { return Kind(m >> promotionShift & 7) }

// IsCastling reports whether the move is castling.
func (m Move) IsCastling() bool { return m&castlingFlag != 0 }

// KingTo is where castling puts the king, on the g-file or the c-file. It
// means nothing for other moves.
func (m Move) KingTo() Square { return castlingSquare(m, 6, 2) }

// RookTo is where castling puts the rook, on the f-file or the d-file. It
// means nothing for other moves.
func (m Move) RookTo() Square { return castlingSquare(m, 5, 3) }

func castlingSquare(m Move, kingside, queenside int) Square {
	if m.To() > m.From() {
		return placement.MakeSquare(kingside, m.From().Rank())
	}
	return placement.MakeSquare(queenside, m.From().Rank())
}

// String is the move in UCI as Chess960 writes it: castling is king takes rook.
// Position.UCI writes it as the game at hand does.
func (m Move) String() string {
	return string(appendCoordinates(nil, m, m.To()))
}
