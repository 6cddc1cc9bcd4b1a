package engine

import (
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/laws"
)

var kings = [...]placement.Piece{placement.WhiteKing, placement.BlackKing}

func pauseRecord(at int64) sensor.Record  { return sensor.Record{At: at, Word: sensor.Pause} }
func resumeRecord(at int64) sensor.Record { return sensor.Record{At: at, Word: sensor.Resume} }

// tellClock tells the leg that a person has stopped or started the clocks.
func (t *Tracker) tellClock(r sensor.Record) {
	if t.follows() {
		t.takeFound(t.leg.step(&r))
	}
	t.clockTurned()
}

// refuseOver refuses what is too late once the game has ended.
func (t *Tracker) refuseOver(*touchmove.Command) *touchmove.Refusal {
	if t.phase < touchmove.Ended {
		return nil
	}
	return touchmove.TooLate(t.game.Result, t.ending, t.ended)
}

// refuseEnded refuses a claim of a player after the game has ended, even by a move that is
// not settled yet (5.1.1, 5.2.1, 5.2.2, 9.6).
func (t *Tracker) refuseEnded(c *touchmove.Command) *touchmove.Refusal {
	if r := t.refuseOver(c); r != nil || !t.follows() {
		return r
	}
	if e, result := t.leg.referee.EndedBy(t.leg.track.View(), askedPositions); e != legality.NoEnding {
		return touchmove.TooLate(result, e, 0)
	}
	return nil
}

func (t *Tracker) refuseResult(c *touchmove.Command) *touchmove.Refusal {
	if c.Result == "*" && !t.takesBack(c) && t.phase <= touchmove.Waiting && len(t.plies) == 0 && t.board.changes == t.opened {
		return cannot("nothing has been played in this game, and it has no result to take back")
	}
	return nil
}

// doResult takes a result from a person, or takes an earlier one back.
func (t *Tracker) doResult(c *touchmove.Command) {
	if t.takesBack(c) {
		t.takeBackResult()
		return
	}
	t.report(c.Result, c.Termination, laws.TopicResult, touchmove.Finding{Side: laws.Both, How: laws.ByEntry})
}

// doResign ends the game. The player who resigns loses it; under some rules it is drawn if
// the opponent cannot mate.
func (t *Tracker) doResign(c *touchmove.Command) {
	result, f := laws.LostBy(c.Side), touchmove.Finding{Side: laws.PartyOf(c.Side), How: laws.ByResignation}
	if t.cfg.Rules.Has(laws.TopicResign, laws.OrDraws) {
		if answer, _ := t.position().CanMate(c.Side.Other(), askedPositions, nil); answer == legality.No {
			result = "1/2-1/2"
			f.Why = []touchmove.Reason{{Article: t.cfg.Rules.Article(laws.TopicResign), Text: "the opponent cannot mate by any series of legal moves"}}
		}
	}
	t.report(result, "", laws.TopicResign, f)
}

// askedPositions is how many positions are searched for a mate at a resignation: 0.2 s at
// worst.
const askedPositions = 1 << 17

func (t *Tracker) refuseDraw(c *touchmove.Command) *touchmove.Refusal {
	if r := t.refuseEnded(c); r != nil {
		return r
	}
	if t.cfg.Rules.Has(laws.TopicAgreed, laws.WhenBothMoved) && !t.bothMoved() {
		return cannot("a draw can be agreed only when both players have made a move (%s); a result that the arbiter enters is taken", t.cfg.Rules.Article(laws.TopicAgreed))
	}
	return nil
}

func (t *Tracker) bothMoved() bool {
	return t.position().FullmoveNumber() > 1 || !laws.AtHome(&t.start)
}

func (t *Tracker) doDraw(*touchmove.Command) {
	f := touchmove.Finding{Side: laws.Both, How: laws.ByAgreement}
	if t.cfg.Rules.Has(laws.TopicAgreed, laws.WhenOffered) && !t.bothMoved() {
		f.Why = []touchmove.Reason{{Article: "12.5", Text: "no move had been made: an offer then is valid, but against the rules"}}
	}
	t.report("1/2-1/2", "", laws.TopicAgreed, f)
}

// report ends the game with a result given by people. Plies that were made but not completed
// belong to the game. Once the game is over nothing can be corrected, so irregular plies
// stand.
func (t *Tracker) report(result, termination string, by laws.Topic, f touchmove.Finding) {
	t.setAside()
	if t.clock.stopped && !t.over() && !t.reset.shown && t.board.differ(t.position().Placement()) != 0 {
		t.say(touchmove.Finding{Code: laws.BoardReset, Side: laws.Both})
	}
	if !t.over() && result != "*" {
		t.finish()
	}
	if termination == "" && result != "*" {
		termination = "normal"
	}
	f.Code, f.Text, f.Article = laws.ResultReported, result, t.cfg.Rules.Article(by)
	t.say(f)
	t.ended, t.ending = by, legality.NoEnding
	t.end(result, termination)
}

// finish keeps all plies that have been made.
func (t *Tracker) finish() {
	t.plies = slices.Clone(t.plies)
	for i := range t.plies {
		switch p := &t.plies[i]; p.State {
		case touchmove.StateProvisional:
			p.State = touchmove.StateMade
		case touchmove.StateIllegalMade, touchmove.StateIllegalCompleted:
			p.State = touchmove.StateIllegalStands
		}
	}
}

// aside is a game as it was before it was ended, and what came since. If the result is taken
// back, that is taken again, and the game is what it would have been.
type aside struct {
	before *Tracker
	inputs []input
	full   bool // there was more input than is kept
}

// input is a record that came after the end.
type input struct {
	event  touchmove.Event
	record sensor.Record
}

// mostInputs is how many records are kept: two hours of play.
const mostInputs = 4096

// setAside keeps the game as it is before it is ended. If a result corrects an earlier one,
// taking it back takes back both. The leg takes nothing after the end, so that it need not be
// copied.
func (t *Tracker) setAside() {
	if t.phase >= touchmove.Ended && t.aside != nil {
		return
	}
	before := *t
	before.found, before.aside = nil, nil
	before.plies, before.alerts, before.game = slices.Clone(t.plies), slices.Clone(t.alerts), *clone(&t.game)
	before.clock.presses, before.clock.set = slices.Clone(t.clock.presses), t.clock.set.Clone()
	t.aside = &aside{before: &before}
}

func (t *Tracker) keepInput(in input) {
	switch a := t.aside; {
	case a == nil || a.full:
	case len(a.inputs) == mostInputs:
		a.inputs, a.full = nil, true
	default:
		if n := len(a.inputs); n > 0 && in.record.Word == sensor.Clock && a.inputs[n-1].record.Word == sensor.Clock && a.inputs[n-1].record.Running == in.record.Running {
			a.inputs[n-1] = in
			return
		}
		a.inputs = append(a.inputs, in)
	}
}

// takesBack reports whether a command takes back an earlier end: that of the present game, or
// that of the last one if the present one may still be the same game.
func (t *Tracker) takesBack(c *touchmove.Command) bool {
	return c.Verb == touchmove.SetResult && c.Result == "*" && t.aside != nil && (c.GameID == "" || c.GameID == t.aside.before.game.ID)
}

// takeBackResult goes on with the game that was ended, and with what has been played since.
func (t *Tracker) takeBackResult() {
	a, now, found := t.aside, *t, t.found
	was, tags := now.game.Result, now.game.Tags
	if now.game.ID != a.before.game.ID {
		was, tags = now.last.Result, a.before.game.Tags
	}
	*t = *a.before
	if t.follows() && t.leg.referee.Result() != "*" {
		t.cut(len(t.plies), nil) // the rules had ended it, and do so no more
		t.show()
	}
	var missed []touchmove.Finding
	for _, in := range a.inputs {
		for _, f := range t.Step(in.event, in.record) {
			if f.Level != laws.Info {
				missed = append(missed, f)
			}
		}
	}
	rev := now.game.Rev
	t.begin(now.event, now.now)
	t.cfg, t.number = now.cfg, now.number
	t.game.Rev, t.game.Tags = rev, tags
	t.found = found
	t.touch()
	if a.full {
		t.show()
	}
	t.say(touchmove.Finding{Code: laws.ResultTakenBack, Side: laws.Both, Text: was})
	for _, f := range missed {
		f.Event, f.At = t.event, t.now
		t.found = append(t.found, f)
	}
}
