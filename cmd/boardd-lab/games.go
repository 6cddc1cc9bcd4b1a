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

// order says which games to make.
type order struct {
	engine   string
	count    int
	seed     uint64
	nodes    int
	chess960 int // one game in so many is of Chess960; 0: none
	workers  int
}

// gamesCommand lets Stockfish play games against itself, for benchmarks: one game a line, as
// simulate.ParseScore reads it. The same flags and the same engine give the same games, on
// every machine and with any number of engines.
//
// The engine names a few moves. A player, drawn by lot for each side, takes one of them; a wild
// player may take a weaker move. Games end by the rules, by resignation, by agreement, or at a
// length drawn by lot, so that they are as long as real ones.
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

// writeGames makes the games. A file appears only when it is whole.
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

// work plays every step-th game, beginning with game from.
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

// start returns the score of the i-th game before its first move.
func (o *order) start(i int) simulate.Score {
	if o.chess960 > 0 && i%o.chess960 == 0 {
		return simulate.Score{Start: legality.Start960(rand.New(rand.NewPCG(o.seed, uint64(i)+1<<32)).IntN(960))}
	}
	return simulate.Score{Start: legality.Initial()}
}

// What the players are like. All figures are chosen, so that games are as long as real ones
// (about 80 plies) and end in every way.
const (
	openingPlies = 8   // in which a player takes any move that the engine names and that is not bad
	notBad       = 120 // hundredths of a pawn behind the best move, at most
	tamest       = 5   // hundredths of a pawn that the best player gives away
	wildest      = 120 // hundredths of a pawn that the worst player gives away
	hopeless     = 700 // hundredths of a pawn behind, at which a player resigns
	hopelessFor  = 4   // after so many moves
	level        = 25  // hundredths of a pawn by which a player may be ahead when a draw is agreed,
	agreeFrom    = 60  // from this ply on,
	agreeOneIn   = 20  // at one ply in so many
	longest      = 240 // plies of a game
	lesserIn     = 8   // one promotion to less than a queen in so many is kept: of moves that win alike, engines like these more than people do
)

// contest is two players at a game.
type contest struct {
	rng    *rand.Rand
	past   *legality.Game
	wild   [2]int  // hundredths of a pawn that each gives away now and then
	resign [2]bool // whether each resigns a hopeless game
	down   [2]int  // for how many moves each has been hopeless
	most   int     // plies of the game
}

func newContest(start legality.Position, rng *rand.Rand) *contest {
	c := &contest{rng: rng, past: legality.NewGame(start), most: longest}
	for side := range c.wild {
		c.wild[side] = tamest + rng.IntN(wildest-tamest)
		c.resign[side] = rng.IntN(3) > 0
	}
	if rng.IntN(4) == 0 {
		c.most = 20 + rng.IntN(longest-20)
	}
	return c
}

// playGame plays from the position of a score.
func playGame(e *engine, s simulate.Score, nodes int, rng *rand.Rand) (simulate.Score, error) {
	c := newContest(s.Start, rng)
	e.begin(s.Start.Chess960())
	var asked strings.Builder
	asked.WriteString(engineStart(&s.Start))
	for c.past.Ending() == legality.NoEnding && len(s.Moves) < c.most {
		found, err := e.look(asked.String(), nodes)
		if err != nil {
			return s, err
		}
		if len(found) == 0 || c.ends(found[0].score) {
			break
		}
		p := c.past.Position()
		uci := c.choose(found)
		m, err := p.ParseUCI(uci)
		if err != nil {
			return s, err
		}
		asked.WriteString(" " + uci)
		s.Moves = append(s.Moves, m)
		c.past.Play(m)
	}
	return s, nil
}

func engineStart(p *legality.Position) string { return "fen " + p.ShredderFEN() + " moves" }

// ends reports whether the players end the game before the next move: a player resigns, claims
// a draw (9.2, 9.3), or both agree to one.
func (c *contest) ends(score int) bool {
	turn := c.past.Position().Turn()
	c.down[turn]++
	if score > -hopeless {
		c.down[turn] = 0
	}
	switch {
	case c.resign[turn] && c.down[turn] >= hopelessFor:
		return true
	case c.past.Claimable() != 0:
		return c.rng.IntN(2) == 0
	}
	return c.past.Len() >= agreeFrom && max(score, -score) <= level && c.rng.IntN(agreeOneIn) == 0
}

// choose returns one of the moves that are not too bad for the player.
func (c *contest) choose(found []choice) string {
	worst := notBad
	if c.past.Len() >= openingPlies {
		worst = c.wild[c.past.Position().Turn()]
		if c.rng.IntN(3) > 0 {
			worst /= 4
		}
	}
	n := 1
	for n < len(found) && found[0].score-found[n].score <= worst {
		n++
	}
	uci := found[c.rng.IntN(n)].uci
	if len(uci) > 4 && c.rng.IntN(lesserIn) > 0 {
		uci = uci[:4] + "q"
	}
	return uci
}

// engine is a chess engine that speaks the Universal Chess Interface.
type engine struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Scanner
}

// choice is a move that the engine names.
type choice struct {
	uci   string
	score int // hundredths of a pawn for the player to move
}

// choices is how many moves the engine names.
const choices = 6

// mateScore is the score of a mate, in hundredths of a pawn.
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

// begin begins a new game with the engine.
func (e *engine) begin(chess960 bool) {
	fmt.Fprintf(e.in, "setoption name UCI_Chess960 value %t\nucinewgame\n", chess960)
}

// look asks for the best moves in a position, which is written as for the UCI command position.
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

// strip returns the moves that the engine has named.
func strip(found []choice) []choice {
	for i := range found {
		if found[i].uci == "" {
			return found[:i]
		}
	}
	return found
}

// parseInfo reads a line about one of the moves, and returns its number; 0 for other lines.
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
