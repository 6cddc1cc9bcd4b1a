package third

import (
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// A clock is a chess clock. Its times must not go back; they are raised if they do.
type clock struct {
	kind    Clock
	run     sensor.Running
	next    sensor.Running // who runs when it is started again
	left    [2]int64
	gain    int64 // a press
	last    int64
	flagged bool
	side    color // whose flag fell
	records []sensor.Record
}

// show writes the times as a DGT clock does.
func (c *clock) show(t int64) {
	if c.kind != Times {
		return
	}
	r := sensor.Record{At: t, Word: sensor.Clock, Running: c.run}
	for i, left := range c.left {
		r.Times[i] = max(0, left) / 1000 * 1000
	}
	c.records = append(c.records, r)
}

// advance lets time run to t and writes each change of the display.
func (c *clock) advance(t int64) int64 {
	t = max(t, c.last)
	for c.run != sensor.Stopped && !c.flagged {
		s := color(c.run - 1)
		step := c.left[s]%1000 + 1 // until another second shows
		if c.last+step > t {
			break
		}
		c.last += step
		c.left[s] -= step
		if c.left[s] <= 0 {
			c.left[s], c.flagged, c.side = 0, true, s
			if c.kind == Times {
				c.records = append(c.records, sensor.Record{At: c.last, Word: sensor.Flag, Side: s})
			}
		}
		c.show(c.last)
	}
	if c.run != sensor.Stopped && !c.flagged {
		c.left[c.run-1] -= t - c.last
	}
	c.last = t
	return t
}

// press pushes a side of the lever. A side that is down already does not move.
func (c *clock) press(t int64, s color) {
	if c.kind == NoClock {
		return
	}
	t = c.advance(t)
	if !c.run.Is(s) || c.flagged {
		return
	}
	c.left[s] += c.gain
	c.run = sensor.RunningFor(s.Other())
	c.records = append(c.records, sensor.Record{At: t, Word: sensor.Press, Side: s})
	c.show(t)
}

// again reports a second hit of a button that is down; a lever shows nothing.
func (c *clock) again(t int64, s color) {
	if c.kind == Presses {
		t = c.advance(t)
		c.records = append(c.records, sensor.Record{At: t, Word: sensor.Press, Side: s})
	}
}

func (c *clock) stop(t int64) {
	if c.kind == NoClock || c.run == sensor.Stopped {
		return
	}
	t = c.advance(t)
	c.next, c.run = c.run, sensor.Stopped
	if c.kind == Presses {
		c.records = append(c.records, sensor.Record{At: t, Word: sensor.Pause})
	}
	c.show(t)
}

// start starts it again, for the side to move.
func (c *clock) start(t int64, s color) {
	if c.kind == NoClock || c.run != sensor.Stopped {
		return
	}
	t = c.advance(t)
	c.run = sensor.RunningFor(s)
	if c.kind == Presses {
		c.records = append(c.records, sensor.Record{At: t, Word: sensor.Resume})
		if c.next != sensor.Stopped && c.next != c.run { // the lever was put over
			c.records = append(c.records, sensor.Record{At: t, Word: sensor.Press, Side: s.Other()})
		}
	}
	c.show(t)
}

// adjust changes the times while it stands.
func (c *clock) adjust(t int64, s color, by int64) {
	if c.kind == NoClock {
		return
	}
	t = c.advance(t)
	c.left[s] = max(1000, c.left[s]+by)
	c.show(t)
}

// setUp puts the pieces on the board, sets the clock and draws the players and the board.
func (g *game) setUp() {
	g.style = [2]style{g.drawStyle(), g.drawStyle()}
	for sq, piece := range g.pos.Placement() {
		if piece == placement.Empty {
			continue
		}
		x, y := g.middle(piece.Color(), square(sq))
		g.men = append(g.men, &man{piece: piece, home: square(sq), stays: square(sq), keys: []key{{0, x, y, 0}}})
	}
	g.clock.kind = g.order.Clock
	minutes, gain := int64(90), int64(30)
	switch g.order.Hands {
	case Blitz:
		minutes, gain = 5, 3
		if g.is(.5) {
			minutes, gain = 3, 0
		}
	case Scramble:
		minutes, gain = 0, 0
	case Casual:
		minutes, gain = 15, 10
	}
	g.clock.gain = gain * 1000
	g.clock.left = [2]int64{minutes * 60_000, minutes * 60_000}
	if g.order.Hands == Scramble { // as much as both need at a pace that is just possible
		need := int64(len(g.order.Moves)) / 2 * 1100
		for s := range g.clock.left {
			g.clock.left[s] = max(30_000, int64(float64(need)*g.between(.8, 1.5))) / 1000 * 1000
		}
	}
	for s := range g.clock.left {
		g.clock.left[s] += g.clock.gain // added before the first move
	}
}
