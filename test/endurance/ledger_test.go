package endurance

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/internal/persist"
	"github.com/boardd/boardd/pipeline"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/transport"
	"github.com/boardd/boardd/transport/publish"
)

// acceptance is what a board has accepted, according to its outbox. With the messages of each
// step the outbox stores the last numbers, in one commit. So a number up to these was
// accepted, and a higher one was not.
type acceptance struct {
	top     [2]uint64    // the last numbers that were accepted
	starts  []span       // of boardd, up to now
	waiting map[int]risk // messages that were in the outbox when it was looked at
	early   int          // messages that the broker had before they were accepted
	place   persist.Place
	journal map[string]int // events and findings that follow from the journal
}

// span is what a start may have accepted: the numbers above those of the start before, up to
// its own last ones. It skips some at its beginning.
type span struct{ after, last [2]uint64 }

// risk is a message that waited in the outbox while boardd was dead.
type risk struct {
	row    int
	seq    uint64
	topic  string
	retain bool
}

// outboxOf reads the outbox of a board.
func (tb *soakTable) outboxOf() (publish.Kept, error) {
	data, err := os.ReadFile(filepath.Join(tb.folder, "hall", tb.name, "outbox.db"))
	if errors.Is(err, fs.ErrNotExist) {
		return publish.Kept{}, nil
	}
	if err != nil {
		return publish.Kept{}, err
	}
	return publish.ReadKept(data)
}

// look takes stock while no boardd runs.
func (a *acceptance) look(tb *soakTable) {
	kept, err := tb.outboxOf()
	if err != nil {
		tb.t.Errorf("%s: %v", tb.name, err)
		return
	}
	before := a.top
	if note := kept.Notes[persist.PlaceNote]; note != nil {
		if err := json.Unmarshal(note, &a.place); err != nil {
			tb.t.Error(err)
		}
		a.top = a.place.Seq
	}
	a.starts = append(a.starts, span{before, a.top})
	if a.waiting == nil {
		a.waiting = map[int]risk{}
	}
	for _, m := range kept.Messages {
		if seq := seqOf(m.Message.Payload); seq > 0 {
			a.waiting[len(a.waiting)] = risk{rowOf(m.Message.Topic), seq, m.Message.Topic, m.Message.Retain}
		}
	}
	tb.ledger.mu.Lock()
	defer tb.ledger.mu.Unlock()
	for i, row := range tb.ledger.rows {
		if row.last > a.top[i] {
			a.early++
		}
	}
}

// numbers returns how many messages with a number were accepted, and how many of them the
// broker has acknowledged. The first number of a start is the lowest one that was seen at the
// broker or in the outbox: there may have been some before.
func (a *acceptance) numbers(l *ledger) (accepted, acknowledged int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for i := range l.rows {
		seen := slices.Collect(maps.Keys(l.rows[i].had))
		acknowledged += len(seen)
		for _, r := range a.waiting {
			if r.row == i {
				seen = append(seen, r.seq)
			}
		}
		slices.Sort(seen)
		for _, s := range a.starts {
			if first, _ := slices.BinarySearch(seen, s.after[i]+1); first < len(seen) && seen[first] <= s.last[i] {
				accepted += int(s.last[i] - seen[first] + 1)
			}
		}
	}
	return accepted, acknowledged
}

// lost returns the messages that were accepted and never acknowledged by the broker, although
// no newer one has replaced them: those that were seen waiting in the outbox, and the events
// and findings that follow from the journal.
func (a *acceptance) lost(tb *soakTable) (lost []string) {
	for _, r := range a.waiting {
		if !tb.ledger.had(r.row, r.seq) && !(r.retain && tb.ledger.newer(r)) {
			lost = append(lost, r.topic)
		}
	}
	tb.ledger.mu.Lock()
	defer tb.ledger.mu.Unlock()
	for what, n := range a.journal {
		if tb.ledger.said[what] < n {
			lost = append(lost, what)
		}
	}
	slices.Sort(lost)
	return lost
}

// twice returns the events and findings that consumers got more often than they follow from
// the journal, after the consumers' rule.
func (a *acceptance) twice(l *ledger) (twice []string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for what, n := range l.said {
		if n > a.journal[what] {
			twice = append(twice, what)
		}
	}
	slices.Sort(twice)
	return twice
}

// newer reports whether the broker has acknowledged a later message of a topic.
func (l *ledger) newer(r risk) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	payload, had := l.last[r.topic]
	return had && (len(payload) == 0 || seqOf(payload) > r.seq)
}

// follow finds what follows from the journal. Each segment stands alone, and begins with what
// the segment before it has published.
func (a *acceptance) follow(tb *soakTable) {
	a.journal = map[string]int{}
	files, err := filepath.Glob(filepath.Join(tb.folder, "hall", tb.name, "journal", "*"))
	if err != nil || len(files) == 0 {
		tb.t.Errorf("%s: no journal: %v", tb.name, err)
		return
	}
	slices.Sort(files)
	for i, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			tb.t.Error(err)
			return
		}
		a.followFile(tb, harness.WithoutTorn(string(text)), i > 0, i == len(files)-1)
	}
}

func (a *acceptance) followFile(tb *soakTable, text string, skipHead, last bool) {
	log, err := pipeline.ReadAs(sensor.NewReader(strings.NewReader(text)), "replay")
	if err != nil {
		tb.t.Errorf("%s: journal: %v", tb.name, err)
		return
	}
	topics, err := transport.NewTopics("hall", tb.name)
	if err != nil {
		tb.t.Error(err)
		return
	}
	e := log.Engine
	e.Encoder = transport.NewEncoder(topics, "replay")
	a.add(e.Begin(), skipHead)
	for _, r := range log.Records {
		a.add(e.Step(r), skipHead)
		skipHead = skipHead && !(r.Word == sensor.Cmd && r.Verb == transport.GameOpened)
	}
	if last {
		a.add(e.Wake(a.place.At), false)
	}
}

// add takes what followed from a record.
func (a *acceptance) add(o pipeline.Outcome, known bool) {
	for _, m := range o.Messages {
		if !known && (strings.HasSuffix(m.Topic, "/event") || transport.IsFinding(m.Topic)) {
			a.journal[plainMessage(m.Topic, m.Payload)]++
		}
	}
}

// ledger is what the broker has acknowledged of one board, as seen on the broker's side of the
// link. A message is known by its number. The public messages are one row, those of the
// arbiter another.
type ledger struct {
	mu       sync.Mutex
	rows     [2]row
	extra    int // copies after the first
	clash    int // different messages with one number
	total    int // acknowledgements, of messages without a number too
	events   []transport.Event
	said     map[string]int // events and findings, without what names the sending
	last     map[string][]byte
	sessions map[string]time.Time // when a session first published a board that it reads
}

// row is the messages of one counter.
type row struct {
	last uint64
	had  map[uint64][sha256.Size]byte
}

func newLedger() *ledger {
	l := &ledger{said: map[string]int{}, last: map[string][]byte{}, sessions: map[string]time.Time{}}
	for i := range l.rows {
		l.rows[i].had = map[uint64][sha256.Size]byte{}
	}
	return l
}

// rowOf returns the row whose counter numbers a topic.
func rowOf(topic string) int {
	if strings.Contains(topic, "/arbiter/") {
		return 1
	}
	return 0
}

// take takes a message. It drops a message whose number it has seen, which is the consumers'
// rule.
func (l *ledger) take(topic string, payload []byte) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.total++
	l.last[topic] = payload
	seq := seqOf(payload)
	if seq > 0 && l.rows[rowOf(topic)].isNew(seq, topic, payload, &l.extra, &l.clash) {
		l.note(topic, payload)
	}
}

// seqOf returns the number of a message; 0 if it has none.
func seqOf(payload []byte) uint64 {
	var h transport.Head
	if json.Unmarshal(payload, &h) != nil {
		return 0
	}
	return h.Seq
}

// isNew reports whether a number is new. A repeated one must have the same message.
func (r *row) isNew(seq uint64, topic string, payload []byte, extra, clash *int) bool {
	sum := sha256.Sum256(append([]byte(topic+" "), transport.Historical(payload)...))
	before, had := r.had[seq]
	if had {
		*extra++
		if before != sum {
			*clash++
		}
		return false
	}
	r.had[seq] = sum
	r.last = max(r.last, seq)
	return true
}

func (l *ledger) note(topic string, payload []byte) {
	switch {
	case strings.HasSuffix(topic, "/arbiter/game"):
		var g transport.ArbiterGame
		if json.Unmarshal(payload, &g) == nil && g.Trust.State != "disconnected" && l.sessions[g.Session].IsZero() {
			l.sessions[g.Session] = time.Now()
		}
	case strings.HasSuffix(topic, "/event"):
		var e transport.Event
		if json.Unmarshal(payload, &e) == nil {
			l.events = append(l.events, e)
		}
		l.said[plainMessage(topic, payload)]++
	case transport.IsFinding(topic):
		l.said[plainMessage(topic, payload)]++
	}
}

// plainMessage returns the content of a message, without its sender, number and time.
func plainMessage(topic string, payload []byte) string {
	var fields map[string]json.RawMessage
	if json.Unmarshal(payload, &fields) != nil {
		return string(payload)
	}
	for _, name := range []string{"schema", "board", "session", "seq", "at", "synced", "historical"} {
		delete(fields, name)
	}
	text, _ := json.Marshal(fields) // it comes from JSON
	return topic[strings.LastIndexByte(topic, '/')+1:] + " " + string(text)
}

// had reports whether a number has been acknowledged.
func (l *ledger) had(row int, seq uint64) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	_, had := l.rows[row].had[seq]
	return had
}

// liveAgain returns when, after a time, a session first published a board that it reads.
func (l *ledger) liveAgain(after time.Time) (time.Time, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, at := range l.sessions {
		if at.After(after) {
			return at, true
		}
	}
	return time.Time{}, false
}

// folded returns the games that a consumer makes of the events, by id.
func (l *ledger) folded() map[string]*playedTruth {
	l.mu.Lock()
	defer l.mu.Unlock()
	games := map[string]*playedTruth{}
	last := uint64(0)
	for i := range l.events {
		e := &l.events[i]
		if e.Seq <= last {
			continue
		}
		last = e.Seq
		g := games[e.GameID]
		if g == nil {
			g = &playedTruth{id: e.GameID, result: "*"}
			games[e.GameID] = g
		}
		g.fold(e)
	}
	return games
}
