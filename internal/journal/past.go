package journal

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Past is what a journal holds of the last game.
type Past struct {
	Number int    // of the file; 0: there is none
	Size   int64  // bytes of the log, as far as it is good; sums are remarks in it
	Torn   int64  // bytes at its end that were not written whole
	Damage error  // why not all of the file can be used; nil: it can
	Aside  string // where a damaged file is now

	path string
	sum  uint32
}

// ErrUnread says that a file could not be read. That says nothing of what is in it.
var ErrUnread = errors.New("the journal cannot be read")

// damaged is what the name of a damaged file ends in.
const damaged = ".damaged"

// Read finds the last file of a folder, and makes the folder if there is none, for
// nobody else to look into: findings are kept from players (12.6). A file that was read
// and is damaged is moved aside; what is good of it is then to be the beginning of
// a new one. A file in which nothing was written whole says nothing, and the one
// before it has what led to it. The error is ErrUnread, and nothing was done then, or
// of the folder.
func Read(folder string) (Past, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return Past{}, fmt.Errorf("make journal: %w", err)
	}
	files, err := list(folder)
	for _, f := range slices.Backward(files) {
		p, err := check(folder, f)
		if err != nil {
			return Past{}, err
		}
		switch {
		case strings.HasSuffix(f.name, damaged):
			p.Damage = cmp.Or(p.Damage, ErrDamaged)
			p.Aside = p.path
		case p.Damage != nil:
			p.MoveAside(folder)
		}
		if p.Damage != nil || p.Size > 0 {
			return p, nil
		}
	}
	return Past{}, err
}

// Before returns the last file before one of a number, as far as it is good; its number is
// 0 if there is none. It passes over files of which nothing is good, and those that were
// moved aside. It leaves all as it is. The error is ErrUnread.
func Before(folder string, number int) (Past, error) {
	files, err := list(folder)
	if err != nil {
		return Past{}, unread(err)
	}
	for _, f := range slices.Backward(files) {
		if f.number >= number || strings.HasSuffix(f.name, damaged) {
			continue
		}
		p, err := check(folder, f)
		if err != nil {
			return Past{}, err
		}
		if p.Size > 0 {
			return p, nil
		}
	}
	return Past{}, nil
}

// check reads a file and finds out how much of it is good. The error is ErrUnread.
func check(folder string, f named) (Past, error) {
	p := Past{Number: f.number, path: filepath.Join(folder, f.name)}
	file, err := os.Open(p.path)
	if err != nil {
		return Past{}, unread(err)
	}
	defer file.Close()
	var c checker
	size, err := io.Copy(&c, file)
	if err != nil && !errors.Is(err, ErrDamaged) {
		return Past{}, unread(err)
	}
	if p.Size, p.sum, p.Damage = c.good, c.sum, err; err == nil {
		p.Torn = size - p.Size
	}
	return p, nil
}

func unread(err error) error { return fmt.Errorf("%w: %w", ErrUnread, err) }

// Open opens the log, as far as it is good. Errors are ErrUnread.
func (p *Past) Open() (io.ReadCloser, error) {
	file, err := os.Open(p.path)
	if err != nil {
		return nil, unread(err)
	}
	return &pastReader{file, p.Size}, nil
}

// pastReader reads the beginning of a file.
type pastReader struct {
	*os.File
	left int64
}

func (r *pastReader) Read(p []byte) (int, error) {
	if r.left == 0 {
		return 0, io.EOF
	}
	n, err := r.File.Read(p[:min(int64(len(p)), r.left)])
	r.left -= int64(n)
	if err != nil {
		err = unread(err) // the end of the file, too: it has become shorter
	}
	return n, err
}

// MoveAside gives a file another name that cannot be used.
func (p *Past) MoveAside(folder string) {
	path := pathOf(folder, p.Number)
	if os.Rename(path, path+damaged) == nil {
		p.Aside = path + damaged
		p.path = p.Aside
	}
}

func pathOf(folder string, number int) string {
	return filepath.Join(folder, fmt.Sprintf("%06d.log", number))
}

// named is a file of a journal.
type named struct {
	name   string
	number int
	size   int64
}

// list is the files of a folder, the lowest number first, damaged ones among them.
func list(folder string) ([]named, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, fmt.Errorf("read journal: %w", err)
	}
	var all []named
	for _, e := range entries {
		stem, isLog := strings.CutSuffix(strings.TrimSuffix(e.Name(), damaged), ".log")
		n, err := strconv.Atoi(stem)
		if !isLog || err != nil || n < 1 || len(stem) < 6 {
			continue
		}
		f := named{name: e.Name(), number: n}
		if info, err := e.Info(); err == nil {
			f.size = info.Size()
		}
		all = append(all, f)
	}
	slices.SortFunc(all, func(a, b named) int { return cmp.Or(cmp.Compare(a.number, b.number), cmp.Compare(b.name, a.name)) })
	return all, nil
}

// prune takes away the oldest files while there is too much of it all, or there are too
// many; that of the last game never.
func (j *Journal) prune() {
	all, err := list(j.config.Folder)
	if err != nil {
		return // it is tried again with the next game
	}
	total, left := int64(0), len(all)
	for _, f := range all {
		total += f.size
	}
	for _, f := range all {
		if total <= j.config.Room && left <= j.config.Files || f.number >= j.number {
			break
		}
		if os.Remove(filepath.Join(j.config.Folder, f.name)) == nil {
			total, left = total-f.size, left-1
		}
	}
	j.spare = j.config.Room - total
}
