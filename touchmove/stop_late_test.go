package touchmove_test

import "testing"

// The last ply is in the game, and ends it, whether a late board tells it before the clock is stopped
// or after; what it tells later was done while the clock stood.
func TestStopLateBoard(t *testing.T) {
	const game = "#! boardd-log 1\n#: board certabo\n#: sensor identified\n#: clock yes\n0 link up\n100 board rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR\n" +
		"2000 lift f2 P\n2000 drop f3 P\n2900 press w\n4000 lift e7 p\n4000 drop e5 p\n4900 press b\n6000 lift g2 P\n6000 drop g4 P\n6900 press w\n8000 press b\n"
	for _, c := range []struct {
		name, end, result string
		plies             int
	}{
		{"before", "8050 lift d8 q\n8050 drop h4 q\n8500 pause\n", "0-1", 4},
		{"after", "8300 pause\n8350 lift d8 q\n8350 drop h4 q\n", "0-1", 4},
		{"too late", "8300 pause\n9400 lift d8 q\n9400 drop h4 q\n", "*", 3},
	} {
		tr, _ := play(t, game+c.end+"20000 link up\n")
		if g := tr.Game(); len(g.Moves) != c.plies || g.Result != c.result {
			t.Errorf("%s: %d plies, %s", c.name, len(g.Moves), g.Result)
		}
	}
}
