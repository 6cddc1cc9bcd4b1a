package chesslink

import (
	"bytes"
	"strings"
	"testing"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/sensortest"
)

var setUp = sensortest.SetUp

// TestBoardBytes: the messages are the maker's examples.
func TestBoardBytes(t *testing.T) {
	below, above := Board{Firmware: [2]byte{1, 3}}, Board{Turned: true, Seven: true}
	for _, c := range []struct {
		what string
		got  []byte
		want []byte
	}{
		{"after a scan", below.Step(nil, setUp), inBit7(whiteBelow)},
		{"h1 first, seven bits", above.Step(nil, setUp), []byte(whiteAbove)},
		{"status", below.Command(nil, sensortest.Bytes(t, "d3 b5 b3")), inBit7(whiteBelow)},
		{"status, seven bits", above.Command(nil, []byte("S53")), []byte(whiteAbove)},
		{"version", below.Command(nil, sensortest.Bytes(t, "d6 b5 b6")), sensortest.Bytes(t, "76 b0 31 b0 b3 37 34")},
		{"lights", below.Command(nil, inBit7(summed("L32"+strings.Repeat("00FF", 40)+"CC"))), inBit7("l6C")},
		{"lights off", below.Command(nil, inBit7("X58")), inBit7("x78")},
		{"reset", below.Command(nil, inBit7("T54")), nil},
		{"write", below.Command(nil, inBit7("W020356")), inBit7(summed("w0203"))},
		{"read", below.Command(nil, inBit7("R0250")), inBit7(summed("r0203"))},
		{"wrong parity", below.Command(nil, []byte("S53")), nil},
		{"wrong checksum", below.Command(nil, inBit7("S54")), nil},
		{"no command", below.Command(nil, inBit7("?Q"+"I00")), nil},
		{"too few lights", below.Command(nil, inBit7(summed("L32"+strings.Repeat("00FF", 40)))), nil},
		{"then a command", below.Command(nil, inBit7("S53")), inBit7(whiteBelow)},
	} {
		if !bytes.Equal(c.got, c.want) {
			t.Errorf("%s: %q, want %q", c.what, c.got, c.want)
		}
	}
}

// TestBoardReports: what register 02 makes of eight scans, of which the third is
// the first to see a lifted piece.
func TestBoardReports(t *testing.T) {
	for _, c := range []struct {
		registers [4]byte
		want      string // a letter for each scan
	}{
		{[4]byte{0, 0, 0}, "ssssssss"},
		{[4]byte{0, 0, 1}, "........"},
		{[4]byte{0, 20, 2, 20}, ".s.s.s.s"},  // 40.96 ms a scan, 81.92 ms a report
		{[4]byte{0, 14, 2, 20}, ".s.s.s.s"},  // 14 counts as 20
		{[4]byte{0, 255, 2, 20}, "ssssssss"}, // a scan takes longer
		{[4]byte{0, 0, 3}, "..s....."},
		{[4]byte{0, 0, 4}, "...s...."},
		{[4]byte{0, 0, 7}, "......s."},
	} {
		var b Board
		b.Registers[Reports] = reportChange
		b.Step(nil, setUp)
		copy(b.Registers[:], c.registers[:])
		got := ""
		for n := range 8 {
			var out []byte
			if n == 2 {
				out = b.Step(nil, sensor.Record{Word: sensor.Lift, Square: placement.E2})
			} else {
				out = b.Scan(nil)
			}
			if len(out) > 0 {
				got += string(out[0])
			} else {
				got += "."
			}
		}
		if got != c.want {
			t.Errorf("registers %v: %s, want %s", c.registers, got, c.want)
		}
	}
}

// TestBoardOtherRecords: what is none of a board's business does nothing.
func TestBoardOtherRecords(t *testing.T) {
	var b Board
	for _, r := range []sensor.Record{{Word: sensor.Link, On: true}, {Word: sensor.Cmd}, {Word: sensor.Rx, Data: []byte{1}}, {Word: sensor.Press}} {
		if got := b.Step(nil, r); len(got) > 0 {
			t.Errorf("%v: sent % x", r.Word, got)
		}
	}
	b.Step(nil, sensor.Record{Word: sensor.Drop, Square: placement.E4, Piece: placement.Unknown})
	b.Step(nil, sensor.Record{Word: sensor.Drop, Square: placement.NoSquare, Piece: placement.WhitePawn})
	if b.pieces != (placement.Placement{}) {
		t.Errorf("pieces %v", b.pieces)
	}
}

// TestSeated: whichever square comes first, what comes out is the game.
func TestSeated(t *testing.T) {
	for _, turned := range []bool{false, true} {
		b := Board{Turned: turned}
		data := b.Step(nil, setUp)
		for _, r := range []sensor.Record{
			{Word: sensor.Lift, Square: placement.E2},
			{Word: sensor.Drop, Square: placement.E4, Piece: placement.WhitePawn},
			{Word: sensor.Lift, Square: placement.G8},
			{Word: sensor.Drop, Square: placement.F6, Piece: placement.BlackKnight},
		} {
			data = b.Step(data, r)
		}
		var d Decoder
		var s sensor.Orienter
		var out []sensor.Record
		for _, r := range d.Step(nil, 0, data) {
			out = s.Step(out, r)
		}
		sensortest.Expect(t, out, sensortest.Initial, "lift e2 P", "drop e4 P", "lift g8 n", "drop f6 n")
	}
}
