package publish

import (
	"bytes"
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/url"
	"slices"
	"strconv"
	"sync"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"

	"github.com/boardd/boardd/transport"
)

// connection is a client with its only connection.
type connection struct {
	client mqtt.Client
	lost   chan error // gets one error when the connection is lost

	mu  sync.Mutex
	raw net.Conn
}

var errRefused = errors.New("the broker does not allow it")

// errNoAnswer is the error if the broker does not answer in time.
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
		if of, ok := errors.AsType[*net.OpError](err); ok {
			err = of // without what paho puts before it
		}
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
		SetOrderMatters(true). // requests come in order; a callback must not wait
		SetKeepAlive(c.KeepAlive).
		SetPingTimeout(c.AckTimeout).
		SetConnectTimeout(c.ConnectTimeout).
		SetWriteTimeout(c.WriteTimeout).
		SetConnectionLostHandler(func(_ mqtt.Client, err error) { k.lost <- err }).
		SetCustomOpenConnectionFn(func(*url.URL, mqtt.ClientOptions) (net.Conn, error) { return k.dial(ctx, c) })
	if c.session != nil {
		o.SetCleanSession(false).SetAutoAckDisabled(true).SetDefaultPublishHandler(c.receive)
	}
	if c.Will.Topic != "" {
		o.SetBinaryWill(c.Will.Topic, c.Will.Payload, c.Will.QoS, c.Will.Retain)
	}
	return o
}

// dial opens the connection and remembers it, so that it can be cut. If ctx has ended by then, it has been cut
// before there was anything to cut.
func (k *connection) dial(ctx context.Context, c *Config) (net.Conn, error) {
	inTime, cancel := context.WithTimeout(ctx, c.ConnectTimeout)
	defer cancel()
	raw, err := c.open(inTime)
	if err != nil {
		return nil, err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if err := ctx.Err(); err != nil {
		raw.Close()
		return nil, err
	}
	k.raw = raw
	g := newGuard(raw, c.MaxPacket, c.WriteTimeout)
	g.asked.filters = slices.Clone(c.session) // what was kept comes before anything is asked for
	return g, nil
}

// openNetwork connects to the broker's address.
func (c *Config) openNetwork(ctx context.Context) (net.Conn, error) {
	to, err := parseAddress(c.Broker)
	if err != nil {
		return nil, fmt.Errorf("broker address %w", err)
	}
	if to.secure {
		return (&tls.Dialer{Config: c.TLS}).DialContext(ctx, "tcp", to.host)
	}
	return (&net.Dialer{}).DialContext(ctx, "tcp", to.host)
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

// leaveTime is how long a good-bye may take, in milliseconds. If it takes longer, the
// broker speaks the will behind our last word, so it is as much as a busy machine needs.
const leaveTime = 2000

// leave ends the connection in order: the broker forgets the will.
func (k *connection) leave() { k.client.Disconnect(leaveTime) }

// subscribed is the quality of service with which we ask for messages.
const subscribed = 1

// subscribe asks for the messages of filters, of all in one packet: what is retained
// under the first comes behind the answer for the last. With errRefused the connection
// is good, but some filters are refused; with any other error it is of no use.
func (k *connection) subscribe(c *Config, received mqtt.MessageHandler, filters ...string) error {
	wanted := map[string]byte{}
	for _, filter := range filters {
		wanted[filter] = subscribed
	}
	late := time.After(c.ConnectTimeout)
	token, err := k.give(func() mqtt.Token { return k.client.SubscribeMultiple(wanted, received) })
	if err != nil {
		return err
	}
	for done := token.Done(); ; {
		select {
		case <-done:
			if token.Error() == nil {
				return refusal(token, filters)
			}
			done = nil // lost: the client says why a moment later
		case err := <-k.lost:
			return lostError(err)
		case <-late:
			return fmt.Errorf("subscribe: %w", cmp.Or(token.Error(), errNoAnswer))
		}
	}
}

// refusal names the filters that the broker does not grant.
func refusal(token mqtt.Token, filters []string) error {
	answer, ok := token.(*mqtt.SubscribeToken)
	if !ok {
		return nil
	}
	var all []error
	for _, filter := range filters {
		if answer.Result()[filter] == notGranted {
			all = append(all, fmt.Errorf("subscribe to %q: %w", filter, errRefused))
		}
	}
	return errors.Join(all...)
}

// send gives a message to the client. The token says when it is acknowledged.
func (k *connection) send(m *transport.Message) (mqtt.Token, error) {
	return k.give(func() mqtt.Token { return k.client.Publish(m.Topic, m.QoS, m.Retain, m.Payload) })
}

// give gives something to the client. The client does not see a connection end while
// it takes what it is given: it then waits for its write timeout. We do not wait with it.
func (k *connection) give(something func() mqtt.Token) (mqtt.Token, error) {
	taken := make(chan mqtt.Token, 1)
	go func() { taken <- something() }()
	select {
	case token := <-taken:
		return token, nil
	case err := <-k.lost:
		return nil, lostError(err)
	}
}

func lostError(err error) error { return fmt.Errorf("connection lost: %w", err) }

// Run connects, sends, and connects again, until ctx ends; then it sends what
// is left as long as DrainTimeout allows. If all of it went out it takes leave
// of the broker, and otherwise it cuts the connection, so that the will says
// what we could not.
func (p *Publisher) Run(ctx context.Context) {
	followed := make(chan struct{})
	go func() {
		defer close(followed)
		p.oversize.follow(ctx, p.config)
	}()
	p.config.keep(ctx, p.serve)
	<-followed
}

// keep connects, uses the connection, and connects again, until ctx ends or a use returns no
// error. It reports errors to Changed, and goes on.
func (c *Config) keep(ctx context.Context, use func(context.Context, *connection) error) {
	for attempt := 0; ctx.Err() == nil; attempt++ {
		k, err := connect(ctx, c)
		if err == nil {
			began := time.Now()
			err = use(ctx, k)
			if time.Since(began) > c.MaxPause || errors.Is(err, errTooLong) {
				attempt = 0
			}
		}
		if err == nil || ctx.Err() != nil {
			return
		}
		c.Changed(false, err)
		wait(ctx, c.pause(attempt))
	}
}

// pause is how long to wait after so many failures: at least MinPause, at most
// MaxPause, growing twofold, and half of it by chance, so that the boards of a
// hall do not all come back at once.
func (c *Config) pause(failures int) time.Duration {
	half := c.MaxPause / 2
	if failures < 16 {
		half = min(half, c.MinPause<<failures)
	}
	return half + rand.N(half+1)
}

func wait(ctx context.Context, d time.Duration) {
	ctx, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	<-ctx.Done()
}

// serve uses a connection until it is lost or ctx ends. That requests are refused
// ends nothing; that there is no answer does, as who does not hear of it would never
// ask again.
func (p *Publisher) serve(ctx context.Context, k *connection) error {
	var refused error
	if p.config.Requests != "" {
		refused = k.subscribe(&p.config, p.receive, p.config.Requests)
	}
	if refused != nil && !errors.Is(refused, errRefused) {
		k.cut()
		return refused
	}
	p.connections.Add(1)
	p.up.Store(true)
	late := p.outbox.Last()
	p.config.Changed(true, refused)
	err := p.empty(ctx, k, late)
	p.up.Store(false)
	if p.clock.Swap(nil) != nil {
		p.clocksDropped.Add(1)
	}
	if err == nil {
		k.leave()
	} else {
		k.cut()
	}
	return err
}

// receive takes a request and hands it on. The client calls it for one message after
// the other and reads nothing meanwhile.
func (p *Publisher) receive(_ mqtt.Client, m mqtt.Message) {
	payload := m.Payload()
	p.config.Received(Request{m.Topic(), bytes.Clone(payload[:min(len(payload), transport.MaxRequest+1)]), m.Retained()})
}

// secure says of each scheme of a broker's address whether it means TLS. mqtt,
// mqtts and ssl are what others call the same.
var secure = map[string]bool{"tcp": false, "mqtt": false, "tls": true, "mqtts": true, "ssl": true}

// address is where a broker is.
type address struct {
	host   string // with the port
	secure bool
}

// CheckAddress returns what is wrong with a broker's address. The error does not repeat the
// address, because the wrong part may be a password.
func CheckAddress(text string) error {
	_, err := parseAddress(text)
	return err
}

// Secure reports whether an address asks for TLS.
func Secure(text string) bool {
	a, err := parseAddress(text)
	return err == nil && a.secure
}

// Exposed reports whether others may read what is sent to a broker at an address: the address
// asks for no TLS, and is not certain to be on this machine.
func Exposed(text string) bool {
	a, err := parseAddress(text)
	if err != nil || a.secure {
		return false
	}
	host, _, err := net.SplitHostPort(a.host)
	return err != nil || host != "localhost" && !net.ParseIP(host).IsLoopback()
}

func parseAddress(text string) (address, error) {
	const want = "must be tcp://host:port, or tls://host:port for TLS"
	u, err := url.Parse(text)
	if err != nil {
		return address{}, errors.New(want)
	}
	if u.User != nil {
		return address{}, errors.New("must not hold a user or a password: they go into user and password_file")
	}
	tls, known := secure[u.Scheme]
	port, err := strconv.ParseUint(u.Port(), 10, 16)
	switch {
	case !known && u.Host != "":
		return address{}, fmt.Errorf("%s, not %s://", want, u.Scheme)
	case !known, u.Hostname() == "", u.Path != "" && u.Path != "/", u.RawQuery != "", u.Fragment != "":
		return address{}, errors.New(want)
	case err != nil || port == 0:
		return address{}, fmt.Errorf("%s; the port is missing or is none", want)
	}
	return address{u.Host, tls}, nil
}

// TLS returns the configuration for a broker whose certificate was signed by one of the given
// authorities or, if none is given, by one of the system's. If a certificate and its key are
// given, the client identifies itself with them. All arguments are in PEM.
func TLS(authorities, certificate, key []byte) (*tls.Config, error) {
	c := &tls.Config{MinVersion: tls.VersionTLS12}
	if len(authorities) > 0 {
		c.RootCAs = x509.NewCertPool()
		if !c.RootCAs.AppendCertsFromPEM(authorities) {
			return nil, errors.New("read certificate authorities: no certificate in PEM")
		}
	}
	if len(certificate) == 0 && len(key) == 0 {
		return c, nil
	}
	own, err := tls.X509KeyPair(certificate, key)
	if err != nil {
		return nil, fmt.Errorf("read client certificate: %w", err)
	}
	c.Certificates = []tls.Certificate{own}
	return c, nil
}
