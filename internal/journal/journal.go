// Package journal keeps the log of what happens at a board on the disk.
//
// A journal is a folder of text logs, 000001.log and so on: what `boardd record`
// writes and `boardd replay` reads. Lines are only appended. Behind what was
// written at a time stands a remark with a checksum, so that damage is noticed;
// a file that ends in the middle of a line was being written when the power
// failed, and counts up to its last checksum.
//
// A goroutine owns the file: whoever adds to it waits for nothing. What follows
// from a record, its messages, is handed on when the record is as safe as it is
// to be: handed to the system, or, where that was asked for, on the disk.
//
// When the disk takes nothing, what comes is kept in memory, up to a limit, and
// handed on at once: the game goes on. The disk is tried again, and has then all
// of it.
package journal

import (
	"cmp"
	"errors"
	"sync"
	"sync/atomic"
	"time"
)

// Config says where a journal is and how large it may get. Fields that are zero
// take the value given.
type Config struct {
	Folder string
	Room   int64         // bytes of all files; the oldest go first, never the last game's, of which half is the most; 256 MB
	Files  int           // files, in the same way; 4096
	Most   int           // bytes kept in memory while the disk takes none; 8 MB
	Stall  time.Duration // for one write, after which the disk counts as failing; 5 s
	Retry  time.Duration // between two attempts on a disk that failed; 5 s

	// Ready is asked before a file is made or opened: with an error nothing is
	// written, and it is asked again. Nil: there is nothing to ask.
	Ready func() error
	// Failed is what of the folder did not work before, of which Failing's owner
	// knows already; nil: all did.
	Failed error
	// Failing is called with the reason when the disk refuses to write, and with nil when it
	// writes again. It is called from other goroutines and must not wait.
	Failing func(error)
}

func (c *Config) fill() {
	c.Room = cmp.Or(c.Room, 256<<20)
	c.Files = cmp.Or(c.Files, 4096)
	c.Most = cmp.Or(c.Most, 8<<20)
	c.Stall = cmp.Or(c.Stall, 5*time.Second)
	c.Retry = cmp.Or(c.Retry, 5*time.Second)
	if c.Ready == nil {
		c.Ready = func() error { return nil }
	}
	if c.Failing == nil {
		c.Failing = func(error) {}
	}
}

// Entry is what is added at a time.
type Entry struct {
	Begin bool   // a new file, of which Lines are the first
	From  *Past  // or what is good of this one is, with Begin; nil: none
	Lines []byte // whole lines of a log; there may be none
	Sync  bool   // it has to be on the disk before Then
	Then  func() // what is to be done when it is written; it must not wait. Nil: nothing

	lost bool // there were too many before this one: the file is given up
}

// Journal is a folder that is being written.
type Journal struct {
	config Config

	mu      sync.Mutex
	queue   []Entry
	failing error
	turn    int  // counts beginnings and ends of what is done with the disk
	stuck   bool // a write does not end: what follows from entries is not held up
	held    int  // bytes that have come since
	closed  bool

	took atomic.Int64 // nanoseconds, the last write that was synced
	kick chan struct{}
	done chan struct{}

	// The writing goroutine's.
	file    *file
	number  int    // of the last file
	unsaved []byte // lines, with their sums, that the disk has not taken
	fresh   bool   // they begin a file,
	from    *Past  // behind what is good of this one; nil: of none
	full    bool   // there were too many: this file is given up
	taken   bool   // the disk has taken something
	sum     uint32
	spare   int64 // bytes that may be written before there may be too much of it all
}

var (
	errStall = errors.New("the disk does not take what is written")
	errMuch  = errors.New("there is no room for the rest of this game")
)

// New goes on with a journal at what Read has found in the folder. Nothing is
// written before the first entry.
func New(c Config, p Past) *Journal {
	c.fill()
	j := &Journal{config: c, failing: c.Failed, kick: make(chan struct{}, 1), done: make(chan struct{}), number: p.Number, sum: p.sum}
	if p.Number > 0 && p.Damage == nil {
		j.file = &file{path: j.path(p.Number), size: p.Size, safe: p.Size}
	}
	go j.run()
	return j
}

// Add adds an entry and waits for nothing.
func (j *Journal) Add(e Entry) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.stuck {
		e.then()
		j.hold(&e)
	}
	j.queue = append(j.queue, e)
	j.signal()
}

// hold makes room for an entry while a write does not end: if there is too much, the
// file is given up, and what would follow in it.
func (j *Journal) hold(e *Entry) {
	if j.held > j.config.Most && e.Begin {
		j.held = 0
	}
	if j.held += len(e.Lines); j.held > j.config.Most {
		j.queue, *e = nil, Entry{lost: true}
		j.became(errMuch)
	}
}

// then does what is to be done, once.
func (e *Entry) then() {
	if e.Then != nil {
		e.Then()
		e.Then = nil
	}
}

func (j *Journal) signal() {
	select {
	case j.kick <- struct{}{}:
	default:
	}
}

// Behind reports whether there is what a disk that fails has not taken, and is to have
// when it works again: not if another file begins.
func (j *Journal) Behind() bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.failing != nil && !errors.Is(j.failing, errMuch)
}

// Close writes what was added and ends the journal. It does not wait longer for a
// disk than a write may take.
func (j *Journal) Close() {
	j.mu.Lock()
	j.closed = true
	j.signal()
	j.mu.Unlock()
	select {
	case <-j.done:
	case <-time.After(j.config.Stall):
	}
}

// run writes until the journal is closed.
func (j *Journal) run() {
	defer close(j.done)
	retry := time.NewTicker(j.config.Retry)
	defer retry.Stop()
	for {
		entries, closed := j.take()
		j.write(entries)
		if closed && len(entries) == 0 {
			j.tryAgain()
			break
		}
		if len(entries) > 0 {
			continue
		}
		select {
		case <-j.kick:
		case <-retry.C:
			j.tryAgain()
		}
	}
	j.file.close()
}

func (j *Journal) take() ([]Entry, bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	entries := j.queue
	j.queue = nil
	return entries, j.closed
}

// write writes entries, and does then what was to be done.
func (j *Journal) write(entries []Entry) {
	if len(entries) > 0 {
		j.attempt(entries, func() error { return j.put(entries) })
	}
}

// attempt does something with the disk, and then what follows from entries. A disk
// that does not come back is not waited for.
func (j *Journal) attempt(entries []Entry, do func() error) {
	turn := j.nextTurn()
	late := time.AfterFunc(j.config.Stall, func() { j.stall(turn, entries) })
	err := do()
	late.Stop()
	j.mu.Lock()
	defer j.mu.Unlock()
	j.turn++
	j.stuck, j.held = false, 0
	if err != nil || j.sound() {
		j.became(err)
	}
	j.pass(entries)
}

func (j *Journal) nextTurn() int {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.turn++
	return j.turn
}

// sound reports whether the disk has taken all that there was. The lock is the
// caller's.
func (j *Journal) sound() bool {
	if len(j.queue) > 0 && j.queue[0].lost {
		return false
	}
	return j.taken && len(j.unsaved) == 0 && j.from == nil && !j.full && (j.file == nil || j.file.broken == nil)
}

// stall lets what follows from entries, and from all that come, not wait for a
// write that does not end. One that has ended meanwhile has nothing to do with it.
func (j *Journal) stall(turn int, entries []Entry) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if turn != j.turn {
		return
	}
	j.became(errStall)
	j.stuck = true
	j.pass(entries)
	j.pass(j.queue)
	for i := range j.queue {
		j.held += len(j.queue[i].Lines)
	}
}

func (j *Journal) pass(entries []Entry) {
	for i := range entries {
		entries[i].then()
	}
}

// became reports that the disk fails, or no longer fails, if that is new; or that a game is
// given up. The caller holds the lock.
func (j *Journal) became(err error) {
	givenUp := errors.Is(err, errMuch) && !errors.Is(j.failing, errMuch)
	if (err == nil) == (j.failing == nil) && !givenUp {
		return
	}
	j.failing = err
	j.config.Failing(err)
}
