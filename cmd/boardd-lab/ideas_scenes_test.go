package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/boardd/boardd/fixtures"
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/sensor"
)

// ideaErrs is what each idea makes of the scenes that it does not solve, as
// measured when the scenes were collected; "" where it is right.
var ideaErrs = map[string][4]string{
	"S01": {"e3", "", "", "e3 e5 e4"},
	"S02": {"e3", "", "", "e3 c6 e4 c5 Nf3"},
	"C06": {"nothing", "nothing", "nothing", ""},
	"K08": {"nothing", "nothing", "nothing", "nothing"},
	"E04": {"e6", "", "", "e6"},
	"P08": {"e8=Q", "", "", "e8=Q"},
	"O01": {"nothing", "nothing", "nothing", ""},
	"O02": {"nothing", "nothing", "nothing", ""},
	"O03": {"nothing", "nothing", "", "nothing"},
	"L03": {"e4", "e4", "e4", ""},
	"L05": {"nothing", "nothing", "nothing", "nothing"},
	"T03": {"Rxb7+", "Rxb7+", "Rxb7+", "Rxb7+"},
	"T06": {"Nf3 Nf6", "", "", "Nf3 Nf6 Ng1 Ng8 e4 e5"},
	"T07": {"e4 e5", "", "", "e4 e5"},
	"D02": {"nothing", "nothing", "Qb3", "nothing"},
	"G03": {"Kd4", "Kd4", "Kd4", "Kd4"},
	"G07": {"", "Rd8+ Kh7 Re8", "Rd8+ Kh7 Re8", "Rd7 Kh7 Rd8"},
	"G09": {"e4", "", "", "e4"},
	"G12": {"", "nothing", "nothing", ""},
	"G13": {"Ke5", "Kd5", "Kd5", "Ke5"},
}

// The ideas make of each of the 43 scenes what was measured of them: so the
// benchmark compares with what it says it does.
func TestIdeasOnScenes(t *testing.T) {
	scenes, solved := 0, [4]int{}
	for _, s := range fixtures.Scenes() {
		if s.Baseline == nil {
			continue
		}
		scenes++
		for i, name := range ideaNames {
			want := ideaErrs[s.ID][i]
			if (want == "") != s.Baseline[name] {
				t.Errorf("%s, %s: the fixture says %v, the table %q", s.ID, name, s.Baseline[name], want)
			}
			if want == "" {
				solved[i]++
				want = strings.Join(s.SAN, " ")
			}
			if got := ideaOnScene(t, name, &s); strings.TrimSuffix(got, "+") != strings.TrimSuffix(want, "+") {
				t.Errorf("%s (%s), %s: %q, want %q", s.ID, s.Title, name, got, want)
			}
		}
	}
	if scenes != 43 {
		t.Errorf("%d scenes", scenes)
	}
	t.Logf("of %d scenes N1 to N4 solve %v", scenes, solved)
}

// ideaOnScene is the moves that an idea finds in a scene.
func ideaOnScene(t *testing.T, name string, s *fixtures.Scene) string {
	t.Helper()
	rd := sensor.NewReader(strings.NewReader(s.Log()))
	if _, err := rd.Header(); err != nil {
		t.Fatal(err)
	}
	records, err := rd.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	pos, err := legality.ParseFEN(s.FEN, false)
	if err != nil {
		t.Fatal(err)
	}
	d := newIdea(name, pos, false)
	for _, r := range append(records, sensor.Record{At: records[len(records)-1].At + 8000, Word: sensor.NoWord}) {
		for at, ok := d.Deadline(); ok && at <= r.At; at, ok = d.Deadline() {
			d.Wake(at)
		}
		d.Step(r)
	}
	var sans []string
	for _, uci := range d.Game().Moves {
		m, err := pos.ParseUCI(uci)
		if err != nil {
			t.Fatal(err)
		}
		sans = append(sans, pos.SAN(m))
		pos = pos.Play(m)
	}
	if len(sans) == 0 {
		return "nothing"
	}
	return strings.Join(sans, " ")
}

// Where a board names no men, the first capture that fits is taken.
func TestIdeasOnOccupancy(t *testing.T) {
	pos, err := legality.ParseFEN("4k3/8/8/3p1p2/4P3/8/8/4K3 w - - 0 1", false)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range ideaNames {
		d := newIdea(name, pos, true)
		d.Step(sensor.Record{At: 1000, Word: sensor.Lift, Square: 28}) // e4xd5 and e4xf5 look the same
		if at, ok := d.Deadline(); ok {
			d.Wake(at)
		}
		if moves := d.Game().Moves; len(moves) != 1 || !slices.Contains([]string{"e4d5", "e4f5"}, moves[0]) {
			t.Errorf("%s: %v", name, moves)
		}
	}
}
