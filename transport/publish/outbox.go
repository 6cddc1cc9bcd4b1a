package publish

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/boardd/boardd/transport"
)

// ErrFull is the error if an outbox has no room.
var ErrFull = errors.New("outbox is full")

// Outbox keeps messages in memory, in order, until they are done. Several goroutines may
// use it. NewOutbox makes one.
//
// Of each topic it keeps only the newest retained message, which replaces those before it. When
// the outbox is full, the oldest finding gives way to any message that is no finding, and is
// counted: relays need the events, and the arbiter's snapshot still has the open findings. Nothing
// else gives way. If there is still no room, the outbox refuses messages with ErrFull, except
// retained ones: there are no more of them than topics.
//
// A forgotten message leaves a gap, so that the others need not be moved.
type Outbox struct {
	mu       sync.Mutex
	limit    int
	room     int // bytes of topics and payloads; 0: only the messages are counted
	wake     func()
	settled  func()
	bytes    int
	entries  []entry // by number; some are gaps
	last     uint64
	kept     int
	latest   map[string]uint64 // the last retained message, by topic
	findings []uint64          // oldest first; some are gone
	lost     uint64
}

type entry struct {
	id      uint64
	kept    bool
	at      time.Time // when it was put
	message transport.Message
}

// NewOutbox returns an empty outbox with room for a number of messages, and for a number of bytes
// of topics and payloads. If room is 0, the bytes are not counted.
func NewOutbox(limit, room int) *Outbox {
	return &Outbox{limit: limit, room: room, latest: map[string]uint64{}, wake: func() {}, settled: func() {}}
}

// Notify makes the outbox call wake when Next may have a new message.
func (o *Outbox) Notify(wake func()) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.wake = wake
}

// NotifySettled makes the outbox call settled when Settled may have grown. settled must not use
// the outbox.
func (o *Outbox) NotifySettled(settled func()) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.settled = settled
}

// Put adds a message. With an error it has not added it.
func (o *Outbox) Put(m transport.Message) error {
	_, err := o.PutAll([]transport.Message{m})
	return err
}

// PutAll adds messages. It returns how many it has refused, and why.
func (o *Outbox) PutAll(messages []transport.Message) (refused int, err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, m := range messages {
		if e := o.put(m); e != nil {
			refused, err = refused+1, fmt.Errorf("%s: %w", m.Topic, e)
		}
	}
	o.wake()
	return refused, err
}

func (o *Outbox) put(m transport.Message) error {
	if before, replaces := o.latest[m.Topic]; m.Retain && replaces {
		o.forget(before)
	}
	for o.full(&m) && o.makeRoom(transport.IsFinding(m.Topic)) {
	}
	if o.full(&m) && !m.Retain {
		return ErrFull
	}
	o.add(m)
	return nil
}

// full reports whether there is no room for a message.
func (o *Outbox) full(m *transport.Message) bool {
	return o.kept >= o.limit || o.room > 0 && o.bytes+size(m) > o.room
}

// size returns the bytes that a message counts.
func size(m *transport.Message) int { return len(m.Topic) + len(m.Payload) }

func (o *Outbox) add(m transport.Message) {
	o.last++
	o.entries = append(o.entries, entry{o.last, true, time.Now(), m})
	o.kept++
	o.bytes += size(&m)
	if m.Retain {
		o.latest[m.Topic] = o.last
	}
	if transport.IsFinding(m.Topic) {
		o.findings = append(o.findings, o.last)
	}
}

// makeRoom gives up the oldest finding, and reports whether there was one.
func (o *Outbox) makeRoom(forFinding bool) bool {
	for !forFinding && len(o.findings) > 0 {
		id := o.findings[0]
		o.findings = o.findings[1:]
		if o.forget(id) {
			o.lost++
			return true
		}
	}
	return false
}

// forget forgets a message and reports whether it was kept.
func (o *Outbox) forget(id uint64) bool {
	i := o.find(id)
	if i == len(o.entries) || o.entries[i].id != id || !o.entries[i].kept {
		return false
	}
	m := &o.entries[i].message
	if o.latest[m.Topic] == id {
		delete(o.latest, m.Topic)
	}
	if !m.Retain {
		o.settled()
	}
	o.bytes -= size(m)
	o.entries[i] = entry{id: id}
	o.kept--
	o.trim()
	return true
}

// trim removes the gaps at the front. It removes all gaps if they are more than half of the
// entries.
func (o *Outbox) trim() {
	for len(o.entries) > 0 && !o.entries[0].kept {
		o.entries = o.entries[1:]
	}
	if len(o.entries) > 2*o.kept {
		o.entries = slices.DeleteFunc(o.entries, func(e entry) bool { return !e.kept })
	}
	for len(o.findings) > 0 && (len(o.entries) == 0 || o.findings[0] < o.entries[0].id) {
		o.findings = o.findings[1:]
	}
}

// find returns the index of the first message with a number of at least id.
func (o *Outbox) find(id uint64) int {
	i, _ := slices.BinarySearchFunc(o.entries, id, func(e entry, id uint64) int { return cmp.Compare(e.id, id) })
	return i
}

// Next returns the oldest message with a number above the one given; ok is false if there
// is none. Numbers begin at 1 and grow.
func (o *Outbox) Next(after uint64) (id uint64, m transport.Message, ok bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, e := range o.entries[o.find(after+1):] {
		if e.kept {
			return e.id, e.message, true
		}
	}
	return 0, transport.Message{}, false
}

// Done forgets a message. It does nothing if the message has gone already.
func (o *Outbox) Done(id uint64) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.forget(id)
}

// Last returns the highest number given.
func (o *Outbox) Last() uint64 {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.last
}

// Settled returns the number up to which the outbox keeps only retained messages.
func (o *Outbox) Settled() uint64 {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, e := range o.entries {
		if e.kept && !e.message.Retain {
			return e.id - 1
		}
	}
	return o.last
}

// Len returns how many messages are kept.
func (o *Outbox) Len() int {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.kept
}

// Waiting returns how long the oldest message has been there; 0 if there is none.
func (o *Outbox) Waiting(now time.Time) time.Duration {
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.entries) == 0 {
		return 0
	}
	return now.Sub(o.entries[0].at)
}

// Lost returns how many messages were given up to make room, although nothing replaces them.
func (o *Outbox) Lost() uint64 {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.lost
}
