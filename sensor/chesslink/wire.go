package chesslink

import (
	"math/bits"

	"github.com/boardd/boardd/legality/placement"
)

// Lengths of messages, letter and checksum included.
const (
	sumSize      = 2
	bareSize     = 1 + sumSize      // a letter alone
	registerSize = 1 + 4 + sumSize  // an address and a value, or a version
	statusSize   = 1 + 64 + sumSize // the board
	lightsSize   = 1 + 2 + 2*81 + sumSize
	longest      = lightsSize
)

// characters is a set of seven-bit characters.
type characters [128]bool

func anyOf(text string) *characters {
	var set characters
	for i := range len(text) {
		set[text[i]&0x7f] = true
	}
	return &set
}

const hexDigits = "0123456789ABCDEF"

var (
	digits = anyOf(hexDigits)
	men    = anyOf("KQRBNPkqrbnp.")
)

// forms is what messages there are in one direction, by their letter: how long
// each is, 0 if there is none, and what may stand between letter and checksum.
type forms [128]struct {
	size int
	body *characters
}

var fromBoard = forms{
	's': {statusSize, men},
	'g': {statusSize, men},
	'v': {registerSize, digits},
	'r': {registerSize, digits},
	'w': {registerSize, digits},
	'l': {bareSize, digits},
	'x': {bareSize, digits},
}

var fromHost = forms{
	'S': {bareSize, digits},
	'V': {bareSize, digits},
	'X': {bareSize, digits},
	'T': {bareSize, digits},
	'R': {1 + 2 + sumSize, digits},
	'W': {registerSize, digits},
	'L': {lightsSize, digits},
}

// fits reports whether the last character of data can stand where it does, if
// those before it can.
func (f *forms) fits(data []byte) bool {
	form, last := &f[data[0]&0x7f], len(data)-1
	switch {
	case last == 0 || last >= form.size:
		return last < form.size
	case last >= form.size-sumSize:
		return digits[data[last]&0x7f]
	}
	return form.body[data[last]&0x7f]
}

// begin reports whether a message can begin with data.
func (f *forms) begin(data []byte) bool {
	for n := range data {
		if !f.fits(data[:n+1]) {
			return false
		}
	}
	return true
}

// odd reports whether a byte has odd parity.
func odd(b byte) bool { return bits.OnesCount8(b)&1 == 1 }

// checksum is the exclusive or of seven-bit characters.
func checksum(data []byte) byte {
	var sum byte
	for _, b := range data {
		sum ^= b & 0x7f
	}
	return sum
}

// appendHex appends a byte as two digits.
func appendHex(dst []byte, b byte) []byte { return append(dst, hexDigits[b>>4], hexDigits[b&15]) }

// hexByte reads two digits, whatever their bit 7; what is none counts as 0.
func hexByte(text []byte) byte { return hexDigit(text[0])<<4 | hexDigit(text[1]) }

func hexDigit(ch byte) byte {
	switch ch &= 0x7f; {
	case ch >= '0' && ch <= '9':
		return ch - '0'
	case ch >= 'A' && ch <= 'F':
		return ch - 'A' + 10
	}
	return 0
}

// appendMessage appends text with its checksum, all with parity in bit 7.
func appendMessage(dst []byte, text ...byte) []byte {
	from := len(dst)
	dst = append(dst, text...)
	dst = appendHex(dst, checksum(text))
	for i := from; i < len(dst); i++ {
		dst[i] = withParity(dst[i])
	}
	return dst
}

// withParity is a character with its parity in bit 7.
func withParity(ch byte) byte {
	if odd(ch) {
		return ch
	}
	return ch | 0x80
}

// square changes the n-th square of a message into ours and back: the board
// counts the ranks from the top.
func square(n int) placement.Square { return placement.Square(n ^ 56) }
