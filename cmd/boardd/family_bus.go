package main

import (
	"math"

	"github.com/boardd/boardd/sensor/dgt/bus"
)

// busDecoder reads what one board of a bus sends.
type busDecoder struct{ bus.Decoder }

func (d *busDecoder) about() boardAbout {
	if d.Counts().Packets == 0 {
		return boardAbout{}
	}
	i := d.Info()
	return boardAbout{serial: i.Serial, version: i.Version, clock: d.Counts().Times > 0}
}

// setAddress says whose packets count.
func (d *busDecoder) setAddress(a int) { d.Address = bus.Address(a) }

// listener is the host of a board to which another one speaks: that of its line.
type listener struct{ open bool }

func (l *listener) Opened(int64)                    { l.open = true }
func (l *listener) Closed()                         { l.open = false }
func (l *listener) Listening() bool                 { return l.open }
func (l *listener) Answering() bool                 { return l.open }
func (l *listener) heard(int64, []byte)             {}
func (l *listener) Step(dst []byte, _ int64) []byte { return dst }
func (l *listener) Deadline() int64                 { return math.MaxInt64 }
func (l *listener) about() boardAbout               { return boardAbout{} }
