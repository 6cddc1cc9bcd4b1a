package touchmove

import (
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// board is what the sensors show.
type board struct {
	sensed   placement.Placement
	changed  int64     // when a square changed last
	changes  int       // how often one has
	last     [64]int   // by square: the number of its last change
	at       [64]int64 // and when that was
	linkLost bool
	gap      bool // the board was not connected for a while, and has not been scanned since
	scanned  bool // a full scan has come
	crowded  bool // more pieces are shown than can be on a board
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
			shown = placement.Occupancy(shown.Occupied())
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
		b.last[sq], b.at[sq] = b.changes, at
	}
}

// changedBut is when a square outside a set last changed.
func (b *board) changedBut(squares placement.Set) (at int64) {
	for rest := ^squares; rest != 0; {
		at = max(at, b.at[rest.Pop()])
	}
	return at
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

// differ is the squares that show something else than a placement has.
func (b *board) differ(p *placement.Placement) placement.Set { return placement.Misreads(p, &b.sensed) }

func boardRecord(at int64, p *placement.Placement) *sensor.Record {
	return &sensor.Record{At: at, Word: sensor.Board, Placement: *p}
}

// inHands is how many pieces may be in the air: the one that moves, and the one it
// captures.
const inHands = 2

// followsFrom reports whether a scan shows a position, or one more legal ply, apart from pieces
// in the air.
func followsFrom(p *legality.Position, shown *placement.Placement) bool {
	if lifted(p, shown) {
		return true
	}
	var buf [256]legality.Move
	for _, m := range p.AppendMoves(buf[:0]) {
		if after := p.Play(m); lifted(&after, shown) {
			return true
		}
	}
	return false
}

// lifted reports whether a board shows a position, apart from pieces in the air.
func lifted(p *legality.Position, shown *placement.Placement) bool {
	off := placement.Misreads(p.Placement(), shown)
	return off.Len() <= inHands && off&shown.Occupied() == 0
}
