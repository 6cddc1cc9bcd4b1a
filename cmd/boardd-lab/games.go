package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"github.com/boardd/boardd/internal/cli"
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/sensor/simulate"
)

// order is what games are wanted.
type order struct {
	engine   string
	count    int
	seed     uint64
	nodes    int
	chess960 int // one game in so many is one; 0: none
	workers  int
}

// gamesCommand lets Stockfish play games against itself, for benchmarks: one game a line,
// as simulate.ParseScore reads it. The same flags give the same games, whatever the
// machine and the number of engines, as long as the engine is the same.
//
// The engine looks at a few moves; a player drawn for each side takes one of them, the
// weaker the wilder. Games end by the rules, by resignation, by agreement, or at a length
// drawn beforehand, so that they are as long as real ones.
func gamesCommand() *cobra.Command {
	c := &cobra.Command{Use: "games [flags]", Short: "let Stockfish play games, for simulate and bench", Args: cli.Args(0, 0)}
	o := order{}
	c.Flags().StringVar(&o.engine, "engine", "/usr/games/stockfish", "`path` of the engine")
	c.Flags().IntVarP(&o.count, "count", "n", 1000, "how `many` games")
	c.Flags().Uint64Var(&o.seed, "seed", 1, "`number`: the same games for the same number")
	c.Flags().IntVar(&o.nodes, "nodes", 400, "`positions` that the engine looks at before a move")
	c.Flags().IntVar(&o.chess960, "chess960", 0, "one game in so `many` is of Chess960; 0 none")
	c.Flags().IntVar(&o.workers, "workers", runtime.GOMAXPROCS(0), "`engines` that run at a time")
	out := c.Flags().StringP("output", "o", "", "`file` to write; standard output if none")
	cli.CompleteFiles(c, "engine")
	cli.CompleteFiles(c, "output")
	c.RunE = func(c *cobra.Command, _ []string) error {
		if o.count < 1 || o.nodes < 1 || o.workers < 1 || o.chess960 < 0 {
			return cli.BadInput(errors.New("--count, --nodes and --workers must be 1 or more, --chess960 0 or more"))
		}
		return writeGames(&o, c.OutOrStdout(), *out)
	}
	return c
}

// writeGames makes the games; a file appears only when it is whole.
func writeGames(o *order, std io.Writer, name string) error {
	if name == "" {
		return o.make(std)
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(name), filepath.Base(name))
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	if err := errors.Join(o.make(f), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), name)
}

// make lets all engines play, and prints the games in order.
func (o *order) make(out io.Writer) error {
	lines, errs := make([]string, o.count), make([]error, max(1, o.workers))
	var wg sync.WaitGroup
	for w := range errs {
		wg.Go(func() { errs[w] = o.work(lines, w, len(errs)) })
	}
	wg.Wait()
	if err := errors.Join(errs...); err != nil {
		return err
	}
	b := bufio.NewWriter(out)
	for _, line := range lines {
		fmt.Fprintln(b, line)
	}
	return b.Flush()
}

// work plays every step-th game from the given one on.
func (o *order) work(lines []string, from, step int) error {
	e, err := startEngine(o.engine)
	if err != nil {
		return err
	}
	defer e.close()
	for i := from; i < len(lines); i += step {
		s, err := playGame(e, o.start(i), o.nodes, rand.New(rand.NewPCG(o.seed, uint64(i))))
		if err != nil {
			return fmt.Errorf("game %d: %w", i+1, err)
		}
		lines[i] = s.String()
	}
	return nil
}

// start is the position from which the i-th game is played.
func (o *order) start(i int) simulate.Score {
	if o.chess960 > 0 && i%o.chess960 == 0 {
		return simulate.Score{Start: legality.Start960(rand.New(rand.NewPCG(o.seed, uint64(i)+1<<32)).IntN(960))}
	}
	return simulate.Score{Start: legality.Initial()}
}

// engine is a chess engine that speaks the Universal Chess Interface.
type engine struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Scanner
}

// choice is a move that the engine thinks worth looking at.
type choice struct {
	uci   string
	score int // hundredths of a pawn for the player to move
}

// choices is how many moves the engine names.
const choices = 6

// mateScore is what a mate counts, in hundredths of a pawn.
const mateScore = 10000

func startEngine(path string) (*engine, error) {
	e := &engine{cmd: exec.Command(path)}
	in, err := e.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := e.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := e.cmd.Start(); err != nil {
		return nil, fmt.Errorf("start engine (Debian: apt-get install stockfish): %w", err)
	}
	e.in, e.out = in, bufio.NewScanner(out)
	_, err = fmt.Fprintf(e.in, "uci\nsetoption name Threads value 1\nsetoption name Hash value 4\nsetoption name MultiPV value %d\n", choices)
	return e, err
}

func (e *engine) close() {
	e.in.Close()
	e.cmd.Wait()
}

// begin makes the engine forget the game before.
func (e *engine) begin(chess960 bool) {
	fmt.Fprintf(e.in, "setoption name UCI_Chess960 value %t\nucinewgame\n", chess960)
}

// look asks for the best moves in a position, given as the engine reads it.
func (e *engine) look(position string, nodes int) ([]choice, error) {
	if _, err := fmt.Fprintf(e.in, "position %s\ngo nodes %d\n", position, nodes); err != nil {
		return nil, fmt.Errorf("ask engine: %w", err)
	}
	var found [choices]choice
	for e.out.Scan() {
		line := e.out.Text()
		if strings.HasPrefix(line, "bestmove ") {
			return strip(found[:]), nil
		}
		if n, c := parseInfo(line); n >= 1 && n <= choices {
			found[n-1] = c
		}
	}
	return nil, fmt.Errorf("ask engine: it ended at %q", position)
}

// strip leaves out what the engine did not name.
func strip(found []choice) []choice {
	for i := range found {
		if found[i].uci == "" {
			return found[:i]
		}
	}
	return found
}

// parseInfo reads a line on one of the moves; its number is 0 for other lines.
func parseInfo(line string) (int, choice) {
	words, n, c := strings.Fields(line), 0, choice{}
	for i := 0; i+1 < len(words); i++ {
		value, _ := strconv.Atoi(words[i+1])
		switch words[i] {
		case "multipv":
			n = value
		case "cp":
			c.score = value
		case "mate":
			c.score = mateScore
			if value <= 0 {
				c.score = -mateScore
			}
		case "pv":
			c.uci = words[i+1]
			return n, c
		}
	}
	return 0, c
}
