package text

import (
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// mostChanges is how many squares may differ from one scan to the next of a
// board that sends them over and over: two castlings' worth. If more do, it was
// not watched in between, and the scan is told as a whole.
const mostChanges = 8

// touch takes a lift or a drop.
func (d *Decoder) touch(dst []sensor.Record, r sensor.Record) []sensor.Record {
	d.counts.Updates++
	if r.Word == sensor.Lift {
		if was := d.board[r.Square]; r.Piece == placement.Empty && was.Known() {
			r.Piece = was
		}
		d.board[r.Square] = placement.Empty
	} else {
		d.board[r.Square] = r.Piece
	}
	return append(dst, r)
}

// scan takes all squares. Those that come over and over are told by what has
// changed.
func (d *Decoder) scan(dst []sensor.Record, r *sensor.Record, over bool) []sensor.Record {
	seen := d.seen
	d.seen = true
	d.keepNames(&r.Placement)
	changed := placement.Differ(&d.board, &r.Placement)
	if over && seen && changed.Len() <= mostChanges {
		return d.changes(dst, r, changed)
	}
	if !over {
		d.counts.Scans++
	}
	if !over && seen && changed != 0 {
		d.counts.Surprises++
	}
	d.board = r.Placement
	return append(dst, *r)
}

// keepNames has a man who is seen but not named be the one who stood there.
func (d *Decoder) keepNames(p *placement.Placement) {
	for sq := range p {
		if p[sq] == placement.Unknown && d.board[sq].Known() {
			p[sq] = d.board[sq]
		}
	}
}

// changes tells what differs from what is held: lifts first, since a man is
// lifted before he is put down, and the scan does not tell.
func (d *Decoder) changes(dst []sensor.Record, r *sensor.Record, changed placement.Set) []sensor.Record {
	for _, w := range []sensor.Word{sensor.Lift, sensor.Drop} {
		for left := changed; left != 0; {
			sq := left.Pop()
			if (r.Placement[sq] == placement.Empty) == (w == sensor.Lift) {
				dst = d.touch(dst, sensor.Record{At: r.At, Word: w, Square: sq, Piece: r.Placement[sq]})
			}
		}
	}
	return dst
}
