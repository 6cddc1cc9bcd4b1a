package touchmove_test

import (
	"fmt"
	"testing"

	"github.com/boardd/boardd/touchmove"
)

// reported checks how the game has ended.
func reported(_ *testing.T, tr *touchmove.Tracker, found []touchmove.Finding) error {
	g := tr.LastGame()
	for _, f := range found {
		if f.Code == touchmove.ResultReported && f.Text == g.Result && g.Termination == "normal" && len(g.Alerts) == 0 {
			return nil
		}
	}
	return fmt.Errorf("result %s by %q, alerts %+v, found\n%s", g.Result, g.Termination, g.Alerts, told(found))
}

// TestResign: 5.1.2: who resigns has lost, unless the opponent cannot mate his
// king by any series of legal moves.
func TestResign(t *testing.T) {
	const white, black = `!resign{"side":"w"}`, `!resign{"side":"b"}`
	checkTrials(t, []trial{
		{name: "5.1.2 White", do: "e2e4 |w " + white, moves: "e2e4 completed", end: "0-1 ended", also: reported},
		{name: "5.1.2 Black", do: "e2e4 |w " + black, moves: "e2e4 completed", end: "1-0 ended", also: reported},
		{name: "5.1.2 the opponent has only his king", fen: "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", do: "a1a2 |w " + white, moves: "a1a2 completed", end: "1/2-1/2 ended", also: reported},
		{name: "5.1.2 the opponent has only his king, who resigns", fen: "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", do: "a1a2 |w " + black, moves: "a1a2 completed", end: "1-0 ended", also: reported},
		{name: "5.1.2 the opponent can mate, if only with help", fen: "4k3/p7/8/8/8/8/8/4KN2 b - - 0 1", do: "a7a6 |b " + black, moves: "a7a6 completed", end: "1-0 ended", also: reported},
		{name: "5.1.2 his last piece was captured", fen: "4k3/8/8/8/8/8/r7/R3K3 w - - 0 1", do: "-a2 a1a2 " + white, moves: "a1a2 made", end: "1/2-1/2 ended", also: reported},
		{name: "a move that was made counts", do: "e2e4 |w e7e5 ~1000 " + white, moves: "e2e4 completed, e7e5 made", end: "0-1 ended", also: reported},
		{name: "a provisional one does not", do: "e2e4 |w e7e5 ~100 " + white, moves: "e2e4 completed", end: "0-1 ended", also: reported},
		{name: "7.5.1 an illegal move stands then", do: "b1b3 |w " + black, want: knight, moves: "b1b3 illegal_stands", end: "1-0 ended", also: reported},
		{name: "the kings have shown it", fen: "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", do: "a1a2 |w -e1 +Ke4 -e8 +kd5 ~1000 " + black, info: []string{"result_signal"}, moves: "a1a2 completed",
			end: "1-0 ended", also: reported},
		{name: "before any move, the pieces untouched", do: black + " ~5000 inspect", none: []string{"board_reset"}, end: "1-0 ended", also: reported},
		{name: "while pieces are to be put back", do: `e2e4 |w !takeback{"ply":0} ` + white, none: []string{"board_reset"}, end: "0-1 ended", also: reported},
	})
}

// TestResignEditions: before 2023 who resigns has lost, whatever the opponent has.
func TestResignEditions(t *testing.T) {
	for rules, article := range map[string]string{"fide-2018": "5.1.2", "fide-1997": "5.1(b)", "fide-1971": "11(2)", "bilguer-1891": "§6", "bilguer-1880": "§6"} {
		c := trial{name: rules, fen: "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", head: "rules " + rules, do: `!resign{"side":"w"}`, info: []string{"result_reported " + article},
			end: "0-1 ended", also: reported}
		c.check(t)
	}
}

// TestDraw: 5.2.3: by agreement.
func TestDraw(t *testing.T) {
	checkTrials(t, []trial{
		{name: "5.2.3", do: "e2e4 |w e7e5 |b !draw{}", moves: "e2e4 completed, e7e5 completed", end: "1/2-1/2 ended", also: reported},
		{name: "5.2.3 in a pause", do: "e2e4 |w e7e5 |b pause !draw{}", moves: "e2e4 completed, e7e5 completed", end: "1/2-1/2 ended", also: reported},
	})
}

// TestDrawEditions: 5.2.3 of 2018 and 2023 asks that both players have made a move; 1997
// (5.3, 9.1, 12.5) takes an offer at another time for valid, but against the rules; the
// commentary of 1971 to 12(2): the players may agree at any time.
func TestDrawEditions(t *testing.T) {
	remark := func(want bool) func(*testing.T, *touchmove.Tracker, []touchmove.Finding) error {
		return func(_ *testing.T, _ *touchmove.Tracker, found []touchmove.Finding) error {
			if f := findingOf(touchmove.ResultReported, found); f == nil || (len(f.Why) == 1 && f.Why[0].Article == "12.5") != want {
				return fmt.Errorf("found %s", told(found))
			}
			return nil
		}
	}
	checkTrials(t, []trial{
		{name: "1997: before any move", head: "rules fide-1997", do: "!draw{}", also: all(reported, remark(true)), end: "1/2-1/2 ended"},
		{name: "1997: offered with the first move", head: "rules fide-1997", do: "e2e4 !draw{}", also: all(reported, remark(false)), moves: "e2e4 made", end: "1/2-1/2 ended"},
		{name: "1971: before any move", head: "rules fide-1971", do: "!draw{}", info: []string{"result_reported 12(2)"}, also: all(reported, remark(false)), end: "1/2-1/2 ended"},
		{name: "5.2.3 the arbiter's result", do: "e2e4 |w result:1/2-1/2", moves: "e2e4 completed", end: "1/2-1/2 ended"},
		{name: "5.2.3 both, the second not pressed", do: "e2e4 |w e7e5 ~1000 !draw{}", moves: "e2e4 completed, e7e5 made", end: "1/2-1/2 ended", also: reported},
		{name: "5.2.3 both, before the log begins", fen: "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", do: "!draw{}", end: "1/2-1/2 ended", also: reported},
		{name: "5.2.3 Black's turn: White has moved", fen: "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", do: "e7e5 |b !draw{}", moves: "e7e5 completed", end: "1/2-1/2 ended", also: reported},
	})
}

func TestEndRefused(t *testing.T) {
	checkRefusals(t, []refusal{
		{name: "resigned already", do: `e2e4 |w !resign{"side":"w"}`, command: `resign {"side":"b"}`, code: "bad_state", text: "the game is over: 0-1"},
		{name: "mate", fen: "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", do: "a1a8 |w", command: `resign {"side":"w"}`, code: "bad_state", text: "the game is over: 1-0"},
		{name: "drawn already", do: "e2e4 |w e7e5 |b !draw{}", command: `draw {}`, code: "bad_state", text: "the game is over: 1/2-1/2"},
		{name: "nothing to take back", do: "~700 inspect", command: `result {"result":"*"}`, code: "bad_state", text: "no result to take back"},
		{name: "nothing to take back, the pieces set up again", do: tenPlies + "pause result:1-0 " + tenSetUp + "~5000 inspect", command: `result {"result":"*"}`, code: "bad_state", text: "no result to take back"},
		{name: "nor of the game before", do: tenPlies + "pause result:1-0 " + tenSetUp + "~5000 inspect", command: `result {"result":"*","game_id":"-1"}`, code: "other_game", text: `"-2"`},
		{name: "5.2.3 before any move", do: "~700 inspect", command: `draw {}`, code: "bad_state", text: "both players have made a move (5.2.3)"},
		{name: "5.2.3 before Black has moved", do: "e2e4 |w", command: `draw {}`, code: "bad_state", text: "both players have made a move (5.2.3)"},
		{name: "5.2.3 of 2018", do: "e2e4 |w", head: "rules fide-2018", command: `draw {}`, code: "bad_state", text: "both players have made a move (5.2.3)"},
		{name: "stale resignation", do: "e2e4 |w", command: `resign {"side":"w","if_rev":1}`, code: "stale_rev"},
		{name: "resignation of another game", do: "e2e4 |w", command: `resign {"side":"w","game_id":"x"}`, code: "other_game"},
		{name: "stale draw", do: "e2e4 |w", command: `draw {"if_rev":1}`, code: "stale_rev"},
		{name: "draw of another game", do: "e2e4 |w", command: `draw {"game_id":"x"}`, code: "other_game"},
	})
}
