package publish_test

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	mqtt "github.com/eclipse/paho.mqtt.golang"

	"github.com/boardd/boardd/internal/brokertest"
	"github.com/boardd/boardd/transport"
	"github.com/boardd/boardd/transport/publish"
)

// mosquitto is the broker that most halls run, at one address.
type mosquitto struct {
	*brokertest.Mosquitto
	address string
}

// newMosquitto starts it on a free port of the loopback interface, with an access list, or open
// to all without one, and with more lines of configuration.
func newMosquitto(t *testing.T, acl string, more ...string) *mosquitto {
	t.Helper()
	address := brokertest.FreeAddress(t)
	_, port, _ := net.SplitHostPort(address)
	text := fmt.Sprintf("listener %s 127.0.0.1\nallow_anonymous true\npersistence false\n%s\n", port, strings.Join(more, "\n"))
	if acl != "" {
		file := filepath.Join(t.TempDir(), "acl")
		if err := os.WriteFile(file, []byte(acl), 0o600); err != nil {
			t.Fatal(err)
		}
		text += "acl_file " + file + "\n"
	}
	return &mosquitto{brokertest.Start(t, text, address), address}
}

func (m *mosquitto) url() string { return "tcp://" + m.address }

// The broker is killed again and again. Every message that counts as acknowledged has arrived,
// and in the end all messages have.
func TestMosquittoKilled(t *testing.T) {
	m := newMosquitto(t, "")
	p := start(t, publish.Config{Broker: m.url()})
	const n = 3000
	for i := range n {
		p.publish(t, passing(fmt.Sprintf("%sevent/%d", prefix, i), "{}"))
		if i%1000 == 500 {
			until(t, "some acknowledged", func() bool { return p.Stats().Acknowledged > uint64(i/2) })
			m.Restart()
		}
	}
	until(t, "all acknowledged", func() bool { return p.Stats().Queued == 0 })
	log := m.Log()
	for i := range n {
		if !strings.Contains(log, fmt.Sprintf("'%sevent/%d'", prefix, i)) {
			t.Fatalf("event %d was acknowledged and never arrived", i)
		}
	}
	if p.connections() < 4 {
		t.Errorf("%d connections, want 4 at least: 3 were cut", p.connections())
	}
}

// The broker publishes and retains the will when the connection is lost. The next state replaces
// it. After a good-bye the broker publishes no will.
func TestMosquittoWill(t *testing.T) {
	m := newMosquitto(t, "")
	p := start(t, publish.Config{Broker: m.url(), Will: status("lost")})
	p.publish(t, status("ready"))
	consumer := read(t, m.url(), prefix+"status")
	until(t, "ready", func() bool { return slices.Contains(consumer.payloads(), "ready") })
	usurper := mqtt.NewClient(mqtt.NewClientOptions().AddBroker(m.url()).SetClientID("b07").SetAutoReconnect(false))
	wait(t, usurper.Connect()) // of the same name: the broker drops the other
	until(t, "lost", func() bool { return slices.Contains(consumer.payloads(), "lost") })
	until(t, "another connection", func() bool { return p.connections() == 2 })
	p.publish(t, status("ready again"), status("off"))
	p.stop()
	late := read(t, m.url(), prefix+"status")
	until(t, "the retained state", func() bool { return len(late.payloads()) > 0 })
	if got := late.payloads(); got[0] != "off" {
		t.Errorf("retained state %q, want off", got)
	}
}

// The broker acknowledges and drops messages that its access list forbids. Only Check finds that.
func TestMosquittoDenies(t *testing.T) {
	open := newMosquitto(t, "topic readwrite "+prefix+"#\n")
	if err := check(t, publish.Config{Broker: open.url()}, patience); err != nil {
		t.Error(err)
	}
	readOnly := newMosquitto(t, "topic read "+prefix+"#\n")
	wantInVain(t, publish.Config{Broker: readOnly.url()}, "did not come back")
	p := start(t, publish.Config{Broker: readOnly.url()})
	p.publish(t, event(1))
	until(t, "acknowledged, though forbidden", func() bool { return p.Stats().Acknowledged == 1 })
	// A forbidden filter is refused with a clear error, and other filters are not.
	elsewhere := newMosquitto(t, "topic write "+prefix+"#\n")
	wantInVain(t, publish.Config{Broker: elsewhere.url()}, "the broker does not allow it")
}

// Requests arrive over a real broker. Retained ones are marked.
func TestMosquittoRequests(t *testing.T) {
	m := newMosquitto(t, "")
	operator := read(t, m.url(), prefix+"res/#")
	wait(t, operator.client.Publish(prefix+"req/pause", 1, true, "{}"))
	p := start(t, publish.Config{Broker: m.url(), Requests: prefix + "req/#"})
	if r := <-p.asked; !r.Retained || r.Topic != prefix+"req/pause" {
		t.Errorf("request %+v, want a retained one", r)
	}
	wait(t, operator.client.Publish(prefix+"req/resume", 1, false, "{}"))
	if r := <-p.asked; r.Retained || r.Topic != prefix+"req/resume" {
		t.Errorf("request %+v, want one that is not retained", r)
	}
	p.publish(t, transport.Message{Topic: prefix + "res/resume", QoS: 1, Payload: []byte("ok")})
	until(t, "the answer", func() bool { return slices.Contains(operator.payloads(), "ok") })
}
