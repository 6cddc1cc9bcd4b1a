package certabo

import (
	"fmt"
	"slices"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// stillFrames is for how many frames nobody may have come or gone before the
// men are learnt. Before, each has been read three times at least, so that he
// is learnt from about seven frames, as drivers do it, and a tag read wrongly
// once or a ghost is never learnt.
const stillFrames = 4

// lessons is how far the learning has come.
type lessons struct {
	tried bool  // nothing has changed since the array was looked for
	fresh bool  // all men on the board were learnt here, and none has left the array's squares since
	other []Man // who the men are that were learnt when none was known, if the board lies the other way round
}

// queens are the squares, on a board that lies normally, where a second queen
// of each side may stand when the men are learnt, so that she is known when a
// pawn is promoted. The maker's program and others have them there.
var queens = [...]struct {
	square placement.Square
	piece  placement.Piece
}{{placement.D3, placement.WhiteQueen}, {placement.D6, placement.BlackQueen}}

// arrays are those from which the men are learnt, in the order in which they
// are looked for, each as it lies and the other way round.
func (d *Decoder) arrays() [4]placement.Placement {
	first := d.Array
	if first == (placement.Placement{}) {
		first = placement.Initial
	}
	return [...]placement.Placement{first, first.Rotated(), placement.Initial, placement.Initial.Rotated()}
}

// learn learns the men from the array, when it stands still. A set that nobody
// knows does not say which way the board lies: it is taken to lie normally.
// Men who are known show it, and those among them who are not are learnt. An
// array that contradicts them teaches nothing, unless they were learnt from
// one themselves and nobody has moved: then somebody had set up wrongly, and
// has put it right.
func (d *Decoder) learn(dst []sensor.Record, at int64) []sensor.Record {
	if d.lessons.tried || d.frames < framesFirst || d.still < stillFrames {
		return dst
	}
	d.lessons.tried = true
	stands := d.board()
	array, ok := d.shownArray(&stands)
	if !ok || array == stands {
		return dst
	}
	men := d.name(&array, &stands)
	d.Men = d.Men.With(men...)
	d.counts.Lessons++
	if turned := array.Rotated(); len(men) == array.Occupied().Len() && turned.Occupied() == array.Occupied() {
		d.lessons.other = d.name(&turned, &stands)
	}
	d.lessons.fresh = d.lessons.fresh || len(men) == array.Occupied().Len()
	dst = append(dst, sensor.Notice(at, fmt.Sprintf("%d men learnt from the array on the board", len(men))))
	if !d.shown {
		return dst
	}
	return d.tell(dst, at)
}

// Turn is for an operator who says that the board lies the other way round. If
// the men were learnt when none of them was known, they were taken for men of
// the other side: they get their right names, and the board is told. Else it
// does nothing.
func (d *Decoder) Turn(dst []sensor.Record, at int64) []sensor.Record {
	if len(d.lessons.other) == 0 {
		return dst
	}
	back := slices.Clone(d.lessons.other)
	for i := range back {
		back[i].Piece = d.Men.Piece(back[i].Tag)
	}
	d.Men, d.lessons.other = d.Men.With(d.lessons.other...), back
	if !d.shown {
		return dst
	}
	return d.tell(dst, at)
}

// name is who the men are that have another name in the array, or none yet.
func (d *Decoder) name(array, stands *placement.Placement) []Man {
	var men []Man
	for n := range d.squares {
		if sq := squareOf(n); array[sq] != stands[sq] {
			men = append(men, Man{d.squares[n].man, array[sq]})
		}
	}
	return men
}

// shownArray is the array that stands on the board as it is, with the second
// queens that do; false if none does.
func (d *Decoder) shownArray(stands *placement.Placement) (array placement.Placement, ok bool) {
	for _, a := range d.arrays() {
		a = withQueens(a, stands)
		switch {
		case a.Occupied() != stands.Occupied():
		case agrees(&a, stands):
			return a, true
		case d.lessons.fresh && !ok:
			array, ok = a, true
		}
	}
	return array, ok
}

// withQueens is the array with the second queens that stand there, if it is the
// initial one, whichever way it lies.
func withQueens(array placement.Placement, stands *placement.Placement) placement.Placement {
	turned := placement.Initial.Rotated()
	normal := array == placement.Initial
	if !normal && array != turned {
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

// agrees reports whether the men who are known stand as the array has them.
func agrees(array, stands *placement.Placement) bool {
	for sq, man := range stands {
		if man.Known() && man != array[sq] {
			return false
		}
	}
	return true
}

// moved notes that a man has come to a square. On one that is empty in the
// array it is a move, or somebody takes the men away.
func (d *Decoder) moved(sq placement.Square) {
	for _, a := range d.arrays() {
		if a[sq] != placement.Empty {
			return
		}
	}
	d.lessons.fresh = false
}
