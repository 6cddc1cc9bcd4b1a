package touchmove

import (
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove/laws"
)

// doResult takes a result from a person, or takes one back, including one that the kings showed
// before they went back.
func (t *Tracker) doResult(c *Command) *Refusal {
	if c.Result == "*" && t.follows() && !t.over() {
		t.watchResult(true) // the end that is taken back may be that of a ply that has been made just now
	}
	switch {
	case t.takesBack(c):
		t.takeBackResult()
	case c.Result == "*" && t.phase <= Waiting && len(t.plies) == 0 && t.board.changes == t.opened:
		return cannot("nothing has been played in this game, and it has no result to take back")
	case c.Result == "*" && t.phase == ResultPending && t.signal.back:
		t.playOn(true)
		t.leg.track.Deny()
		t.wakeLeg(t.now)
	default:
		t.report(c.Result, c.Termination, laws.TopicResult, Finding{Side: laws.Both, How: laws.ByEntry})
	}
	return nil
}

// takeBackResult goes on with the game that was ended, and with what has been played since.
func (t *Tracker) takeBackResult() {
	a, now, found := t.aside, *t, t.found
	was, tags := now.game.Result, now.game.Tags
	if now.game.ID != a.before.game.ID {
		if tags = a.before.game.Tags; now.last != nil { // else nothing was played in it
			was = now.last.Result
		}
	}
	*t = *a.before
	if a.ending != legality.NoEnding {
		t.overrule(a)
	}
	missed := t.rerun(a.inputs, &now)
	t.cfg, t.number, t.found = now.cfg, now.number, found
	t.game.Rev, t.game.Tags = now.game.Rev, tags
	t.dirty = true
	if a.full {
		t.resumeFrom(&now)
	}
	t.say(Finding{Code: laws.ResultTakenBack, Side: laws.Both, Text: was})
	for _, f := range missed {
		f.Event, f.At = t.event, t.now
		t.found = append(t.found, f)
	}
}

// overrule lets the game go on although its last ply would have ended it.
func (t *Tracker) overrule(a *aside) {
	t.overruled = a.ending
	if a.byEnd {
		last := &t.plies[len(t.plies)-1]
		last.State, last.CompletedAt = StateMade, -1
	}
	t.cut(len(t.plies), nil)
	t.show()
}

// rerun takes what came since the end, and returns the findings that are not for information
// alone.
func (t *Tracker) rerun(inputs []input, now *Tracker) (missed []Finding) {
	take := func(found []Finding) {
		for _, f := range found {
			if f.Level != laws.Info || f.Code == laws.CommandRefused {
				missed = append(missed, f)
			}
		}
	}
	for _, in := range inputs {
		if in.command == nil {
			take(t.Step(in.event, in.record))
			continue
		}
		t.begin(in.event, in.record.At)
		if r := t.doCorrect(in.command); r != nil {
			t.refused(r)
		} else {
			t.evaluate()
		}
		take(t.found)
	}
	t.begin(now.event, now.now)
	take(t.found)
	return missed
}

// resumeFrom goes on from what board and clock show now, as after a time in which neither was
// connected.
func (t *Tracker) resumeFrom(now *Tracker) {
	t.clock, t.board, t.game.Clocks = now.clock, now.board, now.game.Clocks
	for _, on := range [...]bool{false, true} {
		t.stepLeg(&sensor.Record{At: t.now, Word: sensor.Link, On: on})
	}
	found := len(t.found)
	if t.show(); t.board.differ(t.BestPosition().Placement()) != 0 {
		t.found = t.found[:found] // nothing can be known of what was done
		t.because("nothing joins what was done since the end to the game")
		t.cut(len(t.plies), nil)
		t.await()
		t.sayLost(t.board.differ(t.position().Placement()))
	}
}
