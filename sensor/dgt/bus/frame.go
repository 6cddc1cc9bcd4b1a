package bus

import (
	"fmt"
	"slices"

	"github.com/boardd/boardd/sensor"
)

// Packet is what a board has sent.
type Packet struct {
	ID   byte
	From Address
	Data []byte // good until the next Write
}

// Answers reports whether a packet is of a kind that answers a command.
func (p *Packet) Answers(c Command) bool { return slices.Contains(answers[c], p.ID) }

// Framer cuts what is read into packets. The zero value is between two.
type Framer struct {
	// Wide says that data may have bit 7 set. A packet then ends by its length
	// alone; so that a wrong one does not swallow too much, none is longer than
	// 1,024 bytes, and all are of a kind that is known.
	Wide bool

	buf    []byte // not looked at yet, or the beginning of a packet
	taken  int    // bytes at the front of buf that are done with
	astray int    // bytes thrown away and not yet reported
	why    string // what was wrong with the first of these
}

// reportEvery is how many bytes are thrown away before an endless run of them
// is reported again: a second's worth.
const reportEvery = 1024

// Write takes what was read. Call Next until there is no more.
func (f *Framer) Write(data []byte) {
	f.buf = append(f.buf[:copy(f.buf, f.buf[f.taken:])], data...)
	f.taken = 0
}

// Adrift is how many bytes have come since the last packet.
func (f *Framer) Adrift() int { return f.astray + len(f.buf) - f.taken }

// Next is the next packet, or what was lost before the next one; more is false
// when what was written holds neither.
func (f *Framer) Next() (p Packet, lost sensor.Loss, more bool) {
	for f.taken < len(f.buf) {
		rest := f.buf[f.taken:]
		size, bad, why := f.judge(rest)
		switch {
		case bad > 0:
			f.taken += bad
			if lost = f.stray(bad, why); lost.Bytes > 0 {
				return Packet{}, lost, true
			}
		case size == 0:
			return Packet{}, sensor.Loss{}, false
		case f.astray > 0:
			return Packet{}, f.report(), true
		default:
			f.taken += size
			return Packet{rest[0], Address(rest[3])<<7 | Address(rest[4]), rest[headerSize : size-1]}, sensor.Loss{}, true
		}
	}
	return Packet{}, sensor.Loss{}, false
}

// judge says how long the packet is with which rest begins; or how many bytes
// there make none, and why; or neither, when that cannot be told yet.
func (f *Framer) judge(rest []byte) (size, bad int, why string) {
	if rest[0] < 0x80 {
		return 0, 1, "no packet begins there"
	}
	if i := cutOff(rest, 1, 3); i > 0 {
		return 0, i, fmt.Sprintf("packet %02x cut off after %d bytes", rest[0], i)
	}
	if len(rest) < 3 {
		return 0, 0, ""
	}
	size = int(rest[1])<<7 | int(rest[2])
	if !sizeFits(rest[0], size) || f.Wide && !fitsWide(rest[0], size) {
		return 0, 3, fmt.Sprintf("packet %02x says that it has %d bytes", rest[0], size)
	}
	end := size
	if f.Wide {
		end = headerSize
	}
	if i := cutOff(rest, 3, end); i > 0 {
		return 0, i, fmt.Sprintf("packet %02x cut off after %d bytes", rest[0], i)
	}
	switch {
	case len(rest) < size:
		return 0, 0, ""
	case rest[size-1] == checksum(rest[:size-1]):
		return size, 0, ""
	case f.Wide:
		return 0, 1, fmt.Sprintf("packet %02x of %d bytes has a wrong checksum", rest[0], size)
	}
	return 0, size, fmt.Sprintf("packet %02x of %d bytes has a wrong checksum", rest[0], size)
}

// cutOff is the first byte from one on and before another that begins something
// else, 0 if there is none yet.
func cutOff(data []byte, from, to int) int {
	for i := from; i < min(to, len(data)); i++ {
		if data[i] >= 0x80 {
			return i
		}
	}
	return 0
}

func sizeFits(id byte, size int) bool {
	fixed, ok := sizes[id]
	if !ok {
		return size >= emptySize && size <= longest
	}
	for _, s := range fixed {
		if s == size {
			return true
		}
	}
	return false
}

// longestWide is as much as a board will ever have to tell: some 500 changes.
const longestWide = 1024

func fitsWide(id byte, size int) bool {
	return size <= longestWide && (packets[id] != nil || sizes[id] != nil)
}

// stray throws n bytes away, and reports if it has been many.
func (f *Framer) stray(n int, why string) sensor.Loss {
	if f.astray == 0 {
		f.why = why
	}
	if f.astray += n; f.astray < reportEvery {
		return sensor.Loss{}
	}
	return f.report()
}

func (f *Framer) report() sensor.Loss {
	l := sensor.Loss{Bytes: f.astray, What: fmt.Sprintf("%d bytes thrown away: %s", f.astray, f.why)}
	f.astray = 0
	return l
}
