package publish

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"go.etcd.io/bbolt"
)

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
