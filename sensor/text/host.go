package text

import "math"

// The questions that a Host asks, each a line.
const (
	askHello = "hello?\n"
	askBoard = "board?\n"
)

// allowed is every byte of the questions.
var allowed = func() (set [256]bool) {
	for _, b := range []byte(askHello + askBoard) {
		set[b] = true
	}
	return set
}()

// Allowed reports whether a byte may be sent to a board.
func Allowed(b byte) bool { return allowed[b] }

// The times by which a Host goes, in milliseconds.
const (
	settleTime = 200   // from opening the port to the first question
	answerTime = 2000  // an Arduino that opening the port has reset is in its boot loader for up to 2 s
	askGap     = 500   // between two questions to a board that answers
	verifyTime = 2000  // of rest after lifts and drops, then a scan shows whether one was lost
	silence    = 5000  // nothing heard: a scan, as a sign of life
	rescanTime = 60000 // between scans when nothing else asks for one, and between questions to a board that does not answer
)

// vainTries is how often a board is asked in vain before it is taken to be one
// that does not answer.
const vainTries = 5

// Never is a Deadline that does not come.
const Never = math.MaxInt64

// hostState is where a Host is with its board:
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
	watching  // it answers
	listening // it does not answer, but may talk by itself
)

func (s hostState) String() string {
	return [...]string{"closed", "settling", "asking", "watching", "listening"}[s]
}

// Host decides what is sent to a board and when: two questions, who the board
// is and what stands on it. It keeps no time and owns no port: times are handed
// in, in milliseconds on any clock that does not go back, and bytes are handed
// out. The zero value waits for Opened.
//
// It asks both until the board says what stands on it, five times, and then
// once more, since it may have said so by itself. A board that answers is asked
// again after a loss, after it has started anew, two seconds after the last lift
// or drop, after five seconds of silence, and every minute; if it does not
// answer any more, all begins again. Others are asked when they begin to talk,
// and every minute.
type Host struct {
	state  hostState
	seen   Counts // as of the last Step
	talks  bool   // lines have come since the port was opened, or since an answer failed to
	able   bool   // it has answered while watching: it does not only talk
	next   int64  // when a question may be asked
	tries  int    // that were in vain
	want   bool   // a scan is wanted
	asked  int64  // when the scan that is waited for was asked for; Never if none is
	heard  int64  // when the last line came
	verify int64  // when to check the board after lifts and drops; Never if none came
	rescan int64  // when to check it anyway
}

// Opened begins: the port has been opened, or opened again. What a Decoder
// held is out of date; Reset it too.
func (h *Host) Opened(at int64) {
	*h = Host{seen: h.seen}
	h.become(settling, at)
}

// Closed ends: the port is gone. Nothing is sent until Opened.
func (h *Host) Closed() { *h = Host{seen: h.seen} }

// Listening reports whether what is read counts.
func (h *Host) Listening() bool { return h.state != closed }

// Answering reports whether there is a board: it answers, or talks by itself.
func (h *Host) Answering() bool { return h.talks }

// Step takes the time and the decoder's counts, and appends to dst what is to
// be sent now: two questions at most. Call it after each read and at Deadline.
func (h *Host) Step(dst []byte, at int64, c Counts) []byte {
	if h.state == closed {
		return dst
	}
	begins := c.Lines > h.seen.Lines && !h.talks
	if c.Lines > h.seen.Lines {
		h.heard, h.talks = at, true
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

// Deadline is when Step must be called next, if nothing is read before; Never
// if Opened must come first.
func (h *Host) Deadline() int64 {
	switch {
	case h.state == closed:
		return Never
	case h.state != watching:
		return h.next
	case h.asked != Never:
		return h.asked + answerTime
	case h.want:
		return h.next
	}
	return min(h.heard+silence, h.verify, h.rescan)
}

// become alone changes the state.
func (h *Host) become(s hostState, at int64) {
	h.state = s
	h.tries, h.want, h.asked, h.verify = 0, false, Never, Never
	switch s {
	case settling:
		h.next = at + settleTime
	case asking:
		h.next = at
	case watching:
		h.next, h.heard, h.rescan = at+askGap, at, at+rescanTime
		h.want = !h.able
	case listening:
		h.next = at + rescanTime
	}
}

// ask asks both questions, over and over.
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

// watch asks for what the time or the counts call for.
func (h *Host) watch(dst []byte, at int64, c Counts) []byte {
	switch {
	case h.asked == Never:
	case c.Scans > h.seen.Scans:
		h.asked, h.able = Never, true
	case at >= h.asked+answerTime:
		return h.unanswered(dst, at)
	}
	if c.Updates > h.seen.Updates {
		h.verify = at + verifyTime
	}
	h.want = h.want || c.Lost > h.seen.Lost || c.Hellos > h.seen.Hellos || c.Restarts > h.seen.Restarts ||
		at >= h.verify || at >= h.rescan || at >= h.heard+silence
	if !h.want || h.asked != Never || at < h.next {
		return dst
	}
	h.want, h.asked, h.next, h.verify, h.rescan = false, at, at+askGap, Never, at+rescanTime
	return append(dst, askBoard...)
}

// unanswered gives up a board that does not answer any more, but not one that
// never did.
func (h *Host) unanswered(dst []byte, at int64) []byte {
	if !h.able {
		h.become(listening, at)
		return dst
	}
	h.talks = h.heard > h.asked
	h.become(asking, at)
	return h.ask(dst, at)
}
