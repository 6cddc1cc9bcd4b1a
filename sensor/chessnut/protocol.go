// Package chessnut speaks to Chessnut's Air, Air+, Pro, Go and Evo by USB. A Decoder reads what
// the board sends, a Host decides what is sent to it, and a Board behaves like one, for the demo
// and for tests.
//
// # The line
//
// By USB such a board is a HID device: vendor 2d80, products that begin with 8, usage page ff00
// (a page of the maker's own). Linux shows it as /dev/hidraw0 or the like. It has no speed. What
// is sent and read are reports, each whole: a read returns one report, and so does a record rx
// of a log hold one. A report of a HID device always has the same length; that of this one is
// not documented.
//
// The host sends
//
//	21 01 00   start to report
//	29 01 00   how full is the battery?
//
// and the board sends
//
//	01 24 …    the board, in 32 bytes, and up to four bytes of a clock that counts from when it
//	01 3d …    was switched on; the same with 3d
//	2a 02 …    how full the battery is
//
// The first byte is the kind, and in all of these the second one fits as the number of bytes
// that follow, of which a report may have more. The 32 bytes of the board have two squares
// each, the first in the lower half: h8, g8, … a8, h7, … a1. The halves are
//
//	0 empty   1 q   2 k   3 b   4 p   5 n   6 R   7 P   8 r   9 B   a N   b Q   c K
//
// The initial array:
//
//	01 24 58 23 31 85 44 44 44 44 00 00 00 00 00 00 00 00
//	00 00 00 00 00 00 00 00 77 77 77 77 a6 c9 9b 6a …
//
// The maker's paper, drivers and people who listened to real boards agree in all of this but
// the number of bytes: the maker writes 36 in all, real boards send 38. So a Decoder goes by the
// first two bytes, and wants the 32 of the board. There is no checksum: the length of a report,
// and the halves d, e and f, which are no piece, are all that shows damage. USB itself repeats
// what was damaged on the way.
//
// 0a 08 and eight bytes light squares. boardd sends nothing of the kind.
//
// # What is not known
//
// No recording of a board by USB was at hand. Not known are:
//
//   - the length of a report, and what its last bytes hold
//   - whether the board reports all the time or only changes, how often, and how long it needs
//     to see a piece; whether a square may flicker
//   - whether it says anything else, as an answer to 21 01 00; reports of other kinds are counted,
//     and the first becomes a fault in the log
//   - whether it answers the question for its battery by USB; sources disagree about what the
//     answer says, so that it counts as a sign of life alone
//   - whether it goes to sleep, and what wakes it up
//   - how it tells itself apart from others of its kind: it sends no number of its own
//
// Host and Decoder work either way, as far as there are two ways. By Bluetooth LE the same messages come;
// boardd has no such line. The Chessnut Move, a board with motors, sends the same board by
// Bluetooth; whether it is a HID device is not known.
package chessnut

import "github.com/boardd/boardd/legality/placement"

// What the host sends.
const (
	start   = "\x21\x01\x00" // start to report
	battery = "\x29\x01\x00" // how full is the battery?
)

// Start returns the question that a board answers with reports.
func Start() string { return start }

// Allowed reports whether data may be sent to a board.
func Allowed(data []byte) bool { return string(data) == start || string(data) == battery }

// The kinds of reports, and the second bytes of those of the board.
const (
	kindBoard   = 0x01
	kindBattery = 0x2a
	sizeBoard   = 0x24
	sizeLong    = 0x3d
	sizeBattery = 0x02
)

// The parts of a report of the board.
const (
	headSize    = 2
	squaresSize = 32
	leastSize   = headSize + squaresSize
)

// pieces are the pieces by the half of a byte.
var pieces = [...]placement.Piece{
	placement.Empty,
	placement.BlackQueen, placement.BlackKing, placement.BlackBishop, placement.BlackPawn, placement.BlackKnight,
	placement.WhiteRook, placement.WhitePawn, placement.BlackRook, placement.WhiteBishop, placement.WhiteKnight,
	placement.WhiteQueen, placement.WhiteKing,
}

// square returns the n-th square of a report, the board's own.
func square(n int) placement.Square { return placement.MakeSquare(7-n%8, 7-n/8) }

// halfOf returns the half of a byte for a piece; there is none for one of unknown kind.
func halfOf(piece placement.Piece) (half byte, known bool) {
	for i, p := range pieces {
		if p == piece {
			return byte(i), true
		}
	}
	return 0, false
}

// squaresOf reads the squares of a report. It returns whether each is a piece or empty.
func squaresOf(data []byte) (p placement.Placement, ok bool) {
	for n := range 64 {
		half := data[n/2] >> (4 * (n % 2)) & 0xf
		if int(half) >= len(pieces) {
			return p, false
		}
		p[square(n)] = pieces[half]
	}
	return p, true
}

// appendSquares appends the squares as a report has them.
func appendSquares(dst []byte, p *placement.Placement) []byte {
	for n := 0; n < 64; n += 2 {
		low, _ := halfOf(p[square(n)])
		high, _ := halfOf(p[square(n+1)])
		dst = append(dst, high<<4|low)
	}
	return dst
}
