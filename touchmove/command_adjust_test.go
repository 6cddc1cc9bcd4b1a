package touchmove_test

import "testing"

const adjustW = `!adjust{"side":"w"} `

// TestAdjust: 4.2.1: the player having the move may adjust pieces, if he says so
// first. What he touches then binds to nothing; what he moves is moved.
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
