package journal

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// file is one log of a journal. A nil one is none.
type file struct {
	path   string
	size   int64 // of what is good
	open   *os.File
	broken error // it cannot be trusted any more

	safe   int64  // how much of it the disk has for certain
	recent []byte // what was written behind that
}

// mostRecent is how much may be written before the disk is asked for certainty in
// any case.
const mostRecent = 256 << 10

// errGone says that somebody has taken the file away.
var errGone = errors.New("the file is gone, or it is another")

// createFile makes a file that is not there yet, and its folder if need be; its name
// outlives a power cut. What is there already is not touched: it may hold a game.
func createFile(path string) (*file, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, fmt.Errorf("make journal: %w", err)
	}
	open, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL|os.O_APPEND, 0o600)
	if err != nil {
		return nil, fmt.Errorf("make journal: %w", err)
	}
	if err := SyncFolder(filepath.Dir(path)); err != nil {
		open.Close()
		os.Remove(path)
		return nil, err
	}
	return &file{path: path, open: open}, nil
}

// SyncFolder makes the names in a folder outlive a power cut.
func SyncFolder(path string) error {
	folder, err := os.Open(path)
	if err == nil {
		err = errors.Join(folder.Sync(), folder.Close())
	}
	if err != nil {
		return fmt.Errorf("make journal: %w", err)
	}
	return nil
}

// rename gives a file a name that none has.
func (f *file) rename(path string) error {
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("make journal: %s: %w", path, cmp.Or(err, fs.ErrExist))
	}
	if err := os.Rename(f.path, path); err != nil {
		return fmt.Errorf("make journal: %w", err)
	}
	f.path = path
	return SyncFolder(filepath.Dir(path))
}

// add appends lines, or nothing: a part of them, as a full disk takes it, is cut
// off again. What an earlier start has left of a line is cut off first.
func (f *file) add(lines []byte) error {
	if f.open == nil {
		open, err := os.OpenFile(f.path, os.O_RDWR|os.O_APPEND, 0)
		if err != nil {
			return fmt.Errorf("write journal: %w", err)
		}
		f.open = open
		if err := f.cut(); err != nil {
			return err
		}
	}
	if _, err := f.open.Write(lines); err != nil {
		return errors.Join(fmt.Errorf("write journal: %w", err), f.cut())
	}
	f.size += int64(len(lines))
	f.recent = append(f.recent, lines...)
	return nil
}

func (f *file) cut() error {
	if err := f.open.Truncate(f.size); err != nil {
		f.broken = fmt.Errorf("write journal: %w", err)
	}
	return f.broken
}

// sync returns when the disk has everything, under the file's name.
func (f *file) sync() error {
	err := f.open.Sync()
	if err == nil && !f.there() {
		err = errGone
	}
	if err != nil {
		f.broken = fmt.Errorf("write journal %q: %w", f.path, err)
		return f.broken
	}
	f.safe, f.recent = f.size, f.recent[:0]
	return nil
}

// there reports whether the file still has its name.
func (f *file) there() bool {
	named, err := os.Stat(f.path)
	open, err2 := f.open.Stat()
	return err == nil && err2 == nil && os.SameFile(named, open)
}

// begin makes the beginning of a new file of what is good of another one, as it is
// there, or nothing. What is read is verified.
func (f *file) begin(src io.Reader, size int64) error {
	var c checker
	_, err := io.Copy(f.open, io.TeeReader(io.LimitReader(src, size), &c))
	if err == nil && c.good != size {
		err = fmt.Errorf("%w while it was written: %s", ErrDamaged, f.path)
	}
	if err != nil {
		return errors.Join(fmt.Errorf("write journal: %w", err), f.cut())
	}
	f.size = size
	return nil
}

// beginAs is begin with what another file of this journal holds. The disk need only
// give back what it has had for certain: through what is open or, as after a card was
// put in again, by its name.
func (f *file) beginAs(old *file) error {
	if old.open != nil {
		if err := f.begin(io.NewSectionReader(old.open, 0, old.safe), old.safe); err == nil || f.broken != nil {
			return err
		}
	}
	named, err := os.Open(old.path)
	if err != nil {
		return fmt.Errorf("read journal: %w", err)
	}
	defer named.Close()
	return f.begin(named, old.safe)
}

// beginWith is begin with what is good of a file of an earlier start.
func (f *file) beginWith(p *Past) error {
	src, err := p.Open()
	if err != nil {
		return err
	}
	defer src.Close()
	return f.begin(src, p.Size)
}

// discard takes away a file that was not made whole.
func (f *file) discard() {
	f.close()
	os.Remove(f.path)
}

func (f *file) close() {
	if f != nil && f.open != nil {
		f.open.Sync() // what was to be safe is already
		f.open.Close()
		f.open = nil
	}
}
