package publish

import (
	"context"
	"errors"
	"fmt"

	mqtt "github.com/eclipse/paho.mqtt.golang"

	"github.com/boardd/boardd/transport"
)

// ErrUnanswered says that the broker took what was said, and nobody answered.
var ErrUnanswered = errors.New("no answer")

// Ask connects as the configuration says, subscribes to topics, publishes
// messages, and hands on what arrives, one message after the other, until take
// wants no more, which is no error, the connection is lost or ctx ends: then the
// error is ErrUnanswered if the broker has had everything. It is for somebody
// who wants answers: nothing is kept and nothing tried again.
func Ask(ctx context.Context, c Config, topics []string, messages []transport.Message, take func(transport.Message) (more bool)) error {
	k, err := visit(ctx, &c)
	if err != nil {
		return err
	}
	defer k.leave()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	arrived := make(chan transport.Message, len(topics)+64) // what is retained may come before all is subscribed to
	for _, topic := range topics {
		if err := k.subscribe(&c, topic, handOn(ctx, arrived)); err != nil {
			return err
		}
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

// handOn passes what arrives to a channel until ctx ends.
func handOn(ctx context.Context, to chan<- transport.Message) mqtt.MessageHandler {
	return func(_ mqtt.Client, m mqtt.Message) {
		select {
		case to <- messageOf(m):
		case <-ctx.Done():
		}
	}
}

// messageOf is a message that has arrived. It has Retain if the broker had kept it.
func messageOf(m mqtt.Message) transport.Message {
	return transport.Message{Topic: m.Topic(), QoS: m.Qos(), Retain: m.Retained(), Payload: m.Payload()}
}

// unanswered says why nothing came until now, as far as that can be known.
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
