package simulate

import (
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// clock is a chess clock with a lever, and the records that it causes. Its
// zero value is no clock: everything done to it is without effect.
type clock struct {
	each      int64 // between two readings; 0 none are sent
	increment int64
	left      [2]int64
	running   sensor.Running
	at        int64 // to where left has been worked out
	nextTick  int64
	records   []sensor.Record
}

// set puts both times on the clock, which stands still.
func (c *clock) set(at, base int64) {
	c.advance(at)
	c.left, c.running = [2]int64{base, base}, sensor.Stopped
	c.nextTick = at + c.each
	c.tell(at)
}

// advance lets the time run.
func (c *clock) advance(to int64) {
	for c.each > 0 && c.nextTick <= to {
		c.spend(c.nextTick)
		if c.running != sensor.Stopped {
			c.tell(c.nextTick)
		}
		c.nextTick += c.each
	}
	c.spend(to)
}

func (c *clock) spend(to int64) {
	if c.running != sensor.Stopped && to > c.at {
		side := c.running - sensor.WhiteRuns
		c.left[side] = max(0, c.left[side]-(to-c.at))
	}
	c.at = max(c.at, to)
}

// tell sends a reading. A clock shows whole seconds, a begun one as a whole.
func (c *clock) tell(at int64) {
	if c.each == 0 {
		return
	}
	r := sensor.Record{At: at, Word: sensor.Clock, Running: c.running}
	for side, left := range c.left {
		r.Times[side] = (left + 999) / 1000 * 1000
	}
	c.records = append(c.records, r)
}

// press is a player's lever going down. Only the one whose clock runs can do it.
func (c *clock) press(at int64, side placement.Color) {
	c.advance(at)
	c.left[side] += c.increment
	c.running = sensor.RunningFor(side.Other())
	c.records = append(c.records, sensor.Record{At: at, Word: sensor.Press, Side: side})
	c.tell(at)
}

// stop stops both sides.
func (c *clock) stop(at int64) {
	c.advance(at)
	c.running = sensor.Stopped
	if c.each == 0 {
		c.records = append(c.records, sensor.Record{At: at, Word: sensor.Pause})
	}
	c.tell(at)
}

// start lets one side's time run. At the very beginning a clock that sends no
// readings says nothing.
func (c *clock) start(at int64, side placement.Color) {
	c.advance(at)
	c.running = sensor.RunningFor(side)
	if c.each == 0 && len(c.records) > 0 {
		c.records = append(c.records, sensor.Record{At: at, Word: sensor.Resume})
	}
	c.tell(at)
}

// startClock sets the clock and starts it for the player to move. In between
// the players do what they do before a game.
func (g *game) startClock() {
	c := &g.clock
	if g.clocked {
		c.each, c.increment = g.profile.ClockEach, g.profile.Increment
		c.set(g.now, g.profile.Base)
	}
	g.begin()
	if !g.clocked {
		return
	}
	g.now += startAfter
	c.start(g.now, g.pos.Turn())
}

// startAfter is how long the men stand ready before the clock is started, in
// milliseconds; chosen.
const startAfter = 1500

// hurry is the share of his remaining time that a player thinks at most; chosen.
const hurry = 20

// think is how long the player to move thinks.
func (g *game) think() int64 {
	ms := g.profile.Think.draw(g.rng)
	if !g.clocked {
		return ms
	}
	return min(ms, g.clock.left[g.pos.Turn()]/hurry+g.profile.Increment/2)
}
