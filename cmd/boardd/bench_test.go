package main

import (
	"encoding/json"
	"flag"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"testing"

	"github.com/boardd/boardd/cmd/boardd/bench"
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/sensor/simulate"
)

// TestBenchReconstruct prints the table of the benchmark, with the four ideas
// beside boardd. It takes minutes, and so is asked for: BOARDD_BENCH holds the
// flags, as of boardd bench.
func TestBenchReconstruct(t *testing.T) {
	args := os.Getenv("BOARDD_BENCH")
	if args == "" {
		t.Skip("BOARDD_BENCH is not set")
	}
	var b benchFlags
	fs := flag.NewFlagSet("bench", flag.ContinueOnError)
	b.register(fs)
	if err := parse(fs, strings.Fields(args), 0, 0); err != nil {
		t.Fatal(err)
	}
	std := streams{os.Stdin, os.Stdout, os.Stderr}
	plan, err := b.plan(std)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range ideaNames {
		plan.Decoders = append(plan.Decoders, bench.Contender{Name: name, New: func(p *bench.Played) (bench.Decoder, error) {
			return newIdea(name, p.Score.Start, p.Cell.Board.Occupancy), nil
		}})
	}
	ctx, stop := signal.NotifyContext(t.Context(), os.Interrupt)
	defer stop()
	if err := b.run(ctx, std, plan); err != nil {
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

// TestBench: two quiet games on a board that errs in nothing come out right, and
// so says the table.
func TestBench(t *testing.T) {
	games := fewGames(t)
	status, out, errs := boardd("", "bench", "--games", games, "--profile", "clean", "--board", "text", "--clock", "yes", "--json")
	var line bench.Line
	if err := json.Unmarshal([]byte(out), &line); err != nil || status != exitOK {
		t.Fatalf("status %d, %v: %s%s", status, err, out, errs)
	}
	if line.Games != 2 || line.GamesRight != 2 || line.Plies != 60 || line.PliesRight != 60 || line.WrongConfirmed != 0 {
		t.Errorf("%+v", line)
	}
	_, out, _ = boardd("", "bench", "--games", games, "--profile", "clean,human", "--board", "text", "--count", "1")
	for _, want := range []string{"| text | yes | clean | 100 % |", "| text | no | human |", "| identified, clean and human, with clock | 100 % |"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is not in\n%s", want, out)
		}
	}
}

func TestBenchRefuses(t *testing.T) {
	games := fewGames(t)
	for want, args := range map[string][]string{
		"none.txt":          {"--games", "none.txt"},
		"holds 2 games":     {"--games", games, "--count", "3"},
		`--profile "quick"`: {"--games", games, "--profile", "clean,quick"},
		`--board "glass"`:   {"--games", games, "--board", "glass"},
		`--clock "maybe"`:   {"--games", games, "--clock", "maybe"},
	} {
		wantRefused(t, want, "", append([]string{"bench"}, args...)...)
	}
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
	if status, out, errs := boardd("", "replay", "-o", "uci", base+".log"); status != exitOK || out != strings.Join(p.Truth.Moves, " ")+"\n" {
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
	for _, board := range simulate.Boards() {
		status, out, errs := boardd("", "bench", "--games", games, "--json", "--count", "1", "--board", board.Name)
		if lines := strings.Count(out, "\n"); status != exitOK || lines != want {
			t.Errorf("%s: status %d, %d lines, want %d: %s", board.Name, status, lines, want, errs)
		}
	}
}
