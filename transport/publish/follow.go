package publish

import (
	"context"
	"errors"
	"fmt"

	mqtt "github.com/eclipse/paho.mqtt.golang"

	"github.com/boardd/boardd/transport"
)

// Follow connects as the configuration says, subscribes to filters, and hands
// on what arrives, one message after the other, until ctx ends; a connection
// that is lost is made again. A message that the broker had kept has Retain.
//
// Config.Changed is told of the connection after what is retained has begun to
// arrive. With an error it is up, but some of the filters are refused.
//
// While take waits nothing is read, so that a reader who is too slow is a matter
// between him and the broker. It must not wait when ctx has ended, and is not
// called after Follow has returned.
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
	var refused []error
	for _, filter := range filters {
		if err := k.subscribe(c, filter, received); err != nil {
			refused = append(refused, err)
		}
	}
	all := errors.Join(refused...)
	if errors.Is(all, errNoAnswer) {
		k.cut()
		return all
	}
	if len(k.lost) == 0 {
		c.Changed(true, all)
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
