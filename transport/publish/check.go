package publish

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	mqtt "github.com/eclipse/paho.mqtt.golang"

	"github.com/boardd/boardd/transport"
)

// Check connects as the configuration says, subscribes to the requests, if it has
// any, and to the topics of the messages given, publishes those, and waits until
// all have come back or ctx ends. It finds what a sender cannot: a broker of MQTT
// 3.1.1 acknowledges and then drops what its access list forbids. There is one
// message to a topic. The client must not be one that is connected already.
func Check(ctx context.Context, c Config, messages []transport.Message) error {
	k, err := visit(ctx, &c)
	if err != nil {
		return err
	}
	defer k.leave()
	if c.Requests != "" {
		if err := k.subscribe(&c, c.Requests, func(mqtt.Client, mqtt.Message) {}); err != nil {
			return err
		}
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	t := trial{arrived: make(chan transport.Message, len(messages)+64), missing: messages}
	for i := range messages {
		if err := k.subscribe(&c, messages[i].Topic, handOn(ctx, t.arrived)); err != nil {
			return err
		}
	}
	if t.tokens, err = k.sendAll(messages); err != nil {
		return err
	}
	return t.await(ctx, k)
}

// trial is messages that were sent, and are to come back.
type trial struct {
	arrived chan transport.Message
	missing []transport.Message
	tokens  []mqtt.Token // of all
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

// take takes what has come off those that are missing. What the broker had kept is
// none of them.
func (t *trial) take(got *transport.Message) {
	var missing []transport.Message
	for _, m := range t.missing {
		if got.Retain || got.Topic != m.Topic || !bytes.Equal(got.Payload, m.Payload) {
			missing = append(missing, m)
		}
	}
	t.missing = missing
}

// notBack says which messages did not come back, and why, as far as that can be
// known.
func (t *trial) notBack() error {
	what := "publish on " + t.topics()
	if err := unanswered(t.tokens); !errors.Is(err, ErrUnanswered) {
		return fmt.Errorf("%s: %w", what, err)
	}
	return fmt.Errorf("%s: acknowledged, and it did not come back: %w", what, errRefused)
}

// topics names those of what is missing.
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

// visit connects without a will, for somebody who does not stay.
func visit(ctx context.Context, c *Config) (*connection, error) {
	if err := CheckAddress(c.Broker); err != nil {
		return nil, fmt.Errorf("broker address %w", err)
	}
	c.fill()
	c.Will = transport.Message{}
	return connect(ctx, c)
}
