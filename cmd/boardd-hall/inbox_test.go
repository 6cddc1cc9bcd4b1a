package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/boardd/boardd/fixtures"
	"github.com/boardd/boardd/hall/store"
	"github.com/boardd/boardd/pipeline"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/transport"
)

// snapshots returns what a board publishes of a game, in order.
func snapshots(t testing.TB) (all []transport.Message) {
	t.Helper()
	rd := sensor.NewReader(strings.NewReader(fixtures.Log("dgt-game")))
	_, e, err := pipeline.ReadHeader(rd, "s")
	if err != nil {
		t.Fatal(err)
	}
	records, err := rd.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	e.Encoder = pipeline.ReplayEncoder()
	messages := e.Begin().Messages
	for _, r := range records {
		messages = append(messages, e.Step(r).Messages...)
	}
	for _, m := range append(messages, e.Finish().Messages...) {
		if _, what, _ := transport.ParseTopic(m.Topic); what == "game" {
			m.Retain, m.Payload = false, slices.Clone(m.Payload)
			all = append(all, m)
		}
	}
	return all
}

func testInbox() *inbox {
	return &inbox{alerts: &alerts{log: slog.New(slog.NewTextHandler(io.Discard, nil))}, arrived: map[arrival][][]byte{},
		latest: map[string]*transport.Game{}, names: newNames(), begun: map[string]time.Time{}, waiting: map[waitingGame]store.Report{}, wake: make(chan struct{}, 1)}
}

// The inbox has the last state of a board, whatever arrives before and after it.
func TestInboxHasTheLast(t *testing.T) {
	all := snapshots(t)
	first, last := all[0], all[len(all)-1]
	bad, old := last, all[len(all)-2]
	bad.Payload = []byte(`{"moves":`)
	old.Retain = true
	for name, messages := range map[string][]transport.Message{
		"in order":                         all,
		"the last does not make sense":     append(slices.Clone(all), bad),
		"only one makes sense":             {bad, bad, last, bad},
		"a retained one comes late":        {first, last, old},
		"a retained one comes before":      {old, last},
		"the last is the retained one":     {first, {Topic: last.Topic, Retain: true, Payload: last.Payload}},
		"the first comes again, and alone": append(slices.Clone(all), transport.Message{Topic: first.Topic, Retain: true, Payload: first.Payload}),
	} {
		together, apart := testInbox(), testInbox()
		for _, m := range messages {
			together.take(m)
			apart.take(m)
			apart.read()
		}
		together.read()
		wantLast(t, name, together)
		wantLast(t, name+", one by one", apart)
		if stands := together.alerts.stand["board board"] != ""; stands != (string(messages[len(messages)-1].Payload) == string(bad.Payload)) {
			t.Errorf("%s: alerts %v", name, together.alerts.stand)
		}
	}
}

// TestKeepsAtTheEnd: what has arrived when the hall is stopped is in its file, and the broker may forget
// it.
func TestKeepsAtTheEnd(t *testing.T) {
	s, err := store.Open(filepath.Join(t.TempDir(), "hall.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	stopped, stop := context.WithCancel(t.Context())
	stop()
	all := snapshots(t)
	for n := range all { // once in two times it is the pause that ends first
		i := testInbox()
		i.store = s
		i.take(all[n])
		i.keep(stopped)
		d := newDesk(s, i.alerts)
		forgotten := 0
		finding := transport.Message{Topic: "chess/1/hall/b07/arbiter/finding", Payload: fmt.Appendf(nil, `{"seq":%d,"level":"certain"}`, n+1)}
		d.take(&finding, func(string) string { return "" }, func() { forgotten++ })
		d.run(stopped, func() {})
		if i.queued() != 0 || d.queued() != 0 || forgotten != 1 {
			t.Fatalf("%d snapshots and %d findings wait, %d are done: %v", i.queued(), d.queued(), forgotten, i.alerts.stand)
		}
	}
}

func wantLast(t *testing.T, name string, i *inbox) {
	t.Helper()
	plies := 0
	for _, report := range i.waiting {
		plies = len(report.Game.Parts[0].Plies)
	}
	if now := i.board("board"); now == nil || len(i.waiting) != 1 || plies == 0 || len(now.Moves) != plies {
		t.Errorf("%s: %d games wait, of %d plies; the board has %+v", name, len(i.waiting), plies, now)
	}
}

// BenchmarkInbox: what a snapshot costs until it waits for the file of the hall.
func BenchmarkInbox(b *testing.B) {
	all := snapshots(b)
	last := all[len(all)-1]
	b.SetBytes(int64(len(last.Payload)))
	i := testInbox()
	for b.Loop() {
		i.take(last)
		i.read()
	}
}
