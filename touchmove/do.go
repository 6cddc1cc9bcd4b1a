package touchmove

import (
	"fmt"
	"maps"
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/sensor"
)

// Do carries out a command, or refuses it with a *Refusal and changes nothing.
// The slice is valid until the next call.
func (t *Tracker) Do(event int, at int64, c Command) ([]Finding, error) {
	t.begin(event, at)
	if err := t.refuse(&c); err != nil {
		t.say(Finding{Code: CommandRefused, Side: Both, Text: err.Message})
		t.evaluate()
		return t.found, err
	}
	t.touchGame()
	verbs[c.Verb](t, &c)
	t.evaluate()
	return t.found, nil
}

var verbs = [...]func(*Tracker, *Command){
	NewGame:    (*Tracker).doNewGame,
	SetTags:    (*Tracker).doTags,
	SetResult:  (*Tracker).doResult,
	PauseGame:  func(t *Tracker, _ *Command) { t.clock.held = true; t.stopClock() },
	ResumeGame: func(t *Tracker, _ *Command) { t.startClock(sensor.Stopped) },
	Inspect:    func(t *Tracker, _ *Command) { t.inspect() },
}

// refuse says why a command may not be done now; nil if it may.
func (t *Tracker) refuse(c *Command) *Refusal {
	switch {
	case int(c.Verb) >= len(verbs) || verbs[c.Verb] == nil:
		return &Refusal{"not_supported", "this command is not supported"}
	case c.IfRev >= 0 && c.IfRev != t.game.Rev:
		return &Refusal{"stale_rev", fmt.Sprintf("the game is at rev %d", t.game.Rev)}
	case c.Verb != NewGame && c.GameID != "" && c.GameID != t.game.ID:
		return &Refusal{"other_game", fmt.Sprintf("the game is %q", t.game.ID)}
	case c.Verb == PauseGame && (t.over() || t.clock.stopped):
		return &Refusal{"bad_state", "the clocks stand still already, or the game is over"}
	case c.Verb == ResumeGame && (t.over() || !t.clock.stopped):
		return &Refusal{"bad_state", "the clocks are not stopped, or the game is over"}
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

// doResult takes the result from a person. Plies that were made but not
// completed belong to the game; once it is over nothing can be corrected any
// more, so what is irregular stands.
func (t *Tracker) doResult(c *Command) {
	if t.frozen() && !t.over() && t.board.differ(t.bestLine().pos().Placement()) != 0 {
		t.say(Finding{Code: BoardReset, Side: Both})
	}
	if c.Result != "*" {
		t.finish()
	}
	t.game.Result, t.game.Termination = c.Result, c.Termination
	if t.game.Termination == "" && c.Result != "*" {
		t.game.Termination = "normal"
	}
	t.say(Finding{Code: ResultReported, Side: Both, Text: c.Result})
	t.clearAllAlerts()
	t.become(Ended)
}

// finish confirms all plies of the best reading that have been made.
func (t *Tracker) finish() {
	l := *t.bestLine()
	l.n = t.undecided(&l)
	for i := range l.n {
		if !l.steps[i].legal() || !(l.steps[i].completed() || i < len(t.told) && t.told[i].made) {
			l.n = i
			break
		}
	}
	if t.irregular >= 0 {
		for i := t.irregular; i < len(t.plies); i++ {
			if t.plies[i].State.Illegal() {
				t.plies[i].State = StateIllegalStands
			}
			t.plies[i].Published = true
		}
		t.irregular = -1
	}
	for i := range l.n {
		state := max(StateMade, t.state(&l, i))
		if i < len(t.told) && t.ends(&t.told[i]) {
			state = StateCompleted
		}
		p := t.plyOf(l.before(i), &l.steps[i], state)
		t.spine.Play(l.steps[i].move)
		t.plies = append(t.plies, p)
	}
	t.told = t.told[:0]
	t.openLine()
}

// inspect says again what is irregular now.
func (t *Tracker) inspect() {
	for _, a := range slices.Clone(t.alerts) {
		t.say(a.Finding)
	}
}

// Refuse takes note of a command that could not be read.
func (t *Tracker) Refuse(event int, at int64, why error) []Finding {
	t.begin(event, at)
	t.say(Finding{Code: CommandRefused, Side: Both, Text: why.Error()})
	t.evaluate()
	return t.found
}
