package centaur

import (
	"bytes"
	"encoding/hex"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/dgt/bus"
)

// address is that of the boards that people have looked at.
const address bus.Address = 0x06<<7 | 0x50

// wire is bytes from their hexadecimal form; spaces do not matter.
func wire(t testing.TB, text string) []byte {
	t.Helper()
	data, err := hex.DecodeString(strings.Join(strings.Fields(text), ""))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// news is a packet that tells of something.
func news(t testing.TB, text string) []byte {
	return bus.SendChanges.AppendAnswer(nil, address, wire(t, text)...)
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
	if got := lines(records); len(got) != len(want) || len(want) > 0 && !reflect.DeepEqual(got, want) {
		t.Errorf("\n got %q\nwant %q", got, want)
	}
}

const initial = "board ????????/????????/8/8/8/8/????????/????????"

// dump is what a board with the initial array answers.
func dump() []byte {
	b := Board{Address: address}
	b.Step(nil, sensor.Record{Word: sensor.Board, Placement: placement.Initial})
	return b.answer(nil, bus.SendBoard, address)
}

// setUp is a decoder that has seen the initial array.
func setUp(t *testing.T) *Decoder {
	t.Helper()
	var d Decoder
	expect(t, d.Step(nil, 5, dump()), initial)
	return &d
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
		expect(t, d.Step(nil, 5, wire(t, c.packet)), c.want...)
		if c := d.Counts(); c.Packets != before.Packets+1 || c.Lost+c.Doubts > 0 {
			t.Errorf("counts %+v", c)
		}
	}
	if c := d.Counts(); c.Address != address || c.Pings != 1 || c.Polls != 3 || c.Dumps != 1 || c.Updates != 3 {
		t.Errorf("counts %+v", c)
	}
}

// TestNews: what is taken from a packet, and when it may have told more.
func TestNews(t *testing.T) {
	for name, c := range map[string]struct {
		packets []string
		want    []string
		doubts  int
	}{
		"no time":                        {[]string{"40 34"}, []string{"lift e2"}, 0},
		"two without a time":             {[]string{"40 34 41 24"}, []string{"lift e2", "drop e4"}, 0},
		"one byte of it":                 {[]string{"9c 40 34"}, []string{"lift e2"}, 0},
		"two bytes":                      {[]string{"9c 12 40 34"}, []string{"lift e2"}, 0},
		"a mark and a time":              {[]string{"7c 03 9c 12 40 34 41 24"}, []string{"lift e2", "drop e4"}, 0},
		"a time that looks like a lift":  {[]string{"9c 12 40 3e", "40 0c 40 34"}, []string{"lift g1", "lift e2"}, 1},
		"that, with minutes":             {[]string{"40 0c 03 00 40 34"}, []string{"lift e2"}, 1},
		"times in between":               {[]string{"9c 12 40 34 a0 13 41 24"}, []string{"drop e4"}, 1},
		"lifted where nobody stands":     {[]string{"9c 12 40 24"}, nil, 1},
		"put down where somebody stands": {[]string{"9c 12 41 34"}, nil, 1},
		"a square that is none":          {[]string{"9c 12 40 40"}, nil, 0},
		"nothing but a time":             {[]string{"9c 12 03"}, nil, 0},
		"corners":                        {[]string{"40 00 40 07 40 38 40 3f"}, []string{"lift a8", "lift h8", "lift a1", "lift h1"}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			d := setUp(t)
			var got []sensor.Record
			for _, p := range c.packets {
				got = d.Step(got, 5, news(t, p))
			}
			expect(t, got, c.want...)
			if n := d.Counts().Doubts; n != c.doubts {
				t.Errorf("%d doubts, want %d", n, c.doubts)
			}
		})
	}
}

// TestBeforeDump: what has happened before anybody asked is thrown away.
func TestBeforeDump(t *testing.T) {
	var d Decoder
	expect(t, d.Step(nil, 5, news(t, "9c 12 03 00 40 34 41 24")))
	expect(t, d.Step(nil, 5, dump()), initial)
}

// TestAfterGap: what has happened while the line was lost is told, from what stood
// there before; without anything to tell, the dump that follows says so.
func TestAfterGap(t *testing.T) {
	d := setUp(t)
	d.Reset()
	expect(t, d.Step(nil, 5, news(t, "")))
	expect(t, d.Step(nil, 5, news(t, "9c 12 03 00 40 34 41 24")), initial, "lift e2", "drop e4")
	expect(t, d.Step(nil, 5, news(t, "9c 12 03 00 40 0c")), "lift e7")
	d.Reset()
	expect(t, d.Step(nil, 5, dump()), initial)
	expect(t, d.Step(nil, 5, news(t, "9c 12 03 00 40 34")), "lift e2")
}

// TestDamaged: a damaged packet is lost, and told of when the next one comes.
func TestDamaged(t *testing.T) {
	d := setUp(t)
	damaged := news(t, "9c 12 03 00 40 34")
	damaged[8]++
	expect(t, d.Step(nil, 5, damaged))
	expect(t, d.Step(nil, 5, news(t, "9c 12 03 00 40 33")), "fault 12 bytes thrown away: packet 85 of 12 bytes has a wrong checksum", "lift d2")
}

// FuzzDecoder: no bytes make it panic, nor depend on the cut, nor lift a man where
// none stands; and after them it finds its place again.
func FuzzDecoder(f *testing.F) {
	f.Add(bytes.Join([][]byte{dump(), news(f, "9c 12 40 34"), news(f, "20 13 41 24 40 33")}, nil), uint64(1))
	f.Add(news(f, "7c 03 9c 12 40 34"), uint64(2))
	f.Add(wire(f, "87 00 06 06 50 63 85 00 06 06 50 61"), uint64(3))
	f.Fuzz(func(t *testing.T, data []byte, seed uint64) {
		var d Decoder
		want := d.Step(nil, 5, data)
		var men placement.Set
		for _, r := range want {
			switch r.Word {
			case sensor.Board:
				men = r.Placement.Occupied()
			case sensor.Lift, sensor.Drop:
				if men.Has(r.Square) != (r.Word == sensor.Lift) {
					t.Fatalf("%q on %v", lines([]sensor.Record{r}), men)
				}
				men ^= r.Square.Set()
			}
		}
		rng := rand.New(rand.NewPCG(seed, 1))
		var again Decoder
		var got []sensor.Record
		for rest := data; len(rest) > 0; {
			n := min(1+rng.IntN(8), len(rest))
			got = again.Step(got, 5, rest[:n])
			rest = rest[n:]
		}
		if !slices.Equal(lines(got), lines(want)) {
			t.Fatalf("cut up:\n got %q\nwant %q", lines(got), lines(want))
		}
		got = d.Step(nil, 5, append(make([]byte, 1024), dump()...))
		if len(got) == 0 || lines(got)[len(got)-1] != initial {
			t.Fatalf("a dump after % x is not seen: %q", data, lines(got))
		}
	})
}
