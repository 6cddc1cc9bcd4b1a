package harness

import (
	"fmt"
	"io"
	"net"
	"strings"
	"testing"

	"github.com/boardd/boardd/internal/broker"
	"github.com/boardd/boardd/internal/brokertest"
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
	address := brokertest.FreeAddress(t)
	MosquittoAt(t, address)
	return "tcp://" + address
}

// MosquittoAt starts a real broker without persistence at an address. kill ends it.
func MosquittoAt(t testing.TB, address string) (kill func()) {
	t.Helper()
	conf := fmt.Sprintf("listener %s 127.0.0.1\nallow_anonymous true\npersistence false\n", PortOf(address))
	return brokertest.Start(t, conf, address).Kill
}

// Gate returns an address on which nobody listens until open is called. Then it leads to the
// broker.
func Gate(t *testing.T, broker string) (url string, open func()) {
	address := brokertest.FreeAddress(t)
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
