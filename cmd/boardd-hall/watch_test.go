package main

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/boardd/boardd/internal/broker"
	"github.com/boardd/boardd/internal/brokertest"
	"github.com/boardd/boardd/internal/cli"
	"github.com/boardd/boardd/internal/clock"
	"github.com/boardd/boardd/internal/daemontest"
	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/internal/schematest"
)

// TestWatchText: the command prints the retained messages, and then each new one.
func TestWatchText(t *testing.T) {
	t.Parallel()
	o := daemontest.StartRequests(t)
	w := harness.StartWatch(t, o.URL())
	w.Until(t, "so far to 1. e4")
	if status, _, errs := sendTo(t, o.URL(), "b07", "pause"); status != cli.ExitOK {
		t.Fatal(errs)
	}
	w.Until(t, "phase paused")
	w.Until(t, "connected")
	if status := w.End(); status != cli.ExitOK || w.Errs.String() != "connected\n" {
		t.Errorf("status %d, %q", status, w.Errs.String())
	}
	for line := range strings.Lines(w.Out.String()) {
		if !strings.HasPrefix(line, "b07  ") {
			t.Errorf("of which board is %q?", line)
		}
	}
}

// TestWatchJSON: each line is a message of a watched topic, in the form of the contract.
func TestWatchJSON(t *testing.T) {
	t.Parallel()
	o := daemontest.StartRequests(t)
	w := harness.StartWatch(t, o.URL(), "-o", "json")
	for _, name := range []string{"status", "info", "game", "clock", "arbiter/game", "arbiter/board"} {
		w.Until(t, `{"topic":"`+harness.TestPrefix+name+`","qos":`)
	}
	sendTo(t, o.URL(), "b07", "inspect")
	if status := w.End(); status != cli.ExitOK {
		t.Errorf("status %d, %q", status, w.Errs.String())
	}
	for line := range strings.Lines(w.Out.String()) {
		var m struct {
			Topic   string
			Payload json.RawMessage
		}
		if err := json.Unmarshal([]byte(line), &m); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		if err := schematest.Validate(m.Topic, m.Payload); err != nil || strings.HasPrefix(m.Topic, harness.TestPrefix+"res") {
			t.Errorf("%s: %v", m.Topic, err)
		}
	}
}

// TestWatchOutage: the command reports that the broker has gone. When the broker is back, with an
// empty memory, the command shows what the board publishes then.
func TestWatchOutage(t *testing.T) {
	t.Parallel()
	address := brokertest.FreeAddress(t)
	first, err := broker.Start(address)
	if err != nil {
		t.Fatal(err)
	}
	w := harness.StartWatch(t, first.URL())
	w.Until(t, "connected")
	board := harness.TestPlayback(t)
	daemontest.StartGame(t, harness.TestConfig(board.Path, first.URL()), board, clock.New(harness.FastSpeed))
	w.Until(t, "phase waiting")
	first.Close()
	w.Until(t, "no broker, trying again: ")
	second, err := broker.Start(address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { second.Close() })
	harness.Until(t, "connected again", 10*time.Second, func() bool { return strings.Count(w.Errs.String(), "connected\n") == 2 })
	o := harness.NewOperator(t, second.URL())
	harness.Until(t, "the board", 10*time.Second, func() bool { return o.Payload("status") != nil })
	if status, _, errs := sendTo(t, second.URL(), "b07", "result", "1-0"); status != cli.ExitOK {
		t.Fatal(errs)
	}
	w.Until(t, "result 1-0")
	w.Until(t, "board ready")
	states := regexp.MustCompile(`board (init|ready|lost)`).FindAllString(w.Out.String(), -1) // a broker that closes may report a loss
	if len(slices.Compact(slices.Clone(states))) != len(states) {
		t.Errorf("a state of the board is reported again: %q", states)
	}
}

// TestWatchNoBroker: the command waits for a broker, and a user can leave meanwhile.
func TestWatchNoBroker(t *testing.T) {
	t.Parallel()
	w := harness.StartWatch(t, "tcp://"+brokertest.FreeAddress(t))
	w.Until(t, "no broker, trying again: connect to tcp://127.0.0.1")
	if status := w.End(); status != cli.ExitOK || strings.Count(w.Errs.String(), "\n") != 1 || w.Out.String() != "" {
		t.Errorf("status %d, %q, %q", status, w.Out.String(), w.Errs.String())
	}
}
