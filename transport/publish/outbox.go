package publish

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/boardd/boardd/transport"
)

// Outbox keeps messages, in order, until they are done. It is used by several
// goroutines at once.
type Outbox interface {
	// Put adds a message, or returns an error and has not kept it.
	Put(m transport.Message) error
	// PutNoted adds several messages and a note, all of it or, if the program is
	// ended meanwhile, none. It says how many it has refused, and why.
	PutNoted(n Note, messages []transport.Message) (refused int, err error)
	// Notify has wake called when there may be something for Next that was not
	// there before.
	Notify(wake func())
	// Next is the oldest message with a number above the one given; ok is false
	// if there is none. Numbers begin at 1 and grow.
	Next(after uint64) (id uint64, m transport.Message, ok bool)
	// Done forgets a message. One that is gone already is no error.
	Done(id uint64)
	// Last is the highest number given.
	Last() uint64
	// Len is how many messages are kept.
	Len() int
	// Lost is how many were given up to make room, although nothing says again
	// what they said.
	Lost() uint64
}

// Note is what a sender wants to find again after a restart, such as how far it
// has come: of each key the last value. Without a key there is none.
type Note struct {
	Key   string
	Value []byte
}

// ErrFull says that an outbox has no room.
var ErrFull = errors.New("outbox is full")

// Memory is an outbox in memory: it does not outlive the program.
//
// When it is full, room is made for a message by forgetting the oldest retained
// one of which there is a later one of the same topic: that says all that it
// said. If there is none, the oldest finding gives way, and is counted, to
// anything but another finding: relays live by the events, and the arbiter's
// snapshot still holds what stands. Nothing else is ever given up. If that makes
// no room, messages are refused with ErrFull, but for retained ones: what is
// retained last has to be true, and there are no more of them than topics.
//
// What is forgotten leaves a gap, so that nothing is moved for it.
type Memory struct {
	mu       sync.Mutex
	limit    int
	room     int  // for so many bytes; 0: only the messages are counted
	newest   bool // of each topic only the last retained message is kept, full or not
	wake     func()
	gone     func(id uint64) // is told of each message that is forgotten; nil: nobody is
	bytes    int
	entries  []entry // by number; some are gone
	last     uint64
	kept     int
	latest   map[string]uint64 // the last retained message, by topic
	replaced []uint64          // retained messages that have a later one, oldest first; some are gone
	findings []uint64          // the same of findings
	lost     uint64
}

type entry struct {
	id      uint64
	kept    bool
	message transport.Message
}

// NewMemory is an empty outbox with room for so many messages.
func NewMemory(limit int) *Memory {
	return &Memory{limit: limit, latest: map[string]uint64{}, wake: func() {}}
}

// Notify implements Outbox.
func (o *Memory) Notify(wake func()) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.wake = wake
}

// Put implements Outbox.
func (o *Memory) Put(m transport.Message) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if err := o.put(m); err != nil {
		return err
	}
	o.wake()
	return nil
}

// PutNoted implements Outbox; nobody can find the note again.
func (o *Memory) PutNoted(_ Note, messages []transport.Message) (refused int, err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	defer o.wake()
	return o.putAll(messages)
}

func (o *Memory) putAll(messages []transport.Message) (refused int, err error) {
	for _, m := range messages {
		if e := o.put(m); e != nil {
			refused, err = refused+1, fmt.Errorf("%s: %w", m.Topic, e)
		}
	}
	return refused, err
}

func (o *Memory) put(m transport.Message) error {
	finding := transport.IsFinding(m.Topic)
	if before, replaces := o.latest[m.Topic]; m.Retain && replaces {
		o.replaced = append(o.replaced, before)
	}
	if o.newest {
		for o.forgetOldest(&o.replaced) {
		}
	}
	for o.full(&m) {
		if o.makeRoom(finding) {
			continue
		}
		if !m.Retain {
			return ErrFull
		}
		break
	}
	o.add(o.last+1, m)
	return nil
}

// full reports whether there is no room for a message.
func (o *Memory) full(m *transport.Message) bool {
	return o.kept >= o.limit || o.room > 0 && o.bytes+size(m) > o.room
}

// size is what a message counts, in bytes.
func size(m *transport.Message) int { return len(m.Topic) + len(m.Payload) }

// add adds a message under a number above all others.
func (o *Memory) add(id uint64, m transport.Message) {
	o.last = id
	o.entries = append(o.entries, entry{o.last, true, m})
	o.kept++
	o.bytes += size(&m)
	if m.Retain {
		o.latest[m.Topic] = o.last
	}
	if transport.IsFinding(m.Topic) {
		o.findings = append(o.findings, o.last)
	}
}

// makeRoom forgets a message that can be spared.
func (o *Memory) makeRoom(forFinding bool) bool {
	if o.forgetOldest(&o.replaced) {
		return true
	}
	if forFinding || !o.forgetOldest(&o.findings) {
		return false
	}
	o.lost++
	return true
}

// forgetOldest forgets the first of some messages that is still kept.
func (o *Memory) forgetOldest(ids *[]uint64) bool {
	for len(*ids) > 0 {
		id := (*ids)[0]
		*ids = (*ids)[1:]
		if o.forget(id) {
			return true
		}
	}
	return false
}

// forget forgets a message and reports whether it was kept.
func (o *Memory) forget(id uint64) bool {
	i := o.find(id)
	if i == len(o.entries) || o.entries[i].id != id || !o.entries[i].kept {
		return false
	}
	topic := o.entries[i].message.Topic
	if o.latest[topic] == id {
		delete(o.latest, topic)
	}
	o.bytes -= size(&o.entries[i].message)
	o.entries[i] = entry{id: id}
	o.kept--
	if o.gone != nil {
		o.gone(id)
	}
	o.trim()
	return true
}

// trim takes away the gaps at the front, and all of them when they are more
// than half of it all.
func (o *Memory) trim() {
	for len(o.entries) > 0 && !o.entries[0].kept {
		o.entries = o.entries[1:]
	}
	if len(o.entries) > 2*o.kept {
		o.entries = slices.DeleteFunc(o.entries, func(e entry) bool { return !e.kept })
	}
	for _, ids := range []*[]uint64{&o.replaced, &o.findings} {
		for len(*ids) > 0 && (len(o.entries) == 0 || (*ids)[0] < o.entries[0].id) {
			*ids = (*ids)[1:]
		}
	}
}

// find is the place of the first message with a number of at least id.
func (o *Memory) find(id uint64) int {
	i, _ := slices.BinarySearchFunc(o.entries, id, func(e entry, id uint64) int { return cmp.Compare(e.id, id) })
	return i
}

// Next implements Outbox.
func (o *Memory) Next(after uint64) (uint64, transport.Message, bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.next(after)
}

func (o *Memory) next(after uint64) (uint64, transport.Message, bool) {
	for _, e := range o.entries[o.find(after+1):] {
		if e.kept {
			return e.id, e.message, true
		}
	}
	return 0, transport.Message{}, false
}

// Done implements Outbox.
func (o *Memory) Done(id uint64) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.forget(id)
}

// Last implements Outbox.
func (o *Memory) Last() uint64 {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.last
}

// Len implements Outbox.
func (o *Memory) Len() int {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.kept
}

// Lost implements Outbox.
func (o *Memory) Lost() uint64 {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.lost
}
