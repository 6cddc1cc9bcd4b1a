package hands

import (
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// lever is the clock as the players use it: whose time runs, and what is left.
type lever struct {
	kind    ClockKind
	events  []leverEvent
	running sensor.Running
	left    [2]int64 // ms, of the one who runs as of since
	since   int64
	add     int64 // with each press
	flagged bool
}

// leverEvent is one thing done to the clock, and what it showed then.
type leverEvent struct {
	at      int64
	what    sensor.Word // Press, Pause, Resume, or Flag
	side    placement.Color
	running sensor.Running // from then on
	left    [2]int64       // from then on
}

// budget is a time control: for each player, and added with each move, in ms.
type budget struct{ base, add int64 }

// budgets are the time controls played, by Hands. The scramble's is 3+0; with a
// long game ahead it is made longer, so that few flags fall.
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

// happen writes down an event. Times do not go back: a lever is pressed by one
// hand at a time.
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

// remaining is what a player has left at a time.
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

// stop stops both.
func (l *lever) stop(at int64) {
	if l.on() && l.running != sensor.Stopped {
		l.happen(at, sensor.Pause, white, sensor.Stopped)
	}
}

// press is a player's hand on his side, and reports whether the lever moved:
// it does if his clock runs.
func (l *lever) press(at int64, c placement.Color) bool {
	if !l.on() || !l.running.Is(c) {
		return false
	}
	l.happen(at, sensor.Press, c, sensor.RunningFor(c.Other()))
	return true
}

// lastAt is when the clock was last touched.
func (l *lever) lastAt() int64 {
	if len(l.events) == 0 {
		return 0
	}
	return l.events[len(l.events)-1].at
}

// flagFalls has a player overstep the time, if he does before a time, and says
// when. Then the clock stands.
func (l *lever) flagFalls(c placement.Color, before int64) (int64, bool) {
	if !l.on() || !l.running.Is(c) || l.remaining(c, before) > 0 {
		return 0, false
	}
	at := l.since + l.left[c]
	l.happen(at, sensor.Flag, c, sensor.Stopped)
	l.flagged = true
	return at, true
}

// records are what the board tells of the clock up to a time, each so late as
// the lag draws it.
func (l *lever) records(c chance, lag spread, until int64) []sensor.Record {
	switch l.kind {
	case Times:
		return l.timed(c, lag, until)
	case PressOnly:
		return l.pressed(c, lag)
	}
	return nil
}

// pressed tells of the lever alone.
func (l *lever) pressed(c chance, lag spread) (told []sensor.Record) {
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
			told = append(told, sensor.Record{At: r.At, Word: sensor.Press, Side: e.side.Other()})
			r.Side = white
		case e.what != sensor.Press:
			r.Side = white
		}
		told = append(told, r)
	}
	return ordered(told)
}

// before is who ran before an event, the pauses left out.
func (l *lever) before(i int) sensor.Running {
	for i--; i >= 0; i-- {
		if l.events[i].running != sensor.Stopped {
			return l.events[i].running
		}
	}
	return sensor.Stopped
}

// timed tells of each second that the display shows, and of each change.
func (l *lever) timed(c chance, lag spread, until int64) (told []sensor.Record) {
	now := leverEvent{at: 100, left: l.start0()}
	told = append(told, clockRecord(now, 100))
	for i := 0; i <= len(l.events); i++ {
		end := until
		if i < len(l.events) {
			end = l.events[i].at
		}
		told = seconds(told, c, now, end)
		if i == len(l.events) {
			break
		}
		e := l.events[i]
		late := e.at + c.draw(lag)
		switch {
		case e.what == sensor.Press:
			told = append(told, sensor.Record{At: late, Word: sensor.Press, Side: e.side})
		case e.what == sensor.Resume && i > 0 && e.running != l.before(i):
			told = append(told, sensor.Record{At: late, Word: sensor.Press, Side: e.side.Other()})
		}
		told = append(told, clockRecord(e, late))
		if e.what == sensor.Flag {
			told = append(told, sensor.Record{At: late, Word: sensor.Flag, Side: e.side})
		}
		now = e
	}
	return ordered(told)
}

// start0 is what the clock shows before it is started.
func (l *lever) start0() [2]int64 {
	if len(l.events) == 0 {
		return l.left
	}
	return l.events[0].left
}

// seconds tells each full second of the one who runs from an event to a time.
func seconds(told []sensor.Record, c chance, e leverEvent, until int64) []sensor.Record {
	if e.running == sensor.Stopped {
		return told
	}
	who := placement.Color(e.running - 1)
	for shown := (e.left[who] - 1) / 1000 * 1000; shown > 0; shown -= 1000 {
		at := e.at + e.left[who] - shown
		if at >= until {
			break
		}
		now := e
		now.left[who] = shown
		told = append(told, clockRecord(now, at+c.within(5, 60)))
	}
	return told
}

// clockRecord is a time as shown, in full seconds.
func clockRecord(e leverEvent, at int64) sensor.Record {
	r := sensor.Record{At: at, Word: sensor.Clock, Running: e.running}
	for c, left := range e.left {
		r.Times[c] = (left + 999) / 1000 * 1000
	}
	return r
}

// ordered keeps records in the order in which they were made: a line is first
// in, first out.
func ordered(told []sensor.Record) []sensor.Record {
	for i := 1; i < len(told); i++ {
		told[i].At = max(told[i].At, told[i-1].At)
	}
	return told
}
