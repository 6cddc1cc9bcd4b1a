package simulate

import (
	"testing"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// Two plies of 3+2 in which everything has a fixed length.
func TestClockRecords(t *testing.T) {
	p := Profile{Base: 180000, Increment: 2000, ClockEach: 1000,
		Think: Span{900, 900}, Travel: Span{400, 400}, Press: Span{200, 200}}
	records, _ := Play(legality.Initial(), parse(t, "e2e4 e7e5"), Text(), p, true, 1)
	var got []string
	for _, r := range records {
		if r.Word == sensor.Press || r.Word == sensor.Clock {
			got = append(got, string(sensor.AppendRecord(nil, r)))
		}
	}
	want := []string{ // the clock starts at 1500; White presses 1500 later, Black 1500 after that
		"0 clock 180000 180000 -\n", "1500 clock 180000 180000 w\n",
		"2000 clock 180000 180000 w\n", "3000 clock 179000 180000 w\n",
		"3000 press w\n", "3000 clock 181000 180000 b\n",
		"4000 clock 181000 179000 b\n", "4500 press b\n", "4500 clock 181000 181000 w\n",
	}
	if len(got) != len(want) {
		t.Fatalf("%q, want %q", got, want)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("%q, want %q", got[i], want[i])
		}
	}
}

// A lever can be pressed only by the player whose clock runs, times fall by
// what has passed and rise by the increment, and none falls below 0:00.
func TestClockIsSound(t *testing.T) {
	for _, p := range profiles {
		for seed := range uint64(6) {
			records, _ := playRandom(p.Profile, DGT(), true, seed, 120)
			running, stopped := sensor.WhiteRuns, false
			for i, r := range records {
				switch r.Word {
				case sensor.Press:
					if stopped || !running.Is(r.Side) {
						t.Fatalf("%s, seed %d, record %d: %s presses while %s runs", p.Name, seed, i+1, r.Side, running)
					}
					running = sensor.RunningFor(r.Side.Other())
				case sensor.Clock:
					stopped = r.Running == sensor.Stopped
					if !stopped {
						running = r.Running
					}
					if r.Times[0] < 0 || r.Times[1] < 0 {
						t.Fatalf("%s, seed %d, record %d: %v left", p.Name, seed, i+1, r.Times)
					}
				}
			}
		}
	}
}

func TestTimesAddUp(t *testing.T) {
	records, truth := playRandom(Clean(), Text(), true, 4, 60)
	p := Clean()
	for _, r := range records {
		if r.Word != sensor.Clock || r.At < startAfter || r.Running == sensor.Stopped {
			continue
		}
		total := 2*p.Base - (r.At - startAfter)
		for _, at := range truth.Pressed {
			if at <= r.At {
				total += p.Increment
			}
		}
		// A press and a tick of one moment may stand in either order.
		shown := r.Times[placement.White] + r.Times[placement.Black]
		if d := shown - total; d < -p.Increment || d > 2000 {
			t.Fatalf("at %d the clocks show %d together, want %d", r.At, shown, total)
		}
	}
}

// A clock that sends no readings tells of presses, and of stops in words.
func TestSilentClock(t *testing.T) {
	p := Profile{Base: 60000, Think: Span{900, 900}, Ending: Ending{StopClock: Rate{1, 1}}}
	records, _ := Play(legality.Initial(), parse(t, "e2e4"), Board{}, p, true, 1)
	last := records[len(records)-1]
	if last.Word != sensor.Pause {
		t.Errorf("the last record is %s, want pause", last.Word)
	}
	for _, r := range records {
		if r.Word == sensor.Clock || r.Word == sensor.Resume {
			t.Errorf("%s from a clock that sends no readings, in a game without a pause", r.Word)
		}
	}
}
