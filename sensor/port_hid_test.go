package sensor

import (
	"bytes"
	"errors"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"syscall"
	"testing"
	"time"
)

// descriptors are those of a maker's own page without and with numbers of reports, of two bytes
// and one, and of a keyboard.
const (
	makersOwn   = "\x06\x00\xff\x09\x01\xa1\x01\x15\x00\x26\xff\x00\x75\x08\x95\x40\x09\x02\x81\x02\xc0"
	makersOwn2  = "\x06\xa0\xff\x09\x01\xa1\x01\x85\x01\x15\x00\x26\xff\x00\x75\x08\x95\x3f\x09\x02\x81\x02\xc0"
	keyboards   = "\x05\x01\x09\x06\xa1\x01\x05\x07\x19\xe0\xc0\x06\x00\xff"
	hidOfBoard  = "DRIVER=hid-generic\nHID_ID=0003:00002D80:00008001\nHID_NAME=Chessnut Chessnut Air\nHID_PHYS=usb-1/input0\nHID_UNIQ=77\nMODALIAS=hid:b0003g0001v00002D80p00008001\n"
	hidOfOther  = "HID_ID=0003:0000046D:0000C31C\nHID_NAME=Logitech USB Keyboard\n"
	hidKeyboard = "HID_ID=0003:00002D80:00008002\nHID_NAME=Chessnut Keys\n"
)

// withHID is sysfs with HID devices: a board with numbers of reports on USB and one without, a
// keyboard of the same maker, a device of another.
func withHID() map[string]string {
	files := map[string]string{
		"sys/class/tty/console/x":            "",
		"sys/devices/usb1/1-3/idVendor":      "2d80\n",
		"sys/devices/usb1/1-3/idProduct":     "8001\n",
		"sys/devices/usb1/1-3/manufacturer":  "Chessnut\n",
		"sys/devices/usb1/1-3/product":       "Chessnut Air\n",
		"sys/devices/usb1/1-3/1-3:1.0/a/x":   "",
		"sys/class/hidraw/hidraw0":           "-> ../../devices/usb1/1-3/1-3:1.0/a/hidraw/hidraw0",
		"sys/class/hidraw/hidraw1/device/x":  "",
		"sys/class/hidraw/hidraw7/device/x":  "",
		"sys/class/hidraw/hidraw10/device/x": "",
		"sys/class/hidraw/hidraw11/x":        "",
	}
	a := "sys/devices/usb1/1-3/1-3:1.0/a/"
	files[a+"hidraw/hidraw0/device"] = "-> ../.."
	for dir, device := range map[string][2]string{
		a:                                   {hidOfBoard, makersOwn2},
		"sys/class/hidraw/hidraw1/device/":  {hidOfOther, makersOwn},
		"sys/class/hidraw/hidraw7/device/":  {hidKeyboard, keyboards},
		"sys/class/hidraw/hidraw10/device/": {hidOfBoard, makersOwn},
	} {
		files[dir+"uevent"], files[dir+"report_descriptor"] = device[0], device[1]
	}
	for _, name := range []string{"0", "1", "7", "11"} {
		files["dev/hidraw"+name] = ""
	}
	return files
}

func TestListHID(t *testing.T) {
	root := plant(t, withHID())
	got, err := ListPorts(root)
	if err != nil {
		t.Fatal(err)
	}
	dev := filepath.Join(root, "dev")
	want := []PortInfo{
		{Path: dev + "/hidraw0", Stable: "usb:2d80:8001:77", VID: "2d80", PID: "8001", Serial: "77", Maker: "Chessnut", Product: "Chessnut Air", HID: true, Allowed: true},
		{Path: dev + "/hidraw10", Stable: "usb:2d80:8001:77", VID: "2d80", PID: "8001", Serial: "77", Product: "Chessnut Chessnut Air", HID: true},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("\n got %+v\nwant %+v", got, want)
	}
}

func TestReadDescriptor(t *testing.T) {
	for data, want := range map[string]struct {
		page     uint32
		numbered bool
	}{
		makersOwn:                          {0xff00, false},
		makersOwn2:                         {0xffa0, true},
		keyboards:                          {0x01, false},
		"":                                 {0, false},
		"\x06\x00":                         {0, false},
		"\x07\x01\x00\x00\xff":             {0xff000001, false},
		"\xfe\x02\x00\x85\x01\x05\x0c":     {0x0c, false}, // a long item
		"\xfe":                             {0, false},
		"\x05\x0c\xfe\xff\x00\x85\x01\x85": {0x0c, false},
		"\x84":                             {0, true},
	} {
		if page, numbered := readDescriptor([]byte(data)); page != want.page || numbered != want.numbered {
			t.Errorf("% x: %x, %v, want %+v", data, page, numbered, want)
		}
	}
}

// FuzzDescriptor: no bytes make it panic.
func FuzzDescriptor(f *testing.F) {
	f.Add([]byte(makersOwn2))
	f.Add([]byte(keyboards))
	f.Fuzz(func(_ *testing.T, data []byte) { readDescriptor(data) })
}

// fakeHID is a board at a socket that keeps the borders of reports, in place of a HID device.
type fakeHID struct {
	path   string
	listen *net.UnixListener
	conn   *net.UnixConn
}

func newFakeHID(t *testing.T, path string) *fakeHID {
	t.Helper()
	if path == "" {
		dir, err := os.MkdirTemp("", "hid") // a socket's path has at most 107 bytes
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { os.RemoveAll(dir) })
		path = filepath.Join(dir, "board")
	}
	listen, err := net.ListenUnix("unixpacket", &net.UnixAddr{Name: path, Net: "unixpacket"})
	if err != nil {
		t.Fatal(err)
	}
	b := &fakeHID{path: path, listen: listen}
	t.Cleanup(b.unplug)
	return b
}

// accept takes the program that has opened the port.
func (b *fakeHID) accept(t *testing.T) {
	t.Helper()
	conn, err := b.listen.AcceptUnix()
	if err != nil {
		t.Fatal(err)
	}
	b.conn = conn
}

func (b *fakeHID) unplug() {
	b.listen.Close()
	if b.conn != nil {
		b.conn.Close()
	}
}

func (b *fakeHID) say(t *testing.T, report string) {
	t.Helper()
	if _, err := b.conn.Write([]byte(report)); err != nil {
		t.Fatal(err)
	}
}

// hears returns what the program sends in one write.
func (b *fakeHID) hears(t *testing.T) string {
	t.Helper()
	buf := make([]byte, 100)
	n, err := b.conn.Read(buf)
	if err != nil {
		t.Fatal(err)
	}
	return string(buf[:n])
}

// TestHID: a read returns a report, a write is one, with a zero before it.
func TestHID(t *testing.T) {
	b := newFakeHID(t, "")
	for _, kind := range []PortKind{HIDPort, AnyPort} {
		p := open(t, PortConfig{Name: b.path, Kind: kind, Baud: 9600, ReadTimeout: 10 * time.Millisecond})
		b.accept(t)
		if n, err := p.Read(make([]byte, 9)); n != 0 || err != nil {
			t.Errorf("silence is %d bytes, %v", n, err)
		}
		reports := []string{"\x01\x24one", "\x01\x24two", "x", strings.Repeat("long", 128)}
		for _, r := range reports {
			b.say(t, r)
		}
		for _, want := range reports {
			buf := make([]byte, 4096)
			if n, err := readSome(p, buf); string(buf[:n]) != want || err != nil {
				t.Errorf("read %q, %v, want %q", buf[:n], err, want)
			}
		}
		for range 2 {
			if n, err := p.Write([]byte("\x21\x01\x00")); n != 3 || err != nil {
				t.Errorf("wrote %d, %v", n, err)
			}
		}
		if one, two := b.hears(t), b.hears(t); one != "\x00\x21\x01\x00" || two != one {
			t.Errorf("the board got % x and % x", one, two)
		}
		if err := p.Change(PortConfig{Name: b.path, Kind: kind, Baud: 38400}); err != nil || !p.HID() {
			t.Errorf("change: %v", err)
		}
		if err := p.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	}
}

// readSome reads until there is something.
func readSome(p *Port, buf []byte) (n int, err error) {
	for end := time.Now().Add(patience); n == 0 && err == nil && time.Now().Before(end); {
		n, err = p.Read(buf)
	}
	return n, err
}

// TestHIDNumbered: a report gets no zero if it begins with its number.
func TestHIDNumbered(t *testing.T) {
	root := plant(t, withHID())
	for name, want := range map[string]string{"hidraw0": "\x21\x01\x00", "hidraw10": "\x00\x21\x01\x00"} {
		d, err := readHID(filepath.Join(root, "sys/class/hidraw", name))
		if err != nil {
			t.Fatal(err)
		}
		if got := string(d.framed([]byte("\x21\x01\x00"))); got != want {
			t.Errorf("%s: % x", name, got)
		}
	}
}

// TestHIDUnplug: the board is pulled out with a report on the way, which still comes.
func TestHIDUnplug(t *testing.T) {
	b := newFakeHID(t, "")
	p := open(t, PortConfig{Name: b.path, Kind: HIDPort, ReadTimeout: 10 * time.Millisecond})
	b.accept(t)
	b.say(t, "last")
	b.unplug()
	buf := make([]byte, 16)
	if n, err := readSome(p, buf); string(buf[:n]) != "last" || err != nil {
		t.Errorf("read %q, %v", buf[:n], err)
	}
	if _, err := readSome(p, buf); !errors.Is(err, ErrPortLost) {
		t.Errorf("read: %v, want ErrPortLost", err)
	}
	if _, err := p.Write([]byte{1}); !errors.Is(err, ErrPortLost) {
		t.Errorf("write: %v, want ErrPortLost", err)
	}
	if _, err := OpenPort(t.Context(), PortConfig{Name: b.path, Kind: HIDPort}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("open again: %v, want ErrNotExist", err)
	}
}

// TestHIDWrongKind: what is opened as something that it is not.
func TestHIDWrongKind(t *testing.T) {
	b, tty := newFakeHID(t, ""), newFakeBoard(t)
	root := plant(t, withHID())
	for name, c := range map[string]struct {
		config PortConfig
		want   error
		text   string
	}{
		"a serial port for a HID board": {PortConfig{Name: tty.path, Kind: HIDPort}, ErrNoHID, "that is no HID device, as boards by Chessnut are"},
		"a HID board for a serial port": {PortConfig{Name: b.path, Baud: 9600}, ErrNoPort, "it is a HID device, as boards by Chessnut are"},
		"another maker's":               {PortConfig{Name: "hidraw1", Kind: HIDPort, Root: root}, ErrNoBoard, "that is no board: it is HID device 046d:c31c Logitech USB Keyboard"},
		"a keyboard":                    {PortConfig{Name: "hidraw7", Kind: AnyPort, Root: root}, ErrNoBoard, "that is no board: it is HID device 2d80:8002 Chessnut Keys"},
		"not in sysfs":                  {PortConfig{Name: "hidraw11", Kind: AnyPort, Root: root}, fs.ErrNotExist, "look at HID device hidraw11: no such file or directory"},
		"unplugged":                     {PortConfig{Name: "hidraw12", Kind: AnyPort, Root: root}, fs.ErrNotExist, "no such file"},
		"two of a kind":                 {PortConfig{Name: "usb:2d80:8001", Kind: AnyPort, Root: root}, nil, "give a serial number"},
	} {
		_, err := OpenPort(t.Context(), c.config)
		if err == nil || !strings.Contains(err.Error(), c.text) || c.want != nil && !errors.Is(err, c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestHIDLocked: a device is for one program alone. A file stands in for it.
func TestHIDLocked(t *testing.T) {
	root := plant(t, withHID())
	config := PortConfig{Name: "hidraw0", Kind: HIDPort, Root: root}
	p := open(t, config)
	if _, err := OpenPort(t.Context(), config); !errors.Is(err, ErrPortInUse) {
		t.Errorf("%v, want ErrPortInUse", err)
	}
	if n, err := p.Write([]byte("\x21\x01\x00")); n != 3 || err != nil {
		t.Errorf("wrote %d, %v", n, err)
	}
	p.Close()
	if data, err := os.ReadFile(filepath.Join(root, "dev/hidraw0")); !bytes.Equal(data, []byte("\x21\x01\x00")) {
		t.Errorf("written % x, %v", data, err) // its reports have numbers
	}
}

// TestHIDForbidden: the message says whose the device is.
func TestHIDForbidden(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root may open everything")
	}
	root := plant(t, withHID())
	if err := os.Chmod(filepath.Join(root, "dev/hidraw0"), 0); err != nil {
		t.Fatal(err)
	}
	_, err := OpenPort(t.Context(), PortConfig{Name: "hidraw0", Kind: HIDPort, Root: root})
	if !errors.Is(err, syscall.EACCES) || !strings.Contains(err.Error(), "udev gives it to dialout") {
		t.Errorf("%v", err)
	}
}
