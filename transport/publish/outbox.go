package publish

import (
	"cmp"
	"errors"
	"slices"
	"sync"

	"github.com/boardd/boardd/transport"
)

// Outbox keeps messages, in order, until they are done. It is used by several
// goroutines at once. An error of Next or Done means that it can no longer be
// trusted.
type Outbox interface {
	// Put adds a message, or returns an error and has not kept it.
	Put(m transport.Message) error
	// Next is the oldest message with a number above the one given; ok is false
	// if there is none. Numbers begin at 1 and grow.
	Next(after uint64) (id uint64, m transport.Message, ok bool, err error)
	// Done forgets a message. One that is gone already is no error.
	Done(id uint64) error
	// Last is the highest number given.
	Last() uint64
	// Len is how many messages are kept.
	Len() int
}

// ErrFull says that an outbox has no room.
var ErrFull = errors.New("outbox is full")

// Memory is an outbox in memory: it does not outlive the program.
//
// When it is full, the retained messages of which it has a later one of the
// same topic are forgotten, and counted: the later one says all that they said.
// Nothing else is ever dropped. If that makes no room, events and findings are
// refused with ErrFull; retained messages are taken all the same, since what
// is retained last has to be true, and there are no more of them than topics.
type Memory struct {
	mu        sync.Mutex
	limit     int
	entries   []entry // by id
	last      uint64
	coalesced uint64
}

type entry struct {
	id      uint64
	message transport.Message
}

// NewMemory is an empty outbox with room for so many messages.
func NewMemory(limit int) *Memory { return &Memory{limit: limit} }

// Put implements Outbox.
func (o *Memory) Put(m transport.Message) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.entries) >= o.limit {
		o.coalesce(m)
		if len(o.entries) >= o.limit && !m.Retain {
			return ErrFull
		}
	}
	o.last++
	o.entries = append(o.entries, entry{o.last, m})
	return nil
}

// coalesce forgets every retained message that a later one replaces, the one
// about to be put among the later ones.
func (o *Memory) coalesce(coming transport.Message) {
	later := map[string]bool{coming.Topic: coming.Retain}
	before := len(o.entries)
	slices.Reverse(o.entries)
	o.entries = slices.DeleteFunc(o.entries, func(e entry) bool {
		if !e.message.Retain {
			return false
		}
		gone := later[e.message.Topic]
		later[e.message.Topic] = true
		return gone
	})
	slices.Reverse(o.entries)
	o.coalesced += uint64(before - len(o.entries))
}

// find is the place of the first message with a number of at least id.
func (o *Memory) find(id uint64) (int, bool) {
	return slices.BinarySearchFunc(o.entries, id, func(e entry, id uint64) int { return cmp.Compare(e.id, id) })
}

// Next implements Outbox.
func (o *Memory) Next(after uint64) (uint64, transport.Message, bool, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	i, _ := o.find(after + 1)
	if i == len(o.entries) {
		return 0, transport.Message{}, false, nil
	}
	return o.entries[i].id, o.entries[i].message, true, nil
}

// Done implements Outbox.
func (o *Memory) Done(id uint64) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if i, ok := o.find(id); ok {
		o.entries = slices.Delete(o.entries, i, i+1)
	}
	return nil
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
	return len(o.entries)
}

// Coalesced is how many retained messages were forgotten because a later one
// of the same topic was there.
func (o *Memory) Coalesced() uint64 {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.coalesced
}
