package sensor

import (
	"reflect"
	"testing"

	"github.com/boardd/boardd/legality/placement"
)

// seat feeds records to s and returns what comes out, as a log's lines; a
// Fault is "fault" alone.
func seat(s *Seating, records ...Record) []string {
	var out []Record
	for _, r := range records {
		out = s.Step(out, r)
	}
	return asLines(out)
}

func asLines(records []Record) []string {
	var lines []string
	for _, r := range records {
		if r.Word == Fault {
			lines = append(lines, "fault\n")
			continue
		}
		lines = append(lines, string(AppendRecord(nil, r)))
	}
	return lines
}

func expect(t *testing.T, got []string, want ...string) {
	t.Helper()
	for i := range want {
		want[i] += "\n"
	}
	if len(got) != len(want) || len(want) > 0 && !reflect.DeepEqual(got, want) {
		t.Errorf("\n got %q\nwant %q", got, want)
	}
}

func scan(t *testing.T, text string) Record {
	return Record{Word: Board, Placement: mustPlacement(t, text)}
}

func lift(sq placement.Square, p placement.Piece) Record {
	return Record{Word: Lift, Square: sq, Piece: p}
}

func drop(sq placement.Square, p placement.Piece) Record {
	return Record{Word: Drop, Square: sq, Piece: p}
}

// The initial array as a board shows it that lies the other way: the a1 of
// the game is its h8.
const turnedArray = "RNBKQBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbkqbnr"

const array = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"

func TestOrientationFromArray(t *testing.T) {
	for _, c := range []struct {
		name, shown string
		config      Orientation
		want        string
		lies        Orientation
	}{
		{"initial", array, Auto, array, Normal},
		{"initial, turned", turnedArray, Auto, array, Rotated},
		{"Chess960, turned", "RKRQNNBB/PPPPPPPP/8/8/8/8/pppppppp/rkrqnnbb", Auto,
			"bbnnqrkr/pppppppp/8/8/8/8/PPPPPPPP/BBNNQRKR", Rotated},
		{"king and queen changed over", "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR", Auto,
			"rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR", Normal},
		{"odds of a queen, turned", "RNBK1BNR/PPPPPPPP/8/8/8/8/pppppppp/rnbkqbnr", Auto,
			"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR", Rotated},
		{"first move made, turned", "RNBKQBNR/PPP1PPPP/8/3P4/8/8/pppppppp/rnbkqbnr", Auto,
			"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR", Rotated},
		{"configured rotated", array, Rotated, "RNBKQBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbkqbnr", Rotated},
		{"configured normal", turnedArray, Normal, turnedArray, Normal},
		// Nothing to be seen: these stay as they are.
		{"empty", "8/8/8/8/8/8/8/8", Auto, "8/8/8/8/8/8/8/8", Normal},
		{"late in a game", "8/5pk1/6p1/8/8/2R3P1/5PK1/3r4", Auto, "8/5pk1/6p1/8/8/2R3P1/5PK1/3r4", Normal},
		{"late, as if turned", "3R4/5PK1/6P1/8/8/2r3p1/5pk1/8", Auto, "3R4/5PK1/6P1/8/8/2r3p1/5pk1/8", Normal},
		{"unknown men", "????????/????????/8/8/8/8/????????/????????", Auto,
			"????????/????????/8/8/8/8/????????/????????", Normal},
		{"one man across", "RNBKQBNr/PPPPPPPP/8/8/8/8/pppppppp/Rnbkqbnr", Auto,
			"RNBKQBNr/PPPPPPPP/8/8/8/8/pppppppp/Rnbkqbnr", Normal},
		{"23 of 32, turned", "RNBKQBNR/PPPP4/8/8/8/8/ppp5/rnbkqbnr", Auto,
			"RNBKQBNR/PPPP4/8/8/8/8/ppp5/rnbkqbnr", Normal},
	} {
		s := Seating{Orientation: c.config}
		got := seat(&s, scan(t, c.shown))
		t.Run(c.name, func(t *testing.T) {
			expect(t, got, "0 board "+c.want)
			if s.Lies() != c.lies {
				t.Errorf("lies %v, want %v", s.Lies(), c.lies)
			}
		})
	}
}

func TestTurnedSquares(t *testing.T) {
	var s Seating
	seat(&s, scan(t, turnedArray))
	// What the board calls d7 is e2 of the game.
	expect(t, seat(&s, lift(placement.D7, placement.WhitePawn), drop(placement.D5, placement.WhitePawn)),
		"0 lift e2 P", "0 drop e4 P")
}

func TestOrientationFromDrops(t *testing.T) {
	var s Seating
	got := seat(&s, scan(t, "RNBKQBNR/PPPP4/8/8/8/8/ppp5/rnbkqbnr"),
		drop(placement.E7, placement.WhitePawn), drop(placement.F7, placement.WhitePawn))
	expect(t, got, "0 board RNBKQBNR/PPPP4/8/8/8/8/ppp5/rnbkqbnr", "fault",
		"0 board rnbqkbnr/5ppp/8/8/8/8/3PPPPP/RNBQKBNR", "0 drop c2 P")
}

// TestLateOrientationOfNewGame: a board that lay normally for one game is set
// up the other way for the next.
func TestLateOrientationOfNewGame(t *testing.T) {
	var s Seating
	got := seat(&s, scan(t, array), scan(t, "8/8/8/8/8/8/8/8"), scan(t, turnedArray), scan(t, turnedArray))
	expect(t, got, "0 board "+array, "0 board 8/8/8/8/8/8/8/8", "fault", "0 board "+array, "0 board "+array)
}

func TestRotate(t *testing.T) {
	var s Seating
	expect(t, asLines(s.Rotate(nil, 5)))
	if s.Lies() != Rotated {
		t.Error("not turned before the first scan")
	}
	// The operator outranks what the men show.
	expect(t, seat(&s, scan(t, array)), "0 board "+"RNBKQBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbkqbnr")
	seat(&s, lift(placement.E2, placement.WhitePawn))
	expect(t, asLines(s.Rotate(nil, 7)), "7 board rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR")
	expect(t, seat(&s, drop(placement.E4, placement.WhitePawn)), "0 drop e4 P")
}

func TestRotateConfigured(t *testing.T) {
	s := Seating{Orientation: Rotated}
	if s.Rotate(nil, 0); s.Lies() != Normal {
		t.Error("rotated twice is not normal")
	}
}

func TestLoggedIsLeftAlone(t *testing.T) {
	var s Seating
	var out []Record
	for _, r := range []Record{scan(t, turnedArray), lift(placement.E2, placement.BlackPawn),
		{Word: Press, Side: placement.Black}, {Word: Clock, Times: [2]int64{1, 2}, Running: WhiteRuns}} {
		out = s.StepLogged(out, r)
	}
	expect(t, asLines(out), "0 board "+turnedArray, "0 lift e2 p", "0 press b", "0 clock 1 2 w")
	expect(t, asLines(s.Rotate(nil, 3)), "3 board rnbqkbnr/ppp1pppp/8/8/8/8/PPPPPPPP/RNBQKBNR")
	expect(t, asLines(s.StepLogged(nil, drop(placement.E4, placement.BlackPawn))), "0 drop d5 p")
	expect(t, asLines(s.StepLogged(nil, Record{Word: Press, Side: placement.Black})), "0 press b")
}

func TestOtherRecordsPass(t *testing.T) {
	s := Seating{Orientation: Rotated}
	expect(t, seat(&s, Record{Word: Link, On: true}, Record{Word: Pause}, Record{Word: Resume},
		Record{Word: Cmd, Verb: "pause", Data: []byte("{}")}, Notice(3, "lost")),
		"0 link up", "0 pause", "0 resume", "0 cmd pause {}", "fault")
}

// TestBadSquares: squares that are none do no harm.
func TestBadSquares(t *testing.T) {
	s := Seating{Orientation: Rotated}
	for _, sq := range []placement.Square{placement.NoSquare, 200} {
		got := s.Step(nil, drop(sq, placement.WhitePawn))
		if len(got) != 1 || got[0].Square != sq {
			t.Errorf("got %+v", got)
		}
	}
}
