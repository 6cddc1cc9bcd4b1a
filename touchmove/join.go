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
