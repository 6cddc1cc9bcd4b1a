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
		tr := g.each(func(i int, tr *Tracker) {
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

// mixed is a game into which the records of another board come from a third of it on.
func mixed(seed uint64, board string) (game, []string) {
	g, truth := quiet(seed, 60, board)
	other, _ := quiet(seed+100, 60, board)
	third := g.records[len(g.records)/3].At
	for _, r := range other.records {
		if r.At > third {
			g.records = append(g.records, r)
		}
	}
	slices.SortStableFunc(g.records, func(a, b sensor.Record) int { return int(a.At - b.At) })
	return g, truth.Moves
}

// differing is how many plies are not those of a list.
func differing(got, want []string) int {
	same := 0
	for same < min(len(got), len(want)) && got[same] == want[same] {
		same++
	}
	return len(got) - same
}

// While two boards are mixed the tracker is unsure, and stays so when the clock is stopped:
// of six games, 20 plies are confirmed at worst that were not played.
func TestTwoBoardsMixed(t *testing.T) {
	sum, games := 0, uint64(6)
	if testing.Short() {
		games = 1
	}
	for seed := range games {
		g, want := mixed(seed, "chesslink")
		worst := 0
		g.each(func(_ int, tr *Tracker) { worst = max(worst, differing(confirmed(tr), want)) })
		t.Logf("game %d: %d plies are confirmed that were not played", seed, worst)
		sum += worst
	}
	if sum > 20 {
		t.Errorf("%d plies are confirmed that were not played", sum)
	}
}

// A board that says anything for hours, every ten seconds, has hardly a ply confirmed, whether
// the clock runs or not.
func TestSlowNoise(t *testing.T) {
	for _, s := range []Sensor{SensorOf("chesslink", true, 0), SensorOf("tabutronic", false, 0)} {
		state := uint64(1)
		next := func(n int) int {
			state = mix(state + 1)
			return int(state>>33) % n
		}
		tr, at, worst := New(Config{Sensor: s, Clock: true}), int64(0), 0
		for at < 6*3_600_000 {
			at += int64(next(20_000))
			r := noise(next, at)
			tr.Step(&r)
			worst = max(worst, len(confirmed(tr)))
		}
		if worst > 1 {
			t.Errorf("%s: %d plies are confirmed: %v", s.Family, worst, tr.beam[0].tail(9))
		}
	}
}
