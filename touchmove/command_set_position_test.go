package touchmove_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/boardd/boardd/touchmove"
)

// parts checks the ID under which a game goes on, and the moves and the reason
// of the parts before it.
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

// TestSetPosition: the arbiter says what the position is. One that the game has
// come to takes it back to there; from another one it goes on as a new part.
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
				if g := tr.Game(); g.Tags["White"] != "Ferrier, Isla" || g.Rules.Time != touchmove.Blitz || g.Start.FEN() != twoPawns {
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
