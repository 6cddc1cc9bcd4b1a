package sensor

import (
	"errors"
	"strings"
	"testing"
)

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
	{"#: board chess\n", `line 2: board: bad value "chess": want dgt, dgt-bus, centaur, chesslink, certabo, tabutronic, text`},
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
