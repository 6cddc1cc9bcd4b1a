// Package placement is the vocabulary of the chessboard: squares, pieces,
// sets of squares, and what stands where.
//
// It knows no rule of chess. A Placement is what a board shows at one moment;
// it says nothing of whose turn it is, and it may be any arrangement at all,
// including men whose kind the board cannot name.
package placement

// Color is the colour of a piece and of the player who has it.
type Color uint8

// The two colours.
const (
	White Color = iota
	Black
)

// Other is the opponent's colour.
func (c Color) Other() Color { return c ^ 1 }

// String is "w" or "b", as FEN writes the side to move.
func (c Color) String() string { return "wb"[c&1 : c&1+1] }

// Kind is what sort of man a piece is.
type Kind uint8

// The kinds, in the order P N B R Q K.
const (
	NoKind Kind = iota
	Pawn
	Knight
	Bishop
	Rook
	Queen
	King
)

// Letter is the FEN letter of a white piece of this kind; '.' for NoKind.
func (k Kind) Letter() byte {
	if k > King {
		return '?'
	}
	return ".PNBRQK"[k]
}

var kindNames = [...]string{"nothing", "pawn", "knight", "bishop", "rook", "queen", "king"}

// String is the English word for the kind.
func (k Kind) String() string {
	if int(k) >= len(kindNames) {
		return "piece"
	}
	return kindNames[k]
}

// Piece is a man of one colour, nothing, or a man whose kind is not known.
// The zero value is Empty.
type Piece uint8

// The pieces. A black piece is its white one plus 8, so that bit 3 is the colour.
const (
	Empty Piece = 0

	WhitePawn   = Piece(Pawn)
	WhiteKnight = Piece(Knight)
	WhiteBishop = Piece(Bishop)
	WhiteRook   = Piece(Rook)
	WhiteQueen  = Piece(Queen)
	WhiteKing   = Piece(King)

	BlackPawn   = Piece(Pawn) | 8
	BlackKnight = Piece(Knight) | 8
	BlackBishop = Piece(Bishop) | 8
	BlackRook   = Piece(Rook) | 8
	BlackQueen  = Piece(Queen) | 8
	BlackKing   = Piece(King) | 8

	// Unknown is a man that the board sees but cannot name: an occupancy
	// board shows nothing else. It has neither colour nor kind.
	Unknown Piece = 7
)

// MakePiece is the piece of colour c and kind k, Empty for NoKind.
func MakePiece(c Color, k Kind) Piece {
	if k == NoKind {
		return Empty
	}
	return Piece(k) | Piece(c)<<3
}

// Known reports whether p is a man with a colour and a kind.
func (p Piece) Known() bool { return p < 16 && p&7 != 0 && p&7 != 7 }

// Is reports whether p is a known man of colour c.
func (p Piece) Is(c Color) bool { return p.Known() && Color(p>>3) == c }

// Color is the colour of a known man; meaningless for Empty and Unknown.
func (p Piece) Color() Color { return Color(p >> 3) }

// Kind is the kind of a known man; NoKind for Empty and Unknown.
func (p Piece) Kind() Kind {
	if p == Unknown {
		return NoKind
	}
	return Kind(p & 7)
}

const pieceLetters = ".PNBRQK?.pnbrqk."

// Letter is the FEN letter of the piece, '?' for Unknown, '.' for Empty.
func (p Piece) Letter() byte { return pieceLetters[p&15] }

// String is Letter as a string.
func (p Piece) String() string { return pieceLetters[p&15 : p&15+1] }

// ParsePiece reads a FEN letter, or '?' for a man of unknown kind.
func ParsePiece(letter byte) (Piece, bool) {
	if letter == '.' {
		return Empty, false
	}
	for p := range len(pieceLetters) {
		if pieceLetters[p] == letter {
			return Piece(p), true
		}
	}
	return Empty, false
}
