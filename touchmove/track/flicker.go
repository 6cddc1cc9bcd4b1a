package track

import "github.com/boardd/boardd/legality/placement"

// Squares on which a piece comes and goes although nobody touches it: it stands between two squares, or
// its square is weak. That is learnt from what is read, and the same for every hypothesis.

// comesBack notes what a square reads, and counts how often it has read empty and then the same piece again (comes).
// A square with a count of two errs, one with four flickers. The count begins anew with another piece, and if the piece
// was read elsewhere meanwhile. If there is a clock, a square beside counts as elsewhere only once somebody has pressed:
// till then the piece may stand between the two.
//
// A board that names no pieces does not tell which piece comes back. There it counts as the same if nothing else was
// reported between, but by squares that err, and by one beside that has read a piece only while the square read none.
// Else the square keeps its count if the piece comes back soon (lingerMs), and loses it if not.
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
	case p != t.stood[sq], !same && t.now > t.emptied[sq]+lingerMs, t.between.Has(sq) && t.levered > t.emptied[sq]:
		t.comes[sq] = 0
	case same && t.comes[sq] < flickers:
		t.comes[sq]++
	}
	for o := range square(64) {
		switch {
		case !t.sensor.Names || t.reading[o] != placement.Empty || t.stood[o] != p:
		case t.clock && adjacent(o, sq):
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
func (t *Tracker) again(sq square, else_ *Rate) *Rate {
	if t.comes[sq] >= flickers {
		return Flickers
	}
	return else_
}
