package touchmove_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/boardd/boardd/touchmove"
)

// flagSays checks the result of the last finding of a flag, on what it depends, and what
// else it says.
func flagSays(code touchmove.Code, result string, on []string, text ...string) func(*testing.T, *touchmove.Tracker, []touchmove.Finding) error {
	return func(_ *testing.T, _ *touchmove.Tracker, found []touchmove.Finding) error {
		for _, f := range slices.Backward(found) {
			if f.Code != code {
				continue
			}
			r := touchmove.Remedy{}
			if f.Remedy != nil {
				r = *f.Remedy
			}
			if r.Result != result || !slices.Equal(r.If, on) {
				return fmt.Errorf("%s: result %q if %q, want %q if %q: %s", code, r.Result, r.If, result, on, f.Text)
			}
			for _, part := range text {
				if !strings.Contains(f.Text, part) {
					return fmt.Errorf("%s says %q, want %q", code, f.Text, part)
				}
			}
			return nil
		}
		return fmt.Errorf("no %s", code)
	}
}

// counted checks the moves of which the last finding of a flag tells.
func counted(completed, prescribed int) func(*testing.T, *touchmove.Tracker, []touchmove.Finding) error {
	return func(_ *testing.T, _ *touchmove.Tracker, found []touchmove.Finding) error {
		for _, f := range slices.Backward(found) {
			if f.Flag != nil {
				if f.Flag.Completed != completed || f.Flag.Prescribed != prescribed {
					return fmt.Errorf("%+v, want %d of %d", *f.Flag, completed, prescribed)
				}
				return nil
			}
		}
		return fmt.Errorf("no flag")
	}
}

var (
	ifNotCompleted = []string{touchmove.IfNotCompleted}
	flagFall       = touchmove.FlagFall
	bothFlags      = touchmove.BothFlags
)

// TestFlagProvisos: 6.3.1, 6.4, 6.9: a flag loses if the prescribed number of moves has
// not been completed. The time control counts them, where it is known; Alt on A and B,
// 3.4: the win cannot be claimed after an illegal move of one's own.
func TestFlagProvisos(t *testing.T) {
	const moves = "e2e4 completed, e7e5 completed"
	white := "flag_fall arbiter w 6.8"
	checkTrials(t, []trial{
		{name: "6.3.1 the time control is not known", do: bothMoved + "flag:w", want: white, also: all(flagSays(flagFall, "0-1", ifNotCompleted), counted(1, 0)), moves: moves},
		{name: "6.3.1 nor one that is none", head: "tag TimeControl ?", do: bothMoved + "flag:w", want: white, also: flagSays(flagFall, "0-1", ifNotCompleted), moves: moves},
		{name: "6.9 all moves in one time", head: "tag TimeControl 300+3", do: bothMoved + "flag:w", want: white, also: flagSays(flagFall, "0-1", nil), moves: moves},
		{name: "6.9 not completed", head: "tag TimeControl 40/5400:1800", do: bothMoved + "flag:w", want: white, also: all(flagSays(flagFall, "0-1", nil), counted(1, 40)), moves: moves},
		{name: "6.4 completed: the game goes on", head: "tag TimeControl 1/5400:1800", do: bothMoved + "flag:w", want: white,
			also: all(flagSays(flagFall, "", nil, "the prescribed number of moves is completed"), counted(1, 1)), moves: moves},
		{name: "6.4 made, and not pressed", head: "tag TimeControl 2/5400:1800", do: bothMoved + "g1f3 flag:w", want: white, also: all(flagSays(flagFall, "0-1", nil), counted(1, 2)),
			moves: moves + ", g1f3 made"},
		{name: "6.4 pressed just before", head: "tag TimeControl 2/5400:1800", do: bothMoved + "g1f3 |w ~100 flag:w", want: white, also: all(flagSays(flagFall, "", nil), counted(2, 2)),
			moves: moves + ", g1f3 completed"},
		{name: "6.4 the moves before the log count", head: "moves e2e4 e7e5; tag TimeControl 2/5400:1800", do: "*-e2 *+Pe4 *-e7 *+pe5 g1f3 |w b8c6 |b flag:b", want: "flag_fall arbiter b 6.8",
			also: all(flagSays(flagFall, "", nil), counted(2, 2)), moves: moves + ", g1f3 completed, b8c6 completed"},
		{name: "6.4 the second time", head: "tag TimeControl 1/60:1/60:60", do: "clock:60000~60000~w " + bothMoved + "clock:0~50000~w flag:w ~3000 clock:60000~50000~w ~3000 clock:0~50000~w flag:w",
			want: white + "; " + white, also: all(flagSays(flagFall, "0-1", nil), counted(1, 2)), moves: moves},
		{name: "6.9 drawn, on the same condition", fen: "8/8/4k3/8/8/8/5Q2/K7 w - - 0 1", do: "flag:w", want: white, also: flagSays(flagFall, "1/2-1/2", ifNotCompleted)},
		{name: "12(4) of 1971", head: "rules fide-1971", fen: "8/8/4k3/8/8/4K3/8/8 w - - 0 1", do: "flag:w", want: "flag_fall arbiter w", also: flagSays(flagFall, "0-1", ifNotCompleted)},
		{name: "B.7 only if claimed with one's own flag up", head: "rules fide-1997; time rapid; tag TimeControl 1800", do: bothMoved + "flag:w", want: "flag_fall arbiter w B.6",
			also: flagSays(flagFall, "0-1", []string{touchmove.IfClaimed}), moves: moves},
		{name: "Alt 3.4 after an illegal move of the opponent", head: "time rapid", do: "e2e4 |w f8f5 |b flag:w", want: "illegal_completed certain b; flag_fall arbiter w A.5.3",
			also: flagSays(flagFall, "", nil, "an illegal move of the opponent"), moves: "e2e4 completed", end: "* irregular"},
		{name: "7.5.1 in standard chess, too", do: "e2e4 |w f8f5 |b flag:w", want: "illegal_completed certain b; flag_fall arbiter w 6.9", also: flagSays(flagFall, "", nil), moves: "e2e4 completed",
			end: "* irregular"},
		{name: "7.5.1 not after one of his own", do: "b1b3 |w e7e5 |b flag:w", want: "illegal_completed certain w; flag_fall arbiter w 6.9", also: flagSays(flagFall, "0-1", ifNotCompleted), end: "* irregular"},
		{name: "A.5.2 nor when it stands", head: "time rapid", do: "b1b3 |w e7e5 |b g1f3 |w flag:b", want: "illegal_completed certain w; flag_fall arbiter b", also: flagSays(flagFall, "1-0", ifNotCompleted),
			moves: "b1b3 illegal_stands, e7e5 completed, g1f3 completed"},
		{name: "Alt 3.4 after a breach of Article 4", head: "time rapid", do: "e2e4 |w -b8 +nb8 e7e5 |b flag:w", want: "touch_breach suspected b; flag_fall arbiter w",
			also: flagSays(flagFall, "", nil, "the opponent's last move may be against Article 4"), moves: moves},
		{name: "4.8 not when it can be claimed no more", head: "time rapid", do: "e2e4 |w -b8 +nb8 e7e5 |b -g1 flag:w", want: "touch_breach suspected b; flag_fall arbiter w",
			also: flagSays(flagFall, "0-1", ifNotCompleted), moves: moves},
	})
}

// TestFlagOnce: a flag is told once for each fall, and its alert goes when time is added.
func TestFlagOnce(t *testing.T) {
	const moves = "e2e4 completed, e7e5 completed"
	checkTrials(t, []trial{
		{name: "reported again and again", do: bothMoved + "flag:w flag:w ~5000 flag:w", want: "flag_fall arbiter w", also: alerts(1), moves: moves},
		{name: "time is added", do: bothMoved + "clock:0~50000~w flag:w ~3000 clock:60000~50000~w", want: "flag_fall arbiter w", also: alerts(0), moves: moves},
		{name: "a reading that does not change", do: bothMoved + "clock:60000~50000~w flag:w ~3000 clock:60000~50000~w", want: "flag_fall arbiter w", also: alerts(1), moves: moves},
		{name: "while the pieces are set up", do: "*-d1 = flag:w flag:b ~5000 *+Qd1 =", none: []string{"flag_fall", "both_flags"}, end: "* waiting"},
	})
}

// TestBothFlags: 1997 6.11, 10.4, B.8; III.3.1 of 2018 and 2023: what follows when both
// flags have fallen. Never are two opposite results said.
func TestBothFlags(t *testing.T) {
	const moves = "e2e4 completed, e7e5 completed"
	one := func(side string) string { return "flag_fall arbiter " + side + "; both_flags arbiter -" }
	together := bothMoved + "flag:w ~0 flag:b"
	apart := bothMoved + "flag:w ~3000 flag:b"
	// consistent: what was said of one flag and what is said of both do not contradict
	// each other, unless the first was said on a condition.
	consistent := func(_ *testing.T, tr *touchmove.Tracker, found []touchmove.Finding) error {
		if n := len(tr.Game().Alerts); n != 1 || tr.Game().Alerts[0].Code != bothFlags {
			return fmt.Errorf("alerts %+v", tr.Game().Alerts)
		}
		results := map[string]bool{}
		for _, f := range found {
			if (f.Code == flagFall || f.Code == bothFlags) && f.Remedy != nil && len(f.Remedy.If) == 0 && f.Remedy.Result != "" {
				results[f.Remedy.Result] = true
			}
		}
		if len(results) > 1 {
			return fmt.Errorf("results %v", results)
		}
		return nil
	}
	lastPeriod := []string{touchmove.IfLastPeriod}
	checkTrials(t, []trial{
		{name: "6.11 not known which was first: the game goes on", head: "rules fide-1997", do: together, want: "both_flags arbiter - 6.11", also: all(consistent, flagSays(bothFlags, "", nil, "is not known")), moves: moves},
		{name: "6.11 known: the first loses", head: "rules fide-1997; tag TimeControl 5400", do: apart, want: one("w") + " 6.11", also: all(consistent, flagSays(bothFlags, "0-1", nil, "the flag of White fell first")),
			moves: moves},
		{name: "6.11 known: Black's", head: "rules fide-1997; tag TimeControl 5400", do: bothMoved + "flag:b ~3000 flag:w", want: one("b") + " 6.11",
			also: all(consistent, flagSays(bothFlags, "1-0", nil, "the flag of Black fell first")), moves: moves},
		{name: "10.4 not known: drawn", head: "rules fide-1997; time quickplay", do: together, want: "both_flags arbiter - 10.4", also: all(consistent, flagSays(bothFlags, "1/2-1/2", nil)), moves: moves},
		{name: "10.4 known", head: "rules fide-1997; time quickplay; tag TimeControl 900", do: apart, want: one("w") + " 10.4", also: all(consistent, flagSays(bothFlags, "0-1", nil)), moves: moves},
		{name: "B.8 drawn, whichever was first", head: "rules fide-1997; time rapid; tag TimeControl 1800", do: apart, want: one("w") + " B.8", also: all(consistent, flagSays(bothFlags, "1/2-1/2", nil)), moves: moves},
		{name: "B.8/C.2 in blitz", head: "rules fide-1997; time blitz; tag TimeControl 300", do: together, want: "both_flags arbiter - B.8", also: all(consistent, flagSays(bothFlags, "1/2-1/2", nil)), moves: moves},
		{name: "III.3.1.2 the last period", head: "tag TimeControl 5400", do: together, want: "both_flags arbiter - III.3.1", also: all(consistent, flagSays(bothFlags, "1/2-1/2", nil)), moves: moves},
		{name: "III.3.1.1 another period", head: "tag TimeControl 40/5400:1800", do: together, want: "both_flags arbiter - III.3.1", also: all(consistent, flagSays(bothFlags, "", nil, "not the last period")), moves: moves},
		{name: "III.3.1 the time control is not known", do: together, want: "both_flags arbiter - III.3.1", also: all(consistent, flagSays(bothFlags, "1/2-1/2", lastPeriod)), moves: moves},
		{name: "III.3.1 of 2018", head: "rules fide-2018; time rapid; tag TimeControl 900", do: together, want: "both_flags arbiter - III.3.1", also: all(consistent, flagSays(bothFlags, "1/2-1/2", nil)), moves: moves},
		{name: "III.3.1 known: the first loses", head: "tag TimeControl 5400", do: apart, want: one("w") + " III.3.1", also: all(consistent, flagSays(bothFlags, "0-1", nil)), moves: moves},
		{name: "III.2.2 not with an increment", head: "tag TimeControl 5400+30", do: together, want: "both_flags arbiter -", also: all(consistent, flagSays(bothFlags, "", nil, "without an increment")), moves: moves},
		{name: "III.2.2 not in blitz", head: "time blitz; tag TimeControl 300", do: together, want: "both_flags arbiter -", also: all(consistent, flagSays(bothFlags, "", nil)), moves: moves},
		{name: "5.1.1 mate between the two", fen: backRank, do: "-a1 flag:w +Ra8 flag:b", want: "flag_fall arbiter w 6.8; checkmate certain w", none: []string{"both_flags"}, moves: "a1a8 completed", end: "1-0 ended"},
		{name: "the first one's time was added to", head: "tag TimeControl 1/60:60", do: bothMoved + "clock:0~50000~w flag:w ~3000 clock:60000~50000~w ~3000 flag:b", want: "flag_fall arbiter w; flag_fall arbiter b",
			none: []string{"both_flags"}, moves: moves},
		{name: "text silent", head: "rules fide-1971", do: together, want: "both_flags arbiter -", also: flagSays(bothFlags, "", nil), moves: "e2e4 made, e7e5 made"},
	})
}
