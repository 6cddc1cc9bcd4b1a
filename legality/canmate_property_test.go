package legality

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// varied is a position with a few men of another one moved, added or taken away;
// false if the result cannot be.
func varied(r *rand.Rand, p *Position) (Position, bool) {
	board := p.board
	for range 1 + r.IntN(3) {
		men := (p.colors[White] | p.colors[Black]).Squares()
		from, to := men[r.IntN(len(men))], Square(r.IntN(64))
		switch r.IntN(4) {
		case 0:
			if board[from].Kind() != King {
				board[from] = Empty
			}
		case 1:
			if man := Piece(r.IntN(15)); board[to] == Empty && man.Kind() != King {
				board[to] = man
			}
		default:
			board[from], board[to] = board[to], board[from]
		}
	}
	q := p.PlayPlacement(&board)
	return q, q.searchable()
}

// TestNoIsNeverContradicted varies the positions that were made to be hard: what
// the quick test or mobility calls impossible, a search that knows neither may
// not find.
func TestNoIsNeverContradicted(t *testing.T) {
	n := 20000
	if underRace {
		n = 1500
	}
	r := rand.New(rand.NewPCG(5, 22))
	all := questions(t)
	ruledOut := 0
	for range n {
		q := &all[r.IntN(2*adversarial)]
		p, ok := varied(r, &q.position)
		if !ok || p.mateOnSight(q.c) != Undecided {
			continue
		}
		w := p.asWhite(q.c)
		if !w.cannotMateByMobility() && p.QuickCanMate(q.c) != No {
			continue
		}
		ruledOut++
		h := newHelpmate(&w, false)
		if h.search(400, nil) == Yes {
			t.Errorf("%s: %s cannot mate, but does by %v", p.FEN(), q.c, h.line(q.c))
		}
	}
	if ruledOut < n/50 {
		t.Errorf("only %d of %d positions were ruled out", ruledOut, n)
	}
}

// TestMatedGameWasOpen replays the oracle's games that end in mate: at no ply
// may the quick test have called that impossible.
func TestMatedGameWasOpen(t *testing.T) {
	mates := 0
	fixture(t, "oracle_games.txt.gz", func(f []string) {
		plies := oraclePlies(f[1])
		if !strings.Contains(plies[len(plies)-1].flags, "M") {
			return
		}
		mates++
		g := NewGame(mustParse(t, f[0]))
		for _, ply := range plies {
			playOracle(t, g, ply)
		}
		winner := g.Position().Turn().Other()
		for i := range g.Len() + 1 {
			if p := g.At(i); p.QuickCanMate(winner) == No {
				t.Errorf("%s: %s cannot mate, but did", p.FEN(), winner)
			}
		}
	})
	if mates == 0 {
		t.Error("no game ends in mate")
	}
}

// TestCanMateAnywhere asks in positions of all sorts: the two tests may not
// contradict each other, nor the material, and lines have to mate.
func TestCanMateAnywhere(t *testing.T) {
	n := 600
	if underRace {
		n = 100
	}
	for _, p := range randomPositions(n) {
		for c := range Color(2) {
			checkConsistent(t, &p, c)
		}
	}
}

func checkConsistent(t *testing.T, p *Position, c Color) {
	t.Helper()
	quick := p.QuickCanMate(c)
	full, line := p.CanMate(c, 1000, nil)
	if quick != Undecided && full != Undecided && quick != full {
		t.Errorf("%s: can %s mate? quick test %s, full %s", p.FEN(), c, quick, full)
	}
	checkLine(t, p, c, full, line)
	if p.DeadByMaterial() && Judge(p, 1) != Checkmate && (quick != No || full != No) {
		t.Errorf("%s: dead by material, quick test %s, full %s", p.FEN(), quick, full)
	}
}

// FuzzCanMate asks in whatever can be written.
func FuzzCanMate(f *testing.F) {
	for i, fen := range fuzzFENs {
		f.Add(fen, i%2 == 0)
	}
	for _, c := range deadCases {
		f.Add(c.fen, false)
	}
	f.Fuzz(func(t *testing.T, fen string, chess960 bool) {
		p, err := ParseFEN(fen, chess960)
		if err != nil {
			return
		}
		for c := range Color(2) {
			checkConsistent(t, &p, c)
		}
	})
}
