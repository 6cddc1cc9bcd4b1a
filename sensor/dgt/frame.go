package dgt

import (
	"fmt"

	"github.com/boardd/boardd/sensor"
)

// framer cuts the stream into messages. The zero value is between messages.
type framer struct {
	buf    [longestLog]byte // the message so far
	n      int              // bytes of the message so far, 0 between messages
	astray int              // bytes thrown away and not yet reported
	why    string           // what was wrong with the first of these
	adrift int              // bytes thrown away since the last whole message
}

// reportEvery is how many bytes are thrown away before an endless run of them
// is reported again: a second's worth.
const reportEvery = 1024

// step takes one byte. It returns the message that the byte completes, with
// its header; it is good until the next step. Or it returns what the byte shows to
// have been lost.
func (f *framer) step(b byte) (message []byte, lost sensor.Loss) {
	if b >= 0x80 {
		return nil, f.begin(b)
	}
	if f.n == 0 {
		return nil, f.stray(1, "no message begins there")
	}
	f.buf[f.n] = b
	f.n++
	switch size := f.size(); {
	case f.n < headerSize:
	case f.n == headerSize && !sizeFits(f.buf[0], size):
		f.n = 0
		return nil, f.stray(headerSize, fmt.Sprintf("message %02x says that it has %d bytes", f.buf[0], size))
	case f.n == size:
		message = f.buf[:f.n]
		f.n, f.adrift = 0, 0
	}
	return message, sensor.Loss{}
}

// size is the length that the header gives, once it is there.
func (f *framer) size() int { return int(f.buf[1])<<7 | int(f.buf[2]) }

// begin takes a byte that begins a message, and ends whatever was going on: a
// message or a run of bytes thrown away, never both.
func (f *framer) begin(b byte) (lost sensor.Loss) {
	switch {
	case f.n > 0:
		lost = sensor.Loss{Bytes: f.n, What: fmt.Sprintf("message %02x cut off after %d bytes", f.buf[0], f.n)}
		f.adrift += f.n
	case b == idNone:
		return f.stray(1, "empty messages")
	case f.astray > 0:
		lost = f.report()
	}
	f.buf[0], f.n = b, 1
	if b == idNone {
		f.n = 0
		f.stray(1, "empty messages") // the first of a run, too few to report
	}
	return lost
}

// stray throws n bytes away, and reports if it has been many.
func (f *framer) stray(n int, why string) (lost sensor.Loss) {
	if f.astray == 0 {
		f.why = why
	}
	f.astray += n
	f.adrift += n
	if f.astray < reportEvery {
		return sensor.Loss{}
	}
	return f.report()
}

func (f *framer) report() sensor.Loss {
	n := f.astray
	f.astray = 0
	return sensor.Loss{Bytes: n, What: fmt.Sprintf("%d bytes thrown away: %s", n, f.why)}
}

// sizeFits reports whether a message with this id may have this length. One
// whose id is not known may have any that is not absurd.
func sizeFits(id byte, size int) bool {
	kind := &messages[id&0x7f]
	switch {
	case len(kind.sizes) > 0:
		for _, s := range kind.sizes {
			if s == size {
				return true
			}
		}
		return false
	case id == idLog:
		return size >= headerSize && size <= longestLog
	}
	return size >= headerSize && size <= longestOther
}
