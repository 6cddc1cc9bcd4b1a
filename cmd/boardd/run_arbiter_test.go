package main

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"github.com/boardd/boardd/transport"
)

// recorded runs a daemon that records, and returns how it is stopped.
func recorded(t *testing.T, c *config, p *pace, file string) (stop func()) {
	t.Helper()
	d, err := newDaemon(c, zerolog.New(zerolog.NewTestWriter(t)), p, "test")
	if err != nil {
		t.Fatal(err)
	}
	if d.recording, err = startRecording(file, c.header()); err != nil {
		t.Fatal(err)
	}
	rec := d.recording
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- d.run(ctx) }()
	stop = func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
		if err := rec.close(); err != nil {
			t.Error(err)
		}
	}
	return stop
}

// trusts waits until the game of the arbiter is in a state of trust.
func (o *operator) trusts(what, state string) {
	o.t.Helper()
	until(o.t, what, 5*time.Second, func() bool { return o.game("arbiter/game").Trust.State == state })
}

// TestRequestsOfArbiter: what an arbiter says of a game is done, the board
// follows, relays are told, and what was recorded replays to the same game.
func TestRequestsOfArbiter(t *testing.T) {
	t.Parallel()
	url, file := embeddedBroker(t), filepath.Join(t.TempDir(), "game.log")
	o, board, p := newOperator(t, url), testPlayback(t), newPace(fastPace)
	records := parseLog(t, shortGame)
	if err := board.do(records[0]); err != nil {
		t.Fatal(err)
	}
	stop := recorded(t, testConfig(board.path, url), p, file)
	first, _ := shortGameParts(t, 1400)
	playRecords(t, board, p, first)
	until(t, "1. e4", 5*time.Second, func() bool { return o.uci("game") == "e2e4" })

	o.wantOK("pause", `{}`)
	o.wantError("takeback", `{"ply":2}`, "bad_state")
	o.wantOK("takeback", `{"ply":0,"by":"arbiter:mk"}`)
	if got := o.uci("game"); got != "" {
		t.Errorf("moves %q after the takeback", got)
	}
	o.trusts("the man stands on e4 still", "settling")
	playRecords(t, board, p, parseLog(t, "#! boardd-log 1\n100 lift e4 P\n200 drop e2 P\n"))
	o.trusts("the man is back", "ok")
	o.wantOK("resume", `{}`)
	playRecords(t, board, p, parseLog(t, "#! boardd-log 1\n0 clock 178000 180000 w\n1000 lift d2 P\n1200 drop d4 P\n2000 press w\n2000 clock 177000 180000 b\n"))
	until(t, "1. d4", 5*time.Second, func() bool { return o.uci("game") == "d2d4" })

	o.wantOK("correct", `{"ply":1,"uci":"d2d3"}`)
	if got := o.uci("game"); got != "d2d3" {
		t.Errorf("moves %q after the correction", got)
	}
	o.wantOK("set_position", `{"fen":"rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1","why":"on d4, as both players say"}`)
	o.trusts("the board shows that", "ok")
	o.wantOK("resign", `{"side":"b"}`)
	stop()
	checkArbiterGame(t, o, file)
}

// checkArbiterGame looks at what was told of the game, and at the recording.
func checkArbiterGame(t *testing.T, o *operator, file string) {
	t.Helper()
	want := "game_start, move e2e4, retract, move d2d4, correct d2d3, game_start, result"
	if what, _ := o.events(); strings.Join(what, ", ") != want {
		t.Errorf("events %q, want %q", what, want)
	}
	pgn := strings.Join(strings.Fields(string(o.payload("pgn"))), " ")
	for _, text := range []string{`[GameId "test-1"]`, `1. d3`, `as both players say. The game goes on in the next one.} *`, `[GameId "test-1.2"]`, `[Termination "normal"]`, "1-0"} {
		if !strings.Contains(pgn, text) {
			t.Errorf("no %s in\n%s", text, o.payload("pgn"))
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
	for _, line := range strings.Split(strings.TrimSpace(replayed(t, string(log), "-o", "messages")), "\n") {
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
	live = o.game("arbiter/game")
	if replayedGame.FEN != live.FEN || replayedGame.Result != live.Result || replayedGame.StartFEN != live.StartFEN || replayedGame.Rev != live.Rev {
		t.Errorf("replayed %+v\nlive %+v", replayedGame, live)
	}
}
