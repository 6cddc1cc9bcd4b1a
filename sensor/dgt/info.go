package dgt

import (
	"fmt"
	"strings"

	"github.com/boardd/boardd/sensor"
)

// Info is what a board says about itself; what it has not said is empty. Two
// are equal when == says so: compare to see whether something has changed.
type Info struct {
	Serial          string // five digits
	Storage         string // the version of the internal log, from older boards
	LongSerial      string // ten digits
	Version         string // firmware, "1.02"
	Hardware        string // "1.02"
	Trademark       string // lines of text
	BusAddress      int    // equals the serial number
	Battery         Battery
	ClockBatteryLow bool
}

// Battery is the state of a Bluetooth board's battery. Numbers are -1 if the
// board does not know them.
type Battery struct {
	Known       bool // the board has said something
	Percent     int
	MinutesLeft int
	Charging    bool
	Discharging bool
}

// notAvailable stands in a battery message for a number that is not known.
const notAvailable = 0x7f

func (d *Decoder) busAddress(dst []sensor.Record, _ int64, m []byte) []sensor.Record {
	d.info.BusAddress = int(m[3])<<7 | int(m[4])
	return dst
}

// serial takes five digits and, from older boards, " 1.0".
func (d *Decoder) serial(dst []sensor.Record, _ int64, m []byte) []sensor.Record {
	d.info.Serial = Text(m[3:8])
	d.info.Storage = strings.TrimSpace(Text(m[8:]))
	return dst
}

func (d *Decoder) longSerial(dst []sensor.Record, _ int64, m []byte) []sensor.Record {
	d.info.LongSerial = Text(m[3:])
	return dst
}

func (d *Decoder) trademark(dst []sensor.Record, _ int64, m []byte) []sensor.Record {
	d.info.Trademark = strings.TrimSpace(Text(m[3:]))
	return dst
}

func (d *Decoder) version(dst []sensor.Record, _ int64, m []byte) []sensor.Record {
	d.info.Version = fmt.Sprintf("%d.%02d", m[3], m[4])
	return dst
}

func (d *Decoder) hardware(dst []sensor.Record, _ int64, m []byte) []sensor.Record {
	d.info.Hardware = fmt.Sprintf("%d.%02d", m[3], m[4])
	return dst
}

// battery takes percent; hours and minutes left; hours and minutes on; days,
// hours and minutes on standby; status.
func (d *Decoder) battery(dst []sensor.Record, _ int64, m []byte) []sensor.Record {
	b := Battery{Known: true, Percent: -1, MinutesLeft: -1, Charging: m[11]&1 != 0, Discharging: m[11]&2 != 0}
	if m[3] != notAvailable {
		b.Percent = int(m[3])
	}
	if m[4] != notAvailable && m[5] != notAvailable {
		b.MinutesLeft = int(m[4])*60 + int(m[5])
	}
	d.info.Battery = b
	return dst
}

// Text is the printable part of what a board sent, and its line feeds.
func Text(data []byte) string {
	keep := make([]byte, 0, len(data))
	for _, ch := range data {
		if ch >= ' ' && ch <= '~' || ch == '\n' {
			keep = append(keep, ch)
		}
	}
	return string(keep)
}
