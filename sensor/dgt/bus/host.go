package bus

import (
	"slices"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/dgt"
)

// The times of a Host, in milliseconds.
const (
	settleTime = 500    // from opening the port to the first command; drivers of the boards wait as long
	answerTime = 100    // without a byte; the maker says some 20 at worst, a tournament driver waits as long
	commandGap = 10     // from the end of an answer to the next command: a board has room for one
	windowTime = 1500   // for all boards to answer a ping; the maker says 1,100, the same driver waits as long
	pollEvery  = 250    // a board scans its squares in 200 to 250 ms (maker)
	clockEvery = 1000   // a clock shows seconds
	lostTime   = 3000   // without an answer: the board is gone
	missTime   = 500    // between two pings of missing boards
	restTime   = 2000   // of rest after changes; then a dump shows whether the known board is right
	dumpEvery  = 60000  // between dumps, if nothing else asks for one
	soonAgain  = 10000  // between searches while no board answers
	laterAgain = 300000 // and while one does, since a search takes 1.5 s
)

// The most tries.
const (
	mostTries  = 3  // of a command; the same driver
	mostRounds = 10 // of a search; another driver
)

// hostState is the state of a Host:
//
//	         Opened             settled              all asked
//	closed ─────────▶ settling ─────────▶ searching ──────────▶ polling
//	   ▲                                      ▲                   │
//	   └── Closed, from anywhere              └───────────────────┘
//	                                         now and then, if others are searched for
type hostState uint8

const (
	closed    hostState = iota
	settling            // the port is open, but its input is old
	searching           // finding the boards
	polling             // asking each board in turn
)

func (s hostState) String() string {
	return [...]string{"closed", "settling", "searching", "polling"}[s]
}

// Host decides what is sent on a bus and when. It has no clock and no port: the caller
// passes times, in milliseconds on any clock that does not go back, and sends the bytes
// that Step returns. The zero value searches for nothing and waits for Opened.
//
// The Host asks each board in turn for its changes. Every second while a board's clock
// stands, and after a press, it asks for the clock first; so clock and changes come in the
// order in which they happened. The answers are for the engine of the board that Asked
// returns.
//
// The Host has a Decoder of its own for each board, besides that of the engine, and only
// counts what it decodes. It cannot go by the engine's: a board has no engine before the Host
// has read which board it is, the engine does not get answers that repeat what is known, and
// each engine has a goroutine of its own.
type Host struct {
	Expected []Address // boards that are asked by address
	Search   bool      // search for other boards

	state  hostState
	frame  Framer
	boards []station // in the order in which they were expected or found
	now    request   // the command whose answer is awaited
	next   int64     // no command is sent before
	late   bool      // an answer did not come in time, and may come yet
	turn   int       // the board whose turn it is
	missed int       // the missing board that was pinged last
	miss   int64     // when the next missing board is pinged
	search search
}

// request is a command and the wait for its answer.
type request struct {
	command Command
	to      Address
	open    bool
	tries   int
	until   int64 // when the Host gives it up
}

// Station is what a Host knows of a board.
type Station struct {
	Address   Address
	Answering bool
	Asked     bool // it has sent its numbers and versions, as far as it can
	Info      dgt.Info
}

// Opened starts the Host: the port was opened, for the first time or again.
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

// Closed stops the Host: the port is gone. The Host sends nothing until Opened.
func (h *Host) Closed() {
	h.state, h.now = closed, request{}
	for i := range h.boards {
		h.boards[i].lose()
	}
}

// Listening reports whether input counts. Before the first command the input is
// old.
func (h *Host) Listening() bool { return h.state > settling }

// Searching reports whether the Host is still finding the boards.
func (h *Host) Searching() bool { return h.state < polling }

// Asked returns the board that sends the input now, All if it may be any.
func (h *Host) Asked() Address { return h.now.to }

// Waiting reports whether the Host awaits an answer, or the rest of one.
func (h *Host) Waiting() bool { return h.now.open }

// Stations returns the boards that were expected or found, always in that order.
func (h *Host) Stations() []Station {
	all := make([]Station, len(h.boards))
	for i := range h.boards {
		b := &h.boards[i]
		all[i] = Station{b.dec.Address, b.alive, b.asked, b.dec.Info()}
	}
	return all
}

// Read takes what was read.
func (h *Host) Read(at int64, data []byte) {
	if !h.Listening() {
		return
	}
	switch {
	case !h.now.open && at < h.now.until+windowTime: // late: more of it may come; or noise
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
			h.take(at, p)
		}
	}
}

// take takes a packet.
func (h *Host) take(at int64, p Packet) {
	b := h.board(p.From)
	if b == nil {
		if p.ID != idHere {
			return // nobody asked this board
		}
		h.boards = append(h.boards, newStation(p.From))
		b, h.search.found = &h.boards[len(h.boards)-1], true
	}
	b.dec.Take(nil, at, p)
	b.answered(at)
	if h.now.open && h.now.to == p.From && p.Answers(h.now.command) {
		h.next = at + commandGap
		if h.late { // this may be the late answer: one more will come
			h.late, h.next = false, at+answerTime
		}
		if h.state == polling && h.now.command != Ping {
			b.done(at, h.now.command)
		}
		h.finish()
	}
}

// Step appends what is to be sent now: one command at most. Call it after each
// read and at Deadline.
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

// Deadline returns when Step must be called next, if nothing is read before;
// sensor.Never before Opened.
func (h *Host) Deadline() int64 {
	switch {
	case h.state == closed:
		return sensor.Never
	case h.now.open:
		return h.now.until
	case h.state == polling:
		return max(h.next, h.due())
	}
	return h.next
}

// become is the only place that changes the state of an open bus.
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

// unanswered ends the wait for an answer. The command is sent again or given up.
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

// finish ends a command.
func (h *Host) finish() {
	h.now.open, h.now.tries = false, 0
	if h.state == searching && len(h.search.plan) > 0 {
		h.search.plan = h.search.plan[1:]
	}
}

// search is how a Host finds the boards. It pings each known board by address. Then, in
// rounds, it asks those that answered to ignore the next ping, and pings all boards at
// once.
type search struct {
	plan    []call // to be sent
	rounds  int    // that are left
	found   bool   // in this round an unknown board answered
	garbled bool   // in this round something unreadable came
	again   int64  // when the next search begins
}

// call is a command to a board.
type call struct {
	command Command
	to      Address
}

// look sends the next command of a search.
func (h *Host) look(dst []byte, at int64) []byte {
	s := &h.search
	if len(s.plan) == 0 && s.rounds > 0 && (s.found || s.garbled) {
		h.planRound()
	}
	if len(s.plan) == 0 {
		h.become(polling, at)
		return h.poll(dst, at)
	}
	return h.send(dst, at, s.plan[0].command, s.plan[0].to)
}

// planRound plans a round, which leaves out the boards that have answered.
func (h *Host) planRound() {
	s := &h.search
	s.rounds--
	s.found, s.garbled = false, false
	for i := range h.boards {
		if b := &h.boards[i]; b.alive {
			s.plan = append(s.plan, call{IgnorePing, b.dec.Address})
		}
	}
	s.plan = append(s.plan, call{Ping, All})
}

// searchAgain returns when the next search begins.
func (h *Host) searchAgain(at int64) int64 {
	switch {
	case !h.Search:
		return sensor.Never
	case slices.ContainsFunc(h.boards, func(b station) bool { return b.alive }):
		return at + laterAgain
	}
	return at + soonAgain
}

// poll sends the next command to the board whose turn it is, or to the next board that has
// one.
func (h *Host) poll(dst []byte, at int64) []byte {
	if at >= h.search.again {
		h.become(searching, at)
		return h.look(dst, at)
	}
	for range len(h.boards) {
		b := &h.boards[h.turn%len(h.boards)]
		if c, ok := b.next(at); ok {
			return h.send(dst, at, c, b.dec.Address)
		}
		h.turn = (h.turn + 1) % len(h.boards)
	}
	if at >= h.miss {
		return h.pingMissing(dst, at)
	}
	return dst
}

// pingMissing pings the next missing board.
func (h *Host) pingMissing(dst []byte, at int64) []byte {
	h.miss = at + missTime
	for range len(h.boards) {
		h.missed = (h.missed + 1) % len(h.boards)
		if b := &h.boards[h.missed]; !b.alive {
			return h.send(dst, at, Ping, b.dec.Address)
		}
	}
	return dst
}

// due returns when the next command is to be sent.
func (h *Host) due() int64 {
	at := h.search.again
	for i := range h.boards {
		switch b := &h.boards[i]; {
		case !b.alive:
			at = min(at, h.miss)
		case len(b.queue) > 0:
			return 0
		default:
			at = min(at, b.due)
		}
	}
	return at
}

// station is the Host's side of one board.
type station struct {
	dec     Decoder // counts what the board sends
	alive   bool    // the board answers
	asked   bool    // the board was asked who it is
	heardAt int64   // when the board answered last
	queue   []Command
	due     int64 // when the board's next turn is
	clock   int64 // when to ask for the clock
	failing int   // turns in a row that failed: their answers are lost unless the board repeats them
	seen    Counts
	verify  int64 // when to compare the known board with a dump, after changes
	dump    int64 // the same, in any case
	changed int64 // when changes came last
	marked  bool  // the start of the game is marked in the board's log
	left    bool  // pieces have moved since then
}

func newStation(a Address) station { return station{dec: Decoder{Address: a}} }

// lose notes that the board does not answer any more.
func (b *station) lose() {
	b.alive, b.queue, b.failing = false, nil, 0
	if b.dec.scanned {
		b.failing = 1
	}
	b.dec.Reset()
}

// answered notes that the board has sent something.
func (b *station) answered(at int64) {
	b.heardAt = at
	if !b.alive {
		b.alive, b.due, b.verify = true, at, sensor.Never
	}
}

// next returns the next command for the board, if there is one.
func (b *station) next(at int64) (Command, bool) {
	if !b.alive {
		return 0, false
	}
	if len(b.queue) == 0 && at >= b.due {
		b.plan(at)
	}
	if len(b.queue) == 0 {
		return 0, false
	}
	return b.queue[0], true
}

// plan fills the queue for a turn. Lost answers come before new ones, and changes
// before a dump, which would hide their order.
func (b *station) plan(at int64) {
	b.due = at + pollEvery
	switch {
	case b.failing > mostTries: // too much is lost: a dump of the board as it is now has to do
		b.queue = append(b.queue, SendBoard, SendChanges)
	case b.failing > 0:
		b.queue = append(b.queue, RepeatChanges, SendChanges, SendBoard)
	case !b.asked:
		b.queue = append(b.queue, SendVersion, SendSerial, SendChanges, SendBoard)
	case at >= b.verify, at >= b.dump, b.dec.counts.Lost > b.seen.Lost, b.dec.counts.Restarts > b.seen.Restarts:
		b.seen = b.dec.counts
		b.queue = append(b.queue, SendChanges, SendBoard)
	case at >= b.clock:
		b.queue = append(b.queue, SendClock, SendChanges)
	default:
		b.queue = append(b.queue, SendChanges)
	}
}

// toMark reports whether the initial array stands on the board, either way round, and its
// start is not marked yet.
func (b *station) toMark() bool {
	board := b.dec.board.Board
	here := b.dec.scanned && (board == placement.Initial || board.Rotated() == placement.Initial)
	b.left = b.left || !here
	return here && (b.left || !b.marked)
}

// done notes the answer to a command.
func (b *station) done(at int64, c Command) {
	if len(b.queue) > 0 && b.queue[0] == c {
		b.queue = b.queue[1:]
	}
	switch c {
	case SendSerial:
		b.asked = true
	case SendBoard:
		b.verify, b.dump, b.failing = sensor.Never, at+dumpEvery, 0
	case SendClock:
		b.clock = at + clockEvery
		if b.dec.clock.Running() == sensor.Stopped {
			b.clock = at // the first press may come soon after the clock was started
		}
	case MarkStart:
		b.marked, b.left = true, false
	case SendChanges, RepeatChanges, SendGame:
		if b.dec.counts.Presses > b.seen.Presses {
			b.seen.Presses = b.dec.counts.Presses
			b.clock = at
		}
		if b.dec.counts.Changes+b.dec.counts.Games > b.seen.Changes+b.seen.Games {
			b.verify, b.changed = at+restTime, at
			b.seen.Changes, b.seen.Games = b.dec.counts.Changes, b.dec.counts.Games
		}
		if b.toMark() && at >= b.changed+restTime {
			b.queue = append(b.queue, MarkStart)
		}
	}
}

// failed notes that a command was not answered after this many tries. It reports whether
// the Host gives the command up. The Host never asks for changes a second time: after
// sending them, the board repeats them only on request.
func (b *station) failed(at int64, c Command, tries int) bool {
	switch {
	case c == SendChanges:
		b.queue[0] = RepeatChanges
		return true
	case c == MarkStart, c == SendVersion && tries >= 2, c == SendSerial && tries >= 2:
		b.queue = b.queue[1:]
		b.asked = b.asked || c == SendSerial
		return true
	case tries < mostTries:
		return false
	case c == RepeatChanges && b.marked:
		b.queue[0] = SendGame
		return true
	}
	b.queue, b.due = nil, at+pollEvery
	b.failing++
	if at >= b.heardAt+lostTime {
		b.lose()
	}
	return true
}

// Member is the host of one board of a bus: the Host of the bus speaks to it, and
// Member sends nothing. The zero value waits for Opened.
type Member struct{ open bool }

// Opened notes that the board can be heard.
func (m *Member) Opened(int64) { m.open = true }

// Closed notes that it cannot.
func (m *Member) Closed() { m.open = false }

// Listening reports whether input counts: from Opened on.
func (m *Member) Listening() bool { return m.open }

// Answering reports the same.
func (m *Member) Answering() bool { return m.open }

// Step appends nothing.
func (m *Member) Step(dst []byte, _ int64) []byte { return dst }

// Deadline returns sensor.Never.
func (m *Member) Deadline() int64 { return sensor.Never }
