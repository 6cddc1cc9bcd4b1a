package text

import (
	"reflect"
	"strings"
	"testing"

	"github.com/boardd/boardd/sensor"
)

const initial = "board rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"

const unnamed = "board ????????/????????/8/8/8/8/????????/????????"

// lines is each record as in a log without its time; a Fault as "fault …".
func lines(records []sensor.Record) []string {
	var out []string
	for _, r := range records {
		if r.Word == sensor.Fault {
			out = append(out, "fault "+string(r.Data))
			continue
		}
		_, line, _ := strings.Cut(string(sensor.AppendRecord(nil, r)), " ")
		out = append(out, strings.TrimSuffix(line, "\n"))
	}
	return out
}

func expect(t *testing.T, what string, records []sensor.Record, want ...string) {
	t.Helper()
	got := lines(records)
	if len(got) != len(want) || len(want) > 0 && !reflect.DeepEqual(got, want) {
		t.Errorf("%q:\n got %q\nwant %q", what, got, want)
	}
}

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

		{"board rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", initial},
		{"board ????????/????????/8/8/8/8/????????/????????", unnamed},
		{"board rnbqkbnrpppppppp" + strings.Repeat(".", 32) + "PPPPPPPPRNBQKBNR", initial},
		{"board " + strings.Repeat("b", 16) + strings.Repeat("-", 32) + strings.Repeat("w", 16), unnamed},
		{"board b" + strings.Repeat(".", 62) + "B", "board b7/8/8/8/8/8/8/7B"},
		{"board 1" + strings.Repeat("0", 62) + "?", "board ?7/8/8/8/8/8/8/7?"},
		{"board ffff00000000ffff", unnamed},
		{"board 8000000000000003", "board ?7/8/8/8/8/8/8/6??"},
		{"board 0x8000000000000003", "board 7?/8/8/8/8/8/8/??6"}, // bit 0 is a1, bit 1 b1, bit 63 h8

		{"PICK e2", "lift e2"},
		{"DROP e4", "drop e4"},
		{"e2-L", "lift e2"},
		{"e4-P", "drop e4"},
		{"e2-R", "drop e2"},
		{"0#e2u*", "lift e2"},
		{"0#e4d*", "drop e4"},
		{"30#" + strings.Repeat("11000011", 8) + "*", unnamed},
		{"30#11" + strings.Repeat("0", 62) + "*", "board 8/8/8/8/8/8/?7/?7"}, // a1, a2
		{strings.Repeat("1", 16) + strings.Repeat("0", 32) + strings.Repeat("1", 16), unnamed},
		{"FFFF00000000FFFF", unnamed},
		{"8000000000000003", "board ?7/8/8/8/8/8/8/6??"},
		{"0x8000000000000003", "board 7?/8/8/8/8/8/8/??6"},
	} {
		d := new(Decoder)
		expect(t, c.line, d.Step(nil, 7, []byte(c.line+"\n")), c.want)
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
		expect(t, line, d.Step(nil, 7, []byte(line+"\r\n")))
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
			t.Errorf("%q: %q, %+v", line, lines(got), d.Counts())
		}
	}
}

func TestHello(t *testing.T) {
	d := new(Decoder)
	expect(t, "hello", d.Step(nil, 0, []byte("hello 1 occupancy 0042 2.1\n")))
	if want := (Info{1, "occupancy", "0042", "2.1"}); d.Info() != want {
		t.Errorf("%+v, want %+v", d.Info(), want)
	}
	d.Reset()
	if d.Info().Serial != "0042" {
		t.Error("reset has forgotten who the board is")
	}
	expect(t, "another version", d.Step(nil, 0, []byte("hello 2 colour\nhello 2 colour\n")),
		"fault the board speaks version 2 of the protocol; it is read as version 1")
}

// TestChecksums: once there was one, a line without is none of the board's.
func TestChecksums(t *testing.T) {
	d := new(Decoder)
	expect(t, "before", d.Step(nil, 0, []byte("drop e4\n")), "drop e4")
	expect(t, "a right one", d.Step(nil, 0, []byte("60 drop e4 P*2E\n")), "drop e4 P")
	expect(t, "none", d.Step(nil, 0, []byte("drop e4\n")), `fault line "drop e4" has no checksum, and others had`)
	expect(t, "a remark", d.Step(nil, 0, []byte("# low battery\n")))
	expect(t, "a wrong one", d.Step(nil, 5000, []byte("61 drop e4 P*2E\n")), `fault line "61 drop e4 P*2E" has a wrong checksum`)
	d.Reset()
	expect(t, "another board", d.Step(nil, 9000, []byte("drop e4\n")), "drop e4")
}

// TestOverAndOver: of scans that come over and over only changes are told, and
// who stood there is not forgotten.
func TestOverAndOver(t *testing.T) {
	d := new(Decoder)
	step := func(line string, want ...string) {
		t.Helper()
		expect(t, line, d.Step(nil, 0, []byte(line+"\n")), want...)
	}
	step("board rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", initial)
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
		t.Errorf("%q, %+v", lines(got), d.Counts())
	}
	expect(t, "afterwards", d.Step(nil, 5000, []byte("drop e4\n"))[len(got):], "drop e4")
}
