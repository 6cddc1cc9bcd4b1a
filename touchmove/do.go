package touchmove

import (
	"fmt"
	"maps"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/sensor"
)

// Do carries out a command, or refuses it with a *Refusal and changes nothing.
// The slice is valid until the next call.
func (t *Tracker) Do(event int, at int64, c Command) ([]Finding, error) {
	t.begin(event, at)
	if err := t.refuse(&c); err != nil {
		t.say(Finding{Code: CommandRefused, Side: Both, Text: err.Message})
		return t.found, err
	}
	t.touchGame()
	deeds[c.Verb].do(t, &c)
	t.evaluate()
	return t.found, nil
}

// deed is how a command is carried out.
type deed struct {
	do     func(*Tracker, *Command)
	refuse func(*Tracker, *Command) *Refusal // why it may not be done now, nil if it may; a deed without it always may
}

var deeds = [...]deed{
	NewGame:     {do: (*Tracker).doNewGame},
	SetTags:     {do: (*Tracker).doTags},
	SetResult:   {do: (*Tracker).doResult},
	PauseGame:   {func(t *Tracker, _ *Command) { t.clock.held = true; t.stopClock() }, (*Tracker).refusePause},
	ResumeGame:  {func(t *Tracker, _ *Command) { t.startClock(sensor.Stopped) }, (*Tracker).refuseResume},
	Inspect:     {do: func(t *Tracker, _ *Command) { t.inspect() }},
	Adjust:      {(*Tracker).doAdjust, (*Tracker).refuseAdjust},
	Ruling:      {(*Tracker).doRuling, (*Tracker).refuseRuling},
	Takeback:    {(*Tracker).doTakeback, (*Tracker).refuseTakeback},
	SetPosition: {(*Tracker).doSetPosition, (*Tracker).refuseSetPosition},
	Correct:     {(*Tracker).doCorrect, (*Tracker).refuseCorrect},
	Resign:      {(*Tracker).doResign, (*Tracker).refuseOver},
	AgreeDraw:   {(*Tracker).doDraw, (*Tracker).refuseOver},
	AnswerDead:  {(*Tracker).doAnswerDead, (*Tracker).refuseAnswerDead},
}

// refuse says why a command may not be done now; nil if it may.
func (t *Tracker) refuse(c *Command) *Refusal {
	switch {
	case int(c.Verb) >= len(deeds) || deeds[c.Verb].do == nil:
		return &Refusal{"not_supported", "this command is not supported"}
	case c.IfRev >= 0 && c.IfRev != t.game.Rev:
		return &Refusal{"stale_rev", fmt.Sprintf("the game is at rev %d", t.game.Rev)}
	case c.Verb != NewGame && c.GameID != "" && c.GameID != t.game.ID:
		return &Refusal{"other_game", fmt.Sprintf("the game is %q", t.game.ID)}
	case deeds[c.Verb].refuse != nil:
		return deeds[c.Verb].refuse(t, c)
	}
	return nil
}

func (t *Tracker) refusePause(*Command) *Refusal {
	if t.over() || t.clock.stopped {
		return cannot("the clocks stand still already, or the game is over")
	}
	return nil
}

func (t *Tracker) refuseResume(*Command) *Refusal {
	if t.over() || !t.clock.stopped {
		return cannot("the clocks are not stopped, or the game is over")
	}
	return nil
}

// refuseOver refuses what is too late once the game has ended.
func (t *Tracker) refuseOver(*Command) *Refusal {
	if t.phase >= Ended {
		return cannot("the game is over: %s", t.game.Result)
	}
	return nil
}

func (t *Tracker) doNewGame(c *Command) {
	if c.Rules != nil {
		t.cfg.Rules = t.cfg.settled(c.Rules)
	}
	start := legality.Initial()
	if c.Start != nil {
		start = *c.Start
	}
	t.nextGame(start)
	if c.GameID != "" {
		t.game.ID = c.GameID
	}
	t.game.Tags = maps.Clone(c.Tags)
	if t.bestLine().diff != 0 {
		t.become(Setup)
	}
	t.judgeArray(t.spine.Position())
}

func (t *Tracker) doTags(c *Command) {
	tags := maps.Clone(t.game.Tags)
	if tags == nil {
		tags = map[string]string{}
	}
	maps.Copy(tags, c.Tags)
	t.game.Tags = tags
}

// Refuse takes note of a command that could not be read.
func (t *Tracker) Refuse(event int, at int64, why error) []Finding {
	t.begin(event, at)
	t.say(Finding{Code: CommandRefused, Side: Both, Text: why.Error()})
	return t.found
}
