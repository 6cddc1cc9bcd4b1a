package attacks

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

// disk is a file system of its own, in a file.
type disk struct {
	t      *testing.T
	folder string
}

// newDisk makes a disk. The test is skipped where nobody may mount one.
func newDisk(t *testing.T, size int64) *disk {
	t.Helper()
	image := filepath.Join(t.TempDir(), "image")
	d := &disk{t, t.TempDir()}
	if err := os.WriteFile(image, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(image, size); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"mkfs.ext4", "-q", "-m", "0", image}, {"mount", "-o", "loop", image, d.folder}} {
		if out, err := exec.Command(args[0], args[1:]...).CombinedOutput(); err != nil {
			t.Skipf("no disk of its own: %s: %v %s", args[0], err, out)
		}
	}
	t.Cleanup(func() {
		until(t, "unmounted", func() bool { return unix.Unmount(d.folder, 0) == unix.EINVAL })
	})
	return d
}

// The ioctls that freeze a file system, so that every writer waits, and thaw it: FIFREEZE and
// FITHAW of the kernel's include/uapi/linux/fs.h.
const (
	fifreeze = 0xc0045877
	fithaw   = 0xc0045878
)

// freeze makes every writer wait until thaw is called or the test ends.
func (d *disk) freeze() (thaw func()) {
	d.t.Helper()
	f, err := os.Open(d.folder)
	if err == nil {
		err = unix.IoctlSetInt(int(f.Fd()), fifreeze, 0)
	}
	if err != nil {
		d.t.Fatal(err)
	}
	thawed := false
	thaw = func() {
		if !thawed {
			thawed = true
			if err := unix.IoctlSetInt(int(f.Fd()), fithaw, 0); err != nil {
				d.t.Error(err)
			}
			f.Close()
		}
	}
	d.t.Cleanup(thaw)
	return thaw
}
