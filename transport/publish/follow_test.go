package publish_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/eclipse/paho.mqtt.golang/packets"

	"github.com/boardd/boardd/internal/broker"
	"github.com/boardd/boardd/internal/brokertest"
	"github.com/boardd/boardd/transport"
	"github.com/boardd/boardd/transport/publish"
)

// follower is somebody who follows, and what he has heard.
type follower struct {
	stop     func() // and wait
	mu       sync.Mutex
	reported []string
}

func (f *follower) note(format string, args ...any) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.reported = append(f.reported, fmt.Sprintf(format, args...))
}

func (f *follower) heard() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return strings.Join(f.reported, "\n")
}

func follow(t *testing.T, c publish.Config, filters ...string) *follower {
	t.Helper()
	f := &follower{}
	c.ClientID, c.MinPause, c.MaxPause = "watcher", time.Millisecond, 10*time.Millisecond
	c.Changed = func(up bool, err error) {
		if up || !strings.HasPrefix(err.Error(), "connect to") {
			f.note("up %t %v", up, err != nil)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() {
		done <- publish.Follow(ctx, c, filters, func(m transport.Message) {
			f.note("%s %d %t %d", strings.TrimPrefix(m.Topic, prefix), m.QoS, m.Retain, len(m.Payload))
		})
	}()
	f.stop = sync.OnceFunc(func() {
		cancel()
		if err := <-done; err != nil {
			t.Errorf("follow: %v", err)
		}
	})
	t.Cleanup(f.stop)
	return f
}

// What is retained arrives and is marked, and so does what comes later; when
// the broker has gone and come back, all of that begins again.
func TestFollow(t *testing.T) {
	address := func() string { l := listen(t); defer l.Close(); return l.Addr().String() }()
	b, end := mustStart(t, address)
	say := func() {
		board := read(t, b.URL(), prefix+"event")
		wait(t, board.client.Publish(prefix+"status", 1, true, "ready"))
		board.client.Disconnect(100)
	}
	say()
	f := follow(t, publish.Config{Broker: b.URL()}, prefix+"status", prefix+"arbiter/finding")
	until(t, "up", func() bool {
		return strings.Contains(f.heard(), "up true false") && strings.Contains(f.heard(), "status 1 true 5")
	})
	read(t, b.URL(), prefix+"event").client.Publish(prefix+"arbiter/finding", 1, false, "{}")
	until(t, "a finding", func() bool { return strings.HasSuffix(f.heard(), "arbiter/finding 1 false 2") })
	end()
	until(t, "down", func() bool { return strings.HasSuffix(f.heard(), "up false true") })
	b, _ = mustStart(t, address)
	until(t, "up again", func() bool { return strings.HasSuffix(f.heard(), "up true false") })
	say()
	until(t, "the state again", func() bool { return strings.HasSuffix(f.heard(), "status 1 false 5") })
	f.stop()
	was := f.heard()
	say()
	if f.heard() != was {
		t.Errorf("heard after the end: %s", f.heard())
	}
}

func mustStart(t *testing.T, address string) (b *broker.Broker, end func()) {
	t.Helper()
	b, err := broker.Start(address)
	if err != nil {
		t.Fatal(err)
	}
	end = sync.OnceFunc(func() { b.Close() })
	t.Cleanup(end)
	return b, end
}

// countingWay passes what clients and a broker say to each other, and counts the messages that clients
// acknowledge, and the connections that both have ended.
type countingWay struct {
	url                 string
	acknowledged, ended atomic.Int32
}

func newCountingWay(t *testing.T, broker string) *countingWay {
	w := new(countingWay)
	w.url = brokertest.Between(t, broker, w.pass)
	return w
}

func (w *countingWay) pass(client, server net.Conn) {
	read := make(chan struct{})
	go func() {
		defer close(read)
		defer client.Close()
		io.Copy(client, server)
		io.Copy(io.Discard, server)
	}()
	defer func() {
		server.(*net.TCPConn).CloseWrite()
		<-read
		w.ended.Add(1)
	}()
	for {
		packet, err := packets.ReadPacket(client)
		if err != nil || packet.Write(server) != nil {
			return
		}
		if _, is := packet.(*packets.PubackPacket); is {
			w.acknowledged.Add(1)
		}
	}
}

// What is published while nobody is connected comes to the next program of the same name, and what was
// not done comes again, at an own broker and at mosquitto.
func TestKeep(t *testing.T) {
	for name, url := range map[string]string{"own": func() string { b, _ := mustStart(t, "127.0.0.1:0"); return b.URL() }(), "mosquitto": newMosquitto(t, "").url()} {
		way := newCountingWay(t, url)
		var mu sync.Mutex
		var heard []string
		up, begun := 0, int32(0)
		begin := func(do func(text string, done func())) (stop func()) {
			c := publish.Config{Broker: way.url, ClientID: "desk", MinPause: time.Millisecond, MaxPause: 10 * time.Millisecond, Changed: func(is bool, err error) {
				mu.Lock()
				defer mu.Unlock()
				if is && err == nil {
					up++
				}
			}}
			ctx, cancel := context.WithCancel(context.Background())
			ended := make(chan error, 1)
			go func() {
				ended <- publish.Keep(ctx, c, []string{prefix + "arbiter/finding", prefix + "req/+"}, func(m transport.Message, done func()) {
					mu.Lock()
					defer mu.Unlock()
					heard = append(heard, string(m.Payload))
					do(string(m.Payload), done)
				})
			}()
			return func() {
				cancel()
				if err := <-ended; err != nil {
					t.Errorf("%s: %v", name, err)
				}
				begun++ // else the next program may come before the broker has read the acknowledgements
				until(t, name+": the broker's end", func() bool { return way.ended.Load() == begun })
			}
		}
		wants := func(what string, n int, texts ...string) {
			t.Helper()
			defer func() {
				mu.Lock()
				defer mu.Unlock()
				if t.Failed() {
					t.Logf("%d connections, heard %q", up, heard)
				}
			}()
			until(t, name+": "+what, func() bool {
				mu.Lock()
				defer mu.Unlock()
				got := slices.Clone(heard)
				if name == "own" { // which gives what it kept in any order
					slices.Sort(got)
				}
				return up == n && slices.Equal(got, texts)
			})
		}
		acknowledged := func(n int32) {
			t.Helper()
			until(t, name+": the acknowledgements", func() bool { return way.acknowledged.Load() == n })
		}
		board := read(t, url, prefix+"event")
		say := func(topic, text string) { t.Helper(); wait(t, board.client.Publish(prefix+topic, 1, false, text)) }
		stop := begin(func(text string, done func()) {
			if text != "b" {
				done()
			}
		})
		wants("the connection", 1)
		say("arbiter/finding", "a")
		say("arbiter/finding", "b")
		wants("two messages", 1, "a", "b")
		acknowledged(1)
		stop()
		say("req/result", "c")
		say("arbiter/finding", "d")
		say("game", "not asked for") // mochi acknowledges a message before it keeps it, but takes the next one afterwards
		stop = begin(func(_ string, done func()) { go done() })
		wants("what was not done, and what was kept", 2, "a", "b", "b", "c", "d")
		acknowledged(4)
		stop()
		stop = begin(func(_ string, done func()) { done() })
		wants("nothing any more", 3, "a", "b", "b", "c", "d")
		stop()
	}
}

// A refused filter is reported.
func TestFollowRefused(t *testing.T) {
	fake := startFake(t, listen(t))
	fake.with(func() { fake.deny = prefix + "arbiter/game" })
	f := follow(t, publish.Config{Broker: fake.url()}, prefix+"game", prefix+"arbiter/game")
	until(t, "up, with an error", func() bool { return strings.HasSuffix(f.heard(), "up true true") })
}

// What is retained under one filter stands in the way of none: all are answered first.
// A broker may even take its numbers for ours (mochi 2.7.9, server.go:1244).
func TestFollowRetained(t *testing.T) {
	b, _ := mustStart(t, "127.0.0.1:0")
	board := read(t, b.URL(), prefix+"event")
	for i := range 20 {
		wait(t, board.client.Publish(fmt.Sprint(prefix, "clock/", i), 1, true, "x"))
	}
	ctx, cancel := context.WithCancel(context.Background())
	reported := make(chan error, 1)
	c := publish.Config{Broker: b.URL(), ClientID: "watcher", Changed: func(up bool, err error) {
		if cancel(); !up || err != nil {
			err = fmt.Errorf("up %t: %w", up, err)
		}
		select {
		case reported <- err:
		default:
		}
	}}
	if err := publish.Follow(ctx, c, []string{prefix + "clock/+", prefix + "game", prefix + "status"}, func(transport.Message) {
		<-ctx.Done() // until it is up, or is not
	}); err != nil {
		t.Fatal(err)
	}
	if err := <-reported; err != nil {
		t.Error(err)
	}
}

// A message of the size asked for arrives whole, of a larger one the beginning.
func TestFollowLarge(t *testing.T) {
	m := newMosquitto(t, "")
	const most = 500 << 10
	f := follow(t, publish.Config{Broker: m.url(), MaxPacket: most}, prefix+"game")
	until(t, "up", func() bool { return strings.Contains(f.heard(), "up true false") })
	relay := read(t, m.url(), prefix+"event")
	head := len(prefix+"game") + 4 // lengths, and the number of the packet (MQTT 3.1.1, 3.3.2)
	wait(t, relay.client.Publish(prefix+"game", 1, false, make([]byte, most-head)))
	wait(t, relay.client.Publish(prefix+"game", 1, false, make([]byte, most)))
	until(t, "both", func() bool {
		return strings.HasSuffix(f.heard(), strings.Repeat(fmt.Sprint("\ngame 1 false ", most-head), 2))
	})
}
