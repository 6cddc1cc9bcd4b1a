package tabutronic

import (
	"bytes"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// stream is a board on which a few moves are made, frame by frame.
func stream() (frames [][]byte) {
	var b Board
	b.Step(sensor.Record{Word: sensor.Board, Placement: placement.Initial})
	for i, act := range []sensor.Record{{}, {},
		{Word: sensor.Lift, Square: placement.E2}, {Word: sensor.Drop, Square: placement.E4},
		{Word: sensor.Lift, Square: placement.D7}, {}, {Word: sensor.Drop, Square: placement.D5}, {},
		{Word: sensor.Lift, Square: placement.D5}, {Word: sensor.Lift, Square: placement.E4}, {Word: sensor.Drop, Square: placement.D5}, {}} {
		b.Step(act)
		frames = append(frames, b.Frame(nil))
		if i%3 > 0 {
			frames = append(frames, b.Frame(nil))
		}
	}
	return frames
}

func decodeAll(pieces ...[]byte) ([]sensor.Record, Counts) {
	var d Decoder
	var out []sensor.Record
	for _, p := range pieces {
		out = d.Step(out, 5, p)
	}
	return out, d.Counts()
}

// TestAnyCut: the records are the same wherever the stream is cut.
func TestAnyCut(t *testing.T) {
	data := append(bytes.Join(stream(), []byte("L\r\n")), "x:1 2\r\n255 :"...)
	want, counts := decodeAll(data)
	for i := range data {
		if got, c := decodeAll(data[:i], data[i:]); !reflect.DeepEqual(got, want) || c != counts {
			t.Fatalf("cut at %d:\n got %q\nwant %q", i, lines(got), lines(want))
		}
	}
	if got, c := decodeAll(slices.Collect(slices.Chunk(data, 1))...); !reflect.DeepEqual(got, want) || c != counts {
		t.Fatalf("byte by byte:\n got %q\nwant %q", lines(got), lines(want))
	}
}

// TestDeletedByte: without any one byte of the stream the records are those of
// the whole stream, or of one without that byte's frame, which is reported; a
// digit that is missing is not seen, and leaves squares misread in one frame.
func TestDeletedByte(t *testing.T) {
	frames := stream()
	whole, all := decodeAll(frames...)
	for k := 2; k < len(frames)-1; k++ {
		without, _ := decodeAll(slices.Delete(slices.Clone(frames), k, k+1)...)
		for i := range frames[k] {
			damaged := slices.Clone(frames)
			damaged[k] = slices.Delete(slices.Clone(frames[k]), i, i+1)
			got, counts := decodeAll(damaged...)
			f, lost := faultless(got), all.Frames-counts.Frames
			if counts.Lost != lost || lost > 1 {
				t.Errorf("frame %d without byte %d: %+v", k, i, counts)
			}
			digit := lost == 0 && counts.Flickers > all.Flickers && standing(got) == standing(whole)
			if !digit && !slices.Equal(f, lines(whole)) && !slices.Equal(f, lines(without)) {
				t.Errorf("frame %d without byte %d:\n got %q\nwant %q\n  or %q", k, i, f, lines(whole), lines(without))
			}
		}
	}
}

func faultless(records []sensor.Record) []string {
	return slices.DeleteFunc(lines(records), func(line string) bool { return strings.HasPrefix(line, "fault ") })
}

// standing is the placement at the end of records.
func standing(records []sensor.Record) (p placement.Placement) {
	for _, r := range records {
		switch r.Word {
		case sensor.Board:
			p = r.Placement
		case sensor.Lift:
			p[r.Square] = placement.Empty
		case sensor.Drop:
			p[r.Square] = r.Piece
		}
	}
	return p
}

// FuzzDecoder: no bytes make it panic, nor depend on the cut, nor give a
// record that is none; and after them it finds its place again.
func FuzzDecoder(f *testing.F) {
	f.Add(bytes.Join(stream(), nil), uint64(1))
	f.Add([]byte(start+kingUp+start), uint64(2))
	f.Add(bytes.Repeat([]byte("99 "), 800), uint64(3))
	f.Add([]byte(":"+strings.Repeat("0 ", 320)+"\r\n:1 256\r\n"), uint64(4))
	f.Fuzz(func(t *testing.T, data []byte, seed uint64) {
		want, counts := decodeAll(data)
		if got, again := decodeAll(cutUp(data, seed)...); !reflect.DeepEqual(got, want) || again != counts {
			t.Fatalf("cut up:\n got %q %+v\nwant %q %+v", lines(got), again, lines(want), counts)
		}
		told, _ := decodeAll(data, []byte("\n"+start+start+start))
		for _, r := range told {
			if r.Word == sensor.Drop && r.Piece != placement.Unknown || r.Word == sensor.Lift && r.Piece != placement.Empty ||
				r.Square >= placement.NoSquare || r.At != 5 || r.Word == sensor.NoWord {
				t.Errorf("bad record %+v", r)
			}
		}
		if shown := standing(told); shown != unnamed(placement.Initial.Occupied()) {
			t.Fatalf("after % x the board is %s: %q", data, shown, lines(told))
		}
	})
}

// cutUp cuts data into pieces of up to eight bytes.
func cutUp(data []byte, seed uint64) [][]byte {
	rng := rand.New(rand.NewPCG(seed, 1))
	var pieces [][]byte
	for len(data) > 0 {
		n := min(1+rng.IntN(8), len(data))
		pieces, data = append(pieces, data[:n]), data[n:]
	}
	return pieces
}

func BenchmarkDecode(b *testing.B) {
	data := bytes.Join(stream(), nil)
	var d Decoder
	dst := d.Step(nil, 0, data)
	b.ReportAllocs()
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		dst = d.Step(dst[:0], 0, data)
	}
}
