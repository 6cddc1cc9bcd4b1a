package chessnut

import "github.com/boardd/boardd/sensor"

// The times of a Host, in milliseconds; chosen.
const (
	startTime = 1000  // between two questions for reports, until a whole one comes
	restTime  = 2500  // of silence before a question for the battery
	lostTime  = 6000  // of silence after which a board that would not be silent counts as gone
	againTime = 60000 // between questions for the battery, of a board that has not answered one
	streaming = 3     // so many reports of nothing new show that the board reports all the time
)

// Host decides what is sent to a board and when. It has no clock and no port: the caller
// passes times, in milliseconds on any clock that does not go back, and sends the bytes that
// Step returns. The zero value waits for Opened.
//
//	        Opened             a report
//	closed ────────▶ starting ──────────▶ watching
//	  ▲                 ▲                    │
//	  └ Closed          └────────────────────┘ silent for 6 s, though it need not be
//
// The Host asks for reports until one comes, and again a second after a damaged one. It asks a
// board that is silent for its battery. Silence shows that a board is gone only if it has
// answered that question before, has reported without anything new, or sends nothing but damaged
// reports: another may have nothing to report.
type Host struct {
	Decoder *Decoder // reads the board; the Host goes by its Counts

	state   state
	seen    Counts // at the last Step
	first   Counts // when the port was opened
	alive   Counts // at the last sign of life
	aliveAt int64  // when that was: a whole report of the board, or an answer about the battery
	answers int    // about the battery, since the port was opened
	taken   int    // of those, at the last Step
	next    int64  // when to ask next
}

// state is the state of a Host.
type state uint8

const (
	closed state = iota
	starting
	watching
)

func (s state) String() string { return [...]string{"closed", "starting", "watching"}[s] }

// Opened starts the Host: the port was opened, for the first time or again. Reset the Decoder
// too, since what it knows is out of date.
func (h *Host) Opened(at int64) {
	c := h.Decoder.Counts()
	*h = Host{Decoder: h.Decoder, state: starting, seen: c, first: c, alive: c, aliveAt: at, next: at}
}

// Closed stops the Host: the port is gone. It sends nothing until Opened.
func (h *Host) Closed() { *h = Host{Decoder: h.Decoder} }

// Listening reports whether input counts: from Opened on.
func (h *Host) Listening() bool { return h.state != closed }

// Answering reports whether the board has reported its squares and is still there, as far as
// it shows that.
func (h *Host) Answering() bool { return h.state == watching }

// Polls reports whether data is the question for the battery, which is no record.
func (h *Host) Polls(data []byte) bool { return string(data) == battery }

// Idle takes the answer to that question, a sign of life.
func (h *Host) Idle(data []byte) bool {
	if !isBattery(data) {
		return false
	}
	h.answers++
	return true
}

// Step appends what is to be sent now: one question at most. Call it after each read and at
// Deadline.
func (h *Host) Step(dst []byte, at int64) []byte {
	if h.state == closed {
		return dst
	}
	h.listen(at)
	if at < h.next {
		return dst
	}
	if h.state == watching && h.wouldSpeak() && at >= h.aliveAt+lostTime {
		h.state = starting
	}
	if h.state == starting || h.damaged() {
		h.next = at + startTime
		return append(dst, start...)
	}
	h.next = at + againTime
	if h.wouldSpeak() {
		h.next = at + restTime
	}
	return append(dst, battery...)
}

// Deadline returns when Step must be called next, if nothing is read before; sensor.Never if
// the Host is closed.
func (h *Host) Deadline() int64 {
	if h.state == closed {
		return sensor.Never
	}
	return h.next
}

// listen takes note of what the board has sent since the last Step.
func (h *Host) listen(at int64) {
	was := h.seen
	h.seen = h.Decoder.Counts()
	reported := h.seen.Boards > was.Boards
	if !reported && h.answers == h.taken {
		if h.seen.Lost > was.Lost {
			h.next = min(h.next, at+startTime)
		}
		return
	}
	if reported {
		h.state = watching
	}
	h.alive, h.aliveAt, h.taken = h.seen, at, h.answers
	if h.state == watching {
		h.next = at + restTime
	}
}

// wouldSpeak reports whether the board would not be silent for long if it were there.
func (h *Host) wouldSpeak() bool {
	return h.answers > 0 || h.seen.Repeats-h.first.Repeats >= streaming || h.damaged()
}

// damaged reports whether reports of the board were damaged since the last sign of life. A
// board that reports changes alone will not repeat them by itself.
func (h *Host) damaged() bool { return h.seen.Lost > h.alive.Lost }
