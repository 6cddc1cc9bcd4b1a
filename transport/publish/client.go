package publish

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/boardd/boardd/transport"
	mqtt "github.com/eclipse/paho.mqtt.golang"
)

// ErrUnanswered is the error if the broker took a request, and nobody answered it.
var ErrUnanswered = errors.New("no answer")

// Ask connects by the configuration, subscribes to topics, publishes messages, and calls take
// with each message that arrives, in order. It returns nil when take wants no more. If the
// connection is lost or ctx ends before, it returns an error: ErrUnanswered if the broker has
// acknowledged everything. Ask keeps no message, and tries nothing again.
func Ask(ctx context.Context, c Config, topics []string, messages []transport.Message, take func(transport.Message) (more bool)) error {
	if err := c.complete(); err != nil {
		return err
	}
	c.Will = transport.Message{} // the visit is short
	k, err := connect(ctx, &c)
	if err != nil {
		return err
	}
	defer k.leave()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	arrived := make(chan transport.Message, len(topics)+64) // what is retained may come before the answer
	if err := k.subscribe(&c, handOn(ctx, arrived), topics...); err != nil {
		return err
	}
	tokens, err := k.sendAll(messages)
	if err != nil {
		return err
	}
	for {
		select {
		case m := <-arrived:
			if !take(m) {
				return nil
			}
		case err := <-k.lost:
			return lostError(err)
		case <-ctx.Done():
			return unanswered(tokens)
		}
	}
}

func (k *connection) sendAll(messages []transport.Message) ([]mqtt.Token, error) {
	var tokens []mqtt.Token
	for i := range messages {
		token, err := k.send(&messages[i])
		if err != nil {
			return tokens, err
		}
		tokens = append(tokens, token)
	}
	return tokens, nil
}

// handOn passes arriving messages to a channel until ctx ends.
func handOn(ctx context.Context, to chan<- transport.Message) mqtt.MessageHandler {
	return func(_ mqtt.Client, m mqtt.Message) {
		select {
		case to <- messageOf(m):
		case <-ctx.Done():
		}
	}
}

// messageOf returns a message that has arrived. It has Retain if the broker had retained it.
func messageOf(m mqtt.Message) transport.Message {
	return transport.Message{Topic: m.Topic(), QoS: m.Qos(), Retain: m.Retained(), Payload: m.Payload()}
}

// unanswered returns the reason why no answer has come, as far as it can be known.
func unanswered(tokens []mqtt.Token) error {
	for _, token := range tokens {
		select {
		case <-token.Done():
			if err := token.Error(); err != nil {
				return fmt.Errorf("publish: %w", err)
			}
		default:
			return errNoAck
		}
	}
	return ErrUnanswered
}

// Follow connects by the configuration, subscribes to filters, and calls take with each message,
// in order, until ctx ends. It makes a lost connection again. A message that the broker retained
// has Retain.
//
// Follow calls Config.Changed when the connection is up, after the first retained messages. An
// error then names the filters that the broker has refused.
//
// While take runs, Follow reads nothing: the broker decides what a slow reader misses. take must
// not wait when ctx has ended, and is not called after Follow has returned.
func Follow(ctx context.Context, c Config, filters []string, take func(transport.Message)) error {
	if err := c.complete(); err != nil {
		return err
	}
	c.Will = transport.Message{}
	arrived := make(chan transport.Message)
	listening, stop := context.WithCancel(context.Background())
	handed := make(chan struct{})
	go func() {
		defer close(handed)
		for {
			select {
			case m := <-arrived:
				take(m)
			case <-listening.Done():
				return
			}
		}
	}()
	c.keep(ctx, func(ctx context.Context, k *connection) error {
		return k.listen(ctx, &c, filters, handOn(listening, arrived))
	})
	stop()
	<-handed
	return nil
}

// Keep is Follow with a session that outlives the connection and the program: the broker keeps
// what is published meanwhile, as long as it has room, and gives it to the next program with this
// client id. It keeps a message until done is called for it, and sends it again to a later
// connection. done may be called at any time, by any goroutine.
//
// take is called by the reading goroutine, and must not wait.
func Keep(ctx context.Context, c Config, filters []string, take func(m transport.Message, done func())) error {
	if err := c.complete(); err != nil {
		return err
	}
	c.Will = transport.Message{}
	c.session, c.received = filters, take
	c.keep(ctx, func(ctx context.Context, k *connection) error {
		return k.listen(ctx, &c, filters, c.receive)
	})
	return nil
}

// receive hands on a message of a session.
func (c *Config) receive(_ mqtt.Client, m mqtt.Message) { c.received(messageOf(m), m.Ack) }

// listen subscribes, and stays until the connection is lost or ctx ends.
func (k *connection) listen(ctx context.Context, c *Config, filters []string, received mqtt.MessageHandler) error {
	refused := k.subscribe(c, received, filters...)
	if refused != nil && !errors.Is(refused, errRefused) {
		k.cut()
		return refused
	}
	if len(k.lost) == 0 {
		c.Changed(true, refused)
	}
	select {
	case err := <-k.lost:
		k.cut()
		return lostError(err)
	case <-ctx.Done():
		k.leave()
		return nil
	}
}

// Check connects by the configuration, and subscribes to the requests, if it has any, and to the
// topics of the given messages. It publishes the messages, one for each topic, and waits until
// all have come back or ctx ends. So it finds what a sender cannot find: a broker of MQTT 3.1.1
// acknowledges and drops messages that its access list forbids. No connected client may have the
// same client id.
func Check(ctx context.Context, c Config, messages []transport.Message) error {
	var filters []string
	if c.Requests != "" {
		filters = append(filters, c.Requests)
	}
	for i := range messages {
		filters = append(filters, messages[i].Topic)
	}
	missing := slices.Clone(messages)
	err := Ask(ctx, c, filters, messages, func(got transport.Message) bool {
		missing = slices.DeleteFunc(missing, func(m transport.Message) bool { return comesBack(&m, &got) })
		return len(missing) > 0
	})
	switch {
	case errors.Is(err, ErrUnanswered):
		return fmt.Errorf("publish on %s: acknowledged, and it did not come back: %w", topicsOf(missing, len(messages)), errRefused)
	case errors.Is(err, errNoAck):
		return fmt.Errorf("publish on %s: %w", topicsOf(missing, len(messages)), err)
	}
	return err
}

// comesBack reports whether an arrived message is the sent one. A retained message does not count.
func comesBack(sent, got *transport.Message) bool {
	return !got.Retain && got.Topic == sent.Topic && bytes.Equal(got.Payload, sent.Payload)
}

// topicsOf returns the topics of the missing messages, given the number of all.
func topicsOf(missing []transport.Message, all int) string {
	if len(missing) > 1 && len(missing) == all {
		return fmt.Sprintf("%q and all others", missing[0].Topic)
	}
	var names []string
	for i := range missing {
		names = append(names, strconv.Quote(missing[i].Topic))
	}
	return strings.Join(names, ", ")
}
