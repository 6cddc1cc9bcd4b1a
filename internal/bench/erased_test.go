package bench

import (
	"testing"

	"github.com/boardd/boardd/sensor/simulate"
)

// A game is left out if it first goes wrong where nobody could know better, and
// not if it did before, or is right there by luck and goes wrong later.
func TestErased(t *testing.T) {
	p := game(simulate.Clean(), simulate.Text())
	p.Truth.Deeds = []simulate.Deed{{Kind: simulate.Erased, Ply: 7}}
	wrong := func(i int) func(int64, []string) []string {
		return func(_ int64, moves []string) []string {
			if len(moves) > i {
				moves[i] = "a1a1"
			}
			return moves
		}
	}
	for _, c := range []struct {
		name                   string
		change                 func(int64, []string) []string
		games, erased, guessed int
	}{
		{"by luck", nil, 1, 0, 0},
		{"before it", wrong(5), 1, 0, 0},
		{"there", wrong(6), 0, 1, 1},
		{"after it", wrong(9), 1, 0, 0},
		{"nothing said", func(_ int64, moves []string) []string { return moves[:min(len(moves), 6)] }, 0, 1, 0},
	} {
		tally := NewTally()
		tally.Take(Measure(&seer{truth: &p.Truth, change: c.change}, p))
		if tally.Games != c.games || tally.Erased != c.erased || tally.Guessed != c.guessed {
			t.Errorf("%s: %d games, %d left out, %d guessed", c.name, tally.Games, tally.Erased, tally.Guessed)
		}
	}
}
