package daemon

import (
	"strings"
	"testing"
	"time"

	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/transport"
)

// TestFloodWhilePlaying: while somebody makes a thousand requests a second of a
// real boardd at a real broker, some of them long and some rubbish, a game is
// played. Relays see it, few are answered, and the log stays short.
func TestFloodWhilePlaying(t *testing.T) {
	t.Parallel()
	url, folder := harness.Mosquitto(t), harness.MemoryDir(t)
	o, board := harness.NewOperator(t, url), harness.TestPlayback(t)
	h := harness.NewPlayer(t, board)
	p := harness.DgtProgram(t, folder, board.Path, url)
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
	if most := requestBurst + 2*requestsPerSecond*(int(took.Seconds())+6); answers > most {
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
