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
		{"a piece is adjusted before the clock is started (6.6)", "700 lift b1 N\n1400 drop b1 N\n2100 press b\n2800 lift e2 P\n3500 drop e4 P\n4200 press w\n",
			"obliged press_without_effect obliged provisional obliged move_made move_completed"},
		{"a piece is touched after that (4.3.1)", "700 press b\n1400 lift b1 N\n2100 drop b1 N\n2800 lift e2 P\n3500 drop e4 P\n4200 press w\n",
			"press_without_effect obliged provisional move_made touch_breach move_completed"},
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

// TestUnheard: what is heard before a board that was not connected has been scanned proves
// nothing: the scan shows what was done before.
func TestUnheard(t *testing.T) {
	const gap = "700 lift e2 P\n1400 drop e4 P\n2100 press w\n3000 link down\n6000 link up\n"
	for _, c := range []struct {
		name, log, code string
		want            bool
	}{
		{"a reply to what nobody has heard", "6400 lift d2 P\n6600 drop d4 P\n7200 board rnbqkbnr/pppp1ppp/8/4p3/3PP3/8/PPP2PPP/RNBQKBNR\n", "out_of_turn", false},
		{"nothing was played meanwhile", "6400 lift d2 P\n6600 drop d4 P\n7200 board rnbqkbnr/pppppppp/8/8/3PP3/8/PPP2PPP/RNBQKBNR\n8000 lift a7 p\n", "out_of_turn", true},
		{"a press of what nobody has heard", "6500 press b\n9000 board rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR\n", "clock_no_move", false},
		{"a press, and nothing was played", "6500 press b\n9000 board rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR\n12000 lift a2 P\n", "clock_no_move", true},
	} {
		if got := codes(play(t, initial+gap+c.log).found); strings.Contains(got, c.code) != c.want {
			t.Errorf("%s: found %s", c.name, got)
		}
	}
}

// TestTooEarly: what a press completes is certain once the board has told what was done before
// the press.
func TestTooEarly(t *testing.T) {
	const (
		clock = "#! boardd-log 1\n#: clock yes\n"
		rook  = clock + "#: start 4k3/8/8/8/8/8/8/4K2R w K - 0 1\n0 board 4k3/8/8/8/8/8/8/4K2R\n"
		array = clock + "0 board rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR\n"
		b3    = "1000 board rnbqkbnr/pppppppp/8/8/8/1N6/PPPPPPPP/R1BQKBNR\n2000 press w\n"
	)
	for _, c := range []struct {
		name, log, code string
		times           int
	}{
		{"a scan shows that the rook was there", rook + "1000 lift e1 K\n1200 drop g1 K\n2000 press w\n2300 board 4k3/8/8/8/8/8/8/5RK1\n9000 lift e8 k\n", "castle_incomplete", 0},
		{"a scan shows that it was not", rook + "1000 lift e1 K\n1200 drop g1 K\n2000 press w\n2300 board 4k3/8/8/8/8/8/8/6KR\n9000 lift e8 k\n", "castle_incomplete", 1},
		{"a scan shows that the knight had gone on", array + b3 + "2300 board rnbqkbnr/pppppppp/8/8/8/2N5/PPPPPPPP/R1BQKBNR\n", "illegal_completed", 0},
		{"a hand puts it right after the press", array + "1000 lift b1 N\n1200 drop b3 N\n2000 press w\n2300 lift b3 N\n2550 drop c3 N\n", "illegal_completed", 1},
		{"an own pawn is pushed by the one that moves, and put back", array + "600 lift e2 P\n1600 lift d2 P\n1605 drop d3 P\n1610 drop e4 P\n2200 press w\n4000 lift d3 P\n4400 drop d2 P\n6000 lift e7 p\n", "release_breach", 0},
		{"play goes on over it", array + "600 lift e2 P\n1600 lift d2 P\n1605 drop d3 P\n1610 drop e4 P\n2200 press w\n4000 lift e7 p\n4400 drop e5 p\n5000 press b\n9000 lift g1 N\n", "displaced", 2},
		{"a touched piece that is put back once the opponent's ply stands", array + "120 lift e2 P\n240 drop e3 P\n660 lift e7 p\n780 lift e3 P\n900 drop e4 P\n1020 drop e7 p\n1620 press w\n1740 lift c7 p\n1860 drop c5 p\n2460 press b\n", "touch_breach", 1},
		{"a piece that was let go, told before and with its ply", initial + "700 lift e1 K\n" +
			"1000 drop e1 K\n2000 lift e2 P\n2200 drop e3 P\n3500 lift e3 P\n3700 drop e4 P\n4500 press w\n", "release_breach", 1},
	} {
		if got := codes(play(t, c.log).found); strings.Count(got, c.code) != c.times {
			t.Errorf("%s: found %s", c.name, got)
		}
	}
}
