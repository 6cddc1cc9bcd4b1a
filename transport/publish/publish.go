// Package publish brings messages to an MQTT broker (3.1.1) and requests from it.
//
// An Outbox keeps each message until the broker has acknowledged it. Messages are sent in order,
// and each arrives at least once. After a lost connection everything from the oldest
// unacknowledged message on is sent again; consumers drop repeated messages by board and seq. The
// promise ends with the acknowledgement: the publisher does not know whether the broker has the
// message on its disk, or whether a reader has it.
//
// The client library is trusted with one connection only. If it reconnects by itself, the tokens
// of all messages on their way complete without an error when the link comes back, acknowledged
// or not. An outbox that believes them loses a window of messages (measured: 100 of 100). So a
// client lives as long as its connection, never reconnects, and keeps no session. A message is
// done only when its own token reports it.
package publish

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"sync/atomic"
	"time"

	"github.com/boardd/boardd/transport"
	mqtt "github.com/eclipse/paho.mqtt.golang"
)

// Config says where the broker is and how to speak to it. Fields that are zero
// take the value given.
type Config struct {
	Broker   string // tcp://host:1883 or tls://host:8883; see CheckAddress
	ClientID string // one for each board: two clients of one name put each other out
	User     string
	Password string
	TLS      *tls.Config // for tls://; nil: the system's certificates

	Will     transport.Message // what the broker says when the connection is lost; none without a topic
	Requests string            // filter of the requests to this board; "" for none

	MaxPacket      int           // bytes of a packet that is received, the rest is thrown away; 128 KB
	Window         int           // messages on their way at a time; 100
	KeepAlive      time.Duration // 30 s
	ConnectTimeout time.Duration // 10 s, from dialling to the broker's consent
	WriteTimeout   time.Duration // 10 s, to hand one message to the network
	AckTimeout     time.Duration // 30 s, for the oldest message; then the connection is given up
	DrainTimeout   time.Duration // 5 s, when stopping, for what is still to be sent
	MinPause       time.Duration // 1 s, the shortest time between two attempts to connect
	MaxPause       time.Duration // 30 s, the longest

	// Received is called with the requests, in order. The reading goroutine calls it, so it must
	// not wait: acknowledgements wait behind it.
	Received func(Request)

	// Changed is called when a connection is up, or lost, or could not be made, with the reason. A
	// connection that is up with an error works, but brings no requests. Changed is called from the
	// sending goroutine and must not wait.
	Changed func(up bool, err error)

	// TooLong is called with the length of a message in bytes if the broker refuses it, or does not
	// keep it, because it is too long; and with 0 when the broker keeps a message on that topic
	// again. It must not wait.
	TooLong func(topic string, size int)

	// session, if it is set, are the filters of a session that outlives the connection. Messages of
	// it go to received, and are acknowledged by its done.
	session  []string
	received func(m transport.Message, done func())

	// open connects to the broker. Tests that connect thousands of times put a socket
	// here that takes no port.
	open func(context.Context) (net.Conn, error)
}

// Request is a message that arrived under the filter of the requests.
type Request struct {
	Topic    string
	Payload  []byte // at most one byte more than transport.MaxRequest of it
	Retained bool
}

// Stats count since the start.
type Stats struct {
	Queued        int    // waiting for an acknowledgement now
	Acknowledged  uint64 // by the broker
	Refused       uint64 // not taken: the outbox was full, or the broker takes none so long
	Lost          uint64 // given up by the outbox, to make room
	ClocksDropped uint64 // QoS 0, overtaken or without a connection
	Connections   uint64
	Waiting       time.Duration // of the oldest message that waits
}

// Publisher sends messages. Its methods may be called from any goroutine, Run only once. New
// makes one.
type Publisher struct {
	config   Config
	outbox   *Outbox
	kick     chan struct{} // there is something to send, or something was acknowledged
	clock    atomic.Pointer[transport.Message]
	up       atomic.Bool
	oversize *oversize

	acknowledged, refused, clocksDropped, connections atomic.Uint64
}

// New returns a publisher. It takes all messages in the outbox as unacknowledged.
func New(c Config, o *Outbox) (*Publisher, error) {
	if err := c.complete(); err != nil {
		return nil, err
	}
	p := &Publisher{
		config:   c,
		outbox:   o,
		kick:     make(chan struct{}, 1),
		oversize: newOversize(c.TooLong),
	}
	o.Notify(p.wake)
	return p, nil
}

// complete checks the address, and gives the fields that are zero their values.
func (c *Config) complete() error {
	if err := CheckAddress(c.Broker); err != nil {
		return fmt.Errorf("broker address %w", err)
	}
	c.fill()
	return nil
}

func (c *Config) fill() {
	c.Window = cmp.Or(c.Window, 100)
	c.MaxPacket = cmp.Or(c.MaxPacket, maxPacket)
	c.KeepAlive = cmp.Or(c.KeepAlive, 30*time.Second)
	c.ConnectTimeout = cmp.Or(c.ConnectTimeout, 10*time.Second)
	c.WriteTimeout = cmp.Or(c.WriteTimeout, 10*time.Second)
	c.AckTimeout = cmp.Or(c.AckTimeout, 30*time.Second)
	c.DrainTimeout = cmp.Or(c.DrainTimeout, 5*time.Second)
	c.MinPause = cmp.Or(c.MinPause, time.Second)
	c.MaxPause = cmp.Or(c.MaxPause, 30*time.Second)
	if c.Changed == nil {
		c.Changed = func(bool, error) {}
	}
	if c.open == nil {
		c.open = c.openNetwork
	}
	if c.Received == nil {
		c.Received = func(Request) {}
	}
	if c.TooLong == nil {
		c.TooLong = func(string, int) {}
	}
}

// Publish takes messages for sending, and never waits for the broker. A message of QoS 0
// replaces the last one of its kind that is not sent yet, and is dropped while there is no
// connection. Any other goes into the outbox. The error is the outbox's; with an error some of
// the messages will not be sent. The caller may use the slice again when Publish returns, but
// not the payloads.
func (p *Publisher) Publish(messages ...transport.Message) error {
	kept := messages[:0:0]
	for _, m := range messages {
		if m.QoS == 0 {
			p.publishClock(m)
		} else {
			kept = append(kept, m)
		}
	}
	if len(kept) == 0 {
		return nil
	}
	refused, err := p.outbox.PutAll(kept)
	if err != nil {
		p.refused.Add(uint64(refused))
		return fmt.Errorf("keep message for %w", err)
	}
	return nil
}

func (p *Publisher) publishClock(m transport.Message) {
	if !p.up.Load() {
		p.clocksDropped.Add(1)
		return
	}
	if p.clock.Swap(&m) != nil {
		p.clocksDropped.Add(1)
	}
	p.wake()
}

func (p *Publisher) wake() {
	select {
	case p.kick <- struct{}{}:
	default:
	}
}

// Stats returns the counts until now.
func (p *Publisher) Stats() Stats {
	return Stats{
		Queued:        p.outbox.Len(),
		Acknowledged:  p.acknowledged.Load(),
		Refused:       p.refused.Load(),
		Lost:          p.outbox.Lost(),
		ClocksDropped: p.clocksDropped.Load(),
		Connections:   p.connections.Load(),
		Waiting:       p.outbox.Waiting(time.Now()),
	}
}

var (
	errNoAck    = errors.New("the broker does not acknowledge")
	errTooLong  = errors.New("the broker takes no message so long")
	errNotEmpty = errors.New("stopped before everything was sent")
)

// sender empties the outbox over one connection: it sends in order, and keeps
// a window of messages on their way.
type sender struct {
	p    *Publisher
	k    *connection
	late uint64 // messages up to this one were kept while there was no connection
	last uint64 // sent

	flying   atomic.Int64 // messages on their way
	onWay    chan onWay   // the same, with room for the window
	broken   chan error   // gets one error when an acknowledgement fails
	stopping <-chan struct{}
	deadline <-chan time.Time // once stopping
}

// onWay is a message that was sent and not yet acknowledged.
type onWay struct {
	id      uint64
	message transport.Message
	token   mqtt.Token
}

// empty sends until the connection is lost, which is an error, or ctx ends. When ctx ends, it
// returns nil if the outbox is empty, or becomes empty in time. Messages up to number late were
// kept while there was no connection.
func (p *Publisher) empty(ctx context.Context, k *connection, late uint64) error {
	s := &sender{
		p:        p,
		k:        k,
		late:     late,
		onWay:    make(chan onWay, p.config.Window),
		broken:   make(chan error, 1),
		stopping: ctx.Done(),
	}
	stop, gone := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(gone)
		s.await(stop)
	}()
	err := s.send()
	close(stop)
	<-gone
	s.sweep()
	if err == nil {
		return nil
	}
	if id, giveUp := p.oversize.lost(time.Now()); giveUp {
		s.giveUp(id)
		return fmt.Errorf("%w: %w", errTooLong, err)
	}
	return err
}

// send sends the messages of the outbox, and waits for more.
func (s *sender) send() error {
	for {
		if err := s.sendClock(); err != nil {
			return err
		}
		sent, err := s.sendNext()
		if err != nil {
			return err
		}
		if sent {
			continue
		}
		if s.deadline != nil && s.p.outbox.Len() == 0 {
			return nil
		}
		if err := s.wait(); err != nil {
			return err
		}
	}
}

// sendNext sends the next message of the outbox. It reports whether there was one and the window
// had room for it.
func (s *sender) sendNext() (bool, error) {
	if s.flying.Load() >= int64(s.p.config.Window) {
		return false, nil
	}
	id, m, ok := s.p.outbox.Next(s.last)
	if !ok {
		return false, nil
	}
	if s.p.oversize.refuses(&m, time.Now()) {
		s.giveUp(id)
		return true, nil
	}
	if s.p.oversize.waits(&m, s.flying.Load()) {
		return false, nil
	}
	if id <= s.late {
		m.Payload = transport.Historical(m.Payload)
	}
	s.p.oversize.sent(id, &m)
	token, err := s.k.send(&m)
	if err != nil {
		return false, err
	}
	s.last = id
	s.flying.Add(1)
	s.onWay <- onWay{id, m, token}
	return true, nil
}

// wait waits until there may be something to send, or room to send it.
func (s *sender) wait() error {
	select {
	case <-s.p.kick:
	case err := <-s.k.lost:
		return lostError(err)
	case err := <-s.broken:
		return err
	case <-s.stopping:
		s.stopping, s.deadline = nil, time.After(s.p.config.DrainTimeout)
	case <-s.deadline:
		return errNotEmpty
	}
	return nil
}

// sendClock sends the latest reading of the clock, if it was not sent yet.
func (s *sender) sendClock() error {
	m := s.p.clock.Swap(nil)
	if m == nil {
		return nil
	}
	_, err := s.k.send(m)
	return err
}

// await waits for the acknowledgements in the order of the messages. A token that is done without
// an error is an acknowledgement: while the connection is up, nothing else completes it so.
func (s *sender) await(stop <-chan struct{}) {
	timer := time.NewTimer(s.p.config.AckTimeout)
	defer timer.Stop()
	for {
		var m onWay
		select {
		case <-stop:
			return
		case m = <-s.onWay:
		}
		timer.Reset(s.p.config.AckTimeout)
		select {
		case <-stop:
			return
		case <-timer.C:
			s.broken <- errNoAck
			return
		case <-m.token.Done():
		}
		if err := m.token.Error(); err != nil {
			s.broken <- fmt.Errorf("send: %w", err)
			return
		}
		s.acknowledged(m)
	}
}

// sweep takes the acknowledgements of messages behind one that is still unacknowledged. Without
// it, no message would ever be done at a broker that loses one acknowledgement in each window.
func (s *sender) sweep() {
	close(s.onWay)
	for m := range s.onWay {
		select {
		case <-m.token.Done():
		default:
			continue
		}
		if m.token.Error() == nil {
			s.acknowledged(m)
		}
	}
}

// giveUp forgets a message that the broker refuses.
func (s *sender) giveUp(id uint64) {
	s.p.outbox.Done(id)
	s.p.refused.Add(1)
}

func (s *sender) acknowledged(m onWay) {
	s.p.oversize.acknowledged(m.id, &m.message)
	s.p.outbox.Done(m.id)
	s.flying.Add(-1)
	s.p.acknowledged.Add(1)
	s.p.wake()
}
