package simulate

import (
	"strings"
	"testing"
)

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
