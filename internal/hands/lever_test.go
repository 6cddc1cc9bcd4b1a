package hands

import (
	"testing"

	"github.com/boardd/boardd/internal/quick"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// Presses go by turns: the lever moves only for him whose clock runs. What is
// written as pressed was reported, unless the line was lost.
func TestPressesGoByTurns(t *testing.T) {
	list := games(t)
	for n := range 60 / quick.Fewer(5) {
		o := order(list, n, Profiles[n%len(Profiles)], Board(n)%boardCount, 1+ClockKind(n%2))
		p := Play(o)
		presses, expected := 0, 0
		var last sensor.Record
		for _, r := range p.Records {
			if r.Word != sensor.Press {
				continue
			}
			if presses++; presses > 1 && r.Side == last.Side && len(p.Truth.Gaps) == 0 {
				t.Errorf("order %d: %v presses at %d and at %d", n, r.Side, last.At, r.At)
			}
			last = r
		}
		for i := range p.Truth.Plies {
			expected += one(p.Truth.Plies[i].Pressed)
		}
		if len(p.Truth.Gaps) == 0 && presses < expected {
			t.Errorf("order %d: %d presses reported, %d made", n, presses, expected)
		}
	}
}

// A clock's times go down second by second for him whose clock runs, and up
// only by what a press adds.
func TestClockRecords(t *testing.T) {
	list := games(t)
	for n := range 24 / quick.Fewer(4) {
		o := order(list, n, Profiles[n%6], DGT, Times)
		p := Play(o)
		add := budgets[o.Hands].add
		var last sensor.Record
		for _, r := range p.Records {
			if r.Word != sensor.Clock {
				continue
			}
			for c := range r.Times {
				side := placement.Color(c)
				step := r.Times[c] - last.Times[c]
				switch {
				case last.Word == 0 || r.Times[c]%1000 == 0 && step == 0:
				case r.Times[c]%1000 != 0 || r.Times[c] < 0:
					t.Errorf("order %d: %d ms at %d", n, r.Times[c], r.At)
				case step < 0 && (!last.Running.Is(side) || step < -1000):
					t.Errorf("order %d: %v goes from %d to %d at %d, %v running", n, side, last.Times[c], r.Times[c], r.At, last.Running)
				case step > add:
					t.Errorf("order %d: %v goes up from %d to %d at %d", n, side, last.Times[c], r.Times[c], r.At)
				}
			}
			last = r
		}
		if last.Word == 0 {
			t.Errorf("order %d: no clock", n)
		}
	}
}

// Without a clock nothing is reported of one; with the lever alone, no times.
func TestClockKinds(t *testing.T) {
	list := games(t)
	for kind, allowed := range map[ClockKind][]sensor.Word{
		NoClock:   nil,
		Times:     {sensor.Press, sensor.Clock, sensor.Flag},
		PressOnly: {sensor.Press, sensor.Pause, sensor.Resume},
	} {
		for n := range 16 / quick.Fewer(4) {
			o := order(list, n, Profiles[n%len(Profiles)], DGT, kind)
			seen := map[sensor.Word]bool{}
			for _, r := range Play(o).Records {
				seen[r.Word] = true
			}
			for _, w := range allowed {
				delete(seen, w)
			}
			for _, w := range [...]sensor.Word{sensor.Link, sensor.Board, sensor.Lift, sensor.Drop} {
				delete(seen, w)
			}
			if len(seen) > 0 {
				t.Errorf("clock %s: %v", kind, seen)
			}
		}
	}
}
