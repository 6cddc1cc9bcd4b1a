package simulate

import (
	"testing"

	"github.com/boardd/boardd/legality"
)

// On a board with occupancy only, a capture by exchange can be known if no other piece could have
// been captured, if the lift of the captured piece was reported, or if the game goes on legally
// after only one of the possible captures.
func TestErasedLookalikes(t *testing.T) {
	const two, one = "4k3/8/8/3p1p2/4P3/8/8/4K3 w - - 0 1", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1"
	exchange, victimFirst := CaptureWays{Exchange: 1}, CaptureWays{VictimFirst: 1}
	occupancy := Board{Scan: 20, Occupancy: true}
	for _, c := range []struct {
		name, fen, moves string
		ways             CaptureWays
		board            Board
		erased           []int // plies
	}{
		{"one of two", two, "e4d5 e8e7", exchange, occupancy, []int{1}},
		{"the only one", one, "e4d5 e8e7", exchange, occupancy, nil},
		{"lifted first", two, "e4d5 e8e7", victimFirst, occupancy, nil},
		{"with names", two, "e4d5 e8e7", exchange, Board{Scan: 20}, nil},
		{"the pawn goes on", two, "e4d5 e8e7 d5d6", exchange, occupancy, nil},
		{"the other one goes on", two, "e4d5 f5f4", exchange, occupancy, nil},
		{"both give check", "8/8/4k3/3p1p2/4P3/8/8/4K3 w - - 0 1", "e4d5 e6d6", exchange, occupancy, []int{1}},
		{"queen", "8/4P1k1/8/8/8/8/6K1/8 w - - 0 1", "e7e8q g7f6", exchange, occupancy, nil},
		{"rook that stays", "8/4P1k1/8/8/8/8/6K1/8 w - - 0 1", "e7e8r g7f6", exchange, occupancy, []int{1}},
		{"knight that goes as none else could", "8/4P1k1/8/8/8/8/P5K1/8 w - - 0 1", "e7e8n g7f7 e8c7", exchange, occupancy, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			start, err := legality.ParseFEN(c.fen, false)
			if err != nil {
				t.Fatal(err)
			}
			p := Profile{Think: Span{500, 500}, Travel: Span{200, 200}, Second: Span{200, 200}, Captures: c.ways}
			_, truth := Play(start, parseFrom(t, &start, c.moves), c.board, p, false, 1)
			erased := deedsOf(&truth, Erased)
			if len(erased) != len(c.erased) {
				t.Fatalf("%v, want plies %v", erased, c.erased)
			}
			for i, d := range erased {
				if d.Ply != c.erased[i] {
					t.Errorf("%v, want plies %v", erased, c.erased)
				}
			}
		})
	}
}

// A ply whose piece moves on before a scan has seen it cannot be known if the piece could have
// gone another way: a king may walk from d2 to b2 over c1, c2 or c3, but from d2 to d4 with pawns
// beside the way only over d3.
func TestErasedUnrested(t *testing.T) {
	quick := Profile{Think: Span{10, 10}, Travel: Span{10, 10}, Press: Span{5, 5}}
	slow := Profile{Think: Span{500, 500}, Travel: Span{200, 200}, Press: Span{50, 50}}
	for _, c := range []struct {
		name, fen, moves string
		profile          Profile
		board            Board
		erased           bool
	}{
		{"three ways", "7k/p7/8/8/8/8/3K4/8 w - - 0 1", "d2c2 h8h7 c2b2", quick, Board{Scan: 1000}, true},
		{"one way", "7k/8/8/8/8/2P1P3/3K4/8 w - - 0 1", "d2d3 h8h7 d3d4", quick, Board{Scan: 1000}, false},
		{"seen there", "7k/p7/8/8/8/8/3K4/8 w - - 0 1", "d2c2 h8h7 c2b2", slow, Board{Scan: 200}, false},
		{"seen at once", "7k/p7/8/8/8/8/3K4/8 w - - 0 1", "d2c2 h8h7 c2b2", quick, Board{}, false},
		{"another piece goes on", "7k/8/8/8/8/8/3K4/R7 w - - 0 1", "d2c2 h8h7 a1a2", quick, Board{Scan: 1000}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			start, err := legality.ParseFEN(c.fen, false)
			if err != nil {
				t.Fatal(err)
			}
			_, truth := Play(start, parseFrom(t, &start, c.moves), c.board, c.profile, true, 1)
			if did(&truth, Erased) != c.erased {
				t.Errorf("erased %v, want %t: landed %v", deedsOf(&truth, Erased), c.erased, truth.Landed)
			}
		})
	}
}
