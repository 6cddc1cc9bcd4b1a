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

// TestBenchHands prints what boardd makes of games that are played by the hands of both
// simulators. It takes minutes, and so is asked for: BOARDD_BENCH_HANDS holds the flags.
func TestBenchHands(t *testing.T) {
	args := os.Getenv("BOARDD_BENCH_HANDS")
	if args == "" {
		t.Skip("BOARDD_BENCH_HANDS is not set")
	}
	var b handsBench
	fs := flag.NewFlagSet("hands", flag.ContinueOnError)
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

// TestBenchHandsFew: a quiet game of either simulator is read right, by package track alone, too.
func TestBenchHandsFew(t *testing.T) {
	line, _, _ := strings.Cut(readAll(t, fewGames(t)), "\n")
	for _, alone := range []bool{false, true} {
		b := handsBench{simulators: "first,second", boards: "chesslink", profiles: "clean", clocks: "presses,yes", count: 1, track: alone}
		var out strings.Builder
		w := bufio.NewWriter(&out)
		if err := b.run(w, []string{line}); err != nil {
			t.Fatal(err)
		}
		w.Flush()
		for _, want := range []string{"| first | chesslink | yes | clean | 1 | 100 % | 0 | 0 | 0 |", "| second | chesslink | presses | clean | 1 | 100 % | 0 | 0 | 0 |"} {
			if !strings.Contains(strings.Join(strings.Fields(out.String()), " "), want) {
				t.Errorf("track alone %t: %q is not in\n%s", alone, want, out.String())
			}
		}
	}
}

// Plies that nobody could tell from the game are counted apart, if they follow it; others are wrong.
func TestCompareGame(t *testing.T) {
	game, on := strings.Fields("e2e4 e7e5 g1f3"), strings.Fields("b8c6 f1b5 a7a6")
	for _, c := range []struct {
		got                             string
		from, wrong, unreported, playOn int
	}{
		{"e2e4 e7e5 g1f3", 3, 0, 0, 0},
		{"e2e4 e7e5 g1f3 b8c6 f1b5", 3, 0, 0, 2},
		{"e2e4 e7e5 g1f3 b8c6 f1b5 a7a6", 3, 0, 0, 3},
		{"e2e4 e7e5 g1f3 b8c6 f1c4", 3, 1, 0, 1},
		{"e2e4 e7e5 g1f3 f1b5", 3, 1, 0, 0},
		{"e2e4 e7e6 g1f3 b8c6", 3, 1, 0, 1},
		{"e2e4 e7e5", 3, 0, 1, 0},
		{"", 3, 0, 3, 0},
		{"e2e4 e7e5 b8c6 f1b5", 2, 0, 0, 2},
		{"e2e4 e7e5 g1f3", 2, 0, 0, 0},
		{"e2e4 e7e5 g1f3 b8c6 f1b5", 2, 1, 0, 2},
	} {
		wrong, unreported, playOn := compareGame(strings.Fields(c.got), game, c.from, on)
		if wrong != c.wrong || unreported != c.unreported || playOn != c.playOn {
			t.Errorf("%s, from %d: %d wrong, %d missing, %d played on", c.got, c.from, wrong, unreported, playOn)
		}
	}
}

// What a part of a game has lost to the next part is not counted in both.
func TestShortenPart(t *testing.T) {
	sure := func(int) handsSure { return handsSure{1, true} }
	for confirmed, revised := range []int{0, 0, 1, 2} {
		var r handsRead
		r.plies = [][]string{strings.Fields("e2e4 e7e5 g1f3")}
		r.report(700, 0, r.plies[0], confirmed, sure)
		r.shorten(0, 1)
		if got := strings.Join(r.plies[0], " "); got != "e2e4" || len(r.reported[0]) > 1 || len(r.at[0]) != len(r.sure[0]) || r.revised != revised {
			t.Errorf("%d confirmed: %q is left, %q reported, %d revised", confirmed, got, r.reported[0], r.revised)
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

// handsBench is what is to be measured.
type handsBench struct {
	games, simulators, boards, profiles, clocks, fail string
	track                                             bool
	from, count, worst                                int

	mu   sync.Mutex
	kept []handsKept
}

// handsKept is a game that went wrong and is kept.
type handsKept struct {
	wrong int // plies that are wrong, too many or not there
	base  string
}

func (b *handsBench) register(fs *flag.FlagSet) {
	fs.StringVar(&b.games, "games", "../../dist/games.txt", "`file` of games, as make games makes it")
	fs.IntVar(&b.from, "from", 0, "leave out so many `games`")
	fs.IntVar(&b.count, "count", 20, "how many `games`")
	fs.StringVar(&b.simulators, "simulator", "", "first (sensor/simulate), second (internal/hands), third (internal/third)")
	fs.StringVar(&b.boards, "board", "", "only these `boards`, joined by commas")
	fs.StringVar(&b.profiles, "profile", "", "only these `hands`, joined by commas; - for a space")
	fs.StringVar(&b.clocks, "clock", "", "yes, no; of the second simulator yes (with times), presses, no")
	fs.BoolVar(&b.track, "track", false, "what package track reads, without what the Laws and people make of it: several times as fast")
	fs.StringVar(&b.fail, "fail", "", "`directory` for the log and the truth of each game that is read wrongly")
	fs.IntVar(&b.worst, "worst", 0, "keep only so many `games` there, those with the most wrong plies; 0: all")
}

// lines are the games, a line for each.
func (b *handsBench) lines() ([]string, error) {
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

// handsCell is one way to play the games.
type handsCell struct {
	simulator, board, clock, profile string
	names                            bool
	play                             func(line string, seed uint64) (*handsGame, error)
}

// kind is the cells with which one is summed up.
func (c *handsCell) kind() string {
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

// handsGame is a game that was played.
type handsGame struct {
	header   *sensor.Header
	start    legality.Position
	records  []sensor.Record
	plies    [][]string // that were played, in UCI, of each game on the board
	landed   [][]int64  // when the last piece of each was let go
	playedOn []string   // plies that nobody could tell from the game
	from     int        // after so many of its plies, in place of the rest
	unknown  int        // of the first ply that nobody could know, from 0; -1 if there is none
	back     int        // plies that were made and taken back, which are none of these
	deeds    []handsDeed
}

// cells are those that are asked for.
func (b *handsBench) cells() []handsCell {
	all := slices.Concat(firstCells(), secondCells(), thirdCells())
	return slices.DeleteFunc(all, func(c handsCell) bool {
		return !wants(b.simulators, c.simulator) || !wants(b.boards, c.board) || !wants(b.profiles, c.profile) || !wants(b.clocks, c.clock)
	})
}

// firstBoards are the boards of the first simulator that are looked at, with
// the families that they are of.
var firstBoards = map[string]string{"dgt-swept": "dgt", "chesslink": "chesslink", "certabo": "certabo", "centaur": "centaur", "tabutronic": "tabutronic", "reed": "text"}

func firstCells() (cells []handsCell) {
	for _, board := range simulate.Boards() {
		family, is := firstBoards[board.Name]
		if !is {
			continue
		}
		for _, clock := range []bool{true, false} {
			for _, p := range simulate.Profiles() {
				cells = append(cells, handsCell{"first", board.Name, yesNo(clock), p.Name, !board.Occupancy, func(line string, seed uint64) (*handsGame, error) {
					return playFirst(line, seed, board.Board, family, &p.Profile, clock)
				}})
			}
		}
	}
	return cells
}

func playFirst(line string, seed uint64, board simulate.Board, family string, p *simulate.Profile, clock bool) (*handsGame, error) {
	s, err := simulate.ParseScore(line)
	if err != nil {
		return nil, err
	}
	records, truth := simulate.Play(s.Start, s.Moves, board, *p, clock, seed)
	g := &handsGame{start: s.Start, records: records, unknown: -1,
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

func secondCells() (cells []handsCell) {
	for board := second.DGT; board <= second.Centaur; board++ {
		for clock, name := range map[second.ClockKind]string{second.Times: "yes", second.PressOnly: "presses", second.NoClock: "no"} {
			for _, p := range second.Profiles {
				name := name
				cells = append(cells, handsCell{"second", board.String(), name, strings.ReplaceAll(p.Name, " ", "-"), board.Names(), func(line string, seed uint64) (*handsGame, error) {
					return playSecond(line, seed, board, p, clock)
				}})
			}
		}
	}
	slices.SortStableFunc(cells, func(a, b handsCell) int {
		return cmp.Or(cmp.Compare(a.board, b.board), -cmp.Compare(a.clock, b.clock))
	})
	return cells
}

func playSecond(line string, seed uint64, board second.Board, p second.Profile, clock second.ClockKind) (*handsGame, error) {
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
	g := &handsGame{header: header, start: start, records: played.Records, plies: make([][]string, 1), landed: make([][]int64, 1), unknown: -1}
	for i := range played.Truth.Plies {
		ply := &played.Truth.Plies[i]
		g.plies[0], g.landed[0] = append(g.plies[0], ply.UCI), append(g.landed[0], ply.Made)
		if ply.Unknowable != "" && g.unknown < 0 {
			g.unknown = i
		}
	}
	g.playedOn, g.from = played.Truth.PlayedOn, played.Truth.PlayedFrom
	g.deeds = secondDeeds(played.Truth.Notes)
	for i := range played.Truth.Notes {
		g.back += played.Truth.Notes[i].Undone
	}
	return g, nil
}

// handsRead is what is made of a game.
type handsRead struct {
	plies    [][]string // of each game or part of one, at the end
	reported [][]string // what was confirmed, as it was confirmed last
	at       [][]int64  // when
	sure     [][]handsSure
	revised  int // plies that were confirmed and then no longer so
	blame    handsBlame
	took     time.Duration
}

// report notes how many plies of the i-th game are confirmed at a time, and how sure it is of
// each. A confirmed ply stands until another one takes its place.
func (r *handsRead) report(at int64, i int, plies []string, confirmed int, sure func(ply int) handsSure) {
	for len(r.reported) <= i {
		r.reported, r.at, r.sure = append(r.reported, nil), append(r.at, nil), append(r.sure, nil)
	}
	was, same := r.reported[i], 0
	for same < min(len(was), len(plies)) && was[same] == plies[same] {
		same++
	}
	r.revised += len(was) - same
	r.reported[i], r.at[i], r.sure[i] = append(was[:same], plies[same:max(same, confirmed)]...), r.at[i][:same], r.sure[i][:same]
	for n := len(r.at[i]); n < len(r.reported[i]); n++ {
		r.at[i], r.sure[i] = append(r.at[i], at), append(r.sure[i], sure(n))
	}
}

// shorten leaves so many plies of the i-th game, or part of one, that has ended.
func (r *handsRead) shorten(i, plies int) {
	r.plies[i] = r.plies[i][:min(plies, len(r.plies[i]))]
	if n := len(r.reported[i]); n > plies {
		r.revised += n - plies
		r.reported[i], r.at[i], r.sure[i] = r.reported[i][:plies], r.at[i][:plies], r.sure[i][:plies]
	}
}

// delays are the times from when the piece was let go, and from the press that completed its ply, to
// when that ply was confirmed, of the plies that are right.
func (r *handsRead) delays(g *handsGame) (landed, pressed []int64) {
	for i := range min(len(r.reported), len(g.plies)) {
		for j := range min(len(r.reported[i]), len(g.plies[i])) {
			if r.reported[i][j] != g.plies[i][j] {
				continue
			}
			landed = append(landed, max(0, r.at[i][j]-g.landed[i][j]))
			if at, ok := g.pressAfter(g.landed[i][j]); ok {
				pressed = append(pressed, max(0, r.at[i][j]-at))
			}
		}
	}
	return landed, pressed
}

// pressAfter is when the clock was pressed first within five seconds after a moment.
func (g *handsGame) pressAfter(at int64) (press int64, ok bool) {
	i, _ := slices.BinarySearchFunc(g.records, at, func(r sensor.Record, at int64) int { return cmp.Compare(r.At, at) })
	for ; i < len(g.records) && g.records[i].At <= at+5000; i++ {
		if g.records[i].Word == sensor.Press {
			return g.records[i].At, true
		}
	}
	return 0, false
}

// timed adds to the time that reading took.
func (r *handsRead) timed(do func()) {
	began := time.Now()
	do()
	r.took += time.Since(began)
}

// readWhole is what boardd makes of a game.
func readWhole(g *handsGame) (read handsRead, err error) {
	e, err := pipeline.New(g.header, "hands")
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
		now := b.Tracker.Game()
		for _, part := range now.Parts { // what another part has is retracted
			if i := slices.Index(ids, part.ID); i >= 0 {
				read.shorten(i, len(part.Moves))
			}
		}
		trusted := now.Trust.State <= touchmove.TrustSettling
		read.report(at, i, game.Moves, game.Confirmed, func(ply int) handsSure { return handsSure{now.Moves[ply].Confidence, trusted} })
	}
	var found []touchmove.Finding
	wake := func(to int64) {
		for at, ok := b.Deadline(); ok && at <= to; at, ok = b.Deadline() {
			read.timed(func() { found = b.Wake(at) })
			read.blame.take(found, g.deeds)
			look(at)
		}
	}
	last := int64(0)
	for _, r := range g.records {
		wake(r.At)
		read.timed(func() { found = b.Step(r) })
		read.blame.take(found, g.deeds)
		look(r.At)
		last = r.At
	}
	wake(1 << 62)
	read.blame.take(b.Finish(), g.deeds)
	look(last)
	return read, nil
}

// readAlone is what package track makes of it.
func readAlone(g *handsGame) (read handsRead, err error) {
	config, err := pipeline.ConfigFor(g.header)
	if err != nil {
		return read, err
	}
	t := track.New(track.Config{Start: g.start, Clock: g.header.Clock == "yes",
		Sensor: track.SensorOf(g.header.Board, g.header.Sensor == "identified", config.LateMs)})
	var lines handsLines
	look := func(at int64, all bool) {
		if t.Unsure() {
			return
		}
		part, plies := t.Confirmed()
		for i, line := range lines.of(t, g.start) {
			confirmed := len(line)
			if i == part && !all {
				confirmed = max(0, min(plies, len(line)))
			} else if i > part && !all {
				confirmed = 0
			}
			read.report(at, i, line, confirmed, func(ply int) handsSure {
				return handsSure{t.View().Confidence(ply+1, ply+1)[0], true}
			})
		}
	}
	for i := range g.records {
		for at, ok := t.Deadline(); ok && at <= g.records[i].At; at, ok = t.Deadline() {
			read.timed(func() { t.Wake(at) })
			look(at, false)
		}
		read.timed(func() { t.Step(&g.records[i]) })
		look(g.records[i].At, false)
	}
	at, _ := t.Deadline()
	t.Finish()
	look(max(at, g.records[len(g.records)-1].At), true) // nothing more comes: what is read is confirmed
	read.plies = lines.of(t, g.start)
	return read, nil
}

// handsLines reads the plies of a story.
type handsLines struct {
	marks []track.Mark
	acts  []track.Told
}

// of is the plies of each part in UCI as they are read now, with the one that the table shows.
func (l *handsLines) of(t *track.Tracker, start legality.Position) (lines [][]string) {
	same, acts := t.View().Story(l.marks)
	l.marks, l.acts = l.marks[:same], l.acts[:same]
	for _, a := range acts {
		l.marks, l.acts = append(l.marks, a.Mark), append(l.acts, a)
	}
	lasts, aside := []*track.Told{nil}, false // the last act of each part that says where the game stands
	for i := range l.acts {
		a := &l.acts[i]
		if a.Kind == track.Resume || a.Kind == track.NewGame || a.Kind == track.Restart {
			aside = a.Aside()
		}
		if a.After != nil && !aside {
			lasts = append(lasts[:a.Part], a)
		}
	}
	at := &start
	for _, a := range lasts {
		var line []string
		if a != nil {
			for _, ply := range a.Line() {
				line = append(line, uciOf(ply.Before, ply.Move))
			}
			at = a.After
		}
		lines = append(lines, line)
	}
	if m := t.View().Shown(); m != legality.NoMove {
		last := len(lines) - 1
		lines[last] = append(lines[last], uciOf(at, m))
	}
	return lines
}

// uciOf is a move in UCI; "-" if no single one describes what was done.
func uciOf(at *legality.Position, m legality.Move) string {
	if m == legality.NoMove {
		return "-"
	}
	return at.UCI(m)
}

// handsTally is what was made of some games.
type handsTally struct {
	exact, beyond, wrong, unreported, playedOn, reported, never, revised, records, panics int // beyond: wrong from a ply on that nobody could know
	took                                                                                  time.Duration
	delays, sincePress                                                                    []int64
	trust                                                                                 handsTrust
	blame                                                                                 handsBlame
}

// handsRow is what became of a cell.
type handsRow struct {
	games, plies, unknown, back int // unknown: games in which nobody could know a ply; back: plies taken back
	of                          handsTally
}

func (r *handsRow) add(o *handsRow) {
	r.games += o.games
	r.plies += o.plies
	r.unknown += o.unknown
	r.back += o.back
	a, b := &r.of, &o.of
	a.exact, a.beyond, a.wrong, a.unreported, a.playedOn, a.records, a.took, a.panics, a.reported, a.never, a.revised = a.exact+b.exact, a.beyond+b.beyond, a.wrong+b.wrong, a.unreported+b.unreported, a.playedOn+b.playedOn, a.records+b.records, a.took+b.took, a.panics+b.panics, a.reported+b.reported, a.never+b.never, a.revised+b.revised
	a.delays, a.sincePress = append(a.delays, b.delays...), append(a.sincePress, b.sincePress...)
	a.trust.add(&b.trust)
	a.blame.add(&b.blame)
}

// run measures and prints.
func (b *handsBench) run(out *bufio.Writer, games []string) error {
	cells := b.cells()
	rows := make([]handsRow, len(cells))
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
	return b.leaveWorst()
}

// cell lets the hands of a cell play the games, and reads them.
func (b *handsBench) cell(c *handsCell, games []string, row *handsRow) error {
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
		tally := &row.of
		read, err := b.read(c, g, b.from+i+1)
		if err != nil {
			fmt.Fprintln(os.Stderr, err) // it has read nothing, then
			tally.panics++
		}
		tally.took += read.took
		tally.records += len(g.records)
		wrong, unreported, on := compareGame(slices.Concat(read.plies...), want, g.from, g.playedOn)
		reported, never, after := compareGame(slices.Concat(read.reported...), want, g.from, g.playedOn)
		played := want
		if after > 0 {
			played = slices.Concat(want[:g.from], g.playedOn[:after])
		}
		tally.blame.add(&read.blame)
		tally.trust.game(slices.Concat(read.sure...), matched(slices.Concat(read.reported...), played), wrong+unreported == 0)
		tally.playedOn += on
		tally.reported += reported
		tally.never += never
		tally.revised += read.revised
		landed, pressed := read.delays(g)
		tally.delays, tally.sincePress = append(tally.delays, landed...), append(tally.sincePress, pressed...)
		tally.wrong += wrong
		tally.unreported += unreported
		if g.unknown >= 0 && g.unknown <= alike(slices.Concat(read.plies...), want) && wrong+unreported > 0 {
			tally.beyond++
		}
		if wrong+unreported == 0 {
			tally.exact++
		} else if b.fail != "" {
			if err := b.keep(c, g, &read, b.from+i+1, wrong+unreported); err != nil {
				return err
			}
		}
	}
	return nil
}

// read reads a game. A game at which it panics is kept, and named.
func (b *handsBench) read(c *handsCell, g *handsGame, number int) (read handsRead, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%s, %s, clock %s, %s, game %d: %v\n%s", c.simulator, c.board, c.clock, c.profile, number, p, debug.Stack())
			if b.fail != "" {
				err = errors.Join(err, b.keep(c, g, &read, number, len(g.records)))
			}
		}
	}()
	if b.track {
		return readAlone(g)
	}
	return readWhole(g)
}

// keep writes down a game that went wrong: what was played, and what was read.
func (b *handsBench) keep(c *handsCell, g *handsGame, read *handsRead, number, wrong int) error {
	if err := os.MkdirAll(b.fail, 0o755); err != nil {
		return err
	}
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
	truth := "moves " + strings.Join(slices.Concat(g.plies...), " ") + "\nread " + strings.Join(slices.Concat(read.plies...), " ") + fmt.Sprintf("\nunknown from %d\n", g.unknown)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.kept = append(b.kept, handsKept{wrong, filepath.Join(b.fail, name)})
	return os.WriteFile(filepath.Join(b.fail, name+".truth"), []byte(truth), 0o644)
}

// leaveWorst removes what was kept but for the worst games, if so many are asked for.
func (b *handsBench) leaveWorst() error {
	slices.SortFunc(b.kept, func(a, o handsKept) int { return cmp.Or(cmp.Compare(o.wrong, a.wrong), cmp.Compare(a.base, o.base)) })
	var errs []error
	for len(b.kept) > b.worst && b.worst > 0 {
		base := b.kept[len(b.kept)-1].base
		errs = append(errs, os.Remove(base+".log"), os.Remove(base+".truth"))
		b.kept = b.kept[:len(b.kept)-1]
	}
	return errors.Join(errs...)
}

// alike is how many plies two lists have in common from the start.
func alike(a, b []string) (n int) {
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

// compareGame does as compare. Plies that nobody could tell from the game may follow after so many
// of it; it counts them apart.
func compareGame(got, want []string, from int, playedOn []string) (wrong, unreported, on int) {
	wrong, unreported = compare(got, want)
	for n := range playedOn {
		if w, u := compare(got, slices.Concat(want[:from], playedOn[:n+1])); w+u < wrong+unreported {
			wrong, unreported, on = w, u, n+1
		}
	}
	return wrong, unreported, on
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

// The columns: the games that are exact at the end, and of 100,000 plies
// those that are wrong or too many, not there, and such that were played after the game where
// nobody could know that it was over (these are neither wrong nor too many); of what was confirmed at any
// time, what was wrong or too many, what was not there, and what was revised; and the
// milliseconds from when a piece is let go, and from the press, to when its ply is confirmed, of the right
// ones: the median, and what one in ten and one in a hundred take longer than. Plies
// that were taken back may have been confirmed and revised, and rightly so.
const handsHead = "| simulator | board | clock | hands | games | exact | wrong | missed | played on | reported wrongly | never reported | revised | delay | from the press | taken back | nobody could know, games | and wrong from there on | panics | records/s |\n|" +
	" --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n"

// print prints the sums of the kinds of cells, then each cell.
func (b *handsBench) print(w *bufio.Writer, cells []handsCell, rows []handsRow) {
	var kinds []string
	sums := map[string]*handsRow{}
	for i := range cells {
		kind := cells[i].kind()
		if sums[kind] == nil {
			kinds, sums[kind] = append(kinds, kind), &handsRow{}
		}
		sums[kind].add(&rows[i])
	}
	w.WriteString(handsHead)
	for _, kind := range kinds {
		printHands(w, kind, sums[kind])
	}
	w.WriteString("\n" + handsHead)
	for i := range cells {
		c := &cells[i]
		printHands(w, strings.Join([]string{c.simulator, c.board, c.clock, c.profile}, " | "), &rows[i])
	}
	w.WriteByte('\n')
	handsSureHead(w)
	for _, kind := range kinds {
		printHandsSure(w, kind, sums[kind].plies, &sums[kind].of.trust)
	}
	w.WriteString("\n" + handsBlameHead)
	for _, kind := range kinds {
		printHandsBlame(w, kind, sums[kind].games, &sums[kind].of.blame)
	}
}

func printHands(w *bufio.Writer, what string, r *handsRow) {
	o := &r.of
	fmt.Fprintf(w, "| %s | %d | %s |", what, r.games, percent(o.exact, r.games))
	for _, n := range []int{o.wrong, o.unreported, o.playedOn, o.reported, o.never, o.revised} {
		fmt.Fprintf(w, " %d |", n*100000/max(1, r.plies))
	}
	for _, times := range [][]int64{o.delays, o.sincePress} {
		slices.Sort(times)
		fmt.Fprintf(w, " %d, %d, %d |", quantile(times, 50), quantile(times, 90), quantile(times, 99))
	}
	fmt.Fprintf(w, " %d | %d | %d | %d | %d |\n", r.back*100000/max(1, r.plies), r.unknown, o.beyond, o.panics, rate(o))
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

func rate(o *handsTally) int { return int(float64(o.records) / max(1e-9, o.took.Seconds())) }
