package main

import (
	"bufio"
	"cmp"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	second "github.com/boardd/boardd/internal/hands"
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/pipeline"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/simulate"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/track"
)

// TestBeside prints what the engine of package touchmove and that of package
// touchmove/track make of the same games, played by the hands of both simulators.
// It takes minutes, and so is asked for: BOARDD_BESIDE holds the flags.
func TestBeside(t *testing.T) {
	args := os.Getenv("BOARDD_BESIDE")
	if args == "" {
		t.Skip("BOARDD_BESIDE is not set")
	}
	var b beside
	fs := flag.NewFlagSet("beside", flag.ContinueOnError)
	b.register(fs)
	if err := fs.Parse(strings.Fields(args)); err != nil {
		t.Fatal(err)
	}
	lines, err := b.lines()
	if err != nil {
		t.Fatal(err)
	}
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	if err := b.run(out, lines); err != nil {
		t.Fatal(err)
	}
}

// TestBesideFew: both engines get a quiet game of either simulator right.
func TestBesideFew(t *testing.T) {
	var line string
	for _, s := range strings.Split(readAll(t, fewGames(t)), "\n")[:1] {
		line = s
	}
	b := beside{simulators: "first,second", boards: "chesslink", profiles: "clean", clocks: "presses,yes", count: 1, engines: "old,new"}
	var out strings.Builder
	w := bufio.NewWriter(&out)
	if err := b.run(w, []string{line}); err != nil {
		t.Fatal(err)
	}
	w.Flush()
	for _, want := range []string{"| first | chesslink | yes | clean | 1 | 100 % | 0 | 0 | 0 |", "| second | chesslink | presses | clean | 1 | 100 % | 0 | 0 | 0 |"} {
		if !strings.Contains(strings.Join(strings.Fields(out.String()), " "), want) {
			t.Errorf("%q is not in\n%s", want, out.String())
		}
	}
}

func readAll(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// beside is what is to be measured.
type beside struct {
	games, simulators, boards, profiles, clocks, engines, fail string
	from, count                                                int
}

func (b *beside) register(fs *flag.FlagSet) {
	fs.StringVar(&b.games, "games", "../../dist/games.txt", "`file` of games, as make games makes it")
	fs.IntVar(&b.from, "from", 0, "leave out so many `games`")
	fs.IntVar(&b.count, "count", 20, "how many `games`")
	fs.StringVar(&b.simulators, "simulator", "", "first (sensor/simulate), second (internal/hands)")
	fs.StringVar(&b.boards, "board", "", "only these `boards`, joined by commas")
	fs.StringVar(&b.profiles, "profile", "", "only these `hands`, joined by commas; - for a space")
	fs.StringVar(&b.clocks, "clock", "", "yes, no; of the second simulator yes (with times), presses, no")
	fs.StringVar(&b.engines, "engine", "", "old, new")
	fs.StringVar(&b.fail, "fail", "", "`directory` for the log and the truth of each game that the new engine gets wrong")
}

// lines are the games, a line for each.
func (b *beside) lines() ([]string, error) {
	data, err := os.ReadFile(b.games)
	if err != nil {
		return nil, err
	}
	all := strings.Split(strings.TrimSpace(string(data)), "\n")
	if b.from+b.count > len(all) {
		return nil, fmt.Errorf("%q holds %d games", b.games, len(all))
	}
	return all[b.from : b.from+b.count], nil
}

// wants reports whether a name is in a list, or there is no list.
func wants(list, name string) bool {
	return list == "" || slices.Contains(strings.Split(list, ","), name)
}

// besideCell is one way to play the games.
type besideCell struct {
	simulator, board, clock, profile string
	names                            bool
	play                             func(line string, seed uint64) (*besideGame, error)
}

// kind is the cells with which one is summed up.
func (c *besideCell) kind() string {
	kind := c.simulator + " | identified | "
	if !c.names {
		kind = c.simulator + " | occupancy | "
	}
	clock := "yes"
	if c.clock == "no" {
		clock = "no"
	}
	if c.profile == "clean" || c.profile == "human" {
		return kind + clock + " | clean, human"
	}
	return kind + clock + " | all others"
}

// besideGame is a game that was played.
type besideGame struct {
	header  *sensor.Header
	start   legality.Position
	records []sensor.Record
	plies   [][]string // that were played, in UCI, of each game on the board
	landed  [][]int64  // when the last piece of each was let go
	unknown int        // of the first ply that nobody could know, from 0; -1 if there is none
	back    int        // plies that were made and taken back, which are none of these
}

// cells are those that are asked for.
func (b *beside) cells() []besideCell {
	all := append(firstCells(), secondCells()...)
	return slices.DeleteFunc(all, func(c besideCell) bool {
		return !wants(b.simulators, c.simulator) || !wants(b.boards, c.board) || !wants(b.profiles, c.profile) || !wants(b.clocks, c.clock)
	})
}

// firstBoards are the boards of the first simulator that are looked at, with
// the families that they are of.
var firstBoards = map[string]string{"dgt-swept": "dgt", "chesslink": "chesslink", "certabo": "certabo", "centaur": "centaur", "tabutronic": "tabutronic", "reed": "text"}

func firstCells() (cells []besideCell) {
	for _, board := range simulate.Boards() {
		family, is := firstBoards[board.Name]
		if !is {
			continue
		}
		for _, clock := range []bool{true, false} {
			for _, p := range simulate.Profiles() {
				cells = append(cells, besideCell{"first", board.Name, yesNo(clock), p.Name, !board.Occupancy, func(line string, seed uint64) (*besideGame, error) {
					return playFirst(line, seed, board.Board, family, &p.Profile, clock)
				}})
			}
		}
	}
	return cells
}

func playFirst(line string, seed uint64, board simulate.Board, family string, p *simulate.Profile, clock bool) (*besideGame, error) {
	s, err := simulate.ParseScore(line)
	if err != nil {
		return nil, err
	}
	records, truth := simulate.Play(s.Start, s.Moves, board, *p, clock, seed)
	g := &besideGame{start: s.Start, records: records, unknown: -1,
		header: &sensor.Header{Board: family, Sensor: "identified", Clock: yesNo(clock), Time: "rapid", Start: s.Start.FEN()}}
	if board.Occupancy {
		g.header.Sensor = "occupancy"
	}
	played := 0
	for truth := &truth; truth != nil; truth = truth.Next {
		g.plies, g.landed = append(g.plies, truth.Moves), append(g.landed, truth.Landed)
		for _, d := range truth.Deeds {
			if d.Kind == simulate.Erased && g.unknown < 0 {
				g.unknown = played + d.Ply - 1
			}
			if d.Kind == simulate.TakenBack || d.Kind == simulate.Ceremony {
				g.back++
			}
		}
		played += len(truth.Moves)
	}
	return g, nil
}

func secondCells() (cells []besideCell) {
	for board := second.DGT; board <= second.Centaur; board++ {
		for clock, name := range map[second.ClockKind]string{second.Times: "yes", second.PressOnly: "presses", second.NoClock: "no"} {
			for _, p := range second.Profiles {
				name := name
				cells = append(cells, besideCell{"second", board.String(), name, strings.ReplaceAll(p.Name, " ", "-"), board.Names(), func(line string, seed uint64) (*besideGame, error) {
					return playSecond(line, seed, board, p, clock)
				}})
			}
		}
	}
	slices.SortStableFunc(cells, func(a, b besideCell) int {
		return cmp.Or(cmp.Compare(a.board, b.board), -cmp.Compare(a.clock, b.clock))
	})
	return cells
}

func playSecond(line string, seed uint64, board second.Board, p second.Profile, clock second.ClockKind) (*besideGame, error) {
	start, moves, err := second.ParseGame(line)
	if err != nil {
		return nil, err
	}
	o := second.Order{Start: start, Moves: moves, Board: board, Condition: p.Condition, Hands: p.Hands, Clock: clock, Seed: seed}
	played := second.Play(o)
	log, _, err := second.Log(&o, &played)
	if err != nil {
		return nil, err
	}
	header, err := sensor.NewReader(strings.NewReader(string(log))).Header()
	if err != nil {
		return nil, err
	}
	g := &besideGame{header: header, start: start, records: played.Records, plies: make([][]string, 1), landed: make([][]int64, 1), unknown: -1}
	for i := range played.Truth.Plies {
		ply := &played.Truth.Plies[i]
		g.plies[0], g.landed[0] = append(g.plies[0], ply.UCI), append(g.landed[0], ply.Made)
		if ply.Unknowable != "" && g.unknown < 0 {
			g.unknown = i
		}
	}
	for i := range played.Truth.Notes {
		g.back += played.Truth.Notes[i].Undone
	}
	return g, nil
}

// besideRead is what an engine makes of a game.
type besideRead struct {
	plies    [][]string // of each game or part of one, at the end
	reported [][]string // what was confirmed, as it was confirmed last
	at       [][]int64  // when
	revised  int        // plies that were confirmed and then no longer so
	took     time.Duration
}

// report notes how many plies of the i-th game are confirmed at a time. A confirmed ply stands
// until the engine replaces it.
func (r *besideRead) report(at int64, i int, plies []string, confirmed int) {
	for len(r.reported) <= i {
		r.reported, r.at = append(r.reported, nil), append(r.at, nil)
	}
	was, same := r.reported[i], 0
	for same < min(len(was), len(plies)) && was[same] == plies[same] {
		same++
	}
	r.revised += len(was) - same
	r.reported[i], r.at[i] = append(was[:same], plies[same:max(same, confirmed)]...), r.at[i][:same]
	for len(r.at[i]) < len(r.reported[i]) {
		r.at[i] = append(r.at[i], at)
	}
}

// delays are the times from when the piece was let go to when its ply was confirmed,
// of the plies that are right.
func (r *besideRead) delays(g *besideGame) (all []int64) {
	for i := range min(len(r.reported), len(g.plies)) {
		for j := range min(len(r.reported[i]), len(g.plies[i])) {
			if r.reported[i][j] == g.plies[i][j] {
				all = append(all, max(0, r.at[i][j]-g.landed[i][j]))
			}
		}
	}
	return all
}

// timed adds to the time that the engine took.
func (r *besideRead) timed(do func()) {
	began := time.Now()
	do()
	r.took += time.Since(began)
}

// besideEngines are the engines, in the order of the columns.
var besideEngines = []struct {
	name string
	read func(*besideGame) (besideRead, error)
}{{"old", readOld}, {"new", readNew}}

// readOld is what the engine of package touchmove makes of a game.
func readOld(g *besideGame) (read besideRead, err error) {
	e, err := pipeline.New(g.header, "beside")
	if err != nil {
		return read, err
	}
	b := benchEngine{Engine: e}
	var ids []string
	look := func(at int64) {
		was := b.game.Rev
		game := b.Game()
		if len(ids) > 0 && game.Rev == was {
			return
		}
		i := slices.Index(ids, game.ID)
		if i < 0 {
			i, ids, read.plies = len(ids), append(ids, game.ID), append(read.plies, nil)
		}
		read.plies[i] = slices.Clone(game.Moves)
		read.report(at, i, game.Moves, game.Confirmed)
	}
	wake := func(to int64) {
		for at, ok := b.Deadline(); ok && at <= to; at, ok = b.Deadline() {
			read.timed(func() { b.Wake(at) })
			look(at)
		}
	}
	last := int64(0)
	for _, r := range g.records {
		wake(r.At)
		read.timed(func() { b.Step(r) })
		look(r.At)
		last = r.At
	}
	wake(1 << 62)
	b.Finish()
	look(last)
	return read, nil
}

// readNew is what the engine of package track makes of it.
func readNew(g *besideGame) (read besideRead, err error) {
	config, err := touchmove.ConfigFor(g.header)
	if err != nil {
		return read, err
	}
	t := track.New(track.Config{Start: g.start, Clock: g.header.Clock == "yes",
		Sensor: track.SensorOf(g.header.Board, g.header.Sensor == "identified", config.LateMs)})
	look := func(at int64) {
		if !t.Unsure() {
			for i, p := range t.Parts() {
				plies, confirmed := besidePlies(&p)
				read.report(at, i, plies, confirmed)
			}
		}
	}
	for i := range g.records {
		for at, ok := t.Deadline(); ok && at <= g.records[i].At; at, ok = t.Deadline() {
			read.timed(func() { t.Wake(at) })
			look(at)
		}
		read.timed(func() { t.Step(&g.records[i]) })
		look(g.records[i].At)
	}
	at, _ := t.Deadline()
	t.Finish()
	look(max(at, g.records[len(g.records)-1].At))
	for _, p := range t.Parts() {
		plies, _ := besidePlies(&p)
		read.plies = append(read.plies, plies)
	}
	return read, nil
}

// besidePlies are the plies of a part in UCI, and how many are confirmed.
func besidePlies(p *track.Part) (line []string, confirmed int) {
	at := &p.Start
	for i := range p.Plies {
		ply, uci := &p.Plies[i], "-"
		if ply.Move != legality.NoMove {
			uci = at.UCI(ply.Move)
		}
		if ply.Confirmed {
			confirmed = i + 1
		}
		line, at = append(line, uci), &ply.After
	}
	return line, confirmed
}

// besideTally is what an engine made of some games.
type besideTally struct {
	exact, wrong, unreported, reported, never, revised, records, panics int
	took                                                                time.Duration
	delays                                                              []int64
}

// besideRow is what became of a cell.
type besideRow struct {
	games, plies, unknown, back int // unknown: games in which nobody could know a ply; back: plies taken back
	of                          [2]besideTally
}

func (r *besideRow) add(o *besideRow) {
	r.games += o.games
	r.plies += o.plies
	r.unknown += o.unknown
	r.back += o.back
	for i := range r.of {
		a, b := &r.of[i], &o.of[i]
		a.exact, a.wrong, a.unreported, a.records, a.took, a.panics, a.reported, a.never, a.revised = a.exact+b.exact, a.wrong+b.wrong, a.unreported+b.unreported, a.records+b.records, a.took+b.took, a.panics+b.panics, a.reported+b.reported, a.never+b.never, a.revised+b.revised
		a.delays = append(a.delays, b.delays...)
	}
}

// run measures and prints.
func (b *beside) run(out *bufio.Writer, games []string) error {
	cells := b.cells()
	rows := make([]besideRow, len(cells))
	errs := make([]error, len(cells))
	next := make(chan int)
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for i := range next {
				errs[i] = b.cell(&cells[i], games, &rows[i])
			}
		})
	}
	for i := range cells {
		next <- i
	}
	close(next)
	wg.Wait()
	if err := cmp.Or(errs...); err != nil {
		return err
	}
	b.print(out, cells, rows)
	return nil
}

// cell lets the hands of a cell play the games, and the engines read them.
func (b *beside) cell(c *besideCell, games []string, row *besideRow) error {
	for i, line := range games {
		g, err := c.play(line, uint64(b.from+i+1))
		if err != nil {
			return err
		}
		row.games++
		if g.unknown >= 0 {
			row.unknown++
		}
		row.back += g.back
		want := slices.Concat(g.plies...)
		row.plies += len(want)
		var exact []string // the engines that have got it right
		for j, e := range besideEngines {
			if !wants(b.engines, e.name) {
				continue
			}
			tally := &row.of[j]
			read, err := b.read(e.read, c, g, b.from+i+1)
			if err != nil {
				fmt.Fprintln(os.Stderr, err) // it has read nothing, then
				tally.panics++
			}
			tally.took += read.took
			tally.records += len(g.records)
			wrong, unreported := compare(slices.Concat(read.plies...), want)
			reported, never := compare(slices.Concat(read.reported...), want)
			tally.reported += reported
			tally.never += never
			tally.revised += read.revised
			tally.delays = append(tally.delays, read.delays(g)...)
			tally.wrong += wrong
			tally.unreported += unreported
			if wrong+unreported == 0 {
				tally.exact++
				exact = append(exact, e.name)
			} else if e.name == "new" && b.fail != "" {
				if err := b.keep(c, g, &read, exact, b.from+i+1); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// read has an engine read a game. A game on which it panics is kept, and named.
func (b *beside) read(engine func(*besideGame) (besideRead, error), c *besideCell, g *besideGame, number int) (read besideRead, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%s, %s, clock %s, %s, game %d: %v\n%s", c.simulator, c.board, c.clock, c.profile, number, p, debug.Stack())
			if b.fail != "" {
				err = errors.Join(err, b.keep(c, g, &read, nil, number))
			}
		}
	}()
	return engine(g)
}

// keep writes down a game that went wrong: what was played, what was read, and which
// engines got it right.
func (b *beside) keep(c *besideCell, g *besideGame, read *besideRead, exact []string, number int) error {
	name := fmt.Sprintf("%s-%s-%s-%s-%d", c.simulator, c.board, c.clock, c.profile, number)
	log, err := sensor.AppendHeader(nil, g.header)
	if err != nil {
		return err
	}
	for _, r := range g.records {
		log = sensor.AppendRecord(log, r)
	}
	if err := os.WriteFile(filepath.Join(b.fail, name+".log"), log, 0o644); err != nil {
		return err
	}
	truth := "moves " + strings.Join(slices.Concat(g.plies...), " ") + "\nread " + strings.Join(slices.Concat(read.plies...), " ") + fmt.Sprintf("\nexact %s, unknown from %d\n", strings.Join(exact, " "), g.unknown)
	return os.WriteFile(filepath.Join(b.fail, name+".truth"), []byte(truth), 0o644)
}

// compare holds two lists beside each other in the way in which the fewest
// differ: how many are wrong, or too many, and how many are not there.
func compare(got, want []string) (wrong, unreported int) {
	type count struct{ wrong, unreported int }
	less := func(a, b count) count {
		if a.wrong+a.unreported < b.wrong+b.unreported || a.wrong+a.unreported == b.wrong+b.unreported && a.wrong < b.wrong {
			return a
		}
		return b
	}
	row := make([]count, len(want)+1)
	for j := range row {
		row[j] = count{0, j}
	}
	for i := range got {
		last := row[0]
		row[0] = count{i + 1, 0}
		for j := range want {
			same := last
			if got[i] != want[j] {
				same.wrong++
			}
			last = row[j+1]
			row[j+1] = less(same, less(count{row[j+1].wrong + 1, row[j+1].unreported}, count{row[j].wrong, row[j].unreported + 1}))
		}
	}
	end := row[len(want)]
	return end.wrong, end.unreported
}

// The columns: of each engine the games that are exact at the end, and of 100,000 plies
// those that are wrong or too many, and not there; of what was confirmed at any
// time, what was wrong or too many, what was not there, and what was revised; and the
// milliseconds from when a piece is let go to when its ply is confirmed, of the right
// ones: the median, and what one in ten and one in a hundred take longer than. Plies
// that were taken back may have been confirmed and revised, and rightly so.
const besideHead = "| simulator | board | clock | hands | games | old: exact | wrong | missed | reported wrongly | never reported | revised | delay | new: exact | wrong | missed | reported wrongly | never reported | revised | delay | taken back | nobody could know, games | panics, old, new | records/s, old | new |\n|" +
	" --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n"

// print prints the sums of the kinds of cells, then each cell.
func (b *beside) print(w *bufio.Writer, cells []besideCell, rows []besideRow) {
	var kinds []string
	sums := map[string]*besideRow{}
	for i := range cells {
		kind := cells[i].kind()
		if sums[kind] == nil {
			kinds, sums[kind] = append(kinds, kind), &besideRow{}
		}
		sums[kind].add(&rows[i])
	}
	w.WriteString(besideHead)
	for _, kind := range kinds {
		printBeside(w, kind, sums[kind])
	}
	w.WriteString("\n" + besideHead)
	for i := range cells {
		c := &cells[i]
		printBeside(w, strings.Join([]string{c.simulator, c.board, c.clock, c.profile}, " | "), &rows[i])
	}
}

func printBeside(w *bufio.Writer, what string, r *besideRow) {
	fmt.Fprintf(w, "| %s | %d |", what, r.games)
	for i := range r.of {
		o := &r.of[i]
		fmt.Fprintf(w, " %s |", percent(o.exact, r.games))
		for _, n := range []int{o.wrong, o.unreported, o.reported, o.never, o.revised} {
			fmt.Fprintf(w, " %d |", n*100000/max(1, r.plies))
		}
		slices.Sort(o.delays)
		fmt.Fprintf(w, " %d, %d, %d |", quantile(o.delays, 50), quantile(o.delays, 90), quantile(o.delays, 99))
	}
	fmt.Fprintf(w, " %d | %d | %d, %d | %d | %d |\n", r.back*100000/max(1, r.plies), r.unknown, r.of[0].panics, r.of[1].panics, rate(&r.of[0]), rate(&r.of[1]))
}

// quantile is what so many of a hundred of a sorted list are at most.
func quantile(sorted []int64, percent int) int64 {
	if len(sorted) == 0 {
		return 0
	}
	return sorted[(len(sorted)-1)*percent/100]
}

func percent(part, whole int) string {
	if part == whole {
		return "100 %"
	}
	return fmt.Sprintf("%.1f %%", 100*float64(part)/float64(whole))
}

func rate(o *besideTally) int { return int(float64(o.records) / max(1e-9, o.took.Seconds())) }
