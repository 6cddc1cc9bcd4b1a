package persist

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/boardd/boardd/internal/journal"
	"github.com/boardd/boardd/transport/publish"
)

// Cursor is the place up to which the broker has acknowledged the messages of the journal, and
// how far the journal has been written.
type Cursor struct {
	Log      string    `json:"log"`      // the segment with the oldest message that the broker has not acknowledged
	Done     int       `json:"done"`     // how many messages of that segment come before it
	Segment  string    `json:"segment"`  // the segment that is being written
	Safe     int       `json:"safe"`     // the last record of it that was synced
	Stored   int       `json:"stored"`   // how many messages it stores
	Reserved [2]uint64 `json:"reserved"` // message numbers up to these may have been used
}

// reserve is how many message numbers are reserved beyond those used: more than a hundred
// plies need.
const reserve = 1000

// cursorName is the name of the cursor's file in a board's folder.
const cursorName = "cursor"

var (
	errCursorDamaged = errors.New("the cursor is not as it was written")
	errCursorGone    = errors.New("the cursor is gone")
	errCursorStall   = errors.New("the disk does not take the cursor")
)

// castagnoli is the polynomial of the checksum, as in the journal.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// ParseCursor reads the text of a cursor's file: JSON, a space, and its checksum.
func ParseCursor(text []byte) (c Cursor, err error) {
	end := max(0, bytes.LastIndexByte(text, ' '))
	if string(text[end:]) != cursorSum(text[:end]) || json.Unmarshal(text[:end], &c) != nil {
		return Cursor{}, errCursorDamaged
	}
	return c, nil
}

// text returns what ParseCursor reads.
func (c Cursor) text() []byte {
	data, _ := json.Marshal(c) // of numbers and strings: it cannot fail
	return append(data, cursorSum(data)...)
}

func cursorSum(data []byte) string {
	return fmt.Sprintf(" %08x\n", crc32.Checksum(data, castagnoli))
}

// readCursor reads the cursor of a folder. The error is errCursorGone, errCursorDamaged or
// journal.ErrUnread.
func readCursor(folder string) (Cursor, error) {
	text, err := os.ReadFile(filepath.Join(folder, cursorName))
	if errors.Is(err, fs.ErrNotExist) {
		return Cursor{}, errCursorGone
	}
	if err != nil {
		return Cursor{}, fmt.Errorf("%w: %w", journal.ErrUnread, err)
	}
	return ParseCursor(text)
}

// writeCursor puts a cursor in the place of the one of a folder. When it returns, the disk
// has the new one; on an error it may have either.
func writeCursor(folder string, c Cursor) error {
	path := filepath.Join(folder, cursorName)
	f, err := os.OpenFile(path+".new", os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err == nil {
		_, err = f.Write(c.text())
		err = errors.Join(err, f.Sync(), f.Close())
	}
	if err == nil {
		err = os.Rename(path+".new", path)
	}
	if err == nil {
		err = journal.SyncFolder(folder)
	}
	if err != nil {
		return fmt.Errorf("write cursor: %w", err)
	}
	return nil
}

// position is the end of a message in the journal, and the outbox's number for it.
type position struct {
	id   uint64
	log  string
	done int
}

// cursorFile writes the cursor of a folder when it has changed, at most once a second. What
// is not written costs no message: after a kill the messages of the last second are sent
// again, with the numbers that they had.
type cursorFile struct {
	folder  string
	outbox  *publish.Outbox
	ready   func() error // returns why nothing may be written
	failing func(error)  // is called when writing fails, and with nil when it works again

	mu    sync.Mutex
	begun bool // an entry has passed; until then nothing is written
	now   Cursor
	used  [2]uint64
	ends  []position // of messages that the outbox may hold, the oldest first

	written Cursor // the writing goroutine's,
	failed  error  // and why writing failed last
	kick    chan struct{}
	closing chan struct{}
	done    chan struct{}
}

// How long to wait between two writes, before a write is tried again, and for one write
// until the disk counts as failing.
const (
	cursorPause = time.Second
	cursorRetry = 2 * time.Second
	cursorStall = 5 * time.Second
)

func newCursorFile(folder string, o *publish.Outbox, ready func() error, failing func(error)) *cursorFile {
	w := &cursorFile{folder: folder, outbox: o, ready: ready, failing: failing,
		kick: make(chan struct{}, 1), closing: make(chan struct{}), done: make(chan struct{})}
	o.NotifySettled(w.signal)
	go w.run()
	return w
}

func (w *cursorFile) signal() {
	select {
	case w.kick <- struct{}{}:
	default:
	}
}

// owes notes that the last message of the outbox is the message number n of a segment.
func (w *cursorFile) owes(log string, n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	p := position{w.outbox.Last(), log, n}
	if last := len(w.ends) - 1; last >= 0 && w.ends[last].id == p.id {
		w.ends[last] = p // the outbox was full
		return
	}
	w.ends = append(w.ends, p)
}

// passed notes how far the journal has come, and the last message numbers.
func (w *cursorFile) passed(segment string, safe, stored int, used [2]uint64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.begun, w.now.Segment, w.now.Safe, w.now.Stored, w.used = true, segment, safe, stored, used
	w.signal()
}

// begin sets where the broker is when nothing is done yet.
func (w *cursorFile) begin(log string, done int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.now.Log, w.now.Done = log, done
}

// next returns the cursor as it should be written. It is false if nothing may be written yet.
func (w *cursorFile) next() (Cursor, bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for settled := w.outbox.Settled(); len(w.ends) > 0 && w.ends[0].id <= settled; w.ends = w.ends[1:] {
		w.now.Log, w.now.Done = w.ends[0].log, w.ends[0].done
	}
	for i, n := range w.used {
		if n+reserve/2 > w.now.Reserved[i] {
			w.now.Reserved[i] = n + reserve
		}
	}
	return w.now, w.begun
}

// run writes until the file is closed.
func (w *cursorFile) run() {
	defer close(w.done)
	for open := true; open; {
		before := w.written
		switch err := w.save(); {
		case err != nil:
			open = w.wait(cursorRetry)
			continue
		case w.written != before:
			open = w.wait(cursorPause)
		}
		select {
		case <-w.kick:
		case <-w.closing:
			open = false
		}
	}
	w.save()
}

// wait waits for some time. It is false if the file is closed.
func (w *cursorFile) wait(d time.Duration) bool {
	select {
	case <-time.After(d):
		return true
	case <-w.closing:
		return false
	}
}

// save writes the cursor if it has changed, and reports when the disk begins to fail and
// when it works again.
func (w *cursorFile) save() error {
	c, begun := w.next()
	if begun && c == w.written && w.failed == nil {
		return nil
	}
	stalled := make(chan struct{})
	late := time.AfterFunc(cursorStall, func() {
		w.became(errCursorStall)
		close(stalled)
	})
	err := w.ready()
	switch {
	case err != nil || !begun:
	case w.gone():
		err, w.written = errCursorGone, Cursor{} // it is written when that is reported
	default:
		err = writeCursor(w.folder, c)
	}
	if !late.Stop() {
		<-stalled
	}
	if err == nil && begun {
		w.written = c
	}
	w.became(err)
	return err
}

// gone reports whether somebody has taken the file away.
func (w *cursorFile) gone() bool {
	_, err := os.Stat(filepath.Join(w.folder, cursorName))
	return w.written != Cursor{} && errors.Is(err, fs.ErrNotExist)
}

func (w *cursorFile) became(err error) {
	if (err == nil) != (w.failed == nil) {
		w.failing(err)
	}
	w.failed = err
}

// close writes what is to be written, once. It does not wait longer for a disk than a write
// may take.
func (w *cursorFile) close() {
	close(w.closing)
	select {
	case <-w.done:
	case <-time.After(cursorStall):
	}
}
