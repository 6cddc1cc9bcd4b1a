package touchmove

import (
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove/laws"
	"github.com/boardd/boardd/touchmove/referee"
	"github.com/boardd/boardd/touchmove/track"
)

// leg is a tracker and a referee that have begun together.
type leg struct {
	track   *track.Tracker
	referee *referee.Referee
	taken   laws.Event // how many records both have taken
	part    int        // which part of the story is the present game
	still   bool       // the last wake-up has changed nothing
	start   legality.Position
}

// wake takes the time.
func (l *leg) wake(at int64) []laws.Finding {
	was := l.track.View().Changes()
	l.track.Wake(at)
	found := l.referee.Wake(at, l.track.View())
	l.still = l.referee.Still() && l.track.View().Changes() == was
	return found
}

// due is when time alone changes something.
func (l *leg) due() (at int64, ok bool) {
	at, ok = l.track.Deadline()
	if due, waits := l.referee.Deadline(); waits && (!ok || due < at) {
		return due, true
	}
	return at, ok
}

// upTo is how many of all the plies of the present game come before a place in the story.
func (l *leg) upTo(part, plies, all int) int {
	switch {
	case part > l.part:
		return all
	case part < l.part:
		return 0
	}
	return plies
}

// stepLeg lets the leg take a record.
func (t *Tracker) stepLeg(r *sensor.Record) {
	l := &t.leg
	l.track.Step(r)
	l.taken++
	found := l.referee.Step(l.taken, r, l.track.View())
	t.took(r.At, found)
}

// wakeLeg lets the leg take the time.
func (t *Tracker) wakeLeg(at int64) {
	t.took(at, t.leg.wake(at))
}

// took takes what the leg has found in a record, or by the time alone.
func (t *Tracker) took(at int64, found []laws.Finding) {
	if t.observer != nil {
		t.observer.Takes(t.observed(), t.event, at)
	}
	t.takeFound(found)
}

// follows reports whether what the board tells is part of a game.
func (t *Tracker) follows() bool {
	return t.phase != Setup && !t.over() && !t.ordered.awaited
}

// hears reports whether the leg hears of the board: also while the kings show a result, for that
// may have been play, and when a ply has ended the game, for the players may go on.
func (t *Tracker) hears() bool { return t.follows() || t.phase == ResultPending || t.endedByPly() }

// takeFound takes findings of the referee as found now. While it is open whether the game is over they wait.
func (t *Tracker) takeFound(found []laws.Finding) {
	if t.over() {
		t.waiting = append(t.waiting, found[:min(len(found), mostInputs-len(t.waiting))]...)
		return
	}
	for _, f := range found {
		if f.Code == laws.ClockStopped && t.phase == Waiting && t.board.changes == t.opened {
			continue // it has not been started yet
		}
		f.Event, f.At = t.event, t.now
		t.complement(&f)
		t.found = append(t.found, f)
		t.alarm(&f)
	}
}

// takeWaiting takes those findings that have waited which still count.
func (t *Tracker) takeWaiting(counts func(*Finding) bool) {
	found := slices.DeleteFunc(t.waiting, func(f Finding) bool { return !counts(&f) })
	t.waiting = nil
	t.takeFound(found)
}

// BestPosition returns the position after the hypothesis that is read (mostly the best one), unconfirmed
// plies included.
func (t *Tracker) BestPosition() *legality.Position {
	if t.follows() {
		return t.leg.track.View().Position()
	}
	return t.position()
}

// sense reads the board by another model of its sensor, from where the game stands.
func (t *Tracker) sense(s track.Sensor) {
	if s == t.sensor {
		return
	}
	t.sensor = s
	if t.follows() {
		t.because("the board turns out to be of another kind")
		t.enter(nil)
		t.show()
	}
}

// after reports whether the moment has come, and asks for a wake-up if not.
func (t *Tracker) after(at int64) bool {
	if at > t.now && (t.dueAt < 0 || at < t.dueAt) {
		t.dueAt = at
	}
	return at <= t.now
}

// enter begins a leg after the plies that there are. What binds the player having the move, if
// his ply replaces another one, is in replaces.
func (t *Tracker) enter(replaces *laws.Acts) {
	t.before = len(t.plies)
	past, moves := t.past()
	start, s, clock := past[len(past)-1], t.sensor, t.clock.used
	t.leg = leg{
		start: start,
		track: track.New(track.Config{Start: start, Past: past, Moves: moves, Sensor: s, Errs: t.errs, Clock: clock, GoesOn: t.goesOn()}),
		referee: referee.New(referee.Config{Rules: t.cfg.Rules, Past: past, Moves: moves, Illegal: t.game.Illegal, Occupancy: !s.Names,
			RestMs: t.cfg.RestMs + max(0, s.Late-DefaultLateMs), LateMs: s.Late, AsksMate: t.cfg.AsksMate, Replaces: replaces, Overruled: t.overruled,
			HasClock: clock, MayClock: t.cfg.Clock == ClockAuto && !t.played()}),
	}
	if t.observer != nil {
		t.observer.Begins(t.observed(), t.event)
	}
	t.leg.referee.SetTimeControl(t.game.Tags["TimeControl"])
}

// goesOn is the endings that do not end the game: those that the rule set in force does not know,
// and the one that a person has taken back.
func (t *Tracker) goesOn() (list []legality.Ending) {
	for e := legality.Checkmate; e <= legality.SeventyFive; e++ {
		if e == t.overruled || !t.cfg.Rules.Settles(laws.TopicOfEnding(e)) {
			list = append(list, e)
		}
	}
	return list
}

// played reports whether a ply has been seen since the log began.
func (t *Tracker) played() bool {
	n := len(t.plies)
	return n > 0 && t.plies[n-1].MadeAt >= 0
}

// show tells a new leg what the board and the clock show, if that is not what its position
// has.
func (t *Tracker) show() {
	for _, r := range t.clock.asRecords(t.now) {
		t.stepLeg(&r)
	}
	if p := t.position(); t.board.differ(p.Placement()) != 0 {
		t.stepLeg(boardRecord(t.now, &t.board.sensed))
	}
}

// over reports whether the game has ended, by the rules, by a person, or by a signal of the
// players. Nothing on the board changes it any more.
func (t *Tracker) over() bool { return t.phase >= ResultPending }

func (t *Tracker) become(p Phase) {
	if t.phase != p {
		t.phase, t.since, t.join = p, t.now, t.board.joining()
		t.dirty = true
	}
}

// Observer follows how a Tracker reads the records, for tools that explain it. What it does
// changes nothing.
type Observer interface {
	Because(why string)                                // the next leg begins; "": for no reason of its own
	Begins(leg Leg, event Event)                       // with a record; the leg has taken nothing yet
	Takes(leg Leg, event Event, at int64)              // a record, or the time alone
	Reads(g *Game, n, part int, event Event, at int64) // as the game, the n-th, stands now: a part of the leg's story
}

// Leg is how the records are read from a known position on. Its hypotheses are the tracker's.
type Leg struct {
	Track  *track.Tracker
	Start  legality.Position // before its first record
	Game   int               // its number, from 1
	Opened legality.Position // from which its game, or part of one, started
	Before []Ply             // of the game
	Taken  int               // how many records it has taken
}

// Observe lets an observer follow the tracker. It is to be called before the first record.
func (t *Tracker) Observe(o Observer) {
	t.observer = o
	o.Begins(t.observed(), t.event)
}

func (t *Tracker) observed() Leg {
	return Leg{Track: t.leg.track, Start: t.leg.start, Game: t.number, Opened: t.game.Start, Before: t.plies[:t.before], Taken: int(t.leg.taken)}
}

// because notes why the next leg begins.
func (t *Tracker) because(why string) {
	if t.observer != nil {
		t.observer.Because(why)
	}
}

// Deaf returns why what the board tells is no part of a game at present; "" if it is.
func (t *Tracker) Deaf() string {
	switch {
	case t.phase == ResultPending:
		return "the kings show a result, which waits for a person"
	case t.over():
		return "the game has ended"
	case t.phase == Setup:
		return "the pieces are being set up"
	case t.ordered.awaited:
		return "the pieces do not yet stand as a command has it"
	}
	return ""
}
