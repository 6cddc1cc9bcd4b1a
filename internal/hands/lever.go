package hands

import (
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// lever is the clock as the players use it: whose time runs, and how much is
// left.
type lever struct {
	kind    ClockKind
	events  []leverEvent
	running sensor.Running
	left    [2]int64 // ms; of the clock that runs, as of since
	since   int64
	add     int64 // ms, with each press
	flagged bool
}

// leverEvent is one act at the clock, and the state of the clock after it.
type leverEvent struct {
	at      int64
	what    sensor.Word // Press, Pause, Resume, or Flag
	side    placement.Color
	running sensor.Running // from then on
	left    [2]int64       // from then on
}

// budget is a time control in ms: the base time of each player, and the time
// added with each move.
type budget struct{ base, add int64 }

// budgets are the time controls played, by Hands. The scramble's is 3+0. Before
// a long game it is made longer, so that few flags fall.
var budgets = [handsCount]budget{{40 * 60_000, 10_000}, {25 * 60_000, 10_000}, {3 * 60_000, 2000}, {3 * 60_000, 0}, {20 * 60_000, 5000}, {30 * 60_000, 10_000}}

func newLever(kind ClockKind, h Hands, plies int) lever {
	b := budgets[h]
	if need := int64(plies/2) * 2000; b.add == 0 && b.base < need {
		b.base = need
	}
	return lever{kind: kind, left: [2]int64{b.base, b.base}, add: b.add}
}

// on reports whether there is a clock.
func (l *lever) on() bool { return l.kind != NoClock }

// happen adds an event. Times do not go back: only one hand at a time presses
// the lever.
func (l *lever) happen(at int64, what sensor.Word, side placement.Color, running sensor.Running) {
	if n := len(l.events); n > 0 {
		at = max(at, l.events[n-1].at+1)
	}
	for _, c := range [...]placement.Color{white, black} {
		l.left[c] = l.remaining(c, at)
	}
	if what == sensor.Press {
		l.left[side] += l.add
	}
	l.running, l.since = running, at
	l.events = append(l.events, leverEvent{at, what, side, running, l.left})
}

// remaining returns the time that a player has left.
func (l *lever) remaining(c placement.Color, at int64) int64 {
	if l.running.Is(c) && at > l.since {
		return max(0, l.left[c]-(at-l.since))
	}
	return l.left[c]
}

// start starts or resumes the clock of a player.
func (l *lever) start(at int64, c placement.Color) {
	if l.on() && !l.flagged {
		l.happen(at, sensor.Resume, c, sensor.RunningFor(c))
	}
}

// stop stops both clocks.
func (l *lever) stop(at int64) {
	if l.on() && l.running != sensor.Stopped {
		l.happen(at, sensor.Pause, white, sensor.Stopped)
	}
}

// press lets a player press his side. It reports whether the lever moved: it
// does if his clock runs.
func (l *lever) press(at int64, c placement.Color) bool {
	if !l.on() || !l.running.Is(c) {
		return false
	}
	l.happen(at, sensor.Press, c, sensor.RunningFor(c.Other()))
	return true
}

// lastAt returns when the clock was last touched.
func (l *lever) lastAt() int64 {
	if len(l.events) == 0 {
		return 0
	}
	return l.events[len(l.events)-1].at
}

// flagFalls reports whether a player oversteps the time before a moment, and
// when. If so, it stops the clock.
func (l *lever) flagFalls(c placement.Color, before int64) (int64, bool) {
	if !l.on() || !l.running.Is(c) || l.remaining(c, before) > 0 {
		return 0, false
	}
	at := l.since + l.left[c]
	l.happen(at, sensor.Flag, c, sensor.Stopped)
	l.flagged = true
	return at, true
}

// records returns what the board reports of the clock up to a time, each record
// late by a lag that is drawn.
func (l *lever) records(c chance, lag spread, until int64) []sensor.Record {
	switch l.kind {
	case Times:
		return l.timed(c, lag, until)
	case PressOnly:
		return l.pressed(c, lag)
	}
	return nil
}

// pressed returns the records of a clock whose lever alone is reported.
func (l *lever) pressed(c chance, lag spread) (list []sensor.Record) {
	for i, e := range l.events {
		r := sensor.Record{At: e.at + c.draw(lag), Word: e.what, Side: e.side}
		switch {
		case e.what == sensor.Flag: // shown on the clock alone
			r.Word = sensor.Pause
		case i == 0: // Black presses to start White's clock, or a button starts it
			if e.side = e.side.Other(); c.one(whole / 2) {
				r.Word, r.Side = sensor.Press, e.side
			} else {
				r.Side = white
			}
		case e.what == sensor.Resume && e.running != l.before(i):
			// The lever is set for the other player while the clock stands.
			list = append(list, sensor.Record{At: r.At, Word: sensor.Press, Side: e.side.Other()})
			r.Side = white
		case e.what != sensor.Press:
			r.Side = white
		}
		list = append(list, r)
	}
	return ordered(list)
}

// before returns which clock ran before an event, pauses aside.
func (l *lever) before(i int) sensor.Running {
	for i--; i >= 0; i-- {
		if l.events[i].running != sensor.Stopped {
			return l.events[i].running
		}
	}
	return sensor.Stopped
}

// timed returns the records of a clock with times: each second that the display
// shows, and each change.
func (l *lever) timed(c chance, lag spread, until int64) (list []sensor.Record) {
	now := leverEvent{at: 100, left: l.start0()}
	list = append(list, clockRecord(now, 100))
	for i := 0; i <= len(l.events); i++ {
		end := until
		if i < len(l.events) {
			end = l.events[i].at
		}
		list = seconds(list, c, now, end)
		if i == len(l.events) {
			break
		}
		e := l.events[i]
		late := e.at + c.draw(lag)
		switch {
		case e.what == sensor.Press:
			list = append(list, sensor.Record{At: late, Word: sensor.Press, Side: e.side})
		case e.what == sensor.Resume && i > 0 && e.running != l.before(i):
			list = append(list, sensor.Record{At: late, Word: sensor.Press, Side: e.side.Other()})
		}
		list = append(list, clockRecord(e, late))
		if e.what == sensor.Flag {
			list = append(list, sensor.Record{At: late, Word: sensor.Flag, Side: e.side})
		}
		now = e
	}
	return ordered(list)
}

// start0 returns the times on the clock before it is started.
func (l *lever) start0() [2]int64 {
	if len(l.events) == 0 {
		return l.left
	}
	return l.events[0].left
}

// seconds appends a record for each full second of the running clock, from an
// event to a time.
func seconds(list []sensor.Record, c chance, e leverEvent, until int64) []sensor.Record {
	if e.running == sensor.Stopped {
		return list
	}
	who := placement.Color(e.running - 1)
	for shown := (e.left[who] - 1) / 1000 * 1000; shown > 0; shown -= 1000 {
		at := e.at + e.left[who] - shown
		if at >= until {
			break
		}
		now := e
		now.left[who] = shown
		list = append(list, clockRecord(now, at+c.within(5, 60)))
	}
	return list
}

// clockRecord returns the times as displayed, in full seconds.
func clockRecord(e leverEvent, at int64) sensor.Record {
	r := sensor.Record{At: at, Word: sensor.Clock, Running: e.running}
	for c, left := range e.left {
		r.Times[c] = (left + 999) / 1000 * 1000
	}
	return r
}

// ordered delays records until their order in time is that in which they were
// made: a line is first in, first out.
func ordered(list []sensor.Record) []sensor.Record {
	for i := 1; i < len(list); i++ {
		list[i].At = max(list[i].At, list[i-1].At)
	}
	return list
}
