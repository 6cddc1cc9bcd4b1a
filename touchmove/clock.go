package touchmove

import (
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove/laws"
)

// clock is the state of the chess clock.
type clock struct {
	used    bool           // there is a clock
	running sensor.Running // whose time runs, as the clock or a press has said last
	known   bool           // running has been said
	heard   bool           // it has reported something in this game
	stopped bool           // both sides are known to stand still
	started int64          // when they were started last after that
	held    bool           // a person has stopped the clock: nothing that it reports undoes that
	presses *laws.Presses  // of the game
}

// runs is whose time runs; Both if nobody's.
func runs(running sensor.Running) laws.Party {
	for _, side := range [...]placement.Color{placement.White, placement.Black} {
		if running.Is(side) {
			return laws.PartyOf(side)
		}
	}
	return laws.Both
}

// press notes a press, and what the clock has reported last.
func (c *clock) press(by placement.Color, at int64, last *Clocks) {
	if c.known && !c.running.Is(by) {
		return // that completes nothing
	}
	c.running, c.known = sensor.RunningFor(by.Other()), true
	left := int64(-1)
	if last.Known && at-last.At <= laws.LagMs {
		left = last.Times[by]
	}
	c.presses.Press(by, at, left)
}

// unheard notes a press that only a report shows: the time of the other player runs in it.
func (c *clock) unheard(r *sensor.Record) {
	for _, by := range [...]placement.Color{placement.White, placement.Black} {
		if c.running.Is(by) && r.Running.Is(by.Other()) {
			c.presses.Press(by, r.At, r.Times[by])
			c.presses.Last().Shown = true
		}
	}
}

// leftAfter is the time that the clock showed for a player after his ply; -1 if that is not
// known.
func (c *clock) leftAfter(p *Ply) int64 {
	for i := len(c.presses.List) - 1; i >= 0; i-- {
		if o := &c.presses.List[i]; o.By == p.Side && o.At == p.CompletedAt {
			return o.Left
		}
	}
	return -1
}

// complement adds to a finding against a press what the referee does not know: what the clock may
// be set to. Without an Offence the remedy is for no irregular ply that was completed, so that no
// press is to be made good; the side of such a finding is a player, ByWhite or the next.
func (t *Tracker) complement(f *Finding) {
	r := f.Remedy
	if r == nil || r.Offence == 0 || f.Code == laws.IllegalSecond || f.Code == laws.IllegalThird || r.Result != "" && !t.cfg.Rules.WinOnClaim() {
		return
	}
	by := placement.Color(f.Side - laws.ByWhite)
	for i := len(t.clock.presses.List) - 1; i >= 0; i-- {
		if p := &t.clock.presses.List[i]; p.By == by {
			f.Remedy = t.withClock(r, by, p.At, f.Ply)
			return
		}
	}
}

// withClock adds to the remedy of an irregular press, by which a player completed a ply, what
// the clock may be set to. If play goes back to before an earlier irregular ply, each of them
// has cost its player time.
func (t *Tracker) withClock(r *Remedy, by placement.Color, at int64, ply int) *Remedy {
	copied, added := *r, Times{}
	*added.Of(by.Other()) = 1000 * int64(r.OpponentGains)
	if plies, first := t.leg.referee.Plies(), r.FromPly-1-t.before; first >= 0 && first < len(plies) {
		at = plies[first].DoneAt
		for i := first; i < min(ply-1-t.before, len(plies)); i++ {
			if f := t.leg.referee.ChargeOf(i); f != nil && f.Remedy != nil && plies[i].Illegal {
				*added.Of(plies[i].Side.Other()) += 1000 * int64(f.Remedy.OpponentGains)
			}
		}
		ply = r.FromPly
	}
	copied.Clock = t.clockToSet(at, ply, added)
	return &copied
}

// clockToSet is what the clock may be set to at a press by which a ply was completed.
func (t *Tracker) clockToSet(at int64, ply int, added Times) *ClockProposal {
	return t.cfg.Rules.Propose(t.clock.presses, at, t.game.Tags["TimeControl"], (t.game.Start.Ply()+ply+1)/2, added)
}

// clockBefore is what the clock may be set to when the plies from one on are taken back.
func (t *Tracker) clockBefore(ply int) *ClockProposal {
	if ply < 1 || ply > len(t.plies) {
		return nil
	}
	return t.clockToSet(t.plies[ply-1].CompletedAt, ply, Times{})
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
