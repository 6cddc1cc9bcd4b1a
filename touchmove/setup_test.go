package touchmove_test

import (
	"fmt"
	"strings"
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
		{"three are missing, and one ply is pressed", "yes", three + starts + white + "5600 press w\n", "", "", 0, touchmove.Setup},
		{"three are missing, and the game is played", "yes", three + pressed + "10000 lift d2 P\n10500 drop d4 P\n10600 press w\n", "e4 e5 d4", "", 1, touchmove.Playing},
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

// TestJoins: a board that is heard first when the game is on. The clock shows that it is; before it does,
// and without one, nothing tells play from a set-up. In which order the plies before were made nobody knows.
func TestJoins(t *testing.T) {
	const (
		middle  = "100 board 2r2rk1/pp1bqppp/2n1pn2/3p4/3P4/2PBPN2/PP1NQPPP/R4RK1\n"
		opening = "100 board r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R\n"
		plies   = "2000 lift f3 N\n2500 drop e5 N\n%s4000 lift c6 n\n4500 drop e5 n\n%s6000 lift d4 P\n6500 drop e5 P\n%s8000 lift f6 n\n8500 drop e8 n\n%s"
		spanish = "2000 lift f1 B\n2500 drop b5 B\n2600 press w\n4000 lift a7 p\n4500 drop a6 p\n4600 press b\n6000 lift b5 B\n6500 drop a4 B\n6600 press w\n"
		later   = "30000 lift c3 P\n30500 drop c4 P\n30600 press w\n32000 lift d5 p\n32500 drop c4 p\n32600 press b\n"
		puts    = "100 board rnbqkbnr/pppppppp/8/8/8/8/8/8\n300 press w\n2000 drop e1 K\n2100 press b\n3000 drop e2 P\n3100 press w\n4000 drop d2 P\n4100 press b\n"
		puzzle  = "100 board 4k3/8/8/8/8/8/4P3/4K3\n300 press w\n2000 press b\n3000 press w\n4000 press b\n"
	)
	levers := fmt.Sprintf(plies, "2600 press w\n", "4600 press b\n", "6600 press w\n", "8600 press b\n")
	shows := fmt.Sprintf(plies, "2600 clock 300000 300000 b\n", "4600 clock 300000 299000 w\n", "6600 clock 299000 299000 b\n", "8600 clock 299000 298000 w\n")
	for _, c := range []struct{ name, clock, log, named, nameless, aloud string }{
		{"in the middle", "yes", middle + levers, "Ne5 Nxe5 dxe5 Ne8", "", "desync arbiter -"},
		{"in the middle, from what the clock shows", "yes", middle + "300 clock 300000 300000 w\n" + shows, "Ne5 Nxe5 dxe5 Ne8", "", "desync arbiter -"},
		{"and trusted later", "yes", middle + levers + later, "Ne5 Nxe5 dxe5 Ne8 c4 dxc4", "", "desync arbiter -"},
		{"after four plies", "yes", opening + spanish, "e4 e5 Nf3 Nc6 Bb5 a6 Ba4", "Bb5 a6 Ba4", ""},
		{"without a clock", "no", middle + fmt.Sprintf(plies, "", "", "", ""), "", "", ""},
		{"pieces are put, and the lever is tried", "yes", puts, "", "", ""},
		{"nothing is moved, and the lever is tried", "yes", puzzle, "", "", ""},
	} {
		for _, names := range []string{"identified", "occupancy"} {
			moves, aloud := c.named, c.aloud
			if names == "occupancy" {
				moves = c.nameless
			}
			tr, found := playLog(t, fmt.Sprintf("#! boardd-log 1\n#: clock %s\n#: sensor %s\n%s", c.clock, names, c.log))
			if g := tr.Game(); !strings.HasSuffix(sanOf(g), moves) || (moves == "") != (sanOf(g) == "") || loud(found) != aloud || (g.Phase == touchmove.Setup) != (moves == "" && aloud == "") {
				t.Errorf("%s, %s: %q, %v, %q; want %q, %q", c.name, names, sanOf(g), g.Phase, loud(found), moves, aloud)
			}
		}
	}
}
