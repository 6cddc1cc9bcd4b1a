package sensor_test

import (
	"testing"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// TestAppendScan: what hands do between two scans is lifts and drops, and what a cable does is one scan.
func TestAppendScan(t *testing.T) {
	for _, c := range []struct {
		name    string
		changed int // squares that read empty now
		want    []sensor.Word
	}{
		{"nothing", 0, nil},
		{"a lift", 1, []sensor.Word{sensor.Lift}},
		{"two hands at work", 3, []sensor.Word{sensor.Lift, sensor.Lift, sensor.Lift}},
		{"a rank that goes dark", 9, []sensor.Word{sensor.Board}},
		{"the whole board", 32, []sensor.Word{sensor.Board}},
	} {
		now, left := placement.Initial, c.changed
		for sq := range now {
			if now[sq] != placement.Empty && left > 0 {
				now[sq], left = placement.Empty, left-1
			}
		}
		records := sensor.AppendScan(nil, 7, &placement.Initial, &now)
		if len(records) != len(c.want) {
			t.Errorf("%s: %d records, want %d", c.name, len(records), len(c.want))
			continue
		}
		for i, r := range records {
			if r.Word != c.want[i] || r.At != 7 || r.Word == sensor.Board && r.Placement != now {
				t.Errorf("%s: %+v", c.name, r)
			}
		}
	}
}
