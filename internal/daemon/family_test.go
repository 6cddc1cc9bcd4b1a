package daemon

import (
	"testing"

	"github.com/boardd/boardd/internal/config"
	"github.com/boardd/boardd/pipeline"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/family"
	"github.com/boardd/boardd/sensor/finder"
)

// TestFamilies: an engine decodes what each family sends, and says what it knows of
// the board.
func TestFamilies(t *testing.T) {
	for _, name := range family.Names() {
		e, err := pipeline.New(&sensor.Header{Board: name}, "test")
		if err != nil || e.About.Kind != name || e.About.Sensor != family.Named(name).Sensor {
			t.Errorf("%s: %v, %+v", name, err, e.About)
		}
	}
}

// TestModemLines: what is configured stands above what the family wants.
func TestModemLines(t *testing.T) {
	f := family.Family{Port: sensor.PortConfig{DTR: sensor.LineOff, Baud: 9600}}
	for _, c := range []struct {
		Config   string
		dtr, rts sensor.ModemLine
	}{
		{"auto", sensor.LineOff, sensor.LineLeave},
		{"leave", sensor.LineLeave, sensor.LineLeave},
		{"on", sensor.LineOn, sensor.LineOn},
		{"off", sensor.LineOff, sensor.LineOff},
	} {
		w := Wire{config: &config.Port{Name: "port", DTR: c.Config, RTS: c.Config}, Family: &f}
		p := w.settings()
		if p.Name != "port" || p.DTR != c.dtr || p.RTS != c.rts {
			t.Errorf("%s: %+v", c.Config, p)
		}
	}
}

// TestBaud: what is configured stands above what was found, and that above what
// the family usually has.
func TestBaud(t *testing.T) {
	f := family.Family{Port: sensor.PortConfig{Baud: 115200}}
	for _, c := range []struct{ Config, found, want int }{{0, 0, 115200}, {0, 9600, 9600}, {57600, 0, 57600}} {
		w := Wire{config: &config.Port{Baud: c.Config}, Family: &f, Found: finder.Found{Baud: c.found}}
		if got := w.settings().Baud; got != c.want {
			t.Errorf("%+v: %d", c, got)
		}
	}
}
