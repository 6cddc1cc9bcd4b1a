package chesslink

import (
	"encoding/hex"
	"fmt"
	"math/bits"
	"reflect"
	"strings"
	"testing"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// The initial array from both sides, as the maker's paper and a driver in wide
// use have it.
const (
	whiteBelow = "srnbqkbnrpppppppp................................PPPPPPPPRNBQKBNR73"
	whiteAbove = "sRNBKQBNRPPPPPPPP................................pppppppprnbkqbnr73"
)

const initial = "board rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"

// status is a placement as a message without its checksum.
func status(t testing.TB, fen string) string {
	t.Helper()
	p, err := placement.Parse(fen)
	if err != nil {
		t.Fatal(err)
	}
	text := []byte("s")
	for rank := 7; rank >= 0; rank-- {
		for file := range 8 {
			text = append(text, p[placement.MakeSquare(file, rank)].Letter())
		}
	}
	return string(text)
}

// summed is a message with its checksum.
func summed(text string) string {
	sum := 0
	for _, ch := range text {
		sum ^= int(ch)
	}
	return fmt.Sprintf("%s%02X", text, sum)
}

// inBit7 is what a port with eight data bits reads of such a text.
func inBit7(text string) []byte {
	data := []byte(text)
	for i, ch := range data {
		if bits.OnesCount8(ch)%2 == 0 {
			data[i] |= 0x80
		}
	}
	return data
}

// wire is bytes from their hexadecimal form.
func wire(t testing.TB, text string) []byte {
	t.Helper()
	data, err := hex.DecodeString(strings.ReplaceAll(text, " ", ""))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// lines is each record as in a log without its time; a Fault as "fault …".
func lines(records []sensor.Record) []string {
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

func expect(t *testing.T, records []sensor.Record, want ...string) {
	t.Helper()
	got := lines(records)
	if len(got) != len(want) || len(want) > 0 && !reflect.DeepEqual(got, want) {
		t.Errorf("\n got %q\nwant %q", got, want)
	}
}

// TestInitialArray: as text, and as the bytes of a line with parity in bit 7,
// which somebody worked out by hand.
func TestInitialArray(t *testing.T) {
	below := "73 f2 6e 62 f1 6b 62 6e f2" + strings.Repeat("70", 8) + strings.Repeat("ae", 32) +
		strings.Repeat("d0", 8) + "52 ce c2 51 cb c2 ce 52 37 b3"
	above := "73 52 ce c2 cb 51 c2 ce 52" + strings.Repeat("d0", 8) + strings.Repeat("ae", 32) +
		strings.Repeat("70", 8) + "f2 6e 62 6b f1 62 6e f2 37 b3"
	const turned = "board RNBKQBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbkqbnr" // in the board's own squares
	for _, c := range []struct {
		name  string
		data  []byte
		want  string
		order sensor.Orientation
	}{
		{"seven bits", []byte(whiteBelow), initial, sensor.Normal},
		{"seven bits, h1 first", []byte(whiteAbove), turned, sensor.Rotated},
		{"eight bits", wire(t, below), initial, sensor.Normal},
		{"eight bits, h1 first", wire(t, above), turned, sensor.Rotated},
		{"asked for by G", []byte("g" + whiteBelow[1:65] + "67"), initial, sensor.Normal},
	} {
		var d Decoder
		got := d.Step(nil, 7, c.data)
		expect(t, got, c.want)
		if len(got) == 1 && got[0].At != 7 || d.Info().Order != c.order {
			t.Errorf("%s: %+v, order %v, want %v", c.name, got, d.Info().Order, c.order)
		}
	}
}

// TestOrderStays: once seen, the order is known in the middle of a game too.
func TestOrderStays(t *testing.T) {
	var d Decoder
	d.Step(nil, 0, []byte(summed(status(t, "8/8/8/4k3/8/4K3/8/8"))))
	if got := d.Info().Order; got != sensor.Auto {
		t.Errorf("bare kings show order %v", got)
	}
	d.Step(nil, 0, []byte(whiteAbove+summed(status(t, "8/8/8/4k3/8/4K3/8/8"))))
	d.Reset()
	if got := d.Info().Order; got != sensor.Rotated {
		t.Errorf("order %v", got)
	}
}

// TestChanges: whole boards, one after the other, and what each brings.
func TestChanges(t *testing.T) {
	const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
	for name, c := range map[string]struct {
		boards []string
		want   []string
	}{
		"nothing new": {[]string{start, start}, []string{initial}},
		"a man in the air": {[]string{start, "rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"},
			[]string{initial, "lift e2 P", "drop e4 P"}},
		"a move within a scan": {[]string{start, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"},
			[]string{initial, "lift e2 P", "drop e4 P"}},
		"seen on both squares": {[]string{start, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPPPPPP/RNBQKBNR", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"},
			[]string{initial, "drop e4 P", "lift e2 P"}},
		"a capture within a scan": {[]string{"4k3/8/8/3p4/4P3/8/8/4K3", "4k3/8/8/3P4/8/8/8/4K3"},
			[]string{"board 4k3/8/8/3p4/4P3/8/8/4K3", "lift e4 P", "drop d5 P"}},
		"in the middle of castling": {[]string{"4k3/8/8/8/8/8/8/4K2R", "4k3/8/8/8/8/8/8/7R", "4k3/8/8/8/8/8/8/6KR", "4k3/8/8/8/8/8/8/5RK1"},
			[]string{"board 4k3/8/8/8/8/8/8/4K2R", "lift e1 K", "drop g1 K", "lift h1 R", "drop f1 R"}},
		"all corners": {[]string{"r6k/8/8/8/8/8/8/R6K", "8/8/8/8/8/8/8/8"},
			[]string{"board r6k/8/8/8/8/8/8/R6K", "lift a1 R", "lift h1 K", "lift a8 r", "lift h8 k"}},
		"every man": {[]string{"8/8/8/8/8/8/8/8", "rnbqkp2/8/8/8/8/8/8/RNBQKP2"},
			[]string{"board 8/8/8/8/8/8/8/8", "drop a1 R", "drop b1 N", "drop c1 B", "drop d1 Q", "drop e1 K", "drop f1 P",
				"drop a8 r", "drop b8 n", "drop c8 b", "drop d8 q", "drop e8 k", "drop f8 p"}},
	} {
		t.Run(name, func(t *testing.T) {
			var d Decoder
			var got []sensor.Record
			for _, fen := range c.boards {
				got = d.Step(got, 7, []byte(summed(status(t, fen))))
			}
			expect(t, got, c.want...)
		})
	}
}

// TestOccupancy: letters that are guesses tell only that there is a man.
func TestOccupancy(t *testing.T) {
	d := Decoder{Occupancy: true}
	d.Reset()
	got := d.Step(nil, 0, []byte(whiteBelow))
	got = d.Step(got, 0, []byte(summed(status(t, "rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR"))))
	got = d.Step(got, 0, []byte(summed(status(t, "rnbqkbnr/pppppppp/8/8/4Q3/8/PPPP1PPP/RNBQKBNR"))))
	got = d.Step(got, 0, []byte(summed(status(t, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"))))
	expect(t, got, "board ????????/????????/8/8/8/8/????????/????????", "lift e2", "drop e4")
	if d.Info().Order != sensor.Auto {
		t.Error("guesses show an order")
	}
}

func TestInfo(t *testing.T) {
	var d Decoder
	expect(t, d.Step(nil, 0, wire(t, "76 b0 31 b0 b3 37 34"))) // the maker's example
	expect(t, d.Step(nil, 0, []byte("l6C"+"x78"+summed("r011E")+summed("w020356"[:5])+summed("r1107")+summed("r0000"))))
	i := d.Info()
	want := Info{Version: "01.03"}
	want.Registers[ScanTime].Known, want.Registers[ScanTime].Value = true, 0x1e
	want.Registers[Reports].Known, want.Registers[Reports].Value = true, 3
	want.Registers[Checks].Known = true
	if i != want {
		t.Errorf("got %+v\nwant %+v", i, want)
	}
	if c := d.Counts(); c.Messages != 7 || c.Versions != 1 || c.Reads != 3 || c.Writes != 1 || c.Registers != want.Registers || c.Lost != 0 {
		t.Errorf("counts %+v", c)
	}
	d.Reset()
	if d.Info() != (Info{Version: "01.03"}) || d.Counts().Messages != 7 {
		t.Errorf("Reset left %+v, %+v", d.Info(), d.Counts())
	}
}

// TestReset: after it the board is shown whole again.
func TestReset(t *testing.T) {
	var d Decoder
	d.Step(nil, 0, []byte(whiteBelow+whiteBelow[:20]))
	d.Reset()
	expect(t, d.Step(nil, 9, []byte(whiteBelow)), initial)
	if c := d.Counts(); c.Bytes != 2*67+20 || c.Boards != 2 || c.Lost != 0 {
		t.Errorf("counts %+v", c)
	}
}

// TestGap: what has changed while the line was disturbed is shown as a scan, if
// that was long enough for more than one act of a hand.
func TestGap(t *testing.T) {
	const after = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"
	for _, c := range []struct {
		took int64
		want []string
	}{
		{499, []string{"lift e2 P", "drop e4 P"}},
		{500, []string{"board " + after}},
	} {
		var d Decoder
		d.Step(nil, 0, []byte(whiteBelow))
		d.Step(nil, 60000, []byte("snr?"))
		got := d.Step(nil, 60000+c.took, []byte(summed("v0103")+summed(status(t, after))))
		expect(t, got, append([]string{"fault 4 bytes thrown away: message s cut off after 3 characters"}, c.want...)...)
		expect(t, d.Step(nil, 70000, []byte(whiteBelow)), "lift e4 P", "drop e2 P")
	}
}
