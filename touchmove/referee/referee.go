package referee

import (
	"fmt"
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove/laws"
	"github.com/boardd/boardd/touchmove/track"
)

// Config is what a Referee has to know.
type Config struct {
	Rules     *laws.Rules
	Past      []legality.Position // of the game so far, the present one last
	Moves     []legality.Move     // that led from one of them to the next; NoMove: no legal move did
	HasClock  bool                // there is a clock
	MayClock  bool                // else there may be one: its first record shows it
	OpenArray bool                // the array that stands may still be changed: who asks for Array tells it
	Replaces  *laws.Acts          // what the player having the move has done for a ply that he has to replace; nil: there is none
	Illegal   [2]int              // completed illegal moves before the log begins, by Color
	Occupancy bool                // the board names no pieces
	AsksMate  bool                // somebody answers Asked; else what a flag fall needs is searched at once, in up to 0.2 s
	LateMs    int64               // how long after an act the board may report it
}

// Referee finds what the Laws say about a story. It is used by one goroutine at a time
// and does nothing by itself.
type Referee struct {
	cfg    Config
	past   []legality.Position // before Moves, and after each
	clocks []clockRecord       // what was heard of the clock
	first  *state              // before the first act that is kept
	steps  []*state            // after each act of the story that is kept
	marks  []track.Mark        // these acts
	live   *state              // the last one as time has gone on
	told   map[string]int      // what was told and is in no state of the story: how often
	bound  string              // what was told last of what binds a player
	turn   int                 // and of which ply
	shown  laws.Finding        // about the ply that the table showed last
	mate   mate                // what was searched last

	adjusting []Adjustment
	flagged   bool // a flag has fallen: then each report of the clock counts
	stages    []laws.TimeStage
	asked     Question // last
	offences  []offence
	held      bool // a state holds something back
	event     laws.Event
	now       int64
	found     []laws.Finding
}

// mostSteps is how many acts are kept at least: no story parts from another one before
// these.
const mostSteps = 1 << 12

// New returns a referee.
func New(c Config) *Referee {
	r := &Referee{cfg: c, past: slices.Clone(c.Past), told: map[string]int{}}
	r.first = newState(r, &r.past[len(r.past)-1])
	r.live = r.first
	return r
}

// Step takes a record, number event of its log, after the tracker has taken it, and
// returns the findings. The slice is valid until the next call.
func (r *Referee) Step(event laws.Event, record *sensor.Record, v track.View) []laws.Finding {
	r.event = event
	switch record.Word {
	case sensor.Press, sensor.Pause, sensor.Resume, sensor.Clock, sensor.Flag:
		r.note(clockRecord{event, record.At, record.Word, record.Side, record.Running, [2]bool{record.Times[0] <= 0, record.Times[1] <= 0}})
	}
	return r.Wake(record.At, v)
}

// note keeps a record of the clock. A clock reports its times each second; that it still
// runs for the same player is kept twice, because the first report may be from before a
// press.
func (r *Referee) note(c clockRecord) {
	same := func(o *clockRecord) bool {
		return o.word == sensor.Clock && c.word == sensor.Clock && o.running == c.running && o.zero == c.zero && !r.flagged
	}
	r.flagged = r.flagged || c.word == sensor.Flag
	if n := len(r.clocks); n < 2 || !same(&r.clocks[n-1]) || !same(&r.clocks[n-2]) {
		r.clocks = append(r.clocks, c)
	}
}

// Wake takes the time, in milliseconds since the log began, after the tracker has taken
// it. At other times than those that Deadline returns it finds nothing.
func (r *Referee) Wake(at int64, v track.View) []laws.Finding {
	r.now, r.found = max(r.now, at), r.found[:0]
	same, acts := v.Story(r.marks)
	for _, s := range r.steps[same:] { // no longer told by the story
		r.forget(s.found)
	}
	r.steps, r.marks = r.steps[:same], r.marks[:same]
	s, stopped := r.first, r.live.clock.stopped
	if same > 0 {
		s = r.steps[same-1]
	}
	for i := range acts {
		s = s.next(&acts[i])
		r.steps, r.marks = append(r.steps, s), append(r.marks, acts[i].Mark)
		r.tellStep(s, stopped)
	}
	r.live = s.until(r.now, v)
	if !r.live.clock.stopped {
		r.tellHeld()
		r.tellShown(r.live.showing)
		r.tellBound(&r.live.obliged)
	}
	r.tell(r.live.found)
	r.forget(r.live.found) // until a state of the story has them
	r.trim()
	return r.found
}

// trim lets go of what is old.
func (r *Referee) trim() {
	if n := len(r.steps) - mostSteps; n > mostSteps {
		r.first = r.steps[n-1]
		r.steps, r.marks = slices.Clone(r.steps[n:]), slices.Clone(r.marks[n:])
		clear(r.told)
		r.forget(r.live.found)
	}
}

// Deadline is when Wake should be called; false if time alone finds nothing.
func (r *Referee) Deadline() (at int64, ok bool) { return r.live.due, r.live.due > r.now }

// Part is what was played until the game went on from another position, or another game
// began.
type Part struct {
	Start  legality.Position
	Plies  []Ply
	Result string
	Over   bool // what follows it is another game
}

// Parts is the parts of the story before the present one.
func (r *Referee) Parts() []Part { return r.live.parts }

// Start is the position in which the present part begins.
func (r *Referee) Start() *legality.Position { return &r.live.past[0] }

// Told is how many of the plies the story has completed: what is more, the table shows.
func (r *Referee) Told() int {
	if len(r.steps) == 0 {
		return len(r.first.plies)
	}
	return len(r.steps[len(r.steps)-1].plies)
}

// Irregular is the index of the first ply that the rules do not let stand; -1 if there is
// none.
func (r *Referee) Irregular() int { return r.live.first }

// Offences is how many illegal moves each player has completed.
func (r *Referee) Offences() [2]int { return r.live.offences() }

// Displaced is the squares of the pieces that stand where no move put them.
func (r *Referee) Displaced() placement.Set { return r.live.displaced() }

// Adjusting notes that a player has announced that he adjusts pieces (4.2.1): what he
// touches in this time binds to nothing.
func (r *Referee) Adjusting(a Adjustment) { r.adjusting = append(r.adjusting, a) }

// Adjustment is a time in which a player adjusts pieces, in milliseconds since the log began.
type Adjustment struct {
	Side     placement.Color
	From, To int64 // To is excluded
}

// Breach is the finding about a breach of Article 4 by the last ply, while the opponent may
// claim it; nil if there is none.
func (r *Referee) Breach() *laws.Finding {
	s := r.live
	if n := len(s.plies); n > 0 && s.plies[n-1].charge != nil && (s.object == s.number() || !s.rules().Settles(laws.TopicTouchClaim)) {
		return s.plies[n-1].charge
	}
	return nil
}

// LetStand has the last ply stand, although it may be a breach of Article 4.
func (r *Referee) LetStand() {
	states := []*state{r.live}
	if n := len(r.steps); n > 0 {
		states = append(states, r.steps[n-1])
	}
	for _, s := range states {
		if n := len(s.plies); n > 0 && s.plies[n-1].charge != nil {
			p := s.change(n - 1)
			p.breach, p.charge, s.object = false, nil, 0
		}
	}
}

// ActsOf is what the player of a ply, by its index, had touched and released; the ply after
// the last one is the one that is being made.
func (r *Referee) ActsOf(i int) *laws.Acts {
	acts := r.live.turn.acts
	if i < len(r.live.plies) {
		acts = r.live.plies[i].acts
	}
	return &acts
}

// RemedyOf is what the Laws prescribe after an irregular ply, by its index; nil if that is
// nothing.
func (r *Referee) RemedyOf(i int) *laws.Remedy {
	if i < len(r.live.plies) && r.live.plies[i].charge != nil {
		return r.live.plies[i].charge.Remedy
	}
	return nil
}

// Standing is what binds the player having the move, and what stands on the board that is no
// move.
func (r *Referee) Standing() (found []laws.Finding) {
	s := *r.live
	s.found = nil
	switch {
	case s.turn.allowed != nil:
		found = append(found, s.obliged)
	case s.replaces != nil:
		if duty := s.rules().Duty(s.pos, &s.turn.acts, s.replaces); !duty.Free {
			s.oblige(&duty, laws.PartyOf(s.side()))
			found = append(found, s.obliged)
		}
	}
	if s.turn.illegal != 0 && s.turn.executed == nil {
		found = append(found, s.turn.misplay)
	}
	if f := r.Breach(); f != nil {
		found = append(found, *f)
	}
	return found
}

// EndedBy is how the last ply ends the game, also one that the table only shows; NoEnding if
// it does not. Where a quick test leaves open whether the position is dead, a search of so
// many positions decides.
func (r *Referee) EndedBy(v track.View, positions int) (e legality.Ending, result string) {
	s := *r.live
	if s.result != "*" {
		last := &s.plies[len(s.plies)-1]
		if e = s.endingOf(last.After, s.occurrences(last.After)); e == legality.NoEnding {
			e = legality.DeadPosition
		}
		return e, s.result
	}
	s.plies, s.found = slices.Clip(s.plies), nil
	if m := v.Shown(); m != legality.NoMove && v.Shows(len(s.plies)+1) {
		after := s.pos.Play(m)
		p := Ply{Number: s.number(), Side: s.side(), Move: m, Before: s.pos, After: &after, acts: s.turn.acts}
		s.judgeBreaches(&p)
		s.plies = append(s.plies, p)
	}
	n := len(s.plies)
	if n == 0 || s.plies[n-1].Illegal || s.toBeCorrected() {
		return legality.NoEnding, "*"
	}
	last := &s.plies[n-1]
	e = s.endingOf(last.After, s.occurrences(last.After))
	if e == legality.NoEnding && s.rules().Settles(laws.TopicDead) && last.After.Dead(positions, nil) == legality.Yes {
		e = legality.DeadPosition
	}
	way := s.rules().Way(laws.TopicOfEnding(e))
	if e == legality.NoEnding || way == laws.NotAtOnce || way == laws.InAccord && last.breach {
		return legality.NoEnding, "*"
	}
	return e, resultOf(e, last.Side)
}

// Legal reports whether the last ply is one that can end the game: legal, in accordance with
// Article 4 where the rule set asks for that, and none before it is to be corrected.
func (r *Referee) Legal(e legality.Ending) bool {
	s := r.live
	n := len(s.plies)
	return n > 0 && !s.plies[n-1].Illegal && !s.toBeCorrected() && !(s.rules().Way(laws.TopicOfEnding(e)) == laws.InAccord && s.plies[n-1].breach)
}

// SetTimeControl says what time control is played, as the PGN tag has it.
func (r *Referee) SetTimeControl(tag string) { r.stages = laws.ParseTimeControl(tag) }

// Idle reports whether no game is seen in what the board shows.
func (r *Referee) Idle() bool { return r.live.idle }

// Resting is what stands on the board that no legal move describes, and that no press has
// completed.
func (r *Referee) Resting() (p Ply, ok bool) {
	s := r.live
	if s.turn.executed != nil && s.result == "*" {
		return *s.turn.executed, true
	}
	if s.turn.illegal == 0 || s.result != "*" {
		return p, false
	}
	act, _ := s.pos.ExplainPlacement(&s.table)
	if act.Squares != s.turn.illegal {
		return p, false
	}
	after := s.pos.PlayPlacement(&s.table)
	return Ply{Number: s.number(), Side: s.side(), Move: act.Move, Before: s.pos, After: &after, Illegal: true, MadeAt: s.landed(), DoneAt: -1}, true
}

// Executed reports whether what stands on the board counts although no press has completed it.
func (r *Referee) Executed() bool { return r.live.turn.executed != nil && !r.live.turn.executed.Stands }

// Moves reports whether the player having the move has released a piece elsewhere than where it stood.
func (r *Referee) Moves() bool {
	return slices.ContainsFunc(r.live.turn.resting, func(p rest) bool { return p.released })
}

// Plies is what has been played, also what the table shows and nothing has completed.
func (r *Referee) Plies() []Ply { return r.live.plies }

// Result is the result that the rules give; "*" if they give none.
func (r *Referee) Result() string { return r.live.result }

// tell adds what is found, but for what was told already.
func (r *Referee) tell(found []laws.Finding) {
	for _, f := range found {
		k := key(&f)
		if r.told[k] > 0 {
			r.told[k]--
			continue
		}
		f.Event, f.At = r.event, r.now
		r.found = append(r.found, f)
	}
}

// tellStep tells what an act has brought about. What is done while the clocks stand still is no
// move: it is told when they run again, if the story still has it.
func (r *Referee) tellStep(s *state, stopped bool) {
	if !stopped && !s.clock.stopped {
		r.tell(s.found)
		return
	}
	n := slices.IndexFunc(s.found, func(f laws.Finding) bool { return !ofClock(f.Code) })
	if n < 0 {
		n = len(s.found)
	}
	r.tell(s.found[:n])
	s.found, s.held, r.held = s.found[:n:n], s.found[n:], true
}

// ofClock reports whether a finding is about the clock.
func ofClock(c laws.Code) bool {
	return c == laws.ClockStopped || c == laws.FlagFall || c == laws.BothFlags || c == laws.PressWithoutEffect
}

// tellHeld tells what has been held back.
func (r *Referee) tellHeld() {
	if !r.held {
		return
	}
	r.held = false
	for _, s := range r.steps {
		r.tell(s.held)
		s.found, s.held = append(slices.Clip(s.found), s.held...), nil
	}
}

// tellShown tells which ply the table shows, and when it does not show it any more and it
// was not played.
func (r *Referee) tellShown(f laws.Finding) {
	same := func(p *Ply) bool {
		return p.Number == r.shown.Ply && p.Move != legality.NoMove && p.Before.UCI(p.Move) == r.shown.UCI
	}
	was := r.shown
	if was.Ply > 0 && (was.Ply != f.Ply || was.UCI != f.UCI) {
		for i := range r.live.plies {
			if same(&r.live.plies[i]) {
				was.Ply = 0
			}
		}
		if was.Ply > 0 {
			r.retract(was)
		}
		r.shown = laws.Finding{}
	}
	if f.Ply > 0 && r.shown.Ply == 0 {
		r.shown = f
		f.Code = laws.Provisional
		r.say(f)
	}
}

// retract takes back that a ply is shown, or made. It may be told again.
func (r *Referee) retract(f laws.Finding) {
	f.Code, f.Article = laws.MoveMade, r.cfg.Rules.Cites(laws.MoveMade)
	delete(r.told, key(&f))
	f.Code = laws.Retracted
	r.say(f)
}

// say adds a finding that rests on no text.
func (r *Referee) say(f laws.Finding) {
	f.Article, f.Event, f.At = laws.NoArticle, r.event, r.now
	r.found = append(r.found, f)
}

// tellBound tells what binds a player, if that has changed. It is told as it is now,
// whatever the story was before.
func (r *Referee) tellBound(f *laws.Finding) {
	if k := key(f); f.Ply >= r.turn && f.Ply > 0 && k != r.bound {
		r.bound, r.turn = k, f.Ply
		told := *f
		told.Event, told.At = r.event, r.now
		r.found = append(r.found, told)
	}
}

// forget notes that findings were told that no state of the story has: they are not told
// again if one has them later.
func (r *Referee) forget(found []laws.Finding) {
	for i := range found {
		r.told[key(&found[i])]++
	}
}

// key is what makes two findings the same.
func key(f *laws.Finding) string {
	return fmt.Sprint(f.Code, f.Level, f.Article, f.Side, f.Ply, f.UCI, f.Allowed, f.Squares)
}
