package touchmove

import (
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove/laws"
)

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
