// Package persist keeps what of a board outlives the program: the journal, the messages
// that the broker has not acknowledged, and the place in the journal up to which they go.
// A start restores the game from them.
package persist

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
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/boardd/boardd/internal/advice"
	"github.com/boardd/boardd/internal/config"
	"github.com/boardd/boardd/internal/journal"
	"github.com/boardd/boardd/transport"
	"github.com/boardd/boardd/transport/publish"
)

// Store is what outlives the program for one board: the journal, and the outbox with the
// messages that the broker has not acknowledged. A nil Store keeps nothing.
//
// Every record goes to the journal first. When the journal has it, the messages that follow
// from it go to the outbox, together with the place of the record in the journal. So a later
// start knows which messages are still to be published: those that follow from the records
// behind that place.
type Store struct {
	folder  string
	Journal *journal.Journal
	Outbox  *publish.Disk
	Trouble Troubles

	// The segment that is being written.
	Segment      string // its name
	Safe         int    // the last record that was synced
	Size         int    // about how many bytes it has
	CompactAfter int    // from how many bytes on it may be compacted
	Game         string // the root of the game's id
	SavedState   string // the last one in it

	// What an earlier start has left.
	Place      Place // of the outbox
	Placed     bool  // the place is right; with an empty place, the outbox was never used
	OutboxGone bool  // there was no outbox

	mu     sync.Mutex
	lock   *os.File // nil: not locked yet
	denied error    // another boardd uses the folder, and what was read may be its own
}

// Place is how far the outbox has come in the journal, and with which message numbers.
type Place struct {
	Log    string    `json:"log"`    // the name of the segment
	Record int       `json:"record"` // the number of the record
	At     int64     `json:"at"`     // deadlines until then have run out
	Safe   int       `json:"safe"`   // the last record that was synced
	Seq    [2]uint64 `json:"seq"`    // the last message numbers
	// Reserved are the highest message numbers that may have been used later, while
	// the disk could not store a place.
	Reserved [2]uint64 `json:"reserved"`
}

// reserve is how many message numbers are reserved beyond those used: more than a hundred
// plies need.
const reserve = 1000

// includes reports whether the messages that follow from a record at a time are in the
// outbox.
func (p *Place) includes(record int, at int64) bool {
	return record < p.Record || record == p.Record && at <= p.At
}

// errShort is the error of a journal whose end is missing, although it had been on the disk.
var errShort = errors.New("the journal ends before what the outbox has had of it")

// Missing returns an error if the journal lacks records that had been on the disk: the
// segment ends too early, or the last one is gone. Records that were not synced may be lost
// in a power cut and are not missing: the board's scan makes up for them. A segment that
// follows the one of the place may be ahead of the outbox.
func (p *Place) Missing(log, after string, records int) error {
	switch {
	case p.Safe == 0 || p.Log == after, p.Log == log && records >= p.Safe:
		return nil
	case p.Log == log:
		return fmt.Errorf("%w: record %d of %d; the game goes on from there", errShort, records, p.Record)
	}
	return fmt.Errorf("%w: the last game's file is not there or empty", errShort)
}

// PlaceNote is the key under which the outbox stores the place.
const PlaceNote = "place"

// StateFolder returns the folder for what outlives the program; "" if there is none. systemd
// may name several folders; the first is ours.
func StateFolder(c *config.Config, getenv func(string) string) string {
	root := c.State
	if root == "" {
		root, _, _ = strings.Cut(getenv("STATE_DIRECTORY"), ":")
	}
	if root == "" {
		return ""
	}
	return filepath.Join(root, c.Site, c.Board)
}

// Open opens the folder of a board, and finds what an earlier start has left. A disk that
// does not work is reported as a trouble. It is an error if another boardd uses the folder,
// or if files cannot be opened or read on a disk that works; the files are left as they are.
func Open(folder string) (*Store, journal.Past, error) {
	s := &Store{folder: folder, Trouble: NewTroubles()}
	var past journal.Past
	var failing error
	err := Retry(func() (err error) {
		past, failing, err = s.read()
		return err
	})
	if failing != nil {
		s.Trouble.Report(transport.JournalFailing, failing)
	}
	if past.Damage != nil {
		s.Trouble.Report(transport.JournalDamaged, fmt.Errorf("%w; the game goes on from what is good%s", past.Damage, asideText(past.Aside)))
	}
	if err == nil {
		err = Retry(func() error { return s.openOutbox(failing != nil) })
	}
	if err != nil {
		s.unlock()
		return nil, journal.Past{}, err
	}
	s.Journal = journal.New(journal.Config{Folder: s.JournalFolder(), Ready: s.Ready, Failed: failing, Failing: s.Trouble.Reporter(transport.JournalFailing)}, past)
	return s, past, nil
}

// read finds the last segment of the journal. Failing says why the disk does not work.
func (s *Store) read() (past journal.Past, failing, err error) {
	failing = s.Ready() // lock before reading: another boardd may be writing
	if s.denied != nil || IsShortage(failing) {
		return past, nil, failing
	}
	past, err = journal.Read(s.JournalFolder())
	if err == nil {
		past, err = s.original(past)
	}
	if IsShortage(err) || errors.Is(err, journal.ErrUnread) && failing == nil {
		return journal.Past{}, nil, err
	}
	return past, cmp.Or(failing, err), nil
}

// openOutbox opens the outbox. On a disk that does not work it does without messages that
// cannot be read.
func (s *Store) openOutbox(failing bool) error {
	c := publish.DiskConfig{Path: filepath.Join(s.folder, "outbox.db"), Limit: OutboxLimit, Ready: s.Ready, Failing: s.Trouble.Reporter(transport.OutboxFailing)}
	_, there := os.Stat(c.Path)
	outbox, damage, err := publish.OpenDisk(c)
	if err != nil && failing && !IsShortage(err) {
		s.Trouble.Report(transport.OutboxDamaged, fmt.Errorf("%w; messages may be lost, the journal has what was played", err))
		c.Unread = true
		outbox, damage, err = publish.OpenDisk(c)
	}
	if err != nil {
		return err
	}
	s.Outbox, s.OutboxGone, s.Placed = outbox, errors.Is(there, fs.ErrNotExist), damage == nil // a damaged outbox may have an old place
	if damage != nil {
		s.Trouble.Report(transport.OutboxDamaged, fmt.Errorf("%w; messages may be lost, the journal has what was played%s", damage.Why, asideText(damage.Aside)))
	}
	if note := outbox.Note(PlaceNote); note != nil {
		s.Placed = json.Unmarshal(note, &s.Place) == nil && s.Placed
	}
	return nil
}

// JournalFolder returns the folder of the journal.
func (s *Store) JournalFolder() string { return filepath.Join(s.folder, "journal") }

// Restore restores the game of the last segment.
func (s *Store) Restore(last journal.Past, session string, topics transport.Topics, first uint64) (*Restored, error) {
	segments, err := s.segments(last)
	if err != nil {
		return nil, err
	}
	return Restore(segments, session, topics, s, first)
}

// asideText says where a damaged file is, if it could be moved.
func asideText(path string) string {
	if path == "" {
		return ""
	}
	return "; the file is " + path
}

// Numbers returns the numbers after which messages are numbered: above all numbers that may
// have been used, since consumers drop a message whose number they have seen. While a disk
// fails, messages are published from memory, and nothing on the disk says how many. They
// used reserved numbers, or fewer than the milliseconds of Unix time. Either bound is
// enough, unless the clock was set back and the disk had failed for long. Messages that
// follow from records behind the place may have been published from memory, and are
// published again.
func (s *Store) Numbers(first uint64) [2]uint64 {
	seq := s.Place.Seq
	for i := range seq {
		seq[i] = max(seq[i], s.Place.Reserved[i], first)
	}
	return seq
}

// Ready locks the folder until the program ends. It is called at the start and before any
// file is made, since the disk may not have worked at the start or may have been removed.
func (s *Store) Ready() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.denied != nil || s.locked() {
		return s.denied
	}
	lock, err := lockFolder(s.folder)
	if errors.Is(err, unix.EWOULDBLOCK) {
		s.denied = &folderTaken{s.folder}
		return s.denied
	}
	if err != nil {
		return err
	}
	if s.lock != nil {
		s.lock.Close()
	}
	s.lock = lock
	return nil
}

// folderTaken is the error if another boardd has locked the folder of a board.
type folderTaken struct{ folder string }

func (e *folderTaken) Error() string {
	return "another boardd keeps this board in " + e.folder +
		"; stop that one (systemctl status 'boardd@*'), or give this one another board or state_dir"
}
func (e *folderTaken) Unwrap() error { return unix.EWOULDBLOCK }

// locked reports whether the lock is held and is still the one that others would find.
func (s *Store) locked() bool {
	if s.lock == nil {
		return false
	}
	named, err := os.Stat(s.lock.Name())
	own, err2 := s.lock.Stat()
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
	for until := time.Now().Add(lockWait); ; time.Sleep(lockWait / 20) {
		err := unix.Flock(int(lock.Fd()), unix.LOCK_EX|unix.LOCK_NB)
		if err == nil {
			return lock, nil
		}
		if err != unix.EWOULDBLOCK || time.Now().After(until) {
			lock.Close()
			return nil, err
		}
	}
}

// lockWait is how long to wait for a lock: a boardd that is just ending still holds it for a
// moment.
const lockWait = time.Second

// Add writes lines to the journal, and then calls send with the messages that follow from
// them.
func (s *Store) Add(e journal.Entry, p Place, messages []transport.Message, send func(publish.Note, []transport.Message)) {
	if e.Sync {
		s.Safe = p.Record
	}
	p.Log, p.Safe = s.Segment, s.Safe
	messages = append([]transport.Message(nil), messages...)
	e.Lines = bytes.Clone(e.Lines)
	where := p.note()
	if len(e.Lines) > 0 && !durable(messages) {
		where = publish.Note{} // no message is durable: the place may stay behind, which saves a commit
	}
	e.Then = func() { send(where, messages) }
	s.Size += len(e.Lines) + 16 // with a checksum
	s.Journal.Add(e)
}

// note returns the place as the outbox stores it, with the reserved numbers.
func (p Place) note() publish.Note {
	for i, n := range p.Seq {
		p.Reserved[i] = n + reserve
	}
	text, _ := json.Marshal(p) // of numbers and a string: it cannot fail
	return publish.Note{Key: PlaceNote, Value: text}
}

// durable reports whether one of the messages goes to the outbox.
func durable(messages []transport.Message) bool {
	return slices.ContainsFunc(messages, func(m transport.Message) bool { return m.QoS > 0 })
}

// Where returns the folder, for the log.
func (s *Store) Where() string {
	if s == nil {
		return "none: nothing outlives the program"
	}
	return s.folder
}

// Close closes the outbox and unlocks the folder. The journal must be closed.
func (s *Store) Close() {
	if s == nil {
		return
	}
	s.Outbox.Close()
	s.unlock()
}

// CloseAll closes the journal and the store.
func (s *Store) CloseAll() {
	s.Journal.Close()
	s.Close()
}

// unlock lets others use the folder.
func (s *Store) unlock() {
	if !s.mu.TryLock() {
		return // Ready waits for a disk that does not answer
	}
	defer s.mu.Unlock()
	if s.lock != nil {
		s.lock.Close()
	}
}

// OutboxLimit is how many messages wait for a broker that is away: some thirty games of a
// hundred plies.
const OutboxLimit = 50_000

// Trouble is a fault of the machine. An empty text says that it is over.
type Trouble struct {
	What transport.Trouble
	Text string
}

// Troubles is a queue of troubles for the daemon to report.
type Troubles chan Trouble

// NewTroubles makes an empty queue.
func NewTroubles() Troubles { return make(Troubles, 64) }

// Report raises an alert, or clears it if err is nil. It never blocks: while the daemon does
// not read the queue, new entries replace old ones.
func (c Troubles) Report(t transport.Trouble, err error) {
	text := ""
	if err != nil {
		text = err.Error()
	}
	for {
		select {
		case c <- Trouble{t, text}:
			return
		default:
		}
		select {
		case <-c:
		default:
		}
	}
}

// Reporter returns a function that reports one kind of trouble.
func (c Troubles) Reporter(t transport.Trouble) func(error) {
	return func(err error) { c.Report(t, err) }
}

// RetryTime is for how long a start retries to open or read a file.
const RetryTime = 5 * time.Second

// Retry calls do until it succeeds, returns an error that will not pass, or RetryTime is
// over.
func Retry(do func() error) error {
	for until := time.Now().Add(RetryTime); ; time.Sleep(RetryTime / 20) {
		err := do()
		if err == nil || !mayPass(err) {
			return err
		}
		if time.Now().After(until) {
			return advice.Add(err, unreadRemedy(err))
		}
	}
}

// mayPass reports whether an error says nothing about the file, so that the next try may
// succeed.
func mayPass(err error) bool {
	return IsShortage(err) || errors.Is(err, syscall.EIO) || errors.Is(err, journal.ErrUnread) || errors.Is(err, publish.ErrUnread)
}

// IsShortage reports whether this program lacks a resource or a right, and the disk works.
func IsShortage(err error) bool {
	for _, e := range []error{syscall.EMFILE, syscall.ENFILE, syscall.ENOMEM, syscall.EACCES, syscall.EPERM} {
		if errors.Is(err, e) {
			return true
		}
	}
	return false
}

// unreadRemedy returns what a person can do about a file that cannot be opened or read.
func unreadRemedy(err error) string {
	if text := advice.For(err); text != "" {
		return text
	}
	return "; nothing of it was touched: see to the disk, or move the file away to do without it"
}
