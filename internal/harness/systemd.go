package harness

import (
	"errors"
	"fmt"
	"net"
	"os"
	"strconv"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// Systemd is systemd's end of its protocol.
type Systemd struct {
	t    *testing.T
	Conn *net.UnixConn
	Env  map[string]string
}

// NewSystemd listens under a name: a path, or an abstract one.
func NewSystemd(t *testing.T, name string) *Systemd {
	t.Helper()
	conn, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: name, Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return &Systemd{t, conn, map[string]string{"NOTIFY_SOCKET": name}}
}

// Getenv returns what systemd puts into the environment.
func (m *Systemd) Getenv(name string) string { return m.Env[name] }

// Watchdog asks for signs of life.
func (m *Systemd) Watchdog(limit time.Duration) {
	m.Env["WATCHDOG_USEC"], m.Env["WATCHDOG_PID"] = fmt.Sprint(limit.Microseconds()), strconv.Itoa(os.Getpid())
}

// Next is the next message, "" if none comes in time. What has come in time is read, even if the
// machine stands still until it is late.
func (m *Systemd) Next(limit time.Duration) string {
	m.t.Helper()
	buf := make([]byte, 4096)
	m.Conn.SetReadDeadline(time.Now().Add(limit))
	n, err := m.Conn.Read(buf)
	if os.IsTimeout(err) {
		n, err = m.had(buf)
	}
	if err != nil {
		m.t.Fatal(err)
	}
	return string(buf[:n])
}

// had reads a message that is there already.
func (m *Systemd) had(buf []byte) (n int, err error) {
	raw, err := m.Conn.SyscallConn()
	if err != nil {
		return 0, err
	}
	var read error
	if err := raw.Control(func(fd uintptr) { n, _, read = unix.Recvfrom(int(fd), buf, unix.MSG_DONTWAIT) }); err != nil {
		return 0, err
	}
	if errors.Is(read, unix.EAGAIN) {
		return 0, nil
	}
	return n, read
}

// Await reads on until a message comes, and returns those before it.
func (m *Systemd) Await(want string) (before []string) {
	m.t.Helper()
	for {
		switch got := m.Next(Patience); got {
		case want:
			return before
		case "":
			m.t.Fatalf("%q did not come; %q did", want, before)
		default:
			before = append(before, got)
		}
	}
}
