package main

import (
	"cmp"

	"github.com/boardd/boardd/sensor"
)

// setAddress says which board it is of those that share a line.
func (e *engine) setAddress(address int) {
	e.address = address
	if d, ok := e.decoder.(addressed); ok {
		d.setAddress(address)
	}
}

// read has bytes decoded as those of a board of a family.
func (e *engine) read(f *family) {
	e.decoder = f.decoder()
	e.setAddress(e.address)
	if d, ok := e.decoder.(distruster); ok && e.blind {
		d.distrust()
	}
	if d, ok := e.decoder.(teachable); ok {
		d.teach(e.men, e.array)
	}
	e.about.Kind, e.about.Sensor, e.talks = f.name, f.sensor, f.talks
	if e.tracker != nil && !e.lateSaid {
		e.tracker.SetLate(f.late)
	}
}

// meet has bytes decoded as those of a board that was found at the port.
func (e *engine) meet(r *sensor.Record) {
	if f := familyNamed(string(r.Data)); f != nil {
		e.read(f)
		e.fair.add([]sensor.Record{*r})
		e.about.Serial, e.about.Clock = "", false
		e.describe(r.At)
	}
}

// describe says what the board has told of itself.
func (e *engine) describe(at int64) {
	if e.encoder == nil {
		return
	}
	board := e.decoder.about()
	e.about.Serial, e.about.Clock = cmp.Or(board.longSerial, board.serial), board.clock
	e.about.Sensor = cmp.Or(board.sensor, e.about.Sensor)
	e.messages = e.encoder.Info(e.messages, at, e.about)
}
