package simulate

import (
	"slices"
	"testing"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// Before the game: men who come late, men straightened, a ceremony. All of it is
// over when the clock starts.
func TestBeginnings(t *testing.T) {
	for _, c := range []struct {
		kind      DeedKind
		beginning Beginning
	}{
		{SetUp, Beginning{SetUp: always}}, {Adjusted, Beginning{Straighten: always}}, {Ceremony, Beginning{Ceremony: always}},
	} {
		for seed := range uint64(10) {
			p := with(func(p *Profile) { c.beginning.Pause = p.Beginning.Pause; p.Beginning, p.ClockEach = c.beginning, 1000 })
			records, truth := Play(legality.Initial(), parse(t, "e2e4"), Board{}, p, true, seed)
			if len(deedsOf(&truth, c.kind)) == 0 || !slices.Equal(truth.Moves, []string{"e2e4"}) {
				t.Fatalf("%s, seed %d: played %v, did %v", c.kind, seed, truth.Moves, truth.Deeds)
			}
			if whole := records[0].Placement == placement.Initial; whole != (c.kind != SetUp) {
				t.Errorf("%s, seed %d: begins on %s", c.kind, seed, records[0].Placement)
			}
			var shown placement.Placement
			for i, r := range records {
				follow(&shown, r, false)
				if r.Word == sensor.Clock && r.Running == sensor.WhiteRuns {
					if got := squares(records[i:]); shown != placement.Initial || got != "-e2 +Pe4 |w" {
						t.Errorf("%s, seed %d: the clock starts on %s, then %s", c.kind, seed, shown, got)
					}
					break
				}
			}
		}
	}
	p := with(func(p *Profile) { p.Beginning.Ceremony = always })
	if _, truth := Play(legality.Initial(), parse(t, "e2e4"), Board{}, p, false, 1); did(&truth, Ceremony) {
		t.Error("a ceremony without a clock, which nothing could tell from a move")
	}
}

// The kings show the result that was asked for, whatever way they go.
func TestKingsShowWhatIsAskedFor(t *testing.T) {
	for _, result := range []string{"1-0", "0-1", "1/2-1/2"} {
		for seed := range uint64(6) {
			p := Clean()
			p.Ending.Signal, p.Ending.SignalWalk, p.Ending.Result = always, always, result
			if _, truth := playRandom(p, Board{}, true, seed, 30); truth.Signal != result {
				t.Errorf("seed %d: shown %s, want %s", seed, truth.Signal, result)
			}
		}
	}
}

// A king laid down is gone; nothing follows.
func TestKingLaidDown(t *testing.T) {
	p := Clean()
	p.Ending.LayDown = always
	records, truth := playRandom(p, Board{}, true, 1, 30)
	down := deedsOf(&truth, KingLaidDown)
	want := lastPlacement(t, &truth, false)
	if len(down) != 1 || truth.Result != "*" || truth.Signal != "" {
		t.Fatalf("did %v, result %s, signal %q", truth.Deeds, truth.Result, truth.Signal)
	}
	want[down[0].Square] = placement.Empty
	if *shownBy(records) != want {
		t.Errorf("shows %s, want %s", shownBy(records), want)
	}
}

// After the game the last plies are taken back, and what stood before them is there.
func TestGoesBack(t *testing.T) {
	for seed := range uint64(20) {
		p := Clean()
		p.Ending.GoBack = 6
		records, truth := playRandom(p, Board{}, true, seed, 60)
		if n := len(deedsOf(&truth, WentBack)); n != 6 || len(truth.Moves) != 60 && truth.Result == "*" {
			t.Fatalf("seed %d: %d plies taken back, %d played", seed, n, len(truth.Moves))
		}
		earlier := truth
		earlier.Moves = truth.Moves[:len(truth.Moves)-6]
		if want := lastPlacement(t, &earlier, false); *shownBy(records) != want {
			t.Errorf("seed %d: shows %s, want %s", seed, shownBy(records), want)
		}
	}
}
