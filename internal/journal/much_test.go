package journal_test

import (
	"strings"
	"testing"

	"github.com/boardd/boardd/internal/journal"
)

// TestMuchAtOnce: a compacted log is written at once, and may be more than is kept for a
// disk that fails. This one does not.
func TestMuchAtOnce(t *testing.T) {
	folder := t.TempDir()
	var reported reports
	j, _ := open(t, journal.Config{Folder: folder, Most: 1000, Failing: reported.take})
	text := head + strings.Repeat("0 pause\n", 200)
	add(t, j, journal.Entry{Begin: true, Lines: []byte(text), Sync: true})
	add(t, j, lines("1 resume\n"))
	j.Close()
	if got, _ := readBack(t, folder); got != text+"1 resume\n" || len(reported.had()) > 0 {
		t.Errorf("%d bytes of %d, reported %q", len(got), len(text), reported.had())
	}
}
