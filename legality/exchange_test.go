package legality

import (
	"math/rand/v2"
	"testing"
)

func TestExchange(t *testing.T) {
	tests := []struct {
		name, fen, uci string
		want           int
	}{
		{"nothing to capture", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4", 0},
		{"an undefended pawn", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", 1},
		{"a defended pawn by a pawn", "4k3/8/2p5/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", 0},
		{"a defended pawn by a queen", "4k3/8/2p5/3p4/8/8/3Q4/4K3 w - - 0 1", "d2d5", -8},
		{"a queen by a pawn", "4k3/8/2p5/3q4/4P3/8/8/4K3 w - - 0 1", "e4d5", 8},
		{"a knight by the first of two rooks", "3rk3/8/8/3n4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 3},
		{"a knight defended twice, attacked twice", "3rk3/3r4/8/3n4/8/8/3R4/3RK3 w - - 0 1", "d2d5", -2},
		{"a piece put where a pawn attacks it", "4k3/8/2p5/8/8/8/3R4/4K3 w - - 0 1", "d2d5", -5},
		{"a king does not capture what is defended", "3rk3/8/8/8/8/8/3r4/4K3 w - - 0 1", "e1d2", -95},
		{"en passant", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 1},
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
	}
}

// TestBestExchange plays captures out by their definition, in random games.
func TestBestExchange(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	gains, checks := 0, 0
	for range 200 {
		p := Initial()
		for range 200 {
			moves := p.AppendMoves(nil)
			if len(moves) == 0 {
				break
			}
			want := mostWon(&p)
			if got := p.BestExchange(); got != want {
				t.Fatalf("%s: the best gains %d, want %d", p.FEN(), got, want)
			}
			if gains += want; p.InCheck(p.turn) {
				checks++
			}
			p = p.Play(moves[rng.IntN(len(moves))])
		}
	}
	if checks < 1000 || gains < 10_000 {
		t.Error("too little was tried", checks, gains)
	}
}

// mostWon is the most that the player having the move wins on one square.
func mostWon(p *Position) (best int) {
	checkers := p.Attackers(p.Kings(p.turn).First(), p.turn.Other())
	for s := Square(0); s < NoSquare; s++ {
		if x := p.At(s); x.Is(p.turn.Other()) && x.Kind() != King && (checkers == 0 || checkers == s.Set()) {
			best = max(best, playedOut(p, s))
		}
	}
	return best
}

// playedOut is what a player wins on a square if both capture there, the least valuable piece first, as long as
// that pays. Pins and checks are not looked at.
func playedOut(p *Position, s Square) int {
	value := map[Kind]int{Pawn: 1, Knight: 3, Bishop: 3, Rook: 5, Queen: 9, King: 100}
	gone := Set(0)
	var gain func(by Color, stake int) int
	gain = func(by Color, stake int) int {
		for k := Pawn; k <= King; k++ {
			occupied := (p.Occupied(White) | p.Occupied(Black)) &^ gone
			if pieces := p.attackers(s, by, occupied) & p.kinds[k] & occupied; pieces != 0 {
				gone |= pieces.First().Set()
				return max(0, stake-gain(by.Other(), value[k]))
			}
		}
		return 0
	}
	return gain(p.Turn(), value[p.At(s).Kind()])
}
