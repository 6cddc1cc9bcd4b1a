package main

import (
	"testing"

	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/finder"
)

// TestFamilies: each row of the table is whole, and a log can name it.
func TestFamilies(t *testing.T) {
	for _, f := range families {
		if _, err := sensor.AppendHeader(nil, &sensor.Header{Board: f.name}); err != nil {
			t.Errorf("%s: %v", f.name, err)
		}
		if f.port.Name != "" || f.port.Baud == 0 || (f.port.Allow == nil) == (f.port.AllowWrite == nil) {
			t.Errorf("%s: settings %+v", f.name, f.port)
		}
		if familyNamed(f.name) == nil || familyNamed(f.name).name != f.name {
			t.Errorf("%s is not found", f.name)
		}
		e, err := newEngine(&sensor.Header{Board: f.name}, "test")
		if err != nil || e.about.Kind != f.name || e.about.Sensor != f.sensor {
			t.Errorf("%s: %v, %+v", f.name, err, e.about)
		}
		if h := f.host(); h.Listening() || h.Answering() || len(h.Step(nil, 0)) > 0 {
			t.Errorf("%s: the host is at work before the port is open", f.name)
		}
	}
	if familyNamed("") != nil || familyNamed("chess") != nil {
		t.Error("a family that there is not is found")
	}
}

// TestModemLines: what is configured stands above what the family wants.
func TestModemLines(t *testing.T) {
	f := family{port: sensor.PortConfig{DTR: sensor.LineOff, Baud: 9600}}
	for _, c := range []struct {
		config   string
		dtr, rts sensor.ModemLine
	}{
		{"auto", sensor.LineOff, sensor.LineLeave},
		{"leave", sensor.LineLeave, sensor.LineLeave},
		{"on", sensor.LineOn, sensor.LineOn},
		{"off", sensor.LineOff, sensor.LineOff},
	} {
		w := wire{config: &portConfig{Name: "port", DTR: c.config, RTS: c.config}, family: &f}
		p := w.settings()
		if p.Name != "port" || p.DTR != c.dtr || p.RTS != c.rts {
			t.Errorf("%s: %+v", c.config, p)
		}
	}
}

// TestBaud: what is configured stands above what was found, and that above what
// the family usually has.
func TestBaud(t *testing.T) {
	f := family{port: sensor.PortConfig{Baud: 115200}}
	for _, c := range []struct{ config, found, want int }{{0, 0, 115200}, {0, 9600, 9600}, {57600, 0, 57600}} {
		w := wire{config: &portConfig{Baud: c.config}, family: &f, found: finder.Found{Baud: c.found}}
		if got := w.settings().Baud; got != c.want {
			t.Errorf("%+v: %d", c, got)
		}
	}
}
