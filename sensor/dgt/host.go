package dgt

import "github.com/boardd/boardd/sensor"

// Startup is what a Host sends after the port was opened: stop reporting, who are
// you, what stands on you, what does the clock show, report every change.
var Startup = [...]Command{Reset, SendVersion, ReturnSerial, ReturnLongSerial, SendBoard, SendClock, UpdateNice}

// The times of a Host, in milliseconds.
const (
	settleTime = 500   // from opening the port to the first command; a long-serving driver waits as long
	commandGap = 100   // between two commands, since the board's buffer takes ten bytes; the same driver
	answerTime = 2000  // a dump takes 70 ms on the line; the internal log, which takes 8 s, is rare
	verifyTime = 2000  // of rest after field updates; then a dump shows whether one was lost
	silence    = 5000  // then the host asks for the serial number, eight bytes, as a sign of life
	rescanTime = 60000 // between dumps, if nothing else asks for one
)

// The board itself has lost its place when this many bytes in a row make no message (three
// dumps' worth), or when this many empty messages have come.
const (
	hopelessBytes = 200
	hopelessEmpty = 3
)

// hostState is the state of a Host:
//
//	         Opened             settled             dump
//	closed ─────────▶ settling ─────────▶ starting ──────▶ watching
//	   ▲                                   ▲    │             │
//	   └── Closed, from anywhere           └────┴─────────────┘
//	                                 no answer, or nothing but noise
type hostState uint8

const (
	closed   hostState = iota
	settling           // the port is open, but its input is old
	starting           // sending Startup, then waiting for the dump
	watching           // the board reports changes
)

func (s hostState) String() string {
	return [...]string{"closed", "settling", "starting", "watching"}[s]
}

// Host decides what is sent to a board and when. It has no clock and no port: the
// caller passes times, in milliseconds on any clock that does not go back, and
// sends the bytes that Step returns. The zero value waits for Opened.
//
// Besides Startup, a Host asks for
//   - a dump right after Startup, since nothing reports a change between its dump
//     and UpdateNice; after a loss; two seconds after the last field update; and
//     every minute;
//   - updates, again, when a dump shows what no update reported, and every minute:
//     a board that lost its power for a moment reports nothing from then on;
//   - the serial number after five seconds of silence;
//   - the internal log, when WantLog was called: once for each Startup, and not
//     before the board reports changes again, since the log takes 8 s in which it
//     reports none. A dump before it shows what changed until the board did, and
//     one after it what changed meanwhile.
//
// When an answer does not come, or the input makes no sense, the Host starts
// again with Reset until a dump comes. It does not flush the input: a Decoder
// finds its place by itself, and flushed bytes would be missing from the log.
type Host struct {
	Decoder  *Decoder // reads the board; the Host follows its Counts
	state    hostState
	queue    []Command // to be sent
	next     int64     // when the next command may be sent
	seen     Counts    // at the last Step
	base     Counts    // at the beginning of Startup
	received int64     // when the last byte came
	asked    int64     // when the awaited answer was asked for; sensor.Never without one
	verify   int64     // when to check the board after updates; sensor.Never without any
	rescan   int64     // when to check the board in any case
	log      logWish
	checked  int // dumps when the one before the log was asked for
}

// logWish is how far the request for the internal log has come.
type logWish uint8

const (
	logUnwanted logWish = iota
	logWanted
	logNext  // after the dump that was asked for
	logAsked // until the next Startup
)

// WantLog makes the Host ask for the internal log, unless it has asked since Startup.
func (h *Host) WantLog() {
	if h.log == logUnwanted && h.state >= starting {
		h.log = logWanted
	}
}

// AskAgain starts the Host, in place of Opened, with a board that reports changes
// already: the Host asks for everything that Startup asks for, and the board goes on
// reporting meanwhile. Another Host may have sent something just now.
func (h *Host) AskAgain(at int64) {
	c := h.Decoder.Counts()
	*h = Host{Decoder: h.Decoder, base: c, seen: c, next: at + commandGap}
	h.become(watching, at)
	h.verify = sensor.Never // no change was missed
	h.queue = append(h.queue, SendBoard, SendClock, SendVersion, ReturnSerial, ReturnLongSerial)
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
func (h *Host) Listening() bool { return h.state != closed && h.state != settling }

// Answering reports whether the board has sent its dump and has answered since.
func (h *Host) Answering() bool { return h.state == watching }

// Step appends what is to be sent now: one byte at most. Call it after each read
// and at Deadline.
func (h *Host) Step(dst []byte, at int64) []byte {
	if h.state == closed {
		return dst
	}
	c := h.Decoder.Counts()
	if c.Bytes > h.seen.Bytes {
		h.received = at
	}
	switch {
	case h.state == settling && at >= h.next:
		h.begin(at, c)
	case h.state == watching:
		h.watch(at, c)
		if c.Partial > dumpSize { // the board is sending its log
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

// Deadline returns when Step must be called next, if nothing is read before;
// sensor.Never before Opened.
func (h *Host) Deadline() int64 {
	switch {
	case h.state == closed:
		return sensor.Never
	case h.state == settling || len(h.queue) > 0 || h.state == watching && h.log == logWanted:
		return h.next
	case h.state == starting:
		return h.asked + answerTime
	case h.asked != sensor.Never:
		return min(h.asked+answerTime, h.verify, h.rescan)
	}
	return min(h.received+silence, h.verify, h.rescan)
}

// become is the only place that changes the state.
func (h *Host) become(s hostState, at int64) {
	h.state = s
	h.queue = h.queue[:0]
	h.verify, h.asked = sensor.Never, sensor.Never
	switch s {
	case settling:
		h.next = at + settleTime
	case starting:
		h.queue = append(h.queue, Startup[:]...)
	case watching:
		h.received, h.rescan = at, at+rescanTime
		h.verify = at + commandGap // the board did not report changes since its dump
	}
}

// begin begins Startup.
func (h *Host) begin(at int64, c Counts) {
	h.base, h.log = c, logUnwanted
	h.become(starting, at)
}

// await waits for the dump after Startup was sent. While the internal log is on the line
// nothing else can be sent by the board; but the log may break off.
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

// watch asks for what is due.
func (h *Host) watch(at int64, c Counts) {
	quiet := c.Bytes == h.seen.Bytes
	switch {
	case c.Adrift >= hopelessBytes, c.Empty-h.base.Empty >= hopelessEmpty,
		quiet && h.asked != sensor.Never && at >= h.asked+answerTime:
		h.begin(at, c)
		return
	case !quiet:
		h.asked = sensor.Never
	}
	if c.Updates > h.seen.Updates {
		h.verify = at + verifyTime
	}
	switch {
	case h.log == logWanted && len(h.queue) == 0:
		h.log, h.checked = logNext, c.Dumps
		h.ask(SendBoard)
	case h.log == logNext && c.Dumps > h.checked:
		h.log = logAsked
		h.ask(SendLog)
	}
	if c.Lost > h.seen.Lost || c.Logs > h.seen.Logs || at >= h.verify || at >= h.rescan {
		h.ask(SendBoard)
		h.verify = sensor.Never
	}
	if c.Surprises > h.seen.Surprises || at >= h.rescan {
		h.ask(UpdateNice)
	}
	if at >= h.rescan {
		h.rescan = at + rescanTime
	}
	if quiet && h.asked == sensor.Never && at >= h.received+silence {
		h.asked = at
		if len(h.queue) == 0 { // otherwise any answer proves that the board is there
			h.ask(ReturnSerial)
		}
	}
}

// ask queues a command, unless it is queued already.
func (h *Host) ask(c Command) {
	for _, q := range h.queue {
		if q == c {
			return
		}
	}
	h.queue = append(h.queue, c)
}

// send sends the next queued command, if it may be sent now. It never sends a forbidden
// command.
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
