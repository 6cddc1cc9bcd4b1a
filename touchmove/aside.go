package touchmove

import (
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/sensor"
)

// aside is a game as it was before it was ended, and what came since. If the result is taken
// back, that is taken again, and the game is what it would have been.
type aside struct {
	before *Tracker
	inputs []input
	full   bool            // there was more input than is kept
	ending legality.Ending // by which a ply has ended the game; NoEnding: none has
	byEnd  bool            // which has completed the ply
}

// input is a record that came after the end, or a correction.
type input struct {
	event   Event
	record  sensor.Record
	command *Command // the correction; nil: a record
}

// tellsAs reports whether two inputs are readings of the clock, and the same time runs.
func (in *input) tellsAs(o *input) bool {
	return in.record.Word == sensor.Clock && o.record.Word == sensor.Clock && in.record.Running == o.record.Running
}

// mostInputs is how many records are kept: two hours of play.
const mostInputs = 4096

// setAside keeps the game as it is before it is ended. If a result corrects an earlier one,
// taking it back takes back both. The leg need not be copied: it takes nothing after the end, or else
// a ply has ended the game, and who takes that back begins another leg.
func (t *Tracker) setAside() {
	if t.phase >= Ended && t.aside != nil {
		return
	}
	before := *t
	before.found, before.aside = nil, nil
	before.plies, before.alerts, before.game = slices.Clone(t.plies), slices.Clone(t.alerts), *clone(&t.game)
	before.clock.presses.List = slices.Clone(t.clock.presses.List)
	t.aside = &aside{before: &before}
}

// endedByPly reports whether a ply has ended the game, and no person has entered anything since. Where there
// is a clock, its presses tell whether the players go on.
func (t *Tracker) endedByPly() bool {
	return t.phase >= Ended && t.aside != nil && t.aside.ending != legality.NoEnding && t.ended == 0 && t.clock.used
}

func (t *Tracker) keepInput(in input) {
	switch a := t.aside; {
	case a == nil || a.full:
	case len(a.inputs) == mostInputs:
		a.inputs, a.full = nil, true
	default:
		if n := len(a.inputs); n > 1 && in.tellsAs(&a.inputs[n-1]) && in.tellsAs(&a.inputs[n-2]) { // only the times have changed since
			a.inputs[n-1] = in
			return
		}
		a.inputs = append(a.inputs, in)
	}
}

// takesBack reports whether a command takes back an earlier end: that of the present game, or
// that of the last one if the present one may still be the same game.
func (t *Tracker) takesBack(c *Command) bool {
	return c.Verb == SetResult && c.Result == "*" && t.aside != nil && (c.GameID == "" || c.GameID == t.aside.before.game.ID)
}
