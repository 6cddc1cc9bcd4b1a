package legality

import (
	"slices"
	"testing"
)

// everyMove calls each for every value that a Move can have and that names
// kinds that there are.
func everyMove(each func(m Move)) {
	for from := range Square(64) {
		for to := range Square(64) {
			for k := range Kind(7) {
				each(MakePromotion(from, to, k))
			}
			each(MakeCastling(from, to))
		}
	}
}

// TestExplainAgrees checks that generation, IsLegal and Explain, which works
// apart from them, agree about every move in positions of all sorts.
func TestExplainAgrees(t *testing.T) {
	n := 400
	if underRace {
		n = 60
	}
	for _, p := range randomPositions(n) {
		list := p.AppendMoves(nil)
		var all Moves
		p.Generate(&all)
		if all.Len() != len(list) {
			t.Errorf("%s: Len %d, %d moves listed", p.FEN(), all.Len(), len(list))
		}
		everyMove(func(m Move) {
			allowed, faults := all.Allows(m), p.Explain(m)
			if allowed != slices.Contains(list, m) {
				t.Fatalf("%s: Allows(%s) = %t", p.FEN(), m, allowed)
			}
			if allowed != (faults == nil) {
				t.Fatalf("%s: %s allowed %t, faults %v", p.FEN(), m, allowed, faults)
			}
		})
	}
}

// TestPlayKeepsOrder checks that a position stays in order whatever is played.
func TestPlayKeepsOrder(t *testing.T) {
	for _, p := range randomPositions(60) {
		checkPosition(t, &p)
		if underRace {
			continue
		}
		everyMove(func(m Move) {
			if m.From()%3 == 0 { // a third of them, for the time it takes
				q := p.Play(m)
				checkPosition(t, &q)
			}
		})
	}
}
