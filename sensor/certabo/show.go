package certabo

import (
	"fmt"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// A board is told when it has sent so many frames, or, while none of its men
// is known, so many: drivers take seven or fifteen to know the men by.
const (
	framesFirst   = 7
	framesUnknown = 15
)

// show tells the board when it has settled after Reset.
func (d *Decoder) show(dst []sensor.Record, at int64) []sensor.Record {
	if d.shown || d.frames < framesFirst {
		return dst
	}
	switch i := d.Info(); {
	case i.Strangers == 0:
	case i.Strangers == i.Men && d.frames < framesUnknown:
		return dst
	default:
		dst = append(dst, sensor.Notice(at, fmt.Sprintf("%d of %d men are not known; they are learnt from the initial array", i.Strangers, i.Men)))
	}
	d.shown = true
	return d.tell(dst, at)
}

// tell tells the whole board.
func (d *Decoder) tell(dst []sensor.Record, at int64) []sensor.Record {
	return append(dst, sensor.Record{At: at, Word: sensor.Board, Placement: d.board()})
}

// board is what stands on the board.
func (d *Decoder) board() (p placement.Placement) {
	for n := range d.squares {
		if man := d.squares[n].man; man != NoTag {
			p[squareOf(n)] = d.Men.Piece(man)
		}
	}
	return p
}
