package track

import (
	"testing"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// TestStoriesApart: a pawn that is read on e5, where none stands, may have been brought there or not; the
// stories stay two, since whatever is done then leaves that open. After thousands of reports of a square on which a
// knight comes and goes no story parts from the one that is read before its last acts.
func TestStoriesApart(t *testing.T) {
	tr := New(Config{Sensor: SensorOf("dgt", true, 0), Clock: true})
	at := int64(0)
	step := func(r sensor.Record) {
		at += 500
		r.At = at
		tr.Step(&r)
	}
	step(sensor.Record{Word: sensor.Drop, Square: placement.MakeSquare(4, 4), Piece: placement.WhitePawn})
	widest := 0
	for range 3 * apartActs {
		step(sensor.Record{Word: sensor.Lift, Square: placement.G1})
		step(sensor.Record{Word: sensor.Drop, Square: placement.G1, Piece: placement.WhiteKnight})
		read := map[*Act]int{}
		n := 0
		for a := tr.reader().story; a != nil; a = a.Prev {
			n++
			read[a] = n
		}
		for i := range tr.beam {
			a := tr.beam[i].story
			for a != nil && read[a] == 0 {
				a = a.Prev
			}
			if a == nil {
				read[nil] = n
			}
			widest = max(widest, read[a])
		}
	}
	if widest < apartActs || widest > apartActs+4*forgetEvery {
		t.Errorf("a story parts %d acts ago", widest)
	}
}
