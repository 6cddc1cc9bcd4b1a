package simulate

import (
	"testing"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// changes is the records of squares without the scans.
func changes(records []sensor.Record) []sensor.Record {
	var out []sensor.Record
	for _, r := range records {
		if r.Word == sensor.Lift || r.Word == sensor.Drop {
			out = append(out, r)
		}
	}
	return out
}

// What has changed between two scans comes in one burst, from a8 to h1: a man
// that goes up the board is reported at its new square before it has left the
// old one (maker), one that goes down after.
func TestBurst(t *testing.T) {
	records, _ := Play(legality.Initial(), parse(t, "e2e4"), DGT(), Profile{Think: Span{210, 210}, Travel: Span{100, 100}}, false, 1)
	got := changes(records)
	if squares(got) != "+Pe4 -e2" || got[0].At != 400 || got[1].At != 405 {
		t.Errorf("%s at %d and %d, want +Pe4 at 400 and -e2 at 405", squares(got), got[0].At, got[1].At)
	}
	after, err := legality.ParseFEN("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", false)
	if err != nil {
		t.Fatal(err)
	}
	records, _ = Play(after, parseFrom(t, &after, "e7e5"), DGT(), Profile{Think: Span{210, 210}, Travel: Span{100, 100}}, false, 1)
	if got := squares(records); got != "-e7 +pe5" {
		t.Errorf("%s, want -e7 +pe5", got)
	}
}

// A scan that takes its time looks at e4 after 36/64 of it and at e2 after
// 52/64: 112 and 162 ms of 200.
func TestSweep(t *testing.T) {
	records, _ := Play(legality.Initial(), parse(t, "e2e4"), DGTSwept(), Profile{Think: Span{100, 100}, Travel: Span{100, 100}}, false, 1)
	got := changes(records)
	if squares(got) != "-e2 +Pe4" || got[0].At != 162 || got[1].At != 312 {
		t.Errorf("%s at %d and %d, want -e2 at 162 and +Pe4 at 312", squares(got), got[0].At, got[1].At)
	}
}

// A man lifted and put back between two looks has not been lifted.
func TestUnseenBetweenScans(t *testing.T) {
	p := Profile{Think: Span{210, 210}, Return: Rate{1, 1}, AdjustAt: Span{100, 100}, Second: Span{300, 300}, Travel: Span{300, 300}}
	records, truth := Play(legality.Initial(), parse(t, "e2e4"), DGT(), p, false, 1)
	if got := squares(records); got != "-e2 +Pe4" {
		t.Errorf("%s, want -e2 +Pe4", got)
	}
	if !did(&truth, Returned) {
		t.Error("the man was not put back at all")
	}
	if records, _ = Play(legality.Initial(), parse(t, "e2e4"), Text(), p, false, 1); squares(records) != "-e2 +Pe2 -e2 +Pe4" {
		t.Errorf("a board without scans shows %s, want -e2 +Pe2 -e2 +Pe4", squares(records))
	}
}

// A board that names no man sees nothing of an exchange on a square.
func TestOccupancy(t *testing.T) {
	p := Profile{Think: Span{100, 100}, Travel: Span{300, 300}, Captures: CaptureWays{Exchange: 1}}
	records, _ := Play(legality.Initial(), parse(t, "e2e4 d7d5 e4d5"), Reed(), p, false, 1)
	if got, want := squares(records), "-e2 +?e4 -d7 +?d5 -e4"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	for _, r := range records {
		if r.Word == sensor.Lift && r.Piece != placement.Empty {
			t.Errorf("the lift from %s names %s", r.Square, r.Piece)
		}
		if r.Word == sensor.Board && r.Placement[placement.E1] != placement.Unknown {
			t.Errorf("the scan names %s on e1", r.Placement[placement.E1])
		}
	}
}

func TestDumps(t *testing.T) {
	p := Profile{Think: Span{1000, 1000}, Travel: Span{500, 500}}
	records, _ := Play(legality.Initial(), parse(t, "e2e4 e7e5"), Board{Dump: 1200}, p, false, 1)
	want := []struct {
		at        int64
		placement string
	}{
		{0, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"},
		{1200, "rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR"}, // e2 in the air from 1000 to 1500
		{2400, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"},
		{3600, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR"},
	}
	n := 0
	for _, r := range records {
		if r.Word != sensor.Board {
			continue
		}
		if n == len(want) || r.At != want[n].at || r.Placement.String() != want[n].placement {
			t.Fatalf("scan %d at %d: %s", n+1, r.At, r.Placement)
		}
		n++
	}
	if n != len(want) {
		t.Errorf("%d scans, want %d", n, len(want))
	}
}

func TestFaults(t *testing.T) {
	always := Rate{1, 1}
	for _, c := range []struct {
		name   string
		faults Faults
		want   string
	}{
		{"none", Faults{}, "-g1 +Nf3"},
		{"lost lift", Faults{LostLift: always}, "+Nf3"},
		{"lost drop", Faults{LostDrop: always}, "-g1"},
		{"misread", Faults{Misread: always}, "-g1 +Bf3 +Nf3"},
		{"duplicated", Faults{Duplicated: always}, "-g1 -g1 +Nf3 +Nf3"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := Profile{Travel: Span{300, 300}, Faults: c.faults}
			records, truth := Play(legality.Initial(), parse(t, "g1f3"), Text(), p, false, 1)
			if got := squares(records); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
			if (len(truth.Deeds) > 0) != (c.faults != Faults{}) {
				t.Errorf("wrote down %v", truth.Deeds)
			}
		})
	}
}

// A man whose tag dies is lifted where he stands and never dropped again.
func TestDeadTag(t *testing.T) {
	moves := RandomGame(2, 40)
	sound, _ := Play(legality.Initial(), moves, Text(), Profile{}, false, 1)
	p := Profile{Faults: Faults{DeadTag: Rate{1, 20}}}
	records, truth := Play(legality.Initial(), moves, Text(), p, false, 1)
	dead := 0
	for _, d := range truth.Deeds {
		if d.Kind == DeadTag {
			dead++
		}
	}
	if dead == 0 {
		t.Fatal("no tag died in 40 plies")
	}
	left, all := shownBy(records).Occupied().Len(), shownBy(sound).Occupied().Len()
	if left >= all || left < all-dead {
		t.Errorf("%d men shown of %d, %d tags dead", left, all, dead)
	}
}

// shownBy is what a log shows at its end.
func shownBy(records []sensor.Record) *placement.Placement {
	var shown placement.Placement
	for _, r := range records {
		follow(&shown, r, false)
	}
	return &shown
}
