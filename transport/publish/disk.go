package publish

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"sync/atomic"
	"time"

	"github.com/boardd/boardd/transport"
	"go.etcd.io/bbolt"
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
	old  bool          // the goroutine's: what is there is kept, see DiskConfig.Unread
}

// DiskConfig says what a Disk needs to know. Fields that are zero take the
// value given.
type DiskConfig struct {
	Path  string
	Limit int           // messages; 50,000
	Room  int           // bytes of topics and payloads; 32 MB
	Stall time.Duration // for a commit, after which the disk counts as failing; 5 s

	// Unread begins without what is in the file, which cannot be read. It is given
	// another name before a new one takes its place.
	Unread bool

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
// one from then on. Nothing that is wrong in the file is an error: what is good is
// kept, and the damage says what was wrong; see Kept. The error is ErrUnread.
func OpenDisk(c DiskConfig) (*Disk, *Damage, error) {
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
	d := &Disk{memory: NewMemory(c.Limit), path: c.Path, stall: c.Stall, ready: c.Ready, told: c.Failing, old: c.Unread, fresh: map[uint64]struct{}{}, stale: map[uint64]struct{}{},
		noted: map[string]struct{}{}, kick: make(chan struct{}, 1), done: make(chan struct{})}
	kept, damage, err := Kept{Notes: map[string][]byte{}}, (*Damage)(nil), error(nil)
	if !c.Unread {
		kept, damage, err = readKept(c.Path)
	}
	if err != nil {
		return nil, nil, err
	}
	d.notes = kept.Notes
	for _, m := range kept.Messages {
		d.memory.add(m.ID, m.Message)
	}
	d.accepted = d.memory.last
	d.memory.room, d.memory.newest, d.memory.gone = c.Room, true, d.gone
	go d.run()
	return d, damage, nil
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

// errStall says that the disk does not answer.
var errStall = errors.New("the disk does not take what is written")

// batch is what one commit changes.
type batch struct {
	last  uint64 // messages up to this one are in the file then
	put   []KeptMessage
	gone  []uint64
	notes map[string][]byte
}

// run writes until the outbox is closed. It alone has to do with the file.
func (d *Disk) run() {
	defer close(d.done)
	debug.SetPanicOnFault(true) // the file is mapped: a disk that fails is seen as a fault, too
	retry := minRetry
	for {
		b, closed := d.take()
		err := d.write(b)
		if closed {
			break
		}
		switch {
		case err != nil:
			d.pause(retry, true)
			retry = min(2*retry, maxRetry)
		case b.idle():
			retry = minRetry
			<-d.kick
			d.settle()
		default:
			retry = minRetry
		}
	}
	d.file.close()
}

// settle waits a moment if all that there is to do is to take away what is done.
func (d *Disk) settle() {
	d.memory.mu.Lock()
	hurry := len(d.fresh)+len(d.noted) > 0 || d.closed
	d.memory.mu.Unlock()
	if !hurry {
		d.pause(idlePause, false)
	}
}

// pause waits, but not for one who closes it, nor, unless the disk has failed,
// for one who has something new.
func (d *Disk) pause(t time.Duration, failed bool) {
	timer := time.NewTimer(t)
	defer timer.Stop()
	for {
		select {
		case <-timer.C:
			return
		case <-d.kick:
		}
		d.memory.mu.Lock()
		end := d.closed || !failed && len(d.fresh)+len(d.noted) > 0
		d.memory.mu.Unlock()
		if end {
			d.signal()
			return
		}
	}
}

// take is what is to be written now.
func (d *Disk) take() (batch, bool) {
	d.memory.mu.Lock()
	defer d.memory.mu.Unlock()
	b := batch{last: d.memory.last, notes: map[string][]byte{}}
	if d.file == nil {
		b.put = d.memory.all()
		b.notes = maps.Clone(d.notes)
		return b, d.closed
	}
	for _, id := range slices.Sorted(maps.Keys(d.fresh)) {
		b.put = append(b.put, KeptMessage{id, d.memory.entries[d.memory.find(id)].message})
	}
	b.gone = slices.Sorted(maps.Keys(d.stale))
	for key := range d.noted {
		b.notes[key] = d.notes[key]
	}
	return b, d.closed
}

func (b *batch) idle() bool { return len(b.put)+len(b.gone)+len(b.notes) == 0 }

// write makes one commit, and tells when the disk begins to fail and when it is
// well again.
func (d *Disk) write(b batch) error {
	if d.file != nil && b.idle() {
		return nil
	}
	turn := d.nextTurn()
	late := time.AfterFunc(d.stall, func() { d.late(turn) })
	began := time.Now()
	err := d.commit(b)
	late.Stop()
	d.took.Store(int64(time.Since(began)))
	if err != nil {
		d.became(err)
		go d.file.close() // the disk may keep it waiting, and bbolt does for ever after a fault
		d.file = nil
		return err
	}
	d.acceptedUpTo(b)
	d.became(nil)
	return nil
}

// CommitTime is how long the last commit took, 0 before the first.
func (d *Disk) CommitTime() time.Duration { return time.Duration(d.took.Load()) }

// commit writes a batch, into a new file if there is none. A fault is an error.
func (d *Disk) commit(b batch) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("write outbox %q: %v", d.path, r)
		}
	}()
	if d.file != nil {
		return d.file.commit(b)
	}
	if err := d.ready(); err != nil {
		return fmt.Errorf("make outbox: %w", err)
	}
	if d.old {
		if err := setAside(d.path); err != nil {
			return fmt.Errorf("make outbox: %w", err)
		}
		d.old = false
	}
	d.file, err = createFile(d.path, b)
	return err
}

// unreadName is what the name of a file ends in that could not be read when it was to be.
const unreadName = ".unread"

// setAside gives a file another name, that none has.
func setAside(path string) error {
	to := path + unreadName
	for n := 2; ; n++ {
		if _, err := os.Lstat(to); errors.Is(err, fs.ErrNotExist) {
			break
		} else if err != nil {
			return err
		}
		to = fmt.Sprint(path, unreadName, n)
	}
	if err := os.Rename(path, to); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// acceptedUpTo takes note of what the file has now.
func (d *Disk) acceptedUpTo(b batch) {
	d.memory.mu.Lock()
	defer d.memory.mu.Unlock()
	for _, m := range b.put {
		if _, fresh := d.fresh[m.ID]; fresh {
			delete(d.fresh, m.ID)
		} else if !d.memory.holds(m.ID) {
			d.stale[m.ID] = struct{}{} // it was forgotten while it was written
		}
	}
	for _, id := range b.gone {
		delete(d.stale, id)
	}
	for key, value := range b.notes {
		if string(d.notes[key]) == string(value) {
			delete(d.noted, key)
		}
	}
	d.accepted = max(d.accepted, b.last)
	d.memory.wake()
}

func (d *Disk) nextTurn() int {
	d.memory.mu.Lock()
	defer d.memory.mu.Unlock()
	d.turn++
	return d.turn
}

// late says that a commit does not come back, if it has not come back meanwhile.
func (d *Disk) late(turn int) {
	d.memory.mu.Lock()
	defer d.memory.mu.Unlock()
	if turn == d.turn {
		d.tell(errStall)
	}
}

// became takes note of how a commit has ended.
func (d *Disk) became(err error) {
	d.memory.mu.Lock()
	defer d.memory.mu.Unlock()
	d.turn++
	d.tell(err)
}

// tell tells whether the disk fails, if that is new. The lock is the caller's.
func (d *Disk) tell(err error) {
	if (err == nil) == (d.failing == nil) {
		return
	}
	d.failing = err
	d.memory.wake()
	d.told(err)
}

// holds reports whether a message is kept.
func (o *Memory) holds(id uint64) bool {
	i := o.find(id)
	return i < len(o.entries) && o.entries[i].id == id && o.entries[i].kept
}

// all is everything that is kept.
func (o *Memory) all() []KeptMessage {
	var all []KeptMessage
	for _, e := range o.entries {
		if e.kept {
			all = append(all, KeptMessage{e.id, e.message})
		}
	}
	return all
}

// The buckets of the file. In one the keys are the numbers of the messages, eight
// bytes, the highest first; in the other they are those of the notes.
var messagesBucket, notesBucket = []byte("messages"), []byte("notes")

// totalKey is that of the note that says how many messages and notes there are: a
// page that has lost some of its elements looks like any other.
var totalKey = []byte{0}

// file is a database that this program has made. It is not read at another start
// (see walkPages).
type file struct {
	db    *bbolt.DB
	path  string
	is    os.FileInfo
	total uint64 // messages and notes
}

// errGone says that somebody has taken the file away.
var errGone = errors.New("the file is gone, or it is another")

// createFile makes a file that holds a batch, and puts it in the place of the one
// that may be there. It makes the folder, if need be.
func createFile(path string, b batch) (*file, error) {
	fresh := path + ".new"
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, fmt.Errorf("make outbox: %w", err)
	}
	if err := os.Remove(fresh); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("make outbox: %w", err)
	}
	db, err := bbolt.Open(fresh, 0o600, &bbolt.Options{Timeout: time.Second, NoFreelistSync: true})
	if err != nil {
		return nil, fmt.Errorf("make outbox %q: %w", fresh, err)
	}
	f := &file{db: db, path: fresh}
	if f.is, err = os.Stat(fresh); err == nil {
		err = f.commit(b)
	}
	if err != nil {
		f.close()
		os.Remove(fresh)
		return nil, err
	}
	if err := os.Rename(fresh, path); err != nil {
		f.close()
		return nil, fmt.Errorf("make outbox: %w", err)
	}
	f.path = path
	return f, syncFolder(filepath.Dir(path))
}

// syncFolder makes a new name outlive a power cut.
func syncFolder(path string) error {
	folder, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("make outbox: %w", err)
	}
	defer folder.Close()
	if err := folder.Sync(); err != nil {
		return fmt.Errorf("make outbox: %w", err)
	}
	return nil
}

// commit returns when the disk has the batch, under the file's name.
func (f *file) commit(b batch) error {
	c := change{total: f.total}
	if err := f.db.Update(func(tx *bbolt.Tx) error { return c.write(tx, b) }); err != nil {
		return fmt.Errorf("write outbox %q: %w", f.path, err)
	}
	if is, err := os.Stat(f.path); err != nil || !os.SameFile(is, f.is) {
		return fmt.Errorf("write outbox %q: %w", f.path, errGone)
	}
	f.total = c.total
	return nil
}

// change is a commit that is being made. The first error sticks.
type change struct {
	messages, notes *bbolt.Bucket
	total           uint64
	err             error
}

func (c *change) write(tx *bbolt.Tx, b batch) error {
	if c.messages, c.err = tx.CreateBucketIfNotExists(messagesBucket); c.err != nil {
		return c.err
	}
	if c.notes, c.err = tx.CreateBucketIfNotExists(notesBucket); c.err != nil {
		return c.err
	}
	for i := range b.put {
		key := messageKey(b.put[i].ID)
		c.put(c.messages, key, appendMessage(nil, key, &b.put[i].Message))
	}
	for _, id := range b.gone {
		if key := messageKey(id); c.messages.Get(key) != nil {
			c.total--
			c.err = cmp.Or(c.err, c.messages.Delete(key))
		}
	}
	for key, value := range b.notes {
		c.put(c.notes, []byte(key), appendNote(nil, []byte(key), value))
	}
	total := c.total
	c.put(c.notes, totalKey, appendNote(nil, totalKey, messageKey(total)))
	c.total = total
	return c.err
}

func (c *change) put(to *bbolt.Bucket, key, value []byte) {
	if to.Get(key) == nil {
		c.total++
	}
	c.err = cmp.Or(c.err, to.Put(key, value))
}

func messageKey(id uint64) []byte { return binary.BigEndian.AppendUint64(nil, id) }

// close lets go of the file; none is none.
func (f *file) close() {
	if f != nil {
		f.db.Close()
	}
}
