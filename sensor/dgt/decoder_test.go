package dgt

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/sensortest"
)

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

// decode feeds a fresh decoder that has seen the initial array.
func decode(t *testing.T, d *Decoder, text string) []sensor.Record {
	t.Helper()
	return d.Step(nil, 7, sensortest.Bytes(t, text))
}

func afterDump(t *testing.T) *Decoder {
	t.Helper()
	d := new(Decoder)
	sensortest.Expect(t, decode(t, d, dumpNormal), sensortest.Initial)
	return d
}

func TestDump(t *testing.T) {
	var d Decoder
	got := decode(t, &d, dumpNormal)
	sensortest.Expect(t, got, sensortest.Initial)
	if got[0].At != 7 || got[0].Placement != placement.Initial {
		t.Errorf("got %+v", got[0])
	}
	// The turned board in its own squares: Black stands at the bottom.
	sensortest.Expect(t, decode(t, &d, dumpTurned), "board RNBKQBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbkqbnr")
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
		"a dump that repeats the board": {dumpNormal, []string{sensortest.Initial}},
	} {
		t.Run(name, func(t *testing.T) { sensortest.Expect(t, decode(t, afterDump(t), c.text), c.want...) })
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
	sensortest.Expect(t, decode(t, &d, "8e00053400 8e00052401"), "fault field updates before the first board dump are dropped")
	sensortest.Expect(t, decode(t, &d, dumpNormal+"8e00053400"), sensortest.Initial, "lift e2 P")
	decode(t, &d, "91000830313032358e00")
	d.Reset()
	sensortest.Expect(t, decode(t, &d, "8e00052401"), "fault field updates before the first board dump are dropped")
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
		t.Run(name, func(t *testing.T) { sensortest.Expect(t, decode(t, afterDump(t), c.text), c.want...) })
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
		sensortest.Expect(t, decode(t, &d, c.text))
		if d.Info() != c.want {
			t.Errorf("%s: got %+v\nwant %+v", c.text, d.Info(), c.want)
		}
	}
	if d.Info() != before {
		t.Error("changed by nothing")
	}
}

// stream has every kind of message.
func stream(t testing.TB) *sensortest.Stream[Counts] {
	s := sensortest.Stream[Counts]{
		Decoder: func() sensortest.Decoder[Counts] { return new(Decoder) },
		Lost:    func(c Counts) int { return c.Lost },
	}
	for _, text := range streamTexts {
		s.Messages = append(s.Messages, sensortest.Bytes(t, text))
	}
	return &s
}

func TestAnyCut(t *testing.T) { stream(t).AnyCut(t, 1, "\x80\x00\x03\x01\x02\x8e\x8e\x00\x05\x34\x00") }

// TestDeletedByte: after the last message nothing comes that could show a loss.
func TestDeletedByte(t *testing.T) { stream(t).DeletedByte(t, 0, len(streamTexts)-1) }

func TestNothingLost(t *testing.T) {
	if counts := stream(t).NothingLost(t); counts.Messages != len(streamTexts) {
		t.Errorf("%+v", counts)
	}
}

func FuzzDecoder(f *testing.F) {
	f.Add(bytes.Repeat([]byte{0x80, 0, 3}, 500), uint64(3))
	f.Add(append([]byte{0x8f, 0x3e, 0x03}, make([]byte, 8000)...), uint64(9))
	stream(f).Fuzz(f, sensortest.Bytes(f, dumpNormal), placement.Initial)
}

func BenchmarkDecode(b *testing.B) {
	moves := "8e00053400 8e00052401" + whiteRuns + blackRuns + "8e00052400 8e00053401"
	stream(b).Benchmark(b, sensortest.Bytes(b, dumpNormal), sensortest.Bytes(b, moves))
}

var streamTexts = []string{
	dumpNormal, ready, "9300050102", "9100083031303235", whiteRuns, "8e00053400", "8e00052401",
	"91000c303130323520312e30", blackRuns, "8e00050c00", "8e00051c07", whiteRuns2, "9000050801",
	"92 0010 44 47 54 20 54 72 61 64 65 6d 61 72 6b", "8f0012 40 05 40 05 7f 7f 7f 6a 6b 00 00 00 00 00 00",
	"a2000d33303030313437373430", "8d000a0a100120030209", "a0000c640305000000000001",
	"8e00052400", "8e00051c01", dumpTurned, "9600050102", "8e00052401", stopped,
}

// rubbish is ten seconds of a line at its full speed, in reads of 100 ms.
func rubbish(d *Decoder, unit []byte) []sensor.Record {
	data := bytes.Repeat(unit, 9600/len(unit)+1)
	var out []sensor.Record
	for at := range int64(100) {
		out = d.Step(out, 5000+at*100, data[at*96:at*96+96])
	}
	return out
}

func noise() []byte {
	rng, data := rand.New(rand.NewPCG(1, 2)), make([]byte, 9600)
	for i := range data {
		data[i] = byte(rng.Uint32())
	}
	return data
}

// TestRubbish: while rubbish goes on, it is reported once a second; with whole
// messages in it, a few times more often at first.
func TestRubbish(t *testing.T) {
	for name, c := range map[string]struct {
		unit  []byte
		least int
		most  int
	}{
		"one byte that begins messages": {sensortest.Bytes(t, "ff"), 10, 10},
		"messages cut off":              {sensortest.Bytes(t, "8e 00 05 34"), 10, 10},
		"bytes that begin none":         {sensortest.Bytes(t, "00"), 9, 9},
		"empty messages":                {sensortest.Bytes(t, "800003"), 9, 9},
		"lengths that cannot be":        {sensortest.Bytes(t, "8e0006"), 10, 10},
		"whole messages between":        {sensortest.Bytes(t, "ff ff0003"), 10, 15},
		"nonsense in messages":          {sensortest.Bytes(t, "8e00054001"), 10, 14},
		"logs that nobody asked for":    {sensortest.Bytes(t, "8f0003"), 10, 14},
		"draughts boards":               {append(sensortest.Bytes(t, "940035"), make([]byte, 50)...), 10, 14},
		"noise":                         {noise(), 10, 16},
	} {
		d := afterDump(t)
		got := rubbish(d, c.unit)
		if len(got) < c.least || len(got) > c.most {
			t.Errorf("%s: %d reports, want %d to %d: %q", name, len(got), c.least, c.most, sensortest.Lines(got))
		}
		// What was held back is reported as soon as it may be.
		before := d.Counts().Lost
		got = d.Step(nil, 30000, sensortest.Bytes(t, "8e00053400"))
		if n := len(got); n == 0 || sensortest.Lines(got)[n-1] != "lift e2 P" || d.Counts().Lost > before+1 {
			t.Errorf("%s: then %q", name, sensortest.Lines(got))
		}
	}
}

// TestRubbishTold: a report says how much there was since the last.
func TestRubbishReported(t *testing.T) {
	d := afterDump(t)
	sensortest.Expect(t, d.Step(nil, 100, sensortest.Bytes(t, "ffff")), "fault message ff cut off after 1 bytes")
	sensortest.Expect(t, d.Step(nil, 1099, sensortest.Bytes(t, "ffffff 8e")))
	sensortest.Expect(t, d.Step(nil, 1100, sensortest.Bytes(t, "00")), "fault 4 more faults in 4 bytes, the last: message ff cut off after 1 bytes")
	// A whole message ends it, and reports what was held back.
	sensortest.Expect(t, d.Step(nil, 1200, sensortest.Bytes(t, "8e00053400")), "fault message 8e cut off after 2 bytes", "lift e2 P")
	if c := d.Counts(); c.Lost != 6 {
		t.Errorf("counts %+v", c)
	}
}

// TestLossesApart: losses with whole messages between them are each reported
// at once, while there are not many.
func TestLossesApart(t *testing.T) {
	d := afterDump(t)
	for n := range int64(20) {
		sensortest.Expect(t, d.Step(nil, n*1000, sensortest.Bytes(t, "8e00 8e00053401")), "fault message 8e cut off after 2 bytes")
	}
	for n := range int64(4) {
		sensortest.Expect(t, d.Step(nil, 60000+n, sensortest.Bytes(t, "8e00 8e00053401")), "fault message 8e cut off after 2 bytes")
	}
}

// Messages of a real clock: 3+2, White on the second triple. Status 08 before
// the start, 09 and 13 running, 12 stopped.
const (
	ready      = "8d000a20030220030208"
	whiteRuns  = "8d000a20030220030209"
	whiteRuns2 = "8d000a20030220030109"
	blackRuns  = "8d000a20030220030313"
	blackRuns2 = "8d000a20030120030313"
	stopped    = "8d000a20030120030312"
)

func TestClockMessages(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want []string
	}{
		"start":              {ready + whiteRuns, []string{"clock 182000 182000 -", "clock 182000 182000 w"}},
		"a second":           {whiteRuns + whiteRuns2, []string{"clock 182000 182000 w", "clock 181000 182000 w"}},
		"White presses":      {whiteRuns2 + blackRuns, []string{"clock 181000 182000 w", "press w", "clock 183000 182000 b"}},
		"Black presses":      {blackRuns + whiteRuns2, []string{"clock 183000 182000 b", "press b", "clock 181000 182000 w"}},
		"stop":               {blackRuns2 + stopped, []string{"clock 183000 181000 b", "clock 183000 181000 -"}},
		"press, then stop":   {whiteRuns + "8d000a20030220030212", []string{"clock 182000 182000 w", "press w", "clock 182000 182000 -"}},
		"the same again":     {whiteRuns + whiteRuns, []string{"clock 182000 182000 w"}},
		"hours":              {"8d000a21593029595909", []string{"clock 35999000 7170000 w"}},
		"no clock":           {"8d000a00000000000020", nil},
		"unplugged":          {whiteRuns + "8d000a00000000000020" + blackRuns, []string{"clock 182000 182000 w", "fault the clock has been unplugged", "clock 183000 182000 b"}},
		"all zero":           {whiteRuns + "8d000a00000000000000" + whiteRuns, []string{"clock 182000 182000 w"}},
		"answer of the left": {whiteRuns + "8d000a0a100120030209" + whiteRuns, []string{"clock 182000 182000 w"}},
		"answer":             {whiteRuns + "8d000a2003020a100113" + whiteRuns, []string{"clock 182000 182000 w"}},
		// The lever is set, not pressed, while no clock runs.
		"lever before the start": {ready + "8d000a20030220030212", []string{"clock 182000 182000 -"}},
		"started with the lever": {ready + "8d000a20030220030213", []string{"clock 182000 182000 -", "clock 182000 182000 b"}},
		"first message":          {blackRuns, []string{"clock 183000 182000 b"}},
		// A time that cannot be is left out with all that comes with it, and reported once
		// in a row.
		"eleven hours": {"8d000a2b030220030209", []string{"fault clock message 2b 03 02 20 03 02 09 cannot be right"}},
		"sixty seconds": {whiteRuns + "8d000a20036020030213 8d000a20036020030213" + blackRuns,
			[]string{"clock 182000 182000 w", "fault clock message 20 03 60 20 03 02 13 cannot be right", "press w", "clock 183000 182000 b"}},
		"no digit": {"8d000a20030220031a09", []string{"fault clock message 20 03 02 20 03 1a 09 cannot be right"}},
		"up by more than an hour, once": {whiteRuns + "8d000a21300020030209" + whiteRuns2,
			[]string{"clock 182000 182000 w", "fault clock message 21 30 00 20 03 02 09 cannot be right", "clock 181000 182000 w"}},
		"up by an hour": {whiteRuns + "8d000a21030220030209", []string{"clock 182000 182000 w", "clock 182000 3782000 w"}},
		"set for another game": {stopped + "8d000a21300021300008" + "8d000a21300021300009",
			[]string{"clock 183000 181000 -", "fault clock message 21 30 00 21 30 00 08 cannot be right", "clock 5400000 5400000 w"}},
		// Flags, as a real clock showed one: fallen, at zero, stopped.
		"flag":         {"8d000a20000120001613 8d000a30000020001612", []string{"clock 16000 1000 b", "clock 16000 0 -", "flag b"}},
		"flag, once":   {"8d000a30000020001612 8d000a30000020001512", []string{"clock 16000 0 -", "flag b", "clock 15000 0 -"}},
		"flag, again":  {"8d000a20030260000009 8d000a20030220000009 8d000a20030260000009", []string{"clock 0 182000 w", "flag w", "flag w"}},
		"no flag":      {"8d000a20000020001612", []string{"clock 16000 0 -"}},
		"both flags":   {"8d000a30000030000012", []string{"clock 0 0 -", "flag w", "flag b"}},
		"battery low":  {"8d000a2003022003020d", []string{"clock 182000 182000 w"}},
		"whose turn":   {"8d000a20030220030211", []string{"clock 182000 182000 w"}},
		"lost in part": {whiteRuns + "8d000a200302200303" + blackRuns2, []string{"clock 182000 182000 w", "fault message 8d cut off after 9 bytes", "press w", "clock 183000 181000 b"}},
	} {
		t.Run(name, func(t *testing.T) {
			var d Decoder
			sensortest.Expect(t, decode(t, &d, c.text), c.want...)
		})
	}
}

func TestClockCounts(t *testing.T) {
	var d Decoder
	decode(t, &d, whiteRuns+"8d000a0a100120030209"+"8d000a2003022003020d")
	if c := d.Counts(); c.Acks != 1 || c.Times != 2 || !d.Info().ClockBatteryLow {
		t.Errorf("counts %+v, info %+v", c, d.Info())
	}
}

// TestPressAcrossReset: what the lever did while the port was lost is not known.
func TestPressAcrossReset(t *testing.T) {
	var d Decoder
	decode(t, &d, whiteRuns)
	d.Reset()
	sensortest.Expect(t, decode(t, &d, blackRuns), "clock 183000 182000 b")
}
