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
	do     func(*Tracker, *Command)
	refuse func(*Tracker, *Command) *Refusal // why it is not possible now; nil: it is
	inGame bool                              // it is too late for it once the game has ended
}

var deeds = map[Verb]deed{
	NewGame:     {(*Tracker).doNewGame, (*Tracker).refuseNewGame, false},
	SetTags:     {(*Tracker).doTags, (*Tracker).refuseTags, false},
	SetResult:   {(*Tracker).doResult, (*Tracker).refuseResult, false},
	PauseGame:   {(*Tracker).doPause, (*Tracker).refusePause, false},
	ResumeGame:  {(*Tracker).doResume, (*Tracker).refuseResume, false},
	Inspect:     {(*Tracker).doInspect, nil, false},
	Adjust:      {(*Tracker).doAdjust, (*Tracker).refuseAdjust, false},
	Ruling:      {(*Tracker).doRuling, (*Tracker).refuseRuling, true},
	Takeback:    {(*Tracker).doTakeback, (*Tracker).refuseTakeback, true},
	SetPosition: {(*Tracker).doSetPosition, (*Tracker).refuseSetPosition, true},
	Correct:     {(*Tracker).doCorrect, (*Tracker).refuseCorrect, false},
	Resign:      {(*Tracker).doResign, (*Tracker).refuseEnded, true},
	AgreeDraw:   {(*Tracker).doDraw, (*Tracker).refuseDraw, true},
	AnswerDead:  {(*Tracker).doAnswerDead, (*Tracker).refuseAnswerDead, false},
	AnswerMate:  {(*Tracker).doAnswerMate, (*Tracker).refuseAnswerMate, false},
}

// Do carries out a command, or changes nothing and returns a *Refusal. The slice is valid
// until the next call.
func (t *Tracker) Do(event Event, at int64, c Command) ([]Finding, error) {
	t.begin(event, at)
	if err := t.refuse(&c); err != nil {
		t.say(Finding{Code: laws.CommandRefused, Side: laws.Both, Text: err.Message})
		return t.found, err
	}
	if c.Verb == Correct && t.over() && !t.MayGoBack() {
		again := c
		t.keepInput(input{event: event, record: sensor.Record{At: at}, command: &again})
	}
	t.dirty = true
	t.because("a command changes the game")
	deeds[c.Verb].do(t, &c)
	t.because("")
	t.evaluate()
	return t.found, nil
}

func (t *Tracker) refuse(c *Command) *Refusal {
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
	case d.refuse != nil:
		return d.refuse(t, c)
	}
	return nil
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

func (t *Tracker) tagsOfNew(c *Command) map[string]string {
	if c.Whole {
		return maps.Clone(c.Tags)
	}
	return merged(t.keptTags(), c.Tags)
}

func (t *Tracker) refuseNewGame(c *Command) *Refusal {
	return badTags(t.tagsOfNew(c))
}

func (t *Tracker) doNewGame(c *Command) {
	t.cfg.setRules(cmp.Or(c.Rules, t.cfg.Rules))
	start := legality.Initial()
	if c.Start != nil {
		start = *c.Start
	}
	t.nextGame(start, t.tagsOfNew(c))
	t.aside = nil
	t.game.ID = cmp.Or(c.GameID, t.game.ID)
	if t.board.differ(start.Placement()) != 0 {
		t.become(Setup)
		return
	}
	t.wakeLeg(t.now)
}

func (t *Tracker) refuseTags(c *Command) *Refusal {
	return badTags(merged(t.game.Tags, c.Tags))
}

func (t *Tracker) doTags(c *Command) {
	t.game.Tags = merged(t.game.Tags, c.Tags)
	t.leg.referee.SetTimeControl(t.game.Tags["TimeControl"])
}

func (t *Tracker) refusePause(*Command) *Refusal {
	if t.over() || t.clock.stopped {
		return cannot("the clocks stand still already, or the game is over")
	}
	return nil
}

func (t *Tracker) doPause(*Command) {
	t.clock.held, t.clock.stopped = true, true
	t.tellClock(sensor.Pause)
}

func (t *Tracker) refuseResume(*Command) *Refusal {
	if t.over() || !t.clock.stopped {
		return cannot("the clocks are not stopped, or the game is over")
	}
	return nil
}

func (t *Tracker) doResume(*Command) {
	t.clock.held, t.clock.stopped, t.clock.started = false, false, t.now
	t.tellClock(sensor.Resume)
}

// doInspect says again what is irregular now, and what binds the player having the move.
func (t *Tracker) doInspect(*Command) {
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
}

func (t *Tracker) refuseAdjust(c *Command) *Refusal {
	switch {
	case t.over():
		return cannot("the game is over: nothing that is touched binds")
	case !t.follows() || t.clock.stopped:
		return cannot("play is not on: nothing that is touched binds")
	case !t.cfg.Rules.Has(laws.TopicAdjust, laws.IfSaid) && t.position().Turn() != c.Side:
		return cannot("only the player having the move may adjust, and that is not %s", [...]string{"White", "Black"}[c.Side])
	}
	return nil
}

func (t *Tracker) doAdjust(c *Command) {
	t.leg.referee.Adjusting(referee.Adjustment{Side: t.position().Turn(), Ply: len(t.plies) + 1, From: t.now, To: t.now + 1000*int64(c.Seconds)})
}
