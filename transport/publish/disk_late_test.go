package publish

import (
	"os"
	"path/filepath"
	"testing"
)

// TestDiskLate: a commit ends at the moment at which it counts as one that does not.
// That is said too late, and the disk works.
func TestDiskLate(t *testing.T) {
	d := &Disk{memory: NewMemory(1), told: func(error) {}}
	begun := d.nextTurn()
	d.became(nil)
	if d.late(begun); d.failing != nil {
		t.Errorf("failing: %v", d.failing)
	}
	if d.late(d.nextTurn()); d.failing != errStall {
		t.Errorf("one that does not end: failing %v", d.failing)
	}
}

// TestDiskReady: no file is made before one may be; what came until then is in it.
func TestDiskReady(t *testing.T) {
	path := filepath.Join(t.TempDir(), "outbox.db")
	asked, may := make(chan struct{}), make(chan struct{})
	told := make(chan error, 2)
	d, _, err := OpenDisk(DiskConfig{Path: path, Failing: func(err error) { told <- err }, Ready: func() error {
		select {
		case asked <- struct{}{}:
			return errGone
		case <-may:
			return nil
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	<-asked
	if err := <-told; err == nil {
		t.Error("told that it works")
	}
	if exists(path) {
		t.Error("a file is made")
	}
	close(may)
	if err := <-told; err != nil {
		t.Errorf("told %v", err)
	}
	d.Close()
	if !exists(path) {
		t.Error("no file is made")
	}
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
