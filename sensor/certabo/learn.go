package certabo

import (
	"fmt"
	"slices"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// quietFrames is for how many frames no piece may have come or gone before the pieces are
// learnt. Each was read three times before that, so it is learnt from about seven frames,
// as drivers do. A ghost, or a tag that was misread once, is never learnt.
const quietFrames = 4

// learning is how far the learning has come.
type learning struct {
	tried  bool          // nothing has changed since the array was last looked for
	fresh  bool          // all pieces were learnt here, and none has left the array's squares
	turned []TaggedPiece // the pieces learnt when none was known, as they are if the board lies the other way round
}

// State is what a Decoder has learnt. Another Decoder that restores it knows the same
// pieces.
type State struct {
	Pieces Set
	Turned Set  // for Turn: pieces as they are if the board lies the other way round
	Fresh  bool // no piece has moved since they were learnt: they may be learnt again
}

// State returns what the Decoder has learnt.
func (d *Decoder) State() State {
	return State{Pieces: d.Pieces, Turned: Set{}.With(d.learning.turned...), Fresh: d.learning.fresh}
}

// Restore sets what the Decoder has learnt.
func (d *Decoder) Restore(s State) {
	d.Pieces, d.learning.turned, d.learning.fresh = s.Pieces, s.Turned.pieces, s.Fresh
}

// queens are the squares, on a board that lies normally, where a second queen of each side
// may stand while the pieces are learnt. Her tag is then known when a pawn is promoted. The
// maker's program and others use these squares.
var queens = [...]struct {
	square placement.Square
	piece  placement.Piece
}{{placement.D3, placement.WhiteQueen}, {placement.D6, placement.BlackQueen}}

// arrays returns the arrays from which pieces are learnt, in the order in which they are
// tried, each one both ways round.
func (d *Decoder) arrays() [4]placement.Placement {
	first := d.Array
	if first == (placement.Placement{}) {
		first = placement.Initial
	}
	return [...]placement.Placement{first, first.Rotated(), placement.Initial, placement.Initial.Rotated()}
}

// learn learns the pieces when an array stands still. An unknown set does not show the
// orientation; the Decoder assumes that the board lies normally. Known pieces show it, and
// the unknown ones among them are learnt. An array that contradicts known pieces teaches
// nothing. The exception is pieces that were themselves learnt from an array and have not
// moved: then the set-up was wrong, and is right now.
func (d *Decoder) learn(dst []sensor.Record, at int64) []sensor.Record {
	if d.learning.tried || d.frames < framesFirst || d.quiet < quietFrames {
		return dst
	}
	d.learning.tried = true
	stands := d.board()
	array, ok := d.shownArray(&stands)
	if !ok || array == stands {
		return dst
	}
	pieces := d.name(&array, &stands)
	d.Pieces = d.Pieces.With(pieces...)
	d.counts.Lessons++
	all := len(pieces) == array.Occupied().Len()
	if turned := array.Rotated(); all && turned.Occupied() == array.Occupied() {
		d.learning.turned = d.name(&turned, &stands)
	}
	d.learning.fresh = d.learning.fresh || all
	dst = append(dst, sensor.News(at, fmt.Sprintf("%d pieces were learnt from the array on the board", len(pieces))))
	if !d.shown {
		return dst
	}
	return d.appendBoard(dst, at)
}

// Turn carries out an operator's command that the board lies the other way round. If the
// pieces were learnt when none was known, they were learnt with the colours of the other
// side: Turn exchanges them and appends a Board. Otherwise it does nothing.
func (d *Decoder) Turn(dst []sensor.Record, at int64) []sensor.Record {
	if len(d.learning.turned) == 0 {
		return dst
	}
	back := slices.Clone(d.learning.turned)
	for i := range back {
		back[i].Piece = d.Pieces.Piece(back[i].Tag)
	}
	d.Pieces, d.learning.turned = d.Pieces.With(d.learning.turned...), back
	if !d.shown {
		return dst
	}
	return d.appendBoard(dst, at)
}

// name returns the pieces that are unknown, or known as other ones than in the array.
func (d *Decoder) name(array, stands *placement.Placement) []TaggedPiece {
	var pieces []TaggedPiece
	for n := range d.squares {
		if sq := squareOf(n); array[sq] != stands[sq] {
			pieces = append(pieces, TaggedPiece{d.squares[n].piece, array[sq]})
		}
	}
	return pieces
}

// shownArray returns the array that stands on the board, with the second queens that
// stand there; false if there is none.
func (d *Decoder) shownArray(stands *placement.Placement) (array placement.Placement, ok bool) {
	for _, a := range d.arrays() {
		a = withQueens(a, stands)
		switch {
		case a.Occupied() != stands.Occupied():
		case agrees(&a, stands):
			return a, true
		case d.learning.fresh && !ok:
			array, ok = a, true
		}
	}
	return array, ok
}

// withQueens adds the second queens that stand on the board to an array, if it is the
// initial one, either way round.
func withQueens(array placement.Placement, stands *placement.Placement) placement.Placement {
	normal := array == placement.Initial
	if !normal && array != placement.Initial.Rotated() {
		return array
	}
	for _, q := range queens {
		sq := q.square
		if !normal {
			sq = sq.Rotated()
		}
		if stands[sq] != placement.Empty {
			array[sq] = q.piece
		}
	}
	return array
}

// agrees reports whether the known pieces stand as in the array.
func agrees(array, stands *placement.Placement) bool {
	for sq, piece := range stands {
		if piece.Known() && piece != array[sq] {
			return false
		}
	}
	return true
}

// moved notes that a piece has come to a square. If every array has that square empty, the
// game has begun, or somebody takes the pieces away.
func (d *Decoder) moved(sq placement.Square) {
	for _, a := range d.arrays() {
		if a[sq] != placement.Empty {
			return
		}
	}
	d.learning.fresh = false
}
