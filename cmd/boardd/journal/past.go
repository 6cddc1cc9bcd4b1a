package journal

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Past is what a journal holds of the last game.
type Past struct {
	Number int    // of the file; 0: there is none
	Text   []byte // the log, as far as it is good; sums are remarks in it
	Torn   int    // bytes at its end that were not written whole
	Damage error  // why not all of the file can be used; nil: it can
	Aside  string // where a damaged file is now

	size int
	sum  uint32
}

// damaged is what the name of a damaged file ends in.
const damaged = ".damaged"

// Read reads the last file of a folder, and makes the folder if there is none, for
// nobody else to look into: findings are kept from players (12.6). A
// damaged file is moved aside; what is good of it is then to be the beginning of
// a new one. A file in which nothing was written whole says nothing, and the one
// before it has what led to it. The error is of the folder.
func Read(folder string) (Past, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return Past{}, fmt.Errorf("make journal: %w", err)
	}
	files, err := list(folder)
	for i := len(files) - 1; i >= 0; i-- {
		p := readFile(folder, files[i])
		if p.Damage != nil || len(p.Text) > 0 {
			return p, nil
		}
	}
	return Past{}, err
}

func readFile(folder string, f named) Past {
	p := Past{Number: f.number}
	data, err := os.ReadFile(filepath.Join(folder, f.name))
	if err != nil {
		p.Damage = err
	} else {
		p.size, p.sum, p.Damage = verify(data)
		p.Text = data[:p.size]
		p.Torn = len(data) - p.size
	}
	switch {
	case strings.HasSuffix(f.name, damaged):
		p.Damage = cmp.Or(p.Damage, ErrDamaged)
		p.Aside = filepath.Join(folder, f.name)
	case p.Damage != nil:
		p.MoveAside(folder)
	}
	return p
}

// MoveAside gives a file another name that cannot be used.
func (p *Past) MoveAside(folder string) {
	path := pathOf(folder, p.Number)
	if os.Rename(path, path+damaged) == nil {
		p.Aside = path + damaged
	}
}

// Lines are the text without the sums, to be the beginning of another file.
func (p *Past) Lines() []byte { return withoutSums(p.Text) }

func withoutSums(text []byte) []byte {
	var out []byte
	for line := range bytes.Lines(text) {
		if _, isSum := parseSum(line); !isSum {
			out = append(out, line...)
		}
	}
	return out
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

// prune takes away the oldest files while there is too much of it all; that of
// the last game never.
func (j *Journal) prune() {
	all, err := list(j.config.Folder)
	if err != nil {
		return // it is tried again with the next game
	}
	total := int64(0)
	for _, f := range all {
		total += f.size
	}
	for i := 0; total > j.config.Room && i < len(all) && all[i].number < j.number; i++ {
		if os.Remove(filepath.Join(j.config.Folder, all[i].name)) == nil {
			total -= all[i].size
		}
	}
	j.spare = j.config.Room - total
}
