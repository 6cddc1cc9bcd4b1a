package touchmove_test

import (
	"strings"
	"testing"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/sensor/simulate"
	"github.com/boardd/boardd/touchmove"
)

// published is how many plies of a game are published, from the first one on.
func published(g *touchmove.Game) int {
	for i := range g.Moves {
		if !g.Moves[i].Published {
			return i
		}
	}
	return len(g.Moves)
}

// TestFinal: a final ply is published, and stays what it is, however badly hands and boards
// err; 16 plies after it has been confirmed it is final. No player takes anything back here.
func TestFinal(t *testing.T) {
	for seed := range uint64(4) {
		for _, board := range []simulate.Board{simulate.DGTSwept(), simulate.ReedWeak()} {
			records, _ := simulate.Play(legality.Initial(), simulate.RandomGame(seed, 60), board, simulate.Noisy(), true, seed)
			tr := touchmove.New(touchmove.Config{Occupancy: board.Occupancy, Clock: touchmove.ClockYes, GameID: "g"})
			var final []legality.Move
			for i := range records {
				tr.Step(touchmove.Event(i+1), records[i])
				g := tr.Game()
				if g.Final > published(g) || g.Final < len(final) || g.Final < published(g)-16-1 {
					t.Fatalf("seed %d, record %d: %d plies are final after %d, of %d published", seed, i+1, g.Final, len(final), published(g))
				}
				for k := range g.Final {
					if k == len(final) {
						final = append(final, g.Moves[k].Move)
					} else if g.Moves[k].Move != final[k] {
						t.Fatalf("seed %d, record %d: ply %d was final, and is another one", seed, i+1, k+1)
					}
				}
			}
			if len(final) < 10 {
				t.Errorf("seed %d: %d plies are final", seed, len(final))
			}
		}
	}
}

// TestFinalByPeople: what a person has acted on is final at once, and all is at the end.
func TestFinalByPeople(t *testing.T) {
	const plies = "#! boardd-log 1\n#: start rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n" +
		"700 lift e2 P\n1400 drop e4 P\n2100 press w\n2800 lift e7 p\n3500 drop e5 p\n4200 press b\n"
	for name, c := range map[string]struct {
		log   string
		final int
	}{
		"nobody has":   {plies, 0},
		"a correction": {plies + "9000 cmd correct {\"ply\":2,\"uci\":\"e7e6\"}\n", 2},
		"a takeback":   {plies + "9000 cmd takeback {\"ply\":1}\n", 1},
		"a result":     {plies + "9000 cmd result {\"result\":\"1-0\"}\n", 2},
	} {
		tr, _ := playLog(t, c.log)
		if g := tr.Game(); g.Final != c.final {
			t.Errorf("%s: %d plies are final of %d, want %d", name, g.Final, len(g.Moves), c.final)
		}
	}
}

// TestPublishedAtRest: on a board that names no pieces and has no clock, a ply is published once
// it has rested, although it could be another one if hands did what hands do not do.
func TestPublishedAtRest(t *testing.T) {
	const head, scan = "#! boardd-log 1\n#: sensor occupancy\n#: clock no\n", "0 board ????????/????????/8/8/8/8/????????/????????\n"
	for name, c := range map[string]struct{ log, want string }{
		"king and rook in the air, the rook put down first": {head + "#: moves e2e4 e7e5 g1f3 b8c6 f1c4 f8c5\n" +
			"0 board ?1???1??/????1???/2?5/2?1?3/2?1?3/5?2/????1???/?????2?\n" +
			"1000 lift e1\n1100 lift h1\n1300 drop f1\n1500 drop g1\n", "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O"},
		"a knight has captured between two looks, and cannot capture the pawn that moves next": {head + scan +
			"1000 lift e2\n1500 drop e4\n2500 lift g8\n3000 drop f6\n4000 lift a2\n4500 drop a3\n5500 lift f6\n7000 lift d2\n7500 drop d4\n", "e4 Nf6 a3 Nxe4 d4"},
	} {
		tr, _ := playLog(t, c.log)
		if g := tr.Game(); sanOf(g) != c.want || published(g) != len(g.Moves) {
			t.Errorf("%s: %s, of which %d are published, want %s", name, sanOf(g), published(g), c.want)
		}
	}
}

// TestFinish: what is read and completed is confirmed at the end of the log, and not on a board that
// falls silent; nothing is if the story may be wrong.
func TestFinish(t *testing.T) {
	const plies = "#! boardd-log 1\n#: clock yes\n700 lift e2 P\n1400 drop e4 P\n2100 press w\n2800 lift e7 p\n"
	for name, c := range map[string]struct {
		log            string
		silent, finish int
	}{
		"a ply that nobody has pressed":   {plies + "3500 drop e5 p\n", 1, 1},
		"and there is no clock":           {strings.ReplaceAll(plies, "clock yes", "clock no") + "3500 drop e5 p\n", 2, 2},
		"the clocks are stopped after it": {plies + "3500 drop e5 p\n4000 clock 300000 300000 -\n", 1, 2},
		"a piece in the air":              {plies, 1, 1},
		"a story that is dear": {plies + "3500 drop e5 p\n4200 press b\n5000 lift a1 R\n5300 drop a5 R\n5600 lift h8 r\n5900 drop h4 r\n6200 lift d1 Q\n" +
			"6500 drop d6 Q\n6800 lift c8 b\n7100 drop b3 b\n7400 lift g1 N\n7700 drop f3 N\n8400 press w\n", 2, 2},
	} {
		tr, _ := playLog(t, c.log)
		silent := published(tr.Game())
		if tr.Finish(); silent != c.silent || published(tr.Game()) != c.finish {
			t.Errorf("%s: %d plies are confirmed, and %d at the end of the log, want %d and %d", name, silent, published(tr.Game()), c.silent, c.finish)
		}
	}
}

// TestFinalOpenCapture: what the board has not told of a capture holds back no ply of a game that is
// over.
func TestFinalOpenCapture(t *testing.T) {
	const capture = "#! boardd-log 1\n#: sensor occupancy\n#: clock yes\n#: start 6k1/R7/8/3p1p2/4P3/8/8/4K2R w - - 0 1\n0 board 6?1/?7/8/3?1?2/4?3/8/8/4?2?\n" +
		"1000 lift e4\n2000 press w\n3000 lift g8\n3500 drop f8\n4000 press b\n5000 lift h1\n"
	for log, want := range map[string]int{capture: 0, capture + "5500 drop h8\n6000 press w\n": 3} { // mate
		tr, _ := playLog(t, log)
		if got := published(tr.Game()); got != want {
			t.Errorf("%d plies are published of %s, want %d", got, sanOf(tr.Game()), want)
		}
	}
}
