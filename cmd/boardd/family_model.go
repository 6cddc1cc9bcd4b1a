package main

import (
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/chesslink"
	"github.com/boardd/boardd/sensor/dgt"
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

// model is how a board of a family is simulated.
type model struct {
	make  func() boardModel
	baud  int
	cue   byte  // what a host sends once it has looked at the board; 0: nothing
	every int64 // of a scanModel: milliseconds between two scans
	blind bool  // it takes men whose names are not known
}

// models are the simulated boards, by family.
var models = map[string]model{
	"dgt": {baud: 9600, cue: byte(dgt.UpdateNice),
		make: func() boardModel { return &dgt.Board{Number: 1025, Firmware: [2]byte{1, 8}} }},
	"chesslink": {baud: 38400, cue: 0xd6, every: 41, // V; a scan of the maker's settings
		make: func() boardModel { return &chesslink.Board{Firmware: [2]byte{1, 3}} }},
	"text": {baud: 115200, cue: 'b', blind: true, // of board?
		make: func() boardModel { return &text.Board{Serial: "0042", Firmware: "2.1"} }},
}
