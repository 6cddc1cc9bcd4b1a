//go:build nats

package scale

import (
	"fmt"
	"net"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"

	"github.com/boardd/boardd/internal/harness"
)

// guest is a client at a node, and what it has received.
type guest struct {
	mqtt.Client
	raw net.Conn
	mu  sync.Mutex
	got []string // topic, retained or not, payload
}

func enter(t *testing.T, address, id string, change func(o *mqtt.ClientOptions)) *guest {
	t.Helper()
	g := &guest{}
	o := mqtt.NewClientOptions().AddBroker("tcp://" + address).SetClientID(id).SetCleanSession(true).SetAutoReconnect(false).SetConnectTimeout(10 * time.Second)
	o.SetOrderMatters(true).SetDefaultPublishHandler(g.take)
	o.SetCustomOpenConnectionFn(func(*url.URL, mqtt.ClientOptions) (net.Conn, error) {
		var err error
		g.raw, err = net.Dial("tcp", address)
		return g.raw, err
	})
	if change != nil {
		change(o)
	}
	g.Client = mqtt.NewClient(o)
	wait(t, g.Connect())
	t.Cleanup(func() { g.Disconnect(0) })
	return g
}

func wait(t *testing.T, token mqtt.Token) {
	t.Helper()
	if !token.WaitTimeout(20*time.Second) || token.Error() != nil {
		t.Fatalf("no answer: %v", token.Error())
	}
}

func (g *guest) take(_ mqtt.Client, m mqtt.Message) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.got = append(g.got, fmt.Sprintf("%s %v %s", m.Topic(), m.Retained(), m.Payload()))
}

func (g *guest) say(t *testing.T, topic string, qos byte, retained bool, payload string) {
	t.Helper()
	wait(t, g.Publish(topic, qos, retained, payload))
}

func (g *guest) read(t *testing.T, qos byte, filters ...string) {
	t.Helper()
	for _, filter := range filters {
		wait(t, g.Subscribe(filter, qos, nil))
	}
}

// gets reports whether just these come, in this order, and no other soon after.
func (g *guest) gets(want ...string) bool {
	harness.Comes(10*time.Second, func() bool { return len(g.all()) >= len(want) && len(want) > 0 })
	time.Sleep(500 * time.Millisecond)
	return slices.Equal(g.all(), want)
}

func (g *guest) all() []string {
	g.mu.Lock()
	defer g.mu.Unlock()
	return slices.Clone(g.got)
}

// late reports whether a client that comes late gets just these retained messages, in any order. A
// young cluster, and one that has lost a node, may give the first clients nothing, or a message live
// and without the flag, for half a minute; so others come after them.
func late(t *testing.T, address, id, filter string, want ...string) bool {
	t.Helper()
	for try := range 20 {
		g := enter(t, address, fmt.Sprintf("%s-%d", id, try), nil)
		g.read(t, 1, filter)
		g.gets(want...)
		if slices.Equal(slices.Sorted(slices.Values(g.all())), want) {
			return true
		}
		t.Logf("%s-%d got %q", id, try, g.all())
	}
	return false
}

// hears waits until a client gets what another one says again and again, so that what it does not
// get was not sent to it.
func (g *guest) hears(t *testing.T, address, topic string) {
	t.Helper()
	p := enter(t, address, "says-"+strings.ReplaceAll(topic, "/", "-"), nil)
	harness.Until(t, "a message at "+topic, time.Minute, func() bool {
		p.Publish(topic, 1, false, "x").WaitTimeout(2 * time.Second)
		return slices.Contains(g.all(), topic+" false x")
	})
}

// TestContractAtNATS: what boardd and boardd-hall want of a broker, at a cluster of three nodes.
// What NATS does not do is expected not to be done: when that changes, docs/scale.md changes.
func TestContractAtNATS(t *testing.T) {
	c := startCluster(t)
	a, b, d := c.mqtt[0], c.mqtt[1], c.mqtt[2]
	persistent := func(o *mqtt.ClientOptions) { o.SetCleanSession(false) }
	for _, point := range []struct {
		what string
		does bool
		try  func(t *testing.T) bool
	}{
		{"a retained message is had at another node, by wildcards", true, func(t *testing.T) bool {
			enter(t, a, "p1", nil).say(t, "chess/1/s1/b01/game", 1, true, "x")
			return late(t, b, "r1", "chess/1/s1/+/game", "chess/1/s1/b01/game true x")
		}},
		{"the last retained message replaces those before, and an empty one removes it", true, func(t *testing.T) bool {
			p := enter(t, a, "p2", nil)
			p.say(t, "chess/1/s2/b01/game", 1, true, "x")
			p.say(t, "chess/1/s2/b01/game", 1, true, "y")
			p.say(t, "chess/1/s2/b02/game", 1, true, "x")
			p.say(t, "chess/1/s2/b02/game", 1, true, "")
			p.say(t, "chess/1/s2/b03/game", 1, true, "z") // who gets this has got all before it
			return late(t, d, "r2", "chess/1/s2/#", "chess/1/s2/b01/game true y", "chess/1/s2/b03/game true z")
		}},
		{"messages of one board come in order, live and without the flag", true, func(t *testing.T) bool {
			g, p := enter(t, b, "r3", nil), enter(t, a, "p3", nil)
			g.read(t, 1, "chess/1/s3/+/event")
			var want []string
			for i := range 200 {
				p.say(t, "chess/1/s3/b01/event", 1, false, fmt.Sprint(i))
				want = append(want, fmt.Sprintf("chess/1/s3/b01/event false %d", i))
			}
			return g.gets(want...)
		}},
		{"QoS 2 comes once", true, func(t *testing.T) bool {
			g, p := enter(t, b, "r4", nil), enter(t, a, "p4", nil)
			g.read(t, 2, "chess/1/s4/+/event")
			p.say(t, "chess/1/s4/b01/event", 2, false, "x")
			return g.gets("chess/1/s4/b01/event false x")
		}},
		{"a session is kept, and goes on at another node", true, func(t *testing.T) bool {
			g := enter(t, a, "r5", persistent)
			g.read(t, 1, "chess/1/s5/+/event")
			g.Disconnect(100)
			enter(t, b, "p5", nil).say(t, "chess/1/s5/b01/event", 1, false, "x")
			return enter(t, d, "r5", persistent).gets("chess/1/s5/b01/event false x")
		}},
		{"a client id that comes again at another node ends the first connection", true, func(t *testing.T) bool {
			first := enter(t, a, "r6", nil)
			enter(t, b, "r6", nil)
			return harness.Comes(5*time.Second, func() bool { return !first.IsConnectionOpen() })
		}},
		{"a client that vanishes has its will published, retained", true, func(t *testing.T) bool {
			g := enter(t, b, "r7", nil)
			g.read(t, 1, "chess/1/s7/+/status")
			enter(t, a, "w7", func(o *mqtt.ClientOptions) { o.SetWill("chess/1/s7/b01/status", "lost", 1, true) }).raw.Close()
			if !g.gets("chess/1/s7/b01/status false lost") {
				return false
			}
			return late(t, d, "r7b", "chess/1/s7/+/status", "chess/1/s7/b01/status true lost")
		}},
		{"filters that overlap bring a message once for each", true, func(t *testing.T) bool {
			g := enter(t, b, "r8", nil)
			g.read(t, 1, "chess/1/s8/+/event", "chess/1/s8/#")
			enter(t, a, "p8", nil).say(t, "chess/1/s8/b01/event", 1, false, "x")
			return g.gets("chess/1/s8/b01/event false x", "chess/1/s8/b01/event false x")
		}},
		{"a topic with a blank is taken", false, func(t *testing.T) bool {
			p := enter(t, a, "p9", nil)
			token := p.Publish("chess/1/s9/b 1/event", 1, false, "x")
			return token.WaitTimeout(3*time.Second) && token.Error() == nil && p.IsConnectionOpen()
		}},
		{"a topic with a dot comes as it was said", true, func(t *testing.T) bool {
			g := enter(t, b, "r10", nil)
			g.read(t, 1, "chess/1/s10/+/event")
			enter(t, a, "p10", nil).say(t, "chess/1/s10/b.1/event", 1, false, "x")
			return g.gets("chess/1/s10/b.1/event false x")
		}},
		{"what was retained is there when a node dies", true, func(t *testing.T) bool {
			enter(t, a, "p11", nil).say(t, "chess/1/s11/b01/game", 1, true, "x")
			c.kill(0)
			c.wait(b) // while the others choose leaders they refuse clients
			return late(t, b, "r11", "chess/1/s11/+/game", "chess/1/s11/b01/game true x")
		}},
		{"a node that dies has the wills of its clients published", false, func(t *testing.T) bool {
			c.start(0)
			c.wait(a)
			g := enter(t, b, "r12", nil)
			g.read(t, 1, "chess/1/s12/+/status")
			enter(t, a, "w12", func(o *mqtt.ClientOptions) { o.SetWill("chess/1/s12/b01/status", "lost", 1, true) })
			g.hears(t, b, "chess/1/s12/b02/status")
			c.kill(0)
			c.wait(d)
			g.hears(t, d, "chess/1/s12/b03/status")
			return harness.Comes(10*time.Second, func() bool { return slices.Contains(g.all(), "chess/1/s12/b01/status false lost") })
		}},
	} {
		t.Run(strings.ReplaceAll(point.what, " ", "_"), func(t *testing.T) {
			if does := point.try(t); does != point.does {
				t.Errorf("%s: %v, expected %v", point.what, does, point.does)
			}
		})
	}
}
