package main

import (
	"io"
	"log/slog"
	"strings"
	"testing"

	"github.com/boardd/boardd/fixtures"
	"github.com/boardd/boardd/hall/store"
	"github.com/boardd/boardd/pipeline"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/transport"
)

// BenchmarkInbox: what a snapshot costs until it waits for the file of the hall.
func BenchmarkInbox(b *testing.B) {
	rd := sensor.NewReader(strings.NewReader(fixtures.Log("dgt-game")))
	_, e, err := pipeline.ReadHeader(rd, "s")
	if err != nil {
		b.Fatal(err)
	}
	records, err := rd.ReadAll()
	if err != nil {
		b.Fatal(err)
	}
	e.Encoder = pipeline.ReplayEncoder()
	messages := e.Begin().Messages
	for _, r := range records {
		messages = append(messages, e.Step(r).Messages...)
	}
	var snapshot transport.Message
	for _, m := range append(messages, e.Finish().Messages...) {
		if _, what, _ := transport.ParseTopic(m.Topic); what == "game" && len(m.Payload) > len(snapshot.Payload) {
			snapshot = m
		}
	}
	b.SetBytes(int64(len(snapshot.Payload)))
	i := &inbox{alerts: &alerts{log: slog.New(slog.NewTextHandler(io.Discard, nil))}}
	i.arrived, i.latest, i.waiting, i.wake = map[arrival][][]byte{}, map[string]*transport.Game{}, map[waitingGame]store.Report{}, make(chan struct{}, 1)
	for b.Loop() {
		i.take(snapshot)
		i.read()
	}
}
