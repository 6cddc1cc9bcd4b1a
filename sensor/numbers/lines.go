// Package numbers reads lines of decimal numbers, as Certabo and Tabutronic
// boards send them, and knows when such a board has fallen silent.
//
//	:255 255 0 0 0 0 255 255 CR LF
//
// A line is a colon, numbers from 0 to 255 with spaces between them, and CR LF.
// A board sends one after another, whether or not anything has changed. How
// many numbers there are tells the families apart; it is the caller's to judge.
//
// The letters L and D, with CR LF of their own, answer commands to the lights
// of such a board. They come between the lines and glued to them, and are
// skipped wherever they come.
package numbers

import (
	"fmt"

	"github.com/boardd/boardd/sensor"
)

// Most is how many numbers the longest known line has: 64 squares of five bytes.
const Most = 320

// reportEvery is how many bytes are thrown away before an endless run of them
// is reported again: more than the longest line has, and half a second's worth.
const reportEvery = 2048

// Lines cuts the stream into lines. The zero value is for a stream that may
// begin in the middle of one; that one is skipped and is no loss.
type Lines struct {
	numbers [Most]byte
	n       int  // numbers that are whole
	value   int  // of the number that is being read
	digits  bool // there is one
	state   state
	size    int    // bytes of the line, or thrown away and not yet reported
	why     string // what is wrong with a spoiled line
	begun   bool   // a line has begun: what is thrown away from now on was lost
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

// Step takes one byte. It returns the numbers of the line that the byte ends,
// good until the next step, or what the byte shows to have been lost.
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
	if l.state == spoiled && l.size >= reportEvery {
		l.begun = true // no line is as long: it is no beginning of a stream
		return nil, l.report()
	}
	return nil, sensor.Loss{}
}

// Partial is how many bytes of the line in progress have come.
func (l *Lines) Partial() int { return l.size }

// become alone changes the state.
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

// number ends a number. That one is missing between two spaces is found when
// they are counted.
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

// end takes the end of a line, of which CR and LF each may be missing.
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

// cut ends whatever is going on where a line begins.
func (l *Lines) cut() (lost sensor.Loss) {
	switch l.state {
	case inside:
		return sensor.Loss{Bytes: l.size, What: fmt.Sprintf("line cut off after %d bytes", l.size)}
	case spoiled:
		return l.report()
	}
	return sensor.Loss{}
}

// report is what has been thrown away. What a stream begins with was no line.
func (l *Lines) report() sensor.Loss {
	n := l.size
	l.size = 0
	if !l.begun || n == 0 {
		return sensor.Loss{}
	}
	return sensor.Loss{Bytes: n, What: fmt.Sprintf("%d bytes thrown away: %s", n, l.why)}
}
