// Package broker is an MQTT broker inside the program, for the demo and for
// tests: on the loopback interface only, in memory, open to all. What is in it
// is gone when it stops. For a real tournament there is a real broker.
package broker

import (
	"fmt"
	"io"
	"log/slog"
	"net"
	"sync"

	mqtt "github.com/mochi-mqtt/server/v2"
	"github.com/mochi-mqtt/server/v2/packets"
)

// Broker is a broker that runs. Close stops it.
type Broker struct {
	server   *mqtt.Server
	listener *listener
}

// Start starts a broker on an address of the loopback interface, such as
// 127.0.0.1:0, where 0 is any free port.
func Start(address string) (*Broker, error) {
	if err := checkLoopback(address); err != nil {
		return nil, err
	}
	l, err := listen(address)
	if err != nil {
		return nil, fmt.Errorf("listen on %q: %w", address, err)
	}
	quiet := slog.New(slog.NewTextHandler(io.Discard, nil))
	b := &Broker{server: mqtt.New(&mqtt.Options{Logger: quiet}), listener: l}
	if err := b.server.AddHook(&open{}, nil); err != nil {
		return nil, fmt.Errorf("open broker to all: %w", err)
	}
	if err := b.server.AddListener(l); err != nil {
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
func (b *Broker) Close() error { return b.server.Close() }

// open lets everyone do everything.
//
// It also guards what the server does not: a client that subscribes reads the
// paths of the retained messages while another retains one. So a subscription
// holds retained for reading, from its answer to its last retained message;
// and a message or a will that is retained holds it for writing until it is in
// the tree.
type open struct {
	mqtt.HookBase
	retained sync.RWMutex
}

func (*open) ID() string { return "open" }

func (*open) Provides(hook byte) bool {
	switch hook {
	case mqtt.OnConnect, mqtt.OnConnectAuthenticate, mqtt.OnACLCheck, mqtt.OnSubscribed,
		mqtt.OnPacketProcessed, mqtt.OnPublish, mqtt.OnWill, mqtt.OnRetainMessage:
		return true
	}
	return false
}

// OnConnect makes the will one that is sent at once: a delayed one is retained
// without a word to the hooks.
func (*open) OnConnect(c *mqtt.Client, _ packets.Packet) error {
	c.Properties.Will.WillDelayInterval = 0
	return nil
}

func (*open) OnConnectAuthenticate(*mqtt.Client, packets.Packet) bool { return true }

func (*open) OnACLCheck(*mqtt.Client, string, bool) bool { return true }

func (o *open) OnSubscribed(*mqtt.Client, packets.Packet, []byte) { o.retained.RLock() }

func (o *open) OnPacketProcessed(_ *mqtt.Client, p packets.Packet, _ error) {
	if p.FixedHeader.Type == packets.Subscribe {
		o.retained.RUnlock()
	}
}

func (o *open) OnPublish(_ *mqtt.Client, p packets.Packet) (packets.Packet, error) {
	if p.FixedHeader.Retain {
		o.retained.Lock()
	}
	return p, nil
}

func (o *open) OnWill(_ *mqtt.Client, w mqtt.Will) (mqtt.Will, error) {
	if w.Retain {
		o.retained.Lock()
	}
	return w, nil
}

func (o *open) OnRetainMessage(*mqtt.Client, packets.Packet, int64) { o.retained.Unlock() }
