package harness

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// LoopDisk is a file system in a file, which can be cut off, filled and made read-only. Only
// root can make one, and not in every container.
type LoopDisk struct {
	t      testing.TB
	image  string
	Folder string // where it is mounted
}

// NewLoopDisk makes an ext4 of a size in bytes. The test is skipped where that is
// impossible.
func NewLoopDisk(t testing.TB, size int64) *LoopDisk {
	t.Helper()
	d := &LoopDisk{t: t, image: filepath.Join(t.TempDir(), "image"), Folder: t.TempDir()}
	if err := os.WriteFile(d.image, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(d.image, size); err != nil {
		t.Fatal(err)
	}
	for _, command := range [][]string{{"mkfs.ext4", "-q", "-m", "0", d.image}, {"mount", "-o", "loop", d.image, d.Folder}} {
		if out, err := exec.Command(command[0], command[1:]...).CombinedOutput(); err != nil {
			t.Skipf("no file system of its own: %s: %v %s", command[0], err, out)
		}
	}
	t.Cleanup(d.Unmount)
	return d
}

func (d *LoopDisk) Run(command ...string) {
	d.t.Helper()
	if out, err := exec.Command(command[0], command[1:]...).CombinedOutput(); err != nil {
		d.t.Fatalf("%q: %v %s", command, err, out)
	}
}

// Unmount waits until nobody uses the disk.
func (d *LoopDisk) Unmount() {
	Until(d.t, "unmounted", 10*time.Second, func() bool {
		return unix.Unmount(d.Folder, 0) == unix.EINVAL // it is no mount point any more
	})
}

func (d *LoopDisk) Mount() {
	d.t.Helper()
	d.Run("mount", "-o", "loop", d.image, d.Folder)
}

// Replug mounts the file system again as another device, like a card that is taken out and
// put in again. Files that are open stay on the first device.
func (d *LoopDisk) Replug() {
	d.t.Helper()
	data, err := os.ReadFile(d.image)
	if err == nil {
		d.image += ".again"
		err = os.WriteFile(d.image, data, 0o600)
	}
	if err != nil {
		d.t.Fatal(err)
	}
	d.Mount()
}

// Cut stops the file system: nothing more is written, and every access is an error.
func (d *LoopDisk) Cut() {
	d.t.Helper()
	f, err := os.Open(d.Folder)
	if err != nil {
		d.t.Fatal(err)
	}
	defer f.Close()
	if err := unix.IoctlSetPointerInt(int(f.Fd()), ext4Shutdown, noLogFlush); err != nil {
		d.t.Skipf("the file system cannot be stopped: %v", err)
	}
}

// Fill takes all free space. Empty frees it.
func (d *LoopDisk) Fill() {
	d.t.Helper()
	f, err := os.Create(d.filler())
	if err != nil {
		d.t.Fatal(err)
	}
	defer f.Close()
	for size := 1 << 20; size > 0; size /= 2 {
		for err == nil {
			_, err = f.WriteString(strings.Repeat("x", size))
		}
		err = nil
	}
	if err := f.Sync(); err != nil {
		d.t.Fatal(err)
	}
}

func (d *LoopDisk) Empty() {
	d.t.Helper()
	if err := os.Remove(d.filler()); err != nil {
		d.t.Fatal(err)
	}
}

func (d *LoopDisk) filler() string { return filepath.Join(d.Folder, "filler") }

// Abort makes the file system read-only, as the kernel does when it is damaged.
func (d *LoopDisk) Abort() {
	d.t.Helper()
	d.Run("mount", "-o", "remount,abort", d.Folder)
}

// Lose removes what boardd has stored.
func (d *LoopDisk) Lose() {
	d.t.Helper()
	if err := os.RemoveAll(filepath.Join(d.Folder, "hall")); err != nil {
		d.t.Fatal(err)
	}
}

// MemoryDir returns a folder in memory, if the machine has one: a test with many daemons
// does not wait for the disk.
func MemoryDir(t testing.TB) string {
	t.Helper()
	folder, err := os.MkdirTemp("/dev/shm", "boardd-")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { os.RemoveAll(folder) })
	return folder
}

// The ioctl of ext4 that lets a file system stop as in a power cut, and the flag for
// not even writing out its journal: EXT4_IOC_SHUTDOWN and
// EXT4_GOING_FLAGS_NOLOGFLUSH of the kernel's fs/ext4/ext4.h.
const (
	ext4Shutdown = 0x8004587d
	noLogFlush   = 2
)
