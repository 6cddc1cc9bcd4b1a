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
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
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

// put saves the lines of entries, file by file.
func (j *Journal) put(entries []Entry) error {
	var err error
	sync := false
	var lines []byte
	for i := range entries {
		e := &entries[i]
		if e.lost {
			j.full, j.unsaved, j.from, err = true, nil, nil, errMuch
		}
		if e.Begin {
			err = j.saveLines(lines, sync)
			lines, sync = nil, false
			j.begin(e.From)
		}
		lines = append(lines, e.Lines...)
		sync = sync || e.Sync
	}
	return errors.Join(err, j.saveLines(lines, sync))
}

// begin lets what follows be another file's. What of the one before is not saved
// yet never will be.
func (j *Journal) begin(from *Past) {
	j.file.close()
	j.file, j.unsaved, j.fresh, j.from, j.full, j.sum = nil, nil, true, from, false, 0
	if from != nil {
		j.sum = from.sum
	}
}

func (j *Journal) saveLines(lines []byte, sync bool) error {
	if len(lines) == 0 && j.from == nil {
		return nil
	}
	if len(j.unsaved) > 0 && len(j.unsaved)+len(lines) > j.config.Most || j.file != nil && j.file.size > j.config.Room/2 {
		j.full, j.unsaved, j.from = true, nil, nil
	}
	if j.full {
		return errMuch
	}
	if len(lines) > 0 {
		j.unsaved = appendPart(j.unsaved, &j.sum, lines)
	}
	if j.file != nil && j.file.broken != nil {
		return j.file.broken // see tryAgain
	}
	return j.save(sync)
}

// save writes what is not saved yet.
func (j *Journal) save(sync bool) error {
	began := time.Now()
	if err := j.ready(); err != nil {
		return err
	}
	if j.fresh {
		f, err := j.nextFrom(j.from)
		if err != nil {
			return err
		}
		j.file, j.fresh, j.from, j.spare = f, false, nil, 0
	}
	if err := j.file.add(j.unsaved); err != nil {
		return err
	}
	if j.spare -= int64(len(j.unsaved)); j.spare < 0 {
		j.prune()
	}
	j.unsaved, j.taken = j.unsaved[:0], true
	if sync || len(j.file.recent) > mostRecent {
		err := j.file.sync()
		j.took.Store(int64(time.Since(began)))
		return err
	}
	return nil
}

// CommitTime returns how long the last write took that had to be on the disk; 0 before the
// first.
func (j *Journal) CommitTime() time.Duration { return time.Duration(j.took.Load()) }

// nextFrom makes the next file, which begins with what is good of another one, if there
// is one.
func (j *Journal) nextFrom(p *Past) (*file, error) {
	if p == nil {
		return j.next()
	}
	return j.nextWith(func(f *file) error { return f.beginWith(p) })
}

// next makes the next file. Its number is the highest, as it is the highest that the
// next start goes on with.
func (j *Journal) next() (*file, error) {
	if err := j.lookUp(); err != nil {
		return nil, err
	}
	for {
		f, err := createFile(j.path(j.number + 1))
		if err == nil || errors.Is(err, fs.ErrExist) {
			j.number++
		}
		if !errors.Is(err, fs.ErrExist) {
			return f, err
		}
	}
}

// newName is that of a file that is being made: whoever lists the journal passes it over.
const newName = "new"

// nextWith makes the next file with what fill writes: under its name the disk has all of
// that, or nothing.
func (j *Journal) nextWith(fill func(*file) error) (*file, error) {
	if err := j.lookUp(); err != nil {
		return nil, err
	}
	path := filepath.Join(j.config.Folder, newName)
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("make journal: %w", err)
	}
	f, err := createFile(path)
	if err != nil {
		return nil, err
	}
	if err = fill(f); err == nil {
		err = f.sync()
	}
	for err == nil {
		j.number++
		if err = f.rename(j.path(j.number)); err == nil {
			return f, nil
		}
		if errors.Is(err, fs.ErrExist) {
			err = nil // the power has failed while it was made
		}
	}
	f.discard()
	return nil, err
}

// lookUp finds out the highest number of a folder of which none is known, since it was
// new or could not be read.
func (j *Journal) lookUp() error {
	if j.number > 0 {
		return nil
	}
	all, err := list(j.config.Folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, f := range all {
		j.number = f.number
	}
	return nil
}

// ready asks whether a file may be written that this journal has not written to.
func (j *Journal) ready() error {
	if j.file != nil && j.file.open != nil {
		return nil
	}
	return j.config.Ready()
}

// tryAgain saves what a disk that failed has not taken.
func (j *Journal) tryAgain() {
	switch {
	case j.full || j.file == nil && !j.fresh:
	case j.file != nil && j.file.broken != nil:
		j.attempt(nil, j.renew)
	case len(j.unsaved) > 0 || j.from != nil:
		j.attempt(nil, func() error { return j.save(true) })
	}
}

// renew writes all of a file into a new one. After a write that failed nobody
// knows what of the file is on the disk, and the system does not try again.
func (j *Journal) renew() error {
	if err := j.config.Ready(); err != nil {
		return err
	}
	f, err := j.nextWith(func(f *file) error {
		if err := f.beginAs(j.file); err != nil {
			return err
		}
		return f.add(append(j.file.recent[:len(j.file.recent):len(j.file.recent)], j.unsaved...))
	})
	if err != nil {
		return err
	}
	j.file.close()
	os.Remove(j.file.path)
	j.file, j.unsaved, j.spare, j.taken = f, nil, 0, true
	return nil
}

func (j *Journal) path(number int) string { return pathOf(j.config.Folder, number) }
