// Package numbers is what the Certabo and Tabutronic families share: boards that stream
// lines of decimal numbers and need nothing sent to them.
//
//	:255 255 0 0 0 0 255 255 CR LF
//
// A line is a colon, numbers from 0 to 255 with spaces between them, and CR LF. A board
// sends one line after another, whether or not anything has changed. The two families
// differ in how many numbers a line has.
//
// The letters L and D, with CR LF of their own, answer commands to the lights of such a
// board. They come between the lines and in the middle of them, and are skipped wherever
// they come.
package numbers

import (
	"fmt"
	"strconv"

	"github.com/boardd/boardd/sensor"
)

// Most is how many numbers the longest known line has: 64 squares of five bytes.
const Most = 320

// strayLimit is after how many thrown-away bytes an endless run of them is reported again:
// more than the longest line has, and half a second's worth.
const strayLimit = 2048

// Lines cuts a stream into lines. The zero value is for a stream that may begin in
// the middle of a line; that line is skipped and is no loss.
type Lines struct {
	numbers [Most]byte
	n       int  // complete numbers
	value   int  // of the number in progress
	digits  bool // the number in progress has a digit
	state   state
	size    int    // bytes of the line, or thrown away and not reported yet
	why     string // what is wrong with a spoiled line
	begun   bool   // a line has begun; bytes thrown away from now on are a loss
}

// state is where the stream is:
//
//	          ':'             CR, LF
//	between ───────▶ inside ─────────▶ between
//	   │ else          │ what cannot be
//	   ▼               ▼
//	spoiled ◀──────────┘ until ':', CR or LF
type state uint8

const (
	between state = iota
	inside
	spoiled
)

func (s state) String() string { return [...]string{"between", "inside", "spoiled"}[s] }

// Step takes one byte. It returns the numbers of the line that the byte ends, valid
// until the next step, or the loss that the byte shows.
func (l *Lines) Step(b byte) (line []byte, lost sensor.Loss) {
	switch {
	case b == ':':
		lost = l.cut()
		l.become(inside)
		l.size, l.begun = 1, true
		return nil, lost
	case b == '\r' || b == '\n':
		return l.end()
	case b == 'L' || b == 'D':
		return nil, sensor.Loss{}
	}
	l.size++
	switch l.state {
	case between:
		l.spoil("no line begins there")
	case inside:
		l.take(b)
	}
	if l.state == spoiled && l.size >= strayLimit {
		l.begun = true // no line is as long: this is not the rest of one
		return nil, l.report()
	}
	return nil, sensor.Loss{}
}

// Partial returns how many bytes of the line in progress have come.
func (l *Lines) Partial() int { return l.size }

// become is the only place that changes the state.
func (l *Lines) become(s state) {
	l.state = s
	if s != spoiled {
		l.n, l.value, l.digits, l.size = 0, 0, false, 0
	}
}

// take takes a byte inside a line.
func (l *Lines) take(b byte) {
	switch {
	case b == ' ':
		l.number()
	case b < '0' || b > '9':
		l.spoil(fmt.Sprintf("byte %02x in a line", b))
	case l.value > 25 || l.value == 25 && b > '5':
		l.spoil("a number above 255")
	default:
		l.value, l.digits = l.value*10+int(b-'0'), true
	}
}

// number ends a number. Two spaces in a row add no number, so that the count of numbers
// shows the missing one.
func (l *Lines) number() {
	switch {
	case !l.digits:
	case l.n == Most:
		l.spoil(fmt.Sprintf("a line of more than %d numbers", Most))
	default:
		l.numbers[l.n] = byte(l.value)
		l.n++
	}
	l.value, l.digits = 0, false
}

func (l *Lines) spoil(why string) {
	l.why = why
	l.become(spoiled)
}

// end ends a line. CR or LF may be missing.
func (l *Lines) end() (line []byte, lost sensor.Loss) {
	if l.state == inside {
		l.number()
	}
	switch l.state {
	case inside:
		line = l.numbers[:l.n]
	case spoiled:
		lost = l.report()
	}
	l.become(between)
	l.begun = true
	return line, lost
}

// cut ends the line in progress when another one begins.
func (l *Lines) cut() (lost sensor.Loss) {
	switch l.state {
	case inside:
		return sensor.Loss{Bytes: l.size, What: fmt.Sprintf("line cut off after %d bytes", l.size)}
	case spoiled:
		return l.report()
	}
	return sensor.Loss{}
}

// report returns what was thrown away. The bytes before the first line are no loss.
func (l *Lines) report() sensor.Loss {
	n := l.size
	l.size = 0
	if !l.begun || n == 0 {
		return sensor.Loss{}
	}
	return sensor.Loss{Bytes: n, What: fmt.Sprintf("%d bytes thrown away: %s", n, l.why)}
}

// Format is the form of a family's lines.
type Format struct {
	Size    int    // a frame of the family
	Foreign int    // a line of the other family
	Notice  string // what to report about the first of those
}

// Counts says how often things have happened to a Reader.
type Counts struct {
	Bytes   int // bytes
	Partial int // bytes of the frame in progress
	Frames  int // whole frames
	Lost    int // frames cut off or damaged, runs of bytes thrown away
	Foreign int // lines of the other family
}

// Reader turns bytes into frames, and losses into Fault records. The zero value is ready. A
// copy of a Reader is independent of it.
type Reader struct {
	lines   Lines
	faults  sensor.Faults
	noticed bool // the other family was reported
	counts  Counts
}

// Frame appends the records of a frame.
type Frame func(dst []sensor.Record, at int64, numbers []byte) []sensor.Record

// Step takes bytes. It appends the records of the frames that they complete, and a Fault
// for each lost frame, at most one a second while no frame comes. Data may be cut anywhere;
// the records are the same.
func (r *Reader) Step(dst []sensor.Record, at int64, data []byte, f *Format, frame Frame) []sensor.Record {
	r.counts.Bytes += len(data)
	dst = r.faults.Report(dst, at)
	for _, b := range data {
		line, lost := r.lines.Step(b)
		if lost.Bytes > 0 {
			dst = r.lost(dst, at, lost)
		}
		switch len(line) {
		case 0:
		case f.Size:
			r.counts.Frames++
			dst = frame(r.faults.Whole(dst, at), at, line)
		case f.Foreign:
			r.counts.Foreign++
			if !r.noticed {
				r.noticed = true
				dst = append(dst, sensor.Notice(at, f.Notice))
			}
		default:
			dst = r.lost(dst, at, sensor.Loss{Bytes: len(line), What: fmt.Sprintf("frame of %d numbers", len(line))})
		}
	}
	return dst
}

func (r *Reader) lost(dst []sensor.Record, at int64, l sensor.Loss) []sensor.Record {
	r.counts.Lost++
	return r.faults.Add(dst, at, l)
}

// Reset drops the frame in progress.
func (r *Reader) Reset() { *r = Reader{noticed: r.noticed, counts: r.counts} }

// Counts returns the counts up to now. Reset keeps them.
func (r *Reader) Counts() Counts {
	c := r.counts
	c.Partial = r.lines.Partial()
	return c
}

// Frames returns how many whole frames have come.
func (r *Reader) Frames() int { return r.counts.Frames }

// About returns nothing: the boards report nothing about themselves.
func (r *Reader) About() sensor.About { return sensor.About{} }

// Allowed returns false: nothing may be sent to a board. All that such a board takes
// is eight bytes, without a header, that light its squares, and no lights belong
// into a game under the Laws.
func Allowed(byte) bool { return false }

// silence is how long a board may send no frame before it counts as gone, in
// milliseconds: nine of the longest lines (840 characters at 38,400 baud take
// 0.22 s).
const silence = 2000

// Framed is a decoder that counts whole frames.
type Framed interface{ Frames() int }

// Host is the host of a board that streams frames. It sends nothing. It has no
// clock: the caller passes times, in milliseconds on any clock that does not go
// back. It waits for Opened.
type Host struct {
	Decoder Framed

	open   bool
	seen   bool // frames is valid
	frames int  // at the last Step
	until  int64
	there  bool // the board counts as connected until the time until
}

// Opened starts the Host: the port was opened, for the first time or again.
func (h *Host) Opened(int64) { *h = Host{Decoder: h.Decoder, open: true} }

// Closed stops the Host: the port is gone.
func (h *Host) Closed() { *h = Host{Decoder: h.Decoder} }

// Listening reports whether input counts: from Opened on.
func (h *Host) Listening() bool { return h.open }

// Answering reports whether a whole frame has come within the last two seconds.
func (h *Host) Answering() bool { return h.there }

// Step appends nothing. Call it after each read and at Deadline.
func (h *Host) Step(dst []byte, at int64) []byte {
	if !h.open {
		return dst
	}
	switch frames := h.Decoder.Frames(); {
	case !h.seen:
		h.seen, h.frames = true, frames
	case frames > h.frames:
		h.frames, h.until, h.there = frames, at+silence, true
	case at >= h.until:
		h.there = false
	}
	return dst
}

// Deadline returns when Step must be called next, if nothing is read before;
// sensor.Never if only reading matters.
func (h *Host) Deadline() int64 {
	if !h.there {
		return sensor.Never
	}
	return h.until
}

// AppendFrame appends numbers as a board sends them.
func AppendFrame(dst, numbers []byte) []byte {
	dst = append(dst, ':')
	for i, n := range numbers {
		if i > 0 {
			dst = append(dst, ' ')
		}
		dst = strconv.AppendUint(dst, uint64(n), 10)
	}
	return append(dst, "\r\n"...)
}

// Lights is the part of a simulated board that takes commands to its lights.
type Lights struct{ bytes int }

// Command takes what the host sends. Eight bytes light squares, which the board
// confirms.
func (l *Lights) Command(dst, data []byte) []byte {
	for range data {
		if l.bytes++; l.bytes == 8 {
			l.bytes = 0
			dst = append(dst, "L\r\n"...)
		}
	}
	return dst
}
