package publish_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/boardd/boardd/internal/broker"
	"github.com/boardd/boardd/transport"
	"github.com/boardd/boardd/transport/publish"
)

func startBroker(t *testing.T) *broker.Broker {
	t.Helper()
	b, err := broker.Start("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	return b
}

func TestArrivesInOrder(t *testing.T) {
	b := startBroker(t)
	consumer := read(t, b.URL(), prefix+"event")
	p := start(t, publish.Config{Broker: b.URL()})
	until(t, "a connection", func() bool { return p.connections() == 1 })
	const n = 2000
	var want []string
	for i := range n {
		p.publish(t, event(i))
		want = append(want, string(event(i).Payload))
	}
	until(t, "all arrive", func() bool { return len(consumer.payloads()) == n })
	if !slices.Equal(consumer.payloads(), want) {
		t.Error("they arrive in another order")
	}
	until(t, "all acknowledged", func() bool { return p.Stats().Queued == 0 })
	if s := p.Stats(); s.Acknowledged != n || s.Connections != 1 || s.Refused != 0 {
		t.Errorf("stats %+v", s)
	}
	if b.Dropped() != 0 {
		t.Errorf("the broker dropped %d", b.Dropped())
	}
}

// Messages that the broker takes and never acknowledges stay in the outbox, even when the link
// drops and comes back.
func TestNoAckIsNoDelivery(t *testing.T) {
	f := startFake(t, listen(t))
	never := func(int) bool { return false }
	f.behave(never, func(n int) bool { return n == 100 })
	p := start(t, publish.Config{Broker: f.url(), Window: 100})
	for i := range 150 {
		p.publish(t, event(i))
	}
	until(t, "the link has dropped and come back", func() bool { return p.connections() >= 2 && len(f.payloads()) >= 200 })
	if s := p.Stats(); s.Acknowledged != 0 || s.Queued != 150 {
		t.Errorf("nothing was acknowledged, and stats are %+v", s)
	}
	f.behave(nil, nil)
	f.dropAll()
	until(t, "all acknowledged", func() bool { return p.Stats().Queued == 0 })
	if got := distinct(f.acknowledged()); len(got) != 150 || !slices.IsSorted(got) {
		t.Errorf("acknowledged %d events, in order %t", len(got), slices.IsSorted(got))
	}
}

// distinct returns the numbers of events in the order in which each came first.
func distinct(payloads []string) []int {
	var out []int
	for _, text := range payloads {
		var n int
		fmt.Sscanf(text, `{"seq":%d`, &n)
		if !slices.Contains(out, n) {
			out = append(out, n)
		}
	}
	return out
}

// Acknowledgements get lost, and links drop at any moment. Every message that counts as
// acknowledged was acknowledged, and in the end all are.
func TestHonestUnderFaults(t *testing.T) {
	for seed := range 4 {
		f := startFake(t, listen(t))
		fault := uint32(seed)*2654435761 + 1
		next := func() uint32 { // called under the fake's lock
			fault ^= fault << 13
			fault ^= fault >> 17
			fault ^= fault << 5
			return fault
		}
		f.behave(func(int) bool { return next()%10 != 0 }, func(int) bool { return next()%25 == 0 })
		p := start(t, publish.Config{Broker: f.url(), Window: 10, AckTimeout: 50 * time.Millisecond})
		for i := range 300 {
			p.publish(t, event(i))
		}
		until(t, "most acknowledged", func() bool {
			if s := p.Stats(); int(s.Acknowledged) > len(f.acknowledged()) {
				t.Fatalf("%d counted as acknowledged, %d were", s.Acknowledged, len(f.acknowledged()))
			}
			return p.Stats().Queued < 50
		})
		f.behave(nil, nil)
		until(t, "all acknowledged", func() bool { return p.Stats().Queued == 0 })
		if got := distinct(f.acknowledged()); len(got) != 300 {
			t.Errorf("seed %d: %d events acknowledged", seed, len(got))
		}
		if got := distinct(f.payloads()); !slices.IsSorted(got) {
			t.Errorf("seed %d: sent in another order", seed)
		}
		p.stop()
	}
}

func TestWindow(t *testing.T) {
	f := startFake(t, listen(t))
	f.behave(func(int) bool { return false }, nil)
	p := start(t, publish.Config{Broker: f.url(), Window: 7})
	for i := range 50 {
		p.publish(t, event(i))
	}
	until(t, "the window is full", func() bool { return len(f.payloads()) == 7 })
	f.behave(nil, nil)
	f.dropAll()
	until(t, "all acknowledged", func() bool { return p.Stats().Queued == 0 })
	if f.with(func() {}); f.most > 7 {
		t.Errorf("%d messages on their way, window 7", f.most)
	}
}

// A connection to a broker that does not acknowledge is ended.
func TestNoAckInTime(t *testing.T) {
	f := startFake(t, listen(t))
	f.behave(func(n int) bool { return n > 3 }, nil)
	p := start(t, publish.Config{Broker: f.url(), AckTimeout: 20 * time.Millisecond})
	p.publish(t, event(1))
	until(t, "acknowledged at last", func() bool { return p.Stats().Queued == 0 })
	if p.connections() < 4 || !strings.Contains(p.lastError().Error(), "does not acknowledge") {
		t.Errorf("%d connections, last error %v", p.connections(), p.lastError())
	}
}

// Messages from an outage are marked; later ones are not.
func TestHistorical(t *testing.T) {
	b := startBroker(t)
	consumer := read(t, b.URL(), prefix+"event")
	outbox := publish.NewOutbox(10, 0)
	for i := range 3 {
		if err := outbox.Put(event(i)); err != nil {
			t.Fatal(err)
		}
	}
	p := startWith(t, publish.Config{Broker: b.URL()}, outbox)
	until(t, "the kept ones arrive", func() bool { return len(consumer.payloads()) == 3 })
	p.publish(t, event(3))
	until(t, "the new one arrives", func() bool { return len(consumer.payloads()) == 4 })
	want := []string{`{"seq":0,"historical":true}`, `{"seq":1,"historical":true}`, `{"seq":2,"historical":true}`, `{"seq":3,"historical":false}`}
	if !slices.Equal(consumer.payloads(), want) {
		t.Errorf("got %q, want %q", consumer.payloads(), want)
	}
}

func TestWillAndGoodbye(t *testing.T) {
	f := startFake(t, listen(t))
	p := start(t, publish.Config{Broker: f.url(), Will: status("lost")})
	until(t, "a connection", func() bool { return p.connections() == 1 })
	p.publish(t, status("ready"))
	until(t, "ready", func() bool { return slices.Contains(f.payloads(), "ready") })
	f.dropAll()
	until(t, "the will and another connection", func() bool {
		spoken := 0
		f.with(func() { spoken = len(f.wills) })
		return spoken == 1 && p.connections() == 2
	})
	p.publish(t, status("off"))
	p.stop()
	f.with(func() {
		if !slices.Equal(f.wills, []string{"lost"}) {
			t.Errorf("wills %q, want one: after the good-bye there is none", f.wills)
		}
		if f.acked[len(f.acked)-1] != "off" {
			t.Errorf("the last word is %q, want off", f.acked[len(f.acked)-1])
		}
	})
}

// If not everything could be sent at the end, the broker must publish the will.
func TestNoGoodbyeWhenNotAllWasSent(t *testing.T) {
	f := startFake(t, listen(t))
	f.behave(func(int) bool { return false }, nil)
	p := start(t, publish.Config{Broker: f.url(), Will: status("lost"), DrainTimeout: 10 * time.Millisecond})
	until(t, "a connection", func() bool { return p.connections() == 1 })
	p.publish(t, status("off"))
	p.stop()
	until(t, "the will", func() bool {
		var spoken bool
		f.with(func() { spoken = slices.Contains(f.wills, "lost") })
		return spoken
	})
	if p.Stats().Queued != 1 {
		t.Errorf("%d messages kept, want 1", p.Stats().Queued)
	}
}

// The outbox never keeps the clock, because an old reading is of no use.
func TestClock(t *testing.T) {
	b := startBroker(t)
	consumer := read(t, b.URL(), prefix+"clock")
	outbox := publish.NewOutbox(10, 0)
	clock := func(text string) transport.Message {
		return transport.Message{Topic: prefix + "clock", Retain: true, Payload: []byte(text)}
	}
	early, err := publish.New(publish.Config{Broker: b.URL()}, outbox)
	if err != nil {
		t.Fatal(err)
	}
	if err := early.Publish(clock("before")); err != nil || early.Stats().ClocksDropped != 1 || outbox.Len() != 0 {
		t.Errorf("without a connection: %v, stats %+v", err, early.Stats())
	}
	p := startWith(t, publish.Config{Broker: b.URL()}, outbox)
	until(t, "a connection", func() bool { return p.connections() == 1 })
	until(t, "the clock arrives", func() bool {
		p.publish(t, clock("now"))
		return slices.Contains(consumer.payloads(), "now")
	})
	if slices.Contains(consumer.payloads(), "before") {
		t.Error("the clock of before the connection arrives")
	}
}

// The caller may use the slice again when Publish has returned, also while a clock waits
// to be sent.
func TestClockIsCopied(t *testing.T) {
	b := startBroker(t)
	consumer := read(t, b.URL(), prefix+"#")
	p := start(t, publish.Config{Broker: b.URL()})
	until(t, "a connection", func() bool { return p.connections() == 1 })
	messages := make([]transport.Message, 1)
	for range 1000 {
		messages[0] = transport.Message{Topic: prefix + "clock", Retain: true, Payload: []byte("clock")}
		if err := p.Publish(messages...); err != nil {
			t.Fatal(err)
		}
		messages[0] = transport.Message{Topic: prefix + "state", Payload: []byte("another")}
	}
	until(t, "a clock arrives", func() bool { return slices.Contains(consumer.payloads(), "clock") })
	if slices.Contains(consumer.payloads(), "another") {
		t.Error("what the caller wrote into its slice later is sent as a clock")
	}
}

// While the broker is away nothing waits for it. When it comes, everything is sent.
func TestBrokerComesLate(t *testing.T) {
	l := listen(t)
	address := l.Addr().String()
	l.Close()
	p := start(t, publish.Config{Broker: "tcp://" + address})
	p.publish(t, event(1), event(2))
	until(t, "attempts fail", func() bool { return p.lastError() != nil })
	b, err := broker.Start(address)
	if err != nil {
		t.Skipf("the port was taken meanwhile: %v", err)
	}
	t.Cleanup(func() { b.Close() })
	until(t, "all acknowledged", func() bool { return p.Stats().Queued == 0 })
}

// Stopping does not wait for a broker that cannot be reached.
func TestStopWithoutBroker(t *testing.T) {
	l := listen(t) // accepts, and says nothing
	t.Cleanup(func() { l.Close() })
	p := start(t, publish.Config{Broker: "tcp://" + l.Addr().String(), ConnectTimeout: time.Hour})
	p.publish(t, event(1))
	p.stop()
	if p.Stats().Queued != 1 {
		t.Error("the event is gone")
	}
}

func TestBadAddress(t *testing.T) {
	for _, address := range []string{"", "host", "host:1883", "http://host:1883", "tcp://host", "tcp://:1883", "tcp://a b:1",
		"ws://host:80", "TCPS://host:1", "tcp://host:0", "tcp://host:65536", "tcp://host:1883/path", "tcp://host:1883?xyzzy", "tcp://host:1883#xyzzy",
		"tcp://user:xyzzy@host:1883", "tls://xyzzy@host:8883", "tcp://user:xyzzy", "tcp://user:xy zzy@host:1", "user:xyzzy@host:1883", "ftp://user:xyzzy@host:1"} {
		_, err := publish.New(publish.Config{Broker: address}, publish.NewOutbox(1, 0))
		tried := check(t, publish.Config{Broker: address}, patience)
		if err == nil || tried == nil || err.Error() != tried.Error() {
			t.Errorf("%q: %v, and when tried %v", address, err, tried)
		} else if strings.Contains(err.Error(), "xyzzy") {
			t.Errorf("%q: %v repeats what may be secret", address, err)
		}
	}
}
