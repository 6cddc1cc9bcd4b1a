package touchmove

import (
	"cmp"
	"math"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove/laws"
	"github.com/boardd/boardd/touchmove/referee"
	"github.com/boardd/boardd/touchmove/track"
)

// Tracker works out which game explains the records of one board. One goroutine at a time
// uses it; it does nothing by itself. New makes one.
type Tracker struct {
	cfg    Config
	sensor track.Sensor

	// The input of the present call.
	now   int64
	event Event
	found []Finding

	board board
	clock clock
	leg   leg

	// The game.
	plies  []Ply // all of the game that is published, made or irregular
	before int   // how many of them were played before the leg
	game   Game
	last   *Game // the last game that had a move, if this one has none
	number int   // of the game, from 1
	began  int64 // when it was opened
	done   bool  // no more records come
	phase  Phase
	since  int64 // when the phase began
	alerts []Alert
	passing
	aside *aside // the game before it was ended; nil: none was
	dueAt int64  // when Wake is due besides the leg; -1 never
	dirty bool   // something has changed in the game

	observer Observer // nil: nobody follows it
}

// passing is the state with which a new game does not begin.
type passing struct {
	undone    *laws.Acts // what the player had done who made the irregular ply
	array     array
	ordered   ordered
	ended     laws.Topic      // of the end that a person has entered
	ending    legality.Ending // by which the rules have ended the game
	overruled legality.Ending // that a person has taken back last
	searched  Question        // the last position whose full search has been reported
	signal    signal
	waiting   []Finding // of the referee, while it is open whether the game is over
	reset     reset
	join      joining
	opened    int // how often the board had changed when the game was opened
	finished  int // and when it ended
	held      held
	misreads  placement.Set // squares that were misread when play was to begin
	errs      placement.Set // those of them that err: no piece stands beside its square
}

// New returns a tracker. It fills in what the configuration leaves open, and checks nothing
// else.
func New(c Config) *Tracker {
	c.setRules(cmp.Or(c.Rules, laws.Default()))
	c.Start = cmp.Or(c.Start, legality.Initial())
	c.RestMs, c.MadeRestMs = cmp.Or(c.RestMs, referee.RestMs), cmp.Or(c.MadeRestMs, referee.MadeRestMs)
	t := &Tracker{cfg: c, dueAt: -1, number: 1, sensor: track.SensorOf(c.Board, !c.Occupancy, c.LateMs)}
	t.game.Rev = c.Rev
	t.clock.used = c.Clock == ClockYes
	t.open(c.Start, c.Moves, t.nextID(), c.Tags)
	t.board.sensed = *t.position().Placement()
	if c.Occupancy {
		t.board.sensed = placement.Occupancy(t.board.sensed.Occupied())
	}
	if c.Setup {
		t.become(Setup)
	}
	t.writeGame()
	return t
}

// Step takes one record, number event of its log, and returns the findings. The slice is
// valid until the next call. Step ignores commands, which are for Do, and bytes, which are
// for a decoder.
func (t *Tracker) Step(event Event, r sensor.Record) []Finding {
	t.begin(event, r.At)
	t.keepInput(input{event: event, record: r})
	t.take(&r)
	t.evaluate()
	return t.found
}

// Wake passes the time to the tracker, in milliseconds since the log began, and returns the
// findings. They belong to the last record; before the first record Wake does nothing. At
// other times than those that Deadline returns it changes nothing.
func (t *Tracker) Wake(at int64) []Finding {
	if t.event == 0 {
		return nil
	}
	t.begin(t.event, at)
	return t.found
}

// Finish says that the log has ended. What was waited for does not happen, and what is read then is
// confirmed unless it may be wrong. It returns the findings, which belong to the last record. A live
// board that falls silent has ended nothing.
func (t *Tracker) Finish() []Finding {
	t.found = t.found[:0]
	if t.event == 0 {
		return nil
	}
	t.runOut(math.MaxInt64)
	if t.follows() {
		t.done = true
		t.leg.track.Finish()
		t.wakeLeg(t.now)
		t.evaluate()
	}
	return t.found
}

// Deadline returns the time at which to call Wake, in milliseconds since the log began;
// false if the tracker waits for nothing.
func (t *Tracker) Deadline() (at int64, ok bool) {
	at, ok = t.dueAt, t.dueAt >= 0
	if t.hears() {
		if due, waits := t.leg.due(); waits && (!ok || due < at) {
			at, ok = due, true
		}
	}
	return at, ok
}

// Game returns the game as it stands. The next call of Step, Wake or Do changes it.
func (t *Tracker) Game() *Game { return &t.game }

// LastGame returns the last game that has a move, or else the present one.
func (t *Tracker) LastGame() *Game {
	if len(t.game.Moves) == 0 && t.game.Pending == nil && len(t.game.Irregular) == 0 && t.last != nil {
		return t.last
	}
	return &t.game
}

// Previous returns the last game before the present one that has a move or a result, or an
// earlier part of the present one; nil if there is none. It does not change any more.
func (t *Tracker) Previous() *Game { return t.last }

// Sensed returns what the sensors show, and the squares where that differs from the best
// hypothesis. The placement belongs to the tracker.
func (t *Tracker) Sensed() (*placement.Placement, placement.Set) {
	return &t.board.sensed, t.board.differ(t.BestPosition().Placement())
}

// Follows reports whether a scan is explained as well as one of a board that has been
// connected all along: by the position already known or by one more legal ply, apart from
// pieces in the air. It is true as well if the scan shows no play at all.
func (t *Tracker) Follows(shown *placement.Placement) bool {
	return !t.follows() || t.clock.stopped || t.leg.referee.Irregular() >= 0 || !t.board.scanned || followsFrom(t.BestPosition(), shown)
}

// SetBoard sets the family of the board, when it becomes known, and how long after an act, in
// milliseconds, it may report it; 0: as its family does.
func (t *Tracker) SetBoard(family string, lateMs int64) {
	t.sense(track.SensorOf(family, t.sensor.Names, lateMs))
}

// MayGoBack reports whether the end of the last game may still be taken back although
// another one has begun.
func (t *Tracker) MayGoBack() bool { return t.aside != nil && t.aside.before.game.ID != t.game.ID }

// Refuse reports a command that could not be parsed.
func (t *Tracker) Refuse(event Event, at int64, why error) []Finding {
	t.begin(event, at)
	return t.refused(why)
}

func (t *Tracker) refused(why error) []Finding {
	t.say(Finding{Code: laws.CommandRefused, Side: laws.Both, Text: why.Error()})
	return t.found
}

// begin begins a call. What is due before its time happens before it.
func (t *Tracker) begin(event Event, at int64) {
	t.found = t.found[:0]
	if t.event == 0 && event > 0 && t.follows() {
		t.wakeLeg(t.now)
		t.judgeArray()
	}
	t.runOut(at)
	t.event = event
	t.now = max(t.now, at)
	t.done = false
}

// runOut lets happen what is due at a time or before.
func (t *Tracker) runOut(at int64) {
	for due, ok := t.Deadline(); ok && due <= at && t.event > 0; due, ok = t.Deadline() {
		t.now = max(t.now, due)
		if t.hears() {
			t.wakeLeg(due)
			if t.leg.still && due != t.dueAt {
				continue
			}
		}
		t.evaluate()
	}
}

// evaluate works out what follows from the records and the time.
func (t *Tracker) evaluate() {
	for again := true; again; {
		t.dueAt = -1
		phase, follows := t.phase, t.follows()
		t.watch()
		again = t.phase != phase || t.follows() != follows
	}
	t.writeGame()
	if t.settleAlerts(); t.dirty {
		t.writeGame()
	}
	if t.observer != nil && t.event > 0 {
		t.observer.Reads(&t.game, t.number, t.leg.part, t.event, t.now)
	}
}

// watch follows the phase that the game is in.
func (t *Tracker) watch() {
	t.watchCrowd()
	switch {
	case t.phase == Setup:
		t.watchSetup()
	case t.over():
		t.watchOver()
	case t.ordered.awaited:
		t.watchOrdered(false)
	default:
		t.watchPlay()
	}
}
