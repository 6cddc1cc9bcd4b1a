package sensortest

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/boardd/boardd/internal/quick"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// Decoder is a decoder whose counts have the type C.
type Decoder[C any] interface {
	Step(dst []sensor.Record, at int64, data []byte) []sensor.Record
	Counts() C
}

// at is the time of all bytes in these tests.
const at = 5

// Stream is a decoder and the messages of a stream for it.
type Stream[C any] struct {
	Decoder   func() Decoder[C]
	Messages  [][]byte
	Lost      func(C) int // the losses that a decoder has counted
	Occupancy bool        // the decoder names no piece
	Value     bool        // a copy of a decoder goes on by itself
	Reports   bool        // a message is read whole, and nothing else with it, as from a HID device

	// Spared reports whether a damaged stream may give these records although they differ
	// from those of the whole stream, and of the stream without the damaged message; nil:
	// it never may.
	Spared func(damaged, whole []sensor.Record) bool

	whole   []sensor.Record  // of the undamaged stream, once Damaged needs it
	without map[int][]string // the lines of the stream without each message
}

// Decode returns the records and counts of bytes that come in pieces.
func (s *Stream[C]) Decode(pieces ...[]byte) ([]sensor.Record, C) {
	d := s.Decoder()
	var out []sensor.Record
	for _, p := range pieces {
		out = d.Step(out, at, p)
	}
	return out, d.Counts()
}

// NothingLost tests that the undamaged stream reports no loss. It returns the
// counts.
func (s *Stream[C]) NothingLost(t *testing.T) C {
	t.Helper()
	records, counts := s.Decode(s.Messages...)
	if s.Lost(counts) != 0 {
		t.Errorf("%+v: %q", counts, Lines(records))
	}
	return counts
}

// AnyCut tests that a stream, followed by noise, gives the same records and
// counts wherever it is cut: at each step bytes, and after each byte. Under the race
// detector it is cut at fewer places. Reports are not cut, but reads of nothing come between
// them.
func (s *Stream[C]) AnyCut(t *testing.T, step int, noise string) {
	t.Helper()
	if s.Reports {
		s.anyRead(t, noise)
		return
	}
	step *= quick.Fewer(5)
	data := append(bytes.Join(s.Messages, nil), noise...)
	want, counts := s.Decode(data)
	for i := 0; i < len(data); i += step {
		s.expectSame(t, fmt.Sprintf("cut at %d", i), want, counts, data[:i], data[i:])
	}
	s.expectSame(t, "byte by byte", want, counts, slices.Collect(slices.Chunk(data, 1))...)
	if s.Value {
		s.anyCopy(t, slices.Collect(slices.Chunk(data, step)), Lines(want))
	}
}

// anyRead tests the same of reports.
func (s *Stream[C]) anyRead(t *testing.T, noise string) {
	t.Helper()
	reads := append(slices.Clone(s.Messages), []byte(noise))
	want, counts := s.Decode(reads...)
	var more [][]byte
	for _, m := range reads {
		more = append(more, nil, m)
	}
	s.expectSame(t, "reads of nothing", want, counts, more...)
	if s.Value {
		s.anyCopy(t, reads, Lines(want))
	}
}

// anyCopy tests that a copy of the decoder, made before any read, is independent of it.
func (s *Stream[C]) anyCopy(t *testing.T, reads [][]byte, want []string) {
	t.Helper()
	d, got := s.Decoder(), []sensor.Record(nil)
	for i, piece := range reads {
		from := reflect.New(reflect.TypeOf(d).Elem())
		from.Elem().Set(reflect.ValueOf(d).Elem())
		other, rest := from.Interface().(Decoder[C]), slices.Clone(got)
		for _, later := range s.joined(reads[i:]) {
			rest = other.Step(rest, at, later)
		}
		if !slices.Equal(Lines(rest), want) {
			t.Fatalf("copied at read %d:\n got %q\nwant %q", i, Lines(rest), want)
		}
		got = d.Step(got, at, piece)
	}
}

// joined returns reads as one, unless they are reports.
func (s *Stream[C]) joined(reads [][]byte) [][]byte {
	if s.Reports {
		return reads
	}
	return [][]byte{bytes.Join(reads, nil)}
}

func (s *Stream[C]) expectSame(t *testing.T, what string, want []sensor.Record, counts C, pieces ...[]byte) {
	t.Helper()
	if got, c := s.Decode(pieces...); !reflect.DeepEqual(got, want) || !reflect.DeepEqual(c, counts) {
		t.Fatalf("%s:\n got %q %+v\nwant %q %+v", what, Lines(got), c, Lines(want), counts)
	}
}

// DeletedByte tests the stream without each one byte of its messages from first
// up to last, last excluded. Either the records are those of the stream without
// that message, and one loss is counted; or the byte did not matter, and the
// records are those of the whole stream. With -short it leaves out some of
// the bytes, in each message others.
func (s *Stream[C]) DeletedByte(t *testing.T, first, last int) {
	t.Helper()
	for k := first; k < last; k++ {
		apart := quick.Fewer(5)
		for i := k % apart; i < len(s.Messages[k]); i += apart {
			s.Damaged(t, k, slices.Delete(bytes.Clone(s.Messages[k]), i, i+1))
		}
	}
}

// Damaged tests the same with other bytes in place of the k-th message.
func (s *Stream[C]) Damaged(t *testing.T, k int, message []byte) {
	t.Helper()
	if s.without == nil {
		s.whole, _ = s.Decode(s.Messages...)
		s.without = map[int][]string{}
	}
	without, known := s.without[k]
	if !known {
		records, _ := s.Decode(slices.Delete(slices.Clone(s.Messages), k, k+1)...)
		without = Faultless(records)
		s.without[k] = without
	}
	all := slices.Clone(s.Messages)
	all[k] = message
	got, counts := s.Decode(all...)
	switch lost, lines := s.Lost(counts), Faultless(got); {
	case lost == 1 && slices.Equal(lines, without):
	case lost <= 1 && slices.Equal(lines, Faultless(s.whole)):
	case lost == 0 && s.Spared != nil && s.Spared(got, s.whole):
	default:
		t.Errorf("% x instead of % x, %d losses:\n got %q\nwant %q\n  or %q", message, s.Messages[k], lost, Lines(got), without, Lines(s.whole))
	}
}

// Fuzz tests that no bytes make the decoder panic, that the records do not depend
// on the cut, that all are possible, and that the decoder then finds its place
// again: after the bytes of recovery the board is want. Of reports the cut makes
// shorter ones.
func (s *Stream[C]) Fuzz(f *testing.F, recovery []byte, want placement.Placement) {
	for _, m := range s.Messages {
		f.Add(m, uint64(1))
	}
	f.Add(bytes.Join(s.Messages, nil), uint64(7))
	f.Fuzz(func(t *testing.T, data []byte, seed uint64) {
		reads := [][]byte{data}
		if s.Reports {
			reads = CutUp(data, seed)
		} else {
			records, counts := s.Decode(data)
			s.expectSame(t, "cut up", records, counts, CutUp(data, seed)...)
		}
		records, _ := s.Decode(append(reads, recovery)...)
		s.checkRecords(t, records)
		if shown := Standing(records); shown != want {
			t.Fatalf("after % x the board is %s: %q", data, shown, Lines(records))
		}
	})
}

// checkRecords finds records that no decoder may return.
func (s *Stream[C]) checkRecords(t *testing.T, records []sensor.Record) {
	t.Helper()
	var board placement.Placement
	for i := range records {
		r := &records[i]
		if r.At != at || !s.possible(r, &board) {
			t.Errorf("bad record %+v after %s", r, board)
		}
		Follow(&board, r)
	}
}

// possible reports whether a record makes sense on a board. An occupancy board
// lifts and drops one piece at a time.
func (s *Stream[C]) possible(r *sensor.Record, board *placement.Placement) bool {
	switch r.Word {
	case sensor.Fault:
		return len(r.Data) > 0
	case sensor.Lift, sensor.Drop:
		if r.Square >= placement.NoSquare {
			return false
		}
		if s.Occupancy {
			lifted := r.Word == sensor.Lift
			return (r.Piece == placement.Empty) == lifted && !r.Piece.Known() && (board[r.Square] == placement.Empty) != lifted
		}
		return r.Piece.Known() || (r.Piece == placement.Empty) == (r.Word == sensor.Lift)
	case sensor.Press, sensor.Clock, sensor.Flag:
		return r.Side <= placement.Black && r.Running <= sensor.BlackRuns && min(r.Times[0], r.Times[1]) >= 0
	}
	return r.Word == sensor.Board || r.Word == sensor.Pause || r.Word == sensor.Resume
}

// CutUp cuts data into pieces of up to 64 bytes, mostly of a few.
func CutUp(data []byte, seed uint64) [][]byte {
	rng := rand.New(rand.NewPCG(seed, 1))
	var pieces [][]byte
	for len(data) > 0 {
		n := min(1+rng.IntN(1<<(3+rng.IntN(4))), len(data))
		pieces, data = append(pieces, data[:n]), data[n:]
	}
	return pieces
}

// Benchmark measures the decoding of data after the bytes of a beginning.
func (s *Stream[C]) Benchmark(b *testing.B, beginning, data []byte) {
	d := s.Decoder()
	dst := d.Step(nil, at, beginning)
	records := 0
	b.ReportAllocs()
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		dst = d.Step(dst[:0], at, data)
		records += len(dst)
	}
	b.ReportMetric(float64(records)/b.Elapsed().Seconds(), "records/s")
}
