package engine

import (
	"slices"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/laws"
)

// clock is the state of the chess clock.
type clock struct {
	used    bool           // there is a clock
	running sensor.Running // whose time runs, as the clock or a press has said last
	known   bool           // running has been said
	heard   bool           // it has reported something in this game
	stopped bool           // both sides are known to stand still
	held    bool           // a person has stopped the clock: nothing that it reports undoes that
	presses []press        // of the game, in order
	times   [2]int64       // as reported last, by Color
	read    bool           // they have been
	at      int64          // when
	set     laws.Presses   // for what an arbiter may set it to
}

// press is a press, and what the clock showed after it for the player who pressed.
type press struct {
	by    placement.Color
	at    int64
	left  int64 // -1 not known
	shown bool  // a report has shown it
}

// timesMs is how long after a press the next report of the clock still belongs to it. The
// maker says that a report may lag by up to a second.
const timesMs = 1500

// mostPresses is how many presses are kept: more than a game has.
const mostPresses = 1024

// hearClock notes what a record of the clock says. It returns whether the leg is to have it.
func (t *Tracker) hearClock(r *sensor.Record) bool {
	c := &t.clock
	if r.Word == sensor.Clock {
		g := &t.game.Clocks
		g.Attached, g.Known, g.Times, g.Running, g.At = true, true, r.Times, r.Running, t.now
		t.touch()
	}
	if t.cfg.Clock == touchmove.ClockNo {
		return false
	}
	c.used, c.heard = true, true
	if r.Word == sensor.Clock {
		c.note(r)
	}
	before, running := c.stopped, c.running
	switch {
	case c.held && r.Word != sensor.Press && r.Word != sensor.Flag && !t.setUpAgain():
		return false
	case r.Word == sensor.Press:
		c.press(r.Side, r.At)
	case r.Word == sensor.Pause, r.Word == sensor.Clock && r.Running == sensor.Stopped:
		c.stopped = true
	case r.Word == sensor.Resume:
		c.stopped = false
	case r.Word == sensor.Clock:
		c.stopped = false
		if n := len(c.presses); n == 0 || r.At-c.presses[n-1].at > timesMs || !r.Running.Is(c.presses[n-1].by) {
			c.running, c.known = r.Running, true
		}
	}
	if c.stopped {
		t.game.Clocks.Running = sensor.Stopped
	}
	switch {
	case before != c.stopped:
		if c.set.Start(r.At, c.runs()); c.stopped {
			c.set.Stop(r.At)
		}
		t.clockTurned()
	case running != c.running && r.Word == sensor.Clock:
		c.set.Start(r.At, c.runs())
	}
	return true
}

// runs is whose time runs; Both if nobody's.
func (c *clock) runs() laws.Party {
	for _, side := range [...]placement.Color{placement.White, placement.Black} {
		if c.running.Is(side) {
			return laws.PartyOf(side)
		}
	}
	return laws.Both
}

// pressesBefore completes the last ply before the leg, if a record is its press. The leg
// learns whose time runs.
func (t *Tracker) pressesBefore(r *sensor.Record) bool {
	n := len(t.before)
	if r.Word != sensor.Press || !t.follows() || n == 0 || len(t.plies) > n || t.before[n-1].Side != r.Side ||
		t.before[n-1].State != touchmove.StateMade || t.clock.stopped {
		return false
	}
	t.plies = slices.Clone(t.plies)
	t.before = t.plies
	p := &t.plies[n-1]
	p.CompletedAt = r.At
	if t.cfg.Rules.Completes() {
		p.State = touchmove.StateCompleted
		t.say(touchmove.Finding{Code: laws.MoveCompleted, Side: laws.PartyOf(p.Side), Ply: p.Number, UCI: p.UCI, SAN: p.SAN})
	}
	p.Clock = t.clock.leftAfter(p)
	t.takeFound(t.leg.step(&sensor.Record{At: r.At, Word: sensor.Clock, Running: t.clock.running}))
	return true
}

// press notes a press.
func (c *clock) press(by placement.Color, at int64) {
	if c.known && !c.running.Is(by) {
		return // that completes nothing
	}
	c.set.Press(by, at)
	c.running, c.known = sensor.RunningFor(by.Other()), true
	left := int64(-1)
	if c.read && at-c.at <= timesMs {
		left = c.times[side(by)]
	}
	c.presses = append(c.presses, press{by: by, at: at, left: left})
	if n := len(c.presses) - mostPresses; n > 0 {
		c.presses = slices.Delete(c.presses, 0, n)
	}
}

// note takes a report of the clock. It shows the time of the player who pressed last, unless
// that time still runs in it: then the report is older than the press.
func (c *clock) note(r *sensor.Record) {
	was := c.running
	c.running = r.Running
	runs, waits := c.runs(), len(c.presses) > 0 && r.At-c.presses[len(c.presses)-1].at <= timesMs
	c.running = was
	c.set.Read(r.At, r.Times, runs, waits, c.stopped)
	if n := len(c.presses); n > 0 {
		if p := &c.presses[n-1]; r.At-p.at <= timesMs {
			p.left = r.Times[side(p.by)]
			p.shown = p.shown || !r.Running.Is(p.by)
		}
	}
	c.times, c.read, c.at = r.Times, true, r.At
}

// leftAfter is the time that the clock showed for a player after his ply; -1 if that is not
// known.
func (c *clock) leftAfter(p *touchmove.Ply) int64 {
	for i := len(c.presses) - 1; i >= 0; i-- {
		if o := &c.presses[i]; o.by == p.Side && o.at == p.CompletedAt {
			return o.left
		}
	}
	return -1
}

// awaitsTime reports whether the clock reports times but has not yet reported the one after
// the press of a ply. Without waiting, a ply would be published with the time before its
// press.
func (t *Tracker) awaitsTime(p *touchmove.Ply) bool {
	n := len(t.clock.presses)
	if n == 0 || t.over() {
		return false
	}
	last := &t.clock.presses[n-1]
	return last.by == p.Side && last.at == p.CompletedAt && !last.shown && p.Clock >= 0 && !t.after(last.at+timesMs)
}

// complement adds to a finding what the referee does not know: what the clock may be set to.
func (t *Tracker) complement(f *touchmove.Finding) {
	r := f.Remedy
	if r == nil || r.Offence == 0 || f.Code == laws.IllegalSecond || f.Code == laws.IllegalThird || r.Result != "" && !t.cfg.Rules.WinOnClaim() {
		return
	}
	by := placement.Color(f.Side - laws.ByWhite)
	for i := len(t.clock.presses) - 1; i >= 0; i-- {
		if p := &t.clock.presses[i]; p.by == by {
			copied, added := *r, touchmove.Times{}
			*added.Of(by.Other()) = 1000 * int64(r.OpponentGains)
			copied.Clock = t.clockToSet(p.at, f.Ply, added)
			f.Remedy = &copied
			return
		}
	}
}

// clockToSet is what the clock may be set to at a press by which a ply was completed.
func (t *Tracker) clockToSet(at int64, ply int, added touchmove.Times) *touchmove.ClockProposal {
	return t.cfg.Rules.Propose(&t.clock.set, at, t.game.Tags["TimeControl"], (t.start.Ply()+ply+1)/2, added)
}

// clockBefore is what the clock may be set to when the plies from one on are taken back.
func (t *Tracker) clockBefore(ply int) *touchmove.ClockProposal {
	if ply < 1 || ply > len(t.plies) {
		return nil
	}
	return t.clockToSet(t.plies[ply-1].CompletedAt, ply, touchmove.Times{})
}

// asRecords is what a new leg has to hear of the clock.
func (c *clock) asRecords(now int64) (all []sensor.Record) {
	if c.used && c.known {
		all = append(all, sensor.Record{At: now, Word: sensor.Clock, Running: c.running})
	}
	if c.stopped {
		all = append(all, sensor.Record{At: now, Word: sensor.Pause})
	}
	return all
}

func boardRecord(at int64, p *placement.Placement) *sensor.Record {
	return &sensor.Record{At: at, Word: sensor.Board, Placement: *p}
}
