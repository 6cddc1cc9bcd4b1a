package publish_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"

	"github.com/boardd/boardd/transport"
	"github.com/boardd/boardd/transport/publish"
)

// ask asks for a pause and returns the payloads that come until one is "ok".
func ask(t *testing.T, c publish.Config, within time.Duration) (got []string, err error) {
	t.Helper()
	c.ClientID = "arbiter"
	ctx, cancel := context.WithTimeout(context.Background(), within)
	defer cancel()
	err = publish.Ask(ctx, c, []string{prefix + "res/pause", prefix + "status"}, []transport.Message{passing(prefix+"req/pause", "{}")},
		func(m transport.Message) bool {
			got = append(got, string(m.Payload))
			return string(m.Payload) != "ok"
		})
	return got, err
}

// The retained messages arrive, then the answer. Ask then returns at once.
func TestAsk(t *testing.T) {
	b := startBroker(t)
	board := read(t, b.URL(), prefix+"event")
	wait(t, board.client.Publish(prefix+"status", 1, true, "ready"))
	wait(t, board.client.Subscribe(prefix+"req/#", 1, func(c mqtt.Client, m mqtt.Message) {
		c.Publish(prefix+"res/pause", 1, false, "not yet")
		c.Publish(prefix+"res/pause", 1, false, "ok")
	}))
	got, err := ask(t, publish.Config{Broker: b.URL()}, patience)
	if err != nil || !slices.Equal(got, []string{"ready", "not yet", "ok"}) {
		t.Errorf("%q, %v", got, err)
	}
}

// Ask distinguishes the reasons why no answer comes.
func TestAskInVain(t *testing.T) {
	b := startBroker(t)
	unanswered := func(broker, what string) error {
		return inVain(what, func(within time.Duration) error {
			_, err := ask(t, publish.Config{Broker: broker}, within)
			return err
		})
	}
	if err := unanswered(b.URL(), publish.ErrUnanswered.Error()); !errors.Is(err, publish.ErrUnanswered) {
		t.Errorf("nobody answers: %v", err)
	}
	f := startFake(t, listen(t))
	f.behave(func(int) bool { return false }, nil)
	const silent = "the broker does not acknowledge"
	wantError(t, unanswered(f.url(), silent), silent)
	f.behave(nil, func(int) bool { return true })
	_, err := ask(t, publish.Config{Broker: f.url()}, patience)
	wantError(t, err, "connection lost")
	l := listen(t)
	l.Close()
	_, err = ask(t, publish.Config{Broker: "tcp://" + l.Addr().String()}, patience)
	wantError(t, err, "connect to")
	_, err = ask(t, publish.Config{Broker: "tcp://arbiter:xyzzy@" + l.Addr().String()}, patience)
	wantError(t, err, "must not hold a user")
}
