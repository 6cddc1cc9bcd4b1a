package endurance

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/internal/persist"
	"github.com/boardd/boardd/pipeline"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/transport"
)

// acceptance is what a board has accepted, according to its journal: the events and findings
// that it stores. It stores answers, too, but these have no number.
type acceptance struct {
	stored  map[numbered][sha256.Size]byte
	early   int            // messages that the broker had before they were accepted
	journal map[string]int // events and findings that follow from the records
}

// numbered is the number of a message, and which counter has given it.
type numbered struct {
	row int
	seq uint64
}

// files are the journal of a board, the oldest first.
func (tb *soakTable) files() []string {
	files, err := filepath.Glob(filepath.Join(tb.folder, "hall", tb.name, "journal", "*.log"))
	if err != nil || len(files) == 0 {
		tb.t.Errorf("%s: no journal: %v", tb.name, err)
	}
	slices.Sort(files)
	return files
}

// read reads what the journal stores.
func (a *acceptance) read(tb *soakTable) {
	topics, err := transport.NewTopics("hall", tb.name)
	if err != nil {
		tb.t.Fatal(err)
	}
	a.stored = map[numbered][sha256.Size]byte{}
	for _, name := range tb.files() {
		open := func() (io.ReadCloser, error) { return os.Open(name) }
		err := persist.EachMessage(open, topics, func(m transport.Message) {
			if seq := transport.SeqOf(m.Payload); seq > 0 {
				a.stored[numbered{rowOf(m.Topic), seq}] = sumOfMessage(m.Topic, m.Payload)
			}
		})
		if err != nil {
			tb.t.Error(err)
		}
	}
}

// look takes stock while no boardd runs: what the broker has acknowledged is accepted.
func (a *acceptance) look(tb *soakTable) {
	a.read(tb)
	tb.ledger.mu.Lock()
	defer tb.ledger.mu.Unlock()
	for n, sum := range tb.ledger.single {
		if a.stored[n] != sum {
			a.early++
		}
	}
}

// lost returns the messages that were accepted and never acknowledged by the broker as they
// were accepted, and the events and findings that follow from the records and were never
// published.
func (a *acceptance) lost(tb *soakTable) (lost []string) {
	tb.ledger.mu.Lock()
	defer tb.ledger.mu.Unlock()
	for n, sum := range a.stored {
		if tb.ledger.single[n] != sum {
			lost = append(lost, fmt.Sprintf("number %d of row %d", n.seq, n.row))
		}
	}
	for what, n := range a.journal {
		if tb.ledger.reported[what] < n {
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
	for what, n := range l.reported {
		if n > a.journal[what] {
			twice = append(twice, what)
		}
	}
	slices.Sort(twice)
	return twice
}

// follow finds what follows from the records of the journal.
func (a *acceptance) follow(tb *soakTable) {
	a.journal = map[string]int{}
	files := tb.files()
	var e *pipeline.Engine
	for i, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			tb.t.Error(err)
			return
		}
		if e = a.followFile(tb, harness.WithoutTorn(string(text)), e); e == nil {
			return
		}
		if i == len(files)-1 {
			a.add(e.Wake(deadlinesUntil(string(text))))
		}
	}
}

var remark = regexp.MustCompile(`(?m)^# (\d+) (?:message|deadlines)\b`)

// deadlinesUntil returns the time of the last remark in the text of a segment: deadlines until
// then have run out. It is 0 if there is none.
func deadlinesUntil(text string) (at int64) {
	if all := remark.FindAllStringSubmatch(text, -1); len(all) > 0 {
		at, _ = strconv.ParseInt(all[len(all)-1][1], 10, 64)
	}
	return at
}

// followFile follows a file. Its head holds what was known when it was begun; the messages go
// on from those of the file before.
func (a *acceptance) followFile(tb *soakTable, text string, before *pipeline.Engine) *pipeline.Engine {
	log, err := pipeline.ReadAs(sensor.NewReader(strings.NewReader(text)), "replay")
	if err != nil {
		tb.t.Errorf("%s: journal: %v", tb.name, err)
		return nil
	}
	topics, err := transport.NewTopics("hall", tb.name)
	if err != nil {
		tb.t.Error(err)
		return nil
	}
	e, known := log.Engine, 0
	if before == nil {
		e.Encoder = transport.NewEncoder(topics, "replay")
		a.add(e.Begin())
	} else if known, err = strconv.Atoi(pipeline.HeaderValue(log.Header, persist.KnownRecords)); err != nil {
		tb.t.Errorf("%s: a file that follows another: %v", tb.name, err)
	}
	for i, r := range log.Records {
		if i == known && before != nil {
			e.ContinueMessages(before)
		}
		a.add(e.Step(r))
	}
	return e
}

// add takes what followed from a record.
func (a *acceptance) add(o pipeline.Outcome) {
	for _, m := range o.Messages {
		if strings.HasSuffix(m.Topic, "/event") || transport.IsFinding(m.Topic) {
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
	reported map[string]int                 // events and findings, without what names the sending
	single   map[numbered][sha256.Size]byte // the same, as they are
	last     map[string][]byte
	sessions map[string]time.Time // when a session first published a board that it reads
}

// row is the messages of one counter.
type row struct {
	last uint64
	had  map[uint64][sha256.Size]byte
}

func newLedger() *ledger {
	l := &ledger{reported: map[string]int{}, single: map[numbered][sha256.Size]byte{}, last: map[string][]byte{}, sessions: map[string]time.Time{}}
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
	seq := transport.SeqOf(payload)
	if seq > 0 && l.rows[rowOf(topic)].isNew(seq, topic, payload, &l.extra, &l.clash) {
		l.note(topic, payload)
	}
}

// sumOfMessage returns the same checksum for a message that waited and one that did not.
func sumOfMessage(topic string, payload []byte) [sha256.Size]byte {
	return sha256.Sum256(append([]byte(topic+" "), transport.Historical(payload)...))
}

// isNew reports whether a number is new. One that is not has to say the same.
func (r *row) isNew(seq uint64, topic string, payload []byte, extra, clash *int) bool {
	sum := sumOfMessage(topic, payload)
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
	if strings.HasSuffix(topic, "/event") || transport.IsFinding(topic) {
		l.single[numbered{rowOf(topic), transport.SeqOf(payload)}] = sumOfMessage(topic, payload)
	}
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
		l.reported[plainMessage(topic, payload)]++
	case transport.IsFinding(topic):
		l.reported[plainMessage(topic, payload)]++
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

// numbers is how many messages with a number have been acknowledged.
func (l *ledger) numbers() (n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for i := range l.rows {
		n += len(l.rows[i].had)
	}
	return n
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
