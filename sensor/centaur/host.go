package centaur

import (
	"bytes"

	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/dgt/bus"
)

// The times of a Host, in milliseconds.
const (
	settleTime = 500   // from opening the port to the first command, as for other boards of the maker
	pingTime   = 1500  // for the answer to a ping of any board
	answerTime = 100   // for any other answer: the line takes no time, and drivers repeat a question after as long
	pollEvery  = 50    // as the drivers do
	restTime   = 2000  // of rest after events; then a dump shows whether one was lost
	dumpEvery  = 60000 // between dumps, if nothing else asks for one
)

// mostTries is how many commands in a row may go without an answer before the Host
// looks for the board again: two seconds' worth.
const mostTries = 20

// Commands to any board: a ping, and a ping that wakes the board up.
var (
	ping = bus.Ping.Append(nil, bus.All)
	wake = bus.Ping.Append([]byte{0x4d, 0x4e}, bus.All)
)

// Allowed reports whether data is one of the few commands of a Host: a ping, with or
// without the two bytes that wake a board up, or a question.
func Allowed(data []byte) bool {
	question := len(data) > 0 && (data[0] == byte(bus.SendChanges) || data[0] == byte(bus.SendBoard))
	return question && bus.Allowed(data) || bytes.Equal(data, ping) || bytes.Equal(data, wake)
}

// hostState is the state of a Host:
//
//	         Opened             settled            answer             dump
//	closed ─────────▶ settling ─────────▶ looking ────────▶ starting ──────▶ watching
//	   ▲                                     ▲                 │                │
//	   └── Closed, from anywhere             └─────────────────┴────────────────┘
//	                                                      no answers
type hostState uint8

const (
	closed   hostState = iota
	settling           // the port is open, but its input is old
	looking            // pinging
	starting           // dropping what happened before, then asking for a dump
	watching           // asking what is new
)

func (s hostState) String() string {
	return [...]string{"closed", "settling", "looking", "starting", "watching"}[s]
}

// Host decides what is sent to a board and when. It has no clock and no port: the
// caller passes times, in milliseconds on any clock that does not go back, and
// sends the bytes that Step returns. The zero value waits for Opened.
type Host struct {
	Decoder *Decoder // reads the board; the Host follows its Counts
	idle    int      // answers that nothing is new, which the Decoder does not read
	state   hostState
	asked   bus.Command // the command whose answer is awaited; 0 none
	tries   int         // commands in a row without an answer
	until   int64       // when the Host gives the command up, or when the next one is due
	before  Counts      // when the command was sent, with the idle answers among the Polls
	scan    Counts      // at the last dump
	missed  bool        // an answer to the question what is new was lost since the last dump
	old     bool        // earlier events have not been dropped yet
	change  int64       // when the last event came
	polled  int64       // when the last answer to the question what is new came
	dump    int64       // when to ask for a dump in any case
}

// Opened starts the Host: the port was opened, for the first time or again.
func (h *Host) Opened(at int64) {
	*h = Host{Decoder: h.Decoder, state: settling, until: at + settleTime}
}

// Closed stops the Host: the port is gone. The Host sends nothing until Opened.
func (h *Host) Closed() { *h = Host{Decoder: h.Decoder} }

// Listening reports whether input counts. Before the first command the input is
// old.
func (h *Host) Listening() bool { return h.state > settling }

// Answering reports whether the board has sent its dump and has answered since.
func (h *Host) Answering() bool { return h.state == watching }

// Deadline returns when Step must be called next, if nothing is read before;
// sensor.Never before Opened.
func (h *Host) Deadline() int64 {
	if h.state == closed {
		return sensor.Never
	}
	return h.until
}

// Step appends what is to be sent now: one command at most. Call it after each
// read and at Deadline.
func (h *Host) Step(dst []byte, at int64) []byte {
	if h.state == closed {
		return dst
	}
	c := h.Decoder.Counts()
	c.Polls += h.idle
	switch {
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

// Polls reports whether data is the question what is new.
func (h *Host) Polls(data []byte) bool { return bus.Routine(data) }

// Idle takes the answer that nothing is new, if data is that and nothing else. It takes nothing
// while a packet is in progress, the rest of which may be lost, or while a dump waits for the
// answer: the Decoder must see that.
func (h *Host) Idle(data []byte) bool {
	c := h.Decoder.Counts()
	idle := c.Partial == 0 && !c.Waits && bus.Routine(data) && bytes.Equal(data, bus.AppendPacket(nil, data[0], c.Address))
	if idle {
		h.idle++
	}
	return idle
}

// answered reports whether the answer has come.
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
	if c.Updates > h.before.Updates {
		h.change = at
	}
	switch {
	case h.state == looking:
		h.state, h.old = starting, true
	case was == bus.SendBoard:
		h.state, h.scan, h.missed, h.dump = watching, c, false, at+dumpEvery
	case h.state == starting:
		h.old, h.polled = false, at
	default:
		if h.polled = at; !h.doubts(at, c) {
			h.until = at + pollEvery
		}
	}
}

// miss notes that the answer did not come.
func (h *Host) miss() {
	h.missed = h.missed || h.asked == bus.SendChanges
	h.asked = 0
	if h.tries >= mostTries && h.state != looking {
		h.state, h.tries = looking, 0
	}
}

// ask sends the next command. It wakes up a board that did not answer a ping.
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
	case h.state == watching && !h.doubts(at, c), h.old || at > h.polled+pollEvery && h.tries == 1:
		h.asked = bus.SendChanges
	default:
		h.asked = bus.SendBoard
	}
	h.until = at + answerTime
	return h.asked.Append(dst, c.Address)
}

// doubts reports whether a dump is needed. The Host asks for it right after it has asked what is new: then the dump
// seldom shows what the board has not told yet. A dump that has not come in time is asked for again at once.
func (h *Host) doubts(at int64, c Counts) bool {
	return h.missed || c.Lost > h.scan.Lost || c.Doubts > h.scan.Doubts || at >= h.dump ||
		c.Updates > h.scan.Updates && at >= h.change+restTime
}
