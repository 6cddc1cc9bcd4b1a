package touchmove_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/laws"
)

// TestRunningClock: that time runs is no change of the game; that it stops is.
func TestRunningClock(t *testing.T) {
	const game = "#! boardd-log 1\n#: start rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n" +
		"0 clock 180000 180000 w\n700 lift e2 P\n1400 drop e4 P\n2100 press w\n2200 clock 179000 180000 b\n9000 clock 179000 173000 b\n"
	rev := func(more string) int {
		tr, _ := playLog(t, game+more)
		return tr.Game().Rev
	}
	if was, is := rev(""), rev("10000 clock 179000 172000 b\n11000 clock 179000 171000 b\n"); is != was {
		t.Errorf("rev %d after two seconds, %d before", is, was)
	}
	if was, is := rev(""), rev("10000 clock 179000 172000 -\n"); is <= was {
		t.Errorf("rev %d after the stop, %d before", is, was)
	}
}

// TestShownPress: that the time of the other player runs is a press that was not told. It is found once: it may be
// told later, and after a press that was told the clock may show for a moment what was before. While it
// stands nothing shows a press.
func TestShownPress(t *testing.T) {
	const start = "#! boardd-log 1\n#: start rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"
	const white = "0 clock 180000 180000 w\n700 lift e2 P\n1400 drop e4 P\n"
	const black = "3700 lift e7 p\n4400 drop e5 p\n"
	for name, c := range map[string]struct {
		log       string
		completed int // plies
	}{
		"it is told":                     {white + "2100 press w\n", 1},
		"it is shown":                    {white + "2100 clock 179000 180000 b\n", 1},
		"each of two is shown":           {white + "2100 clock 179000 180000 b\n" + black + "5100 clock 179000 178000 w\n", 2},
		"it is shown, and told later":    {white + "2100 clock 179000 180000 b\n2500 press w\n", 1},
		"it is told, and shown too late": {white + "2100 press w\n2200 clock 179000 180000 w\n2300 clock 179000 180000 b\n" + black + "5100 press b\n", 2},
		"one is told, the next is shown": {white + "2100 press w\n" + black + "5100 clock 179000 178000 w\n", 2},
		"the clock stands":               {white + "2100 clock 179000 180000 -\n", 0},
		"it stood, and starts for Black": {white + "2100 clock 179000 180000 -\n2500 clock 180000 180000 b\n", 1},
		"it stood, and goes on":          {white + "2100 clock 179000 180000 -\n2500 clock 180000 180000 w\n", 0},
		"it is started by his press":     {white + "2100 clock 179000 180000 -\n2500 press w\n2500 clock 180000 180000 b\n", 1},
		"it is started by the other one": {white + "2100 clock 179000 180000 -\n2500 press b\n2500 clock 180000 180000 w\n", 0},
		"nothing has run, he starts it":  {"0 clock 180000 180000 -\n700 lift e2 P\n1400 drop e4 P\n2100 press w\n2200 clock 180000 180000 b\n", 1},
		"the same time runs":             {white + "2100 clock 179000 180000 w\n", 0},
	} {
		tr, found := playLog(t, start+c.log)
		count := func(code laws.Code) (n int) {
			for _, f := range found {
				if f.Code == code {
					n++
				}
			}
			return n
		}
		if got := count(laws.MoveCompleted); got != c.completed {
			t.Errorf("%s: %d plies are completed, want %d: %s", name, got, c.completed, sanOf(tr.Game()))
		}
		if slices.ContainsFunc(found, func(f touchmove.Finding) bool { return f.Code == laws.PressWithoutEffect }) {
			t.Errorf("%s: a press is said to be without effect", name)
		}
	}
}

// TestTouchedBeforeStop: what was touched before the clocks were stopped binds, and the evidence says that a piece was put back
// only if it was: not of a king who still stands where castling puts him.
func TestTouchedBeforeStop(t *testing.T) {
	const log = "#! boardd-log 1\n#: start r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\n0 clock 300000 300000 w\n1800 lift e1 K\n2200 drop g1 K\n2200 pause\n2500 clock 300000 300000 -\n"
	const castles = "12900 lift h1 R\n13300 drop f1 R\n13800 press w\n"
	for name, c := range map[string]struct {
		log, code, want string
	}{
		"he stands there still":           {"12500 resume\n12500 clock 300000 300000 w\n" + castles, "castle_obliged", "K e1 @1800"},
		"he is put back while they stand": {"6000 lift g1 K\n6400 drop e1 K\n12500 resume\n12500 clock 300000 300000 w\n14000 lift a1 R\n14300 drop b1 R\n15000 press w\n", "touch_breach", "K e1 @1800 +10700 back"},
	} {
		_, found := playLog(t, log+c.log)
		i := lastOf(c.code, found)
		if i < 0 {
			t.Errorf("%s: %s is not found\n%s", name, c.code, accountOf(found))
			continue
		}
		if got := rests(found[i].Evidence); !strings.HasPrefix(got, c.want+";") {
			t.Errorf("%s: it rests on %q, want %q", name, got, c.want)
		}
	}
}
