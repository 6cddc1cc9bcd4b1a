package centaur

import (
	"bytes"
	"math"

	"github.com/boardd/boardd/sensor/dgt/bus"
)

// The times by which a Host goes, in milliseconds.
const (
	settleTime = 500   // from opening the port to the first command, as for other boards of the maker
	pingTime   = 1500  // for the answer to a ping of whoever there is
	answerTime = 100   // for any other: the line takes no time, and drivers ask again after as long
	pollEvery  = 50    // as the drivers do
	restTime   = 2000  // of rest after events, then a dump shows whether one was lost
	dumpEvery  = 60000 // between dumps when nothing else asks for one
)

// mostTries is how often in a row a command may stay unanswered before the board is
// looked for anew: two seconds' worth.
const mostTries = 20

// Never is a Deadline that does not come.
const Never = math.MaxInt64

// Commands to whoever there is: a ping, and the same with what wakes a board up.
var (
	ping = bus.Ping.Append(nil, bus.All)
	wake = bus.Ping.Append([]byte{0x4d, 0x4e}, bus.All)
)

// Allowed reports whether data is one of the few things that a Host sends: a ping,
// one with the two bytes before it that wake a board up, or a question.
func Allowed(data []byte) bool {
	question := len(data) > 0 && (data[0] == byte(bus.SendChanges) || data[0] == byte(bus.SendBoard))
	return question && bus.Allowed(data) || bytes.Equal(data, ping) || bytes.Equal(data, wake)
}

// hostState is where a Host is with its board:
//
//	         Opened             settled            answer             dump
//	closed ─────────▶ settling ─────────▶ looking ────────▶ starting ──────▶ watching
//	   ▲                                     ▲                 │                │
//	   └── Closed, from anywhere             └─────────────────┴────────────────┘
//	                                                      no answers
type hostState uint8

const (
	closed   hostState = iota
	settling           // the port is open; what comes is from an earlier life
	looking            // pinging
	starting           // throwing away what has happened before, then asking for a dump
	watching           // asking what is new
)

func (s hostState) String() string {
	return [...]string{"closed", "settling", "looking", "starting", "watching"}[s]
}

// Host decides what is sent to a board and when. It keeps no time and owns no port:
// times are handed in, in milliseconds on any clock that does not go back, and
// bytes are handed out. The zero value waits for Opened.
type Host struct {
	state  hostState
	asked  bus.Command // that is waited for; 0 nothing
	tries  int         // commands in a row that were not answered
	until  int64       // when it is given up, or when the next is due
	before Counts      // as it was sent
	told   Counts      // as of the last dump: what has come to doubt it since
	missed bool        // an answer to the question what is new has not come since then
	old    bool        // what has happened before has not been thrown away
	change int64       // when there was an event last
	dump   int64       // when to ask for a dump in any case
}

// Opened begins: the port has been opened, or opened again.
func (h *Host) Opened(at int64) { *h = Host{state: settling, until: at + settleTime} }

// Closed ends: the port is gone. Nothing is sent until Opened.
func (h *Host) Closed() { *h = Host{} }

// Listening reports whether what is read counts. Before the first command it
// does not: it was left over from before.
func (h *Host) Listening() bool { return h.state > settling }

// Answering reports whether the board has sent its dump and answers since.
func (h *Host) Answering() bool { return h.state == watching }

// Deadline is when Step must be called next, if nothing is read before; Never
// if Opened must come first.
func (h *Host) Deadline() int64 {
	if h.state == closed {
		return Never
	}
	return h.until
}

// Step takes the time and the decoder's counts, and appends to dst what is to be
// sent now: at most one command. Call it after each read and at Deadline.
func (h *Host) Step(dst []byte, at int64, c Counts) []byte {
	switch {
	case h.state == closed:
		return dst
	case h.asked != 0 && h.answered(c):
		h.take(at, c)
	case at < h.until:
		return dst
	case h.asked != 0:
		h.miss()
	case h.state == settling:
		h.state = looking
	}
	if at < h.until {
		return dst
	}
	return h.ask(dst, at, c)
}

// answered reports whether what was asked has been answered.
func (h *Host) answered(c Counts) bool {
	switch h.asked {
	case bus.Ping:
		return c.Pings > h.before.Pings
	case bus.SendBoard:
		return c.Dumps > h.before.Dumps
	}
	return c.Polls > h.before.Polls
}

// take goes on after an answer.
func (h *Host) take(at int64, c Counts) {
	was := h.asked
	h.asked, h.tries, h.until = 0, 0, at
	switch {
	case h.state == looking:
		h.state, h.old = starting, true
	case was == bus.SendBoard:
		h.state, h.told, h.missed, h.dump = watching, c, false, at+dumpEvery
	case h.state == starting:
		h.old = false
	default:
		h.until = at + pollEvery
	}
	if c.Updates > h.before.Updates {
		h.change = at
	}
}

// miss takes note that there was no answer.
func (h *Host) miss() {
	h.missed = h.missed || h.asked == bus.SendChanges
	h.asked = 0
	if h.tries >= mostTries && h.state != looking {
		h.state, h.tries = looking, 0
	}
}

// ask sends what comes next. A board that has not answered a ping is woken up.
func (h *Host) ask(dst []byte, at int64, c Counts) []byte {
	h.before = c
	h.tries++
	switch {
	case h.state == looking:
		h.asked, h.until = bus.Ping, at+pingTime
		if h.tries%2 == 0 {
			return append(dst, wake...)
		}
		return append(dst, ping...)
	case h.state == starting && h.old, h.state == watching && !h.doubts(at, c):
		h.asked = bus.SendChanges
	default:
		h.asked = bus.SendBoard
	}
	h.until = at + answerTime
	return h.asked.Append(dst, c.Address)
}

// doubts reports whether a dump is called for.
func (h *Host) doubts(at int64, c Counts) bool {
	return h.missed || c.Lost > h.told.Lost || c.Doubts > h.told.Doubts || at >= h.dump ||
		c.Updates > h.told.Updates && at >= h.change+restTime
}
