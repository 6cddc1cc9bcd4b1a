package engine

import (
	"fmt"
	"maps"
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/laws"
	"github.com/boardd/boardd/touchmove/referee"
)

// deed is how a command is carried out.
type deed struct {
	do     func(*Tracker, *touchmove.Command)
	refuse func(*Tracker, *touchmove.Command) *touchmove.Refusal // why it is not possible now; nil: it is
}

var deeds = map[touchmove.Verb]deed{
	touchmove.NewGame:     {(*Tracker).doNewGame, (*Tracker).refuseNewGame},
	touchmove.SetTags:     {(*Tracker).doTags, (*Tracker).refuseTags},
	touchmove.SetResult:   {(*Tracker).doResult, (*Tracker).refuseResult},
	touchmove.PauseGame:   {(*Tracker).doPause, (*Tracker).refusePause},
	touchmove.ResumeGame:  {(*Tracker).doResume, (*Tracker).refuseResume},
	touchmove.Inspect:     {(*Tracker).doInspect, nil},
	touchmove.Adjust:      {(*Tracker).doAdjust, (*Tracker).refuseAdjust},
	touchmove.Ruling:      {(*Tracker).doRuling, (*Tracker).refuseRuling},
	touchmove.Takeback:    {(*Tracker).doTakeback, (*Tracker).refuseTakeback},
	touchmove.SetPosition: {(*Tracker).doSetPosition, (*Tracker).refuseSetPosition},
	touchmove.Correct:     {(*Tracker).doCorrect, (*Tracker).refuseCorrect},
	touchmove.Resign:      {(*Tracker).doResign, (*Tracker).refuseEnded},
	touchmove.AgreeDraw:   {(*Tracker).doDraw, (*Tracker).refuseDraw},
	touchmove.AnswerDead:  {(*Tracker).doAnswerDead, (*Tracker).refuseAnswerDead},
	touchmove.AnswerMate:  {(*Tracker).doAnswerMate, (*Tracker).refuseAnswerMate},
}

// cannot returns a refusal because of the state of the game.
func cannot(format string, args ...any) *touchmove.Refusal {
	return &touchmove.Refusal{Code: "bad_state", Message: fmt.Sprintf(format, args...)}
}

// Do carries out a command, or changes nothing and returns a *Refusal. The slice is valid
// until the next call.
func (t *Tracker) Do(event touchmove.Event, at int64, c touchmove.Command) ([]touchmove.Finding, error) {
	t.begin(event, at)
	if err := t.refuse(&c); err != nil {
		t.say(touchmove.Finding{Code: laws.CommandRefused, Side: laws.Both, Text: err.Message})
		return t.found, err
	}
	t.touch()
	deeds[c.Verb].do(t, &c)
	t.evaluate()
	return t.found, nil
}

func (t *Tracker) refuse(c *touchmove.Command) *touchmove.Refusal {
	d, known := deeds[c.Verb]
	switch {
	case !known:
		return &touchmove.Refusal{Code: "not_supported", Message: "this command is not supported"}
	case c.IfRev != nil && *c.IfRev != t.game.Rev:
		return &touchmove.Refusal{Code: "stale_rev", Message: fmt.Sprintf("the game is at rev %d", t.game.Rev)}
	case c.Verb != touchmove.NewGame && c.GameID != "" && c.GameID != t.game.ID && !t.takesBack(c):
		return &touchmove.Refusal{Code: "other_game", Message: fmt.Sprintf("the game is %q", t.game.ID)}
	case d.refuse != nil:
		return d.refuse(t, c)
	}
	return nil
}

func badTags(tags map[string]string) *touchmove.Refusal {
	if err := touchmove.CheckTags(tags); err != nil {
		return &touchmove.Refusal{Code: "bad_value", Message: err.Error()}
	}
	return nil
}

func merged(tags, given map[string]string) map[string]string {
	all := map[string]string{}
	maps.Copy(all, tags)
	maps.Copy(all, given)
	return all
}

func (t *Tracker) tagsOfNew(c *touchmove.Command) map[string]string {
	if c.Whole {
		return maps.Clone(c.Tags)
	}
	return merged(t.keptTags(), c.Tags)
}

func (t *Tracker) refuseNewGame(c *touchmove.Command) *touchmove.Refusal {
	return badTags(t.tagsOfNew(c))
}

func (t *Tracker) doNewGame(c *touchmove.Command) {
	if t.cfg.Rules = cmpRules(c.Rules, t.cfg.Rules); t.cfg.BlitzGain == laws.BlitzGainByLetter && t.cfg.Rules.DisputesBlitz() {
		t.cfg.Rules = t.cfg.Rules.ByLetter()
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
	t.leg.referee.SetTimeControl(tags["TimeControl"])
	if t.board.differ(start.Placement()) != 0 {
		t.become(touchmove.Setup)
		return
	}
	t.takeFound(t.leg.wake(t.now))
}

func cmpRules(given, present *laws.Rules) *laws.Rules {
	if given != nil {
		return given
	}
	return present
}

func (t *Tracker) refuseTags(c *touchmove.Command) *touchmove.Refusal {
	return badTags(merged(t.game.Tags, c.Tags))
}

func (t *Tracker) doTags(c *touchmove.Command) {
	t.game.Tags = merged(t.game.Tags, c.Tags)
	t.leg.referee.SetTimeControl(t.game.Tags["TimeControl"])
}

func (t *Tracker) refusePause(*touchmove.Command) *touchmove.Refusal {
	if t.over() || t.clock.stopped {
		return cannot("the clocks stand still already, or the game is over")
	}
	return nil
}

func (t *Tracker) doPause(*touchmove.Command) {
	t.clock.held, t.clock.stopped = true, true
	t.tellClock(pauseRecord(t.now))
}

func (t *Tracker) refuseResume(*touchmove.Command) *touchmove.Refusal {
	if t.over() || !t.clock.stopped {
		return cannot("the clocks are not stopped, or the game is over")
	}
	return nil
}

func (t *Tracker) doResume(*touchmove.Command) {
	t.clock.held, t.clock.stopped = false, false
	t.tellClock(resumeRecord(t.now))
}

// doInspect says again what is irregular now, and what binds the player having the move.
func (t *Tracker) doInspect(*touchmove.Command) {
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

func (t *Tracker) refuseAdjust(c *touchmove.Command) *touchmove.Refusal {
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

func (t *Tracker) doAdjust(c *touchmove.Command) {
	t.leg.referee.Adjusting(referee.Adjustment{Side: t.position().Turn(), From: t.now, To: t.now + 1000*int64(c.Seconds)})
}

// ordered is the wait until the board follows a command: the pieces have to stand as the
// record has them. Until then nothing on the board is play.
type ordered struct {
	awaited  bool
	changes  int   // how often the board had changed when the command came
	since    int64 // when it came
	reported bool  // a finding has reported that the pieces are not back
}

// await begins the wait. While the pieces are being set up for the start the tracker waits
// already.
func (t *Tracker) await() {
	if t.phase == touchmove.Setup {
		return
	}
	t.ordered = ordered{awaited: true, changes: t.board.changes, since: t.now}
	t.watchOrdered(true)
}

// watchOrdered ends the wait when the pieces stand as they should, or play has gone on by one
// move. They must be at rest, unless something else proves it, because a hand may only pass
// over a square.
func (t *Tracker) watchOrdered(proof bool) {
	if t.over() {
		return
	}
	rest, p := t.cfg.RestMs, t.position()
	back := t.board.differ(p.Placement()) == 0
	if !back || t.cfg.Occupancy {
		rest = t.cfg.MadeRestMs
	}
	if !back && !t.clock.stopped {
		back = t.showsReply(p, t.ordered.changes)
	}
	if back && (proof || t.after(t.board.changed+rest)) {
		t.followAgain()
		return
	}
	if o := &t.ordered; !o.reported && !t.clock.stopped && t.board.changes > o.changes && t.after(max(t.board.changed, o.since)+disorderMs) {
		o.reported = true
		t.raise(t.say(touchmove.Finding{Code: laws.Displaced, Level: laws.Arbiter, Side: laws.Somebody,
			Squares: t.board.differ(p.Placement()), Text: "the pieces do not yet stand as the arbiter has said"}))
	}
}

// showsReply reports whether the board shows exactly one legal move more than the record, with
// pieces that were put down since so many changes of the board.
func (t *Tracker) showsReply(p *legality.Position, changes int) bool {
	return slices.ContainsFunc(p.AppendMoves(nil), func(m legality.Move) bool {
		next := p.Play(m)
		landed := placement.Differ(p.Placement(), next.Placement()) & (next.Occupied(placement.White) | next.Occupied(placement.Black))
		return t.board.differ(next.Placement()) == 0 && t.board.landedSince(landed, changes)
	})
}

// followAgain goes on from what the board shows now.
func (t *Tracker) followAgain() {
	t.ordered = ordered{}
	t.clearAlerts(func(c touchmove.Code) bool { return c == laws.Displaced || c == laws.OutOfTurn })
	t.show()
}
