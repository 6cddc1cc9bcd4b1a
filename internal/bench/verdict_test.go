package bench

import (
	"testing"

	"github.com/boardd/boardd/sensor/simulate"
	"github.com/boardd/boardd/touchmove"
)

// Findings are held against what was done.
func TestVerdicts(t *testing.T) {
	slide := simulate.Deed{Kind: simulate.Slid, Ply: 6, Ms: 310}
	short := simulate.Deed{Kind: simulate.Slid, Ply: 6, Ms: 200}
	for _, c := range []struct {
		name  string
		deeds []simulate.Deed
		code  touchmove.Code
		level touchmove.Level
		want  Verdict
	}{
		{"no breach", nil, touchmove.MoveMade, touchmove.Info, Plain},
		{"nothing was done", nil, touchmove.TouchBreach, touchmove.Suspected, False},
		{"it was done", []simulate.Deed{{Kind: simulate.TouchedOther, Ply: 6}}, touchmove.TouchBreach, touchmove.Suspected, True},
		{"something else was done", []simulate.Deed{{Kind: simulate.TouchedOther, Ply: 6}}, touchmove.ClockNoMove, touchmove.Certain, False},
		{"it was done long ago", []simulate.Deed{{Kind: simulate.TouchedOther, Ply: 2}}, touchmove.TouchBreach, touchmove.Suspected, False},
		{"it was done later", []simulate.Deed{{Kind: simulate.TouchedOther, Ply: 6, At: 1 << 40}}, touchmove.TouchBreach, touchmove.Suspected, False},
		{"a long slide", []simulate.Deed{slide}, touchmove.ReleaseBreach, touchmove.Suspected, LooksLike},
		{"a short slide", []simulate.Deed{short}, touchmove.ReleaseBreach, touchmove.Suspected, False},
		{"mate on the way", []simulate.Deed{slide}, touchmove.Checkmate, touchmove.Certain, LooksLike},
		{"a move put back", []simulate.Deed{{Kind: simulate.TakenBack, Ply: 6}}, touchmove.Displaced, touchmove.Arbiter, LooksLike},
		{"a piece straightened", []simulate.Deed{{Kind: simulate.Adjusted, Ply: 6}}, touchmove.TouchBreach, touchmove.Suspected, LooksLike},
		{"a question", nil, touchmove.AmbiguousCapture, touchmove.Arbiter, Asked},
		{"a report was lost", []simulate.Deed{{Kind: simulate.LostDrop, Ply: 5}}, touchmove.IllegalCompleted, touchmove.Certain, AfterFault},
		{"a piece has been dead for long", []simulate.Deed{{Kind: simulate.DeadTag, Ply: 1}}, touchmove.Displaced, touchmove.Arbiter, AfterFault},
		{"mate that was none", nil, touchmove.Checkmate, touchmove.Certain, False},
	} {
		p := game(simulate.Clean(), simulate.Text())
		p.Truth.Deeds = c.deeds
		step := 0
		for p.Records[step].At <= p.Truth.Landed[5] {
			step++
		}
		f := touchmove.Finding{Code: c.code, Level: c.level}
		r := Measure(&seer{truth: &p.Truth, found: map[int]touchmove.Finding{step + 1: f}}, p)
		if len(r.Verdicts) != 1 || r.Verdicts[0] != c.want {
			t.Errorf("%s: %v, want %s", c.name, r.Verdicts, c.want)
		}
		tally := NewTally()
		tally.Take(r)
		if n := tally.Verdicts[False]; n != map[bool]int{true: 1}[c.want == False] {
			t.Errorf("%s: %d false findings", c.name, n)
		}
		if made, found := tally.Irregular(); found != map[bool]int{true: 1}[c.want == True] || made < found {
			t.Errorf("%s: %d of %d irregularities found", c.name, found, made)
		}
	}
}

// Every irregularity that hands can commit is looked for.
func TestIrregularitiesAreComplete(t *testing.T) {
	for kind := simulate.TouchedOther; kind < simulate.LostLift; kind++ {
		if len(irregularities[kind]) == 0 {
			t.Errorf("%s is looked for nowhere", kind)
		}
	}
}
