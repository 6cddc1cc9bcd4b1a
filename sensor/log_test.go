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
