package daemon

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/boardd/boardd/internal/clock"
	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/transport"
)

// startRequests runs a daemon with a game of one move, at rest.
func startRequests(t *testing.T) *harness.Operator {
	t.Helper()
	url := harness.EmbeddedBroker(t)
	o, board, p := harness.NewOperator(t, url), harness.TestPlayback(t), clock.New(harness.FastPace)
	o.Board, o.Clock = board, p
	startGame(t, harness.TestConfig(board.Path, url), board, p)
	first, _ := harness.ShortGameParts(t, 1400)
	harness.PlayRecords(t, board, p, first)
	harness.Until(t, "the first move", 5*time.Second, func() bool {
		g := o.Game("arbiter/game")
		return strings.Contains(string(o.Payload("pgn")), "1. e4 {[%clk 0:02:59]}") && g.Trust.State == "ok" && g.Clock != nil && g.Clock.Running == "b"
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
		o.WantError(c.verb, c.payload, c.code)
	}
}

// TestRequestsDone: what is asked is done, and seen where it should be.
func TestRequestsDone(t *testing.T) {
	t.Parallel()
	o := startRequests(t)
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
	if what, _ := o.Events(); strings.Join(what, ", ") != "game_start, move e2e4, result, game_start" {
		t.Errorf("events %q", what)
	}
}

// TestRequestRotate: the operator turns the board round, and back.
func TestRequestRotate(t *testing.T) {
	t.Parallel()
	o := startRequests(t)
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

// TestRequestRepublish: everything that is retained is said again.
func TestRequestRepublish(t *testing.T) {
	t.Parallel()
	o := startRequests(t)
	had := len(o.Topics())
	o.WantOK("republish", `{}`)
	for _, topic := range []string{"status", "info", "game", "pgn", "clock", "arbiter/game", "arbiter/board"} {
		harness.Until(t, topic+" again", 5*time.Second, func() bool { return slices.Contains(o.Topics()[had:], topic) })
	}
	if slices.Contains(o.Topics()[had:], "event") {
		t.Error("an event is told twice")
	}
}

// TestRetainedRequest: a request that waits retained for the daemon would be
// done again at each connection, and is refused.
func TestRetainedRequest(t *testing.T) {
	t.Parallel()
	url := harness.EmbeddedBroker(t)
	o, board := harness.NewOperator(t, url), harness.TestPlayback(t)
	o.Send("result", `{"result":"1-0"}`, true)
	startGame(t, harness.TestConfig(board.Path, url), board, clock.New(harness.FastPace))
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
