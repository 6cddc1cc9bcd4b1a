package publish

import (
	"bytes"
	"context"
	"fmt"

	mqtt "github.com/eclipse/paho.mqtt.golang"

	"github.com/boardd/boardd/transport"
)

// Check connects as the configuration says, subscribes to the requests, if it has
// any, and to the topic of the message given, publishes that, and waits until it
// comes back or ctx ends. It finds what a sender cannot: a broker of MQTT 3.1.1
// acknowledges and then drops what its access list forbids. The payload must be
// one that was not published before, and the client not one that is connected
// already.
func Check(ctx context.Context, c Config, m transport.Message) error {
	k, err := visit(ctx, &c)
	if err != nil {
		return err
	}
	defer k.leave()
	back := make(chan struct{}, 1)
	received := func(_ mqtt.Client, got mqtt.Message) {
		if bytes.Equal(got.Payload(), m.Payload) {
			select {
			case back <- struct{}{}:
			default:
			}
		}
	}
	if c.Requests != "" {
		if err := k.subscribe(&c, c.Requests, func(mqtt.Client, mqtt.Message) {}); err != nil {
			return err
		}
	}
	if err := k.subscribe(&c, m.Topic, received); err != nil {
		return err
	}
	token, err := k.send(&m)
	if err != nil {
		return err
	}
	select {
	case <-back:
		return nil
	case err := <-k.lost:
		return lostError(err)
	case <-ctx.Done():
		return notBack(m.Topic, token)
	}
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

// notBack says why a message did not come back, as far as that can be known.
func notBack(topic string, token mqtt.Token) error {
	select {
	case <-token.Done():
		if err := token.Error(); err != nil {
			return fmt.Errorf("publish on %q: %w", topic, err)
		}
		return fmt.Errorf("publish on %q: acknowledged, and it did not come back: %w", topic, errRefused)
	default:
		return fmt.Errorf("publish on %q: %w", topic, errNoAck)
	}
}
