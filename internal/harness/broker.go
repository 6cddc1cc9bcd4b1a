package harness

import (
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/boardd/boardd/internal/broker"
)

func EmbeddedBroker(t testing.TB) string {
	t.Helper()
	b, err := broker.Start("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	return b.URL()
}

// Mosquitto starts a real broker on loopback. Without mosquitto the test is skipped, but not
// in CI, where it is installed.
func Mosquitto(t testing.TB) string {
	t.Helper()
	address := FreeAddress(t)
	MosquittoAt(t, address)
	return "tcp://" + address
}

// MosquittoAt starts a real broker without persistence at an address, and returns how it is
// killed.
func MosquittoAt(t testing.TB, address string) (kill func()) {
	t.Helper()
	path, err := exec.LookPath("mosquitto")
	if err != nil {
		path, err = exec.LookPath("/usr/sbin/mosquitto")
	}
	if err != nil {
		if os.Getenv("BOARDD_CI") != "" {
			t.Fatal("mosquitto is not installed")
		}
		t.Skip("mosquitto is not installed: apt-get install mosquitto")
	}
	host, port, _ := net.SplitHostPort(address)
	conf := filepath.Join(t.TempDir(), "mosquitto.conf")
	if err := os.WriteFile(conf, fmt.Appendf(nil, "listener %s %s\nallow_anonymous true\npersistence false\n", port, host), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(path, "-c", conf)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	kill = sync.OnceFunc(func() {
		cmd.Process.Kill()
		cmd.Wait()
	})
	t.Cleanup(kill)
	Until(t, "mosquitto", 10*time.Second, func() bool {
		c, err := net.Dial("tcp", address)
		if err == nil {
			c.Close()
		}
		return err == nil
	})
	return kill
}

// FreeAddress returns an address of the loopback interface on which nobody listens.
func FreeAddress(t testing.TB) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// Gate returns an address on which nobody listens until open is called. Then it leads to the
// broker.
func Gate(t *testing.T, broker string) (url string, open func()) {
	address := FreeAddress(t)
	return "tcp://" + address, func() {
		l, err := net.Listen("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { l.Close() })
		go func() {
			for {
				client, err := l.Accept()
				if err != nil {
					return
				}
				server, err := net.Dial("tcp", strings.TrimPrefix(broker, "tcp://"))
				if err != nil {
					client.Close()
					continue
				}
				go pipe(server, client)
				go pipe(client, server)
			}
		}()
	}
}

func pipe(to io.WriteCloser, from io.Reader) {
	io.Copy(to, from)
	to.Close()
}
