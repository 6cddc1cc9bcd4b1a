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
	"crypto/tls"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/boardd/boardd/transport"
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

	// Changed is told when a connection is up, or lost, or could not be made,
	// and why. A connection that is up with an error works, but requests are
	// not to be had. It is called from the sending goroutine and must not wait.
	Changed func(up bool, err error)
}

// Request is something that arrived under the filter of the requests.
type Request struct {
	Topic    string
	Payload  []byte // at most one byte more than transport.MaxRequest of it
	Retained bool
}

// Stats count since the start.
type Stats struct {
	Queued          int    // waiting for an acknowledgement now
	Acknowledged    uint64 // by the broker
	Refused         uint64 // not taken: the outbox was full
	Lost            uint64 // given up by the outbox, to make room
	ClocksDropped   uint64 // QoS 0, overtaken or without a connection
	RequestsDropped uint64 // nobody took them in time
	Connections     uint64
	Waiting         time.Duration // of the oldest message that waits; a second may be missing
	Commit          time.Duration // the last that the outbox took to keep messages; 0: it has no disk
}

// Publisher sends. Its methods may be called from any goroutine; Run is to be
// called once. Make it with New.
type Publisher struct {
	config   Config
	outbox   Outbox
	requests chan Request
	kick     chan struct{} // there is something to send, or something was acknowledged
	clock    atomic.Pointer[transport.Message]
	up       atomic.Bool
	ages     ages

	acknowledged, refused, clocksDropped, requestsDropped, connections atomic.Uint64
}

// requestsKept is how many requests wait for the core before others are dropped.
const requestsKept = 64

// New is a publisher that takes what is in the outbox as not acknowledged.
func New(c Config, o Outbox) (*Publisher, error) {
	if err := CheckAddress(c.Broker); err != nil {
		return nil, fmt.Errorf("broker address %w", err)
	}
	c.fill()
	p := &Publisher{
		config:   c,
		outbox:   o,
		requests: make(chan Request, requestsKept),
		kick:     make(chan struct{}, 1),
	}
	p.ages.note(o.Last(), time.Now())
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
}

// Publish takes a message to be sent and never waits for the broker. One of
// QoS 0 replaces the last of its kind that is not out yet, and is dropped while
// there is no connection. Another goes into the outbox; the error is the
// outbox's, and then the message is not going to be sent.
func (p *Publisher) Publish(m transport.Message) error {
	if m.QoS == 0 {
		p.publishClock(&m)
		return nil
	}
	if err := p.outbox.Put(m); err != nil {
		p.refused.Add(1)
		return fmt.Errorf("keep message for %s: %w", m.Topic, err)
	}
	p.ages.note(p.outbox.Last(), time.Now())
	return nil
}

// PublishNoted takes several messages and a note as Publish takes one. An outbox
// that outlives the program keeps all of it or none.
func (p *Publisher) PublishNoted(n Note, messages []transport.Message) error {
	kept := messages[:0:0]
	for i := range messages {
		if messages[i].QoS == 0 {
			p.publishClock(&messages[i])
		} else {
			kept = append(kept, messages[i])
		}
	}
	if len(kept) == 0 && n.Key == "" {
		return nil
	}
	refused, err := p.outbox.PutNoted(n, kept)
	if err != nil {
		p.refused.Add(uint64(refused))
		return fmt.Errorf("keep message for %w", err)
	}
	p.ages.note(p.outbox.Last(), time.Now())
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

// Requests are the requests that arrive, in order. They are dropped, and
// counted, while 64 wait.
func (p *Publisher) Requests() <-chan Request { return p.requests }

// Stats are the counts until now.
func (p *Publisher) Stats() Stats {
	p.ages.note(p.outbox.Last(), time.Now())
	s := Stats{
		Queued:          p.outbox.Len(),
		Acknowledged:    p.acknowledged.Load(),
		Refused:         p.refused.Load(),
		Lost:            p.outbox.Lost(),
		ClocksDropped:   p.clocksDropped.Load(),
		RequestsDropped: p.requestsDropped.Load(),
		Connections:     p.connections.Load(),
	}
	if oldest, _, ok := p.outbox.Next(0); ok {
		s.Waiting = p.ages.age(oldest, time.Now())
	} else {
		p.ages.none()
	}
	if disk, ok := p.outbox.(*Disk); ok {
		s.Commit = disk.CommitTime()
	}
	return s
}
