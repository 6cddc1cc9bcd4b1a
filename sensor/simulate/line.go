package simulate

import (
	"math"
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// heard is a record, and when the board noticed what it tells.
type heard struct {
	sensor.Record
	noticed int64
}

// line is the way of a board's reports to us: what stands there, and what we
// have been told.
type line struct {
	*view
	shown, told placement.Placement
	out         []heard
	free        int64 // from when on the line is
	last        int64 // when something was sent last; -1 if it has been verified
	nextDump    int64
	resumed     int64  // the last full scan after a gap
	missing     report // what was lost last and is not known yet, if told is not shown
	erased      int64  // the moment of the last that was written down as such
}

// send puts the reports on the line, one after another, loses or doubles some,
// and puts in the full scans.
func (v *view) send(first placement.Placement, reports []report) []heard {
	l := line{view: v, shown: first, last: -1, nextDump: v.Dump}
	v.plan()
	l.dump(0)
	v.reorder(reports)
	for _, r := range reports {
		l.scansUntil(max(r.at, l.free))
		at := r.at
		if !v.Whole {
			at = max(at, l.free)
			l.free = at + v.Frame
		}
		l.erase(&r)
		known := l.told == l.shown
		l.shown[r.square] = r.piece
		l.put(at, r, known)
		l.last = at
	}
	l.finish()
	return l.out
}

// finish puts in the scans that follow the last report.
func (l *line) finish() {
	switch {
	case l.Verify > 0:
		l.scansUntil(l.last + l.Verify)
	case l.Dump > 0:
		l.scansUntil(max(l.nextDump, l.free))
	}
	l.scansUntil(gapsEnd(l.gaps))
}

// reorder lets reports of one scan change places with the next one.
func (v *view) reorder(reports []report) {
	within := max(v.Scan, reorderMs)
	for i := 1; i < len(reports) && !v.Whole; i++ {
		a, b := &reports[i-1], &reports[i]
		if b.at-a.at < within && a.square != b.square && v.happens(func(f *Faults) Rate { return f.Reordered }) {
			a.at, b.at = b.at, a.at
			reports[i-1], reports[i] = reports[i], reports[i-1]
			v.did(ReorderedReport, b.acted, 0, b.square)
			i++
		}
	}
}

// reorderMs is how close two reports of a board that does not scan must be to
// change places; chosen.
const reorderMs = 60

// never is a moment that does not come.
const never = math.MaxInt64

// scansUntil puts in the full scans that are due by a moment.
func (l *line) scansUntil(at int64) {
	for {
		regular, verify, again := int64(never), int64(never), gapAfter(l.gaps, l.resumed).scan
		if l.Dump > 0 {
			regular = l.nextDump
		}
		if l.Verify > 0 && l.last >= 0 {
			verify = l.last + l.Verify
		}
		next := min(regular, verify, again)
		if next > at {
			return
		}
		if next == regular {
			l.nextDump += l.Dump
		}
		if next == again {
			l.resumed = again
		}
		l.dump(next)
	}
}

// dump is a full scan.
func (l *line) dump(at int64) {
	l.last = -1
	if !inGap(l.gaps, at) {
		l.out = append(l.out, heard{sensor.Record{At: at, Word: sensor.Board, Placement: l.shown}, at})
		l.told = l.shown
	}
}

// put appends the record of a report: once, twice, or not at all. Nothing is
// lost while something else is not known.
func (l *line) put(at int64, r report, known bool) {
	if l.Scan > 0 && l.told[r.square] == r.piece {
		return // as a decoder that was not told of the change before hears nothing new
	}
	if inGap(l.gaps, at) {
		return
	}
	if !l.Whole && known && l.lose(&r) {
		l.missing = r
		return
	}
	rec := sensor.Record{At: at, Word: sensor.Drop, Square: r.square, Piece: r.piece}
	if r.piece == placement.Empty {
		rec.Word, rec.Piece = sensor.Lift, r.was
	}
	if rec.Piece == placement.Unknown && rec.Word == sensor.Lift {
		rec.Piece = placement.Empty // as a log without kinds is read back
	}
	if l.Scan > 0 && rec.Word == sensor.Lift && rec.Piece != placement.Empty {
		rec.Piece = l.told[r.square] // no report says who left
	}
	l.told[r.square] = r.piece
	l.out = append(l.out, heard{rec, r.at})
	if !l.Whole && l.happens(func(f *Faults) Rate { return f.Duplicated }) {
		l.did(DuplicateReport, r.acted, 0, r.square)
		l.out = append(l.out, heard{rec, r.at})
	}
}

// lose draws whether a report is lost. One of a whole scan comes with the next.
func (v *view) lose(r *report) bool {
	rate, kind := func(f *Faults) Rate { return f.LostDrop }, LostDrop
	if r.piece == placement.Empty {
		rate, kind = func(f *Faults) Rate { return f.LostLift }, LostLift
	}
	if !v.happens(rate) {
		return false
	}
	v.did(kind, r.acted, 0, r.square)
	if v.Whole {
		r.at += v.Scan
	}
	return true
}

// erase writes down a ply of which the board has lost for good what shows it:
// the other player has replied and it is the player's turn again, and still it
// is not known where his man went, or which one did.
func (l *line) erase(r *report) {
	lost := &l.missing
	if l.told == l.shown || lost.acted <= l.erased || l.told[lost.square] == l.shown[lost.square] {
		return
	}
	t, ply := l.plyAt(lost.acted)
	if ply >= len(t.Landed) || r.acted <= t.Landed[ply] || t == l.truth && l.named(lost, ply-1) {
		return // the reply has not landed, or nothing is hidden
	}
	l.erased = lost.acted
	l.did(Erased, lost.acted, 0, lost.square)
}

// named reports whether men that have names show a ply of the first game, from
// 0, although a lift in it was lost: the man is seen on two squares, and nobody
// of his kind could have gone to the new one instead.
func (l *line) named(lost *report, n int) bool {
	if l.Occupancy || lost.piece != placement.Empty || n >= l.pasts[0].Len() {
		return false
	}
	past := l.pasts[0]
	p, m := past.At(n), past.Move(n)
	if m.IsCastling() || m.Promotion() != legality.NoKind {
		return true
	}
	all := p.AppendMoves(nil)
	return !slices.ContainsFunc(all, func(other legality.Move) bool {
		return other.To() == m.To() && other.From() != m.From() && p.At(other.From()) == p.At(m.From())
	})
}

// did writes down a fault, with the ply in which it fell.
func (v *view) did(kind DeedKind, at, ms int64, sq placement.Square) {
	t, ply := v.plyAt(at)
	t.Deeds = append(t.Deeds, Deed{Kind: kind, Ply: ply, At: at, Ms: ms, Square: sq})
}

// plyAt is the ply, from 1, that a moment belongs to: that which lands next.
func (v *view) plyAt(at int64) (*Truth, int) {
	t := v.truth
	for t.Next != nil && len(t.Next.Landed) > 0 && at >= t.Next.Landed[0] {
		t = t.Next
	}
	ply := 1
	for ply <= len(t.Landed) && t.Landed[ply-1] < at {
		ply++
	}
	return t, ply
}
