package track

import (
	"testing"

	"github.com/boardd/boardd/internal/hands"
	"github.com/boardd/boardd/internal/quick"
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/simulate"
)

// A hypothesis in which a game goes on pays for pieces that are taken off the board
// one after another, whatever it takes them for: so that what was played before
// stands. Nobody stops the clock.
func TestSweptOffKeepsThePlies(t *testing.T) {
	for b := hands.DGT; b <= hands.Centaur; b++ {
		for _, clock := range []hands.ClockKind{hands.Times, hands.NoClock} {
			if !b.Names() && clock == hands.NoClock {
				continue // of a capture at the end nothing need be told
			}
			for seed := range uint64(6 / quick.Fewer(3)) {
				testSweptOff(t, b, clock, seed)
			}
		}
	}
}

func testSweptOff(t *testing.T, b hands.Board, clock hands.ClockKind, seed uint64) {
	t.Helper()
	moves := simulate.RandomGame(seed, 24)
	o := hands.Order{Start: legality.Initial(), Moves: moves, Board: b, Hands: hands.Clean, Clock: clock, Seed: seed}
	played := hands.Play(o)
	until := played.Truth.Plies[len(played.Truth.Plies)-1].Completed + 2000
	tr := New(Config{Sensor: SensorOf(b.String(), b.Names(), 0), Clock: clock != hands.NoClock})
	at := int64(0)
	for i := range played.Records {
		if r := &played.Records[i]; r.At <= until && r.Word != sensor.Pause && r.Word != sensor.Clock {
			at = r.At
			tr.Step(r)
		}
	}
	at += 5000 // nobody takes his last move back
	order := mix(seed + 1)
	for left := tr.reading; left != (placement.Placement{}); {
		order = mix(order + 1)
		sq := square(order >> 58)
		if left[sq] == placement.Empty {
			continue
		}
		left[sq] = placement.Empty
		at += 300 + int64(order>>20%1500)
		tr.Step(&sensor.Record{At: at, Word: sensor.Lift, Square: sq})
	}
	tr.Finish()
	plies := 0
	for _, p := range tr.Parts() {
		plies += len(p.Plies)
	}
	if want := len(played.Truth.Plies); plies != want {
		t.Errorf("%v, clock %v, seed %d: %d plies, not %d; %v | %s", b, clock, seed, plies, want, last(tr.beam[0].line(), 6), tr.beam[0].tail(20))
	}
}
