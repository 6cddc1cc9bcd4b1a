package touchmove_test

import (
	"testing"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove"
)

// TestSensorNote: what a board has found out and after which nothing is read wrongly
// is no fault.
func TestSensorNote(t *testing.T) {
	for want, r := range map[touchmove.Code]sensor.Record{
		touchmove.SensorNote:  sensor.News(100, "the moves show that the clock stands the other way round"),
		touchmove.SensorFault: sensor.Notice(100, "3 bytes make no sense"),
	} {
		found := touchmove.New(touchmove.Config{Start: legality.Initial()}).Step(1, r)
		if len(found) != 1 || found[0].Code != want || found[0].Level != touchmove.Info || found[0].Text != string(r.Data) {
			t.Errorf("%q: found %v, want %s", r.Data, found, want)
		}
	}
}
