package bench

import (
	"bufio"
	"fmt"
	"slices"
)

// goal is what boardd aims at in some of the cells.
type goal struct {
	name  string
	games float64 // the least share of games right, in per cent
	wrong float64 // the most plies confirmed wrongly, of 100,000
	holds func(c *Cell) bool
}

// calm and hard are hands and boards for which goals are set.
var (
	calm = []string{"clean", "human"}
	hard = []string{"blitz", "noisy"}
)

var goals = []goal{
	{"identified, clean and human, with clock", 100, 0, func(c *Cell) bool {
		return !c.Board.Occupancy && c.Clock && slices.Contains(calm, c.Profile.Name)
	}},
	{"identified, blitz and noisy, with clock", 99.9, 0, func(c *Cell) bool {
		return !c.Board.Occupancy && c.Clock && slices.Contains(hard, c.Profile.Name)
	}},
	{"identified, without clock", 99.5, 1, func(c *Cell) bool { return !c.Board.Occupancy && !c.Clock }},
	{"occupancy, clean and human, with clock", 99.9, 0, func(c *Cell) bool {
		return c.Board.Occupancy && c.Clock && slices.Contains(calm, c.Profile.Name)
	}},
	{"occupancy, blitz and noisy, with clock", 99, 1, func(c *Cell) bool {
		return c.Board.Occupancy && c.Clock && slices.Contains(hard, c.Profile.Name)
	}},
	{"all", 0, 0, func(*Cell) bool { return true }},
}

// Goals writes how far a decoder is from each goal, over all cells that it holds
// for.
func Goals(w *bufio.Writer, rows []Row, decoder int) {
	writeHead(w, []string{"goal", "games right", "aim", "plies confirmed wrongly", "of 100,000", "aim", "false findings a game"})
	for _, g := range goals {
		t := NewTally()
		for _, r := range rows {
			if g.holds(&r.Cell) {
				t.Add(r.Tallies[decoder])
			}
		}
		if t.Games == 0 {
			continue
		}
		games, wrong := "", "" // of all together nothing is aimed at
		if g.games > 0 {
			games, wrong = fmt.Sprintf("%g %%", g.games), fmt.Sprintf("%g", g.wrong)
		}
		writeRow(w, []string{g.name, share(t.Exact, t.Games), games, fmt.Sprint(t.Wrong),
			fmt.Sprintf("%.1f", 1e5*float64(t.Wrong)/float64(t.Plies)), wrong, each(t.Verdicts[False], t.Games)})
	}
}
