package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/transport"
	"github.com/boardd/boardd/transport/publish"
)

// TestAllowance: 64 at once, and then four a second; of those beyond that the
// first is told apart.
func TestAllowance(t *testing.T) {
	now := time.Date(2027, 3, 6, 14, 0, 0, 0, time.UTC)
	var a allowance
	try := func(after time.Duration, n int) string {
		now = now.Add(after)
		var b strings.Builder
		for range n {
			switch allowed, first := a.take(now); {
			case allowed:
				b.WriteByte('.')
			case first:
				b.WriteByte('!')
			default:
				b.WriteByte('-')
			}
		}
		return b.String()
	}
	for _, c := range []struct {
		after time.Duration
		n     int
		want  string
	}{
		{0, 66, strings.Repeat(".", 64) + "!-"},
		{100 * time.Millisecond, 1, "-"},
		{time.Second, 6, "....!-"},
		{-time.Hour, 1, "-"}, // a clock that goes back gives nothing
		{2 * time.Hour, 65, strings.Repeat(".", 64) + "!"},
	} {
		if got := try(c.after, c.n); got != c.want {
			t.Errorf("%d after %v: %s, want %s", c.n, c.after, got, c.want)
		}
	}
}

// TestFloodOfRequests: of many requests at once a few are carried out, one is
// told that it is one too many, and the game goes on.
func TestFloodOfRequests(t *testing.T) {
	t.Parallel()
	o := startRequests(t)
	const n = 400
	for i := range n {
		token := o.client.Publish(testPrefix+"req/inspect", 1, false, fmt.Sprintf(`{"transaction":"f-%d"}`, i))
		if i%50 == 49 { // so that the broker has them on their way
			if err := wait(token); err != nil {
				t.Fatal(err)
			}
		}
	}
	until(t, "one is too many", 5*time.Second, func() bool {
		var a transport.Answer
		return json.Unmarshal(o.payload("res/inspect"), &a) == nil && a.Error != nil && a.Error.Code == transport.TooMany
	})
	o.quiet()
	if got := o.answers("inspect"); got < requestsAtOnce || got > requestsAtOnce+20 {
		t.Errorf("%d answers to %d requests", got, n)
	}
	until(t, "requests are taken again", 10*time.Second, func() bool {
		o.send("pause", `{}`, false)
		return o.game("game").Phase == "paused"
	})
}

// TestRequestForAnother: a broker hands on what is another board's, or no request.
// Nothing happens, and it is not answered.
func TestRequestForAnother(t *testing.T) {
	d, err := newDaemon(testConfig("/dev/none", "tcp://127.0.0.1:1"), zerolog.Nop(), newPace(1), "test")
	if err != nil {
		t.Fatal(err)
	}
	for _, topic := range []string{"chess/1/hall/b08/req/pause", "chess/1/yard/b07/req/pause", "chess/1/hall/b07/res/pause",
		"chess/1/hall/b07/req", "pause", "", strings.Repeat("x", 65_535)} {
		d.request(publish.Request{Topic: topic, Payload: []byte(`{"by":"mk"}`)})
		if g := d.engine.tracker.Game(); g.Phase == touchmove.Paused || d.engine.number != 0 || d.publisher.Stats().Queued != 0 {
			t.Errorf("%.40s: phase %s, %d records, %d messages", topic, g.Phase, d.engine.number, d.publisher.Stats().Queued)
		}
	}
}
