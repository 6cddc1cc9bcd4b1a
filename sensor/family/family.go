// Package family lists the families of boards, and defines what every family
// provides: a decoder, a host, and a simulated board.
//
//	          bytes                records
//	port ─────────────▶ Decoder ─────────────▶ sensor.Orienter
//	  ▲                    │ counts
//	  └─────────────────  Host
//	     commands
//
// The Decoder is that of the engine, and the Host only reads its counts: what a board
// sends is decoded once.
//
// To add a family, write a folder beside this one and add an entry to the table.
// Its name must also be a value of a log's header board; see package sensor.
package family

import (
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/centaur"
	"github.com/boardd/boardd/sensor/certabo"
	"github.com/boardd/boardd/sensor/chesslink"
	"github.com/boardd/boardd/sensor/chessnut"
	"github.com/boardd/boardd/sensor/dgt"
	"github.com/boardd/boardd/sensor/dgt/bus"
	"github.com/boardd/boardd/sensor/ichessone"
	"github.com/boardd/boardd/sensor/numbers"
	"github.com/boardd/boardd/sensor/tabutronic"
	"github.com/boardd/boardd/sensor/text"
)

// Decoder reads what a board sends. Its records are in the board's own squares and
// sides; sensor.Orienter turns them into the game's.
type Decoder interface {
	// Step appends the records that data completes; at is the time in
	// milliseconds. Data may be cut anywhere; the records are the same. Of a HID
	// device data is one report.
	Step(dst []sensor.Record, at int64, data []byte) []sensor.Record
	// Reset forgets what became out of date when the port was opened again.
	Reset()
	// About returns what the board has reported about itself.
	About() sensor.About
	// Recognized reports whether the bytes can only come from a board of this
	// family.
	Recognized() bool
}

// Host decides what is sent to a board and when. Times are milliseconds on any
// clock that does not go back.
type Host interface {
	Opened(at int64)                  // the port was opened, for the first time or again
	Closed()                          // the port is gone
	Listening() bool                  // input counts
	Answering() bool                  // there is a board: it answers, or reports by itself
	Step(dst []byte, at int64) []byte // appends what is to be sent now
	Deadline() int64                  // when Step must be called next; sensor.Never if never
}

// Asker is a Host that can begin with a board that reports already, in place of
// Opened: it asks for everything while the board goes on reporting.
type Asker interface{ AskAgain(at int64) }

// Showing is a Decoder that drops the changes of the board before its first dump, and that appends the dump
// which the board would send now. Another Decoder that begins with it, in the middle of a connection, drops none.
type Showing interface{ AppendShown(dst []byte) []byte }

// Poller is a Host that asks a board all the time what is new. Neither that question
// nor the answer that nothing is new is worth a record: the Decoder does not read the
// answer, neither in a live run nor in a replay.
type Poller interface {
	Polls(sent []byte) bool // reports whether all that was sent is that question
	Idle(read []byte) bool  // takes what was read if all of it is that answer
}

// Logged is a Host of a board that keeps a log of its own, which the Host can request.
type Logged interface{ WantLog() }

// Board is a simulated board.
type Board interface {
	// Step takes a record of a hand or a clock, in terms of the game, and appends what the
	// board sends. A HID device sends one report at most.
	Step(dst []byte, r sensor.Record) []byte
	// Command takes what the host sends, and appends the answer.
	Command(dst, data []byte) []byte
}

// Scanner is a simulated board that scans by itself.
type Scanner interface {
	Board
	// Scan scans the board, and appends what it sends.
	Scan(dst []byte) []byte
}

// Family is a family of boards.
type Family struct {
	Name    string               // in the configuration and in a log's header
	Sensor  string               // identified or occupancy; empty if the board reports it
	Port    sensor.PortConfig    // how the port is opened; Name is empty
	LateMs  int64                // how late after an act a report may come; 0: as from a DGT board
	Streams bool                 // the board sends all squares, continuously or many times a second
	Decoder func() Decoder       // returns a new decoder
	Host    func(d Decoder) Host // returns a new host, which follows the decoder
	Board   func() Board         // returns a new simulated board; nil: there is none
	Cue     byte                 // the simulated board begins when the host sends this; 0: at once
	ScanMs  int64                // between two scans of a simulated Scanner
	Unknown bool                 // the simulated board takes pieces of unknown kind
}

// Bus is the name of the family of several DGT boards on one line.
const Bus = "dgt-bus"

// families is the table of all families.
var families = []Family{
	{
		Name: "dgt", Sensor: "identified",
		Port:    sensor.PortConfig{Baud: 9600, DataBits: 8, Allow: dgt.Allowed},
		Decoder: func() Decoder { return new(dgt.Decoder) },
		Host:    func(d Decoder) Host { return &dgt.Host{Decoder: d.(*dgt.Decoder)} },
		Board:   func() Board { return &dgt.Board{Number: 1025, Firmware: [2]byte{1, 8}} },
		Cue:     byte(dgt.UpdateNice),
	},
	{
		Name: Bus, Sensor: "identified",
		Port:    sensor.PortConfig{Baud: 9600, DataBits: 8, DTR: sensor.LineOff, RTS: sensor.LineOff, AllowWrite: bus.Allowed},
		Decoder: func() Decoder { return new(bus.Decoder) },
		Host:    func(Decoder) Host { return new(bus.Member) },
	},
	{
		Name: "centaur", Sensor: "occupancy",
		Port:    sensor.PortConfig{Baud: 1_000_000, DataBits: 8, AllowWrite: centaur.Allowed},
		Decoder: func() Decoder { return new(centaur.Decoder) },
		Host:    func(d Decoder) Host { return &centaur.Host{Decoder: d.(*centaur.Decoder)} },
		Board:   func() Board { return &centaur.Board{Address: 0x0350} },
		Cue:     byte(bus.SendChanges), Unknown: true,
	},
	{
		Name: "chesslink", Sensor: "identified", Streams: true,
		Port:    sensor.PortConfig{Baud: 38400, DataBits: 8, DTR: sensor.LineOff, Allow: chesslink.Allowed}, // the parity is in bit 7
		Decoder: func() Decoder { return new(chesslink.Decoder) },
		Host:    func(d Decoder) Host { return &chesslink.Host{Decoder: d.(*chesslink.Decoder)} },
		Board:   func() Board { return &chesslink.Board{Firmware: [2]byte{1, 3}} },
		Cue:     0xd6, ScanMs: 41, // the letter V; a scan with the maker's settings
	},
	{
		Name: "chessnut", Sensor: "identified", Streams: true,
		Port:    sensor.PortConfig{Kind: sensor.HIDPort, AllowWrite: chessnut.Allowed},
		Decoder: func() Decoder { return new(chessnut.Decoder) },
		Host:    func(d Decoder) Host { return &chessnut.Host{Decoder: d.(*chessnut.Decoder)} },
		Board:   func() Board { return new(chessnut.Board) },
		Cue:     chessnut.Start()[0], ScanMs: chessnut.ScanTime,
	},
	{
		Name: "certabo", Sensor: "identified", Streams: true, LateMs: certabo.LateMs,
		Port:    sensor.PortConfig{Baud: 38400, DataBits: 8, Allow: numbers.Allowed},
		Decoder: func() Decoder { return new(certabo.Decoder) },
		Host:    func(d Decoder) Host { return &numbers.Host{Decoder: d.(*certabo.Decoder)} },
		Board:   func() Board { return new(certabo.Board) },
		ScanMs:  certabo.FrameTime,
	},
	{
		Name: "ichessone", Sensor: "identified", Streams: true,
		Port:    sensor.PortConfig{Baud: 115200, DataBits: 8, AllowWrite: ichessone.Allowed},
		Decoder: func() Decoder { return new(ichessone.Decoder) },
		Host:    func(d Decoder) Host { return &ichessone.Host{Decoder: d.(*ichessone.Decoder)} },
		Board:   func() Board { return new(ichessone.Board) },
		Cue:     'C', // of CPIRQ
	},
	{
		Name: "tabutronic", Sensor: "occupancy", Streams: true,
		Port:    sensor.PortConfig{Baud: 38400, DataBits: 8, Allow: numbers.Allowed},
		Decoder: func() Decoder { return new(tabutronic.Decoder) },
		Host:    func(d Decoder) Host { return &numbers.Host{Decoder: d.(*tabutronic.Decoder)} },
		Board:   func() Board { return new(tabutronic.Board) },
		ScanMs:  tabutronic.FrameTime, Unknown: true,
	},
	{
		Name:    "text",
		Port:    sensor.PortConfig{Baud: 115200, DataBits: 8, Allow: text.Allowed},
		Decoder: func() Decoder { return new(text.Decoder) },
		Host:    func(d Decoder) Host { return &text.Host{Decoder: d.(*text.Decoder)} },
		Board:   func() Board { return &text.Board{Serial: "0042", Firmware: "2.1"} },
		Cue:     'b', Unknown: true, // the first letter of board?
	},
}

// Named returns the family with a name, nil if there is none.
func Named(name string) *Family {
	for i := range families {
		if families[i].Name == name {
			return &families[i]
		}
	}
	return nil
}

// Names returns the names of all families.
func Names() []string {
	var names []string
	for i := range families {
		names = append(names, families[i].Name)
	}
	return names
}

// Simulated returns the names of the families that have a simulated board.
func Simulated() []string {
	var names []string
	for i := range families {
		if families[i].Board != nil {
			names = append(names, families[i].Name)
		}
	}
	return names
}
