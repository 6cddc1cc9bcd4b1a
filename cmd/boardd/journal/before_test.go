package journal_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/boardd/boardd/cmd/boardd/journal"
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
		if got := journal.Before(folder, 3); got.Number != 1 || string(got.Lines()) != head {
			t.Errorf("%q: file %d, %q", torn, got.Number, got.Text)
		}
	}
	if got := journal.Before(folder, 1); got.Number != 0 {
		t.Errorf("file %d", got.Number)
	}
}
