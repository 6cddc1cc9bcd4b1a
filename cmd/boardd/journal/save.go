package journal

import (
	"errors"
	"io/fs"
	"os"
)

// put takes up the lines of entries and saves them: each file's for themselves.
func (j *Journal) put(entries []Entry) error {
	var err error
	sync := false
	var lines []byte
	for i := range entries {
		e := &entries[i]
		if e.lost {
			j.full, j.unsaved, err = true, nil, errMuch
		}
		if e.Begin {
			err = j.saveLines(lines, sync)
			lines, sync = nil, false
			j.begin()
		}
		lines = append(lines, e.Lines...)
		sync = sync || e.Sync
	}
	return errors.Join(err, j.saveLines(lines, sync))
}

// begin lets what follows be another file's. What of the one before is not saved
// yet never will be.
func (j *Journal) begin() {
	j.file.close()
	j.file, j.unsaved, j.fresh, j.full, j.sum = nil, nil, true, false, 0
}

func (j *Journal) saveLines(lines []byte, sync bool) error {
	if len(lines) == 0 {
		return nil
	}
	if len(j.unsaved) > 0 && len(j.unsaved)+len(lines) > j.config.Most || j.file != nil && j.file.size > j.config.Room/2 {
		j.full, j.unsaved = true, nil
	}
	if j.full {
		return errMuch
	}
	j.unsaved = appendPart(j.unsaved, &j.sum, lines)
	if j.file != nil && j.file.broken != nil {
		return j.file.broken // see tryAgain
	}
	return j.save(sync)
}

// save writes what is not saved yet.
func (j *Journal) save(sync bool) error {
	if err := j.ready(); err != nil {
		return err
	}
	if j.fresh {
		f, err := j.next()
		if err != nil {
			return err
		}
		j.file, j.fresh, j.spare = f, false, 0
	}
	if err := j.file.add(j.unsaved); err != nil {
		return err
	}
	if j.spare -= int64(len(j.unsaved)); j.spare < 0 {
		j.prune()
	}
	j.unsaved, j.taken = j.unsaved[:0], true
	if sync || len(j.file.recent) > mostRecent {
		return j.file.sync()
	}
	return nil
}

// next makes the next file. Its number is the highest, as it is the highest that the
// next start goes on with: a folder of which none is known, since it was new or could
// not be read, is looked at before.
func (j *Journal) next() (*file, error) {
	if j.number == 0 {
		all, err := list(j.config.Folder)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		for _, f := range all {
			j.number = f.number
		}
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
	case len(j.unsaved) > 0:
		j.attempt(nil, func() error { return j.save(true) })
	}
}

// renew writes all of a file into a new one. After a write that failed nobody
// knows what of the file is on the disk, and the system does not try again.
func (j *Journal) renew() error {
	data, err := j.file.text()
	if err != nil {
		return err
	}
	if err := j.config.Ready(); err != nil {
		return err
	}
	sum := uint32(0)
	text := appendPart(nil, &sum, withoutSums(append(data, j.unsaved...)))
	f, err := j.next()
	if err != nil {
		return err
	}
	if err := errors.Join(f.add(text), f.sync()); err != nil {
		f.close()
		os.Remove(f.path)
		return err
	}
	j.file.close()
	os.Remove(j.file.path)
	j.file, j.sum, j.unsaved, j.spare, j.taken = f, sum, nil, 0, true
	return nil
}

func (j *Journal) path(number int) string { return pathOf(j.config.Folder, number) }
