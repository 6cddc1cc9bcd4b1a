package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// loopDisk is a file system of its own in a file, which can be cut off, filled and
// made read-only. Only root can make one, and not in every container.
type loopDisk struct {
	t      testing.TB
	image  string
	folder string // where it is mounted
}

// newLoopDisk makes an ext4 of so many bytes; the test is skipped where that cannot be.
func newLoopDisk(t testing.TB, size int64) *loopDisk {
	t.Helper()
	d := &loopDisk{t: t, image: filepath.Join(t.TempDir(), "image"), folder: t.TempDir()}
	if err := os.WriteFile(d.image, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(d.image, size); err != nil {
		t.Fatal(err)
	}
	for _, command := range [][]string{{"mkfs.ext4", "-q", "-m", "0", d.image}, {"mount", "-o", "loop", d.image, d.folder}} {
		if out, err := exec.Command(command[0], command[1:]...).CombinedOutput(); err != nil {
			t.Skipf("no file system of its own: %s: %v %s", command[0], err, out)
		}
	}
	t.Cleanup(d.unmount)
	return d
}

func (d *loopDisk) run(command ...string) {
	d.t.Helper()
	if out, err := exec.Command(command[0], command[1:]...).CombinedOutput(); err != nil {
		d.t.Fatalf("%q: %v %s", command, err, out)
	}
}

// unmount waits until nobody uses it any more.
func (d *loopDisk) unmount() {
	until(d.t, "unmounted", 10*time.Second, func() bool {
		return unix.Unmount(d.folder, 0) == unix.EINVAL // it is no mount point any more
	})
}

func (d *loopDisk) mount() {
	d.t.Helper()
	d.run("mount", "-o", "loop", d.image, d.folder)
}

// replug mounts what is on it again as another device, as a card that is taken out and
// put in again. It lies over the first, which those have who have opened it.
func (d *loopDisk) replug() {
	d.t.Helper()
	data, err := os.ReadFile(d.image)
	if err == nil {
		d.image += ".again"
		err = os.WriteFile(d.image, data, 0o600)
	}
	if err != nil {
		d.t.Fatal(err)
	}
	d.mount()
}

// The ioctl of ext4 that lets a file system stop as in a power cut, and the flag for
// not even writing out its journal: EXT4_IOC_SHUTDOWN and
// EXT4_GOING_FLAGS_NOLOGFLUSH of the kernel's fs/ext4/ext4.h.
const (
	ext4Shutdown = 0x8004587d
	noLogFlush   = 2
)

// cut stops it: nothing more is written, and everything that is tried is an error.
func (d *loopDisk) cut() {
	d.t.Helper()
	f, err := os.Open(d.folder)
	if err != nil {
		d.t.Fatal(err)
	}
	defer f.Close()
	if err := unix.IoctlSetPointerInt(int(f.Fd()), ext4Shutdown, noLogFlush); err != nil {
		d.t.Skipf("the file system cannot be stopped: %v", err)
	}
}

// fill takes all the room that is left, and empty gives it back.
func (d *loopDisk) fill() {
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

func (d *loopDisk) empty() {
	d.t.Helper()
	if err := os.Remove(d.filler()); err != nil {
		d.t.Fatal(err)
	}
}

func (d *loopDisk) filler() string { return filepath.Join(d.folder, "filler") }

// abort makes it read-only, as the kernel does when it finds it damaged.
func (d *loopDisk) abort() {
	d.t.Helper()
	d.run("mount", "-o", "remount,abort", d.folder)
}

// lose takes away what boardd keeps.
func (d *loopDisk) lose() {
	d.t.Helper()
	if err := os.RemoveAll(filepath.Join(d.folder, "hall")); err != nil {
		d.t.Fatal(err)
	}
}
