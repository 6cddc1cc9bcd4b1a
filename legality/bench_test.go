package legality

import (
	"strings"
	"testing"

	"github.com/boardd/boardd/legality/placement"
)

// middlegame is the position of the published speed comparisons, 46 moves.
const middlegame = "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10"

func BenchmarkGenerate(b *testing.B) {
	p := mustParse(b, middlegame)
	var m Moves
	b.ReportAllocs()
	for b.Loop() {
		p.Generate(&m)
	}
}

func BenchmarkAppendMoves(b *testing.B) {
	p := mustParse(b, middlegame)
	list := make([]Move, 0, 256)
	b.ReportAllocs()
	for b.Loop() {
		list = p.AppendMoves(list[:0])
	}
}

func BenchmarkIsLegal(b *testing.B) {
	p := mustParse(b, middlegame)
	m := MakeMove(placement.F3, placement.E5)
	b.ReportAllocs()
	for b.Loop() {
		p.IsLegal(m)
	}
}

func BenchmarkPlay(b *testing.B) {
	p := mustParse(b, middlegame)
	m := MakeMove(placement.F3, placement.E5)
	b.ReportAllocs()
	for b.Loop() {
		p.Play(m)
	}
}

func BenchmarkSAN(b *testing.B) {
	p := mustParse(b, middlegame)
	list := p.AppendMoves(nil)
	text := make([]byte, 0, 16)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		text = p.AppendSAN(text[:0], list[i%len(list)])
	}
}

func BenchmarkFEN(b *testing.B) {
	p := mustParse(b, middlegame)
	text := make([]byte, 0, 96)
	b.ReportAllocs()
	for b.Loop() {
		text = p.AppendFEN(text[:0])
	}
}

func BenchmarkParseFEN(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := ParseFEN(middlegame, false); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkExplain(b *testing.B) {
	p := mustParse(b, middlegame)
	m := MakeMove(placement.F3, placement.F5)
	b.ReportAllocs()
	for b.Loop() {
		p.Explain(m)
	}
}

func BenchmarkExplainPlacement(b *testing.B) {
	p := mustParse(b, middlegame)
	q := p.Play(MakeMove(placement.F3, placement.F5))
	b.ReportAllocs()
	for b.Loop() {
		p.ExplainPlacement(q.Placement())
	}
}

// BenchmarkReplay replays the oracle's games from UCI with all that a game
// keeps: legality, check, mate, repetition, the move counts and material.
func BenchmarkReplay(b *testing.B) {
	type replay struct {
		start Position
		moves []string
	}
	var games []replay
	plies := 0
	fixture(b, "oracle_games.txt.gz", func(f []string) {
		one := replay{start: mustParse(b, f[0])}
		for _, ply := range oraclePlies(f[1]) {
			one.moves = append(one.moves, strings.Clone(ply.uci))
		}
		plies += len(one.moves)
		games = append(games, one)
	})
	g := NewGame(Initial())
	b.ReportAllocs()
	for b.Loop() {
		for _, one := range games {
			g.Reset(one.start)
			for _, uci := range one.moves {
				m, err := g.Position().ParseUCI(uci)
				if err != nil || !g.Legal().Allows(m) {
					b.Fatalf("%s is not legal in %s", uci, g.Position().FEN())
				}
				g.Play(m)
				g.Ending()
				g.Claimable()
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*plies), "ns/ply")
}
