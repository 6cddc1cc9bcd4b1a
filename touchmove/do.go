package touchmove

import (
	"cmp"
	"fmt"
	"maps"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove/laws"
	"github.com/boardd/boardd/touchmove/referee"
)

// deed is how a command is carried out.
type deed struct {
	do     func(*Tracker, *Command) *Refusal // if it refuses, it has changed nothing
	inGame bool                              // it is too late for it once the game has ended
}

var deeds = map[Verb]deed{
	NewGame:     {(*Tracker).doNewGame, false},
	SetTags:     {(*Tracker).doTags, false},
	SetResult:   {(*Tracker).doResult, false},
	PauseGame:   {(*Tracker).doPause, false},
	ResumeGame:  {(*Tracker).doResume, false},
	Inspect:     {(*Tracker).doInspect, false},
	Adjust:      {(*Tracker).doAdjust, false},
	Ruling:      {(*Tracker).doRuling, true},
	Takeback:    {(*Tracker).doTakeback, true},
	SetPosition: {(*Tracker).doSetPosition, true},
	Correct:     {(*Tracker).doCorrect, false},
	Resign:      {(*Tracker).doResign, true},
	AgreeDraw:   {(*Tracker).doDraw, true},
	AnswerDead:  {(*Tracker).doAnswerDead, false},
	AnswerMate:  {(*Tracker).doAnswerMate, false},
}

// Do carries out a command, or changes nothing and returns a *Refusal. The slice is valid
// until the next call.
func (t *Tracker) Do(event Event, at int64, c Command) ([]Finding, error) {
	t.begin(event, at)
	t.because("a command changes the game")
	err := t.carryOut(&c)
	t.because("")
	if err != nil {
		return t.refused(err), err
	}
	t.dirty = true
	t.evaluate()
	return t.found, nil
}

func (t *Tracker) carryOut(c *Command) *Refusal {
	d, known := deeds[c.Verb]
	switch {
	case !known:
		return &Refusal{Code: "not_supported", Message: "this command is not supported"}
	case c.IfRev != nil && *c.IfRev != t.game.Rev:
		return &Refusal{Code: "stale_rev", Message: fmt.Sprintf("the game is at rev %d", t.game.Rev)}
	case c.Verb != NewGame && c.GameID != "" && c.GameID != t.game.ID && !t.takesBack(c):
		return &Refusal{Code: "other_game", Message: fmt.Sprintf("the game is %q", t.game.ID)}
	case d.inGame && t.phase >= Ended:
		return tooLate(t.game.Result, t.ending, t.ended)
	}
	return d.do(t, c)
}

func badTags(tags map[string]string) *Refusal {
	if err := CheckTags(tags); err != nil {
		return &Refusal{Code: "bad_value", Message: err.Error()}
	}
	return nil
}

func merged(tags, given map[string]string) map[string]string {
	all := map[string]string{}
	maps.Copy(all, tags)
	maps.Copy(all, given)
	return all
}

func (t *Tracker) doNewGame(c *Command) *Refusal {
	tags := maps.Clone(c.Tags)
	if !c.Whole {
		tags = merged(t.keptTags(), c.Tags)
	}
	if r := badTags(tags); r != nil {
		return r
	}
	t.cfg.setRules(cmp.Or(c.Rules, t.cfg.Rules))
	start := legality.Initial()
	if c.Start != nil {
		start = *c.Start
	}
	t.nextGame(start, tags)
	t.aside = nil
	t.game.ID = cmp.Or(c.GameID, t.game.ID)
	if t.board.differ(start.Placement()) != 0 {
		t.become(Setup)
		return nil
	}
	t.wakeLeg(t.now)
	return nil
}

func (t *Tracker) doTags(c *Command) *Refusal {
	tags := merged(t.game.Tags, c.Tags)
	if r := badTags(tags); r != nil {
		return r
	}
	t.game.Tags = tags
	t.leg.referee.SetTimeControl(tags["TimeControl"])
	return nil
}

func (t *Tracker) doPause(*Command) *Refusal {
	if t.over() || t.clock.stopped {
		return cannot("the clocks stand still already, or the game is over")
	}
	t.clock.held, t.clock.stopped = true, true
	t.tellClock(sensor.Pause)
	return nil
}

func (t *Tracker) doResume(*Command) *Refusal {
	if t.over() || !t.clock.stopped {
		return cannot("the clocks are not stopped, or the game is over")
	}
	t.clock.held, t.clock.stopped, t.clock.started = false, false, t.now
	t.tellClock(sensor.Resume)
	return nil
}

// doInspect says again what is irregular now, and what binds the player having the move.
func (t *Tracker) doInspect(*Command) *Refusal {
	for _, a := range t.alerts {
		t.say(a.Finding)
	}
	if t.follows() {
		for _, f := range t.leg.referee.Standing() {
			if !t.alerted(f.Code) {
				t.say(f)
			}
		}
	}
	return nil
}

func (t *Tracker) doAdjust(c *Command) *Refusal {
	switch {
	case t.over():
		return cannot("the game is over: nothing that is touched binds")
	case !t.follows() || t.clock.stopped:
		return cannot("play is not on: nothing that is touched binds")
	case !t.cfg.Rules.Has(laws.TopicAdjust, laws.IfSaid) && t.position().Turn() != c.Side:
		return cannot("only the player having the move may adjust, and that is not %s", [...]string{"White", "Black"}[c.Side])
	}
	t.leg.referee.Adjusting(referee.Adjustment{Side: t.position().Turn(), Ply: len(t.plies) + 1, From: t.now, To: t.now + 1000*int64(c.Seconds)})
	return nil
}
