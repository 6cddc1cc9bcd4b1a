package touchmove_test

import (
	"fmt"
	"strings"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove"
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
			if f.Code == touchmove.Obliged || f.Code == touchmove.TouchBreach {
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

// White has touched the queen's rook, which cannot move, and then a black pawn and a
// knight. The first of them that can be captured or moved binds (4.3.1 to 4.3.3). In the
// rules of Bilguer's Handbuch (1891) a piece that cannot move binds the king, if the king
// can move.
func ExampleOpen() {
	pos := legality.Initial()
	for _, text := range []string{"e2e4", "d7d5"} {
		m, err := pos.ParseUCI(text)
		if err != nil {
			fmt.Println(err)
			return
		}
		pos = pos.Play(m)
	}
	acts := touchmove.Acts{Touches: []touchmove.Touch{
		{Square: placement.A1, At: 1000},
		{Square: placement.D5, At: 2000},
		{Square: placement.G1, At: 3000},
	}}
	for _, name := range []string{"fide-2023", "bilguer-1891"} {
		rules, err := touchmove.RulesFor(name, touchmove.Standard, false)
		if err != nil {
			fmt.Println(err)
			return
		}
		duty := touchmove.Open(&pos, &acts, rules)
		fmt.Print(name, " ", duty.Article, " ", duty.Bound, ":")
		for _, m := range duty.Allowed {
			fmt.Print(" ", pos.UCI(m))
		}
		fmt.Println()
	}
	// Output:
	// fide-2023 4.3.3 cap:d5: e4d5
	// bilguer-1891 §3 from:e1&!castle:K&!castle:Q: e1e2
}
