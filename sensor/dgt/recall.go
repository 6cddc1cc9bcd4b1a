package dgt

import (
	"slices"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// pastKept is how many changes a Past remembers: some ten moves.
const pastKept = 64

// Past is what was heard of a board up to a moment, as far as it is needed to
// find that moment in the board's log. The zero value has heard nothing.
type Past struct {
	Board placement.Placement // what stood there

	changes [pastKept]heard
	n       int  // changes ever
	levers  int  // how often the lever has gone over since the last of them
	ran     bool // the clock ran
}

// heard is a change as both an update and the log tell it.
type heard struct {
	square placement.Square
	piece  placement.Piece
}

// Change takes note of a change of a square.
func (p *Past) Change(sq placement.Square, piece placement.Piece) {
	p.changes[p.n%pastKept] = heard{sq, piece}
	p.n++
	p.levers = 0
}

// Lever takes note that the lever has gone over.
func (p *Past) Lever() { p.levers++ }

// kept is how many changes are remembered.
func (p *Past) kept() int { return min(p.n, pastKept) }

// back is the i-th change counted from the last, which is 0.
func (p *Past) back(i int) heard { return p.changes[(p.n-1-i)%pastKept] }

// Records appends what has happened since, as records of one moment: what stood
// there, and then what Recall has found. While the clock stood still, as far as
// is known, the lever was set and not pressed.
func (p *Past) Records(dst []sensor.Record, at int64, since []Entry) []sensor.Record {
	men := Men{Board: p.Board}
	dst = append(dst, sensor.Record{At: at, Word: sensor.Board, Placement: men.Board})
	for i := range since {
		if e := &since[i]; e.Kind == Halted && p.ran {
			dst = append(dst, sensor.Record{At: at, Word: sensor.Press, Side: e.Side})
		}
		dst = men.Take(dst, at, &since[i])
	}
	return dst
}

// Recall finds in a board's log what has happened since a past; now is what
// stands there since the log was sent, nil if that is not known.
//
// A log has no times and leaves things out, so the place is looked for: one at
// which the log has every square that it knows as it was then, and from which on
// it leads to what stands there now. Of several such places it is the one before
// which most changes are those that were heard; where that does not tell them
// apart, ok is false. It is better to be told nothing than something that was not
// played.
func Recall(log []Entry, past *Past, now *placement.Placement) (since []Entry, ok bool) {
	r := recall{log: effective(log), past: past, now: now}
	for sq, man := range past.Board {
		if man != placement.Empty {
			r.stood |= placement.Square(sq).Set()
		}
	}
	at := r.place()
	if at < 0 {
		return nil, false
	}
	return r.log[r.afterLevers(at):], true
}

// recall looks for a place in a log.
type recall struct {
	log   []Entry
	past  *Past
	stood placement.Set // the squares of the men then
	now   *placement.Placement
}

// place is how many entries of the log belong to the past; -1 if that is not
// certain.
func (r *recall) place() int {
	best, most, tied := -1, 0, false
	var state known
	for i := range len(r.log) + 1 {
		if i > 0 {
			state.take(&r.log[i-1])
		}
		heard := r.heardBefore(i)
		if !r.fits(&state, i, heard) || best >= 0 && heard < most {
			continue
		}
		tied = best >= 0 && heard == most
		best, most = i, heard
	}
	if tied {
		return -1
	}
	return best
}

// enoughHeard is how many changes say by themselves that a place is the right
// one, when the log is too short to know of all men: two moves' worth.
const enoughHeard = 4

// fits reports whether the i-th entry may be the first that was not heard. It
// follows on a change, since for a place that does not there is one that does.
func (r *recall) fits(state *known, i, heard int) bool {
	if i > 0 && r.log[i-1].Kind != Change || !state.agrees(&r.past.Board) {
		return false
	}
	return (heard >= enoughHeard || r.stood&^state.squares == 0) && r.leadsToNow(i)
}

// heardBefore is how many of the changes before the i-th entry, counted back
// without a gap, are the last ones that were heard.
func (r *recall) heardBefore(i int) int {
	n := 0
	for i--; i >= 0 && n < r.past.kept(); i-- {
		e := &r.log[i]
		if e.Kind != Change {
			continue
		}
		if r.past.back(n) != (heard{e.Square, e.Piece}) {
			break
		}
		n++
	}
	return n
}

// leadsToNow reports whether the entries from the i-th on lead from what stood
// there then to what stands there now.
func (r *recall) leadsToNow(i int) bool {
	if r.now == nil {
		return true
	}
	state := known{men: r.past.Board, squares: ^placement.Set(0)}
	for ; i < len(r.log); i++ {
		state.take(&r.log[i])
	}
	return state.agrees(r.now)
}

// afterLevers is the entry after those of the lever that were heard, too.
func (r *recall) afterLevers(at int) int {
	for levers := r.past.levers; levers > 0 && at < len(r.log) && r.log[at].Kind == Halted; levers-- {
		at++
	}
	return at
}

// known is what a log knows of the squares at one place.
type known struct {
	men     placement.Placement
	squares placement.Set
	burst   burst
}

func (k *known) take(e *Entry) {
	if one, _ := k.burst.take(e); one {
		k.men = k.burst.men
		return
	}
	switch e.Kind {
	case PowerUp:
		k.burst.begin()
		k.men, k.squares = placement.Placement{}, ^placement.Set(0)
	case Change:
		k.men[e.Square] = e.Piece
		k.squares |= e.Square.Set()
	}
}

// agrees reports whether nothing that is known is otherwise on a board.
func (k *known) agrees(board *placement.Placement) bool {
	return placement.Differ(&k.men, board)&k.squares == 0
}

// effective is a log without the changes that change nothing, as when a record
// was written twice.
func effective(log []Entry) []Entry {
	var state known
	return slices.DeleteFunc(slices.Clone(log), func(e Entry) bool {
		none := e.Kind == Change && state.squares.Has(e.Square) && state.men[e.Square] == e.Piece
		state.take(&e)
		return none
	})
}
