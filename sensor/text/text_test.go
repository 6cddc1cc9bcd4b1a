package text

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/sensortest"
)

func setUp(b Board) *Board {
	b.Step(nil, sensortest.SetUp)
	return &b
}

// TestBoardReports: what each style prints of a pawn that goes from e2 to e4, as
// the formats say it.
func TestBoardReports(t *testing.T) {
	move := []sensor.Record{
		{At: 1000, Word: sensor.Lift, Square: placement.E2, Piece: placement.WhitePawn},
		{At: 1060, Word: sensor.Drop, Square: placement.E4, Piece: placement.WhitePawn},
		{At: 2000, Word: sensor.Press, Side: placement.White},
	}
	rank := strings.Repeat("1", 8)
	empty := strings.Repeat("0", 8)
	for _, c := range []struct {
		board Board
		want  string
	}{
		{Board{}, "lift e2 P\ndrop e4 P\npress w\n"},
		{Board{Kind: "colour"}, "lift e2 white\ndrop e4 white\npress w\n"},
		{Board{Kind: "occupancy", Times: true}, "1000 lift e2\n1060 drop e4\n2000 press w\n"},
		{Board{Checksums: true}, "lift e2 P*10\ndrop e4 P*08\npress w*30\n"},
		{Board{Style: PickDrop}, "PICK e2\nDROP e4\n"},
		{Board{Style: RemoteChess}, "e2-L\ne4-P\n"},
		{Board{Style: SquareOff}, "0#e2u*0#e4d*"},
		{Board{Style: Digits}, "ffff00000000f7ff\nffff00000800f7ff\n"},
		{Board{Style: Characters}, rank + rank + empty + empty + empty + empty + "11110111" + rank + "\n" +
			rank + rank + empty + empty + "00001000" + empty + "11110111" + rank + "\n"},
	} {
		b := setUp(c.board)
		var got []byte
		for _, r := range move {
			got = b.Step(got, r)
		}
		if string(got) != c.want {
			t.Errorf("%+v:\n got %q\nwant %q", c.board, got, c.want)
		}
	}
}

// TestBoardAnswers: the two questions, however they are cut.
func TestBoardAnswers(t *testing.T) {
	named := "rnbqkbnrpppppppp" + strings.Repeat(".", 32) + "PPPPPPPPRNBQKBNR"
	occupied := strings.Repeat("1", 16) + strings.Repeat(".", 32) + strings.Repeat("1", 16)
	for _, c := range []struct {
		board Board
		want  string
	}{
		{Board{Serial: "0042", Firmware: "2.1"}, "hello 1 identified 0042 2.1\nboard " + named + "\n"},
		{Board{Kind: "occupancy"}, "hello 1 occupancy\nboard " + occupied + "\n"},
		{Board{Kind: "colour", Serial: "7"}, "hello 1 colour 7\nboard " + strings.Repeat("b", 16) + strings.Repeat(".", 32) + strings.Repeat("w", 16) + "\n"},
		{Board{Mute: true}, ""},
		{Board{Style: SquareOff}, ""},
	} {
		b := setUp(c.board)
		var got []byte
		for _, piece := range []string{"hel", "lo?\nwhat?\nbo", "ard?\n"} {
			got = b.Command(got, []byte(piece))
		}
		if string(got) != c.want {
			t.Errorf("%+v:\n got %q\nwant %q", c.board, got, c.want)
		}
	}
	if got := setUp(Board{Serial: "0042"}).PowerUp(nil); string(got) != "hello 1 identified 0042\nboard "+named+"\n" {
		t.Errorf("on power-up %q", got)
	}
}

// TestBoardRead: what a board sends comes out as what was done, with checksums and times
// and without, as far as a board of its kind can show it.
func TestBoardRead(t *testing.T) {
	full := []string{sensortest.Initial}
	for _, r := range sensortest.Hands(t) {
		full = append(full, sensortest.Lines([]sensor.Record{r})...)
	}
	for _, b := range []Board{{}, {Checksums: true}, {Times: true}, {Times: true, Checksums: true}} {
		board := setUp(b)
		data := board.PowerUp(nil)
		for _, r := range sensortest.Hands(t) {
			data = board.Step(data, r)
		}
		got, counts := stream(nil).Decode(data)
		sensortest.Expect(t, got, full...)
		if counts.Lost != 0 || counts.Hellos != 1 {
			t.Errorf("%+v", counts)
		}
	}
}

const occupied = "board ????????/????????/8/8/8/8/????????/????????"

// TestLines: what one line says to a decoder that has seen nothing.
func TestLines(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{"lift e2", "lift e2"},
		{"lift e2 P", "lift e2 P"},
		{"drop e4", "drop e4"},
		{"drop e4 p", "drop e4 p"},
		{"drop e4 ?", "drop e4"},
		{"1060 drop e4 P", "drop e4 P"},
		{"  Drop   E4\tP ", "drop e4 P"},
		{"LIFT E2", "lift e2"},
		{"drop e4 white", "drop e4"},
		{"lift e2 black", "lift e2"},
		{"press w", "press w"},
		{"press black", "press b"},
		{"flag b", "flag b"},
		{"pause", "pause"},
		{"resume", "resume"},
		{"clock 180000 179000 b", "clock 180000 179000 b"},
		{"clock 180000 179000 -", "clock 180000 179000 -"},
		{"60 drop e4 P*2E", "drop e4 P"},
		{"60 drop e4 P*2e", "drop e4 P"},

		{"board rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", sensortest.Initial},
		{"board ????????/????????/8/8/8/8/????????/????????", occupied},
		{"board rnbqkbnrpppppppp" + strings.Repeat(".", 32) + "PPPPPPPPRNBQKBNR", sensortest.Initial},
		{"board " + strings.Repeat("b", 16) + strings.Repeat("-", 32) + strings.Repeat("w", 16), occupied},
		{"board b" + strings.Repeat(".", 62) + "B", "board b7/8/8/8/8/8/8/7B"},
		{"board 1" + strings.Repeat("0", 62) + "?", "board ?7/8/8/8/8/8/8/7?"},
		{"board ffff00000000ffff", occupied},
		{"board 8000000000000003", "board ?7/8/8/8/8/8/8/6??"},
		{"board 0x8000000000000003", "board 7?/8/8/8/8/8/8/??6"}, // bit 0 is a1, bit 1 b1, bit 63 h8

		{"PICK e2", "lift e2"},
		{"DROP e4", "drop e4"},
		{"e2-L", "lift e2"},
		{"e4-P", "drop e4"},
		{"e2-R", "drop e2"},
		{"0#e2u*", "lift e2"},
		{"0#e4d*", "drop e4"},
		{"30#" + strings.Repeat("11000011", 8) + "*", occupied},
		{"30#11" + strings.Repeat("0", 62) + "*", "board 8/8/8/8/8/8/?7/?7"}, // a1, a2
		{strings.Repeat("1", 16) + strings.Repeat("0", 32) + strings.Repeat("1", 16), occupied},
		{"FFFF00000000FFFF", occupied},
		{"8000000000000003", "board ?7/8/8/8/8/8/8/6??"},
		{"0x8000000000000003", "board 7?/8/8/8/8/8/8/??6"},
	} {
		d := new(Decoder)
		sensortest.Expect(t, d.Step(nil, 7, []byte(c.line+"\n")), c.want)
		if counts := d.Counts(); counts.Lines != 1 || counts.Lost != 0 {
			t.Errorf("%q: %+v", c.line, counts)
		}
	}
}

// TestQuiet: lines that are known and bring no record.
func TestQuiet(t *testing.T) {
	for _, line := range []string{"", "  ", "# drop e4", "// lift e2", "MOVE e2e4", "14#GO*", "22#80*", "hello 1 occupancy",
		"7 hello 1 identified 0042 2.1"} {
		d := new(Decoder)
		sensortest.Expect(t, d.Step(nil, 7, []byte(line+"\r\n")))
		if d.Counts().Lost != 0 {
			t.Errorf("%q: %+v", line, d.Counts())
		}
	}
}

// TestRubbish: lines that could mean something, and do not.
func TestRubbish(t *testing.T) {
	for _, line := range []string{"lift", "lift e9", "lift e2 P P", "drop e4 x", "drop e4 .", "press", "press x", "clock 1 2", "clock 1 2 x",
		"clock 1 -2 w", "flag", "pause now", "hello", "hello 1", "hello 1 chess", "hello x occupancy", "hello 1 occupancy a b c",
		"board", "board 8/8/8/8/8/8/8", "board ffff", "board ffff00000000fffg", "board " + strings.Repeat("x", 64),
		"board " + strings.Repeat(".", 63), "board " + strings.Repeat("B", 63) + "w", "lift e2*00", "lift e2*4", "hello?", "board?", "7", "-1 lift e2",
		"1234567890123456 pause", "Piece lifted from e2", "Waiting for drop e4", "e5-X", "e2-l", "e2e4", "0#e2x*", "0#e9u*", "1#e2u*", "30#11*",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "8/8/8/8/8/8/8/k7", "\x00lift e2", "hello 1 occupancy \x07", "#lift e2",
		"hello 1 occupancy " + strings.Repeat("x", 33)} {
		d := new(Decoder)
		got := d.Step(nil, 7, []byte(line+"\n"))
		if len(got) != 1 || got[0].Word != sensor.Fault || d.Counts().Lost != 1 || d.Counts().Lines != 0 {
			t.Errorf("%q: %q, %+v", line, sensortest.Lines(got), d.Counts())
		}
	}
}

func TestHello(t *testing.T) {
	d := new(Decoder)
	sensortest.Expect(t, d.Step(nil, 0, []byte("hello 1 occupancy 0042 2.1\n")))
	if want := (Info{1, "occupancy", "0042", "2.1"}); d.Info() != want {
		t.Errorf("%+v, want %+v", d.Info(), want)
	}
	d.Reset()
	if d.Info().Serial != "0042" {
		t.Error("reset has forgotten who the board is")
	}
	sensortest.Expect(t, d.Step(nil, 0, []byte("hello 2 colour\nhello 2 colour\n")),
		"fault the board speaks version 2 of the protocol; it is read as version 1")
}

// TestChecksums: once there was one, a line without is none of the board's.
func TestChecksums(t *testing.T) {
	d := new(Decoder)
	sensortest.Expect(t, d.Step(nil, 0, []byte("drop e4\n")), "drop e4")
	sensortest.Expect(t, d.Step(nil, 0, []byte("60 drop e4 P*2E\n")), "drop e4 P")
	sensortest.Expect(t, d.Step(nil, 0, []byte("drop e4\n")), `fault line "drop e4" has no checksum, and others had`)
	sensortest.Expect(t, d.Step(nil, 0, []byte("# low battery\n")))
	sensortest.Expect(t, d.Step(nil, 5000, []byte("61 drop e4 P*2E\n")), `fault line "61 drop e4 P*2E" has a wrong checksum`)
	d.Reset()
	sensortest.Expect(t, d.Step(nil, 9000, []byte("drop e4\n")), "drop e4")
}

// TestRepeatedScans: of scans that come over and over only changes are reported, and
// known names are kept.
func TestRepeatedScans(t *testing.T) {
	d := new(Decoder)
	step := func(line string, want ...string) {
		t.Helper()
		sensortest.Expect(t, d.Step(nil, 0, []byte(line+"\n")), want...)
	}
	step("board rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", sensortest.Initial)
	step("ffff00000000ffff")
	step("ffff00000000f7ff", "lift e2 P")
	step("ffff00000000f7ff")
	step("ffff00000800f7ff", "drop e4")
	step("fff700000800afff", "lift b2 P", "lift d2 P", "lift e7 p", "drop e2") // many at once
	step("0000000000000000", "board 8/8/8/8/8/8/8/8")                          // not watched
	step("board 8/8/8/8/8/8/8/K6k", "board 8/8/8/8/8/8/8/K6k")
	step("board 8/8/8/8/8/8/8/?6?", "board 8/8/8/8/8/8/8/K6k")
	if c := d.Counts(); c.Scans != 3 || c.Surprises != 1 {
		t.Errorf("%+v", c)
	}
}

// TestRestart: the board's own clock is looked at for one thing only.
func TestRestart(t *testing.T) {
	d := new(Decoder)
	d.Step(nil, 0, []byte("60000 lift e2\n61000 drop e4\npress w\n61000 press w\n"))
	if d.Counts().Restarts != 0 {
		t.Errorf("%+v", d.Counts())
	}
	d.Step(nil, 0, []byte("12 pause\n"))
	if d.Counts().Restarts != 1 {
		t.Errorf("%+v", d.Counts())
	}
}

// TestFaultsAreFew: a line at the wrong speed does not bury all else.
func TestFaultsAreFew(t *testing.T) {
	d := new(Decoder)
	var got []sensor.Record
	for at := range int64(10_000) {
		got = d.Step(got, at, []byte("\x80\xfe\x00rubbish\n"))
	}
	if len(got) < 2 || len(got) > 20 || d.Counts().Lost != 10_000 {
		t.Errorf("%d faults of %d", len(got), d.Counts().Lost)
	}
	d = new(Decoder)
	got = d.Step(nil, 0, []byte(strings.Repeat("x", 5000)+"\n"))
	if len(got) == 0 || d.Counts().Adrift != 5000 {
		t.Errorf("%q, %+v", sensortest.Lines(got), d.Counts())
	}
	sensortest.Expect(t, d.Step(nil, 5000, []byte("drop e4\n"))[len(got):], "drop e4")
}

// streamLines is a stream with every kind of line.
var streamLines = []string{
	"hello 1 identified 0042 2.1\n", sensortest.Initial + "\n", "clock 180000 180000 -\r\n", "clock 180000 180000 w\n",
	"700 lift e2 P\n", "800 drop e4 P\n", "900 press w\n", "# a remark\n", "clock 180000 179000 b\n", "lift e7 p\n", "drop e5 p\n", "press b\n",
	"PICK g1\n", "DROP f3\n", "MOVE g1f3\n", "b8-L\n", "c6-P\n", "0#f1u*", "0#c4d*", "22#80*\n", "pause\n", "resume\n", "flag b\n",
	"board ffff00000000ffff\n", "board rnbqkbnrpppppppp................................PPPPPPPPRNBQKBNR\n", "clock 180000 0 -\n",
	"lift d2 white\n", "drop d4 white\n", "press white\n", "lift a1\n",
}

// stream returns a stream of lines.
func stream(lines []string) *sensortest.Stream[Counts] {
	s := sensortest.Stream[Counts]{
		Decoder: func() sensortest.Decoder[Counts] { return new(Decoder) },
		Lost:    func(c Counts) int { return c.Lost },
		Value:   true,
	}
	for _, line := range lines {
		s.Messages = append(s.Messages, []byte(line))
	}
	return &s
}

func TestAnyCut(t *testing.T) {
	stream(streamLines).AnyCut(t, 1, "noise\n\x00\x80lift e2\nlift e2drop e4\n"+strings.Repeat("x", 600)+"\npause\n")
}

func TestNothingLost(t *testing.T) {
	stream(streamLines).NothingLost(t)
	stream(summedLines(t)).NothingLost(t)
}

// TestDeletedByte: without any one byte of the stream, every line but one gives the
// records that it gave; and with checksums, the loss is noticed. After the last line
// nothing comes that could show it.
func TestDeletedByte(t *testing.T) {
	for name, all := range map[string][]string{"plain": streamLines, "summed": summedLines(t)} {
		for k, line := range all[:len(all)-1] {
			for i := range line {
				got, counts := stream(nil).Decode([]byte(strings.Join(all[:k], "") + line[:i] + line[i+1:] + strings.Join(all[k+1:], "")))
				if !oneLineLost(withoutPieces(got), all, k) {
					t.Errorf("%s: %q without byte %d:\n got %q", name, line, i, sensortest.Lines(got))
				}
				if name == "summed" && counts.Lost != 1 {
					t.Errorf("%q without byte %d: %d losses", line, i, counts.Lost)
				}
			}
		}
	}
}

// oneLineLost reports whether records are those of all lines, except those of the
// k-th line, or also of the next one if their ends met.
func oneLineLost(got, all []string, k int) bool {
	first := records(all[:k])
	for _, end := range []int{k + 1, k + 2} {
		if end > len(all) {
			continue
		}
		last := records(slices.Concat(all[:k], all[end:]))[len(first):]
		n := len(got) - len(first) - len(last)
		if n >= 0 && n <= 2 && slices.Equal(got[:len(first)], first) && slices.Equal(got[len(got)-len(last):], last) {
			lost := end - k - n // lines that gave no record
			return lost <= 1 || len(records(all[k:k+1])) == 0 || len(records(all[k+1:k+2])) == 0
		}
	}
	return false
}

// records returns the records of lines, without the names of pieces.
func records(lines []string) []string {
	got, _ := stream(nil).Decode([]byte(strings.Join(lines, "")))
	return withoutPieces(got)
}

// withoutPieces returns records without faults and without the names of pieces, which
// depend on earlier lines.
func withoutPieces(records []sensor.Record) []string {
	var out []sensor.Record
	for _, r := range records {
		r.Piece, r.Placement = placement.Unknown, placement.Occupancy(r.Placement.Occupied())
		out = append(out, r)
	}
	return sensortest.Faultless(out)
}

func FuzzDecoder(f *testing.F) {
	f.Add([]byte(strings.Join(summedLines(f), "")), uint64(7))
	f.Add([]byte("*00\n*7\n \v\n0x\n0#*\n#\n//\n*00*00\n"), uint64(3))
	f.Add(bytes.Repeat([]byte("x"), 3000), uint64(3))
	scan := (&Board{Checksums: true, pieces: placement.Initial}).full([]byte("\n"))
	stream(streamLines).Fuzz(f, scan, placement.Initial)
}

func BenchmarkDecode(b *testing.B) {
	stream(nil).Benchmark(b, nil, []byte("60 lift e2 P\n61 drop e4 P\npress w\nclock 180000 179000 b\nlift e4 P\ndrop e2 P\n"))
}

// summedLines have a checksum each.
func summedLines(t testing.TB) []string {
	b := Board{Serial: "7", Firmware: "1.0", Times: true, Checksums: true}
	all := [][]byte{b.Step(nil, sensortest.SetUp)}
	all = append(all, b.full(nil), b.hello(nil))
	for i, r := range sensortest.Hands(t) {
		r.At = int64(i+1) * 1000
		all = append(all, b.Step(nil, r))
	}
	var out []string
	for _, line := range all[1:] {
		out = append(out, string(line))
	}
	return out
}

// TestLineEndMissing: two lines that have become one are both taken.
func TestLineEndMissing(t *testing.T) {
	got, counts := stream(nil).Decode([]byte("7 lift e2 P8 drop e4 P\n0#e2u0#e4d*\n"))
	sensortest.Expect(t, got, "lift e2 P", "drop e4 P", `fault line end missing in "7 lift e2 P8 drop e4 P"`,
		"lift e2", "drop e4", `fault line end missing in "0#e2u0#e4d*"`)
	if counts.Lost != 2 || counts.Lines != 4 {
		t.Errorf("%+v", counts)
	}
}

// desk is a host, a decoder and a board at a sensortest.Desk.
type desk struct {
	sensortest.Desk[Counts]
	host  Host
	board Board
	dec   Decoder
}

func newDesk(b Board) *desk {
	d := &desk{board: b}
	d.host.Decoder = &d.dec
	d.Desk = sensortest.Desk[Counts]{Host: &d.host, Decoder: &d.dec, Board: &d.board,
		Format: func(data []byte) string { return strings.Join(strings.Fields(string(data)), " ") }}
	d.SetUp()
	return d
}

func (d *desk) expectSent(t *testing.T, answering bool, want ...string) {
	t.Helper()
	d.ExpectSent(t, want...)
	if d.Host.Answering() != answering {
		t.Errorf("after %q: answering %v", want, !answering)
	}
}

var lift = []byte("lift e2\n")

// TestAnsweringBoard: asked who it is, and then what stands on it whenever
// something may have been missed.
func TestAnsweringBoard(t *testing.T) {
	d := newDesk(Board{})
	if d.host.Listening() != true || d.host.Answering() {
		t.Error("an open port is listened to, and nobody has answered")
	}
	d.Run(800)
	d.expectSent(t, true, "200 hello? board?", "700 board?")
	d.Now = 1000
	d.Read(lift)
	d.Run(4000)
	d.expectSent(t, true, "3000 board?") // two seconds after a lift
	d.Now = 4100
	d.Read([]byte("rubbish\n"))
	d.Read([]byte("rubbish\n"))
	d.Run(5000)
	d.expectSent(t, true, "4100 board?", "4600 board?") // half a second between
	d.Now = 6000
	d.Read(d.board.PowerUp(nil))
	d.Run(7000)
	d.expectSent(t, true, "6000 board?") // it has started anew
	d.Run(12500)
	d.expectSent(t, true, "11000 board?") // silence
	d.Now = 12600
	d.Read([]byte("9000 press w\n8000 press b\n"))
	d.expectSent(t, true, "12600 board?") // its clock went back
}

// TestBoardFallsSilent: begun again until it answers.
func TestBoardFallsSilent(t *testing.T) {
	d := newDesk(Board{})
	d.Run(800)
	d.Sent, d.Mute = nil, true
	d.Run(20_000)
	d.expectSent(t, false, "5700 board?", "7700 hello? board?", "9700 hello? board?", "11700 hello? board?", "13700 hello? board?",
		"15700 hello? board?")
	d.Run(80_000)
	d.expectSent(t, false, "77700 hello? board?")
	d.Mute = false
	d.Now = 100_000
	d.Read(d.board.PowerUp(nil))
	d.Run(101_000)
	d.expectSent(t, true, "100500 board?")
}

// TestReportingBoard: a board that answers nothing is there as soon as it reports, and
// stays there; a scan that nobody asked for is no answer.
func TestReportingBoard(t *testing.T) {
	d := newDesk(Board{Style: PickDrop})
	d.Run(20_000)
	d.expectSent(t, false, "200 hello? board?", "2200 hello? board?", "4200 hello? board?", "6200 hello? board?", "8200 hello? board?")
	d.Now = 30_000
	d.Read(lift)
	d.expectSent(t, true, "30000 hello? board?")
	d.Read(lift)
	d.Run(200_000)
	d.expectSent(t, true, "90000 hello? board?", "150000 hello? board?")

	d = newDesk(Board{Mute: true})
	d.Now = 100
	d.Read(d.board.PowerUp(nil))
	d.Run(50_000)
	d.expectSent(t, true, "600 board?")
}

func TestClosed(t *testing.T) {
	d := newDesk(Board{})
	d.Run(800)
	d.host.Closed()
	sensortest.ClosedHost(t, d.Host)
	d.Sent = nil
	d.host.Opened(100_000)
	d.Run(100_300)
	d.expectSent(t, true, "100200 hello? board?")
}

// TestAllowed: the letters of the questions, and no other byte.
func TestAllowed(t *testing.T) {
	for b := range 256 {
		if want := strings.Contains("helo?bard\n", string(rune(b))); Allowed(byte(b)) != want {
			t.Errorf("%q: %v", rune(b), !want)
		}
	}
}

// FuzzHost: whatever a board sends, a Host sends questions only, and to a board that
// answers not too soon.
func FuzzHost(f *testing.F) {
	hosts := func() (sensortest.Host, sensortest.Decoder[Counts]) {
		d := new(Decoder)
		return &Host{Decoder: d}, d
	}
	check := func(h sensortest.Host, out []byte, now, before int64) string {
		switch {
		case string(out) != askBoard && string(out) != askHello+askBoard:
			return "not a question"
		case h.(*Host).state == watching && now < before+askGap:
			return "too soon"
		}
		return ""
	}
	sensortest.FuzzHost(f, hosts, check, []byte(strings.Join(streamLines, "")), []byte("board ffff00000000ffff\nnoise\n"))
}
