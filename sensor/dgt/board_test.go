package dgt

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/sensortest"
)

var handsSeen = []string{
	sensortest.Initial,
	"clock 180000 180000 -", "clock 180000 180000 w",
	"lift e2 P", "drop e4 P",
	"press w", "clock 180000 180000 b", "clock 178000 180000 b",
	"lift d7 p", "drop d5 p",
	"press b", "clock 178000 180000 w",
	"drop d5 P", "lift e4 P",
	"press w", "clock 178000 180000 b",
	"clock 178000 180000 -", "clock 178000 0 -", "flag b",
}

// TestOrientations: whichever way the board lies, an Orienter returns the game. The
// first press shows that a clock stands the other way round.
func TestOrientations(t *testing.T) {
	crossed := append([]string{}, handsSeen...)
	crossed[2] = "clock 180000 180000 b" // White's clock runs, but who would know yet
	crossed = append(crossed[:5], append([]string{"fault the moves show that the clock stands the other way round"}, crossed[5:]...)...)
	for _, c := range []struct {
		turned, crossed bool
		want            []string
	}{{false, false, handsSeen}, {true, false, handsSeen}, {false, true, crossed}, {true, true, crossed}} {
		t.Run(fmt.Sprintf("turned %v crossed %v", c.turned, c.crossed), func(t *testing.T) {
			b := Board{Turned: c.turned, ClockCrossed: c.crossed}
			b.Step(nil, sensortest.SetUp)
			data := b.Command(nil, []byte{byte(SendBoard), byte(UpdateNice)})
			for _, r := range sensortest.Hands(t) {
				data = b.Step(data, r)
			}
			var d Decoder
			var o sensor.Orienter
			var out []sensor.Record
			for _, r := range d.Step(nil, 0, data) {
				out = o.Step(out, r)
			}
			sensortest.Expect(t, out, c.want...)
		})
	}
}

// TestBoardBytes: the messages are those of real boards.
func TestBoardBytes(t *testing.T) {
	b := Board{Number: 1025, Firmware: [2]byte{1, 2}}
	b.Step(nil, sensortest.SetUp)
	turned := Board{Turned: true}
	turned.Step(nil, sensortest.SetUp)
	for _, c := range []struct {
		what string
		got  []byte
		want string
	}{
		{"dump", b.Command(nil, []byte{0x42}), dumpNormal},
		{"dump, turned", turned.Command(nil, []byte{0x42}), dumpTurned},
		{"version", b.Command(nil, []byte{0x4d}), "9300050102"},
		{"serial number", b.Command(nil, []byte{0x45}), "9100083031303235"},
		{"long serial number", b.Command(nil, []byte{0x55}), "a2000d30303030303031303235"},
		{"no clock", b.Command(nil, []byte{0x41}), "8d000a00000000000020"},
		{"trademark", b.Command(nil, []byte{0x47}), ""},
		{"anything else", b.Command(nil, []byte{0x2b, 0x4e, 0x50, 0x60, 0x80, 0xff}), ""},
	} {
		if !bytes.Equal(c.got, sensortest.Bytes(t, c.want)) {
			t.Errorf("%s: % x, want %s", c.what, c.got, c.want)
		}
	}
}

// TestBoardModes: what a board reports by itself in each mode.
func TestBoardModes(t *testing.T) {
	move := sensor.Record{Word: sensor.Lift, Square: placement.E2, Piece: placement.WhitePawn}
	tick := sensor.Record{Word: sensor.Clock, Times: [2]int64{181000, 182000}, Running: sensor.WhiteRuns}
	const field, clock = "8e00053400", "8d000a20030220030109"
	for name, c := range map[string]struct {
		commands []byte
		want     string
	}{
		"power-up":     {nil, ""},
		"reset":        {[]byte{0x4b, 0x40}, ""},
		"update":       {[]byte{0x43}, field + clock},
		"update board": {[]byte{0x44}, field},
		"update nice":  {[]byte{0x4b}, field + clock},
		"asked beside": {[]byte{0x4b, 0x4d}, field + clock},
	} {
		var b Board
		b.Step(nil, sensortest.SetUp)
		b.Command(nil, c.commands)
		got := b.Step(b.Step(nil, move), tick)
		got = b.Step(b.Step(got, move), tick) // the same again is no news
		if !bytes.Equal(got, sensortest.Bytes(t, c.want)) {
			t.Errorf("%s: % x, want %s", name, got, c.want)
		}
	}
}

// TestBoardOtherRecords: records that do not concern a board do nothing.
func TestBoardOtherRecords(t *testing.T) {
	var b Board
	b.Command(nil, []byte{byte(UpdateNice)})
	for _, r := range []sensor.Record{{Word: sensor.Link, On: true}, {Word: sensor.Cmd}, {Word: sensor.Rx, Data: []byte{1}},
		{Word: sensor.Drop, Square: placement.E4, Piece: placement.Unknown},
		{Word: sensor.Drop, Square: placement.NoSquare, Piece: placement.WhitePawn}} {
		if got := b.Step(nil, r); len(got) > 0 {
			t.Errorf("%v: sent % x", r.Word, got)
		}
	}
}

// TestBoardClock: pauses, and times that the display cannot show.
func TestBoardClock(t *testing.T) {
	var b Board
	b.Command(nil, []byte{byte(UpdateNice)})
	for _, c := range []struct {
		record sensor.Record
		want   string
	}{
		{sensor.Record{Word: sensor.Clock, Times: [2]int64{182999, 59000}, Running: sensor.BlackRuns}, "8d000a20005920030213"},
		{sensor.Record{Word: sensor.Pause}, "8d000a20005920030212"},
		{sensor.Record{Word: sensor.Resume}, "8d000a20005920030213"},
		{sensor.Record{Word: sensor.Press, Side: placement.Black}, "8d000a20005920030209"},
		{sensor.Record{Word: sensor.Clock, Times: [2]int64{36000000, -5}}, "8d000a20000029595908"},
		{sensor.Record{Word: sensor.Flag, Side: placement.White}, "8d000a20000030000008"},
	} {
		if got := b.Step(nil, c.record); !bytes.Equal(got, sensortest.Bytes(t, c.want)) {
			t.Errorf("%v: % x, want %s", c.record.Word, got, c.want)
		}
	}
}
