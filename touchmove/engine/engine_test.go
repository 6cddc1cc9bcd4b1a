package engine_test

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/boardd/boardd/fixtures"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/engine"
	"github.com/boardd/boardd/touchmove/laws"
	"github.com/boardd/boardd/transport"
)

// TestFace: the engine has the face of the one in whose place it is to come.
func TestFace(t *testing.T) {
	present, next := reflect.TypeFor[*touchmove.Tracker](), reflect.TypeFor[*engine.Tracker]()
	for i := range present.NumMethod() {
		m := present.Method(i)
		n, has := next.MethodByName(m.Name)
		if !has {
			t.Errorf("%s is missing", m.Name)
			continue
		}
		for j := 1; j < m.Type.NumIn(); j++ {
			if n.Type.NumIn() != m.Type.NumIn() || n.Type.In(j) != m.Type.In(j) {
				t.Errorf("%s takes %v, not %v", m.Name, n.Type, m.Type)
			}
		}
	}
}

// play lets a log run through the engine.
func play(t *testing.T, log string) (*engine.Tracker, []touchmove.Finding) {
	return playWaking(t, log, 0)
}

// playWaking does the same, and wakes it every so many milliseconds besides.
func playWaking(t *testing.T, log string, every int64) (tr *engine.Tracker, found []touchmove.Finding) {
	t.Helper()
	r := sensor.NewReader(strings.NewReader(log))
	h, err := r.Header()
	if err != nil {
		t.Fatal(err)
	}
	c, err := touchmove.ConfigFor(h)
	if err != nil {
		t.Fatal(err)
	}
	records, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	c.GameID = "g"
	tr = engine.New(c)
	wake := func(to int64) {
		for at, ok := tr.Deadline(); ok && at <= to; at, ok = tr.Deadline() {
			found = append(found, tr.Wake(at)...)
		}
	}
	more := int64(0)
	for i := range records {
		for ; every > 0 && more < records[i].At; more += every {
			wake(more)
			found = append(found, tr.Wake(more)...)
		}
		wake(records[i].At)
		found = append(found, step(t, tr, touchmove.Event(i+1), records[i])...)
	}
	wake(1 << 60)
	return tr, found
}

func step(t *testing.T, tr *engine.Tracker, event touchmove.Event, r sensor.Record) []touchmove.Finding {
	t.Helper()
	if r.Word != sensor.Cmd {
		return tr.Step(event, r)
	}
	request, err := transport.ParseLogged(r.Verb, r.Data)
	if err != nil {
		return tr.Refuse(event, r.At, err)
	}
	found, _ := tr.Do(event, r.At, request.Command)
	return found
}

func sanOf(g *touchmove.Game) string {
	var moves []string
	for _, p := range g.Moves {
		moves = append(moves, p.SAN)
	}
	return strings.Join(moves, " ")
}

// loud is what was found above info.
func loud(found []touchmove.Finding) string {
	var all []string
	for _, f := range found {
		if f.Level != laws.Info {
			all = append(all, f.Code.String()+" "+f.Level.String()+" "+f.Side.String())
		}
	}
	return strings.Join(all, ", ")
}

// openScenes are the scenes that do not come out right yet, and what is missing.
var openScenes = map[string]string{
	"Z-L02": "two plies that nobody has seen, in another order",
	"Z-G14": "the pieces are put back one by one after the game",
}

// TestScenes: the moves that stand at the end of each scene.
func TestScenes(t *testing.T) {
	for _, s := range fixtures.Scenes() {
		tr, _ := play(t, s.Log())
		g := tr.LastGame()
		got := sanOf(g)
		if p := g.Pending; p != nil && p.State == touchmove.StateProvisional {
			got = strings.TrimSpace(got + " " + p.SAN)
		}
		if want := strings.Join(s.SAN, " "); (bare(got) == bare(want)) == (openScenes[s.ID] != "") {
			t.Errorf("%s: %q, want %q (open: %q)", s.ID, got, want, openScenes[s.ID])
		}
	}
}

// bare is moves without marks of check or praise.
func bare(moves string) string { return strings.NewReplacer("+", "", "#", "", "!", "").Replace(moves) }

// TestReports: the logs that once went wrong. So many come out right by now; with -v those
// that do not are shown.
func TestReports(t *testing.T) {
	names, err := filepath.Glob("../testdata/reports/*.log")
	if err != nil || len(names) == 0 {
		t.Fatalf("no logs: %v", err)
	}
	right := 0
	for _, name := range names {
		log, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		tr, found := play(t, string(log))
		moves, wanted := sanOf(tr.LastGame()) == remark(t, string(log), "moves"), loud(found) == remark(t, string(log), "found")
		if moves && wanted {
			right++
			continue
		}
		t.Logf("%s:\n\tmoves %q\n\twant  %q\n\tfound %q\n\twant  %q", filepath.Base(name), sanOf(tr.LastGame()), remark(t, string(log), "moves"), loud(found), remark(t, string(log), "found"))
	}
	t.Logf("%d of %d reports", right, len(names))
	if right < rightReports {
		t.Errorf("%d reports come out right, %d did before", right, rightReports)
	}
}

// rightReports is how many reports come out right by now.
const rightReports = 70

// remark is what follows "# name:" in a log.
func remark(t *testing.T, log, name string) string {
	t.Helper()
	_, rest, ok := strings.Cut(log, "\n# "+name+":")
	if !ok {
		t.Fatalf("the log has no remark %q", name)
	}
	text, _, _ := strings.Cut(rest, "\n")
	return strings.TrimSpace(text)
}

// TestStands: what stands without a person, and what a press proves. The same is tried in the
// tests of package touchmove, with the tag track.
func TestStands(t *testing.T) {
	const initial = "#! boardd-log 1\n#: start rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"
	const knight = "700 lift b1 N\n1400 drop b3 N\n"
	for name, c := range map[string]struct{ log, moves, found, phase string }{
		"Bilguer §4: it stands once the opponent has touched a piece": {initial + "#: rules bilguer-1891\n" + knight + "5400 lift e7 p\n",
			"Nb3", "illegal_made certain w", "playing"},
		"Bilguer §4: not before":             {initial + "#: rules bilguer-1891\n" + knight, "", "illegal_made certain w", "irregular"},
		"1971, 9(1): it does not by a touch": {initial + "#: rules fide-1971\n" + knight + "2100 lift e7 p\n2800 drop e7 p\n", "", "illegal_made certain w", "irregular"},
		"A.5.2: both stand": {initial + "#: time rapid\n" + knight + "2100 press w\n2800 lift b8 n\n3500 drop b6 n\n4200 press b\n4900 lift e2 P\n5600 drop e4 P\n6300 press w\n",
			"Nb3 Nb6 e4", "illegal_completed certain w, illegal_completed certain b", "playing"},
		"a press ends the wait": {initial + "700 lift e2 P\n1400 drop e4 P\n2100 press w\n2800 cmd takeback {\"ply\":0}\n3500 lift e4 P\n4200 drop e3 P\n4900 press w\n",
			"e3", "", "playing"},
		"a piece in the air at the end": {initial + "700 lift e2 P\n1400 drop e4 P\n2100 press w\n2800 lift e7 p\n3500 cmd result {\"result\":\"1-0\"}\n",
			"e4", "", "ended"},
	} {
		tr, found := play(t, c.log)
		g := tr.LastGame()
		if sanOf(g) != c.moves || loud(found) != c.found || g.Phase.String() != c.phase {
			t.Errorf("%s: moves %q, found %q, %s; want %q, %q, %s", name, sanOf(g), loud(found), g.Phase, c.moves, c.found, c.phase)
		}
	}
}

// TestMoreWaking: waking at other times than those that are asked for changes nothing.
func TestMoreWaking(t *testing.T) {
	for _, s := range fixtures.Scenes() {
		a, found := play(t, s.Log())
		b, often := playWaking(t, s.Log(), 37)
		if sanOf(a.LastGame()) != sanOf(b.LastGame()) || !reflect.DeepEqual(found, often) {
			t.Errorf("%s: woken more often, it is %q, and %d findings in place of %d", s.ID, sanOf(b.LastGame()), len(often), len(found))
		}
	}
}
