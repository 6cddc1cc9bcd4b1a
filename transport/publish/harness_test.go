package publish_test

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"testing"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"

	"github.com/boardd/boardd/transport"
	"github.com/boardd/boardd/transport/publish"
)

// patience is how long a test waits for a condition.
const patience = time.Minute

// until waits for a condition, and fails the test if it does not come.
func until(t *testing.T, what string, holds func() bool) {
	t.Helper()
	deadline := time.After(patience)
	tick := time.NewTicker(2 * time.Millisecond)
	defer tick.Stop()
	for !holds() {
		select {
		case <-tick.C:
		case <-deadline:
			t.Fatalf("never: %s", what)
		}
		runtime.Gosched()
	}
}

// running is a running publisher with its reports of its connections.
type running struct {
	*publish.Publisher
	outbox *publish.Outbox
	asked  chan publish.Request // what has arrived
	stop   func()               // ends it in order and waits
	mu     sync.Mutex
	ups    int
	errs   []error
}

func (r *running) changed(up bool, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if up {
		r.ups++
	}
	if err != nil {
		r.errs = append(r.errs, err)
	}
}

func (r *running) connections() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.ups
}

func (r *running) lastError() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.errs) == 0 {
		return nil
	}
	return r.errs[len(r.errs)-1]
}

// start runs a publisher with short pauses.
func start(t *testing.T, c publish.Config) *running {
	t.Helper()
	return startWith(t, c, publish.NewOutbox(100000, 0))
}

func startWith(t *testing.T, c publish.Config, outbox *publish.Outbox) *running {
	t.Helper()
	r := &running{outbox: outbox, asked: make(chan publish.Request, 4096)}
	c.ClientID, c.Changed = "b07", r.changed
	c.Received = func(request publish.Request) {
		select {
		case r.asked <- request:
		default:
		}
	}
	c.MinPause, c.MaxPause = time.Millisecond, 10*time.Millisecond
	p, err := publish.New(c, outbox)
	if err != nil {
		t.Fatal(err)
	}
	r.Publisher = p
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		p.Run(ctx)
	}()
	r.stop = sync.OnceFunc(func() {
		cancel()
		<-done
	})
	t.Cleanup(r.stop)
	return r
}

const prefix = "chess/1/hall-a/b07/"

func event(n int) transport.Message {
	return transport.Message{Topic: prefix + "event", QoS: 1, Payload: fmt.Appendf(nil, `{"seq":%d,"historical":false}`, n)}
}

func status(state string) transport.Message {
	return transport.Message{Topic: prefix + "status", QoS: 1, Retain: true, Payload: []byte(state)}
}

func (r *running) publish(t *testing.T, messages ...transport.Message) {
	t.Helper()
	for _, m := range messages {
		if err := r.Publish(m); err != nil {
			t.Fatal(err)
		}
	}
}

// reader is a consumer that keeps the messages under a filter.
type reader struct {
	client mqtt.Client
	mu     sync.Mutex
	got    []mqtt.Message
}

func read(t *testing.T, url, filter string) *reader {
	t.Helper()
	r := &reader{client: mqtt.NewClient(mqtt.NewClientOptions().AddBroker(url).SetAutoReconnect(false).SetClientID("reader " + filter))}
	wait(t, r.client.Connect())
	wait(t, r.client.Subscribe(filter, 1, func(_ mqtt.Client, m mqtt.Message) {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.got = append(r.got, m)
	}))
	t.Cleanup(func() { r.client.Disconnect(100) })
	return r
}

func wait(t *testing.T, token mqtt.Token) {
	t.Helper()
	if !token.WaitTimeout(patience) {
		t.Fatal("no answer")
	}
	if err := token.Error(); err != nil {
		t.Fatal(err)
	}
}

func (r *reader) payloads() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	var out []string
	for _, m := range r.got {
		out = append(out, string(m.Payload()))
	}
	return out
}
