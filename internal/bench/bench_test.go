package bench

import (
	"bufio"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/simulate"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/laws"
)

// seer knows what was played. It shows each ply when the piece has landed, confirms it a while
// later, and makes the configured errors.
type seer struct {
	truth  *simulate.Truth
	lag    int64                                   // until a ply is confirmed
	change func(at int64, moves []string) []string // what it makes of the moves
	found  map[int]touchmove.Finding               // by the step after which it finds it
	at     int64
	rev    int
	ended  bool
	steps  int
}

func (s *seer) Step(r sensor.Record) []touchmove.Finding {
	s.at, s.steps, s.rev = r.At, s.steps+1, s.rev+1
	if f, ok := s.found[s.steps]; ok {
		f.At = r.At
		return []touchmove.Finding{f}
	}
	return nil
}

func (s *seer) Deadline() (int64, bool) { return 0, false }

func (s *seer) Wake(int64) []touchmove.Finding { return nil }

func (s *seer) Finish() []touchmove.Finding {
	s.at, s.rev, s.ended = s.at+1e6, s.rev+1, true
	return nil
}

func (s *seer) Game() Game {
	t, id := s.truth, "1"
	for t.Next != nil && s.at >= t.Next.Landed[0] {
		t, id = t.Next, id+"1"
	}
	shown, _ := slices.BinarySearch(t.Landed, s.at+1)
	settled, _ := slices.BinarySearch(t.Landed, s.at+1-s.lag)
	g := Game{ID: id, Rev: s.rev, Moves: slices.Clone(t.Moves[:shown]), Confirmed: settled, Result: "*"}
	if s.ended {
		g.Result = t.Result
	}
	if s.change != nil {
		g.Moves = s.change(s.at, g.Moves)
		g.Confirmed = min(g.Confirmed, len(g.Moves))
	}
	return g
}

// game is forty plies by hands of the given kind.
func game(profile simulate.Profile, board simulate.Board) *Played {
	c := &Cell{Profile: simulate.NamedProfile{Name: "test", Profile: profile}, Board: simulate.NamedBoard{Name: "test", Board: board}}
	score, err := simulate.ParseScore("position startpos moves")
	if err != nil {
		panic(err)
	}
	score.Moves = simulate.RandomGame(5, 40)
	return c.Play(score, 1, 5)
}

// A tracker that is always right scores all there is, also over two games on
// one board, and a ply is timed from the report of it on.
func TestAlwaysRight(t *testing.T) {
	for name, profile := range map[string]simulate.Profile{"clean": simulate.Clean(), "two games": simulate.Club()} {
		p := game(profile, simulate.Text())
		r := Measure(&seer{truth: &p.Truth, lag: 700}, p)
		plies := len(p.Truth.Moves)
		if p.Truth.Next != nil {
			plies += len(p.Truth.Next.Moves)
		}
		if !r.Exact || r.Plies != plies || r.Right != plies || r.Wrong != 0 || r.Retracts != 0 || !r.Clean() {
			t.Errorf("%s: %+v", name, r)
		}
		if slices.Max(r.Shown) != 0 || len(r.Shown) != plies {
			t.Errorf("%s: shown after %v", name, r.Shown)
		}
		if slices.Sort(r.Settled); r.Settled[1] < 700 { // the last ply is confirmed by the end of the log
			t.Errorf("%s: confirmed after %v", name, r.Settled)
		}
	}
}

// A tracker that takes one ply for another has that one wrong and no other, and
// says when.
func TestOnePlyWrong(t *testing.T) {
	p := game(simulate.Clean(), simulate.Text())
	wrong := func(_ int64, moves []string) []string {
		if len(moves) > 6 {
			moves[6] = "a1a1"
		}
		return moves
	}
	r := Measure(&seer{truth: &p.Truth, change: wrong}, p)
	if r.Exact || r.Right != r.Plies-1 || r.Wrong != 1 || r.Retracts != 0 {
		t.Errorf("%d of %d right, %d wrong, %d taken back", r.Right, r.Plies, r.Wrong, r.Retracts)
	}
	want := Trouble{At: p.Truth.Landed[6], Ply: 7, Got: "a1a1", Want: p.Truth.Moves[6]}
	if len(r.Trouble) != 1 || r.Trouble[0] != want {
		t.Errorf("trouble %+v, want %+v", r.Trouble, want)
	}
	if d := r.Difference(); d == nil || d.Ply != 7 || d.Got != "a1a1" || d.Want != p.Truth.Moves[6] {
		t.Errorf("difference %v", d)
	}
}

// What is confirmed wrongly, taken back and put right counts, although the
// game is right at the end; so does what was right and is taken back for a while.
func TestTakenBack(t *testing.T) {
	p := game(simulate.Clean(), simulate.Text())
	at := p.Truth.Landed[9]
	slip := func(now int64, moves []string) []string {
		if now == at {
			moves[9] = "a1a1"
		}
		return moves
	}
	gap := func(now int64, moves []string) []string {
		if now == at {
			return moves[:7]
		}
		return moves
	}
	for _, c := range []struct {
		name            string
		change          func(int64, []string) []string
		wrong, retracts int
	}{{"a slip", slip, 1, 1}, {"a gap", gap, 0, 2}} {
		r := Measure(&seer{truth: &p.Truth, change: c.change}, p)
		if !r.Exact || r.Wrong != c.wrong || r.Retracts != c.retracts || r.Right != r.Plies {
			t.Errorf("%s: exact %v, %d wrong, %d taken back", c.name, r.Exact, r.Wrong, r.Retracts)
		}
	}
}

// A ply that the players took back was rightly confirmed before, and is rightly
// not confirmed after.
func TestTakenBackByThePlayers(t *testing.T) {
	p := game(simulate.Clean(), simulate.Text())
	at := p.Truth.Landed[9]
	other := func(now int64, moves []string) []string {
		if now == at {
			moves[9] = "a1a1"
		}
		return moves
	}
	for _, c := range []struct {
		name            string
		deed            simulate.Deed
		wrong, retracts int
	}{
		{"that ply", simulate.Deed{Kind: simulate.TakenBack, Ply: 10, At: at + 1, Ms: 1, Move: "a1a1"}, 0, 0},
		{"another ply", simulate.Deed{Kind: simulate.TakenBack, Ply: 9, At: at + 1, Ms: 1, Move: "a1a1"}, 1, 1},
		{"another move", simulate.Deed{Kind: simulate.TakenBack, Ply: 10, At: at + 1, Ms: 1, Move: "b1b1"}, 1, 1},
		{"earlier", simulate.Deed{Kind: simulate.TakenBack, Ply: 10, At: at - 9, Ms: 1, Move: "a1a1"}, 1, 0},
	} {
		p.Truth.Deeds = []simulate.Deed{c.deed}
		if r := Measure(&seer{truth: &p.Truth, change: other}, p); r.Wrong != c.wrong || r.Retracts != c.retracts {
			t.Errorf("%s: %d wrong, %d taken back", c.name, r.Wrong, r.Retracts)
		}
	}
}

// A ply that is missing at the end, or a result that is not given, spoils the game.
func TestAtTheEnd(t *testing.T) {
	p := game(simulate.Clean(), simulate.Text())
	n := len(p.Truth.Moves)
	short := func(_ int64, moves []string) []string { return moves[:min(len(moves), n-1)] }
	if r := Measure(&seer{truth: &p.Truth, change: short}, p); r.Exact || r.Right != n-1 || r.Wrong != 0 {
		t.Errorf("a ply short: %+v", r)
	}
	truth := p.Truth
	truth.Result = "1-0"
	if r := Measure(&seer{truth: &truth}, p); r.Exact || r.Right != n || r.Cause() != "result" {
		t.Errorf("another result: %+v, %s", r.Right, r.Cause())
	}
}

// A game that nobody played is wrong, ply by ply.
func TestGameTooMany(t *testing.T) {
	p := game(simulate.Club(), simulate.Text())
	truth := p.Truth
	p.Truth.Next = nil
	r := Measure(&seer{truth: &truth}, p)
	if extra := len(truth.Next.Moves); r.Exact || r.Wrong != extra || r.Right != r.Plies {
		t.Errorf("exact %v, %d wrong, want %d", r.Exact, r.Wrong, extra)
	}
}

// A game is left out if it first goes wrong where nobody could know better, and
// not if it did before, or is right there by luck and goes wrong later.
func TestErased(t *testing.T) {
	p := game(simulate.Clean(), simulate.Text())
	p.Truth.Deeds = []simulate.Deed{{Kind: simulate.Erased, Ply: 7}}
	wrong := func(i int) func(int64, []string) []string {
		return func(_ int64, moves []string) []string {
			if len(moves) > i {
				moves[i] = "a1a1"
			}
			return moves
		}
	}
	for _, c := range []struct {
		name                   string
		change                 func(int64, []string) []string
		games, erased, guessed int
	}{
		{"by luck", nil, 1, 0, 0},
		{"before it", wrong(5), 1, 0, 0},
		{"there", wrong(6), 0, 1, 1},
		{"after it", wrong(9), 1, 0, 0},
		{"nothing reported", func(_ int64, moves []string) []string { return moves[:min(len(moves), 6)] }, 0, 1, 0},
	} {
		tally := NewTally()
		tally.Take(Measure(&seer{truth: &p.Truth, change: c.change}, p))
		if tally.Games != c.games || tally.Erased != c.erased || tally.Guessed != c.guessed {
			t.Errorf("%s: %d games, %d left out, %d guessed", c.name, tally.Games, tally.Erased, tally.Guessed)
		}
	}
}

// A mate in breach of Article 4 does not end the game by itself (5.1.1): that
// its result is left to the arbiter is right, if the breach is none of the
// tracker's invention.
func TestLeftToArbiter(t *testing.T) {
	slide := simulate.Deed{Kind: simulate.Slid, Ply: 4, Ms: 310}
	touched := simulate.Deed{Kind: simulate.TouchedOther, Ply: 4}
	for _, c := range []struct {
		name  string
		deeds []simulate.Deed
		code  touchmove.Code
		level touchmove.Level // of the mate
		left  bool
	}{
		{"it looks released before", []simulate.Deed{slide}, laws.ReleaseBreach, laws.Arbiter, true},
		{"another piece was touched", []simulate.Deed{touched}, laws.TouchBreach, laws.Arbiter, true},
		{"nothing was done", nil, laws.ReleaseBreach, laws.Arbiter, false},
		{"something else was done", []simulate.Deed{slide}, laws.TouchBreach, laws.Arbiter, false},
		{"the mate is certain", []simulate.Deed{slide}, laws.ReleaseBreach, laws.Certain, false},
		{"no breach", []simulate.Deed{slide}, laws.MoveMade, laws.Arbiter, false},
	} {
		p := foolsMate()
		p.Truth.Deeds = c.deeds
		reported, last := p.Truth, len(p.Records)
		reported.Result = "*"
		r := Measure(&seer{truth: &reported, found: map[int]touchmove.Finding{
			last - 1: {Code: laws.Checkmate, Level: c.level, Ply: 4},
			last:     {Code: c.code, Level: laws.Suspected, Ply: 4},
		}}, p)
		if r.Exact != c.left || r.Left != c.left || (r.Cause() == "") != c.left {
			t.Errorf("%s: exact %v, left %v, cause %q", c.name, r.Exact, r.Left, r.Cause())
		}
	}
}

// foolsMate is the shortest game that ends in mate, by clean hands.
func foolsMate() *Played {
	c := &Cell{Profile: simulate.NamedProfile{Name: "test", Profile: simulate.Clean()}, Board: simulate.NamedBoard{Name: "test", Board: simulate.Text()}}
	score, err := simulate.ParseScore("position startpos moves f2f3 e7e5 g2g4 d8h4")
	if err != nil {
		panic(err)
	}
	return c.Play(score, 1, 5)
}

// Findings are held against what was done.
func TestVerdicts(t *testing.T) {
	slide := simulate.Deed{Kind: simulate.Slid, Ply: 6, Ms: 310}
	short := simulate.Deed{Kind: simulate.Slid, Ply: 6, Ms: 200}
	for _, c := range []struct {
		name  string
		deeds []simulate.Deed
		code  touchmove.Code
		level touchmove.Level
		want  Verdict
	}{
		{"no breach", nil, laws.MoveMade, laws.Info, Plain},
		{"nothing was done", nil, laws.TouchBreach, laws.Suspected, False},
		{"it was done", []simulate.Deed{{Kind: simulate.TouchedOther, Ply: 6}}, laws.TouchBreach, laws.Suspected, True},
		{"something else was done", []simulate.Deed{{Kind: simulate.TouchedOther, Ply: 6}}, laws.ClockNoMove, laws.Certain, False},
		{"it was done long ago", []simulate.Deed{{Kind: simulate.TouchedOther, Ply: 2}}, laws.TouchBreach, laws.Suspected, False},
		{"it was done later", []simulate.Deed{{Kind: simulate.TouchedOther, Ply: 6, At: 1 << 40}}, laws.TouchBreach, laws.Suspected, False},
		{"a long slide", []simulate.Deed{slide}, laws.ReleaseBreach, laws.Suspected, LooksLike},
		{"a short slide", []simulate.Deed{short}, laws.ReleaseBreach, laws.Suspected, False},
		{"mate on the way", []simulate.Deed{slide}, laws.Checkmate, laws.Certain, LooksLike},
		{"a move put back", []simulate.Deed{{Kind: simulate.TakenBack, Ply: 6}}, laws.Displaced, laws.Arbiter, LooksLike},
		{"a piece straightened", []simulate.Deed{{Kind: simulate.Adjusted, Ply: 6}}, laws.TouchBreach, laws.Suspected, LooksLike},
		{"a question", nil, laws.AmbiguousCapture, laws.Arbiter, Asked},
		{"a report was lost", []simulate.Deed{{Kind: simulate.LostDrop, Ply: 5}}, laws.IllegalCompleted, laws.Certain, AfterFault},
		{"a piece has been dead for long", []simulate.Deed{{Kind: simulate.DeadTag, Ply: 1}}, laws.Displaced, laws.Arbiter, AfterFault},
		{"mate that was none", nil, laws.Checkmate, laws.Certain, False},
	} {
		p := game(simulate.Clean(), simulate.Text())
		p.Truth.Deeds = c.deeds
		step := 0
		for p.Records[step].At <= p.Truth.Landed[5] {
			step++
		}
		f := touchmove.Finding{Code: c.code, Level: c.level}
		r := Measure(&seer{truth: &p.Truth, found: map[int]touchmove.Finding{step + 1: f}}, p)
		if len(r.Verdicts) != 1 || r.Verdicts[0] != c.want {
			t.Errorf("%s: %v, want %s", c.name, r.Verdicts, c.want)
		}
		tally := NewTally()
		tally.Take(r)
		if n := tally.Verdicts[False]; n != map[bool]int{true: 1}[c.want == False] {
			t.Errorf("%s: %d false findings", c.name, n)
		}
		if made, found := tally.Irregular(); found != map[bool]int{true: 1}[c.want == True] || made < found {
			t.Errorf("%s: %d of %d irregularities found", c.name, found, made)
		}
	}
}

// Every irregularity that hands can commit is looked for.
func TestIrregularitiesAreComplete(t *testing.T) {
	for kind := simulate.TouchedOther; kind < simulate.LostLift; kind++ {
		if len(irregularities[kind]) == 0 {
			t.Errorf("%s is looked for nowhere", kind)
		}
	}
}

// Nothing but all is written as 100 %.
func TestShare(t *testing.T) {
	for _, c := range []struct {
		part, whole int
		want        string
	}{{0, 0, ""}, {0, 5, "0.0 %"}, {5, 5, "100 %"}, {1, 3, "33.3 %"}, {999, 1000, "99.9 %"}, {99999, 100000, "99.999 %"}, {9996, 10000, "99.96 %"}} {
		if got := share(c.part, c.whole); got != c.want {
			t.Errorf("%d of %d: %q, want %q", c.part, c.whole, got, c.want)
		}
	}
}

// A time is reported to a sixteenth, and never as less than it was.
func TestSpread(t *testing.T) {
	for _, n := range []time.Duration{0, 1, 15, 16, 17, 31, 32, 33, 1000, 65536, 1e6, 1e9 + 7} {
		var s Spread
		s.add(n)
		if q := s.Quantile(0.999); q < n || q > n+n/16 {
			t.Errorf("%d: %d", n, q)
		}
	}
	var s Spread
	for n := range time.Duration(1000) {
		s.add(n)
	}
	if q := s.Quantile(0.5); q < 499 || q > 499+32 {
		t.Errorf("the median of 0 to 999 is %d", q)
	}
}

// What several workers count is what one does.
func TestTallyAdd(t *testing.T) {
	results := []*Result{}
	for _, profile := range simulate.Profiles() {
		p := game(profile.Profile, simulate.Text())
		results = append(results, Measure(&seer{truth: &p.Truth}, p))
	}
	one, two := NewTally(), NewTally()
	for i, r := range results {
		one.Take(r)
		part := NewTally()
		part.Take(results[len(results)-1-i])
		two.Add(part)
	}
	for _, share := range []float64{0.5, 0.99} {
		if one.Shown(share) != two.Shown(share) || one.Settled(share) != two.Settled(share) {
			t.Errorf("%v: %d %d, %d %d", share, one.Shown(share), two.Shown(share), one.Settled(share), two.Settled(share))
		}
	}
	if one.Games != len(results) || two.Games != one.Games || one.Exact != two.Exact || one.Plies != two.Plies || one.Steps != two.Steps || one.Verdicts != two.Verdicts {
		t.Errorf("%+v\n%+v", one, two)
	}
}

// The tables have the same columns in every line.
func TestTables(t *testing.T) {
	p := game(simulate.Clean(), simulate.Text())
	tally := NewTally()
	tally.Take(Measure(&seer{truth: &p.Truth}, p))
	contenders := []Contender{{Name: "A"}, {Name: "B"}}
	rows := []Row{{*p.Cell, []*Tally{tally, NewTally()}}}
	var b strings.Builder
	w := bufio.NewWriter(&b)
	Markdown(w, rows, 0)
	Markdown(w, rows, 1)
	w.WriteString("\n")
	Beside(w, contenders, rows)
	w.WriteString("\n")
	Goals(w, rows, 0)
	w.Flush()
	for table := range strings.SplitSeq(b.String(), "\n\n") {
		lines := strings.Split(strings.TrimSpace(table), "\n")
		for _, line := range lines {
			if strings.Count(line, "|") != strings.Count(lines[0], "|") {
				t.Errorf("%q under %q", line, lines[0])
			}
		}
	}
}

// Boards of a kind are put together, cell by cell.
func TestByKind(t *testing.T) {
	profile := simulate.NamedProfile{Name: "clean"}
	cell := func(occupancy, clock bool) Row {
		tally := NewTally()
		tally.Games = 1
		return Row{Cell{profile, simulate.NamedBoard{Board: simulate.Board{Occupancy: occupancy}}, clock}, []*Tally{tally}}
	}
	got := ByKind([]Row{cell(false, true), cell(true, true), cell(false, true), cell(false, false)})
	want := []struct {
		name  string
		games int
	}{{"clean/name the pieces/clock", 2}, {"clean/occupancy only/clock", 1}, {"clean/name the pieces/none", 1}}
	if len(got) != len(want) {
		t.Fatalf("%d rows", len(got))
	}
	for i, w := range want {
		if got[i].Cell.String() != w.name || got[i].Tallies[0].Games != w.games {
			t.Errorf("row %d: %s, %d games, want %v", i, &got[i].Cell, got[i].Tallies[0].Games, w)
		}
	}
}
