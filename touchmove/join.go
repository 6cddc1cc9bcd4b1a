package touchmove

import (
	"slices"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// A game may be on when the board is heard first, or more squares may be misread than a set-up may
// have. While the phase is Setup, only the clock can show it: the players press in turn, and have moved
// something each time.

// joining is what looks like play while the phase is Setup.
type joining struct {
	from    placement.Placement // what stood there before
	since   int64               // since when
	records []sensor.Record     // that have come then
	plies   int                 // that were pressed
	pressed int64               // when the last press was
	changes int                 // of the board until then
	pieces  int                 // on the board then
}

// joining is the beginning of that: nothing has come since what stands there.
func (b *board) joining() joining {
	return joining{from: b.sensed, since: b.changed, changes: b.changes, pieces: b.sensed.Occupied().Len()}
}

// joinPlies is how many plies are pressed until a game is on for certain.
const joinPlies = 3

// mostUnread is how many pieces of the start position may not be read: a rank or a file of the board.
const mostUnread = 8

// keepJoining keeps a record that comes while the phase is Setup, and has not yet changed the board.
func (t *Tracker) keepJoining(r *sensor.Record) {
	j := &t.join
	switch r.Word {
	case sensor.Lift, sensor.Drop, sensor.Board:
		if len(j.records) == mostOpening || j.plies == 0 && r.At >= t.board.changed+resetMs {
			*j = t.board.joining()
		}
	case sensor.Press, sensor.Clock:
	default:
		return
	}
	j.records = append(slices.Clip(j.records), *r)
}

// mayJoin joins a game that is on, after a press. How it came to what stood there nobody has seen:
// the leg looks for a few plies that lead there, or else goes on from there.
func (t *Tracker) mayJoin() {
	last := t.clock.presses.Last()
	if t.phase != Setup || last == nil || last.At == t.join.pressed || !t.join.press(&t.board, last.At) {
		return
	}
	from, records, first := t.join.from, t.join.records, t.clock.presses.List[len(t.clock.presses.List)-joinPlies]
	at, wrong := t.join.since, placement.Misreads(t.position().Placement(), &t.join.from)
	if wrong&from.Occupied() == 0 && wrong.Len() <= mostUnread { // no piece has moved
		t.misread(wrong, 0)
	}
	t.become(Waiting)
	t.because("the players play although the pieces were not seen set up")
	t.enter(nil)
	t.relive([]sensor.Record{
		{At: at, Word: sensor.Link}, *boardRecord(at, &from),
		{At: at, Word: sensor.Clock, Running: sensor.RunningFor(first.By)},
	})
	t.relive(records[:len(records)-1]) // the leg hears the last one next
	if t.leg.track.Unsure() {
		t.sayLost(wrong)
	}
}

// press notes a press, and reports whether a game is on.
func (j *joining) press(b *board, at int64) bool {
	pieces := b.sensed.Occupied().Len()
	if b.changes == j.changes || pieces > j.pieces { // nothing was moved, or a piece was added
		*j = b.joining()
		j.pressed = at
		return false
	}
	j.plies, j.pressed, j.changes, j.pieces = j.plies+1, at, b.changes, pieces
	return j.plies == joinPlies
}
