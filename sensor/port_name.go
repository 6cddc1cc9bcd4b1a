package sensor

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"
)

// usbPrefix begins a port's name that gives the device's USB ids.
const usbPrefix = "usb:"

// resolvePort is the device that a name means now. It opens nothing.
func resolvePort(root, name string) (string, error) {
	if ids, ok := strings.CutPrefix(name, usbPrefix); ok {
		return resolveUSB(root, ids)
	}
	path := name
	if !strings.Contains(path, "/") {
		path = "/dev/" + path
	}
	device, err := filepath.EvalSymlinks(filepath.Join(rootOr(root), path))
	if err != nil {
		return "", fmt.Errorf("look for port %q: %w", name, err)
	}
	return device, nil
}

func rootOr(root string) string {
	if root == "" {
		return "/"
	}
	return root
}

// resolveUSB finds the one device with the given ids, "2d80:0001[:SERIAL]".
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

func isHex4(text string) bool {
	for i := range len(text) {
		if nibble[text[i]] > 15 {
			return false
		}
	}
	return len(text) == 4
}

// sysPorts lists the serial ports that the kernel knows, by path, with what
// sysfs says of them. It opens no device.
func sysPorts(root string) ([]PortInfo, error) {
	class := filepath.Join(rootOr(root), "sys/class/tty")
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
		info := PortInfo{Path: filepath.Join(rootOr(root), "dev", e.Name())}
		info.describeUSB(device)
		ports = append(ports, info)
	}
	sort.Slice(ports, func(i, j int) bool { return ports[i].Path < ports[j].Path })
	return ports, nil
}

// noUART is the type that sysfs gives a ttyS with no chip behind it.
const noUART = "0"

// describeUSB takes what the USB device says that a tty's device belongs to:
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

// sysText is the text of a sysfs attribute, "" if it has none.
func sysText(dir, name string) string {
	text, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(text))
}
