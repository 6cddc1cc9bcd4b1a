package legality

import (
	"math/bits"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/boardd/boardd/legality/placement"
)

// TestStart960 checks known numbers of Scharnagl's, and that all 960 initial
// positions are different and as Guidelines II.2 want them.
func TestStart960(t *testing.T) {
	for n, want := range map[int]string{0: "BBQNNRKR", 1: "BQNBNRKR", 518: "RNBQKBNR", 959: "RKRNNQBB", 960: "BBQNNRKR", -1: "RKRNNQBB"} {
		p := Start960(n)
		if got := strings.Fields(p.FEN())[0]; !strings.HasSuffix(got, "/PPPPPPPP/"+want) || !strings.HasPrefix(got, strings.ToLower(want)) {
			t.Errorf("%d: %s, want %s", n, got, want)
		}
	}
	seen := map[Position]int{}
	for n := range 960 {
		p := Start960(n)
		if m, ok := seen[p]; ok {
			t.Errorf("%d is the same as %d", n, m)
		}
		seen[p] = n
		bishops := p.Men(White, Bishop)
		rooks, king := p.Men(White, Rook), p.Kings(White)
		if (bishops&lightSquares).Len() != 1 || bishops.Len() != 2 || !between(rooks.First(), Square(bits.Len64(uint64(rooks))-1)).Has(king.First()) {
			t.Errorf("%d: %s", n, p.FEN())
		}
		if p.CastlingRook(White, Queenside) != rooks.First() || p.Defects() != nil {
			t.Errorf("%d: rights or defects", n)
		}
	}
}

// TestCastling960 castles, or not, as Guidelines II.3 say.
func TestCastling960(t *testing.T) {
	for _, c := range []struct {
		what, fen, rook string
		legal           bool
		after           string
	}{
		{"king and rook swap", "4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "g1", true, "4k3/8/8/8/8/8/8/5RK1"},
		{"only the rook moves", "4k3/8/8/8/8/8/8/6KR w H - 0 1", "h1", true, "4k3/8/8/8/8/8/8/5RK1"},
		{"only the king moves", "4k3/8/8/8/8/8/8/3RK3 w D - 0 1", "d1", true, "4k3/8/8/8/8/8/8/2KR4"},
		{"the king passes the rook's side", "4k3/8/8/8/8/8/8/1KR5 w C - 0 1", "c1", true, "4k3/8/8/8/8/8/8/5RK1"},
		{"a man on the king's way", "4k3/8/8/8/8/8/8/1KR2N2 w C - 0 1", "c1", false, ""},
		{"a man on the rook's way", "4k3/8/8/8/8/8/8/RN1BK3 w A - 0 1", "a1", false, ""},
		{"a man on b1 is in nobody's way", "4k3/8/8/8/8/8/8/1N1RK3 w D - 0 1", "d1", true, "4k3/8/8/8/8/8/8/1NKR4"},
		{"a man beyond the castling squares", "4k3/8/8/8/8/8/8/5KRN w G - 0 1", "g1", true, "4k3/8/8/8/8/8/8/5RKN"},
		{"the rook shields the king from a1", "4k3/8/8/8/8/8/8/rRK5 w B - 0 1", "b1", false, ""},
		{"nobody behind the rook", "4k3/8/8/8/8/8/8/1RK5 w B - 0 1", "b1", true, "4k3/8/8/8/8/8/8/2KR4"},
		{"through check", "2r1k3/8/8/8/8/8/8/RK6 w A - 0 1", "a1", false, ""},
		{"the king's long way through check", "3rk3/8/8/8/8/8/8/1KR5 w C - 0 1", "c1", false, ""},
		{"the rook through an attacked square", "4kr2/8/8/8/8/8/8/6KR w H - 0 1", "h1", true, "4kr2/8/8/8/8/8/8/5RK1"},
		{"out of check", "4k1r1/8/8/8/8/8/8/6KR w H - 0 1", "h1", false, ""},
	} {
		p, err := ParseFEN(c.fen, true)
		if err != nil {
			t.Fatal(err)
		}
		rook, _ := placement.ParseSquare(c.rook)
		m := MakeCastling(p.Kings(White).First(), rook)
		if p.IsLegal(m) != c.legal {
			t.Errorf("%s: legal %t", c.what, p.IsLegal(m))
		}
		if !c.legal {
			continue
		}
		q := p.Play(m)
		if got := q.Placement().String(); got != c.after {
			t.Errorf("%s: %s, want %s", c.what, got, c.after)
		}
		if act, _ := p.ExplainPlacement(q.Placement()); act.Kind != ActLegal || act.Move != m {
			t.Errorf("%s: seen as %s %s", c.what, act.Kind, act.Move)
		}
	}
}

// TestHalfCastling960 knows castling with one man moved.
func TestHalfCastling960(t *testing.T) {
	for _, c := range []struct {
		fen, after string
		want       ActKind
	}{
		{"4k3/8/8/8/8/8/8/1K5R w H - 0 1", "4k3/8/8/8/8/8/8/6KR", ActHalfCastling},
		{"4k3/8/8/8/8/8/8/1K5R w H - 0 1", "4k3/8/8/8/8/8/8/1K3R2", ActLegal},
		{"4k3/8/8/8/8/8/8/5K1R w H - 0 1", "4k3/8/8/8/8/8/8/6KR", ActLegal}, // a king's step as good
		{"4k3/8/8/8/8/8/8/R2K4 w A - 0 1", "4k3/8/8/8/8/8/8/3RK3", ActSeveral},
		{"4k3/8/8/8/8/8/8/RK6 w A - 0 1", "4k3/8/8/8/8/8/8/1K1R4", ActHalfCastling}, // the rook jumped the king
	} {
		p, err := ParseFEN(c.fen, true)
		if err != nil {
			t.Fatal(err)
		}
		after, _ := placement.Parse(c.after)
		if act, faults := p.ExplainPlacement(&after); act.Kind != c.want {
			t.Errorf("%s to %s: %s %v", c.fen, c.after, act.Kind, codes(faults))
		}
	}
}

// perft960 holds node counts published for Chess960 (chessprogramming wiki,
// "Chess960 Perft Results"), depth 1 to 5.
var perft960 = []perftCase{
	{"1", "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", []int64{21, 528, 12189, 326672, 8146062}},
	{"2", "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9", []int64{21, 807, 18002, 667366, 16253601}},
	{"3", "b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9", []int64{20, 479, 10471, 273318, 6417013}},
	{"4", "qbbnnrkr/2pp2pp/p7/1p2pp2/8/P3PP2/1PPP1KPP/QBBNNR1R w hf - 0 9", []int64{22, 593, 13440, 382958, 9183776}},
	{"5", "1nbbnrkr/p1p1ppp1/3p4/1p3P1p/3Pq2P/8/PPP1P1P1/QNBBNRKR w HFhf - 0 9", []int64{28, 1120, 31058, 1171749, 34030312}},
	{"6", "qnbnr1kr/ppp1b1pp/4p3/3p1p2/8/2NPP3/PPP1BPPP/QNB1R1KR w HEhe - 1 9", []int64{29, 899, 26578, 824055, 24851983}},
	{"7", "q1bnrkr1/ppppp2p/2n2p2/4b1p1/2NP4/8/PPP1PPPP/QNB1RRKB w ge - 1 9", []int64{30, 860, 24566, 732757, 21093346}},
}

func TestPerft960(t *testing.T) {
	for _, c := range perft960 {
		p, err := ParseFEN(c.fen, true)
		if err != nil {
			t.Fatal(err)
		}
		c.check(t, &p)
	}
}

// TestPerftStockfish compares node counts with Stockfish in positions of
// random games, if it is installed.
func TestPerftStockfish(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 60))
	for _, chess960 := range []bool{false, true} {
		engine := startStockfish(t, chess960)
		for range 40 {
			start := Initial()
			if chess960 {
				start = Start960(r.IntN(960))
			}
			line := randomGame(r, start, 20+r.IntN(80))
			p := line[len(line)-1]
			if len(p.AppendMoves(nil)) == 0 {
				continue
			}
			want, _ := engine.perft(t, p.FEN(), 3)
			if got := perft(&p, 3); got != want {
				t.Errorf("%s: %d nodes, Stockfish has %d", p.FEN(), got, want)
			}
		}
	}
}
