package journal

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Before is what the file before one of a number holds, if all of it is good; of no
// number if not. One in which nothing was written whole says nothing, as in Read.
// Nothing is done to it.
func Before(folder string, number int) Past {
	files, err := list(folder)
	if err != nil {
		return Past{}
	}
	for _, f := range slices.Backward(files) {
		if f.number >= number || strings.HasSuffix(f.name, damaged) {
			continue
		}
		data, err := os.ReadFile(filepath.Join(folder, f.name))
		if err != nil {
			return Past{}
		}
		p := Past{Number: f.number}
		if p.size, p.sum, err = verify(data); err != nil {
			return Past{}
		}
		if p.Text = data[:p.size]; p.size > 0 {
			return p
		}
	}
	return Past{}
}
