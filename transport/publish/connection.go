package publish

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/url"
	"sync"

	mqtt "github.com/eclipse/paho.mqtt.golang"

	"github.com/boardd/boardd/transport"
)

// connection is a client and the one connection that it lives for.
type connection struct {
	client mqtt.Client
	lost   chan error // gets one error when the connection is lost

	mu  sync.Mutex
	raw net.Conn
}

var errRefused = errors.New("the broker does not allow it")

// errNoAnswer says that the broker did not answer in time.
var errNoAnswer = errors.New("no answer")

// connect makes a connection. It ends early when ctx does.
func connect(ctx context.Context, c *Config) (*connection, error) {
	k := &connection{lost: make(chan error, 1)}
	k.client = mqtt.NewClient(k.options(ctx, c))
	token := k.client.Connect()
	select {
	case <-token.Done():
	case <-ctx.Done():
		k.cut()
		<-token.Done()
		return nil, fmt.Errorf("connect to %s: %w", c.Broker, ctx.Err())
	}
	if err := token.Error(); err != nil {
		k.cut()
		return nil, fmt.Errorf("connect to %s: %w", c.Broker, err)
	}
	return k, nil
}

func (k *connection) options(ctx context.Context, c *Config) *mqtt.ClientOptions {
	o := mqtt.NewClientOptions().
		AddBroker(c.Broker).
		SetClientID(c.ClientID).
		SetUsername(c.User).
		SetPassword(c.Password).
		SetProtocolVersion(4). // 3.1.1
		SetCleanSession(true).
		SetAutoReconnect(false).
		SetConnectRetry(false).
		SetOrderMatters(true). // requests come in order; what is told of them must not wait
		SetKeepAlive(c.KeepAlive).
		SetPingTimeout(c.AckTimeout).
		SetConnectTimeout(c.ConnectTimeout).
		SetWriteTimeout(c.WriteTimeout).
		SetConnectionLostHandler(func(_ mqtt.Client, err error) { k.lost <- err }).
		SetCustomOpenConnectionFn(func(*url.URL, mqtt.ClientOptions) (net.Conn, error) { return k.dial(ctx, c) })
	if c.Will.Topic != "" {
		o.SetBinaryWill(c.Will.Topic, c.Will.Payload, c.Will.QoS, c.Will.Retain)
	}
	return o
}

// dial opens the connection and remembers it, so that it can be cut.
func (k *connection) dial(ctx context.Context, c *Config) (net.Conn, error) {
	to, err := parseAddress(c.Broker)
	if err != nil {
		return nil, fmt.Errorf("broker address %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, c.ConnectTimeout)
	defer cancel()
	var raw net.Conn
	if to.secure {
		raw, err = (&tls.Dialer{Config: c.TLS}).DialContext(ctx, "tcp", to.host)
	} else {
		raw, err = (&net.Dialer{}).DialContext(ctx, "tcp", to.host)
	}
	if err != nil {
		return nil, err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.raw = raw
	return newLimited(raw, c.MaxPacket, c.WriteTimeout), nil
}

// cut ends the connection without a word: the broker then speaks the will.
func (k *connection) cut() {
	k.mu.Lock()
	raw := k.raw
	k.mu.Unlock()
	if raw != nil {
		raw.Close()
	}
	k.client.Disconnect(0)
}

// leaveTime is how long a good-bye may take, in milliseconds.
const leaveTime = 250

// leave ends the connection in order: the broker forgets the will.
func (k *connection) leave() { k.client.Disconnect(leaveTime) }

// subscribe asks for the messages of a filter.
func (k *connection) subscribe(c *Config, filter string, received mqtt.MessageHandler) error {
	token := k.client.Subscribe(filter, 1, received)
	if !token.WaitTimeout(c.ConnectTimeout) {
		return fmt.Errorf("subscribe to %q: %w", filter, errNoAnswer)
	}
	if err := token.Error(); err != nil {
		return fmt.Errorf("subscribe to %q: %w", filter, err)
	}
	const failure = 0x80 // MQTT 3.1.1, 3.9.3
	if granted, ok := token.(*mqtt.SubscribeToken); ok && granted.Result()[filter] == failure {
		return fmt.Errorf("subscribe to %q: %w", filter, errRefused)
	}
	return nil
}

// send gives a message to the client. The token says when it is acknowledged.
//
// The client does not see a connection end while it takes a message: it then
// waits for its write timeout. We do not wait with it.
func (k *connection) send(m *transport.Message) (mqtt.Token, error) {
	taken := make(chan mqtt.Token, 1)
	go func() { taken <- k.client.Publish(m.Topic, m.QoS, m.Retain, m.Payload) }()
	select {
	case token := <-taken:
		return token, nil
	case err := <-k.lost:
		return nil, lostError(err)
	}
}

func lostError(err error) error { return fmt.Errorf("connection lost: %w", err) }
