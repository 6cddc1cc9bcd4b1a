package sensor

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// DefaultLockDir is where lock files go: /run/boardd if it is there, as under
// systemd, else the user's own runtime folder, else the temporary one.
func DefaultLockDir() string {
	if info, err := os.Stat("/run/boardd"); err == nil && info.IsDir() {
		return "/run/boardd"
	}
	if dir := os.Getenv("XDG_RUNTIME_DIR"); dir != "" {
		return dir
	}
	return os.TempDir()
}

// portLock keeps other boardds off a port. The tty's own exclusive mode does
// not: root passes it, and closing the port a second time ends it. The file
// stays when the lock is given up; it is the lock on it that counts, and that
// ends with the process at the latest.
type portLock struct{ file *os.File }

// lockPath is the lock file for a device: /dev/pts/3 has pts-3.lock.
func lockPath(dir, device string) string {
	name := strings.ReplaceAll(strings.TrimPrefix(device, "/dev/"), "/", "-")
	return filepath.Join(dir, "boardd-"+strings.Trim(name, "-")+".lock")
}

func lockPort(dir, device string) (*portLock, error) {
	path := lockPath(dir, device)
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|syscall.O_NOFOLLOW, 0o644)
	if err != nil {
		return nil, fmt.Errorf("lock %s: %w", device, err)
	}
	if err := flock(file, syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		defer file.Close()
		if !errors.Is(err, syscall.EWOULDBLOCK) {
			return nil, fmt.Errorf("lock %s with %s: %w", device, path, err)
		}
		return nil, fmt.Errorf("lock %s with %s: %w by %s", device, path, ErrPortInUse, holder(file))
	}
	if err := writeHolder(file); err != nil {
		file.Close()
		return nil, fmt.Errorf("lock %s with %s: %w", device, path, err)
	}
	return &portLock{file}, nil
}

func flock(file *os.File, how int) error {
	for {
		err := syscall.Flock(int(file.Fd()), how)
		if err != syscall.EINTR {
			return err
		}
	}
}

// writeHolder puts our process id into the lock file, for whoever finds it locked.
func writeHolder(file *os.File) error {
	if err := file.Truncate(0); err != nil {
		return err
	}
	_, err := file.WriteAt([]byte(strconv.Itoa(os.Getpid())+"\n"), 0)
	return err
}

// holder says in words who has a lock.
func holder(file *os.File) string {
	if pid := holderPID(file); pid > 0 {
		return fmt.Sprintf("process %d", pid)
	}
	return "another process"
}

func holderPID(file *os.File) int {
	text, err := io.ReadAll(io.LimitReader(io.NewSectionReader(file, 0, 32), 32))
	if err != nil {
		return 0
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil {
		return 0
	}
	return pid
}

// release gives the lock up.
func (l *portLock) release() {
	l.file.Truncate(0)
	l.file.Close()
}

// lockHolder is the process that holds the lock on a device, 0 if none does.
// It opens the lock file, never the device.
func lockHolder(dir, device string) int {
	file, err := os.Open(lockPath(dir, device))
	if err != nil {
		return 0
	}
	defer file.Close()
	if flock(file, syscall.LOCK_SH|syscall.LOCK_NB) == nil {
		return 0
	}
	return holderPID(file)
}
