package dgt

import (
	"bytes"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// streamTexts is a stream with every kind of message, one in each.
var streamTexts = []string{
	dumpNormal, ready, "9300050102", "9100083031303235", whiteRuns, "8e00053400", "8e00052401",
	"91000c303130323520312e30", blackRuns, "8e00050c00", "8e00051c07", whiteRuns2, "9000050801",
	"92 0010 44 47 54 20 54 72 61 64 65 6d 61 72 6b", "8f0012 40 05 40 05 7f 7f 7f 6a 6b 00 00 00 00 00 00",
	"a2000d33303030313437373430", "8d000a0a100120030209", "a0000c640305000000000001",
	"8e00052400", "8e00051c01", dumpTurned, "9600050102", "8e00052401", stopped,
}

func stream(t testing.TB) [][]byte {
	var all [][]byte
	for _, text := range streamTexts {
		all = append(all, wire(t, text))
	}
	return all
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
	data := bytes.Join(stream(t), nil)
	data = append(data, 0x80, 0, 3, 1, 2, 0x8e, 0x8e, 0, 5, 0x34, 0)
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

// TestDeletedByte: without any one byte of the stream the records are those
// of a stream without that byte's message, and one loss is reported.
func TestDeletedByte(t *testing.T) {
	all := stream(t)
	for k, message := range all[:len(all)-1] { // in the last, nothing comes that could show it
		without := append(append([][]byte{}, all[:k]...), all[k+1:]...)
		want, _ := decodeAll(without...)
		for i := range message {
			short := append(append([]byte{}, message[:i]...), message[i+1:]...)
			damaged := append([][]byte{}, all...)
			damaged[k] = short
			got, counts := decodeAll(damaged...)
			if !reflect.DeepEqual(faultless(got), faultless(want)) {
				t.Errorf("% x instead of % x:\n got %q\nwant %q", short, message, lines(got), lines(want))
			}
			if counts.Lost != 1 {
				t.Errorf("% x instead of % x: %d losses reported: %q", short, message, counts.Lost, lines(got))
			}
		}
	}
}

func faultless(records []sensor.Record) []string {
	var out []string
	for _, line := range lines(records) {
		if !strings.HasPrefix(line, "fault ") {
			out = append(out, line)
		}
	}
	return out
}

// TestNothingLost: the undamaged stream reports no loss.
func TestNothingLost(t *testing.T) {
	got, counts := decodeAll(stream(t)...)
	if counts.Lost != 0 || counts.Messages != len(streamTexts) {
		t.Errorf("%+v: %q", counts, lines(got))
	}
}

// FuzzDecoder: no bytes make it panic, nor depend on the cut, nor give a
// record that is none; and after them it finds its place again.
func FuzzDecoder(f *testing.F) {
	for _, m := range stream(f) {
		f.Add(m, uint64(1))
	}
	f.Add(bytes.Join(stream(f), nil), uint64(7))
	f.Add(bytes.Repeat([]byte{0x80, 0, 3}, 500), uint64(3))
	f.Add(append([]byte{0x8f, 0x3e, 0x03}, make([]byte, 8000)...), uint64(9))
	dump := wire(f, dumpNormal)
	f.Fuzz(func(t *testing.T, data []byte, seed uint64) {
		want, counts := decodeAll(data)
		if got, again := decodeAll(cutUp(data, seed)...); !reflect.DeepEqual(got, want) || again != counts {
			t.Fatalf("cut up:\n got %q %+v\nwant %q %+v", lines(got), again, lines(want), counts)
		}
		for _, r := range want {
			checkRecord(t, &r)
		}
		got, _ := decodeAll(data, dump)
		if len(got) == 0 || got[len(got)-1].Placement != placement.Initial {
			t.Fatalf("a dump after % x is not seen: %q", data, lines(got))
		}
	})
}

func checkRecord(t *testing.T, r *sensor.Record) {
	t.Helper()
	known := r.Piece.Known()
	switch r.Word {
	case sensor.Fault:
		known = len(r.Data) > 0
	case sensor.Board, sensor.Press, sensor.Clock, sensor.Flag:
		known = r.Side <= placement.Black && r.Running <= sensor.BlackRuns
	}
	if !known || r.Square >= placement.NoSquare || r.At != 5 || min(r.Times[0], r.Times[1]) < 0 {
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
	data := bytes.Join([][]byte{wire(b, "8e00053400"), wire(b, "8e00052401"), wire(b, whiteRuns), wire(b, blackRuns),
		wire(b, "8e00052400"), wire(b, "8e00053401")}, nil)
	var d Decoder
	dst := d.Step(nil, 0, wire(b, dumpNormal))
	n := 0
	b.ReportAllocs()
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		dst = d.Step(dst[:0], 0, data)
		n += len(dst)
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "records/s")
}
