package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sys/unix"

	"github.com/boardd/boardd/cmd/boardd/journal"
	"github.com/boardd/boardd/transport"
	"github.com/boardd/boardd/transport/publish"
)

// keeping is what of a board outlives the program: its journal, and the messages
// that the broker has not had. Nil keeps nothing.
//
// What happens goes to the journal first, and its messages go to the outbox when
// the journal has it. With them goes the place in the journal that they came
// from. So a later start knows which messages are still to be sent: those that
// follow from what stands behind that place.
type keeping struct {
	folder  string
	journal *journal.Journal
	outbox  *publish.Disk
	log     string // what the journal's present file is known by
	safe    int    // the last record of it that is on the disk
	size    int    // bytes of it, about
	long    int    // bytes before it is looked at again whether it is too long
	game    string // the game that it is about
	learnt  string // what the journal says of that
	place   place  // of the outbox, when it was opened
	placed  bool   // it can be relied on: if it is none, nothing was put there yet
	gone    bool   // there was no outbox
	trouble chan trouble

	mu     sync.Mutex
	lock   *os.File // nil: not had yet
	denied error    // another boardd has it, and what was read may be its own by now
}

// place is how far an outbox has come in a journal, and with which numbers.
type place struct {
	Log    string    `json:"log"`
	Record int       `json:"record"`
	At     int64     `json:"at"`   // what was due until then has been said, too
	Safe   int       `json:"safe"` // the last record that the disk was to keep through a power cut
	Seq    [2]uint64 `json:"seq"`
	// Reserved are numbers up to which messages may have been given away later, while
	// the disk took no place any more.
	Reserved [2]uint64 `json:"reserved"`
}

// reserve is how many numbers beyond those given are reserved: those of more than a
// hundred plies.
const reserve = 1000

// covers reports whether what follows from a record at a time was put into the
// outbox.
func (p *place) covers(record int, at int64) bool {
	return record < p.Record || record == p.Record && at <= p.At
}

// errShort says that a journal's end is missing that had been on the disk.
var errShort = errors.New("the journal ends before what the outbox has had of it")

// missing reports how a journal lacks what the disk had of it: it ends too early, or
// all of its last file is gone. What a power cut takes that was not to be safe yet is
// not missed: the board's scan tells. A file that follows on the outbox's own may be
// further than the outbox.
func (p *place) missing(log, after string, records int) error {
	switch {
	case p.Safe == 0 || p.Log == after, p.Log == log && records >= p.Safe:
		return nil
	case p.Log == log:
		return fmt.Errorf("%w: record %d of %d; the game goes on from there", errShort, records, p.Record)
	}
	return fmt.Errorf("%w: the last game's file is not there or empty", errShort)
}

// trouble is something that is wrong with the machine; over without a text.
type trouble struct {
	what transport.Trouble
	text string
}

// placeNote is under which name the outbox keeps the place.
const placeNote = "place"

// stateFolder is where the board keeps what must outlive the program; empty for
// nowhere. systemd may name several folders; the first is ours.
func stateFolder(c *config, getenv func(string) string) string {
	root := c.State
	if root == "" {
		root, _, _ = strings.Cut(getenv("STATE_DIRECTORY"), ":")
	}
	if root == "" {
		return ""
	}
	return filepath.Join(root, c.Site, c.Board)
}

// openKeeping opens the folder of a board, and reads what an earlier start has
// left. A disk that does not work is a trouble; only that another boardd has the
// folder is an error.
func openKeeping(folder string) (*keeping, journal.Past, error) {
	k := &keeping{folder: folder, trouble: make(chan trouble, 64)}
	err := k.ready() // first: what is read may grow otherwise
	if k.denied != nil {
		return nil, journal.Past{}, err
	}
	past, unread := journal.Read(filepath.Join(folder, "journal"))
	past = k.original(past)
	if err = cmp.Or(err, unread); err != nil {
		k.tell(transport.JournalFailing, err)
	}
	if past.Damage != nil {
		k.tell(transport.JournalDamaged, fmt.Errorf("%w; the game goes on from what is good%s", past.Damage, asideText(past.Aside)))
	}
	failing := func(t transport.Trouble) func(error) { return func(err error) { k.tell(t, err) } }
	path := filepath.Join(folder, "outbox.db")
	_, there := os.Stat(path)
	k.gone = errors.Is(there, fs.ErrNotExist)
	outbox, damage := publish.OpenDisk(publish.DiskConfig{Path: path, Limit: outboxLimit,
		Ready: k.ready, Failing: failing(transport.OutboxFailing)})
	if damage != nil {
		k.tell(transport.OutboxDamaged, fmt.Errorf("%w; messages may be lost, the journal has what was played%s", damage.Why, asideText(damage.Aside)))
	}
	k.outbox = outbox
	k.placed = damage == nil // else it may be an old one
	if note := outbox.Note(placeNote); note != nil {
		k.placed = json.Unmarshal(note, &k.place) == nil && k.placed
	}
	k.journal = journal.New(journal.Config{Folder: filepath.Join(folder, "journal"),
		Ready: k.ready, Failed: err, Failing: failing(transport.JournalFailing)}, past)
	return k, past, nil
}

// asideText says where a damaged file is, if it could be moved.
func asideText(path string) string {
	if path == "" {
		return ""
	}
	return "; the file is " + path
}

// numbers are those after which messages go on: above all that can have been given,
// since consumers drop what has a number that they have had. On a disk that fails,
// messages are given away from memory, and nothing on it says how many: they are those
// reserved, or fewer than the milliseconds of Unix time. Either is enough, unless the
// clock was set back and the disk had failed for long. What follows from records behind
// the place may have been given from memory, too; it is said again.
func (k *keeping) numbers(first uint64) [2]uint64 {
	seq := k.place.Seq
	for i := range seq {
		seq[i] = max(seq[i], k.place.Reserved[i], first)
	}
	return seq
}

// ready keeps other boardds from the folder until the program ends. It is asked at the
// start and, as the disk may not have worked then or have been taken away since,
// before any file is made.
func (k *keeping) ready() error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.denied != nil || k.locked() {
		return k.denied
	}
	lock, err := lockFolder(k.folder)
	if errors.Is(err, unix.EWOULDBLOCK) {
		k.denied = fmt.Errorf("another boardd keeps this board in %s: %w", k.folder, err)
		return k.denied
	}
	if err != nil {
		return err
	}
	if k.lock != nil {
		k.lock.Close()
	}
	k.lock = lock
	return nil
}

// locked reports whether the lock is had, and is still what others would find.
func (k *keeping) locked() bool {
	if k.lock == nil {
		return false
	}
	named, err := os.Stat(k.lock.Name())
	own, err2 := k.lock.Stat()
	return err2 == nil && (err == nil && os.SameFile(named, own) || err != nil && !errors.Is(err, fs.ErrNotExist))
}

// lockFolder makes a folder, if need be, and locks it.
func lockFolder(folder string) (*os.File, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	lock, err := os.OpenFile(filepath.Join(folder, "lock"), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	if err := unix.Flock(int(lock.Fd()), unix.LOCK_EX|unix.LOCK_NB); err != nil {
		lock.Close()
		return nil, err
	}
	return lock, nil
}

// tell has the daemon raise or clear an alert.
func (k *keeping) tell(t transport.Trouble, err error) {
	text := ""
	if err != nil {
		text = err.Error()
	}
	select {
	case k.trouble <- trouble{t, text}:
	default: // the daemon stands still
	}
}

// troubles are those that are to be told; none if nothing is kept.
func (k *keeping) troubles() <-chan trouble {
	if k == nil {
		return nil
	}
	return k.trouble
}

// add has lines written, and then the messages sent that follow from them.
func (k *keeping) add(e journal.Entry, p place, messages []transport.Message, send func(publish.Note, []transport.Message)) {
	if e.Sync {
		k.safe = p.Record
	}
	p.Log, p.Safe = k.log, k.safe
	for i, n := range p.Seq {
		p.Reserved[i] = n + reserve
	}
	note, err := json.Marshal(p)
	if err != nil {
		note = nil // numbers and letters: there is nothing to go wrong
	}
	messages = append([]transport.Message(nil), messages...)
	e.Lines = bytes.Clone(e.Lines)
	where := publish.Note{Key: placeNote, Value: note}
	if len(e.Lines) > 0 && !lasting(messages) {
		where = publish.Note{} // the place may stay behind a record that says nothing: each would cost a commit
	}
	e.Then = func() { send(where, messages) }
	k.size += len(e.Lines) + 16 // with its sum
	k.journal.Add(e)
}

// lasting reports whether one of the messages is for the outbox.
func lasting(messages []transport.Message) bool {
	return slices.ContainsFunc(messages, func(m transport.Message) bool { return m.QoS > 0 })
}

// where says where it is kept, for the log.
func (k *keeping) where() string {
	if k == nil {
		return "none: nothing outlives the program"
	}
	return k.folder
}

// close writes what is to be written.
func (k *keeping) close() {
	if k == nil {
		return
	}
	k.outbox.Close()
	if k.mu.TryLock() && k.lock != nil { // else the disk does not answer
		k.lock.Close()
	}
}
