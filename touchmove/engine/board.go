package engine

import (
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// board is what the sensors show.
type board struct {
	sensed   placement.Placement
	changed  int64   // when a square changed last
	changes  int     // how often one has
	last     [64]int // by square: the number of its last change
	linkLost bool
	gap      bool // the board was not connected for a while, and has not been scanned since
	scanned  bool // a full scan has come
}

// take notes what a record says of the squares.
func (b *board) take(r *sensor.Record, occupancy bool) {
	switch r.Word {
	case sensor.Lift:
		b.set(r.At, r.Square, placement.Empty)
	case sensor.Drop:
		p := r.Piece
		if occupancy {
			p = placement.Unknown
		}
		b.set(r.At, r.Square, p)
	case sensor.Board:
		shown := r.Placement
		if occupancy {
			shown = unnamed(shown)
		}
		for sq, p := range shown {
			b.set(r.At, placement.Square(sq), p)
		}
		b.scanned, b.gap = true, false
	case sensor.Link:
		b.linkLost = !r.On
		b.gap = b.gap || b.linkLost
	}
}

func (b *board) set(at int64, sq placement.Square, p placement.Piece) {
	if b.sensed[sq] != p {
		b.sensed[sq], b.changed = p, at
		b.changes++
		b.last[sq] = b.changes
	}
}

// landedSince reports whether all of some squares have changed since so many changes.
func (b *board) landedSince(squares placement.Set, changes int) bool {
	for squares != 0 {
		if b.last[squares.Pop()] <= changes {
			return false
		}
	}
	return true
}

// unnamed is a placement as a board shows it that names no pieces.
func unnamed(p placement.Placement) placement.Placement {
	for sq := range p {
		if p[sq] != placement.Empty {
			p[sq] = placement.Unknown
		}
	}
	return p
}

// differ is the squares that show something else than a placement has.
func (b *board) differ(p *placement.Placement) placement.Set {
	var d placement.Set
	for sq, has := range p {
		if !reads(b.sensed[sq], has) {
			d |= placement.Square(sq).Set()
		}
	}
	return d
}

// reads reports whether a square that holds a piece may show this.
func reads(shows, has placement.Piece) bool {
	return shows == has || shows == placement.Unknown && has != placement.Empty
}
