package publish

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"

	"github.com/boardd/boardd/transport"
)

var (
	errNoAck    = errors.New("the broker does not acknowledge")
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
	id    uint64
	token mqtt.Token
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
	if id <= s.late {
		m.Payload = transport.Historical(m.Payload)
	}
	token, err := s.k.send(&m)
	if err != nil {
		return false, err
	}
	s.last = id
	s.flying.Add(1)
	s.onWay <- onWay{id, token}
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

func (s *sender) acknowledged(m onWay) {
	s.p.outbox.Done(m.id)
	s.flying.Add(-1)
	s.p.acknowledged.Add(1)
	s.p.wake()
}
