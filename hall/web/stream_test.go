package web

import (
	"bufio"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// reading is a reader of a stream.
type reading struct {
	t     *testing.T
	lines *bufio.Scanner
	close func()
}

func read(t *testing.T, address, lastEvent string) *reading {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	q, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	q.Header.Set("Last-Event-ID", lastEvent)
	a, err := http.DefaultClient.Do(q)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cancel(); a.Body.Close() })
	return &reading{t, bufio.NewScanner(a.Body), cancel}
}

// next returns the next event: its kind, id and data.
func (r *reading) next() (kind, id, data string) {
	r.t.Helper()
	for r.lines.Scan() {
		name, value, _ := strings.Cut(r.lines.Text(), ": ")
		switch name {
		case "event":
			kind = value
		case "id":
			id = value
		case "data":
			data = value
		case "":
			return kind, id, data
		}
	}
	r.t.Fatal("the stream has ended")
	return "", "", ""
}

func serve(t *testing.T, h http.Handler) string {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(func() { s.CloseClientConnections(); s.Close() })
	return s.URL
}

func TestStream(t *testing.T) {
	s := NewStream(func() json.RawMessage { return json.RawMessage(`{"all":2}`) })
	s.Add(json.RawMessage("1"))
	before := s.ID()
	s.Add(json.RawMessage("2"))
	address := serve(t, s)

	fresh := read(t, address, "")
	if kind, id, data := fresh.next(); kind != "full" || id != s.ID() || data != `{"all":2}` {
		t.Errorf("a new reader gets %q %q %q", kind, id, data)
	}
	back := read(t, address, before)
	if kind, id, data := back.next(); kind != "" || id != s.ID() || data != "[2]" {
		t.Errorf("a reader that comes back gets %q %q %q", kind, id, data)
	}
	if kind, _, _ := read(t, address, "other-1").next(); kind != "full" {
		t.Errorf("a reader of another program's stream gets %q", kind)
	}
	if kind, _, _ := read(t, address, s.name+"-999").next(); kind != "full" {
		t.Errorf("a reader from the future gets %q", kind)
	}
	s.Add(json.RawMessage("3"))
	s.Add(json.RawMessage("4"))
	got := ""
	for !strings.Contains(got, "4") {
		_, _, data := fresh.next()
		got += data
	}
	if got != "[3,4]" && got != "[3][4]" {
		t.Errorf("deltas %s", got)
	}
}

// TestStreamForgets: a page that was away for too long gets the whole state.
func TestStreamForgets(t *testing.T) {
	s := NewStream(func() json.RawMessage { return json.RawMessage("0") })
	first := s.ID()
	for range 3 * keptDeltas {
		s.Add(json.RawMessage("1"))
	}
	if kind, _, _ := read(t, serve(t, s), first).next(); kind != "full" {
		t.Errorf("it gets %q", kind)
	}
	if len(s.past) > 2*keptDeltas {
		t.Errorf("%d deltas are kept", len(s.past))
	}
}

// TestSlowReader: a reader that takes nothing is dropped, and the others go on.
func TestSlowReader(t *testing.T) {
	s := NewStream(func() json.RawMessage { return json.RawMessage("0") })
	slow, _, _, _ := s.enter("")
	for range readerQueue + 1 {
		s.Add(json.RawMessage("1"))
		s.flush()
	}
	for range readerQueue {
		<-slow
	}
	if _, open := <-slow; open || s.Readers() != 0 {
		t.Error("it is not dropped")
	}
	s.leave(slow) // its handler leaves later
}
