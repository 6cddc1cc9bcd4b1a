package numbers

import "math"

// silence is how long a board may send no whole line before it counts as gone,
// in milliseconds: nine of the longest lines (840 characters at 38,400 baud
// take 0.22 s).
const silence = 2000

// Never is a Deadline that does not come.
const Never = math.MaxInt64

// Listener is the host's end of a board that talks by itself and needs to be
// sent nothing. It keeps no time: times are handed in, in milliseconds on any
// clock that does not go back. The zero value waits for Opened.
type Listener struct {
	open  bool
	lines int   // as of the last call of Heard
	until int64 // until when the board counts as there, if no line comes
	there bool
}

// Opened begins: the port has been opened, or opened again.
func (l *Listener) Opened(int64) { *l = Listener{open: true, lines: -1} }

// Closed ends: the port is gone.
func (l *Listener) Closed() { *l = Listener{} }

// Listening reports whether what is read counts: from Opened on.
func (l *Listener) Listening() bool { return l.open }

// Answering reports whether whole lines have come of late.
func (l *Listener) Answering() bool { return l.there }

// Heard takes how many whole lines have come up to now, of those that the
// board should send. Call it after each read and at Deadline.
func (l *Listener) Heard(at int64, lines int) {
	switch {
	case !l.open:
	case l.lines < 0:
		l.lines = lines
	case lines > l.lines:
		l.lines, l.until, l.there = lines, at+silence, true
	case at >= l.until:
		l.there = false
	}
}

// Deadline is when Heard must be called next, if nothing is read before; Never
// if only reading counts.
func (l *Listener) Deadline() int64 {
	if !l.there {
		return Never
	}
	return l.until
}
