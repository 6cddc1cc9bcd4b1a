package simulate

import (
	"testing"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

func TestAppendTruth(t *testing.T) {
	truth := Truth{
		Moves: []string{"e2e4", "e7e5"}, Landed: []int64{2350, 4120}, Pressed: []int64{2810, -1},
		Deeds: []Deed{{Slid, 1, 2000, 310, placement.E3, ""}, {ForgotPress, 2, 4200, 0, placement.NoSquare, ""},
			{EarlyLift, 2, 4300, 9, placement.A8, ""}, {TakenBack, 3, 5000, 800, placement.F3, "g1f3"}},
		Result: "*", Signal: "1/2-1/2",
		Next: &Truth{Result: "0-1"},
	}
	const want = `game 1
moves e2e4 e7e5
result *
signal 1/2-1/2
ply 1 e2e4 2350 2810
ply 2 e7e5 4120 -
deed 1 slid e3 2000 310
deed 2 forgot-press - 4200 0
deed 2 early-lift a8 4300 9
deed 3 taken-back f3 5000 800 g1f3
game 2
moves
result 0-1
signal -
`
	if got := string(AppendTruth(nil, &truth)); got != want {
		t.Errorf("wrote\n%swant\n%s", got, want)
	}
}

// The same of a game that was played: two plies of fixed lengths.
func TestTruthOfPlay(t *testing.T) {
	p := Profile{Base: 60000, Think: Span{900, 900}, Travel: Span{400, 400}, Press: Span{200, 200}}
	_, truth := Play(legality.Initial(), parse(t, "e2e4 e7e5"), Text(), p, true, 1)
	const want = `game 1
moves e2e4 e7e5
result *
signal -
ply 1 e2e4 2800 3000
ply 2 e7e5 4300 4500
`
	if got := string(AppendTruth(nil, &truth)); got != want {
		t.Errorf("wrote\n%swant\n%s", got, want)
	}
}
