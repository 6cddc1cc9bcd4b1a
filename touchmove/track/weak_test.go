package track

import (
	"fmt"
	"slices"
	"testing"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/simulate"
)

// weaken has what stands on a square come and go from some moment on, every half a second to three.
func (g *game) weaken(sq square, from int64, seed uint64) {
	stands, reads := placement.Initial[sq], true
	if !g.config.Sensor.Names && stands != placement.Empty {
		stands = placement.Unknown
	}
	var out []sensor.Record
	next := from
	until := func(at int64) {
		for ; next < at; next += 500 + int64(mix(seed+uint64(next))%2500) {
			if stands == placement.Empty || next < from {
				continue
			}
			r := sensor.Record{At: next, Word: sensor.Lift, Square: sq}
			if !reads {
				r.Word, r.Piece = sensor.Drop, stands
			}
			reads = !reads
			out = append(out, r)
		}
	}
	for _, r := range g.records {
		until(r.At)
		switch {
		case r.Square != sq:
		case r.Word == sensor.Lift:
			if stands = placement.Empty; !reads {
				continue
			}
		case r.Word == sensor.Drop:
			stands, reads = r.Piece, true
		}
		out = append(out, r)
	}
	g.records = out
}

// A square on which pieces come and go is followed, and costs no game that is played by clean hands.
func TestComesAndGoes(t *testing.T) {
	for _, name := range []string{"chesslink", "tabutronic"} {
		board, _ := simulate.BoardNamed(name)
		for _, clock := range []bool{true, false} {
			tried, right := 0, 0
			for seed := range uint64(3) {
				records, truth := simulate.Play(legality.Initial(), simulate.RandomGame(seed, 50), board, simulate.Clean(), clock, seed)
				for k := range uint64(4) {
					g := game{Config{Sensor: SensorOf(name, !board.Occupancy, 0), Clock: clock}, records}
					sq := square(mix(seed*77+k) % 64)
					g.weaken(sq, records[len(records)/4].At, seed)
					tried++
					if got := confirmed(g.each(func(int, *Tracker) {})); slices.Equal(got, truth.Moves) {
						right++
					} else {
						t.Logf("%s, clock %t, game %d, %v: %v, want %v", name, clock, seed, sq, got, truth.Moves)
					}
				}
			}
			if right < tried-1 {
				t.Errorf("%s, clock %t: %d of %d games", name, clock, right, tried)
			}
		}
	}
}

// Pieces beside a square that capture on it are no piece that comes and goes there.
func TestCapturesErrNot(t *testing.T) {
	start, err := legality.ParseFEN("8/3k4/4n3/3Q4/8/8/8/4K3 w - - 0 1", false)
	if err != nil {
		t.Fatal(err)
	}
	tr := New(Config{Start: start, Sensor: SensorOf("tabutronic", false, 0), Clock: true})
	play(t, tr, 700, "-e6 -d5 +Qe6 w -e6 -d7 +ke6 b")
	if tr.comes[placement.E6] > 0 {
		t.Errorf("%d times", tr.comes[placement.E6])
	}
	play(t, tr, 700, "~3000 -e6 ~700 +ke6 ~1000 -e6 ~700 +ke6")
	if tr.comes[placement.E6] != errsTwice {
		t.Errorf("%d times, want %d", tr.comes[placement.E6], errsTwice)
	}
}

// A square that goes on reading a piece that has left it is rare once, not whenever a piece beside it is
// lifted.
func TestStuckIsPaidOnce(t *testing.T) {
	start, err := legality.ParseFEN("4k3/8/8/8/4B3/3P1P2/8/4K3 w - - 0 1", false)
	if err != nil {
		t.Fatal(err)
	}
	tr := New(Config{Start: start, Sensor: SensorOf("tabutronic", false, 0), Clock: true})
	play(t, tr, 700, "+Bg6 w ~1000 -e8 +kd8 b -d3 +Pd4 w -d8 +kc8 b -f3 +Pf4 w -c8 +kb8 b")
	tr.Finish()
	paid := tr.beam[0].counts(func(a *Act) bool { return a.Why == Sticks })
	if got := fmt.Sprint(standing(tr.Parts())); got != "[Bg6 Kd8 d4 Kc8 f4 Kb8]" || paid != 1 {
		t.Errorf("%s, paid %d times: %s", got, paid, tr.beam[0].tail(30))
	}
}
