package main

import (
	"io"
	"testing"
	"time"

	"github.com/boardd/boardd/internal/config"
	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/transport"
)

// FuzzAnswer: whatever comes under the topics on which boards answer, nothing
// panics, and an answer counts for one board once.
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
