package legality

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/boardd/boardd/internal/quick"
	"github.com/boardd/boardd/legality/placement"
)

// sortedUCI is moves as one sorted string.
func sortedUCI(p *Position, moves []Move) string {
	var list []string
	for _, m := range moves {
		list = append(list, p.UCI(m))
	}
	slices.Sort(list)
	return strings.Join(list, " ")
}

// TestOddPositions lists the moves in positions that cannot be.
func TestOddPositions(t *testing.T) {
	for _, c := range []struct{ what, fen, want string }{
		{"no kings", "8/8/8/8/8/8/4r3/4R3 w - - 0 1", "e1a1 e1b1 e1c1 e1d1 e1e2 e1f1 e1g1 e1h1"},
		{"no king of his own, the other's in check", "4k3/8/8/8/8/8/8/4R3 w - - 0 1",
			"e1a1 e1b1 e1c1 e1d1 e1e2 e1e3 e1e4 e1e5 e1e6 e1e7 e1f1 e1g1 e1h1"},
		{"no king of his own, en passant", "8/8/8/3pP3/8/8/8/8 w - d6 0 1", "e5d6 e5e6"},
		{"two kings, one attacked", "k7/8/8/8/8/8/4r3/K3K3 w - - 0 1", "e1d1 e1e2 e1f1"},
		{"two kings, both attacked by one piece", "k7/8/8/8/8/8/1b6/K1K5 w - - 0 1", "a1b2 c1b2"},
		{"two kings shield each other", "7k/8/8/8/8/8/8/r3KK2 w - - 0 1", ""},
		{"two kings, one may castle", "7k/8/8/8/8/8/8/R3K1K1 w Q - 0 1",
			"a1a2 a1a3 a1a4 a1a5 a1a6 a1a7 a1a8 a1b1 a1c1 a1d1 e1c1 e1d1 e1d2 e1e2 e1f1 e1f2 g1f1 g1f2 g1g2 g1h1 g1h2"},
		{"the waiting king is attacked and may not be captured", "4k3/8/8/8/8/8/8/4RK2 w - - 0 1",
			"e1a1 e1b1 e1c1 e1d1 e1e2 e1e3 e1e4 e1e5 e1e6 e1e7 f1e2 f1f2 f1g1 f1g2"},
		{"a pawn may not capture the king", "8/8/8/3k4/4P3/8/8/7K w - - 0 1", "e4e5 h1g1 h1g2 h1h2"},
		{"both kings attacked", "4r1k1/8/8/8/8/8/8/4K1R1 w - - 0 1", "e1d1 e1d2 e1f1 e1f2"},
		{"pawn on the last rank", "3P3k/8/8/8/8/8/8/K7 w - - 0 1", "a1a2 a1b1 a1b2"},
		{"pawn on the first rank", "7k/8/8/8/8/8/8/K2P4 w - - 0 1", "a1a2 a1b1 a1b2 d1d2"},
		{"black pawn on its first rank", "K2p4/8/8/8/8/8/8/7k b - - 0 1", "d8d7 h1g1 h1g2 h1h2"},
		{"pawn of the last rank checks nobody", "2kP4/8/8/8/8/8/8/K7 b - - 0 1", "c8b7 c8b8 c8c7 c8d7 c8d8"},
		{"three checks", "4k3/8/3N1N2/8/4R3/8/8/K7 b - - 0 1", "e8d8 e8f8"},
		{"a right without its rook", "4k3/8/8/8/8/8/8/4K3 w KQ - 0 1", "e1d1 e1d2 e1e2 e1f1 e1f2"},
		{"a right without its king", "4k3/8/8/8/8/8/8/3K3R w K - 0 1",
			"d1c1 d1c2 d1d2 d1e1 d1e2 h1e1 h1f1 h1g1 h1h2 h1h3 h1h4 h1h5 h1h6 h1h7 h1h8"},
	} {
		p := mustParse(t, c.fen)
		if got := sortedUCI(&p, p.AppendMoves(nil)); got != c.want {
			t.Errorf("%s, %s:\n got %s\nwant %s", c.what, c.fen, got, c.want)
		}
	}
}

func TestMovesFrom(t *testing.T) {
	for _, c := range []struct {
		fen  string
		from Square
		want string
	}{
		{startBoard + " w KQkq - 0 1", placement.B1, "b1a3 b1c3"},
		{startBoard + " w KQkq - 0 1", placement.C1, ""},
		{startBoard + " w KQkq - 0 1", placement.E4, ""},
		{startBoard + " w KQkq - 0 1", placement.E7, ""},
		{startBoard + " w KQkq - 0 1", NoSquare, ""},
		{"4k3/8/8/8/8/8/8/4K2R w K - 0 1", placement.E1, "e1d1 e1d2 e1e2 e1f1 e1f2 e1g1"},
		{"4k3/8/8/8/8/8/8/4K2R w K - 0 1", placement.H1, "h1f1 h1g1 h1h2 h1h3 h1h4 h1h5 h1h6 h1h7 h1h8"},
		{"8/4P2k/8/8/8/8/8/4K3 w - - 0 1", placement.E7, "e7e8b e7e8n e7e8q e7e8r"},
		{"4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", placement.E2, ""}, // pinned
	} {
		p := mustParse(t, c.fen)
		if got := sortedUCI(&p, p.AppendMovesFrom(nil, c.from)); got != c.want {
			t.Errorf("%s from %s: %s, want %s", c.fen, c.from, got, c.want)
		}
	}
}

func TestCaptures(t *testing.T) {
	for _, c := range []struct {
		fen    string
		victim Square
		want   string
	}{
		{"4k3/8/8/3p4/4P3/2N5/8/4K3 w - - 0 1", placement.D5, "c3d5 e4d5"},
		{"4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1", placement.D5, "c5d6 e5d6"},
		{"4k3/8/8/2PpP3/5B2/8/8/3RK3 w - d6 0 1", placement.D5, "c5d6 d1d5 e5d6"},
		{"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", placement.D6, ""},
		{"3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1", placement.D8, "e7d8b e7d8n e7d8q e7d8r"},
		{"4r1k1/8/8/5p2/8/4N3/8/4K3 w - - 0 1", placement.F5, ""}, // pinned
		{"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", placement.E4, ""},   // his own
		{"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", placement.A1, ""},
		{"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", NoSquare, ""},
		{"4k3/8/8/8/8/8/8/4RK2 w - - 0 1", placement.E8, ""}, // a king
	} {
		p := mustParse(t, c.fen)
		if got := sortedUCI(&p, p.AppendCaptures(nil, c.victim)); got != c.want {
			t.Errorf("%s of %s: %s, want %s", c.fen, c.victim, got, c.want)
		}
	}
}

// TestCapturesAreCaptures checks AppendCaptures and Captured against each other.
func TestCapturesAreCaptures(t *testing.T) {
	for _, p := range randomPositions(300) {
		byVictim := map[Square][]Move{}
		for _, m := range p.AppendMoves(nil) {
			if victim := p.Captured(m); victim != NoSquare {
				byVictim[victim] = append(byVictim[victim], m)
			}
		}
		for s := range Square(64) {
			want, got := byVictim[s], p.AppendCaptures(nil, s)
			slices.Sort(want)
			slices.Sort(got)
			if !slices.Equal(got, want) {
				t.Errorf("%s: captures on %s: %v, want %v", p.FEN(), s, got, want)
			}
		}
	}
}

// TestCheckers names the pieces that give check.
func TestCheckers(t *testing.T) {
	for _, c := range []struct {
		fen  string
		want Set
	}{
		{startBoard + " w KQkq - 0 1", 0},
		{"4k3/8/5N2/8/4R3/8/8/4K3 b - - 0 1", placement.SetOf(placement.F6, placement.E4)},
		{"4k3/3P4/8/8/8/8/8/4K3 b - - 0 1", placement.SetOf(placement.D7)},
		{"k7/8/8/8/8/8/4r3/K3K3 w - - 0 1", placement.SetOf(placement.E2)},
		{"4k3/8/8/8/4r3/8/4P3/4K3 w - - 0 1", 0},
		{"8/8/8/3kK3/8/8/8/8 w - - 0 1", placement.SetOf(placement.D5)},
	} {
		p := mustParse(t, c.fen)
		var m Moves
		p.Generate(&m)
		if m.Checkers != c.want || p.InCheck(p.Turn()) != (c.want != 0) {
			t.Errorf("%s: checkers %v, in check %t", c.fen, m.Checkers.Squares(), p.InCheck(p.Turn()))
		}
	}
}

// TestAttacks compares the attacks of line pieces with walking the lines.
func TestAttacks(t *testing.T) {
	straight, slanted := []step{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}, []step{{1, 1}, {-1, 1}, {1, -1}, {-1, -1}}
	occupied := Set(0x123456789abcdef0)
	for range 500 {
		occupied = occupied*6364136223846793005 + 1442695040888963407 // Knuth's MMIX generator
		pieces := occupied & (occupied >> 21)
		for s := range Square(64) {
			if got, want := rookAttacks(s, pieces), walk(s, pieces, straight); got != want {
				t.Fatalf("rook on %s among %x: %x, want %x", s, pieces, got, want)
			}
			if got, want := bishopAttacks(s, pieces), walk(s, pieces, slanted); got != want {
				t.Fatalf("bishop on %s among %x: %x, want %x", s, pieces, got, want)
			}
		}
	}
}

func walk(from Square, pieces Set, steps []step) Set {
	var found Set
	for _, d := range steps {
		for s := d.from(from); s != NoSquare; s = d.from(s) {
			found |= s.Set()
			if pieces.Has(s) {
				break
			}
		}
	}
	return found
}

func TestBetween(t *testing.T) {
	for _, c := range []struct {
		a, b Square
		want Set
	}{
		{placement.A1, placement.D4, placement.SetOf(placement.B2, placement.C3)},
		{placement.D4, placement.A1, placement.SetOf(placement.B2, placement.C3)},
		{placement.H1, placement.E4, placement.SetOf(placement.G2, placement.F3)},
		{placement.A8, placement.A5, placement.SetOf(placement.A7, placement.A6)},
		{placement.C3, placement.F3, placement.SetOf(placement.D3, placement.E3)},
		{placement.A1, placement.A2, 0},
		{placement.A1, placement.B3, 0},
		{placement.A1, placement.A1, 0},
		{placement.A1, placement.H8, placement.SetOf(placement.B2, placement.C3, placement.D4, placement.E5, placement.F6, placement.G7)},
	} {
		if got := between(c.a, c.b); got != c.want {
			t.Errorf("between %s and %s: %v", c.a, c.b, got.Squares())
		}
	}
}

// perft counts the lines of the given depth; the last ply is counted, not played.
func perft(p *Position, depth int) int64 {
	plies := make([]perftPly, depth)
	plies[0].position = *p
	return perftFrom(plies)
}

// perftPly is what is known at one depth.
type perftPly struct {
	position Position
	moves    Moves
	list     [256]Move
}

func perftFrom(plies []perftPly) int64 {
	ply := &plies[0]
	ply.position.Generate(&ply.moves)
	if len(plies) == 1 {
		return int64(ply.moves.Len())
	}
	n := int64(0)
	for _, m := range ply.moves.appendAll(ply.list[:0]) {
		plies[1].position = ply.position
		plies[1].position.play(m)
		n += perftFrom(plies[1:])
	}
	return n
}

// perftCase is a position and its node counts from depth 1 on.
type perftCase struct {
	name, fen string
	counts    []int64
}

func (c *perftCase) check(t *testing.T, p *Position) {
	t.Helper()
	limit := int64(1e9 / quick.Fewer(1000))
	for i, want := range c.counts {
		if want > limit {
			return
		}
		if got := perft(p, i+1); got != want {
			t.Errorf("%s depth %d: %d nodes, want %d", c.name, i+1, got, want)
		}
	}
}

// six holds the six standard positions and their published node counts
// (chessprogramming wiki, "Perft Results").
var six = []perftCase{
	{"start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", []int64{20, 400, 8902, 197281, 4865609, 119060324}},
	{"kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", []int64{48, 2039, 97862, 4085603, 193690690}},
	{"position 3", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", []int64{14, 191, 2812, 43238, 674624, 11030083}},
	{"position 4", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", []int64{6, 264, 9467, 422333, 15833292}},
	{"position 5", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", []int64{44, 1486, 62379, 2103487, 89941194}},
	{"position 6", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", []int64{46, 2079, 89890, 3894594, 164075551}},
}

func TestPerft(t *testing.T) {
	for _, c := range six {
		p := mustParse(t, c.fen)
		c.check(t, &p)
	}
}

func mustParse(tb testing.TB, fen string) Position {
	tb.Helper()
	p, err := ParseFEN(fen, false)
	if err != nil {
		tb.Fatal(err)
	}
	return p
}

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
		bishops := p.Pieces(White, Bishop)
		rooks, king := p.Pieces(White, Rook), p.Kings(White)
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
		{"a piece on the king's way", "4k3/8/8/8/8/8/8/1KR2N2 w C - 0 1", "c1", false, ""},
		{"a piece on the rook's way", "4k3/8/8/8/8/8/8/RN1BK3 w A - 0 1", "a1", false, ""},
		{"a piece on b1 is in nobody's way", "4k3/8/8/8/8/8/8/1N1RK3 w D - 0 1", "d1", true, "4k3/8/8/8/8/8/8/1NKR4"},
		{"a piece beyond the castling squares", "4k3/8/8/8/8/8/8/5KRN w G - 0 1", "g1", true, "4k3/8/8/8/8/8/8/5RKN"},
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

// TestHalfCastling960 knows castling with one piece moved.
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
		for range 40 / quick.Fewer(4) {
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
