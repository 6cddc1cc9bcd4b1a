package publish_test

import (
	"strings"
	"testing"
	"time"

	"github.com/boardd/boardd/transport"
	"github.com/boardd/boardd/transport/publish"
)

func TestRequests(t *testing.T) {
	b := startBroker(t)
	p := start(t, publish.Config{Broker: b.URL(), Requests: prefix + "req/#"})
	until(t, "a connection", func() bool { return p.connections() == 1 })
	operator := read(t, b.URL(), prefix+"res/#")
	send := func(topic string, retain bool, payload string) publish.Request {
		t.Helper()
		wait(t, operator.client.Publish(prefix+topic, 1, retain, payload))
		select {
		case r := <-p.Requests():
			return r
		case <-time.After(patience):
			t.Fatalf("%s never arrives", topic)
			return publish.Request{}
		}
	}
	if r := send("req/pause", false, "{}"); r.Topic != prefix+"req/pause" || string(r.Payload) != "{}" || r.Retained {
		t.Errorf("request %+v", r)
	}
	if r := send("req/tags", false, strings.Repeat("x", 3*transport.MaxRequest)); len(r.Payload) != transport.MaxRequest+1 {
		t.Errorf("a large request has %d bytes, want one more than allowed", len(r.Payload))
	}
	for range 100 {
		wait(t, operator.client.Publish(prefix+"req/pause", 1, false, "{}"))
	}
	until(t, "those that nobody takes are dropped", func() bool { return p.Stats().RequestsDropped == 100-64 })
}

// A request that stays retained arrives as such at each connection.
func TestRetainedRequest(t *testing.T) {
	b := startBroker(t)
	operator := read(t, b.URL(), prefix+"res/#")
	wait(t, operator.client.Publish(prefix+"req/pause", 1, true, "{}"))
	p := start(t, publish.Config{Broker: b.URL(), Requests: prefix + "req/#"})
	select {
	case r := <-p.Requests():
		if !r.Retained {
			t.Error("it is not marked")
		}
	case <-time.After(patience):
		t.Fatal("it never arrives")
	}
}
