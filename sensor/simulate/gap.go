package simulate

import (
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// gap is a time in which nothing is heard: the port is lost at down and found
// at up, and the first full scan comes at scan. What is reported before that
// cannot be read.
type gap struct{ down, up, scan int64 }

// rescanAfter is how long after a port was opened the scan comes that was asked
// for, in milliseconds: the DGT host of this program waits 500 ms, and asks for
// it with its fifth command, 100 ms apart.
const rescanAfter = 900

// clockAfter is how long after that the clock is read: the next command.
const clockAfter = 100

// plan draws when the port is lost: about when a man is put down.
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

// disconnectLead is how long before a man lands the port is lost, at most, in
// milliseconds: mostly while he is in the hand; chosen.
const disconnectLead = 800

func (v *view) away() Span {
	if v.Errs.Away != (Span{}) {
		return v.Errs.Away
	}
	return v.faults.Away
}

func inGap(gaps []gap, at int64) bool {
	for _, g := range gaps {
		if at >= g.down && at < g.scan {
			return true
		}
	}
	return false
}

// gapAfter is the first gap whose scan comes after a moment.
func gapAfter(gaps []gap, at int64) gap {
	for _, g := range gaps {
		if g.scan > at {
			return g
		}
	}
	return gap{never, never, never}
}

// gapsEnd is when the last scan after a gap comes.
func gapsEnd(gaps []gap) int64 {
	if len(gaps) == 0 {
		return 0
	}
	return gaps[len(gaps)-1].scan
}

// cut leaves out of what a clock says what falls in a gap, and puts in the
// reading after it, and the port's going and coming.
func (v *view) cut(clock []heard) []heard {
	var out []heard
	for _, h := range clock {
		if !inGap(v.gaps, h.At) {
			out = append(out, h)
		}
	}
	for _, g := range v.gaps {
		out = append(out, heard{sensor.Record{At: g.down, Word: sensor.Link}, g.down},
			heard{sensor.Record{At: g.up, Word: sensor.Link, On: true}, g.up})
		if r, ok := readingAt(clock, g.scan+clockAfter); ok {
			out = append(out, heard{r, r.At})
		}
	}
	return out
}

// readingAt is what a clock would show at a moment, to the second.
func readingAt(clock []heard, at int64) (sensor.Record, bool) {
	var last sensor.Record
	for _, h := range clock {
		if h.At <= at && h.Word == sensor.Clock {
			last = h.Record
		}
	}
	last.At = at
	return last, last.Word == sensor.Clock
}

// mostGap is the most plies in a gap that are looked for in what stands on the
// board before and after it.
const mostGap = 3

// eraseGap writes down the plies that fell into a gap, if what stands on the
// board before and after it does not tell which they were.
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
	if t == v.truth && n <= mostGap && v.tells(first-1, n) {
		return
	}
	for ply := first; ply <= last; ply++ {
		v.did(Erased, t.Landed[ply-1], 0, placement.NoSquare)
	}
}

// tells reports whether n plies of the first game, after some, are the only
// legal ones that lead to what stood there afterwards, and no fewer do.
func (v *view) tells(after, n int) bool {
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
	out := *p
	for sq, piece := range out {
		if w.occupancy && piece != placement.Empty {
			out[sq] = placement.Unknown
		}
	}
	return out
}

// mostDiffer is the most squares on which a ply changes what stands there.
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
