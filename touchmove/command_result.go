package touchmove

import (
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove/laws"
)

// refuseResult refuses to take back a result that is not there, and to end a game without a
// result before anything was done in it.
func (t *Tracker) refuseResult(c *Command) *Refusal {
	if c.Result == "*" && !t.takesBack(c) && t.phase <= Waiting && t.board.seq == t.opened && t.spine.Len() == 0 && len(t.reported) == 0 {
		return cannot("nothing has been played in this game, and it has no result to take back")
	}
	return nil
}

// doResult takes a result from a person, or takes an earlier one back. Plies that were made
// but not completed belong to the game. Once the game is over nothing can be corrected, so
// irregular plies stand.
func (t *Tracker) doResult(c *Command) {
	if t.takesBack(c) {
		t.takeBackResult()
		return
	}
	t.setAside()
	t.noteReset()
	if c.Result != "*" {
		t.finish()
	}
	t.report(c.Result, c.Termination, laws.TopicResult, Finding{Side: Both, How: ByEntry})
}

// doResign ends the game. The player who resigns loses it; under some rules it is drawn if
// the opponent cannot mate.
func (t *Tracker) doResign(c *Command) {
	t.setAside()
	t.noteReset()
	t.finish()
	result, f := laws.LostBy(c.Side), Finding{Side: laws.PartyOf(c.Side), How: ByResignation}
	if t.cfg.Rules.Has(laws.TopicResign, laws.OrDraws) && t.cannotMate(t.spine.Position(), c.Side.Other()) {
		result = "1/2-1/2"
		f.Why = []Reason{{Article: t.cfg.Rules.Article(laws.TopicResign), Text: "the opponent cannot mate by any series of legal moves"}}
	}
	t.report(result, "", laws.TopicResign, f)
}

// doDraw ends the game by agreement (5.2.3).
func (t *Tracker) doDraw(*Command) {
	t.setAside()
	t.noteReset()
	t.finish()
	f := Finding{Side: Both, How: ByAgreement}
	if t.cfg.Rules.Has(laws.TopicAgreed, laws.WhenOffered) && t.spine.Len() == 0 && !t.bothMoved() {
		f.Why = []Reason{{Article: "12.5", Text: "no move had been made: an offer then is valid, but against the rules"}}
	}
	t.report("1/2-1/2", "", laws.TopicAgreed, f)
}

// noteReset reports that the pieces were cleared away before the result came.
func (t *Tracker) noteReset() {
	if t.frozen() && !t.over() && !t.ordered.awaited && t.board.differ(t.bestHypothesis().pos().Placement()) != 0 {
		t.say(Finding{Code: BoardReset, Side: Both})
	}
}

// report ends the game with a result given by people. An empty termination is a normal one.
// The finding says how the result came about and who has resigned.
func (t *Tracker) report(result, termination string, by laws.Topic, f Finding) {
	if termination == "" && result != "*" {
		termination = "normal"
	}
	t.game.Result, t.game.Termination, t.ending, t.entered = result, termination, legality.NoEnding, by
	f.Code, f.Text, f.Article = ResultReported, result, t.cfg.Rules.Article(by)
	t.say(f)
	t.clearAllAlerts()
	t.become(Ended)
}

// finish confirms all plies of the best hypothesis that have been made.
func (t *Tracker) finish() {
	l := t.bestHypothesis().clone()
	t.keepIrregular()
	t.confirmSteps(&l, t.madeOf(&l))
	t.reported = t.reported[:0]
	t.openHypothesis()
}

// madeOf returns how many plies of a hypothesis have been made, counted from its first
// without a gap.
func (t *Tracker) madeOf(l *hypothesis) int {
	n := t.undecided(l)
	for i := range n {
		if s := &l.steps[i]; !s.legal() || !s.completed() && !(i < len(t.reported) && t.reported[i].made) {
			return i
		}
	}
	return n
}

// keepIrregular makes the irregular ply and all plies after it part of the game. It returns
// the number of the first.
func (t *Tracker) keepIrregular() (first int) {
	if t.irregular < 0 {
		return len(t.plies) + 1
	}
	first = t.irregular + 1
	for i := t.irregular; i < len(t.plies); i++ {
		if t.plies[i].State.Illegal() {
			t.plies[i].State = StateIllegalStands
		}
		t.plies[i].Published = true
	}
	t.irregular, t.disputed, t.offences = -1, false, nil
	return first
}

// confirmSteps confirms the first n plies of a hypothesis before their proof has come,
// because a person has ruled that they stand.
func (t *Tracker) confirmSteps(l *hypothesis, n int) {
	for i := range n {
		s, state := &l.steps[i], max(StateMade, t.state(l, i))
		switch {
		case !s.legal():
			state = StateIllegalStands
		case i < len(t.reported) && t.ends(&t.reported[i]):
			state = StateCompleted
		}
		p := t.plyOf(l.before(i), s, state)
		p.Published = true
		if s.legal() {
			t.spine.Play(s.move)
		} else {
			t.spine.PlayPlacement(s.after.Placement())
		}
		t.plies = append(t.plies, p)
	}
}

// refuseOver refuses what is too late once the game has ended.
func (t *Tracker) refuseOver(*Command) *Refusal {
	if t.phase < Ended {
		return nil
	}
	return TooLate(t.game.Result, t.ending, t.entered)
}

// refuseEnded refuses a claim of a player after the game has ended, even by a move that is
// not settled yet (5.1.1, 5.2.1, 5.2.2, 9.6).
func (t *Tracker) refuseEnded(c *Command) *Refusal {
	if r := t.refuseOver(c); r != nil {
		return r
	}
	ending, winner := t.endedByMove()
	if ending == legality.NoEnding {
		return nil
	}
	return TooLate(resultOf(ending, winner), ending, 0)
}

// refuseDraw also refuses an agreement before both players have made a move, if the rule
// set asks for that (5.2.3).
func (t *Tracker) refuseDraw(c *Command) *Refusal {
	if r := t.refuseEnded(c); r != nil {
		return r
	}
	if t.cfg.Rules.Has(laws.TopicAgreed, laws.WhenBothMoved) && !t.bothMoved() {
		return cannot("a draw can be agreed only when both players have made a move (%s); a result that the arbiter enters is taken", t.cfg.Rules.Article(laws.TopicAgreed))
	}
	return nil
}

// bothMoved reports whether both players have made a move: with Black's first one the
// second move of the game begins. If the game does not start with all pieces at home, both
// have moved before it.
func (t *Tracker) bothMoved() bool {
	made := t.positionAt(t.spine.Len() + t.madeOf(t.bestHypothesis()))
	return made.FullmoveNumber() > 1 || !laws.AtHome(t.spine.At(0))
}

// TooLate refuses what is too late because the game has ended: by the rules, or else as a
// person has entered.
func TooLate(result string, ending legality.Ending, entered laws.Topic) *Refusal {
	by := endedBy[ending]
	if ending == legality.NoEnding {
		by = enteredBy[entered]
	}
	return cannot("the game is over: %s%s; only a result that the arbiter enters can correct that", result, by)
}

// endedBy are the words for how the rules ended a game.
var endedBy = [...]string{
	legality.Checkmate:    " by checkmate",
	legality.Stalemate:    " by stalemate",
	legality.DeadPosition: " by a dead position",
	legality.Fivefold:     " by the fifth occurrence of a position",
	legality.SeventyFive:  " by 75 moves of each player without a capture or a pawn move",
}

// enteredBy are the words for how people ended it.
var enteredBy = map[laws.Topic]string{laws.TopicResign: " by resignation", laws.TopicAgreed: " by agreement", laws.TopicResult: " as a person has entered"}

// endedByMove returns how the last move on the board ends the game, and who made it;
// NoEnding if it does not. A search decides whether a position is dead where the quick test
// leaves that open.
func (t *Tracker) endedByMove() (legality.Ending, placement.Color) {
	w, p := t.lastMove()
	if w == nil {
		return legality.NoEnding, 0
	}
	if w.ending != legality.NoEnding {
		if !t.ends(w) {
			return legality.NoEnding, 0
		}
		return w.ending, w.step.side
	}
	w.ending = legality.DeadPosition
	if t.cfg.Rules.Settles(laws.TopicDead) && t.ends(w) && p.Dead(askedPositions, nil) == legality.Yes {
		return w.ending, w.step.side
	}
	return legality.NoEnding, 0
}

// lastMove returns the last legal move on the board as if it had been made, with the ending
// that the quick tests find and the position after it. It returns nil if there is none or
// it is not known which it is.
func (t *Tracker) lastMove() (*reported, *legality.Position) {
	if l := t.bestHypothesis(); l.n > 0 {
		s, i := l.last(), l.n-1
		if !s.legal() || s.oneOf > 1 {
			return nil, nil
		}
		breach := i < len(t.reported) && t.reported[i].breach
		return &reported{step: *s, made: true, breach: breach, ending: t.endingOf(&s.after, t.occurrences(l, i))}, &s.after
	}
	n := len(t.plies)
	if n == 0 || t.plies[n-1].State.Illegal() {
		return nil, nil
	}
	w := reported{made: true, breach: t.breachOpen() > 0, ending: t.endingNow()}
	w.step.side, w.step.after = t.plies[n-1].Side, *t.spine.Position()
	return &w, t.spine.Position()
}

// resultOf returns the result of a game that the rules ended.
func resultOf(ending legality.Ending, winner placement.Color) string {
	if ending == legality.Checkmate {
		return laws.LostBy(winner.Other())
	}
	return "1/2-1/2"
}

// aside is a game as it was before it was ended, and the input since. If the result is
// taken back, boardd replays that input, and the game is what it would have been.
type aside struct {
	before *Tracker
	inputs []input
	other  int64 // when the last input came, other than a report of the clock
	full   bool  // there was more input than is kept
}

// input is a record, or a correction, that came after the end.
type input struct {
	event   Event
	record  sensor.Record
	command *Command // the correction; nil: a record
}

// maxInputs is how many inputs are kept: two hours of play.
const maxInputs = 4096

// setAside keeps the game as it is before it is ended. If a result corrects an earlier one,
// taking it back takes back both.
func (t *Tracker) setAside() {
	if t.phase >= Ended && t.aside != nil {
		return
	}
	t.aside = &aside{before: t.clone(), other: t.now}
}

// keepInput keeps an input that comes after the end.
func (t *Tracker) keepInput(in input) {
	a := t.aside
	if a == nil || a.full {
		return
	}
	n := len(a.inputs)
	switch runs := in.record.Word == sensor.Clock; {
	case !runs:
		a.other = in.record.At
	case n > 0 && in.record.At > a.other+timesMs && a.inputs[n-1].goesOn(&in):
		a.inputs[n-1] = in
		return
	}
	if n == maxInputs {
		a.inputs, a.full = nil, true
		return
	}
	a.inputs = append(a.inputs, in)
}

// goesOn reports whether two reports of the clock differ only by the time that has passed.
func (in *input) goesOn(next *input) bool {
	return in.record.Word == sensor.Clock && in.record.Running == next.record.Running
}

// MayGoBack reports whether the end of the last game may still be taken back although
// another one has begun.
func (t *Tracker) MayGoBack() bool { return t.aside != nil && t.aside.before.game.ID != t.game.ID }

// takesBack reports whether a command takes back an earlier end: that of the present game,
// or that of the last one if the present one may still be the same game.
func (t *Tracker) takesBack(c *Command) bool {
	return c.Verb == SetResult && c.Result == "*" && t.aside != nil && (c.GameID == "" || c.GameID == t.aside.before.game.ID)
}

// takeBackResult resumes the game that was ended, together with what has been played since.
func (t *Tracker) takeBackResult() {
	a, now := t.aside, *t
	was, found := now.game.Result, t.found
	missed := a.rerun(t.now)
	*t = *a.before
	t.cfg, t.now, t.event, t.number = now.cfg, now.now, now.event, now.number
	t.game.Rev = now.game.Rev
	t.game.Tags = now.game.Tags
	if now.game.ID != t.game.ID {
		t.game.Tags, was = a.before.game.Tags, now.last.Result
	}
	if a.full {
		t.resumeFrom(&now)
	}
	t.touchGame()
	t.found = found
	t.say(Finding{Code: ResultTakenBack, Side: Both, Text: was})
	for _, f := range missed {
		f.Event, f.At = t.event, t.now
		t.found = append(t.found, f)
	}
}

// rerun feeds the input since the end to the game set aside. It returns the findings above
// info.
func (a *aside) rerun(now int64) []Finding {
	var all []Finding
	take := func(found []Finding) {
		for _, f := range found {
			if f.Level != Info || f.Code == CommandRefused {
				all = append(all, f)
			}
		}
	}
	t := a.before
	runOut := func(to int64) {
		for at, ok := t.Deadline(); ok && at <= to; at, ok = t.Deadline() {
			take(t.Wake(at))
		}
	}
	for _, in := range a.inputs {
		runOut(in.record.At)
		if in.command == nil {
			take(t.Step(in.event, in.record))
			continue
		}
		take(t.correctAgain(&in))
	}
	runOut(now)
	return all
}

// correctAgain repeats a correction that was made after the end.
func (t *Tracker) correctAgain(in *input) []Finding {
	t.begin(in.event, in.record.At)
	if r := t.refuseCorrect(in.command); r != nil {
		t.say(Finding{Code: CommandRefused, Side: Both, Text: r.Message})
		return t.found
	}
	t.doCorrect(in.command)
	t.evaluate()
	return t.found
}

// resumeFrom goes on from what board and clock show now, as after a time in which neither was
// connected.
func (t *Tracker) resumeFrom(now *Tracker) {
	t.clock, t.game.Clocks = now.clock, now.game.Clocks
	t.linkLost, t.gap, t.scanned = now.linkLost, true, now.scanned
	t.Step(t.event, sensor.Record{At: t.now, Word: sensor.Board, Placement: now.board.sensed})
}

// clone returns a tracker that goes on as this one would. The two share nothing that either
// changes.
func (t *Tracker) clone() *Tracker {
	c := *t
	c.found, c.aside, c.hands, c.next = nil, nil, hands{}, hypothesis{}
	c.spine = t.spine.Clone()
	c.plies, c.reported, c.alerts = slices.Clone(t.plies), slices.Clone(t.reported), slices.Clone(t.alerts)
	c.hypotheses = make([]hypothesis, 0, maxHypotheses)
	for i := range t.hypotheses {
		c.appendHypothesis(&t.hypotheses[i])
	}
	c.head, c.atRest = t.head.clone(), t.atRest.clone()
	c.game = *t.game.clone()
	c.offences, c.adjusting = slices.Clone(t.offences), slices.Clone(t.adjusting)
	c.promotions, c.clock.presses = slices.Clone(t.promotions), t.clock.presses.Clone()
	c.dirty = true
	return &c
}

// overrule lets the game go on although a move would have ended it.
func (t *Tracker) overrule(ending legality.Ending) {
	t.overruled = ending
	t.unend()
}

// unend takes back that the end of the game completed the last ply.
func (t *Tracker) unend() {
	if n := len(t.plies); n > 0 && t.plies[n-1].byEnd {
		t.plies[n-1].State, t.plies[n-1].CompletedAt, t.plies[n-1].byEnd = StateMade, -1, false
	}
}

// watchOverruled ends the effect of a withdrawn ending. An ending that the arbiter has
// withdrawn ends nothing as long as each new position would meet it again, as after 75
// moves.
func (t *Tracker) watchOverruled() {
	if t.overruled != legality.NoEnding && legality.Judge(t.spine.Position(), t.timesNow()) != t.overruled {
		t.overruled = legality.NoEnding
	}
}
