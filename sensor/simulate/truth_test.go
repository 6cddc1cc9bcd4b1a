package simulate

import (
	"strings"
	"testing"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

func TestAppendTruth(t *testing.T) {
	truth := Truth{
		Moves: []string{"e2e4", "e7e5"}, Landed: []int64{2350, 4120}, Pressed: []int64{2810, -1},
		Deeds: []Deed{{Slid, 1, 2000, 310, placement.E3, ""}, {ForgotPress, 2, 4200, 0, placement.NoSquare, ""},
			{EarlyLift, 2, 4300, 9, placement.A8, ""}, {TakenBack, 3, 5000, 800, placement.F3, "g1f3"}},
		Result: "*", Signal: "1/2-1/2",
		Next: &Truth{Result: "0-1"},
	}
	const want = `game 1
moves e2e4 e7e5
result *
signal 1/2-1/2
ply 1 e2e4 2350 2810
ply 2 e7e5 4120 -
deed 1 slid e3 2000 310
deed 2 forgot-press - 4200 0
deed 2 early-lift a8 4300 9
deed 3 taken-back f3 5000 800 g1f3
game 2
moves
result 0-1
signal -
`
	if got := string(AppendTruth(nil, &truth)); got != want {
		t.Errorf("wrote\n%swant\n%s", got, want)
	}
}

// The same of a game that was played: two plies of fixed lengths.
func TestTruthOfPlay(t *testing.T) {
	p := Profile{Base: 60000, Think: Span{900, 900}, Travel: Span{400, 400}, Press: Span{200, 200}}
	_, truth := Play(legality.Initial(), parse(t, "e2e4 e7e5"), Text(), p, true, 1)
	const want = `game 1
moves e2e4 e7e5
result *
signal -
ply 1 e2e4 2800 3000
ply 2 e7e5 4300 4500
`
	if got := string(AppendTruth(nil, &truth)); got != want {
		t.Errorf("wrote\n%swant\n%s", got, want)
	}
}

// A score is read back as it was written; the en passant square of a FEN is
// kept only where a pawn can be captured.
func TestScore(t *testing.T) {
	if s, err := ParseScore("e2e4 e7e5"); err != nil || s.String() != "position startpos moves e2e4 e7e5" {
		t.Errorf("bare moves became %q: %v", s.String(), err)
	}
	for _, line := range []string{
		"position startpos moves",
		"position startpos moves e2e4 e7e5 g1f3",
		"position fen 4k3/P7/8/8/8/8/4P3/4K2R w K - 3 20 moves e1g1 e8d7 a7a8n",
		"position fen bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1 moves g2g3 g7g6",
		"position fen 4k3/8/8/8/8/8/8/4K1R1 w G - 0 1 moves e1g1 e8e7", // castling is king takes rook
	} {
		s, err := ParseScore(line)
		if err != nil {
			t.Error(err)
			continue
		}
		if got := s.String(); got != line {
			t.Errorf("read %q, wrote %q", line, got)
		}
		if words := strings.Fields(line[strings.Index(line, "moves"):]); len(s.Moves) != len(words)-1 {
			t.Errorf("%q: %d moves", line, len(s.Moves))
		}
	}
}

func TestBadScore(t *testing.T) {
	for line, want := range map[string]string{
		"position e2e4 e7e5":                    "want startpos or fen",
		"e2e4 e2e4":                             "ply 2",
		"position fen 8/8 w - - 0 1 moves e2e4": "8/8",
		"position startpos moves e2e4 e2e4":     "ply 2",
		"position startpos moves e2e5":          "does not move",
		"position startpos moves e2":            `"e2"`,
	} {
		if _, err := ParseScore(line); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q in it", line, err, want)
		}
	}
}

func FuzzParseScore(f *testing.F) {
	f.Add("position startpos moves e2e4 e7e5 g1f3")
	f.Add("position fen 4k3/P7/8/8/8/8/4P3/4K2R w K - 3 20 moves e1g1 e8d7 a7a8n")
	f.Add("position fen bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1 moves g2g3")
	f.Add("position fen moves moves")
	f.Fuzz(func(t *testing.T, line string) {
		s, err := ParseScore(line)
		if err != nil {
			return
		}
		again, err := ParseScore(s.String())
		if err != nil || again.String() != s.String() {
			t.Errorf("%q became %q: %v", line, s.String(), err)
		}
	})
}

// parse reads moves in UCI, played from the initial position whether legal or not.
func parse(t *testing.T, text string) []legality.Move {
	t.Helper()
	p := legality.Initial()
	return parseFrom(t, &p, text)
}

func parseFrom(t *testing.T, start *legality.Position, text string) []legality.Move {
	t.Helper()
	p := *start
	var moves []legality.Move
	for word := range strings.FieldsSeq(text) {
		m, err := p.ParseUCI(word)
		if err != nil {
			t.Fatal(err)
		}
		moves = append(moves, m)
		p = p.Play(m)
	}
	return moves
}

// squares returns the changes that a log holds, "-e2 +Pe4", in order.
func squares(records []sensor.Record) string {
	var words []string
	for _, r := range records {
		switch r.Word {
		case sensor.Lift:
			words = append(words, "-"+r.Square.String())
		case sensor.Drop:
			words = append(words, "+"+r.Piece.String()+r.Square.String())
		case sensor.Press:
			words = append(words, "|"+r.Side.String())
		}
	}
	return strings.Join(words, " ")
}

// A name is one word, is unique, and leads back to its profile or board.
func TestNames(t *testing.T) {
	seen := map[string]bool{}
	check := func(name string, found bool) {
		if seen[name] || name == "" || name != strings.ToLower(name) || strings.ContainsAny(name, " /") || !found {
			t.Errorf("the name %q: given twice %v, found %v", name, seen[name], found)
		}
		seen[name] = true
	}
	for _, p := range Profiles() {
		again, ok := ProfileNamed(p.Name)
		check(p.Name, ok && again == p.Profile)
	}
	for _, b := range Boards() {
		again, ok := BoardNamed(b.Name)
		check(b.Name, ok && again == b.Board)
	}
	if _, ok := ProfileNamed("Clean"); ok {
		t.Error("found a profile by a name that none has")
	}
	if _, ok := BoardNamed(""); ok {
		t.Error("found a board without a name")
	}
}
