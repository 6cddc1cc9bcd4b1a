package centaur

import (
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

// FuzzDecoder ends whatever packet has begun before it sends a dump.
func FuzzDecoder(f *testing.F) {
	stream(f).Fuzz(f, append(make([]byte, 1024), dump()...), placement.Occupancy(placement.Initial.Occupied()))
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
	sensortest.Expect(t, d.Step(nil, 5, dump()), sensortest.InitialOccupancy)
	sensortest.Expect(t, d.Step(nil, 5, news(t, "9c 12 03 00 40 34")), "lift e2")
}

// TestDamaged: a damaged packet is reported when the next one comes.
func TestDamaged(t *testing.T) {
	d := setUp(t)
	damaged := news(t, "9c 12 03 00 40 34")
	damaged[8]++
	sensortest.Expect(t, d.Step(nil, 5, damaged))
	sensortest.Expect(t, d.Step(nil, 5, news(t, "9c 12 03 00 40 33")), "fault 12 bytes thrown away: packet 85 of 12 bytes has a wrong checksum", "lift d2")
}
