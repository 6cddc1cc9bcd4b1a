// Package broker is an MQTT broker inside the program, for the demo and for
// tests: on the loopback interface only, in memory, open to all. What is in it
// is gone when it stops. For a real tournament there is a real broker.
package broker

import (
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net"
	"slices"
	"sync"
	"time"

	mqtt "github.com/mochi-mqtt/server/v2"
	"github.com/mochi-mqtt/server/v2/listeners"
	"github.com/mochi-mqtt/server/v2/packets"
)

// Broker is a broker that runs. Close stops it.
type Broker struct {
	server   *mqtt.Server
	listener *listeners.TCP
	clients  *open
}

// Start starts a broker on an address of the loopback interface, such as
// 127.0.0.1:0, where 0 is any free port.
func Start(address string) (*Broker, error) {
	if err := checkLoopback(address); err != nil {
		return nil, err
	}
	quiet := slog.New(slog.NewTextHandler(io.Discard, nil))
	b := &Broker{
		server:   mqtt.New(&mqtt.Options{Logger: quiet}),
		listener: listeners.NewTCP(listeners.Config{ID: "loopback", Address: address}),
		clients:  &open{here: map[*mqtt.Client]bool{}},
	}
	// The server waits for its clients when it closes. One more that is always
	// counted spares it a data race with the first that comes just then.
	b.server.Listeners.ClientsWg.Add(1)
	if err := b.server.AddHook(b.clients, nil); err != nil {
		return nil, fmt.Errorf("open broker to all: %w", err)
	}
	if err := b.server.AddListener(b.listener); err != nil {
		return nil, fmt.Errorf("listen on %q: %w", address, err)
	}
	if err := b.server.Serve(); err != nil {
		return nil, fmt.Errorf("serve on %q: %w", address, err)
	}
	return b, nil
}

// checkLoopback refuses an address that others could reach. A name is not
// looked up: it could become another address at any time.
func checkLoopback(address string) error {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return fmt.Errorf("read broker address %q: %w", address, err)
	}
	if ip := net.ParseIP(host); ip == nil || !ip.IsLoopback() {
		return fmt.Errorf("broker address %q is not one of the loopback interface, such as 127.0.0.1:1883", address)
	}
	return nil
}

// Address is the address that the broker listens on, its port the real one.
func (b *Broker) Address() string { return b.listener.Address() }

// URL is the address as a client wants it.
func (b *Broker) URL() string { return "tcp://" + b.Address() }

// Dropped is how many messages the broker has thrown away because a client did
// not take them. It keeps at most 8192 on their way to each.
func (b *Broker) Dropped() int64 {
	info := b.server.Info.Clone()
	return info.InflightDropped + info.MessagesDropped
}

// Close stops the broker and drops its clients.
func (b *Broker) Close() error {
	b.listener.Close(b.dropAll)
	b.server.Listeners.ClientsWg.Done()
	done := make(chan error, 1)
	go func() { done <- b.server.Close() }() // waits for the clients
	for {
		select {
		case err := <-done:
			return err
		case <-time.After(dropAgain):
			b.dropAll("")
		}
	}
}

// dropAgain is after what time those are dropped who came just when the broker closed.
const dropAgain = 50 * time.Millisecond

// dropAll drops all clients. What the server has for it takes a lock twice, and stands still for
// ever when a client leaves in between. And its own list of clients loses one that comes back under
// its name just when its last connection ends.
func (b *Broker) dropAll(string) {
	for _, c := range b.clients.all() {
		_ = b.server.DisconnectClient(c, packets.ErrServerShuttingDown)
	}
}

// open lets everyone do everything, and knows who is here.
type open struct {
	mqtt.HookBase
	mu   sync.Mutex
	here map[*mqtt.Client]bool
}

func (*open) ID() string { return "open" }

func (*open) Provides(hook byte) bool {
	return hook == mqtt.OnConnectAuthenticate || hook == mqtt.OnACLCheck || hook == mqtt.OnDisconnect
}

func (o *open) OnConnectAuthenticate(c *mqtt.Client, _ packets.Packet) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.here[c] = true
	return true
}

func (o *open) OnDisconnect(c *mqtt.Client, _ error, _ bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	delete(o.here, c)
}

func (o *open) all() []*mqtt.Client {
	o.mu.Lock()
	defer o.mu.Unlock()
	return slices.Collect(maps.Keys(o.here))
}

func (*open) OnACLCheck(*mqtt.Client, string, bool) bool { return true }
