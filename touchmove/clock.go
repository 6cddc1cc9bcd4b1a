package touchmove

import (
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// clock is what is known of the chess clock.
type clock struct {
	used    bool           // there is one
	heard   bool           // and it has been heard
	running sensor.Running // whose time runs or will run; until a clock says so, that of the player having the move
	read    sensor.Running // what the clock itself said last
	stopped bool           // both sides are known to stand still
	held    bool           // a person has said so: no reading of the clock undoes it
	awaits  bool           // a press waits for the times that the clock shows then
	by      placement.Color
	pressed int64
}

// timesMs is how long after a press the clock's next reading still belongs to
// it: the maker says that a reading may lag by up to a second.
const timesMs = 1500

func (t *Tracker) useClock() bool {
	if t.cfg.Clock == ClockNo {
		return false
	}
	t.clock.used, t.clock.heard = true, true
	return true
}

// timeLeft is what the clock showed last for a player, -1 if that is not known.
// A clock tells its times once a second and after a press, so that this is
// soon corrected.
func (t *Tracker) timeLeft(side placement.Color) int64 {
	if c := &t.game.Clocks; c.Known && t.now-c.At <= timesMs {
		return c.Times[side]
	}
	return -1
}

func (t *Tracker) onClock(r *sensor.Record) {
	c := &t.game.Clocks
	c.Attached, c.Known, c.Times, c.Running, c.At = true, true, r.Times, r.Running, t.now
	if !t.useClock() {
		return
	}
	t.takeTimes(r)
	if t.followRunning(r.Running) {
		t.evaluate()
	} else if t.dirty {
		t.sync()
	}
}

// followRunning takes note of whose clock runs, and reports whether that is
// news: the clocks were stopped or started, or a press was lost.
func (t *Tracker) followRunning(now sensor.Running) bool {
	late := t.clock.awaits && !t.clock.stopped && t.now-t.clock.pressed <= timesMs
	if late && now.Is(t.clock.by) {
		return false // it was read before the press
	}
	before := t.clock.read
	t.clock.read = now
	switch {
	case now == sensor.Stopped && !t.clock.stopped:
		t.stopClock()
	case now == sensor.Stopped:
		return false
	case t.clock.held:
		return false
	case t.clock.stopped:
		t.startClock(now)
	case now == t.clock.running:
		return false
	case before == t.clock.running:
		t.press(placement.Color(before - sensor.WhiteRuns))
	default:
		t.clock.running = now
	}
	return true
}

// takeTimes notes what the clock shows with the move that was just pressed. A
// reading may lag, so that a later one corrects it.
func (t *Tracker) takeTimes(r *sensor.Record) {
	if !t.clock.awaits {
		return
	}
	if t.now-t.clock.pressed > timesMs {
		t.clock.awaits = false
		return
	}
	left, side := r.Times[t.clock.by], t.clock.by
	for i := range t.lines {
		for j := range t.lines[i].n {
			if s := &t.lines[i].steps[j]; s.side == side && s.pressed == t.clock.pressed {
				s.clock = left
			}
		}
	}
	for i := len(t.plies) - 1; i >= 0 && i >= len(t.plies)-2; i-- {
		if p := &t.plies[i]; p.Side == side && p.Clock != left && p.CompletedAt >= t.clock.pressed {
			p.Clock = left
			t.touchGame()
		}
	}
}

func (t *Tracker) onPause(*sensor.Record) {
	if t.useClock() && !t.clock.stopped {
		t.stopClock()
	}
	t.evaluate()
}

func (t *Tracker) onResume(*sensor.Record) {
	if t.useClock() && t.clock.stopped {
		t.startClock(sensor.Stopped)
	}
	t.evaluate()
}

func (t *Tracker) onFlag(r *sensor.Record) {
	if !t.useClock() || t.phase >= Ended {
		return
	}
	t.flagged = PartyOf(r.Side)
	t.evaluate()
}
