package simulate

import (
	"reflect"
	"testing"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

func TestRandomGameIsLegalAndTheSame(t *testing.T) {
	for seed := range uint64(50) {
		moves := RandomGame(seed, 150)
		if !reflect.DeepEqual(moves, RandomGame(seed, 150)) {
			t.Fatalf("seed %d gives two games", seed)
		}
		past := legality.NewGame(legality.Initial())
		for i, m := range moves {
			if past.Ending() != legality.NoEnding {
				t.Fatalf("seed %d goes on after the end, ply %d", seed, i+1)
			}
			if !past.Position().IsLegal(m) {
				t.Fatalf("seed %d, ply %d: %s is not legal", seed, i+1, m)
			}
			past.Play(m)
		}
		if len(moves) > 150 || len(moves) < 150 && past.Ending() == legality.NoEnding {
			t.Errorf("seed %d: %d plies, and the game is not over", seed, len(moves))
		}
	}
}

// Every kind of move occurs, and captures about as often as in real games (35
// of 199 plies in three of them; here within a factor of two).
func TestRandomGamesHoldAllKindsOfMoves(t *testing.T) {
	kinds, plies := map[string]int{}, 0
	for seed := range uint64(100) {
		p := legality.Initial()
		for _, m := range RandomGame(seed, 120) {
			plies++
			kinds[kindOf(&p, m)]++
			p = p.Play(m)
		}
	}
	for _, kind := range []string{"kingside", "queenside", "en passant", "capture", "quiet", "queen", "rook", "bishop", "knight"} {
		if kinds[kind] < 3 {
			t.Errorf("%d of %d plies are %s", kinds[kind], plies, kind)
		}
	}
	if share := 100 * kinds["capture"] / plies; share < 9 || share > 35 {
		t.Errorf("%d of 100 plies are captures, want 9 to 35", share)
	}
}

func kindOf(p *legality.Position, m legality.Move) string {
	captured := p.Captured(m)
	switch {
	case m.IsCastling() && m.To().File() == 7:
		return "kingside"
	case m.IsCastling():
		return "queenside"
	case m.Promotion() != legality.NoKind:
		return m.Promotion().String()
	case captured == placement.NoSquare:
		return "quiet"
	case captured != m.To():
		return "en passant"
	}
	return "capture"
}
