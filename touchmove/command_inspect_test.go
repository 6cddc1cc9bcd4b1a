package touchmove_test

import (
	"fmt"
	"testing"

	"github.com/boardd/boardd/touchmove"
)

// again checks how many findings followed from a record: what inspect has said.
func again(event touchmove.Event, want int) func(*testing.T, *touchmove.Tracker, []touchmove.Finding) error {
	return func(_ *testing.T, _ *touchmove.Tracker, found []touchmove.Finding) error {
		n := 0
		for _, f := range found {
			if f.Event == event {
				n++
			}
		}
		if n != want {
			return fmt.Errorf("%d findings after record %d, want %d", n, event, want)
		}
		return nil
	}
}

// TestInspect: what is irregular now is said again, and what binds the player
// having the move; nothing that has been put right or has lapsed.
func TestInspect(t *testing.T) {
	const breach = "touch_breach suspected w 4.3.1"
	checkTrials(t, []trial{
		{name: "nothing has been done", do: "inspect", also: again(1, 0), end: "*"},
		{name: "nothing is irregular", do: "e2e4 |w inspect", also: again(4, 0), moves: "e2e4 completed"},
		{name: "7.5.1 completed", do: "b1b3 |w inspect", want: knight + "; illegal_completed certain w 7.5.1/3.6 #4", also: again(4, 1), end: "* irregular"},
		{name: "7.5.1 not completed", do: "b1b3 ~1000 inspect", info: []string{"illegal_not_completed w b1b3 #3", "obliged w 4.3.1 #3"}, also: again(3, 2)},
		{name: "7.5.1 put right", do: "b1b3 b3c3 |w inspect", also: again(6, 0), moves: "b1c3 completed"},
		{name: "7.5.1 let stand by a ruling", do: "b1b3 |w " + accept + "inspect", want: knight, also: again(5, 0), moves: "b1b3 illegal_stands"},
		{name: "7.5.1 undone: what the replacement is bound to", do: "b1b3 |w " + undo + "b3b1 ~1000 inspect", want: knight, info: []string{"obliged w 7.5.1/4.3.1 #7"},
			open: []string{"7: b1a3 b1c3"}, also: again(7, 1)},
		{name: "1.2 out of turn", do: "e2e4 |w d2d4 inspect", want: "out_of_turn certain w; out_of_turn certain w 1.2/7.5 #6", also: again(6, 1), moves: "e2e4 completed"},
		{name: "1.2 put back", do: "e2e4 |w d2d4 d4d2 inspect", want: "out_of_turn certain w", also: again(8, 0), moves: "e2e4 completed"},
		{name: "7.4.1 displaced, for less than ten seconds", do: "e2e4 |w -a1 +Ra4 ~1000 inspect ~500 -a4 +Ra1", info: []string{"displaced ? 7.4.1 #6"}, also: again(6, 1), moves: "e2e4 completed"},
		{name: "4.8 a breach that can be claimed", do: "-g1 +Ng1 e2e4 |w inspect", want: breach + "; " + breach + " #6", also: again(6, 1), moves: "e2e4 completed"},
		{name: "4.8 one that cannot any more", do: "-g1 +Ng1 e2e4 |w -e7 +pe7 ~1000 inspect", want: breach, info: []string{"obliged b 4.3.1 #8"}, also: again(8, 1), moves: "e2e4 completed"},
		{name: "4.8 one that a ruling has let stand", do: "-g1 +Ng1 e2e4 |w " + accept + "inspect", want: breach, also: again(7, 0), moves: "e2e4 completed"},
		{name: "4.3.1 what the player having the move is bound to", do: "-g1 +Ng1 ~1000 inspect", info: []string{"obliged w 4.3.1 #3"}, open: []string{"3: g1f3 g1h3"}, also: again(3, 1), end: "*"},
		{name: "6.8 the flag", do: "e2e4 |w flag:b inspect", want: "flag_fall arbiter b; flag_fall arbiter b 6.8 #5", also: again(5, 1), moves: "e2e4 completed"},
		{name: "after the end", do: "b1b3 |w result:0-1 inspect", want: knight, also: again(5, 0), moves: "b1b3 illegal_stands", end: "0-1 ended"},
		{name: "while pieces are to be put back", do: `e2e4 |w -b8 +nb8 !takeback{"ply":0} inspect`, also: again(7, 0)},
	})
}
