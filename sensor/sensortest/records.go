// Package sensortest tests the decoders and hosts of the board families. What
// every family must hold is written here once:
//
//	Stream   any cut of a stream gives the same records, unless it is one of whole
//	         reports; a deleted byte costs one frame at most, and is reported; no
//	         bytes make a decoder panic
//	Desk     a host, its decoder and a simulated board talk to each other
//
// A new family describes its decoder in a Stream and calls the methods of Stream
// in tests of its own. Its other tests are conversations at a Desk.
package sensortest

import (
	"encoding/hex"
	"slices"
	"strings"
	"testing"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// The initial array as Lines writes it, on a board that names the pieces and on
// an occupancy board.
const (
	Initial          = "board rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
	InitialOccupancy = "board ????????/????????/8/8/8/8/????????/????????"
)

// SetUp is the record that puts the initial array on a board.
var SetUp = sensor.Record{Word: sensor.Board, Placement: placement.Initial}

// Bytes returns the bytes of a hexadecimal text; white space does not matter.
func Bytes(t testing.TB, text string) []byte {
	t.Helper()
	data, err := hex.DecodeString(strings.Join(strings.Fields(text), ""))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// Records returns the records of lines of a log without their times, "lift e2".
func Records(t testing.TB, lines ...string) []sensor.Record {
	t.Helper()
	text := sensor.FirstLine + "\n"
	for _, line := range lines {
		text += "0 " + line + "\n"
	}
	records, err := sensor.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return records
}

// Lines returns each record as a log writes it, without its time; a Fault is
// "fault" and its text.
func Lines(records []sensor.Record) []string {
	var out []string
	for _, r := range records {
		if r.Word == sensor.Fault {
			out = append(out, "fault "+string(r.Data))
			continue
		}
		_, line, _ := strings.Cut(string(sensor.AppendRecord(nil, r)), " ")
		out = append(out, strings.TrimSuffix(line, "\n"))
	}
	return out
}

// Expect compares records with what Lines should return for them.
func Expect(t testing.TB, records []sensor.Record, want ...string) {
	t.Helper()
	ExpectLines(t, Lines(records), want...)
}

// ExpectLines compares lines.
func ExpectLines(t testing.TB, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("\n got %q\nwant %q", got, want)
	}
}

// Faultless returns the lines of all records but the faults.
func Faultless(records []sensor.Record) []string {
	return slices.DeleteFunc(Lines(records), func(line string) bool { return strings.HasPrefix(line, "fault ") })
}

// Standing returns what stands on the board after all records.
func Standing(records []sensor.Record) (p placement.Placement) {
	for i := range records {
		Follow(&p, &records[i])
	}
	return p
}

// Follow applies a record to a placement.
func Follow(p *placement.Placement, r *sensor.Record) {
	switch r.Word {
	case sensor.Board:
		*p = r.Placement
	case sensor.Lift:
		p[r.Square] = placement.Empty
	case sensor.Drop:
		p[r.Square] = r.Piece
	}
}

// Hands is a short game with a clock: a move each, a capture in one motion, a
// pause, a flag.
func Hands(t testing.TB) []sensor.Record {
	return Records(t,
		"clock 180000 180000 -", "clock 180000 180000 w",
		"lift e2 P", "drop e4 P", "press w", "clock 178000 180000 b",
		"lift d7 p", "drop d5 p", "press b",
		"drop d5 P", "lift e4 P", "press w", "pause", "flag b")
}

// PortRecords returns what a port reads while hands play on a board that streams its scans.
// The first record is a Link. The bytes of a scan follow at the given interval in
// milliseconds until a time, in reads of up to read bytes; 0 means whole scans. A scan
// shows the board as it was when the scan began; its bytes are spread over the time until
// the next. What the hands did at time 0 stands there from the beginning.
func PortRecords(board interface {
	Board
	Scanner
}, every int64, hands []sensor.Record, until int64, read int) []sensor.Record {
	records := []sensor.Record{{Word: sensor.Link, On: true}}
	for now := int64(0); now < until; now += every {
		for len(hands) > 0 && hands[0].At <= now {
			board.Step(nil, hands[0])
			hands = hands[1:]
		}
		scan := board.Scan(nil)
		size := len(scan)
		for sent := 0; sent < size; {
			n := size - sent
			if read > 0 {
				n = min(read, n)
			}
			at := now + every*int64(sent+n)/int64(size)
			records = append(records, sensor.Record{At: at, Word: sensor.Rx, Data: scan[sent : sent+n]})
			sent += n
		}
	}
	return records
}
