package main

import (
	"context"
	"encoding/json"
	"io"
	"os/user"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/boardd/boardd/internal/brokertest"
	"github.com/boardd/boardd/internal/cli"
	"github.com/boardd/boardd/internal/clock"
	"github.com/boardd/boardd/internal/config"
	"github.com/boardd/boardd/internal/daemontest"
	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/internal/schematest"
	"github.com/boardd/boardd/internal/subscribe"
	"github.com/boardd/boardd/transport"
)

// sendTo runs boardd-hall send for boards of the hall.
func sendTo(t testing.TB, url, boards string, args ...string) (status int, out, errs string) {
	return harness.Run(t, "", append([]string{"send", "--broker", url, "--site", "hall", "--board", boards, "--wait", "1m"}, args...)...)
}

// TestSend: the command sends the given fields, the board does what is requested, and the answer
// is printed. A board that refuses gives the reason.
func TestSend(t *testing.T) {
	t.Parallel()
	o := daemontest.StartRequests(t)
	var mu sync.Mutex
	asked := map[string][]byte{}
	stop, err := subscribe.Follow(o.URL(), "spy", harness.TestPrefix+"req/#", func(topic string, payload []byte) {
		mu.Lock()
		defer mu.Unlock()
		asked[strings.TrimPrefix(topic, harness.TestPrefix)] = payload
	})
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	me, err := user.Current()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args, payload string // the transaction is not compared
		status        int
		output        string
	}{
		{"tags|White=Ferrier, Isla|Event=A=B|by=arbiter:mk", `{"by":"arbiter:mk","tags":{"White":"Ferrier, Isla","Event":"A=B"}}`, cli.ExitOK, "b07: ok\n"},
		{"pause|game_id=test-1", `{"by":"$USER","game_id":"test-1"}`, cli.ExitOK, "b07: ok\n"},
		{"pause", `{"by":"$USER"}`, cli.ExitFailed, "boardd-hall send: b07: refused: bad_state: "},
		{"resume|if_rev=0", `{"by":"$USER","if_rev":0}`, cli.ExitFailed, "boardd-hall send: b07: refused: stale_rev: "},
		{"resume", `{"by":"$USER"}`, cli.ExitOK, "b07: ok\n"},
		{"result|draw|termination=normal", `{"by":"$USER","result":"1/2-1/2","termination":"normal"}`, cli.ExitOK, "b07: ok\n"},
	} {
		args := strings.Split(c.args, "|")
		status, out, errs := sendTo(t, o.URL(), "b07", args...)
		if status != c.status || !strings.HasPrefix(out+errs, c.output) || out != "" && errs != "" {
			t.Errorf("%s: status %d, %q, %q", c.args, status, out, errs)
		}
		var request []byte
		harness.Until(t, "the request", 5*time.Second, func() bool {
			mu.Lock()
			defer mu.Unlock()
			request, asked["req/"+args[0]] = asked["req/"+args[0]], nil
			return request != nil
		})
		sameRequest(t, request, strings.Replace(c.payload, "$USER", me.Username, 1))
	}
	harness.Until(t, "the tag and the result", 5*time.Second, func() bool {
		pgn := string(o.Payload("pgn"))
		return strings.Contains(pgn, `[White "Ferrier, Isla"]`) && strings.Contains(pgn, `[Result "1/2-1/2"]`)
	})
}

// sameRequest compares a request with the expected one. Any transaction will do.
func sameRequest(t *testing.T, got []byte, want string) {
	t.Helper()
	var g, w map[string]any
	if json.Unmarshal(got, &g) != nil || json.Unmarshal([]byte(want), &w) != nil {
		t.Fatalf("%s, want %s", got, want)
	}
	transaction, _ := g["transaction"].(string)
	delete(g, "transaction")
	if len(transaction) < 16 || !reflect.DeepEqual(g, w) {
		t.Errorf("asked %s, want %s", got, want)
	}
}

// TestSendJSON: an answer is printed as it came, even if it is a refusal.
func TestSendJSON(t *testing.T) {
	t.Parallel()
	o := daemontest.StartRequests(t)
	for verb, want := range map[string]int{"inspect": cli.ExitOK, "resume": cli.ExitFailed} {
		status, out, errs := sendTo(t, o.URL(), "b07", verb, "-o", "json", "transaction=mine")
		if status != want || (errs != "") != (want != cli.ExitOK) {
			t.Errorf("%s: status %d, %q, %q", verb, status, out, errs)
		}
		out = out[strings.LastIndex(out[:len(out)-1], "\n")+1:] // what was found for it comes before
		if err := schematest.Validate(harness.TestPrefix+"res/"+verb, []byte(out)); err != nil || !strings.Contains(out, `"transaction":"mine"`) {
			t.Errorf("%s: %v", out, err)
		}
	}
}

// TestSendSeveral: each of several boards gets the request. For each one that does not answer,
// the command prints why, as far as the broker knows.
func TestSendSeveral(t *testing.T) {
	t.Parallel()
	o := daemontest.StartRequests(t)
	for board, state := range map[string]string{"b08": "off", "b09": "ready"} {
		if err := subscribe.Wait(o.Client.Publish("chess/1/hall/"+board+"/status", 1, true, `{"schema":"boardd.status/1.0","state":"`+state+`"}`)); err != nil {
			t.Fatal(err)
		}
	}
	status, out, errs := sendTo(t, o.URL(), "b08,b07", "--board", "b09", "--board", "b10, b07", "--wait", "10s", "inspect")
	want := "boardd-hall send: b08: no answer in 10s: its boardd has been stopped\n" +
		"b09: no answer in 10s: its state is ready; does the broker let you write to chess/1/hall/b09/req/inspect?\n" +
		"b10: no answer in 10s: the broker has nothing of such a board; is that its name, and its site's?\n"
	if status != cli.ExitSilent || !strings.HasPrefix(out, "b07: ok\n") || errs != want {
		t.Errorf("status %d, %q, %q", status, out, errs)
	}
	status, _, errs = sendTo(t, o.URL(), "b07,b07", "resume")
	if status != cli.ExitFailed || strings.Count(errs, "b07") != 1 {
		t.Errorf("status %d, %q", status, errs)
	}
}

// TestSendInspect: the command prints the inspected game, and what is irregular in it or binds
// a player.
func TestSendInspect(t *testing.T) {
	t.Parallel()
	o := daemontest.StartBreach(t)
	const game, breach = "b07: ok\n  playing, 1 ply, last 1. e4 completed, Black to move", "\n  suspected release_breach 1. e4: White put "
	status, out, errs := sendTo(t, o.URL(), "b07", "inspect", "--lang", "en")
	if status != cli.ExitOK || errs != "" || !strings.HasPrefix(out, game+breach) {
		t.Errorf("status %d, %q, %q", status, out, errs)
	}
	harness.PlayRecords(t, o.Board, o.Clock, harness.ParseLog(t, "#! boardd-log 1\n0 lift d2 P\n300 drop d4 P\n")) // White's, in Black's turn
	harness.Until(t, "it is found", 10*time.Second, func() bool { return len(o.Payload("arbiter/alert/out_of_turn")) > 0 })
	status, out, errs = sendTo(t, o.URL(), "b07", "inspect", "--lang", "de")
	if status != cli.ExitOK || errs != "" || !strings.Contains(out, "\n  sicher out_of_turn d4: Weiß ") || !strings.Contains(out, "release_breach") {
		t.Errorf("status %d, %q, %q", status, out, errs)
	}
	status, out, _ = sendTo(t, o.URL(), "b07", "inspect", "-o", "json")
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if status != cli.ExitOK || len(lines) != 3 || !strings.Contains(lines[0]+lines[1], `"code":"out_of_turn"`) || !strings.Contains(lines[2], `"status":"ok"`) {
		t.Errorf("status %d, %q", status, out)
	}
}

// TestSendInspectByOperator: an operator who may not see what arbiters see gets that as an
// error, and not an empty list.
func TestSendInspectByOperator(t *testing.T) {
	t.Parallel()
	h := harness.NewHall(t, nil)
	c, err := config.Read(h.Settings(h.Boards, "b07", "b07", ""))
	if err != nil {
		t.Fatal(err)
	}
	board, p := harness.TestPlayback(t), clock.New(harness.FastSpeed)
	c.Port.Name = board.Path
	daemontest.StartGame(t, &c, board, p)
	witness := h.Enter(h.Options(h.Inside, "", ""))
	witness.Read("chess/1/hall/b07/game")
	harness.Until(t, "the board publishes its game", 10*time.Second, func() bool { return witness.SawBelow("chess/1/hall/b07/game") != "" })
	for user, want := range map[string]string{"operator": "findings are for arbiters, and the broker does not let this account read them", "arbiter": "no player is bound to a move"} {
		status, out, errs := harness.Run(t, "", "send", "--config", h.Settings(h.People, user, "b07", ""), "--board", "b07", "--lang", "en", "--wait", "1m", "inspect")
		if status != cli.ExitOK || errs != "" || !strings.Contains(out, "White to move") || !strings.Contains(out, want) {
			t.Errorf("%s: status %d, %q, %q", user, status, out, errs)
		}
	}
}

// TestSendLists: without the name of a board, the command lists the boards.
func TestSendLists(t *testing.T) {
	t.Parallel()
	o := daemontest.StartRequests(t)
	if err := subscribe.Wait(o.Client.Publish("chess/1/hall/b08/status", 1, true, `{"schema":"boardd.status/1.0","state":"off"}`)); err != nil {
		t.Fatal(err)
	}
	if err := subscribe.Wait(o.Client.Publish("chess/1/yard/b09/status", 1, true, `{"schema":"boardd.status/1.0","state":"off"}`)); err != nil {
		t.Fatal(err)
	}
	ask := func(args ...string) (int, string, string) {
		return harness.Run(t, "", append([]string{"send", "--broker", o.URL()}, args...)...)
	}
	for _, c := range []struct {
		args      string
		status    int
		out, errs string
	}{
		{"--site|hall", cli.ExitOK, "b07  ready\nb08  off\n", ""},
		{"--site|hall|pause", cli.ExitUsage, "", "boardd-hall send: no board is named (--board); of site hall the broker knows b07 (ready), b08 (off)\n"},
		{"--site|garden|--wait|3s", cli.ExitFailed, "", "boardd-hall send: the broker knows no board of site garden; is that the site's name?\n"},
		{"--site|garden|--wait|3s|pause", cli.ExitUsage, "", "boardd-hall send: no board is named (--board), and the broker knows none of site garden; is that the site's name?\n"},
	} {
		if status, out, errs := ask(strings.Split(c.args, "|")...); status != c.status || out != c.out || errs != c.errs {
			t.Errorf("%s: status %d, %q, %q", c.args, status, out, errs)
		}
	}
	if g := o.Game("arbiter/game"); g.Phase != "playing" {
		t.Errorf("somebody paused it: %s", g.Phase)
	}
}

// TestSendNoBroker: without a broker, the command prints the reason and exits with status 3.
func TestSendNoBroker(t *testing.T) {
	t.Parallel()
	status, out, errs := sendTo(t, "tcp://"+brokertest.FreeAddress(t), "b07", "pause")
	if status != cli.ExitSilent || out != "" || !strings.Contains(errs, "connect to tcp://127.0.0.1") {
		t.Errorf("status %d, %q, %q", status, out, errs)
	}
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(100*time.Millisecond, cancel)
	var stdout, stderr harness.Lines
	status = cli.Run(ctx, newProgram(), strings.NewReader(""), &stdout, &stderr, []string{"send", "--broker", harness.EmbeddedBroker(t), "pause"})
	if status != cli.ExitSilent || stderr.String() != "boardd-hall send: stopped before the answer\n" {
		t.Errorf("status %d, %q", status, stderr.String())
	}
}

// TestSendTooLong: a request that is too long is not sent. testdata/script/send.txtar has other
// requests that make no sense.
func TestSendTooLong(t *testing.T) {
	for want, field := range map[string]string{
		"over 128 bytes":             "transaction=" + strings.Repeat("x", 129),
		"request of over 8192 bytes": "Event=" + strings.Repeat("x", transport.MaxRequest),
	} {
		harness.WantRefused(t, want, "", "send", "--broker", "tcp://127.0.0.1:1", "tags", "White=Ab", field)
	}
}

// TestSendHelp: help describes every verb and every field that a board takes.
func TestSendHelp(t *testing.T) {
	_, out, _ := harness.Run(t, "", "help", "send")
	for _, v := range transport.Verbs() {
		_, of, ok := strings.Cut(out, "\n  "+v.Name+" ")
		if !ok {
			t.Errorf("%s is not described", v.Name)
		}
		for _, f := range v.Fields {
			if line := " " + f.Text; f.Kind != transport.TagsField && !strings.Contains(of, f.Name+"=") || !strings.Contains(of, line) {
				t.Errorf("%s of %s is not described", f.Name, v.Name)
			}
		}
	}
}

// TestSendHelpMarksPublicFields: help marks a field as public if it goes into the PGN of a game,
// and marks no other field.
func TestSendHelpMarksPublicFields(t *testing.T) {
	published := []string{"game_id", "tags", "start_fen", "result", "termination", "fen", "why"}
	for _, v := range transport.Verbs() {
		for _, f := range append(v.Fields, transport.CommonFields()...) {
			if says := strings.Contains(f.Text, "public"); says != slices.Contains(published, f.Name) {
				t.Errorf("%s of %s: %q", f.Name, v.Name, f.Text)
			}
		}
	}
	_, out, _ := harness.Run(t, "", "help", "send")
	if _, why, _ := strings.Cut(out, "why=…"); !strings.Contains(strings.Split(why, "\n")[0], "is public") {
		t.Errorf("help for why is %q", strings.Split(why, "\n")[0])
	}
}

// TestSendEveryVerb: a request with every field of its verb, and one with the required fields
// only, are taken by a board and match the schema.
func TestSendEveryVerb(t *testing.T) {
	special := map[string]string{"start_fen": "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "fen": "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "uci": "e2e4", "tags": "White=Ferrier, Isla"}
	for _, v := range transport.Verbs() {
		for _, all := range []bool{true, false} {
			args := []string{v.Name}
			for _, f := range v.Fields {
				if all || f.Needed {
					args = append(args, exampleOf(f, special))
				}
			}
			r, err := newRequest(args)
			if err != nil {
				t.Errorf("%q: %v", args, err)
				continue
			}
			if err := schematest.Validate(harness.TestPrefix+"req/"+v.Name, r.payload); err != nil {
				t.Errorf("%q: %v", args, err)
			}
		}
	}
}

func exampleOf(f transport.Field, special map[string]string) string {
	switch value, ok := special[f.Name]; {
	case f.Kind == transport.TagsField:
		return value
	case ok:
		return f.Name + "=" + value
	case len(f.Of) > 0:
		return f.Name + "=" + f.Of[0]
	case f.Kind == transport.FlagField:
		return f.Name + "=no"
	case f.Kind == transport.NumberField:
		return f.Name + "=1"
	}
	return f.Name + "=some text"
}

// FuzzSendRequest: whatever the arguments are, a board accepts the form of the request, and the
// request has the given values.
func FuzzSendRequest(f *testing.F) {
	f.Add("result\x001-0\x00termination=normal")
	f.Add("tags\x00White=Ferrier, Isla\x00Round=3.7\x00by=mk")
	f.Add("ruling\x00accept=yes\x00if_rev=12")
	f.Add("set_position\x00fen=4k3/8/8/8/8/8/8/4K3 w - - 0 1\x00why=knocked over")
	f.Fuzz(func(t *testing.T, line string) {
		args := strings.Split(line, "\x00")
		r, err := newRequest(args)
		if err != nil {
			return
		}
		if _, err := transport.ParseCommand(args[0], r.payload, false); err != nil {
			t.Errorf("%q: %v", args, err)
		}
		var sent map[string]any
		if err := json.Unmarshal(r.payload, &sent); err != nil {
			t.Fatal(err)
		}
		for _, arg := range args[1:] {
			if name, _, named := strings.Cut(arg, "="); named && sent[name] == nil && sent["tags"] == nil {
				t.Errorf("%q is not in %s", arg, r.payload)
			}
		}
	})
}

// FuzzAnswer: no message under the topics of answers causes a panic, and an answer counts once,
// for one board.
func FuzzAnswer(f *testing.F) {
	f.Add(harness.TestPrefix+"res/pause", []byte(`{"schema":"boardd.answer/1.0","transaction":"t-1","status":"ok"}`))
	f.Add(harness.TestPrefix+"res/pause", []byte(`{"transaction":"t-1","status":"error","error":{"code":"stale_rev","message":"\u001b[2J"}}`))
	f.Add(harness.TestPrefix+"res/pause", []byte(`{"transaction":"t-1","status":"error"}`))
	f.Add(harness.TestPrefix+"status", []byte(`{"schema":"boardd.status/1.0","state":"ready","health":{"records":1}}`))
	f.Add("chess/1/hall", []byte(`{}`))
	f.Fuzz(func(t *testing.T, topic string, payload []byte) {
		c := config.Default()
		c.Site = "hall"
		r, err := newRequest([]string{"pause"})
		if err != nil {
			t.Fatal(err)
		}
		r.transaction = "t-1"
		p, err := newPoll(&c, []string{"b07", "b08"}, r)
		if err != nil {
			t.Fatal(err)
		}
		p.out = io.Discard
		for range 2 {
			if p.take(transport.Message{Topic: topic, Payload: payload}); len(p.answers) > 1 {
				t.Fatalf("%d answers", len(p.answers))
			}
		}
		if p.verdict(time.Second) == nil {
			t.Fatal("b08 has not answered, and all is well")
		}
	})
}
