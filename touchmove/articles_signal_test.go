package touchmove_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/boardd/boardd/touchmove"
)

// signals checks which results the kings were found to show, in order.
func signals(want ...string) func(*testing.T, *touchmove.Tracker, []touchmove.Finding) error {
	return func(_ *testing.T, tr *touchmove.Tracker, found []touchmove.Finding) error {
		var got []string
		for _, f := range found {
			if f.Code == touchmove.ResultSignal {
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
		{name: "a board without kinds, both lifted first", fen: far, head: "sensor occupancy", do: "-g1 -g8 +Ke4 +kd5", also: white, fen4: fields4(far), end: shown},
		{name: "a board without kinds, one after the other", fen: far, head: "sensor occupancy", do: "g1d4 g8e5", also: black, end: shown},
		{name: "a board without kinds, after a move", fen: far, head: "sensor occupancy", do: "a1a2 |w g1e4 g8e5", also: draw, moves: "a1a2 completed", end: shown},
		{name: "a board without kinds, put back", fen: far, head: "sensor occupancy", do: "a1a2 |w g1e4 g8d5 e4g1 d5g8 ~4000 g8f8 |b", also: white, moves: "a1a2 completed, g8f8 completed", end: "*"},
		{name: "a board without kinds, one king is none", fen: adjacent, head: "sensor occupancy", do: "d3d4 |w d6c6 |b", also: signals(), moves: "d3d4 completed, d6c6 completed"},
		{name: "a king step that was pressed is a move", fen: adjacent, do: "d3e4 |w d6d5", also: white, moves: "d3e4 completed", end: shown},
		{name: "corrected: the White king", fen: far, do: "g1e4 g8d5 ~1000 -e4 +Kd4", also: signals("1-0", "1/2-1/2"), end: shown},
		{name: "corrected: the Black king", fen: far, do: "g1e4 g8e5 ~2000 -e5 +kd5", also: signals("1/2-1/2", "1-0"), end: shown},
		{name: "passing over a square is none", fen: far, do: "g1e4 -g8 ~100 +ke5 ~100 -e5 ~100 +kd5", also: white, end: shown},
		{name: "taken back: play goes on", fen: far, do: "a1a2 |w g1e4 g8d5 e4g1 d5g8 g8f8 |b", also: white, moves: "a1a2 completed, g8f8 completed", end: "*"},
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

// TestNextGame: the initial array at rest after the end is the next game's set-up.
// While the game has no result see TestSetUpAgain.
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
