package pipeline

import (
	"reflect"
	"strings"
	"testing"

	"github.com/boardd/boardd/fixtures"
	"github.com/boardd/boardd/internal/race"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove"
)

// TestExtraWakesChangeNothing: the daemon wakes the tracker when it asks for it. Waking it
// at other times too would change neither findings nor messages, of any fixture.
func TestExtraWakesChangeNothing(t *testing.T) {
	for _, name := range fixtures.Logs() {
		t.Run(name, func(t *testing.T) {
			plain, often := wokenFixture(t, name, 0), wokenFixture(t, name, 37*int64(race.Fewer(5)))
			for i := range min(len(plain.findings), len(often.findings)) {
				if !reflect.DeepEqual(plain.findings[i], often.findings[i]) {
					t.Fatalf("found with more wake-ups\n%+v, without\n%+v", often.findings[i], plain.findings[i])
				}
			}
			if len(plain.findings) != len(often.findings) || plain.rev != often.rev {
				t.Errorf("%d findings and rev %d with more wake-ups, %d and %d without", len(often.findings), often.rev, len(plain.findings), plain.rev)
			}
		})
	}
}

// woken is what came of a log.
type woken struct {
	findings []touchmove.Finding
	rev      int
}

// wokenFixture returns the result of a fixture with an additional wake-up every so many
// milliseconds; 0 is none.
func wokenFixture(t *testing.T, name string, every int64) (w woken) {
	t.Helper()
	log, err := Read(sensor.NewReader(strings.NewReader(fixtures.Log(name))))
	if err != nil {
		t.Fatal(err)
	}
	e := log.Engine
	take := func(o Outcome) { w.findings = append(w.findings, o.Findings...) }
	last := int64(0)
	for _, r := range log.Records {
		for at := last + every; every > 0 && at < min(r.At, last+60_000); at += every {
			take(e.Wake(at))
			w.findings = append(w.findings, e.Tracker.Wake(at)...)
		}
		take(e.Step(r))
		last = max(last, r.At)
		if r.Word != sensor.Rx && every > 0 {
			w.findings = append(w.findings, e.Tracker.Wake(last)...)
		}
	}
	take(e.Finish())
	w.rev = e.Tracker.Game().Rev
	return w
}
