package chesslink

import "math"

// The times by which a Host goes, in milliseconds. The maker gives none.
const (
	settleTime = 500   // from opening the port to the first command, as for other boards
	commandGap = 50    // between two commands
	answerTime = 300   // an answer takes 20 ms on the line; later the command was lost
	lostTime   = 2000  // of asking for a status in vain, then the board does not answer
	pollTime   = 100   // between two looks at a board that does not speak by itself
	restTime   = 2500  // of silence from one that does, then it is asked; a driver in wide use asks as often
	againTime  = 60000 // between questions for what has not been told
)

// Never is a Deadline that does not come.
const Never = math.MaxInt64

// hostState is where a Host is with its board:
//
//	         Opened             settled             status
//	closed ─────────▶ settling ─────────▶ starting ────────▶ watching
//	   ▲                                     ▲                  │
//	   └── Closed, from anywhere             └──────────────────┘
//	                                         asked for 2 s in vain
type hostState uint8

const (
	closed   hostState = iota
	settling           // the port is open; what comes is from an earlier life
	starting           // asking for the version, then for a status until one comes
	watching           // statuses come, by themselves or asked for
)

func (s hostState) String() string {
	return [...]string{"closed", "settling", "starting", "watching"}[s]
}

// Host decides what is sent to a board and when. It keeps no time and owns no
// port: times are handed in, in milliseconds on any clock that does not go
// back, and bytes are handed out. The zero value waits for Opened.
//
// It asks for the version, then for a status until one comes, then for the registers.
// A board that speaks by itself is asked for a status again when none has come
// for 2.5 s. One that does not, or has not told, is asked every 100 ms; any is
// when bytes have come that make no message. What has not been told after a
// minute is asked for again, if the board has told some of it.
//
// Registers are written if Set says so, the board has told that they hold
// another value, and it has not been done since Opened.
type Host struct {
	Set []Setting // as configured; what Check refuses is not sent

	state hostState
	queue []command // to be sent, besides questions for a status
	next  int64     // when the next command may go
	asked command   // the answer to it is waited for; letter 0: to none
	askAt int64     // when that was sent,
	base  Counts    // and the counts then
	seen  Counts    // as of the last Step,
	begun Counts    // and as it began to ask
	heard int64     // when the last byte came,
	shown int64     // and the last status
	vain  int64     // since when a status has been asked for in vain; Never if it has not
	again int64     // when to ask again for what was not told
	wrote [registers]bool
}

// Opened begins: the port has been opened, or opened again. What a Decoder held
// is out of date; Reset it too.
func (h *Host) Opened(at int64) {
	*h = Host{Set: h.Set}
	h.become(settling, at)
}

// Closed ends: the port is gone. Nothing is sent until Opened.
func (h *Host) Closed() { *h = Host{Set: h.Set} }

// Listening reports whether what is read counts. Before the first command it
// does not: it was left over from before, and is neither logged nor decoded.
func (h *Host) Listening() bool { return h.state >= starting }

// Answering reports whether the board has sent a status and does so since. It is
// false for a port that is open with nobody at the other end.
func (h *Host) Answering() bool { return h.state == watching }

// Step takes the time and the decoder's counts, and appends to dst what is to be
// sent now: at most one command. Call it after each read and at Deadline.
func (h *Host) Step(dst []byte, at int64, c Counts) []byte {
	shown := h.listen(at, &c)
	switch {
	case h.state == settling && at >= h.next, h.state == watching && h.vain != Never && at >= h.vain+lostTime:
		h.become(starting, at)
	case h.state == starting && shown:
		h.become(watching, at)
	}
	if h.state == watching {
		h.watch(at)
	}
	return h.send(dst, at)
}

// Deadline is when Step must be called next, if nothing is read before; Never
// if Opened must come first.
func (h *Host) Deadline() int64 {
	at := int64(Never)
	switch {
	case h.state == closed:
		return Never
	case h.state == settling:
		return h.next
	case h.asked.letter != 0:
		at = h.askAt + answerTime
	case len(h.queue) > 0:
		at = h.next
	default:
		at = max(h.next, h.due())
	}
	if h.state == watching && h.vain != Never {
		at = min(at, h.vain+lostTime)
	}
	return min(at, h.again)
}

// become alone changes the state.
func (h *Host) become(s hostState, at int64) {
	h.state = s
	h.queue, h.asked = h.queue[:0], command{}
	h.vain, h.again = Never, Never
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

// ask asks for the version, if that has not been told since the beginning, and
// for registers that are not known.
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

// listen takes note of what has come, and reports whether a status has.
func (h *Host) listen(at int64, c *Counts) (shown bool) {
	if c.Bytes > h.seen.Bytes {
		h.heard = at
	}
	if shown = c.Boards > h.seen.Boards; shown {
		h.shown, h.vain = at, Never
	}
	if h.asked.letter != 0 && (h.asked.answers(c) > h.asked.answers(&h.base) || at >= h.askAt+answerTime) {
		h.asked = command{}
	}
	h.seen = *c
	return shown
}

// watch sees to the registers.
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

// due is when the board is to be asked for a status, if none comes before.
func (h *Host) due() int64 {
	reports := h.seen.Registers[Reports]
	speaks := reports.Known && reports.Value != reportNever && reports.Value != reportTimes
	switch {
	case h.state == starting:
		return h.next
	case !speaks:
		return h.shown + pollTime
	case h.seen.Partial+h.seen.Adrift > 0:
		return min(h.shown+restTime, h.heard+pollTime)
	}
	return h.shown + restTime
}

// send sends what is due, unless an answer is waited for.
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
	case h.vain == Never:
		h.vain = at
	}
	h.asked, h.askAt, h.base, h.next = c, at, h.seen, at+commandGap
	return c.append(dst)
}
