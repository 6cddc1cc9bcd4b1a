package journal

import (
	"slices"
	"strings"
)

// Before is the file before one of a number, if all of it is good; of no number if not.
// One in which nothing was written whole says nothing, as in Read. Nothing is done to
// it. The error is ErrUnread.
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
		if err != nil || p.Damage != nil {
			return Past{}, err
		}
		if p.Size > 0 {
			return p, nil
		}
	}
	return Past{}, nil
}
