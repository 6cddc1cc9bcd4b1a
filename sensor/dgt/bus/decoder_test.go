package bus

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/dgt"
	"github.com/boardd/boardd/sensor/sensortest"
)

// TestCommands: the two commands that the maker's papers write out, and those of
// the package comment.
func TestCommands(t *testing.T) {
	for _, c := range []struct {
		command Command
		to      Address
		want    string
	}{
		{SendClock, 0x10<<7 | 0x06, "81 10 06 17"},
		{Ping, All, "87 00 00 07"},
		{Ping, 1025, "87 08 01 10"},
		{SendChanges, 1025, "83 08 01 0c"},
		{SendBoard, 16383, "82 7f 7f 00"},
	} {
		if got := c.command.Append(nil, c.to); !bytes.Equal(got, sensortest.Bytes(t, c.want)) {
			t.Errorf("%02x to %d: % x, want %s", byte(c.command), c.to, got, c.want)
		}
	}
}

// TestAllowed: nothing but whole commands of these.
func TestAllowed(t *testing.T) {
	for _, c := range []Command{0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x8a, 0x8b, 0x91} {
		if !Allowed(c.Append(nil, 1025)) {
			t.Errorf("%02x is refused", byte(c))
		}
		if Allowed(c.Append(nil, All)) != (c == Ping) {
			t.Errorf("%02x to all boards", byte(c))
		}
		whole := c.Append(nil, 1025)
		for i := range whole {
			damaged := bytes.Clone(whole)
			damaged[i] ^= 0x04
			if Allowed(damaged) {
				t.Errorf("% x is allowed", damaged)
			}
		}
		if Allowed(whole[:3]) || Allowed(append(whole, 0)) || Allowed(append(whole, whole...)) {
			t.Errorf("a part of % x, or more than that, is allowed", whole)
		}
	}
	for id := range 256 {
		known := slices.Contains([]int{0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x8a, 0x8b, 0x91}, id)
		if Allowed(Command(id).Append(nil, 1025)) != known {
			t.Errorf("%02x: allowed %v", id, !known)
		}
		if Allowed([]byte{byte(id)}) {
			t.Errorf("%02x by itself is allowed", id)
		}
	}
	if Allowed(nil) {
		t.Error("nothing is allowed")
	}
}

// cut returns the packets and losses of data, in words.
func cut(f *Framer, data []byte) (out []string) {
	f.Write(data)
	for {
		p, lost, more := f.Next()
		switch {
		case !more:
			return out
		case lost.Bytes > 0:
			out = append(out, fmt.Sprintf("%d %s", lost.Bytes, lost.What))
		default:
			out = append(out, fmt.Sprintf("%02x %s % x", p.ID, p.From, p.Data))
		}
	}
}

func TestFrames(t *testing.T) {
	const nothing, here, e2, version = "85 00 06 08 01 14", "87 00 06 08 01 16", "85 00 08 08 01 40 34 0a", "89 00 08 08 01 01 03 1e"
	for name, c := range map[string]struct {
		text string
		want []string
	}{
		"nothing new":           {nothing, []string{"85 01025 "}},
		"here":                  {here, []string{"87 01025 "}},
		"a change":              {e2, []string{"85 01025 40 34"}},
		"version":               {version, []string{"89 01025 01 03"}},
		"old version":           {"89 00 06 08 01 18", []string{"89 01025 "}},
		"two":                   {nothing + e2, []string{"85 01025 ", "85 01025 40 34"}},
		"checksum":              {"85 00 08 08 01 40 35 0a" + here, []string{"8 8 bytes thrown away: packet 85 of 8 bytes has a wrong checksum", "87 01025 "}},
		"cut off":               {"85 00 08 08" + here, []string{"4 4 bytes thrown away: packet 85 cut off after 4 bytes", "87 01025 "}},
		"cut off in data":       {"85 00 08 08 01 40" + here, []string{"6 6 bytes thrown away: packet 85 cut off after 6 bytes", "87 01025 "}},
		"cut off at once":       {"85" + here, []string{"1 1 bytes thrown away: packet 85 cut off after 1 bytes", "87 01025 "}},
		"junk":                  {"00 12" + here, []string{"2 2 bytes thrown away: no packet begins there", "87 01025 "}},
		"impossible length":     {"87 00 07 08 01" + here, []string{"5 5 bytes thrown away: packet 87 says that it has 7 bytes", "87 01025 "}},
		"too short":             {"85 00 05 08 01" + here, []string{"5 5 bytes thrown away: packet 85 says that it has 5 bytes", "87 01025 "}},
		"too long":              {"85 3e 07" + here, []string{"3 3 bytes thrown away: packet 85 says that it has 7943 bytes", "87 01025 "}},
		"one that nobody knows": {"b9 00 07 08 01 05 4e" + here, []string{"b9 01025 05", "87 01025 "}},
		"from no board":         {"87 00 06 00 00 0d" + here, []string{"6 6 bytes thrown away: packet 87 of 6 bytes comes from address 00000, which is that of no board", "87 01025 "}},
		"not whole yet":         {"85 00 08 08 01 40 34", nil},
	} {
		t.Run(name, func(t *testing.T) {
			var f Framer
			if got := cut(&f, sensortest.Bytes(t, c.text)); !slices.Equal(got, c.want) {
				t.Errorf("\n got %q\nwant %q", got, c.want)
			}
		})
	}
}

// TestWideFrames: where data may have bit 7 set, a packet ends by its length.
func TestWideFrames(t *testing.T) {
	f := Framer{Wide: true}
	whole := AppendPacket(nil, idChanges, 1025, 0x9c, 0x12, 0x40, 0x34)
	broken := bytes.Clone(whole)
	broken[5]++
	got := cut(&f, bytes.Join([][]byte{whole, broken, whole}, nil))
	want := []string{"85 01025 9c 12 40 34", "10 10 bytes thrown away: packet 85 of 10 bytes has a wrong checksum", "85 01025 9c 12 40 34"}
	if !slices.Equal(got, want) {
		t.Errorf("\n got %q\nwant %q", got, want)
	}
}

// stream has packets of every kind, after a dump.
func stream() *sensortest.Stream[Counts] {
	s := sensortest.Stream[Counts]{
		Decoder: func() sensortest.Decoder[Counts] { return &Decoder{Address: 1025} },
		Lost:    func(c Counts) int { return c.Lost },
	}
	for _, p := range []struct {
		id   byte
		data []byte
	}{
		{idHere, nil}, {idVersion, []byte{1, 3}}, {idSerial, []byte("3000147740")}, {idChanges, nil}, {idBoard, make([]byte, 64)},
		{idChanges, []byte{0x41, 0x24}}, {idClock, []byte{0x20, 3, 0, 0x20, 3, 0, 9}}, {idChanges2, []byte{0x40, 0x24, 0x72, 0x59, 0x57}},
		{idChanges, []byte{0x7f, 0x7f, 0x7f, 0x6a, 0x45, 0x3c, 0x4b, 0x04}}, {idMarked, nil}, {idGame, []byte{0x7b, 0x45, 0x3c, 0x41, 0x34}},
		{idTrademark, []byte("text")}, {0xb9, []byte{5}}, {idHere, nil},
	} {
		s.Messages = append(s.Messages, AppendPacket(nil, p.id, 1025, p.data...))
	}
	return &s
}

func TestAnyCut(t *testing.T) { stream().AnyCut(t, 1, "\x85\x00\x08\x08\x85\x00") }

func TestNothingLost(t *testing.T) {
	s := stream()
	s.Messages = slices.DeleteFunc(s.Messages, func(p []byte) bool { return p[0] == idGame }) // a log that does not fit is a loss
	s.NothingLost(t)
}

// TestDeletedByte: after the last packet nothing comes that could show a loss.
func TestDeletedByte(t *testing.T) {
	s := stream()
	s.Messages = slices.DeleteFunc(s.Messages, func(p []byte) bool { return p[0] == idGame })
	s.DeletedByte(t, 0, len(s.Messages)-1)
}

// FuzzDecoder ends whatever packet has begun before it sends a dump.
func FuzzDecoder(f *testing.F) {
	f.Add(bytes.Repeat([]byte{0x85, 0x3e, 0x06}, 300), uint64(3))
	stream().Fuzz(f, AppendPacket(make([]byte, longest), idBoard, 1025, make([]byte, 64)...), placement.Placement{})
}

func BenchmarkDecode(b *testing.B) {
	data := bytes.Join([][]byte{AppendPacket(nil, idClock, 1025, 0x20, 0x03, 0x00, 0x20, 0x03, 0x00, 0x09),
		AppendPacket(nil, idChanges, 1025, 0x40, 0x34, 0x41, 0x24, 0x72, 0x02, 0x59),
		AppendPacket(nil, idChanges, 1025, 0x40, 0x24, 0x41, 0x34, 0x62, 0x02, 0x59)}, nil)
	stream().Benchmark(b, AppendPacket(nil, idBoard, 1025, make([]byte, 64)...), data)
}

// setUp returns a decoder that has seen the initial array, and the clock running for
// White.
func setUp(t *testing.T) *Decoder {
	t.Helper()
	var b dgt.Board
	b.Step(nil, sensortest.SetUp)
	codes := b.Codes()
	d := &Decoder{Address: 1025}
	sensortest.Expect(t, d.Step(nil, 7, AppendPacket(nil, idBoard, 1025, codes[:]...)), sensortest.Initial)
	d.Step(nil, 7, AppendPacket(nil, idClock, 1025, 0x20, 0x03, 0x00, 0x20, 0x03, 0x00, 0x09))
	sensortest.Expect(t, d.Step(nil, 7, AppendPacket(nil, idChanges, 1025)), "clock 180000 180000 w")
	return d
}

// TestChanges: packets of changes, as the package comment has them and others; the
// entries are in hexadecimal.
func TestChanges(t *testing.T) {
	const kings = "45 3c 4b 04" // a white king on e1, a black one on e8
	for name, c := range map[string]struct {
		packets []string
		want    []string
	}{
		"a move and a press":     {[]string{"40 34 41 24 72 59 57"}, []string{"lift e2 P", "drop e4 P", "press w"}},
		"both press":             {[]string{"72 59 57 62 59 58"}, []string{"press w", "press b"}},
		"quick":                  {[]string{"50 34 51 24"}, []string{"lift e2 P", "drop e4 P"}},
		"what stands there":      {[]string{"41 34 40 24"}, nil},
		"delays and remarks":     {[]string{"15 40 34 22 6f 00 41 24 6e 7d 7e"}, []string{"lift e2 P", "drop e4 P"}},
		"the start mark":         {[]string{"7b 41 34 45 3c 4b 04"}, nil},
		"a capture in one":       {[]string{"41 0c"}, []string{"drop e7 P"}},
		"had already":            {[]string{"40 34 41 2c 40 2c 41 24", "40 34 41 2c 40 2c 41 24"}, []string{"lift e2 P", "drop e3 P", "lift e3 P", "drop e4 P"}},
		"once more the same":     {[]string{"40 3e 41 3e", "43 3e 40 3e 43 3e", "40 3e 43 3e"}, []string{"lift g1 N", "drop g1 P", "drop g1 N", "lift g1 N", "drop g1 N", "lift g1 N", "drop g1 N"}},
		"a marker":               {[]string{"4d 34"}, []string{"lift e2 P"}},
		"without power":          {[]string{"40 34 7f 7f 7f 6a " + kings}, []string{"lift e2 P", "fault the board was without power, or has restarted itself"}},
		"and pieces moved":       {[]string{"7f 7f 7f 6a " + kings, "40 3c 45 34"}, []string{"fault the board was without power, or has restarted itself", "board 4k3/8/8/8/8/8/8/4K3", "lift e1 K", "drop e2 K"}},
		"and a press":            {[]string{"6a " + kings + " 72 59 57"}, []string{"fault the board was without power, or has restarted itself", "board 4k3/8/8/8/8/8/8/4K3", "press w"}},
		"no power, no pieces":    {[]string{"6a 72 59 57"}, []string{"fault the board was without power, or has restarted itself", "press w"}},
		"what newer boards mark": {[]string{"7c 03 40 34"}, []string{"lift e2 P"}},
	} {
		t.Run(name, func(t *testing.T) {
			d := setUp(t)
			var got []sensor.Record
			for _, p := range c.packets {
				got = d.Step(got, 7, AppendPacket(nil, idChanges, 1025, sensortest.Bytes(t, p)...))
			}
			sensortest.Expect(t, got, c.want...)
		})
	}
}

// TestBurstThatChangesNothing: when the pieces stand where they did, only the loss
// of power is reported.
func TestBurstThatChangesNothing(t *testing.T) {
	d := setUp(t)
	b := Board{Board: dgt.Board{Number: 1025}}
	b.Step(nil, sensortest.SetUp)
	b.changes(nil)
	b.Restart()
	got := d.Step(nil, 7, b.changes(nil))
	b.Step(nil, sensor.Record{Word: sensor.Lift, Square: placement.E2})
	sensortest.Expect(t, d.Step(got, 7, b.changes(nil)), "fault the board was without power, or has restarted itself", "lift e2 P")
}

// TestClockAndChanges: a reading of the clock stands where it belongs among the
// presses, whichever was made first.
func TestClockAndChanges(t *testing.T) {
	const before, after, twice = "20 03 00 20 02 55 09", "20 03 00 20 02 54 13", "20 02 50 20 02 54 09"
	for name, c := range map[string]struct {
		clock, changes string
		want           []string
	}{
		"no press":               {before, "40 34", []string{"lift e2 P", "clock 175000 180000 w"}},
		"before the press":       {before, "40 34 41 24 72 02 54", []string{"clock 175000 180000 w", "lift e2 P", "drop e4 P", "press w"}},
		"after it":               {after, "40 34 41 24 72 02 54", []string{"lift e2 P", "drop e4 P", "press w", "clock 174000 180000 b"}},
		"after two":              {twice, "72 02 54 62 02 50", []string{"press w", "press b", "clock 174000 170000 w"}},
		"a press not reported":   {after, "40 34 41 24", []string{"lift e2 P", "drop e4 P", "press w", "clock 174000 180000 b"}},
		"with no changes at all": {after, "", []string{"press w", "clock 174000 180000 b"}},
	} {
		t.Run(name, func(t *testing.T) {
			d := setUp(t)
			sensortest.Expect(t, d.Step(nil, 7, AppendPacket(nil, idClock, 1025, sensortest.Bytes(t, c.clock)...)))
			sensortest.Expect(t, d.Step(nil, 7, AppendPacket(nil, idChanges, 1025, sensortest.Bytes(t, c.changes)...)), c.want...)
		})
	}
}

// TestAppendShown: a decoder that begins with what another one shows takes the next change.
func TestAppendShown(t *testing.T) {
	var d Decoder
	got := d.Step(nil, 7, setUp(t).AppendShown(nil))
	got = d.Step(got, 8, AppendPacket(nil, idChanges, 1025, sensortest.Bytes(t, "40 34 41 24")...))
	sensortest.Expect(t, got, sensortest.Initial, "lift e2 P", "drop e4 P")
	if shown := (&Decoder{Address: 1025}).AppendShown(nil); len(shown) > 0 {
		t.Errorf("before the first dump: % x", shown)
	}
}

// TestOtherBoards: a decoder ignores other boards; without an address it takes that of
// the first board.
func TestOtherBoards(t *testing.T) {
	d := setUp(t)
	sensortest.Expect(t, d.Step(nil, 7, AppendPacket(nil, idChanges, 1026, 0x40, 0x34)))
	sensortest.Expect(t, d.Step(nil, 7, AppendPacket(nil, idChanges, 1025, 0x40, 0x34)), "lift e2 P")
	var first Decoder
	first.Step(nil, 7, AppendPacket(nil, idHere, 1026))
	first.Step(nil, 7, AppendPacket(nil, idVersion, 1027, 1, 3))
	if first.Address != 1026 || first.Info().Version != "" || first.Info().Serial != "01026" {
		t.Errorf("address %d, info %+v", first.Address, first.Info())
	}
}

// TestHistory: changes before the first dump came before anybody listened.
func TestHistory(t *testing.T) {
	d := Decoder{Address: 1025}
	sensortest.Expect(t, d.Step(nil, 7, AppendPacket(nil, idChanges, 1025, 0x40, 0x34, 0x41, 0x24)))
	if c := d.Counts(); c.Changes != 0 || c.Packets != 1 {
		t.Errorf("counts %+v", c)
	}
}

// TestGameLog: the log of a game reports what was not reported yet.
func TestGameLog(t *testing.T) {
	board := Board{Board: dgt.Board{Number: 1025}}
	board.Step(nil, sensortest.SetUp)
	board.changes(nil)
	boardAnswers[MarkStart](&board, nil)
	moves := []sensor.Record{
		{Word: sensor.Lift, Square: placement.E2}, {Word: sensor.Drop, Square: placement.E4, Piece: placement.WhitePawn},
		{Word: sensor.Lift, Square: placement.E7}, {Word: sensor.Drop, Square: placement.E5, Piece: placement.BlackPawn},
		{Word: sensor.Lift, Square: placement.G1}, {Word: sensor.Drop, Square: placement.F3, Piece: placement.WhiteKnight},
	}
	for known := range len(moves) {
		d, b := setUp(t), board
		for _, m := range moves[:known] {
			b.Step(nil, m)
			d.Step(nil, 7, b.changes(nil))
		}
		for _, m := range moves[known:] {
			b.Step(nil, m)
		}
		b.changes(nil) // nobody hears it
		got := d.Step(nil, 7, boardAnswers[SendGame](&b, nil))
		sensortest.Expect(t, got, []string{"lift e2 P", "drop e4 P", "lift e7 p", "drop e5 p", "lift g1 N", "drop f3 N"}[known:]...)
	}
}

// TestGameLogAfterMark: the log of a board whose start was marked after its last report tells nothing of a game.
func TestGameLogAfterMark(t *testing.T) {
	board := Board{Board: dgt.Board{Number: 1025}}
	board.Step(nil, sensortest.SetUp)
	boardAnswers[MarkStart](&board, nil)
	sensortest.Expect(t, setUp(t).Step(nil, 7, boardAnswers[SendGame](&board, nil)),
		"fault changes were lost, and the game's log does not tell which")
}

// TestInfo: what a board says of itself.
func TestInfo(t *testing.T) {
	d := Decoder{Address: 1025}
	for _, p := range [][]byte{AppendPacket(nil, idVersion, 1025, 1, 3), AppendPacket(nil, idSerial, 1025, []byte("3000147740")...),
		AppendPacket(nil, idTrademark, 1025, []byte("A board\r\n")...)} {
		sensortest.Expect(t, d.Step(nil, 7, p))
	}
	if i := d.Info(); i.Version != "1.03" || i.Serial != "3000147740" || i.Trademark != "A board\n" || i.BusAddress != 1025 {
		t.Errorf("%+v", i)
	}
}

// TestDocumented: the packets of the package comment.
func TestDocumented(t *testing.T) {
	d := setUp(t)
	for _, c := range []struct {
		packet string
		want   []string
	}{
		{"87 00 06 08 01 16", nil},
		{"85 00 06 08 01 14", nil},
		{"85 00 0d 08 01 40 34 41 24 72 59 57 16", []string{"lift e2 P", "drop e4 P", "press w"}},
		{"85 00 10 08 01 7f 7f 7f 6a 45 3c 4b 04 47 12 2e", nil},
	} {
		before := d.Counts()
		got := d.Step(nil, 7, sensortest.Bytes(t, c.packet))
		if d.Counts().Packets != before.Packets+1 || d.Counts().Lost != 0 {
			t.Errorf("%s is none: %+v", c.packet, d.Counts())
		}
		if c.want != nil {
			sensortest.Expect(t, got, c.want...)
		}
	}
}
