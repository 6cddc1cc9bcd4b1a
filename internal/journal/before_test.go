package journal_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/boardd/boardd/internal/journal"
)

// TestBefore: the power has failed while a file was made, and the one before it was
// gone on with. A later one comes after that.
func TestBefore(t *testing.T) {
	folder := t.TempDir()
	j, _ := open(t, journal.Config{Folder: folder})
	add(t, j, journal.Entry{Begin: true, Lines: []byte(head), Sync: true})
	j.Close()
	for _, torn := range []string{"", "#! boardd-log 1\n#: boa"} {
		if err := os.WriteFile(filepath.Join(folder, "000002.log"), []byte(torn), 0o600); err != nil {
			t.Fatal(err)
		}
		if got, err := journal.Before(folder, 3); err != nil || got.Number != 1 || linesOf(t, &got) != head {
			t.Errorf("%q: file %d, %v", torn, got.Number, err)
		}
	}
	if got, err := journal.Before(folder, 1); err != nil || got.Number != 0 {
		t.Errorf("file %d, %v", got.Number, err)
	}
}
