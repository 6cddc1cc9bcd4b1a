package certabo

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

// stream is a board on which a few moves are made, frame by frame, and the set.
func stream(noise Noise) (frames [][]byte, men Set) {
	tab := newTable(noise, 1)
	acts := []string{"", "", "", "", "", "", "", "", "lift e2", "drop e4 P", "", "lift d7", "drop d5 p", "", "lift e4", "drop d5 P",
		"lift d8", "", "drop d5 q", "", "lift b1", "", "", "drop c3 N", ""}
	for _, act := range acts {
		if act != "" {
			tab.hand(act)
		}
		frames = append(frames, tab.board.Frame(nil))
	}
	return frames, tab.board.Men()
}

func decodeAll(men Set, pieces ...[]byte) ([]sensor.Record, Counts) {
	d := Decoder{Men: men}
	var out []sensor.Record
	for _, p := range pieces {
		out = d.Step(out, 5, p)
	}
	return out, d.Counts()
}

// TestAnyCut: the records are the same wherever the stream is cut.
func TestAnyCut(t *testing.T) {
	frames, _ := stream(WorstSet())
	data := append(bytes.Join(frames, []byte("L\r\n")), "x:1 2\r\n255 :"...)
	want, counts := decodeAll(Set{}, data)
	for i := 0; i < len(data); i += 499 {
		if got, c := decodeAll(Set{}, data[:i], data[i:]); !reflect.DeepEqual(got, want) || c != counts {
			t.Fatalf("cut at %d:\n got %q\nwant %q", i, lines(got), lines(want))
		}
	}
	if got, c := decodeAll(Set{}, slices.Collect(slices.Chunk(data, 1))...); !reflect.DeepEqual(got, want) || c != counts {
		t.Fatalf("byte by byte:\n got %q\nwant %q", lines(got), lines(want))
	}
}

// TestDeletedByte: without any one byte of the stream the records are those of
// the whole stream, or of one without that byte's frame, which is reported. A
// digit that is missing is not seen: a tag is read wrongly in one frame, which
// may tell of a man who has just come that he went and came again.
func TestDeletedByte(t *testing.T) {
	const after = 6 // frames, until all is as if nothing had been
	frames, men := stream(GhostlySet())
	for _, k := range []int{9, 15} {
		before := Decoder{Men: men}
		before.Step(nil, 5, bytes.Join(frames[:k], nil))
		rest := bytes.Join(frames[k+1:k+1+after], nil)
		decode := func(frame []byte) ([]sensor.Record, Counts) {
			d := before
			told := d.Step(nil, 5, append(slices.Clone(frame), rest...))
			return told, d.Counts()
		}
		whole, all := decode(frames[k])
		without, _ := decode(nil)
		for i := range frames[k] {
			got, counts := decode(slices.Delete(slices.Clone(frames[k]), i, i+1))
			f, lost := faultless(got), all.Frames-counts.Frames
			if counts.Lost != lost || lost > 1 {
				t.Errorf("frame %d without byte %d: %+v", k, i, counts)
			}
			digit := lost == 0 && len(f)-len(whole) <= 2 && standing(got) == standing(whole)
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
	for i := range records {
		follow(&p, &records[i])
	}
	return p
}

// TestNothingLost: the undamaged stream reports no loss.
func TestNothingLost(t *testing.T) {
	frames, men := stream(WorstSet())
	if _, c := decodeAll(men, frames...); c.Lost != 0 || c.Partial != 0 || c.Frames != len(frames) {
		t.Errorf("%+v", c)
	}
}

// FuzzDecoder: no bytes make it panic, nor depend on the cut, nor give a
// record that is none; and after them it finds its place again.
func FuzzDecoder(f *testing.F) {
	frames, men := stream(WorstSet())
	quiet, _ := stream(Noise{})
	f.Add(bytes.Join(frames, nil), uint64(1))
	f.Add(bytes.Join(frames[:2], []byte("L\r\n")), uint64(2))
	f.Add(bytes.Repeat([]byte(":255 255 0 0 0 0 255 255\r\n"), 3), uint64(3))
	f.Add(bytes.Repeat([]byte("99 "), 2000), uint64(4))
	f.Add(bytes.Repeat(frames[5][:len(frames[5])-2], 20), uint64(5))
	board := bytes.Repeat(append([]byte("\n"), quiet[0]...), framesUnknown+mostPatience)
	f.Fuzz(func(t *testing.T, data []byte, seed uint64) {
		want, counts := decodeAll(men, data)
		if got, again := decodeAll(men, cutUp(data, seed)...); !reflect.DeepEqual(got, want) || again != counts {
			t.Fatalf("cut up:\n got %q %+v\nwant %q %+v", lines(got), again, lines(want), counts)
		}
		told, _ := decodeAll(men, data, board)
		for i := range told {
			checkRecord(t, &told[i])
		}
		if shown := standing(told); shown != placement.Initial {
			t.Fatalf("after % x the board is %s: %q", data, shown, lines(told))
		}
	})
}

// follow has a placement follow the records.
func follow(p *placement.Placement, r *sensor.Record) {
	switch r.Word {
	case sensor.Board:
		*p = r.Placement
	case sensor.Lift:
		p[r.Square] = placement.Empty
	case sensor.Drop:
		p[r.Square] = r.Piece
	}
}

func checkRecord(t *testing.T, r *sensor.Record) {
	t.Helper()
	ok := false
	switch r.Word {
	case sensor.Fault:
		ok = len(r.Data) > 0
	case sensor.Board:
		ok = true
	case sensor.Lift:
		ok = r.Square < placement.NoSquare && (r.Piece.Known() || r.Piece == placement.Empty)
	case sensor.Drop:
		ok = r.Square < placement.NoSquare && (r.Piece.Known() || r.Piece == placement.Unknown)
	}
	if !ok || r.At != 5 {
		t.Errorf("bad record %+v", r)
	}
}

// cutUp cuts data into pieces of up to 64 bytes.
func cutUp(data []byte, seed uint64) [][]byte {
	rng := rand.New(rand.NewPCG(seed, 1))
	var pieces [][]byte
	for len(data) > 0 {
		n := min(1+rng.IntN(64), len(data))
		pieces, data = append(pieces, data[:n]), data[n:]
	}
	return pieces
}

// TestQuietBoards: on boards on which nothing happens for four minutes, whatever
// they read, nothing is told. The man of the weak set whom two frames of three
// lack may go and come a few times until he is known for it.
func TestQuietBoards(t *testing.T) {
	for name, c := range map[string]struct {
		noise Noise
		most  int
	}{"ghostly": {GhostlySet(), 0}, "worst": {WorstSet(), 0}, "weak": {WeakSet(), 6}} {
		tab := newTable(c.noise, 1)
		tab.dec.Men = tab.board.Men()
		got := tab.frames(4 * 60 * 1000 / FrameTime)
		if got[0] != initial && name != "weak" || len(got) > 1+2*c.most || tab.dec.board() != placement.Initial && name != "weak" {
			t.Errorf("%s: %q", name, got)
		}
	}
}

func BenchmarkDecode(b *testing.B) {
	frames, men := stream(GhostlySet())
	data := bytes.Join(frames, nil)
	d := Decoder{Men: men}
	var dst []sensor.Record
	b.ReportAllocs()
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		dst = d.Step(dst[:0], 0, data)
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*len(frames)), "µs/frame")
}
