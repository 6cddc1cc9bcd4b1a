package touchmove_test

import "testing"

// mateOnA8: the rook mates on a8.
const mateOnA8 = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"

// TestCorrect: a ply of the record is another move than the board showed. The
// later plies stay, and the pieces are to be put where they belong.
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
