package chesslink

import (
	"fmt"

	"github.com/boardd/boardd/sensor"
)

// framer cuts the stream into messages. The zero value is between messages.
// When it loses its place it drops one byte and tries again.
type framer struct {
	strict bool // bit 7 must be the parity, as the line has it

	buf    [longest]byte // the message so far
	n      int           // bytes of the message so far, 0 between messages
	joined bool          // a whole message has come
	inBit7 bool          // the last of them had its parity in bit 7
	astray int           // bytes thrown away and not yet reported
	why    string        // what was wrong with the first of these
	adrift int           // bytes thrown away since the last whole message
	parity int           // characters of wrong parity
	failed int           // messages of full length that were wrong
}

// reportEvery is how many bytes are thrown away before an endless run of them is
// reported again.
const reportEvery = 1024

// step takes one byte. It returns the message that the byte completes, without
// bit 7, good until the next step; and what the byte shows to have been lost,
// which was before the message.
func (f *framer) step(known *forms, b byte) (message []byte, lost sensor.Loss) {
	if f.inBit7 && !odd(b) || !f.inBit7 && b == 0 {
		f.parity++ // a port with seven data bits hands on a 0 in such a one's place
	}
	f.buf[f.n] = b
	f.n++
	if !known.fits(f.buf[:f.n]) {
		return nil, f.drop(known, f.misfit())
	}
	if f.n < known[f.letter()].size {
		return nil, lost
	}
	if why := f.wrong(); why != "" {
		f.failed++
		return nil, f.drop(known, why)
	}
	return f.whole()
}

func (f *framer) letter() byte { return f.buf[0] & 0x7f }

// misfit says what is wrong with a byte that does not fit.
func (f *framer) misfit() string {
	if f.n == 1 {
		return "no message begins there"
	}
	return fmt.Sprintf("message %c cut off after %d characters", f.letter(), f.n-1)
}

// wrong says what is wrong with a message of full length; "" if nothing is.
func (f *framer) wrong() string {
	m := f.buf[:f.n]
	high, even := countBits(m)
	if even > 0 && (high > 0 || f.strict) {
		return fmt.Sprintf("message %c with wrong parity", f.letter())
	}
	sum, said := checksum(m[:f.n-sumSize]), hexByte(m[f.n-sumSize:])
	if sum != said {
		return fmt.Sprintf("message %c has the checksum %02X, not %02X", f.letter(), said, sum)
	}
	return ""
}

// countBits counts the bytes with bit 7, and those of even parity.
func countBits(data []byte) (high, even int) {
	for _, b := range data {
		high += int(b >> 7)
		if !odd(b) {
			even++
		}
	}
	return high, even
}

// drop throws the first byte away, and as many more as begin no message, and
// reports if it has been many.
func (f *framer) drop(known *forms, why string) (lost sensor.Loss) {
	if f.astray == 0 {
		f.why = why
	}
	from := 1
	for from < f.n && !known.begin(f.buf[from:f.n]) {
		from++
	}
	f.n = copy(f.buf[:], f.buf[from:f.n])
	f.astray += from
	f.adrift += from
	if f.astray < reportEvery {
		return lost
	}
	return f.report()
}

func (f *framer) report() sensor.Loss {
	n := f.astray
	f.astray = 0
	return sensor.Loss{Bytes: n, What: fmt.Sprintf("%d bytes thrown away: %s", n, f.why)}
}

// whole hands out a message that is right, and reports what was thrown away
// before it. Who listens in the middle of a message has lost nothing yet.
func (f *framer) whole() (message []byte, lost sensor.Loss) {
	if !f.joined && f.astray < statusSize {
		f.astray = 0
	}
	if f.astray > 0 {
		lost = f.report()
	}
	message = f.buf[:f.n]
	if high, even := countBits(message); high+even > 0 {
		f.inBit7 = high > 0
	}
	for i := range message {
		message[i] &= 0x7f
	}
	f.joined = true
	f.n, f.adrift = 0, 0
	return message, lost
}
