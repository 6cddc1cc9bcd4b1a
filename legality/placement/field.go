package placement

import (
	"fmt"
	"math/bits"
)

// Placement is what stands on each square, indexed by Square. It is a value;
// two are equal when == says so. The zero value is the empty board.
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

// Parse reads the placement field of a FEN, in which '?' is a man of unknown
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

// String is the placement field of a FEN.
func (p Placement) String() string { return string(p.Append(make([]byte, 0, 72))) }

// Rotated is the placement as seen from the other side of the board.
func (p *Placement) Rotated() Placement {
	var r Placement
	for s, piece := range p {
		r[63-s] = piece
	}
	return r
}

// Differ is the set of squares on which two placements differ.
func Differ(a, b *Placement) Set {
	var d Set
	for i := 0; i < 64; i += 8 {
		x := word(a, i) ^ word(b, i)
		for x != 0 {
			n := bits.TrailingZeros64(x) >> 3
			d |= 1 << (i + n)
			x &^= 0xff << (n << 3)
		}
	}
	return d
}

// word is eight squares as one number. The shape is one that the compiler
// turns into a single load where the machine has one.
func word(p *Placement, i int) uint64 {
	q := p[i : i+8 : i+8]
	return uint64(q[0]) | uint64(q[1])<<8 | uint64(q[2])<<16 | uint64(q[3])<<24 |
		uint64(q[4])<<32 | uint64(q[5])<<40 | uint64(q[6])<<48 | uint64(q[7])<<56
}

// Occupied is the set of squares on which anything stands.
func (p *Placement) Occupied() Set {
	var zero Placement
	return Differ(p, &zero)
}

// Find is the set of squares on which the given piece stands.
func (p *Placement) Find(piece Piece) Set {
	var s Set
	for q, x := range p {
		if x == piece {
			s |= 1 << q
		}
	}
	return s
}
