package referee

import (
	"cmp"
	"slices"
	"strings"

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
	Replaces  *laws.Acts          // what the player having the move has done for a ply that he has to replace; nil: there is none
	Illegal   [2]int              // completed illegal moves before the log begins, by Color
	Occupancy bool                // the board names no pieces
	Overruled legality.Ending     // that a person has taken back: it ends nothing while each position meets it again
	AsksMate  bool                // somebody answers Asked; else what a flag fall needs is searched at once, in up to 0.2 s
	RestMs    int64               // how long a piece must be seen at rest to count as released; 0: 300
	LateMs    int64               // how long after an act the board may report it
}

// Referee finds what the Laws say about a story. It is used by one goroutine at a time
// and does nothing by itself.
type Referee struct {
	cfg     Config
	clocks  []clockRecord // what was heard of the clock
	first   *state        // before the first act that is kept
	steps   []*state      // after each act of the story that is kept
	marks   []track.Mark  // these acts
	live    *state        // the last one as time has gone on
	present state         // what live points to
	told    map[key]int   // what was told and is in no state of the story: how often
	bound   key           // what was told last of what binds a player
	turn    int           // and of which ply
	seen    int           // how often the reading had changed then; -1: something else has changed
	shown   laws.Finding  // about the ply that the table showed last
	showing laws.Finding  // about the one that it showed when live was worked out
	shows   legality.Move // which it was; NoMove: none
	still   bool          // the last Wake had nothing to do
	weighs  bool          // what was found then rests on how likely plies are
	mate    Answer        // what was searched last

	accepted  laws.Finding // about the ply whose breach stands
	adjusting []Adjustment
	flagged   bool // a flag has fallen: then each report of the clock counts
	stages    []laws.TimeStage
	asked     Question // last
	offences  []offence
	scans     []laws.Event    // the numbers of the last full scans
	outOfTurn []placement.Set // squares of moves out of turn that were told
	open      bool            // a state has found something that is not told
	deaf      bool            // the board was not connected, and has not been scanned since
	cut       bool            // the same, and the clock has not been heard since
	blank     bool            // a scan has failed, and none has shown the pieces since
	lost      int64           // when that began last
	scanned   int64           // and ended
	event     laws.Event
	now       int64
	unnamed   placement.Set // squares that read a piece and do not name it
	found     []laws.Finding

	lastDead struct { // what quickDead was asked last
		position legality.Position
		is       bool
	}
}

// mostSteps is how many acts are kept at least: the tracker gives up stories that part from the one
// that is read before these.
const mostSteps = 1 << 11

// mostScans is how many full scans are kept: what an older one has shown has rested long since.
const mostScans = 16

// New returns a referee.
func New(c Config) *Referee {
	c.RestMs = cmp.Or(c.RestMs, RestMs)
	r := &Referee{cfg: c, told: map[key]int{}, seen: -1}
	r.first = newState(r)
	r.live = r.first
	return r
}

// Step takes a record, number event of its log, after the tracker has taken it, and
// returns the findings. The slice is valid until the next call.
func (r *Referee) Step(event laws.Event, record *sensor.Record, v track.View) []laws.Finding {
	r.event = event
	was, blank := r.blank, v.Blank()
	switch r.blank = blank; {
	case record.Word == sensor.Link && !record.On, blank && !was:
		r.deaf, r.lost = true, record.At
	case record.Word == sensor.Board && r.deaf && !blank, was && !blank:
		r.deaf, r.scanned = false, record.At
	}
	if r.cut = r.cut || record.Word == sensor.Link && !record.On; record.Word != sensor.Clock {
		r.seen = -1
	}
	switch record.Word {
	case sensor.Press, sensor.Pause, sensor.Resume, sensor.Clock, sensor.Flag:
		zero := [2]bool{record.Times[0] <= 0, record.Times[1] <= 0}
		r.note(clockRecord{event, record.At, record.Word, record.Side, record.Running, zero, r.cut})
		r.cut = false
	}
	if record.Word == sensor.Board {
		r.scans = append(r.scans[max(0, len(r.scans)-mostScans+1):], event)
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
	r.still = same == len(r.steps) && len(acts) == 0 && r.nothingNew(v)
	if r.still {
		r.live.at = max(r.live.at, r.now)
		return nil
	}
	r.seen, r.weighs, r.unnamed = v.Changes(), false, v.Unnamed()
	for _, s := range r.steps[same:] { // no longer told by the story
		r.forget(s.found)
	}
	r.steps, r.marks = r.steps[:same], r.marks[:same]
	s := r.last()
	for i := range acts {
		s = s.next(&acts[i])
		r.steps, r.marks = append(r.steps, s), append(r.marks, acts[i].Mark)
		r.tellOf(s, r.live.clock.stopped || s.clock.stopped, v)
	}
	r.live = s.until(r.now, v)
	if !r.live.clock.stopped {
		r.tellOpen(v)
		r.tellShown(r.showing)
		r.tellBound(r.live.obliged)
	}
	r.live.later = 0 // what time brings about is told at once
	for i := range r.live.open {
		r.settles(r.live, &r.live.open[i], r.live.clock.stopped, v)
	}
	r.forget(r.live.found) // until a state of the story has them
	r.trim()
	return r.found
}

// Still reports whether the last Wake had nothing to do.
func (r *Referee) Still() bool { return r.still }

// nothingNew reports whether, besides the story, nothing has changed from which the present state
// follows, and time changes nothing yet.
func (r *Referee) nothingNew(v track.View) bool {
	s := r.live
	if r.seen < 0 || s.clock.heard < len(r.clocks) || r.open || s.due != 0 && s.due <= r.now {
		return false
	}
	return r.seen == v.Changes() || !r.weighs && v.Shown() == r.shows
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
	Plies []*Ply
	Over  bool // what follows it is another game
}

// Parts is the parts of the story before the present one.
func (r *Referee) Parts() []Part { return r.live.parts }

// Start is the position in which the present part begins.
func (r *Referee) Start() *legality.Position { return &r.live.past[0] }

// Told is how many of the plies the story has completed: what is more, the table shows.
func (r *Referee) Told() int { return len(r.last().plies) }

// last is the state after the last act of the story.
func (r *Referee) last() *state {
	if len(r.steps) == 0 {
		return r.first
	}
	return r.steps[len(r.steps)-1]
}

// Aside reports whether the players go through the game, which is over.
func (r *Referee) Aside() bool { return r.live.aside }

// Irregular is the index of the first ply that the rules do not let stand; -1 if there is
// none.
func (r *Referee) Irregular() int { return r.live.first() }

// Offences is how many illegal moves each player has completed.
func (r *Referee) Offences() [2]int { return r.live.offences() }

// Displaced is the squares of the pieces that stand where no move put them.
func (r *Referee) Displaced() placement.Set { return r.live.displaced() }

// Disorder reports whether something on the board breaks the Laws, and this has been found: an irregular
// ply, displaced pieces, a move out of turn, a board that lies the other way, a press while pieces are
// off the board.
func (r *Referee) Disorder() bool {
	if p, rests := r.Resting(); rests && !p.Stands || r.live.first() >= 0 {
		return true
	}
	u, open := &r.live.turn, &r.live.clock.open
	found := func(c laws.Code) bool { return slices.Contains(u.said, c) }
	return r.live.displaced() != 0 || u.pushed != nil || found(laws.OutOfTurn) || found(laws.BoardRotated) || open.found && open.waits
}

// Adjusting notes that a player has announced that he adjusts pieces (4.2.1): what he
// touches in this time binds to nothing.
func (r *Referee) Adjusting(a Adjustment) { r.adjusting, r.seen = append(r.adjusting, a), -1 }

// Adjustment is a time in which a player adjusts pieces, in milliseconds since the log began. It
// ends with his turn.
type Adjustment struct {
	Side     placement.Color
	Ply      int   // that he makes, from 1
	From, To int64 // To is excluded
}

// Breach is the finding about a breach of Article 4 by the last ply, while the opponent may
// claim it; nil if there is none.
func (r *Referee) Breach() *laws.Finding {
	s := r.live
	if n := len(s.plies); n > 0 && s.plies[n-1].charge != nil && s.mayObject() {
		return s.plies[n-1].charge
	}
	return nil
}

// LetStand has the last ply stand, although it may be a breach of Article 4. What follows from
// the ply is judged anew by the next Wake.
func (r *Referee) LetStand() {
	last := r.live.plies[len(r.live.plies)-1]
	r.accepted = last.finding(laws.NoCode, laws.Info)
	n := len(r.steps)
	for n > 0 && len(r.steps[n-1].plies) >= len(r.live.plies) {
		n--
		r.forget(r.steps[n].found)
	}
	r.steps, r.marks, r.seen = r.steps[:n], r.marks[:n], -1
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

// BoundBefore is what had bound the player of the last ply: his acts but for the releases by
// which he has made it.
func (r *Referee) BoundBefore() *laws.Acts {
	i := len(r.live.plies) - 1
	acts, m := *r.ActsOf(i), r.live.plies[i].Move
	acts.Releases = slices.DeleteFunc(slices.Clone(acts.Releases), func(o laws.Release) bool { return o.To == laws.Landing(m, o.From) })
	return &acts
}

// ChargeOf is what was found against an irregular ply, by its index; nil if nothing was.
func (r *Referee) ChargeOf(i int) *laws.Finding {
	if i < len(r.live.plies) {
		return r.live.plies[i].charge
	}
	return nil
}

// Standing is what binds the player having the move, and what is irregular on the board.
func (r *Referee) Standing() (found []laws.Finding) {
	s := *r.live
	s.open = nil
	switch {
	case s.turn.allowed != nil:
		found = append(found, *s.obliged)
	case s.replaces != nil:
		if duty := s.rules().Duty(s.pos, &s.turn.acts, s.replaces); !duty.Free {
			s.oblige(&duty)
			found = append(found, *s.obliged)
		}
	}
	if s.turn.misplay.Squares != 0 && s.turn.executed == nil {
		found = append(found, s.turn.misplay)
	}
	if f := r.Breach(); f != nil {
		found = append(found, *f)
	}
	if squares := s.displaced(); squares != 0 {
		f := laws.Finding{Code: laws.Displaced, Side: laws.Somebody, Squares: squares}
		s.rules().Cite(&f)
		found = append(found, f)
	}
	return found
}

// EndedBy is how the last ply ends the game, also one that the table only shows, and where that ply
// leads; NoEnding if it does not. Where a quick test leaves open whether the position is dead, a
// search of so many positions decides. With asRead a piece whose kind nobody has seen is what the
// story takes it for; without, the ply must end the game whatever it is.
func (r *Referee) EndedBy(v track.View, positions int, asRead bool) (e legality.Ending, after *legality.Position) {
	s := *r.live
	s.plies, s.open = slices.Clip(s.plies), nil
	if m := v.Shown(); s.ended == legality.NoEnding && m != legality.NoMove && v.Plies() == len(s.plies) {
		after := s.pos.Play(m)
		p := s.ply(m, &after)
		s.judgeBreaches(p)
		s.plies = append(s.plies, p)
	}
	n := len(s.plies)
	if n == 0 || s.plies[n-1].Illegal || s.toBeCorrected() {
		return legality.NoEnding, nil
	}
	last := s.plies[n-1]
	e = s.endingOf(last.After, s.occurrences(last.After))
	if e == legality.NoEnding && positions > 0 && s.rules().Settles(laws.TopicDead) && last.After.Dead(positions, nil) == legality.Yes {
		e = legality.DeadPosition
	}
	if e == legality.NoEnding || !asRead && s.endsOtherwise(e) || !s.atOnce(e, last.breach) {
		return legality.NoEnding, nil
	}
	return e, last.After
}

// Ending is how the position after the last ply ends the game by itself, also that of a ply
// before the log; NoEnding if it does not.
func (r *Referee) Ending() legality.Ending {
	s := r.live
	p := s.after(s.number() - 1)
	if e := s.endingOf(p, s.occurrences(p)); s.rules().Way(laws.TopicOfEnding(e)) != laws.NotAtOnce {
		return e
	}
	return legality.NoEnding
}

// GoesOn reports whether the last ply has not ended the game, as far as is known: it is legal, none
// before it is to be corrected, and the kind of each piece is known.
func (r *Referee) GoesOn() bool {
	s := r.live
	n := len(s.plies)
	return s.ended == legality.NoEnding && (n == 0 || !s.plies[n-1].Illegal) && !s.toBeCorrected() && len(s.otherwise()) == 0
}

// Ends reports whether the last ply, which may be one before the log, ends the game in some way.
func (r *Referee) Ends(e legality.Ending) bool {
	n := len(r.live.plies)
	return r.live.atOnce(e, n > 0 && r.live.plies[n-1].breach)
}

// SetTimeControl says what time control is played, as the PGN tag has it.
func (r *Referee) SetTimeControl(tag string) { r.stages, r.seen = laws.ParseTimeControl(tag), -1 }

// Resting is what stands on the board that no legal move describes, and that no press has
// completed.
func (r *Referee) Resting() (p *Ply, ok bool) {
	s := r.live
	if s.turn.executed != nil && s.ended == legality.NoEnding {
		return s.turn.executed, true
	}
	if s.turn.misplay.Squares == 0 || s.ended != legality.NoEnding {
		return nil, false
	}
	act, _ := s.pos.ExplainPlacement(&s.table)
	if act.Squares != s.turn.misplay.Squares {
		return nil, false
	}
	after := s.pos.PlayPlacement(&s.table)
	return s.irregularPly(&act, &s.table, &after), true
}

// Reply is the ply by which the opponent has answered what is Resting, and stands; nil if there is none.
func (r *Referee) Reply() *Ply { return r.live.replied }

// Executed reports whether what stands on the board counts although no press has completed it.
func (r *Referee) Executed() bool { return r.live.turn.executed != nil && !r.live.turn.executed.Stands }

// Moves reports whether the player having the move has released a piece elsewhere than where it stood.
func (r *Referee) Moves() bool {
	s := r.live
	return slices.ContainsFunc(s.turn.resting, func(p rest) bool { return p.released && s.table[p.from] != s.pos.At(p.from) })
}

// Plies is what has been played, also what the table shows and nothing has completed.
func (r *Referee) Plies() []*Ply { return r.live.plies }

// Ended is how the last ply has ended the game; NoEnding if it has not, or if the ply may be another one: how likely it is
// proves no end.
func (r *Referee) Ended(v track.View) legality.Ending {
	s := r.live
	if n := len(s.plies); s.ended != legality.NoEnding && n > 0 && s.rivalled(n-1, v) {
		return legality.NoEnding
	}
	return s.ended
}

// tell adds what is found, unless it was told already.
func (r *Referee) tell(f laws.Finding) {
	if k := keyOf(&f); r.told[k] > 0 {
		r.told[k]--
		return
	}
	if f.Code == laws.OutOfTurn {
		r.outOfTurn = append(r.outOfTurn, f.Squares)
	}
	r.add(f)
}

// add adds a finding, with the record and the time.
func (r *Referee) add(f laws.Finding) {
	f.Event, f.At = r.event, r.now
	r.found = append(r.found, f)
}

// tellOf tells what a state has found; if the clocks stand still, of the clock only.
func (r *Referee) tellOf(s *state, quiet bool, v track.View) {
	s.open = slices.DeleteFunc(s.open, func(f laws.Finding) bool { return r.settles(s, &f, quiet, v) })
	r.open = r.open || len(s.open) > 0
}

// tellOpen tells what has not been told yet, once the clocks run.
func (r *Referee) tellOpen(v track.View) {
	if !r.open {
		return
	}
	r.open = false
	for _, s := range r.steps {
		r.tellOf(s, false, v)
	}
}

// settles tells what a state has found, unless it has to wait, and reports whether it has not. What
// was found of plies that were made while the clocks stood still, and do not stand any more, is nothing.
func (r *Referee) settles(s *state, f *laws.Finding, quiet bool, v track.View) bool {
	if k := keyOf(f); f.Level == laws.Arbiter { // what has been said as certain is not said again as less
		if k.level = laws.Certain; r.told[k] > 0 {
			f.Level = laws.Certain
		}
	}
	switch {
	case s.later > r.now:
		return r.live.wait(s.later)
	case quiet && !ofClock(f.Code), s.disputed(f, v):
		return false
	case s.clock.stopped && f.Ply > 0 && !r.live.has(f):
		return true
	case f.Level == laws.Certain && r.told[keyOf(f)] == 0 && (ofMove(f) && !s.proves(f, v) || s.endsOpenly(f, v)):
		f.Level = laws.Arbiter
	}
	r.tell(*f)
	s.found = append(s.found, *f)
	return true
}

// suspects is how likely it must be that a ply, or no ply, was made before a finding rests on that: three to two. Chosen.
const suspects = 3.0 / 5

// disputed reports whether a breach is found by a ply that may well be another one, or whether a ply
// may well explain a press that is said to have none.
func (s *state) disputed(f *laws.Finding, v track.View) bool {
	n := f.Ply - len(s.past) + 1
	rests := f.Level == laws.Suspected || f.Code == laws.MoveIncomplete || f.Code == laws.ClockNoMove
	s.r.weighs = s.r.weighs || rests && n > 0
	return rests && n > 0 && v.Confidence(n, n)[0] < suspects
}

// ofMove reports whether a finding is that a move was irregular.
func ofMove(f *laws.Finding) bool {
	return f.Code == laws.OutOfTurn || f.Remedy != nil && f.Code != laws.ClockNoMove
}

// Proved is how likely a ply must be for something to rest on it. Of the plies of rough hands one in 120 is
// published with less, and one in ten of these is wrong.
const Proved = 0.95

// proves reports whether the board proves an irregular move that is found: the plies before it are likely and
// confirmed and, if it was answered, so is it. An irregular ply is never sure, since it may go on, and nothing
// is confirmed after it; that does not count. On a board that names no pieces, what stands where no move puts it
// may be a captured piece.
func (s *state) proves(f *laws.Finding, v track.View) bool {
	if i := f.Ply - len(s.past); s.r.cfg.Occupancy && 0 <= i && i < len(s.plies) && s.plies[i].Illegal && slices.ContainsFunc(v.Rivals(i+1), s.plies[i].captures) {
		return false
	}
	last := max(f.Ply-len(s.past), v.Plies()-1)
	first, confirmed := max(1, last-OpenPlies), v.Confirmed()
	for i, c := range v.Confidence(first, last) {
		switch n := first + i; {
		case n <= len(s.plies) && s.plies[n-1].Illegal:
			confirmed = last
		case c < Proved || n > confirmed:
			return false
		}
	}
	return true
}

// endsOpenly reports whether it is found that a ply ends the game that may be another one.
func (s *state) endsOpenly(f *laws.Finding, v track.View) bool {
	i := f.Ply - len(s.past)
	return s.ended != legality.NoEnding && f.Code == laws.CodeOfEnding(s.ended) && 0 <= i && i < len(s.plies) && s.rivalled(i, v)
}

// OpenPlies is for how many plies back what is confirmed of them may still change.
const OpenPlies = 24

// tellShown tells which ply the table shows, and when it does not show it any more and it
// was not played.
func (r *Referee) tellShown(f laws.Finding) {
	if was := r.shown; was.Ply > 0 && (was.Ply != f.Ply || was.UCI != f.UCI) {
		plies := r.live.plies
		if n := len(r.live.parts); n > 0 {
			plies = append(slices.Clip(plies), r.live.parts[n-1].Plies...)
		}
		if !slices.ContainsFunc(plies, func(p *Ply) bool { return p.Number == was.Ply && p.UCI == was.UCI }) {
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
	delete(r.told, keyOf(&f))
	f.Code = laws.Retracted
	r.say(f)
}

// say adds a finding that rests on no text.
func (r *Referee) say(f laws.Finding) {
	f.Article = laws.NoArticle
	r.add(f)
}

// tellBound tells what binds a player, if that has changed. It is told as it is now,
// whatever the story was before.
func (r *Referee) tellBound(f *laws.Finding) {
	if f == nil || f.Ply < r.turn || f.Ply <= 0 {
		return
	}
	if k := keyOf(f); k != r.bound {
		r.bound, r.turn = k, f.Ply
		r.add(*f)
	}
}

// forget notes that findings were told that no state of the story has: they are not told
// again if one has them later.
func (r *Referee) forget(found []laws.Finding) {
	for i := range found {
		r.told[keyOf(&found[i])]++
	}
}

// key is what makes two findings the same. A breach by a piece that was released is found
// before the ply is known, or with it.
type key struct {
	code                  laws.Code
	level                 laws.Level
	side                  laws.Party
	ply                   int
	article, uci, allowed string
	squares               placement.Set
}

func keyOf(f *laws.Finding) key {
	k := key{f.Code, f.Level, f.Side, f.Ply, f.Article, f.UCI, "", f.Squares}
	if f.Code == laws.ReleaseBreach || f.Code == laws.CastleRookFirst {
		k.uci = ""
	}
	if len(f.Allowed) > 0 {
		k.allowed = strings.Join(f.Allowed, " ")
	}
	return k
}
