package bus

import (
	"math"

	"github.com/boardd/boardd/sensor/dgt"
)

// The times by which a Host goes, in milliseconds.
const (
	settleTime = 500    // from opening the port to the first command, as drivers of the boards wait
	answerTime = 100    // without a byte; the maker gives some 20 at worst, a driver of tournaments waits so long
	commandGap = 10     // from the end of an answer to the next command: a board has room for one
	windowTime = 1500   // in which all boards answer a ping; the maker says 1,100, the same driver waits so long
	pollEvery  = 250    // a board scans its squares in 200 to 250 ms (maker)
	clockEvery = 1000   // a clock shows seconds
	lostTime   = 3000   // without an answer, and a board is not there
	missTime   = 500    // between two pings of boards that are not there
	restTime   = 2000   // of rest after changes, then a dump shows whether the board is what is held
	dumpEvery  = 60000  // between dumps when nothing else asks for one
	soonAgain  = 10000  // between searches while no board is there
	laterAgain = 300000 // and while some are: they keep the line for 1.5 s
)

// Most tries of one thing.
const (
	mostTries  = 3  // of a command, as the same driver
	mostRounds = 10 // of a search; another driver's number
)

// Never is a Deadline that does not come.
const Never = math.MaxInt64

// hostState is where a Host is with its line:
//
//	         Opened             settled              all asked
//	closed ─────────▶ settling ─────────▶ searching ──────────▶ polling
//	   ▲                                      ▲                   │
//	   └── Closed, from anywhere              └───────────────────┘
//	                                           now and then, if others are looked for
type hostState uint8

const (
	closed    hostState = iota
	settling            // the port is open; what comes is from an earlier life
	searching           // finding out which boards are there
	polling             // asking each board in turn
)

func (s hostState) String() string {
	return [...]string{"closed", "settling", "searching", "polling"}[s]
}

// Host decides what is sent on a line and when. It keeps no time and owns no
// port: times are handed in, in milliseconds on any clock that does not go back,
// and bytes are handed out. The zero value looks for nothing and waits for
// Opened.
//
// Each board in turn is asked for its changes, and every second, while its clock
// stands, and after a press, for its clock before that: so they come in the order of
// the hands. What it answers is only counted here: the records
// are for the Decoders of others, to whom what is read after Asked belongs.
type Host struct {
	Expected []Address // boards that are asked for by address
	Search   bool      // look for others

	state  hostState
	frame  Framer
	boards []station // in the order in which they were named or found
	now    request   // that is waited for
	next   int64     // no command goes out before
	late   bool      // an answer has not come in time, and may come yet
	turn   int       // the board whose turn it is
	missed int       // the board that was pinged last of those that are not there
	miss   int64     // when the next of them is
	search search
}

// request is a command and the wait for its answer.
type request struct {
	command Command
	to      Address
	open    bool
	tries   int
	until   int64 // when it is given up
}

// Station is what a Host knows of a board.
type Station struct {
	Address   Address
	Answering bool
	Asked     bool // it has said who it is, as far as it does
	Info      dgt.Info
}

// Opened begins: the port has been opened, or opened again.
func (h *Host) Opened(at int64) {
	h.now, h.frame, h.search = request{}, Framer{}, search{}
	h.state, h.next = settling, at+settleTime
	for _, a := range h.Expected {
		if h.board(a) == nil {
			h.boards = append(h.boards, newStation(a))
		}
	}
	for i := range h.boards {
		h.boards[i].lose()
	}
}

// Closed ends: the port is gone. Nothing is sent until Opened.
func (h *Host) Closed() {
	h.state, h.now = closed, request{}
	for i := range h.boards {
		h.boards[i].lose()
	}
}

// Listening reports whether what is read counts. Before the first command it
// does not: it was left over from before.
func (h *Host) Listening() bool { return h.state > settling }

// Searching reports whether it is still being found out which boards are there.
func (h *Host) Searching() bool { return h.state < polling }

// Asked is the board to which what is read now belongs, All for none of them.
func (h *Host) Asked() Address { return h.now.to }

// Waiting reports whether an answer is waited for, or the rest of one.
func (h *Host) Waiting() bool { return h.now.open }

// Stations are the boards that were named or found, always in the same order.
func (h *Host) Stations() []Station {
	all := make([]Station, len(h.boards))
	for i := range h.boards {
		b := &h.boards[i]
		all[i] = Station{b.dec.Address, b.alive, b.asked, b.dec.Info()}
	}
	return all
}

// Hear takes what was read.
func (h *Host) Hear(at int64, data []byte) {
	if !h.Listening() {
		return
	}
	switch {
	case !h.now.open && at < h.now.until+windowTime: // it comes late, and more of it may; or it is noise
		h.next = at + answerTime
	case h.now.to != All:
		h.now.until = at + answerTime
	}
	h.frame.Write(data)
	for {
		p, lost, more := h.frame.Next()
		switch {
		case !more:
			return
		case lost.Bytes > 0:
			h.search.garbled = true
		default:
			h.heard(at, p)
		}
	}
}

// heard takes a packet.
func (h *Host) heard(at int64, p Packet) {
	b := h.board(p.From)
	if b == nil {
		if p.From == All || p.ID != idHere {
			return // nobody has asked it
		}
		h.boards = append(h.boards, newStation(p.From))
		b, h.search.found = &h.boards[len(h.boards)-1], true
	}
	b.dec.Take(nil, at, p)
	b.answered(at)
	if h.now.open && h.now.to == p.From && p.Answers(h.now.command) {
		h.next = at + commandGap
		if h.late { // this may be the one that was late: then there is one more to come
			h.late, h.next = false, at+answerTime
		}
		if h.state == polling && h.now.command != Ping {
			b.done(at, h.now.command)
		}
		h.finish()
	}
}

// Step takes the time, and appends to dst what is to be sent now: at most one
// command. Call it after each read and at Deadline.
func (h *Host) Step(dst []byte, at int64) []byte {
	if h.state == settling && at >= h.next {
		h.become(searching, at)
	}
	if h.now.open && at >= h.now.until {
		h.unanswered(at)
	}
	if h.state <= settling || h.now.open || at < h.next {
		return dst
	}
	if h.state == searching {
		return h.look(dst, at)
	}
	return h.poll(dst, at)
}

// Deadline is when Step must be called next, if nothing is read before; Never
// if Opened must come first.
func (h *Host) Deadline() int64 {
	switch {
	case h.state == closed:
		return Never
	case h.now.open:
		return h.now.until
	case h.state == polling:
		return max(h.next, h.due())
	}
	return h.next
}

// become alone changes the state of an open line.
func (h *Host) become(s hostState, at int64) {
	h.state = s
	if s == searching {
		h.search = search{found: true}
		if h.Search {
			h.search.rounds = mostRounds
		}
		for i := range h.boards {
			if b := &h.boards[i]; !b.alive {
				h.search.plan = append(h.search.plan, call{Ping, b.dec.Address})
			}
		}
		return
	}
	h.miss, h.search.again = at+missTime, h.searchAgain(at)
}

func (h *Host) board(a Address) *station {
	for i := range h.boards {
		if h.boards[i].dec.Address == a {
			return &h.boards[i]
		}
	}
	return nil
}

// send sends a command and waits for its answer.
func (h *Host) send(dst []byte, at int64, c Command, to Address) []byte {
	if h.now.command != c || h.now.to != to {
		h.now.tries = 0
	}
	h.now = request{command: c, to: to, open: true, tries: h.now.tries + 1, until: at + answerTime}
	if to == All {
		h.now.until = at + windowTime
	}
	return c.Append(dst, to)
}

// unanswered ends the wait for an answer: the command is sent again, or not any
// more.
func (h *Host) unanswered(at int64) {
	h.now.open, h.next, h.late = false, at, h.now.to != All
	h.search.garbled = h.search.garbled || h.frame.Adrift() > 0
	b := h.board(h.now.to)
	switch {
	case b == nil, h.state == searching && h.now.tries >= mostTries, h.now.command == Ping && h.state == polling:
		h.finish()
	case h.state == polling && b.failed(at, h.now.command, h.now.tries):
		h.finish()
	}
}

// finish is done with a command.
func (h *Host) finish() {
	h.now.open, h.now.tries = false, 0
	if h.state == searching && len(h.search.plan) > 0 {
		h.search.plan = h.search.plan[1:]
	}
}
