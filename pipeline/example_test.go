package pipeline_test

import (
	"fmt"
	"strings"

	"github.com/boardd/boardd/pipeline"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove/laws"
	"github.com/boardd/boardd/transport"
)

// A log goes in; findings and the game come out. White puts the king on e3, where it
// may not go, takes it back, and puts it on e2.
func ExampleRead() {
	const text = `#! boardd-log 1
#: tag White Anderssen
#: tag Black Kieseritzky
0 board rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR
1000 lift e2 P
1400 drop e4 P
8000 lift e7 p
8400 drop e5 p
14000 lift e1 K
14500 drop e3 K
20000 lift e3 K
20500 drop e2 K
`
	log, err := pipeline.Read(sensor.NewReader(strings.NewReader(text)))
	if err != nil {
		fmt.Println(err) // it names the line
		return
	}
	show := func(o pipeline.Outcome) {
		for _, f := range o.Findings {
			if f.Code != laws.Obliged {
				fmt.Println(f.Code, f.Article, f.SAN)
			}
		}
	}
	for _, r := range log.Records {
		show(log.Engine.Step(r))
	}
	show(log.Engine.Finish())
	game := log.Engine.Tracker.Game()
	fmt.Printf("\n%s", transport.AppendPGN(nil, game, transport.PGNHeader{Site: "Hall", Date: "2026.11.22"}))
	// Output:
	// provisional - e4
	// move_made 4.7 e4
	// provisional - e5
	// move_made 4.7 e5
	// illegal_not_completed 7.5.1 Ke3
	// provisional - Ke2
	// move_made 4.7 Ke2
	// completed_by_next_move 6.2.1.2 e4
	//
	// [Event "Casual game"]
	// [Site "Hall"]
	// [Date "2026.11.22"]
	// [Round "-"]
	// [White "Anderssen"]
	// [Black "Kieseritzky"]
	// [Result "*"]
	// [GameId "replay-1"]
	//
	// 1. e4 e5 2. Ke2 *
}
