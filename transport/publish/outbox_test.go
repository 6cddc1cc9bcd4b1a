package publish_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/boardd/boardd/transport"
	"github.com/boardd/boardd/transport/publish"
)

// kept lists what an outbox holds, in order.
func kept(t *testing.T, o *publish.Outbox) []string {
	t.Helper()
	var out []string
	last := uint64(0)
	for {
		id, m, ok := o.Next(last)
		if !ok {
			return out
		}
		if id <= last {
			t.Fatalf("number %d after %d", id, last)
		}
		out, last = append(out, string(m.Payload)), id
	}
}

func put(t *testing.T, o *publish.Outbox, messages ...transport.Message) {
	t.Helper()
	for _, m := range messages {
		if err := o.Put(m); err != nil {
			t.Fatalf("put %s: %v", m.Payload, err)
		}
	}
}

func retained(topic, payload string) transport.Message {
	return transport.Message{Topic: topic, QoS: 1, Retain: true, Payload: []byte(payload)}
}

func passing(topic, payload string) transport.Message {
	return transport.Message{Topic: topic, QoS: 1, Payload: []byte(payload)}
}

func wantKept(t *testing.T, o *publish.Outbox, want ...string) {
	t.Helper()
	if got := kept(t, o); !slices.Equal(got, want) || o.Len() != len(want) {
		t.Errorf("kept %q, %d; want %q", got, o.Len(), want)
	}
}

func TestOutboxKeepsOrder(t *testing.T) {
	o := publish.NewOutbox(10, 0)
	wantKept(t, o)
	put(t, o, passing("event", "1"), retained("game", "2"), passing("event", "3"), passing("event", "4"))
	wantKept(t, o, "1", "2", "3", "4")
	for _, id := range []uint64{3, 1, 3, 99} { // 3 twice, and one that never was
		o.Done(id)
	}
	wantKept(t, o, "2", "4")
	put(t, o, passing("event", "5"))
	wantKept(t, o, "2", "4", "5")
	if o.Last() != 5 {
		t.Errorf("last number %d, want 5", o.Last())
	}
}

// An outbox keeps the newest retained message of each topic. When it is full, only replaced
// messages and findings give way to an event. It always takes retained messages.
func TestOutboxFull(t *testing.T) {
	o := publish.NewOutbox(5, 0)
	put(t, o, retained("game", "g1"), passing("event", "e1"), retained("game", "g2"), retained("pgn", "p1"), passing("event", "e2"), passing("event", "e3"))
	wantKept(t, o, "e1", "g2", "p1", "e2", "e3")
	if err := o.Put(passing("event", "e4")); !errors.Is(err, publish.ErrFull) {
		t.Errorf("event in a full outbox: %v, want ErrFull", err)
	}
	put(t, o, retained("game", "g3"))
	wantKept(t, o, "e1", "p1", "e2", "e3", "g3")
	put(t, o, retained("info", "i1")) // what is retained has to be true in the end
	wantKept(t, o, "e1", "p1", "e2", "e3", "g3", "i1")
	if o.Lost() != 0 {
		t.Errorf("%d lost: a later message has what g1 and g2 had", o.Lost())
	}
}

// In a full outbox findings give way to events, oldest first, and are counted; but not to
// findings.
func TestOutboxFindings(t *testing.T) {
	const finding = prefix + "arbiter/finding"
	o := publish.NewOutbox(4, 0)
	put(t, o, passing(finding, "f1"), retained("game", "g1"), passing(finding, "f2"), passing(finding, "f3"))
	if err := o.Put(passing(finding, "f4")); !errors.Is(err, publish.ErrFull) {
		t.Errorf("finding in a full outbox: %v, want ErrFull", err)
	}
	put(t, o, passing("event", "e1"), retained("info", "i1"))
	wantKept(t, o, "g1", "f3", "e1", "i1")
	if o.Lost() != 2 {
		t.Errorf("%d lost, want 2: f1 and f2", o.Lost())
	}
	put(t, o, passing("event", "e2"))
	if err := o.Put(passing("event", "e3")); !errors.Is(err, publish.ErrFull) {
		t.Errorf("event in an outbox full of events: %v, want ErrFull", err)
	}
}

// In an outbox without room for bytes the same messages give way as in one without room for
// messages.
func TestOutboxRoom(t *testing.T) {
	const finding = prefix + "arbiter/finding"
	text := strings.Repeat("x", 400)
	o := publish.NewOutbox(100, 2000)
	put(t, o, passing("event", "1"+text), passing(finding, "2"+text), passing("event", "3"+text), passing("event", "4"+text), passing("event", "5"+text))
	if err := o.Put(passing("event", "6"+text)); !errors.Is(err, publish.ErrFull) {
		t.Errorf("got %v, want ErrFull", err)
	}
	wantKept(t, o, "1"+text, "3"+text, "4"+text, "5"+text)
	if o.Lost() != 1 {
		t.Errorf("%d lost, want the finding", o.Lost())
	}
}

// An outbox is settled up to the oldest message that is not retained.
func TestOutboxSettled(t *testing.T) {
	o, grown := publish.NewOutbox(4, 0), 0
	o.NotifySettled(func() { grown++ })
	want := func(settled uint64, times int) {
		t.Helper()
		if got := o.Settled(); got != settled || grown != times {
			t.Errorf("settled up to %d, notified %d times; want %d, %d", got, grown, settled, times)
		}
	}
	want(0, 0)
	put(t, o, retained("game", "1"), passing("event", "2"), retained("game", "3"), passing("event", "4"))
	want(1, 0)
	o.Done(4)
	want(1, 1)
	o.Done(2)
	want(4, 2)
	put(t, o, passing(prefix+"arbiter/finding", "5"), passing("event", "6"), passing("event", "7"))
	want(4, 2)
	put(t, o, passing("event", "8")) // the finding gives way
	want(5, 3)
}

// Whatever is put, done or given up, an outbox keeps the same messages as a simple model of it.
func TestOutboxRandom(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	o := publish.NewOutbox(20, 0)
	for n := range 20_000 {
		m := passing("event", fmt.Sprint(n))
		if random.IntN(2) == 0 {
			m = retained(fmt.Sprint("topic", random.IntN(5)), fmt.Sprint(n))
		}
		if err := o.Put(m); (err == nil) != slices.Contains(kept(t, o), string(m.Payload)) {
			t.Fatalf("put %s: %v, kept %q", m.Payload, err, kept(t, o))
		}
		if after := kept(t, o); len(after) > 25 || o.Len() != len(after) {
			t.Fatalf("%d kept, by its own count %d", len(after), o.Len())
		}
		if n%500 < 100 { // now and then it empties
			for range 2 {
				id, _, _ := o.Next(o.Last() - uint64(random.IntN(30)))
				o.Done(id)
				id, _, _ = o.Next(0)
				o.Done(id)
			}
		}
	}
}

// A message that is not retained does not replace a retained one of its topic.
func TestOutboxKeepsWhatIsRetained(t *testing.T) {
	o := publish.NewOutbox(2, 0)
	put(t, o, retained("game", "g1"), passing("event", "e1"))
	if o.Put(passing("game", "g2")) == nil {
		t.Error("it gives way")
	}
	wantKept(t, o, "g1", "e1")
}

// Refused messages are counted, and the caller gets an error.
func TestRefusedIsReported(t *testing.T) {
	p, err := publish.New(publish.Config{Broker: "tcp://127.0.0.1:1"}, publish.NewOutbox(1, 0))
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Publish(event(1)); err != nil {
		t.Fatal(err)
	}
	err = p.Publish(event(2))
	if !errors.Is(err, publish.ErrFull) || !strings.Contains(err.Error(), "event") {
		t.Errorf("got %v", err)
	}
	if s := p.Stats(); s.Refused != 1 || s.Queued != 1 {
		t.Errorf("stats %+v", s)
	}
}

func BenchmarkOutbox(b *testing.B) {
	o := publish.NewOutbox(10000, 0)
	m := event(1)
	for range 1000 {
		if err := o.Put(m); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		if err := o.Put(m); err != nil {
			b.Fatal(err)
		}
		id, _, _ := o.Next(0)
		o.Done(id)
	}
}

// BenchmarkOutboxFull is the same with an outbox that has been full for long.
func BenchmarkOutboxFull(b *testing.B) {
	o := publish.NewOutbox(50_000, 0)
	for range 50_000 {
		o.Put(event(1))
	}
	m := status("ready")
	b.ReportAllocs()
	for b.Loop() {
		if err := o.Put(m); err != nil {
			b.Fatal(err)
		}
		o.Put(event(1))
	}
}

// TestWaiting: an outbox knows since when its oldest message waits.
func TestWaiting(t *testing.T) {
	o := publish.NewOutbox(10, 0)
	before := time.Now()
	if w := o.Waiting(before); w != 0 {
		t.Errorf("nothing waits, for %v", w)
	}
	put(t, o, passing("event", "1"), retained("game", "2"))
	after := time.Now()
	put(t, o, passing("event", "3"))
	o.Done(1)
	if w := o.Waiting(before.Add(time.Hour)); w > time.Hour || w < time.Hour-after.Sub(before) {
		t.Errorf("the second waits for %v", w)
	}
	o.Done(2)
	if w := o.Waiting(after.Add(time.Hour)); w > time.Hour {
		t.Errorf("the third waits for %v", w)
	}
}
