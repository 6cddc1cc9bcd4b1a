package main

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/boardd/boardd/internal/bench"
	"github.com/boardd/boardd/internal/cli"
	"github.com/boardd/boardd/internal/games"
	"github.com/boardd/boardd/legality/pgn"
	"github.com/boardd/boardd/pipeline"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/simulate"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/transport"
)

// benchFlags says what to measure, and what to print.
type benchFlags struct {
	games, fail      string
	profiles, boards *[]string
	clock            *string
	count, workers   int
	seed             uint64
	json, causes     bool
}

func newBenchFlags(c *cobra.Command) *benchFlags {
	var b benchFlags
	c.Flags().StringVar(&b.games, "games", "dist/games.txt", "`file` of games, as make games makes it")
	c.Flags().IntVar(&b.count, "count", 0, "take only so `many` games; 0: all")
	b.profiles = cli.Choices(c, "profile", "only these `hands`, joined by commas", profileNames())
	b.boards = cli.Choices(c, "board", "only these `boards`, joined by commas", boardNames())
	b.clock = cli.Choice(c, "clock", "", "both", "with a `clock`", []string{"yes", "no", "both"})
	c.Flags().Uint64Var(&b.seed, "seed", 1, "`number` that all chance comes from; each game after the first takes the next one")
	c.Flags().IntVar(&b.workers, "workers", 0, "games that are worked out at a time; 0: as many as there are processors")
	c.Flags().StringVar(&b.fail, "fail", "", "`directory` for the log, the truth and a report of each game that went wrong")
	c.Flags().BoolVar(&b.json, "json", false, "print JSON, a line for each row, instead of a table in Markdown")
	c.Flags().BoolVar(&b.causes, "causes", false, "print the most frequent causes under the table")
	cli.CompleteFiles(c, "games")
	cli.CompleteDirectories(c, "fail")
	return &b
}

// benchCommand plays games by simulated hands, and measures what boardd makes of them.
func benchCommand() *cobra.Command {
	c := &cobra.Command{Use: "bench [flags]", Short: "play games by simulated hands, and measure what boardd makes of them",
		Long: benchHelp, Args: cli.Args(0, 0)}
	b := newBenchFlags(c)
	c.RunE = func(c *cobra.Command, _ []string) error {
		cli.CollectSeldom()
		plan, err := b.plan(c.InOrStdin())
		if err != nil {
			return cli.BadInput(err)
		}
		return b.run(c.Context(), c.OutOrStdout(), c.ErrOrStderr(), plan)
	}
	return c
}

const benchHelp = `
Games are a PGN file, or a line of UCI moves for each; make games lets Debian's
stockfish play a thousand. The same flags and games give the same figures, but
for the speed.

With --fail, three files are kept of each game in which anything went wrong:
NAME.log, for boardd replay; NAME.truth, what the hands did; and NAME.txt, where
the two first differ, with what was done and reported there. What an earlier run
kept of a game that is right now is removed.
`

// run measures and prints.
func (b *benchFlags) run(ctx context.Context, out, errs io.Writer, plan *bench.Plan) error {
	p := cli.NewProgress(errs)
	plan.Progress = func(done, total int) {
		if done%16 == 0 {
			p.Show(done, fmt.Sprintf("of %d games", total))
		}
	}
	rows, err := plan.Run(ctx)
	if errors.Is(err, context.Canceled) {
		return pipeline.ErrStopped
	}
	if err != nil {
		return err
	}
	p.End(fmt.Sprintf("%d games in each of %d cells", len(plan.Scores), len(rows)))
	w := bufio.NewWriter(out)
	if b.json {
		printLines(w, plan, rows)
	} else {
		b.print(w, plan, rows)
	}
	return w.Flush()
}

func printLines(w *bufio.Writer, plan *bench.Plan, rows []bench.Row) {
	e := json.NewEncoder(w)
	for _, line := range bench.Lines(plan.Contenders, rows) {
		if err := e.Encode(line); err != nil {
			panic(err) // strings and numbers always can be
		}
	}
}

// print prints the tables: the goals, the contenders beside each other, by kinds of boards and
// by boards, and all figures of boardd.
func (b *benchFlags) print(w *bufio.Writer, plan *bench.Plan, rows []bench.Row) {
	bench.Goals(w, rows, 0)
	if len(plan.Contenders) > 1 {
		w.WriteByte('\n')
		bench.Beside(w, plan.Contenders, bench.ByKind(rows))
		w.WriteByte('\n')
		bench.Beside(w, plan.Contenders, rows)
	}
	w.WriteByte('\n')
	bench.Markdown(w, rows, 0)
	w.WriteString("\n" + bench.Explanation)
	if b.causes {
		bench.Causes(w, rows, 0)
	}
}

// plan reads the games and chooses the cells.
func (b *benchFlags) plan(in io.Reader) (*bench.Plan, error) {
	p := &bench.Plan{Seed: b.seed, Workers: cmp.Or(b.workers, runtime.GOMAXPROCS(0)), Contenders: []bench.Contender{{Name: "boardd", New: newBenchEngine}}}
	p.Cells = b.cells()
	games, err := games.OpenGames(in, b.games)
	if err != nil {
		return nil, fmt.Errorf("%w; make games makes some", err)
	}
	if b.count > len(games) {
		return nil, fmt.Errorf("--count %d: %q holds %d games", b.count, b.games, len(games))
	}
	if b.count > 0 {
		games = games[:b.count]
	}
	for _, g := range games {
		p.Scores = append(p.Scores, simulate.Score{Start: g.Start, Moves: g.Moves})
	}
	if b.fail != "" {
		if err := os.MkdirAll(b.fail, 0o755); err != nil {
			return nil, err
		}
		p.Each = b.keep
	}
	return p, nil
}

// cells returns every combination of the flags.
func (b *benchFlags) cells() []bench.Cell {
	profiles := named(*b.profiles, simulate.Profiles(), func(p simulate.NamedProfile) string { return p.Name })
	boards := named(*b.boards, simulate.Boards(), func(p simulate.NamedBoard) string { return p.Name })
	clocks := map[string][]bool{"yes": {true}, "no": {false}, "both": {true, false}}[*b.clock]
	var cells []bench.Cell
	for _, board := range boards {
		for _, clock := range clocks {
			for _, profile := range profiles {
				cells = append(cells, bench.Cell{Profile: profile, Board: board, Clock: clock})
			}
		}
	}
	return cells
}

// named returns the things with some names, in the order of the names; all if there are no
// names.
func named[T any](names []string, all []T, name func(T) string) []T {
	if len(names) == 0 {
		return all
	}
	var some []T
	for _, want := range names {
		some = append(some, all[slices.IndexFunc(all, func(t T) bool { return name(t) == want })])
	}
	return some
}

// keep writes the files of a game that boardd has wrong. It removes those that an earlier run
// has written of a game that is right now.
func (b *benchFlags) keep(contender int, r *bench.Result) error {
	if contender > 0 {
		return nil
	}
	name := fmt.Sprintf("%s-%d", strings.ReplaceAll(r.Played.Cell.String(), "/", "-"), r.Played.Number)
	base := filepath.Join(b.fail, name)
	if !r.Clean() {
		return benchFiles(base, r)
	}
	for _, ext := range []string{".log", ".truth", ".txt"} {
		if err := os.Remove(base + ext); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// benchEngine is boardd as a tracker of the benchmark.
type benchEngine struct {
	*pipeline.Engine
	game bench.Game // as Game returned it last
}

func newBenchEngine(p *bench.Played) (bench.Tracker, error) {
	e, err := pipeline.New(benchHeader(p), "bench")
	if err != nil {
		return nil, err
	}
	return &benchEngine{Engine: e}, nil
}

func (b *benchEngine) Step(r sensor.Record) []touchmove.Finding { return b.Engine.Step(r).Findings }

func (b *benchEngine) Wake(at int64) []touchmove.Finding { return b.Engine.Wake(at).Findings }

func (b *benchEngine) Finish() []touchmove.Finding { return b.Engine.Finish().Findings }

// Game returns the game of record with the provisional ply.
func (b *benchEngine) Game() bench.Game {
	g := b.Tracker.Game()
	if g.ID == b.game.ID && g.Rev == b.game.Rev {
		return b.game
	}
	moves := b.game.Moves[:0]
	for i := range g.Moves {
		moves = append(moves, g.Moves[i].UCI)
	}
	if g.Pending != nil && g.Pending.State == touchmove.StateProvisional {
		moves = append(moves, g.Pending.UCI)
	}
	b.game = bench.Game{ID: g.ID, Rev: g.Rev, Moves: moves, Confirmed: transport.Published(g), Result: g.Result}
	return b.game
}

// benchHeader returns the header of the log of a played game.
func benchHeader(p *bench.Played) *sensor.Header {
	h := hands{board: p.Cell.Board, profile: p.Cell.Profile, clock: p.Cell.Clock, seed: p.Seed}
	return h.header(&pgn.Game{Start: p.Score.Start}, fmt.Sprintf("simulated hands: %s, seed %d", p.Cell, p.Seed))
}

// benchFiles writes the files of a game: its log, to be replayed, the truth, and a report.
func benchFiles(base string, r *bench.Result) error {
	log, err := sensor.AppendHeader(nil, benchHeader(r.Played))
	if err != nil {
		return err
	}
	for _, rec := range r.Played.Records {
		log = sensor.AppendRecord(log, rec)
	}
	truth := simulate.AppendTruth([]byte(simulate.TruthFirstLine+"\n"), &r.Played.Truth)
	return errors.Join(os.WriteFile(base+".log", log, 0o644), os.WriteFile(base+".truth", truth, 0o644),
		os.WriteFile(base+".txt", []byte(r.Report()), 0o644))
}
