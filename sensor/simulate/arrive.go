package simulate

import (
	"cmp"
	"slices"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// arrive is what comes to us of the board's reports and of its clock's, in the
// order in which it comes. One line carries both.
func (v *view) arrive(board []heard, clock []sensor.Record) []sensor.Record {
	all := append(board, v.cut(v.levers(clock))...)
	for i := range all {
		all[i].At = upTo(all[i].At, v.Poll)
	}
	slices.SortStableFunc(all, func(a, b heard) int {
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

// levers is what the board says of its clock.
func (v *view) levers(clock []sensor.Record) []heard {
	var out []heard
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
		out = append(out, heard{r, r.At})
	}
	return out
}

// upTo is a moment, or the next one at which somebody asks, every so many
// milliseconds.
func upTo(at, every int64) int64 {
	if every <= 0 {
		return at
	}
	return (at + every - 1) / every * every
}
