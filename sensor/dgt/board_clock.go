package dgt

import (
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// clockAfter is the data of the clock's message after a record; false if the
// record is none of the clock's.
func (b *Board) clockAfter(r sensor.Record) ([7]byte, bool) {
	c := b.clock
	switch r.Word {
	case sensor.Press:
		c[6] = running(c[6], b.triple(r.Side) != 0)
	case sensor.Clock:
		for side, ms := range r.Times {
			setTriple(c[b.triple(placement.Color(side)):], ms)
		}
		c[6] &^= clockRuns
		if r.Running != sensor.Stopped {
			c[6] = running(c[6]|clockRuns, b.triple(runner(r.Running)) == 0)
		}
	case sensor.Pause:
		c[6] &^= clockRuns
	case sensor.Resume:
		c[6] |= clockRuns
	case sensor.Flag:
		t := c[b.triple(r.Side):]
		t[0], t[1], t[2] = flagFallen|perMove, 0, 0
		c[6] &^= clockRuns
	default:
		return c, false
	}
	return c, true
}

// triple is where in the message a player's time stands.
func (b *Board) triple(side placement.Color) int {
	second := side == placement.White
	if b.Turned != b.ClockCrossed {
		second = !second
	}
	if second {
		return 3
	}
	return 0
}

func runner(r sensor.Running) placement.Color {
	if r.Is(placement.Black) {
		return placement.Black
	}
	return placement.White
}

// running is the status byte with the lever up for the first triple's player
// or for the second's.
func running(status byte, first bool) byte {
	status &^= clockLever | clockTurn1 | clockTurn2
	if first {
		return status | clockLever | clockTurn1
	}
	return status | clockTurn2
}

// setTriple writes a time, whole seconds of it and at most 9:59:59.
func setTriple(t []byte, ms int64) {
	s := min(max(ms, 0)/1000, mostHours*3600+59*60+59)
	t[0], t[1], t[2] = perMove|byte(s/3600), decimal(s/60%60), decimal(s%60)
}

func decimal(n int64) byte { return byte(n/10<<4 | n%10) }
