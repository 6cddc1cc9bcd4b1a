package story

import (
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/boardd/boardd/fixtures"
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/track"
)

// TestStory prints what is made of one log: BOARDD_LOG names it.
func TestStory(t *testing.T) {
	name := os.Getenv("BOARDD_LOG")
	if name == "" {
		t.Skip("BOARDD_LOG is not set")
	}
	log, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	w, e, found := watched(t, string(log), nil)
	for _, s := range w.Stories(e.Number) {
		for i := range s.Acts {
			printAct("", &s.Acts[i])
			if o := s.Acts[i].Other; o != nil && os.Getenv("BOARDD_OTHERS") != "" {
				fmt.Printf("    or (%d behind, %v)\n", o.Behind, o.End)
				for j := range o.Acts {
					printAct("    | ", &o.Acts[j])
				}
			}
		}
	}
	for i := range found {
		f := &found[i]
		fmt.Println(f.Event, f.At, f.Code, f.Level, f.Article, f.Side, f.Ply, f.UCI, f.Squares, f.Text)
	}
	for _, p := range e.Tracker.LastGame().Moves {
		fmt.Print(p.SAN, " ")
	}
	fmt.Println(e.Tracker.Game().Phase, e.Tracker.Game().Result)
}

func printAct(indent string, a *Act) {
	line := fmt.Sprintf("%s%6d %9d %-22v %v %v", indent, a.Event, a.At, a.Kind, a.Square, a.Piece)
	if a.Home < 64 && a.Home != a.Square {
		line += fmt.Sprintf(" from %v", a.Home)
	}
	if a.Before != nil && a.Move != legality.NoMove {
		line += " " + a.Before.SAN(a.Move)
	}
	fmt.Printf("%-60s %5d %7d %v\n", line, a.Cost, a.Total, a.Why)
}

// acts is the acts of a story as words, with the numbers of their records.
func acts(s *Story) string {
	var words []string
	for i := range s.Acts {
		words = append(words, fmt.Sprintf("%d %v", s.Acts[i].Event, s.Acts[i].Kind))
	}
	return strings.Join(words, ", ")
}

// TestStories: the acts of each leg, by the records of the log that tell them.
func TestStories(t *testing.T) {
	const initial = "#! boardd-log 1\n#: start rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"
	for name, c := range map[string]struct {
		log  string
		want []string
	}{
		"nothing happens": {initial, nil},
		"a ply": {initial + "700 lift e2 P\n1400 drop e4 P\n2100 press w\n",
			[]string{"1 lift, 2 put, 3 complete, 3 press, 3 the log ends"}},
		"what a person sets is another story": {initial + "700 lift e2 P\n1400 drop e4 P\n2100 press w\n2800 cmd takeback {\"ply\":0}\n3500 lift e4 P\n4200 drop e2 P\n9000 lift d2 P\n9700 drop d4 P\n10400 press w\n",
			[]string{"1 lift, 2 put, 3 complete, 3 press", "7 lift, 8 put, 9 complete, 9 press, 9 the log ends"}},
	} {
		w, e, _ := watched(t, c.log, nil)
		var got []string
		for _, s := range w.Stories(e.Number) {
			got = append(got, acts(&s))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// TestOtherStories: where it is open for a while what was done, the other story stands beside
// the one that won. Here the pawn on e6 was touched, or its square does not read it.
func TestOtherStories(t *testing.T) {
	w, e, _ := watched(t, "#! boardd-log 1\n#: start 4k3/3r1pb1/2n1p3/p1Bn3p/4R1p1/PP3pP1/2pR1P1P/2K5 w - - 1 35\n#: clock no\n"+
		"500 lift e6 p\n6000 lift h2 P\n6500 drop h3 P\n11000 lift c6 n\n", nil)
	s := w.Stories(e.Number)[0]
	o := s.Acts[0].Other
	if o == nil || s.Acts[0].Kind != track.Lift {
		t.Fatalf("nothing stands beside the act %v", s.Acts[0].Kind)
	}
	last := &o.Acts[len(o.Acts)-1]
	if o.Same != 5 || o.End != Open || o.Acts[0].Why != track.NotRead || last.Total-s.Acts[o.Same-1].Total != o.Behind || o.Behind <= 0 {
		t.Errorf("beside %d acts, %v, %v, %d behind, with %d in place of %d", o.Same, o.End, o.Acts[0].Why, o.Behind, last.Total, s.Acts[o.Same-1].Total)
	}
}

// TestStoriesAddUp: in every scene each story costs what its acts cost, the ones beside it are
// as far behind as it is stated, and to remember changes nothing.
func TestStoriesAddUp(t *testing.T) {
	for _, s := range fixtures.Scenes() {
		w, e, found := watched(t, s.Log(), nil)
		plain, same := play(t, s.Log(), nothing)
		if !reflect.DeepEqual(found, same) || !reflect.DeepEqual(e.Tracker.Game(), plain.Tracker.Game()) {
			t.Errorf("%s: to remember changes what is read", s.ID)
		}
		seen := map[track.Mark]bool{}
		for _, story := range w.Stories(e.Number) {
			acts := story.Acts
			addsUp(t, s.ID, 0, acts)
			for i := range acts {
				if seen[acts[i].Mark] {
					t.Errorf("%s: act %d stands in two stories", s.ID, i)
				}
				seen[acts[i].Mark] = true
				if o := acts[i].Other; o != nil {
					addsUp(t, s.ID, acts[i].Total-int64(acts[i].Cost), o.Acts)
					if behind := o.Acts[len(o.Acts)-1].Total - acts[i+o.Same-1].Total; behind != o.Behind {
						t.Errorf("%s: %d behind, not %d", s.ID, behind, o.Behind)
					}
				}
			}
		}
	}
}

// addsUp checks the sums of acts, and that their records and times do not go back.
func addsUp(t *testing.T, id string, sum int64, acts []Act) {
	t.Helper()
	event, at := touchmove.Event(0), int64(0)
	for i := range acts {
		a := &acts[i]
		if sum += int64(a.Cost); sum != a.Total || a.Event < event || a.At < at {
			t.Errorf("%s: act %d: record %d after %d, %d ms after %d, %d in all, not %d", id, i, a.Event, event, a.At, at, sum, a.Total)
			return
		}
		event, at = a.Event, a.At
	}
}
