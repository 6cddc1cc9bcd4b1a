package publish_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"

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
		case r := <-p.asked:
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
}

// A broker that does not answer when it is asked for requests is asked again, over another
// connection. On a slow machine another one may not be answered in time.
func TestUnansweredSubscription(t *testing.T) {
	f := startFake(t, listen(t))
	f.with(func() { f.deaf = true })
	p := start(t, publish.Config{Broker: f.url(), Requests: prefix + "req/#", ConnectTimeout: 50 * time.Millisecond})
	p.publish(t, event(1))
	until(t, "a message", func() bool { return p.Stats().Acknowledged == 1 })
	f.with(func() {
		if len(f.wills) == 0 || p.connections() != 1 {
			t.Errorf("%d connections ended before it, and %d were up, want one or more, and 1", len(f.wills), p.connections())
		}
	})
}

// A retained request arrives at each connection, and is marked as retained.
func TestRetainedRequest(t *testing.T) {
	b := startBroker(t)
	operator := read(t, b.URL(), prefix+"req/#")
	wait(t, operator.client.Publish(prefix+"req/pause", 1, true, "{}"))
	until(t, "the request at the operator", func() bool { return len(operator.payloads()) == 1 }) // the broker acknowledges it before
	p := start(t, publish.Config{Broker: b.URL(), Requests: prefix + "req/#"})
	select {
	case r := <-p.asked:
		if !r.Retained {
			t.Error("it is not marked")
		}
	case <-time.After(patience):
		t.Fatal("it never arrives")
	}
}

// Requests arrive in order. While nobody takes them, everything else goes on.
func TestRequestsInOrder(t *testing.T) {
	m := newMosquitto(t, "")
	p := start(t, publish.Config{Broker: m.url(), Requests: prefix + "req/#"})
	until(t, "a connection", func() bool { return p.connections() == 1 })
	operator := read(t, m.url(), prefix+"event")
	const burst = 60
	for n := range 30 {
		var last mqtt.Token
		for i := range burst {
			last = operator.client.Publish(prefix+"req/pause", 1, false, fmt.Sprint(n*burst+i))
		}
		wait(t, last)
		for i := range burst {
			if r := take(t, p); string(r.Payload) != fmt.Sprint(n*burst+i) {
				t.Fatalf("request %s, want %d", r.Payload, n*burst+i)
			}
		}
	}
	for range 500 {
		operator.client.Publish(prefix+"req/pause", 1, false, "{}")
	}
	p.publish(t, event(1))
	until(t, "an event", func() bool { return len(operator.payloads()) == 1 })
	until(t, "all acknowledged", func() bool { return p.Stats().Queued == 0 })
}

// take returns the next request.
func take(t *testing.T, p *running) publish.Request {
	t.Helper()
	select {
	case r := <-p.asked:
		return r
	case <-time.After(patience):
		t.Fatal("no request")
		return publish.Request{}
	}
}

// Only the beginning of a request that is far too long arrives, so that it can be refused at once
// and without memory for the rest. The next request arrives, too.
func TestHugeRequest(t *testing.T) {
	m := newMosquitto(t, "")
	p := start(t, publish.Config{Broker: m.url(), Requests: prefix + "req/#"})
	until(t, "a connection", func() bool { return p.connections() == 1 })
	operator := read(t, m.url(), prefix+"res/#")
	wait(t, operator.client.Publish(prefix+"req/tags", 1, false, make([]byte, 30<<20)))
	wait(t, operator.client.Publish(prefix+"req/pause", 1, false, "{}"))
	if r := take(t, p); r.Topic != prefix+"req/tags" || len(r.Payload) != transport.MaxRequest+1 {
		t.Errorf("%s, %d bytes", r.Topic, len(r.Payload))
	}
	if r := take(t, p); r.Topic != prefix+"req/pause" || p.connections() != 1 {
		t.Errorf("%s, %d connections", r.Topic, p.connections())
	}
	f := startFake(t, listen(t))
	p = start(t, publish.Config{Broker: f.url(), Requests: prefix + "req/#"})
	until(t, "a connection", func() bool { return p.connections() == 1 })
	head := append([]byte{0x30, 0xff, 0xff, 0xff, 0x7f, 0, byte(len(prefix) + 8)}, prefix+"req/tags"...)
	f.with(func() { f.conns[0].Write(append(head, make([]byte, 200<<10)...)) }) // of 256 MB
	if r := take(t, p); r.Topic != prefix+"req/tags" || len(r.Payload) != transport.MaxRequest+1 {
		t.Errorf("%s, %d bytes", r.Topic, len(r.Payload))
	}
}

// A connection that ends before the broker has answered was never up, and the reason is reported.
func TestLostBeforeAnswer(t *testing.T) {
	f := startFake(t, listen(t))
	f.with(func() { f.leaves = true })
	p := start(t, publish.Config{Broker: f.url(), Requests: prefix + "req/#"})
	until(t, "lost", func() bool { return p.lastError() != nil })
	if err := p.lastError(); !strings.HasPrefix(err.Error(), "connection lost: ") {
		t.Errorf("error %v", err)
	}
	if s := p.Stats(); p.connections() != 0 || s.Connections != 0 {
		t.Errorf("%d times up, %d connections", p.connections(), s.Connections)
	}
}
