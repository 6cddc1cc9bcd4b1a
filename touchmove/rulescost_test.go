package touchmove

import (
	"testing"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/simulate"
	"github.com/boardd/boardd/touchmove/laws"
)

// BenchmarkRules measures what the rules cost: the same game with what is open
// to the player having the move, breaches, endings and claims, and without.
func BenchmarkRules(b *testing.B) {
	records, _ := simulate.Play(legality.Initial(), simulate.RandomGame(7, 80), simulate.DGTSwept(), simulate.Human(), true, 7)
	for _, name := range append([]string{""}, laws.RuleSets()...) {
		c := Config{Start: legality.Initial()}
		if name != "" {
			c.Rules, _ = laws.RulesFor(name, laws.Standard, false)
		}
		b.Run(map[bool]string{true: "without", false: name}[name == ""], func(b *testing.B) {
			b.ReportAllocs()
			n := 0
			for b.Loop() {
				t := New(c)
				t.unruled = name == ""
				n += feed(t, records)
			}
			b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "records/s")
		})
	}
}

// feed runs records through a tracker, deadlines included, and counts them.
func feed(t *Tracker, records []sensor.Record) int {
	for i := range records {
		for at, ok := t.Deadline(); ok && at <= records[i].At; at, ok = t.Deadline() {
			t.Wake(at)
		}
		t.Step(Event(i+1), records[i])
	}
	return len(records)
}
