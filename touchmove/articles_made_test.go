package touchmove_test

import (
	"errors"
	"testing"

	"github.com/boardd/boardd/touchmove"
)

// TestMade: 1.3, 4.7, 6.2.1, 6.2.2: made is not completed.
func TestMade(t *testing.T) {
	checkTrials(t, []trial{
		{name: "4.7 let go, 6.2.1 pressed", do: "e2e4 |w", info: []string{"move_made 4.7 w e2e4 #2", "move_completed 6.2.1 w e2e4 #3"},
			open: []string{"1: e2e3 e2e4", "2: e2e4"}, moves: "e2e4 completed"},
		{name: "4.7 in the hand", do: "-e2", none: []string{"move_made"}, end: "* waiting"},
		{name: "4.7 let go, not pressed", do: "e2e4", info: []string{"move_made w e2e4"}, none: []string{"move_completed"}, moves: "e2e4 made"},
		{name: "4.7 a king step to the centre waits for its proof", fen: "8/8/3k4/8/8/3K4/8/7R w - - 0 1", do: "d3d4", none: []string{"move_completed"}},
		{name: "4.7 a king step to the centre, pressed", fen: "8/8/3k4/8/8/3K4/8/7R w - - 0 1", do: "d3d4 |w", moves: "d3d4 completed"},
		{name: "6.2.1 pressed at once", do: "-e2 ~150 +Pe4 ~60 |w", info: []string{"move_made e2e4", "move_completed e2e4"}, moves: "e2e4 completed"},
		{name: "6.2.1 the drop reported just after the press", do: "-e2 |w ~200 +Pe4 e7e5 |b", none: []string{"move_incomplete"}, moves: "e2e4 completed, e7e5 completed"},
		{name: "6.2.1.1 mate is completed without a press", fen: "6k1/5ppp/8/8/8/8/5PPP/R3N1K1 w - - 0 1", do: "a1a8",
			want: "checkmate certain w 5.1.1 #2", moves: "a1a8 completed", end: "1-0 ended"},
		{name: "6.2.1.2 by the same player's next move", do: "e2e4 e7e5 g1f3", info: []string{"completed_by_next_move 6.2.1.2 w e2e4 #6"},
			moves: "e2e4 completed, e7e5 made, g1f3 made"},
		{name: "6.2.1.2 not by the reply", do: "e2e4 e7e5", none: []string{"completed_by_next_move"}, moves: "e2e4 made, e7e5 made"},
		{name: "6.2.1.2 with a clock, forgotten once", do: "e2e4 |w e7e5 g1f3 b8c6 |b d2d4 |w", info: []string{"completed_by_next_move b e7e5", "completed_by_next_move w g1f3"},
			moves: "e2e4 completed, e7e5 completed, g1f3 completed, b8c6 completed, d2d4 completed"},
		{name: "6.2.1 no clock, no press: never completed before the reply", head: "clock no", do: "e2e4", none: []string{"move_completed"}, moves: "e2e4 made"},
		{name: "6.2.1 no clock, the words of one are not heard", head: "clock no", do: "e2e4 |w", none: []string{"move_completed"}, moves: "e2e4 made"},
		{name: "6.2.1 no clock, a game", head: "clock no", do: "e2e4 e7e5 g1f3 b8c6", none: []string{"move_completed", "reply_before_press"},
			moves: "e2e4 completed, e7e5 completed, g1f3 made, b8c6 made"},
	})
}

// TestReply: 1.3 and 6.2.2: the opponent may answer, and must let the clock be
// pressed.
func TestReply(t *testing.T) {
	checkTrials(t, []trial{
		{name: "6.2.2 the reply comes before the press", do: "e2e4 |w e7e5 g1f3 |b |w", info: []string{"reply_before_press 6.2.2 w g1f3"},
			moves: "e2e4 completed, e7e5 completed, g1f3 completed"},
		{name: "6.2.2 before the first press of all", do: "e2e4 e7e5 |w |b", info: []string{"reply_before_press 6.2.2 b e7e5"},
			moves: "e2e4 completed, e7e5 completed"},
		{name: "6.2.2 the clock is known of", head: "clock yes", do: "e2e4 e7e5 |w |b", info: []string{"reply_before_press 6.2.2 b e7e5"},
			moves: "e2e4 completed, e7e5 completed"},
		{name: "6.2.2 a reply in the air is none yet", do: "e2e4 |w e7e5 -g1 |b +Nf3 |w", none: []string{"reply_before_press"},
			moves: "e2e4 completed, e7e5 completed, g1f3 completed"},
		{name: "6.2.2 in turn", do: "e2e4 |w e7e5 |b", none: []string{"reply_before_press", "press_without_effect"}, moves: "e2e4 completed, e7e5 completed"},
		{name: "1.3 a touch before the press binds", head: "time blitz", do: "e2e4 |w e7e5 -g1 |b +Ng1 d2d4 |w",
			want: "touch_breach suspected w 4.3.1", open: []string{"6: g1e2 g1f3 g1h3"}, moves: "e2e4 completed, e7e5 completed, d2d4 completed"},
		{name: "1.3 a touch after one's own move does not", do: "e2e4 -b1 +Nb1 |w e7e5 |b d2d4 |w", info: []string{"off_turn_contact"},
			moves: "e2e4 completed, e7e5 completed, d2d4 completed"},
	})
}

// TestPress: 6.2.1, 7.5.3: presses that complete nothing.
func TestPress(t *testing.T) {
	afterE5 := "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
	checkTrials(t, []trial{
		{name: "6.2.1 twice", do: "e2e4 |w |w", info: []string{"press_without_effect w #4"}, moves: "e2e4 completed"},
		{name: "6.2.1 by the one who is not to press", do: "e2e4 |b |w", info: []string{"press_without_effect b #3"}, moves: "e2e4 completed"},
		{name: "6.2.1 before anything", fen: afterE5, do: "|b g1f3 |w", info: []string{"press_without_effect b"}, moves: "g1f3 completed"},
		{name: "6.2.2 the reply is pressed first", head: "time blitz", do: "e2e4 e7e5 |b |w |b", info: []string{"press_without_effect b #5"},
			none: []string{"clock_no_move"}, moves: "e2e4 completed, e7e5 completed"},
		{name: "6.11 both clocks stand", fen: afterE5, do: "g1f3 |w pause |b resume b8c6 |b", info: []string{"clock_stopped b"}, none: []string{"clock_no_move"},
			moves: "g1f3 completed, b8c6 made"},

		{name: "7.5.3 no move", do: "|w", want: "clock_no_move certain w 7.5.3 #1", also: remedy("clock_no_move", offence{gains: 120, number: 1})},
		{name: "7.5.3 rapid", head: "time rapid", do: "|w", want: "clock_no_move certain w 7.5.3", also: remedy("clock_no_move", offence{gains: 60, number: 1})},
		{name: "7.5.3 by Black", do: "e2e4 |w |b", want: "clock_no_move certain b 7.5.3", also: remedy("clock_no_move", offence{gains: 120, number: 1}),
			moves: "e2e4 completed"},
		{name: "7.5.3/7.5.5 the second offence", head: "illegal w=1 b=0", do: "|w", want: "clock_no_move certain w 7.5.3; illegal_second arbiter w 7.5.5",
			also: remedy("illegal_second", offence{number: 2, result: "0-1"})},
		{name: "7.5.3 a piece put back", do: "-e2 +Pe2 |w", want: "clock_no_move certain w 7.5.3", open: []string{"2: e2e3 e2e4"},
			also: remedy("clock_no_move", offence{gains: 120, number: 1}), end: "* playing"},
		{name: "7.5.3 a piece displaced before explains it", fen: afterE5, do: "f7g6 |w", want: "clock_no_move arbiter w 7.5.3; displaced arbiter ? 7.4.1", none: []string{"illegal_completed"},
			info: []string{"displaced 7.4.1"}, also: illegals(0, 0)},
		{name: "7.5.3 an illegal move that the opponent wants put right explains it", head: "time blitz", do: "b1b3 |w |b b3b1 b1c3 |w",
			want: "illegal_completed certain w 7.5.1/3.6; clock_no_move arbiter b 7.5.3", also: illegals(1, 0), moves: "b1c3 completed"},
		{name: "7.5.3 whose press was the first without a move", do: "e2e4 |w ~200 |b ~200 |w e7e5 |b", want: "clock_no_move certain b 7.5.3; clock_no_move arbiter w 7.5.3",
			moves: "e2e4 completed, e7e5 completed"},
		{name: "7.4.1 a pawn that reads as a bishop: its move, and a word to the arbiter", do: "-e2 +Be4 |w e7e5 |b", want: "displaced arbiter ? 7.4.1",
			also: illegals(0, 0), moves: "e2e4 completed, e7e5 completed"},
	})
}

// TestPressedBefore: 6.2.1: a log whose header gives moves begins with the last of
// them pressed, unless the clock itself shows that it was not.
func TestPressedBefore(t *testing.T) {
	head, played := "moves e2e4", "*e2e4 "
	quiet := []string{"reply_before_press", "completed_by_next_move", "clock_no_move", "press_without_effect"}
	done := "e2e4 completed, e7e5 completed"
	checkTrials(t, []trial{
		{name: "6.2.2 the first press is that of the reply", head: head, do: played + "e7e5 |b", none: quiet, moves: done},
		{name: "6.2.2 at once", head: head, do: played + "-e7 ~100 +pe5 ~50 |b", none: quiet, moves: done},
		{name: "6.2.2 the clock is known of", head: head + "; clock yes", do: played + "e7e5 |b", none: quiet, moves: done},
		{name: "6.2.2 the clock shows it", head: head, do: played + "clock:600000~600000~b e7e5 |b", none: quiet, moves: done},
		{name: "6.2.2 a whole game of it", head: "moves e2e4 e7e5 g1f3", do: "*e2e4 *e7e5 *g1f3 b8c6 |b f1b5 |w", none: quiet,
			moves: "e2e4 completed, e7e5 completed, g1f3 completed, b8c6 completed, f1b5 completed"},
		{name: "6.2.2 what is played then is not", head: head, do: played + "e7e5 g1f3 |b", info: []string{"reply_before_press w g1f3"}, moves: done + ", g1f3 made"},
		{name: "6.2.1 the clock shows that it was not pressed", head: head, do: played + "clock:600000~600000~w |w e7e5 |b", none: quiet, moves: done},
		{name: "6.2.1 and it is pressed once", head: head, do: played + "clock:600000~600000~w |w |w e7e5 |b", info: []string{"press_without_effect w"}, none: quiet[:3], moves: done},
		{name: "7.5.3 the reply pressed without a move", head: head, do: played + "|b", want: "clock_no_move certain b 7.5.3", moves: "e2e4 completed"},
		{name: "7.5.3 the player having the move, without a move", head: "moves e2e4 e7e5", do: "*e2e4 *e7e5 |w", want: "clock_no_move certain w 7.5.3", moves: done},
		{name: "1.1 of 1997: he has the move", head: head + "; rules fide-1997", do: played + "-g8 +ng8 e7e5 |b", want: "touch_breach suspected b 4.3(a)", moves: done},
	})
}

// TestPressedInTheAir: 4.7, 6.2.1, 7.5.3: the clock is pressed while a piece is read
// nowhere. It may be in the hand; it may stand badly centred, or lie on its square,
// and be read late. Nothing is certain then, and when it is read the press was its.
func TestPressedInTheAir(t *testing.T) {
	air := "move_incomplete arbiter w 7.5.3/4.7"
	none := illegals(0, 0)
	quiet := []string{"reply_before_press", "press_without_effect", "completed_by_next_move", "retracted"}
	both := "e2e4 completed, e7e5 completed"
	checkTrials(t, []trial{
		{name: "7.5.3 read nowhere", do: "-e2 |w", want: air + " #2", also: none},
		{name: "7.5.3 the reply to it", do: "-e2 |w ~3000 e7e5 |b", want: air, also: none},
		{name: "7.5.3 the captured piece off, the other read nowhere", fen: pawnBite, do: "-d5 -e4 |w", want: air, also: none},
		{name: "6.2.1 read late", do: "-e2 |w ~2000 +Pe4 e7e5 |b", want: air, none: quiet, also: none, moves: both},
		{name: "6.2.1 read very late", do: "-e2 |w ~20000 +Pe4 e7e5 |b", want: air, none: quiet, also: none, moves: both},
		{name: "6.2.1 read late, in the middle of a game", do: "e2e4 |w e7e5 |b -g1 |w ~1500 +Nf3 b8c6 |b", want: air, none: quiet, also: none,
			moves: both + ", g1f3 completed, b8c6 completed"},
		{name: "6.2.1 read late by Black", do: "e2e4 |w -e7 |b ~3000 +pe5 g1f3 |w", want: "move_incomplete arbiter b 7.5.3/4.7", none: quiet, also: none,
			moves: both + ", g1f3 completed"},
		{name: "6.2.1 a capture, read late", fen: pawnBite, do: "-d5 -e4 |w ~2000 +Pd5 d8d5 |b", want: air, none: quiet, also: none, moves: "e4d5 completed, d8d5 completed"},
		{name: "6.2.1 a new piece, read late", fen: pawnTwoWays, do: "f7f8 -f8 |w ~2000 +Rf8 g8f8 |b", want: air, none: quiet, also: none, moves: "f7f8r completed, g8f8 completed"},
		{name: "6.2.1 king and rook, read late", fen: bothCastle, do: "-e1 -h1 |w ~2000 +Kg1 +Rf1 a7a6 |b", want: air, none: quiet, also: none, moves: "e1g1 completed, a7a6 completed"},
		{name: "6.2.1 a board that names no pieces", head: "sensor occupancy", do: "-e2 |w ~2000 +Pe4 e7e5 |b", want: air, none: quiet, also: none, moves: both},
		{name: "6.2.1 read after the reply was put down", do: "-e2 |w e7e5 ~2000 +Pe4 |b", want: air, none: []string{"reply_before_press"}, also: none, moves: both},
		{name: "6.2.1 read after the reply was pressed", do: "-e2 |w e7e5 |b ~2000 +Pe4 g1f3 |w", want: air, none: []string{"reply_before_press"}, also: none,
			moves: both + ", g1f3 completed"},
		{name: "6.2.1 the arbiter starts the clock again, and it is pressed again", do: "-e2 |w pause +Pe4 resume |w e7e5 |b", want: air, none: quiet, also: none, moves: both},
		{name: "6.2.2 the arbiter starts the clock again, and it is not pressed", do: "-e2 |w pause -e2 +Pe2 resume e2e4 e7e5 |w |b", want: air, info: []string{"reply_before_press 6.2.2 b"},
			also: none, moves: both},
		{name: "7.5.1 an illegal move, read late", do: "-b1 |w ~2000 +Nb3 ~4000 inspect", want: "illegal_completed arbiter w 7.5.1/3.6; illegal_completed arbiter w",
			none: []string{"reply_before_press"}, may: "move_incomplete", end: "* irregular"},
		{name: "7.5.1 and answered", do: "-b1 |w ~2000 +Nb3 e7e5 |b", want: air + "; illegal_completed arbiter w 7.5.1/3.6", none: []string{"reply_before_press"}, end: "* irregular"},
		{name: "7.5.3 the piece put back, another one moved: no press is missing", do: "-e2 |w +Pe2 e2e3 e7e5 |b", want: air, none: quiet, also: none, moves: "e2e3 made, e7e5 completed"},
		{name: "7.5.3 no move, and then one: no press is missing", do: "|w e2e4 e7e5 |b", want: "clock_no_move certain w 7.5.3", none: quiet, also: illegals(1, 0),
			moves: "e2e4 made, e7e5 completed"},
	})
}

// TestPause: what is done while both clocks stand is no play, and touches nothing.
func TestPause(t *testing.T) {
	checkTrials(t, []trial{
		{name: "6.11 pieces moved and put back", do: "e2e4 |w pause e7e5 -g8 +nf6 f6g8 e5e7 resume c7c5 |b", info: []string{"clock_stopped 6.11 b"},
			open: []string{"14: c7c5 c7c6"}, moves: "e2e4 completed, c7c5 completed"},
		{name: "6.11 a piece adjusted", do: "e2e4 |w pause -b8 +nb8 resume e7e5 |b", none: []string{"off_turn_contact"}, moves: "e2e4 completed, e7e5 completed"},
		{name: "6.11 a pause in the middle of a move", do: "e2e4 |w -e7 pause resume +pe5 |b", moves: "e2e4 completed, e7e5 completed"},
		{name: "6.11 a move made just before", do: "e2e4 |w e7e5 pause ~5000 resume |b g1f3 |w", moves: "e2e4 completed, e7e5 completed, g1f3 completed"},
		{name: "6.11 and never resumed", do: "e2e4 |w e7e5 |b pause g1f3 b8c6", moves: "e2e4 completed, e7e5 completed", end: "* paused"},
	})
}

// illegals checks how many illegal moves have been counted.
func illegals(white, black int) func(*testing.T, *touchmove.Tracker, []touchmove.Finding) error {
	return func(_ *testing.T, tr *touchmove.Tracker, _ []touchmove.Finding) error {
		if got := tr.Game().Illegal; got != [2]int{white, black} {
			return errors.New("illegal moves counted: " + string(rune('0'+got[0])) + ", " + string(rune('0'+got[1])))
		}
		return nil
	}
}
