package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/boardd/boardd/fixtures"
	"github.com/boardd/boardd/internal/cli"
	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/internal/replay"
	"github.com/boardd/boardd/pipeline"
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
		harness.CheckGolden(t, filepath.Join("testdata", "replay."+form), replayed(t, log, "-o", form))
	}
	harness.CheckGolden(t, filepath.Join("testdata", "replay.topics"), topicsOf(t, replayed(t, log, "-o", "messages")))
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
		"                [certain] illegal_completed: White completed an illegal move, Nb3: a knight does not\n                     move from b1 to b3. ",
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
	t.Parallel()
	for _, name := range fixtures.Logs() { // messages hold everything that the other forms do
		log := fixtures.Log(name)
		once := replayed(t, log, "-o", "messages")
		if once != replayed(t, log, "-o", "messages") {
			t.Errorf("%s: -o messages is not the same twice", name)
		}
	}
	log := fixtures.Log("dgt-unplugged")
	for form := range replay.Forms {
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
	t.Parallel()
	for _, name := range fixtures.Logs() {
		log := fixtures.Log(name)
		decoded := replayed(t, log, "--decode", "-o", "text")
		if decoded != replayed(t, log, "-o", "log") {
			t.Errorf("%s: --decode is not -o log", name)
		}
		f, again := followed(t, log), followed(t, decoded)
		if f.header.Board == "" {
			if replayed(t, log, "-o", "findings") != replayed(t, decoded, "-o", "findings") {
				t.Errorf("%s: the findings have changed", name)
			}
			continue
		}
		if strings.Contains(decoded, " rx ") || strings.Contains(decoded, " tx ") || again.header.Board != "" {
			t.Errorf("%s: not decoded:\n%s", name, decoded)
		}
		if was, is := f.acts, again.acts; was != is {
			t.Errorf("%s: %s", name, harness.FirstDifference(was, is))
		}
	}
}

// followedLog is a log's header, and the findings without the numbers of records and
// faults of sensors.
type followedLog struct {
	header *sensor.Header
	acts   string
}

// followed follows a log to its end.
func followed(t *testing.T, text string) followedLog {
	t.Helper()
	log, err := pipeline.Read(sensor.NewReader(strings.NewReader(text)))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	take := func(o pipeline.Outcome) {
		for _, g := range o.Findings {
			if g.Code != touchmove.SensorFault && g.Code != touchmove.SensorNote {
				g.Event, g.At = 0, 0
				b.Write(append(transport.AppendFinding(nil, &g), '\n'))
			}
		}
	}
	for _, r := range log.Records {
		take(log.Engine.Step(r))
	}
	take(log.Engine.Finish())
	return followedLog{log.Header, b.String()}
}

// TestReplayPrintsGames: game, uci, san and pgn are of every game that has a move, and of
// the last game if none has.
func TestReplayPrintsGames(t *testing.T) {
	two := fixtures.Log("mate-and-next-game")
	one := two[:strings.Index(two, " lift d2 P")]
	one = one[:strings.LastIndex(one, "\n")+1] // the men are set up again, and nothing is played
	none := sensor.FirstLine + "\n0 board rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR\n"
	for _, c := range []struct {
		name, log, san string
		pgn, game      string // what must stand in them
		games          int
	}{
		{"two games", two, "f3 e5 g4 Qh4#\nd4 d5\n", "1. d4 {[%clk 0:03:00]}", `"uci": "d2d4"`, 2},
		{"one game and a set-up", one, "f3 e5 g4 Qh4#\n", `[Result "0-1"]`, `"result": "0-1"`, 1},
		{"no move", none, "\n", "\n*\n", `"phase": "waiting"`, 1},
	} {
		if got := replayed(t, c.log, "-o", "san"); got != c.san {
			t.Errorf("%s: san %q, want %q", c.name, got, c.san)
		}
		if got := replayed(t, c.log, "-o", "pgn"); !strings.Contains(got, c.pgn) || strings.Count(got, "[Event ") != c.games {
			t.Errorf("%s: pgn\n%s", c.name, got)
		}
		if got := replayed(t, c.log, "-o", "game"); !strings.Contains(got, c.game) {
			t.Errorf("%s: game\n%s", c.name, got)
		}
	}
}

// TestReplayTextNoPraise: an account has neither ! nor ?, which after a move are praise
// and blame, least of all with an illegal move.
func TestReplayTextNoPraise(t *testing.T) {
	for _, name := range []string{"illegal-stands", "touch-move", "displaced", "promotion-unreplaced"} {
		for _, lang := range []string{"en", "de"} {
			if text := replayed(t, fixtures.Log(name), "--lang", lang); strings.ContainsAny(text, "!?") {
				t.Errorf("%s in %s:\n%s", name, lang, text)
			}
		}
	}
}

// replayed is what `boardd replay` prints of a log.
func replayed(t *testing.T, log string, args ...string) string {
	t.Helper()
	var out, errs bytes.Buffer
	status := cli.Run(context.Background(), newProgram(), strings.NewReader(log), &out, &errs, append(append([]string{"replay"}, args...), "-"))
	if status != cli.ExitOK || errs.Len() > 0 {
		t.Fatalf("replay %v: status %d, %s", args, status, &errs)
	}
	return out.String()
}
