// Package ichessone speaks to iChessOne boards by USB. A Decoder reads what the board
// sends, a Host decides what is sent to it and when, and a Board behaves like one for
// tests.
//
// # The line
//
// 115,200 baud, 8 data bits, no parity, 1 stop bit.
//
// # Messages
//
// The host asks, in capital letters without an end:
//
//	52 50            RP      what stands on the board?
//	43 50 49 52 51   CPIRQ   send the board whenever it changes
//	52 42            RB      how full is the battery? boardd does not ask
//
// The board answers, also without an end and without a checksum:
//
//	3d 70 …          =p, and 32 bytes: all squares, from a8 along the ranks to h1
//	3d 62 ss pp      =b, and a state and the percent of the battery
//
// Each byte of a board holds two squares, the first one in the high half: 0 is an empty
// square, 1 to 6 are White's pawn, knight, bishop, rook, queen and king, 7 to 12 Black's.
// The initial array:
//
//	3d 70  a8 9b c9 8a  77 77 77 77  00 … 00  11 11 11 11  42 35 63 24
//
// No piece has a number above 12, so that 3d never occurs among the squares. It begins
// the next message, whatever was lost before it.
//
// All of this comes from drivers that others have written for the board, and from their
// tests; the maker has published nothing that is known here.
//
// # What is not known
//
// How often the board scans; whether it sends all changes of a scan at once; whether it
// confirms CPIRQ, forgets it without power, or takes a second one for its opposite;
// what the states of the battery are; what it does with a command that it does not know;
// the numbers of its USB chip; whether it has a version or a serial number to ask for. So
// the Host sends CPIRQ once and does not rely on it, and a message is taken for a moment
// that may be in the middle of a move, as one of package chesslink is.
package ichessone

import (
	"fmt"
	"slices"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// The commands.
const (
	sendBoard   = "RP"
	sendChanges = "CPIRQ"
	sendBattery = "RB"
)

// Allowed reports whether data is one of the two commands of a Host.
func Allowed(data []byte) bool {
	return slices.Contains([]string{sendBoard, sendChanges}, string(data))
}

// The beginning of a message, and its length with these two bytes.
const (
	mark        = '='
	board       = 'p'
	battery     = 'b'
	boardSize   = 2 + 32
	batterySize = 2 + 2
)

// numbers are the pieces in the order of their numbers.
const numbers = ".PNBRQKpnbrqk"

// square returns the n-th square of a message.
func square(n int) placement.Square { return placement.Square(n ^ 56) }

// appendBoard appends the message that shows a board.
func appendBoard(dst []byte, p *placement.Placement) []byte {
	dst = append(dst, mark, board)
	for n := 0; n < 64; n += 2 {
		dst = append(dst, number(p[square(n)])<<4|number(p[square(n+1)]))
	}
	return dst
}

// number returns the number of a piece, which must be known or Empty.
func number(piece placement.Piece) byte {
	for i := range len(numbers) {
		if numbers[i] == piece.Letter() {
			return byte(i)
		}
	}
	return 0
}

// readBoard reads the 32 bytes of a message.
func readBoard(body []byte) (p placement.Placement) {
	for n := range 64 {
		half := body[n/2] >> 4
		if n%2 == 1 {
			half = body[n/2] & 15
		}
		p[square(n)], _ = placement.ParsePiece(numbers[half])
	}
	return p
}

// squares reports whether a byte can be two squares of a board.
func squares(b byte) bool { return int(b>>4) < len(numbers) && int(b&15) < len(numbers) }

// framer cuts the stream into messages. The zero value is between messages.
type framer struct {
	buf    [boardSize]byte // the message so far
	n      int             // bytes of the message so far, 0 between messages
	joined bool            // a whole message has come
	stray  sensor.Stray    // bytes thrown away and not reported yet
	adrift int             // bytes thrown away since the last whole message
}

// step takes one byte. It returns the message that the byte completes, valid until the
// next step, and the loss before it.
func (f *framer) step(b byte) (message []byte, lost sensor.Loss) {
	if !f.fits(b) {
		lost = f.drop(b)
	}
	if f.n == 0 && b != mark {
		return nil, lost
	}
	f.buf[f.n] = b
	f.n++
	if f.n < f.size() {
		return nil, lost
	}
	message = f.buf[:f.n]
	whole := f.stray.Report()
	if f.joined || whole.Bytes >= boardSize {
		lost = whole
	}
	f.n, f.adrift, f.joined = 0, 0, true
	return message, lost
}

// fits reports whether a byte can be the next one of the message.
func (f *framer) fits(b byte) bool {
	switch {
	case f.n == 0:
		return b == mark
	case f.n == 1:
		return b == board || b == battery
	}
	return f.buf[1] == battery || squares(b)
}

// size returns the length of the message, which has begun.
func (f *framer) size() int {
	if f.n > 1 && f.buf[1] == battery {
		return batterySize
	}
	return boardSize
}

// misfit returns what is wrong with a byte that does not fit.
func (f *framer) misfit() string {
	if f.n < 2 {
		return "no message begins there"
	}
	return fmt.Sprintf("message %c cut off after %d bytes", f.buf[1], f.n)
}

// drop throws away the bytes so far, and the one that does not fit unless it begins a message.
func (f *framer) drop(b byte) (lost sensor.Loss) {
	n, why := f.n, f.misfit()
	if b != mark {
		n++
	}
	f.n, f.adrift = 0, f.adrift+n
	return f.stray.Add(n, why)
}
