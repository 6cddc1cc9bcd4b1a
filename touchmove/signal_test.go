package touchmove

import (
	"testing"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// TestNoKing: after a game in which a king was captured, pieces in the centre show nothing, on a board that does not
// name them.
func TestNoKing(t *testing.T) {
	start, err := legality.ParseFEN("4k3/8/8/8/8/8/4R3/4K3 b - - 0 1", false)
	if err != nil {
		t.Fatal(err)
	}
	captured := *start.Placement()
	captured[placement.E2], captured[placement.E8] = placement.Empty, placement.WhiteRook
	after := start.PlayPlacement(&captured)
	tr := New(Config{Start: start, Occupancy: true, Clock: ClockNo})
	tr.plies = []Ply{{Number: 1, to: &after}}
	tr.phase = Ended
	tr.board.sensed = placement.Occupancy(placement.SetOf(placement.E8, placement.D4, placement.E4))
	if got := tr.kingsShow(); got != "" {
		t.Errorf("the kings show %q", got)
	}
}
