package simulate

import (
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// send puts the reports on the line, one after another, loses or doubles some,
// and puts in the full scans.
func (v *view) send(shown placement.Placement, reports []report) []sensor.Record {
	out := []sensor.Record{{Word: sensor.Board, Placement: shown}}
	free, nextDump := int64(0), v.Dump
	for _, r := range reports {
		for v.Dump > 0 && nextDump <= max(r.at, free) {
			out = append(out, sensor.Record{At: nextDump, Word: sensor.Board, Placement: shown})
			nextDump += v.Dump
		}
		at := max(r.at, free)
		free = at + v.Frame
		shown[r.square] = r.piece
		out = v.put(out, at, r)
	}
	if v.Dump > 0 {
		out = append(out, sensor.Record{At: max(nextDump, free), Word: sensor.Board, Placement: shown})
	}
	return out
}

// put appends the record of a report: once, twice, or not at all.
func (v *view) put(out []sensor.Record, at int64, r report) []sensor.Record {
	rec, lost, kind := sensor.Record{At: at, Word: sensor.Drop, Square: r.square, Piece: r.piece}, v.faults.LostDrop, LostDrop
	if r.piece == placement.Empty {
		rec.Word, rec.Piece, lost, kind = sensor.Lift, r.was, v.faults.LostLift, LostLift
	}
	if rec.Piece == placement.Unknown && rec.Word == sensor.Lift {
		rec.Piece = placement.Empty // as a log without kinds is read back
	}
	if lost.happens(v.rng) {
		v.did(kind, at, r.square)
		return out
	}
	out = append(out, rec)
	if v.faults.Duplicated.happens(v.rng) {
		v.did(DuplicateReport, at, r.square)
		out = append(out, rec)
	}
	return out
}

// did writes down a fault, with the ply in which it fell.
func (v *view) did(kind DeedKind, at int64, sq placement.Square) {
	t := v.truth
	for t.Next != nil && len(t.Next.Landed) > 0 && at >= t.Next.Landed[0] {
		t = t.Next
	}
	ply := 1
	for ply <= len(t.Landed) && t.Landed[ply-1] < at {
		ply++
	}
	t.Deeds = append(t.Deeds, Deed{Kind: kind, Ply: ply, At: at, Square: sq})
}
