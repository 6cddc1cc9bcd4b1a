package sensor

import (
	"bytes"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"

	"github.com/boardd/boardd/legality/placement"
)

// logText is the example of the log format's description, with every word and
// every header in it.
const logText = `#! boardd-log 1
#: board dgt
#: sensor identified
#: orientation rotated
#: clock yes
#: config rest_ms=250
#: config made_rest_ms=2000
#: start rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
#: moves e2e4 e7e5
#: variant chess960
#: rules fide-2023
#: time blitz
#: supervision full
#: illegal w=1 b=0
#: tag White Ferrier, Isla
#: tag Round
#: recorded-by somebody  with two spaces
#: date 2026-11-01
0 link up
60 rx 86 00 43 08 ff
61 tx 42
1060 lift e2 P
1120 drop e4 P
1130 lift e7
1140 drop e5
1150 board rnbqkbnr/pppp1ppp/8/4?3/4P3/8/PPPP1PPP/RNBQKBNR
2400 press w
2400 clock 180000 179000 b
2401 clock 180000 179000 w
2402 clock 180000 179000 -
2500 flag b
2600 pause
2700 resume
2800 utc 2026-11-01T12:30:00.5Z synced
2800 utc 2026-11-01T13:30:00+01:00 unsynced
2900 cmd result {"result": "1-0"}
2950 family chesslink
3000 link down
`

var logHeader = Header{
	Board: "dgt", Sensor: "identified", Orientation: Rotated, Clock: "yes",
	Config:  []Setting{{"rest_ms", "250"}, {"made_rest_ms", "2000"}},
	Start:   "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
	Moves:   []string{"e2e4", "e7e5"},
	Variant: "chess960", Rules: "fide-2023", Time: "blitz", Supervision: "full",
	Illegal: [2]int{1, 0},
	Tags:    []Setting{{"White", "Ferrier, Isla"}, {"Round", ""}},
	Other:   []Setting{{"recorded-by", "somebody  with two spaces"}, {"date", "2026-11-01"}},
}

func mustPlacement(t *testing.T, text string) placement.Placement {
	t.Helper()
	p, err := placement.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func logRecords(t *testing.T) []Record {
	return []Record{
		{At: 0, Word: Link, On: true},
		{At: 60, Word: Rx, Data: []byte{0x86, 0x00, 0x43, 0x08, 0xff}},
		{At: 61, Word: Tx, Data: []byte{0x42}},
		{At: 1060, Word: Lift, Square: placement.E2, Piece: placement.WhitePawn},
		{At: 1120, Word: Drop, Square: placement.E4, Piece: placement.WhitePawn},
		{At: 1130, Word: Lift, Square: placement.E7},
		{At: 1140, Word: Drop, Square: placement.E5, Piece: placement.Unknown},
		{At: 1150, Word: Board, Placement: mustPlacement(t, "rnbqkbnr/pppp1ppp/8/4?3/4P3/8/PPPP1PPP/RNBQKBNR")},
		{At: 2400, Word: Press, Side: placement.White},
		{At: 2400, Word: Clock, Times: [2]int64{180000, 179000}, Running: BlackRuns},
		{At: 2401, Word: Clock, Times: [2]int64{180000, 179000}, Running: WhiteRuns},
		{At: 2402, Word: Clock, Times: [2]int64{180000, 179000}},
		{At: 2500, Word: Flag, Side: placement.Black},
		{At: 2600, Word: Pause},
		{At: 2700, Word: Resume},
		{At: 2800, Word: UTC, Data: []byte("2026-11-01T12:30:00.5Z"), On: true},
		{At: 2800, Word: UTC, Data: []byte("2026-11-01T13:30:00+01:00")},
		{At: 2900, Word: Cmd, Verb: "result", Data: []byte(`{"result": "1-0"}`)},
		{At: 2950, Word: Family, Data: []byte("chesslink")},
		{At: 3000, Word: Link},
	}
}

func TestReadLog(t *testing.T) {
	r := NewReader(strings.NewReader(logText))
	h, err := r.Header()
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(*h, logHeader) {
		t.Errorf("header\n got %+v\nwant %+v", *h, logHeader)
	}
	for i, want := range logRecords(t) {
		got, err := r.Next()
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("record %d\n got %+v\nwant %+v", i+1, got, want)
		}
	}
	if _, err := r.Next(); err != io.EOF {
		t.Errorf("after the last record: %v, want EOF", err)
	}
}

func TestWriteLog(t *testing.T) {
	out, err := AppendHeader(nil, &logHeader)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range logRecords(t) {
		out = AppendRecord(out, r)
	}
	if string(out) != logText {
		t.Errorf("got\n%s\nwant\n%s", out, logText)
	}
}

func TestReadSkips(t *testing.T) {
	r := NewReader(strings.NewReader("#! boardd-log 1\n\n# a remark\n#: rules fide-1971\n#! no header\n#\n" +
		"5 pause\n\n# between \n#!\n5 resume\n# at the end\n"))
	all, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(all) != 2 || all[0].Word != Pause || all[1].Word != Resume || r.header.Rules != "fide-1971" {
		t.Errorf("got %+v, header %+v", all, r.header)
	}
}

func TestReadEmptyLog(t *testing.T) {
	r := NewReader(strings.NewReader("#! boardd-log 1\n"))
	h, err := r.Header()
	if err != nil || !reflect.DeepEqual(*h, Header{}) {
		t.Errorf("header %+v, %v", h, err)
	}
	if _, err := r.Next(); err != io.EOF {
		t.Errorf("got %v, want EOF", err)
	}
}

// TestReadHex has what the big example has not: capitals.
func TestReadHex(t *testing.T) {
	r := NewReader(strings.NewReader("#! boardd-log 1\n0 rx AB cd Ef\n"))
	rec, err := r.Next()
	if err != nil || !bytes.Equal(rec.Data, []byte{0xab, 0xcd, 0xef}) {
		t.Errorf("got % x, %v", rec.Data, err)
	}
}

func TestReadTorn(t *testing.T) {
	text := "#! boardd-log 1\n0 pause\n5 drop e4 P\n9 dro"
	_, err := NewReader(strings.NewReader(text)).ReadAll()
	var pe *ParseError
	if !errors.As(err, &pe) || !errors.Is(err, errTorn) || pe.Line != 4 || pe.Text != "9 dro" {
		t.Errorf("got %v, want errTorn on line 4", err)
	}
}

func TestReadLongLines(t *testing.T) {
	longest := "#! boardd-log 1\n0 rx" + strings.Repeat(" ab", 7939) + "\n"
	rec, err := NewReader(strings.NewReader(longest)).Next()
	if err != nil || len(rec.Data) != 7939 {
		t.Errorf("got %d bytes, %v", len(rec.Data), err)
	}
	limit := "#! boardd-log 1\n#" + strings.Repeat("x", MaxLine-1) + "\n0 pause\n"
	if rec, err = NewReader(strings.NewReader(limit)).Next(); err != nil || rec.Word != Pause {
		t.Errorf("line of %d bytes: %v", MaxLine, err)
	}
	over := "#! boardd-log 1\n0 pause\n#" + strings.Repeat("x", MaxLine+10) + "\n0 pause\n"
	_, err = NewReader(strings.NewReader(over)).ReadAll()
	if err == nil || err.Error() != "line 3: longer than 1048576 bytes" {
		t.Errorf("got %v", err)
	}
}

// badReader fails after what it holds.
type badReader struct{ io.Reader }

func (b badReader) Read(p []byte) (int, error) {
	n, err := b.Reader.Read(p)
	if err == io.EOF {
		err = errors.New("card pulled out")
	}
	return n, err
}

func TestReadFails(t *testing.T) {
	r := NewReader(badReader{strings.NewReader("#! boardd-log 1\n0 pause\n")})
	_, err := r.ReadAll()
	if err == nil || err.Error() != "read log after line 2: card pulled out" {
		t.Errorf("got %v", err)
	}
	if _, again := r.Next(); again != err {
		t.Errorf("the error is not sticky: then %v", again)
	}
}

func TestHeaderError(t *testing.T) {
	r := NewReader(strings.NewReader("#! boardd-log 1\n# remark\n#: start nonsense\n0 pause\n"))
	h, err := r.Header()
	if err != nil {
		t.Fatal(err)
	}
	got := r.HeaderError("start", h.Start, errors.New("want six fields")).Error()
	if want := `line 3: start: bad value "nonsense": want six fields`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// badLogs are logs without their first line, unless first is set, and the
// message that each must give. Line numbers count the first line.
var badLogs = []struct{ text, want string }{
	{"10 lift e9 P\n", `line 2: lift: bad square "e9"`},
	{"10 lift E2\n", `line 2: lift: bad square "E2"`},
	{"10 lift e2 x\n", `line 2: lift: bad piece "x"`},
	{"10 lift e2 PP\n", `line 2: lift: bad piece "PP"`},
	{"10 drop e2 ?\n", `line 2: drop: bad piece "?"`},
	{"10 drop e2 .\n", `line 2: drop: bad piece "."`},
	{"10 drop\n", `line 2: drop: square missing in "10 drop"`},
	{"10 drop e2 P P\n", `line 2: drop: too much in "10 drop e2 P P"`},
	{"10\n", `line 2: word missing in "10"`},
	{"10 hover e2\n", `line 2: unknown word "hover"`},
	{"10 fault lost\n", `line 2: unknown word "fault"`},
	{"10 ?\n", `line 2: unknown word "?"`},
	{"ten lift e2\n", `line 2: bad time "ten"`},
	{"-1 lift e2\n", `line 2: bad time "-1"`},
	{"1.5 lift e2\n", `line 2: bad time "1.5"`},
	{"1234567890123456 pause\n", `line 2: bad time "1234567890123456"`},
	{"10 pause\n9 resume\n", `line 3: resume: time goes back "9 resume"`},
	{"10  pause\n", `line 2: stray space in "10  pause"`},
	{" 10 pause\n", `line 2: stray space in " 10 pause"`},
	{"10 pause \n", `line 2: pause: too much in "10 pause "`},
	{"10 lift e2 \n", `line 2: lift: stray space in "10 lift e2 "`},
	{"10 lift  e2\n", `line 2: lift: stray space in "10 lift  e2"`},
	{"10 lift\te2\n", `line 2: unknown word "lift\te2"`},
	{" \n", `line 2: stray space in " "`},
	{"10 pause\r\n", `line 2: carriage return in "10 pause\r"`},
	{"# remark\r\n", `line 2: carriage return in "# remark\r"`},
	{"10 cmd tags {\"tags\":{\"White\":\"\xff\"}}\n", `line 2: not UTF-8 "10 cmd tags {\"tags\":{\"White\":\"\xff\"}}"`},
	{"10 board rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP\n",
		`line 2: board: bad placement "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP": 7 ranks, not 8`},
	{"10 rx\n", `line 2: rx: bytes missing in "10 rx"`},
	{"10 rx 8\n", `line 2: rx: bad byte "8"`},
	{"10 rx 8e00\n", `line 2: rx: bad byte "8e00"`},
	{"10 rx 8e 0g\n", `line 2: rx: bad byte "0g"`},
	{"10 rx 8e \n", `line 2: rx: stray space in "10 rx 8e "`},
	{"10 press x\n", `line 2: press: bad side "x"`},
	{"10 press -\n", `line 2: press: bad side "-"`},
	{"10 flag\n", `line 2: flag: side missing in "10 flag"`},
	{"10 clock 1000 2000\n", `line 2: clock: side missing in "10 clock 1000 2000"`},
	{"10 clock 1000 -2000 w\n", `line 2: clock: bad time "-2000"`},
	{"10 clock 1000 2000 x\n", `line 2: clock: bad side "x"`},
	{"10 family\n", `line 2: family: family missing in "10 family"`},
	{"10 family chess\n", `line 2: family: bad family "chess"`},
	{"10 family dgt text\n", `line 2: family: too much in "10 family dgt text"`},
	{"10 link on\n", `line 2: link: bad state "on"`},
	{"10 utc 2026-11-01 synced\n", `line 2: utc: bad RFC 3339 time "2026-11-01"`},
	{"10 utc 2026-02-30T00:00:00Z synced\n", `line 2: utc: bad RFC 3339 time "2026-02-30T00:00:00Z"`},
	{"10 utc 2026-11-01T12:00:00Z maybe\n", `line 2: utc: bad state "maybe"`},
	{"10 cmd pause\n", `line 2: cmd: JSON object missing in "10 cmd pause"`},
	{"10 cmd\n", `line 2: cmd: verb missing in "10 cmd"`},
	{"10 cmd pause []\n", `line 2: cmd: not a JSON object "[]"`},
	{"10 cmd pause {\n", `line 2: cmd: not a JSON object "{"`},
	{"10 cmd pause {} {}\n", `line 2: cmd: not a JSON object "{} {}"`},
	{"10 cmd pause  {}\n", `line 2: cmd: not a JSON object " {}"`},
	{"10 cmd \x00 {}\n", `line 2: cmd: bad verb "\x00": want letters, digits, _ and -`},
	{"10 cmd pau/se {}\n", `line 2: cmd: bad verb "pau/se": want letters, digits, _ and -`},
	{"10 cmd caf\u00e9 {}\n", `line 2: cmd: bad verb "café": want letters, digits, _ and -`},
	{"10 cmd {} {}\n", `line 2: cmd: bad verb "{}": want letters, digits, _ and -`},
	{"10 cmd pause {} \n", `line 2: cmd: stray space after "{} "`},

	{"#:\n", `line 2: bad header "#:"`},
	{"#:rules fide-2023\n", `line 2: bad header "#:rules fide-2023"`},
	{"#: \n", `line 2: bad header "#: "`},
	{"#: rules\n", `line 2: rules: value missing "rules"`},
	{"#: rules \n", `line 2: rules: stray space in "#: rules "`},
	{"#: rules  fide-2023\n", `line 2: rules: stray space in "#: rules  fide-2023"`},
	{"#: firmware 1.02 \n", `line 2: firmware: stray space in "#: firmware 1.02 "`},
	{"#: board chess\n", `line 2: board: bad value "chess": want dgt, dgt-bus, centaur, chesslink, chessnut, certabo, ichessone, tabutronic, text`},
	{"#: sensor both\n", `line 2: sensor: bad value "both": want identified, occupancy`},
	{"#: orientation up\n", `line 2: orientation: bad value "up": want auto, normal, rotated`},
	{"#: clock maybe\n", `line 2: clock: bad value "maybe": want auto, yes, no`},
	{"#: variant shogi\n", `line 2: variant: bad value "shogi": want standard, chess960`},
	{"#: time slow\n", `line 2: time: bad value "slow": want standard, rapid, blitz, quickplay`},
	{"#: time quickplay\n#: rules fide-2023\n", `line 2: time: bad value "quickplay": want rules fide-1997 with it`},
	{"#: rules fide-2023\n#: time quickplay\n0 pause\n", `line 3: time: bad value "quickplay": want rules fide-1997 with it`},
	{"#: supervision some\n", `line 2: supervision: bad value "some": want full, normal`},
	{"#: address 0\n", `line 2: address: bad value "0": want 1 to 16383`},
	{"#: address 16384\n", `line 2: address: bad value "16384": want 1 to 16383`},
	{"#: address -5\n", `line 2: address: bad value "-5": want 1 to 16383`},
	{"#: illegal 1 0\n", `line 2: illegal: bad value "1 0": want w=0 b=0`},
	{"#: illegal w=1\n", `line 2: illegal: bad value "w=1": want w=0 b=0`},
	{"#: illegal w=-1 b=0\n", `line 2: illegal: bad value "w=-1 b=0": want w=0 b=0`},
	{"#: config rest_ms\n", `line 2: config: bad setting "rest_ms": want key=value`},
	{"#: config rest_ms=\n", `line 2: config: bad setting "rest_ms=": want key=value`},
	{"#: config a=1 a=2\n", `line 2: config: given twice "a"`},
	{"#: config a=1\n#: config a=2\n", `line 3: config: given twice "a"`},
	{"#: moves e2e4 e9e5\n", `line 2: moves: bad move "e9e5"`},
	{"#: moves e7e8k\n", `line 2: moves: bad move "e7e8k"`},
	{"#: moves e2e4  e7e5\n", `line 2: moves: stray space in "#: moves e2e4  e7e5"`},
	{"#: tag White  Isla\n", `line 2: tag: bad tag "White  Isla"`},
	{"#: tag W.hite Isla\n", `line 2: tag: bad tag "W.hite Isla"`},
	{"#: tag White A\n#: tag White B\n", `line 3: tag: given twice "White"`},
	{"#: rules fide-2023\n#: rules fide-2023\n", `line 3: rules: given twice "#: rules fide-2023": first on line 2`},
	{"0 pause\n#: rules fide-2023\n", `line 3: header after the first record "#: rules fide-2023"`},
}

func TestBadLogs(t *testing.T) {
	for _, c := range badLogs {
		checkBad(t, FirstLine+"\n"+c.text, c.want)
	}
}

func TestBadFirstLine(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", `line 1: first line missing: want "#! boardd-log 1"`},
		{"\n", `line 1: bad first line: want "#! boardd-log 1"`},
		{"0 pause\n", `line 1: bad first line "0 pause": want "#! boardd-log 1"`},
		{"#! boardd-log 2\n", `line 1: bad first line "#! boardd-log 2": want "#! boardd-log 1"`},
		{"\ufeff#! boardd-log 1\n", `line 1: bad first line "\ufeff#! boardd-log 1": want "#! boardd-log 1"`},
		{"#! boardd-log 1\r\n", `line 1: carriage return in "#! boardd-log 1\r"`},
		{"#! boa", `line 1: torn line "#! boa": the last line does not end in a line feed: it may have been cut off`},
	} {
		checkBad(t, c.text, c.want)
	}
}

func checkBad(t *testing.T, text, want string) {
	t.Helper()
	r := NewReader(strings.NewReader(text))
	all, err := r.ReadAll()
	var pe *ParseError
	switch {
	case err == nil:
		t.Errorf("%q: no error", text)
	case all != nil:
		t.Errorf("%q: half read: %v", text, all)
	case !errors.As(err, &pe):
		t.Errorf("%q: %v is no ParseError", text, err)
	case err.Error() != want:
		t.Errorf("%q:\n got %s\nwant %s", text, err, want)
	}
	if _, again := r.Next(); again != err {
		t.Errorf("%q: the error is not sticky: then %v", text, again)
	}
}

// TestErrorIsOneLine: whatever is in the log, the message is short and has no
// line end in it.
func TestErrorIsOneLine(t *testing.T) {
	text := FirstLine + "\n10 drop " + strings.Repeat("x", 5000) + "\x1b[2J\n"
	_, err := NewReader(strings.NewReader(text)).ReadAll()
	if err == nil || len(err.Error()) > 200 || strings.ContainsAny(err.Error(), "\n\x1b") {
		t.Errorf("got %q", err)
	}
}

func TestBadHeadersAreNotWritten(t *testing.T) {
	for _, h := range []Header{
		{Rules: "fide-2050"},
		{Tags: []Setting{{"White", "A\n0 pause"}}},
		{Tags: []Setting{{"White", "A "}}},
		{Tags: []Setting{{"", "A"}}},
		{Other: []Setting{{"note", "A\n#: rules fide-1971"}}},
		{Moves: []string{"e2-e4"}},
		{Config: []Setting{{"a", "1 2"}}},
	} {
		if out, err := AppendHeader([]byte("x"), &h); err == nil || string(out) != "x" {
			t.Errorf("%+v: written as %q", h, out)
		}
	}
}

// FuzzReadLog: whatever the bytes are, reading does not panic, and what was
// read, written and read again is the same.
func FuzzReadLog(f *testing.F) {
	f.Add([]byte(logText))
	f.Add([]byte(logText[:len(logText)-3]))
	for _, c := range badLogs {
		f.Add([]byte(FirstLine + "\n" + c.text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		r := NewReader(bytes.NewReader(text))
		all, err := r.ReadAll()
		if err != nil {
			return
		}
		checkSameAgain(t, &r.header, all)
	})
}

func checkSameAgain(t *testing.T, h *Header, records []Record) {
	t.Helper()
	out, err := AppendHeader(nil, h)
	if err != nil {
		t.Fatalf("%+v: %v", h, err)
	}
	for _, r := range records {
		out = AppendRecord(out, r)
	}
	r := NewReader(bytes.NewReader(out))
	again, err := r.ReadAll()
	if err != nil {
		t.Fatalf("%v in %s", err, out)
	}
	if !reflect.DeepEqual(again, records) || !reflect.DeepEqual(&r.header, h) {
		t.Errorf("got  %+v %+v\nwant %+v %+v", r.header, again, *h, records)
	}
}

// FuzzAppendRecord: whatever a record holds, it is written as at most one line.
func FuzzAppendRecord(f *testing.F) {
	f.Add(uint8(Cmd), int64(5), "pause", []byte("{\n \"a\": 1\r\n}"), uint8(3))
	f.Add(uint8(Rx), int64(5), "", []byte{1, 2}, uint8(200))
	f.Add(uint8(Fault), int64(-5), "a b", []byte("lost"), uint8(64))
	f.Fuzz(func(t *testing.T, word uint8, at int64, verb string, data []byte, other uint8) {
		r := Record{At: at, Word: Word(word), Verb: verb, Data: data, Square: placement.Square(other),
			Piece: placement.Piece(other), Side: placement.Color(other), Running: Running(other)}
		line := AppendRecord(nil, r)
		if len(line) > 0 && bytes.IndexByte(line, '\n') != len(line)-1 {
			t.Errorf("%+v is written as %q", r, line)
		}
	})
}

// TestCmdSurvives: a command with line ends between its parts, in a verb that
// is none and with bytes that are not UTF-8 is still one line that can be read.
func TestCmdSurvives(t *testing.T) {
	line := AppendRecord([]byte(FirstLine+"\n"),
		Record{At: 7, Word: Cmd, Verb: "a/b\x00é\n", Data: []byte(" {\r\n\"x\": \"\xff\"\n} ")})
	rec, err := NewReader(bytes.NewReader(line)).Next()
	if err != nil {
		t.Fatalf("%v in %q", err, line)
	}
	if rec.Verb != "a_b____" || string(rec.Data) != `{  "x": "`+"\uFFFD"+`" }` {
		t.Errorf("got %q %q", rec.Verb, rec.Data)
	}
}

func TestFaultIsNotWritten(t *testing.T) {
	for _, r := range []Record{{Word: Fault, Data: []byte("lost")}, {}, {Word: 99}} {
		if out := AppendRecord(nil, r); len(out) != 0 {
			t.Errorf("%+v is written as %q", r, out)
		}
	}
}

func TestAppendRemark(t *testing.T) {
	out := AppendRemark([]byte(FirstLine+"\n"), "two\n0 pause\r")
	if want := FirstLine + "\n# two\n# 0 pause \n"; string(out) != want {
		t.Errorf("got %q, want %q", out, want)
	}
	if all, err := NewReader(bytes.NewReader(out)).ReadAll(); err != nil || len(all) != 0 {
		t.Errorf("got %v, %v", all, err)
	}
}

// benchmarkLog is a log of many small records.
func benchmarkLog() []byte {
	game := "1060 lift e2 P\n1120 drop e4 P\n2400 press w\n2400 clock 180000 179000 b\n"
	return []byte(FirstLine + "\n" + strings.Repeat(strings.NewReplacer("1060", "9", "1120", "9", "2400", "9").Replace(game), 2500))
}

func BenchmarkRead(b *testing.B) {
	text := benchmarkLog()
	b.ReportAllocs()
	for b.Loop() {
		r, n := NewReader(bytes.NewReader(text)), 0
		for {
			if _, err := r.Next(); err != nil {
				break
			}
			n++
		}
		if n != 10000 {
			b.Fatal(r.err)
		}
	}
	b.ReportMetric(10000*float64(b.N)/b.Elapsed().Seconds(), "records/s")
}

func BenchmarkReadRx(b *testing.B) {
	text := []byte(FirstLine + "\n" + strings.Repeat("9 rx 8d 00 0a 20 03 02 20 03 02 09\n9 rx 8e 00 05 34 00\n", 5000))
	b.ReportAllocs()
	for b.Loop() {
		r := NewReader(bytes.NewReader(text))
		for {
			if _, err := r.Next(); err != nil {
				break
			}
		}
	}
	b.ReportMetric(10000*float64(b.N)/b.Elapsed().Seconds(), "records/s")
}

func BenchmarkAppend(b *testing.B) {
	all, err := NewReader(bytes.NewReader(benchmarkLog())).ReadAll()
	if err != nil {
		b.Fatal(err)
	}
	var out []byte
	b.ReportAllocs()
	for b.Loop() {
		out = out[:0]
		for i := range all {
			out = AppendRecord(out, all[i])
		}
	}
	b.ReportMetric(float64(len(all))*float64(b.N)/b.Elapsed().Seconds(), "records/s")
}
