package touchmove_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/boardd/boardd/fixtures"
	"github.com/boardd/boardd/internal/race"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/transport"
)

// extraWakes are the milliseconds after a record at which somebody may look at the
// tracker who was not asked to: near every wait that the tracker knows, just before and
// after it too.
var extraWakes = func() []int64 {
	all := []int64{0, 1, 2, 5}
	for ms := int64(25); ms <= 3200; ms += 25 {
		all = append(all, ms-1, ms)
	}
	for ms := int64(3500); ms <= 40_000; ms += 500 {
		all = append(all, ms)
	}
	return all
}()

// lookedAt is a tracker at which somebody looks more often than it asks for.
type lookedAt struct {
	tr    *touchmove.Tracker
	extra bool
	count int   // the records so far
	last  int64 // the last of them
	found []touchmove.Finding
	revs  []string // what it said of the game, after each record and each wake-up that it asked for
}

// pass lets time pass up to a moment. Under the race detector some of extraWakes come
// after one record, and others after the next.
func (l *lookedAt) pass(until int64) {
	apart := race.Fewer(9)
	next := l.count % apart
	for {
		due, ok := l.tr.Deadline()
		ok = ok && due <= until
		if l.extra && next < len(extraWakes) {
			at := l.last + extraWakes[next]
			if at <= until && (!ok || at <= due) {
				next += apart
				l.found = append(l.found, l.tr.Wake(at)...)
				continue
			}
		}
		if !ok {
			return
		}
		l.found = append(l.found, l.tr.Wake(due)...)
	}
}

func (l *lookedAt) said() string {
	g := l.tr.Game()
	return fmt.Sprintf("rev %d %s %s %s %v", g.Rev, g.Phase, g.Trust.State, g.Result, standing(g))
}

// looked runs the records of a log.
func looked(t testing.TB, c touchmove.Config, records []sensor.Record, extra bool) *lookedAt {
	l := &lookedAt{tr: touchmove.New(c), extra: extra}
	for i, r := range records {
		l.pass(r.At)
		if _, err := transport.ParseLogged(r.Verb, r.Data); r.Word == sensor.Cmd && err != nil {
			l.found = append(l.found, l.tr.Refuse(touchmove.Event(i+1), r.At, err)...)
		} else {
			found, _ := step(t, l.tr, touchmove.Event(i+1), r)
			l.found = append(l.found, found...)
		}
		l.revs = append(l.revs, fmt.Sprintf("%d: %s", i+1, l.said()))
		l.count, l.last = i+1, r.At
	}
	l.pass(l.last + 60_000)
	l.revs = append(l.revs, "end: "+l.said())
	return l
}

// TestExtraWakesChangeNothing: the tracker asks for every wake-up at which anything
// changes that it says, so that one more changes nothing: neither what is found and
// when, nor the game and how often it is told. It holds for every log that there is;
// play sees to those that other tests write.
func TestExtraWakesChangeNothing(t *testing.T) {
	for name, log := range allLogs(t) {
		t.Run(name, func(t *testing.T) { wantNoMoreByWaking(t, log) })
	}
}

// wantNoMoreByWaking: more wake-ups change nothing of what follows from a log.
func wantNoMoreByWaking(t testing.TB, log string) {
	t.Helper()
	rd := sensor.NewReader(strings.NewReader(log))
	h, err := rd.Header()
	if err != nil {
		t.Fatal(err)
	}
	if h.Board != "" {
		return // bytes, which only a decoder reads: boardd's own test has them
	}
	c, err := touchmove.ConfigFor(h)
	if err != nil {
		t.Fatal(err)
	}
	records, err := rd.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	wantSame(t, looked(t, c, records, false), looked(t, c, records, true))
}

func wantSame(t testing.TB, plain, often *lookedAt) {
	t.Helper()
	for i := range min(len(plain.found), len(often.found)) {
		if !reflect.DeepEqual(plain.found[i], often.found[i]) {
			t.Fatalf("found with more wake-ups\n%+v, without\n%+v", often.found[i], plain.found[i])
		}
	}
	if len(plain.found) != len(often.found) {
		t.Fatalf("%d findings with more wake-ups, %d without", len(often.found), len(plain.found))
	}
	for i := range plain.revs {
		if plain.revs[i] != often.revs[i] {
			t.Fatalf("with more wake-ups\n%s, without\n%s", often.revs[i], plain.revs[i])
		}
	}
}

// TestExtraWakesChangeNothingOfRandomActs: the same of things that nobody does.
func TestExtraWakesChangeNothingOfRandomActs(t *testing.T) {
	r := rand.New(rand.NewPCG(23, 1))
	for i := range 300 / race.Fewer(3) {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			c := touchmove.Config{Start: *position(t, fuzzStarts[r.IntN(len(fuzzStarts))], false), Occupancy: r.IntN(4) == 0}
			records := randomRecords(r, &c, 25)
			wantSame(t, looked(t, c, records, false), looked(t, c, records, true))
		})
	}
}

// randomRecords are things that hands might do from a position.
func randomRecords(r *rand.Rand, c *touchmove.Config, n int) []sensor.Record {
	tr, pieces, at := touchmove.New(*c), *c.Start.Placement(), int64(0)
	var hand []placement.Piece
	var all []sensor.Record
	for event := range n {
		rec := randomAct(r, tr, &pieces, &hand)
		at += []int64{0, 10, 60, 150, 400, 700, 1500, 4000}[r.IntN(8)]
		rec.At = at
		tr.Step(touchmove.Event(event+1), rec)
		all = append(all, rec)
	}
	return all
}

// allLogs are the logs that there are, by name: those of the fixtures, those that were
// reported, the scenes, and the cases of the Laws.
func allLogs(t testing.TB) map[string]string {
	all := map[string]string{}
	names, err := filepath.Glob("testdata/reports/*.log")
	if err != nil || len(names) == 0 {
		t.Fatalf("no logs: %v", err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all["report "+filepath.Base(name)] = string(text)
	}
	for _, name := range fixtures.Logs() {
		all["fixture "+name] = fixtures.Log(name)
	}
	for _, s := range fixtures.Scenes() {
		all["scene "+s.ID] = s.Log()
	}
	for _, c := range fixtures.Cases() {
		all["case "+c.ID] = c.Log()
	}
	return all
}
