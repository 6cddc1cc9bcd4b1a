package touchmove_test

import (
	"slices"
	"testing"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

const (
	initial     = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
	bothCastle  = "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 0 1"
	pawnTwoWays = "6r1/5P1k/8/8/8/8/8/K7 w - - 0 1"
	enPassant   = "rnbqkbnr/ppp1pp1p/6p1/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3"
	pawnFork    = "rnbqkb1r/ppp1pppp/8/3n4/2P1P3/8/PP1P1PPP/RNBQKBNR w KQkq - 0 1"
	pawnBite    = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
)

func position(t testing.TB, fen string, chess960 bool) *legality.Position {
	t.Helper()
	p, err := legality.ParseFEN(fen, chess960)
	if err != nil {
		t.Fatal(err)
	}
	return &p
}

func square(t testing.TB, name string) placement.Square {
	t.Helper()
	sq, ok := placement.ParseSquare(name)
	if !ok {
		t.Fatalf("no square: %q", name)
	}
	return sq
}

func uciOf(p *legality.Position, moves []legality.Move) []string {
	var out []string
	for _, m := range moves {
		out = append(out, p.UCI(m))
	}
	slices.Sort(out)
	return out
}
