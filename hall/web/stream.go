package web

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/boardd/boardd/internal/session"
)

// Stream gives changes of a state to many pages, as server-sent events. Deltas are gathered for a
// while, and encoded once for all readers.
//
// Each delta has a number, one more than the last. An event's id is the stream's own name and the
// number of its last delta, as "kX3…-17". A page that says what it has, by Last-Event-ID or by
// ?since=, gets what has come since then; if that is not known any more, as after a restart of the
// program, it gets the whole state as an event of type "full". While nothing happens, an event of
// type "beat" says every few seconds that the stream is alive.
//
// A reader that does not take its events in time is dropped. Its browser comes again.
type Stream struct {
	full func() json.RawMessage // the whole state; it is called without any lock of the stream
	name string

	mu      sync.Mutex
	last    uint64            // the number of the last delta
	past    []json.RawMessage // the last deltas, in order
	sent    uint64            // the number of the last delta that readers were given
	flushed time.Time
	timer   bool // a flush is due
	readers map[chan []byte]bool
}

const (
	gatherDeltas = 500 * time.Millisecond // between two events
	keptDeltas   = 1024                   // for pages that come again
	readerQueue  = 16                     // events that wait for one reader
	beatEvery    = 5 * time.Second
	writeWithin  = 10 * time.Second
	mostReaders  = 4000 // of one stream
)

// NewStream returns a stream. full returns the whole state as it is now.
func NewStream(full func() json.RawMessage) *Stream {
	return &Stream{full: full, name: session.New()[:8], readers: map[chan []byte]bool{}}
}

// ID returns the id of the last delta. A page that is rendered after ID has been called has that
// delta; it may have later ones, too, which do no harm a second time.
func (s *Stream) ID() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.id(s.last)
}

func (s *Stream) id(number uint64) string { return s.name + "-" + strconv.FormatUint(number, 10) }

// Add gives a delta to the readers. It must say what is so now, not how much has changed: a page
// may get it twice.
func (s *Stream) Add(delta json.RawMessage) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.last++
	s.past = append(s.past, delta)
	if len(s.past) > 2*keptDeltas {
		s.past = append([]json.RawMessage(nil), s.past[len(s.past)-keptDeltas:]...)
	}
	if s.timer || len(s.readers) == 0 {
		return
	}
	s.timer = true
	time.AfterFunc(max(0, gatherDeltas-time.Since(s.flushed)), s.flush)
}

// flush gives the readers what they do not have yet.
func (s *Stream) flush() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.timer, s.flushed = false, time.Now()
	event, ok := s.since(s.sent)
	s.sent = s.last
	if !ok {
		event = nil // more than is kept: every reader comes again
	}
	for to := range s.readers {
		select {
		case to <- event:
		default:
			s.drop(to)
		}
	}
}

func (s *Stream) drop(to chan []byte) {
	if s.readers[to] {
		delete(s.readers, to)
		close(to)
	}
}

// since returns an event with the deltas after a number. ok is false if they are not known.
func (s *Stream) since(number uint64) (event []byte, ok bool) {
	if number > s.last || s.last-number > uint64(len(s.past)) {
		return nil, false
	}
	deltas := s.past[len(s.past)-int(s.last-number):]
	return s.event("", s.last, append(append([]byte{'['}, bytes.Join(raw(deltas), []byte{','})...), ']')), true
}

func raw(all []json.RawMessage) (out [][]byte) {
	for _, one := range all {
		out = append(out, one)
	}
	return out
}

// event returns an event. JSON has no line feed.
func (s *Stream) event(kind string, number uint64, data []byte) []byte {
	var b bytes.Buffer
	if kind != "" {
		fmt.Fprintf(&b, "event: %s\n", kind)
	}
	fmt.Fprintf(&b, "id: %s\ndata: %s\n\n", s.id(number), data)
	return b.Bytes()
}

// enter adds a reader. first is what it lacks; it is nil if the reader needs the whole state.
func (s *Stream) enter(has string) (to chan []byte, first []byte, at uint64, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.readers) >= mostReaders {
		return nil, nil, 0, false
	}
	to = make(chan []byte, readerQueue)
	s.readers[to] = true
	if len(s.readers) == 1 {
		s.sent = s.last // nobody waits for anything before
	}
	name, text, _ := strings.Cut(has, "-")
	number, err := strconv.ParseUint(text, 10, 64)
	if err == nil && name == s.name {
		first, _ = s.since(number)
	}
	return to, first, s.last, true
}

func (s *Stream) leave(to chan []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.drop(to)
}

// Readers returns how many readers there are.
func (s *Stream) Readers() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.readers)
}

// ServeHTTP gives a reader the stream until it goes, is dropped, or the server ends.
func (s *Stream) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	has := r.Header.Get("Last-Event-ID")
	if has == "" {
		has = r.URL.Query().Get("since")
	}
	to, first, at, ok := s.enter(has)
	if !ok {
		w.Header().Set("Retry-After", "10")
		http.Error(w, "there are too many readers", http.StatusServiceUnavailable)
		return
	}
	defer s.leave(to)
	if first == nil {
		first = s.event("full", at, s.full())
	}
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no") // for nginx
	c := http.NewResponseController(w)
	c.SetReadDeadline(time.Time{}) // the server's own would end the request
	send := func(event []byte) error {
		c.SetWriteDeadline(time.Now().Add(writeWithin))
		if _, err := w.Write(event); err != nil {
			return err
		}
		return c.Flush()
	}
	if r.Method == http.MethodHead || send(append([]byte("retry: 1000\n"), first...)) != nil {
		return
	}
	s.pass(r.Context(), to, send)
}

// pass sends what comes.
func (s *Stream) pass(ctx context.Context, to <-chan []byte, send func([]byte) error) {
	beat := time.NewTicker(beatEvery)
	defer beat.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case event, ok := <-to:
			if !ok || event == nil || send(event) != nil {
				return
			}
			beat.Reset(beatEvery)
		case <-beat.C:
			if send([]byte("event: beat\ndata: 0\n\n")) != nil {
				return
			}
		}
	}
}
