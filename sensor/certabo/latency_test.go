package certabo

import (
	"slices"
	"testing"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// latency is how long after a hand's act its record comes, in milliseconds, for
// acts at moments all through a frame, so far apart.
func latency(noise Noise, seed uint64, acts func(at int64) []sensor.Record, word sensor.Word, step int64) []int64 {
	var all []int64
	for phase := int64(0); phase < FrameTime; phase += step {
		tab := newTable(noise, seed+uint64(phase))
		tab.dec.Men = tab.board.Men()
		tab.frames(10)
		at := tab.now + phase
		tab.told, tab.pending = nil, acts(at)
		tab.run(tab.now + 2*mostPatience*FrameTime)
		if i := slices.IndexFunc(tab.told, func(r sensor.Record) bool { return r.Word == word }); i >= 0 {
			all = append(all, tab.told[i].At-at)
		}
	}
	slices.Sort(all)
	return all
}

// pawnMoves has the king's pawn stand on e4 from a moment on; lifted some time
// before.
func pawnMoves(at int64) []sensor.Record {
	return []sensor.Record{
		{At: at - 100, Word: sensor.Lift, Square: placement.E2},
		{At: at, Word: sensor.Drop, Square: placement.E4, Piece: placement.WhitePawn},
	}
}

func pawnHeld(at int64) []sensor.Record {
	return []sensor.Record{{At: at, Word: sensor.Lift, Square: placement.E2}}
}

// TestLatency: a drop is told after one to two frames, the lift of a man who is
// held after three to four.
func TestLatency(t *testing.T) {
	for name, noise := range map[string]Noise{"none": {}, "ghostly": GhostlySet()} {
		drop, lift := latency(noise, 1, pawnMoves, sensor.Drop, 20), latency(noise, 1, pawnHeld, sensor.Lift, 20)
		if len(drop) != 11 || drop[0] < FrameTime || drop[10] > 2*FrameTime {
			t.Errorf("%s: drops after %v ms", name, drop)
		}
		if len(lift) != 11 || lift[0] < 3*FrameTime || lift[10] > 4*FrameTime {
			t.Errorf("%s: lifts after %v ms", name, lift)
		}
	}
}

func BenchmarkLatency(b *testing.B) {
	for _, c := range []struct {
		name  string
		noise Noise
	}{{"none", Noise{}}, {"ghostly", GhostlySet()}, {"weak", WeakSet()}, {"worst", WorstSet()}} {
		b.Run(c.name, func(b *testing.B) {
			var drop, lift []int64
			for i := 0; b.Loop(); i++ {
				drop = latency(c.noise, uint64(i)*1000, pawnMoves, sensor.Drop, 1)
				lift = latency(c.noise, uint64(i)*1000, pawnHeld, sensor.Lift, 1)
			}
			b.ReportMetric(float64(drop[len(drop)/2]), "ms/drop")
			b.ReportMetric(float64(drop[len(drop)*99/100]), "ms/drop-p99")
			b.ReportMetric(float64(lift[len(lift)/2]), "ms/lift")
			b.ReportMetric(float64(lift[len(lift)*99/100]), "ms/lift-p99")
		})
	}
}
