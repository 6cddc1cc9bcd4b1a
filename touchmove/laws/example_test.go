package laws_test

import (
	"fmt"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/touchmove/laws"
)

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
	acts := laws.Acts{Touches: []laws.Touch{
		{Square: placement.A1, At: 1000},
		{Square: placement.D5, At: 2000},
		{Square: placement.G1, At: 3000},
	}}
	for _, name := range []string{"fide-2023", "bilguer-1891"} {
		rules, err := laws.RulesFor(name, laws.Standard, false)
		if err != nil {
			fmt.Println(err)
			return
		}
		duty := laws.Open(&pos, &acts, rules)
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
