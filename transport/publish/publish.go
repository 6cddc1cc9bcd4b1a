// Package publish brings messages to an MQTT broker (3.1.1) and requests from it.
//
// What is given to it is kept in an Outbox until the broker has acknowledged
// it, and is sent in the order in which it was given: every message arrives at
// least once. After a lost connection everything from the oldest message that
// was not acknowledged is sent again; consumers drop by board and seq what
// they have had. "Acknowledged" is where the promise ends: whether the broker
// has it on its disk, or a reader, is not known to us.
//
// The client library is trusted with one connection and no more. With its own
// reconnecting switched on, the tokens of all messages on their way complete
// without an error when the link comes back, acknowledged or not, and an
// outbox that believes them loses a window of messages (measured: 100 of 100).
// So a client lives as long as its connection, reconnects nothing, keeps no
// session, and a message is done only when its own token says so.
package publish

import (
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

	// Received is given the requests, in order. It is called from the goroutine that
	// reads, acknowledgements included, and must not wait.
	Received func(Request)

	// Changed is called when a connection is up, or lost, or could not be made, with the reason. A
	// connection that is up with an error works, but brings no requests. Changed is called from the
	// sending goroutine and must not wait.
	Changed func(up bool, err error)

	// TooLong is called with the length of a message in bytes if the broker refuses it, or does not
	// keep it, because it is too long; and with 0 when the broker keeps a message on that topic
	// again. It must not wait.
	TooLong func(topic string, size int)

	// open connects to the broker. Tests that connect thousands of times put a socket
	// here that takes no port.
	open func(context.Context) (net.Conn, error)
}

// Request is something that arrived under the filter of the requests.
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

// Publisher sends. Its methods may be called from any goroutine; Run is to be
// called once. Make it with New.
type Publisher struct {
	config   Config
	outbox   *Outbox
	kick     chan struct{} // there is something to send, or something was acknowledged
	clock    atomic.Pointer[transport.Message]
	up       atomic.Bool
	oversize *oversize

	acknowledged, refused, clocksDropped, connections atomic.Uint64
}

// New is a publisher that takes what is in the outbox as not acknowledged.
func New(c Config, o *Outbox) (*Publisher, error) {
	if err := CheckAddress(c.Broker); err != nil {
		return nil, fmt.Errorf("broker address %w", err)
	}
	c.fill()
	p := &Publisher{
		config:   c,
		outbox:   o,
		kick:     make(chan struct{}, 1),
		oversize: newOversize(c.TooLong),
	}
	o.Notify(p.wake)
	return p, nil
}

func (c *Config) fill() {
	if c.Window <= 0 {
		c.Window = 100
	}
	if c.MaxPacket <= 0 {
		c.MaxPacket = maxPacket
	}
	for _, d := range []struct {
		field *time.Duration
		value time.Duration
	}{
		{&c.KeepAlive, 30 * time.Second},
		{&c.ConnectTimeout, 10 * time.Second},
		{&c.WriteTimeout, 10 * time.Second},
		{&c.AckTimeout, 30 * time.Second},
		{&c.DrainTimeout, 5 * time.Second},
		{&c.MinPause, time.Second},
		{&c.MaxPause, 30 * time.Second},
	} {
		if *d.field <= 0 {
			*d.field = d.value
		}
	}
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

// Publish takes a message to be sent and never waits for the broker. One of
// QoS 0 replaces the last of its kind that is not out yet, and is dropped while
// there is no connection. Another goes into the outbox; the error is the
// outbox's, and then the message is not going to be sent.
func (p *Publisher) Publish(m transport.Message) error {
	return p.PublishAll([]transport.Message{m})
}

// PublishAll takes several messages as Publish takes one.
func (p *Publisher) PublishAll(messages []transport.Message) error {
	kept := messages[:0:0]
	for i := range messages {
		if messages[i].QoS == 0 {
			p.publishClock(&messages[i])
		} else {
			kept = append(kept, messages[i])
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

func (p *Publisher) publishClock(m *transport.Message) {
	if !p.up.Load() {
		p.clocksDropped.Add(1)
		return
	}
	if p.clock.Swap(m) != nil {
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

// Stats are the counts until now.
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

// empty sends until the connection is lost, which is an error, or ctx ends. It
// returns nil if the outbox was empty then, or became so in time. Messages up
// to number late were kept while there was no connection.
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

// send sends what the outbox has, and waits for more.
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

// sendNext sends the next message of the outbox. It reports whether there was
// one, and room for it in the window.
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

// sendClock sends the latest reading of the clock, if there is one that was
// not sent.
func (s *sender) sendClock() error {
	m := s.p.clock.Swap(nil)
	if m == nil {
		return nil
	}
	_, err := s.k.send(m)
	return err
}

// await waits for the acknowledgements in the order of the messages. Only a
// token that is done without an error is one: while the connection is up
// nothing else completes it.
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

// sweep takes the acknowledgements that came behind one that did not. Without
// it a broker that loses one acknowledgement in each window would never be
// done with any.
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

// giveUp forgets a message that the broker does not take.
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
