package simulate

import (
	"math/rand/v2"
	"testing"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// From any start of Chess960, under any profile on any board, times do not go
// back, and a board that does not err lifts only what it shows.
func FuzzPlay(f *testing.F) {
	for i := range uint8(16) {
		f.Add(uint64(i), 80*int(i), i, i, i%2 == 0)
	}
	f.Fuzz(func(t *testing.T, seed uint64, start int, profile, board uint8, clock bool) {
		p, b := profiles[int(profile)%len(profiles)].Profile, boards[int(board)%len(boards)].Board
		p.Ending.PutBack = Rate{} // to the array of ordinary chess
		pos := legality.Start960(((start % 960) + 960) % 960)
		moves := wander(rand.New(rand.NewPCG(seed, 3)), pos, 60)
		records, truth := Play(pos, moves, b, p, clock, seed)
		if len(truth.Moves) != len(moves) && !did(&truth, StoodIllegal) {
			t.Errorf("%d plies played of %d", len(truth.Moves), len(moves))
		}
		checkRecords(t, records, p, b)
	})
}

func checkRecords(t *testing.T, records []sensor.Record, p Profile, b Board) {
	t.Helper()
	var shown placement.Placement
	last := int64(0)
	for i, r := range records {
		if r.At < last {
			t.Fatalf("record %d: time goes back from %d to %d", i+1, last, r.At)
		}
		last = r.At
		if text := follow(&shown, r, b.Occupancy); text != "" && p.Faults == (Faults{}) {
			t.Fatalf("record %d at %d: %s", i+1, r.At, text)
		}
	}
}

// Positions that cannot be are played from as far as they go.
func TestOddPositions(t *testing.T) {
	for _, fen := range []string{
		"8/8/8/8/8/8/8/8 w - - 0 1", "8/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/8 w - - 0 1",
		"KKKKkkkk/8/8/8/8/8/8/P6p w - - 0 1", "PPPPPPPP/8/8/4k3/4K3/8/8/pppppppp b - - 0 1",
	} {
		pos, err := legality.ParseFEN(fen, false)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range profiles {
			moves := wander(rand.New(rand.NewPCG(1, 1)), pos, 20)
			records, _ := Play(pos, moves, Text(), p.Profile, true, 1)
			checkRecords(t, records, p.Profile, Text())
		}
	}
}

func BenchmarkPlay(b *testing.B) {
	moves, profile := RandomGame(1, 80), Human()
	for b.Loop() {
		Play(legality.Initial(), moves, DGT(), profile, true, 1)
	}
}
