package touchmove_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/laws"
)

// TestPublishedWithItsTime: if the clock reports its times, a ply waits for the time after
// its press, and no longer than a report may lag. Then the ply keeps the time with which it
// was published.
func TestPublishedWithItsTime(t *testing.T) {
	const (
		head  = "#! boardd-log 1\n#: time blitz\n0 board rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR\n"
		first = "100 clock 180000 180000 w\n1000 clock 179000 180000 w\n"
		e4    = "1200 lift e2 P\n1500 drop e4 P\n2000 press w\n"
		shown = "2000 clock 181000 180000 b\n"
		old   = "2000 clock 179000 180000 w\n"
		reply = "2100 lift e7 p\n2200 drop e5 p\n2400 press b\n2400 clock 181000 181000 w\n"
		late  = "3000 clock 181000 180000 b\n"
	)
	for _, c := range []struct {
		name, log string
		until     int64
		want      string // published, with its time
	}{
		{"reported with the press", first + e4 + shown, 2700, "1: 181000"},
		{"reported after it", first + e4 + late, 3000, "1: 181000"},
		{"not reported yet", first + e4, 2999, "0: 179000"},
		{"an old reading", first + e4 + old, 2999, "0: 179000"},
		{"never reported", first + e4, 3500, "1: 179000"},
		{"a clock that tells no times", e4, 2500, "1: -1"},
		{"a clock that has long shown none", "100 clock 180000 180000 w\n" + "3200 lift e2 P\n3500 drop e4 P\n4000 press w\n", 4500, "1: -1"},
		{"answered meanwhile", first + e4 + reply, 3000, "2: 179000 181000"},
		{"ended by a person", first + e4 + "2300 cmd result {\"result\":\"1-0\"}\n", 2300, "1: 179000"},
		{"another game", first + e4 + "2600 cmd new_game {}\n", 2600, "1: 179000"},
	} {
		t.Run(c.name, func(t *testing.T) {
			wantNoMoreByWaking(t, head+c.log)
			d := newDesk(t, head+c.log)
			d.wake(c.until)
			g, n, times := d.tr.LastGame(), 0, ""
			for _, p := range g.Moves {
				if times += fmt.Sprint(" ", p.Clock); p.Published {
					n++
				}
			}
			if got := fmt.Sprint(n, ":", times); got != c.want {
				t.Errorf("published %s, want %s", got, c.want)
			}
		})
	}
}

// proposed returns a proposal for the clock in words, in milliseconds: "at W B, gained W B,
// added W B, set W B, article". It leaves out what is 0 for both.
func proposed(c *touchmove.ClockProposal) string {
	if c == nil {
		return "none"
	}
	var parts []string
	for _, p := range []struct {
		name  string
		times touchmove.Times
	}{{"at", c.At}, {"gained", c.Gained}, {"added", c.Added}, {"set", c.Set}} {
		if p.times != (touchmove.Times{}) || p.name == "at" || p.name == "set" {
			parts = append(parts, fmt.Sprintf("%s %d %d", p.name, p.times.White, p.times.Black))
		}
	}
	return strings.Join(append(parts, c.Article), ", ")
}

// setClock checks the proposal of the last finding of a code.
func setClock(code, want string) func(*testing.T, *touchmove.Tracker, []touchmove.Finding) error {
	return func(_ *testing.T, _ *touchmove.Tracker, found []touchmove.Finding) error {
		i := lastOf(code, found)
		if i < 0 {
			return fmt.Errorf("%s is not found", code)
		}
		got := "no remedy"
		if r := found[i].Remedy; r != nil {
			got = proposed(r.Clock)
		}
		if got != want {
			return fmt.Errorf("clock of %s: %q, want %q", code, got, want)
		}
		return nil
	}
}

// TestClockToSet: where the position is restored or the opponent gains time, the arbiter
// sets the clock (7.1; 6.13 of 1997). The proposal has the times at the position that is
// restored: those at the irregular press, without the player's increment for it, and with
// the time that the text gives the opponent.
func TestClockToSet(t *testing.T) {
	const (
		start   = "@5400000:5400000:w ~20000 " // at 700; the knight is lifted at 20700
		moved   = start + "b1b3 |w "           // pressed at 22100: White has used 21400
		after30 = "~0 @5408600:5400000:b "     // with 30 s for the move
		after   = "~0 @5378600:5400000:b "     // with none
		tc      = `!tags{"tags":{"TimeControl":"40/5400+30:1800+30"}} `
		wait    = "~2000 inspect"
	)
	of := func(want string) func(*testing.T, *touchmove.Tracker, []touchmove.Finding) error {
		return setClock("illegal_completed", want)
	}
	twice := knightLater + "; " + knightLater
	checkTrials(t, []trial{
		{name: "7.1 with the increment of the irregular press", do: moved + after30 + wait, want: twice, end: "* irregular",
			also: of("at 5378600 5400000, gained 30000 0, added 0 120000, set 5378600 5520000, 7.1")},
		{name: "7.1 without an increment", do: moved + after + wait, want: twice, end: "* irregular",
			also: of("at 5378600 5400000, added 0 120000, set 5378600 5520000, 7.1")},
		{name: "7.1 no reading after the press", do: moved + wait, want: twice, end: "* irregular",
			also: of("at 5378600 5400000, added 0 120000, set 5378600 5520000, 7.1")},
		{name: "7.1 no reading after the press, and the time control is known", do: tc + "~0 " + moved + wait, want: twice, end: "* irregular",
			also: of("at 5378600 5400000, gained 30000 0, added 0 120000, set 5378600 5520000, 7.1")},
		{name: "7.1 the time control is known: the clock shows whole seconds", do: tc + "~0 " + moved + "~0 @5408000:5400000:b " + wait, want: twice, end: "* irregular",
			also: of("at 5378000 5400000, gained 30000 0, added 0 120000, set 5378000 5520000, 7.1")},
		{name: "7.1 the time control gives an increment that the clock did not add", do: tc + "~0 " + moved + after + wait, want: twice, end: "* irregular",
			also: of("at 5378600 5400000, added 0 120000, set 5378600 5520000, 7.1")},
		{name: "7.1 a reading from before the press", do: moved + "~0 @5379000:5400000:w ~100 @5408600:5399900:b " + wait, want: twice, end: "* irregular",
			also: of("at 5378600 5400000, gained 30000 0, added 0 120000, set 5378600 5520000, 7.1")},
		{name: "7.1 it was found before the clock showed it", do: moved + "~0 @5379000:5400000:w ~500 @5408600:5399500:b " + wait, want: twice, end: "* irregular",
			also: of("at 5378600 5400000, added 0 120000, set 5378600 5520000, 7.1")},
		{name: "7.1 the opponent's time has run since", do: moved + "~0 @5408600:5400000:b ~5000 @5408600:5395000:b " + wait, want: twice, end: "* irregular",
			also: of("at 5378600 5400000, gained 30000 0, added 0 120000, set 5378600 5520000, 7.1")},
		{name: "7.1 by Black", do: start + "e2e4 |w ~0 @5408600:5400000:b ~10000 f8f5 |b ~0 @5408600:5419000:w " + wait, moves: "e2e4 completed", end: "* irregular",
			want: "illegal_completed certain b; illegal_completed certain b", also: of("at 5408600 5389000, gained 0 30000, added 120000 0, set 5528600 5389000, 7.1")},
		{name: "7.1 both clocks stood for a while", do: "@5400000:5400000:w ~5000 pause ~60000 resume ~15000 b1b3 |w " + wait, want: twice, end: "* irregular",
			also: of("at 5378600 5400000, added 0 120000, set 5378600 5520000, 7.1")},
		{name: "A.3 rapid: one minute", head: "time rapid", do: moved + after30 + wait, want: twice, end: "* irregular",
			also: of("at 5378600 5400000, gained 30000 0, added 0 60000, set 5378600 5460000, 7.1")},
		{name: "7.5.3 a press without a move", do: "@5400000:5400000:w ~21400 |w " + after30 + wait, want: "clock_no_move certain w 7.5.3", end: "*",
			also: setClock("clock_no_move", "at 5378600 5400000, gained 30000 0, added 0 120000, set 5378600 5520000, 7.1")},
		{name: "7.5.3 a press in the middle of a move", do: start + "-b1 ~1400 |w " + after30 + wait, want: "move_incomplete arbiter w 7.5.3", end: "*",
			also: setClock("move_incomplete", "at 5378600 5400000, gained 30000 0, added 0 120000, set 5378600 5520000, 7.1")},
		{name: "6.13 of 1997: the text gives no time", head: "rules fide-1997", do: moved + after30 + wait, want: "illegal_completed certain w; illegal_completed certain w", end: "* irregular",
			also: of("at 5378600 5400000, gained 30000 0, set 5378600 5400000, 6.13")},
		{name: "6.13 of 1997 with 10.3", head: "rules fide-1997; time quickplay", do: moved + after30 + wait, want: "illegal_completed certain w; illegal_completed certain w", end: "* irregular",
			also: of("at 5378600 5400000, gained 30000 0, added 0 120000, set 5378600 5520000, 6.13")},
		{name: "6.13 of 1997: if the win is not claimed", head: "rules fide-1997; time blitz", do: moved + after30 + wait, want: "illegal_completed certain w; illegal_completed certain w", end: "* irregular",
			also: of("at 5378600 5400000, gained 30000 0, set 5378600 5400000, 6.13")},
		{name: "7.1 back to before the first of two illegal moves: each has cost its player time", do: moved + after30 + "~10000 g8g6 |b ~0 @5408600:5419000:w " + wait, end: "* irregular",
			want: knightLater + "; illegal_completed certain b; illegal_completed certain b",
			also: of("at 5378600 5400000, gained 30000 0, added 120000 120000, set 5498600 5520000, 7.1")},
		{name: "7.1 a breach of Article 4 that is undone", do: start + "-g1 +Ng1 e2e4 |w " + `~0 @5407200:5400000:b ~2000 !ruling{"accept":false}`, want: "touch_breach suspected w", end: "*",
			also: setClock("retracted", "at 5377200 5400000, gained 30000 0, set 5377200 5400000, 7.1")},
		{name: "7.1 an illegal move that is undone", do: moved + after30 + `~2000 !ruling{"accept":false}`, want: knightLater, end: "*",
			also: setClock("retracted", "at 5378600 5400000, gained 30000 0, added 0 120000, set 5378600 5520000, 7.1")},
	})
}

// knightLater is that of b1b3 |w after other records.
const knightLater = "illegal_completed certain w 7.5.1/3.6"

// TestNoClockToSet: there is no proposal if the text ends the game, if no times are known,
// or if the text does not cover them.
func TestNoClockToSet(t *testing.T) {
	const moved = "@5400000:5400000:w ~20000 b1b3 |w ~2000 inspect"
	twice := knightLater + "; " + knightLater
	none := setClock("illegal_completed", "none")
	checkTrials(t, []trial{
		{name: "7.5.5 the game is lost", head: "illegal w=1 b=0", do: moved, want: twice, may: "illegal_second",
			end: "* irregular", also: none},
		{name: "7.1 the clock tells no times", do: "b1b3 |w ~2000 inspect", want: twice, end: "* irregular", also: none},
		{name: "7.1 its times came after the press only", do: "b1b3 |w ~0 @5408600:5400000:b ~2000 inspect", want: twice, end: "* irregular", also: none},
		{name: "9(1) of 1971", head: "rules fide-1971", do: moved, want: "illegal_made certain w; illegal_made certain w", end: "* irregular", also: setClock("illegal_made", "none")},
		{name: "§4 of Bilguer", head: "rules bilguer-1891", do: moved, want: "illegal_made certain w; illegal_made certain w", end: "* irregular", also: setClock("illegal_made", "none")},
		{name: "6.7(c) of 1997: improper handling of the clock", head: "rules fide-1997", do: "@5400000:5400000:w ~20000 |w ~2000 inspect", want: "clock_no_move arbiter w", end: "*",
			also: setClock("clock_no_move", "no remedy")},
	})
}

// remedies checks the position to restore and the moves that are open then.
func remedies(code, fen4, bound string, offence int) func(*testing.T, *touchmove.Tracker, []touchmove.Finding) error {
	return func(_ *testing.T, tr *touchmove.Tracker, found []touchmove.Finding) error {
		i := lastOf(code, found)
		if i < 0 || found[i].Remedy == nil {
			return fmt.Errorf("no remedy of %s", code)
		}
		r := found[i].Remedy
		if r.Restore == "" || fields4(r.Restore) != fen4 || strings.Join(r.Bound, " ") != bound || r.Offence != offence {
			return fmt.Errorf("remedy of %s: restore %q, bound %q, offence %d", code, r.Restore, r.Bound, r.Offence)
		}
		return nil
	}
}

// TestPressRemedy: 7.5.3: a press without a move restores the position, and binds its
// player to what he had touched. It counts as an offence only if it is certain.
func TestPressRemedy(t *testing.T) {
	start, moved := fields4(initial), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -"
	checkTrials(t, []trial{
		{name: "7.5.3 nothing touched", do: "|w ~3000 inspect", want: "clock_no_move certain w 7.5.3", end: "*", also: remedies("clock_no_move", start, "", 1)},
		{name: "7.5.3 a piece touched and put back", do: "-g1 +Ng1 |w ~3000 inspect", want: "clock_no_move certain w 7.5.3", end: "*",
			also: remedies("clock_no_move", start, "g1f3 g1h3", 1)},
		{name: "7.5.3 a piece that cannot move", do: "-a1 +Ra1 |w ~3000 inspect", want: "clock_no_move certain w 7.5.3", end: "*", also: remedies("clock_no_move", start, "", 1)},
		{name: "7.5.3 in the middle of a move: not counted", do: "-b1 |w ~3000 inspect", want: "move_incomplete arbiter w 7.5.3", end: "*",
			also: remedies("move_incomplete", start, "b1a3 b1c3", 1)},
		{name: "7.5.3 by Black", do: "e2e4 |w -g8 |b ~3000 inspect", want: "move_incomplete arbiter b 7.5.3", moves: "e2e4 completed",
			also: remedies("move_incomplete", moved, "g8f6 g8h6", 1)},
	})
	checkTrials(t, []trial{
		{name: "7.5.5 what is not certain counts for nothing", head: "illegal w=1 b=0", do: "-b1 |w ~3000 inspect", want: "move_incomplete arbiter w 7.5.3", end: "*", also: illegals(1, 0)},
		{name: "6.7(c) of 1997: no remedy", head: "rules fide-1997", do: "-b1 |w ~3000 inspect", want: "move_incomplete arbiter w", end: "*",
			also: setClock("move_incomplete", "no remedy")},
	})
}

// flagSays checks the result of the last finding of a flag, its conditions, and its other
// fields.
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

// counted checks the counts of moves in the last finding of a flag.
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
	ifNotCompleted = []string{laws.IfNotCompleted}
	flagFall       = laws.FlagFall
	bothFlags      = laws.BothFlags
)

// TestFlagProvisos: 6.3.1, 6.4, 6.9: a flag loses if the prescribed number of moves has not
// been completed. The time control counts them, where it is known; Alt on A and B, 3.4: a
// player with an illegal move cannot claim the win.
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
		{name: "6.3.1 pressed just after", head: "tag TimeControl 2/5400:1800", do: bothMoved + "g1f3 flag:w ~100 |w", want: white, also: all(flagSays(flagFall, "0-1", nil), counted(1, 2)),
			moves: moves + ", g1f3 completed"},
		{name: "6.4 the moves before the log count", head: "moves e2e4 e7e5; tag TimeControl 2/5400:1800", do: "*-e2 *+Pe4 *-e7 *+pe5 g1f3 |w b8c6 |b flag:b", want: "flag_fall arbiter b 6.8",
			also: all(flagSays(flagFall, "", nil), counted(2, 2)), moves: moves + ", g1f3 completed, b8c6 completed"},
		{name: "6.4 the second time", head: "tag TimeControl 1/60:1/60:60", do: "clock:60000~60000~w " + bothMoved + "clock:0~50000~w flag:w ~3000 clock:60000~50000~w ~3000 clock:0~50000~w flag:w",
			want: white + "; " + white, also: all(flagSays(flagFall, "0-1", nil), counted(1, 2)), moves: moves},
		{name: "6.9 drawn, on the same condition", fen: "8/8/4k3/8/8/8/5Q2/K7 w - - 0 1", do: "flag:w", want: white, also: flagSays(flagFall, "1/2-1/2", ifNotCompleted)},
		{name: "12(4) of 1971", head: "rules fide-1971", fen: "8/8/4k3/8/8/4K3/8/8 w - - 0 1", do: "flag:w", want: "flag_fall arbiter w", also: flagSays(flagFall, "0-1", ifNotCompleted)},
		{name: "B.7 only if claimed with one's own flag up", head: "rules fide-1997; time rapid; tag TimeControl 1800", do: bothMoved + "flag:w", want: "flag_fall arbiter w B.6",
			also: flagSays(flagFall, "0-1", []string{laws.IfClaimed}), moves: moves},
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

// TestFlagOnce: a flag is reported once for each fall, and its alert ends when time is
// added.
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
// flags have fallen. Two opposite results are never reported.
func TestBothFlags(t *testing.T) {
	const moves = "e2e4 completed, e7e5 completed"
	one := func(side string) string { return "flag_fall arbiter " + side + "; both_flags arbiter -" }
	together := bothMoved + "flag:w ~0 flag:b"
	apart := bothMoved + "flag:w ~3000 flag:b"
	// consistent: the findings on one flag and on both do not contradict each other, unless
	// the first had a condition.
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
	lastPeriod := []string{laws.IfLastPeriod}
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
