package tabutronic

import (
	"bytes"
	"strings"
	"testing"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/numbers"
	"github.com/boardd/boardd/sensor/sensortest"
)

// Frames as they are documented: the initial array, and with the king on e4.
const (
	start  = ":255 255 0 0 0 0 255 255\r\n"
	kingUp = ":255 255 0 0 8 0 255 247\r\n"
)

// decode returns the records of frames.
func decode(d *Decoder, frames ...string) []sensor.Record {
	return d.Step(nil, 5, []byte(strings.Join(frames, "")))
}

// stream returns a board on which a few moves are made, frame by frame.
func stream(t testing.TB) *sensortest.Stream[Counts] {
	s := sensortest.Stream[Counts]{
		Decoder:   func() sensortest.Decoder[Counts] { return new(Decoder) },
		Lost:      func(c Counts) int { return c.Lost },
		Occupancy: true,
		Value:     true,
		Spared:    misread,
	}
	var b Board
	b.Step(nil, sensortest.SetUp)
	for i, act := range []string{"", "", "lift e2", "drop e4", "lift d7", "", "drop d5", "", "lift d5", "lift e4", "drop d5", ""} {
		if act != "" {
			b.Step(nil, sensortest.Records(t, act)[0])
		}
		s.Messages = append(s.Messages, b.Scan(nil))
		if i%3 > 0 {
			s.Messages = append(s.Messages, b.Scan(nil))
		}
	}
	return &s
}

// misread reports whether records differ from others by squares that were misread in
// one frame, after a missing digit.
func misread(damaged, whole []sensor.Record) bool {
	return sensortest.Standing(damaged) == sensortest.Standing(whole)
}

func TestAnyCut(t *testing.T)      { stream(t).AnyCut(t, 1, "L\r\nx:1 2\r\n255 :") }
func TestNothingLost(t *testing.T) { stream(t).NothingLost(t) }

// TestDeletedByte: before the first Board, and after the last frame, nothing shows a
// loss.
func TestDeletedByte(t *testing.T) {
	s := stream(t)
	s.DeletedByte(t, 2, len(s.Messages)-1)
}

func FuzzDecoder(f *testing.F) {
	f.Add([]byte(start+kingUp+start), uint64(2))
	f.Add(bytes.Repeat([]byte("99 "), 800), uint64(3))
	f.Add([]byte(":"+strings.Repeat("0 ", 320)+"\r\n:1 256\r\n"), uint64(4))
	stream(f).Fuzz(f, []byte("\n"+start+start+start), placement.Occupancy(placement.Initial.Occupied()))
}

func BenchmarkDecode(b *testing.B) {
	s := stream(b)
	data := bytes.Join(s.Messages, nil)
	s.Benchmark(b, data, data)
}

// afterBoard returns a decoder that has reported the initial array.
func afterBoard(t testing.TB) *Decoder {
	t.Helper()
	d := &Decoder{}
	if got := sensortest.Lines(decode(d, start, start)); len(got) != 1 || got[0] != sensortest.InitialOccupancy {
		t.Fatalf("the board is %q", got)
	}
	return d
}

func TestFirstBoard(t *testing.T) {
	var d Decoder
	sensortest.Expect(t, decode(&d, start))
	sensortest.Expect(t, decode(&d, kingUp))
	sensortest.Expect(t, decode(&d, kingUp), "board ????????/????????/8/8/4?3/8/????????/????1???")
	d.Reset()
	sensortest.Expect(t, decode(&d, start))
	sensortest.Expect(t, decode(&d, start), sensortest.InitialOccupancy)
	if d.Counts().Frames != 5 || d.Pieces() != 32 {
		t.Errorf("%+v %d", d.Counts(), d.Pieces())
	}
}

func TestFrames(t *testing.T) {
	for name, c := range map[string]struct {
		frames []string
		want   []string
	}{
		"a king's move":                {[]string{kingUp, kingUp}, []string{"lift e1", "drop e4"}},
		"seen once":                    {[]string{kingUp, start, start}, nil},
		"lifted, put down":             {[]string{":255 255 0 0 0 0 247 255\r", ":255 255 0 0 0 0 247 255\r", ":255 255 0 0 8 0 247 255\r", ":255 255 0 0 8 0 247 255\r"}, []string{"lift e2", "drop e4"}},
		"one square after the other":   {[]string{":255 255 0 0 0 0 247 255\r", ":255 255 0 0 8 0 247 255\r", ":255 255 0 0 8 0 247 255\r"}, []string{"lift e2", "drop e4"}},
		"a square that comes and goes": {[]string{":255 255 0 1 0 0 255 255\r", start, ":255 255 0 1 0 0 255 255\r", start}, nil},
		"corners":                      {[]string{":126 255 0 0 0 0 255 126\n", ":126 255 0 0 0 0 255 126\n"}, []string{"lift a1", "lift h1", "lift a8", "lift h8"}},
		"a capture unseen":             {[]string{":255 255 0 0 0 0 255 254\n", ":255 255 0 0 0 0 255 254\n"}, []string{"lift h1"}},
		"other family":                 {[]string{":" + strings.Repeat("0 ", 320) + "\r\n", kingUp, kingUp}, []string{"fault lines of 320 numbers: this is a Certabo board, not one of Tabutronic's", "lift e1", "drop e4"}},
		"seven numbers":                {[]string{":255 255 0 0 0 0 255\r\n", kingUp, kingUp}, []string{"fault frame of 7 numbers", "lift e1", "drop e4"}},
		"lights":                       {[]string{"L\r\n", kingUp, "L", kingUp}, []string{"lift e1", "drop e4"}},
		"cut off":                      {[]string{":255 255", kingUp, kingUp}, []string{"fault line cut off after 8 bytes", "lift e1", "drop e4"}},
	} {
		t.Run(name, func(t *testing.T) { sensortest.Expect(t, decode(afterBoard(t), c.frames...), c.want...) })
	}
}

func TestCounts(t *testing.T) {
	d := afterBoard(t)
	decode(d, kingUp, start, kingUp, kingUp, ":1 2\r\n", ":"+strings.Repeat("0 ", 320)+"\r\n", ":25")
	want := Counts{Counts: numbers.Counts{Bytes: 6*26 + 6 + 643 + 3, Partial: 3, Frames: 6, Lost: 1, Foreign: 1}, Flickers: 2, Lifts: 1, Drops: 1}
	if got := d.Counts(); got != want {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
}

// TestBoard: the frames are the documented ones, whichever way it lies.
func TestBoard(t *testing.T) {
	var b, turned Board
	turned.Turned = true
	for _, r := range []sensor.Record{
		{Word: sensor.Board, Placement: placement.Initial},
		{Word: sensor.Lift, Square: placement.E1},
		{Word: sensor.Drop, Square: placement.E4, Piece: placement.WhiteKing},
		{Word: sensor.Press}, {Word: sensor.Lift, Square: placement.NoSquare}, {Word: sensor.Drop, Square: placement.NoSquare},
	} {
		b.Step(nil, r)
		turned.Step(nil, r)
	}
	if got := string(b.Scan(nil)); got != kingUp {
		t.Errorf("%q", got)
	}
	if got := string(turned.Scan(nil)); got != ":239 255 0 16 0 0 255 255\r\n" {
		t.Errorf("turned %q", got)
	}
	if got := b.Command(b.Command(nil, make([]byte, 5)), make([]byte, 12)); string(got) != "L\r\nL\r\n" {
		t.Errorf("lights answer %q", got)
	}
}

// TestFlicker: a square that flickers is not reported, unless it does so in two frames
// in a row.
func TestFlicker(t *testing.T) {
	b := Board{Flicker: 10}
	b.Step(nil, sensortest.SetUp)
	d := afterBoard(t)
	var shown []sensor.Record
	const frames = 1000
	for range frames {
		shown = d.Step(shown, 5, b.Scan(nil))
	}
	if c := d.Counts(); c.Flickers < frames*64/1000*8/10 || c.Lost > 0 {
		t.Errorf("%+v", c)
	}
	if len(shown) > 2 {
		t.Errorf("shown %q", sensortest.Lines(shown))
	}
}
