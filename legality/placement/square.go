package placement

import "math/bits"

// Square is a square of the board: a1 is 0, b1 is 1, h8 is 63.
type Square uint8

// The squares by name.
const (
	A1, B1, C1, D1, E1, F1, G1, H1 Square = 8 * iota, 8*iota + 1, 8*iota + 2, 8*iota + 3, 8*iota + 4, 8*iota + 5, 8*iota + 6, 8*iota + 7
	A2, B2, C2, D2, E2, F2, G2, H2
	A3, B3, C3, D3, E3, F3, G3, H3
	A4, B4, C4, D4, E4, F4, G4, H4
	A5, B5, C5, D5, E5, F5, G5, H5
	A6, B6, C6, D6, E6, F6, G6, H6
	A7, B7, C7, D7, E7, F7, G7, H7
	A8, B8, C8, D8, E8, F8, G8, H8

	// NoSquare is no square of the board.
	NoSquare Square = 64
)

// MakeSquare returns the square on the given file and rank, both from 0.
func MakeSquare(file, rank int) Square { return Square(rank<<3 | file) }

// File returns 0 for the a-file to 7 for the h-file.
func (s Square) File() int { return int(s & 7) }

// Rank returns 0 for the first rank to 7 for the eighth.
func (s Square) Rank() int { return int(s >> 3) }

// Rotated returns the square that takes this one's place when the board is rotated
// by 180 degrees.
func (s Square) Rotated() Square { return 63 - s }

// Distance returns the number of steps of a king from one square to another.
func (s Square) Distance(to Square) int {
	files, ranks := s.File()-to.File(), s.Rank()-to.Rank()
	return max(files, -files, ranks, -ranks)
}

// Light reports whether the square is a light one.
func (s Square) Light() bool { return (s.File()+s.Rank())&1 == 1 }

// String returns the name of the square, "e4"; "-" for NoSquare.
func (s Square) String() string {
	if s >= NoSquare {
		return "-"
	}
	return squareNames[s*2 : s*2+2]
}

const squareNames = "a1b1c1d1e1f1g1h1a2b2c2d2e2f2g2h2a3b3c3d3e3f3g3h3a4b4c4d4e4f4g4h4" +
	"a5b5c5d5e5f5g5h5a6b6c6d6e6f6g6h6a7b7c7d7e7f7g7h7a8b8c8d8e8f8g8h8"

// ParseSquare reads a square's name in lower case.
func ParseSquare(name string) (Square, bool) {
	if len(name) != 2 || name[0] < 'a' || name[0] > 'h' || name[1] < '1' || name[1] > '8' {
		return NoSquare, false
	}
	return MakeSquare(int(name[0]-'a'), int(name[1]-'1')), true
}

// Set is a set of squares, one bit a square, a1 the lowest.
type Set uint64

// Centre is the four squares in the middle of the board.
var Centre = SetOf(D4, E4, D5, E5)

// SetOf returns the set of the given squares.
func SetOf(squares ...Square) Set {
	var s Set
	for _, q := range squares {
		s |= q.Set()
	}
	return s
}

// Set returns the set of this one square; the empty set for NoSquare.
func (s Square) Set() Set {
	if s >= NoSquare {
		return 0
	}
	return 1 << s
}

// Has reports whether q is in the set.
func (s Set) Has(q Square) bool { return q < NoSquare && s>>q&1 == 1 }

// Len returns the number of squares in the set.
func (s Set) Len() int { return bits.OnesCount64(uint64(s)) }

// First returns the lowest square of the set, NoSquare if it is empty.
func (s Set) First() Square { return Square(bits.TrailingZeros64(uint64(s))) }

// Pop takes the lowest square out of the set and returns it, NoSquare if it is empty.
func (s *Set) Pop() Square {
	q := s.First()
	*s &= *s - 1
	return q
}

// Squares lists the set in order.
func (s Set) Squares() []Square {
	out := make([]Square, 0, s.Len())
	for s != 0 {
		out = append(out, s.Pop())
	}
	return out
}

// Names lists the names of the squares in order. The list is not nil.
func (s Set) Names() []string {
	out := make([]string, 0, s.Len())
	for s != 0 {
		out = append(out, s.Pop().String())
	}
	return out
}
