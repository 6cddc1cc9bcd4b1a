package simulate

import (
	"testing"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// The maker's convention: both kings on light squares of the centre 1-0, on
// dark ones 0-1, on one of each a draw.
func TestKingsShowTheResult(t *testing.T) {
	seen := map[string]bool{}
	p := Clean()
	p.Ending = Ending{StopClock: Rate{1, 1}, Signal: Rate{1, 1}, SignalLate: Rate{1, 2}}
	for seed := range uint64(40) {
		records, truth := playRandom(p, Text(), true, seed, 30)
		shown := shownBy(records)
		white, black := shown.Find(placement.WhiteKing), shown.Find(placement.BlackKing)
		if white.Len() != 1 || black.Len() != 1 || (white|black)&^centre != 0 {
			t.Fatalf("seed %d: kings on %v and %v", seed, white.Squares(), black.Squares())
		}
		want := "1/2-1/2"
		if white.First().Light() == black.First().Light() {
			want = "0-1"
			if white.First().Light() {
				want = "1-0"
			}
		}
		if truth.Signal != want || truth.Result != "*" {
			t.Errorf("seed %d: the kings show %s, signal %q, result %q", seed, want, truth.Signal, truth.Result)
		}
		seen[want] = true
	}
	if len(seen) != 3 {
		t.Errorf("in 40 games only %v were shown", seen)
	}
}

// After mate nobody shows a result.
func TestNoSignalAfterMate(t *testing.T) {
	p := Clean()
	p.Ending.Signal = Rate{1, 1}
	_, truth := Play(legality.Initial(), parse(t, "f2f3 e7e5 g2g4 d8h4"), Text(), p, true, 1)
	if truth.Signal != "" || did(&truth, KingsShown) {
		t.Errorf("the kings show %q after mate", truth.Signal)
	}
}

// The clock is stopped, a few plies are tried, the men are put back on the
// initial array, and the next game is played from there.
func TestAfterTheGame(t *testing.T) {
	for seed := range uint64(20) {
		p := Human()
		p.Ending = Club().Ending
		p.Ending.LayDown = Rate{}
		records, truth := playRandom(p, Text(), true, seed, 60)
		if !did(&truth, ClockStop) || !did(&truth, PutBack) || truth.Next == nil {
			t.Fatalf("seed %d: did %v", seed, truth.Deeds)
		}
		if did(&truth, KingsShown) == did(&truth, Analysed) {
			t.Errorf("seed %d: a result shown by the kings and analysis", seed)
		}
		var shown placement.Placement
		games, running := 0, sensor.Stopped
		for _, r := range records {
			follow(&shown, r, false)
			if r.Word != sensor.Clock {
				continue
			}
			if running == sensor.Stopped && r.Running != sensor.Stopped {
				if games++; shown != placement.Initial {
					t.Errorf("seed %d: game %d begins on %s", seed, games, shown)
				}
			}
			running = r.Running
		}
		if games != 2 {
			t.Errorf("seed %d: the clock was started %d times, want 2", seed, games)
		}
		if want := lastPlacement(t, truth.Next, false); shown != want {
			t.Errorf("seed %d: at the end %s, want %s", seed, shown, want)
		}
		if n := len(truth.Next.Moves); n != p.Ending.NextGame && truth.Next.Result == "*" {
			t.Errorf("seed %d: the next game has %d plies", seed, n)
		}
	}
}

func TestPutBack(t *testing.T) {
	p := Profile{Ending: Ending{PutBack: Rate{1, 1}}}
	for seed := range uint64(20) {
		records, _ := playRandom(p, Text(), false, seed, 100)
		if shown := shownBy(records); *shown != placement.Initial {
			t.Errorf("seed %d: put back to %s", seed, shown)
		}
	}
}

// A game is over when all that can follow is a dead position (5.2.2): here nothing
// is left but to take the queen.
func TestEndsByForce(t *testing.T) {
	start, err := legality.ParseFEN("8/8/8/1Q6/8/8/8/k3K3 w - - 0 1", false)
	if err != nil {
		t.Fatal(err)
	}
	_, truth := Play(start, []legality.Move{legality.MakeMove(placement.B5, placement.B1), legality.MakeMove(placement.A1, placement.B1)}, Text(), Clean(), true, 1)
	if truth.Result != "1/2-1/2" || len(truth.Moves) != 1 {
		t.Errorf("result %s after %v, want 1/2-1/2 after b5b1", truth.Result, truth.Moves)
	}
}
