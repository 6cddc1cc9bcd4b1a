package simulate

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/boardd/boardd/internal/quick"
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// profiles and boards are all that have a name, and some invalid ones.
var (
	profiles = append([]NamedProfile{{"zero", Profile{}}}, Profiles()...)
	boards   = append(Boards(), NamedBoard{"dumped", Board{Scan: 100, Dump: 5000}})
)

// forAll runs a test over every profile, board and use of the clock.
func forAll(t *testing.T, check func(t *testing.T, p Profile, b Board, clock bool, seed uint64)) {
	for i, p := range profiles {
		for k, b := range boards {
			for seed := range uint64(2) {
				if (i+k+int(seed))%quick.Fewer(2) > 0 {
					continue // with -short either with a clock or without
				}
				clock := seed%2 == 0
				t.Run(fmt.Sprintf("%s/%s/%d", p.Name, b.Name, seed), func(t *testing.T) { check(t, p.Profile, b.Board, clock, seed) })
			}
		}
	}
}

func playRandom(p Profile, b Board, clock bool, seed uint64, plies int) ([]sensor.Record, Truth) {
	return Play(legality.Initial(), RandomGame(seed, plies), b, p, clock, seed)
}

func TestSameArgumentsSameRecords(t *testing.T) {
	forAll(t, func(t *testing.T, p Profile, b Board, clock bool, seed uint64) {
		once, truth := playRandom(p, b, clock, seed, 60)
		again, same := playRandom(p, b, clock, seed, 60)
		if !reflect.DeepEqual(once, again) || !reflect.DeepEqual(truth, same) {
			t.Error("two runs differ")
		}
	})
}

func TestAnotherSeedOtherRecords(t *testing.T) {
	moves := RandomGame(1, 60)
	one, _ := Play(legality.Initial(), moves, DGT(), Human(), true, 1)
	two, _ := Play(legality.Initial(), moves, DGT(), Human(), true, 2)
	if reflect.DeepEqual(one, two) {
		t.Error("two seeds gave the same records")
	}
}

// Times never go back. Records of a clock come only if there is one. No lift comes from a square
// that the board shows as empty, nor of another piece than it shows.
func TestRecordsAreWellFormed(t *testing.T) {
	forAll(t, func(t *testing.T, p Profile, b Board, clock bool, seed uint64) {
		records, _ := playRandom(p, b, clock, seed, 80)
		if len(records) == 0 || records[0].Word != sensor.Board {
			t.Fatal("no full scan comes first")
		}
		checkRecords(t, records, p, b)
		for i, r := range records {
			if !clock && (r.Word == sensor.Press || r.Word == sensor.Clock || r.Word == sensor.Pause || r.Word == sensor.Resume) {
				t.Fatalf("record %d: %s without a clock", i+1, r.Word)
			}
		}
	})
}

// follow applies a record to the shown board, and returns what is wrong with the record.
func follow(shown *placement.Placement, r sensor.Record, occupancy bool) string {
	switch was := shown[r.Square%64]; r.Word {
	case sensor.Board:
		*shown = r.Placement
	case sensor.Lift:
		shown[r.Square] = placement.Empty
		if was == placement.Empty {
			return fmt.Sprintf("lift from the empty square %s", r.Square)
		}
		if !occupancy && was != r.Piece {
			return fmt.Sprintf("lift of %s from %s, where %s stands", r.Piece, r.Square, was)
		}
	case sensor.Drop:
		shown[r.Square] = r.Piece
		if was == r.Piece {
			return fmt.Sprintf("drop of %s on %s, where it stands already", r.Piece, r.Square)
		}
		if occupancy != (r.Piece == placement.Unknown) {
			return fmt.Sprintf("drop of %s", r.Piece)
		}
	}
	return ""
}

// If the board does not err and nobody touches it after the game, it shows the last position.
func TestFinalPlacement(t *testing.T) {
	forAll(t, func(t *testing.T, p Profile, b Board, clock bool, seed uint64) {
		if p.Faults != (Faults{}) || p.Ending.PutBack.Of > 0 {
			t.Skip("the board errs, or is set up again")
		}
		records, truth := playRandom(p, b, clock, seed, 80)
		var shown placement.Placement
		for _, r := range records {
			follow(&shown, r, b.Occupancy)
		}
		if want := lastPlacement(t, &truth, b.Occupancy); shown != want {
			t.Errorf("shows %s, want %s", shown, want)
		}
	})
}

func lastPlacement(t *testing.T, truth *Truth, occupancy bool) placement.Placement {
	p := legality.Initial()
	for _, text := range truth.Moves {
		m, err := p.ParseUCI(text)
		if err != nil {
			t.Fatal(err)
		}
		p = p.Play(m)
	}
	if occupancy {
		return placement.Occupancy(p.Placement().Occupied())
	}
	return *p.Placement()
}

// The hands play the given plies. Each lands after the lift of the one before, and each press
// follows its drop.
func TestTruthHoldsTheGame(t *testing.T) {
	forAll(t, func(t *testing.T, p Profile, b Board, clock bool, seed uint64) {
		_, truth := playRandom(p, b, clock, seed, 80)
		moves := RandomGame(seed, 80)
		if len(truth.Moves) != len(moves) || len(truth.Landed) != len(moves) || len(truth.Pressed) != len(moves) {
			t.Fatalf("%d moves, %d landed, %d pressed, want %d", len(truth.Moves), len(truth.Landed), len(truth.Pressed), len(moves))
		}
		pos := legality.Initial()
		for i, m := range moves {
			if did(&truth, StoodIllegal) {
				break // the game is another one from there
			}
			if uci := pos.UCI(m); truth.Moves[i] != uci {
				t.Fatalf("ply %d is %s, want %s", i+1, truth.Moves[i], uci)
			}
			pos = pos.Play(m)
		}
		for i, at := range truth.Pressed {
			if at >= 0 && at < truth.Landed[i] || !clock && at >= 0 {
				t.Errorf("ply %d landed at %d, pressed at %d", i+1, truth.Landed[i], at)
			}
		}
	})
}

func did(truth *Truth, kind DeedKind) bool {
	for _, d := range truth.Deeds {
		if d.Kind == kind {
			return true
		}
	}
	return false
}

func TestEndsBeforeAnIllegalMove(t *testing.T) {
	moves := []legality.Move{legality.MakeMove(placement.E2, placement.E4), legality.MakeMove(placement.A1, placement.H8)}
	records, truth := Play(legality.Initial(), moves, Board{}, Clean(), false, 1)
	if len(truth.Moves) != 1 || truth.Moves[0] != "e2e4" || truth.Result != "*" {
		t.Errorf("played %v, result %s; want e2e4 and *", truth.Moves, truth.Result)
	}
	if len(records) != 3 {
		t.Errorf("%d records, want a scan, a lift and a drop", len(records))
	}
}

// Fool's mate ends the game (5.1.1), and later plies are not played.
func TestEndsWithTheGame(t *testing.T) {
	moves := parse(t, "f2f3 e7e5 g2g4 d8h4 a2a3")
	_, truth := Play(legality.Initial(), moves, Text(), Clean(), true, 1)
	if len(truth.Moves) != 4 || truth.Result != "0-1" {
		t.Errorf("played %v, result %s; want four moves and 0-1", truth.Moves, truth.Result)
	}
}

func TestRandomGameIsLegalAndTheSame(t *testing.T) {
	for seed := range uint64(50) {
		moves := RandomGame(seed, 150)
		if !reflect.DeepEqual(moves, RandomGame(seed, 150)) {
			t.Fatalf("seed %d gives two games", seed)
		}
		past := legality.NewGame(legality.Initial())
		for i, m := range moves {
			if past.Ending() != legality.NoEnding {
				t.Fatalf("seed %d goes on after the end, ply %d", seed, i+1)
			}
			if !past.Position().IsLegal(m) {
				t.Fatalf("seed %d, ply %d: %s is not legal", seed, i+1, m)
			}
			past.Play(m)
		}
		if len(moves) > 150 || len(moves) < 150 && past.Ending() == legality.NoEnding {
			t.Errorf("seed %d: %d plies, and the game is not over", seed, len(moves))
		}
	}
}

// Every kind of move occurs, and captures about as often as in real games (35
// of 199 plies in three of them; here within a factor of two).
func TestRandomGamesHoldAllKindsOfMoves(t *testing.T) {
	kinds, plies := map[string]int{}, 0
	for seed := range uint64(100) {
		p := legality.Initial()
		for _, m := range RandomGame(seed, 120) {
			plies++
			kinds[kindOf(&p, m)]++
			p = p.Play(m)
		}
	}
	for _, kind := range []string{"kingside", "queenside", "en passant", "capture", "quiet", "queen", "rook", "bishop", "knight"} {
		if kinds[kind] < 3 {
			t.Errorf("%d of %d plies are %s", kinds[kind], plies, kind)
		}
	}
	if share := 100 * kinds["capture"] / plies; share < 9 || share > 35 {
		t.Errorf("%d of 100 plies are captures, want 9 to 35", share)
	}
}

func kindOf(p *legality.Position, m legality.Move) string {
	captured := p.Captured(m)
	switch {
	case m.IsCastling() && m.To().File() == 7:
		return "kingside"
	case m.IsCastling():
		return "queenside"
	case m.Promotion() != legality.NoKind:
		return m.Promotion().String()
	case captured == placement.NoSquare:
		return "quiet"
	case captured != m.To():
		return "en passant"
	}
	return "capture"
}

func TestRate(t *testing.T) {
	for _, c := range []struct {
		rate        Rate
		least, most int // of 10,000: five standard deviations about the mean
	}{
		{Rate{}, 0, 0}, {Rate{1, 0}, 0, 0}, {Rate{0, 5}, 0, 0}, {Rate{-1, 5}, 0, 0},
		{Rate{5, 5}, 10000, 10000}, {Rate{9, 5}, 10000, 10000},
		{Rate{1, 10}, 850, 1150}, {Rate{25, 35}, 6900, 7380},
	} {
		rng, n := rand.New(rand.NewPCG(1, 1)), 0
		for range 10000 {
			if c.rate.happens(rng) {
				n++
			}
		}
		if n < c.least || n > c.most {
			t.Errorf("%v happened %d times of 10000, want %d to %d", c.rate, n, c.least, c.most)
		}
	}
}

func TestSpan(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	if got := (Span{}).draw(rng); got != 0 {
		t.Errorf("the zero span drew %d", got)
	}
	if got := (Span{7, 3}).draw(rng); got != 7 {
		t.Errorf("a span that ends before it begins drew %d, want its least, 7", got)
	}
	s, sum := Span{50, 800}, int64(0)
	for range 10000 {
		ms := s.draw(rng)
		if ms < s.Least || ms > s.Most {
			t.Fatalf("%v drew %d", s, ms)
		}
		sum += ms
	}
	if mean := sum / 10000; mean < 288 || mean > 312 {
		t.Errorf("%v has the mean %d, want about 300", s, mean)
	}
}

func TestWeighted(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	if got := weighted(rng, []int{0, 0}); got != 0 {
		t.Errorf("without weights: %d, want 0", got)
	}
	var drawn [3]int
	for range 3500 {
		drawn[weighted(rng, []int{7, 0, 28})]++
	}
	if drawn[1] != 0 || drawn[0] < 580 || drawn[0] > 820 {
		t.Errorf("weights 7, 0, 28 drew %v of 3500, want about 700, 0, 2800", drawn)
	}
}

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

// From an impossible position the hands play as far as they can.
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
