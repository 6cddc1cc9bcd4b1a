package centaur

import (
	"slices"
	"strings"
	"testing"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/dgt/bus"
	"github.com/boardd/boardd/sensor/sensortest"
)

// address is the address of the boards that people have looked at.
const address bus.Address = 0x06<<7 | 0x50

// news returns a packet of events.
func news(t testing.TB, text string) []byte {
	return bus.SendChanges.AppendAnswer(nil, address, sensortest.Bytes(t, text)...)
}

// dump returns the dump of the initial array.
func dump() []byte {
	b := Board{Address: address}
	b.Step(nil, sensortest.SetUp)
	return b.answer(nil, bus.SendBoard, address)
}

// setUp returns a decoder that has seen the initial array.
func setUp(t *testing.T) *Decoder {
	t.Helper()
	var d Decoder
	sensortest.Expect(t, d.Step(nil, 5, dump()), sensortest.InitialOccupancy)
	return &d
}

// stream is a board that is scanned, asked for news, and then scanned so often that
// a wrong length of up to 1,024 bytes shows.
func stream(t testing.TB) *sensortest.Stream[Counts] {
	s := sensortest.Stream[Counts]{
		Decoder: func() sensortest.Decoder[Counts] { return new(Decoder) },
		Messages: [][]byte{sensortest.Bytes(t, "87 00 06 06 50 63"), dump(), news(t, "9c 12 03 00 40 34"), news(t, ""),
			news(t, "20 13 03 00 41 24 40 33"), news(t, "7c 03 21 13 03 00 41 2b"), dump(), news(t, "a0 13 03 00 40 34"), news(t, "")},
		Lost:      func(c Counts) int { return c.Lost },
		Occupancy: true,
	}
	for range 1024/len(dump()) + 1 {
		s.Messages = append(s.Messages, dump())
	}
	return &s
}

func TestAnyCut(t *testing.T)      { stream(t).AnyCut(t, 1, "\x85\x00\x08\x08\x85\x00") }
func TestNothingLost(t *testing.T) { stream(t).NothingLost(t) }

func TestDeletedByte(t *testing.T) { stream(t).DeletedByte(t, 0, 8) }

// FuzzDecoder sends what ends any packet, then a dump, and the answer for which the dump may wait.
func FuzzDecoder(f *testing.F) {
	stream(f).Fuzz(f, slices.Concat(make([]byte, 1024), dump(), news(f, "")), placement.Occupancy(placement.Initial.Occupied()))
}

// TestDocumented: the packets of the package comment.
func TestDocumented(t *testing.T) {
	d := setUp(t)
	for _, c := range []struct {
		packet string
		want   []string
	}{
		{"87 00 06 06 50 63", nil},
		{"85 00 06 06 50 61", nil},
		{"85 00 0c 06 50 9c 12 03 00 40 34 0c", []string{"lift e2"}},
		{"85 00 0e 06 50 20 13 03 00 41 24 40 33 77", []string{"drop e4", "lift d2"}},
	} {
		before := d.Counts()
		sensortest.Expect(t, d.Step(nil, 5, sensortest.Bytes(t, c.packet)), c.want...)
		if c := d.Counts(); c.Packets != before.Packets+1 || c.Lost+c.Doubts > 0 {
			t.Errorf("counts %+v", c)
		}
	}
	if c := d.Counts(); c.Address != address || c.Pings != 1 || c.Polls != 3 || c.Dumps != 1 || c.Updates != 3 {
		t.Errorf("counts %+v", c)
	}
}

// TestNews: what the decoder takes from a packet, and when more may be in it.
func TestNews(t *testing.T) {
	for name, c := range map[string]struct {
		packets []string
		want    []string
		doubts  int
	}{
		"no time":                       {[]string{"40 34"}, []string{"lift e2"}, 0},
		"two without a time":            {[]string{"40 34 41 24"}, []string{"lift e2", "drop e4"}, 0},
		"one byte of it":                {[]string{"9c 40 34"}, []string{"lift e2"}, 0},
		"two bytes":                     {[]string{"9c 12 40 34"}, []string{"lift e2"}, 0},
		"a mark and a time":             {[]string{"7c 03 9c 12 40 34 41 24"}, []string{"lift e2", "drop e4"}, 0},
		"a time that looks like a lift": {[]string{"9c 12 40 3e", "40 0c 40 34"}, []string{"lift g1", "lift e2"}, 1},
		"that, with minutes":            {[]string{"40 0c 03 00 40 34"}, []string{"lift e2"}, 1},
		"times in between":              {[]string{"9c 12 40 34 a0 13 41 24"}, []string{"drop e4"}, 1},
		"lifted from an empty square":   {[]string{"9c 12 40 24"}, nil, 1},
		"dropped on an occupied square": {[]string{"9c 12 41 34"}, nil, 1},
		"a square that is none":         {[]string{"9c 12 40 40"}, nil, 0},
		"nothing but a time":            {[]string{"9c 12 03"}, nil, 0},
		"corners":                       {[]string{"40 00 40 07 40 38 40 3f"}, []string{"lift a8", "lift h8", "lift a1", "lift h1"}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			d := setUp(t)
			var got []sensor.Record
			for _, p := range c.packets {
				got = d.Step(got, 5, news(t, p))
			}
			sensortest.Expect(t, got, c.want...)
			if n := d.Counts().Doubts; n != c.doubts {
				t.Errorf("%d doubts, want %d", n, c.doubts)
			}
		})
	}
}

// TestBeforeDump: the decoder drops what happened before the first dump.
func TestBeforeDump(t *testing.T) {
	var d Decoder
	sensortest.Expect(t, d.Step(nil, 5, news(t, "9c 12 03 00 40 34 41 24")))
	sensortest.Expect(t, d.Step(nil, 5, dump()), sensortest.InitialOccupancy)
}

// TestAfterGap: the decoder reports what happened while the link was lost, after the
// board as it was before; without any event a dump shows it.
func TestAfterGap(t *testing.T) {
	d := setUp(t)
	d.Reset()
	sensortest.Expect(t, d.Step(nil, 5, news(t, "")))
	sensortest.Expect(t, d.Step(nil, 5, news(t, "9c 12 03 00 40 34 41 24")), sensortest.InitialOccupancy, "lift e2", "drop e4")
	sensortest.Expect(t, d.Step(nil, 5, news(t, "9c 12 03 00 40 0c")), "lift e7")
	d.Reset()
	sensortest.Expect(t, d.Step(nil, 5, dump()))
	sensortest.Expect(t, d.Step(nil, 5, news(t, "9c 12 03 00 40 34")), sensortest.InitialOccupancy, "lift e2")
}

// TestDumpAhead: a dump that shows what no event has reported waits for the board's next answer. Events in it tell the
// order, and what they do not tell was lost.
func TestDumpAhead(t *testing.T) {
	const lost = "board ????????/????????/8/8/4?3/8/????1???/????????"
	for _, c := range []struct {
		name, answer string
		want         []string
	}{
		{"all is told", "9c 12 03 00 40 34 41 24", []string{"lift e2", "drop e4"}},
		{"nothing is told", "", []string{lost}},
		{"the lift was lost", "9c 12 03 00 41 24", []string{"board ????????/????????/8/8/8/8/????1???/????????", "drop e4"}},
		{"what was lost is older", "9c 12 03 00 40 24", []string{lost, "lift e4"}},
		{"more is told", "9c 12 03 00 40 34 41 24 40 0c", []string{"lift e2", "drop e4", "lift e7"}},
		{"another thing is told", "9c 12 03 00 40 0c", []string{lost, "lift e7"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			d, ahead := setUp(t), Board{Address: address}
			ahead.Step(nil, sensortest.SetUp)
			ahead.Step(nil, sensor.Record{Word: sensor.Lift, Square: placement.E2})
			ahead.Step(nil, sensor.Record{Word: sensor.Drop, Square: placement.E4})
			for range 2 { // a second one changes nothing
				sensortest.Expect(t, d.Step(nil, 5, ahead.answer(nil, bus.SendBoard, address)))
			}
			sensortest.Expect(t, d.Step(nil, 5, news(t, c.answer)), c.want...)
			sensortest.Expect(t, d.Step(nil, 5, news(t, "")))
			if doubt := d.Counts().Doubts > 0; doubt != (c.answer != "") {
				t.Errorf("a doubt: %v", doubt)
			}
		})
	}
}

// TestDamaged: a damaged packet is reported when the next one comes.
func TestDamaged(t *testing.T) {
	d := setUp(t)
	damaged := news(t, "9c 12 03 00 40 34")
	damaged[8]++
	sensortest.Expect(t, d.Step(nil, 5, damaged))
	sensortest.Expect(t, d.Step(nil, 5, news(t, "9c 12 03 00 40 33")), "fault 12 bytes thrown away: packet 85 of 12 bytes has a wrong checksum", "lift d2")
}

// desk is a host, a decoder and a board at a sensortest.Desk.
type desk struct {
	sensortest.Desk[Counts]
	host  Host
	board Board
	dec   Decoder
}

func newDesk() *desk {
	d := &desk{board: Board{Address: address}}
	d.host.Decoder = &d.dec
	d.Desk = sensortest.Desk[Counts]{Host: &d.host, Decoder: &d.dec, Board: &d.board}
	d.SetUp()
	return d
}

// hands lets a hand touch a square.
func (d *desk) hands(word sensor.Word, sq placement.Square) {
	d.Hand(sensor.Record{Word: word, Square: sq, Piece: placement.Unknown})
}

// TestStart: what happened before is thrown away, then the board is scanned and
// asked for news every 50 ms.
func TestStart(t *testing.T) {
	d := newDesk() // on which all pieces have just been set up
	if d.host.Listening() || d.host.Deadline() != 500 {
		t.Error("listens before it has settled")
	}
	d.Run(600)
	if got, want := d.SentSince(), []string{"500 87", "500 83", "500 82", "500 83", "550 83", "600 83"}; !slices.Equal(got, want) {
		t.Errorf("sent %q, want %q", got, want)
	}
	sensortest.Expect(t, d.ShownSince(), sensortest.InitialOccupancy)
	d.hands(sensor.Lift, placement.E2)
	d.Run(620)
	d.hands(sensor.Drop, placement.E4)
	d.hands(sensor.Lift, placement.E7)
	d.Run(1000)
	sensortest.Expect(t, d.ShownSince(), "lift e2", "drop e4", "lift e7")
	d.SentSince()
	d.Run(2800)
	dumps := slices.DeleteFunc(d.SentSince(), func(s string) bool { return !strings.HasSuffix(s, "82") })
	if !slices.Equal(dumps, []string{"2650 82"}) {
		t.Errorf("dumps %q", dumps)
	}
}

// TestTurned: a board that lies the other way reports its own squares.
func TestTurned(t *testing.T) {
	d := newDesk()
	d.board = Board{Address: address, Turned: true}
	d.board.Step(nil, sensortest.SetUp)
	d.Run(600)
	d.hands(sensor.Lift, placement.E2)
	d.Run(700)
	sensortest.Expect(t, d.ShownSince(), sensortest.InitialOccupancy, "lift d7")
}

// TestAsleep: a board that does not answer a ping is woken up.
func TestAsleep(t *testing.T) {
	d := newDesk()
	d.board.Asleep = true
	d.Run(2100)
	if got, want := d.SentSince()[:3], []string{"500 87", "2000 4d", "2000 83"}; !slices.Equal(got, want) {
		t.Errorf("sent %q, want %q", got, want)
	}
	if !d.host.Answering() {
		t.Error("not answering")
	}
}

// TestAddressOfAll: a packet from the address of all boards is thrown away; only pings go to that address.
func TestAddressOfAll(t *testing.T) {
	d := newDesk()
	d.Mute = true
	d.Run(1000)
	d.Mute = false
	d.Read(sensortest.Bytes(t, "87 00 06 00 00 0d"))
	d.Mute = true
	d.Run(2100)
	d.ExpectSent(t, "500 87", "2000 4d")
}

// TestLost: a board that is silent for two seconds is looked for anew.
func TestLost(t *testing.T) {
	d := newDesk()
	d.Run(1000)
	d.Mute = true
	d.Run(2900)
	if !d.host.Answering() {
		t.Error("given up too soon")
	}
	d.Run(3200)
	if d.host.Answering() {
		t.Error("answering")
	}
	d.Mute = false
	d.hands(sensor.Lift, placement.E2)
	d.SentSince()
	d.ShownSince()
	d.Run(8000)
	sensortest.Expect(t, d.ShownSince(), "lift e2", "board ????????/????????/8/8/8/8/????1???/????????")
}

// TestStall: the machine stands still while pieces are moved, until a dump is due. The board tells first in which
// order they were.
func TestStall(t *testing.T) {
	d := newDesk()
	d.Run(600)
	d.hands(sensor.Lift, placement.E2)
	d.hands(sensor.Drop, placement.E4)
	d.Run(700)
	d.ShownSince()
	d.Board.Step(nil, sensor.Record{Word: sensor.Lift, Square: placement.G8})
	d.Board.Step(nil, sensor.Record{Word: sensor.Drop, Square: placement.F6, Piece: placement.Unknown})
	d.Now = 6000
	d.Run(9000)
	sensortest.Expect(t, d.ShownSince(), "lift g8", "drop f6", "board ??????1?/????????/5?2/8/4?3/8/????1???/????????")
}

// TestLateDump: a dump that does not come in time is asked for again at once: the answer may be on its way, and counts.
func TestLateDump(t *testing.T) {
	d := newDesk()
	first := true
	d.Spoil = func(data []byte) []byte {
		if first && strings.HasSuffix(d.Sent[len(d.Sent)-1], " 82") {
			first, data = false, nil
		}
		return data
	}
	d.Run(600)
	if got, want := d.SentSince(), []string{"500 87", "500 83", "500 82", "600 82", "600 83"}; !slices.Equal(got, want) {
		t.Errorf("sent %q, want %q", got, want)
	}
}

// TestLostAnswer: after an answer that was damaged or did not come a dump shows what it
// held.
func TestLostAnswer(t *testing.T) {
	for name, spoil := range map[string]func([]byte) []byte{
		"damaged": func(data []byte) []byte { data[len(data)-2] ^= 1; return data },
		"lost":    func([]byte) []byte { return nil },
		"cut off": func(data []byte) []byte { return data[:4] },
	} {
		d := newDesk()
		d.Run(1000)
		d.ShownSince()
		d.Spoil = spoil
		d.hands(sensor.Lift, placement.E2)
		d.Run(1051)
		d.Spoil = nil
		d.Run(1400)
		got := slices.DeleteFunc(d.ShownSince(), func(r sensor.Record) bool { return r.Word == sensor.Fault })
		if len(got) == 0 || sensortest.Lines(got)[0] != "board ????????/????????/8/8/8/8/????1???/????????" {
			t.Errorf("%s: %q", name, sensortest.Lines(got))
		}
	}
}

// TestIdle: the answer that nothing is new is for the host alone, and the decoder does not read
// it; but it reads what is damaged, comes from another board, or follows a part of a packet.
func TestIdle(t *testing.T) {
	d := newDesk()
	d.Run(1000)
	polls, bytes := d.dec.Counts().Polls, d.dec.Counts().Bytes
	d.Run(2000)
	if c := d.dec.Counts(); d.Idle < 18 || c.Polls != polls || c.Bytes != bytes || !d.host.Answering() {
		t.Errorf("%d idle answers, %+v", d.Idle, c)
	}
	nothing := "85 00 06 06 50 61"
	for _, c := range []struct {
		part, read string
		want       bool
	}{
		{"", nothing, true},
		{"", "8b 00 06 06 50 67", true},
		{"", "85 00 06 06 50 60", false},
		{"", "85 00 06 06 51 62", false},
		{"", nothing + nothing, false},
		{"", "83 06 50 59", false},
		{"", "", false},
		{"85 00 0c 06 50 9c", nothing, false},
	} {
		if c.part != "" {
			d.dec.Step(nil, d.Now, sensortest.Bytes(t, c.part))
		}
		if got := d.host.Idle(sensortest.Bytes(t, c.read)); got != c.want {
			t.Errorf("%q after %q: %v", c.read, c.part, got)
		}
	}
	d = newDesk()
	d.Run(1000)
	d.dec.Step(nil, d.Now, bus.SendBoard.AppendAnswer(nil, address, make([]byte, 64)...))
	if d.host.Idle(sensortest.Bytes(t, nothing)) {
		t.Error("it takes the answer for which a dump waits")
	}
	if !d.host.Polls(sensortest.Bytes(t, "83 06 50 59")) || d.host.Polls(sensortest.Bytes(t, "82 06 50 58")) {
		t.Error("it takes another command for the question what is new, or not that one")
	}
}

func TestClosed(t *testing.T) {
	sensortest.ClosedHost(t, new(Host))
	d := newDesk()
	d.Run(1000)
	d.host.Closed()
	d.SentSince()
	d.Run(1e6)
	if n := len(d.SentSince()); n > 0 {
		t.Errorf("%d commands without a port", n)
	}
}

// TestAllowed: these four things and nothing else; not the byte by itself that
// starts the boot loader of other boards.
func TestAllowed(t *testing.T) {
	for text, want := range map[string]bool{
		"87 00 00 07": true, "4d 4e 87 00 00 07": true, "83 06 50 59": true, "82 06 50 58": true,
		"4e": false, "4d 4e": false, "4e 87 00 00 07": false, "83 06 50 58": false, "81 06 50 57": false, "85 06 50 5b": false,
		"83 00 00 03": false, "83 06 50 59 83 06 50 59": false, "": false,
	} {
		if got := Allowed(sensortest.Bytes(t, text)); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}

// FuzzHost: whatever a board sends, a Host sends only what is allowed.
func FuzzHost(f *testing.F) {
	hosts := func() (sensortest.Host, sensortest.Decoder[Counts]) {
		d := new(Decoder)
		return &Host{Decoder: d}, d
	}
	check := func(_ sensortest.Host, out []byte, _, _ int64) string {
		if !Allowed(out) {
			return "not allowed"
		}
		return ""
	}
	sensortest.FuzzHost(f, hosts, check, append(sensortest.Bytes(f, "87 00 06 06 50 63"), dump()...), sensortest.Bytes(f, "85 00 06 06 50 61 00 ff 40 41"),
		sensortest.Bytes(f, strings.Repeat("87 00 06 00 00 0d", 100)))
}
