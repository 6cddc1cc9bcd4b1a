package bench

import (
	"slices"
	"testing"

	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/simulate"
	"github.com/boardd/boardd/touchmove"
)

// seer knows what was played. It shows a ply when it has landed, confirms it a
// while later, and errs as it is told to.
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

// A decoder that is always right scores all there is, also over two games on
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

// A decoder that takes one ply for another has that one wrong and no other, and
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
