package legality

import "testing"

func TestExchange(t *testing.T) {
	tests := []struct {
		name, fen, uci string
		want, best     int
	}{
		{"nothing to capture", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4", 0, 0},
		{"an undefended pawn", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", 1, 1},
		{"a defended pawn by a pawn", "4k3/8/2p5/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", 0, 0},
		{"a defended pawn by a queen", "4k3/8/2p5/3p4/8/8/3Q4/4K3 w - - 0 1", "d2d5", -8, 0},
		{"a queen by a pawn", "4k3/8/2p5/3q4/4P3/8/8/4K3 w - - 0 1", "e4d5", 8, 8},
		{"a knight by the first of two rooks", "3rk3/8/8/3n4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 3, 3},
		{"a knight defended twice, attacked twice", "3rk3/3r4/8/3n4/8/8/3R4/3RK3 w - - 0 1", "d2d5", -2, 0},
		{"a man put where a pawn attacks it", "4k3/8/2p5/8/8/8/3R4/4K3 w - - 0 1", "d2d5", -5, 0},
		{"a king does not capture what is defended", "3rk3/8/8/8/8/8/3r4/4K3 w - - 0 1", "e1d2", -95, 0},
		{"en passant", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 1, 0},
	}
	for _, test := range tests {
		p, err := ParseFEN(test.fen, false)
		if err != nil {
			t.Fatal(err)
		}
		m, err := p.ParseUCI(test.uci)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Exchange(m); got != test.want {
			t.Errorf("%s: %s gains %d, want %d", test.name, test.uci, got, test.want)
		}
		if got := p.BestExchange(); got != test.best {
			t.Errorf("%s: the best gains %d, want %d", test.name, got, test.best)
		}
	}
}
