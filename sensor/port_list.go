package sensor

import (
	"os"
	"path/filepath"
	"strconv"
	"syscall"
)

// PortInfo is what can be known of a port without opening it.
type PortInfo struct {
	Path    string // /dev/ttyUSB0
	Stable  string // a name that stays: /dev/serial/by-id/…, or by-path; "" if there is none
	VID     string // USB vendor id, four hexadecimal digits; "" if it is not a USB device
	PID     string // USB product id
	Serial  string // USB serial number; many adapters have none
	Maker   string
	Product string
	Allowed bool // this user may open it
	UsedBy  int  // a process that has it open or locked, as far as we may see; 0 if none
}

// ListPorts lists the serial ports, by path, without opening any: opening one
// can reset what is behind it, and changes its settings under whoever uses it.
// root is where sys, dev and proc are, "/" or "" but in tests.
func ListPorts(root string) ([]PortInfo, error) {
	ports, err := sysPorts(root)
	if err != nil {
		return nil, err
	}
	stable, users, holders := stableNames(root), openDevices(root), lockHolders(root)
	for i := range ports {
		p := &ports[i]
		p.Stable = stable[p.Path]
		p.Allowed = syscall.Access(p.Path, readAndWrite) == nil
		if p.UsedBy = holders[deviceID(p.Path)]; p.UsedBy == 0 {
			p.UsedBy = users[p.Path]
		}
	}
	return ports, nil
}

// readAndWrite is R_OK and W_OK of access(2).
const readAndWrite = 4 | 2

// stableNames is the stable name of each device: by-id rather than by-path,
// since it stays the same in another socket.
func stableNames(root string) map[string]string {
	names := map[string]string{}
	for _, folder := range []string{"by-path", "by-id"} {
		links, _ := filepath.Glob(filepath.Join(rootOr(root), "dev/serial", folder, "*"))
		for _, link := range links {
			if device, err := filepath.EvalSymlinks(link); err == nil {
				names[device] = link
			}
		}
	}
	return names
}

// openDevices is a process that has each device open, of those whose files we
// may look at.
func openDevices(root string) map[string]int {
	users := map[string]int{}
	links, _ := filepath.Glob(filepath.Join(rootOr(root), "proc/[0-9]*/fd/*"))
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
