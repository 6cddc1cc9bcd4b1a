package touchmove

import (
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove/laws"
)

// take takes a record, after the press that it shows; but not a press that was shown before.
func (t *Tracker) take(r *sensor.Record) {
	if p := t.clock.shows(r); p != nil && t.cfg.Clock != ClockNo {
		t.takeOne(p)
		t.clock.wasShown(p)
	}
	if !t.clock.known(r) {
		t.takeOne(r)
	}
}

// takeOne takes a record: board and clock note it, and it goes into the leg while a game is
// played.
func (t *Tracker) takeOne(r *sensor.Record) {
	touched := r.Word == sensor.Lift || r.Word == sensor.Board && t.board.sensed != r.Placement
	if touched && t.phase == Setup && t.array.any && wrongArray(&t.board.sensed) {
		t.startFrom(arrayPosition(&t.board.sensed)) // play may begin with that
	}
	if t.phase == Setup && t.mayBegin(r) {
		t.readyMisread()
	}
	if r.Word == sensor.Lift && t.phase == Ended && t.board.changes == t.reset.changes && t.arrayStands() {
		t.nextByArray() // the game has ended in the array, and its next one begins with that
	}
	if n := len(t.plies); r.Word == sensor.Lift && n > t.before && t.follows() && t.plies[n-1].Move.To() != r.Square {
		t.watchResult(true)
	}
	if t.phase == Setup {
		t.keepJoining(r)
	}
	scanned := t.board.scanned
	t.board.take(r, t.cfg.Occupancy)
	if t.crowded(r) {
		return
	}
	t.learnNames(r)
	if r.Word == sensor.Board && !scanned && t.phase == Waiting && t.board.differ(t.position().Placement()) != 0 {
		t.become(Setup) // the pieces are not set up yet
	}
	switch r.Word {
	case sensor.Fault:
		f := Finding{Code: laws.SensorFault, Side: laws.Both, Text: string(r.Data)}
		if r.Well {
			f.Code = laws.SensorNote
		}
		t.say(f)
		return
	case sensor.Link:
		t.dirty = true
	case sensor.Press, sensor.Clock, sensor.Flag, sensor.Pause, sensor.Resume:
		if r.Word == sensor.Press && t.ordered.awaited && r.Side == t.position().Turn() {
			t.watchOrdered(true)
		}
		if r.Word == sensor.Press {
			t.denySignal(r.Side)
		}
		if !t.hearClock(r) || t.pressesBefore(r) {
			return
		}
	}
	if t.clock.older(r) {
		now := *r
		now.Running = sensor.Running(t.clock.runs)
		r = &now
	}
	if t.hears() {
		t.keepOpening(r)
		t.stepLeg(r)
	}
}

// mayBegin reports whether play may begin with a record on a board that is nearly set up: the clock
// runs, or another piece is lifted after a rest. The squares that are wrong may come and go.
func (t *Tracker) mayBegin(r *sensor.Record) bool {
	wrong, _ := t.nearlySetUp()
	switch r.Word {
	case sensor.Lift:
		return wrong != 0 && !wrong.Has(r.Square) && r.At >= t.board.changedBut(wrong)+resetMs
	case sensor.Press, sensor.Resume:
		return wrong != 0 && t.cfg.Clock != ClockNo
	case sensor.Clock:
		return wrong != 0 && t.cfg.Clock != ClockNo && r.Running != sensor.Stopped
	}
	return false
}

// learnNames follows whether the board names its pieces, as its scans show: not every family
// does, and some have to learn them first. What it has shown before it is read anew.
func (t *Tracker) learnNames(r *sensor.Record) {
	unknown, pieces := t.board.sensed.Find(placement.Unknown), t.board.sensed.Occupied()
	if names := unknown != pieces; r.Word == sensor.Board && pieces != 0 && names != t.sensor.Names && !t.cfg.Occupancy {
		s := t.sensor
		s.Names = names
		t.sense(s)
	}
}

// hearClock notes what a record of the clock says. It returns whether the leg is to have it.
func (t *Tracker) hearClock(r *sensor.Record) bool {
	c := &t.clock
	if r.Word == sensor.Clock {
		t.game.Clocks = Clocks{Known: true, Times: r.Times, Running: r.Running, At: t.now}
	}
	if t.cfg.Clock == ClockNo || r.Word == sensor.Flag && t.phase == Setup {
		return false
	}
	c.used, c.heard = true, true
	if r.Word == sensor.Clock {
		c.presses.Read(r.At, r.Times, laws.Party(r.Running), c.stopped)
	}
	stopped, ran := c.stopped, c.runs
	switch {
	case c.held && r.Word != sensor.Press && r.Word != sensor.Flag && !t.setUpAgain():
		return false
	case r.Word == sensor.Press:
		if t.setUpAgain() || !c.held && t.phase == Paused && t.arrayStands() { // only the lever reports the clock of the next game
			c.held, c.stopped = false, false
		}
		c.press(r.Side, r.At, &t.game.Clocks)
		t.doubtMover(r.Side)
	case r.Word == sensor.Pause, r.Word == sensor.Clock && r.Running == sensor.Stopped:
		c.stopped = true
	case r.Word == sensor.Resume:
		c.stopped = false
	case r.Word == sensor.Clock:
		if c.stopped = false; !c.older(r) {
			c.runs, c.said = laws.Party(r.Running), r.At
		}
	}
	if c.stopped {
		t.game.Clocks.Running = sensor.Stopped
	}
	switch {
	case c.stopped && !stopped:
		c.presses.Start(r.At, laws.Both)
	case stopped && !c.stopped, ran != c.runs && r.Word == sensor.Clock:
		c.presses.Start(r.At, c.runs)
	}
	if stopped && !c.stopped {
		c.started = r.At
	}
	if stopped != c.stopped {
		t.clockTurned()
	}
	t.mayJoin()
	return true
}

// pressesBefore completes the last ply before the leg, if a record is its press. The leg
// learns whose time runs.
func (t *Tracker) pressesBefore(r *sensor.Record) bool {
	n := t.before
	if r.Word != sensor.Press || !t.follows() || n == 0 || len(t.plies) > n || t.plies[n-1].Side != r.Side ||
		t.plies[n-1].State != StateMade || t.clock.stopped {
		return false
	}
	p := &t.plies[n-1]
	p.CompletedAt = r.At
	if t.cfg.Rules.Completes() {
		p.State = StateCompleted
		t.sayOf(p, laws.MoveCompleted, "")
	}
	p.Clock = t.clock.leftAfter(p)
	t.stepLeg(&sensor.Record{At: r.At, Word: sensor.Clock, Running: sensor.Running(t.clock.runs)})
	return true
}

// mostShown is how many pieces a board may show: all 32, and a few that show twice, because
// a sensor is stuck or a hand passes over a square. If there are more, the sensors mean
// nothing: the board is not heard.
const mostShown = 36

// crowded reports whether a record comes from a board that shows more pieces than it can
// hold. From then on nothing on it counts as play until a scan shows fewer.
func (t *Tracker) crowded(r *sensor.Record) bool {
	switch n := t.board.sensed.Occupied().Len(); {
	case !t.board.crowded && n > mostShown:
		t.board.crowded = true
		t.say(Finding{Code: laws.SensorFault, Side: laws.Both, Text: "more pieces are read than can be on a board"})
		t.hearBoard(false)
	case t.board.crowded && n <= mostShown && r.Word == sensor.Board:
		t.leaveCrowd()
		return true
	}
	return t.board.crowded && (r.Word == sensor.Lift || r.Word == sensor.Drop || r.Word == sensor.Board)
}

// watchCrowd hears the board again when it has shown at most 32 pieces at rest for a while,
// also if it sends no scans.
func (t *Tracker) watchCrowd() {
	if t.board.crowded && t.board.sensed.Occupied().Len() <= 32 && t.after(t.board.changed+disorderMs) {
		t.leaveCrowd()
	}
}

// leaveCrowd goes on from what the board shows.
func (t *Tracker) leaveCrowd() {
	t.board.crowded = false
	t.hearBoard(true)
	if t.follows() {
		t.stepLeg(boardRecord(t.now, &t.board.sensed))
	}
}

// hearBoard tells the leg whether the board is heard.
func (t *Tracker) hearBoard(on bool) {
	t.dirty = true
	if t.follows() {
		t.stepLeg(&sensor.Record{At: t.now, Word: sensor.Link, On: on})
	}
}
