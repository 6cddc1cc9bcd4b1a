package touchmove_test

import "testing"

// TestRecaptureAtOnce: a capture that was seen is not inferred because its piece is
// retaken before a scan has passed; one whose drop nobody saw is.
func TestRecaptureAtOnce(t *testing.T) {
	const log = "#! boardd-log 1\n#: moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6\n0 board r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R\n700 clock 180000 180000 w\n"
	for name, c := range map[string]struct {
		log  string
		want bool
	}{
		"seen":          {"1400 drop c6 B\n1410 lift b5 B\n1420 press w\n1430 lift d7 p\n1440 drop c6 p\n1450 press b\n", false},
		"its drop lost": {"1400 lift b5 B\n1410 lift c6 n\n1420 press w\n1430 lift d7 p\n1440 drop c6 p\n1450 press b\n", true},
	} {
		tr, _ := play(t, log+c.log+"5000 board r1bqkbnr/1pp2ppp/p1p5/4p3/4P3/5N2/PPPP1PPP/RNBQK2R\n")
		moves := tr.Game().Moves
		if n := len(moves); n != 8 || moves[6].SAN != "Bxc6" || moves[6].Inferred != c.want {
			t.Errorf("%s: %d plies, %+v", name, n, moves[n-2:])
		}
	}
}
