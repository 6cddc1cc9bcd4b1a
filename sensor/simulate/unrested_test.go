package simulate

import (
	"testing"

	"github.com/boardd/boardd/legality"
)

// A ply whose man goes on before a scan has seen him is not known if he could have
// gone there otherwise: a king may walk from d2 to b2 over c1, c2 or c3, but from d2
// to d4 with pawns beside the way only over d3.
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
		{"another man goes on", "7k/8/8/8/8/8/3K4/R7 w - - 0 1", "d2c2 h8h7 a1a2", quick, Board{Scan: 1000}, false},
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
