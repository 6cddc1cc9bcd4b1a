package touchmove_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/boardd/boardd/touchmove"
)

// The arrays are set up wrongly before the board is heard.
const (
	kingAndQueen    = "*-d1 *-e1 *+Kd1 *+Qe1 = "
	rookAndKnight   = "*-a1 *-b1 *+Na1 *+Rb1 = "
	bishopAndKnight = "*-f8 *-g8 *+nf8 *+bg8 = "

	kingFirst = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w kq -"
	wrongNow  = "wrong_initial_position certain - 7.2.1"
)

// startsFrom checks the position that the game starts from, and which game it is.
func startsFrom(id, fen string) func(*testing.T, *touchmove.Tracker, []touchmove.Finding) error {
	return func(_ *testing.T, tr *touchmove.Tracker, _ []touchmove.Finding) error {
		if g := tr.Game(); g.ID != id || !strings.HasPrefix(g.Start.FEN(), fen) {
			return fmt.Errorf("game %q starts from %s, want %q from %s", g.ID, g.Start.FEN(), id, fen)
		}
		return nil
	}
}

// TestWrongArrayLive: 7.2.1: the game that is begun from a wrong initial position is
// followed from it, however soon it is begun, and the arbiter is told.
func TestWrongArrayLive(t *testing.T) {
	_, tenEach := turns(10)
	const two, start = "e2e4 completed, e7e5 completed", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
	checkTrials(t, []trial{
		{name: "7.2.1 play starts at once", head: players, do: kingAndQueen + bothMoved, want: wrongNow, also: all(sameGame, startsFrom("-1", kingFirst), alerts(1)), moves: two},
		{name: "7.2.1 the clock is started first", do: kingAndQueen + "pause resume " + bothMoved, want: wrongNow, also: all(startsFrom("-1", kingFirst), alerts(1)), moves: two},
		{name: "7.2.1 without a clock", head: "clock no", do: kingAndQueen + "e2e4 e7e5 g1f3", want: wrongNow, also: startsFrom("-1", kingFirst), moves: "e2e4 completed, e7e5 made, g1f3 made"},
		{name: "7.2.1 after ten seconds", do: kingAndQueen + "~12000 " + "-e2 +Pe4 |w e7e5 |b", want: wrongNow, also: all(startsFrom("-1", kingFirst), alerts(1)), moves: two},
		{name: "7.2.1 the pieces of Black", do: bishopAndKnight + bothMoved, want: wrongNow, also: startsFrom("-1", "rnbqknbr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"), moves: two},
		{name: "7.2.1 a board that tells whole scans alone", do: kingAndQueen + "*e2e4 = |w *e7e5 = |b", want: wrongNow, also: startsFrom("-1", kingFirst), moves: two},
		{name: "4.3.1 its moves are judged", do: kingAndQueen + "-g1 +Ng1 d2d4 |w", want: wrongNow + "; touch_breach suspected w 4.3.1",
			also: startsFrom("-1", kingFirst), moves: "d2d4 completed"},
		{name: "7.5.1 and so are illegal ones", do: kingAndQueen + "e1c3 |w", want: wrongNow + "; illegal_completed certain w 7.5.1", also: startsFrom("-1", kingFirst), end: "* irregular"},
		{name: "7.2.1 exchanged after the right array stood", do: "= -d1 -e1 +Kd1 +Qe1 ~2000 -e2 +Pe4 |w e7e5 |b", want: wrongNow, also: startsFrom("-1", kingFirst), moves: two},
		{name: "7.2.1 put right before a move", do: kingAndQueen + "-d1 -e1 +Qd1 +Ke1 ~2000 -e2 +Pe4 |w e7e5 |b", none: []string{"wrong_initial_position"}, also: all(startsFrom("-1", start), alerts(0)), moves: two},
		{name: "7.2.1 put right after the arbiter was told", do: kingAndQueen + "~12000 -d1 -e1 +Qd1 +Ke1 ~2000 -e2 +Pe4 |w e7e5 |b", want: wrongNow, also: all(startsFrom("-1", start), alerts(0)), moves: two},
		{name: "7.2.1 the next game", do: bothMoved + "result:1-0 e4e2 e5e7 -d1 -e1 +Kd1 +Qe1 ~4000 resume d2d4 |w", may: "displaced", want: wrongNow, also: startsFrom("-2", kingFirst), moves: "d2d4 completed"},
		{name: "7.2.1 the next game, set up while the last one has no result", do: tenPlies + "pause " + tenSetUp + "-d1 -e1 +Kd1 +Qe1 ~4000 resume d2d4 |w", want: wrongNow, also: startsFrom("-2", kingFirst),
			moves: "d2d4 completed"},
		{name: "7.2.1 cancelled, and a new game from the right array", do: kingAndQueen + bothMoved + "!new_game{} e4e2 e5e7 -d1 -e1 +Qd1 +Ke1 ~2000 resume d2d4 |w", want: wrongNow,
			also: all(startsFrom("-2", start), alerts(0)), moves: "d2d4 completed"},
		{name: "7.2.1 in a log that begins after its first moves", fen: kingFirst + " 0 1", head: "moves e2e4 e7e5", do: "inspect", want: wrongNow + "; " + wrongNow, also: alerts(1), moves: two, end: "*"},
		{name: "A.5.1.2 and that begins too late", fen: kingFirst + " 0 1", head: "time rapid; moves " + strings.Join(pawnMoves(10), " "), do: "inspect", info: []string{"wrong_initial_position - A.5.1.2"},
			also: alerts(0), moves: tenEach, end: "*"},
		{name: "nothing is wrong", do: "= " + bothMoved, none: []string{"wrong_initial_position"}, also: startsFrom("-1", start), moves: two},
		{name: "a start that a person has given", fen: bothCastle, do: "!new_game{} ~12000 inspect", none: []string{"wrong_initial_position"}, end: "* setup"},
		{name: "Chess960", fen: "bnrbkrqn/pppppppp/8/8/8/8/PPPPPPPP/BNRBKRQN w FCfc - 0 1", head: "variant chess960", do: "= e2e4 |w", none: []string{"wrong_initial_position"}, moves: "e2e4 completed"},
		{name: "after a move nothing is an array", do: "= g1f3 |w g8f6 |b b1c3 |w b8c6 |b f3g1 |w f6g8 |b c3b1 |w c6b8 |b", none: []string{"wrong_initial_position"}, also: startsFrom("-1", start),
			moves: "g1f3 completed, g8f6 completed, b1c3 completed, b8c6 completed, f3g1 completed, f6g8 completed, c3b1 completed, c6b8 completed"},
	})
}

// TestWrongArrayCastling: A.5.1.2: a king or a rook that is misplaced may not castle.
func TestWrongArrayCastling(t *testing.T) {
	const freed = "e2e4 |w e7e5 |b "
	checkTrials(t, []trial{
		{name: "A.5.1.2 the rook on the other side may", head: "time rapid", do: rookAndKnight + "g1f3 |w g8f6 |b e2e3 |w e7e6 |b f1e2 |w f8e7 |b e1g1 h1f1 |w", want: "wrong_initial_position certain - A.5.1.2",
			also:  startsFrom("-1", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/NRBQKBNR w Kkq -"),
			moves: "g1f3 completed, g8f6 completed, e2e3 completed, e7e6 completed, f1e2 completed, f8e7 completed, e1g1 completed"},
		{name: "A.5.1.2 the misplaced king may not", head: "time rapid", do: kingAndQueen + freed + "g1f3 |w b8c6 |b f1c4 |w f8c5 |b e1e2 |w g8f6 |b d1f1 h1e1 |w",
			want: "wrong_initial_position certain - A.5.1.2; illegal_completed certain w 7.5.1/A.5.1.2", also: startsFrom("-1", kingFirst),
			moves: "e2e4 completed, e7e5 completed, g1f3 completed, b8c6 completed, f1c4 completed, f8c5 completed, e1e2 completed, g8f6 completed", end: "* irregular"},
		{name: "A.5.1.2 nor the misplaced rook", head: "time rapid", do: rookAndKnight + "d2d4 |w d7d5 |b c1f4 |w c8f5 |b d1d3 |w b8c6 |b e1c1 b1d1 |w",
			want: "wrong_initial_position certain - A.5.1.2; illegal_completed certain w 7.5.1/A.5.1.2", also: illegals(1, 0),
			moves: "d2d4 completed, d7d5 completed, c1f4 completed, c8f5 completed, d1d3 completed, b8c6 completed", end: "* irregular"},
	})
}

// turns is so many moves of each player with pawns.
func turns(n int) (do, moves string) {
	plies := strings.Fields("a2a3 a7a6 b2b3 b7b6 c2c3 c7c6 d2d3 d7d6 e2e3 e7e6 f2f3 f7f6 g2g3 g7g6 h2h3 h7h6 a3a4 a6a5 b3b4 b6b5")
	var words, done []string
	for i := range 2 * n {
		words = append(words, plies[i], []string{"|w", "|b"}[i%2])
		done = append(done, plies[i]+" completed")
	}
	return strings.Join(words, " ") + " ", strings.Join(done, ", ")
}

// pawnMoves is so many moves of each player with pawns, in UCI.
func pawnMoves(n int) []string {
	do, _ := turns(n)
	return slices.DeleteFunc(strings.Fields(do), func(word string) bool { return word[0] == '|' })
}

// TestWrongArrayLapses: A.5.1.2: once each player has completed ten moves the wrong array
// can be claimed no more; B.4 of 1997: three; Bilguer 1: four. What is said holds at
// every moment.
func TestWrongArrayLapses(t *testing.T) {
	said := func(level touchmove.Level, want int) func(*testing.T, *touchmove.Tracker, []touchmove.Finding) error {
		return func(_ *testing.T, tr *touchmove.Tracker, found []touchmove.Finding) error {
			n, alerted := 0, len(tr.Game().Alerts) > 0
			for _, f := range found {
				if f.Code == touchmove.WrongInitialPosition && f.Level == level {
					n++
				}
			}
			if n != want || alerted != (level == touchmove.Certain) {
				return fmt.Errorf("%d times %s, alert %t", n, level, alerted)
			}
			return nil
		}
	}
	for _, c := range []struct {
		head, article string
		lapse         int
	}{{"time rapid", "A.5.1.2", 10}, {"time blitz", "A.5.1.2", 10}, {"rules fide-2018; time rapid", "A.4.1.2", 10}, {"rules fide-1997; time rapid", "B.4", 3}, {"rules fide-1997; time blitz", "B.4", 3}} {
		do, moves := turns(c.lapse)
		before := do[:len(do)-len("b6b5 |b ")]
		had := moves[:strings.LastIndex(moves, ", ")]
		want := "wrong_initial_position certain - " + c.article
		checkTrials(t, []trial{
			{name: c.head + ": in time", head: c.head, do: kingAndQueen + before + "inspect", want: want + "; " + want, also: said(touchmove.Certain, 2), moves: had, end: "*"},
			{name: c.head + ": too late", head: c.head, do: kingAndQueen + do + "inspect", want: want, info: []string{"wrong_initial_position - " + c.article}, also: said(touchmove.Info, 1), moves: moves, end: "*"},
		})
	}
	four, moves := turns(4)
	checkTrials(t, []trial{
		{name: "§1 too late without consent", head: "rules bilguer-1891; clock no", do: kingAndQueen + strings.NewReplacer("|w ", "", "|b ", "").Replace(four) + "~5000 inspect", want: "wrong_initial_position certain - §1",
			info: []string{"wrong_initial_position - §1"}, moves: strings.ReplaceAll(moves, "completed", "made"), end: "*"},
		{name: "7.2.1 standard: never", do: kingAndQueen + four + "inspect", want: wrongNow + "; " + wrongNow, also: said(touchmove.Certain, 2), moves: moves, end: "*"},
		{name: "A.4 full supervision: never", head: "time rapid; supervision full", do: kingAndQueen + four + "inspect", want: wrongNow + "; " + wrongNow, also: said(touchmove.Certain, 2), moves: moves, end: "*"},
	})
}
