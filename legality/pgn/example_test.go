package pgn_test

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/boardd/boardd/legality/pgn"
)

func ExampleReader() {
	const text = `[White "Anderssen"]
[Black "Kieseritzky"]

1. e4 e5 2. f4 {the gambit} exf4 3. Bc4 Qh4+ 4. Kf1 1-0
`
	r := pgn.NewReader(strings.NewReader(text))
	for {
		g, err := r.Next()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			fmt.Println(err) // it names the line
			return
		}
		fmt.Println(g.Tag("White"), "-", g.Tag("Black"), g.Result)
		p := g.Start
		for _, m := range g.Moves {
			fmt.Print(p.SAN(m), " ")
			p = p.Play(m)
		}
		fmt.Println()
	}
	// Output:
	// Anderssen - Kieseritzky 1-0
	// e4 e5 f4 exf4 Bc4 Qh4+ Kf1
}
