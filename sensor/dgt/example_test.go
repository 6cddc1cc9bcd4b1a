package dgt_test

import (
	"fmt"

	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/dgt"
)

// A board sends its dump, then a field update for each square that changes. Here
// White moves the pawn from e2 to e4: a message is its id, its length and, for an
// update, a square from a8 to h1 and a piece code.
func ExampleDecoder() {
	dump := []byte{0x86, 0x00, 0x43}
	for range 64 {
		dump = append(dump, 0) // empty
	}
	dump[3+52] = 0x01 // a white pawn on e2, the 53rd square from a8
	lift := []byte{0x8e, 0x00, 0x05, 52, 0x00}
	drop := []byte{0x8e, 0x00, 0x05, 36, 0x01}

	var d dgt.Decoder
	var records []sensor.Record
	records = d.Step(records, 0, dump)
	records = d.Step(records, 900, lift[:2]) // a read may end anywhere
	records = d.Step(records, 910, lift[2:])
	records = d.Step(records, 1200, drop)
	for _, r := range records {
		fmt.Print(string(sensor.AppendRecord(nil, r)))
	}
	// Output:
	// 0 board 8/8/8/8/8/8/4P3/8
	// 910 lift e2 P
	// 1200 drop e4 P
}

// A Host decides what is sent to the board and when. It has no clock and no port:
// the caller brings both.
func ExampleHost() {
	decoder := new(dgt.Decoder)
	host := dgt.Host{Decoder: decoder}
	board := dgt.Board{Number: 1025} // behaves like a board

	host.Opened(0)
	for host.Deadline() <= 1100 {
		at := host.Deadline()
		commands := host.Step(nil, at)
		fmt.Printf("%d ms: % x\n", at, commands)
		decoder.Step(nil, at, board.Command(nil, commands))
	}
	fmt.Println("serial number", decoder.Info().Serial)
	fmt.Println("the board answers:", host.Answering())
	// Output:
	// 500 ms: 40
	// 600 ms: 4d
	// 700 ms: 45
	// 800 ms: 55
	// 900 ms: 42
	// 1000 ms: 41
	// 1100 ms: 4b
	// serial number 01025
	// the board answers: true
}
