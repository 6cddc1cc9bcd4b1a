package daemon_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/boardd/boardd/internal/cli"
	"github.com/boardd/boardd/internal/clock"
	"github.com/boardd/boardd/internal/daemon"
	"github.com/boardd/boardd/internal/daemontest"
	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/internal/subscribe"
	"github.com/boardd/boardd/transport"
)

// TestRequestsRefused: a bad request gets an answer that says why, and changes nothing.
func TestRequestsRefused(t *testing.T) {
	t.Parallel()
	o := daemontest.StartRequests(t)
	for _, c := range []struct{ verb, payload, code string }{
		{"dance", `{}`, transport.UnknownVerb},
		{"Pause", `{}`, transport.UnknownVerb},
		{"pause", `{`, transport.Malformed},
		{"pause", `pause`, transport.Malformed},
		{"pause", `[]`, transport.Malformed},
		{"pause", `{"by":"a","by":"b"}`, transport.Malformed},
		{"pause", `{} {}`, transport.Malformed},
		{"pause", `{"if_rev":"1"}`, transport.Malformed},
		{"pause", `{"colour":"red"}`, transport.UnknownField},
		{"result", `{"result":"1-0","tags":{}}`, transport.UnknownField},
		{"result", `{"result":"2-0"}`, transport.BadValue},
		{"result", `{}`, transport.BadValue},
		{"tags", `{"tags":{"Result":"1-0"}}`, transport.BadValue},
		{"tags", `{"tags":{"White":"` + strings.Repeat("x", transport.MaxRequest) + `"}}`, transport.TooLarge},
		{"new_game", `{"start_fen":"8/8"}`, transport.BadValue},
		{"new_game", `{"rules":"fide-2050"}`, transport.BadValue},
		{"resume", `{}`, "bad_state"},
		{"pause", `{"if_rev":0}`, "stale_rev"},
		{"result", `{"result":"1-0","if_rev":99999}`, "stale_rev"},
		{"result", `{"result":"1-0","game_id":"another"}`, "other_game"},
		{"adjust", `{"side":"w"}`, "bad_state"},
		{"ruling", `{"accept":true,"if_rev":0}`, "stale_rev"},
		{"takeback", `{"ply":1}`, "bad_state"},
		{"set_position", `{"fen":"8/8/8/8/8/8/8/8 w - - 0 1","why":"-"}`, transport.BadValue},
		{"set_position", `{"fen":"4k3/8/8/8/8/8/8/4K3 w - - 0 1"}`, transport.BadValue},
		{"correct", `{"ply":2,"uci":"e7e5"}`, "bad_state"},
		{"resign", `{}`, transport.BadValue},
		{"draw", `{"if_rev":99999}`, "stale_rev"},
	} {
		o.WantError(c.verb, c.payload, c.code)
	}
}

// TestRequestsDone: a request is carried out, and its effect is published where it belongs.
func TestRequestsDone(t *testing.T) {
	t.Parallel()
	o := daemontest.StartRequests(t)
	first := o.Game("game").GameID

	o.WantOK("tags", `{"tags":{"White":"Ferrier, Isla"},"by":"arbiter:mk"}`)
	if pgn := string(o.Payload("pgn")); !strings.Contains(pgn, `[White "Ferrier, Isla"]`) {
		t.Errorf("no tag in\n%s", pgn)
	}
	o.WantOK("pause", fmt.Sprintf(`{"if_rev":%d}`, o.Game("arbiter/game").Rev))
	if g := o.Game("game"); g.Phase != "paused" {
		t.Errorf("phase %s after pause", g.Phase)
	}
	o.WantError("pause", `{}`, "bad_state")
	o.WantOK("resume", `{"game_id":"`+first+`"}`)
	if g := o.Game("game"); g.Phase != "playing" {
		t.Errorf("phase %s after resume", g.Phase)
	}
	o.WantOK("inspect", `{}`)

	o.WantOK("result", `{"result":"1/2-1/2","termination":"adjudication"}`)
	if g := o.Game("game"); g.Result != "1/2-1/2" || g.Phase != "ended" || g.Termination == nil || *g.Termination != "adjudication" {
		t.Errorf("result %s, phase %s, termination %v", g.Result, g.Phase, g.Termination)
	}
	o.WantOK("new_game", `{"game_id":"hall-3-7","time":"rapid","tags":{"White":"Okonkwo, Chidi"}}`)
	if g := o.Game("game"); g.GameID != "hall-3-7" || g.Time != "rapid" || len(g.Moves) != 0 || g.Result != "*" {
		t.Errorf("new game %+v", g)
	}
	o.WantError("result", `{"result":"1-0","game_id":"`+first+`"}`, "other_game")
	if what := o.Course(); strings.Join(what, ", ") != "game_start, move e2e4, result, game_start" {
		t.Errorf("events %q", what)
	}
}

// TestRequestRotate: the operator turns the board round, and back.
func TestRequestRotate(t *testing.T) {
	t.Parallel()
	o := daemontest.StartRequests(t)
	for _, want := range []string{"RNBKQBNR/PPP1PPPP/8/3P4/8/8/pppppppp/rnbkqbnr", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"} {
		o.WantOK("rotate", `{}`)
		var b transport.Board
		if err := json.Unmarshal(o.Payload("arbiter/board"), &b); err != nil || b.Placement != want {
			t.Errorf("the board shows %s, %v, want %s", b.Placement, err, want)
		}
	}
	if got := o.UCI("game"); got != "e2e4" {
		t.Errorf("moves %s", got)
	}
}

// TestRequestRepublish: boardd publishes everything again that is retained.
func TestRequestRepublish(t *testing.T) {
	t.Parallel()
	o := daemontest.StartRequests(t)
	had := len(o.Topics())
	o.WantOK("republish", `{}`)
	for _, topic := range []string{"status", "info", "game", "pgn", "clock", "arbiter/game", "arbiter/board"} {
		harness.Until(t, topic+" again", 5*time.Second, func() bool { return slices.Contains(o.Topics()[had:], topic) })
	}
	if slices.Contains(o.Topics()[had:], "event") {
		t.Error("an event is reported twice")
	}
}

// TestRetainedRequest: a retained request is refused: it would be carried out again at each
// connection.
func TestRetainedRequest(t *testing.T) {
	t.Parallel()
	url := harness.EmbeddedBroker(t)
	o, board := harness.NewOperator(t, url), harness.TestPlayback(t)
	o.Send("result", `{"result":"1-0"}`, true)
	daemontest.StartGame(t, harness.TestConfig(board.Path, url), board, clock.New(harness.FastSpeed))
	harness.Until(t, "the answer", 5*time.Second, func() bool { return o.Answers("result") > 0 })
	var a transport.Answer
	if err := json.Unmarshal(o.Payload("res/result"), &a); err != nil || a.Error == nil || a.Error.Code != transport.Retained {
		t.Errorf("answer %+v, %v", a, err)
	}
	harness.Until(t, "the game", 5*time.Second, func() bool {
		return o.Payload("game") != nil && o.Payload("arbiter/board") != nil && o.Game("arbiter/game").Trust.State == "ok"
	})
	o.Quiet()
	o.Send("result", "", true) // whoever made it sees his mistake and clears it, which is no request
	o.WantError("resume", `{}`, "bad_state")
	if n := o.Answers("result"); n != 1 {
		t.Errorf("%d answers, want 1", n)
	}
	if g := o.Game("game"); g.Result != "*" || g.Phase == "ended" {
		t.Errorf("result %s, phase %s", g.Result, g.Phase)
	}
}

// TestRequestsOfArbiter: what an arbiter asks for is done, the board follows, and relays get
// it. The recording replays to the same game.
func TestRequestsOfArbiter(t *testing.T) {
	t.Parallel()
	url, file := harness.EmbeddedBroker(t), filepath.Join(t.TempDir(), "game.log")
	o, board, p := harness.NewOperator(t, url), harness.TestPlayback(t), clock.New(harness.FastSpeed)
	records := harness.ParseLog(t, harness.ShortGame)
	if err := board.Do(records[0]); err != nil {
		t.Fatal(err)
	}
	stop := recorded(t, harness.TestConfig(board.Path, url), p, file)
	first, _ := harness.ShortGameParts(t, 1400)
	harness.PlayRecords(t, board, p, first)
	harness.Until(t, "1. e4", 5*time.Second, func() bool { return o.UCI("game") == "e2e4" })

	o.WantOK("pause", `{}`)
	o.WantError("takeback", `{"ply":2}`, "bad_state")
	o.WantOK("takeback", `{"ply":0,"by":"arbiter:mk"}`)
	if got := o.UCI("game"); got != "" {
		t.Errorf("moves %q after the takeback", got)
	}
	o.Trusts("the man stands on e4 still", "settling")
	harness.PlayRecords(t, board, p, harness.ParseLog(t, "#! boardd-log 1\n100 lift e4 P\n200 drop e2 P\n"))
	o.Trusts("the man is back", "ok")
	o.WantOK("resume", `{}`)
	harness.PlayRecords(t, board, p, harness.ParseLog(t, "#! boardd-log 1\n0 clock 178000 180000 w\n1000 lift d2 P\n1200 drop d4 P\n2000 press w\n2000 clock 177000 180000 b\n"))
	harness.Until(t, "1. d4", 5*time.Second, func() bool { return o.UCI("game") == "d2d4" })

	o.WantOK("correct", `{"ply":1,"uci":"d2d3"}`)
	if got := o.UCI("game"); got != "d2d3" {
		t.Errorf("moves %q after the correction", got)
	}
	o.WantOK("set_position", `{"fen":"rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1","why":"on d4, as both players say"}`)
	o.Trusts("the board shows that", "ok")
	o.WantOK("resign", `{"side":"b"}`)
	stop()
	checkArbiterGame(t, o, file)
}

// checkArbiterGame checks what was published of the game, and the recording.
func checkArbiterGame(t *testing.T, o *harness.Operator, file string) {
	t.Helper()
	want := "game_start, move e2e4, retract, move d2d4, correct d2d3, game_start, result"
	if what := o.Course(); strings.Join(what, ", ") != want {
		t.Errorf("events %q, want %q", what, want)
	}
	pgn := strings.Join(strings.Fields(string(o.Payload("pgn"))), " ")
	for _, text := range []string{`[GameId "test-1"]`, `1. d3`, `as both players say. The game goes on in the next one.} *`, `[GameId "test-1.2"]`, `[Termination "normal"]`, "1-0"} {
		if !strings.Contains(pgn, text) {
			t.Errorf("no %s in\n%s", text, o.Payload("pgn"))
		}
	}
	log, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{` cmd takeback {`, `"ply":0,"by":"arbiter:mk"}`, ` cmd set_position {`} {
		if !strings.Contains(string(log), text) {
			t.Errorf("no %s in the recording:\n%s", text, log)
		}
	}
	var replayedGame, live transport.ArbiterGame
	for _, line := range strings.Split(strings.TrimSpace(harness.Replayed(t, string(log), "-o", "messages")), "\n") {
		var m struct {
			Topic   string
			Payload json.RawMessage
		}
		if json.Unmarshal([]byte(line), &m) == nil && strings.HasSuffix(m.Topic, "/arbiter/game") {
			replayedGame = transport.ArbiterGame{}
			if err := json.Unmarshal(m.Payload, &replayedGame); err != nil {
				t.Fatal(err)
			}
		}
	}
	live = o.Game("arbiter/game")
	if replayedGame.FEN != live.FEN || replayedGame.Result != live.Result || replayedGame.StartFEN != live.StartFEN || replayedGame.Rev != live.Rev {
		t.Errorf("replayed %+v\nlive %+v", replayedGame, live)
	}
}

// TestRefusedIsJournalled: boardd gets requests that it refuses. For each of them the journal
// has who sent it, by their own word, what it was, and why it was refused, on a line that
// nobody can forge. The line changes nothing, and neither a replay nor the next start uses it.
func TestRefusedIsJournalled(t *testing.T) {
	t.Parallel()
	url, folder := harness.Mosquitto(t), harness.MemoryDir(t)
	o := harness.NewOperator(t, url)
	board, h, p := harness.DgtTable(t, folder, url)
	harness.AwaitUpdates(t, board)
	h.Play(harness.QuietGame(2))
	harness.Until(t, "two moves", 10*time.Second, func() bool { return o.UCI("game") == strings.Join(harness.QuietGame(2), " ") })
	o.Quiet()
	const line = `\n9999999 cmd result {\"result\":\"0-1\"}\n`
	refused := []struct{ verb, payload, code, who string }{
		{"pause", `{"by":"mk","if_rev":"1"}`, transport.Malformed, `"mk"`},
		{"pause", `{"by":"mk","if_rev":1e999}`, transport.Malformed, `"mk"`},
		{"correct", `{"by":"mk","ply":123456789012345678901234567890,"uci":"e2e4"}`, transport.Malformed, `"mk"`},
		{"pause", `{"by":"mk","by":"tp"}`, transport.Malformed, `""`},
		{"tags", `{"tags":` + strings.Repeat(`{"a":`, 1000) + `1` + strings.Repeat(`}`, 1000) + `}`, transport.Malformed, `""`},
		{"tags", `{"tags":` + strings.Repeat(`[`, 8000) + `}`, transport.Malformed, `""`},
		{"pause", "{\"by\":\"\xff\xfe\"}", transport.Malformed, `""`},
		{"pause", "\x00\x01\x02", transport.Malformed, `""`},
		{"pause", "{\"by\":\"mk\n9999999 cmd result {}\"}", transport.Malformed, `""`},
		{"pause", `{"by":"mk` + line + `"}`, transport.BadValue, `"mk` + line + `"`},
		{"pause", `{"by":"\u202e\u0000\u009b"}`, transport.BadValue, `"\u202e\x00\u009b"`},
		{"pause", `{"by":"` + strings.Repeat("x", 8100) + `"}`, transport.BadValue, `"` + strings.Repeat("x", daemon.MaxRemark) + `"`},
		{"pause", `{"by":"` + strings.Repeat("x", transport.MaxRequest) + `"}`, transport.TooLarge, `""`},
		{"dance", `{"by":"tp"}`, transport.UnknownVerb, `"tp"`},
		{"dead_position", `{"game_id":"x","ply":2,"proved":true}`, transport.UnknownVerb, `""`},
		{"pause/now", `{"by":"tp"}`, transport.UnknownVerb, `"tp"`},
		{"pause", `{"by":"tp","colour":"red"}`, transport.UnknownField, `"tp"`},
		{"result", `{"by":"tp","result":"2-0"}`, transport.BadValue, `"tp"`},
	}
	for _, c := range refused {
		verb := c.verb
		if strings.Contains(verb, "/") {
			verb = "unknown"
		}
		had := o.Answers(verb)
		before := o.Payload("arbiter/game")
		o.Send(c.verb, c.payload, false)
		harness.Until(t, "an answer", 5*time.Second, func() bool { return o.Answers(verb) > had })
		var a transport.Answer
		if err := json.Unmarshal(o.Payload("res/"+verb), &a); err != nil || a.Error == nil || a.Error.Code != c.code {
			t.Errorf("%s %.60s: %+v, %v", c.verb, c.payload, a.Error, err)
		}
		if string(o.Payload("arbiter/game")) != string(before) {
			t.Errorf("%s %.60s has changed the game", c.verb, c.payload)
		}
		if remark := refusedLine(c.verb, c.who, c.code); strings.Count(harness.JournalText(t, folder), remark) == 0 {
			t.Errorf("%s %.60s: no %s", c.verb, c.payload, remark)
		}
	}
	text := harness.JournalText(t, folder)
	if n := strings.Count(text, " refused "); n != len(refused) || commandLine.MatchString(text) {
		t.Errorf("%d remarks on %d requests in\n%s", n, len(refused), text)
	}
	for qos := range byte(3) {
		had := o.Answers("inspect")
		o.Client.Publish(harness.TestPrefix+"req/inspect", qos, false, fmt.Sprintf(`{"by":"mk","transaction":"q-%d"}`, qos))
		harness.Until(t, "an answer", 5*time.Second, func() bool { return o.Answers("inspect") > had })
		if line := fmt.Sprintf(" cmd inspect {\"by\":\"mk\",\"transaction\":\"q-%d\"}\n", qos); !strings.Contains(harness.JournalText(t, folder), line) {
			t.Errorf("no line%s", line)
		}
	}
	text = harness.JournalText(t, folder)
	p.Kill()
	if got := harness.Replayed(t, text, "-o", "uci"); got != strings.Join(harness.QuietGame(2), " ")+"\n" {
		t.Errorf("replayed %s", got)
	}
	harness.DgtProgram(t, folder, board.Path, url)
	session := o.Game("arbiter/game").Session
	harness.Until(t, "it goes on", 10*time.Second, func() bool {
		g := o.Game("arbiter/game")
		return g.Session != session && strings.Join(harness.AllMoves(&g), " ") == strings.Join(harness.QuietGame(2), " ")
	})
}

// commandLine matches the line of a command that was carried out.
var commandLine = regexp.MustCompile(`(?m)^[0-9]+ cmd `)

// refusedLine returns what a journal has behind the time of a refused request.
func refusedLine(verb, who, code string) string {
	return fmt.Sprintf(" refused %q by %s: %s: \"", verb, who, code)
}

// TestRetainedIsJournalled: the journal has a retained request, too.
func TestRetainedIsJournalled(t *testing.T) {
	t.Parallel()
	url, folder := harness.Mosquitto(t), harness.MemoryDir(t)
	o, board := harness.NewOperator(t, url), harness.TestPlayback(t)
	o.Send("result", `{"result":"1-0","by":"mk"}`, true)
	p := harness.DgtProgram(t, folder, board.Path, url)
	harness.Until(t, "the answer", 10*time.Second, func() bool { return o.Answers("result") > 0 })
	if status := p.Signal(os.Interrupt); status != cli.ExitOK {
		t.Errorf("status %d", status)
	}
	if text := harness.JournalText(t, folder); !strings.Contains(text, refusedLine("result", `""`, transport.Retained)+`{\"result\":\"1-0\",\"by\":\"mk\"}"`) || commandLine.MatchString(text) {
		t.Error(text)
	}
}

// TestFloodWhilePlaying: a game is played while a client sends a thousand requests a second,
// some of them long and some rubbish. Relays get the game, few requests are answered, and the
// log stays short.
func TestFloodWhilePlaying(t *testing.T) {
	t.Parallel()
	url, folder := harness.Mosquitto(t), harness.MemoryDir(t)
	o := harness.NewOperator(t, url)
	board, h, p := harness.DgtTable(t, folder, url)
	harness.AwaitUpdates(t, board)
	harness.Until(t, "ready", 10*time.Second, func() bool { return strings.Contains(string(o.Payload("status")), `"ready"`) })
	stop, sent := make(chan struct{}), make(chan int)
	go func() { sent <- o.Flood(stop) }()
	harness.Until(t, "too many", 10*time.Second, func() bool { return o.Refusals(transport.TooMany) > 0 })
	moves := harness.QuietGame(8)
	began := time.Now()
	for i := range moves {
		h.Play(moves[i : i+1])
		harness.Until(t, "a move", 5*time.Second, func() bool { return len(o.Game("game").Moves) == i+1 })
	}
	took := time.Since(began)
	close(stop)
	n := <-sent
	o.Quiet()
	answers := o.Answers("inspect")
	t.Logf("%d requests in %v, %d answers; %d moves in %v", n, took, answers, len(moves), took)
	if most := daemon.RequestBurst + 2*daemon.RequestsPerSecond*(int(took.Seconds())+6); answers > most {
		t.Errorf("%d answers to %d requests, want %d at most", answers, n, most)
	}
	if logged := strings.Count(p.Errs.String(), "\n"); logged > 2*answers+100 {
		t.Errorf("%d lines are logged", logged)
	}
	if size := len(harness.JournalText(t, folder)); size > 1<<20 {
		t.Errorf("the journal has %d bytes", size)
	}
	if got := o.UCI("game"); got != strings.Join(moves, " ") {
		t.Errorf("relays see %s, want %q", got, moves)
	}
}

// TestFloodOfRequests: of many requests at once a few are carried out, one is refused as one
// too many, and the game goes on.
func TestFloodOfRequests(t *testing.T) {
	t.Parallel()
	o := daemontest.StartRequests(t)
	const n = 400
	for i := range n {
		token := o.Client.Publish(harness.TestPrefix+"req/inspect", 1, false, fmt.Sprintf(`{"transaction":"f-%d"}`, i))
		if i%50 == 49 { // so that the broker has them on their way
			if err := subscribe.Wait(token); err != nil {
				t.Fatal(err)
			}
		}
	}
	harness.Until(t, "one is too many", 5*time.Second, func() bool { return o.Refusals(transport.TooMany) > 0 })
	o.Quiet()
	if got := o.Answers("inspect"); got < daemon.RequestBurst || got > daemon.RequestBurst+daemon.MaxPerCaller+20 {
		t.Errorf("%d answers to %d requests", got, n)
	}
	harness.Until(t, "requests are taken again", 10*time.Second, func() bool {
		o.Send("pause", `{}`, false)
		return o.Game("game").Phase == "paused"
	})
}
