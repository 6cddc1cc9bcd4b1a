package simulate

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// view is a board's view of a table.
type view struct {
	Board
	rng    *rand.Rand
	faults Faults
	table  *table
	start  [64]man // who stood where at time 0
	truth  *Truth
	pasts  []*legality.Game // of the games of truth
	gaps   []gap            // in which nothing is heard
}

// report is that a square reads otherwise than before.
type report struct {
	at     int64
	acted  int64 // when it came about
	order  int   // among those of one moment: of the scan, or of the acts
	square placement.Square
	man    man // who stands there now
	piece  placement.Piece
	was    placement.Piece
}

// heard is all that the board sends, from a full scan at time 0 on.
func (v *view) heard() []heard {
	var first placement.Placement
	for sq, m := range v.start {
		first[sq] = v.see(m, 0)
	}
	return v.send(first, v.reports(&first))
}

// frame puts a report into the scan that is sent, if a board sends whole ones:
// of these the decoders of this program tell all lifts first, from a1 to h8.
func (v *view) frame(r *report) {
	if !v.Whole {
		return
	}
	r.at, r.order = v.tellsAt(int(r.square), r.at), int(r.square)
	if r.piece != placement.Empty {
		r.order += 64
	}
}

// see is what the board makes of a man.
func (v *view) see(m man, at int64) placement.Piece {
	piece := v.table.reading(m, at)
	if v.Occupancy && piece != placement.Empty {
		return placement.Unknown
	}
	return piece
}

// reports is what changes from look to look, in the order in which it is told.
func (v *view) reports(first *placement.Placement) []report {
	looks := v.looks()
	v.spoil(&looks, first)
	v.believe(&looks, first)
	var all []report
	for sq := range looks {
		all = v.appendChanges(all, looks[sq], first[sq])
	}
	for i := range all {
		v.frame(&all[i])
	}
	slices.SortFunc(all, func(a, b report) int {
		return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.order, b.order))
	})
	return all
}

// looks is, for each square, the looks after which something else may stand on
// it than before.
func (v *view) looks() [64][]report {
	acts := slices.Clone(v.table.acts)
	slices.SortStableFunc(acts, func(a, b act) int { return cmp.Compare(a.at, b.at) })
	var looks [64][]report
	for i, a := range acts {
		seen := report{at: a.at, acted: a.at, order: i, square: a.square, man: a.man}
		if v.Scan > 0 {
			seen.at, seen.order = v.looksAt(int(a.square), a.at), v.scanOrder(int(a.square))
		}
		seen.piece = v.see(a.man, seen.at)
		if n := len(looks[a.square]); n > 0 && v.Scan > 0 && looks[a.square][n-1].at == seen.at {
			looks[a.square][n-1] = seen // undone before anybody looked
		} else {
			looks[a.square] = append(looks[a.square], seen)
		}
	}
	return looks
}

// appendChanges appends those looks at one square that show something else
// than the look before, misread or missed now and then.
func (v *view) appendChanges(dst, looks []report, was placement.Piece) []report {
	for i, r := range looks {
		if r.piece == was {
			continue
		}
		if v.Whole && v.lose(&r) && i+1 < len(looks) && looks[i+1].at <= r.at {
			continue // nobody saw it
		}
		r.was, was = was, r.piece
		again := r.at + max(v.Scan, misreadMs)
		last := i+1 == len(looks) || looks[i+1].at > again
		if r.piece.Known() && last && v.Agree < 2 && v.happens(func(f *Faults) Rate { return f.Misread }) {
			wrong := r
			wrong.piece = otherKind(r.piece)
			v.did(MisreadMan, r.acted, 0, r.square)
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
