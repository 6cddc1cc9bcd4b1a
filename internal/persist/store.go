// Package persist keeps what of a board outlives the program: the journal, with the records
// and the messages that follow from them, and a cursor that says which of these messages the
// broker has acknowledged. A start restores the game and what the broker has not had.
package persist

import (
	"bytes"
	"cmp"
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

// Store is what outlives the program for one board. A nil Store keeps nothing.
//
// Every record goes to the journal first, together with the messages that follow from it and
// that nothing replaces. When the disk has them, they go to the outbox, which is in memory.
// The cursor follows the outbox. A later start puts into its outbox the messages of the
// journal that lie behind the cursor.
type Store struct {
	folder  string
	Journal *journal.Journal
	Outbox  *publish.Outbox
	Trouble Troubles
	file    *cursorFile

	// The segment that is being written.
	Segment      string // its name
	Safe         int    // the last record that was synced
	Size         int    // about how many bytes it has
	CompactAfter int    // from how many bytes on it may be compacted
	Game         string // the root of the game's id
	SavedState   string // the last one in it
	messages     int    // how many messages it stores

	// What an earlier start has left.
	Cursor    Cursor
	CursorErr error // why the cursor is not known; nil: it is

	mu     sync.Mutex
	lock   *os.File // nil: not locked yet
	denied error    // another boardd uses the folder, and what was read may be its own
}

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
		err = Retry(func() error { return s.openCursor(failing != nil) })
	}
	if err != nil {
		s.unlock()
		return nil, journal.Past{}, err
	}
	s.Outbox = publish.NewOutbox(OutboxLimit, OutboxRoom)
	s.file = newCursorFile(s.folder, s.Outbox, s.Ready, s.Trouble.Reporter(transport.OutboxFailing))
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

// openCursor reads the cursor. On a disk that does not work it does without one that cannot
// be read.
func (s *Store) openCursor(failing bool) error {
	s.Cursor, s.CursorErr = readCursor(s.folder)
	if errors.Is(s.CursorErr, journal.ErrUnread) && (!failing || IsShortage(s.CursorErr)) {
		return s.CursorErr
	}
	if s.CursorErr != nil && !errors.Is(s.CursorErr, errCursorGone) {
		s.Trouble.Report(transport.OutboxDamaged, cursorTrouble(s.CursorErr))
	}
	return nil
}

// cursorTrouble says what follows if the cursor is not known.
func cursorTrouble(err error) error {
	return fmt.Errorf("%w; messages of the last games are sent again with the numbers that they had, and older ones may be lost", err)
}

// JournalFolder returns the folder of the journal.
func (s *Store) JournalFolder() string { return filepath.Join(s.folder, "journal") }

// asideText says where a damaged file is, if it could be moved.
func asideText(path string) string {
	if path == "" {
		return ""
	}
	return "; the file is " + path
}

// Numbers returns the numbers after which messages are numbered: above all numbers that may
// have been used, since consumers drop a message whose number they have seen. These are
// below the reserved numbers of the cursor, and close to the last that the journal has.
// While a disk fails, nothing on it says how many are used; they are fewer than the
// milliseconds of Unix time. So a number is used twice only if the disk had failed for long
// and the clock was set back.
func (s *Store) Numbers(first uint64, last [2]uint64) [2]uint64 {
	for i := range last {
		if last[i] > 0 {
			last[i] += reserve
		}
		last[i] = max(last[i], s.Cursor.Reserved[i], first)
	}
	return last
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

// Step is what followed from a step of the engine.
type Step struct {
	Record   int       // the number of the last record
	At       int64     // deadlines until then have run out
	Numbers  [2]uint64 // the last message numbers
	Messages []transport.Message
}

// Add writes an entry to the journal, with the messages of a step that nothing replaces. It
// calls send with all messages of the step when they may be sent.
func (s *Store) Add(e journal.Entry, step Step, send func([]transport.Message)) {
	messages := slices.Clone(step.Messages)
	before := s.messages
	e.Lines = bytes.Clone(e.Lines)
	for i := range messages {
		if lasting(&messages[i]) {
			e.Lines = appendMessage(e.Lines, step.At, &messages[i])
			s.messages++
		}
	}
	if e.Sync = e.Sync || s.messages > before; e.Sync {
		s.Safe = step.Record
	}
	segment, safe, stored := s.Segment, s.Safe, s.messages
	e.Then = func() {
		send(messages)
		if stored > before {
			s.file.owes(segment, stored)
		}
		s.file.passed(segment, safe, stored, step.Numbers)
	}
	s.Size += len(e.Lines) + 16 // with a checksum
	s.Journal.Add(e)
}

// Begin begins a segment with the lines of its head, which hold so many records.
func (s *Store) Begin(segment string, head []byte, records int) {
	s.Segment, s.Safe, s.Size, s.CompactAfter, s.messages = segment, records, len(head), 0, 0
	s.Journal.Add(journal.Entry{Begin: true, Lines: head, Sync: true})
}

// CommitTime returns how long the disk took the last time to keep messages; 0 if it has kept
// none.
func (s *Store) CommitTime() time.Duration {
	if s == nil {
		return 0
	}
	return s.Journal.CommitTime()
}

// Where returns the folder, for the log.
func (s *Store) Where() string {
	if s == nil {
		return "none: nothing outlives the program"
	}
	return s.folder
}

// Close writes the cursor and unlocks the folder. The journal must be closed.
func (s *Store) Close() {
	if s == nil {
		return
	}
	s.file.close()
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

// OutboxRoom is how many bytes these may have.
const OutboxRoom = 32 << 20

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
	return IsShortage(err) || errors.Is(err, syscall.EIO) || errors.Is(err, journal.ErrUnread)
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
