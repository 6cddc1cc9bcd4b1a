package main

import (
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/centaur"
	"github.com/boardd/boardd/sensor/certabo"
	"github.com/boardd/boardd/sensor/chesslink"
	"github.com/boardd/boardd/sensor/dgt"
	"github.com/boardd/boardd/sensor/dgt/bus"
	"github.com/boardd/boardd/sensor/numbers"
	"github.com/boardd/boardd/sensor/tabutronic"
	"github.com/boardd/boardd/sensor/text"
)

// boardModel is a board as the boards' packages have it, for demo and tests.
type boardModel interface {
	Step(dst []byte, r sensor.Record) []byte
	Command(dst, commands []byte) []byte
}

// scanModel is one that talks by itself.
type scanModel interface {
	boardModel
	Scan(dst []byte) []byte
}

// numbersModel is one that sends numbers, and is asked nothing.
type numbersModel struct{ numbers.Talker }

func (b numbersModel) Step(dst []byte, r sensor.Record) []byte {
	b.Talker.Step(r)
	return dst
}

func (b numbersModel) Command(dst, _ []byte) []byte { return dst }

func (b numbersModel) Scan(dst []byte) []byte { return b.Frame(dst) }

// model is how a board of a family is simulated.
type model struct {
	make  func() boardModel
	baud  int
	cue   byte  // what a host sends when it looks at the board; 0: nothing
	every int64 // of a scanModel: milliseconds between two scans
	blind bool  // it takes men whose names are not known
}

// models are the simulated boards, by family.
var models = map[string]model{
	"dgt": {baud: 9600, cue: byte(dgt.UpdateNice),
		make: func() boardModel { return &dgt.Board{Number: 1025, Firmware: [2]byte{1, 8}} }},
	"chesslink": {baud: 38400, cue: 0xd6, every: 41, // V; a scan of the maker's settings
		make: func() boardModel { return &chesslink.Board{Firmware: [2]byte{1, 3}} }},
	"certabo": {baud: 38400, every: certabo.FrameTime,
		make: func() boardModel { return numbersModel{new(certabo.Board)} }},
	"tabutronic": {baud: 38400, every: tabutronic.FrameTime, blind: true,
		make: func() boardModel { return numbersModel{new(tabutronic.Board)} }},
	"centaur": {baud: 1000000, cue: byte(bus.SendChanges), blind: true,
		make: func() boardModel { return &centaur.Board{Address: 0x0350} }},
	"text": {baud: 115200, cue: 'b', blind: true, // of board?
		make: func() boardModel { return &text.Board{Serial: "0042", Firmware: "2.1"} }},
}
