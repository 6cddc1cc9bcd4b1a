package chesslink

import "github.com/boardd/boardd/sensor"

// The times of a Host, in milliseconds. The maker gives none.
const (
	settleTime = 500   // from opening the port to the first command, as for other boards
	commandGap = 50    // between two commands
	answerTime = 300   // an answer takes 20 ms on the line; later the command was lost
	lostTime   = 2000  // how long the Host asks for a status in vain: the board does not answer
	pollTime   = 100   // between two questions to a board that does not report by itself
	restTime   = 2500  // of silence before a question to a board that does; a driver in wide use waits as long
	againTime  = 60000 // between questions for what is not known yet
)

// hostState is the state of a Host:
//
//	         Opened             settled             status
//	closed ─────────▶ settling ─────────▶ starting ────────▶ watching
//	   ▲                                     ▲                  │
//	   └── Closed, from anywhere             └──────────────────┘
//	                                         asked for 2 s in vain
type hostState uint8

const (
	closed   hostState = iota
	settling           // the port is open, but its input is old
	starting           // asking for the version, then for a status until one comes
	watching           // statuses come, by themselves or asked for
)

func (s hostState) String() string {
	return [...]string{"closed", "settling", "starting", "watching"}[s]
}

// Host decides what is sent to a board and when. It has no clock and no port: the
// caller passes times, in milliseconds on any clock that does not go back, and
// sends the bytes that Step returns. The zero value waits for Opened.
//
// The Host asks for the version, then for a status until one comes, then for the registers. The
// registers show whether the board reports changes by itself. If it does, the Host asks for a
// status only when none has come for 2.5 s, or when bytes have come that make no message. If it
// does not, or if its registers are not known, the Host asks every 100 ms. Once the board has
// answered any of these questions, the Host repeats the unanswered ones every minute.
//
// After Opened, the Host writes each register of Set once, if the board has reported another
// value.
type Host struct {
	Decoder *Decoder  // reads the board; the Host goes by its Counts
	Set     []Setting // configured; settings that Check refuses are not sent

	state    hostState
	queue    []command // to be sent, besides questions for a status
	next     int64     // when the next command may be sent
	asked    command   // the command whose answer is awaited; letter 0: none
	askAt    int64     // when it was sent
	base     Counts    // when it was sent
	seen     Counts    // at the last Step
	begun    Counts    // at the beginning of starting
	received int64     // when the last byte came
	shown    int64     // when the last status came
	vain     int64     // since when the Host has asked for a status in vain; sensor.Never if it has not
	again    int64     // when to ask again for what is not known
	wrote    [registers]bool
}

// Opened starts the Host: the port was opened, for the first time or again. Reset
// the Decoder too, since what it knows is out of date.
func (h *Host) Opened(at int64) {
	h.Closed()
	h.become(settling, at)
}

// Closed stops the Host: the port is gone. The Host sends nothing until Opened.
func (h *Host) Closed() { *h = Host{Decoder: h.Decoder, Set: h.Set} }

// Listening reports whether input counts. Before the first command the input is
// old: it is neither logged nor decoded.
func (h *Host) Listening() bool { return h.state >= starting }

// Answering reports whether the board has sent a status and still does.
func (h *Host) Answering() bool { return h.state == watching }

// Step appends what is to be sent now: one command at most. Call it after each
// read and at Deadline.
func (h *Host) Step(dst []byte, at int64) []byte {
	if h.state == closed {
		return dst
	}
	c := h.Decoder.Counts()
	shown := h.listen(at, &c)
	switch {
	case h.state == settling && at >= h.next, h.state == watching && h.vain != sensor.Never && at >= h.vain+lostTime:
		h.become(starting, at)
	case h.state == starting && shown:
		h.become(watching, at)
	}
	if h.state == watching {
		h.watch(at)
	}
	return h.send(dst, at)
}

// Deadline returns when Step must be called next, if nothing is read before;
// sensor.Never before Opened.
func (h *Host) Deadline() int64 {
	at := int64(sensor.Never)
	switch {
	case h.state == closed:
		return sensor.Never
	case h.state == settling:
		return h.next
	case h.asked.letter != 0:
		at = h.askAt + answerTime
	case len(h.queue) > 0:
		at = h.next
	default:
		at = max(h.next, h.due())
	}
	if h.state == watching && h.vain != sensor.Never {
		at = min(at, h.vain+lostTime)
	}
	return min(at, h.again)
}

// become is the only place that changes the state.
func (h *Host) become(s hostState, at int64) {
	h.state = s
	h.queue, h.asked = h.queue[:0], command{}
	h.vain, h.again = sensor.Never, sensor.Never
	switch s {
	case settling:
		h.next = at + settleTime
	case starting:
		h.queue = append(h.queue, command{letter: sendVersion})
		h.begun = h.seen
	case watching:
		h.ask(Registers{})
		h.again = at + againTime
	}
}

// ask asks for the version, unless it came since the beginning, and for unknown
// registers.
func (h *Host) ask(known Registers) {
	if h.seen.Versions == h.begun.Versions {
		h.queue = append(h.queue, command{letter: sendVersion})
	}
	for r := range Register(registers) {
		if !known[r].Known {
			h.queue = append(h.queue, command{letter: readRegister, register: r})
		}
	}
}

// listen notes what has come. It reports whether a status has.
func (h *Host) listen(at int64, c *Counts) (shown bool) {
	if c.Bytes > h.seen.Bytes {
		h.received = at
	}
	if shown = c.Boards > h.seen.Boards; shown {
		h.shown, h.vain = at, sensor.Never
	}
	if h.asked.letter != 0 && (h.asked.answers(c) > h.asked.answers(&h.base) || at >= h.askAt+answerTime) {
		h.asked = command{}
	}
	h.seen = *c
	return shown
}

// watch reads and writes the registers.
func (h *Host) watch(at int64) {
	known := &h.seen.Registers
	if at >= h.again {
		h.again = at + againTime
		if *known != (Registers{}) {
			h.ask(*known)
		}
	}
	for _, s := range h.Set {
		if s.Check() != nil || h.wrote[s.Register] {
			continue
		}
		if has := known[s.Register]; has.Known && has.Value != s.Value {
			h.wrote[s.Register] = true
			h.queue = append(h.queue, command{writeRegister, s.Register, s.Value})
		}
	}
}

// due returns when to ask for a status, if none comes before.
func (h *Host) due() int64 {
	reports := h.seen.Registers[Reports]
	speaks := reports.Known && reports.Value != reportNever && reports.Value != reportTimes
	switch {
	case h.state == starting:
		return h.next
	case !speaks:
		return h.shown + pollTime
	case h.seen.Partial+h.seen.Adrift > 0:
		return min(h.shown+restTime, h.received+pollTime)
	}
	return h.shown + restTime
}

// send sends what is due, unless an answer is awaited.
func (h *Host) send(dst []byte, at int64) []byte {
	if !h.Listening() || h.asked.letter != 0 || at < h.next {
		return dst
	}
	due, c := at >= h.due(), command{letter: sendStatus}
	switch {
	case len(h.queue) > 0 && (!due || h.state == starting):
		c = h.queue[0]
		h.queue = append(h.queue[:0], h.queue[1:]...)
	case !due:
		return dst
	case h.vain == sensor.Never:
		h.vain = at
	}
	h.asked, h.askAt, h.base, h.next = c, at, h.seen, at+commandGap
	return c.append(dst)
}
