package touchmove_test

import (
	"testing"

	"github.com/boardd/boardd/legality/placement"
)

// TestFollows: what a scan shows after a time in which the board was not heard.
func TestFollows(t *testing.T) {
	const log = "#! boardd-log 1\n#: moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6\n0 board r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R\n"
	for name, c := range map[string]struct {
		more, shown string
		want        bool
	}{
		"what is known":               {"", "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R", true},
		"a move":                      {"", "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/2N2N2/PPPP1PPP/R1BQK2R", true},
		"a capture":                   {"", "r1bqkbnr/1ppp1ppp/p1B5/4p3/4P3/5N2/PPPP1PPP/RNBQK2R", true},
		"castling":                    {"", "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQ1RK1", true},
		"a piece in the air":          {"", "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/R1BQK2R", true},
		"two in the air":              {"", "r1bqkbnr/1ppp1ppp/p7/4p3/4P3/5N2/PPPP1PPP/RNBQK2R", true},
		"four in the air":             {"", "r1bqkbnr/1ppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQK2R", false},
		"a move, and one in the air":  {"", "r1bqkb1r/1ppp1ppp/p1n5/1B2p3/4P3/2N2N2/PPPP1PPP/R1BQK2R", true},
		"two moves":                   {"", "r1bqkb1r/1ppp1ppp/p1n2n2/1B2p3/4P3/2N2N2/PPPP1PPP/R1BQK2R", false},
		"an exchange":                 {"", "r1bqkbnr/1pp2ppp/p1p5/4p3/4P3/5N2/PPPP1PPP/RNBQK2R", false},
		"a move out of turn":          {"", "r1bqkb1r/1ppp1ppp/p1n2n2/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R", false},
		"a move taken back":           {"", "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R", false},
		"an illegal move":             {"", "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/1N3N2/PPPP1PPP/R1BQK2R", false},
		"the move being made":         {"700 lift b5 B\n", "r1bqkbnr/1ppp1ppp/p1n5/4p3/B3P3/5N2/PPPP1PPP/RNBQK2R", true},
		"that move, and the reply":    {"700 lift b5 B\n1400 drop a4 B\n", "r1bqkb1r/1ppp1ppp/p1n2n2/4p3/B3P3/5N2/PPPP1PPP/RNBQK2R", true},
		"and one more":                {"700 lift b5 B\n1400 drop a4 B\n", "r1bqkb1r/1ppp1ppp/p1n2n2/4p3/B3P3/2N2N2/PPPP1PPP/R1BQK2R", false},
		"while the clocks stand":      {"700 pause\n", "r1bqkb1r/1ppp1ppp/p1n2n2/1B2p3/4P3/2N2N2/PPPP1PPP/R1BQK2R", true},
		"after the game":              {"700 cmd resign {\"side\":\"w\"}\n", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", true},
		"before the first scan":       {"", "", true},
		"with an irregular move made": {"700 lift b1 N\n1400 drop b3 N\n2100 press w\n", "r1bqkb1r/1ppp1ppp/p1n2n2/1B2p3/4P3/1N3N2/PPPP1PPP/R1BQK2R", true},
	} {
		text := log + c.more
		if name == "before the first scan" {
			text, c.shown = "#! boardd-log 1\n", "8/8/8/8/8/8/8/8"
		}
		tr, _ := play(t, text)
		shown, err := placement.Parse(c.shown)
		if err != nil {
			t.Fatal(err)
		}
		if got := tr.Follows(&shown); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}
