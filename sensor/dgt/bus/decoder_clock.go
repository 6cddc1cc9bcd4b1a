package bus

import (
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/dgt"
)

// time takes a reading of the clock. It waits for the changes, for which the host
// asks next: they tell what was done before it.
func (d *Decoder) time(dst []sensor.Record, _ int64, data []byte) []sensor.Record {
	reading := [7]byte(data)
	d.held = &reading
	return dst
}

// read lets a reading that waits for the changes wait no longer.
func (d *Decoder) read(dst []sensor.Record, at int64) []sensor.Record {
	if d.held == nil {
		return dst
	}
	reading := *d.held
	d.held = nil
	dst, said := d.clock.Step(dst, at, reading)
	d.info.ClockBatteryLow = d.clock.BatteryLow()
	switch said {
	case dgt.ClockTime:
		d.counts.Times++
	case dgt.ClockWrong:
		return d.lost(dst, at, sensor.Loss{Bytes: clockSize, What: dgt.ClockTrouble(reading)})
	}
	return dst
}

// overtaken reports whether a reading of the clock that waits was made before the
// press with which the entries end: it has the lever where it is known to be, and
// they have it elsewhere.
func (d *Decoder) overtaken(entries []dgt.Entry) bool {
	up := d.clock.Up()
	for _, e := range entries {
		if e.Kind == dgt.Halted {
			up = e.Side == placement.White
		}
	}
	return d.held != nil && up != d.clock.Up() && dgt.LeverUp(*d.held) == d.clock.Up()
}
