package touchmove

import (
	"fmt"
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove/laws"
)

// Verb names what a person asks of the tracker.
type Verb uint8

// The verbs that the tracker carries out. The verbs rotate and republish are carried out
// outside it.
const (
	NewGame Verb = iota + 1
	SetTags
	SetResult
	PauseGame
	ResumeGame
	Inspect
	Adjust
	Ruling
	Takeback
	SetPosition
	Correct
	Resign
	AgreeDraw
	AnswerDead // not asked by a person: see Question
	AnswerMate // not asked by a person either
)

// Command is a request of a person. Its form has been checked.
type Command struct {
	Verb        Verb
	IfRev       *int // refuse unless the game has this revision; nil: any
	GameID      string
	Tags        map[string]string
	Start       *legality.Position // nil: the initial position
	Rules       *laws.Rules        // nil: as before
	Whole       bool               // NewGame: keep none of the last game's tags
	Result      string
	Termination string
	Side        placement.Color // Adjust, Resign, AnswerMate: the player
	Seconds     int             // Adjust: 1 to 600
	Accept      bool            // Ruling: true lets the last irregularity stand, false undoes it
	Ply         int             // Takeback: the last ply that stays; Correct: the ply to replace, from 1; AnswerDead: the ply asked about
	Proved      bool            // AnswerDead: the position after Ply is dead; false: neither a proof nor a mate was found
	Mates       legality.Answer // AnswerMate: whether Side can mate after Ply
	By          []string        // AnswerMate: how, in UCI
	UCI         string          // Correct: the move in its place
	FEN         string          // SetPosition
	Why         string          // SetPosition: one line that goes into the PGN, and so to the public
}

// Refusal is the error of a command that was not carried out. Such a command has changed
// nothing.
type Refusal struct {
	Code    string // "not_supported", "stale_rev", "other_game", "bad_state" or "bad_value"
	Message string
}

// Error returns the message.
func (r *Refusal) Error() string { return r.Message }

// cannot returns a refusal because of the state of the game.
func cannot(format string, args ...any) *Refusal {
	return &Refusal{"bad_state", fmt.Sprintf(format, args...)}
}

// Do carries out a command, or changes nothing and returns a *Refusal. The slice is valid
// until the next call.
func (t *Tracker) Do(event Event, at int64, c Command) ([]Finding, error) {
	t.begin(event, at)
	if err := t.refuse(&c); err != nil {
		t.say(Finding{Code: CommandRefused, Side: Both, Text: err.Message})
		return t.found, err
	}
	t.touchGame()
	if c.Verb == Correct {
		again := c
		t.keepInput(input{event: event, record: sensor.Record{At: at}, command: &again})
	}
	deeds[c.Verb].do(t, &c)
	t.evaluate()
	return t.found, nil
}

// deed describes how a command is carried out.
type deed struct {
	do     func(*Tracker, *Command)
	refuse func(*Tracker, *Command) *Refusal // returns why the command is not possible now, nil if it is; without refuse it always is
}

var deeds = [...]deed{
	NewGame:     {(*Tracker).doNewGame, (*Tracker).refuseNewGame},
	SetTags:     {(*Tracker).doTags, (*Tracker).refuseTags},
	SetResult:   {(*Tracker).doResult, (*Tracker).refuseResult},
	PauseGame:   {func(t *Tracker, _ *Command) { t.clock.held = true; t.stopClock() }, (*Tracker).refusePause},
	ResumeGame:  {func(t *Tracker, _ *Command) { t.startClock(sensor.Stopped) }, (*Tracker).refuseResume},
	Inspect:     {do: func(t *Tracker, _ *Command) { t.inspect() }},
	Adjust:      {(*Tracker).doAdjust, (*Tracker).refuseAdjust},
	Ruling:      {(*Tracker).doRuling, (*Tracker).refuseRuling},
	Takeback:    {(*Tracker).doTakeback, (*Tracker).refuseTakeback},
	SetPosition: {(*Tracker).doSetPosition, (*Tracker).refuseSetPosition},
	Correct:     {(*Tracker).doCorrect, (*Tracker).refuseCorrect},
	Resign:      {(*Tracker).doResign, (*Tracker).refuseEnded},
	AgreeDraw:   {(*Tracker).doDraw, (*Tracker).refuseDraw},
	AnswerDead:  {(*Tracker).doAnswerDead, (*Tracker).refuseAnswerDead},
	AnswerMate:  {(*Tracker).doAnswerMate, (*Tracker).refuseAnswerMate},
}

// refuse returns why a command is not possible now; nil if it is.
func (t *Tracker) refuse(c *Command) *Refusal {
	switch {
	case int(c.Verb) >= len(deeds) || deeds[c.Verb].do == nil:
		return &Refusal{"not_supported", "this command is not supported"}
	case c.IfRev != nil && *c.IfRev != t.game.Rev:
		return &Refusal{"stale_rev", fmt.Sprintf("the game is at rev %d", t.game.Rev)}
	case c.Verb != NewGame && c.GameID != "" && c.GameID != t.game.ID && !t.takesBack(c):
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

func (t *Tracker) doNewGame(c *Command) {
	if c.Rules != nil {
		t.cfg.Rules = t.cfg.settled(c.Rules)
	}
	start := legality.Initial()
	if c.Start != nil {
		start = *c.Start
	}
	tags := t.tagsOfNew(c)
	t.nextGame(start)
	t.aside = nil
	if c.GameID != "" {
		t.game.ID = c.GameID
	}
	t.game.Tags = tags
	if t.bestHypothesis().diff != 0 {
		t.become(Setup)
	}
	t.judgeArray()
}

// Refuse reports a command that could not be parsed.
func (t *Tracker) Refuse(event Event, at int64, why error) []Finding {
	t.begin(event, at)
	t.say(Finding{Code: CommandRefused, Side: Both, Text: why.Error()})
	return t.found
}

// inspect reports again what is irregular now, and what binds the player having the move.
func (t *Tracker) inspect() {
	for _, a := range slices.Clone(t.alerts) {
		t.say(a.Finding)
	}
	if t.over() {
		return
	}
	if d := &t.disorder; d.squares != 0 && !t.alerted(d.code) {
		t.say(Finding{Code: d.code, Side: Somebody, Squares: d.squares})
	}
	if _, i := t.actShown(); i >= 0 && t.turn.illegal != 0 {
		t.say(t.turn.found)
	}
	if t.breachOpen() > 0 {
		t.say(t.objected.found)
	}
	if t.turn.allowed != nil {
		t.say(t.turn.obliged)
	}
}

// adjustment is a period in which a player adjusts pieces after announcing it (4.2.1).
type adjustment struct {
	ply      int   // of the position in which the player has the move
	from, to int64 // milliseconds since the log began; to is excluded
}

func (t *Tracker) refuseAdjust(c *Command) *Refusal {
	switch {
	case t.over():
		return cannot("the game is over: nothing that is touched binds")
	case t.frozen() || t.waiting():
		return cannot("play is not on: nothing that is touched binds")
	}
	if t.cfg.Rules.Has(laws.TopicAdjust, laws.IfSaid) {
		return nil // for whoever has the move
	}
	if p, has := t.mover(); !has || c.Side != p.Turn() {
		return cannot("only the player having the move may adjust, and that is not %s", [...]string{"White", "Black"}[c.Side])
	}
	return nil
}

// mover returns the position of the player having the move. That player has it until the
// move has been made. It returns false if under the rule set nobody has the move before the
// last one is completed.
func (t *Tracker) mover() (*legality.Position, bool) {
	l := t.bestHypothesis()
	i := t.turnOf(l)
	_, has := t.hasMoveSince(l, i)
	return l.before(i), has
}

// doAdjust notes that a player has announced j'adoube. Until the time is up or the turn
// ends, touches bind to nothing and break nothing. A piece that is moved counts as moved.
// If the other player may adjust too, the board cannot see whose hand it was.
func (t *Tracker) doAdjust(c *Command) {
	p, _ := t.mover()
	a := adjustment{ply: p.Ply(), from: t.now, to: t.now + 1000*int64(c.Seconds)}
	if n := len(t.adjusting); n > 0 {
		switch last := &t.adjusting[n-1]; {
		case last.ply != a.ply:
			t.adjusting = t.adjusting[:0]
		case last.to >= a.from:
			last.to = max(last.to, a.to)
			return
		}
	}
	t.adjusting = append(t.adjusting, a)
}

// adjusts reports whether a piece was lifted while its player was adjusting.
func (h *hands) adjusts(at int64) bool {
	for _, a := range h.t.adjusting {
		if a.ply == h.before.Ply() && a.from <= at && at < a.to {
			return true
		}
	}
	return false
}
