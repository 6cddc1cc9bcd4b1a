package main

import (
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/boardd/boardd/internal/bench"
	"github.com/boardd/boardd/internal/cli"
	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/sensor/simulate"
)

// TestBenchReconstruct prints the table of the benchmark, with the four ideas
// beside boardd. It takes minutes, and so is asked for: BOARDD_BENCH holds the
// flags, as of boardd-lab bench.
func TestBenchReconstruct(t *testing.T) {
	args := os.Getenv("BOARDD_BENCH")
	if args == "" {
		t.Skip("BOARDD_BENCH is not set")
	}
	c := &cobra.Command{Use: "bench"}
	b := newBenchFlags(c)
	if err := c.ParseFlags(strings.Fields(args)); err != nil {
		t.Fatal(err)
	}
	plan, err := b.plan(os.Stdin)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range ideaNames {
		plan.Contenders = append(plan.Contenders, bench.Contender{Name: name, New: func(p *bench.Played) (bench.Tracker, error) {
			return newIdea(name, p.Score.Start, p.Cell.Board.Occupancy), nil
		}})
	}
	ctx, stop := signal.NotifyContext(t.Context(), os.Interrupt)
	defer stop()
	if err := b.run(ctx, os.Stdout, os.Stderr, plan); err != nil {
		t.Fatal(err)
	}
}

// fewGames is a file with two games.
func fewGames(t *testing.T) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "games.txt")
	var text string
	for seed := range uint64(2) {
		s := simulate.Score{Start: legality.Initial(), Moves: simulate.RandomGame(seed, 30)}
		text += s.String() + "\n"
	}
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// TestBenchKeeps: of a game that went wrong there are a log that can be replayed,
// the truth, and a report; of one that is right now, nothing is left.
func TestBenchKeeps(t *testing.T) {
	b := benchFlags{fail: t.TempDir()}
	cell := &bench.Cell{Profile: simulate.Profiles()[0], Board: simulate.Boards()[0], Clock: true}
	p := cell.Play(simulate.Score{Start: legality.Initial(), Moves: simulate.RandomGame(1, 30)}, 7, 1)
	wrong := bench.Measure(newIdea("N1", legality.Start960(0), false), p)
	if err := b.keep(0, wrong); err != nil {
		t.Fatal(err)
	}
	base := filepath.Join(b.fail, "clean-text-clock-7")
	if status, out, errs := harness.Run(t, "", "replay", "-o", "uci", base+".log"); status != cli.ExitOK || out != strings.Join(p.Truth.Moves, " ")+"\n" {
		t.Errorf("status %d: %s%s", status, out, errs)
	}
	for ext, want := range map[string]string{".truth": "moves " + p.Truth.Moves[0], ".txt": "got nothing"} {
		if text, err := os.ReadFile(base + ext); err != nil || !strings.Contains(string(text), want) {
			t.Errorf("%s: %v: %s", ext, err, text)
		}
	}
	d, err := newBenchEngine(p)
	if err != nil {
		t.Fatal(err)
	}
	if err := b.keep(0, bench.Measure(d, p)); err != nil {
		t.Fatal(err)
	}
	if left, err := os.ReadDir(b.fail); err != nil || len(left) > 0 {
		t.Errorf("left: %v, %v", left, err)
	}
}

// TestAllHandsOnAllBoards: every profile on every board, with a clock and without,
// is read to its end, whatever comes of it.
func TestAllHandsOnAllBoards(t *testing.T) {
	games, want := fewGames(t), 2*len(simulate.Profiles())
	for i, board := range simulate.Boards() {
		if testing.Short() && i%3 > 0 {
			continue
		}
		status, out, errs := harness.Run(t, "", "bench", "--games", games, "--json", "--count", "1", "--board", board.Name)
		if lines := strings.Count(out, "\n"); status != cli.ExitOK || lines != want {
			t.Errorf("%s: status %d, %d lines, want %d: %s", board.Name, status, lines, want, errs)
		}
	}
}
