package touchmove_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/boardd/boardd/touchmove"
)

// proposed is a proposal for the clock in words, in milliseconds: "at W B, gained W
// B, added W B, set W B, article"; what is 0 for both is left out.
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

// setClock checks the proposal that goes with the last finding of a code.
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

// TestClockToSet: where the position is restored or the opponent gains time, the
// arbiter sets the clock (7.1; 6.13 of 1997). What is proposed are the times at the
// position that is restored: those at the irregular press, without what the player
// gained by it, and with what the text gives the opponent.
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
		{name: "7.1 it was found before the clock told", do: moved + "~0 @5379000:5400000:w ~500 @5408600:5399500:b " + wait, want: twice, end: "* irregular",
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

// TestNoClockToSet: nothing is proposed where the game is over by the text, where no
// times are known, and where the text says nothing of them.
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
// player to what he had touched. It is counted only where it is certain.
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
