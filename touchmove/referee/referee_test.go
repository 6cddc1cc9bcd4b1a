package referee_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/boardd/boardd/fixtures"
	"github.com/boardd/boardd/touchmove/laws"
)

// initial is the header of a game with a clock.
const initial = "#! boardd-log 1\n#: rules fide-2023\n#: time standard\n#: sensor identified\n#: start rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"

// codes are the codes that were found, in order.
func codes(found []laws.Finding) string {
	var out []string
	for _, f := range found {
		out = append(out, f.Code.String())
	}
	return strings.Join(out, " ")
}

// TestFound: what is found about some hands, all of it, written from the Laws.
func TestFound(t *testing.T) {
	for _, c := range []struct{ name, log, want string }{
		{"nothing is done", "", ""},
		{"a move (4.3.1, 4.7, 6.2.1)", "700 lift e2 P\n1400 drop e4 P\n2100 press w\n",
			"obliged provisional obliged move_made move_completed"},
		{"a piece is slid, and rests nowhere on its way", "700 lift e2 P\n1400 drop e3 P\n1500 lift e3 P\n1600 drop e4 P\n2400 press w\n",
			"obliged provisional retracted provisional obliged move_made move_completed"},
		{"a piece is touched and moved elsewhere than it was released (4.7)", "700 lift e2 P\n1400 drop e3 P\n2900 lift e3 P\n3600 drop e4 P\n4400 press w\n",
			"obliged provisional obliged move_made retracted provisional move_made release_breach move_completed"},
		{"noise of a contact is no touch", "700 lift g1 N\n715 drop g1 N\n2000 lift e2 P\n2700 drop e4 P\n3400 press w\n",
			"obliged provisional obliged move_made move_completed"},
		{"a press without a move (7.5.3)", "700 press w\n", "clock_no_move"},
		{"Black begins (1.2)", "700 lift e7 p\n1400 drop e5 p\n", "out_of_turn"},
		{"a piece of the opponent is pushed to the next square (7.4.1)", "700 lift e7 p\n1400 drop e6 p\n", "displaced"},
		{"the other player's lever (6.2.1)", "700 press b\n", "press_without_effect"},
		{"a report of the clock from before the press", "700 lift e2 P\n1400 drop e4 P\n2100 press w\n2200 clock 1000 1000 w\n3200 clock 1000 900 b\n4000 press w\n",
			"obliged provisional obliged move_made move_completed press_without_effect"},
		{"the clock is stopped (6.11)", "700 pause\n", "clock_stopped"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := codes(play(t, initial+c.log).found); got != c.want {
				t.Errorf("found %s\nwant  %s", got, c.want)
			}
		})
	}
}

// TestMoreWaking: waking at other times than those that are asked for finds nothing else.
func TestMoreWaking(t *testing.T) {
	for _, c := range fixtures.Cases() {
		plain := play(t, c.Log())
		often := playWaking(t, c.Log(), 37)
		if !reflect.DeepEqual(plain.found, often.found) {
			t.Errorf("%s: %s\nwoken more often: %s", c.ID, codes(plain.found), codes(often.found))
		}
	}
}

// TestToldOnce: a story that is told otherwise later does not make the referee repeat
// itself.
func TestToldOnce(t *testing.T) {
	for _, c := range fixtures.Cases() {
		seen := map[string]bool{}
		for _, f := range play(t, c.Log()).found {
			k := f.Code.String() + f.Article + f.UCI + fmt.Sprint(f.Ply, f.Squares) + strings.Join(f.Allowed, " ") + f.Text
			if seen[k] && !slices.Contains([]laws.Code{laws.Obliged, laws.ClockStopped, laws.Displaced}, f.Code) {
				t.Errorf("%s: %s of ply %d is told twice", c.ID, f.Code, f.Ply)
			}
			seen[k] = true
		}
	}
}
