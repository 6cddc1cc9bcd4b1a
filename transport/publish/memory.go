package publish

import (
	"cmp"
	"slices"
	"sync"

	"github.com/boardd/boardd/transport"
)

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
	return &Memory{limit: limit, latest: map[string]uint64{}}
}

// Put implements Outbox.
func (o *Memory) Put(m transport.Message) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	finding := transport.IsFinding(m.Topic)
	before, replaces := o.latest[m.Topic]
	if m.Retain && replaces {
		o.replaced = append(o.replaced, before)
	}
	if o.kept >= o.limit && !o.makeRoom(finding) && !m.Retain {
		return ErrFull
	}
	o.last++
	o.entries = append(o.entries, entry{o.last, true, m})
	o.kept++
	if m.Retain {
		o.latest[m.Topic] = o.last
	}
	if finding {
		o.findings = append(o.findings, o.last)
	}
	return nil
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
	o.entries[i] = entry{id: id}
	o.kept--
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
func (o *Memory) Next(after uint64) (uint64, transport.Message, bool, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, e := range o.entries[o.find(after+1):] {
		if e.kept {
			return e.id, e.message, true, nil
		}
	}
	return 0, transport.Message{}, false, nil
}

// Done implements Outbox.
func (o *Memory) Done(id uint64) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.forget(id)
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
	return o.kept
}

// Lost implements Outbox.
func (o *Memory) Lost() uint64 {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.lost
}
