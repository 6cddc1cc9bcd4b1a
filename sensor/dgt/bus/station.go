package bus

import (
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// station is what a Host keeps of a board.
type station struct {
	dec     Decoder // counts what it says
	alive   bool    // it answers
	asked   bool    // it has been asked who it is
	heardAt int64   // when it answered last
	queue   []Command
	due     int64 // when its next turn is
	clock   int64 // when to ask for its clock
	failing int   // turns in a row that failed: what it sent in them is lost unless it repeats it
	seen    Counts
	verify  int64 // when to compare it with what is held, after changes
	dump    int64 // and in any case
	changed int64 // when there were changes last
	marked  bool  // the start of its game is marked in its log,
	left    bool  // and men have been moved since
}

func newStation(a Address) station { return station{dec: Decoder{Address: a}} }

// lose takes note that the board is not heard any more.
func (b *station) lose() {
	b.alive, b.queue, b.failing = false, nil, 0
	if b.dec.seen {
		b.failing = 1
	}
	b.dec.Reset()
}

// answered takes note that the board has sent something.
func (b *station) answered(at int64) {
	b.heardAt = at
	if !b.alive {
		b.alive, b.due, b.verify = true, at, Never
	}
}

// next is what is to be asked now, if anything.
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

// plan fills the queue for a turn. What was lost is asked for before anything
// new, and what has changed before a dump, which would hide the order.
func (b *station) plan(at int64) {
	b.due = at + pollEvery
	switch {
	case b.failing > mostTries: // it sends more than comes through: what stands there now has to do
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

// atStart reports whether the men stand in the initial array, whichever way the
// board lies, and that is not marked yet.
func (b *station) atStart() bool {
	men := b.dec.men.Board
	here := b.dec.seen && (men == placement.Initial || men.Rotated() == placement.Initial)
	b.left = b.left || !here
	return here && (b.left || !b.marked)
}

// done takes the answer to a command.
func (b *station) done(at int64, c Command) {
	if len(b.queue) > 0 && b.queue[0] == c {
		b.queue = b.queue[1:]
	}
	switch c {
	case SendSerial:
		b.asked = true
	case SendBoard:
		b.verify, b.dump, b.failing = Never, at+dumpEvery, 0
	case SendClock:
		b.clock = at + clockEvery
		if b.dec.clock.Running() == sensor.Stopped {
			b.clock = at // the first press may come soon after it has been started
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
		if b.atStart() && at >= b.changed+restTime {
			b.queue = append(b.queue, MarkStart)
		}
	}
}

// failed takes note that a command was not answered, so many times by now, and
// reports whether it is given up. Changes are never asked for a second time: the
// board holds them for known, and repeats them when it is told to.
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
