package certabo

import (
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor/numbers"
)

// How many numbers a line has, of this family's boards and of Tabutronic's.
const (
	frameSize   = numbers.Most
	foreignSize = 8
)

// squareOf changes a square of the wire, from a8 along the ranks to h1, into
// ours; and back.
func squareOf(n int) placement.Square { return placement.Square(n ^ 56) }

// Allowed reports whether a byte may be sent to a board: none may. All that a
// board takes is eight bytes, without a header, that light its squares; no
// lights of a board belong into a game under the Laws.
func Allowed(byte) bool { return false }
