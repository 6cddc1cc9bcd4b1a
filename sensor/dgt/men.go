package dgt

import (
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// Men is what stands on a board, as its log tells it entry by entry.
type Men struct {
	Board placement.Placement
	burst burst
}

// Take takes the next entry, and appends what it tells: a Lift, a Drop, or a
// Board when the men that a board has found after a PowerUp are not those that
// stood there.
func (m *Men) Take(dst []sensor.Record, at int64, e *Entry) []sensor.Record {
	one, ends := m.burst.take(e)
	if one {
		return dst
	}
	if ends && m.burst.men != m.Board {
		m.Board = m.burst.men
		dst = append(dst, sensor.Record{At: at, Word: sensor.Board, Placement: m.Board})
	}
	switch {
	case e.Kind == PowerUp:
		m.burst.begin()
	case e.Kind == Change && m.Board[e.Square] != e.Piece:
		r := sensor.Record{At: at, Word: sensor.Drop, Square: e.Square, Piece: e.Piece}
		if e.Piece == placement.Empty {
			r.Word, r.Piece = sensor.Lift, m.Board[e.Square]
		}
		m.Board[e.Square] = e.Piece
		return append(dst, r)
	}
	return dst
}

// Scan takes a dump: what stands there, whatever was known.
func (m *Men) Scan(men placement.Placement) { *m = Men{Board: men} }

// burst takes in the men that follow on a PowerUp. The zero value waits for one.
type burst struct {
	men    placement.Placement // those that have come
	open   bool
	placed placement.Set
}

// begin takes note that men follow.
func (b *burst) begin() { *b = burst{open: true} }

// take takes the next entry, and reports whether it is one of these men, and if
// not, whether it ends them: the first square that reads empty, or that was named
// already, does.
func (b *burst) take(e *Entry) (one, ends bool) {
	was := b.open
	b.open = was && e.Kind == Change && e.Piece != placement.Empty && !b.placed.Has(e.Square)
	if !b.open {
		return false, was && b.placed != 0
	}
	b.men[e.Square] = e.Piece
	b.placed |= e.Square.Set()
	return true, false
}
