package sensor

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"

	"golang.org/x/sys/unix"
)

// PortInfo describes a port that need not be open.
type PortInfo struct {
	Path    string // /dev/ttyUSB0
	Stable  string // a name that stays the same: /dev/serial/by-id/…, or by-path, or usb:…; "" if there is none
	VID     string // USB vendor id, four hexadecimal digits; "" if it is not a USB device
	PID     string // USB product id
	Serial  string // USB serial number; many adapters have none
	Maker   string
	Product string
	HID     bool // a HID device, which a board may be; else a serial port
	Allowed bool // this user may open it
	UsedBy  int  // a process that has it open or locked, as far as this user may see; 0 if none
}

// ListPorts lists the serial ports, and the HID devices that may be boards, by path. It opens none: opening a port can
// reset the device behind it, and changes its settings for whoever uses it. root
// is the folder that holds sys, dev and proc: "/" or "" except in tests.
func ListPorts(root string) ([]PortInfo, error) {
	ports, err := sysPorts(root)
	if err != nil {
		return nil, err
	}
	stable, users, holders := stableNames(root), openDevices(root), lockHolders(root)
	for i := range ports {
		p := &ports[i]
		if p.Stable = stable[p.Path]; p.HID {
			p.Stable = p.usbName()
		}
		p.Allowed = syscall.Access(p.Path, readAndWrite) == nil
		if p.UsedBy = holders[deviceID(p.Path)]; p.UsedBy == 0 {
			p.UsedBy = users[p.Path]
		}
	}
	return ports, nil
}

// readAndWrite is R_OK and W_OK of access(2).
const readAndWrite = 4 | 2

// stableNames returns a stable name of each device. It prefers by-id to by-path,
// since that stays the same in another socket.
func stableNames(root string) map[string]string {
	names := map[string]string{}
	for _, folder := range []string{"by-path", "by-id"} {
		links, _ := filepath.Glob(filepath.Join(cmp.Or(root, "/"), "dev/serial", folder, "*"))
		for _, link := range links {
			if device, err := filepath.EvalSymlinks(link); err == nil {
				names[device] = link
			}
		}
	}
	return names
}

// openDevices returns a process that has each device open, as far as this user
// may see.
func openDevices(root string) map[string]int {
	users := map[string]int{}
	links, _ := filepath.Glob(filepath.Join(cmp.Or(root, "/"), "proc/[0-9]*/fd/*"))
	for _, link := range links {
		device, err := os.Readlink(link)
		if err != nil {
			continue
		}
		pid, err := strconv.Atoi(filepath.Base(filepath.Dir(filepath.Dir(link))))
		if err == nil && users[device] == 0 {
			users[device] = pid
		}
	}
	return users
}

// usbPrefix is the beginning of the name of a port that is given by USB ids.
const usbPrefix = "usb:"

// resolvePort returns the device that a name refers to now. It opens nothing.
func resolvePort(root, name string) (string, error) {
	if ids, ok := strings.CutPrefix(name, usbPrefix); ok {
		return resolveUSB(root, ids)
	}
	path := name
	if !strings.Contains(path, "/") {
		path = "/dev/" + path
	}
	if root != "" {
		path = filepath.Join(root, path)
	}
	device, err := filepath.Abs(path)
	if err == nil {
		device, err = filepath.EvalSymlinks(device)
	}
	if err != nil {
		return "", fmt.Errorf("look for port %q: %w", name, reason(err))
	}
	return device, nil
}

// reason returns an error without the system call and the path, because the message names
// the path already.
func reason(err error) error {
	if p, ok := errors.AsType[*fs.PathError](err); ok {
		return p.Err
	}
	return err
}

// resolveUSB returns the one device with the given ids, "2d80:0001[:SERIAL]".
func resolveUSB(root, ids string) (string, error) {
	parts := strings.SplitN(ids, ":", 3)
	if len(parts) < 2 || !isHex4(parts[0]) || !isHex4(parts[1]) {
		return "", fmt.Errorf("look for port %q: want usb:VID:PID or usb:VID:PID:SERIAL, ids of four hexadecimal digits",
			usbPrefix+ids)
	}
	ports, err := sysPorts(root)
	if err != nil {
		return "", err
	}
	var found []string
	for _, p := range ports {
		if strings.EqualFold(p.VID, parts[0]) && strings.EqualFold(p.PID, parts[1]) &&
			(len(parts) == 2 || p.Serial == parts[2]) {
			found = append(found, p.Path)
		}
	}
	switch len(found) {
	case 0:
		return "", fmt.Errorf("look for port %q: %w", usbPrefix+ids, fs.ErrNotExist)
	case 1:
		return found[0], nil
	}
	return "", fmt.Errorf("look for port %q: it means %s: give a serial number or a path in /dev/serial/by-path",
		usbPrefix+ids, strings.Join(found, " and "))
}

// usbName returns the name of a port by its USB ids.
func (p *PortInfo) usbName() string {
	name := usbPrefix + p.VID + ":" + p.PID
	if p.Serial != "" {
		name += ":" + p.Serial
	}
	return name
}

func isHex4(text string) bool {
	return len(text) == 4 && strings.Trim(text, "0123456789abcdefABCDEF") == ""
}

// sysPorts lists the ports that the kernel knows, by path, with what sysfs says about them. It
// opens no device.
func sysPorts(root string) ([]PortInfo, error) {
	class := filepath.Join(cmp.Or(root, "/"), "sys/class/tty")
	entries, err := os.ReadDir(class)
	if err != nil {
		return nil, fmt.Errorf("list serial ports: %w", err)
	}
	var ports []PortInfo
	for _, e := range entries {
		dir := filepath.Join(class, e.Name())
		device, err := filepath.EvalSymlinks(filepath.Join(dir, "device"))
		if err != nil || sysText(dir, "type") == noUART {
			continue // no device behind it: a console, a pseudo-terminal, or gone meanwhile
		}
		info := PortInfo{Path: filepath.Join(cmp.Or(root, "/"), "dev", e.Name())}
		info.describeUSB(device)
		ports = append(ports, info)
	}
	ports = append(ports, hidPorts(root)...)
	slices.SortFunc(ports, func(a, b PortInfo) int { return strings.Compare(a.Path, b.Path) })
	return ports, nil
}

// noUART is the type that sysfs gives a ttyS without a chip behind it.
const noUART = "0"

// describeUSB fills in what the USB device of a tty reports about itself. That device is
// the first folder upwards that has ids.
func (p *PortInfo) describeUSB(device string) {
	for dir := device; dir != "/" && dir != "."; dir = filepath.Dir(dir) {
		if p.VID = sysText(dir, "idVendor"); p.VID == "" {
			continue
		}
		p.PID = sysText(dir, "idProduct")
		p.Product, p.Maker, p.Serial = sysText(dir, "product"), sysText(dir, "manufacturer"), sysText(dir, "serial")
		return
	}
}

// sysText returns the text of a sysfs attribute, "" if there is none.
func sysText(dir, name string) string {
	text, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(text))
}

// portLock keeps other programs off a port, whoever runs them. The tty's own exclusive mode
// does not: it does not bind root, and closing the port a second time ends it. The lock is
// an flock(2) on the device, as other programs use it. It has a file number of its own,
// because the serial library hides its number. It ends with the process at the latest. Port
// writes to this file, which does not wait.
type portLock struct{ fd atomic.Int32 }

func lockPort(device string) (*portLock, error) {
	fd, err := syscall.Open(device, syscall.O_RDWR|syscall.O_NOCTTY|syscall.O_NONBLOCK|syscall.O_CLOEXEC, 0)
	if err == nil {
		if _, no := unix.IoctlGetTermios(fd, unix.TCGETS); errors.Is(no, syscall.ENOTTY) {
			syscall.Close(fd)
			return nil, fmt.Errorf("open %s: %w", device, ErrNoPort)
		}
		if err = syscall.Flock(fd, syscall.LOCK_EX|syscall.LOCK_NB); err == nil {
			return newLock(fd), nil
		}
		syscall.Close(fd)
	}
	return nil, fmt.Errorf("lock %s: %w", device, lockingError(device, err))
}

// newLock returns the lock that an open file holds.
func newLock(fd int) *portLock {
	l := new(portLock)
	l.fd.Store(int32(fd))
	return l
}

// lockingError turns the common errors into errors that callers can test for.
func lockingError(device string, err error) error {
	switch {
	case errors.Is(err, syscall.EWOULDBLOCK), errors.Is(err, syscall.EBUSY):
		if pid := lockHolders("")[deviceID(device)]; pid > 0 {
			return fmt.Errorf("%w by process %d", ErrPortInUse, pid)
		}
		return errInUse
	case errors.Is(err, syscall.EACCES):
		return errNotYours
	case errors.Is(err, syscall.EISDIR):
		return ErrNoPort
	}
	return err
}

// write writes as much as the driver has room for, which may be nothing.
func (l *portLock) write(data []byte) (int, error) {
	n, err := syscall.Write(int(l.fd.Load()), data)
	if err == syscall.EAGAIN || err == syscall.EINTR {
		err = nil
	}
	return max(n, 0), err
}

// release gives the lock up, once. After the port was closed it may wait as long as the
// driver waits for the last bytes to go out.
func (l *portLock) release() {
	if fd := l.fd.Swap(-1); fd >= 0 {
		syscall.Close(int(fd))
	}
}

// lockHolders returns the process that holds a lock on each file, by deviceID.
// Every user may read the kernel's list; lockHolders opens none of the files.
func lockHolders(root string) map[string]int {
	holders := map[string]int{}
	file, err := os.Open(filepath.Join(cmp.Or(root, "/"), "proc/locks"))
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

// deviceID returns the name of a file in the kernel's list of locks, "" if the
// file does not exist.
func deviceID(path string) string {
	var stat unix.Stat_t
	if unix.Stat(path, &stat) != nil {
		return ""
	}
	return fmt.Sprintf("%02x:%02x:%d", unix.Major(stat.Dev), unix.Minor(stat.Dev), stat.Ino)
}
