package touchmove_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/laws"
)

// TestEnd: 5.1.1, 5.2.1, 5.2.2, 9.6: what ends a game by itself, if no breach is suspected
// in the move that ends it.
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
		{name: "5.1.1 mate that nobody heeds: the game goes on", do: "f2f3 |w e7e5 |b g2g4 |w -d8 +qh4 ~4000 -h4 +qg5 |b d2d4 |w b8c6 |b", want: "checkmate certain b 5.1.1; release_breach suspected b 4.7",
			info: []string{"result_taken_back -", "retracted b d8h4"}, moves: "f2f3 completed, e7e5 completed, g2g4 completed, d8g5 completed, d2d4 completed, b8c6 completed"},
		{name: "5.1.1 mate that is taken back with the ply before: the game goes on", do: "f2f3 |w e7e5 |b g2g4 |w d8h4 |b ~1500 -h4 +qd8 ~800 -g4 +Pg2 ~2000 d2d4 -b8 |w +nc6 |b c2c4 |w g8f6 |b",
			want: "checkmate certain b 5.1.1", info: []string{"result_taken_back -", "retracted b d8h4"}, moves: "f2f3 completed, e7e5 completed, d2d4 completed, b8c6 completed, c2c4 completed, g8f6 completed"},
		{name: "5.1.1 what one player alone goes on with is no game", do: "f2f3 |w e7e5 |b g2g4 |w -d8 +qh4 ~4000 -h4 +qg5 |b", want: "checkmate certain b 5.1.1",
			none: []string{"result_taken_back"}, moves: "f2f3 completed, e7e5 completed, g2g4 completed, d8h4 completed", end: "0-1 post_mortem"},
		{name: "5.1.1 nor what has rested, but is not pressed", do: "f2f3 |w e7e5 |b g2g4 |w -d8 +qh4 ~4000 -h4 +qg5 |b |w d2d4 ~5000 |b ~5000", want: "checkmate certain b 5.1.1",
			none: []string{"result_taken_back"}, moves: "f2f3 completed, e7e5 completed, g2g4 completed, d8h4 completed", end: "0-1 post_mortem"},
		{name: "5.1.1 nor what nobody presses", do: "f2f3 |w e7e5 |b g2g4 |w -d8 +qh4 ~4000 -h4 +qg5 d2d4 b8c6 g1h3 g5g6", want: "checkmate certain b 5.1.1",
			none: []string{"result_taken_back"}, moves: "f2f3 completed, e7e5 completed, g2g4 completed, d8h4 completed", end: "0-1 post_mortem"},
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

// signals checks which results the kings were found to show, in order.
func signals(want ...string) func(*testing.T, *touchmove.Tracker, []touchmove.Finding) error {
	return func(_ *testing.T, tr *touchmove.Tracker, found []touchmove.Finding) error {
		var got []string
		for _, f := range found {
			if f.Code == laws.ResultSignal {
				got = append(got, f.Text)
			}
		}
		if !slices.Equal(got, want) {
			return fmt.Errorf("signals %q, want %q", got, want)
		}
		return nil
	}
}

// TestSignal: the kings in the centre, a board maker's convention: both on light
// squares 1-0, on dark ones 0-1, on one of each a draw. It is never more than
// info, and none of the kings' steps is a move.
func TestSignal(t *testing.T) {
	const (
		far      = "6k1/5ppp/8/8/8/8/5PPP/R3N1K1 w - - 0 1"
		adjacent = "8/8/3k4/8/8/3K4/8/7R w - - 0 1"
		shown    = "* result_pending"
	)
	white, black, draw := signals("1-0"), signals("0-1"), signals("1/2-1/2")
	before := fields4(adjacent)
	checkTrials(t, []trial{
		{name: "light, light", fen: far, do: "g1e4 g8d5", also: white, fen4: fields4(far), end: shown},
		{name: "light, light, the other way", fen: far, do: "g1d5 g8e4", also: white, end: shown},
		{name: "dark, dark", fen: far, do: "g1d4 g8e5", also: black, end: shown},
		{name: "dark, dark, the other way", fen: far, do: "g1e5 g8d4", also: black, end: shown},
		{name: "light, dark", fen: far, do: "g1e4 g8e5", also: draw, end: shown},
		{name: "dark, light", fen: far, do: "g1d4 g8d5", also: draw, end: shown},
		{name: "both lifted first, as the maker advises", fen: far, do: "-g8 -g1 +Ke4 +kd5", also: white, end: shown},
		{name: "Black's king first", fen: far, do: "g8d5 g1e4", also: white, end: shown},
		{name: "no clock", fen: far, head: "clock no", do: "g1e4 g8d5", also: white, end: shown},
		{name: "the clocks stopped first", fen: far, do: "a1a2 |w pause g1e4 g8d5", also: white, moves: "a1a2 completed", end: shown},
		{name: "the clocks stopped between", fen: far, do: "a1a2 |w g8f8 |b g1e4 pause f8d5", also: white, moves: "a1a2 completed, g8f8 completed", end: shown},
		{name: "the clocks stopped before the log begins to be played", fen: far, do: "pause g1e4 g8d5", also: white, end: shown},
		{name: "a legal king step on the way", fen: adjacent, do: "d3d4 d6d5", also: draw, fen4: before, end: shown},
		{name: "a legal king step of Black's on the way", fen: adjacent, do: "h1h2 |w d6e5 d3e4", also: draw, moves: "h1h2 completed", end: shown},
		{name: "two steps on the way", fen: "8/3k4/8/8/8/2K5/8/7R w - - 0 1", do: "-c3 ~120 +Kd3 ~120 -d3 ~120 +Ke4 d7d5", also: white, end: shown},
		{name: "no clock, a king's step that has stood is a move", fen: far, head: "clock no", do: "a1a2 g8f8 ~17000 -f8 -g1 +Ke4 +kd5", also: white, moves: "a1a2 made, g8f8 made", end: shown},
		{name: "no clock, put back: what follows is no game until a person says so", fen: far, head: "clock no", do: "a1a2 g8f8 ~17000 -f8 -g1 +Ke4 +kd5 ~3000 -e4 +Kg1 -d5 +kf8 ~3000 g1h1 f8e8 a2a3 e8e7 ~9000", also: white,
			moves: "a1a2 made, g8f8 made", end: shown},
		{name: "no clock, put back, and a person says that play goes on", fen: far, head: "clock no", do: "a1a2 g8f8 ~17000 -f8 -g1 +Ke4 +kd5 ~3000 -e4 +Kg1 -d5 +kf8 ~3000 " + takeBackResult + "g1h1 f8e8 a2a3 e8e7 ~9000", also: white,
			moves: "a1a2 completed, g8f8 completed, g1h1 completed, f8e8 completed, a2a3 made, e8e7 made", end: "*"},
		{name: "a board without kinds, both lifted first", fen: far, head: "sensor occupancy", do: "-g1 -g8 +Ke4 +kd5", also: white, fen4: fields4(far), end: shown},
		{name: "a board without kinds, one after the other", fen: far, head: "sensor occupancy", do: "g1d4 g8e5", also: black, end: shown},
		{name: "a board without kinds, after a move", fen: far, head: "sensor occupancy", do: "a1a2 |w g1e4 g8e5", also: draw, moves: "a1a2 completed", end: shown},
		{name: "a board without kinds, put back", fen: far, head: "sensor occupancy", do: "a1a2 |w g1e4 g8d5 e4g1 d5g8 ~4000 g8f8 |b", also: white, moves: "a1a2 completed, g8f8 completed", end: "*"},
		{name: "a board without kinds, one king is none", fen: adjacent, head: "sensor occupancy", do: "d3d4 |w d6c6 |b", also: signals(), moves: "d3d4 completed, d6c6 completed"},
		{name: "no clock, a king's step to the centre that has stood for a while is none", fen: adjacent, head: "clock no", do: "d3e4 ~9000 d6d5", also: white, fen4: before, end: shown},
		{name: "no clock, a king's step to the centre that nothing follows is none yet", fen: adjacent, head: "clock no", do: "d3e4 ~60000 inspect", also: signals(), fen4: before, end: "*"},
		{name: "a king's step to the centre that nobody has pressed is none, however long it has stood", fen: adjacent, do: "h1h2 |w d6e5 ~20000 d3e4", also: draw, moves: "h1h2 completed", end: shown},
		{name: "a king step that was pressed is a move", fen: adjacent, do: "d3e4 |w d6d5", also: white, moves: "d3e4 completed", end: shown},
		{name: "a king pushed through the centre beside the other one", fen: adjacent, head: "clock no", do: "d3e4 -d6 +kd5 ~450 -d5 +kc5 ~800 h1h2 c5b5 h2h3", also: signals("1-0"), moves: "d3e4 completed, d6c5 completed, h1h2 completed, c5b5 made, h2h3 made"},
		{name: "a king pushed through the centre with a clock", fen: adjacent, do: "d3e4 -d6 +kd5 ~450 |w ~50 -d5 +kc5 |b h1h2 |w c5b5 |b", also: signals("1-0"),
			moves: "d3e4 completed, d6c5 completed, h1h2 completed, c5b5 completed"},
		{name: "the pieces are put away after the signal", fen: far, head: "clock no", do: "g1e4 g8d5 ~4000 -a1 -d5 -e4 -f2 -g2 -h2 -e1 -f7 -g7 -h7", also: signals("1-0"), end: shown},
		{name: "the next game is set up after the signal", fen: adjacent, head: "clock no", do: "d3e4 d6d5 ~4000 -h1 +Ra1 -d5 +ke8 -e4 +Ke1 ~3000 +Rh1 +Nb1 +Ng1 +bc8", also: signals("1-0"), end: shown},
		{name: "corrected: the White king", fen: far, do: "g1e4 g8d5 ~1000 -e4 +Kd4", also: signals("1-0", "1/2-1/2"), end: shown},
		{name: "corrected: the Black king", fen: far, do: "g1e4 g8e5 ~2000 -e5 +kd5", also: signals("1/2-1/2", "1-0"), end: shown},
		{name: "passing over a square is none", fen: far, do: "g1e4 -g8 ~100 +ke5 ~100 -e5 ~100 +kd5", also: white, end: shown},
		{name: "taken back: play goes on", fen: far, do: "a1a2 |w g1e4 g8d5 e4g1 d5g8 g8f8 |b", also: white, moves: "a1a2 completed, g8f8 completed", end: "*"},
		{name: "a pawn is taken off for a king, on an occupancy board", head: "sensor occupancy", do: bothMoved + "g1f3 |w b8c6 |b f1c4 |w f8c5 |b d2d3 |w g8f6 |b pause ~1000 -e1 ~400 -e8 ~450 -e4 ~250 +Ke4 ~300 +kd5", also: white,
			moves: "e2e4 completed, e7e5 completed, g1f3 completed, b8c6 completed, f1c4 completed, f8c5 completed, d2d3 completed, g8f6 completed", end: shown},
		{name: "one king alone is none", fen: adjacent, do: "d3d4 ~9000 inspect", also: signals(), end: "*"},
		{name: "a king move to the centre, played", fen: adjacent, do: "d3d4 |w d6c6 |b", also: signals(), moves: "d3d4 completed, d6c6 completed"},
		{name: "a king move to the centre, answered", fen: adjacent, head: "clock no", do: "d3d4 d6c6 h1h2", also: signals(), moves: "d3d4 completed, d6c6 made, h1h2 made"},
		{name: "after mate it is a signal still, and changes nothing", fen: far, do: "a1a8 g1e4 g8d5", want: "checkmate certain w 5.1.1", info: []string{"result_signal - #6"},
			also: white, moves: "a1a8 completed", end: "1-0"},
		{name: "after mate, the clocks stopped", fen: far, do: "a1a8 pause -g1 -g8 +Ke4 +kd5", want: "checkmate certain w 5.1.1", also: white, moves: "a1a8 completed", end: "1-0"},
		{name: "after mate, another result than that", fen: far, do: "a1a8 g1d4 g8e5 ~9000 inspect", want: "checkmate certain w 5.1.1", also: black, moves: "a1a8 completed", end: "1-0"},
		{name: "after stalemate", fen: "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", do: "g1g6 f6e4 h8e5", want: "stalemate certain - 5.2.1", also: draw, moves: "g1g6 completed", end: "1/2-1/2"},
		{name: "after a result that was entered", fen: far, do: "a1a2 |w result:1-0 g1e4 g8d5", also: white, moves: "a1a2 completed", end: "1-0"},
		{name: "after mate, on a board without kinds", fen: far, head: "sensor occupancy", do: "a1a8 -g1 -g8 +Ke4 +kd5", want: "checkmate certain w 5.1.1", also: white,
			moves: "a1a8 completed", end: "1-0"},
		{name: "after mate, one king alone is none", fen: far, do: "a1a8 g1e4 ~9000 inspect", want: "checkmate certain w 5.1.1", also: signals(), moves: "a1a8 completed", end: "1-0"},
		{name: "after mate, only passing over the square is none", fen: far, do: "a1a8 g1e4 -g8 ~100 +kd5 ~100 -d5 +kd6", want: "checkmate certain w 5.1.1", also: signals(),
			moves: "a1a8 completed", end: "1-0"},
		{name: "a person confirms it", fen: far, do: "g1e4 g8d5 result:1-0", also: white, info: []string{"result_reported 5.1/5.2"}, end: "1-0 ended"},
		{name: "a person knows better", fen: far, do: "g1e4 g8d5 result:0-1", also: white, end: "0-1 ended"},
		{name: "and what follows is no game", fen: far, do: "g1e4 g8d5 result:1-0 e4g1 d5g8 a1a8", also: white, none: []string{"checkmate"}, end: "1-0 post_mortem"},
	})
}

// TestResult: a result that a person enters ends the game with the moves made.
func TestResult(t *testing.T) {
	checkTrials(t, []trial{
		{name: "5.1.2 entered", do: "e2e4 |w e7e5 |b result:1-0", moves: "e2e4 completed, e7e5 completed", end: "1-0 ended"},
		{name: "5.2.3 entered", do: "e2e4 |w e7e5 |b result:1/2-1/2", moves: "e2e4 completed, e7e5 completed", end: "1/2-1/2 ended"},
		{name: "with a move made, not completed", do: "e2e4 |w e7e5 result:1-0", moves: "e2e4 completed, e7e5 made", end: "1-0 ended"},
		{name: "with a piece in the air", do: "e2e4 |w -e7 result:1-0", moves: "e2e4 completed", end: "1-0 ended"},
		{name: "and a post-mortem", do: "e2e4 |w e7e5 |b result:1-0 g1f3 |w b8c6 |b", none: []string{"out_of_turn"}, moves: "e2e4 completed, e7e5 completed", end: "1-0 post_mortem"},
	})
}

// TestNextGame: the initial array at rest after the end is the next game's set-up. For a
// game without a result see TestSetUpAgain.
func TestNextGame(t *testing.T) {
	back := "e4e2 e5e7 "
	checkTrials(t, []trial{
		{name: "after a result", do: "e2e4 |w e7e5 |b result:1-0 " + back + "~4000 resume d2d4 |w", info: []string{"board_reset -"}, moves: "d2d4 completed"},
		{name: "after a result, the last game still shown", do: "e2e4 |w e7e5 |b result:1-0 " + back + "~4000 inspect", moves: "e2e4 completed, e7e5 completed", end: "1-0"},
		{name: "while the clocks stand, two plies may have been taken back", do: "e2e4 |w e7e5 |b pause " + back + "~4000 resume d2d4 |w", none: []string{"board_reset"}, moves: "d2d4 completed"},
		{name: "not at once", do: "e2e4 |w e7e5 |b pause " + back + "~500 -e2 +Pe4 e7e5 resume g1f3 |w", none: []string{"board_reset"},
			moves: "e2e4 completed, e7e5 completed, g1f3 completed"},
		{name: "not while the clocks run", do: there + "~9000 -e2 +Pe4 |w", none: []string{"board_reset"}, moves: thereDone + ", e2e4 completed"},
		{name: "offences start anew", do: "b1b3 |w pause b3b1 resume b1c3 |w result:1/2-1/2 c3b1 ~4000 resume b1b3 |w", want: knight + "; illegal_completed certain w 7.5.1/3.6",
			also: illegals(1, 0), end: "* irregular"},
	})
}

// TestTakeback: plies put back in reverse order change the game only when play
// goes on from there.
func TestTakeback(t *testing.T) {
	three := "e2e4 |w e7e5 |b g1f3 |w "
	stands := "e2e4 completed, e7e5 completed, g1f3 completed"
	checkTrials(t, []trial{
		{name: "proved by a press", do: three + "f3g1 e5e7 c7c5 |b g1f3 |w", may: "displaced", moves: "e2e4 completed, c7c5 completed, g1f3 completed"},
		{name: "proved after a pause", do: three + "pause f3g1 e5e7 resume c7c5 |b", may: "displaced", moves: "e2e4 completed, c7c5 completed"},
		{name: "proved without a clock", head: "clock no", do: "e2e4 e7e5 g1f3 ~4000 -f3 +Ng1 e5e7 c7c5 b1c3", may: "displaced", moves: "e2e4 completed, c7c5 made, b1c3 made"},
		{name: "proved without a clock, by the same reply", head: "clock no", do: "e2e4 e7e5 g1f3 ~4000 -f3 +Ng1 e5e7 c7c5 g1f3", may: "displaced", moves: "e2e4 completed, c7c5 made, g1f3 made"},
		{name: "a piece put back is no reply", do: three + "f3g1 e5e7 c7c5 |b", may: "displaced", none: []string{"reply_before_press"}, moves: "e2e4 completed, c7c5 completed"},
		{name: "the move played after it is made and completed", do: three + "f3g1 e5e7 c7c5 |b", may: "displaced", info: []string{"move_made b c7c5", "move_completed b c7c5"},
			moves: "e2e4 completed, c7c5 completed"},
		{name: "4.8 the breach is taken back, too", do: "e2e4 |w e7e5 |b -g1 +Ng1 d2d4 |w pause d4d2 resume g1f3 |w ~5000 -b8", want: "touch_breach suspected w 4.3.1",
			none: []string{"touch_claim_lapsed"}, moves: "e2e4 completed, e7e5 completed, g1f3 completed"},
		{name: "not proved: the pause is never ended", do: three + "pause f3g1 e5e7 c7c5", moves: stands, end: "* paused"},
		{name: "not proved: nothing is played", do: three + "f3g1 e5e7 inspect", may: "displaced", moves: stands, end: "*"},
		{name: "not proved: moved on again", do: three + "pause f3g1 g1f3 resume b8c6 |b", moves: stands + ", b8c6 completed"},
		{name: "not proved: after the end", do: three + "result:1-0 f3g1 e5e7 c7c5", moves: stands, end: "1-0 post_mortem"},
		{name: "not by one player in the other's time", do: three + "f3g1 b1c3 |w", want: "displaced arbiter ? 7.4.1", info: []string{"press_without_effect"}, moves: stands},
	})
}

// TestOutOfTurn: 1.2, 7.5: a player moves though he does not have the move.
func TestOutOfTurn(t *testing.T) {
	none := illegals(0, 0)
	checkTrials(t, []trial{
		{name: "1.2 twice in a row", do: "e2e4 |w d2d4 inspect", want: "out_of_turn certain w 1.2/7.5 #5; out_of_turn certain w 1.2/7.5", also: none, moves: "e2e4 completed"},
		{name: "1.2 twice in a row, put back", do: "e2e4 |w d2d4 d4d2 e7e5 |b", want: "out_of_turn certain w 1.2/7.5", also: none, moves: "e2e4 completed, e7e5 completed"},
		{name: "1.2 Black begins", do: "e7e5", want: "out_of_turn certain b 1.2/7.5", also: none, end: "*"},
		{name: "1.2 twice before the press", do: "e2e4 d2d4 |w", want: "out_of_turn certain w 1.2/7.5", also: none, moves: "e2e4 completed"},
		{name: "1.2 twice before the press, in the middle of a game", do: "e2e4 |w e7e5 |b g1f3 ~5000 -b1 +Nc3 |w", want: "out_of_turn certain w 1.2/7.5", also: none,
			moves: "e2e4 completed, e7e5 completed, g1f3 completed"},
		{name: "1.2 a far move, and then the other player presses: no more certain", do: "e2e4 |w d2d4 |b inspect",
			want: "out_of_turn certain w #5; clock_no_move arbiter b 7.5.3; out_of_turn arbiter w #7", also: none, moves: "e2e4 completed"},
		{name: "1.2 castling", fen: "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 0 1", do: "a2a3 |w ~2000 -e1 +Kg1 -h1 +Rf1",
			want: "out_of_turn certain w 1.2/7.5", also: none, moves: "a2a3 completed"},
		{name: "1.2 not in reply", do: "e2e4 e7e5", none: []string{"out_of_turn"}, moves: "e2e4 made, e7e5 made"},
		{name: "1.2 not one that is carried over the board", do: "e2e4 |w -d2 ~100 +Pd4 ~100 -d4 ~100 +Pd2 e7e5 |b", none: []string{"out_of_turn"}, moves: "e2e4 completed, e7e5 completed"},
		{name: "1.2 not a victim put aside", fen: pawnBite, do: "-d5 ~100 +pa3 ~100 -a3 e4d5 |w", none: []string{"out_of_turn"}, moves: "e4d5 completed"},
	})
}

// TestPushed: 7.4.1, 7.5: anybody's sleeve may have pushed a piece of the player not having
// the move to a neighbouring square. That player's own press settles who did it; the other
// player's does not.
func TestPushed(t *testing.T) {
	aside := "displaced arbiter ? 7.4.1"
	byWhite := "; out_of_turn certain w 1.2/7.5"
	none := illegals(0, 0)
	quiet := []string{"out_of_turn", "illegal_not_completed", "illegal_completed"}
	open := "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
	checkTrials(t, []trial{
		{name: "7.4.1 a pawn, one step", do: "e2e4 |w d2d3", want: aside + " #5", none: quiet, also: none, moves: "e2e4 completed"},
		{name: "7.4.1 put back", do: "e2e4 |w d2d3 d3d2 e7e5 |b", want: aside, none: quiet, moves: "e2e4 completed, e7e5 completed"},
		{name: "7.4.1 found once", do: "e2e4 |w d2d3 ~12000 inspect", want: aside + " #5; " + aside + " #6", none: quiet, moves: "e2e4 completed"},
		{name: "7.4.1 a king, one step", fen: "4k3/8/8/8/8/8/8/R3K3 b - - 0 1", do: "e1d2", want: aside, none: quiet, end: "*"},
		{name: "7.4.1 a queen, one step aslant", fen: "4k3/8/8/8/8/8/8/Q3K3 b - - 0 1", do: "a1b2", want: aside, none: quiet, end: "*"},
		{name: "7.4.1 of Black in White's turn", fen: open, do: "e8e7", want: aside, none: quiet, end: "*"},
		{name: "7.4.1 on an occupancy board", head: "sensor occupancy", do: "e2e4 |w d2d3", want: aside, none: quiet, moves: "e2e4 completed"},
		{name: "7.4.1 without a clock", head: "clock no", do: "e2e4 ~4000 -d2 +Pd3", want: aside, none: quiet, moves: "e2e4 made"},
		{name: "7.4.1 play goes on over it", do: "e2e4 |w d2d3 e7e5 |b g1f3 |w", want: aside, none: quiet,
			moves: "e2e4 completed, e7e5 completed, g1f3 completed"},
		{name: "7.5 its own player presses", do: "e2e4 |w d2d3 |w", want: aside + byWhite + " #6", also: none, moves: "e2e4 completed"},
		{name: "7.5 before his first press, which is that of his move", do: "e2e4 d2d3 |w", want: aside + "; out_of_turn arbiter w 1.2/7.5 #5", also: none, moves: "e2e4 completed"},
		{name: "7.5 he presses at once", do: "e2e4 d2d3 ~100 |w", want: "out_of_turn w 1.2/7.5", also: none, moves: "e2e4 completed"},
		{name: "7.5.3 the other player presses over it", do: "e2e4 |w d2d3 |b", want: aside + "; clock_no_move arbiter b 7.5.3", none: quiet, also: none, moves: "e2e4 completed"},
		{name: "7.5.3 and a press of its own player after that proves nothing", do: "e2e4 |w d2d3 |b |w", want: aside, none: quiet,
			may: "clock_no_move", moves: "e2e4 completed"},
		{name: "7.4.1 his press for the move after the reply proves nothing", do: "e2e4 |w d2d3 e7e5 |b -d3 +Pd2 g1f3 |w", want: aside, none: quiet,
			moves: "e2e4 completed, e7e5 completed, g1f3 completed"},
		{name: "1.2 a knight has no neighbouring squares to go to", do: "e2e4 |w g1f3", want: "out_of_turn certain w", also: none, moves: "e2e4 completed"},
	})
}

// TestDisplaced: 7.4, 7.6: pieces where no move put them.
func TestDisplaced(t *testing.T) {
	open := "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
	aside := "displaced arbiter ? 7.4.1"
	checkTrials(t, []trial{
		{name: "7.4.1 put right", fen: open, do: "-h8 +rh5 -h5 +rh8 g1f3 |w", info: []string{"displaced 7.4.1 #2"}, moves: "g1f3 completed"},
		{name: "7.4.1 put right while the clocks stand", fen: open, do: "-h8 +rh5 pause -h5 +rh8 resume g1f3 |w", info: []string{"displaced"}, moves: "g1f3 completed"},
		{name: "7.4.1 play goes on over it", fen: open, do: "-h8 +rh5 g1f3 |w", want: aside, moves: "g1f3 completed"},
		{name: "7.4.1 nobody puts it right", fen: open, do: "-h8 +rh5 ~12000 inspect", want: aside + " #2; " + aside, end: "*"},
		{name: "7.4.1 put right within ten seconds", fen: open, do: "-h8 +rh5 ~8000 -h5 +rh8 ~9000 -g1 +Nf3 |w", moves: "g1f3 completed"},
		{name: "7.4.1 is never part of the game", fen: open, do: "-h8 +rh5 g1f3 |w -h5 +rh8 b8c6 |b", want: aside, moves: "g1f3 completed, b8c6 completed"},
		{name: "7.4.1 no illegal move", fen: open, do: "-h8 +rh5 g1f3 |w", want: aside, none: []string{"illegal_completed", "illegal_not_completed"}, also: illegals(0, 0),
			moves: "g1f3 completed"},
		{name: "7.6 a captured piece left on the board", fen: pawnBite, do: "-d5 +pd6 e4d5 |w ~12000 inspect", may: "displaced", info: []string{"displaced ? 7.4.1"}, moves: "e4d5 completed"},
		{name: "7.4.2/7.5.3 several fall, and the clock is pressed", fen: bothCastle, do: "-g2 ~0 -h2 ~0 -h1 ~5 -f2 |w ~2000 +Pg2 +Ph2 +Rh1 +Pf2 inspect",
			want: "clock_no_move|move_incomplete arbiter w 7.5.3", also: illegals(0, 0)},
		{name: "7.4.1/4.2.2 several at once", fen: bothCastle, do: "-g2 ~0 -h2 ~0 -h1 ~5 -f2 +Pg2 +Ph2 +Rh1 +Pf2 a2a3 |w", info: []string{"displacement 7.4.1/4.2.2 w #4"},
			none: []string{"displaced"}, moves: "a2a3 completed"},
	})
}

// TestArray: 7.2.1, A.5.1.2: a wrong initial position.
func TestArray(t *testing.T) {
	swapped := "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w kq - 0 "
	wrong := "wrong_initial_position certain - 7.2.1 #0"
	played := "e2e4 completed"
	checkTrials(t, []trial{
		{name: "7.2.1 standard", fen: swapped + "1", do: "e2e4 |w", want: wrong, moves: played},
		{name: "7.2.1 standard, at any time", fen: swapped + "40", do: "e2e4 |w", want: wrong, moves: played},
		{name: "7.2.1 knight and bishop", fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RBNQKBNR w KQkq - 0 1", do: "e2e4 |w", want: wrong, moves: played},
		{name: "A.5.1.2 rapid, in time", fen: swapped + "1", head: "time rapid", do: "e2e4 |w", want: wrong, moves: played},
		{name: "A.5.1.2 rapid, ten moves not yet completed", fen: swapped + "10", head: "time rapid", do: "e2e4 |w", want: wrong, moves: played},
		{name: "A.5.1.2 rapid, too late", fen: swapped + "11", head: "time rapid", do: "e2e4 |w", info: []string{"wrong_initial_position A.5.1.2"}, moves: played},
		{name: "A.5.1.2 blitz, too late", fen: swapped + "11", head: "time blitz", do: "e2e4 |w", info: []string{"wrong_initial_position A.5.1.2"}, moves: played},
		{name: "A.4.2 full supervision: never too late", fen: swapped + "11", head: "time rapid; supervision full", do: "e2e4 |w", want: wrong, moves: played},
		{name: "7.2.1 nothing wrong", do: "e2e4 |w", none: []string{"wrong_initial_position"}, moves: played},
		{name: "7.2.1 a position of the middle game", fen: bothCastle, do: "a2a3 |w", none: []string{"wrong_initial_position"}, moves: "a2a3 completed"},
		{name: "7.2.1 not in Chess960", fen: "bnrbkrqn/pppppppp/8/8/8/8/PPPPPPPP/BNRBKRQN w KQkq - 0 1", head: "variant chess960", do: "e2e4 |w", moves: played},
	})
}

// TestOccupancy: what a board that names no pieces can still show, and what it must leave
// to a person.
func TestOccupancy(t *testing.T) {
	head := "sensor occupancy"
	open := "e2e4 |w e7e5 |b g1f3 |w b8c6 |b f1c4 |w f8c5 |b "
	opened := "e2e4 completed, e7e5 completed, g1f3 completed, b8c6 completed, f1c4 completed, f8c5 completed, "
	checkTrials(t, []trial{
		{name: "quiet moves", head: head, do: open, moves: opened[:len(opened)-2]},
		{name: "4.3.1 touch-move", head: head, do: "-g1 +Ng1 e2e4 |w", want: "touch_breach suspected w 4.3.1", open: []string{"1: g1f3 g1h3"}, moves: "e2e4 completed"},
		{name: "4.7 a rest", head: head, do: "g1f3 f3h3 |w", want: "release_breach suspected w 4.7", moves: "g1h3 completed"},
		{name: "4.7.1 capture, the victim first", fen: pawnBite, head: head, do: "-d5 e4d5 |w", moves: "e4d5 completed"},
		{name: "4.7.1 capture, the victim last", fen: pawnBite, head: head, do: "-e4 -d5 +Pd5 |w", moves: "e4d5 completed"},
		{name: "4.7.1 capture, which of two", fen: pawnFork, head: head, do: "-d5 e4d5 |w", moves: "e4d5 completed"},
		{name: "3.1.1 capture between two scans", fen: pawnBite, head: head + "; time rapid", do: "-e4 |w", info: []string{"capture_inferred 3.1.1 w"}, moves: "e4d5 completed"},
		{name: "3.1.1 which piece was captured is not known", fen: "rnbqkbnr/ppp1p1pp/8/3p1p2/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3", head: head, do: "-e4 |w",
			want: "ambiguous_capture arbiter w 3.1.1"},
		{name: "7.5.1 an illegal move while the ply before it is open", fen: "rnbqkbnr/ppp1p1pp/8/3p1p2/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3", head: head, do: "-e4 |w b8b5 |b ~3000 inspect",
			want: "ambiguous_capture arbiter w 3.1.1 #2; move_incomplete arbiter b; illegal_completed arbiter b 7.5.1 #5; ambiguous_capture arbiter w; illegal_completed arbiter b", moves: "e4f5 provisional", end: "* irregular"},
		{name: "7.5.1 an illegal move after one that is not", fen: "rnbqkbnr/ppp1p1pp/8/3p1p2/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3", head: head, do: "-d5 e4d5 |w b8b5 |b ~3000 inspect",
			want: "illegal_completed certain b 7.5.1 #7; illegal_completed certain b", moves: "e4d5 completed", end: "* irregular"},
		{name: "3.7.3.1 en passant", fen: enPassant, head: head, do: "e5d6 -d5 |w", moves: "e5d6 completed"},
		{name: "3.7.3.1 en passant, the pawn first", fen: enPassant, head: head, do: "-d5 e5d6 |w", moves: "e5d6 completed"},
		{name: "3.8.2 castling, king first", head: head, do: open + "e1g1 h1f1 |w", moves: opened + "e1g1 completed"},
		{name: "3.8.2 castling, both in the air", head: head, do: open + "-e1 -h1 +Kg1 +Rf1 |w", moves: opened + "e1g1 completed"},
		{name: "3.7.3.3 which piece is not known", fen: pawnTwoWays, head: head, do: "-f7 +Qf8 |w", want: "promotion_piece_unknown arbiter w 3.7.3.3", moves: "f7f8q completed"},
		{name: "5.1.1 mate only if it is a queen or rook", fen: "6k1/3P1ppp/8/8/8/8/8/K7 w - - 0 1", head: head, do: "-d7 +Qd8 |w",
			want: "checkmate arbiter w 5.1.1; promotion_piece_unknown arbiter w", moves: "d7d8q completed"},
		{name: "5.1.1 and the clocks are stopped", fen: "6k1/3P1ppp/8/8/8/8/8/K7 w - - 0 1", head: head, do: "-d7 +Qd8 |w pause",
			want: "checkmate arbiter w 5.1.1; promotion_piece_unknown arbiter w", moves: "d7d8q completed", end: "1-0 ended"},
		{name: "5.1.1 and nobody moves, without a clock", fen: "6k1/3P1ppp/8/8/8/8/8/K7 w - - 0 1", head: head + "; clock no", do: "-d7 +Qd8 ~11000 inspect",
			want: "checkmate arbiter w 5.1.1; promotion_piece_unknown arbiter w", moves: "d7d8q completed", end: "1-0 ended"},
		{name: "5.1.1 and the players go through the game, without a clock", fen: "6k1/p2P1ppp/8/8/8/8/8/K7 w - - 0 1", head: head + "; clock no",
			do:   "a1b1 a7a6 -d7 +Qd8 ~4000 -d8 +Pd7 ~1500 -a6 +pa7 ~1500 -b1 +Ka1 ~2000 inspect",
			want: "checkmate arbiter w 5.1.1; promotion_piece_unknown arbiter w", moves: "a1b1 completed, a7a6 made, d7d8q completed", end: "1-0 post_mortem"},
		{name: "5.1.1 no mate, whatever it is", fen: "6k1/3P2pp/8/8/8/8/8/K7 w - - 0 1", head: head, do: "-d7 +Qd8 |w pause", want: "promotion_piece_unknown arbiter w",
			none: []string{"checkmate"}, moves: "d7d8q completed", end: "* paused"},
		{name: "5.1.1 not by a ply that is played while the clocks stand still", fen: mateOnA8, head: head, do: "a1a4 ~700 pause |w g8h8 |b -a4 +Ra8 ~11000 inspect",
			none: []string{"checkmate"}, moves: "a1a4 made", end: "* paused"},
		{name: "5.1.1 but the clock of the player who may be mated runs on", fen: "6k1/3P1ppp/8/8/8/8/8/K7 w - - 0 1", head: head, do: "-d7 +Qd8 |w ~11000 inspect",
			want: "checkmate arbiter w 5.1.1; promotion_piece_unknown arbiter w", moves: "d7d8q completed", end: "*"},
		{name: "3.7.3.3 exchanged on the last rank", fen: pawnTwoWays, head: head, do: "f7f8 -f8 +Qf8 |w", want: "promotion_piece_unknown arbiter w 3.7.3.3", moves: "f7f8q completed"},
		{name: "3.7.3.3 not before it is pressed, since the pawn may be what was put there", fen: pawnTwoWays, head: head, do: "-f7 +Qf8 ~2000 |w", want: "promotion_piece_unknown arbiter w #3",
			moves: "f7f8q completed"},
		{name: "3.7.3.3 nor twice", fen: pawnTwoWays, head: head, do: "f7f8 -f8 +Qf8 ~9000 inspect", want: "promotion_piece_unknown arbiter w #4", moves: "f7f8q made", end: "*"},
		{name: "3.7.3.3 exchanged after a capture", fen: pawnTwoWays, head: head, do: "-g8 f7g8 -g8 +Qg8 |w", may: "promotion_piece_unknown", moves: "f7g8q completed"},
		{name: "7.5.1 an illegal move", head: head, do: "b1b3 |w", want: "illegal_completed certain w 7.5.1/3.6", end: "* irregular", also: illegals(1, 0)},
		{name: "7.5.1 an illegal capture", fen: pawnBite, head: head, do: "-d5 -g1 +Nd5 |w", want: "illegal_completed certain w 7.5.1/3.6", end: "* irregular", also: illegals(1, 0)},
		{name: "7.5.1 an illegal capture, the hand still on the piece", fen: pawnBite, head: head, do: "-d5 -g1 +Nd5 ~2000 -d5 ~2000 inspect", info: []string{"illegal_not_completed w g1d5"}, end: "*"},
		{name: "4.3.2 a piece that flickered before has not been captured", fen: pawnBite, head: head, do: "-d5 ~15 +pd5 -g1 ~2000 +Nf3 |w", none: []string{"illegal_not_completed", "capture_obliged"},
			moves: "g1f3 completed"},
		{name: "4.3.2 nor one that was straightened before", fen: pawnBite, head: head, do: "-b8 +nb8 -g1 ~2000 +Nf3 |w", none: []string{"illegal_not_completed"}, moves: "g1f3 completed"},
		{name: "1.4.1 the king captured", fen: "4r1k1/8/8/8/8/8/8/4K1N1 b - - 0 1", head: head, do: "-e1 e8e1 |b", want: "king_captured certain b 1.4.1", end: "* irregular", also: illegals(0, 1)},
		{name: "7.2.2 the board laid the other way", head: head, do: "d7d5 |w", want: "board_rotated suspected - 7.2.2", also: illegals(0, 0)},
		{name: "7.4.1 nor in a position that looks otherwise then", fen: "r4rk1/pp3ppp/2n5/8/8/2N5/PP3PPP/R4RK1 w - - 0 20", head: head, do: "-h7 +ph6 a1d1 |w", may: "displaced", none: []string{"board_rotated"},
			moves: "a1d1 completed"},
		{name: "7.2.2 a position that looks the same then", fen: "r4rk1/ppp2ppp/2n5/8/8/5N2/PPP2PPP/1KR4R w - - 0 20", head: head, do: "a7a6 ~2000 inspect", want: "board_rotated suspected - 7.2.2", end: "*"},
		{name: "7.2.2 not a move of Black's out of turn", do: "d7d5", want: "out_of_turn certain b 1.2/7.5", none: []string{"board_rotated"}, end: "*"},
		{name: "5.1.1 mate", fen: "6k1/5ppp/8/8/8/8/5PPP/R3N1K1 w - - 0 1", head: head, do: "a1a8", want: "checkmate certain w 5.1.1", moves: "a1a8 completed", end: "1-0 ended"},
		{name: "a capture of the game that its clock never saw", fen: pawnBite, head: head + "; clock no", do: "-d5 e4d5 -d5 d8d5", moves: "e4d5 made, d8d5 made"},
	})
}

// TestOccupancyPromotion: a board that names no pieces has not seen what stands on the last
// rank: a pawn, or one of four pieces. It claims nothing that depends on that.
func TestOccupancyPromotion(t *testing.T) {
	const (
		pinned = "4r1k1/P7/8/8/8/8/8/4K3 w - - 0 1"
		alone  = "8/5P1k/8/8/8/8/8/K7 w - - 0 1"
		bitten = "8/5P1k/8/8/1n6/8/8/K7 w - - 0 1" // the knight is on the way of a queen or bishop on f8
	)
	head := "sensor occupancy"
	unknown := "promotion_piece_unknown arbiter w 3.7.3.3"
	claims := []string{"promotion_unreplaced", "promotion_incomplete", "promotion_wrong_piece", "promotion_changed", "promotion_choice_final", "capture_inferred",
		"touch_breach", "capture_obliged", "off_turn_contact", "illegal_not_completed", "dead_position", "clock_no_move"}
	checkTrials(t, []trial{
		{name: "3.9.2 illegal whatever stands there", fen: pinned, head: head, do: "a7a8 |w", want: "illegal_completed certain w 7.5.1/3.9.2 #3", none: claims[:6], end: "* irregular",
			also: remedy("illegal_completed", offence{gains: 120, number: 1, bound: "e1d1 e1d2 e1f1 e1f2"})},
		{name: "3.7 a step aslant without a capture", fen: "6k1/P7/8/8/8/8/8/4K3 w - - 0 1", head: head, do: "a7b8 |w", want: "illegal_completed certain w 7.5.1", none: claims[:6],
			end: "* irregular", also: remedy("illegal_completed", offence{gains: 120, number: 1, bound: "a7a8b a7a8n a7a8q a7a8r"})},
		{name: "4.6 the pawn off, nothing put on: no capture", fen: pawnTwoWays, head: head, do: "-f7 |w", none: claims, end: "*"},
		{name: "4.6 the pawn on, taken off for its piece", fen: pawnTwoWays, head: head, do: "f7f8 -f8 |w", none: claims, end: "*"},
		{name: "4.6.1 the piece is read late", fen: pawnTwoWays, head: head, do: "-f7 |w ~1500 +Qf8 h7h8 |b", want: unknown, none: claims, moves: "f7f8q completed, h7h8 completed"},
		{name: "4.6.3 a capture that is played on from", fen: pawnTwoWays, head: head, do: "-g8 -f7 +Qg8 |w h7h6 |b", want: unknown, none: claims[:7], moves: "f7g8q completed, h7h6 completed"},
		{name: "4.6 exchanged", fen: pawnTwoWays, head: head, do: "f7f8 -f8 +Qf8 |w h7h8 |b", want: unknown, none: claims, moves: "f7f8q completed, h7h8 completed"},
		{name: "4.6 exchanged after the press", fen: pawnTwoWays, head: head, do: "f7f8 |w -f8 +Qf8 h7h8 |b", want: unknown, none: claims, moves: "f7f8q completed, h7h8 completed"},
		{name: "4.6 captured there", fen: pawnTwoWays, head: head, do: "f7f8 |w -f8 g8f8 |b", want: unknown, none: claims, moves: "f7f8q completed, g8f8 completed"},
		{name: "3.9.2 into a check that only some pieces give", fen: alone, head: head, do: "f7f8 |w h7h6 ~2000 inspect", may: "promotion_piece_unknown", none: claims, moves: "f7f8r completed, h7h6 made"},
		{name: "5.2.2 dead only with some pieces", fen: alone, head: head, do: "f7f8 |w h7h6 |b", may: "promotion_piece_unknown", none: claims, moves: "f7f8r completed, h7h6 completed"},
		{name: "6.9 who can mate with some pieces only", fen: alone, head: head, do: "f7f8 |w h7g6 |b flag:b", want: unknown + "; flag_fall arbiter b 6.9", none: claims,
			moves: "f7f8q completed, h7g6 completed", also: noRemedy("flag_fall")},
		{name: "6.9 who cannot mate whatever it is", fen: alone, head: head, do: "f7f8 |w h7g6 |b flag:w", want: unknown + "; flag_fall arbiter w 6.9", none: claims,
			moves: "f7f8q completed, h7g6 completed", also: remedy("flag_fall", offence{result: "1/2-1/2"})},
		{name: "4.3.2 touched what only some pieces could capture", fen: bitten, head: head, do: "f7f8 |w h7g6 |b -b4 +nb4 a1b1 |w", want: unknown, none: claims[:8],
			moves: "f7f8q completed, h7g6 completed, a1b1 completed"},
		{name: "4.3.1 touched what can move whatever it is", fen: alone, head: head, do: "f7f8 |w h7g6 |b -f8 +Qf8 a1b1 |w", want: unknown + "; touch_breach suspected w 4.3.1", none: claims[:6],
			moves: "f7f8q completed, h7g6 completed, a1b1 completed"},
	})
}

// noRemedy checks that the findings of a code have no remedy.
func noRemedy(code string) func(*testing.T, *touchmove.Tracker, []touchmove.Finding) error {
	return func(_ *testing.T, _ *touchmove.Tracker, found []touchmove.Finding) error {
		for _, f := range found {
			if f.Code.String() == code && f.Remedy != nil {
				return fmt.Errorf("%s: %+v", code, *f.Remedy)
			}
		}
		return nil
	}
}

// TestCompetitors: while it is not settled which of several pieces was captured, the game
// shows the likeliest, and lists the others (messages, section 4). A settled ply has no
// such list.
func TestCompetitors(t *testing.T) {
	log, err := os.ReadFile("testdata/reports/occ-two-ambiguous-captures.log")
	if err != nil {
		t.Fatal(err)
	}
	tr, _ := play(t, string(log))
	want := [][]string{{"c3b5", "c3d5"}, {"f6d5", "f6e4"}, {"h1h2"}} // not f6g4: the king could not have gone to h2
	moves := tr.Game().Moves
	if moves[0].UCI == "c3b5" { // nothing is on d5 to be captured then
		want[1] = []string{"f6e4"}
	}
	if len(moves) != len(want) {
		t.Fatalf("%d plies shown, want %d", len(moves), len(want))
	}
	for i, p := range moves {
		all := append(slices.Clone(p.Competitors), p.UCI) // which of them is shown nothing tells
		if slices.Sort(all); !slices.Equal(all, want[i]) {
			t.Errorf("%s competes with %v, want all of %v", p.UCI, p.Competitors, want[i])
		}
		if open := len(want[i]) > 1; open && (p.Published || p.State != touchmove.StateProvisional || p.Confidence == 1) {
			t.Errorf("%s is open, but shown as %v, published %v, confidence %v", p.UCI, p.State, p.Published, p.Confidence)
		}
	}
}
