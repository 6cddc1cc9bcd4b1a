package family

import (
	"slices"
	"testing"

	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/sensortest"
)

// TestFamilies: each entry of the table is complete, and a log can name it.
func TestFamilies(t *testing.T) {
	for _, name := range Names() {
		f := Named(name)
		if _, err := sensor.AppendHeader(nil, &sensor.Header{Board: name}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if f.Port.Name != "" || (f.Port.Baud == 0) != (f.Port.Kind == sensor.HIDPort) || (f.Port.Allow == nil) == (f.Port.AllowWrite == nil) {
			t.Errorf("%s: settings %+v", name, f.Port)
		}
		d := f.Decoder()
		sensortest.ClosedHost(t, f.Host(d))
		if d.Recognized() || d.About() != (sensor.About{}) || len(d.Step(nil, 0, nil)) > 0 {
			t.Errorf("%s: the decoder knows something before the first byte", name)
		}
	}
	if Named("") != nil || Named("chess") != nil {
		t.Error("found a family that does not exist")
	}
}

// TestSimulated: the simulated board of each family convinces its host, and its
// decoder shows the initial array.
func TestSimulated(t *testing.T) {
	for _, name := range Simulated() {
		f := Named(name)
		d := f.Decoder()
		desk := sensortest.Desk[int]{Host: f.Host(d), Decoder: counted{d}, Board: f.Board(), Every: f.ScanMs}
		desk.SetUp()
		desk.Run(10_000)
		if got := sensortest.Standing(desk.Shown); got.Occupied() != sensortest.SetUp.Placement.Occupied() {
			t.Errorf("%s: the board is %s", name, got)
		}
		if !desk.Host.Answering() {
			t.Errorf("%s: not answering", name)
		}
		for _, sent := range [][]byte{{0x4e}, {0x60}, []byte("T54")} { // a boot loader, lights, a reset
			if f.Port.Allow != nil && f.Port.Allow(sent[0]) || f.Port.AllowWrite != nil && f.Port.AllowWrite(sent) {
				t.Errorf("%s: % x may be sent", name, sent)
			}
		}
	}
}

// counted is a decoder at a desk, where its counts do not matter.
type counted struct{ Decoder }

func (counted) Counts() int { return 0 }

// TestShowing: a decoder that begins with what another one shows, in the middle of a game,
// reads what follows of the board as that one does.
func TestShowing(t *testing.T) {
	hands := slices.DeleteFunc(sensortest.Hands(t), func(r sensor.Record) bool { return r.Word != sensor.Lift && r.Word != sensor.Drop })
	showing := 0
	for _, name := range Simulated() {
		f := Named(name)
		if _, ok := f.Decoder().(Showing); !ok {
			continue
		}
		showing++
		for begin := range hands {
			d, both := f.Decoder(), pair{Decoder: f.Decoder()}
			desk := sensortest.Desk[int]{Host: f.Host(d), Decoder: counted{d}, Board: f.Board(), Every: f.ScanMs}
			desk.SetUp()
			desk.Run(10_000)
			for i, r := range hands {
				if i == begin {
					both.Decoder.Step(nil, desk.Now, d.(Showing).AppendShown(nil))
					both.first = d
					desk.Decoder = counted{&both}
				}
				desk.Hand(r)
				desk.Run(desk.Now + 300)
			}
			sensortest.ExpectLines(t, sensortest.Lines(both.other), sensortest.Lines(both.shown)...)
			if begin == 0 && len(both.shown) < 5 {
				t.Errorf("%s: only %d records", name, len(both.shown))
			}
		}
	}
	if showing < 2 {
		t.Errorf("%d families", showing)
	}
}

// pair is two decoders that read the same bytes.
type pair struct {
	first        Decoder
	Decoder      // the other one
	shown, other []sensor.Record
}

func (p *pair) Step(dst []sensor.Record, at int64, data []byte) []sensor.Record {
	p.other = p.Decoder.Step(p.other, at, data)
	before := len(p.shown)
	p.shown = p.first.Step(p.shown, at, data)
	return append(dst, p.shown[before:]...)
}
