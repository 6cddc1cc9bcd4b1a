package main

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/boardd/boardd/cmd/boardd/bench"
	"github.com/boardd/boardd/sensor/simulate"
)

// benchFlags is what is to be measured, and how it is to be told.
type benchFlags struct {
	games, profiles, boards, clock, fail string
	count, workers                       int
	seed                                 uint64
	json, causes                         bool
}

func (b *benchFlags) register(fs *flag.FlagSet) {
	fs.StringVar(&b.games, "games", "dist/games.txt", "`file` of games, as make games makes it")
	fs.IntVar(&b.count, "count", 0, "take only so `many` games; 0: all")
	fs.StringVar(&b.profiles, "profile", "", "only these `hands`, joined by commas: "+strings.Join(profileNames(), ", "))
	fs.StringVar(&b.boards, "board", "", "only these `boards`, joined by commas: "+strings.Join(boardNames(), ", "))
	fs.StringVar(&b.clock, "clock", "both", "with a clock: `yes`, no, both")
	fs.Uint64Var(&b.seed, "seed", 1, "`number` that all chance comes from; each game after the first takes the next one")
	fs.IntVar(&b.workers, "workers", 0, "games that are worked out at a time; 0: as many as there are processors")
	fs.StringVar(&b.fail, "fail", "", "`directory` for the log, the truth and a report of each game that went wrong")
	fs.BoolVar(&b.json, "json", false, "print JSON, a line for each row, instead of a table in Markdown")
	fs.BoolVar(&b.causes, "causes", false, "print the most frequent causes under the table")
}

// benchmark plays games by simulated hands, and measures what boardd makes of
// them.
func benchmark(ctx context.Context, std streams, fs *flag.FlagSet, args []string) error {
	var b benchFlags
	b.register(fs)
	fs.Usage = func() { fmt.Fprint(fs.Output(), benchHelp) }
	if err := parse(fs, args, 0, 0); err != nil {
		return err
	}
	plan, err := b.plan(std)
	if err != nil {
		return badInput{err}
	}
	return b.run(ctx, std, plan)
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
func (b *benchFlags) run(ctx context.Context, std streams, plan *bench.Plan) error {
	p := progress{out: std.err, live: isTerminal(std.err)}
	plan.Progress = func(done, total int) {
		if done%16 == 0 {
			p.show(done, fmt.Sprintf("of %d games", total))
		}
	}
	rows, err := plan.Run(ctx)
	if errors.Is(err, context.Canceled) {
		return errStopped
	}
	if err != nil {
		return err
	}
	p.end(fmt.Sprintf("%d games in each of %d cells", len(plan.Scores), len(rows)))
	w := bufio.NewWriter(std.out)
	if b.json {
		printLines(w, plan, rows)
	} else {
		b.print(w, plan, rows)
	}
	return w.Flush()
}

func printLines(w *bufio.Writer, plan *bench.Plan, rows []bench.Row) {
	e := json.NewEncoder(w)
	for _, line := range bench.Lines(plan.Decoders, rows) {
		if err := e.Encode(line); err != nil {
			panic(err) // strings and numbers always can be
		}
	}
}

// print prints the tables: how far the goals are, and the decoders beside each
// other, for the boards of a kind together and for each; all of boardd.
func (b *benchFlags) print(w *bufio.Writer, plan *bench.Plan, rows []bench.Row) {
	bench.Goals(w, rows, 0)
	if len(plan.Decoders) > 1 {
		w.WriteByte('\n')
		bench.Beside(w, plan.Decoders, bench.ByKind(rows))
		w.WriteByte('\n')
		bench.Beside(w, plan.Decoders, rows)
	}
	w.WriteByte('\n')
	bench.Markdown(w, rows, 0)
	w.WriteString("\n" + bench.Explanation)
	if b.causes {
		bench.Causes(w, rows, 0)
	}
}

// plan reads the games and picks the cells.
func (b *benchFlags) plan(std streams) (*bench.Plan, error) {
	p := &bench.Plan{Seed: b.seed, Workers: cmp.Or(b.workers, runtime.GOMAXPROCS(0)), Decoders: []bench.Contender{{Name: "boardd", New: newBenchEngine}}}
	cells, err := b.cells()
	if err != nil {
		return nil, err
	}
	p.Cells = cells
	games, err := openGames(std, b.games)
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
		p.Scores = append(p.Scores, simulate.Score{Start: g.start, Moves: g.moves})
	}
	if b.fail != "" {
		if err := os.MkdirAll(b.fail, 0o755); err != nil {
			return nil, err
		}
		p.Each = b.keep
	}
	return p, nil
}

// cells is every combination that was asked for.
func (b *benchFlags) cells() ([]bench.Cell, error) {
	profiles, err := named("--profile", b.profiles, simulate.Profiles(), func(p simulate.NamedProfile) string { return p.Name })
	if err != nil {
		return nil, err
	}
	boards, err := named("--board", b.boards, simulate.Boards(), func(p simulate.NamedBoard) string { return p.Name })
	if err != nil {
		return nil, err
	}
	clocks, ok := map[string][]bool{"yes": {true}, "no": {false}, "both": {true, false}}[b.clock]
	if !ok {
		return nil, fmt.Errorf("--clock %q: yes, no or both", b.clock)
	}
	var cells []bench.Cell
	for _, board := range boards {
		for _, clock := range clocks {
			for _, profile := range profiles {
				cells = append(cells, bench.Cell{Profile: profile, Board: board, Clock: clock})
			}
		}
	}
	return cells, nil
}

// named picks of all things those whose names are given, joined by commas; all
// if none is.
func named[T any](flag, names string, all []T, name func(T) string) ([]T, error) {
	if names == "" {
		return all, nil
	}
	var some []T
	for want := range strings.SplitSeq(names, ",") {
		i := slices.IndexFunc(all, func(t T) bool { return name(t) == want })
		if i < 0 {
			return nil, fmt.Errorf("%s %q: there is none of this name; see -h", flag, want)
		}
		some = append(some, all[i])
	}
	return some, nil
}

// keep writes down a game that went wrong. What an earlier run wrote of a game
// that is right now goes.
func (b *benchFlags) keep(decoder int, r *bench.Result) error {
	if decoder > 0 {
		return nil // what others make of it is not ours to mend
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
