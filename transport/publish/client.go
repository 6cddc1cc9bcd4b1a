package publish

import (
	"bytes"
	"context"
	"errors"
	"fmt"
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
	k, err := visit(ctx, &c)
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
	if err := CheckAddress(c.Broker); err != nil {
		return fmt.Errorf("broker address %w", err)
	}
	c.fill()
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
	k, err := visit(ctx, &c)
	if err != nil {
		return err
	}
	defer k.leave()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	t := trial{arrived: make(chan transport.Message, len(messages)+64), missing: messages}
	if err := k.subscribe(&c, handOn(ctx, t.arrived), t.filters(c.Requests)...); err != nil {
		return err
	}
	if t.tokens, err = k.sendAll(messages); err != nil {
		return err
	}
	return t.await(ctx, k)
}

// trial holds the sent messages that have not come back yet.
type trial struct {
	arrived chan transport.Message
	missing []transport.Message
	tokens  []mqtt.Token // of all
}

// filters returns the topics of the missing messages, and the filter of the requests, if there is
// one.
func (t *trial) filters(requests string) (filters []string) {
	if requests != "" {
		filters = append(filters, requests)
	}
	for i := range t.missing {
		filters = append(filters, t.missing[i].Topic)
	}
	return filters
}

func (t *trial) await(ctx context.Context, k *connection) error {
	for {
		select {
		case got := <-t.arrived:
			if t.take(&got); len(t.missing) == 0 {
				return nil
			}
		case err := <-k.lost:
			return lostError(err)
		case <-ctx.Done():
			return t.notBack()
		}
	}
}

// take removes an arrived message from the missing ones. A retained message does not count.
func (t *trial) take(got *transport.Message) {
	var missing []transport.Message
	for _, m := range t.missing {
		if got.Retain || got.Topic != m.Topic || !bytes.Equal(got.Payload, m.Payload) {
			missing = append(missing, m)
		}
	}
	t.missing = missing
}

// notBack returns an error that names the missing messages, with the reason as far as it can be
// known.
func (t *trial) notBack() error {
	what := "publish on " + t.topics()
	if err := unanswered(t.tokens); !errors.Is(err, ErrUnanswered) {
		return fmt.Errorf("%s: %w", what, err)
	}
	return fmt.Errorf("%s: acknowledged, and it did not come back: %w", what, errRefused)
}

// topics returns the topics of the missing messages.
func (t *trial) topics() string {
	if n := len(t.missing); n > 1 && n == len(t.tokens) {
		return fmt.Sprintf("%q and all others", t.missing[0].Topic)
	}
	var names []string
	for i := range t.missing {
		names = append(names, strconv.Quote(t.missing[i].Topic))
	}
	return strings.Join(names, ", ")
}

// visit connects without a will, for a short visit.
func visit(ctx context.Context, c *Config) (*connection, error) {
	if err := CheckAddress(c.Broker); err != nil {
		return nil, fmt.Errorf("broker address %w", err)
	}
	c.fill()
	c.Will = transport.Message{}
	return connect(ctx, c)
}
