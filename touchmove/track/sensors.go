package track

import (
	"slices"

	"github.com/boardd/boardd/legality/placement"
)

// Sensor is what a family of boards tells, and how late: what of a board the
// model has to know. The zero value tells no pieces apart and sees every change
// at once.
type Sensor struct {
	Family string
	Names  bool   // it tells the pieces apart
	Scan   int64  // milliseconds between two looks at a square; 0: it sees every change at once
	Late   int64  // milliseconds from an act to its report, at most
	From   string // where the numbers come from
}

// sensors are the families. One that is not in the table is taken to be the last.
var sensors = []Sensor{
	{"dgt", true, 250, 250, "maker: a scan takes 200 to 250 ms"},
	{"dgt-bus", true, 250, 500, "maker, and 250 ms between two questions of the host"},
	{"chesslink", true, 41, 100, "maker: a scan of 40.96 ms, sent in 17 ms when it is over"},
	{"chessnut", true, 100, 200, "chosen: how often it scans and reports is not known"},
	{"certabo", true, 219, 657, "measured: a frame of 800 characters at 38,400 baud; a lift is reported after three"},
	{"centaur", false, 20, 100, "drivers: asked every 50 ms; the scan is chosen"},
	{"ichessone", true, 100, 200, "chosen: how often it scans is not known; asked every 100 ms until it sends its changes"},
	{"tabutronic", false, 100, 200, "chosen: ten frames a second, of which two must agree"},
	{"text", true, 50, 250, "chosen: firmware of hobbyists looks every 10 to 100 ms"},
}

// SensorOf is the sensor of a family of boards, by the name that a log's header
// has for it; names says whether this board tells the pieces apart. A board may
// be later than its family (late, in milliseconds; 0: it is not).
func SensorOf(family string, names bool, late int64) Sensor {
	i := slices.IndexFunc(sensors, func(s Sensor) bool { return s.Family == family })
	if i < 0 {
		i = len(sensors) - 1
	}
	s := sensors[i]
	s.Names, s.Late = names, max(s.Late, late)
	return s
}

// bounce is for how long after a put its square may come and go.
func (s *Sensor) bounce() int64 { return 3*s.Scan + 100 }

// final is after how many plies the better one of two merged lines is taken: nothing that
// comes tells them apart. Which piece stands on a square shows at once where the board
// names it, else not before it moves.
func (s *Sensor) final() int {
	if s.Names {
		return 8
	}
	return 16
}

// view is a placement as the board tells it.
func (t *Tracker) view(p *placement.Placement) placement.Placement {
	if t.sensor.Names {
		return *p
	}
	return placement.Occupancy(p.Occupied())
}

// viewed is a piece as the board tells it.
func (t *Tracker) viewed(p piece) piece {
	if p != placement.Empty && !t.sensor.Names {
		return placement.Unknown
	}
	return p
}

// same reports whether a square on which something stands reads something.
func same(stands, read piece) bool {
	return stands == read || read == placement.Unknown && stands != placement.Empty
}

// reads reports whether a square reads what something would read that stood there.
func (t *Tracker) reads(sq square, p piece) bool { return same(p, t.reading[sq]) }

// carried is the rate at which a captured piece is seen on another square.
func (s *Sensor) carried() *Rate {
	if s.Names {
		return Carried
	}
	return SetDown
}

// Squares on which a piece comes and goes although nobody touches it: it stands between two squares, or
// its square is weak. That is learnt from what is read, and the same for every hypothesis.

// comesBack notes what a square reads, and counts how often a piece has gone from it and come back (comes).
// From two on the square errs, from four on it flickers. The count begins anew if another piece comes, or if
// the piece was read elsewhere meanwhile. With a clock, a square beside counts as elsewhere only after a press:
// before that the piece may stand between the two.
//
// A board that names no pieces does not tell which piece comes back. It counts as the same piece if no other
// square has reported anything meanwhile. Two kinds of squares do not matter for that: those that err, and one
// beside that has read a piece only while this one read none. If another square has reported something, the
// count stays if the piece comes back soon (lingerMs), and begins anew if not.
func (t *Tracker) comesBack(sq square, p piece) {
	same := t.sensor.Names || t.opened.Has(sq)
	if t.comes[sq] < errsTwice {
		t.opened = where(t.opened&near[sq], func(o square) bool { return p != placement.Empty || t.filled[sq] > t.emptied[o] })
	}
	if p == placement.Empty {
		t.opened, t.emptied[sq] = t.opened|sq.Set(), t.now
		return
	}
	t.opened, t.filled[sq] = t.opened&^sq.Set(), t.now
	switch {
	case p != t.stood[sq], !same && t.now > t.emptied[sq]+lingerMs, t.between.Has(sq) && t.clock.pressed > t.emptied[sq]:
		t.comes[sq] = 0
	case same && t.comes[sq] < flickers:
		t.comes[sq]++
	}
	for o := range square(64) {
		switch {
		case !t.sensor.Names || t.reading[o] != placement.Empty || t.stood[o] != p:
		case t.clock.there() && adjacent(o, sq):
			t.between |= o.Set()
		default:
			t.stood[o] = placement.Empty
		}
	}
	t.stood[sq] = p
	t.between &^= sq.Set()
}

// How often a square must read the same piece again until it errs, and until it comes and goes. Chosen.
const (
	errsTwice = 2
	flickers  = 4
)

// again is the rate at which a square that has erred does so again, or reads what stands there: that
// of Flickers if it comes and goes.
func (t *Tracker) again(sq square, rate *Rate) *Rate {
	if t.comes[sq] >= flickers {
		return Flickers
	}
	return rate
}
