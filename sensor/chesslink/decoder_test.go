package chesslink

import (
	"bytes"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/boardd/boardd/internal/quick"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/sensortest"
)

// The initial array from both sides, as the maker's paper and a driver in wide
// use have it.
const (
	whiteBelow = "srnbqkbnrpppppppp................................PPPPPPPPRNBQKBNR73"
	whiteAbove = "sRNBKQBNRPPPPPPPP................................pppppppprnbkqbnr73"
)

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
		{"seven bits", []byte(whiteBelow), sensortest.Initial, sensor.Normal},
		{"seven bits, h1 first", []byte(whiteAbove), turned, sensor.Rotated},
		{"eight bits", sensortest.Bytes(t, below), sensortest.Initial, sensor.Normal},
		{"eight bits, h1 first", sensortest.Bytes(t, above), turned, sensor.Rotated},
		{"asked for by G", []byte("g" + whiteBelow[1:65] + "67"), sensortest.Initial, sensor.Normal},
	} {
		var d Decoder
		got := d.Step(nil, 7, c.data)
		sensortest.Expect(t, got, c.want)
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
		"nothing new": {[]string{start, start}, []string{sensortest.Initial}},
		"a piece in the air": {[]string{start, "rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"},
			[]string{sensortest.Initial, "lift e2 P", "drop e4 P"}},
		"a move within a scan": {[]string{start, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"},
			[]string{sensortest.Initial, "lift e2 P", "drop e4 P"}},
		"seen on both squares": {[]string{start, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPPPPPP/RNBQKBNR", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"},
			[]string{sensortest.Initial, "drop e4 P", "lift e2 P"}},
		"a capture within a scan": {[]string{"4k3/8/8/3p4/4P3/8/8/4K3", "4k3/8/8/3P4/8/8/8/4K3"},
			[]string{"board 4k3/8/8/3p4/4P3/8/8/4K3", "lift e4 P", "drop d5 P"}},
		"in the middle of castling": {[]string{"4k3/8/8/8/8/8/8/4K2R", "4k3/8/8/8/8/8/8/7R", "4k3/8/8/8/8/8/8/6KR", "4k3/8/8/8/8/8/8/5RK1"},
			[]string{"board 4k3/8/8/8/8/8/8/4K2R", "lift e1 K", "drop g1 K", "lift h1 R", "drop f1 R"}},
		"all corners": {[]string{"r6k/8/8/8/8/8/8/R6K", "8/8/8/8/8/8/8/8"},
			[]string{"board r6k/8/8/8/8/8/8/R6K", "lift a1 R", "lift h1 K", "lift a8 r", "lift h8 k"}},
		"every piece": {[]string{"8/8/8/8/8/8/8/8", "8/8/8/8/8/8/8/RNBQKP2", "rnbqkp2/8/8/8/8/8/8/RNBQKP2"},
			[]string{"board 8/8/8/8/8/8/8/8", "drop a1 R", "drop b1 N", "drop c1 B", "drop d1 Q", "drop e1 K", "drop f1 P",
				"drop a8 r", "drop b8 n", "drop c8 b", "drop d8 q", "drop e8 k", "drop f8 p"}},
		"a scan that fails": {[]string{start, "8/8/8/8/8/8/8/8", start},
			[]string{sensortest.Initial, "board 8/8/8/8/8/8/8/8", sensortest.Initial}},
	} {
		t.Run(name, func(t *testing.T) {
			var d Decoder
			var got []sensor.Record
			for _, fen := range c.boards {
				got = d.Step(got, 7, []byte(summed(status(t, fen))))
			}
			sensortest.Expect(t, got, c.want...)
		})
	}
}

// TestOccupancy: letters that are guesses show only occupancy.
func TestOccupancy(t *testing.T) {
	d := Decoder{Occupancy: true}
	d.Reset()
	got := d.Step(nil, 0, []byte(whiteBelow))
	got = d.Step(got, 0, []byte(summed(status(t, "rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR"))))
	got = d.Step(got, 0, []byte(summed(status(t, "rnbqkbnr/pppppppp/8/8/4Q3/8/PPPP1PPP/RNBQKBNR"))))
	got = d.Step(got, 0, []byte(summed(status(t, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"))))
	sensortest.Expect(t, got, "board ????????/????????/8/8/8/8/????????/????????", "lift e2", "drop e4")
	if d.Info().Order != sensor.Auto {
		t.Error("guesses show an order")
	}
}

func TestInfo(t *testing.T) {
	var d Decoder
	sensortest.Expect(t, d.Step(nil, 0, sensortest.Bytes(t, "76 b0 31 b0 b3 37 34"))) // the maker's example
	sensortest.Expect(t, d.Step(nil, 0, []byte("l6C"+"x78"+summed("r011E")+summed("w020356"[:5])+summed("r1107")+summed("r0000"))))
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
	sensortest.Expect(t, d.Step(nil, 9, []byte(whiteBelow)), sensortest.Initial)
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
		sensortest.Expect(t, got, append([]string{"fault 4 bytes thrown away: message s cut off after 3 characters"}, c.want...)...)
		sensortest.Expect(t, d.Step(nil, 70000, []byte(whiteBelow)), "lift e4 P", "drop e2 P")
	}
}

// streamTexts is a stream with every kind of message, and a move, a capture
// within a scan and a piece seen twice in it.
func streamTexts(t testing.TB) []string {
	texts := []string{whiteBelow, summed("v0103")}
	for _, fen := range []string{
		"rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR",
		"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR",
		"rnbqkbnr/pppppppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR",
		"rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR",
	} {
		texts = append(texts, summed(status(t, fen)))
	}
	texts = append(texts, summed("r0200"), summed("w0203"), "l6C", "x78", "g"+whiteBelow[1:65]+"67")
	return append(texts, summed(status(t, "rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR")), "l6C", whiteAbove, whiteBelow)
}

// stream returns that stream as a port reads it: with the parity in bit 7, or cut
// off.
func stream(t testing.TB, parity bool) *sensortest.Stream[Counts] {
	s := sensortest.Stream[Counts]{
		Decoder: func() sensortest.Decoder[Counts] { return new(Decoder) },
		Lost:    func(c Counts) int { return c.Lost },
		Value:   true,
	}
	for _, text := range streamTexts(t) {
		if parity {
			s.Messages = append(s.Messages, inBit7(text))
		} else {
			s.Messages = append(s.Messages, []byte(text))
		}
	}
	return &s
}

func TestAnyCut(t *testing.T) {
	stream(t, true).AnyCut(t, 1, "?s")
	stream(t, false).AnyCut(t, 1, "?s")
}

// TestNothingLost: both ways of reading the line give the same records.
func TestNothingLost(t *testing.T) {
	for _, parity := range []bool{true, false} {
		if counts := stream(t, parity).NothingLost(t); counts.Messages != len(streamTexts(t)) || counts.Parity != 0 {
			t.Errorf("%+v", counts)
		}
	}
	with, _ := stream(t, true).Decode(stream(t, true).Messages...)
	without, _ := stream(t, false).Decode(stream(t, false).Messages...)
	if !reflect.DeepEqual(with, without) {
		t.Errorf("with parity %q\nwithout %q", sensortest.Lines(with), sensortest.Lines(without))
	}
}

// TestDeletedByte: before the first message a listener loses nothing, and after the
// last one nothing comes that could show a loss.
func TestDeletedByte(t *testing.T) {
	for _, parity := range []bool{true, false} {
		s := stream(t, parity)
		s.DeletedByte(t, 1, len(s.Messages)-1)
	}
}

// TestFlippedBit: the same with any one bit changed. A message whose bit 7 alone is
// wrong may be read all the same.
func TestFlippedBit(t *testing.T) {
	for _, parity := range []bool{true, false} {
		s := stream(t, parity)
		for k, message := range s.Messages[1 : len(s.Messages)-1] {
			for i := k % quick.Fewer(3); i < 8*len(message); i += quick.Fewer(3) {
				other := bytes.Clone(message)
				other[i/8] ^= 1 << (i % 8)
				s.Damaged(t, k+1, other)
			}
		}
	}
}

func FuzzDecoder(f *testing.F) {
	for _, m := range stream(f, false).Messages {
		f.Add(m, uint64(1))
	}
	f.Add([]byte("srnbqkbnrsrnbqkbnrrBBBBBBrBBBB72"), uint64(2))
	f.Add(bytes.Repeat([]byte("s"), 2000), uint64(3))
	stream(f, true).Fuzz(f, []byte(whiteAbove), placement.Initial.Rotated())
}

// BenchmarkDecode: half a second of a board that reports every scan. Four scans
// show something new.
func BenchmarkDecode(b *testing.B) {
	var data []byte
	for _, text := range []string{whiteBelow, whiteBelow, whiteBelow,
		summed(status(b, "rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR")), summed(status(b, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR")),
		summed(status(b, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"))} {
		data = append(data, inBit7(text)...)
		data = append(data, inBit7(text)...)
	}
	stream(b, true).Benchmark(b, data, data)
}

// TestLostPlace: what is thrown away, and that the next message is read.
func TestLostPlace(t *testing.T) {
	even := sensortest.Bytes(t, "76 b0 31 b0 b3 37 b4") // the maker's example, with one bit 7 too many
	for name, c := range map[string]struct {
		data   []byte
		want   []string
		failed int
	}{
		"nothing wrong":   {[]byte("l6C"), nil, 0},
		"junk":            {[]byte("?!\n"), []string{"fault 3 bytes thrown away: no message begins there"}, 0},
		"cut off":         {[]byte("v01"), []string{"fault 3 bytes thrown away: message v cut off after 3 characters"}, 0},
		"a letter alone":  {[]byte("sss"), []string{"fault 3 bytes thrown away: message s cut off after 1 characters"}, 0},
		"no digit":        {[]byte("v01G3"), []string{"fault 5 bytes thrown away: message v cut off after 3 characters"}, 0},
		"lower-case":      {[]byte("l6c"), []string{"fault 3 bytes thrown away: message l cut off after 2 characters"}, 0},
		"no piece":        {[]byte("srnbqkbnrppp?ppp"), []string{"fault 16 bytes thrown away: message s cut off after 12 characters"}, 0},
		"checksum":        {[]byte("v010375"), []string{"fault 7 bytes thrown away: message v has the checksum 75, not 74"}, 1},
		"parity":          {even, []string{"fault 7 bytes thrown away: message v with wrong parity"}, 1},
		"a question":      {[]byte("S53"), []string{"fault 3 bytes thrown away: no message begins there"}, 0},
		"identification":  {[]byte("iMILLENNIUM\n"), []string{"fault 12 bytes thrown away: no message begins there"}, 0},
		"one in another":  {[]byte("srnbq" + "r020070" + "kbnr"), []string{"fault 5 bytes thrown away: message s cut off after 6 characters", "fault 4 bytes thrown away: no message begins there"}, 0},
		"characters of 0": {[]byte("v\x0010374"), []string{"fault 7 bytes thrown away: message v cut off after 1 characters"}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			var d Decoder
			d.Step(nil, 0, []byte(whiteBelow))
			got := d.Step(nil, 0, c.data)
			got = d.Step(got, 0, []byte(whiteBelow))
			sensortest.Expect(t, got, c.want...)
			if n := d.Counts(); n.Lost != len(c.want) || n.Failed != c.failed || n.Adrift != 0 {
				t.Errorf("counts %+v", n)
			}
		})
	}
}

// TestTwoFlips: two flips of the same bit leave the checksum right; only parity shows them.
func TestTwoFlips(t *testing.T) {
	data := inBit7(whiteBelow)
	data[1] ^= 'r' ^ 'p' // both rooks become pawns
	data[8] ^= 'r' ^ 'p'
	var d Decoder
	d.Step(nil, 0, inBit7(whiteBelow))
	got := d.Step(nil, 0, data)
	sensortest.Expect(t, d.Step(got, 0, inBit7(whiteBelow)), "fault 67 bytes thrown away: message s with wrong parity")
	if c := d.Counts(); c.Parity != 2 || c.Failed != 1 {
		t.Errorf("counts %+v", c)
	}
}

// TestParityCount: characters of wrong parity, wherever they are, in both ways
// of reading a line.
func TestParityCount(t *testing.T) {
	var d Decoder
	d.Step(nil, 0, append(inBit7(whiteBelow), inBit7("l6C")...))
	d.Step(nil, 0, []byte{'v', 0x30, 'x'}) // 0 has an even number of ones, as have v's and x's none
	if got := d.Counts().Parity; got != 2 {
		t.Errorf("bit 7: %d characters of wrong parity, want 2", got)
	}
	d.Reset()
	d.Step(nil, 0, []byte(whiteBelow+"l\x00Cl\x00\x00"))
	if got := d.Counts().Parity; got != 5 {
		t.Errorf("seven bits: %d characters of wrong parity, want 2 and 3", got)
	}
}

// TestJoin: who begins to listen in the middle of a message has lost nothing;
// more than a message is a loss.
func TestJoin(t *testing.T) {
	for from := 1; from <= 67; from++ {
		var d Decoder
		sensortest.Expect(t, d.Step(nil, 0, []byte(whiteBelow[from:]+whiteBelow)), sensortest.Initial)
		if c := d.Counts(); c.Lost != 0 || c.Adrift != 0 || c.Boards != 1 {
			t.Errorf("from %d: counts %+v", from, c)
		}
	}
	var d Decoder
	sensortest.Expect(t, d.Step(nil, 0, []byte(whiteBelow[:65]+"72"+whiteBelow)),
		"fault 67 bytes thrown away: message s has the checksum 72, not 73", sensortest.Initial)
}

// TestAdrift: bytes thrown away count until a whole message comes.
func TestAdrift(t *testing.T) {
	var d Decoder
	for _, c := range []struct {
		text            string
		adrift, partial int
	}{{"??", 2, 0}, {"sr", 2, 2}, {"nr", 2, 4}, {"01", 5, 3}, {"l6C", 0, 0}, {"v", 0, 1}} {
		d.Step(nil, 0, []byte(c.text))
		if got := d.Counts(); got.Adrift != c.adrift || got.Partial != c.partial {
			t.Errorf("after %q: adrift %d, partial %d, want %d, %d", c.text, got.Adrift, got.Partial, c.adrift, c.partial)
		}
	}
}

// TestRubbish: while rubbish goes on, it is reported once a second at most; with
// whole messages in it, a few times more often at first.
func TestRubbish(t *testing.T) {
	rng, noise := rand.New(rand.NewPCG(1, 2)), make([]byte, 3840)
	for i := range noise {
		noise[i] = byte(rng.Uint32())
	}
	for name, c := range map[string]struct {
		unit  string
		least int
		most  int
	}{
		"bytes that begin nothing": {"?", 9, 10},
		"letters alone":            {"s", 9, 10},
		"wrong checksums":          {whiteBelow[:65] + "72", 9, 10},
		"whole messages between":   {"l6C?", 9, 15},
		"noise":                    {string(noise), 9, 15},
	} {
		var d Decoder
		d.Step(nil, 0, []byte(whiteBelow))
		data := bytes.Repeat([]byte(c.unit), 38400/len(c.unit)+1)
		var got []sensor.Record
		for n := range int64(100) {
			got = d.Step(got, 5000+n*100, data[n*384:n*384+384])
		}
		if len(got) < c.least || len(got) > c.most {
			t.Errorf("%s: %d reports, want %d to %d: %q", name, len(got), c.least, c.most, sensortest.Lines(got))
		}
		got = d.Step(nil, 30000, []byte(whiteBelow))
		if n := len(got); n == 0 || !strings.HasPrefix(sensortest.Lines(got)[n-1], "board ") {
			t.Errorf("%s: then %q", name, sensortest.Lines(got))
		}
	}
}

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
