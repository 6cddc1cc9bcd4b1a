package text

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

// streamLines is a stream with every kind of line.
var streamLines = []string{
	"hello 1 identified 0042 2.1\n", initial + "\n", "clock 180000 180000 -\r\n", "clock 180000 180000 w\n",
	"700 lift e2 P\n", "800 drop e4 P\n", "900 press w\n", "# a remark\n", "clock 180000 179000 b\n", "lift e7 p\n", "drop e5 p\n", "press b\n",
	"PICK g1\n", "DROP f3\n", "MOVE g1f3\n", "b8-L\n", "c6-P\n", "0#f1u*", "0#c4d*", "22#80*\n", "pause\n", "resume\n", "flag b\n",
	"board ffff00000000ffff\n", "board rnbqkbnrpppppppp................................PPPPPPPPRNBQKBNR\n", "clock 180000 0 -\n",
	"lift d2 white\n", "drop d4 white\n", "press white\n", "lift a1\n",
}

// summedLines have a checksum each.
func summedLines() []string {
	b := Board{Serial: "7", Firmware: "1.0", Times: true, Checksums: true}
	all := [][]byte{b.Step(nil, sensor.Record{Word: sensor.Board, Placement: placement.Initial})}
	all = append(all, b.full(nil), b.hello(nil))
	for i, r := range hands() {
		r.At = int64(i+1) * 1000
		all = append(all, b.Step(nil, r))
	}
	var out []string
	for _, line := range all[1:] {
		out = append(out, string(line))
	}
	return out
}

// hands is a short game: a move each, a capture in one motion, a flag.
func hands() []sensor.Record {
	clock := func(w, b int64, r sensor.Running) sensor.Record {
		return sensor.Record{Word: sensor.Clock, Times: [2]int64{w, b}, Running: r}
	}
	return []sensor.Record{
		clock(180000, 180000, sensor.Stopped),
		clock(180000, 180000, sensor.WhiteRuns),
		{Word: sensor.Lift, Square: placement.E2, Piece: placement.WhitePawn},
		{Word: sensor.Drop, Square: placement.E4, Piece: placement.WhitePawn},
		{Word: sensor.Press, Side: placement.White},
		clock(178000, 180000, sensor.BlackRuns),
		{Word: sensor.Lift, Square: placement.D7, Piece: placement.BlackPawn},
		{Word: sensor.Drop, Square: placement.D5, Piece: placement.BlackPawn},
		{Word: sensor.Press, Side: placement.Black},
		{Word: sensor.Drop, Square: placement.D5, Piece: placement.WhitePawn},
		{Word: sensor.Lift, Square: placement.E4, Piece: placement.WhitePawn},
		{Word: sensor.Press, Side: placement.White},
		{Word: sensor.Pause},
		{Word: sensor.Flag, Side: placement.Black},
	}
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
	data := []byte(strings.Join(streamLines, "") + "rubbish\n\x00\x80lift e2\nlift e2drop e4\n" + strings.Repeat("x", 600) + "\npause\n")
	want, _ := decodeAll(data)
	for i := range data {
		if got, _ := decodeAll(data[:i], data[i:]); !reflect.DeepEqual(got, want) {
			t.Fatalf("cut at %d:\n got %q\nwant %q", i, lines(got), lines(want))
		}
	}
	var single [][]byte
	for i := range data {
		single = append(single, data[i:i+1])
	}
	if got, _ := decodeAll(single...); !reflect.DeepEqual(got, want) {
		t.Fatalf("byte by byte:\n got %q\nwant %q", lines(got), lines(want))
	}
}

// TestDeletedByte: without any one byte of the stream, every line but one gives
// the records that it gave; and with checksums, the loss is noticed.
func TestDeletedByte(t *testing.T) {
	for name, all := range map[string][]string{"plain": streamLines, "summed": summedLines()} {
		for k, line := range all[:len(all)-1] { // after the last, nothing comes that could show it
			for i := range line {
				got, counts := decodeAll([]byte(strings.Join(all[:k], "") + line[:i] + line[i+1:] + strings.Join(all[k+1:], "")))
				if !oneLineLost(nameless(got), all, k) {
					t.Errorf("%s: %q without byte %d:\n got %q", name, line, i, lines(got))
				}
				if name == "summed" && counts.Lost != 1 {
					t.Errorf("%q without byte %d: %d losses", line, i, counts.Lost)
				}
			}
		}
	}
}

// oneLineLost reports whether records are those of all lines but for what the
// k-th brings, or the one after it if their ends met.
func oneLineLost(got, all []string, k int) bool {
	before, _ := decodeAll([]byte(strings.Join(all[:k], "")))
	first := nameless(before)
	for _, end := range []int{k + 1, k + 2} {
		if end > len(all) {
			continue
		}
		kept := slices.Concat(all[:k], all[end:])
		whole, _ := decodeAll([]byte(strings.Join(kept, "")))
		last := nameless(whole)[len(first):]
		n := len(got) - len(first) - len(last)
		if n >= 0 && n <= 2 && slices.Equal(got[:len(first)], first) && slices.Equal(got[len(got)-len(last):], last) {
			lost := end - k - n // lines of which nothing came
			return lost <= 1 || silent(all[k]) || silent(all[k+1])
		}
	}
	return false
}

// silent reports whether a line brings no record.
func silent(line string) bool {
	got, _ := decodeAll([]byte(line))
	return len(got) == 0
}

// nameless is records without faults and without the names of men: those depend
// on what was said before.
func nameless(records []sensor.Record) []string {
	var out []string
	for _, r := range records {
		if r.Word == sensor.Fault {
			continue
		}
		r.Piece = placement.Unknown
		for taken := r.Placement.Occupied(); taken != 0; {
			r.Placement[taken.Pop()] = placement.Unknown
		}
		out = append(out, lines([]sensor.Record{r})...)
	}
	return out
}

// TestLineEndMissing: two lines that have become one are both taken.
func TestLineEndMissing(t *testing.T) {
	got, counts := decodeAll([]byte("7 lift e2 P8 drop e4 P\n0#e2u0#e4d*\n"))
	expect(t, "two", got, "lift e2 P", "drop e4 P", `fault line end missing in "7 lift e2 P8 drop e4 P"`,
		"lift e2", "drop e4", `fault line end missing in "0#e2u0#e4d*"`)
	if counts.Lost != 2 || counts.Lines != 4 {
		t.Errorf("%+v", counts)
	}
}

// FuzzDecoder: no bytes make it panic, nor depend on the cut, nor give a record
// that is none; and after them it finds its place again.
func FuzzDecoder(f *testing.F) {
	for _, line := range streamLines {
		f.Add([]byte(line), uint64(1))
	}
	f.Add([]byte(strings.Join(streamLines, "")), uint64(7))
	f.Add([]byte(strings.Join(summedLines(), "")), uint64(7))
	f.Add([]byte("*00\n*7\n \v\n0x\n0#*\n#\n//\n*00*00\n"), uint64(3))
	f.Add(bytes.Repeat([]byte("x"), 3000), uint64(3))
	f.Fuzz(func(t *testing.T, data []byte, seed uint64) {
		want, counts := decodeAll(data)
		if got, again := decodeAll(cutUp(data, seed)...); !reflect.DeepEqual(got, want) || again != counts {
			t.Fatalf("cut up:\n got %q %+v\nwant %q %+v", lines(got), again, lines(want), counts)
		}
		for _, r := range want {
			checkRecord(t, &r)
		}
		scan := (&Board{Checksums: true, men: placement.Initial}).full([]byte("\n"))
		got, _ := decodeAll(data, scan)
		if len(got) == 0 || !slices.ContainsFunc(got, func(r sensor.Record) bool { return r.Placement == placement.Initial }) {
			t.Fatalf("a scan after %q is not seen: %q", data, lines(got))
		}
	})
}

func checkRecord(t *testing.T, r *sensor.Record) {
	t.Helper()
	ok := r.At == 5 && r.Square < placement.NoSquare && min(r.Times[0], r.Times[1]) >= 0
	switch r.Word {
	case sensor.Drop:
		ok = ok && r.Piece != placement.Empty
	case sensor.Fault:
		ok = ok && len(r.Data) > 0
	case sensor.Lift, sensor.Board, sensor.Press, sensor.Clock, sensor.Flag, sensor.Pause, sensor.Resume:
	default:
		ok = false
	}
	if !ok {
		t.Errorf("bad record %+v", r)
	}
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
	data := []byte("60 lift e2 P\n61 drop e4 P\npress w\nclock 180000 179000 b\nlift e4 P\ndrop e2 P\n")
	var d Decoder
	var dst []sensor.Record
	n := 0
	b.ReportAllocs()
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		dst = d.Step(dst[:0], 0, data)
		n += len(dst)
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "records/s")
}
