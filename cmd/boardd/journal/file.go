package journal

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// file is one log of a journal. A nil one is none.
type file struct {
	path   string
	size   int64 // of what is good
	open   *os.File
	broken error // it cannot be trusted any more
}

// createFile makes a file that is not there yet; its name outlives a power cut.
func createFile(path string) (*file, error) {
	open, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC|os.O_APPEND, 0o600)
	if err != nil {
		return nil, fmt.Errorf("make journal: %w", err)
	}
	folder, err := os.Open(filepath.Dir(path))
	if err == nil {
		err = errors.Join(folder.Sync(), folder.Close())
	}
	if err != nil {
		open.Close()
		return nil, fmt.Errorf("make journal: %w", err)
	}
	return &file{path: path, open: open}, nil
}

// add appends lines, or nothing: a part of them, as a full disk takes it, is cut
// off again. What an earlier start has left of a line is cut off first.
func (f *file) add(lines []byte) error {
	if f.open == nil {
		open, err := os.OpenFile(f.path, os.O_WRONLY|os.O_APPEND, 0)
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
	return nil
}

func (f *file) cut() error {
	if err := f.open.Truncate(f.size); err != nil {
		f.broken = fmt.Errorf("write journal: %w", err)
	}
	return f.broken
}

// sync returns when the disk has everything.
func (f *file) sync() error {
	if err := f.open.Sync(); err != nil {
		f.broken = fmt.Errorf("write journal: %w", err)
	}
	return f.broken
}

func (f *file) close() {
	if f != nil && f.open != nil {
		f.open.Sync() // what was to be safe is already
		f.open.Close()
		f.open = nil
	}
}
