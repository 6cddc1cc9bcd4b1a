// Package brokertest runs mosquitto, the broker that most halls run, as a process
// of its own on the loopback interface, and signs certificates for it. It is for
// tests.
package brokertest

import (
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// patience is how long mosquitto may take to listen.
const patience = time.Minute

// Mosquitto is a broker that runs until its test ends. Make it with Start.
type Mosquitto struct {
	t         testing.TB
	path      string
	config    string
	addresses []string
	log       *os.File
	process   *exec.Cmd
}

// Program is the path of a program that comes with mosquitto. Without it the test
// is skipped, but not in CI, where it is installed.
func Program(t testing.TB, name string) string {
	t.Helper()
	for _, path := range []string{name, "/usr/sbin/" + name} {
		if found, err := exec.LookPath(path); err == nil {
			return found
		}
	}
	if os.Getenv("BOARDD_CI") != "" {
		t.Fatal(name + " is not installed: apt-get install mosquitto")
	}
	t.Skip(name + " is not installed: apt-get install mosquitto")
	return ""
}

// Start runs mosquitto with a configuration, and waits until it listens at the
// addresses, which are those of the configuration. Its log goes to a file.
func Start(t testing.TB, config string, addresses ...string) *Mosquitto {
	t.Helper()
	dir := t.TempDir()
	m := &Mosquitto{t: t, path: Program(t, "mosquitto"), config: filepath.Join(dir, "mosquitto.conf"), addresses: addresses}
	config += "\nlog_dest stderr\nlog_type all\n"
	if os.Getuid() == 0 {
		config += "user root\n" // else it becomes another user, who may not read the test's files
	}
	if err := os.WriteFile(m.config, []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	var err error
	if m.log, err = os.Create(filepath.Join(dir, "log")); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { m.Kill(); m.log.Close() })
	m.start()
	return m
}

func (m *Mosquitto) start() {
	m.t.Helper()
	m.process = exec.Command(m.path, "-c", m.config)
	m.process.Stderr = m.log
	if err := m.process.Start(); err != nil {
		m.t.Fatal(err)
	}
	deadline := time.Now().Add(patience)
	for _, address := range m.addresses {
		for !listens(address) {
			if time.Now().After(deadline) {
				m.t.Fatalf("mosquitto does not listen at %s:\n%s", address, m.Log())
			}
			time.Sleep(2 * time.Millisecond)
		}
	}
}

func listens(address string) bool {
	conn, err := net.Dial("tcp", address)
	if err == nil {
		conn.Close()
	}
	return err == nil
}

// Kill ends it as a power cut would.
func (m *Mosquitto) Kill() {
	if m.process.Process != nil {
		m.process.Process.Kill()
		m.process.Wait()
	}
}

// Restart kills it, and starts it again.
func (m *Mosquitto) Restart() {
	m.t.Helper()
	m.Kill()
	m.start()
}

// RestartInOrder has it write what is retained to its disk, if it has one, first.
func (m *Mosquitto) RestartInOrder() {
	m.t.Helper()
	if err := m.process.Process.Signal(os.Interrupt); err != nil {
		m.t.Fatal(err)
	}
	m.process.Wait()
	m.start()
}

// Log returns the broker's log until now, with every packet that came or went.
func (m *Mosquitto) Log() string {
	m.t.Helper()
	text, err := os.ReadFile(m.log.Name())
	if err != nil {
		m.t.Fatal(err)
	}
	return string(text)
}

// Between listens between clients and a broker until the test ends, and returns its URL. pass has each
// client's connection and one to the broker; both are closed when it returns.
func Between(t testing.TB, broker string, pass func(client, server net.Conn)) (url string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	connect := func(client net.Conn) {
		defer client.Close()
		server, err := net.Dial("tcp", strings.TrimPrefix(broker, "tcp://"))
		if err != nil {
			return
		}
		defer server.Close()
		pass(client, server)
	}
	go func() {
		for {
			client, err := l.Accept()
			if err != nil {
				return
			}
			go connect(client)
		}
	}()
	return "tcp://" + l.Addr().String()
}

// FreeAddress is an address of the loopback interface at which nobody listens. A connection to it has
// just ended, so for a minute the system gives its port to nobody who does not ask for it by number.
func FreeAddress(t testing.TB) string {
	t.Helper()
	_, _ = os.FindProcess(os.Getpid()) // the first one has a child that takes no lock
	syscall.ForkLock.RLock()           // a program that is being started has the listener until it runs
	defer syscall.ForkLock.RUnlock()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	client, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	server, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	server.Close() // the end that closes first keeps the port
	return l.Addr().String()
}
