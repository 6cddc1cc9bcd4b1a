package certabo

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/sensortest"
)

// table is a board that streams frames to a decoder, with a clock of its own.
type table struct {
	board   Board
	dec     Decoder
	now     int64 // when the next frame begins
	shown   []sensor.Record
	pending []sensor.Record // what hands do, in order of time
}

// newTable returns a table with the initial array on the board.
func newTable(noise Noise, seed uint64) *table {
	t := &table{board: Board{Noise: noise, Seed: seed}}
	t.board.Step(nil, sensortest.SetUp)
	return t
}

// run lets the board send frames up to a time. A frame shows the board as it was
// when it began, and is read when it has ended.
func (t *table) run(until int64) {
	for ; t.now < until; t.now += FrameTime {
		for len(t.pending) > 0 && t.pending[0].At <= t.now {
			t.board.Step(nil, t.pending[0])
			t.pending = t.pending[1:]
		}
		t.shown = t.dec.Step(t.shown, t.now+FrameTime, t.board.Scan(nil))
	}
}

// frames lets the board send n frames, and returns the records as lines.
func (t *table) frames(n int) []string {
	t.shown = nil
	t.run(t.now + int64(n)*FrameTime)
	return sensortest.Lines(t.shown)
}

// hand passes lines of a log to the board: "lift e2", "drop e4 P".
func (t *table) hand(acts ...string) {
	for _, act := range acts {
		log := sensor.NewReader(strings.NewReader("#! boardd-log 1\n0 " + act + "\n"))
		records, err := log.ReadAll()
		if err != nil {
			panic(err)
		}
		t.board.Step(nil, records[0])
	}
}

// known returns a table whose board was reported and whose pieces are known.
func known(t *testing.T) *table {
	t.Helper()
	tab := newTable(Noise{}, 1)
	sensortest.ExpectLines(t, tab.frames(framesFirst), "fault 32 pieces were learnt from the array on the board", sensortest.Initial)
	return tab
}

// frameOf returns a frame that reads the given tags, in the board's own squares, and
// nothing else.
func frameOf(t testing.TB, tags map[string]string) string {
	t.Helper()
	var reads [64]string
	for n := range reads {
		reads[n] = "0 0 0 0 0"
	}
	for square, tag := range tags {
		sq, ok := placement.ParseSquare(square)
		if !ok {
			t.Fatal(square)
		}
		reads[int(sq)^56] = tag
	}
	return ":" + strings.Join(reads[:], " ") + "\r\n"
}

// Tags of a set, and as tags were misread on real frames: 215 17 as 23 19, 247 as 239,
// 43 7 as 43 6.
const (
	tagKing, tagKingMisread = "48 0 120 215 17", "48 0 120 23 19"
	tagRook, tagRookMisread = "48 0 120 247 30", "48 0 120 239 30"
	tagPawn, tagPawnMisread = "48 0 120 43 7", "48 0 120 43 6"
	tagQueen                = "48 0 119 12 200"
	tagGhost                = "201 139 4 78 248"
)

// fewPieces returns the set of these pieces.
func fewPieces(t testing.TB) Set {
	t.Helper()
	var s Set
	for _, text := range []string{"K:48.0.120.215.17", "r:48.0.120.247.30", "P:48.0.120.43.7", "Q:48.0.119.12.200"} {
		m, err := parsePiece(text)
		if err != nil {
			t.Fatal(err)
		}
		s = s.With(m)
	}
	return s
}

// few returns a decoder that knows these pieces; three of them stand on e1, d8 and a2.
func few(t testing.TB) (*Decoder, map[string]string) {
	t.Helper()
	stand := map[string]string{"e1": tagKing, "d8": tagRook, "a2": tagPawn}
	d := &Decoder{Pieces: fewPieces(t)}
	if got := feed(t, d, framesFirst, stand); len(got) != 1 || got[0] != "board 3r4/8/8/8/8/8/P7/4K3" {
		t.Fatalf("the board is %q", got)
	}
	return d, stand
}

// feed returns the records of n equal frames as lines.
func feed(t testing.TB, d *Decoder, n int, tags map[string]string) []string {
	t.Helper()
	return sensortest.Lines(d.Step(nil, 5, []byte(strings.Repeat(frameOf(t, tags), n))))
}

// with returns readings with some changed; an empty tag is no reading.
func with(tags map[string]string, pairs ...string) map[string]string {
	out := map[string]string{}
	for square, tag := range tags {
		out[square] = tag
	}
	for i := 0; i < len(pairs); i += 2 {
		if out[pairs[i]] = pairs[i+1]; pairs[i+1] == "" {
			delete(out, pairs[i])
		}
	}
	return out
}

// TestMisread: a misread piece stays.
func TestMisread(t *testing.T) {
	d, stand := few(t)
	sensortest.ExpectLines(t, feed(t, d, 5, with(stand, "e1", tagKingMisread, "d8", tagRookMisread, "a2", tagPawnMisread)))
	if c := d.Counts(); c.Misread != 15 || c.Missed != 0 || c.Ghosts != 0 {
		t.Errorf("%+v", c)
	}
	sensortest.ExpectLines(t, feed(t, d, 30, with(stand, "e1", tagKingMisread)), "fault an unknown piece stands on e1: tag 48.0.120.23.19", "drop e1")
	sensortest.ExpectLines(t, feed(t, d, 3, stand), "drop e1 K")
}

// TestMissed: a piece that is not read stays until three frames in a row lack it.
func TestMissed(t *testing.T) {
	d, stand := few(t)
	gone := with(stand, "a2", "")
	for range 10 {
		sensortest.ExpectLines(t, feed(t, d, 2, gone))
		sensortest.ExpectLines(t, feed(t, d, 4, stand))
	}
	if c := d.Counts(); c.Missed != 20 || c.Lifts != 0 {
		t.Errorf("%+v", c)
	}
}

// TestLifted: then it is lifted, whatever ghosts come; and it may come back.
func TestLifted(t *testing.T) {
	d, stand := few(t)
	ghosts := func(n int) map[string]string { return with(stand, "a2", fmt.Sprintf("201 139 4 %d 248", 9*n)) }
	sensortest.ExpectLines(t, feed(t, d, 1, ghosts(1)))
	sensortest.ExpectLines(t, feed(t, d, 1, ghosts(2)))
	sensortest.ExpectLines(t, feed(t, d, 1, ghosts(3)), "lift a2 P")
	sensortest.ExpectLines(t, feed(t, d, 1, ghosts(4)))
	sensortest.ExpectLines(t, feed(t, d, 1, stand), "drop a2 P")
}

// TestGhost: an unknown tag is a piece when it was read three times, and a piece that
// was met is recognised again.
func TestGhost(t *testing.T) {
	d, stand := few(t)
	sensortest.ExpectLines(t, feed(t, d, 2, with(stand, "f4", tagGhost)))
	sensortest.ExpectLines(t, feed(t, d, longestGap+1, stand))
	sensortest.ExpectLines(t, feed(t, d, 2, with(stand, "f4", tagGhost)))
	sensortest.ExpectLines(t, feed(t, d, 1, with(stand, "f4", "1 2 3 4 5")))
	sensortest.ExpectLines(t, feed(t, d, 1, with(stand, "f4", tagGhost)), "fault an unknown piece stands on f4: tag 201.139.4.78.248", "drop f4")
	sensortest.ExpectLines(t, feed(t, d, 1, with(stand, "f5", tagGhost)), "lift f4", "drop f5")
	if pieces, strangers := d.Standing(); pieces != 4 || strangers != 1 {
		t.Errorf("%d pieces, %d strangers", pieces, strangers)
	}
}

// TestMoved: a piece of the set is where it is read, and not where it stood.
func TestMoved(t *testing.T) {
	d, stand := few(t)
	sensortest.ExpectLines(t, feed(t, d, 1, with(stand, "a2", "", "a4", tagPawn)), "lift a2 P", "drop a4 P")
	// Pushed on while the board scans: it is read on both squares.
	sensortest.ExpectLines(t, feed(t, d, 1, with(stand, "a2", "", "a4", tagPawn, "a5", tagPawn)))
	sensortest.ExpectLines(t, feed(t, d, 1, with(stand, "a2", "", "a5", tagPawn)), "lift a4 P", "drop a5 P")
	// A capture in one motion.
	sensortest.ExpectLines(t, feed(t, d, 1, with(stand, "a2", "", "e1", "", "d8", tagKing, "a5", tagPawn)), "lift e1 K", "drop d8 K")
}

// TestCarried: a piece that is read only once was carried over the square.
func TestCarried(t *testing.T) {
	d, stand := few(t)
	sensortest.ExpectLines(t, feed(t, d, 1, with(stand, "a2", "", "a3", tagPawn)), "lift a2 P", "drop a3 P")
	sensortest.ExpectLines(t, feed(t, d, 1, with(stand, "a2", "")), "lift a3 P")
	sensortest.ExpectLines(t, feed(t, d, 1, stand), "drop a2 P")
}

// TestTaken: a piece is not taken for another one that it may be, misread.
func TestTaken(t *testing.T) {
	d, stand := few(t)
	d.Pieces = d.Pieces.With(TaggedPiece{tagOf([]byte{48, 0, 120, 43, 6}), placement.WhiteKnight})
	sensortest.ExpectLines(t, feed(t, d, repeatsSimilar-1, with(stand, "a2", tagPawnMisread)))
	sensortest.ExpectLines(t, feed(t, d, 1, with(stand, "a2", tagPawnMisread)), "drop a2 N")
}

// TestPromoted: a second queen of the set is known.
func TestPromoted(t *testing.T) {
	d, stand := few(t)
	sensortest.ExpectLines(t, feed(t, d, 1, with(stand, "a2", "", "a8", tagPawn)), "lift a2 P", "drop a8 P")
	sensortest.ExpectLines(t, feed(t, d, 1, with(stand, "a2", "", "a8", tagQueen)), "lift a8 P", "drop a8 Q") // at once: was it carried on?
	sensortest.ExpectLines(t, feed(t, d, passing, with(stand, "a2", "", "a8", tagQueen)))
	sensortest.ExpectLines(t, feed(t, d, 1, with(stand, "a2", "", "a8", tagPawn)), "drop a8 P")
	sensortest.ExpectLines(t, feed(t, d, passing, with(stand, "a2", "", "a8", tagPawn)))
	sensortest.ExpectLines(t, feed(t, d, 1, with(stand, "a2", "", "a8", tagQueen)), "drop a8 Q")
	sensortest.ExpectLines(t, feed(t, d, passing, with(stand, "a2", "", "a8", tagQueen)))
	sensortest.ExpectLines(t, feed(t, d, repeatsStranger, with(stand, "a2", "", "a8", "48 0 119 200 12")),
		"lift a8 Q", "fault an unknown piece stands on a8: tag 48.0.119.200.12", "drop a8")
	sensortest.ExpectLines(t, feed(t, d, passing, with(stand, "a2", "", "a8", "48 0 119 200 12")))
	sensortest.ExpectLines(t, feed(t, d, leastStanding, with(stand, "a2", "")), "lift a8")
}

// TestReset: the pieces stay known, the board is reported again, and the frame in
// progress is forgotten.
func TestReset(t *testing.T) {
	d, stand := few(t)
	d.Step(nil, 5, []byte(":48 0 1"))
	d.Reset()
	if d.Counts().Partial != 0 || d.Counts().Frames != framesFirst {
		t.Errorf("%+v", d.Counts())
	}
	sensortest.ExpectLines(t, feed(t, d, framesFirst, with(stand, "a2", "", "a3", tagPawn)), "board 3r4/8/8/8/8/P7/8/4K3")
}

func TestForeign(t *testing.T) {
	d, stand := few(t)
	eight := []byte(":255 255 0 0 0 0 255 255\r\n")
	sensortest.ExpectLines(t, sensortest.Lines(d.Step(nil, 5, eight)), "fault lines of eight numbers: this is a Tabutronic board, not one of Certabo's")
	sensortest.ExpectLines(t, sensortest.Lines(d.Step(nil, 5, eight)))
	sensortest.ExpectLines(t, sensortest.Lines(d.Step(nil, 5, []byte(":1 2 3\r\n"))), "fault frame of 3 numbers")
	sensortest.ExpectLines(t, feed(t, d, 1, with(stand, "a2", "", "a3", tagPawn)), "lift a2 P", "drop a3 P")
	if c := d.Counts(); c.Foreign != 2 || c.Lost != 1 {
		t.Errorf("%+v", c)
	}
}

// stream returns a board on which a few moves are made, frame by frame.
func stream(noise Noise) *sensortest.Stream[Counts] {
	tab := newTable(noise, 1)
	acts := []string{"", "", "", "", "", "", "", "", "lift e2", "drop e4 P", "", "lift d7", "drop d5 p", "", "lift e4", "drop d5 P",
		"lift d8", "", "drop d5 q", "", "lift b1", "", "", "drop c3 N", ""}
	s := sensortest.Stream[Counts]{Lost: func(c Counts) int { return c.Lost }, Value: true, Spared: misread}
	for _, act := range acts {
		if act != "" {
			tab.hand(act)
		}
		s.Messages = append(s.Messages, tab.board.Scan(nil))
	}
	pieces := tab.board.Pieces()
	s.Decoder = func() sensortest.Decoder[Counts] { return &Decoder{Pieces: pieces} }
	return &s
}

// misread reports whether records differ from others by a tag that was misread in one
// frame, after a missing digit: a piece that has just come may go and come again.
func misread(damaged, whole []sensor.Record) bool {
	return len(sensortest.Faultless(damaged))-len(whole) <= 2 && sensortest.Standing(damaged) == sensortest.Standing(whole)
}

// TestAnyCut: the decoder knows no pieces, and lights answer between the frames.
func TestAnyCut(t *testing.T) {
	s := stream(WorstSet())
	s.Decoder = func() sensortest.Decoder[Counts] { return new(Decoder) }
	s.Messages = [][]byte{bytes.Join(s.Messages, []byte("L\r\n"))}
	s.AnyCut(t, 499, "x:1 2\r\n255 :")
}

func TestNothingLost(t *testing.T) {
	s := stream(WorstSet())
	if c := s.NothingLost(t); c.Partial != 0 || c.Frames != len(s.Messages) {
		t.Errorf("%+v", c)
	}
}

// TestDeletedByte deletes the bytes of two frames with moves around them.
func TestDeletedByte(t *testing.T) {
	s := stream(GhostlySet())
	s.DeletedByte(t, 9, 10)
	s.DeletedByte(t, 15, 16)
}

func FuzzDecoder(f *testing.F) {
	f.Add(bytes.Repeat([]byte(":255 255 0 0 0 0 255 255\r\n"), 3), uint64(3))
	f.Add(bytes.Repeat([]byte("99 "), 2000), uint64(4))
	s := stream(WorstSet())
	f.Add(bytes.Repeat(s.Messages[5][:len(s.Messages[5])-2], 20), uint64(5))
	settled := bytes.Repeat(append([]byte("\n"), stream(Noise{}).Messages[0]...), framesUnknown+mostPatience)
	s.Fuzz(f, settled, placement.Initial)
}

func BenchmarkDecode(b *testing.B) {
	s := stream(GhostlySet())
	s.Benchmark(b, nil, bytes.Join(s.Messages, nil))
}

// TestQuietBoards: while nothing happens for four minutes, nothing is reported, whatever
// the board reads. The piece of the weak set that two frames of three lack may go and come
// a few times at first.
func TestQuietBoards(t *testing.T) {
	for name, c := range map[string]struct {
		noise Noise
		most  int
	}{"ghostly": {GhostlySet(), 0}, "worst": {WorstSet(), 0}, "weak": {WeakSet(), 6}} {
		tab := newTable(c.noise, 1)
		tab.dec.Pieces = tab.board.Pieces()
		got := tab.frames(4 * 60 * 1000 / FrameTime)
		if got[0] != sensortest.Initial && name != "weak" || len(got) > 1+2*c.most || tab.dec.board() != placement.Initial && name != "weak" {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// latency returns the times from a hand's act to its record, in milliseconds, for acts
// at moments all through a frame, step apart.
func latency(noise Noise, seed uint64, acts func(at int64) []sensor.Record, word sensor.Word, step int64) []int64 {
	var all []int64
	for phase := int64(0); phase < FrameTime; phase += step {
		tab := newTable(noise, seed+uint64(phase))
		tab.dec.Pieces = tab.board.Pieces()
		tab.frames(10)
		at := tab.now + phase
		tab.shown, tab.pending = nil, acts(at)
		tab.run(tab.now + 2*mostPatience*FrameTime)
		if i := slices.IndexFunc(tab.shown, func(r sensor.Record) bool { return r.Word == word }); i >= 0 {
			all = append(all, tab.shown[i].At-at)
		}
	}
	slices.Sort(all)
	return all
}

// pawnMoves returns a move of the king's pawn to e4 that ends at a moment.
func pawnMoves(at int64) []sensor.Record {
	return []sensor.Record{
		{At: at - 100, Word: sensor.Lift, Square: placement.E2},
		{At: at, Word: sensor.Drop, Square: placement.E4, Piece: placement.WhitePawn},
	}
}

func pawnHeld(at int64) []sensor.Record {
	return []sensor.Record{{At: at, Word: sensor.Lift, Square: placement.E2}}
}

// TestLatency: a drop is reported after one to two frames, the lift of a piece that stays
// in the hand after three to four.
func TestLatency(t *testing.T) {
	for name, noise := range map[string]Noise{"none": {}, "ghostly": GhostlySet()} {
		drop, lift := latency(noise, 1, pawnMoves, sensor.Drop, 20), latency(noise, 1, pawnHeld, sensor.Lift, 20)
		if len(drop) != 11 || drop[0] < FrameTime || drop[10] > 2*FrameTime {
			t.Errorf("%s: drops after %v ms", name, drop)
		}
		if len(lift) != 11 || lift[0] < 3*FrameTime || lift[10] > 4*FrameTime {
			t.Errorf("%s: lifts after %v ms", name, lift)
		}
	}
}

func BenchmarkLatency(b *testing.B) {
	for _, c := range []struct {
		name  string
		noise Noise
	}{{"none", Noise{}}, {"ghostly", GhostlySet()}, {"weak", WeakSet()}, {"worst", WorstSet()}} {
		b.Run(c.name, func(b *testing.B) {
			var drop, lift []int64
			for i := 0; b.Loop(); i++ {
				drop = latency(c.noise, uint64(i)*1000, pawnMoves, sensor.Drop, 1)
				lift = latency(c.noise, uint64(i)*1000, pawnHeld, sensor.Lift, 1)
			}
			b.ReportMetric(float64(drop[len(drop)/2]), "ms/drop")
			b.ReportMetric(float64(drop[len(drop)*99/100]), "ms/drop-p99")
			b.ReportMetric(float64(lift[len(lift)/2]), "ms/lift")
			b.ReportMetric(float64(lift[len(lift)*99/100]), "ms/lift-p99")
		})
	}
}

// TestPatience: three frames for a piece that is read well, one in passing; for others
// as many as make a false lift rarer than one in a million, or one in a hundred in
// passing.
func TestPatience(t *testing.T) {
	for _, c := range []struct{ rate, standing, passing int }{
		{0, 3, 1}, {1_000, 3, 1}, {10_000, 3, 1}, {31_000, 4, 2}, {50_000, 5, 2}, {100_000, 6, 2}, {250_000, 10, 4},
		{667_000, 20, 12}, {1_000_000, 20, 20},
	} {
		if got := patience(c.rate, passing); got != c.standing {
			t.Errorf("rate %d: %d frames, want %d", c.rate, got, c.standing)
		}
		if got := patience(c.rate, passing-1); got != c.passing {
			t.Errorf("rate %d: %d frames in passing, want %d", c.rate, got, c.passing)
		}
	}
}

// TestRates: the more readings a piece has, the more they count; for a new piece those of
// the others count.
func TestRates(t *testing.T) {
	var ts tallies
	stands := func(Tag) bool { return true }
	if got := ts.rate(1); got != failsBefore {
		t.Errorf("before anything is known: %d", got)
	}
	for range 900 {
		ts.read(1, 0, stands)
	}
	if got := ts.rate(2); got < 900 || got > 1100 { // 1 in 1000
		t.Errorf("after 900 good readings another piece's rate is %d", got)
	}
	for range 100 {
		ts.read(2, 2, stands)
	}
	if got := ts.rate(2); got < 600_000 || got > 667_000 {
		t.Errorf("missed in two frames of three: %d", got)
	}
	if got := ts.rate(1); got > 10_000 {
		t.Errorf("the other piece: %d", got)
	}
}

// TestTallyPlaces: every piece on the board has a tally, and others as long as there are
// places.
func TestTallyPlaces(t *testing.T) {
	var ts tallies
	for tag := range Tag(1000) {
		ts.read(tag+1, 0, func(t Tag) bool { return t <= 64 })
	}
	for tag := range Tag(64) {
		if !ts.met(tag + 1) {
			t.Fatalf("piece %d has been forgotten", tag+1)
		}
	}
	if !ts.met(1000) || ts.met(500) {
		t.Error("the last one is not known, or an old one still is")
	}
}
