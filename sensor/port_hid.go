package sensor

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"go.bug.st/serial"
	"golang.org/x/sys/unix"
)

// hidVendor is the maker of the one family of boards that are HID devices: Chessnut.
const hidVendor = "2d80"

// makersPage is the least usage page that is a maker's own. Keyboards and the like, which
// Linux reads itself, have others.
const makersPage = 0xff00

// hidDevice is a HID device as the kernel describes it, in sysfs. It need not be open.
type hidDevice struct {
	vid, pid, name, serial string
	page                   uint32 // the first usage page
	numbered               bool   // each report begins with its number
	stands                 bool   // a socket stands in for one
}

// boardsOwn reports whether this may be a board.
func (d *hidDevice) boardsOwn() bool { return d.stands || d.vid == hidVendor && d.page >= makersPage }

func (d *hidDevice) String() string {
	return strings.TrimSpace(fmt.Sprintf("%s:%s %s", d.vid, d.pid, d.name))
}

// findHID returns the HID device behind a path, nil if there is none. It opens nothing. A
// socket counts as one: whoever listens there, with SOCK_SEQPACKET, stands in for a device
// without numbers of reports.
func findHID(root, path string) (*hidDevice, error) {
	if info, err := os.Stat(path); err == nil && info.Mode().Type() == os.ModeSocket {
		return &hidDevice{stands: true}, nil
	}
	if !strings.HasPrefix(filepath.Base(path), "hidraw") {
		return nil, nil
	}
	return readHID(filepath.Join(cmp.Or(root, "/"), "sys/class/hidraw", filepath.Base(path)))
}

// readHID reads what sysfs has on a HID device.
func readHID(dir string) (*hidDevice, error) {
	descriptor, err := os.ReadFile(filepath.Join(dir, "device/report_descriptor"))
	if err != nil {
		return nil, fmt.Errorf("look at HID device %s: %w", filepath.Base(dir), reason(err))
	}
	d := new(hidDevice)
	d.page, d.numbered = readDescriptor(descriptor)
	for line := range strings.Lines(sysText(dir, "device/uevent")) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), "=")
		switch name {
		case "HID_ID": // 0003:00002D80:00008000
			if ids := strings.Split(strings.ToLower(value), ":"); len(ids) == 3 {
				d.vid, d.pid = lastFour(ids[1]), lastFour(ids[2])
			}
		case "HID_NAME":
			d.name = value
		case "HID_UNIQ":
			d.serial = value
		}
	}
	return d, nil
}

func lastFour(id string) string { return id[max(0, len(id)-4):] }

// readDescriptor returns the first usage page of a report descriptor, and whether reports
// have numbers.
func readDescriptor(data []byte) (page uint32, numbered bool) {
	const usagePage, reportID, longItem = 0x04, 0x84, 0xfe
	for len(data) > 0 {
		tag, size := data[0]&^3, [...]int{0, 1, 2, 4}[data[0]&3]
		if data[0] == longItem && len(data) > 1 {
			size = 2 + int(data[1])
		}
		if len(data) < 1+size {
			break
		}
		if tag == usagePage && page == 0 {
			for i := range size {
				page |= uint32(data[1+i]) << (8 * i)
			}
		}
		numbered = numbered || tag == reportID && data[0] != longItem
		data = data[1+size:]
	}
	return page, numbered
}

// hidPorts lists the HID devices that may be boards.
func hidPorts(root string) (ports []PortInfo) {
	folders, _ := filepath.Glob(filepath.Join(cmp.Or(root, "/"), "sys/class/hidraw/hidraw*"))
	for _, dir := range folders {
		d, err := readHID(dir)
		if err != nil || !d.boardsOwn() {
			continue // not a board, or gone meanwhile
		}
		info := PortInfo{Path: filepath.Join(cmp.Or(root, "/"), "dev", filepath.Base(dir)), HID: true}
		if device, err := filepath.EvalSymlinks(filepath.Join(dir, "device")); err == nil {
			info.describeUSB(device)
		}
		info.VID, info.PID = cmp.Or(info.VID, d.vid), cmp.Or(info.PID, d.pid)
		info.Product, info.Serial = cmp.Or(info.Product, d.name), cmp.Or(info.Serial, d.serial)
		ports = append(ports, info)
	}
	return ports
}

// openHID opens a HID device for this program alone.
func openHID(path string, d *hidDevice, config PortConfig) (*Port, error) {
	switch {
	case config.Kind == SerialPort:
		return nil, fmt.Errorf("open %s: %w: it is a HID device, as boards by Chessnut are", path, ErrNoPort)
	case !d.boardsOwn():
		return nil, fmt.Errorf("open %s: %w: it is HID device %s", path, ErrNoBoard, d)
	}
	open := lockHID
	if d.stands {
		open = dialHID
	}
	lock, err := open(path)
	if err != nil {
		return nil, err
	}
	raw := &hidPort{fd: int(lock.fd.Load()), wait: config.ReadTimeout}
	return &Port{path: path, config: config, raw: raw, lock: lock, hid: d, closing: make(chan struct{})}, nil
}

// lockHID opens a device of the kernel, and locks it.
func lockHID(path string) (*portLock, error) {
	fd, err := syscall.Open(path, syscall.O_RDWR|syscall.O_NONBLOCK|syscall.O_CLOEXEC, 0)
	if err == nil {
		if err = syscall.Flock(fd, syscall.LOCK_EX|syscall.LOCK_NB); err == nil {
			return newLock(fd), nil
		}
		syscall.Close(fd)
	}
	if errors.Is(err, syscall.EACCES) {
		return nil, fmt.Errorf("lock %s: %w", path, errNotYoursHID)
	}
	return nil, fmt.Errorf("lock %s: %w", path, lockingError(path, err))
}

var errNotYoursHID = fmt.Errorf("%w: the user must be in the group that owns it, which is root's until boardd's rule for udev gives it to dialout", syscall.EACCES)

// dialHID connects to a socket that stands in for a device.
func dialHID(path string) (*portLock, error) {
	fd, err := syscall.Socket(syscall.AF_UNIX, syscall.SOCK_SEQPACKET|syscall.SOCK_NONBLOCK|syscall.SOCK_CLOEXEC, 0)
	if err == nil {
		if err = syscall.Connect(fd, &syscall.SockaddrUnix{Name: path}); err == nil {
			return newLock(fd), nil
		}
		syscall.Close(fd)
	}
	return nil, fmt.Errorf("open %s: %w", path, err)
}

// hidPort is a HID device in place of a port of the serial library. Its lock closes the file.
type hidPort struct {
	fd   int
	wait time.Duration
}

// Read returns one report, or nothing after the read time-out.
func (h *hidPort) Read(buf []byte) (int, error) {
	ready := []unix.PollFd{{Fd: int32(h.fd), Events: unix.POLLIN}}
	n, err := unix.Poll(ready, int(h.wait/time.Millisecond))
	if err == unix.EINTR || err == nil && n == 0 {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	switch n, err = unix.Read(h.fd, buf); {
	case err == unix.EAGAIN && ready[0].Revents&(unix.POLLERR|unix.POLLHUP) != 0:
		return 0, unix.ENODEV
	case err == unix.EAGAIN, err == unix.EINTR:
		return 0, nil
	case err != nil:
		return 0, err
	case n == 0:
		return 0, io.EOF
	}
	return n, nil
}

func (h *hidPort) SetReadTimeout(t time.Duration) error { h.wait = t; return nil }

// A HID device has no speed and no modem lines, and keeps no input for who opens it.
func (h *hidPort) SetMode(*serial.Mode) error { return nil }
func (h *hidPort) SetDTR(bool) error          { return nil }
func (h *hidPort) SetRTS(bool) error          { return nil }
func (h *hidPort) ResetInputBuffer() error    { return nil }
func (h *hidPort) ResetOutputBuffer() error   { return nil }
func (h *hidPort) Close() error               { return nil }

// framed returns data as the kernel takes a report: with a zero before it, unless its first
// byte is its number.
func (d *hidDevice) framed(data []byte) []byte {
	if d == nil || d.numbered {
		return data
	}
	return append([]byte{0}, data...)
}
