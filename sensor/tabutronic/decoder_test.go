package tabutronic

import (
	"reflect"
	"strings"
	"testing"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

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

// Frames as they are documented: the initial array, and with the king on e4.
const (
	start   = ":255 255 0 0 0 0 255 255\r\n"
	kingUp  = ":255 255 0 0 8 0 255 247\r\n"
	initial = "board ????????/????????/8/8/8/8/????????/????????"
)

// decode is what so many frames tell.
func decode(d *Decoder, frames ...string) []sensor.Record {
	return d.Step(nil, 5, []byte(strings.Join(frames, "")))
}

// afterBoard is a decoder that has told the initial array.
func afterBoard(t testing.TB) *Decoder {
	t.Helper()
	d := &Decoder{}
	if got := lines(decode(d, start, start)); len(got) != 1 || got[0] != initial {
		t.Fatalf("the board is %q", got)
	}
	return d
}

func TestFirstBoard(t *testing.T) {
	var d Decoder
	expect(t, decode(&d, start))
	expect(t, decode(&d, kingUp))
	expect(t, decode(&d, kingUp), "board ????????/????????/8/8/4?3/8/????????/????1???")
	d.Reset()
	expect(t, decode(&d, start))
	expect(t, decode(&d, start), initial)
	if d.Counts().Frames != 5 || d.Info().Men != 32 {
		t.Errorf("%+v %+v", d.Counts(), d.Info())
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
		t.Run(name, func(t *testing.T) { expect(t, decode(afterBoard(t), c.frames...), c.want...) })
	}
}

func TestCounts(t *testing.T) {
	d := afterBoard(t)
	decode(d, kingUp, start, kingUp, kingUp, ":1 2\r\n", ":"+strings.Repeat("0 ", 320)+"\r\n", ":25")
	want := Counts{Bytes: 6*26 + 6 + 643 + 3, Partial: 3, Frames: 6, Lost: 1, Foreign: 1, Flickers: 2, Lifts: 1, Drops: 1}
	if got := d.Counts(); got != want {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
}

func TestSendsNothing(t *testing.T) {
	for b := range 256 {
		if Allowed(byte(b)) {
			t.Errorf("%02x may be sent", b)
		}
	}
	var h Host
	h.Opened(0)
	for at := range int64(100) {
		if out := h.Step(nil, at*100, Counts{Frames: int(at) / 2}); len(out) > 0 {
			t.Fatalf("% x", out)
		}
	}
	if !h.Answering() {
		t.Error("not answering")
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
		b.Step(r)
		turned.Step(r)
	}
	if got := string(b.Frame(nil)); got != kingUp {
		t.Errorf("%q", got)
	}
	if got := string(turned.Frame(nil)); got != ":239 255 0 16 0 0 255 255\r\n" {
		t.Errorf("turned %q", got)
	}
	if got := b.Command(b.Command(nil, make([]byte, 5)), make([]byte, 12)); string(got) != "L\r\nL\r\n" {
		t.Errorf("lights answer %q", got)
	}
}

// TestFlicker: what flickers now and then is not told, unless it does so in two
// frames in a row.
func TestFlicker(t *testing.T) {
	b := Board{Flicker: 10}
	b.Step(sensor.Record{Word: sensor.Board, Placement: placement.Initial})
	d := afterBoard(t)
	var told []sensor.Record
	const frames = 1000
	for range frames {
		told = d.Step(told, 5, b.Frame(nil))
	}
	if c := d.Counts(); c.Flickers < frames*64/1000*8/10 || c.Lost > 0 {
		t.Errorf("%+v", c)
	}
	if len(told) > 2 {
		t.Errorf("told %q", lines(told))
	}
}
