package ichessone

import "github.com/boardd/boardd/sensor"

// The times of a Host, in milliseconds; all are chosen.
const (
	settleTime = 500  // from opening the port to the first command, as for other boards
	commandGap = 50   // between two commands
	answerTime = 300  // an answer takes 3 ms on the line; later the command was lost
	lostTime   = 2000 // how long the Host asks in vain: the board does not answer
	pollTime   = 100  // between two questions to a board that does not send its changes
	restTime   = 2500 // of silence before a question to a board that does
)

// hostState is the state of a Host:
//
//	         Opened             settled              board
//	closed ─────────▶ settling ─────────▶ starting ────────▶ watching
//	   ▲                                     ▲                  │
//	   └── Closed, from anywhere             └──────────────────┘
//	                                         asked for 2 s in vain
type hostState uint8

const (
	closed   hostState = iota
	settling           // the port is open, but its input is old
	starting           // asking for a board until one comes
	watching           // boards come, by themselves or asked for
)

func (s hostState) String() string {
	return [...]string{"closed", "settling", "starting", "watching"}[s]
}

// Host decides what is sent to a board and when. It has no clock and no port: the
// caller passes times, in milliseconds on any clock that does not go back, and
// sends the bytes that Step returns. The zero value waits for Opened.
//
// The Host asks for the board until it comes, and then, once, for its changes. Whether
// the board sends them is known when it has sent one that nobody asked for. Until then the
// Host asks ten times a second; from then on only when nothing has come for 2.5 s, or when
// bytes have come that make no message. An answer that shows a change which the board has
// not sent by itself makes the Host ask ten times a second again.
type Host struct {
	Decoder *Decoder // reads the board; the Host goes by its Counts

	state    hostState
	next     int64  // when the next command may be sent
	asked    bool   // an answer is awaited
	askAt    int64  // when the question was sent
	seen     Counts // at the last Step
	received int64  // when the last byte came
	shown    int64  // when the last board came
	vain     int64  // since when the Host has asked in vain; sensor.Never if it has not
	wanted   bool   // the board has not been asked for its changes
	reports  bool   // the board sends its changes by itself
}

// Opened starts the Host: the port was opened, for the first time or again. Reset
// the Decoder too, since what it knows is out of date.
func (h *Host) Opened(at int64) {
	h.Closed()
	h.become(settling, at)
}

// Closed stops the Host: the port is gone. The Host sends nothing until Opened.
func (h *Host) Closed() { *h = Host{Decoder: h.Decoder} }

// Listening reports whether input counts. Before the first command the input is
// old: it is neither logged nor decoded.
func (h *Host) Listening() bool { return h.state >= starting }

// Answering reports whether the board has been shown and still is.
func (h *Host) Answering() bool { return h.state == watching }

// Step appends what is to be sent now: one command at most. Call it after each
// read and at Deadline.
func (h *Host) Step(dst []byte, at int64) []byte {
	if h.state == closed {
		return dst
	}
	shown := h.listen(at)
	switch {
	case h.state == settling && at >= h.next, h.state == watching && h.vain != sensor.Never && at >= h.vain+lostTime:
		h.become(starting, at)
	case h.state == starting && shown:
		h.become(watching, at)
	}
	return h.send(dst, at)
}

// Deadline returns when Step must be called next, if nothing is read before;
// sensor.Never before Opened.
func (h *Host) Deadline() int64 {
	var at int64
	switch {
	case h.state == closed:
		return sensor.Never
	case h.state == settling:
		return h.next
	case h.asked:
		at = h.askAt + answerTime
	case h.wanted:
		at = h.next
	default:
		at = max(h.next, h.due())
	}
	if h.state == watching && h.vain != sensor.Never {
		at = min(at, h.vain+lostTime)
	}
	return at
}

// become is the only place that changes the state.
func (h *Host) become(s hostState, at int64) {
	h.state = s
	h.asked, h.vain = false, sensor.Never
	switch s {
	case settling:
		h.next = at + settleTime
	case starting:
		h.reports, h.wanted = false, false
	case watching:
		h.wanted = true
	}
}

// listen notes what has come. It reports whether a board has.
func (h *Host) listen(at int64) (shown bool) {
	c := h.Decoder.Counts()
	if c.Bytes > h.seen.Bytes {
		h.received = at
	}
	if shown = c.Boards > h.seen.Boards; shown {
		if c.Changes > h.seen.Changes {
			h.reports = !h.asked
		}
		h.shown, h.vain, h.asked = at, sensor.Never, false
	}
	if h.asked && at >= h.askAt+answerTime {
		h.asked = false
	}
	h.seen = c
	return shown
}

// due returns when to ask for the board, if none comes before.
func (h *Host) due() int64 {
	switch {
	case h.state == starting:
		return h.next
	case !h.reports:
		return h.shown + pollTime
	case h.seen.Partial+h.seen.Adrift > 0:
		return min(h.shown+restTime, h.received+pollTime)
	}
	return h.shown + restTime
}

// send sends what is due, unless an answer is awaited.
func (h *Host) send(dst []byte, at int64) []byte {
	if !h.Listening() || h.asked || at < h.next {
		return dst
	}
	switch {
	case h.wanted:
		h.wanted, h.next = false, at+commandGap
		return append(dst, sendChanges...)
	case at < h.due():
		return dst
	case h.vain == sensor.Never:
		h.vain = at
	}
	h.asked, h.askAt, h.next = true, at, at+commandGap
	return append(dst, sendBoard...)
}
