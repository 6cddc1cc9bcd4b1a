package engine

import (
	"fmt"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/laws"
	"github.com/boardd/boardd/touchmove/track"
)

// Tracker works out which game explains the records of one board. One goroutine at a time
// uses it; it does nothing by itself. New makes one.
type Tracker struct {
	cfg    touchmove.Config
	sensor track.Sensor

	// The input of the present call.
	now   int64
	event touchmove.Event
	found []touchmove.Finding

	board board
	clock clock
	leg   leg

	// The game.
	start  legality.Position // of the game, or of its present part
	before []touchmove.Ply   // played before the leg
	plies  []touchmove.Ply   // all of the game that is published, made or irregular
	game   touchmove.Game
	last   *touchmove.Game // the last game that had a move, if this one has none
	number int             // of the game, from 1
	began  int64           // when it was opened
	phase  touchmove.Phase
	since  int64 // when the phase began
	alerts []touchmove.Alert
	passing
	aside *aside // the game before it was ended; nil: none was
	dueAt int64  // when Wake is due besides the leg; -1 never
	dirty bool
}

// passing is the state with which a new game does not begin.
type passing struct {
	undone   *laws.Acts // what the player had done who made the irregular ply
	array    array
	ordered  ordered
	ended    laws.Topic         // of the end that a person has entered
	ending   legality.Ending    // by which the rules have ended the game
	searched touchmove.Question // the last position whose full search has been reported
	signal   signal
	reset    reset
	opened   int           // how often the board had changed when the game was opened
	finished int           // and when it ended
	lost     placement.Set // squares that were reported with desync
}

// The defaults of times, in milliseconds.
const (
	restMs     = 300
	madeRestMs = 3000
)

// New returns a tracker. It fills in what the configuration leaves open, and checks nothing
// else.
func New(c touchmove.Config) *Tracker {
	if c.Rules == nil {
		c.Rules = laws.Default()
	}
	if c.BlitzGain == laws.BlitzGainByLetter && c.Rules.DisputesBlitz() {
		c.Rules = c.Rules.ByLetter()
	}
	if c.Start == (legality.Position{}) {
		c.Start = legality.Initial()
	}
	if c.RestMs == 0 {
		c.RestMs = restMs
	}
	if c.MadeRestMs == 0 {
		c.MadeRestMs = madeRestMs
	}
	t := &Tracker{cfg: c, dueAt: -1, number: 1, sensor: track.SensorOf(c.Board, !c.Occupancy, c.LateMs)}
	t.game.Rev = c.Rev
	t.clock.used = c.Clock == touchmove.ClockYes
	t.open(c.Start, c.Moves, t.nextID(), c.Tags)
	t.board.sensed = *t.position().Placement()
	if c.Occupancy {
		t.board.sensed = unnamed(t.board.sensed)
	}
	if c.Setup {
		t.become(touchmove.Setup)
	}
	t.sync()
	return t
}

// Step takes one record, number event of its log, and returns the findings. The slice is
// valid until the next call. Step ignores commands, which are for Do, and bytes, which are
// for a decoder.
func (t *Tracker) Step(event touchmove.Event, r sensor.Record) []touchmove.Finding {
	t.begin(event, r.At)
	t.keepInput(input{event: event, record: r})
	t.take(&r)
	t.evaluate()
	return t.found
}

// take takes a record: board and clock note it, and it goes into the leg while a game is
// played.
func (t *Tracker) take(r *sensor.Record) {
	if r.Word == sensor.Lift && t.phase == touchmove.Setup && t.array.any && touchmove.WrongArray(&t.board.sensed) {
		t.startFrom(touchmove.ArrayPosition(&t.board.sensed)) // play may begin with that
	}
	if r.Word == sensor.Lift && t.phase == touchmove.Ended && t.board.changes == t.reset.changes && t.arrayStands() {
		t.nextByArray() // the game has ended in the array, and its next one begins with that
	}
	if n := len(t.plies); r.Word == sensor.Lift && n > len(t.before) && t.follows() && t.plies[n-1].Move.To() != r.Square {
		t.watchResult(true)
	}
	t.board.take(r, t.cfg.Occupancy)
	switch r.Word {
	case sensor.Fault:
		f := touchmove.Finding{Code: laws.SensorFault, Side: laws.Both, Text: string(r.Data)}
		if r.Well {
			f.Code = laws.SensorNote
		}
		t.say(f)
		return
	case sensor.Link:
		t.touch()
	case sensor.Press, sensor.Clock, sensor.Flag, sensor.Pause, sensor.Resume:
		if r.Word == sensor.Press && t.ordered.awaited && r.Side == t.position().Turn() {
			t.watchOrdered(true)
		}
		if !t.hearClock(r) || t.pressesBefore(r) {
			return
		}
	}
	if t.follows() {
		t.keepOpening(r)
		t.takeFound(t.leg.step(r))
	}
}

// follows reports whether what the board tells is part of a game.
func (t *Tracker) follows() bool {
	return t.phase != touchmove.Setup && !t.over() && !t.ordered.awaited
}

// takeFound takes findings of the referee as found now.
func (t *Tracker) takeFound(found []laws.Finding) {
	for _, f := range found {
		if f.Code == laws.ResultSignal {
			continue // it is told when the kings have come to rest
		}
		f.Event, f.At = t.event, t.now
		t.complement(&f)
		t.found = append(t.found, f)
		t.alarm(&f)
	}
}

// Wake passes the time to the tracker, in milliseconds since the log began, and returns the
// findings. They belong to the last record; before the first record Wake does nothing. At
// other times than those that Deadline returns it changes nothing.
func (t *Tracker) Wake(at int64) []touchmove.Finding {
	if t.event == 0 {
		return nil
	}
	t.begin(t.event, at)
	t.evaluate()
	return t.found
}

// Deadline returns the time at which to call Wake, in milliseconds since the log began;
// false if the tracker waits for nothing.
func (t *Tracker) Deadline() (at int64, ok bool) {
	at, ok = t.dueAt, t.dueAt >= 0
	if t.follows() {
		if due, waits := t.leg.due(); waits && (!ok || due < at) {
			at, ok = due, true
		}
	}
	return at, ok
}

// Game returns the game as it stands. The next call of Step, Wake or Do changes it.
func (t *Tracker) Game() *touchmove.Game { return &t.game }

// LastGame returns the last game that has a move, or else the present one.
func (t *Tracker) LastGame() *touchmove.Game {
	if len(t.game.Moves) == 0 && t.game.Pending == nil && len(t.game.Irregular) == 0 && t.last != nil {
		return t.last
	}
	return &t.game
}

// Previous returns the last game before the present one that has a move or a result, or an
// earlier part of the present one; nil if there is none. It does not change any more.
func (t *Tracker) Previous() *touchmove.Game { return t.last }

// Sensed returns what the sensors show, and the squares where that differs from the best
// hypothesis. The placement belongs to the tracker.
func (t *Tracker) Sensed() (*placement.Placement, placement.Set) {
	return &t.board.sensed, t.board.differ(t.BestPosition().Placement())
}

// BestPosition returns the position after the best hypothesis, unconfirmed plies included.
func (t *Tracker) BestPosition() *legality.Position {
	if t.follows() {
		p := t.leg.track.View().Position()
		return &p
	}
	return t.position()
}

// Follows reports whether a scan is explained as well as one of a board that has been
// connected all along: by the position already known or by one more legal ply, apart from
// pieces in the air. It is true as well if the scan shows no play at all.
func (t *Tracker) Follows(shown *placement.Placement) bool {
	return !t.follows() || t.clock.stopped || t.leg.referee.Irregular() >= 0 || !t.board.scanned || touchmove.FollowsFrom(t.BestPosition(), shown)
}

// SetLate sets how long after an act, in milliseconds, the board may report it. Call it
// when the board's family becomes known. A value that is not positive restores the default.
func (t *Tracker) SetLate(ms int64) {
	if ms <= 0 {
		return
	}
	t.cfg.LateMs = ms
	t.sensor = track.SensorOf(t.cfg.Board, !t.cfg.Occupancy, ms)
	if t.leg.taken == 0 {
		t.enter(nil)
	}
}

// MayGoBack reports whether the end of the last game may still be taken back although
// another one has begun.
func (t *Tracker) MayGoBack() bool { return t.aside != nil && t.aside.before.game.ID != t.game.ID }

// Refuse reports a command that could not be parsed.
func (t *Tracker) Refuse(event touchmove.Event, at int64, why error) []touchmove.Finding {
	t.begin(event, at)
	t.say(touchmove.Finding{Code: laws.CommandRefused, Side: laws.Both, Text: why.Error()})
	return t.found
}

// begin begins a call. What is due before its time happens before it.
func (t *Tracker) begin(event touchmove.Event, at int64) {
	t.found = t.found[:0]
	if t.event == 0 && event > 0 && t.follows() {
		t.takeFound(t.leg.wake(t.now))
	}
	for due, ok := t.Deadline(); ok && due <= at && t.event > 0; due, ok = t.Deadline() {
		t.now = max(t.now, due)
		if t.follows() {
			t.takeFound(t.leg.wake(due))
		}
		t.evaluate()
	}
	t.event = event
	t.now = max(t.now, at)
}

// after reports whether the moment has come, and asks for a wake-up if not.
func (t *Tracker) after(at int64) bool {
	if at > t.now && (t.dueAt < 0 || at < t.dueAt) {
		t.dueAt = at
	}
	return at <= t.now
}

// say adds a finding and returns it, with the record, the time and, if it names none, the
// articles of the rule set. Where the rule set does not cover the matter, nothing is certain.
func (t *Tracker) say(f touchmove.Finding) touchmove.Finding {
	f.Event, f.At = t.event, t.now
	if f.Article == "" {
		f.Article = t.cfg.Rules.Cites(f.Code)
	}
	if f.Article == "" {
		f.Article = laws.TextSilent
		if f.Level != laws.Info {
			f.Level = laws.Arbiter
		}
	}
	t.found = append(t.found, f)
	return f
}

// Story is the acts of the present leg as they are read now, a line each: the record, the
// time, what was done, and what it costs in hundredths of a nat.
func (t *Tracker) Story() (lines []string) {
	_, acts := t.leg.track.View().Story(nil)
	for i := range acts {
		a := &acts[i]
		line := fmt.Sprintf("%6d %9d %-22v %v %v", a.Event, a.At, a.Kind, a.Square, a.Piece)
		if a.Home < 64 && a.Home != a.Square {
			line += fmt.Sprintf(" from %v", a.Home)
		}
		if a.Before != nil && a.Move != legality.NoMove {
			line += " " + a.Before.SAN(a.Move)
		}
		lines = append(lines, fmt.Sprintf("%-60s %5d %7d", line, a.Cost, a.Total))
	}
	return lines
}
