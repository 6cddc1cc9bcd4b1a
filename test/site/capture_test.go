package site

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/boardd/boardd/internal/clock"
	"github.com/boardd/boardd/internal/daemontest"
	"github.com/boardd/boardd/internal/harness"
)

// TestCapture plays a recording of a real board into the daemon and out of a
// real broker, and compares the game with the moves beside it, in coordinates:
//
//	BOARDD_CAPTURE=game.log go test -run TestCapture ./cmd/boardd
//
// reads game.log and game.uci. Recordings are not ours to bring along, so
// without one the test is skipped; fixtures/logs/dgt-game goes the same way in
// TestDemo.
func TestCapture(t *testing.T) {
	name := os.Getenv("BOARDD_CAPTURE")
	if name == "" {
		t.Skip("BOARDD_CAPTURE names no recording")
	}
	log, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	uci, err := os.ReadFile(strings.TrimSuffix(name, ".log") + ".uci")
	if err != nil {
		t.Fatal(err)
	}
	var moves []string
	for _, word := range strings.Fields(string(uci)) {
		if !strings.ContainsAny(word, ".*") && !strings.Contains(word, "-") {
			moves = append(moves, word)
		}
	}
	url := harness.Mosquitto(t)
	r := harness.NewRelay(t, url)
	board := harness.TestPlayback(t)
	board.Raw = true
	clk := clock.New(4)
	daemontest.StartRun(t, harness.TestConfig(board.Path, url), clk)
	if err := board.Play(context.Background(), clk, harness.ParseLog(t, string(log))); err != nil {
		t.Fatal(err)
	}
	want := strings.Join(moves, " ")
	time.Sleep(time.Second) // of real time: the last messages
	for _, topic := range []string{"game", "arbiter/game"} {
		if got := r.UCI(topic); got != want {
			t.Errorf("%s: %s\nwant %s", topic, got, want)
		}
	}
	t.Logf("%d plies", len(moves))
}
