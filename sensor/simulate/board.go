package simulate

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// Board is how a board looks at the men that stand on it. The zero value
// reports every change at once and by name.
type Board struct {
	Scan      int64 // milliseconds between two looks at a square; 0: it sees every change at once
	Sweep     int64 // milliseconds from the look at a8 to that at h1, at most Scan; 0: all squares in one moment
	Frame     int64 // milliseconds that a report takes on the line; others wait
	Occupancy bool  // it cannot tell one man from another
	Dump      int64 // milliseconds between two full scans that are asked for; 0: only at the start
}

// Text is a board that sees every change at once, such as a person who writes
// a log by hand imagines.
func Text() Board { return Board{} }

// DGT is a DGT board that looks at all squares in one moment: what has changed
// since the last scan comes in one burst, from a8 to h1. The maker gives 200 to
// 250 ms for a scan; a field update is 5 bytes at 9600 baud.
func DGT() Board { return Board{Scan: 200, Frame: 5} }

// DGTSwept is a DGT board that looks at its squares one after another, all
// through the scan, as the maker describes it: a man pushed on quickly may be
// seen on both squares.
func DGTSwept() Board { return Board{Scan: 200, Sweep: 200, Frame: 5} }

// Reed is a board of Hall or reed sensors; chosen, 50 ms as its drivers poll.
func Reed() Board { return Board{Scan: 50, Occupancy: true} }

// view is a board's view of a table.
type view struct {
	Board
	rng    *rand.Rand
	faults Faults
	table  *table
	truth  *Truth
}

// report is that a square reads otherwise than before.
type report struct {
	at     int64
	order  int // among those of one moment: of the scan, or of the acts
	square placement.Square
	piece  placement.Piece
	was    placement.Piece
}

// records is all that the board sends, from a full scan at time 0 on.
func (v *view) records(start *[64]man) []sensor.Record {
	var first placement.Placement
	for sq, m := range start {
		first[sq] = v.see(m, 0)
	}
	reports := v.reports(&first)
	return v.send(first, reports)
}

// see is what the board makes of a man.
func (v *view) see(m man, at int64) placement.Piece {
	piece := v.table.reading(m, at)
	if v.Occupancy && piece != placement.Empty {
		return placement.Unknown
	}
	return piece
}

// reports is what changes from look to look, in the order in which the board
// notices it.
func (v *view) reports(first *placement.Placement) []report {
	acts := slices.Clone(v.table.acts)
	slices.SortStableFunc(acts, func(a, b act) int { return cmp.Compare(a.at, b.at) })
	var looks [64][]report
	for i, a := range acts {
		seen := report{at: a.at, order: i, square: a.square}
		if v.Scan > 0 {
			seen.at, seen.order = v.looksAt(a.square, a.at), scanOrder(a.square)
		}
		seen.piece = v.see(a.man, seen.at)
		if n := len(looks[a.square]); n > 0 && v.Scan > 0 && looks[a.square][n-1].at == seen.at {
			looks[a.square][n-1] = seen // undone before anybody looked
		} else {
			looks[a.square] = append(looks[a.square], seen)
		}
	}
	var all []report
	for sq := range looks {
		all = v.appendChanges(all, looks[sq], first[sq])
	}
	slices.SortFunc(all, func(a, b report) int {
		return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.order, b.order))
	})
	return all
}

// appendChanges appends those looks at one square that show something else
// than the look before, misread now and then.
func (v *view) appendChanges(dst, looks []report, was placement.Piece) []report {
	for i, r := range looks {
		if r.piece == was {
			continue
		}
		r.was, was = was, r.piece
		again := r.at + max(v.Scan, misreadMs)
		if r.piece.Known() && (i+1 == len(looks) || looks[i+1].at > again) && v.faults.Misread.happens(v.rng) {
			wrong := r
			wrong.piece = otherKind(r.piece)
			v.did(MisreadMan, r.at, r.square)
			dst = append(dst, wrong)
			r.at, r.was = again, wrong.piece
		}
		dst = append(dst, r)
	}
	return dst
}

// misreadMs is how long a board that sees every change at once names a man
// wrongly; scenes.
const misreadMs = 60

// otherKind is another man of the same colour: the next kind in the order P N B R Q K.
func otherKind(p placement.Piece) placement.Piece {
	return placement.MakePiece(p.Color(), p.Kind()%placement.King+1)
}

// looksAt is when a board that scans next looks at a square, at or after a moment.
func (v *view) looksAt(sq placement.Square, at int64) int64 {
	phase := int64(scanOrder(sq)) * v.Sweep / 64
	scans := max(0, at-phase+v.Scan-1) / v.Scan
	return phase + scans*v.Scan
}

// scanOrder is where a square comes in a scan: a8 first, h1 last.
func scanOrder(sq placement.Square) int { return 8*(7-sq.Rank()) + sq.File() }
