package legality

import "testing"

// perft counts the lines of the given depth; the last ply is counted, not played.
func perft(p *Position, depth int) int64 {
	plies := make([]perftPly, depth)
	plies[0].position = *p
	return perftFrom(plies)
}

// perftPly is what is known at one depth.
type perftPly struct {
	position Position
	moves    Moves
	list     [256]Move
}

func perftFrom(plies []perftPly) int64 {
	ply := &plies[0]
	ply.position.Generate(&ply.moves)
	if len(plies) == 1 {
		return int64(ply.moves.Len())
	}
	n := int64(0)
	for _, m := range ply.moves.appendAll(ply.list[:0]) {
		plies[1].position = ply.position
		plies[1].position.play(m)
		n += perftFrom(plies[1:])
	}
	return n
}

// perftCase is a position and its node counts from depth 1 on.
type perftCase struct {
	name, fen string
	counts    []int64
}

func (c *perftCase) check(t *testing.T, p *Position) {
	t.Helper()
	limit := int64(1e9)
	if underRace {
		limit = 5e6
	}
	for i, want := range c.counts {
		if want > limit {
			return
		}
		if got := perft(p, i+1); got != want {
			t.Errorf("%s depth %d: %d nodes, want %d", c.name, i+1, got, want)
		}
	}
}

// six holds the six standard positions and their published node counts
// (chessprogramming wiki, "Perft Results").
var six = []perftCase{
	{"start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", []int64{20, 400, 8902, 197281, 4865609, 119060324}},
	{"kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", []int64{48, 2039, 97862, 4085603, 193690690}},
	{"position 3", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", []int64{14, 191, 2812, 43238, 674624, 11030083}},
	{"position 4", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", []int64{6, 264, 9467, 422333, 15833292}},
	{"position 5", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", []int64{44, 1486, 62379, 2103487, 89941194}},
	{"position 6", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", []int64{46, 2079, 89890, 3894594, 164075551}},
}

func TestPerft(t *testing.T) {
	for _, c := range six {
		p := mustParse(t, c.fen)
		c.check(t, &p)
	}
}

func mustParse(tb testing.TB, fen string) Position {
	tb.Helper()
	p, err := ParseFEN(fen, false)
	if err != nil {
		tb.Fatal(err)
	}
	return p
}
