package track

import (
	"slices"
	"testing"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// A square that reads nothing for the whole game: ten of twelve games are confirmed as
// they were played, all plies of them, and at no time anything else.
func TestDeadForTheWholeGame(t *testing.T) {
	right := 0
	for seed := range uint64(12) {
		g, truth := quiet(seed, 60, "chesslink")
		dead := square(mix(seed+1) % 64)
		g.records = slices.DeleteFunc(g.records, func(r sensor.Record) bool {
			return (r.Word == sensor.Lift || r.Word == sensor.Drop) && r.Square == dead
		})
		for i := range g.records {
			g.records[i].Placement[dead] = placement.Empty
		}
		wrong := false
		tr := g.each(func(_ int, tr *Tracker) {
			got := confirmed(tr)
			wrong = wrong || !tr.Unsure() && !slices.Equal(got, truth.Moves[:min(len(got), len(truth.Moves))])
		})
		if slices.Equal(confirmed(tr), truth.Moves) && !wrong {
			right++
		} else {
			t.Logf("game %d, %v dead: %v, want %v", seed, dead, confirmed(tr), truth.Moves)
		}
	}
	if right < 10 {
		t.Errorf("%d of 12 games", right)
	}
}

// A piece that is lifted and never put down confirms no ply, for a day.
func TestLiftIsNeverFollowed(t *testing.T) {
	for _, s := range []Sensor{SensorOf("chesslink", true, 0), SensorOf("tabutronic", false, 0)} {
		for _, clock := range []bool{true, false} {
			for from := range square(64) {
				start := legality.Initial()
				if start.At(from) == placement.Empty {
					continue
				}
				tr := New(Config{Sensor: s, Clock: clock})
				tr.Step(&sensor.Record{At: 2000, Word: sensor.Lift, Square: from})
				for at := int64(2000); at < 86_400_000; at = at*2 + 500 {
					tr.Wake(at)
				}
				if _, plies := tr.Confirmed(); plies > 0 {
					t.Errorf("%s, clock %v, %v: %v", s.Family, clock, from, confirmed(tr))
				}
			}
		}
	}
}
