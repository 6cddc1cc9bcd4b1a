package touchmove

import (
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove/laws"
)

// clock is the state of the chess clock.
type clock struct {
	used    bool         // there is a clock
	runs    laws.Party   // whose time runs, as the clock or a press has said last; Both: nothing has said it
	said    int64        // when it was said
	heard   bool         // it has reported something in this game
	stopped bool         // both sides are known to stand still
	started int64        // when they were started last after that
	held    bool         // a person has stopped the clock: nothing that it reports undoes that
	presses laws.Presses // of the game
}

// press notes a press, and what the clock has reported last.
func (c *clock) press(by placement.Color, at int64, last *Clocks) {
	if c.runs == laws.PartyOf(by.Other()) {
		return // that completes nothing
	}
	c.runs, c.said = laws.PartyOf(by.Other()), at
	left := int64(-1)
	if last.Known && at-last.At <= laws.LagMs {
		left = last.Times[by]
	}
	c.presses.Press(by, at, left)
}

// shows is the press that a reading of the clock shows and that has not been told: the time of the other player
// runs. nil if it shows none. Whose time runs when the clock is started again, somebody may have set.
func (c *clock) shows(r *sensor.Record) *sensor.Record {
	if r.Word != sensor.Clock || r.Running == sensor.Stopped || c.stopped || c.said < c.started || c.runs == laws.Both || c.runs == laws.Party(r.Running) || c.older(r) {
		return nil
	}
	return &sensor.Record{At: r.At, Word: sensor.Press, Side: c.runs.Color()}
}

// older reports whether a reading of the clock is older than the last press while it went.
func (c *clock) older(r *sensor.Record) bool {
	last := c.presses.Last()
	return r.Word == sensor.Clock && last != nil && last.At >= c.started && r.At-last.At <= laws.LagMs && !last.Shown && laws.Party(r.Running) == laws.PartyOf(last.By)
}

// wasShown notes that the last press was shown, and not told; but for one with which another game has begun.
func (c *clock) wasShown(r *sensor.Record) {
	if last := c.presses.Last(); last != nil && last.At == r.At && last.By == r.Side {
		last.Untold = true
	}
}

// known reports whether a press has been shown before it is told.
func (c *clock) known(r *sensor.Record) bool {
	last := c.presses.Last()
	return r.Word == sensor.Press && last != nil && last.Untold && r.Side == last.By && r.At-last.At <= laws.LagMs
}

// leftAfter is the time that the clock showed for a player after his ply; -1 if that is not
// known.
func (c *clock) leftAfter(p *Ply) int64 {
	if press := c.presses.Of(p.Side, p.CompletedAt); press != nil {
		return press.Left
	}
	return -1
}

// complement adds to a finding against a press what the referee does not know: what the clock may
// be set to. A remedy without an Offence is for no irregular ply that was completed, so that no press
// is to be made good. The side of a finding with one is a player, never Both or Somebody.
func (t *Tracker) complement(f *Finding) {
	r := f.Remedy
	if r == nil || r.Offence == 0 || f.Code == laws.IllegalSecond || f.Code == laws.IllegalThird || r.Result != "" && !t.cfg.Rules.WinOnClaim() {
		return
	}
	by := f.Side.Color()
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
		by, at = plies[first].Side, plies[first].DoneAt
		for i := first; i < min(ply-1-t.before, len(plies)); i++ {
			if f := t.leg.referee.ChargeOf(i); f != nil && f.Remedy != nil && plies[i].Illegal {
				*added.Of(plies[i].Side.Other()) += 1000 * int64(f.Remedy.OpponentGains)
			}
		}
		ply = r.FromPly
	}
	copied.Clock = t.clockToSet(by, at, ply, added)
	return &copied
}

// clockToSet is what the clock may be set to at a press by which a ply was completed.
func (t *Tracker) clockToSet(by placement.Color, at int64, ply int, added Times) *ClockProposal {
	move := (t.game.Start.Ply() + ply + 1) / 2
	return t.cfg.Rules.Propose(t.clock.presses.Of(by, at), t.game.Tags["TimeControl"], move, added)
}

// clockBefore is what the clock may be set to when the plies from one on are taken back.
func (t *Tracker) clockBefore(ply int) *ClockProposal {
	if ply < 1 || ply > len(t.plies) {
		return nil
	}
	return t.clockToSet(t.plies[ply-1].Side, t.plies[ply-1].CompletedAt, ply, Times{})
}

// asRecords is what a new leg has to hear of the clock.
func (c *clock) asRecords(now int64) (all []sensor.Record) {
	if c.used && c.runs != laws.Both {
		all = append(all, sensor.Record{At: now, Word: sensor.Clock, Running: sensor.Running(c.runs)})
	}
	if c.stopped {
		all = append(all, sensor.Record{At: now, Word: sensor.Pause})
	}
	return all
}
