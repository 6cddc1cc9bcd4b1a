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
)

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

// perft is the engine's node count and how long it took.
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
