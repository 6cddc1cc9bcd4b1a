package touchmove_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/boardd/boardd/fixtures"
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/laws"
)

// playLog is what has come of a log, whether or not its commands are refused.
func playLog(t *testing.T, log string) (*touchmove.Tracker, []touchmove.Finding) {
	t.Helper()
	return playOn(t, log, func(*touchmove.Tracker) {})
}

// playOn does the same with a tracker that is prepared before the first record.
func playOn(t *testing.T, log string, prepare func(*touchmove.Tracker)) (*touchmove.Tracker, []touchmove.Finding) {
	t.Helper()
	c, records := readLog(t, log)
	d := &desk{t: t, tr: touchmove.New(c)}
	prepare(d.tr)
	for _, r := range records {
		d.step(r)
	}
	d.wake(1 << 60)
	return d.tr, d.found
}

// TestStandsAtOnce: what stands without a person, and what a press proves.
func TestStandsAtOnce(t *testing.T) {
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
		tr, found := playLog(t, c.log)
		g := tr.LastGame()
		if sanOf(g) != c.moves || loud(found) != c.found || g.Phase.String() != c.phase {
			t.Errorf("%s: moves %q, found %q, %s; want %q, %q, %s", name, sanOf(g), loud(found), g.Phase, c.moves, c.found, c.phase)
		}
	}
}

// playWaking does the same, and wakes the tracker every so many milliseconds besides.
func playWaking(t *testing.T, log string, every int64) (*touchmove.Tracker, []touchmove.Finding) {
	t.Helper()
	c, records := readLog(t, log)
	d, more := &desk{t: t, tr: touchmove.New(c)}, int64(0)
	for _, r := range records {
		for ; more < r.At; more += every {
			d.wake(more)
			d.found = append(d.found, d.tr.Wake(more)...)
		}
		d.step(r)
	}
	d.wake(1 << 60)
	return d.tr, d.found
}

// TestMoreWaking: waking at other times than those that are asked for changes nothing. Every
// eighth scene is woken at each millisecond.
func TestMoreWaking(t *testing.T) {
	for i, s := range fixtures.Scenes() {
		every := int64(37)
		if i%8 == 0 {
			every = 1
		}
		a, found := playLog(t, s.Log())
		b, often := playWaking(t, s.Log(), every)
		if !reflect.DeepEqual(a.Game(), b.Game()) || !reflect.DeepEqual(found, often) {
			t.Errorf("%s: woken more often, it is %q at rev %d, and %d findings in place of %d at rev %d", s.ID, sanOf(b.LastGame()), b.Game().Rev, len(often), len(found), a.Game().Rev)
		}
	}
}

// TestNoSignals: where kings in the centre show no result, their steps are moves like any other.
func TestNoSignals(t *testing.T) {
	const log = "#! boardd-log 1\n0 board 8/8/3k4/8/8/3K4/8/7R\n1000 lift d3 K\n1300 drop e4 K\n9000 lift d6 k\n9300 drop d5 k\n20000 lift h1 R\n"
	start, err := legality.ParseFEN("8/8/3k4/8/8/3K4/8/7R w - - 0 1", false)
	if err != nil {
		t.Fatal(err)
	}
	records, err := sensor.NewReader(strings.NewReader(log)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, no := range []bool{false, true} {
		tr, signals := touchmove.New(touchmove.Config{Start: start, NoSignals: no}), 0
		for i, r := range records {
			for _, f := range tr.Step(touchmove.Event(i+1), r) {
				if f.Code == laws.ResultSignal {
					signals++
				}
			}
			if g := tr.Game(); r.Square == placement.D6 && (len(g.Moves) == 1) != no {
				t.Errorf("no signals %t: after 7.7 s %q", no, sanOf(g))
			}
		}
		if (signals == 0) != no {
			t.Errorf("no signals %t: %d signals", no, signals)
		}
	}
}
