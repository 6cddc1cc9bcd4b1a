package touchmove_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/boardd/boardd/touchmove"
)

// sameGame checks that the game is still the first one on its board, with the tags
// that it was given.
func sameGame(_ *testing.T, tr *touchmove.Tracker, _ []touchmove.Finding) error {
	if g := tr.Game(); g.ID != "-1" || g.Tags["White"] != "Ferrier, Isla" || g.Tags["Round"] != "3" {
		return fmt.Errorf("game %q with %q", g.ID, g.Tags)
	}
	return nil
}

// nth checks which game of the board is on, and in what phase.
func nth(id, phase string) func(*testing.T, *touchmove.Tracker, []touchmove.Finding) error {
	return func(_ *testing.T, tr *touchmove.Tracker, _ []touchmove.Finding) error {
		if g := tr.Game(); g.ID != id || g.Phase.String() != phase {
			return fmt.Errorf("game %q is %s, want %q %s", g.ID, g.Phase, id, phase)
		}
		return nil
	}
}

const (
	players    = "tag White Ferrier, Isla; tag Round 3"
	knightsOut = "g1f3 |w g8f6 |b f3g1 |w f6g8 |b g1f3 |w g8f6 |b f3g1 |w f6g8 "
	knightsRec = "g1f3 completed, g8f6 completed, f3g1 completed, f6g8 completed, g1f3 completed, g8f6 completed, f3g1 completed, f6g8 "
	noReset    = "board_reset"

	// A game of ten plies, its pieces set up again one by one, and put back as they stood.
	tenPlies = "e2e4 |w e7e5 |b g1f3 |w b8c6 |b f1c4 |w f8c5 |b d2d3 |w d7d6 |b b1c3 |w g8f6 |b "
	tenRec   = "e2e4 completed, e7e5 completed, g1f3 completed, b8c6 completed, f1c4 completed, f8c5 completed, d2d3 completed, d7d6 completed, " +
		"b1c3 completed, g8f6 completed"
	tenSetUp = "c4f1 c5f8 e4e2 e5e7 d3d2 d6d7 f3g1 f6g8 c3b1 c6b8 "
	tenAgain = "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 d2d3 d7d6 b1c3 g8f6 "
)

// TestClaimInArray: 9.2, 9.5: the claim of a position that is the initial one stops the
// clocks, and is no set-up for the next game.
func TestClaimInArray(t *testing.T) {
	checkTrials(t, []trial{
		{name: "9.5.2 incorrect: the game goes on", head: players, do: knightsOut + "|b pause ~60000 resume e2e4 |w", none: []string{noReset}, also: sameGame,
			moves: knightsRec + "completed, e2e4 completed"},
		{name: "9.5 before the last move is pressed", head: players, do: knightsOut + "pause ~60000 resume |b e2e4 |w", none: []string{noReset}, also: sameGame,
			moves: knightsRec + "completed, e2e4 completed"},
		{name: "9.5.1 correct: drawn with all its moves", head: players, do: knightsOut + "|b pause ~20000 !draw{} ~20000 inspect", none: []string{noReset}, also: sameGame,
			moves: knightsRec + "completed", end: "1/2-1/2 ended"},
		{name: "9.5.1 and then the next game on the same pieces", head: players, do: knightsOut + "|b pause ~20000 !draw{} ~20000 resume d2d4 |w", also: nth("-2", "playing"), moves: "d2d4 completed"},
		{name: "9.4 the clocks stopped by a person", head: players, do: knightsOut + "|b !pause{} ~60000 !resume{} e2e4 |w", none: []string{noReset}, also: sameGame,
			moves: knightsRec + "completed, e2e4 completed"},
		{name: "9.5 checked by setting up and playing again", head: players, do: tenPlies + "pause " + tenSetUp + "~5000 " + tenAgain + "resume c1g5 |w", also: sameGame,
			moves: tenRec + ", c1g5 completed"},
		{name: "9.5 the pieces straightened meanwhile", head: players, do: knightsOut + "|b pause ~5000 -e1 +Ke1 -a8 +ra8 ~20000 resume e2e4 |w", none: []string{noReset}, also: sameGame,
			moves: knightsRec + "completed, e2e4 completed"},
		{name: "9.5 a board that names no pieces", head: players + "; sensor occupancy", do: knightsOut + "|b pause ~60000 resume e2e4 |w", none: []string{noReset}, also: sameGame,
			moves: knightsRec + "completed, e2e4 completed"},
		{name: "9.5 a clock that tells by its readings", head: players, do: "clock:9000~9000~w " + knightsOut + "|b clock:8000~9000~w clock:8000~9000~- ~60000 clock:8000~9000~w e2e4 |w",
			none: []string{noReset}, also: sameGame, moves: knightsRec + "completed, e2e4 completed"},
		{name: "9.5 in a wrong array", head: players, do: kingAndQueen + knightsOut + "|b pause ~60000 resume e2e4 |w", want: wrongNow, none: []string{noReset}, also: sameGame,
			moves: knightsRec + "completed, e2e4 completed"},
		{name: "no clock", head: players + "; clock no", do: "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 ~60000 -e2 +Pe4 e7e5", none: []string{noReset}, also: sameGame,
			moves: knightsRec + "completed, e2e4 made, e7e5 made"},
		{name: "the knights come back while the board is not heard", head: players, do: "= g1f3 |w g8f6 |b link:down *f3g1 *f6g8 link:up = ~9000 -e2 +Pe4 |w", none: []string{noReset}, also: sameGame,
			moves: "g1f3 completed, g8f6 completed, f3g1 completed, f6g8 made, e2e4 completed"},
	})
}

// TestRestoredArray: 7.5.1, 4.8: the first move is put back by the book, and the game
// that it belongs to goes on, with all that was known of it.
func TestRestoredArray(t *testing.T) {
	second := "; illegal_completed certain w 7.5.1/3.5; illegal_second arbiter w 7.5.5"
	checkTrials(t, []trial{
		{name: "7.5.1 an illegal first move", head: players, do: "b1b3 |w pause b3b1 ~20000 resume b1c3 |w", want: knight, none: []string{noReset}, also: all(sameGame, illegals(1, 0)),
			moves: "b1c3 completed"},
		{name: "7.5.5 and the second offence is the second", head: players, do: "b1b3 |w pause b3b1 ~20000 resume b1c3 |w e7e5 |b a1a3 |w", want: knight + second,
			also: all(sameGame, illegals(2, 0)), moves: "b1c3 completed, e7e5 completed", end: "* irregular"},
		{name: "7.5.1 the touch binds the move that replaces it", head: players, do: "b1b3 |w pause b3b1 ~20000 resume e2e4 |w", want: knight + "; touch_breach suspected w", none: []string{noReset},
			also: sameGame, moves: "e2e4 completed"},
		{name: "7.5.1 found three plies later", head: players, do: "b1b3 |w e7e5 |b e2e4 |w pause e4e2 e5e7 b3b1 ~20000 resume b1c3 |w", want: knight, none: []string{noReset},
			also: all(sameGame, illegals(1, 0)), moves: "b1c3 completed"},
		{name: "7.5.1 found three plies later, without a clock", head: players + "; clock no", do: "b1b3 e7e5 e2e4 b8c6 ~9000 -c6 +nb8 e4e2 e5e7 b3b1 ~5000 -b1 +Nc3 e7e5",
			want: "illegal_completed arbiter w", may: "displaced", none: []string{noReset}, also: sameGame, moves: "b1c3 made, e7e5 made"},
		{name: "a first move taken back", head: players, do: "e2e4 |w pause e4e2 ~5000 resume d2d4 |w", none: []string{noReset}, also: sameGame, moves: "d2d4 completed"},
		{name: "4.8 a first move taken back for a touch", head: players, do: "-g1 +Ng1 e2e4 |w pause e4e2 ~5000 resume g1f3 |w", want: "touch_breach suspected w 4.3.1", none: []string{noReset},
			also: sameGame, moves: "g1f3 completed"},
		{name: "7.5.1 on a board that names no pieces", head: players + "; sensor occupancy", do: "b1b3 |w pause b3b1 ~20000 resume b1c3 |w", want: "illegal_completed w 7.5.1", none: []string{noReset},
			also: all(sameGame, illegals(1, 0)), moves: "b1c3 completed"},
		{name: "7.5.1 not pressed", head: players, do: "b1b3 pause b3b1 ~20000 resume b1c3 |w", none: []string{noReset}, also: sameGame, moves: "b1c3 completed"},
		{name: "taken back, as the clock's readings tell", head: players, do: "clock:9000~9000~w e2e4 |w clock:8000~9000~b clock:8000~9000~- e4e2 ~5000 clock:8000~9000~w d2d4 |w", none: []string{noReset},
			also: sameGame, moves: "d2d4 completed"},
		{name: "ten plies taken back by a person", head: players, do: tenPlies + `pause !takeback{"ply":0} ` + tenSetUp + "~20000 resume d2d4 |w", none: []string{noReset}, also: sameGame,
			moves: "d2d4 completed"},
		{name: "two plies taken back", head: players, do: "e2e4 |w e7e5 |b pause e5e7 e4e2 ~5000 resume d2d4 |w", none: []string{noReset}, also: sameGame, moves: "d2d4 completed"},
		{name: "retraced, and nothing follows", head: players, do: "e2e4 |w e7e5 |b g1f3 |w pause f3g1 e5e7 e4e2 ~9000", want: "board_reset arbiter", also: sameGame,
			moves: "e2e4 completed, e7e5 completed, g1f3 completed", end: "* paused"},
		{name: "retraced without a clock", head: players + "; clock no", do: "b1c3 b8c6 g1f3 g8f6 ~9000 -f6 +ng8 f3g1 c6b8 c3b1 ~9000 -e2 +Pe4 e7e5", may: "displaced", none: []string{noReset}, also: sameGame,
			moves: "e2e4 made, e7e5 made"},
		{name: "taken back by a person", head: players, do: `e2e4 |w pause !takeback{"ply":0} e4e2 ~20000 resume d2d4 |w`, none: []string{noReset}, also: sameGame, moves: "d2d4 completed"},
	})
}

// TestResetInDoubt: where it may be a takeback and may be the next game, the arbiter is
// asked, and nothing is lost.
func TestResetInDoubt(t *testing.T) {
	asked := func(t *testing.T, tr *touchmove.Tracker, found []touchmove.Finding) error {
		return errors.Join(sameGame(t, tr, found), alerts(1)(t, tr, found))
	}
	answered := all(sameGame, alerts(0))
	checkTrials(t, []trial{
		{name: "asked after ten seconds", head: players, do: "e2e4 |w e7e5 |b pause e5e7 e4e2 ~12000 inspect", want: "board_reset arbiter -; board_reset arbiter -", also: asked,
			moves: "e2e4 completed, e7e5 completed", end: "* paused"},
		{name: "answered by play going on", head: players, do: "e2e4 |w e7e5 |b pause e5e7 e4e2 ~12000 resume d2d4 |w", want: "board_reset arbiter -", also: answered, moves: "d2d4 completed"},
		{name: "answered by the moves put back", head: players, do: "e2e4 |w e7e5 |b pause e5e7 e4e2 ~12000 -e2 +Pe4 e7e5 resume g1f3 |w", want: "board_reset arbiter -", also: answered,
			moves: "e2e4 completed, e7e5 completed, g1f3 completed"},
		{name: "answered by the result", head: players, do: "e2e4 |w e7e5 |b pause e5e7 e4e2 ~12000 !draw{} ~5000 inspect", want: "board_reset arbiter -", also: nth("-2", "waiting"),
			moves: "e2e4 completed, e7e5 completed", end: "1/2-1/2"},
		{name: "answered by new_game", head: players, do: "e2e4 |w e7e5 |b pause e5e7 e4e2 ~12000 !new_game{} inspect", want: "board_reset arbiter -", also: nth("-2", "waiting"),
			moves: "e2e4 completed, e7e5 completed", end: "*"},
		{name: "not asked of a restoration", head: players, do: "b1b3 |w pause b3b1 ~20000 inspect", want: knight + "; illegal_completed certain w 7.5.1/3.6", none: []string{noReset}, also: sameGame, end: "* paused"},
	})
}

// TestSetUpAgain: nothing but a set-up leads from the middle of a game to the initial
// array. The game that has no result waits for it; the next one begins with its clock.
func TestSetUpAgain(t *testing.T) {
	checkTrials(t, []trial{
		{name: "the clock is started", head: players, do: tenPlies + "pause " + tenSetUp + "~5000 resume d2d4 |w", info: []string{"board_reset -"}, also: nth("-2", "playing"), moves: "d2d4 completed"},
		{name: "the clock is started at once", head: players, do: tenPlies + "pause " + tenSetUp + "~100 resume d2d4 |w", info: []string{"board_reset -"}, also: nth("-2", "playing"), moves: "d2d4 completed"},
		{name: "the clock is heard when the first move stands", head: players, do: tenPlies + "pause " + tenSetUp + "~5000 -d2 +Pd4 resume |w d7d5 |b", also: nth("-2", "playing"),
			moves: "d2d4 completed, d7d5 completed"},
		{name: "it waits for the result", head: players, do: tenPlies + "pause " + tenSetUp + "~5000 inspect", want: "board_reset arbiter", info: []string{"board_reset -"}, also: sameGame, moves: tenRec, end: "* paused"},
		{name: "and asks for it", head: players, do: tenPlies + "pause " + tenSetUp + "~12000 inspect", want: "board_reset arbiter -; board_reset arbiter -", also: all(sameGame, alerts(1)), moves: tenRec,
			end: "* paused"},
		{name: "a late result is that of the game that was played", head: players, do: tenPlies + "pause " + tenSetUp + "~12000 result:1-0 ~5000 inspect", want: "board_reset arbiter -",
			also: nth("-2", "waiting"), moves: tenRec, end: "1-0"},
		{name: "a hand on a piece as the result is entered", head: players, do: tenPlies + "pause " + tenSetUp + "-e1 result:1-0 +Ke1 ~5000 resume d2d4 |w", also: nth("-2", "playing"),
			moves: "d2d4 completed"},
		{name: "on a board that names no pieces", head: players + "; sensor occupancy", do: tenPlies + "pause " + tenSetUp + "~5000 resume d2d4 |w", info: []string{"board_reset -"}, also: nth("-2", "playing"),
			moves: "d2d4 completed"},
		{name: "the result first", head: players, do: tenPlies + "pause result:0-1 " + tenSetUp + "~5000 inspect", info: []string{"board_reset -"}, also: nth("-2", "waiting"), moves: tenRec, end: "0-1"},
		{name: "the clocks stopped by a person, and started at the lever", head: players, do: tenPlies + "!pause{} " + tenSetUp + "~5000 |b d2d4 |w", info: []string{"board_reset -"},
			also: nth("-2", "playing"), moves: "d2d4 completed"},
		{name: "without a clock", head: players + "; clock no", do: "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 d2d3 d7d6 b1c3 g8f6 ~9000 " + tenSetUp + "~5000 -d2 +Pd4 d7d5", may: "displaced",
			info: []string{"board_reset -"}, also: nth("-2", "playing"), moves: "d2d4 made, d7d5 made"},
		{name: "seen by a scan after the board was not heard", head: players, do: "= " + tenPlies + "link:down *c4f1 *c5f8 *e4e2 *e5e7 *d3d2 *d6d7 *f3g1 *f6g8 *c3b1 *c6b8 link:up = ~5000 -d2 +Pd4 |w",
			info: []string{"board_reset -"}, also: nth("-2", "playing"), moves: "d2d4 completed"},
		{name: "after a game that nobody has begun", head: players, do: "result:0-1 ~20000 d2d4 |w", also: nth("-2", "playing"), moves: "d2d4 completed"},
	})
}
