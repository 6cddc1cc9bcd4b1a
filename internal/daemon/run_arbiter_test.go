package daemon

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"github.com/boardd/boardd/internal/clock"
	"github.com/boardd/boardd/internal/config"
	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/transport"
)

// recorded runs a daemon that records, and returns how it is stopped.
func recorded(t *testing.T, c *config.Config, p *clock.Clock, file string) (stop func()) {
	t.Helper()
	d, err := New(c, zerolog.New(zerolog.NewTestWriter(t)), p, "test")
	if err != nil {
		t.Fatal(err)
	}
	if d.recording, err = StartRecording(file, d.header); err != nil {
		t.Fatal(err)
	}
	rec := d.recording
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- d.Run(ctx) }()
	stop = func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
		if err := rec.Close(); err != nil {
			t.Error(err)
		}
	}
	return stop
}

// TestRequestsOfArbiter: what an arbiter says of a game is done, the board
// follows, relays are told, and what was recorded replays to the same game.
func TestRequestsOfArbiter(t *testing.T) {
	t.Parallel()
	url, file := harness.EmbeddedBroker(t), filepath.Join(t.TempDir(), "game.log")
	o, board, p := harness.NewOperator(t, url), harness.TestPlayback(t), clock.New(harness.FastPace)
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

// checkArbiterGame looks at what was told of the game, and at the recording.
func checkArbiterGame(t *testing.T, o *harness.Operator, file string) {
	t.Helper()
	want := "game_start, move e2e4, retract, move d2d4, correct d2d3, game_start, result"
	if what, _ := o.Events(); strings.Join(what, ", ") != want {
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
