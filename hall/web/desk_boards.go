package web

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/boardd/boardd/internal/view"
	"github.com/boardd/boardd/transport"
)

// Boards is what the desk knows of the boards at present, from their messages. It is safe for use
// by several goroutines at once.
type Boards struct {
	mu      sync.Mutex
	site    view.Site
	waiting map[string]transport.Message // snapshots by topic, of which only the last one counts
	settle  time.Time                    // when all that the broker has kept is there
	dirty   map[string]time.Time         // boards that have changed: from when on readers are told
	alarmed map[string]alarm             // by board
	alarms  int                          // certain findings that came since the start

	stream *Stream
}

// alarm names a finding. Its alert and the finding itself are one alarm.
type alarm struct {
	event int
	at    int64
	code  string
}

// DeskTopics are the topics of each board that the desk follows.
var DeskTopics = []string{"status", "info", "game", "clock", "arbiter/game", "arbiter/board", "arbiter/alert/+", "arbiter/finding"}

const (
	settleAfter = 3 * time.Second        // the retained messages of a board come at once
	tellEvery   = 250 * time.Millisecond // the stream gathers, too
	tellClocks  = 5 * time.Second        // of a board of which only the clock has changed; pages let clocks run
)

// NewBoards returns boards of which nothing is known.
func NewBoards() *Boards {
	b := &Boards{waiting: map[string]transport.Message{}, dirty: map[string]time.Time{}, alarmed: map[string]alarm{}}
	b.stream = NewStream(func() json.RawMessage {
		b.mu.Lock()
		defer b.mu.Unlock()
		return b.state(nil)
	})
	return b
}

// deskState is what the stream says: which boards have changed, and what the title and the sound
// of a page need.
type deskState struct {
	Live   bool     `json:"live"`
	Boards []string `json:"boards"` // that have changed; null: all may have
	Needs  int      `json:"needs"`  // boards that need a person
	Alarms int      `json:"alarms"` // grows by 1 with each certain finding
}

func (b *Boards) state(changed []string) json.RawMessage {
	s := deskState{Live: b.site.Link().Up, Boards: changed, Alarms: b.alarms}
	for _, f := range b.facts() {
		if f.Need == view.Needs[0] {
			s.Needs++
		}
	}
	text, err := json.Marshal(s)
	if err != nil {
		panic(err) // this type cannot fail
	}
	return text
}

// Take takes a message of a board. It leaves the work to who reads.
func (b *Boards) Take(m transport.Message) {
	topics, name, ok := transport.ParseTopic(m.Topic)
	if !ok {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	due := time.Now()
	switch {
	case name == "clock":
		b.waiting[m.Topic] = m
		due = due.Add(tellClocks)
	case name == "game", name == "arbiter/game", name == "arbiter/board":
		b.waiting[m.Topic] = m
	default:
		rings := b.ring(topics.Board(), name, &m)
		b.catchUp()
		b.site.Apply(&m)
		if rings {
			b.tell([]string{topics.Board()})
		}
	}
	if was, known := b.dirty[topics.Board()]; !known || due.Before(was) {
		b.dirty[topics.Board()] = due
	}
}

// ring counts a certain finding that is new, and that asks for something. It reports whether there
// is one.
func (b *Boards) ring(board, name string, m *transport.Message) bool {
	var f transport.Finding
	switch {
	case m.Retain || len(m.Payload) == 0:
		return false
	case strings.HasPrefix(name, "arbiter/alert/"):
		var a transport.Alert
		if json.Unmarshal(m.Payload, &a) != nil {
			return false
		}
		f = a.Finding
	case name != "arbiter/finding" || json.Unmarshal(m.Payload, &f) != nil || f.Remedy == nil:
		return false
	}
	one := alarm{f.Event, f.AtMs, f.Code}
	if f.Level != "certain" || b.alarmed[board] == one {
		return false
	}
	b.alarmed[board] = one
	b.alarms++
	return true
}

// catchUp applies the snapshots that wait.
func (b *Boards) catchUp() {
	for _, m := range b.waiting {
		b.site.Apply(&m)
	}
	clear(b.waiting)
	if !b.settle.IsZero() && time.Now().After(b.settle) {
		b.settle = time.Now().Add(settleAfter)
		for _, m := range b.site.Settle() {
			b.site.Apply(&m)
		}
	}
}

// Connected takes note that the connection to the broker is up or down.
func (b *Boards) Connected(up bool, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.catchUp()
	was := b.site.Link().Up
	b.site.Connect(view.Link{Up: up, Err: err})
	b.settle = time.Time{}
	if up {
		b.settle = time.Now().Add(settleAfter)
	}
	if was != up {
		b.tell(nil)
	}
}

// Changed tells the pages that something besides the boards has changed: a round, its tables.
func (b *Boards) Changed() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.tell(nil)
}

// tell gives the state to the pages.
func (b *Boards) tell(changed []string) {
	state := b.state(changed)
	if changed == nil {
		state = json.RawMessage(`{"full":` + string(state) + `}`)
	}
	b.stream.Add(state)
}

// Run tells the pages what changes until ctx ends.
func (b *Boards) Run(ctx context.Context) {
	for tick := time.NewTicker(tellEvery); ; {
		select {
		case <-tick.C:
			b.tellDirty()
		case <-ctx.Done():
			return
		}
	}
}

func (b *Boards) tellDirty() {
	b.mu.Lock()
	defer b.mu.Unlock()
	var changed []string
	for _, name := range slices.Sorted(maps.Keys(b.dirty)) {
		if !time.Now().Before(b.dirty[name]) {
			changed = append(changed, name)
			delete(b.dirty, name)
		}
	}
	if len(changed) > 0 {
		b.tell(changed)
	}
}

func (b *Boards) facts() []view.Facts {
	b.catchUp()
	return b.site.Facts()
}

// All returns what is known of each board, those first that need a person.
func (b *Boards) All() []view.Facts {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.facts()
}

// One returns what is known of a board; ok is false if nothing is.
func (b *Boards) One(name string) (f view.Facts, ok bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.catchUp()
	return b.site.FactsOf(name)
}

// Link returns the state of the connection to the broker.
func (b *Boards) Link() view.Link {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.site.Link()
}
