package referee

import (
	"testing"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove/laws"
	"github.com/boardd/boardd/touchmove/track"
)

// TestForgets: a piece that comes and goes for hours fills no memory, and the game goes on.
func TestForgets(t *testing.T) {
	tr := track.New(track.Config{Sensor: track.SensorOf("dgt", true, 0), Clock: true})
	r := New(Config{Rules: laws.Default(), Past: []legality.Position{legality.Initial()}, LateMs: 250})
	event, at := laws.Event(0), int64(0)
	step := func(record sensor.Record) []laws.Finding {
		event++
		record.At = at
		tr.Step(&record)
		return r.Step(event, &record, tr.View())
	}
	for range 3 * mostSteps {
		at += 500
		step(sensor.Record{Word: sensor.Lift, Square: placement.G1})
		at += 500
		step(sensor.Record{Word: sensor.Drop, Square: placement.G1, Piece: placement.WhiteKnight})
		step(sensor.Record{Word: sensor.Clock, Running: sensor.WhiteRuns})
	}
	if len(r.steps) > 2*mostSteps+1 || len(r.steps) != len(r.marks) || len(r.clocks) > 2 || len(r.told) > mostSteps {
		t.Errorf("%d acts, %d marks, %d records of the clock, %d findings are kept", len(r.steps), len(r.marks), len(r.clocks), len(r.told))
	}
	at += 500
	step(sensor.Record{Word: sensor.Lift, Square: placement.G1})
	at += 500
	step(sensor.Record{Word: sensor.Drop, Square: placement.F3, Piece: placement.WhiteKnight})
	at += 500
	step(sensor.Record{Word: sensor.Press, Side: placement.White})
	if p := r.Plies(); len(p) != 1 || !p[0].Completed || p[0].Illegal || len(r.live.turn.acts.Touches) != 0 {
		t.Errorf("%d plies", len(p))
	}
}
