package sensor

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"

	"golang.org/x/sys/unix"
)

// portLock keeps other programs off a port, whoever runs them. The tty's own
// exclusive mode does not: root passes it, and closing the port a second time
// ends it. The lock is on the device itself, by a file number of its own, since
// the library shows nobody the one that it reads from; other programs that lock
// a tty do the same. It ends with the process at the latest.
type portLock struct{ fd atomic.Int32 }

func lockPort(device string) (*portLock, error) {
	fd, err := syscall.Open(device, syscall.O_RDWR|syscall.O_NOCTTY|syscall.O_NONBLOCK|syscall.O_CLOEXEC, 0)
	if err == nil {
		if err = syscall.Flock(fd, syscall.LOCK_EX|syscall.LOCK_NB); err == nil {
			l := &portLock{}
			l.fd.Store(int32(fd))
			return l, nil
		}
		syscall.Close(fd)
	}
	return nil, fmt.Errorf("lock %s: %w", device, lockingError(device, err))
}

// lockingError gives the two common errors the names that callers can test for.
func lockingError(device string, err error) error {
	switch {
	case errors.Is(err, syscall.EWOULDBLOCK), errors.Is(err, syscall.EBUSY):
		if pid := lockHolders("")[deviceID(device)]; pid > 0 {
			return fmt.Errorf("%w by process %d", ErrPortInUse, pid)
		}
		return errInUse
	case errors.Is(err, syscall.EACCES):
		return errNotYours
	}
	return err
}

// release gives the lock up, once. If the port was closed before, it may take
// as long as the driver waits for the last bytes to go out.
func (l *portLock) release() {
	if fd := l.fd.Swap(-1); fd >= 0 {
		syscall.Close(int(fd))
	}
}

// lockHolders is the process that holds a lock on each file, by deviceID. The
// kernel tells it to every user; it opens none of the files.
func lockHolders(root string) map[string]int {
	holders := map[string]int{}
	file, err := os.Open(filepath.Join(rootOr(root), "proc/locks"))
	if err != nil {
		return holders
	}
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		// 1: FLOCK  ADVISORY  WRITE 5717 00:1a:3 0 EOF
		f := strings.Fields(lines.Text())
		if len(f) < 6 || f[1] != "FLOCK" {
			continue
		}
		if pid, err := strconv.Atoi(f[4]); err == nil && pid > 0 {
			holders[f[5]] = pid
		}
	}
	return holders
}

// deviceID is the name that the kernel gives a file in its list of locks; ""
// if the file is not there.
func deviceID(path string) string {
	var stat unix.Stat_t
	if unix.Stat(path, &stat) != nil {
		return ""
	}
	return fmt.Sprintf("%02x:%02x:%d", unix.Major(stat.Dev), unix.Minor(stat.Dev), stat.Ino)
}
