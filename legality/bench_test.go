package legality

import (
	"bufio"
	"fmt"
	"io"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

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

// BenchmarkQuickCanMate asks for each ply of the oracle's games whether either
// player can mate.
func BenchmarkQuickCanMate(b *testing.B) {
	all := gamePlies(b)
	b.ReportAllocs()
	for b.Loop() {
		for i := range all {
			all[i].position.QuickCanMate(all[i].c)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(all)), "ns/question")
}

// BenchmarkQuickCanMateEnds asks the same of dead ends of real games.
func BenchmarkQuickCanMateEnds(b *testing.B) {
	all := questions(b)[2*adversarial:]
	b.ReportAllocs()
	for b.Loop() {
		for i := range all {
			all[i].position.QuickCanMate(all[i].c)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(all)), "ns/question")
}

// BenchmarkCanMate asks the full test at one in fifty plies of the games.
func BenchmarkCanMate(b *testing.B) {
	all := gamePlies(b)
	asked := 0
	b.ReportAllocs()
	for b.Loop() {
		for i := 0; i < len(all); i += 51 {
			all[i].position.CanMate(all[i].c, DefaultLimit, nil)
			asked++
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(asked), "ns/question")
}

// stockfish is a running engine, asked for node counts.
type stockfish struct {
	in  io.Writer
	out *bufio.Scanner
}

// startStockfish starts the engine that Debian installs; a test without it is skipped.
func startStockfish(tb testing.TB, chess960 bool) *stockfish {
	tb.Helper()
	path, err := exec.LookPath("stockfish")
	if err != nil {
		path = "/usr/games/stockfish"
	}
	cmd := exec.Command(path)
	in, err := cmd.StdinPipe()
	if err != nil {
		tb.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		tb.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		tb.Skipf("no stockfish: %v", err)
	}
	tb.Cleanup(func() {
		in.Close()
		cmd.Wait()
	})
	s := &stockfish{in, bufio.NewScanner(out)}
	fmt.Fprintf(s.in, "setoption name UCI_Chess960 value %t\n", chess960)
	return s
}

// perft returns the engine's node count and how long it took.
func (s *stockfish) perft(tb testing.TB, fen string, depth int) (int64, time.Duration) {
	tb.Helper()
	fmt.Fprintf(s.in, "position fen %s\nisready\n", fen)
	for s.out.Scan() && s.out.Text() != "readyok" {
	}
	start := time.Now()
	fmt.Fprintf(s.in, "go perft %d\n", depth)
	for s.out.Scan() {
		if count, ok := strings.CutPrefix(s.out.Text(), "Nodes searched: "); ok {
			n, err := strconv.ParseInt(count, 10, 64)
			if err != nil {
				tb.Fatal(err)
			}
			return n, time.Since(start)
		}
	}
	tb.Fatalf("stockfish ended during perft of %s", fen)
	return 0, 0
}

// BenchmarkPerftRatio runs the six standard positions on this package and on
// Stockfish in turn and reports how many nodes a second each counts, from the
// best time of each position, and the ratio of the two.
func BenchmarkPerftRatio(b *testing.B) {
	engine := startStockfish(b, false)
	var ours, theirs [6]time.Duration
	nodes := int64(0)
	for range b.N {
		nodes = 0
		for i, c := range six {
			depth := len(c.counts)
			start := time.Now()
			p := mustParse(b, c.fen)
			if n := perft(&p, depth); n != c.counts[depth-1] {
				b.Fatalf("%s depth %d: %d nodes, not %d", c.name, depth, n, c.counts[depth-1])
			}
			ours[i] = best(ours[i], time.Since(start))
			n, took := engine.perft(b, c.fen, depth)
			theirs[i] = best(theirs[i], took)
			nodes += n
		}
	}
	b.ReportMetric(float64(nodes)/sum(ours).Seconds()/1e6, "Mnodes/s")
	b.ReportMetric(float64(nodes)/sum(theirs).Seconds()/1e6, "stockfish-Mnodes/s")
	b.ReportMetric(sum(theirs).Seconds()/sum(ours).Seconds(), "ratio")
	for i, c := range six {
		b.Logf("%s: ratio %.2f", c.name, theirs[i].Seconds()/ours[i].Seconds())
	}
}

func best(a, b time.Duration) time.Duration {
	if a == 0 {
		return b
	}
	return min(a, b)
}

func sum(times [6]time.Duration) time.Duration {
	total := time.Duration(0)
	for _, t := range times {
		total += t
	}
	return total
}
