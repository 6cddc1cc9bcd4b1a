package text

import (
	"strconv"
	"strings"

	"github.com/boardd/boardd/legality/placement"
)

// scan reads all squares, in any of the forms of board.
func scan(text string) (placement.Placement, bool) {
	number, prefixed := strings.CutPrefix(text, "0x")
	switch {
	case strings.Contains(text, "/"):
		p, err := placement.Parse(text)
		return p, err == nil
	case len(text) == 64:
		return characters(text)
	case prefixed && len(number) == 16:
		return bits(number, func(i int) placement.Square { return placement.Square(i) })
	case len(text) == 16:
		return bits(text, func(i int) placement.Square { return reading(63 - i) })
	}
	return placement.Placement{}, false
}

// reading is the n-th square as one reads: a8 is the first, h1 the last.
func reading(n int) placement.Square { return placement.Square(n ^ 56) }

// characters reads 64 of them. No letter of a FEN is w: a board that says it
// knows colours, and its b is no bishop.
func characters(text string) (placement.Placement, bool) {
	var p placement.Placement
	colours := strings.Contains(text, "w")
	for n := range len(text) {
		piece, ok := character(text[n], colours)
		if !ok {
			return p, false
		}
		p[reading(n)] = piece
	}
	return p, true
}

func character(ch byte, colours bool) (placement.Piece, bool) {
	switch ch {
	case '.', '-', '0':
		return placement.Empty, true
	case '?', '1':
		return placement.Unknown, true
	}
	if colours {
		return placement.Unknown, ch == 'w' || ch == 'b'
	}
	return placement.ParsePiece(ch)
}

// bits reads 16 hexadecimal digits; square says which one a bit is.
func bits(text string, square func(bit int) placement.Square) (placement.Placement, bool) {
	var p placement.Placement
	n, err := strconv.ParseUint(text, 16, 64)
	for bit := range 64 {
		if n>>bit&1 == 1 {
			p[square(bit)] = placement.Unknown
		}
	}
	return p, err == nil
}
