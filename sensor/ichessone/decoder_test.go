package ichessone

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/boardd/boardd/internal/quick"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/sensortest"
)

// The initial array as drivers for the board have it.
const start = "3d70 a89bc98a 77777777 00000000 00000000 00000000 00000000 11111111 42356324"

// shown is the message that shows a placement, square by square.
func shown(t testing.TB, fen string) []byte {
	t.Helper()
	p, err := placement.Parse(fen)
	if err != nil {
		t.Fatal(err)
	}
	numbers := map[byte]byte{'.': 0, 'P': 1, 'N': 2, 'B': 3, 'R': 4, 'Q': 5, 'K': 6, 'p': 7, 'n': 8, 'b': 9, 'r': 10, 'q': 11, 'k': 12}
	data := []byte{0x3d, 0x70}
	for rank := 7; rank >= 0; rank-- {
		for file := 0; file < 8; file += 2 {
			left, right := p[placement.MakeSquare(file, rank)], p[placement.MakeSquare(file+1, rank)]
			data = append(data, numbers[left.Letter()]<<4|numbers[right.Letter()])
		}
	}
	return data
}

// afterBoard returns a decoder that has reported the initial array.
func afterBoard(t testing.TB) *Decoder {
	t.Helper()
	d := &Decoder{}
	sensortest.Expect(t, d.Step(nil, 0, sensortest.Bytes(t, start)), sensortest.Initial)
	return d
}

// TestDocumented: the messages of the package comment.
func TestDocumented(t *testing.T) {
	d := afterBoard(t)
	if !bytes.Equal(shown(t, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"), sensortest.Bytes(t, start)) {
		t.Error("the initial array differs from that of the tests")
	}
	sensortest.Expect(t, d.Step(nil, 0, sensortest.Bytes(t, "3d 62 01 3d"))) // 61 percent
	sensortest.Expect(t, d.Step(nil, 0, shown(t, "rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR")), "lift e2 P")
	sensortest.Expect(t, d.Step(nil, 0, shown(t, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR")), "drop e4 P")
	if c := d.Counts(); c != (Counts{Bytes: 3*34 + 4, Messages: 4, Boards: 3, Changes: 3}) {
		t.Errorf("counts %+v", c)
	}
}

// TestEverySquare: each piece on each square, alone.
func TestEverySquare(t *testing.T) {
	for sq := range placement.Square(64) {
		for _, letter := range []byte("PNBRQKpnbrqk") {
			var p placement.Placement
			p[sq], _ = placement.ParsePiece(letter)
			var d Decoder
			sensortest.Expect(t, d.Step(nil, 0, shown(t, string(p.Append(nil)))), "board "+string(p.Append(nil)))
		}
	}
}

// streamFENs is a stream with a move, a capture in one motion, and a change of several
// squares in it.
var streamFENs = []string{
	"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
	"rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR",
	"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR",
	"rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR",
	"rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR",
	"RNBKQBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbkqbnr",
	"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
}

func stream(t testing.TB) *sensortest.Stream[Counts] {
	s := sensortest.Stream[Counts]{
		Decoder: func() sensortest.Decoder[Counts] { return new(Decoder) },
		Lost:    func(c Counts) int { return c.Lost },
		Value:   true,
	}
	for _, fen := range streamFENs {
		s.Messages = append(s.Messages, shown(t, fen))
	}
	return &s
}

// withBattery is the stream with messages about the battery at its ends.
func withBattery(t testing.TB) *sensortest.Stream[Counts] {
	s := stream(t)
	s.Messages = append([][]byte{{0x3d, 0x62, 1, 0x3d}}, append(s.Messages, []byte{0x3d, 0x62, 0x3d, 100})...)
	return s
}

func TestAnyCut(t *testing.T) { withBattery(t).AnyCut(t, 1, "=?=p") }

func TestNothingLost(t *testing.T) {
	if c := withBattery(t).NothingLost(t); c.Messages != len(streamFENs)+2 || c.Boards != len(streamFENs) || c.Adrift+c.Partial > 0 {
		t.Errorf("%+v", c)
	}
}

// TestDeletedByte: before the first message a listener loses nothing, and after the
// last one nothing comes that could show a loss.
func TestDeletedByte(t *testing.T) {
	s := stream(t)
	s.DeletedByte(t, 1, len(s.Messages)-1)
}

// TestFlippedBit: a changed bit costs the message if the byte cannot be two squares any
// more. Else there is nothing that shows it, and the next board corrects it. In each
// message other bits are tried.
func TestFlippedBit(t *testing.T) {
	s := stream(t)
	s.Spared = func(damaged, whole []sensor.Record) bool {
		return sensortest.Standing(damaged) == sensortest.Standing(whole)
	}
	for k, message := range s.Messages[1 : len(s.Messages)-1] {
		for i := k; i < 8*len(message); i += 7 * quick.Fewer(3) {
			other := bytes.Clone(message)
			other[i/8] ^= 1 << (i % 8)
			if other[1] == battery && other[0] == mark {
				continue // TestBatteryForBoard
			}
			s.Damaged(t, k+1, other)
		}
	}
}

// TestBatteryForBoard: squares that follow what looks like the battery are thrown away,
// and the next board is read.
func TestBatteryForBoard(t *testing.T) {
	d, other := afterBoard(t), sensortest.Bytes(t, start)
	other[1] = battery
	got := d.Step(nil, 0, other)
	got = d.Step(got, 0, shown(t, streamFENs[1]))
	sensortest.Expect(t, got, "fault 30 bytes thrown away: no message begins there", "lift e2 P")
}

func FuzzDecoder(f *testing.F) {
	f.Add(bytes.Repeat([]byte("=p"), 800), uint64(2))
	f.Add(bytes.Repeat([]byte("=b"), 801), uint64(3))
	f.Add([]byte("=p0123456789012345678901234567890123456789"), uint64(4))
	stream(f).Fuzz(f, append(make([]byte, boardSize), shown(f, streamFENs[0])...), placement.Initial)
}

// BenchmarkDecode: a move and its reply, four boards of a line that carries 11,520 bytes a
// second.
func BenchmarkDecode(b *testing.B) {
	s := stream(b)
	data := bytes.Join(s.Messages, nil)
	s.Benchmark(b, data, data)
}

// TestLostPlace: what is thrown away, and that the next message is read.
func TestLostPlace(t *testing.T) {
	for name, c := range map[string]struct {
		data string
		want []string
	}{
		"nothing wrong":   {"=b\x00\x64", nil},
		"junk":            {"?!\n", []string{"fault 3 bytes thrown away: no message begins there"}},
		"cut off":         {"=p\x11\x22", []string{"fault 4 bytes thrown away: message p cut off after 4 bytes"}},
		"a mark alone":    {"=", []string{"fault 1 bytes thrown away: no message begins there"}},
		"marks":           {"====", []string{"fault 4 bytes thrown away: no message begins there"}},
		"no piece":        {"=p\x11\xd0\x11", []string{"fault 5 bytes thrown away: message p cut off after 3 bytes"}},
		"no second piece": {"=p\x11\x0e", []string{"fault 4 bytes thrown away: message p cut off after 3 bytes"}},
		"one in another":  {"=p\x11=b\x00\x64\x11", []string{"fault 3 bytes thrown away: message p cut off after 3 bytes", "fault 1 bytes thrown away: no message begins there"}},
		"a question":      {"RP", []string{"fault 2 bytes thrown away: no message begins there"}},
		"unknown":         {"=v\x01\x02", []string{"fault 4 bytes thrown away: no message begins there"}},
	} {
		t.Run(name, func(t *testing.T) {
			d := afterBoard(t)
			got := d.Step(nil, 0, []byte(c.data))
			got = d.Step(got, 0, sensortest.Bytes(t, start))
			sensortest.Expect(t, got, c.want...)
			if n := d.Counts(); n.Lost != len(c.want) || n.Adrift != 0 || n.Boards != 2 {
				t.Errorf("counts %+v", n)
			}
		})
	}
}

// TestJoin: who begins to listen in the middle of a message has lost nothing; as many
// bytes as a message are a loss.
func TestJoin(t *testing.T) {
	whole := sensortest.Bytes(t, start)
	for from := 1; from <= len(whole); from++ {
		var d Decoder
		sensortest.Expect(t, d.Step(nil, 0, append(bytes.Clone(whole[from:]), whole...)), sensortest.Initial)
		if c := d.Counts(); c.Lost != 0 || c.Adrift != 0 || c.Boards != 1 {
			t.Errorf("from %d: counts %+v", from, c)
		}
	}
	var d Decoder
	sensortest.Expect(t, d.Step(nil, 0, append(bytes.Repeat([]byte{1}, boardSize), whole...)),
		"fault 34 bytes thrown away: no message begins there", sensortest.Initial)
}

// TestReset: after it the board is shown whole again.
func TestReset(t *testing.T) {
	d := afterBoard(t)
	d.Step(nil, 0, []byte("=p\x11"))
	d.Reset()
	sensortest.Expect(t, d.Step(nil, 9, sensortest.Bytes(t, start)), sensortest.Initial)
	if c := d.Counts(); c.Bytes != 2*34+3 || c.Boards != 2 || c.Lost != 0 || !d.Recognized() {
		t.Errorf("counts %+v", c)
	}
}

// TestGap: what has changed while the line was disturbed is shown as a board, if
// that was long enough for more than one act of a hand.
func TestGap(t *testing.T) {
	for _, c := range []struct {
		took int64
		want []string
	}{
		{499, []string{"lift e2 P", "drop e4 P"}},
		{500, []string{"board " + streamFENs[2]}},
	} {
		d := afterBoard(t)
		d.Step(nil, 60000, []byte("=p??"))
		got := d.Step(nil, 60000+c.took, shown(t, streamFENs[2]))
		sensortest.Expect(t, got, append([]string{"fault 4 bytes thrown away: message p cut off after 2 bytes"}, c.want...)...)
		sensortest.Expect(t, d.Step(nil, 70000, shown(t, streamFENs[0])), "lift e4 P", "drop e2 P")
	}
}

// TestRecognized: a board is, whatever stands on it; a text of the same form is not.
func TestRecognized(t *testing.T) {
	for _, c := range []struct {
		data string
		want bool
	}{
		{string(sensortest.Bytes(t, start)), true},
		{"=p" + strings.Repeat("\x00", 32), true},
		{"=p" + strings.Repeat("0", 32), true}, // 32 knights: no text is so dull
		{"=p" + strings.Repeat("17", 16), false},
		{"?page=p0123456789abcdefghijklabcdefghijkl012345", false},
		{"=b\x00\x64=b\x00\x64", false},
		{"RPCPIRQ", false},
	} {
		var d Decoder
		d.Step(nil, 0, []byte(c.data))
		if d.Recognized() != c.want {
			t.Errorf("%q: %v", c.data, !c.want)
		}
	}
	var d Decoder
	rng, noise := rand.New(rand.NewPCG(1, 2)), make([]byte, 1<<20)
	for i := range noise {
		noise[i] = byte(rng.Uint32())
	}
	if d.Step(nil, 0, noise); d.Recognized() {
		t.Error("noise is a board")
	}
}

// TestRubbish: while rubbish goes on, it is reported once a second at most; with
// whole messages in it, a few times more often at first.
func TestRubbish(t *testing.T) {
	for name, c := range map[string]struct {
		unit        string
		least, most int
	}{
		"bytes that begin nothing": {"?", 9, 10},
		"marks alone":              {"=", 9, 10},
		"boards cut off":           {"=p\x11\x11", 9, 10},
		"whole messages between":   {"=b\x00\x64?", 9, 15},
	} {
		d := afterBoard(t)
		data := bytes.Repeat([]byte(c.unit), 115200/len(c.unit)+1)
		var got []sensor.Record
		for n := range int64(100) {
			got = d.Step(got, 5000+n*100, data[n*1152:n*1152+1152])
		}
		if len(got) < c.least || len(got) > c.most {
			t.Errorf("%s: %d reports, want %d to %d: %q", name, len(got), c.least, c.most, sensortest.Lines(got))
		}
		lines := sensortest.Lines(d.Step(nil, 30000, sensortest.Bytes(t, start)))
		if n := len(lines); n == 0 || lines[n-1] != sensortest.Initial {
			t.Errorf("%s: then %q", name, lines)
		}
	}
}

// TestBoardBytes: what the simulated board answers.
func TestBoardBytes(t *testing.T) {
	var b, reads Board
	reads.Reads = true
	lift := sensor.Record{Word: sensor.Lift, Square: placement.E2}
	again := sensor.Record{Word: sensor.Drop, Square: placement.E2, Piece: placement.WhitePawn}
	for _, c := range []struct {
		what      string
		got, want []byte
	}{
		{"set up, not asked for changes", b.Step(nil, sensortest.SetUp), nil},
		{"asked", b.Command(nil, []byte("RP")), sensortest.Bytes(t, start)},
		{"in two parts", b.Command(b.Command(nil, []byte("R")), []byte("P")), sensortest.Bytes(t, start)},
		{"battery", b.Command(nil, []byte("RB")), []byte("=b\x00d")},
		{"no command", b.Command(nil, []byte("CPRIQ R P PR ?")), nil},
		{"asked for changes", b.Command(nil, []byte("CPIRQ")), nil},
		{"a change", b.Step(nil, lift), shown(t, streamFENs[1])},
		{"none", b.Step(nil, lift), nil},
		{"back again", b.Step(nil, again), sensortest.Bytes(t, start)},
		{"a clock", b.Step(nil, sensor.Record{Word: sensor.Press}), nil},
		{"of unknown kind", b.Step(nil, sensor.Record{Word: sensor.Drop, Square: placement.E4, Piece: placement.Unknown}), nil},
		{"beside the board", b.Step(nil, sensor.Record{Word: sensor.Drop, Square: placement.NoSquare, Piece: placement.WhitePawn}), nil},
		{"another, set up", reads.Step(nil, sensortest.SetUp), nil},
		{"another, asked", reads.Command(nil, []byte("CPIRQRBRP")), sensortest.Bytes(t, start)},
		{"another, a change", reads.Step(nil, lift), nil},
	} {
		if !bytes.Equal(c.got, c.want) {
			t.Errorf("%s: % x, want % x", c.what, c.got, c.want)
		}
	}
}

// TestSeated: whichever way the board lies, what comes out is the game.
func TestSeated(t *testing.T) {
	for _, turned := range []bool{false, true} {
		b := Board{Turned: turned, changes: true}
		data := b.Step(nil, sensortest.SetUp)
		for _, r := range sensortest.Records(t, "lift e2 P", "drop e4 P", "lift g8 n", "drop f6 n") {
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
