package publish

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"

	"github.com/boardd/boardd/transport"
)

// Run connects, sends, and connects again, until ctx ends; then it sends what
// is left as long as DrainTimeout allows. If all of it went out it takes leave
// of the broker, and otherwise it cuts the connection, so that the will says
// what we could not.
func (p *Publisher) Run(ctx context.Context) { p.config.keep(ctx, p.serve) }

// keep connects, uses the connection, and connects again, until ctx ends or a
// use has no error. Errors are told and end nothing.
func (c *Config) keep(ctx context.Context, use func(context.Context, *connection) error) {
	for attempt := 0; ctx.Err() == nil; attempt++ {
		k, err := connect(ctx, c)
		if err == nil {
			began := time.Now()
			err = use(ctx, k)
			if time.Since(began) > c.MaxPause {
				attempt = 0
			}
		}
		if err == nil || ctx.Err() != nil {
			return
		}
		c.Changed(false, err)
		wait(ctx, c.pause(attempt))
	}
}

// pause is how long to wait after so many failures: at least MinPause, at most
// MaxPause, growing twofold, and half of it by chance, so that the boards of a
// hall do not all come back at once.
func (c *Config) pause(failures int) time.Duration {
	half := c.MaxPause / 2
	if failures < 16 {
		half = min(half, c.MinPause<<failures)
	}
	return half + rand.N(half+1)
}

func wait(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}

// serve uses a connection until it is lost or ctx ends. That requests are refused
// ends nothing; that nobody answers when they are asked for does, as who does not
// hear of it would never ask again.
func (p *Publisher) serve(ctx context.Context, k *connection) error {
	var refused error
	if p.config.Requests != "" {
		refused = k.subscribe(&p.config, p.config.Requests, p.receive)
	}
	if errors.Is(refused, errNoAnswer) {
		k.cut()
		return refused
	}
	p.connections.Add(1)
	p.up.Store(true)
	late := p.outbox.Last()
	p.config.Changed(true, refused)
	err := p.empty(ctx, k, late)
	p.up.Store(false)
	if p.clock.Swap(nil) != nil {
		p.clocksDropped.Add(1)
	}
	if err == nil {
		k.leave()
	} else {
		k.cut()
	}
	return err
}

// receive takes a request and hands it on. The client calls it for one message
// after the other and reads nothing meanwhile, acknowledgements included: it
// must not wait.
func (p *Publisher) receive(_ mqtt.Client, m mqtt.Message) {
	payload := m.Payload()
	r := Request{m.Topic(), bytes.Clone(payload[:min(len(payload), transport.MaxRequest+1)]), m.Retained()}
	select {
	case p.requests <- r:
	default:
		p.requestsDropped.Add(1)
	}
}
