package touchmove_test

import "testing"

// TestCommandTakeback: moves that a person takes back are no part of the game, and the
// board has to follow. What is touched for that binds nobody.
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
