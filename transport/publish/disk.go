package publish

import (
	"sync/atomic"
	"time"

	"github.com/boardd/boardd/transport"
)

// Disk is an outbox in a file: it outlives the program and a power cut.
//
// Put waits for nothing. A goroutine of its own owns the file; what came while
// it wrote goes into the next commit together. A message is accepted when the
// commit that holds it has returned from the disk, and only then does Next give
// it away: what the broker has had from us cannot be forgotten by us. What is
// done is taken from the file with the next commit, or after a second; until
// then a power cut brings it back, and it is sent twice.
//
// It gives way as Memory does, with two differences: of each topic it keeps only
// the last retained message, full or not, and the size counts as well as the
// number.
//
// When the file cannot be written, or a commit does not come back in time,
// messages are given away from memory, and the file is tried again, less and
// less often: everything that is not done by then is written anew. Nothing that
// was accepted before is lost by that, since the file stays as it is until
// there is a better one.
type Disk struct {
	memory *Memory
	path   string
	stall  time.Duration
	ready  func() error
	told   func(error) // nil: it can be written again

	// Under the memory's lock.
	accepted uint64              // messages up to this one are in the file
	fresh    map[uint64]struct{} // messages that are not
	stale    map[uint64]struct{} // those in it that are to be taken away
	notes    map[string][]byte   // all of them
	noted    map[string]struct{} // those that the file does not have yet
	turn     int                 // counts commits, and their ends
	failing  error               // why the file cannot be written; nil: it can
	closed   bool

	took atomic.Int64 // nanoseconds, the last commit
	kick chan struct{}
	done chan struct{} // closed when the goroutine has ended
	file *file         // the goroutine's; nil: a new one has to be made
}

// DiskConfig says what a Disk needs to know. Fields that are zero take the
// value given.
type DiskConfig struct {
	Path  string
	Limit int           // messages; 50,000
	Room  int           // bytes of topics and payloads; 32 MB
	Stall time.Duration // for a commit, after which the disk counts as failing; 5 s

	// Ready is asked before a file is made: with an error none is, and it is asked
	// again. Nil: there is nothing to ask.
	Ready func() error
	// Failing is told when the file cannot be written, and why, and nil when it
	// can again. It is called from other goroutines and must not wait.
	Failing func(error)
}

// How long the goroutine waits before it takes what is done from the file, and
// how long at least and at most before it tries a file that failed again.
const (
	idlePause = time.Second
	minRetry  = time.Second
	maxRetry  = 30 * time.Second
)

// OpenDisk reads what is kept in a file, if there is one, and keeps it in a new
// one from then on. Nothing that is wrong with the file is an error: what can be
// read is kept, and the damage says what was wrong; see Kept.
func OpenDisk(c DiskConfig) (*Disk, *Damage) {
	if c.Limit == 0 {
		c.Limit = 50_000
	}
	if c.Room == 0 {
		c.Room = 32 << 20
	}
	if c.Stall == 0 {
		c.Stall = 5 * time.Second
	}
	if c.Ready == nil {
		c.Ready = func() error { return nil }
	}
	if c.Failing == nil {
		c.Failing = func(error) {}
	}
	d := &Disk{memory: NewMemory(c.Limit), path: c.Path, stall: c.Stall, ready: c.Ready, told: c.Failing, fresh: map[uint64]struct{}{}, stale: map[uint64]struct{}{},
		noted: map[string]struct{}{}, kick: make(chan struct{}, 1), done: make(chan struct{})}
	kept, damage := readKept(c.Path)
	d.notes = kept.Notes
	for _, m := range kept.Messages {
		d.memory.add(m.ID, m.Message)
	}
	d.accepted = d.memory.last
	d.memory.room, d.memory.newest, d.memory.gone = c.Room, true, d.gone
	go d.run()
	return d, damage
}

// Note is what was noted last under a key.
func (d *Disk) Note(key string) []byte {
	d.memory.mu.Lock()
	defer d.memory.mu.Unlock()
	return d.notes[key]
}

// Notify implements Outbox.
func (d *Disk) Notify(wake func()) { d.memory.Notify(wake) }

// Put implements Outbox. A message is not accepted yet when it returns.
func (d *Disk) Put(m transport.Message) error {
	_, err := d.PutNoted(Note{}, []transport.Message{m})
	return err
}

// PutNoted implements Outbox.
func (d *Disk) PutNoted(n Note, messages []transport.Message) (refused int, err error) {
	d.memory.mu.Lock()
	defer d.memory.mu.Unlock()
	first := d.memory.last + 1
	refused, err = d.memory.putAll(messages)
	for id := first; id <= d.memory.last; id++ {
		if d.memory.holds(id) {
			d.fresh[id] = struct{}{}
		}
	}
	if n.Key != "" {
		d.notes[n.Key] = n.Value
		d.noted[n.Key] = struct{}{}
	}
	if d.failing != nil {
		d.memory.wake()
	}
	d.signal()
	return refused, err
}

// gone takes note that a message was forgotten.
func (d *Disk) gone(id uint64) {
	if _, fresh := d.fresh[id]; fresh {
		delete(d.fresh, id)
		return
	}
	if id <= d.accepted {
		d.stale[id] = struct{}{}
	}
}

func (d *Disk) signal() {
	select {
	case d.kick <- struct{}{}:
	default:
	}
}

// Next implements Outbox: of the messages that are accepted.
func (d *Disk) Next(after uint64) (uint64, transport.Message, bool) {
	d.memory.mu.Lock()
	defer d.memory.mu.Unlock()
	id, m, ok := d.memory.next(after)
	if ok && id > d.given() {
		return 0, transport.Message{}, false
	}
	return id, m, ok
}

// given is the highest number that Next gives away.
func (d *Disk) given() uint64 {
	if d.failing != nil {
		return d.memory.last
	}
	return d.accepted
}

// Done implements Outbox.
func (d *Disk) Done(id uint64) {
	d.memory.mu.Lock()
	defer d.memory.mu.Unlock()
	d.memory.forget(id)
	d.signal()
}

// Last implements Outbox: of the messages that are accepted.
func (d *Disk) Last() uint64 {
	d.memory.mu.Lock()
	defer d.memory.mu.Unlock()
	return d.given()
}

// Len implements Outbox. Messages that are not accepted yet count.
func (d *Disk) Len() int { return d.memory.Len() }

// Lost implements Outbox.
func (d *Disk) Lost() uint64 { return d.memory.Lost() }

// Close writes what is to be written, once, and ends the use of the file. It
// does not wait longer for a disk than a commit may take.
func (d *Disk) Close() {
	d.memory.mu.Lock()
	d.closed = true
	d.signal()
	d.memory.mu.Unlock()
	select {
	case <-d.done:
	case <-time.After(d.stall):
	}
}
