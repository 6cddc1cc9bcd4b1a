package touchmove_test

import (
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove"
)

// TestMemoryOverADay: memory stays flat while a board says nonsense for a day, a record every
// one and a half seconds, and wakes the tracker as it asks.
func TestMemoryOverADay(t *testing.T) {
	const most = 32 << 20
	hours := 24
	if testing.Short() {
		hours = 1
	}
	for _, c := range []touchmove.Config{{Board: "dgt"}, {Board: "tabutronic", Occupancy: true}} {
		r := rand.New(rand.NewPCG(24, 1))
		before := heap()
		tr, at := touchmove.New(c), int64(0)
		for event, hour := 1, 1; hour <= hours; event++ {
			at += r.Int64N(3000)
			record := noise(r, at)
			for due, ok := tr.Deadline(); ok && due <= at; due, ok = tr.Deadline() {
				tr.Wake(due)
			}
			tr.Step(touchmove.Event(event), record)
			if at < int64(hour)*3_600_000 {
				continue
			}
			used := heap() - before
			t.Logf("%s, hour %d: %d kB, %s, %d plies", c.Board, hour, used>>10, tr.Game().Phase, len(tr.Game().Moves))
			if hour++; used > most {
				t.Errorf("%s: %d bytes after %d records", c.Board, used, event)
			}
		}
		runtime.KeepAlive(tr)
	}
}

// noisy are the words of noise: a flag would end the game.
var noisy = [...]sensor.Word{sensor.Lift, sensor.Drop, sensor.Lift, sensor.Drop, sensor.Board, sensor.Press, sensor.Clock, sensor.Pause, sensor.Resume, sensor.Link}

// noise is a record that a broken board might send.
func noise(r *rand.Rand, at int64) sensor.Record {
	record := sensor.Record{At: at, Word: noisy[r.IntN(len(noisy))], Square: placement.Square(r.IntN(64)), Piece: placement.Piece(r.IntN(16)),
		Side: placement.Color(r.IntN(2)), Running: sensor.Running(r.IntN(3)), On: r.IntN(2) == 0}
	if record.Word == sensor.Board {
		record.Placement = placement.Initial
		for range r.IntN(5) {
			record.Placement[r.IntN(64)] = placement.Piece(r.IntN(16))
		}
	}
	return record
}

func heap() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
