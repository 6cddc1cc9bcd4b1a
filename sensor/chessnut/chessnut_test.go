package chessnut

import (
	"slices"
	"strings"
	"testing"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/sensortest"
)

// initial is the initial array as the maker and drivers have it.
const initial = "58 23 31 85 44 44 44 44 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 77 77 77 77 a6 c9 9b 6a"

// moved is what stands after 1. e4, in the same form: the pawn is in the lower half of the 19th
// byte (h4, g4; f4, e4: its upper half), and missing in the 27th.
const moved = "58 23 31 85 44 44 44 44 00 00 00 00 00 00 00 00 00 70 00 00 00 00 00 00 77 07 77 77 a6 c9 9b 6a"

// decode returns the records of reports.
func decode(t testing.TB, d *Decoder, reports ...string) (all []sensor.Record) {
	t.Helper()
	for _, r := range reports {
		all = d.Step(all, 5, sensortest.Bytes(t, r))
	}
	return all
}

// TestDocumented: reports as they are documented, of each length that somebody gives.
func TestDocumented(t *testing.T) {
	for name, form := range map[string][2]string{
		"as real boards send it": {"01 24", "10 27 00 00"},
		"as the maker writes":    {"01 24", "10 27"},
		"squares alone":          {"01 24", ""},
		"01 3d":                  {"01 3d", strings.Repeat("00", 29)},
		"filled up":              {"01 24", "10 27 00 00" + strings.Repeat("ff", 26)},
	} {
		t.Run(name, func(t *testing.T) {
			var d Decoder
			report := func(squares string) string { return form[0] + squares + form[1] }
			sensortest.Expect(t, decode(t, &d, report(initial)), sensortest.Initial)
			sensortest.Expect(t, decode(t, &d, report(initial), report(moved), report(initial)),
				"lift e2 P", "drop e4 P", "lift e4 P", "drop e2 P")
			if c := d.Counts(); c.Boards != 4 || c.Repeats != 1 || c.Lost+c.Others > 0 || !d.Recognized() {
				t.Errorf("%+v", c)
			}
		})
	}
}

// stream is a board on which moves are made, report by report.
func stream(testing.TB) *sensortest.Stream[Counts] {
	s := sensortest.Stream[Counts]{
		Decoder: func() sensortest.Decoder[Counts] { return new(Decoder) },
		Lost:    func(c Counts) int { return c.Lost + c.Others },
		Value:   true,
		Reports: true,
	}
	var b Board
	b.Step(nil, sensortest.SetUp)
	s.Messages = append(s.Messages, b.Command(nil, []byte(start)))
	for _, r := range []sensor.Record{
		{}, {Word: sensor.Lift, Square: placement.E2}, {Word: sensor.Drop, Square: placement.E4, Piece: placement.WhitePawn},
		{Word: sensor.Lift, Square: placement.D7}, {}, {Word: sensor.Drop, Square: placement.D5, Piece: placement.BlackPawn},
		{Word: sensor.Drop, Square: placement.D5, Piece: placement.WhitePawn}, {Word: sensor.Lift, Square: placement.E4}, {},
	} {
		b.Step(nil, r)
		s.Messages = append(s.Messages, b.Scan(nil))
	}
	return &s
}

func TestAnyCut(t *testing.T)      { stream(t).AnyCut(t, 1, "\x01\x24rubbish") }
func TestNothingLost(t *testing.T) { stream(t).NothingLost(t) }

// TestDeletedByte: the first report shows how long they are.
func TestDeletedByte(t *testing.T) {
	s := stream(t)
	s.DeletedByte(t, 1, len(s.Messages))
}

// TestDamaged: a report of another length, or with a square that holds no piece, is lost, and
// nothing else.
func TestDamaged(t *testing.T) {
	s := stream(t)
	for k := 1; k < len(s.Messages); k++ {
		m := s.Messages[k]
		for _, size := range []int{1, 2, 3, 16, 33, 34, 36, 37, 39, 64, 512} {
			s.Damaged(t, k, append(slices.Clone(m), make([]byte, 512)...)[:size])
		}
		for i := range squaresSize {
			bad := slices.Clone(m)
			bad[headSize+i] |= 0xd0
			s.Damaged(t, k, bad)
		}
		s.Damaged(t, k, []byte("rubbish of thirty-eight bytes in all.."))
	}
}

// FuzzDecoder: two reports show how long reports are from now on.
func FuzzDecoder(f *testing.F) {
	report := sensortest.Bytes(f, "01 24"+initial+"00 00 00 00")
	f.Add([]byte("\x01\x24"), uint64(2))
	f.Add(append(slices.Clone(report), report...), uint64(3))
	f.Add(append(sensortest.Bytes(f, "01 3d"+moved), make([]byte, 400)...), uint64(4))
	s := stream(f)
	decoder := s.Decoder
	s.Decoder = func() sensortest.Decoder[Counts] { return twice{decoder(), report} }
	s.Fuzz(f, report, placement.Initial)
}

// twice is a decoder that reads a report two times.
type twice struct {
	sensortest.Decoder[Counts]
	report []byte
}

func (d twice) Step(dst []sensor.Record, at int64, data []byte) []sensor.Record {
	dst = d.Decoder.Step(dst, at, data)
	if slices.Equal(data, d.report) {
		dst = d.Decoder.Step(dst, at, data)
	}
	return dst
}

func BenchmarkDecode(b *testing.B) {
	report := sensortest.Bytes(b, "01 24"+initial+"10 27 00 00")
	stream(b).Benchmark(b, report, report)
}

// TestReports: what is lost, and what is said about it.
func TestReports(t *testing.T) {
	const tail = "10 27 00 00"
	for name, c := range map[string]struct {
		reports []string
		want    []string
	}{
		"cut off":              {[]string{"01 24 58 23", "01 24" + moved + tail}, []string{"fault report of the board of 4 bytes, which has 34 at least", "lift e2 P", "drop e4 P"}},
		"cut off at the end":   {[]string{"01 24" + moved}, []string{"fault report of the board of 34 bytes among those of 38"}},
		"longer":               {[]string{"01 24" + moved + tail + tail}, []string{"fault report of the board of 42 bytes among those of 38"}},
		"longer from now on":   {[]string{"01 24" + moved + tail + tail, "01 24" + moved + tail + tail}, []string{"fault report of the board of 42 bytes among those of 38", "lift e2 P", "drop e4 P"}},
		"no piece":             {[]string{"01 24 d" + moved[1:] + tail}, []string{"fault report of the board with a square that holds no piece"}},
		"of another kind":      {[]string{"23 01 00", "23 01 00", "21"}, []string{"fault report of 3 bytes that begins 23 01 00 is of a kind that is not known"}},
		"another second byte":  {[]string{"01 25" + moved + tail}, []string{"fault report of 38 bytes that begins 01 25 58 23 31 85 44 44 is of a kind that is not known"}},
		"battery":              {[]string{"2a 02 50 00", "2a 02 d0 00 00 00"}, nil},
		"half a battery":       {[]string{"2a 02 50"}, []string{"fault report of 3 bytes that begins 2a 02 50 is of a kind that is not known"}},
		"nothing":              {[]string{"", ""}, nil},
		"an empty board":       {[]string{"01 24" + strings.Repeat("00", 32) + tail, "01 24" + strings.Repeat("00", 31) + "60" + tail}, []string{"board 8/8/8/8/8/8/8/8", "drop a1 R"}},
		"01 3d among the same": {[]string{"01 3d" + moved + tail}, []string{"lift e2 P", "drop e4 P"}},
	} {
		t.Run(name, func(t *testing.T) {
			var d Decoder
			sensortest.Expect(t, decode(t, &d, "01 24"+initial+tail), sensortest.Initial)
			sensortest.Expect(t, decode(t, &d, c.reports...), c.want...)
		})
	}
}

// TestAfterDamage: after a short disturbance changes are lifts and drops; after a longer one a
// piece may have moved twice.
func TestAfterDamage(t *testing.T) {
	for at, want := range map[int64][]string{
		500: {"lift e2 P", "drop e4 P"},
		600: {"board rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"},
	} {
		var d Decoder
		d.Step(nil, 0, sensortest.Bytes(t, "01 24"+initial+"10 27"))
		d.Step(nil, 100, sensortest.Bytes(t, "01 24"))
		d.Step(nil, 400, sensortest.Bytes(t, "01 24"))
		sensortest.ExpectLines(t, sensortest.Faultless(d.Step(nil, at, sensortest.Bytes(t, "01 24"+moved+"10 27"))), want...)
	}
}

// TestReset: what happened while the port was closed is not known, nor how long reports are.
func TestReset(t *testing.T) {
	var d Decoder
	decode(t, &d, "01 24"+initial+"10 27", "23 01 00")
	d.Reset()
	sensortest.Expect(t, decode(t, &d, "01 24"+moved+"10 27 00 00", "23 01 00"), "board rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR")
}

// TestBoard: the reports are the documented ones, whichever way it lies, and none is sent
// before it is asked for.
func TestBoard(t *testing.T) {
	var b Board
	turned := Board{Turned: true, Long: true}
	for _, c := range []*Board{&b, &turned} {
		c.Step(nil, sensortest.SetUp)
		if got := c.Scan(nil); len(got) > 0 {
			t.Errorf("sends % x by itself", got)
		}
		if got := c.Command(nil, []byte("\x0a\x08\xff\xff\xff\xff\xff\xff\xff\xff")); len(got) > 0 {
			t.Errorf("answers % x to lights", got)
		}
		c.Command(nil, []byte(start))
		c.Step(nil, sensor.Record{Word: sensor.Lift, Square: placement.E2})
		c.Step(nil, sensor.Record{Word: sensor.Drop, Square: placement.E4, Piece: placement.WhitePawn})
		c.Step(nil, sensor.Record{Word: sensor.Drop, Square: placement.A4, Piece: placement.Unknown})
		c.Step(nil, sensor.Record{Word: sensor.Drop, Square: placement.NoSquare, Piece: placement.WhitePawn})
		c.Step(nil, sensor.Record{Word: sensor.Press})
	}
	if got, want := b.Scan(nil), sensortest.Bytes(t, "01 24"+moved+"03 00 00 00"); !slices.Equal(got, want) {
		t.Errorf("got  % x\nwant % x", got, want)
	}
	long := turned.Scan(nil)
	var d Decoder
	sensortest.Expect(t, d.Step(nil, 5, long), "board RNBKQBNR/PPP1PPPP/8/3P4/8/8/pppppppp/rnbkqbnr")
	if len(long) != 63 || len(b.Scan(nil)) != ReportSize {
		t.Errorf("%d and %d bytes", len(long), len(b.Scan(nil)))
	}
}
