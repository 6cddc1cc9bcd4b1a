package chesslink

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

// streamTexts is a stream with every kind of message, and a move, a capture
// within a scan and a piece seen twice in it.
func streamTexts(t testing.TB) []string {
	texts := []string{whiteBelow, summed("v0103")}
	for _, fen := range []string{
		"rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR",
		"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR",
		"rnbqkbnr/pppppppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR",
		"rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR",
	} {
		texts = append(texts, summed(status(t, fen)))
	}
	texts = append(texts, summed("r0200"), summed("w0203"), "l6C", "x78", "g"+whiteBelow[1:65]+"67")
	return append(texts, summed(status(t, "rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR")), "l6C", whiteAbove, whiteBelow)
}

// stream is that stream as a port reads it that has the parity in bit 7 or cuts
// it off.
func stream(t testing.TB, parity bool) [][]byte {
	var all [][]byte
	for _, text := range streamTexts(t) {
		if parity {
			all = append(all, inBit7(text))
		} else {
			all = append(all, []byte(text))
		}
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
	for _, parity := range []bool{true, false} {
		data := bytes.Join(stream(t, parity), []byte("?s"))
		records, _ := decodeAll(data)
		want := lines(records)
		var d Decoder
		var got []sensor.Record
		for i := range data { // a Decoder is a value: a copy of it goes on with all that is left
			rest := d
			if all := lines(rest.Step(slices.Clone(got), 5, data[i:])); !slices.Equal(all, want) {
				t.Fatalf("cut at %d:\n got %q\nwant %q", i, all, want)
			}
			got = d.Step(got, 5, data[i:i+1])
		}
		if !reflect.DeepEqual(got, records) {
			t.Fatalf("byte by byte:\n got %q\nwant %q", lines(got), want)
		}
	}
}

// TestNothingLost: the undamaged stream reports no loss, and both ways of
// reading the line bring the same.
func TestNothingLost(t *testing.T) {
	with, counts := decodeAll(stream(t, true)...)
	without, _ := decodeAll(stream(t, false)...)
	if counts.Lost != 0 || counts.Messages != len(streamTexts(t)) || counts.Parity != 0 {
		t.Errorf("%+v: %q", counts, lines(with))
	}
	if !reflect.DeepEqual(with, without) {
		t.Errorf("with parity %q\nwithout %q", lines(with), lines(without))
	}
}

// TestDeletedByte: without any one byte of the stream the records are those of a
// stream without that byte's message, and one loss is reported.
func TestDeletedByte(t *testing.T) {
	for _, parity := range []bool{true, false} {
		all := stream(t, parity)
		for k, message := range all {
			for i := range message {
				short := append(append([]byte{}, message[:i]...), message[i+1:]...)
				expectDamage(t, all, k, short)
			}
		}
	}
}

// TestFlippedBit: the same with any one bit of the stream turned over. Where the
// checksum is that of the message all the same, only bit 7 was, and nothing need
// be lost.
func TestFlippedBit(t *testing.T) {
	for _, parity := range []bool{true, false} {
		all := stream(t, parity)
		for k, message := range all {
			for i := range 8 * len(message) {
				other := bytes.Clone(message)
				other[i/8] ^= 1 << (i % 8)
				if one, counts := decodeAll(other); i%8 == 7 && counts.Messages == 1 && counts.Failed == 0 {
					want, _ := decodeAll(message)
					if !reflect.DeepEqual(one, want) {
						t.Errorf("% x instead of % x: got %q", other, message, lines(one))
					}
					continue
				}
				expectDamage(t, all, k, other)
			}
		}
	}
}

// expectDamage has other bytes come in place of the k-th message, between the
// one before it and the one after it. In the first one nothing has been lost
// that a listener could have had, and in the last nothing comes that could show
// it.
func expectDamage(t *testing.T, all [][]byte, k int, other []byte) {
	t.Helper()
	if k == 0 || k == len(all)-1 {
		return
	}
	want, _ := decodeAll(all[0], all[k-1], all[k+1])
	got, counts := decodeAll(all[0], all[k-1], other, all[k+1])
	if !reflect.DeepEqual(faultless(got), faultless(want)) || counts.Lost != 1 || counts.Messages != 3 {
		t.Errorf("% x instead of % x: %d losses\n got %q\nwant %q", other, all[k], counts.Lost, lines(got), lines(want))
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

// FuzzDecoder: no bytes make it panic, nor depend on the cut, nor give a record
// that is none; and the next message after them is read.
func FuzzDecoder(f *testing.F) {
	for _, parity := range []bool{true, false} {
		for _, m := range stream(f, parity) {
			f.Add(m, uint64(1))
		}
		f.Add(bytes.Join(stream(f, parity), nil), uint64(7))
	}
	f.Add([]byte("srnbqkbnrsrnbqkbnrrBBBBBBrBBBB72"), uint64(2))
	f.Add(bytes.Repeat([]byte("s"), 2000), uint64(3))
	last := []byte(whiteAbove)
	f.Fuzz(func(t *testing.T, data []byte, seed uint64) {
		want, counts := decodeAll(data)
		if got, again := decodeAll(cutUp(data, seed)...); !reflect.DeepEqual(got, want) || again != counts {
			t.Fatalf("cut up:\n got %q %+v\nwant %q %+v", lines(got), again, lines(want), counts)
		}
		for _, r := range want {
			checkRecord(t, &r)
		}
		var d Decoder
		d.Step(nil, 5, data)
		d.Step(nil, 5, last)
		if d.board != placement.Initial.Rotated() {
			t.Fatalf("a status after % x is not read", data)
		}
	})
}

func checkRecord(t *testing.T, r *sensor.Record) {
	t.Helper()
	good := false
	switch r.Word {
	case sensor.Fault:
		good = len(r.Data) > 0
	case sensor.Lift, sensor.Drop:
		good = r.Piece.Known() && r.Square < placement.NoSquare
	case sensor.Board:
		good = true
	}
	if !good || r.At != 5 {
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

// BenchmarkDecode: half a second of a board that reports every scan, of which
// four bring something.
func BenchmarkDecode(b *testing.B) {
	var data []byte
	for _, text := range []string{whiteBelow, whiteBelow, whiteBelow,
		summed(status(b, "rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR")), summed(status(b, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR")),
		summed(status(b, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"))} {
		data = append(data, inBit7(text)...)
		data = append(data, inBit7(text)...)
	}
	var d Decoder
	dst := d.Step(nil, 0, data)
	n := 0
	b.ReportAllocs()
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		dst = d.Step(dst[:0], 0, data)
		n += len(dst)
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "records/s")
	b.ReportMetric(float64(d.Counts().Boards)/b.Elapsed().Seconds(), "boards/s")
}
