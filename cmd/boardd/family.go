package main

import (
	"go.bug.st/serial"

	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/centaur"
	"github.com/boardd/boardd/sensor/certabo"
	"github.com/boardd/boardd/sensor/chesslink"
	"github.com/boardd/boardd/sensor/dgt"
	"github.com/boardd/boardd/sensor/dgt/bus"
	"github.com/boardd/boardd/sensor/tabutronic"
	"github.com/boardd/boardd/sensor/text"
)

// family is one kind of board: what its line is like, what may be sent to it,
// and who reads it and speaks to it. A new one is a line in families, with an
// adapter of a few lines if its package is like the others, and a value of the
// log's header board.
type family struct {
	name    string            // as configuration and header say it
	sensor  string            // what it can tell: identified, occupancy; empty if its boards differ
	port    sensor.PortConfig // without a name
	late    int64             // how long after an act it may tell it, in milliseconds; 0: as a DGT board
	talks   bool              // it says all the time what it shows: most of that is not news
	decoder func() decoder
	host    func() host
	dull    func(data []byte) bool // what goes to and fro all the time and tells nothing; nil: there is no such thing
}

// decoder reads what a board sends, in the board's own terms.
type decoder interface {
	Step(dst []sensor.Record, at int64, data []byte) []sensor.Record
	Reset() // what was held is out of date
	about() boardAbout
}

// distruster is a decoder of boards that may name men without knowing them; the
// bytes do not tell.
type distruster interface{ distrust() }

// addressed is a decoder of boards of which several share a line.
type addressed interface{ setAddress(address int) }

// boardAbout is what a board has told of itself; empty is what it has not.
type boardAbout struct {
	serial     string
	longSerial string // if it has another one that is longer
	version    string // of its firmware
	sensor     string // as in family, if only the board itself knows
	clock      bool   // a clock is attached
}

// host decides what is sent to a board and when. Times are milliseconds.
type host interface {
	Opened(at int64) // the port; again, if it was
	Closed()
	Listening() bool // what is read counts
	Answering() bool // there is a board, and it answers or talks by itself
	heard(at int64, data []byte)
	Step(dst []byte, at int64) []byte // appends what is to be sent now
	Deadline() int64                  // when Step must be called at the latest
	about() boardAbout
}

// families are all kinds of boards that there are.
var families = []family{
	{name: "dgt", sensor: "identified",
		port:    sensor.PortConfig{Baud: 9600, DataBits: 8, Parity: serial.NoParity, StopBits: serial.OneStopBit, Allow: dgt.Allowed},
		decoder: func() decoder { return new(dgtDecoder) },
		host:    func() host { return &counted[dgt.Counts]{new(dgt.Host), new(dgtDecoder)} }},
	{name: busFamily, sensor: "identified",
		port:    sensor.PortConfig{Baud: 9600, DataBits: 8, Parity: serial.NoParity, StopBits: serial.OneStopBit, DTR: sensor.LineOff, RTS: sensor.LineOff, AllowWrite: bus.Allowed},
		decoder: func() decoder { return new(busDecoder) },
		host:    func() host { return new(listener) }},
	{name: "centaur", sensor: "occupancy",
		port:    sensor.PortConfig{Baud: 1_000_000, DataBits: 8, Parity: serial.NoParity, StopBits: serial.OneStopBit, AllowWrite: centaur.Allowed},
		decoder: func() decoder { return new(centaurDecoder) },
		host:    func() host { return &counted[centaur.Counts]{new(centaur.Host), new(centaurDecoder)} },
		dull:    bus.Dull},
	{name: "chesslink", sensor: "identified", talks: true,
		port: sensor.PortConfig{Baud: 38400, DataBits: 8, Parity: serial.NoParity, StopBits: serial.OneStopBit, DTR: sensor.LineOff,
			Allow: chesslink.Allowed}, // with the parity in bit 7
		decoder: func() decoder { return new(chesslinkDecoder) },
		host:    newChesslinkHost},
	{name: "certabo", sensor: "identified", late: certabo.Late, talks: true,
		port:    sensor.PortConfig{Baud: 38400, DataBits: 8, Parity: serial.NoParity, StopBits: serial.OneStopBit, Allow: certabo.Allowed},
		decoder: func() decoder { return new(certaboDecoder) },
		host:    func() host { return &counted[certabo.Counts]{new(certabo.Host), new(certaboDecoder)} }},
	{name: "tabutronic", sensor: "occupancy", talks: true,
		port:    sensor.PortConfig{Baud: 38400, DataBits: 8, Parity: serial.NoParity, StopBits: serial.OneStopBit, Allow: tabutronic.Allowed},
		decoder: func() decoder { return new(tabutronicDecoder) },
		host:    func() host { return &counted[tabutronic.Counts]{new(tabutronic.Host), new(tabutronicDecoder)} }},
	{name: "text",
		port:    sensor.PortConfig{Baud: 115200, DataBits: 8, Parity: serial.NoParity, StopBits: serial.OneStopBit, Allow: text.Allowed},
		decoder: func() decoder { return new(textDecoder) },
		host:    func() host { return &counted[text.Counts]{new(text.Host), new(textDecoder)} }},
}

// familyNamed is nil if there is none of that name.
func familyNamed(name string) *family {
	for i := range families {
		if families[i].name == name {
			return &families[i]
		}
	}
	return nil
}

// familyNames are in the order of the table.
func familyNames() []string {
	var names []string
	for i := range families {
		names = append(names, families[i].name)
	}
	return names
}

// counted is a host as the boards' packages have it: what was read it knows by
// a decoder's counts. It has a decoder of its own for that.
type counted[C any] struct {
	hostOf[C]
	decoder counter[C]
}

// hostOf is a host that is told counts.
type hostOf[C any] interface {
	Opened(at int64)
	Closed()
	Listening() bool
	Answering() bool
	Step(dst []byte, at int64, c C) []byte
	Deadline() int64
}

type counter[C any] interface {
	decoder
	Counts() C
}

func (h *counted[C]) Opened(at int64) {
	h.decoder.Reset()
	h.hostOf.Opened(at)
}

// askAgain has the board asked for everything again without a new beginning, in
// which it would not be heard for a moment, if its host can.
func (h *counted[C]) askAgain() bool {
	asker, ok := h.hostOf.(interface{ AskAgain() })
	if ok {
		asker.AskAgain()
	}
	return ok
}

// wantLog has the board's log asked for, if its host can.
func (h *counted[C]) wantLog() {
	if host, ok := h.hostOf.(interface{ WantLog() }); ok {
		host.WantLog()
	}
}

func (h *counted[C]) heard(at int64, data []byte) { h.decoder.Step(nil, at, data) }

func (h *counted[C]) Step(dst []byte, at int64) []byte {
	return h.hostOf.Step(dst, at, h.decoder.Counts())
}

func (h *counted[C]) about() boardAbout { return h.decoder.about() }

type dgtDecoder struct{ dgt.Decoder }

func (d *dgtDecoder) about() boardAbout {
	i := d.Info()
	return boardAbout{serial: i.Serial, longSerial: i.LongSerial, version: i.Version, clock: d.Counts().Times > 0}
}

type centaurDecoder struct{ centaur.Decoder }

func (d *centaurDecoder) about() boardAbout {
	if d.Counts().Packets == 0 {
		return boardAbout{}
	}
	return boardAbout{serial: d.Counts().Address.String()}
}

type textDecoder struct{ text.Decoder }

func (d *textDecoder) about() boardAbout {
	i := d.Info()
	a := boardAbout{serial: i.Serial, version: i.Firmware, clock: d.Counts().Times > 0}
	switch i.Kind {
	case "identified":
		a.sensor = "identified"
	case "colour", "occupancy":
		a.sensor = "occupancy"
	}
	return a
}
