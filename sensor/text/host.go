package text

import "github.com/boardd/boardd/sensor"

// The questions of a Host, each a line.
const (
	askHello = "hello?\n"
	askBoard = "board?\n"
)

// allowed holds every byte of the questions.
var allowed = func() (set [256]bool) {
	for _, b := range []byte(askHello + askBoard) {
		set[b] = true
	}
	return set
}()

// Allowed reports whether a byte may be sent to a board.
func Allowed(b byte) bool { return allowed[b] }

// The times of a Host, in milliseconds.
const (
	settleTime = 200   // from opening the port to the first question
	answerTime = 2000  // an Arduino that the opening of the port has reset is in its boot loader for up to 2 s
	askGap     = 500   // between two questions to a board that answers
	verifyTime = 2000  // of rest after lifts and drops; then a scan shows whether one was lost
	silence    = 5000  // before a scan, as a sign of life
	rescanTime = 60000 // between scans, if nothing else asks for one, and between questions to a board that does not answer
)

// vainTries is how often the Host asks before it stops expecting answers.
const vainTries = 5

// hostState is the state of a Host:
//
//	         Opened             settled           board
//	closed ─────────▶ settling ─────────▶ asking ──────▶ watching
//	   ▲                                   │  ▲           │ │ ▲
//	   │                      five in vain │  └ no answer ┘ │ │ board
//	   │                                   ▼                ▼ │
//	   └── Closed, from anywhere       listening ◀── it never answered
type hostState uint8

const (
	closed hostState = iota
	settling
	asking
	watching  // the board answers
	listening // the board does not answer, but may report by itself
)

func (s hostState) String() string {
	return [...]string{"closed", "settling", "asking", "watching", "listening"}[s]
}

// Host decides what is sent to a board and when. It has two questions: who are you, and
// what stands on you. It has no clock and no port: the caller passes times, in milliseconds
// on any clock that does not go back, and sends the bytes that Step returns. The zero value
// waits for Opened.
//
// The Host asks both questions, five times at most, until the board reports what stands on
// it. Then it asks once more, because that report may not have been an answer. It asks a
// board that answers again after a loss, after a restart, two seconds after the last lift
// or drop, after five seconds of silence, and every minute; if the answer does not come,
// everything begins again. It asks other boards when they begin to report, and every
// minute.
type Host struct {
	Decoder  *Decoder // reads the board; the Host goes by its Counts
	state    hostState
	seen     Counts // at the last Step
	alive    bool   // lines have come since the port was opened, or since an answer was missed
	able     bool   // the board has answered while watching, so it does more than report
	next     int64  // when a question may be sent
	tries    int    // questions without an answer
	want     bool   // a scan is needed
	asked    int64  // when the awaited scan was asked for; sensor.Never without one
	received int64  // when the last line came
	verify   int64  // when to check the board after lifts and drops; sensor.Never without any
	rescan   int64  // when to check it in any case
}

// Opened starts the Host: the port was opened, for the first time or again. Reset
// the Decoder too, since what it knows is out of date.
func (h *Host) Opened(at int64) {
	*h = Host{Decoder: h.Decoder, seen: h.Decoder.Counts()}
	h.become(settling, at)
}

// Closed stops the Host: the port is gone. The Host sends nothing until Opened.
func (h *Host) Closed() { *h = Host{Decoder: h.Decoder} }

// Listening reports whether input counts.
func (h *Host) Listening() bool { return h.state != closed }

// Answering reports whether there is a board: it answers, or reports by itself.
func (h *Host) Answering() bool { return h.alive }

// Step appends what is to be sent now: two questions at most. Call it after each
// read and at Deadline.
func (h *Host) Step(dst []byte, at int64) []byte {
	if h.state == closed {
		return dst
	}
	c := h.Decoder.Counts()
	begins := c.Lines > h.seen.Lines && !h.alive
	if c.Lines > h.seen.Lines {
		h.received, h.alive = at, true
	}
	if h.state != watching && c.Scans > h.seen.Scans {
		h.become(watching, at)
	}
	switch h.state {
	case watching:
		dst = h.watch(dst, at, c)
	case listening:
		if begins || at >= h.next {
			h.next = at + rescanTime
			dst = append(dst, askHello+askBoard...)
		}
	default:
		dst = h.ask(dst, at)
	}
	h.seen = c
	return dst
}

// Deadline returns when Step must be called next, if nothing is read before;
// sensor.Never before Opened.
func (h *Host) Deadline() int64 {
	switch {
	case h.state == closed:
		return sensor.Never
	case h.state != watching:
		return h.next
	case h.asked != sensor.Never:
		return h.asked + answerTime
	case h.want:
		return h.next
	}
	return min(h.received+silence, h.verify, h.rescan)
}

// become is the only place that changes the state.
func (h *Host) become(s hostState, at int64) {
	h.state = s
	h.tries, h.want, h.asked, h.verify = 0, false, sensor.Never, sensor.Never
	switch s {
	case settling:
		h.next = at + settleTime
	case asking:
		h.next = at
	case watching:
		h.next, h.received, h.rescan = at+askGap, at, at+rescanTime
		h.want = !h.able
	case listening:
		h.next = at + rescanTime
	}
}

// ask asks both questions.
func (h *Host) ask(dst []byte, at int64) []byte {
	if at < h.next {
		return dst
	}
	if h.state == asking && h.tries == vainTries {
		h.become(listening, at)
		return dst
	}
	h.state = asking
	h.tries++
	h.next = at + answerTime
	return append(dst, askHello+askBoard...)
}

// watch asks for a scan when one is due.
func (h *Host) watch(dst []byte, at int64, c Counts) []byte {
	switch {
	case h.asked == sensor.Never:
	case c.Scans > h.seen.Scans:
		h.asked, h.able = sensor.Never, true
	case at >= h.asked+answerTime:
		return h.unanswered(dst, at)
	}
	if c.Updates > h.seen.Updates {
		h.verify = at + verifyTime
	}
	h.want = h.want || c.Lost > h.seen.Lost || c.Hellos > h.seen.Hellos || c.Restarts > h.seen.Restarts ||
		at >= h.verify || at >= h.rescan || at >= h.received+silence
	if !h.want || h.asked != sensor.Never || at < h.next {
		return dst
	}
	h.want, h.asked, h.next, h.verify, h.rescan = false, at, at+askGap, sensor.Never, at+rescanTime
	return append(dst, askBoard...)
}

// unanswered starts again when the board stops answering. To a board that never answered it
// only listens.
func (h *Host) unanswered(dst []byte, at int64) []byte {
	if !h.able {
		h.become(listening, at)
		return dst
	}
	h.alive = h.received > h.asked
	h.become(asking, at)
	return h.ask(dst, at)
}
