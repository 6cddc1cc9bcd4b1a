package track

import "github.com/boardd/boardd/sensor"

// hearClock takes a record of the clock.
func (t *Tracker) hearClock(r *sensor.Record) {
	c := &t.clock
	starts := c.hear(r)
	if starts {
		t.setOut()
	}
	stops := r.Word == sensor.Pause || r.Word == sensor.Clock && r.Running == sensor.Stopped
	switch {
	case r.Word == sensor.Press:
		t.pressBy(r.Side, starts)
		c.pressed = t.now
	case stops && !c.stopped && t.sensor.Late > slow:
		c.halt = t.now + t.sensor.Late
	case stops:
		t.pause()
	default:
		started := t.goOn()
		if r.Word == sensor.Clock {
			c.running = r.Running
			if started {
				t.extend(t.startedAfter)
			}
			if !t.confirmed.played() || t.beam[0].resumed() {
				t.extend(t.firstOwes)
			}
		}
	}
}

// setOut forgets what has strained the stories that have no ply yet when the clock is started: the pieces were
// adjusted.
func (t *Tracker) setOut() {
	for i := range t.beam {
		if h := &t.beam[i]; h.node.ply == 0 {
			h.excess, h.dear = 0, false
		}
	}
}

// pressBy takes a press of a player, which may start the clock.
func (t *Tracker) pressBy(side color, starts bool) {
	c := &t.clock
	t.notePress(side)
	if starts || c.running == sensor.Stopped { // whose time was to run, nothing has told
		c.running = sensor.RunningFor(side)
	}
	if t.goOn() || starts {
		t.extend(t.firstOwes)
	}
	t.extend(func(h *hypothesis) { t.press(h, side) })
	c.running = sensor.RunningFor(side.Other())
	t.doubt()
}

// Halting reports whether the clock was stopped so shortly ago that the board may still tell what was
// done before.
func (t *Tracker) Halting() bool { return t.clock.halt != 0 }

// halted has the clock stand still that was stopped, as soon as the board has told what was done before.
func (t *Tracker) halted() {
	if t.clock.halt != 0 {
		t.clock.halt = 0
		t.pause()
	}
}

// pause says that the clock stands still.
func (t *Tracker) pause() {
	c := &t.clock
	if !c.stopped {
		c.stopped = true
		t.extend(t.stop)
	} else if c.unheard {
		t.extend(t.stillStopped)
	}
	c.unheard = false
}

// goOn says that the clock runs, and reports whether it stood still.
func (t *Tracker) goOn() (started bool) {
	c := &t.clock
	c.unheard, started = false, c.stopped
	if started {
		c.stopped = false
		t.extend(t.start)
	}
	return started
}
