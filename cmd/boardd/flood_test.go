package main

import (
	"strings"
	"testing"
	"time"

	"github.com/boardd/boardd/transport"
)

// TestFloodWhilePlaying: while somebody makes a thousand requests a second of a
// real boardd at a real broker, some of them long and some rubbish, a game is
// played. Relays see it, few are answered, and the log stays short.
func TestFloodWhilePlaying(t *testing.T) {
	t.Parallel()
	url, folder := mosquitto(t), memoryDir(t)
	o, board := newOperator(t, url), testPlayback(t)
	h := newPlayer(t, board)
	p := dgtProgram(t, folder, board.path, url)
	awaitUpdates(t, board)
	until(t, "ready", 10*time.Second, func() bool { return strings.Contains(string(o.payload("status")), `"ready"`) })
	stop, sent := make(chan struct{}), make(chan int)
	go func() { sent <- o.flood(stop) }()
	until(t, "too many", 10*time.Second, func() bool { return strings.Contains(string(o.payload("res/inspect")), transport.TooMany) })
	moves := quietGame(8)
	began := time.Now()
	for i := range moves {
		h.play(moves[i : i+1])
		until(t, "a move", 5*time.Second, func() bool { return len(o.game("game").Moves) == i+1 })
	}
	took := time.Since(began)
	close(stop)
	n := <-sent
	o.quiet()
	answers := o.answers("inspect")
	t.Logf("%d requests in %v, %d answers; %d moves in %v", n, took, answers, len(moves), took)
	if most := requestsAtOnce + 2*requestsASecond*(int(took.Seconds())+6); answers > most {
		t.Errorf("%d answers to %d requests, want %d at most", answers, n, most)
	}
	if logged := strings.Count(p.errs.String(), "\n"); logged > 2*answers+100 {
		t.Errorf("%d lines are logged", logged)
	}
	if size := len(journalText(t, folder)); size > 1<<20 {
		t.Errorf("the journal has %d bytes", size)
	}
	if got := o.uci("game"); got != strings.Join(moves, " ") {
		t.Errorf("relays see %s, want %q", got, moves)
	}
}

// flood makes requests, one a millisecond, and says how many.
func (o *operator) flood(stop <-chan struct{}) (n int) {
	payloads := []string{`{}`, `{`, `{"by":"` + strings.Repeat("x", transport.MaxRequest) + `"}`, strings.Repeat("[", 60_000), `{"by":"mk"}`}
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for ; ; n++ {
		select {
		case <-tick.C:
			o.client.Publish(testPrefix+"req/inspect", byte(n%2), false, payloads[n%len(payloads)])
		case <-stop:
			return n
		}
	}
}
