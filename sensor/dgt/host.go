package dgt

import "math"

// Startup is what a board is asked after its port was opened: to stop talking,
// who it is, what stands on it, what the clock shows, and then to report every
// change.
var Startup = [...]Command{Reset, SendVersion, ReturnSerial, ReturnLongSerial, SendBoard, SendClock, UpdateNice}

// The times by which a Host goes, in milliseconds.
const (
	settleTime = 500   // from opening the port to the first command, as long-serving drivers wait
	commandGap = 100   // between two commands: the board's buffer takes ten bytes; the same source
	answerTime = 2000  // a dump takes 70 ms on the line, a whole internal log 8 s, but few see one
	verifyTime = 2000  // of rest after field updates, then a dump shows whether one was lost
	silence    = 5000  // nothing heard: ask for the serial number, eight bytes, as a sign of life
	rescanTime = 60000 // between dumps when nothing else asks for one
)

// A board is taken to be lost itself when this many bytes in a row make no
// message (three dumps' worth), or this many empty messages have come.
const (
	hopelessBytes = 200
	hopelessEmpty = 3
)

// Never is a Deadline that does not come.
const Never = math.MaxInt64

// hostState is where a Host is with its board:
//
//	         Opened             settled             dump
//	closed ─────────▶ settling ─────────▶ starting ──────▶ watching
//	   ▲                                   ▲    │             │
//	   └── Closed, from anywhere           └────┴─────────────┘
//	                                 no answer, or nothing but junk
type hostState uint8

const (
	closed   hostState = iota
	settling           // the port is open; what comes is from an earlier life
	starting           // sending Startup, then waiting for the dump
	watching           // the board reports changes
)

func (s hostState) String() string {
	return [...]string{"closed", "settling", "starting", "watching"}[s]
}

// Host decides what is sent to a board and when. It keeps no time and owns no
// port: times are handed in, in milliseconds on any clock that does not go
// back, and bytes are handed out. The zero value waits for Opened.
//
// Besides Startup it sends: a request for a dump right after it, since what changes
// between its own and UpdateNice nobody reports; one after a loss, two seconds
// after the last field update, and every minute; UpdateNice again when a dump
// shows what no update had told, and every minute, since a board that lost its
// power for a moment comes back silent and nothing else tells; a request for
// the serial number after five seconds of silence. When that stays unanswered,
// or when what comes makes no sense, it begins again with Reset, and does so
// until a dump comes. Bytes need not be flushed for that: a Decoder finds its
// place by itself, and what is flushed would be missing from the log.
//
// The board's internal log, 8 s in which it reports nothing, is asked for when
// somebody wants it (WantLog), once for each Startup, and not before the board has
// told what stands on it and reports changes again. What changed while it sent the
// log, a dump shows after it.
type Host struct {
	state  hostState
	queue  []Command // to be sent
	next   int64     // when the next of them may go
	seen   Counts    // as of the last Step
	base   Counts    // as Startup was begun
	heard  int64     // when the last byte came
	asked  int64     // when the answer that is waited for was asked for; Never if none is
	verify int64     // when to check the board after updates; Never if none came
	rescan int64     // when to check it anyway
	log    logWish
}

// logWish is how far it has come with the internal log.
type logWish uint8

const (
	logUnwanted logWish = iota
	logWanted
	logAsked // and not again until Startup
)

// WantLog has the board asked for its internal log, if that has not been done since
// Startup.
func (h *Host) WantLog() {
	if h.log == logUnwanted && h.state >= starting {
		h.log = logWanted
	}
}

// AskAgain has a board that reports changes asked for all that Startup asks for. It
// goes on reporting, so that nothing is missed meanwhile. Of a board that does not
// answer nothing is asked: Startup is under way, or comes.
func (h *Host) AskAgain() {
	if h.state != watching {
		return
	}
	h.log = logUnwanted
	for _, c := range [...]Command{SendBoard, SendClock, SendVersion, ReturnSerial, ReturnLongSerial} {
		h.ask(c)
	}
}

// Opened begins: the port has been opened, or opened again. What a Decoder
// held is out of date; Reset it too.
func (h *Host) Opened(at int64) {
	*h = Host{}
	h.become(settling, at)
}

// Closed ends: the port is gone. Nothing is sent until Opened.
func (h *Host) Closed() { *h = Host{} }

// Listening reports whether what is read counts. Before the first command it
// does not: it was left over from before, and is neither logged nor decoded.
func (h *Host) Listening() bool { return h.state != closed && h.state != settling }

// Answering reports whether the board has sent its dump and answers since. It
// is false for a port that is open with nobody at the other end.
func (h *Host) Answering() bool { return h.state == watching }

// Step takes the time and the decoder's counts, and appends to dst what is to
// be sent now: at most one byte. Call it after each read and at Deadline.
func (h *Host) Step(dst []byte, at int64, c Counts) []byte {
	if c.Bytes > h.seen.Bytes {
		h.heard = at
	}
	switch {
	case h.state == settling && at >= h.next:
		h.begin(at, c)
	case h.state == watching:
		h.watch(at, c)
		if c.Partial > dumpSize { // the board is busy with its log
			h.next = max(h.next, at+commandGap)
		}
	}
	dst = h.send(dst, at)
	if h.state == starting && len(h.queue) == 0 {
		h.await(at, c)
		dst = h.send(dst, at)
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
	case h.state == settling || len(h.queue) > 0 || h.state == watching && h.log == logWanted:
		return h.next
	case h.state == starting:
		return h.asked + answerTime
	case h.asked != Never:
		return min(h.asked+answerTime, h.verify, h.rescan)
	}
	return min(h.heard+silence, h.verify, h.rescan)
}

// become alone changes the state.
func (h *Host) become(s hostState, at int64) {
	h.state = s
	h.queue = h.queue[:0]
	h.verify, h.asked = Never, Never
	switch s {
	case settling:
		h.next = at + settleTime
	case starting:
		h.queue = append(h.queue, Startup[:]...)
	case watching:
		h.heard, h.rescan = at, at+rescanTime
		h.verify = at + commandGap // what has changed since the dump was not reported
	}
}

// begin sends Startup, from now on.
func (h *Host) begin(at int64, c Counts) {
	h.base, h.log = c, logUnwanted
	h.become(starting, at)
}

// await waits for the dump, after all of Startup has been sent. While the
// internal log is on the line, nothing else can be; but it may break off.
func (h *Host) await(at int64, c Counts) {
	switch {
	case c.Dumps > h.base.Dumps:
		h.base = c
		h.become(watching, at)
	case c.Partial > dumpSize && c.Bytes > h.seen.Bytes:
		h.asked = at
	case at >= h.asked+answerTime:
		h.begin(at, c)
	}
}

// watch asks for what the time or the counts call for.
func (h *Host) watch(at int64, c Counts) {
	quiet := c.Bytes == h.seen.Bytes
	switch {
	case c.Adrift >= hopelessBytes, c.Empty-h.base.Empty >= hopelessEmpty,
		quiet && h.asked != Never && at >= h.asked+answerTime:
		h.begin(at, c)
		return
	case !quiet:
		h.asked = Never
	}
	if c.Updates > h.seen.Updates {
		h.verify = at + verifyTime
	}
	if h.log == logWanted && len(h.queue) == 0 {
		h.log = logAsked
		h.queue = append(h.queue, SendLog)
	}
	if c.Lost > h.seen.Lost || c.Logs > h.seen.Logs || at >= h.verify || at >= h.rescan {
		h.ask(SendBoard)
		h.verify = Never
	}
	if c.Surprises > h.seen.Surprises || at >= h.rescan {
		h.ask(UpdateNice)
	}
	if at >= h.rescan {
		h.rescan = at + rescanTime
	}
	if quiet && h.asked == Never && at >= h.heard+silence {
		h.asked = at
		if len(h.queue) == 0 { // else any answer to that is sign enough
			h.ask(ReturnSerial)
		}
	}
}

// ask puts a command in the queue, once.
func (h *Host) ask(c Command) {
	for _, q := range h.queue {
		if q == c {
			return
		}
	}
	h.queue = append(h.queue, c)
}

// send takes the next command from the queue, if its time has come. What is
// not allowed is not sent, whoever asked for it.
func (h *Host) send(dst []byte, at int64) []byte {
	if len(h.queue) == 0 || at < h.next || h.state == settling {
		return dst
	}
	c := byte(h.queue[0])
	h.queue = append(h.queue[:0], h.queue[1:]...)
	h.next = at + commandGap
	if h.state == starting || c == byte(SendLog) {
		h.asked = at
	}
	if !Allowed(c) {
		return dst
	}
	return append(dst, c)
}
