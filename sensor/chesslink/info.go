package chesslink

import (
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// Info is what a board says about itself; what it has not said is empty. Two
// are equal when == says so: compare to see whether something has changed.
type Info struct {
	Version   string // of the firmware, "01.03"
	Registers Registers

	// Order is which square comes first in a status, as the last initial array
	// showed it: Normal for a8, Rotated for h1, Auto while none has been seen.
	Order sensor.Orientation
}

// look takes note of an initial array.
func (i *Info) look(p *placement.Placement) {
	switch *p {
	case placement.Initial:
		i.Order = sensor.Normal
	case placement.Initial.Rotated():
		i.Order = sensor.Rotated
	}
}

// Register is a register of the board by its address.
type Register byte

// The registers that mean something; the package comment says what.
const (
	Checks Register = iota
	ScanTime
	Reports
	Interval
	Brightness

	registers = iota
)

// Values of the register Reports.
const (
	reportScans  = 0
	reportNever  = 1
	reportTimes  = 2
	reportChange = 3
)

// Registers is what the registers hold, by address.
type Registers [registers]struct {
	Known bool // the board has said it
	Value byte
}

// set takes a message with an address and a value.
func (r *Registers) set(m []byte) {
	if at := hexByte(m[1:3]); at < registers {
		r[at].Known, r[at].Value = true, hexByte(m[3:5])
	}
}
