package legality

import (
	"slices"
	"strings"
	"testing"

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
		{"two kings, both attacked by one man", "k7/8/8/8/8/8/1b6/K1K5 w - - 0 1", "a1b2 c1b2"},
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

// TestCheckers names the men that give check.
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
		men := occupied & (occupied >> 21)
		for s := range Square(64) {
			if got, want := rookAttacks(s, men), walk(s, men, straight); got != want {
				t.Fatalf("rook on %s among %x: %x, want %x", s, men, got, want)
			}
			if got, want := bishopAttacks(s, men), walk(s, men, slanted); got != want {
				t.Fatalf("bishop on %s among %x: %x, want %x", s, men, got, want)
			}
		}
	}
}

func walk(from Square, men Set, steps []step) Set {
	var found Set
	for _, d := range steps {
		for s := d.from(from); s != NoSquare; s = d.from(s) {
			found |= s.Set()
			if men.Has(s) {
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
