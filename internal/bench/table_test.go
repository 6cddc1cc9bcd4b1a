package bench

import (
	"bufio"
	"strings"
	"testing"
	"time"

	"github.com/boardd/boardd/sensor/simulate"
)

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

// A time is told to a sixteenth, and never as less than it was.
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
	decoders := []Contender{{Name: "A"}, {Name: "B"}}
	rows := []Row{{*p.Cell, []*Tally{tally, NewTally()}}}
	var b strings.Builder
	w := bufio.NewWriter(&b)
	Markdown(w, rows, 0)
	Markdown(w, rows, 1)
	w.WriteString("\n")
	Beside(w, decoders, rows)
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
