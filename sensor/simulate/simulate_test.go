package simulate

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// profiles and boards are those that have a name, and some that are none.
var (
	profiles = append([]NamedProfile{{"zero", Profile{}}}, Profiles()...)
	boards   = append(Boards(), NamedBoard{"dumped", Board{Scan: 100, Dump: 5000}})
)

// forAll runs a test over every profile, board and use of the clock, on a few games.
func forAll(t *testing.T, check func(t *testing.T, p Profile, b Board, clock bool, seed uint64)) {
	for _, p := range profiles {
		for _, b := range boards {
			for seed := range uint64(2) {
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

// Times never go back, a clock is heard only where there is one, and a square
// that the board shows empty is never lifted from, nor the wrong man.
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

// follow lets a record change what is shown, and says what is wrong with it.
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

// Where the board does not err and nobody touches it after the game, it shows
// the last position.
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
	last := *p.Placement()
	for sq, piece := range last {
		if occupancy && piece != placement.Empty {
			last[sq] = placement.Unknown
		}
	}
	return last
}

// The plies that were played are those that were asked for, each landed after
// the one before it was lifted, and each press followed its drop.
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

// Fool's mate ends the game (5.1.1); what was to follow is not played.
func TestEndsWithTheGame(t *testing.T) {
	moves := parse(t, "f2f3 e7e5 g2g4 d8h4 a2a3")
	_, truth := Play(legality.Initial(), moves, Text(), Clean(), true, 1)
	if len(truth.Moves) != 4 || truth.Result != "0-1" {
		t.Errorf("played %v, result %s; want four moves and 0-1", truth.Moves, truth.Result)
	}
}
