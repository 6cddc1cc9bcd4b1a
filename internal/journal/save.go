package journal

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

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
