package main

import (
	"context"
	"encoding/json"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/boardd/boardd/transport/broker"
	"github.com/boardd/boardd/transport/schematest"
)

// watching is boardd watch as it runs.
type watching struct {
	out, errs lines
	end       func() (status int) // stops it and waits
}

func startWatch(t *testing.T, url string, args ...string) *watching {
	t.Helper()
	w := &watching{}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan int, 1)
	go func() {
		done <- runMain(ctx, streams{strings.NewReader(""), &w.out, &w.errs}, append([]string{"watch", "--broker", url, "--site", "hall"}, args...))
	}()
	w.end = sync.OnceValue(func() int {
		cancel()
		return <-done
	})
	t.Cleanup(func() {
		w.end()
		if t.Failed() {
			t.Logf("it printed\n%s%s", w.out.String(), w.errs.String())
		}
	})
	return w
}

func (w *watching) until(t *testing.T, text string) {
	t.Helper()
	until(t, text, 10*time.Second, func() bool { return strings.Contains(w.out.String()+w.errs.String(), text) })
}

// TestWatchText: what is retained when one comes, and what happens then.
func TestWatchText(t *testing.T) {
	t.Parallel()
	o := startRequests(t)
	w := startWatch(t, o.url())
	w.until(t, "so far to 1. e4")
	if status, _, errs := sendTo(o.url(), "b07", "pause"); status != exitOK {
		t.Fatal(errs)
	}
	w.until(t, "phase paused")
	w.until(t, "connected")
	if status := w.end(); status != exitOK || w.errs.String() != "connected\n" {
		t.Errorf("status %d, %q", status, w.errs.String())
	}
	for line := range strings.Lines(w.out.String()) {
		if !strings.HasPrefix(line, "b07  ") {
			t.Errorf("of which board is %q?", line)
		}
	}
}

// TestWatchJSON: each line is a message as the contract has it, of those topics
// that are watched.
func TestWatchJSON(t *testing.T) {
	t.Parallel()
	o := startRequests(t)
	w := startWatch(t, o.url(), "-o", "json")
	for _, name := range []string{"status", "info", "game", "clock", "arbiter/game", "arbiter/board"} {
		w.until(t, `{"topic":"`+testPrefix+name+`","qos":`)
	}
	sendTo(o.url(), "b07", "inspect")
	if status := w.end(); status != exitOK {
		t.Errorf("status %d, %q", status, w.errs.String())
	}
	for line := range strings.Lines(w.out.String()) {
		var m struct {
			Topic   string
			Payload json.RawMessage
		}
		if err := json.Unmarshal([]byte(line), &m); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		if err := schematest.Validate(m.Topic, m.Payload); err != nil || strings.HasPrefix(m.Topic, testPrefix+"res") {
			t.Errorf("%s: %v", m.Topic, err)
		}
	}
}

// TestWatchOutage: when the broker goes one is told so, and when it has come
// back, with nothing in its memory, what the board says then is heard.
func TestWatchOutage(t *testing.T) {
	t.Parallel()
	address := freeAddress(t)
	first, err := broker.Start(address)
	if err != nil {
		t.Fatal(err)
	}
	w := startWatch(t, first.URL())
	w.until(t, "connected")
	board := testPlayback(t)
	startGame(t, testConfig(board.path, first.URL()), board, newPace(fastPace))
	w.until(t, "phase waiting")
	first.Close()
	w.until(t, "no broker, trying again: ")
	second, err := broker.Start(address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { second.Close() })
	until(t, "connected again", 10*time.Second, func() bool { return strings.Count(w.errs.String(), "connected\n") == 2 })
	o := newOperator(t, second.URL())
	until(t, "the board", 10*time.Second, func() bool { return o.payload("status") != nil })
	if status, _, errs := sendTo(second.URL(), "b07", "result", "1-0"); status != exitOK {
		t.Fatal(errs)
	}
	w.until(t, "result 1-0")
	if got := strings.Count(w.out.String(), "board ready"); got != 1 {
		t.Errorf("the board is said to be ready %d times", got)
	}
}

// TestWatchNoBroker: a broker that is not there may come; one can leave meanwhile.
func TestWatchNoBroker(t *testing.T) {
	t.Parallel()
	w := startWatch(t, "tcp://"+freeAddress(t))
	w.until(t, "no broker, trying again: connect to tcp://127.0.0.1")
	if status := w.end(); status != exitOK || strings.Count(w.errs.String(), "\n") != 1 || w.out.String() != "" {
		t.Errorf("status %d, %q, %q", status, w.out.String(), w.errs.String())
	}
}

func TestWatchRefuses(t *testing.T) {
	for want, args := range map[string][]string{
		`-o "xml"`:                         {"-o", "xml"},
		`--lang "fr": one of en, de`:       {"--lang", "fr"},
		"this is no terminal":              {"-o", "screen"},
		`site "+" is not`:                  {"--site", "+"},
		`"x" is one argument too many`:     {"x"},
		"must not hold a user":             {"--broker", "tcp://mk:xyzzy@127.0.0.1:1883"},
		"flag provided but not defined: -": {"--board", "b07"},
	} {
		wantRefused(t, want, "", append([]string{"watch"}, args...)...)
	}
}
