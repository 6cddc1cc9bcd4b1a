package touchmove_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/laws"
)

const adjustW = `!adjust{"side":"w"} `

// TestAdjust: 4.2.1: the player having the move may adjust pieces after announcing it.
// Touches then bind to nothing; a piece that is moved counts as moved.
func TestAdjust(t *testing.T) {
	none := illegals(0, 0)
	checkTrials(t, []trial{
		{name: "4.2.1 announced", do: adjustW + "-g1 +Ng1 e2e4 |w", none: []string{"touch_breach"}, open: []string{"3: "}, also: none, moves: "e2e4 completed"},
		{name: "4.2.1 a piece of the opponent", fen: pawnBite, do: adjustW + "-d5 +pd5 d2d4 |w", none: []string{"touch_breach", "capture_obliged", "off_turn_contact"},
			open: []string{"3: "}, moves: "d2d4 completed"},
		{name: "4.2.1 several pieces", fen: pawnBite, do: adjustW + "-d5 +pd5 -e4 +Pe4 -b1 +Nb1 d2d4 |w", moves: "d2d4 completed"},
		{name: "4.2.1 the king and a rook, then castling", fen: bothCastle, do: adjustW + "-h1 +Rh1 -e1 +Kg1 -h1 +Rf1 |w", none: []string{"castle_rook_first"},
			moves: "e1g1 completed"},
		{name: "4.2.1 by Black", do: `e2e4 |w !adjust{"side":"b"} -b8 +nb8 e7e5 |b`, moves: "e2e4 completed, e7e5 completed"},
		{name: "4.2.1 until the last millisecond", do: `!adjust{"side":"w","seconds":1} ~999 -g1 +Ng1 e2e4 |w`, moves: "e2e4 completed"},
		{name: "4.2.1 the time is out", do: `!adjust{"side":"w","seconds":1} ~1000 -g1 +Ng1 e2e4 |w`, want: "touch_breach suspected w 4.3.1 #5",
			open: []string{"3: g1f3 g1h3"}, also: none, moves: "e2e4 completed"},
		{name: "4.2.1 announced again", do: `!adjust{"side":"w","seconds":1} -g1 +Ng1 !adjust{"side":"w","seconds":1} -b1 +Nb1 ~9000 e2e4 |w`, moves: "e2e4 completed"},
		{name: "4.2.1 touched between two times", do: `!adjust{"side":"w","seconds":1} ~2000 -g1 +Ng1 !adjust{"side":"w","seconds":1} -b1 +Nb1 e2e4 |w`,
			want: "touch_breach suspected w 4.3.1", moves: "e2e4 completed"},
		{name: "4.2.1 too late for what was touched before", do: "-g1 +Ng1 " + adjustW + "-b1 +Nb1 e2e4 |w", want: "touch_breach suspected w 4.3.1 #7",
			open: []string{"5: g1f3 g1h3"}, moves: "e2e4 completed"},
		{name: "4.2.1 it ends with his turn", do: `!adjust{"side":"w","seconds":600} e2e4 |w e7e5 |b -b1 +Nb1 d2d4 |w`, want: "touch_breach suspected w 4.3.1",
			moves: "e2e4 completed, e7e5 completed, d2d4 completed"},
		{name: "4.2.1 it is not the opponent's", do: `!adjust{"side":"w","seconds":600} e2e4 |w -b8 +nb8 e7e5 |b`, want: "touch_breach suspected b 4.3.1",
			moves: "e2e4 completed, e7e5 completed"},
		{name: "4.7 a piece moved is moved", do: adjustW + "e2e3 e3e4 |w", want: "release_breach suspected w 4.7", moves: "e2e4 completed"},
		{name: "7.5.1 an illegal move is one", do: adjustW + "b1b3 |w", want: "illegal_completed certain w 7.5.1/3.6 #4", also: illegals(1, 0), end: "* irregular"},
		{name: "9.4 the right to claim stays", fen: "4k3/8/8/8/8/8/8/R3K3 w - - 100 80", do: adjustW + "-a1 +Ra1", info: []string{"draw_claimable"},
			none: []string{"claim_right_lost"}, end: "* waiting"},
		{name: "4.8 until a move is made, the time not being out", do: `-g1 +Ng1 e2e4 |w !adjust{"side":"b"} -b8 +nb8 e7e6 |b`, want: "touch_breach suspected w 4.3.1", info: []string{"touch_claim_lapsed 4.8 b #10"},
			also: once("touch_claim_lapsed"), moves: "e2e4 completed, e7e6 completed"},
		{name: "4.8 nor does a piece that is only pushed straight end it", do: `-g1 +Ng1 e2e4 |w !adjust{"side":"b"} -e7 +pe6 ~100 -e6 +pe7 ~2000 inspect`, want: "touch_breach suspected w 4.3.1; touch_breach suspected w 4.3.1",
			none: []string{"touch_claim_lapsed"}, moves: "e2e4 completed"},
		{name: "4.8 the right to object stays", do: `-g1 +Ng1 e2e4 |w !adjust{"side":"b"} -e7 +pe7`, want: "touch_breach suspected w 4.3.1", none: []string{"touch_claim_lapsed"},
			moves: "e2e4 completed"},
	})
}

func TestAdjustRefused(t *testing.T) {
	const adjust = `adjust {"side":"w"}`
	checkRefusals(t, []refusal{
		{name: "the opponent", do: "", command: `adjust {"side":"b"}`, code: "bad_state", text: "only the player having the move"},
		{name: "when the move has been made", do: "e2e4 |w", command: adjust, code: "bad_state", text: "only the player having the move"},
		{name: "while the clocks stand still", do: "e2e4 |w e7e5 |b pause", command: adjust, code: "bad_state", text: "play is not on"},
		{name: "after the end", do: "e2e4 |w result:1-0", command: adjust, code: "bad_state", text: "the game is over"},
		{name: "a stale game", do: "", command: `adjust {"side":"w","if_rev":9}`, code: "stale_rev", text: ""},
		{name: "another game", do: "", command: `adjust {"side":"w","game_id":"x"}`, code: "other_game", text: ""},
	})
}

// mateOnA8: the rook mates on a8.
const mateOnA8 = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"

// TestCorrect: a ply of the record is replaced by another move than the board showed. The
// later plies stay, and the pieces have to be put where they belong.
func TestCorrect(t *testing.T) {
	const occupancy = "sensor occupancy"
	const twoVictims = "rnbqkbnr/ppp1p1pp/8/3p1p2/4P3/P7/1PPP1PPP/RNBQKBNR w KQkq - 0 3"
	none := illegals(0, 0)
	checkTrials(t, []trial{
		{name: "an earlier ply", do: `e2e4 |w e7e5 |b !correct{"ply":1,"uci":"e2e3"} e4e3 g1f3 |w`, info: []string{"retracted w e2e4 #7", "provisional w e2e3 #7"},
			none: []string{"displaced", "touch_breach"}, also: alerts(0, none), moves: "e2e3 completed, e7e5 completed, g1f3 completed"},
		{name: "the last ply", do: `e2e4 |w e7e5 |b !correct{"ply":2,"uci":"e7e6"} e5e6 g1f3 |w`, info: []string{"retracted b e7e5 #7", "provisional b e7e6 #7"}, also: alerts(0),
			moves: "e2e4 completed, e7e6 completed, g1f3 completed"},
		{name: "a ply not pressed yet", do: `e2e4 ~1000 !correct{"ply":1,"uci":"e2e3"} e4e3 |w e7e5 |b`, info: []string{"retracted w e2e4 #3", "provisional w e2e3 #3"},
			also: alerts(0, none), moves: "e2e3 completed, e7e5 completed"},
		{name: "one of several captures", fen: twoVictims, head: occupancy, do: `-e4 |w !correct{"ply":1,"uci":"e4f5"} g8f6 |b`, want: "ambiguous_capture arbiter w 3.1.1",
			info: []string{"provisional w e4f5"}, also: alerts(0, none), moves: "e4f5 completed, g8f6 completed"},
		{name: "the other one", fen: twoVictims, head: occupancy, do: `-e4 |w !correct{"ply":1,"uci":"e4d5"} g8f6 |b`, want: "ambiguous_capture arbiter w 3.1.1",
			info: []string{"provisional w e4d5"}, also: alerts(0, none), moves: "e4d5 completed, g8f6 completed"},
		{name: "3.7.3.3 what the pawn became", fen: pawnTwoWays, head: occupancy, do: `f7f8 |w !correct{"ply":1,"uci":"f7f8n"} h7g7 |b`, want: "promotion_piece_unknown arbiter w",
			also: none, moves: "f7f8n completed, h7g7 completed"},
		{name: "3.7.3.3 that it is a queen", fen: pawnTwoWays, head: occupancy, do: `f7f8 |w !correct{"ply":1,"uci":"f7f8q"} g8g7 |b`, want: "promotion_piece_unknown arbiter w", also: none,
			moves: "f7f8q completed, g8g7 completed"},
		{name: "7.5.1 an illegal move that was none", do: `b1b3 |w !correct{"ply":1,"uci":"b1c3"} b3c3 e7e5 |b`, want: knight, info: []string{"retracted w b1b3", "provisional w b1c3"},
			also: alerts(0, none), moves: "b1c3 completed, e7e5 completed"},
		{name: "7.5.1 with what was played after it", do: `b1b3 |w e7e5 |b !correct{"ply":1,"uci":"b1c3"} b3c3 g1f3 |w`, want: knight, also: alerts(0, none),
			moves: "b1c3 completed, e7e5 completed, g1f3 completed"},
		{name: "A.5.2 an illegal move that stands was none", head: "time rapid", do: `b1b3 |w e7e5 |b !correct{"ply":1,"uci":"b1a3"} b3a3 g1f3 |w`, want: knight, also: alerts(0, none),
			moves: "b1a3 completed, e7e5 completed, g1f3 completed"},
		{name: "a breach of Article 4 by a move that was not played", do: `-g1 +Ng1 e2e4 |w !correct{"ply":1,"uci":"g1f3"} e4e2 g1f3 e7e5 |b`, want: "touch_breach suspected w 4.3.1",
			moves: "g1f3 completed, e7e5 completed"},
		{name: "5.1.1 mate by it", fen: "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", do: `a1a7 |w !correct{"ply":1,"uci":"a1a8"}`, want: "checkmate certain w 5.1.1 #4", end: "1-0 ended",
			moves: "a1a8 completed"},
		{name: "5.1.1 no mate by it: the game goes on", fen: "6k1/P4ppp/8/8/8/8/8/K7 w - - 0 1", head: occupancy, do: `a7a8 |w !correct{"ply":1,"uci":"a7a8n"} g8f8 |b`,
			may: "checkmate", want: "promotion_piece_unknown arbiter w", moves: "a7a8n completed, g8f8 completed"},
		{name: "6.2.1.1 no mate by it: nothing but a press completes it then", fen: mateOnA8, do: `a1a8 ~4000 !correct{"ply":1,"uci":"a1a7"} a8a7 g8h8`, want: "checkmate certain w 5.1.1",
			none: []string{"move_completed"}, moves: "a1a7 made, g8h8 made"},
		{name: "6.2.1 and the press does", fen: mateOnA8, do: `a1a8 ~4000 !correct{"ply":1,"uci":"a1a7"} a8a7 |w g8h8 |b`, want: "checkmate certain w 5.1.1",
			none: []string{"press_without_effect"}, moves: "a1a7 completed, g8h8 completed"},
		{name: "5.2.1 stalemate by it, not mate", fen: "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", do: `f1f8 ~4000 !correct{"ply":1,"uci":"f1f7"}`,
			want: "checkmate certain w 5.1.1; stalemate certain - 5.2.1 #3", moves: "f1f7 completed", end: "1/2-1/2 ended"},
		{name: "after the end", do: `e2e4 |w e7e5 |b result:1-0 !correct{"ply":1,"uci":"e2e3"}`, end: "1-0", moves: "e2e3 completed, e7e5 completed"},
		{name: "twice", do: `e2e4 |w !correct{"ply":1,"uci":"e2e3"} !correct{"ply":1,"uci":"e2e4"} e7e5 |b`, moves: "e2e4 completed, e7e5 completed"},
	})
}

func TestCorrectRefused(t *testing.T) {
	const three = "e2e4 |w e7e5 |b f1c4 |w"
	checkRefusals(t, []refusal{
		{name: "nothing has been played", command: `correct {"ply":1,"uci":"e2e4"}`, code: "bad_state", text: "which has 0"},
		{name: "beyond the game", do: three, command: `correct {"ply":4,"uci":"b8c6"}`, code: "bad_state", text: "ply 4 is not one of the game, which has 3"},
		{name: "not legal there", do: three, command: `correct {"ply":3,"uci":"f1b4"}`, code: "bad_state", text: "a bishop does not move"},
		{name: "a piece of the opponent", do: three, command: `correct {"ply":3,"uci":"d7d5"}`, code: "bad_state", text: "ply 3 cannot be d7d5"},
		{name: "a later ply is not legal then", do: three, command: `correct {"ply":1,"uci":"h2h4"}`, code: "bad_state", text: "ply 3, f1c4, would not be legal then"},
		{name: "a later ply is irregular", do: "e2e4 |w f8f5 |b", command: `correct {"ply":1,"uci":"e2e3"}`, code: "bad_state", text: "ply 2 is irregular"},
		{name: "a later ply is irregular and stands", head: "time rapid", do: "e2e4 |w f8f5 |b g1f3 |w", command: `correct {"ply":1,"uci":"e2e3"}`, code: "bad_state", text: "ply 2 is irregular"},
		{name: "that move already", do: three, command: `correct {"ply":2,"uci":"e7e5"}`, code: "bad_state", text: "is e7e5 already"},
		{name: "a stale game", do: three, command: `correct {"ply":1,"uci":"e2e3","if_rev":1}`, code: "stale_rev"},
		{name: "another game", do: three, command: `correct {"ply":1,"uci":"e2e3","game_id":"x"}`, code: "other_game"},
	})
}

// reported checks how the game has ended.
func reported(_ *testing.T, tr *touchmove.Tracker, found []touchmove.Finding) error {
	g := tr.LastGame()
	for _, f := range found {
		if f.Code == laws.ResultReported && f.Text == g.Result && g.Termination == "normal" && len(g.Alerts) == 0 {
			return nil
		}
	}
	return fmt.Errorf("result %s by %q, alerts %+v, found\n%s", g.Result, g.Termination, g.Alerts, accountOf(found))
}

// TestResign: 5.1.2: a player who resigns has lost, unless the opponent cannot mate by any
// series of legal moves.
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

// TestResignEditions: before 2023 a player who resigns has lost, whatever pieces the
// opponent has.
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

// TestDrawEditions: 5.2.3 of 2018 and 2023 requires that both players have made a move. In
// 1997 (5.3, 9.1, 12.5) an offer at another time is valid, but against the rules. The
// commentary of 1971 to 12(2): the players may agree at any time.
func TestDrawEditions(t *testing.T) {
	remark := func(want bool) func(*testing.T, *touchmove.Tracker, []touchmove.Finding) error {
		return func(_ *testing.T, _ *touchmove.Tracker, found []touchmove.Finding) error {
			if f := findingOf(laws.ResultReported, found); f == nil || (len(f.Why) == 1 && f.Why[0].Article == "12.5") != want {
				return fmt.Errorf("found %s", accountOf(found))
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

const (
	backRank  = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"
	toStale   = "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1"
	toBare    = "8/8/8/8/4k3/8/1r6/K7 w - - 0 1"
	toLast75  = "7k/8/6K1/8/8/8/8/R7 w - - 149 150"
	toFifth   = "g1f3 |w g8f6 |b f3g1 |w f6g8 |b g1f3 |w g8f6 |b f3g1 |w f6g8 |b g1f3 |w g8f6 |b f3g1 |w f6g8 |b g1f3 |w g8f6 |b f3g1 |w f6g8 "
	bothMoved = "e2e4 |w e7e5 |b "
)

// TestEndedByMove: 5.1.1, 5.2.1, 5.2.2, 9.6: once a move has ended the game no claim of a
// player changes that, whether or not the move is settled yet. Alt: "what happens after the
// end of the game by mate (resignation, agreement, flag) has no influence".
func TestEndedByMove(t *testing.T) {
	for _, c := range []struct {
		name, fen, head, do string
		reason, end         string
	}{
		{"5.1.1 mate", backRank, "", "a1a8 ", "1-0 by checkmate", "1-0"},
		{"5.1.1 mate, pressed", backRank, "", "a1a8 |w ", "1-0 by checkmate", "1-0"},
		{"5.1.1 mate, the clocks stopped", backRank, "", "a1a8 ~200 pause ", "1-0 by checkmate", "1-0"},
		{"5.1(a) mate", backRank, "rules fide-1997", "a1a8 ", "1-0 by checkmate", "1-0"},
		{"5.2.1 stalemate", toStale, "", "g1g6 ", "1/2-1/2 by stalemate", "1/2-1/2"},
		{"5.2.2 a dead position", toBare, "", "-b2 -a1 +Kb2 ", "1/2-1/2 by a dead position", "1/2-1/2"},
		{"5.2.2 one that only a search finds", walled, "", "h7g8 ", "1/2-1/2 by a dead position", "*"},
		{"9.6.1 the fifth time", "", "", toFifth, "1/2-1/2 by the fifth occurrence", "1/2-1/2"},
		{"9.6.2 the 75th move", toLast75, "", "a1b1 ", "1/2-1/2 by 75 moves", "1/2-1/2"},
	} {
		for _, wait := range []string{"~100 ", "~350 ", "~5000 "} {
			if c.fen == walled && wait != "~350 " {
				continue // the search takes its time
			}
			for _, announced := range []string{`resign {"side":"w"}`, `resign {"side":"b"}`, `draw {}`} {
				t.Run(c.name+" "+wait+announced, func(t *testing.T) { checkEnded(t, c.fen, c.head, c.do+wait, announced, c.reason, c.end) })
			}
		}
	}
}

// checkEnded checks that a player's command after a move is refused with the reason, and
// that the game ends as if it had not been given.
func checkEnded(t *testing.T, fen, head, do, announced, reason, end string) {
	t.Helper()
	verb, fields, _ := strings.Cut(announced, " ")
	c := trial{fen: fen, head: head, do: do + "!" + verb + strings.ReplaceAll(fields, " ", "_")}
	d := newDesk(t, c.log(t))
	if len(d.refused) != 1 || !strings.Contains(d.refused[0].Error(), "the game is over: "+reason) {
		t.Errorf("refused %v, want %s", d.refused, reason)
	}
	d.wake(1 << 40)
	if g := d.tr.Game(); g.Result != end {
		t.Errorf("result %s, want %s\n%s", g.Result, end, accountOf(d.found))
	}
	for _, f := range d.found {
		if f.Code == laws.ResultReported {
			t.Errorf("found %s", accountOf(d.found))
		}
	}
}

// TestNotEndedByMove: 5.1.1, 5.2: a move under suspicion, or an illegal one, has not ended
// the game, so players may still end it. The same holds where the text does not know such
// an end. The arbiter's entry overrules in any case.
func TestNotEndedByMove(t *testing.T) {
	const resign, draw = `!resign{"side":"b"}`, "!draw{}"
	checkTrials(t, []trial{
		{name: "5.1.1 mate in breach of touch", fen: backRank, do: "-g1 +Kg1 a1a8 ~5000 " + resign, want: "touch_breach suspected w 4.3.1; checkmate arbiter w 5.1.1", moves: "a1a8 made", end: "1-0 ended"},
		{name: "5.2.1 stalemate in breach of touch", fen: toStale, do: "-f6 +Kf6 g1g6 ~5000 " + draw, want: "touch_breach suspected w 4.3.1; stalemate arbiter - 5.2.1", moves: "g1g6 made", end: "1/2-1/2 ended", also: reported},
		{name: "7.5.1 after an illegal move", do: "b1b3 |w " + resign, want: knight, moves: "b1b3 illegal_stands", end: "1-0 ended"},
		{name: "9.2 before 2014 the fifth time ends nothing", head: "rules fide-1997", do: toFifth + "|b " + draw, moves: fifthRec, end: "1/2-1/2 ended", also: reported},
		{name: "12 in 1971 bare kings play on", fen: toBare, head: "rules fide-1971", do: "-b2 -a1 +Kb2 ~5000 " + resign, moves: "a1b2 made", end: "1-0 ended", also: reported},
		{name: "the arbiter corrects a mate", fen: backRank, do: "a1a8 |w ~3000 result:1/2-1/2", want: "checkmate certain w 5.1.1", moves: "a1a8 completed", end: "1/2-1/2 ended"},
		{name: "the arbiter corrects a mate that is not settled", fen: backRank, do: "a1a8 ~350 result:0-1", want: "checkmate certain w 5.1.1", moves: "a1a8 completed", end: "0-1 ended"},
		{name: "the arbiter corrects a resignation", do: bothMoved + resign + " result:0-1", moves: "e2e4 completed, e7e5 completed", end: "0-1 ended"},
	})
}

const fifthRec = knightsRec + "completed, " + knightsRec + "completed"

// TestEndedReason: the refusal of a late command contains how the game ended.
func TestEndedReason(t *testing.T) {
	for _, c := range []struct{ do, fen, text string }{
		{"a1a8 |w ~5000 ", backRank, "the game is over: 1-0 by checkmate"},
		{`e2e4 |w !resign{"side":"w"} `, "", "the game is over: 0-1 by resignation"},
		{bothMoved + "!draw{} ", "", "the game is over: 1/2-1/2 by agreement"},
		{bothMoved + "result:1-0 ", "", "the game is over: 1-0 as a person has entered"},
	} {
		d := newDesk(t, (&trial{do: c.do, fen: c.fen}).log(t))
		for _, verb := range []string{`takeback {"ply":0}`, `resign {"side":"w"}`, "draw {}", `ruling {"accept":true}`} {
			name, fields, _ := strings.Cut(verb, " ")
			d.refused = nil
			d.step(sensor.Record{At: 60_000, Word: sensor.Cmd, Verb: name, Data: []byte(fields)})
			if len(d.refused) != 1 || !strings.Contains(d.refused[0].Error(), c.text) {
				t.Errorf("%s after %s: %v, want %s", verb, c.do, d.refused, c.text)
			}
		}
	}
}

// again checks how many findings followed from a record: those of inspect.
func again(event touchmove.Event, want int) func(*testing.T, *touchmove.Tracker, []touchmove.Finding) error {
	return func(_ *testing.T, _ *touchmove.Tracker, found []touchmove.Finding) error {
		n := 0
		for _, f := range found {
			if f.Event == event {
				n++
			}
		}
		if n != want {
			return fmt.Errorf("%d findings after record %d, want %d", n, event, want)
		}
		return nil
	}
}

// TestInspect: what is irregular now is reported again, and what binds the player having
// the move; nothing that has been put right or has lapsed.
func TestInspect(t *testing.T) {
	const breach = "touch_breach suspected w 4.3.1"
	checkTrials(t, []trial{
		{name: "nothing has been done", do: "inspect", also: again(1, 0), end: "*"},
		{name: "nothing is irregular", do: "e2e4 |w inspect", also: again(4, 0), moves: "e2e4 completed"},
		{name: "7.5.1 completed", do: "b1b3 |w inspect", want: knight + "; illegal_completed certain w 7.5.1/3.6 #4", also: again(4, 1), end: "* irregular"},
		{name: "7.5.1 not completed", do: "b1b3 ~1000 inspect", info: []string{"illegal_not_completed w b1b3 #3", "obliged w 4.3.1 #3"}, also: again(3, 2)},
		{name: "7.5.1 put right", do: "b1b3 b3c3 |w inspect", also: again(6, 0), moves: "b1c3 completed"},
		{name: "7.5.1 let stand by a ruling", do: "b1b3 |w " + accept + "inspect", want: knight, also: again(5, 0), moves: "b1b3 illegal_stands"},
		{name: "7.5.1 undone: what the replacement is bound to", do: "b1b3 |w " + undo + "b3b1 ~1000 inspect", want: knight, info: []string{"obliged w 7.5.1/4.3.1 #7"},
			open: []string{"7: b1a3 b1c3"}, also: again(7, 1)},
		{name: "1.2 out of turn", do: "e2e4 |w d2d4 inspect", want: "out_of_turn certain w; out_of_turn certain w 1.2/7.5 #6", also: again(6, 1), moves: "e2e4 completed"},
		{name: "1.2 put back", do: "e2e4 |w d2d4 d4d2 inspect", want: "out_of_turn certain w", also: again(8, 0), moves: "e2e4 completed"},
		{name: "7.4.1 displaced, and the clocks stand still", do: "e2e4 |w -a1 +Ra4 ~1000 pause inspect", info: []string{"displaced ? 7.4.1 #7"}, also: again(7, 1), moves: "e2e4 completed", end: "* paused"},
		{name: "7.4.1 displaced, for less than ten seconds", do: "e2e4 |w -a1 +Ra4 ~1000 inspect ~500 -a4 +Ra1", info: []string{"displaced ? 7.4.1 #6"}, also: again(6, 1), moves: "e2e4 completed"},
		{name: "4.8 a breach that can be claimed", do: "-g1 +Ng1 e2e4 |w inspect", want: breach + "; " + breach + " #6", also: again(6, 1), moves: "e2e4 completed"},
		{name: "4.8 one that cannot any more", do: "-g1 +Ng1 e2e4 |w -e7 +pe7 ~1000 inspect", want: breach, info: []string{"obliged b 4.3.1 #8"}, also: again(8, 1), moves: "e2e4 completed"},
		{name: "4.8 one that a ruling has let stand", do: "-g1 +Ng1 e2e4 |w " + accept + "inspect", want: breach, also: again(7, 0), moves: "e2e4 completed"},
		{name: "4.3.1 what the player having the move is bound to", do: "-g1 +Ng1 ~1000 inspect", info: []string{"obliged w 4.3.1 #3"}, open: []string{"3: g1f3 g1h3"}, also: again(3, 1), end: "*"},
		{name: "6.8 the flag", do: "e2e4 |w flag:b inspect", want: "flag_fall arbiter b; flag_fall arbiter b 6.8 #5", also: again(5, 1), moves: "e2e4 completed"},
		{name: "after the end", do: "b1b3 |w result:0-1 inspect", want: knight, also: again(5, 0), moves: "b1b3 illegal_stands", end: "0-1 ended"},
		{name: "while pieces are to be put back", do: `e2e4 |w -b8 +nb8 !takeback{"ply":0} inspect`, also: again(7, 0)},
	})
}

// refusal is a command that is not possible after what hands and clock did.
type refusal struct {
	name    string
	do      string // as of a trial
	command string // "verb {…}"
	code    string
	text    string // part of the message
	fen     string // "": the initial position
	head    string // further headers
}

func checkRefusals(t *testing.T, refusals []refusal) {
	for _, r := range refusals {
		t.Run(r.name, func(t *testing.T) { r.check(t) })
	}
}

// check checks that the command is refused, and that only this finding is new.
func (r *refusal) check(t *testing.T) {
	c := trial{do: r.do, fen: r.fen, head: r.head}
	d := newDesk(t, c.log(t))
	at := int64(700*len(strings.Fields(r.do)) + 5_000)
	d.wake(at)
	d.found = append(d.found, d.tr.Wake(at)...)
	before, found := snapshot(d.tr.Game()), len(d.found)
	verb, fields, _ := strings.Cut(r.command, " ")
	d.step(sensor.Record{At: at, Word: sensor.Cmd, Verb: verb, Data: []byte(fields)})
	if len(d.refused) != 1 {
		t.Fatalf("%s is not refused", r.command)
	}
	err, ok := errors.AsType[*touchmove.Refusal](d.refused[0])
	if !ok || err.Code != r.code || !strings.Contains(err.Message, r.text) {
		t.Errorf("refused with %v, want %s: %s", d.refused[0], r.code, r.text)
	}
	if after := snapshot(d.tr.Game()); after != before {
		t.Errorf("changed:\n%s\nwas\n%s", after, before)
	}
	if n := len(d.found) - found; n != 1 || d.found[found].Code != laws.CommandRefused || d.found[found].Text != err.Message {
		t.Errorf("found:\n%s", accountOf(d.found[found:]))
	}
}

// snapshot is all that can be seen of a game.
func snapshot(g *touchmove.Game) string {
	position, start := g.Position.FEN(), g.Start.FEN()
	text := fmt.Sprintln(g.ID, g.Rev, g.Phase, start, g.Tags, position, g.Result, g.Termination, g.Signal, g.Trust, g.Illegal, len(g.Parts))
	for _, p := range append(append([]touchmove.Ply(nil), g.Moves...), g.Irregular...) {
		text += plyText(p)
	}
	if g.Pending != nil {
		text += "pending " + plyText(*g.Pending)
	}
	for _, a := range g.Alerts {
		text += fmt.Sprintln(a.Code, a.Since) + accountOf([]touchmove.Finding{a.Finding})
	}
	return text
}

// parts checks the ID under which a game goes on, and the moves and the reasons of the
// parts before it.
func parts(id string, want ...string) func(*testing.T, *touchmove.Tracker, []touchmove.Finding) error {
	return func(_ *testing.T, tr *touchmove.Tracker, _ []touchmove.Finding) error {
		g := tr.Game()
		var got []string
		for _, p := range g.Parts {
			got = append(got, p.ID+": "+sanOf(p)+": "+p.Parted)
		}
		if g.ID != id || fmt.Sprint(got) != fmt.Sprint(want) {
			return fmt.Errorf("game %q after %q, want %q after %q", g.ID, got, id, want)
		}
		return nil
	}
}

func all(checks ...func(*testing.T, *touchmove.Tracker, []touchmove.Finding) error) func(*testing.T, *touchmove.Tracker, []touchmove.Finding) error {
	return func(t *testing.T, tr *touchmove.Tracker, found []touchmove.Finding) error {
		var errs []error
		for _, check := range checks {
			errs = append(errs, check(t, tr, found))
		}
		return errors.Join(errs...)
	}
}

const (
	afterE4      = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR_b_KQkq_-_7_12"
	twoPawns     = "rnbqkbnr/pppppppp/8/8/3PP3/8/PPP2PPP/RNBQKBNR b KQkq - 0 2"
	setTwoPawns  = `!set_position{"fen":"rnbqkbnr/pppppppp/8/8/3PP3/8/PPP2PPP/RNBQKBNR_b_KQkq_-_0_2","why":"agreed"} `
	setAfterE4   = `!set_position{"fen":"` + afterE4 + `","why":"the_men_fell"} `
	knightOnB3   = "rnbqkbnr/pppppppp/8/8/8/1N6/PPPPPPPP/R1BQKBNR b KQkq - 1 1"
	setKnightOn3 = `!set_position{"fen":"rnbqkbnr/pppppppp/8/8/8/1N6/PPPPPPPP/R1BQKBNR_b_KQkq_-_1_1","why":"it_stands"} `
)

// TestSetPosition: the arbiter sets the position. If the game has had it, the game goes
// back there; else it goes on from it as a new part.
func TestSetPosition(t *testing.T) {
	checkTrials(t, []trial{
		{name: "one of the record, whatever its counts", do: `e2e4 |w e7e5 |b g1f3 |w ` + setAfterE4 + `f3g1 e5e7 c7c5 |b`, info: []string{"retracted w g1f3 #10", "retracted b e7e5 #10"},
			also: all(alerts(0), parts("-1")), moves: "e2e4 completed, c7c5 completed"},
		{name: "the last one that is the same: 9.2.3", do: "g1f3 |w g8f6 |b f3g1 |w f6g8 |b e2e4 |w e7e5 |b " +
			`!set_position{"fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_w_KQkq_-_0_1","why":"-"} e5e7 e4e2 d2d4 |w`,
			moves: "g1f3 completed, g8f6 completed, f3g1 completed, f6g8 completed, d2d4 completed", also: parts("-1")},
		{name: "the present one: pieces out of turn are to be put back", do: "e2e4 |w d2d4 " + setAfterE4 + "d4d2 e7e5 |b", want: "out_of_turn certain w", none: []string{"retracted"},
			also: all(alerts(0), parts("-1")), moves: "e2e4 completed, e7e5 completed"},
		{name: "the present one, as it stands", do: "e2e4 |w " + setAfterE4 + "e7e5 |b", none: []string{"retracted"}, also: all(alerts(0), parts("-1")), moves: "e2e4 completed, e7e5 completed"},
		{name: "the present one, not pressed yet", do: "e2e4 ~5000 " + setAfterE4 + "|w e7e5 |b", none: []string{"retracted", "clock_no_move"}, also: parts("-1"),
			moves: "e2e4 completed, e7e5 completed"},
		{name: "another one, which the board shows", do: "e2e4 |w d2d4 " + setTwoPawns + "e7e5 |b", want: "out_of_turn certain w", none: []string{"retracted"},
			also: all(alerts(0), parts("-1.2", "-1: e4: agreed")), moves: "e7e5 completed"},
		{name: "another one, which it does not show yet", do: "e2e4 |w e7e5 |b " + setTwoPawns + "e5e7 d2d4 c7c5 |b", none: []string{"displaced"},
			also: all(alerts(0), parts("-1.2", "-1: e4 e5: agreed")), moves: "c7c5 completed"},
		{name: "twice", do: "e2e4 |w d2d4 " + setTwoPawns + "e7e5 |b " + setKnightOn3 + "e5e7 d4d2 e4e2 b1b3 c7c5 |b", want: "out_of_turn certain w",
			also: all(alerts(0), parts("-1.3", "-1: e4: agreed", "-1.2: e5: it stands")), moves: "c7c5 completed"},
		{name: "7.5.5 what was counted stays counted", do: "b1b3 |w " + setKnightOn3 + "e7e5 |b", want: knight, info: []string{"retracted w b1b3"},
			also: all(alerts(0), illegals(1, 0), parts("-1")), moves: "e7e5 completed"},
		{name: "7.5.5 and counts on", do: "e2e4 |w f8f5 |b " + setTwoPawns + "f5f8 d2d4 f8f5 |b", want: "illegal_completed certain b 7.5.1/3.2; illegal_completed certain b 7.5.1/3.2; illegal_second arbiter b 7.5.5",
			also: all(illegals(0, 2), parts("-1.2", "-1: e4: agreed")), end: "* irregular", fen4: fields4(twoPawns)},
		{name: "A.5.2 after a move that stands: no ID is used twice", head: "time rapid", do: "b1b3 |w e7e5 |b " + setTwoPawns + "e5e7 b3b1 e2e4 d2d4 c7c5 |b", want: knight,
			also: parts("-1.3", "-1: Nb3 e5: agreed"), moves: "c7c5 completed"},
		{name: "before anything is played: no part", do: setTwoPawns + "e2e4 d2d4 e7e5 |b", also: parts("-1"), moves: "e7e5 completed"},
		{name: "the tags and the rules stay", head: "tag White Ferrier, Isla; time blitz", do: "e2e4 |w d2d4 " + setTwoPawns, want: "out_of_turn certain w",
			also: func(_ *testing.T, tr *touchmove.Tracker, _ []touchmove.Finding) error {
				if g := tr.Game(); g.Tags["White"] != "Ferrier, Isla" || g.Rules.Time != laws.Blitz || g.Start.FEN() != twoPawns {
					return fmt.Errorf("%+v", g)
				}
				return nil
			}, moves: "e2e4 completed"},
		{name: "9.3 what can be claimed there", do: `e2e4 |w !set_position{"fen":"4k3/8/8/8/8/8/8/R3K3_b_-_-_100_80","why":"-"}`, info: []string{"draw_claimable 9.3.2 b"}, moves: "e2e4 completed"},
	})
}

func TestSetPositionRefused(t *testing.T) {
	set := func(fen string) string { return `set_position {"fen":"` + fen + `","why":"-"}` }
	checkRefusals(t, []refusal{
		{name: "no king", do: "e2e4 |w", command: set("8/8/8/8/8/8/8/4K3 w - - 0 1"), code: "bad_value", text: "Black has no king"},
		{name: "two kings", do: "e2e4 |w", command: set("4k3/8/8/8/8/8/8/K3K3 w - - 0 1"), code: "bad_value", text: "White has kings on"},
		{name: "mate", do: "e2e4 |w", command: set("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1"), code: "bad_value", text: "enter the result"},
		{name: "stalemate", do: "e2e4 |w", command: set("k7/2Q5/8/8/8/8/8/4K3 b - - 0 1"), code: "bad_value", text: "enter the result"},
		{name: "rights of Chess960", do: "e2e4 |w", command: set("4k3/8/8/8/8/8/8/1R2KR2 w F - 0 1"), code: "bad_value", text: "castling"},
		{name: "after the end", do: "e2e4 |w result:0-1", command: set(initial), code: "bad_state", text: "the game is over"},
		{name: "a stale game", do: "e2e4 |w", command: `set_position {"fen":"` + initial + `","why":"-","if_rev":1}`, code: "stale_rev"},
		{name: "another game", do: "e2e4 |w", command: `set_position {"fen":"` + initial + `","why":"-","game_id":"x"}`, code: "other_game"},
		{name: "an earlier part", do: "e2e4 |w d2d4 " + setTwoPawns, command: `set_position {"fen":"` + initial + `","why":"-","game_id":"-1"}`, code: "other_game", text: `"-1.2"`},
	})
}

// TestPartID: parts are counted behind a dot, and on from there.
func TestPartID(t *testing.T) {
	for _, c := range []struct {
		id   string
		n    int
		want string
	}{{"hall-3-7", 1, "hall-3-7"}, {"hall-3-7", 2, "hall-3-7.2"}, {"hall-3-7.2", 1, "hall-3-7.2"}, {"hall-3-7.2", 2, "hall-3-7.3"}, {"x.9", 3, "x.11"}, {"", 2, ".2"}} {
		if got := touchmove.PartID(c.id, c.n); got != c.want {
			t.Errorf("part %d of %q is %q, want %q", c.n, c.id, got, c.want)
		}
	}
}

// TestCommandTakeback: moves that a person takes back are no part of the game, and the
// board has to follow. Touches made for that bind nobody.
func TestCommandTakeback(t *testing.T) {
	none := illegals(0, 0)
	checkTrials(t, []trial{
		{name: "two plies", do: `e2e4 |w e7e5 |b g1f3 |w !takeback{"ply":1} f3g1 e5e7 c7c5 |b`, info: []string{"retracted w g1f3 #10", "retracted b e7e5 #10"},
			none: []string{"displaced", "off_turn_contact"}, also: alerts(0, none), moves: "e2e4 completed, c7c5 completed"},
		{name: "all", do: `e2e4 |w e7e5 |b !takeback{"ply":0} e5e7 e4e2 d2d4 |w`, also: alerts(0), moves: "d2d4 completed"},
		{name: "in another order, and the new move meanwhile", do: `e2e4 |w !takeback{"ply":0} d2d4 e4e2 |w e7e5 |b`, moves: "d2d4 completed, e7e5 completed"},
		{name: "the same move again", do: `e2e4 |w !takeback{"ply":0} e4e2 e2e4 |w`, moves: "e2e4 completed"},
		{name: "the same piece elsewhere at once", do: `e2e4 |w !takeback{"ply":0} e4e3 |w e7e5 |b`, moves: "e2e3 completed, e7e5 completed"},
		{name: "the board shows it already", do: `e2e4 |w e7e5 |b pause e5e7 e4e2 !takeback{"ply":0} resume d2d4 |w`, also: alerts(0), moves: "d2d4 completed"},
		{name: "in a pause", do: `e2e4 |w e7e5 |b pause !takeback{"ply":0} e5e7 e4e2 resume d2d4 |w`, also: alerts(0), moves: "d2d4 completed"},
		{name: "not put back before the clocks start", do: `e2e4 |w e7e5 |b pause !takeback{"ply":0} e5e7 resume e4e2 d2d4 |w`, also: alerts(0), moves: "d2d4 completed"},
		{name: "without a clock", head: "clock no", do: `e2e4 e7e5 g1f3 !takeback{"ply":1} f3g1 e5e7 c7c5 d2d4 ~4000 =`, moves: "e2e4 completed, c7c5 made, d2d4 made"},
		{name: "a board that names no pieces", head: "sensor occupancy", do: `e2e4 |w e7e5 |b g1f3 |w !takeback{"ply":1} f3g1 e5e7 c7c5 |b`, moves: "e2e4 completed, c7c5 completed"},
		{name: "4.3.1 what was touched does not bind", do: `e2e4 |w -g8 +ng8 !takeback{"ply":0} e4e2 d2d4 |w -b8 +nb8 b8c6 |b`, moves: "d2d4 completed, b8c6 completed"},
		{name: "a move that was made only", do: `e2e4 |w e7e5 ~4000 !takeback{"ply":1} e5e7 c7c5 |b`, info: []string{"retracted b e7e5"}, moves: "e2e4 completed, c7c5 completed"},
		{name: "7.5.1 with an illegal move on the board", do: `e2e4 |w f8f5 |b !takeback{"ply":1} f5f8 e7e5 |b`, want: "illegal_completed certain b 7.5.1",
			also: alerts(0, illegals(0, 1)), moves: "e2e4 completed, e7e5 completed"},
		{name: "7.5.1 and to before it", do: `e2e4 |w f8f5 |b !takeback{"ply":0} f5f8 e4e2 d2d4 |w`, want: "illegal_completed certain b 7.5.1", also: alerts(0, illegals(0, 1)),
			moves: "d2d4 completed"},
		{name: "7.5.1 an illegal move not completed", do: `e2e4 |w f8f5 ~1000 !takeback{"ply":1} f5f8 e7e5 |b`, also: alerts(0, none), moves: "e2e4 completed, e7e5 completed"},
		{name: "7.4.1 displaced pieces", do: `e2e4 |w d2d4 !takeback{"ply":1} d4d2 e7e5 |b`, want: "out_of_turn certain w", also: alerts(0), moves: "e2e4 completed, e7e5 completed"},
		{name: "A.5.2 with one that stands", head: "time rapid", do: `b1b3 |w e7e5 |b !takeback{"ply":0} e5e7 b3b1 d2d4 |w`, want: knight, also: alerts(0, illegals(1, 0)),
			moves: "d2d4 completed"},
		{name: "9.2 a claim goes with its move", do: `g1f3 |w g8f6 |b f3g1 |w f6g8 |b g1f3 |w g8f6 |b f3g1 |w f6g8 |b !takeback{"ply":7} g8f6 -g1 +Ng1 e7e5`,
			info: []string{"draw_claimable 9.2.2"}, none: []string{"claim_right_lost"},
			moves: "g1f3 completed, g8f6 completed, f3g1 completed, f6g8 completed, g1f3 completed, g8f6 completed, f3g1 completed, e7e5 made"},
		{name: "the kings have shown a result", fen: "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", do: `a1a2 |w -e1 +Ke4 -e8 +kd5 ~1000 !takeback{"ply":1} d5e8 e4e1 e8e7 |b`,
			info: []string{"result_signal"}, also: alerts(0), moves: "a1a2 completed, e8e7 completed"},
		{name: "nothing is done: nothing is found", do: `e2e4 |w !takeback{"ply":0} ~60000 inspect`, none: []string{"displaced"}, also: alerts(0)},
		{name: "7.4.1 touched, and not put back", do: `e2e4 |w !takeback{"ply":0} -e4 ~15000 =`, want: "displaced arbiter ? 7.4.1", also: alerts(1)},
		{name: "7.4.1 touched, and put back late", do: `e2e4 |w !takeback{"ply":0} -e4 ~15000 +Pe2 e2e4 |w`, want: "displaced arbiter ? 7.4.1", also: alerts(0), moves: "e2e4 completed"},
	})
}

func TestTakebackRefused(t *testing.T) {
	checkRefusals(t, []refusal{
		{name: "nothing has been played", command: `takeback {"ply":0}`, code: "bad_state", text: "nothing has been played after ply 0"},
		{name: "nothing after it", do: "e2e4 |w e7e5 |b", command: `takeback {"ply":2}`, code: "bad_state", text: "nothing has been played after ply 2"},
		{name: "beyond the record", do: "e2e4 |w e7e5 |b", command: `takeback {"ply":3}`, code: "bad_state", text: "beyond the record, which ends with ply 2"},
		{name: "an illegal move is not in the record", do: "e2e4 |w f8f5 |b", command: `takeback {"ply":2}`, code: "bad_state", text: "beyond the record, which ends with ply 1"},
		{name: "after the end", do: "e2e4 |w result:0-1", command: `takeback {"ply":0}`, code: "bad_state", text: "the game is over"},
		{name: "a stale game", do: "e2e4 |w", command: `takeback {"ply":0,"if_rev":1}`, code: "stale_rev"},
		{name: "another game", do: "e2e4 |w", command: `takeback {"ply":0,"game_id":"x"}`, code: "other_game"},
	})
}

const (
	accept = `!ruling{"accept":true} `
	undo   = `!ruling{"accept":false} `
)

// alerts checks how many things need a person at the end.
func alerts(want int, also ...func(*testing.T, *touchmove.Tracker, []touchmove.Finding) error) func(*testing.T, *touchmove.Tracker, []touchmove.Finding) error {
	return func(t *testing.T, tr *touchmove.Tracker, found []touchmove.Finding) error {
		if got := tr.LastGame().Alerts; len(got) != want {
			return fmt.Errorf("alerts %+v, want %d", got, want)
		}
		for _, check := range also {
			if err := check(t, tr, found); err != nil {
				return err
			}
		}
		return nil
	}
}

// TestRulingAccepts: an illegal move that the arbiter lets stand is part of the game, in
// standard chess too, and still counts as an offence (7.5.5).
func TestRulingAccepts(t *testing.T) {
	both := knight + "; illegal_completed certain b 7.5.1/3.6"
	mate := "8/3k4/8/3K4/8/r7/8/7R w - - 0 1"
	checkTrials(t, []trial{
		{name: "completed", do: "b1b3 |w " + accept + "e7e5 |b", want: knight, info: []string{"illegal_stands 7.5.1 w b1b3 #4"}, also: alerts(0, illegals(1, 0)),
			moves: "b1b3 illegal_stands, e7e5 completed"},
		{name: "completed, rapid: as A.5.2, but at once", head: "time rapid", do: "b1b3 |w " + accept, want: knight, info: []string{"illegal_stands A.5.2 w b1b3 #4"},
			also: alerts(0, illegals(1, 0)), moves: "b1b3 illegal_stands"},
		{name: "completed, and play went on", do: "b1b3 |w e7e5 |b e2e4 |w " + accept + "d7d5 |b", want: knight, info: []string{"illegal_stands w b1b3"}, also: alerts(0, illegals(1, 0)),
			moves: "b1b3 illegal_stands, e7e5 completed, e2e4 completed, d7d5 completed"},
		{name: "completed just before", do: "b1b3 |w ~50 " + accept + "e7e5 |b", want: "illegal_completed certain w 7.5.1/3.6 #4", also: alerts(0, illegals(1, 0)),
			moves: "b1b3 illegal_stands, e7e5 completed"},
		{name: "not completed: nothing is counted", do: "b1b3 ~1000 " + accept + "|w e7e5 |b", info: []string{"illegal_not_completed", "illegal_stands 7.5.1 w b1b3 #3"},
			also: alerts(0, illegals(0, 0)), moves: "b1b3 illegal_stands, e7e5 completed"},
		{name: "both players' illegal moves", do: "b1b3 |w g8g6 |b " + accept + "e2e4 |w", want: both, info: []string{"illegal_stands w b1b3", "illegal_stands b g8g6"},
			also: alerts(0, illegals(1, 1)), moves: "b1b3 illegal_stands, g8g6 illegal_stands, e2e4 completed"},
		{name: "5.1.1 mate after it is mate", fen: mate, do: "h1h8 |w d7d8 |b d5d6 |w " + accept,
			want:  "illegal_completed certain b 7.5.1; checkmate arbiter w 5.1.1; checkmate certain w 5.1.1 #10",
			moves: "h1h8 completed, d7d8 illegal_stands, d5d6 completed", end: "1-0 ended", also: alerts(0)},
		{name: "5.1.1 mate by it is none", fen: "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", do: "-a1 +Rb8 |w " + accept, want: "illegal_completed certain w 7.5.1; checkmate arbiter w 5.1.1",
			moves: "a1b8 illegal_stands"},
		{name: "an act that is not pressed, after one that was", head: "time standard", do: "b1b3 |w b8b6 " + accept + "|b e2e4 |w", want: knight,
			info: []string{"illegal_stands w", "illegal_stands b"}, moves: "b1b3 illegal_stands, b8b6 illegal_stands, e2e4 completed"},
	})
}

// TestRulingUndoes: an illegal move that is undone is replaced according to 7.5.1. While
// the pieces are being put back nothing is an irregularity or a touch.
func TestRulingUndoes(t *testing.T) {
	checkTrials(t, []trial{
		{name: "completed", do: "b1b3 |w " + undo + "b3b1 b1c3 |w e7e5 |b", want: knight, info: []string{"retracted w b1b3 #4"}, open: []string{"7: b1a3 b1c3"},
			also: alerts(0, illegals(1, 0)), moves: "b1c3 completed, e7e5 completed"},
		{name: "7.5.1/4.3.1 another piece moves", do: "b1b3 |w " + undo + "b3b1 e2e4 |w", want: knight + "; touch_breach suspected w 7.5.1/4.3.1", also: illegals(1, 0), moves: "e2e4 completed"},
		{name: "put right by going on", do: "b1b3 |w " + undo + "b3c3 |w e7e5 |b", want: knight, also: alerts(0, illegals(1, 0)), moves: "b1c3 completed, e7e5 completed"},
		{name: "put back in a pause, before the ruling", do: "b1b3 |w pause b3b1 " + undo + "resume b1c3 |w e7e5 |b", want: knight, also: alerts(0, illegals(1, 0)),
			moves: "b1c3 completed, e7e5 completed"},
		{name: "put back in a pause, after it", do: "b1b3 |w pause " + undo + "b3b1 resume b1c3 |w e7e5 |b", want: knight, also: alerts(0, illegals(1, 0)),
			moves: "b1c3 completed, e7e5 completed"},
		{name: "with what was played after it", do: "b1b3 |w e7e5 |b e2e4 |w " + undo + "e4e2 e5e7 b3b1 b1c3 |w d7d5 |b", want: knight,
			info: []string{"retracted w e2e4 #10", "retracted b e7e5 #10", "retracted w b1b3 #10"}, also: alerts(0, illegals(1, 0)), moves: "b1c3 completed, d7d5 completed"},
		{name: "the last of two, and then the first", do: "b1b3 |w g8g6 |b " + undo + "g6g8 " + undo + "b3b1 b1c3 |w", want: knight + "; illegal_completed certain b 7.5.1/3.6",
			also: alerts(0, illegals(1, 1)), moves: "b1c3 completed"},
		{name: "the last of two: the first still needs a person", do: "b1b3 |w g8g6 |b " + undo + "g6g8", want: knight + "; illegal_completed certain b 7.5.1/3.6",
			also: alerts(1, illegals(1, 1)), end: "* irregular", fen4: fields4(initial)},
		{name: "not completed: another piece moves", do: "b1b3 ~1000 " + undo + "b3b1 e2e4 |w", info: []string{"illegal_not_completed"}, want: "touch_breach suspected w 7.5.1/4.3.1",
			also: alerts(0, illegals(0, 0)), moves: "e2e4 completed"},
		{name: "not completed: the touched piece moves", do: "b1b3 ~1000 " + undo + "b3b1 b1c3 |w", also: alerts(0, illegals(0, 0)), moves: "b1c3 completed"},
		{name: "an illegal capture", fen: pawnBite, do: "-d5 -g1 +Nd5 |w " + undo + "-d5 +Ng1 +pd5 e4d5 |w", want: "illegal_completed certain w 7.5.1", also: alerts(0, illegals(1, 0)),
			moves: "e4d5 completed"},
		{name: "nothing is done: nothing is found", do: "b1b3 |w " + undo, want: knight, none: []string{"displaced"}, also: alerts(0, illegals(1, 0))},
		{name: "7.4.1 played on over it", do: "b1b3 |w " + undo + "e7e5 |b", want: knight + "; displaced arbiter ? 7.4.1", also: alerts(1)},
		{name: "7.4.1 played on over it, then put back", do: "b1b3 |w " + undo + "e7e5 |b ~20000 e5e7 b3b1 b1c3 |w", want: knight + "; displaced arbiter ? 7.4.1",
			also: alerts(0), moves: "b1c3 completed"},
	})
}

// TestRulingOnBreach: a breach of Article 4 does not count as an offence. If the move is to
// stand, it is like any other; if it is undone, its player is bound by what he touched.
func TestRulingOnBreach(t *testing.T) {
	const breach = "touch_breach suspected w 4.3.1"
	mate := "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"
	none := illegals(0, 0)
	checkTrials(t, []trial{
		{name: "let stand", do: "-g1 +Ng1 e2e4 |w " + accept + "e7e5 |b", want: breach, none: []string{"touch_claim_lapsed"}, also: none, moves: "e2e4 completed, e7e5 completed"},
		{name: "5.1.1 mate by it is certain then", fen: mate, do: "-g1 +Kg1 a1a8 |w " + accept, want: breach + "; checkmate arbiter w 5.1.1; checkmate certain w 5.1.1 #6", also: none,
			moves: "a1a8 completed", end: "1-0 ended"},
		{name: "5.1.1 mate, not pressed", fen: mate, do: "-g1 +Kg1 a1a8 " + accept, want: breach + "; checkmate arbiter w 5.1.1; checkmate certain w 5.1.1 #5",
			moves: "a1a8 completed", end: "1-0 ended"},
		{name: "undone", do: "-g1 +Ng1 e2e4 |w " + undo + "e4e2 g1f3 |w e7e5 |b", want: breach, info: []string{"retracted w e2e4 #6"}, open: []string{"9: g1f3 g1h3"}, also: none,
			moves: "g1f3 completed, e7e5 completed"},
		{name: "undone, and broken again", do: "-g1 +Ng1 e2e4 |w " + undo + "e4e2 d2d4 |w", want: breach + "; touch_breach suspected w 4.3.1 #10", moves: "d2d4 completed"},
		{name: "undone before the press", do: "-g1 +Ng1 e2e4 " + undo + "e4e2 g1f3 |w", want: breach, moves: "g1f3 completed"},
		{name: "5.1.1 mate undone", fen: mate, do: "-g1 +Kg1 a1a8 |w " + undo + "a8a1 g1f1 |w", want: breach + "; checkmate arbiter w 5.1.1", moves: "g1f1 completed"},
		{name: "4.7 let go on another square", do: "e2e3 e3e4 |w " + undo + "e4e3 |w", want: "release_breach suspected w 4.7", moves: "e2e3 completed"},
		{name: "4.4.2 the rook first", fen: bothCastle, do: "-h1 -e1 +Kg1 +Rf1 |w " + undo + "-g1 -f1 +Ke1 +Rh1 h1g1 |w", want: "castle_rook_first suspected w 4.4.2",
			moves: "h1g1 completed"},
		{name: "4.4.4 the first piece stays", fen: pawnTwoWays, do: "-f7 +Qf8 -f8 +Rf8 |w " + undo + "-f8 +Pf7 -f7 +Qf8 |w", want: "promotion_changed certain w 4.4.4",
			moves: "f7f8q completed"},
	})
}

// TestRulingOnDisorder: pieces that were moved out of turn or displaced are to be
// put back, and nobody is bound by that.
func TestRulingOnDisorder(t *testing.T) {
	twice := "out_of_turn certain w 1.2/7.5"
	checkTrials(t, []trial{
		{name: "out of turn", do: "e2e4 |w d2d4 " + undo + "d4d2 e7e5 |b", want: twice, also: alerts(0), moves: "e2e4 completed, e7e5 completed"},
		{name: "out of turn, not put back yet", do: "e2e4 |w d2d4 " + undo, want: twice, also: alerts(1), moves: "e2e4 completed"},
		{name: "7.4.1 displaced", do: "e2e4 |w ~0 -a1 +Ra4 ~1000 " + undo + "a4a1 e7e5 |b", info: []string{"displaced"}, also: alerts(0), moves: "e2e4 completed, e7e5 completed"},
		{name: "7.4.1 his own pieces, put back one by one", fen: pawnBite, do: "-b1 -g1 +Nb4 +Ng4 ~2000 " + undo + "b4b1 g4g1 d2d4 |w", info: []string{"displaced"}, none: []string{"touch_breach"},
			also: alerts(0), moves: "d2d4 completed"},
	})
}

// TestRulingEditions: the same under texts without completion, without restoration, or
// without the lapse of a claim.
func TestRulingEditions(t *testing.T) {
	const made = "illegal_made certain w 9(1)/6"
	checkTrials(t, []trial{
		{name: "1971: let stand", head: "rules fide-1971", do: "b1b3 ~4000 " + accept + "e7e5", want: made, info: []string{"illegal_stands w b1b3"}, also: alerts(0),
			moves: "b1b3 illegal_stands, e7e5 made"},
		{name: "1971 9(1): the touched piece moves", head: "rules fide-1971", do: "b1b3 ~4000 " + undo + "b3b1 b1c3 e7e5", want: made, also: alerts(0), moves: "b1c3 made, e7e5 made"},
		{name: "1971 9(1): another piece moves", head: "rules fide-1971", do: "b1b3 ~4000 " + undo + "b3b1 e2e4", want: made + "; touch_breach suspected w 9(1)/8(1)", moves: "e2e4 made"},
		{name: "1971: a breach undone binds by itself", head: "rules fide-1971", do: "-g1 +Ng1 e2e4 " + undo + "e4e2 g1f3", want: "touch_breach suspected w 8(1)", moves: "g1f3 made"},
		{name: "1997: the claim of a release does not lapse by a touch", head: "rules fide-1997", do: "e2e3 e3e4 |w -e7 +pe7 " + undo + "e4e3 |w", want: "release_breach suspected w",
			moves: "e2e3 completed"},
		{name: "1997: that of a touch does", head: "rules fide-1997", do: "-g1 +Ng1 e2e4 |w -e7 +pe7", want: "touch_breach suspected w", info: []string{"touch_claim_lapsed"},
			moves: "e2e4 completed"},
		{name: "Bilguer: the opponent has let it stand", head: "rules bilguer-1891", do: "b1b3 ~4000 " + accept + "e7e5", want: "illegal_made certain w", also: alerts(0),
			moves: "b1b3 illegal_stands, e7e5 made"},
	})
}

func TestRulingRefused(t *testing.T) {
	const yes, no = `ruling {"accept":true}`, `ruling {"accept":false}`
	checkRefusals(t, []refusal{
		{name: "nothing has been played", do: "", command: no, code: "bad_state", text: "nothing is irregular"},
		{name: "nothing is irregular", do: "e2e4 |w e7e5 |b", command: yes, code: "bad_state", text: "nothing is irregular"},
		{name: "ruled on before", do: "b1b3 |w " + accept, command: no, code: "bad_state", text: "nothing is irregular"},
		{name: "put right", do: "b1b3 b3c3 |w", command: no, code: "bad_state", text: "nothing is irregular"},
		{name: "4.8 the claim has lapsed", do: "-g1 +Ng1 e2e4 |w -e7 +pe7", command: no, code: "bad_state", text: "nothing is irregular"},
		{name: "answered", do: "-g1 +Ng1 e2e4 |w e7e5 |b", command: no, code: "bad_state", text: "nothing is irregular"},
		{name: "out of turn cannot stand", do: "e2e4 |w d2d4", command: yes, code: "bad_state", text: "set_position"},
		{name: "displaced cannot stand", do: "e2e4 |w -a1 +Ra4 ~3000 =", command: yes, code: "bad_state", text: "set_position"},
		{name: "no king", fen: "4r1k1/8/8/8/8/8/8/4K1N1 b - - 0 1", do: "-e1 e8e1 |b", command: yes, code: "bad_state", text: "without a king"},
		{name: "no king, not completed", fen: "4r1k1/8/8/8/8/8/8/4K1N1 b - - 0 1", do: "-e1 e8e1", command: yes, code: "bad_state", text: "without a king"},
		{name: "after the end", do: "b1b3 |w result:0-1", command: yes, code: "bad_state", text: "the game is over"},
		{name: "a stale game", do: "b1b3 |w", command: `ruling {"accept":true,"if_rev":1}`, code: "stale_rev", text: ""},
		{name: "another game", do: "b1b3 |w", command: `ruling {"accept":true,"game_id":"x"}`, code: "other_game", text: ""},
	})
}
