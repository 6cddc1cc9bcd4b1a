package touchmove_test

import (
	"fmt"
	"strings"

	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/laws"
)

// White lifts a knight, holds it, puts it back and moves a pawn. The findings list the
// moves that the touched knight leaves open, and report that the pawn's move breaks the
// rule. The breach is only suspected, because a board cannot know whether the touch was
// deliberate.
func ExampleTracker() {
	const log = `#! boardd-log 1
0 board rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR
1000 clock 180000 180000 w
5000 lift g1 N
6500 drop g1 N
8000 lift e2 P
8400 drop e4 P
9000 press w
`
	records, err := sensor.NewReader(strings.NewReader(log)).ReadAll()
	if err != nil {
		fmt.Println(err)
		return
	}
	t := touchmove.New(touchmove.Config{Clock: touchmove.ClockYes})
	report := func(found []touchmove.Finding) {
		for _, f := range found {
			if f.Code == laws.Obliged || f.Code == laws.TouchBreach {
				fmt.Printf("%s, %s, article %s: open %v, played %q\n", f.Code, f.Level, f.Article, f.Allowed, f.UCI)
			}
		}
	}
	for i, r := range records {
		for at, ok := t.Deadline(); ok && at <= r.At; at, ok = t.Deadline() {
			report(t.Wake(at))
		}
		report(t.Step(touchmove.Event(i+1), r))
	}
	// Output:
	// obliged, info, article 4.3.1: open [g1f3 g1h3], played ""
	// touch_breach, suspected, article 4.3.1: open [], played "e2e4"
}
