package sensor

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// plant makes a folder tree: a path and what is in the file, or after "-> "
// where the link leads.
func plant(t *testing.T, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, content := range files {
		path := filepath.Join(root, name)
		err := os.MkdirAll(filepath.Dir(path), 0o755)
		if target, link := strings.CutPrefix(content, "-> "); err == nil && link {
			err = os.Symlink(target, path)
		} else if err == nil {
			err = os.WriteFile(path, []byte(content), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// sysfs is a machine with two USB adapters, of which one has no serial number,
// a UART, a UART that is none, and a console.
var sysfs = map[string]string{
	"sys/devices/usb1/1-1/idVendor":                           "2d80\n",
	"sys/devices/usb1/1-1/idProduct":                          "0001\n",
	"sys/devices/usb1/1-1/product":                            "Board\n",
	"sys/devices/usb1/1-1/manufacturer":                       "Maker\n",
	"sys/devices/usb1/1-1/serial":                             "A:1\n",
	"sys/devices/usb1/1-1/1-1:1.0/tty/ttyACM0/dev":            "166:0\n",
	"sys/devices/usb1/1-1/1-1:1.0/tty/ttyACM0/device":         "-> ../..",
	"sys/devices/usb1/1-2/idVendor":                           "10c4\n",
	"sys/devices/usb1/1-2/idProduct":                          "ea60\n",
	"sys/devices/usb1/1-2/1-2:1.0/ttyUSB0/tty/ttyUSB0/x":      "",
	"sys/devices/usb1/1-2/1-2:1.0/ttyUSB0/tty/ttyUSB0/device": "-> ../..",
	"sys/devices/soc/uart/tty/ttyAMA0/type":                   "32\n",
	"sys/devices/soc/uart/tty/ttyAMA0/device":                 "-> ../..",
	"sys/devices/plat/tty/ttyS3/type":                         "0\n",
	"sys/devices/plat/tty/ttyS3/device":                       "-> ../..",
	"sys/devices/virtual/tty/tty1/dev":                        "4:1\n",
	"sys/class/tty/ttyACM0":                                   "-> ../../devices/usb1/1-1/1-1:1.0/tty/ttyACM0",
	"sys/class/tty/ttyUSB0":                                   "-> ../../devices/usb1/1-2/1-2:1.0/ttyUSB0/tty/ttyUSB0",
	"sys/class/tty/ttyAMA0":                                   "-> ../../devices/soc/uart/tty/ttyAMA0",
	"sys/class/tty/ttyS3":                                     "-> ../../devices/plat/tty/ttyS3",
	"sys/class/tty/tty1":                                      "-> ../../devices/virtual/tty/tty1",
	"dev/ttyACM0":                                             "",
	"dev/ttyUSB0":                                             "",
	"dev/serial/by-id/usb-Maker_Board_A1-if00":                "-> ../../ttyACM0",
	"dev/serial/by-path/pci-usb-0:1:1.0":                      "-> ../../ttyACM0",
	"dev/serial/by-path/pci-usb-0:2:1.0":                      "-> ../../ttyUSB0",
}

func TestListPorts(t *testing.T) {
	root := plant(t, sysfs)
	if err := os.MkdirAll(filepath.Join(root, "proc/77/fd"), 0o755); err != nil {
		t.Fatal(err)
	}
	pointAt(t, filepath.Join(root, "proc/77/fd/4"), filepath.Join(root, "dev/ttyUSB0"))
	locks := "1: POSIX  ADVISORY  WRITE 3 " + deviceID(filepath.Join(root, "dev/ttyUSB0")) + " 0 EOF\n" +
		"2: FLOCK  ADVISORY  WRITE 88 " + deviceID(filepath.Join(root, "dev/ttyACM0")) + " 0 EOF\n"
	if err := os.WriteFile(filepath.Join(root, "proc/locks"), []byte(locks), 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := ListPorts(root)
	if err != nil {
		t.Fatal(err)
	}
	dev := filepath.Join(root, "dev")
	want := []PortInfo{
		{Path: dev + "/ttyACM0", Stable: dev + "/serial/by-id/usb-Maker_Board_A1-if00", VID: "2d80", PID: "0001",
			Serial: "A:1", Maker: "Maker", Product: "Board", Allowed: true, UsedBy: 88},
		{Path: dev + "/ttyAMA0"},
		{Path: dev + "/ttyUSB0", Stable: dev + "/serial/by-path/pci-usb-0:2:1.0", VID: "10c4", PID: "ea60",
			Allowed: true, UsedBy: 77},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("\n got %+v\nwant %+v", got, want)
	}
}

func TestListPortsOfThisMachine(t *testing.T) {
	if _, err := ListPorts(""); err != nil {
		t.Error(err)
	}
}

func TestListPortsWithoutSys(t *testing.T) {
	if _, err := ListPorts(t.TempDir()); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v, want ErrNotExist", err)
	}
}

func TestResolvePort(t *testing.T) {
	root := plant(t, sysfs)
	for name, want := range map[string]string{
		"/dev/ttyACM0": "dev/ttyACM0",
		"ttyACM0":      "dev/ttyACM0",
		"/dev/serial/by-id/usb-Maker_Board_A1-if00": "dev/ttyACM0",
		"/dev/serial/by-path/pci-usb-0:2:1.0":       "dev/ttyUSB0",
		"usb:2d80:0001":                             "dev/ttyACM0",
		"usb:2D80:0001:A:1":                         "dev/ttyACM0",
		"usb:10C4:ea60":                             "dev/ttyUSB0",
	} {
		got, err := resolvePort(root, name)
		if err != nil || got != filepath.Join(root, want) {
			t.Errorf("%s: %s, %v, want %s", name, got, err, want)
		}
	}
	for _, name := range []string{"/dev/ttyACM1", "ttyACM1", "usb:2d80:0002", "usb:2d80:0001:A2", "usb:10c4:ea60:1"} {
		if got, err := resolvePort(root, name); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: %s, %v, want ErrNotExist", name, got, err)
		}
	}
	for _, name := range []string{"usb:", "usb:2d80", "usb:2d8:1", "usb:2d80:000g"} {
		if got, err := resolvePort(root, name); err == nil || errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: %s, %v, want an error about the name", name, got, err)
		}
	}
}

// TestResolveRelative: a relative path with a slash is one from the working directory.
func TestResolveRelative(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("board", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	want, err := filepath.Abs("board")
	if err == nil {
		want, err = filepath.EvalSymlinks(want)
	}
	if err != nil {
		t.Fatal(err)
	}
	if got, err := resolvePort("", "./board"); got != want || err != nil {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
}

// TestResolveTwins: of two equal adapters none is picked by chance.
func TestResolveTwins(t *testing.T) {
	files := map[string]string{}
	for name, content := range sysfs {
		files[name] = content
		if twin := strings.NewReplacer("1-2", "1-3", "ttyUSB0", "ttyUSB1"); strings.Contains(name, "1-2") || strings.Contains(name, "class/tty/ttyUSB0") {
			files[twin.Replace(name)] = twin.Replace(content)
		}
	}
	got, err := resolvePort(plant(t, files), "usb:10c4:ea60")
	if err == nil || !strings.Contains(err.Error(), "ttyUSB0 and ") {
		t.Errorf("%s, %v, want an error that names both", got, err)
	}
}
