package bench

import (
	"testing"

	"github.com/boardd/boardd/sensor/simulate"
	"github.com/boardd/boardd/touchmove"
)

// A mate in breach of Article 4 does not end the game by itself (5.1.1): that
// its result is left to the arbiter is right, if the breach is none of the
// decoder's invention.
func TestLeftToArbiter(t *testing.T) {
	slide := simulate.Deed{Kind: simulate.Slid, Ply: 4, Ms: 310}
	touched := simulate.Deed{Kind: simulate.TouchedOther, Ply: 4}
	for _, c := range []struct {
		name  string
		deeds []simulate.Deed
		code  touchmove.Code
		level touchmove.Level // of the mate
		left  bool
	}{
		{"it looks released before", []simulate.Deed{slide}, touchmove.ReleaseBreach, touchmove.Arbiter, true},
		{"another piece was touched", []simulate.Deed{touched}, touchmove.TouchBreach, touchmove.Arbiter, true},
		{"nothing was done", nil, touchmove.ReleaseBreach, touchmove.Arbiter, false},
		{"something else was done", []simulate.Deed{slide}, touchmove.TouchBreach, touchmove.Arbiter, false},
		{"the mate is certain", []simulate.Deed{slide}, touchmove.ReleaseBreach, touchmove.Certain, false},
		{"no breach", []simulate.Deed{slide}, touchmove.MoveMade, touchmove.Arbiter, false},
	} {
		p := foolsMate()
		p.Truth.Deeds = c.deeds
		told, last := p.Truth, len(p.Records)
		told.Result = "*"
		r := Measure(&seer{truth: &told, found: map[int]touchmove.Finding{
			last - 1: {Code: touchmove.Checkmate, Level: c.level, Ply: 4},
			last:     {Code: c.code, Level: touchmove.Suspected, Ply: 4},
		}}, p)
		if r.Exact != c.left || r.Left != c.left || (r.Cause() == "") != c.left {
			t.Errorf("%s: exact %v, left %v, cause %q", c.name, r.Exact, r.Left, r.Cause())
		}
	}
}

// foolsMate is the shortest game that ends in mate, by clean hands.
func foolsMate() *Played {
	c := &Cell{Profile: simulate.NamedProfile{Name: "test", Profile: simulate.Clean()}, Board: simulate.NamedBoard{Name: "test", Board: simulate.Text()}}
	score, err := simulate.ParseScore("position startpos moves f2f3 e7e5 g2g4 d8h4")
	if err != nil {
		panic(err)
	}
	return c.Play(score, 1, 5)
}
