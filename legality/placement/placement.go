// Package placement is the vocabulary of the chessboard: squares, pieces,
// sets of squares, and what stands where.
//
// It knows no rule of chess. A Placement is what stands on a board at one moment,
// without whose turn it is. Any arrangement is possible, including pieces of
// unknown kind.
package placement

import (
	"fmt"

	"github.com/boardd/boardd/internal/enum"
)

// Color is the colour of a piece and of the player who has it.
type Color uint8

// The two colours.
const (
	White Color = iota
	Black
)

// Other returns the opponent's colour.
func (c Color) Other() Color { return c ^ 1 }

// String returns "w" or "b", as FEN writes the side to move.
func (c Color) String() string { return "wb"[c&1 : c&1+1] }

// Kind is the kind of a piece: pawn, knight and so on.
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

// Letter returns the FEN letter of a white piece of this kind; '.' for NoKind.
func (k Kind) Letter() byte {
	if k > King {
		return '?'
	}
	return ".PNBRQK"[k]
}

var kindNames = [...]string{"nothing", "pawn", "knight", "bishop", "rook", "queen", "king"}

// String returns the English word for the kind.
func (k Kind) String() string { return enum.Of(kindNames[:], k, "piece") }

// Piece is a piece with its colour, Empty, or Unknown. The zero value is Empty.
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

	// Unknown is a piece of unknown colour and kind. An occupancy board reports no
	// other.
	Unknown Piece = 7
)

// MakePiece returns the piece of colour c and kind k, Empty for NoKind.
func MakePiece(c Color, k Kind) Piece {
	if k == NoKind {
		return Empty
	}
	return Piece(k) | Piece(c)<<3
}

// Known reports whether p is a piece with a colour and a kind.
func (p Piece) Known() bool { return p < 16 && p&7 != 0 && p&7 != 7 }

// Is reports whether p is a known piece of colour c.
func (p Piece) Is(c Color) bool { return p.Known() && Color(p>>3) == c }

// Color returns the colour of a known piece; meaningless for Empty and Unknown.
func (p Piece) Color() Color { return Color(p >> 3) }

// Kind returns the kind of a known piece; NoKind for Empty and Unknown.
func (p Piece) Kind() Kind {
	if p == Unknown {
		return NoKind
	}
	return Kind(p & 7)
}

const pieceLetters = ".PNBRQK?.pnbrqk."

// Letter returns the FEN letter of the piece, '?' for Unknown, '.' for Empty.
func (p Piece) Letter() byte { return pieceLetters[p&15] }

// String returns Letter as a string.
func (p Piece) String() string { return pieceLetters[p&15 : p&15+1] }

// ParsePiece reads a FEN letter, or '?' for a piece of unknown kind.
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

// Placement is what stands on each square, indexed by Square. It is a value and
// compares with ==. The zero value is the empty board.
type Placement [64]Piece

// Initial is the initial position of Article 2.3, as a placement.
var Initial = must("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR")

func must(text string) Placement {
	p, err := Parse(text)
	if err != nil {
		panic(err)
	}
	return p
}

// Parse reads the placement field of a FEN, in which '?' is a piece of unknown
// kind. The error names the rank and what is wrong with it.
func Parse(text string) (Placement, error) {
	var p Placement
	file, rank, digit := 0, 7, false
	for i := 0; i < len(text); i++ {
		ch := text[i]
		if ch == '/' {
			if file != 8 {
				return Placement{}, fmt.Errorf("rank %d has %d squares, not 8", rank+1, file)
			}
			if rank--; rank < 0 {
				return Placement{}, fmt.Errorf("more than 8 ranks")
			}
			file, digit = 0, false
			continue
		}
		step, err := place(&p, file, rank, ch, digit)
		if err != nil {
			return Placement{}, err
		}
		file, digit = file+step, ch >= '1' && ch <= '8'
		if file > 8 {
			return Placement{}, fmt.Errorf("rank %d has more than 8 squares", rank+1)
		}
	}
	if file != 8 {
		return Placement{}, fmt.Errorf("rank %d has %d squares, not 8", rank+1, file)
	}
	if rank != 0 {
		return Placement{}, fmt.Errorf("%d ranks, not 8", 8-rank)
	}
	return p, nil
}

// place reads one character of a rank and returns how many squares it covers.
func place(p *Placement, file, rank int, ch byte, afterDigit bool) (int, error) {
	if ch >= '1' && ch <= '8' {
		if afterDigit {
			return 0, fmt.Errorf("rank %d has two digits in a row", rank+1)
		}
		return int(ch - '0'), nil
	}
	piece, ok := ParsePiece(ch)
	if !ok {
		return 0, fmt.Errorf("rank %d has %q, which is no piece", rank+1, ch)
	}
	if file < 8 {
		p[MakeSquare(file, rank)] = piece
	}
	return 1, nil
}

// Append writes the placement field of a FEN to dst.
func (p *Placement) Append(dst []byte) []byte {
	for rank := 7; rank >= 0; rank-- {
		run := byte(0)
		for file := range 8 {
			piece := p[MakeSquare(file, rank)]
			if piece == Empty {
				run++
				continue
			}
			if run > 0 {
				dst = append(dst, '0'+run)
			}
			dst, run = append(dst, piece.Letter()), 0
		}
		if run > 0 {
			dst = append(dst, '0'+run)
		}
		if rank > 0 {
			dst = append(dst, '/')
		}
	}
	return dst
}

// String returns the placement field of a FEN.
func (p Placement) String() string { return string(p.Append(make([]byte, 0, 72))) }

// Rotated returns the placement as seen from the other side of the board.
func (p *Placement) Rotated() Placement {
	var r Placement
	for s, piece := range p {
		r[63-s] = piece
	}
	return r
}

// Differ returns the set of squares on which two placements differ.
func Differ(a, b *Placement) Set {
	var d Set
	for i := 0; i < 64; i += 8 {
		d |= gather(nonzero(word(a, i)^word(b, i))) << i
	}
	return d
}

// Misreads returns the squares that read otherwise than what stands there: of a piece of unknown
// kind a board reads only that there is one.
func Misreads(stands, reads *Placement) Set {
	var d Set
	for i := 0; i < 64; i += 8 {
		a, b := word(stands, i), word(reads, i)
		d |= gather(nonzero(a^b)&^(nonzero(a)&^nonzero(b^uint64(Unknown)*each))) << i
	}
	return d
}

// each has a one in each of eight bytes.
const each = 0x0101010101010101

// nonzero returns the highest bit of each of eight bytes that is not zero.
func nonzero(x uint64) uint64 { return (x&(0x7f*each) + 0x7f*each | x) & (0x80 * each) }

// gather returns the highest bits of eight bytes as a set, the lowest byte first.
func gather(high uint64) Set { return Set(high >> 7 * 0x0102040810204080 >> 56) }

// word returns eight squares as one number. The compiler turns this form into a
// single load where the machine has one.
func word(p *Placement, i int) uint64 {
	q := p[i : i+8 : i+8]
	return uint64(q[0]) | uint64(q[1])<<8 | uint64(q[2])<<16 | uint64(q[3])<<24 |
		uint64(q[4])<<32 | uint64(q[5])<<40 | uint64(q[6])<<48 | uint64(q[7])<<56
}

// Occupancy returns a placement with a piece of unknown kind on each of the squares.
func Occupancy(squares Set) (p Placement) {
	for squares != 0 {
		p[squares.Pop()] = Unknown
	}
	return p
}

// Occupied returns the set of squares on which anything stands.
func (p *Placement) Occupied() Set {
	var zero Placement
	return Differ(p, &zero)
}

// Find returns the set of squares on which the given piece stands.
func (p *Placement) Find(piece Piece) Set {
	var s Set
	for i := 0; i < 64; i += 8 {
		s |= gather(0x80*each&^nonzero(word(p, i)^uint64(piece)*each)) << i
	}
	return s
}
