package journal

import (
	"slices"
	"strings"
)

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
