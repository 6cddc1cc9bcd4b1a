package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/boardd/boardd/fixtures"
	"github.com/boardd/boardd/internal/cli"
	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/internal/replay"
	"github.com/boardd/boardd/pipeline"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/dgt"
	"github.com/boardd/boardd/touchmove/laws"
	"github.com/boardd/boardd/transport"
)

// TestReplayForms: the output of replay in each form. Those in uci and san were written from the
// Laws. The other ones are recorded; a person must read them when they change.
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

// topicsOf returns the output of -o messages without the payloads: other tests judge them, and
// one has the version of the program.
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

// TestReplayText: the form for people has every record with its number, and its findings below.
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

// TestDecode: the decoded form of a log of bytes replays to the same moves and findings, except
// findings that only bytes show. A log that is decoded already stays as it is.
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

// followedLog is the header of a log, and its findings without the numbers of records and without
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
			if g.Code != laws.SensorFault && g.Code != laws.SensorNote {
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

// TestReplayPrintsGames: the forms game, uci, san and pgn print every game that has a move, and
// the last game if none has.
func TestReplayPrintsGames(t *testing.T) {
	two := fixtures.Log("mate-and-next-game")
	one := two[:strings.Index(two, " lift d2 P")]
	one = one[:strings.LastIndex(one, "\n")+1] // the pieces are set up again, and nothing is played
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

// replayed returns the output of `boardd replay` for a log.
func replayed(t *testing.T, log string, args ...string) string {
	t.Helper()
	var out, errs bytes.Buffer
	status := cli.Run(context.Background(), newProgram(), strings.NewReader(log), &out, &errs, append(append([]string{"replay"}, args...), "-"))
	if status != cli.ExitOK || errs.Len() > 0 {
		t.Fatalf("replay %v: status %d, %s", args, status, &errs)
	}
	return out.String()
}

// boardd runs a command line with a text as its standard input. It waits some seconds at most,
// because input that is wrongly accepted may run for ever.
func boardd(in string, args ...string) (status int, out, errs string) {
	ctx, cancel := context.WithTimeout(context.Background(), harness.Patience)
	defer cancel()
	var o, e bytes.Buffer
	status = cli.Run(ctx, newProgram(), strings.NewReader(in), &o, &e, args)
	return status, o.String(), e.String()
}

// wantRefused checks that a command ends with status 2, prints nothing on standard output, and on
// standard error one line that names the error.
func wantRefused(t *testing.T, want, in string, args ...string) {
	t.Helper()
	status, out, errs := boardd(in, args...)
	if status != cli.ExitUsage || out != "" {
		t.Errorf("%q: status %d, printed %q", args, status, out)
	}
	checkOneLine(t, errs)
	if !strings.Contains(errs, want) {
		t.Errorf("%q: %q does not say %q", args, errs, want)
	}
}

func checkOneLine(t *testing.T, errs string) {
	t.Helper()
	if strings.Count(errs, "\n") != 1 || !strings.HasSuffix(errs, "\n") || !strings.HasPrefix(errs, "boardd") {
		t.Errorf("not one line on standard error: %q", errs)
	}
}

// TestReplayBadLogs: for a log that cannot be read to its end, replay prints only where and what
// is wrong. Package sensor tests every kind of line; this test has one of each kind of error.
func TestReplayBadLogs(t *testing.T) {
	const good = "0 lift e2 P\n10 drop e4 P\n"
	for _, c := range []struct{ want, log string }{
		{`line 1: first line missing`, ""},
		{`line 1: bad first line "0 lift e2 P"`, good},
		{`line 1: bad first line`, "#! boardd-log 2\n" + good},
		{`line 4: unknown word "hover"`, "#! boardd-log 1\n" + good + "20 hover e2\n"},
		{`line 4: lift: bad square "e9"`, "#! boardd-log 1\n" + good + "20 lift e9\n"},
		{`line 4: drop: bad piece "x"`, "#! boardd-log 1\n" + good + "20 drop e5 x\n"},
		{`line 4: board: bad placement`, "#! boardd-log 1\n" + good + "20 board 8/8/8\n"},
		{`line 4: press: time goes back "5 press w"`, "#! boardd-log 1\n" + good + "5 press w\n"},
		{`line 4: cmd: not a JSON object "{"`, "#! boardd-log 1\n" + good + "20 cmd pause {\n"},
		{`line 4: header after the first record`, "#! boardd-log 1\n" + good + "#: rules fide-2023\n"},
		{`line 4: torn line "20 press"`, "#! boardd-log 1\n" + good + "20 press"},
		{`line 2: rules: bad value "fide-2050"`, "#! boardd-log 1\n#: rules fide-2050\n" + good},
		{`line 2: time: bad value "quickplay"`, "#! boardd-log 1\n#: time quickplay\n" + good},
		{`line 3: start`, "#! boardd-log 1\n#: time rapid\n#: start 8/8/8/8/8/8/8/8 x - - 0 1\n" + good},
		{`line 2: moves: bad value "e7e5"`, "#! boardd-log 1\n#: moves e7e5\n" + good},
		{`line 2: moves: bad value "e2e5"`, "#! boardd-log 1\n#: moves e2e5\n" + good},
		{`line 2: config: bad value "rest_ms=0"`, "#! boardd-log 1\n#: config rest_ms=0\n" + good},
		{`line 2: config: bad value "colour=red"`, "#! boardd-log 1\n#: config colour=red\n" + good},
		{`line 2: config: bad value "supervised_blitz_gain_s=90"`, "#! boardd-log 1\n#: config supervised_blitz_gain_s=90\n" + good},
		{`line 2: board: bad value "chess"`, "#! boardd-log 1\n#: board chess\n" + good},
		{`line 2: config: bad value "pieces=K:1.2"`, "#! boardd-log 1\n#: config pieces=K:1.2\n" + good},
		{`line 2: config: bad value "men=K:1.2"`, "#! boardd-log 1\n#: config men=K:1.2\n" + good},
		{`rx`, "#! boardd-log 1\n0 rx 8e 00 05 34 00\n"},
	} {
		for form := range replay.Forms {
			wantRefused(t, c.want, c.log, "replay", "-o", form, "-")
		}
	}
}

// TestCutLogs: a log cut off at any byte replays, or gives one clear error.
func TestCutLogs(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"dgt-unplugged", "illegal-restored"} {
		log := fixtures.Log(name)
		for n := range len(log) {
			status, out, errs := boardd(log[:n], "replay", "-o", "findings", "-")
			switch {
			case status == cli.ExitOK && errs == "" && (n == 0 || log[n-1] == '\n'):
			case status == cli.ExitUsage && out == "":
				checkOneLine(t, errs)
			default:
				t.Errorf("%s cut after %d bytes: status %d, %d bytes printed, %q", name, n, status, len(out), errs)
			}
		}
	}
}

// TestDeletedByte: whichever byte gets lost on the line, the moves are the same. A lost byte
// spoils one message at most, and the scan that boardd then requests makes up for it.
func TestDeletedByte(t *testing.T) {
	rd := sensor.NewReader(strings.NewReader(replayed(t, fixtures.Log("dgt-game"), "--decode")))
	records, err := rd.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	want := strings.TrimSpace(replayed(t, fixtures.Log("dgt-game"), "-o", "uci"))
	all := newCable(-1)
	if got := all.play(records); got != want {
		t.Fatalf("moves %s, want %s", got, want)
	}
	step := 1
	if testing.Short() {
		step = 5
	}
	for n := 0; n < all.sent; n += step {
		c := newCable(n)
		if got := c.play(records); got != want {
			t.Errorf("without byte %d: moves %s, want %s", n, got, want)
		}
	}
}

// cable is a board, its host and the engine, with a line between them that loses one byte. Its
// time is the time of the records.
type cable struct {
	board  dgt.Board
	host   dgt.Host // reads with a decoder of its own
	engine *pipeline.Engine
	at     int64
	sent   int // bytes that the board has sent
	lost   int // which of them is lost
}

func newCable(lost int) *cable {
	e, err := pipeline.New(&sensor.Header{Board: "dgt"}, "test")
	if err != nil {
		panic(err) // the header is a good one
	}
	return &cable{engine: e, lost: lost, host: dgt.Host{Decoder: new(dgt.Decoder)}}
}

// play applies records to the board, 20 s after it was plugged in. It returns the moves that
// stand 10 s after the last record.
func (c *cable) play(records []sensor.Record) string {
	const begin, linger = 20_000, 10_000
	c.host.Opened(0)
	for _, r := range records {
		if r.Word == sensor.Board {
			c.hear(c.board.Step(nil, r))
		}
	}
	for _, r := range records {
		c.until(begin + r.At)
		c.hear(c.board.Step(nil, r))
	}
	c.until(c.at + linger)
	c.engine.Finish()
	var moves []string
	for _, p := range replay.Standing(c.engine.Tracker.LastGame()) {
		moves = append(moves, p.UCI)
	}
	return strings.Join(moves, " ")
}

// until lets the host ask the board until a time.
func (c *cable) until(at int64) {
	for c.host.Deadline() <= at {
		c.at = max(c.at, c.host.Deadline())
		c.ask()
	}
	c.at = at
}

func (c *cable) ask() {
	if asked := c.host.Step(nil, c.at); len(asked) > 0 {
		c.hear(c.board.Command(nil, asked))
	}
}

// hear takes bytes of the board.
func (c *cable) hear(data []byte) {
	if n := c.lost - c.sent; n >= 0 && n < len(data) {
		data = slices.Delete(slices.Clone(data), n, n+1)
		c.sent++
	}
	c.sent += len(data)
	if len(data) == 0 || !c.host.Listening() {
		return
	}
	c.host.Decoder.Step(nil, c.at, data)
	c.engine.Step(sensor.Record{At: c.at, Word: sensor.Rx, Data: data})
	c.ask()
}

// threeGames is a log of three games, with an empty game between them and another at the end.
const threeGames = `#! boardd-log 1
#: tag Event Harbour Open
#: tag White Ferrier, Isla
100 lift e2 P
700 drop e4 P
1400 press w
2000 cmd result {"result":"1-0"}
2100 cmd new_game {}
2200 cmd new_game {"tags":{"White":"Rossi, Anna"}}
2300 board rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR
3100 lift d2 P
3700 drop d4 P
4400 press w
5000 lift d7 p
5700 drop d5 p
6400 press b
7000 cmd draw {}
7100 cmd new_game {}
7200 board rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR
8100 lift c2 P
8700 drop c4 P
9400 press w
9500 cmd new_game {}
9600 cmd result {"result":"0-1"}
9700 cmd new_game {}
`

// TestReplayAllGames: every form has all games of a log in order, but none without a move.
func TestReplayAllGames(t *testing.T) {
	if got := replayed(t, threeGames, "-o", "uci"); got != "e2e4\nd2d4 d7d5\nc2c4\n" {
		t.Errorf("uci\n%s", got)
	}
	if got := replayed(t, threeGames, "-o", "san"); got != "e4\nd4 d5\nc4\n" {
		t.Errorf("san\n%s", got)
	}
	pgn := replayed(t, threeGames, "-o", "pgn")
	if strings.Count(pgn, "[Event \"Harbour Open\"]") != 3 || strings.Count(pgn, "[White \"Ferrier, Isla\"]") != 1 || strings.Count(pgn, "[White \"Rossi, Anna\"]") != 1 {
		t.Errorf("pgn\n%s", pgn)
	}
	for _, moves := range []string{"\n\n1. e4 1-0\n\n", "\n\n1. d4 d5 1/2-1/2\n\n", "\n\n1. c4 *\n\n"} {
		if strings.Count(pgn, moves) != 1 {
			t.Errorf("pgn lacks %q:\n%s", moves, pgn)
		}
	}
	var ids, results []string
	for d := json.NewDecoder(strings.NewReader(replayed(t, threeGames, "-o", "game"))); d.More(); {
		var g struct {
			ID     string `json:"game_id"`
			Result string
		}
		if err := d.Decode(&g); err != nil {
			t.Fatal(err)
		}
		ids, results = append(ids, g.ID), append(results, g.Result)
	}
	if got := strings.Join(ids, " ") + " " + strings.Join(results, " "); got != "replay-1 replay-3 replay-4 1-0 1/2-1/2 *" {
		t.Errorf("games %s", got)
	}
	text := replayed(t, threeGames, "-o", "text", "--lang", "en")
	if !strings.HasSuffix(text, "\n\n1. e4\nresult 1-0, phase ended\n\n1. d4 d5\nresult 1/2-1/2, phase ended\n\n1. c4\nresult *, phase playing\n") {
		t.Errorf("text ends\n%s", text[max(0, len(text)-300):])
	}
}

// TestReplayOneGame: for a log with one game, or without any, every form has one.
func TestReplayOneGame(t *testing.T) {
	const none = "#! boardd-log 1\n100 cmd new_game {}\n"
	for _, form := range []string{"game", "pgn"} {
		if got := replayed(t, none, "-o", form); !strings.Contains(got, "replay-2") || strings.Contains(got, "replay-1") {
			t.Errorf("%s\n%s", form, got)
		}
	}
	for form, want := range map[string]string{"uci": "\n", "san": "\n"} {
		if got := replayed(t, none, "-o", form); got != want {
			t.Errorf("%s %q", form, got)
		}
	}
	if got := replayed(t, fixtures.Log("result-taken-back"), "-o", "san"); got != "e4 e5 Nf3 Nc6 Bc4 Bc5 d3\n" {
		t.Errorf("a result taken back: %s", got)
	}
}

// TestReplayGameThatGoesOn: the end of a game is taken back after another one has begun. The
// forms have the first game once, and not the other.
func TestReplayGameThatGoesOn(t *testing.T) {
	const log = `#! boardd-log 1
100 cmd result {"result":"1-0"}
700 lift e2 P
1400 drop e4 P
2100 press w
2800 lift e7 p
3500 drop e5 p
4200 press b
4900 cmd result {"result":"*"}
5600 lift g1 N
6300 drop f3 N
7000 press w
`
	for form, want := range map[string]string{"uci": "e2e4 e7e5 g1f3\n", "san": "e4 e5 Nf3\n"} {
		if got := replayed(t, log, "-o", form); got != want {
			t.Errorf("%s %q", form, got)
		}
	}
	if pgn := replayed(t, log, "-o", "pgn"); strings.Count(pgn, "[GameId ") != 1 || !strings.Contains(pgn, "replay-1") || !strings.Contains(pgn, "1. e4 e5 2. Nf3 *") {
		t.Errorf("pgn\n%s", pgn)
	}
}
