package daemon

import (
	"crypto/sha256"
	"encoding/json"
	"strings"
	"sync"
	"time"

	"github.com/boardd/boardd/transport"
)

// ledger is what the broker has acknowledged of one board, as it was said on the
// broker's own side of the link. A message is known by its number: those of the
// public messages are one row, those of the arbiter's another.
type ledger struct {
	mu       sync.Mutex
	rows     [2]row
	extra    int // copies beyond the first
	clash    int // two messages of one number, between which no consumer can tell
	total    int // acknowledgements, of messages without a number too
	events   []transport.Event
	said     map[string]int // events and findings, without what names the sending
	last     map[string][]byte
	sessions map[string]time.Time // when a session first showed a board that it hears
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

// rowOf is which counter numbers a topic.
func rowOf(topic string) int {
	if strings.Contains(topic, "/arbiter/") {
		return 1
	}
	return 0
}

// take takes a message. The consumer's rule: what has been had by its number is
// dropped.
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

// seqOf is the number of a message; 0 if it has none.
func seqOf(payload []byte) uint64 {
	var h transport.Head
	if json.Unmarshal(payload, &h) != nil {
		return 0
	}
	return h.Seq
}

// isNew reports whether a number is new. One that is not has to say the same.
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

// plainMessage is what a message says, without who says it when.
func plainMessage(topic string, payload []byte) string {
	var fields map[string]json.RawMessage
	if json.Unmarshal(payload, &fields) != nil {
		return string(payload)
	}
	for _, name := range []string{"schema", "board", "session", "seq", "at", "synced", "historical"} {
		delete(fields, name)
	}
	text, _ := json.Marshal(fields) // it was read as one
	return topic[strings.LastIndexByte(topic, '/')+1:] + " " + string(text)
}

// had reports whether a number has been acknowledged.
func (l *ledger) had(row int, seq uint64) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	_, had := l.rows[row].had[seq]
	return had
}

// liveAgain is when, after a time, a session first showed a board that it hears.
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

// folded are the games that a consumer makes of the events, by id.
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
