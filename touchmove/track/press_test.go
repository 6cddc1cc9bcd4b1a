package track

import (
	"fmt"
	"testing"
)

// TestForgottenPresses: what it costs that a ply is answered without a press, and never pressed, is learnt from
// the presses before.
func TestForgottenPresses(t *testing.T) {
	for _, c := range []struct {
		name     string
		plies    string // w, b: the player pressed it; -: nobody
		from, to Cost   // of the last two moves of White, neither of which is pressed
	}{
		{"all were pressed", "wbwbwb----", 700, 700},
		{"six were pressed, and two forgotten", "wbwbwb------", 450, 600},
		{"two were pressed, and three forgotten", "wb--------", 20, 260},
		{"none was ever pressed", "----------", 20, 160},
	} {
		tr := New(Config{Sensor: SensorOf("chesslink", true, 0), Clock: true})
		was := Cost(0)
		for i, press := range c.plies {
			if i == len(c.plies)-4 {
				was = unpressed(tr)
			}
			script := fmt.Sprintf("-%[1]c2 +P%[1]c3", 'a'+i/2)
			if i%2 == 1 {
				script = fmt.Sprintf("-%[1]c7 +p%[1]c6", 'a'+i/2)
			}
			if press != '-' {
				script += " " + string(press)
			}
			play(t, tr, 200, script)
		}
		play(t, tr, 200, "-h2")
		if got := unpressed(tr) - was; got < c.from || got > c.to {
			t.Errorf("%s: it costs %d, want %d to %d\n%s", c.name, got, c.from, c.to, tr.beam[0].tail(20))
		}
	}
}

// unpressed is what the best story has paid for plies that were answered before their press, or never pressed.
func unpressed(t *Tracker) (sum Cost) {
	for a := t.beam[0].story; a != nil; a = a.Prev {
		switch a.Why {
		case ReplyEarly, ReplyFirst, PressForgotten, ReplyUnpressed, ForgottenOften:
			sum += a.Why.cost + a.Choice
		}
	}
	return sum
}
