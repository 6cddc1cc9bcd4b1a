package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/boardd/boardd/fixtures"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/transport"
)

// TestReplayForms: what replay prints in each form. uci and san are of the Laws'
// making; the other forms are derived, and for people to read through when
// they change.
func TestReplayForms(t *testing.T) {
	log := fixtures.Log("three-lives")
	for form, want := range map[string]string{"uci": "e2e4 e7e5 g1f3\n", "san": "e4 e5 Nf3\n"} {
		if got := replayed(t, log, "-o", form); got != want {
			t.Errorf("-o %s: %q, want %q", form, got, want)
		}
	}
	for _, form := range []string{"text", "game", "pgn", "log"} {
		checkGolden(t, filepath.Join("testdata", "replay."+form), replayed(t, log, "-o", form))
	}
	checkGolden(t, filepath.Join("testdata", "replay.topics"), topicsOf(t, replayed(t, log, "-o", "messages")))
	if text := replayed(t, log); text != replayed(t, log, "-o", "text") {
		t.Error("the form is not text when none is asked for")
	}
}

// topicsOf is what -o messages prints without the payloads: other tests judge
// them, and one holds the version of the program.
func topicsOf(t *testing.T, messages string) string {
	t.Helper()
	var b strings.Builder
	for line := range strings.Lines(messages) {
		var m struct {
			Topic   string
			QoS     *int
			Retain  *bool
			Payload json.RawMessage
		}
		d := json.NewDecoder(strings.NewReader(line))
		d.DisallowUnknownFields()
		if err := d.Decode(&m); err != nil || m.QoS == nil || m.Retain == nil || m.Payload == nil {
			t.Fatalf("message %s: %v", line, err)
		}
		fmt.Fprintln(&b, m.Topic, *m.QoS, *m.Retain)
	}
	return b.String()
}

// TestReplayText: the form for people has every record with its number, and
// under it what was found.
func TestReplayText(t *testing.T) {
	text := replayed(t, fixtures.Log("illegal-stands"))
	for _, want := range []string{
		" 0:00.840  4    lift b1 N\n",
		" 0:01.430  6    press w\n",
		"                !! illegal_completed: White completed an illegal move, Nb3: a knight does not move\n                     from b1 to b3. ",
		"                   illegal_stands: The irregular move Nb3 by White stands. ",
		" 6  . . . p . . . .\n",
		"\nresult *, phase playing\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
	if n := strings.Count(text, "\n"); n > 400 {
		t.Errorf("%d lines for %d records", n, strings.Count(fixtures.Log("illegal-stands"), "\n"))
	}
}

// TestReplayTwice: a log gives the same bytes each time, in every form, and at
// every speed.
func TestReplayTwice(t *testing.T) {
	for _, name := range fixtures.Logs() { // messages hold everything that the other forms do
		log := fixtures.Log(name)
		once := replayed(t, log, "-o", "messages")
		if once != replayed(t, log, "-o", "messages") {
			t.Errorf("%s: -o messages is not the same twice", name)
		}
	}
	log := fixtures.Log("dgt-unplugged")
	for form := range forms {
		once := replayed(t, log, "-o", form)
		if once != replayed(t, log, "-o", form) {
			t.Errorf("-o %s is not the same twice", form)
		}
		if once != replayed(t, log, "-o", form, "--speed", "200") {
			t.Errorf("-o %s is not the same with --speed 200", form)
		}
	}
}

// TestDecode: the decoded log of what a port said replays to the same moves and
// findings, without what only bytes can tell. One that is decoded already
// stays as it is.
func TestDecode(t *testing.T) {
	for _, name := range fixtures.Logs() {
		log := fixtures.Log(name)
		decoded := replayed(t, log, "--decode", "-o", "text")
		if decoded != replayed(t, log, "-o", "log") {
			t.Errorf("%s: --decode is not -o log", name)
		}
		f, again := runFixture(t, log), runFixture(t, decoded)
		if f.header.Board == "" {
			if replayed(t, log, "-o", "findings") != replayed(t, decoded, "-o", "findings") {
				t.Errorf("%s: the findings have changed", name)
			}
			continue
		}
		if strings.Contains(decoded, " rx ") || strings.Contains(decoded, " tx ") || again.header.Board != "" {
			t.Errorf("%s: not decoded:\n%s", name, decoded)
		}
		if was, is := f.acts(), again.acts(); was != is {
			t.Errorf("%s: %s", name, firstDifference(was, is))
		}
	}
}

// acts are the findings without the numbers of records and faults of sensors.
func (f *fixtureRun) acts() string {
	var b strings.Builder
	for i := range f.findings {
		if g := f.findings[i]; g.Code != touchmove.SensorFault {
			g.Event, g.At = 0, 0
			b.Write(append(transport.AppendFinding(nil, &g), '\n'))
		}
	}
	return b.String()
}

// TestReplayPrintsLastGame: game, uci, san and pgn are of the last game that
// has a move, and of the last game if none has.
func TestReplayPrintsLastGame(t *testing.T) {
	two := fixtures.Log("mate-and-next-game")
	one := two[:strings.Index(two, " lift d2 P")]
	one = one[:strings.LastIndex(one, "\n")+1] // the men are set up again, and nothing is played
	none := sensor.FirstLine + "\n0 board rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR\n"
	for _, c := range []struct {
		name, log, san string
		pgn, game      string // what must stand in them
	}{
		{"two games", two, "d4 d5\n", "1. d4 {[%clk 0:03:00]}", `"uci": "d2d4"`},
		{"one game and a set-up", one, "f3 e5 g4 Qh4#\n", `[Result "0-1"]`, `"result": "0-1"`},
		{"no move", none, "\n", "\n*\n", `"phase": "waiting"`},
	} {
		if got := replayed(t, c.log, "-o", "san"); got != c.san {
			t.Errorf("%s: san %q, want %q", c.name, got, c.san)
		}
		if got := replayed(t, c.log, "-o", "pgn"); !strings.Contains(got, c.pgn) || strings.Count(got, "[Event ") != 1 {
			t.Errorf("%s: pgn\n%s", c.name, got)
		}
		if got := replayed(t, c.log, "-o", "game"); !strings.Contains(got, c.game) {
			t.Errorf("%s: game\n%s", c.name, got)
		}
	}
}

// TestReadmeExample: what the README shows is what boardd prints.
func TestReadmeExample(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, found := strings.Cut(string(readme), "$ ./boardd replay -o findings fixtures/logs/demo.log | grep illegal_completed\n")
	line, _, cut := strings.Cut(rest, "…\n")
	findings := replayed(t, fixtures.Log("demo"), "-o", "findings")
	if !found || !cut || strings.Count(findings, line) != 1 || strings.Count(findings, "illegal_completed") != 1 {
		t.Errorf("the README shows %q", line)
	}
}
