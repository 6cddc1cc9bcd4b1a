package touchmove_test

import (
	"strings"
	"testing"
)

// TestEnd: 5.1.1, 5.2.1, 5.2.2, 9.6: what ends a game by itself, if nothing is
// suspected of the move that does.
func TestEnd(t *testing.T) {
	const (
		backRank = "6k1/5ppp/8/8/8/8/5PPP/R3N1K1 w - - 0 1"
		corner   = "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1"
		long     = "7k/8/6K1/8/8/8/8/R7 w - - 149 150"
	)
	mate := "checkmate certain w 5.1.1 #2"
	checkTrials(t, []trial{
		{name: "5.1.1 mate", fen: backRank, do: "a1a8", want: mate, moves: "a1a8 completed", end: "1-0 ended"},
		{name: "5.1.1 mate, and pressed", fen: backRank, do: "a1a8 |w", want: mate, moves: "a1a8 completed", end: "1-0 ended"},
		{name: "5.1.1 mate by Black", fen: "r3n1k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1", do: "a8a1", want: "checkmate certain b 5.1.1", moves: "a8a1 completed", end: "0-1 ended"},
		{name: "6.2.1.1 mate, and the result entered at once", fen: backRank, do: "a1a8 result:1-0", want: mate, moves: "a1a8 completed", end: "1-0 ended"},
		{name: "5.1.1 what follows is no game", fen: backRank, do: "a1a8 -g8 +kh8 a8a1", want: mate, moves: "a1a8 completed", end: "1-0 post_mortem"},
		{name: "5.1.1 a check is none", fen: "6k1/6pp/8/8/8/8/5PPP/R3N1K1 w - - 0 1", do: "a1a8 |w", moves: "a1a8 completed"},
		{name: "5.1.1 the piece passes over the mating square", fen: "7k/6pp/8/8/8/8/6PP/R5K1 w - - 0 1", do: "-a1 +Ra8 ~100 -a8 +Ra7 |w", none: []string{"checkmate"}, moves: "a1a7 completed"},
		{name: "5.1.1 mate in breach of 4.3.1", fen: backRank, do: "-e1 +Ne1 a1a8", want: "touch_breach suspected w 4.3.1; checkmate arbiter w 5.1.1", moves: "a1a8 made"},
		{name: "5.1.1 mate in breach of 4.7", fen: backRank, do: "-a1 +Ra7 -a7 +Ra8", want: "release_breach suspected w 4.7; checkmate arbiter w 5.1.1", moves: "a1a8 made"},
		{name: "5.1.1 mate by an illegal move ends nothing", fen: "6k1/5ppp/8/8/8/8/1R3PPP/4N1K1 w - - 0 1", do: "b2a8 |w", want: "illegal_completed certain w 7.5.1",
			none: []string{"checkmate"}, end: "* irregular"},
		{name: "5.2.1 stalemate", fen: corner, do: "g1g6", want: "stalemate certain - 5.2.1", moves: "g1g6 completed", end: "1/2-1/2 ended"},
		{name: "5.2.1 stalemate in breach of 4.3.1", fen: corner, do: "-f6 +Kf6 g1g6", want: "touch_breach suspected w 4.3.1; stalemate arbiter - 5.2.1", moves: "g1g6 made"},
		{name: "5.2.2 bare kings", fen: "8/8/8/8/4k3/8/1r6/K7 w - - 0 1", do: "-b2 a1b2", want: "dead_position certain - 5.2.2", moves: "a1b2 completed", end: "1/2-1/2 ended"},
		{name: "5.2.2 a knight", fen: "8/8/8/8/4k3/8/1r6/K6N w - - 0 1", do: "-b2 a1b2", want: "dead_position certain - 5.2.2", moves: "a1b2 completed", end: "1/2-1/2 ended"},
		{name: "5.2.2 two knights are not dead", fen: "8/8/8/8/4k3/8/1r6/K5NN w - - 0 1", do: "-b2 a1b2 |w", none: []string{"dead_position"}, moves: "a1b2 completed"},
		{name: "5.2.2 knight against knight is not", fen: "8/8/8/8/4k3/8/1r6/K5Nn w - - 0 1", do: "-b2 a1b2 |w", none: []string{"dead_position"}, moves: "a1b2 completed"},
		{name: "5.2.2 bishops of one colour", fen: "8/8/4k3/8/3b4/2P5/8/K1B5 b - - 0 1", do: "-c3 d4c3", want: "dead_position certain - 5.2.2", moves: "d4c3 completed", end: "1/2-1/2 ended"},
		{name: "5.2.2 bishops of two colours are not", fen: "8/8/4k3/8/3b4/2P5/8/KB6 b - - 0 1", do: "-c3 d4c3 |b", none: []string{"dead_position"}, moves: "d4c3 completed"},
		{name: "9.6.2 75 moves", fen: long, do: "a1b1", want: "seventyfive certain - 9.6.2", moves: "a1b1 completed", end: "1/2-1/2 ended"},
		{name: "9.6.2 mate on the last of them", fen: long, do: "a1a8", want: mate, none: []string{"seventyfive"}, moves: "a1a8 completed", end: "1-0 ended"},
		{name: "9.6.2 stalemate on the last of them", fen: strings.Replace(corner, "0 1", "149 150", 1), do: "g1g6", want: "stalemate certain - 5.2.1", moves: "g1g6 completed", end: "1/2-1/2 ended"},
		{name: "9.6.2 one short of it", fen: strings.Replace(long, "149", "148", 1), do: "a1b1 |w", none: []string{"seventyfive"}, moves: "a1b1 completed"},
		{name: "9.6.2 in breach of 4.3.1", fen: long, do: "-g6 +Kg6 a1b1", want: "claim_right_lost suspected w 9.4; touch_breach suspected w 4.3.1; seventyfive arbiter - 9.6.2", moves: "a1b1 made"},
	})
}

const (
	there     = "g1f3 |w g8f6 |b f3g1 |w f6g8 |b "
	thereDone = "g1f3 completed, g8f6 completed, f3g1 completed, f6g8 completed"
)

// TestRepetition: 9.2, 9.4, 9.6.1.
func TestRepetition(t *testing.T) {
	twice := thereDone + ", " + thereDone
	checkTrials(t, []trial{
		{name: "9.2.2 three times", do: there + there, info: []string{"draw_claimable 9.2.2 w #23"}, none: []string{"fivefold"}, moves: twice},
		{name: "9.2.1 by a move not yet played", do: there + "g1f3 |w g8f6 |b f3g1 |w", info: []string{"draw_claimable_by_move 9.2.1 b f6g8"}, none: []string{"draw_claimable"},
			moves: thereDone + ", g1f3 completed, g8f6 completed, f3g1 completed"},
		{name: "9.2.1 not yet", do: there + "g1f3 |w", none: []string{"draw_claimable_by_move"}, moves: thereDone + ", g1f3 completed"},
		{name: "9.2.2 twice is not enough", do: there, none: []string{"draw_claimable"}, moves: thereDone},
		{name: "9.4 lost by a touch", do: there + there + "-e2 +Pe2", want: "claim_right_lost suspected w 9.4 #26", moves: twice},
		{name: "9.4 not lost yet", do: there + there + "pause", none: []string{"claim_right_lost"}, moves: twice, end: "* paused"},
		{name: "9.4 not by the opponent's hand on his own piece", do: there + there + "-a7 +pa7", none: []string{"claim_right_lost"}, moves: twice},
		{name: "9.4 not by a bounce", do: there + there + "-e2 ~15 +Pe2", none: []string{"claim_right_lost"}, moves: twice},
		{name: "9.6.1 five times", fen: shuffle, do: strings.Repeat(shuffled, 3) + "b1a1 |w h8g8 |b a1b1 |w g8h8", want: "fivefold certain - 9.6.1 #47",
			moves: strings.Repeat(shuffledDone+", ", 3) + shuffledDone, end: "1/2-1/2 ended"},
		{name: "9.6.1 five times, in breach of 4.3.1", fen: shuffle, do: strings.Repeat(shuffled, 3) + "b1a1 |w h8g8 |b -g2 +Kg2 a1b1 |w g8h8 |b",
			want:  "claim_right_lost suspected w 9.4; touch_breach suspected w 4.3.1; fivefold certain - 9.6.1",
			moves: strings.Repeat(shuffledDone+", ", 3) + shuffledDone, end: "1/2-1/2 ended"},
		{name: "9.6.1 four times is not enough", fen: shuffle, do: strings.Repeat(shuffled, 3),
			none: []string{"fivefold"}, moves: strings.Repeat(shuffledDone+", ", 2) + shuffledDone},
		{name: "9.6.1 five times the initial position", do: there + there + there + "g1f3 |w g8f6 |b f3g1 |w f6g8", want: "fivefold certain - 9.6.1",
			moves: twice + ", " + twice, end: "1/2-1/2 ended"},
	})
}

// In shuffle the rook goes to and fro and the king answers.
const (
	shuffle      = "7k/8/8/8/8/6P1/6K1/1R6 w - - 0 1"
	shuffled     = "b1a1 |w h8g8 |b a1b1 |w g8h8 |b "
	shuffledDone = "b1a1 completed, h8g8 completed, a1b1 completed, g8h8 completed"
)

// TestFiftyMoves: 9.3, 9.4.
func TestFiftyMoves(t *testing.T) {
	at := func(n string) string { return "7k/8/6K1/8/8/8/8/R7 w - - " + n + " 100" }
	checkTrials(t, []trial{
		{name: "9.3.2 fifty", fen: at("99"), do: "a1b1 |w", info: []string{"draw_claimable 9.3.2 b #3"}, moves: "a1b1 completed"},
		{name: "9.3.2 made, not completed", fen: at("99"), head: "clock yes", do: "a1b1 ~9000 inspect", none: []string{"draw_claimable"}, moves: "a1b1 made"},
		{name: "9.3.2 completed later", fen: at("99"), head: "clock yes", do: "a1b1 ~9000 |w", info: []string{"draw_claimable 9.3.2 b #3"}, also: once("draw_claimable"), moves: "a1b1 completed"},
		{name: "9.3.2 answered before it is completed", fen: at("99"), head: "clock yes", do: "a1b1 h8g8 |w", none: []string{"draw_claimable"}, moves: "a1b1 completed, h8g8 made"},
		{name: "9.4 touched before it is completed", fen: at("99"), head: "clock yes", do: "a1b1 -h8 +kh8 |w", none: []string{"draw_claimable", "claim_right_lost"}, moves: "a1b1 completed"},
		{name: "9.3.2 by the next move", fen: at("99"), head: "clock yes", do: "a1b1 h8g8 b1c1 |w", info: []string{"draw_claimable 9.3.2 b #7"}, also: once("draw_claimable"),
			moves: "a1b1 completed, h8g8 made, b1c1 completed"},
		{name: "9.3.2 made, and then the first press", fen: at("99"), do: "a1b1 ~4000 |w", info: []string{"draw_claimable 9.3.2 b #3"}, also: once("draw_claimable"), moves: "a1b1 completed"},
		{name: "9.3.2 answered, and so there is no clock", fen: at("99"), do: "a1b1 h8g8", info: []string{"draw_claimable 9.3.2 w #4"}, also: once("draw_claimable"), moves: "a1b1 made, h8g8 made"},
		{name: "9.3.2 without a clock nobody sees that it is completed", fen: at("99"), head: "clock no", do: "a1b1", info: []string{"draw_claimable 9.3.2 b #2"}, moves: "a1b1 made"},
		{name: "9.2.2 of 2023 has just appeared, completed or not", head: "clock yes; moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1", do: "f6g8", info: []string{"draw_claimable 9.2.2 w #2"},
			moves: played("g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1") + ", f6g8 made"},
		{name: "9.3 of 1997: it has been played, and who claims must have the move", fen: at("99"), head: "rules fide-1997; clock yes", do: "a1b1 ~4000 |w",
			info: []string{"draw_claimable 9.3 b #3"}, also: once("draw_claimable"), moves: "a1b1 completed"},
		{name: "9.2 of 1997: who claims must have the move", head: "rules fide-1997; clock yes; moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1", do: "f6g8 ~4000 |b",
			info: []string{"draw_claimable 9.2 w #3"}, also: once("draw_claimable"), moves: played("g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1") + ", f6g8 completed"},
		{name: "12(4) of 1971 knows no completion", fen: at("99"), head: "rules fide-1971", do: "a1b1", info: []string{"draw_claimable 12(4) b #2"}, moves: "a1b1 made"},
		{name: "9.3.1 by a move not yet played", fen: at("98"), do: "a1b1 |w", info: []string{"draw_claimable_by_move 9.3.1 b"}, moves: "a1b1 completed"},
		{name: "9.3.1 two short of it", fen: at("97"), do: "a1b1 |w", none: []string{"draw_claimable_by_move"}, moves: "a1b1 completed"},
		{name: "9.3.2 one short of it", fen: at("98"), do: "a1b1 |w", none: []string{"draw_claimable"}, moves: "a1b1 completed"},
		{name: "9.3.2 still so a move later", fen: at("99"), do: "a1b1 |w h8g8 |b", info: []string{"draw_claimable 9.3.2 w"},
			moves: "a1b1 completed, h8g8 completed"},
		{name: "9.3.2 true from the start", fen: at("100"), do: "pause", info: []string{"draw_claimable 9.3.2 w #0"}, end: "*"},
		{name: "9.3.2 a capture starts it anew", fen: "7k/8/6K1/8/8/8/1n6/1R6 w - - 99 100", do: "-b2 b1b2 |w", none: []string{"draw_claimable"}, moves: "b1b2 completed"},
		{name: "9.4 lost by a touch", fen: at("99"), do: "a1b1 |w -h8 +kh8", want: "claim_right_lost suspected b 9.4 #5", moves: "a1b1 completed"},
	})
}

// TestFlag: 6.8, 6.9, A.5.3: what the clock shows decides nothing.
func TestFlag(t *testing.T) {
	backRank := "6k1/5ppp/8/8/8/8/5PPP/R3N1K1 w - - 0 1"
	drawn := remedy("flag_fall", offence{result: "1/2-1/2"})
	checkTrials(t, []trial{
		{name: "6.8 the flag", fen: backRank, do: "flag:w", want: "flag_fall arbiter w 6.8"},
		{name: "6.8 the opponent's", fen: backRank, do: "a1a2 |w flag:b", want: "flag_fall arbiter b 6.8", moves: "a1a2 completed"},
		{name: "6.8 mate after it, before it is claimed", fen: backRank, do: "-a1 flag:w +Ra8", want: "flag_fall arbiter w 6.8 #2; checkmate certain w 5.1.1", moves: "a1a8 completed", end: "1-0 ended"},
		{name: "6.8 mate before it", fen: backRank, do: "a1a8 flag:b", want: "checkmate certain w 5.1.1", moves: "a1a8 completed", end: "1-0 ended"},
		{name: "6.8 mate long before it", fen: backRank, do: "a1a8 ~5000 flag:b", want: "checkmate certain w 5.1.1", moves: "a1a8 completed", end: "1-0 ended"},
		{name: "6.9 a bare king cannot mate", fen: "8/8/4k3/8/8/8/5Q2/K7 w - - 0 1", do: "flag:w", want: "flag_fall arbiter w 6.9", also: drawn},
		{name: "6.9 a knight cannot against a queen", fen: "8/8/4k3/8/3n4/8/5Q2/K7 w - - 0 1", do: "flag:w", want: "flag_fall arbiter w 6.9", also: drawn},
		{name: "6.9 but against a pawn it may", fen: "8/8/4k3/8/3n4/8/5P2/K7 w - - 0 1", do: "flag:w", want: "flag_fall arbiter w 6.9"},
		{name: "A.5.3 rapid", fen: backRank, head: "time rapid", do: "flag:w", want: "flag_fall arbiter w A.5.3"},
		{name: "A.4 rapid, full supervision", fen: backRank, head: "time rapid; supervision full", do: "flag:w", want: "flag_fall arbiter w 6.8"},
		{name: "6.8 a flag ends nothing", fen: backRank, do: "flag:w a1a2 |w g8f8 |b", want: "flag_fall arbiter w 6.8", moves: "a1a2 completed, g8f8 completed"},
	})
}
