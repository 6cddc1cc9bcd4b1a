package dgt

import (
	"encoding/hex"
	"reflect"
	"strings"
	"testing"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// wire is bytes from their hexadecimal form; spaces do not matter.
func wire(t testing.TB, text string) []byte {
	t.Helper()
	data, err := hex.DecodeString(strings.NewReplacer(" ", "", "\n", "", "\t", "").Replace(text))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// The dumps of the initial array, on a board that lies normally and on one
// that lies the other way, as recorded from real boards.
const (
	dumpNormal = `86 00 43 08 09 0a 0c 0b 0a 09 08 07 07 07 07 07 07 07 07
		00000000000000000000000000000000 00000000000000000000000000000000
		01 01 01 01 01 01 01 01 02 03 04 06 05 04 03 02`
	dumpTurned = `86 00 43 02 03 04 05 06 04 03 02 01 01 01 01 01 01 01 01
		00000000000000000000000000000000 00000000000000000000000000000000
		07 07 07 07 07 07 07 07 08 09 0a 0b 0c 0a 09 08`
)

const initial = "board rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"

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

// decode feeds a fresh decoder that has seen the initial array.
func decode(t *testing.T, d *Decoder, text string) []sensor.Record {
	t.Helper()
	return d.Step(nil, 7, wire(t, text))
}

func afterDump(t *testing.T) *Decoder {
	t.Helper()
	d := new(Decoder)
	expect(t, decode(t, d, dumpNormal), initial)
	return d
}

func TestDump(t *testing.T) {
	var d Decoder
	got := decode(t, &d, dumpNormal)
	expect(t, got, initial)
	if got[0].At != 7 || got[0].Placement != placement.Initial {
		t.Errorf("got %+v", got[0])
	}
	// The turned board in its own squares: Black stands at the bottom.
	expect(t, decode(t, &d, dumpTurned), "board RNBKQBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbkqbnr")
}

func TestFieldUpdates(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want []string
	}{
		"a move":                        {"8e00053400 8e00052401", []string{"lift e2 P", "drop e4 P"}},
		"corners":                       {"8e00050000 8e00050700 8e00053800 8e00053f00", []string{"lift a8 r", "lift h8 r", "lift a1 R", "lift h1 R"}},
		"every piece":                   {"8e00052001 8e00052102 8e00052203 8e00052304 8e00052405 8e00052506", []string{"drop a4 P", "drop b4 R", "drop c4 N", "drop d4 B", "drop e4 K", "drop f4 Q"}},
		"every black piece":             {"8e00052007 8e00052108 8e00052209 8e0005230a 8e0005240b 8e0005250c", []string{"drop a4 p", "drop b4 r", "drop c4 n", "drop d4 b", "drop e4 k", "drop f4 q"}},
		"capture in one update":         {"8e00050801", []string{"drop a7 P"}},
		"both squares at once":          {"8e00052401 8e00053400", []string{"drop e4 P", "lift e2 P"}},
		"empty on empty":                {"8e00052400", nil},
		"the same piece again":          {"8e00053401", nil},
		"bits that nobody explains":     {"8e00053471", nil},
		"such bits on a lifted square":  {"8e00053440", []string{"lift e2 P"}},
		"a square that is none":         {"8e00054001", []string{"fault field update for square 64"}},
		"a special piece":               {"8e0005240d 8e00052400 8e0005250f", []string{"fault special piece 0d on e4 counts as none, like any from now on"}},
		"a special piece over another":  {"8e0005340e", []string{"fault special piece 0e on e2 counts as none, like any from now on", "lift e2 P"}},
		"a dump after a lost update":    {dumpTurned, []string{"board RNBKQBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbkqbnr"}},
		"a dump that repeats the board": {dumpNormal, []string{initial}},
	} {
		t.Run(name, func(t *testing.T) { expect(t, decode(t, afterDump(t), c.text), c.want...) })
	}
}

func TestCounts(t *testing.T) {
	d := afterDump(t)
	decode(t, d, "8e00053471 8e00053440 8e00053440"+dumpNormal+dumpNormal+"8e 00")
	want := Counts{Bytes: 67*3 + 15 + 2, Partial: 2, Messages: 6, Dumps: 3, Surprises: 1, Updates: 1, OddBits: 3}
	if got := d.Counts(); got != want {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
}

// TestUpdatesBeforeDump: no update means anything before the first dump, and
// none does after Reset.
func TestUpdatesBeforeDump(t *testing.T) {
	var d Decoder
	expect(t, decode(t, &d, "8e00053400 8e00052401"), "fault field updates before the first board dump are dropped")
	expect(t, decode(t, &d, dumpNormal+"8e00053400"), initial, "lift e2 P")
	decode(t, &d, "91000830313032358e00")
	d.Reset()
	expect(t, decode(t, &d, "8e00052401"), "fault field updates before the first board dump are dropped")
	if d.Info().Serial != "01025" || d.Counts().Dumps != 1 {
		t.Errorf("Reset forgot %+v %+v", d.Info(), d.Counts())
	}
}

func TestLostSync(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want []string
	}{
		"junk":             {"00 01 02 8e00053400", []string{"fault 3 bytes thrown away: no message begins there", "lift e2 P"}},
		"one byte":         {"05 8e00053400", []string{"fault 1 bytes thrown away: no message begins there", "lift e2 P"}},
		"cut off":          {"8e0005348e00053400", []string{"fault message 8e cut off after 4 bytes", "lift e2 P"}},
		"cut off at once":  {"8e8e00053400", []string{"fault message 8e cut off after 1 bytes", "lift e2 P"}},
		"wrong length":     {"8e000634018e00053400", []string{"fault 5 bytes thrown away: message 8e says that it has 6 bytes", "lift e2 P"}},
		"length too small": {"8f0002 8e00053400", []string{"fault 3 bytes thrown away: message 8f says that it has 2 bytes", "lift e2 P"}},
		"log too long":     {"8f3e04 8e00053400", []string{"fault 3 bytes thrown away: message 8f says that it has 7940 bytes", "lift e2 P"}},
		"empty messages":   {"800003 800003 80 8e00053400", []string{"fault 7 bytes thrown away: empty messages", "lift e2 P"}},
		"empty, cut off":   {"8e00 800003 8e00053400", []string{"fault message 8e cut off after 2 bytes", "fault 3 bytes thrown away: empty messages", "lift e2 P"}},
		"unknown message":  {"a3000512348e00053400a3000412", []string{"fault message a3 of 5 bytes is not known, and skipped from now on", "lift e2 P"}},
		"draughts board":   {"860067" + strings.Repeat("00", 100) + "8e00053400", []string{"fault dump 86 of a draughts board, skipped", "lift e2 P"}},
		"half of one":      {"940035" + strings.Repeat("00", 50) + "8e00053400", []string{"fault dump 94 of a draughts board, skipped", "lift e2 P"}},
		"internal log":     {"8f3e03" + strings.Repeat("7f", 7936) + "8e00053400", []string{"fault internal log of 7939 bytes came unasked, skipped", "lift e2 P"}},
		"log cut off":      {"8f3e03" + strings.Repeat("7f", 5000) + "8e00053400", []string{"fault message 8f cut off after 5003 bytes", "lift e2 P"}},
		"nothing wrong":    {"8e00053400", []string{"lift e2 P"}},
	} {
		t.Run(name, func(t *testing.T) { expect(t, decode(t, afterDump(t), c.text), c.want...) })
	}
}

// TestAdrift: bytes thrown away count until a whole message comes.
func TestAdrift(t *testing.T) {
	d := afterDump(t)
	for _, c := range []struct {
		text string
		want int
	}{{"000102", 3}, {"8e0005", 3}, {"8e0005", 6}, {"3400", 0}, {"00", 1}} {
		decode(t, d, c.text)
		if got := d.Counts().Adrift; got != c.want {
			t.Errorf("adrift %d after %s, want %d", got, c.text, c.want)
		}
	}
}

func TestInfo(t *testing.T) {
	var d Decoder
	before := d.Info()
	for _, c := range []struct {
		text string
		want Info
	}{
		{"9000050801", Info{BusAddress: 1025}},
		{"9100083031303235", Info{Serial: "01025"}},
		{"91000c303130323520312e30", Info{Serial: "01025", Storage: "1.0"}},
		{"92000a444754200a0d42", Info{Trademark: "DGT \nB"}},
		{"9300050102", Info{Version: "1.02"}},
		{"9600050300", Info{Hardware: "3.00"}},
		{"a2000d33303030313437373430", Info{LongSerial: "3000147740"}},
		{"a0000c640305000000000001", Info{Battery: Battery{Known: true, Percent: 100, MinutesLeft: 185, Charging: true}}},
		{"a0000c7f7f05000000000002", Info{Battery: Battery{Known: true, Percent: -1, MinutesLeft: -1, Discharging: true}}},
	} {
		var d Decoder
		expect(t, decode(t, &d, c.text))
		if d.Info() != c.want {
			t.Errorf("%s: got %+v\nwant %+v", c.text, d.Info(), c.want)
		}
	}
	if d.Info() != before {
		t.Error("changed by nothing")
	}
}
