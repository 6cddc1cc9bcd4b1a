package simulate

import (
	"strings"
	"testing"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// plain is a profile in which everything takes its time and nothing happens
// besides; a test adds one thing.
func plain(irr Irregular) Profile {
	irr.Rest, irr.Stop, irr.Stray = Span{700, 700}, Span{2000, 2000}, Span{3000, 3000}
	return Profile{Base: 600000, ClockEach: 0, Think: Span{1000, 1000}, Travel: Span{400, 400}, Second: Span{200, 200},
		Press: Span{300, 300}, Hop: Span{50, 50}, AdjustAt: Span{500, 500}, Irregular: irr}
}

func TestIrregularities(t *testing.T) {
	always := Rate{1, 1}
	for _, c := range []struct {
		name   string
		irr    Irregular
		adjust Rate
		kind   DeedKind
		want   string // X and Y stand for squares that are drawn
	}{
		{"adjusted", Irregular{}, always, Adjusted, "-X +?X -g1 +Nf3 |w"},
		{"touched other", Irregular{TouchOther: always}, Rate{}, TouchedOther, "-X +?X -g1 +Nf3 |w"},
		{"corrected", Irregular{Correct: always}, Rate{}, CorrectedMove, "-g1 +NX -X +Nf3 |w"},
		{"released twice", Irregular{ReleaseTwice: always}, Rate{}, ReleasedTwice, "-g1 +NX -X +Nf3 |w"},
		{"pressed illegal", Irregular{PressIllegal: always}, Rate{}, PressedIllegal, "-g1 +NX |w pause -X +Ng1 resume -g1 +Nf3 |w"},
		{"pressed empty", Irregular{PressEmpty: always}, Rate{}, PressedEmpty, "|w pause resume -g1 +Nf3 |w"},
		{"displaced", Irregular{Displace: always}, Rate{}, DisplacedMan, "-g1 +Nf3 -Y +?X |w -X +?Y"},
	} {
		t.Run(c.name, func(t *testing.T) {
			for seed := range uint64(8) {
				p := plain(c.irr)
				p.Adjust = c.adjust
				records, truth := Play(legality.Initial(), parse(t, "g1f3"), Text(), p, true, seed)
				if len(truth.Deeds) == 0 || truth.Deeds[0].Kind != c.kind || truth.Deeds[0].Ply != 1 {
					t.Fatalf("seed %d: did %v, want %s", seed, truth.Deeds, c.kind)
				}
				got, want := withStops(records), fill(c.want, records, truth.Deeds[0].Square)
				if got != want {
					t.Errorf("seed %d: %s, want %s", seed, got, want)
				}
				judgeSquare(t, c.kind, truth.Deeds[0].Square)
			}
		})
	}
}

// judgeSquare holds the drawn square against the Laws for the knight on g1,
// which may go to f3 and h3.
func judgeSquare(t *testing.T, kind DeedKind, sq placement.Square) {
	t.Helper()
	start := legality.Initial()
	switch legal := sq == placement.F3 || sq == placement.H3; kind {
	case CorrectedMove, PressedIllegal:
		if legal || start.At(sq) != placement.Empty {
			t.Errorf("the illegal square is %s", sq)
		}
	case ReleasedTwice:
		if sq != placement.H3 {
			t.Errorf("released on %s first, want h3", sq)
		}
	case TouchedOther:
		if man := start.At(sq); sq == placement.G1 || man != placement.WhitePawn && sq != placement.B1 {
			t.Errorf("the man touched, on %s, is not another that can move", sq)
		}
	}
}

// withStops is what a log holds, pauses included.
func withStops(records []sensor.Record) string {
	var words []string
	for i, r := range records {
		if r.Word == sensor.Pause || r.Word == sensor.Resume {
			words = append(words, r.Word.String())
		} else if s := squares(records[i : i+1]); s != "" {
			words = append(words, s)
		}
	}
	return strings.Join(words, " ")
}

// fill puts the square of a deed for X, the square from which its man was
// taken for Y, and the man himself for the question mark.
func fill(pattern string, records []sensor.Record, sq placement.Square) string {
	from, man := sq, placement.Empty
	for i, r := range records {
		if r.Word == sensor.Drop && r.Square == sq && man == placement.Empty {
			man = r.Piece
			if last := records[i-1]; last.Word == sensor.Lift {
				from = last.Square
			}
		}
	}
	return strings.NewReplacer("X", sq.String(), "Y", from.String(), "?", man.String()).Replace(pattern)
}

// Men that are knocked over are back on their squares before the press.
func TestKnocked(t *testing.T) {
	for seed := range uint64(8) {
		records, truth := Play(legality.Initial(), parse(t, "e2e3"), Text(), plain(Irregular{Knock: Rate{1, 1}}), true, seed)
		fallen := len(truth.Deeds)
		if fallen < 1 || fallen > mostKnocked {
			t.Fatalf("seed %d: did %v", seed, truth.Deeds)
		}
		got := strings.Fields(squares(records))
		if len(got) != 2+2*fallen+1 || got[len(got)-1] != "|w" {
			t.Fatalf("seed %d: %v, want a move, %d men down and up, and a press", seed, got, fallen)
		}
		if shown := shownBy(records).String(); shown != "rnbqkbnr/pppppppp/8/8/8/4P3/PPPP1PPP/RNBQKBNR" {
			t.Errorf("seed %d: %s at the press", seed, shown)
		}
	}
}

// An illegal move that stands is part of the game that was played, and the
// rest of it is legal from there.
func TestIllegalMoveStands(t *testing.T) {
	found := 0
	for seed := range uint64(60) {
		_, truth := Play(legality.Initial(), RandomGame(seed, 40), Text(), plain(Irregular{Stand: Rate{1, 20}}), true, seed)
		illegal := map[int]bool{}
		for _, d := range truth.Deeds {
			illegal[d.Ply] = d.Kind == StoodIllegal
		}
		p := legality.Initial()
		for i, text := range truth.Moves {
			m, err := p.ParseUCI(text)
			if err != nil {
				t.Fatal(err)
			}
			if p.IsLegal(m) == illegal[i+1] {
				t.Errorf("seed %d, ply %d: %s, legal %v, stands illegally %v", seed, i+1, text, p.IsLegal(m), illegal[i+1])
			}
			p = p.Play(m)
			if illegal[i+1] && (p.InCheck(legality.White) || p.InCheck(legality.Black)) {
				t.Errorf("seed %d, ply %d: %s leaves a king attacked, which nobody overlooks", seed, i+1, text)
			}
		}
		found += len(illegal)
	}
	if found == 0 {
		t.Error("no illegal move in 2400 plies")
	}
}

// Every deed is done under some profile, and none by clean hands but to stop
// the clock.
func TestAllDeedsOccur(t *testing.T) {
	var seen [deedsNumber]bool
	for _, p := range profiles {
		for seed := range uint64(30) {
			_, truth := playRandom(p.Profile, Text(), true, seed, 100)
			for _, d := range truth.Deeds {
				seen[d.Kind] = true
				if p.Name == "clean" && d.Kind != ClockStop {
					t.Errorf("clean hands did %s", d)
				}
			}
		}
	}
	for kind, is := range seen {
		if !is {
			t.Errorf("nobody did %s", DeedKind(kind))
		}
	}
}

// The hands do what was measured about as often as it was measured, over some
// thousand plies.
func TestMeasuredRates(t *testing.T) {
	var plies, captures, seen, carried, slid int
	for seed := range uint64(40) {
		moves := RandomGame(seed, 120)
		_, truth := Play(legality.Initial(), moves, Text(), Human(), true, seed)
		p := legality.Initial()
		for _, m := range moves {
			plies++
			if p.Captured(m) != placement.NoSquare {
				captures++
			}
			p = p.Play(m)
		}
		last := 0
		for _, d := range truth.Deeds {
			switch {
			case d.Kind == Carried:
				carried++
			case d.Kind == Slid && d.Ply != last:
				slid, last = slid+1, d.Ply
			}
		}
		records, _ := Play(legality.Initial(), moves, Text(), Profile{Think: Span{9, 9}, Travel: Span{9, 9}, Captures: measuredCaptures}, false, seed)
		seen += overwritten(records)
	}
	within(t, "plies that rest on a legal square", slid, plies, 8, 199)
	within(t, "captured men seen beside", carried, captures, 5, 35)
	within(t, "captures without an empty moment", seen, captures, 25, 35)
}

// overwritten counts the men that came to a square where another one stood.
func overwritten(records []sensor.Record) int {
	var shown placement.Placement
	n := 0
	for _, r := range records {
		if r.Word == sensor.Drop && shown[r.Square] != placement.Empty {
			n++
		}
		follow(&shown, r, false)
	}
	return n
}

// within compares n of in with of of all as measured. The measurements are few,
// and these games are not those: half as many more or less will do.
func within(t *testing.T, what string, n, in, of, all int) {
	t.Helper()
	if in < 500 {
		t.Fatalf("%s: only %d cases", what, in)
	}
	got, want := 1000*n/in, 1000*of/all
	if got < want/2 || got > want*3/2 {
		t.Errorf("%s: %d in 1000, want about %d", what, got, want)
	} else {
		t.Logf("%s: %d in 1000, measured %d", what, got, want)
	}
}
