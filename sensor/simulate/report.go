package simulate

import (
	"cmp"
	"math"
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// arrival is a record, and when the board noticed its cause.
type arrival struct {
	sensor.Record
	noticed int64
}

// feed carries the reports of a board to the host. It knows what stands on the
// board, and what has been reported.
type feed struct {
	*view
	shown, reported placement.Placement
	out             []arrival
	free            int64 // from when on the line is free
	last            int64 // when something was sent last; -1 if it has been verified
	nextDump        int64
	resumed         int64  // the time of the last full scan after a gap
	missing         report // the last lost report, while reported differs from shown
	erased          int64  // the moment of the last ply recorded as Erased
}

// send puts the reports on the line one after another, loses or doubles some, and
// inserts the full scans.
func (v *view) send(first placement.Placement, reports []report) []arrival {
	l := feed{view: v, shown: first, last: -1, nextDump: v.Dump}
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
		known := l.reported == l.shown
		l.shown[r.square] = r.piece
		l.put(at, r, known)
		l.last = at
	}
	l.finish()
	return l.out
}

// finish inserts the scans after the last report.
func (l *feed) finish() {
	switch {
	case l.Verify > 0:
		l.scansUntil(l.last + l.Verify)
	case l.Dump > 0:
		l.scansUntil(max(l.nextDump, l.free))
	}
	l.scansUntil(gapsEnd(l.gaps))
}

// reorder lets some reports change places with the next one of the same scan.
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

// scansUntil inserts the full scans that are due by a moment.
func (l *feed) scansUntil(at int64) {
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

// dump inserts a full scan.
func (l *feed) dump(at int64) {
	l.last = -1
	if !inGap(l.gaps, at) {
		l.out = append(l.out, arrival{sensor.Record{At: at, Word: sensor.Board, Placement: l.shown}, at})
		l.reported = l.shown
	}
}

// put appends the record of a report: once, twice, or not at all. It loses no report while
// another one is missing.
func (l *feed) put(at int64, r report, known bool) {
	if l.Scan > 0 && l.reported[r.square] == r.piece {
		return // the change before was not reported, so this report says nothing new
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
		rec.Piece = placement.Empty // as in a log of an occupancy board
	}
	if l.Scan > 0 && rec.Word == sensor.Lift && rec.Piece != placement.Empty {
		rec.Piece = l.reported[r.square] // no report says which piece left
	}
	l.reported[r.square] = r.piece
	l.out = append(l.out, arrival{rec, r.at})
	if !l.Whole && l.happens(func(f *Faults) Rate { return f.Duplicated }) {
		l.did(DuplicateReport, r.acted, 0, r.square)
		l.out = append(l.out, arrival{rec, r.at})
	}
}

// lose draws whether a report is lost. On a board of whole scans it then comes with the
// next scan.
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

// erase records a ply as Erased if the reports that show it are lost for good: the
// opponent has replied, and it is still not known which piece moved or where.
func (l *feed) erase(r *report) {
	lost := &l.missing
	if l.reported == l.shown || lost.acted <= l.erased || l.reported[lost.square] == l.shown[lost.square] {
		return
	}
	t, ply := l.plyAt(lost.acted)
	if ply >= len(t.Landed) || r.acted <= t.Landed[ply] || t == l.truth && l.named(lost, ply-1) {
		return // the reply has not landed, or nothing is hidden
	}
	l.erased = lost.acted
	l.did(Erased, lost.acted, 0, lost.square)
}

// named reports whether a board with identified pieces shows a ply of the first game, from
// 0, although a lift was lost: the piece is seen on two squares, and no other piece of its
// kind could have gone to the new one.
func (l *feed) named(lost *report, n int) bool {
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

// did records a fault, with the ply in which it happened.
func (v *view) did(kind DeedKind, at, ms int64, sq placement.Square) {
	t, ply := v.plyAt(at)
	t.Deeds = append(t.Deeds, Deed{Kind: kind, Ply: ply, At: at, Ms: ms, Square: sq})
}

// plyAt returns the ply, from 1, to which a moment belongs: the one that lands
// next.
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

// gap is a time without reports: the port is lost at down and open again at up, and
// the first full scan comes at scan. Reports before that scan cannot be decoded.
type gap struct{ down, up, scan int64 }

// rescanAfter is the time from opening the port to the first scan, in milliseconds:
// the DGT host of this program waits 500 ms and asks for it with its fifth command,
// 100 ms apart.
const rescanAfter = 900

// clockAfter is how long after that the clock is read, with the next command.
const clockAfter = 100

// plan draws when the port is lost: mostly when a piece is about to land.
func (v *view) plan() {
	last := int64(0)
	v.eachPly(func(before, landed int64) {
		if landed <= last || !v.happens(func(f *Faults) Rate { return f.Disconnect }) {
			return
		}
		down := max(before, last, landed-v.rng.Int64N(disconnectLead)) + 1
		away := v.away().draw(v.rng)
		v.gaps = append(v.gaps, gap{down, down + away, down + away + rescanAfter})
		last = down + away + rescanAfter
		v.did(Disconnected, down, away, placement.NoSquare)
		v.eraseGap(down, last)
	})
}

// disconnectLead is how long before a piece lands the port is lost, at most, in
// milliseconds: mostly while the piece is in the hand; chosen.
const disconnectLead = 800

func (v *view) away() Span {
	if v.Errs.Away != (Span{}) {
		return v.Errs.Away
	}
	return v.faults.Away
}

func inGap(gaps []gap, at int64) bool {
	return slices.ContainsFunc(gaps, func(g gap) bool { return at >= g.down && at < g.scan })
}

// gapAfter returns the first gap whose scan comes after a moment.
func gapAfter(gaps []gap, at int64) gap {
	for _, g := range gaps {
		if g.scan > at {
			return g
		}
	}
	return gap{never, never, never}
}

// gapsEnd returns when the last scan after a gap comes.
func gapsEnd(gaps []gap) int64 {
	if len(gaps) == 0 {
		return 0
	}
	return gaps[len(gaps)-1].scan
}

// cut removes the records of the clock that fall into a gap. It inserts the reading
// after the gap, and the links of the port.
func (v *view) cut(clock []arrival) []arrival {
	var out []arrival
	for _, h := range clock {
		if !inGap(v.gaps, h.At) {
			out = append(out, h)
		}
	}
	for _, g := range v.gaps {
		out = append(out, arrival{sensor.Record{At: g.down, Word: sensor.Link}, g.down},
			arrival{sensor.Record{At: g.up, Word: sensor.Link, On: true}, g.up})
		if r, ok := readingAt(clock, g.scan+clockAfter); ok {
			out = append(out, arrival{r, r.At})
		}
	}
	return out
}

// readingAt returns what a clock would show at a moment, to the second.
func readingAt(clock []arrival, at int64) (sensor.Record, bool) {
	var last sensor.Record
	for _, h := range clock {
		if h.At <= at && h.Word == sensor.Clock {
			last = h.Record
		}
	}
	last.At = at
	return last, last.Word == sensor.Clock
}

// mostGap is the most plies in a gap that can be found from the placements before
// and after it.
const mostGap = 3

// eraseGap records the plies in a gap as Erased, unless the placements before and
// after it determine them.
func (v *view) eraseGap(from, to int64) {
	t, first := v.plyAt(from)
	last := first - 1
	for last < len(t.Landed) && t.Landed[last] < to {
		last++
	}
	n := last - first + 1
	if n <= 0 {
		return
	}
	if t == v.truth && n <= mostGap && v.determines(first-1, n) {
		return
	}
	for ply := first; ply <= last; ply++ {
		v.did(Erased, t.Landed[ply-1], 0, placement.NoSquare)
	}
}

// determines reports whether the n plies of the first game after a ply are the only legal
// ones that lead to the placement after them, and no shorter sequence does.
func (v *view) determines(after, n int) bool {
	past := v.pasts[0]
	s := ways{want: *past.At(after + n).Placement(), occupancy: v.Occupancy}
	s.want = s.seen(&s.want)
	for fewer := n - 2; fewer > 0; fewer -= 2 {
		if s.count(past.At(after), fewer); s.n > 0 {
			return false
		}
	}
	s.count(past.At(after), n)
	return s.n == 1
}

// ways counts the ways to a placement, up to two.
type ways struct {
	want      placement.Placement
	occupancy bool
	n         int
}

func (w *ways) seen(p *placement.Placement) placement.Placement {
	if w.occupancy {
		return placement.Occupancy(p.Occupied())
	}
	return *p
}

// mostDiffer is the most squares that a ply changes.
const mostDiffer = 4

func (w *ways) count(p *legality.Position, plies int) {
	here := w.seen(p.Placement())
	if plies == 0 {
		if here == w.want {
			w.n++
		}
		return
	}
	if placement.Differ(&here, &w.want).Len() > mostDiffer*plies {
		return
	}
	var buf [256]legality.Move
	for _, m := range p.AppendMoves(buf[:0]) {
		if next := p.Play(m); w.n < 2 {
			w.count(&next, plies-1)
		}
	}
}

// arrive returns the records of board and clock in the order in which they reach
// the host. One line carries both.
func (v *view) arrive(board []arrival, clock []sensor.Record) []sensor.Record {
	all := append(board, v.cut(v.levers(clock))...)
	for i := range all {
		all[i].At = upTo(all[i].At, v.Poll)
	}
	slices.SortStableFunc(all, func(a, b arrival) int {
		return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.noticed, b.noticed))
	})
	out, last := make([]sensor.Record, len(all)), int64(0)
	for i := range all {
		out[i] = all[i].Record
		if v.Latency != (Span{}) && i > 0 {
			out[i].At += v.Latency.draw(v.rng)
		}
		out[i].At = max(out[i].At, last)
		last = out[i].At
	}
	return out
}

// levers returns what the board reports about its clock.
func (v *view) levers(clock []sensor.Record) []arrival {
	var out []arrival
	for i := 0; i < len(clock); i++ {
		r := clock[i]
		if r.Word == sensor.Press && v.happens(func(f *Faults) Rate { return f.LostPress }) {
			v.did(LostPress, r.At, 0, placement.NoSquare)
			if i+1 < len(clock) && clock[i+1].Word == sensor.Clock && clock[i+1].At == r.At {
				i++ // it came with the reading
			}
			continue
		}
		r.At = upTo(r.At, v.ClockPoll)
		out = append(out, arrival{r, r.At})
	}
	return out
}

// upTo returns the first time, at or after a moment, at which the host asks. It asks every
// so many milliseconds, or all the time if every is 0.
func upTo(at, every int64) int64 {
	if every <= 0 {
		return at
	}
	return (at + every - 1) / every * every
}
