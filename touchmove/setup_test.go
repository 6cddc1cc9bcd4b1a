package touchmove_test

import (
	"fmt"
	"testing"

	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/laws"
)

// TestNearlySetUp: a game starts although one or two squares keep it from that, once the clock runs
// or a piece is lifted from a board at rest. Where more is wrong, or pieces are still put, it does not.
func TestNearlySetUp(t *testing.T) {
	const (
		ghost   = "100 board rnbqkbnr/pppppppp/2q5/8/8/8/PPPPPPPP/RNBQKBNR\n"
		unread  = "100 board rnbqkbnr/p1pppppp/8/8/8/8/PPPPPPPP/RNBQKBNR\n"
		beside  = "100 board rnbqkbnr/p1pppppp/1p6/8/8/8/PPPPPPPP/RNBQKBNR\n"
		two     = "100 board rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BN1\n"
		comes   = "6350 drop h1 R\n7050 lift h1 R\n7750 drop h1 R\n8450 lift h1 R\n"
		three   = "100 board rnbqkbnr/p1pppp1p/8/8/8/8/PPPPPPP1/RNBQKBNR\n"
		opened  = "100 board rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR\n"
		starts  = "4900 press b\n"
		white   = "5000 lift e2 P\n5500 drop e4 P\n"
		black   = "8000 lift e7 p\n8500 drop e5 p\n"
		pressed = starts + white + "5600 press w\n" + black + "8600 press b\n"
	)
	for _, c := range []struct {
		name, clock, log, moves, aloud string
		faults                         int
		phase                          touchmove.Phase
	}{
		{"a ghost, and the clock is started", "yes", ghost + pressed, "e4 e5", "", 1, touchmove.Playing},
		{"a ghost, and the clock runs", "yes", ghost + "300 resume\n" + white, "e4", "", 1, touchmove.Playing},
		{"a ghost, and a piece is lifted", "no", ghost + white + black, "e4 e5", "", 1, touchmove.Playing},
		{"a pawn is not read, and a piece is lifted", "no", unread + white + black, "e4 e5", "", 1, touchmove.Playing},
		{"king and rook are not read, and the rook comes and goes", "yes", two + "6000 press b\n" + comes + "17550 lift c2 P\n18000 drop c3 P\n18400 press w\n20300 drop h1 R\n23150 lift h1 R\n30000 lift d7 p\n30500 drop d6 p\n31000 press b\n", "c3 d6", "", 1, touchmove.Playing},
		{"king and rook are not read, and the rook comes and goes until a piece is lifted", "no", two + comes + "9000 lift c2 P\n9500 drop c3 P\n20000 lift d7 p\n20500 drop d6 p\n", "c3 d6", "", 1, touchmove.Playing},
		{"a ghost at rest", "no", ghost, "", "", 1, touchmove.Waiting},
		{"a ghost is taken away", "no", ghost + "5000 lift c6 q\n", "", "", 0, touchmove.Waiting},
		{"a pawn is read before its square until the clock is started", "yes", beside + starts + "4950 drop b7 p\n4960 lift b6 p\n" + white, "e4", "", 0, touchmove.Playing},
		{"a pawn stands before its square", "yes", beside + pressed, "e4 e5", "displaced arbiter ?", 0, touchmove.Playing},
		{"a pawn that stands before its square is put right", "no", beside + "20000 lift b6 p\n20500 drop b7 p\n", "", "", 0, touchmove.Waiting},
		{"the first ply has been made", "no", opened + black, "e4 e5", "", 0, touchmove.Playing},
		{"the last pawns are put", "no", three + "1000 drop b7 p\n2000 lift e1 K\n2100 drop e1 K\n2500 drop h2 P\n3000 drop g7 p\n", "", "", 0, touchmove.Waiting},
		{"three are missing, and the clock is started", "yes", three + pressed, "", "", 0, touchmove.Setup},
	} {
		for _, names := range []string{"identified", "occupancy"} {
			tr, found := playLog(t, fmt.Sprintf("#! boardd-log 1\n#: clock %s\n#: sensor %s\n%s", c.clock, names, c.log))
			faults := 0
			for _, f := range found {
				if f.Code == laws.SensorFault {
					faults++
				}
			}
			if g := tr.Game(); sanOf(g) != c.moves || g.Phase != c.phase || faults != c.faults || loud(found) != c.aloud {
				t.Errorf("%s, %s: %q, %v, %d faults, %q; want %q, %v, %d, %q", c.name, names, sanOf(g), g.Phase, faults, loud(found), c.moves, c.phase, c.faults, c.aloud)
			}
		}
	}
}
