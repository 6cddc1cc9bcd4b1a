package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"

	"github.com/boardd/boardd/transport"
	"github.com/boardd/boardd/transport/schematest"
)

// operator is somebody who makes requests, and reads the answers as a relay.
type operator struct {
	*relay
	client mqtt.Client
	asked  int
}

func newOperator(t *testing.T, url string) *operator {
	t.Helper()
	o := &operator{relay: newRelay(t, url)}
	o.client = mqtt.NewClient(mqtt.NewClientOptions().AddBroker(url).SetClientID("operator").SetAutoReconnect(false))
	if err := wait(o.client.Connect()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { o.client.Disconnect(0) })
	return o
}

func (o *operator) send(verb, payload string, retained bool) {
	o.t.Helper()
	if err := wait(o.client.Publish(testPrefix+"req/"+verb, 1, retained, payload)); err != nil {
		o.t.Fatal(err)
	}
}

// answers is how many answers there have been to a verb.
func (o *operator) answers(verb string) int {
	n := 0
	for _, topic := range o.topics() {
		if topic == "res/"+verb {
			n++
		}
	}
	return n
}

// ask makes a request and waits for its answer. A payload that can have one
// gets a transaction, which must come back.
func (o *operator) ask(verb, payload string) transport.Answer {
	o.t.Helper()
	payload, transaction := o.transact(payload)
	had := o.answers(verb)
	o.send(verb, payload, false)
	until(o.t, "an answer to "+verb+" "+payload, 5*time.Second, func() bool { return o.answers(verb) > had })
	var a transport.Answer
	if err := json.Unmarshal(o.payload("res/"+verb), &a); err != nil {
		o.t.Fatal(err)
	}
	unread := a.Error != nil && (a.Error.Code == transport.Malformed || a.Error.Code == transport.TooLarge)
	if a.Transaction != transaction && !(unread && a.Transaction == "") {
		o.t.Errorf("%s %s: answered for transaction %q", verb, payload, a.Transaction)
	}
	return a
}

// transact gives a request a transaction of its own, if it is an object.
func (o *operator) transact(payload string) (with, transaction string) {
	fields, ok := strings.CutPrefix(payload, "{")
	if !ok || !json.Valid([]byte(payload)) {
		return payload, ""
	}
	o.asked++
	transaction = fmt.Sprintf("t-%d", o.asked)
	if fields != "}" {
		fields = "," + fields
	}
	return fmt.Sprintf(`{"transaction":%q%s`, transaction, fields), transaction
}

// wantOK: the request is one that its schema allows, and is carried out.
func (o *operator) wantOK(verb, payload string) {
	o.t.Helper()
	if err := schematest.Validate(testPrefix+"req/"+verb, []byte(payload)); err != nil {
		o.t.Error(err)
	}
	if a := o.ask(verb, payload); a.Status != "ok" || a.Error != nil {
		o.t.Errorf("%s %s: %s %+v", verb, payload, a.Status, a.Error)
	}
}

// wantError: the request is refused with a code, and nothing has changed.
func (o *operator) wantError(verb, payload, code string) {
	o.t.Helper()
	topics := []string{"arbiter/game", "game", "pgn", "arbiter/board"}
	var before [][]byte
	for _, topic := range topics {
		before = append(before, o.payload(topic))
	}
	a := o.ask(verb, payload)
	if len(payload) > 60 {
		payload = payload[:60] + "…"
	}
	if a.Status != "error" || a.Error == nil || a.Error.Code != code || a.Error.Message == "" {
		o.t.Errorf("%s %s: %s %+v, want error %s", verb, payload, a.Status, a.Error, code)
	}
	for i, topic := range topics {
		if !bytes.Equal(before[i], o.payload(topic)) {
			o.t.Errorf("%s %s was refused, and changed %s", verb, payload, topic)
		}
	}
}

// quiet waits until no message has come for a while.
func (o *operator) quiet() {
	o.t.Helper()
	had := -1
	until(o.t, "quiet", 5*time.Second, func() bool {
		before := had
		had = len(o.topics())
		time.Sleep(100 * time.Millisecond)
		return before == had
	})
}

// startRequests runs a daemon with a game of one move, at rest.
func startRequests(t *testing.T) *operator {
	t.Helper()
	url := embeddedBroker(t)
	o, board, p := newOperator(t, url), testPlayback(t), newPace(fastPace)
	startGame(t, testConfig(board.path, url), board, p)
	first, _ := shortGameParts(t, 1400)
	playRecords(t, board, p, first)
	until(t, "the first move", 5*time.Second, func() bool {
		g := o.game("arbiter/game")
		return strings.Contains(string(o.payload("pgn")), "1. e4 {[%clk 0:02:59]}") && g.Trust.State == "ok" && g.Clock != nil && g.Clock.Running == "b"
	})
	return o
}

// TestRequestsRefused: a bad request is told what is wrong, and changes nothing.
func TestRequestsRefused(t *testing.T) {
	t.Parallel()
	o := startRequests(t)
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
		o.wantError(c.verb, c.payload, c.code)
	}
}

// TestRequestsDone: what is asked is done, and seen where it should be.
func TestRequestsDone(t *testing.T) {
	t.Parallel()
	o := startRequests(t)
	first := o.game("game").GameID

	o.wantOK("tags", `{"tags":{"White":"Ferrier, Isla"},"by":"arbiter:mk"}`)
	if pgn := string(o.payload("pgn")); !strings.Contains(pgn, `[White "Ferrier, Isla"]`) {
		t.Errorf("no tag in\n%s", pgn)
	}
	o.wantOK("pause", fmt.Sprintf(`{"if_rev":%d}`, o.game("arbiter/game").Rev))
	if g := o.game("game"); g.Phase != "paused" {
		t.Errorf("phase %s after pause", g.Phase)
	}
	o.wantError("pause", `{}`, "bad_state")
	o.wantOK("resume", `{"game_id":"`+first+`"}`)
	if g := o.game("game"); g.Phase != "playing" {
		t.Errorf("phase %s after resume", g.Phase)
	}
	o.wantOK("inspect", `{}`)

	o.wantOK("result", `{"result":"1/2-1/2","termination":"adjudication"}`)
	if g := o.game("game"); g.Result != "1/2-1/2" || g.Phase != "ended" || g.Termination == nil || *g.Termination != "adjudication" {
		t.Errorf("result %s, phase %s, termination %v", g.Result, g.Phase, g.Termination)
	}
	o.wantOK("new_game", `{"game_id":"hall-3-7","time":"rapid","tags":{"White":"Okonkwo, Chidi"}}`)
	if g := o.game("game"); g.GameID != "hall-3-7" || g.Time != "rapid" || len(g.Moves) != 0 || g.Result != "*" {
		t.Errorf("new game %+v", g)
	}
	o.wantError("result", `{"result":"1-0","game_id":"`+first+`"}`, "other_game")
	if what, _ := o.events(); strings.Join(what, ", ") != "game_start, move e2e4, result, game_start" {
		t.Errorf("events %q", what)
	}
}

// TestRequestRotate: the operator turns the board round, and back.
func TestRequestRotate(t *testing.T) {
	t.Parallel()
	o := startRequests(t)
	for _, want := range []string{"RNBKQBNR/PPP1PPPP/8/3P4/8/8/pppppppp/rnbkqbnr", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"} {
		o.wantOK("rotate", `{}`)
		var b transport.Board
		if err := json.Unmarshal(o.payload("arbiter/board"), &b); err != nil || b.Placement != want {
			t.Errorf("the board shows %s, %v, want %s", b.Placement, err, want)
		}
	}
	if got := o.uci("game"); got != "e2e4" {
		t.Errorf("moves %s", got)
	}
}

// TestRequestRepublish: everything that is retained is said again.
func TestRequestRepublish(t *testing.T) {
	t.Parallel()
	o := startRequests(t)
	had := len(o.topics())
	o.wantOK("republish", `{}`)
	for _, topic := range []string{"status", "info", "game", "pgn", "clock", "arbiter/game", "arbiter/board"} {
		until(t, topic+" again", 5*time.Second, func() bool { return slices.Contains(o.topics()[had:], topic) })
	}
	if slices.Contains(o.topics()[had:], "event") {
		t.Error("an event is told twice")
	}
}

// TestRetainedRequest: a request that waits retained for the daemon would be
// done again at each connection, and is refused.
func TestRetainedRequest(t *testing.T) {
	t.Parallel()
	url := embeddedBroker(t)
	o, board := newOperator(t, url), testPlayback(t)
	o.send("result", `{"result":"1-0"}`, true)
	startGame(t, testConfig(board.path, url), board, newPace(fastPace))
	until(t, "the answer", 5*time.Second, func() bool { return o.answers("result") > 0 })
	var a transport.Answer
	if err := json.Unmarshal(o.payload("res/result"), &a); err != nil || a.Error == nil || a.Error.Code != transport.Retained {
		t.Errorf("answer %+v, %v", a, err)
	}
	until(t, "the game", 5*time.Second, func() bool { return o.payload("game") != nil && o.game("arbiter/game").Trust.State == "ok" })
	o.quiet()
	o.send("result", "", true) // whoever made it sees his mistake and clears it, which is no request
	o.wantError("resume", `{}`, "bad_state")
	if n := o.answers("result"); n != 1 {
		t.Errorf("%d answers, want 1", n)
	}
	if g := o.game("game"); g.Result != "*" || g.Phase == "ended" {
		t.Errorf("result %s, phase %s", g.Result, g.Phase)
	}
}
