package attacks

import (
	"strings"
	"sync"
	"testing"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"

	"github.com/boardd/boardd/internal/brokertest"
	"github.com/boardd/boardd/internal/harness"
)

// mosquitto runs the broker of most halls, with more lines of configuration.
func mosquitto(t *testing.T, more ...string) (url string) {
	t.Helper()
	address := brokertest.FreeAddress(t)
	_, port, _ := strings.Cut(address, ":")
	brokertest.Start(t, "allow_anonymous true\nlistener "+port+" 127.0.0.1\n"+strings.Join(more, "\n"), address)
	return "tcp://" + address
}

// person is a client of a broker who keeps all messages.
type person struct {
	t      *testing.T
	client mqtt.Client
	mu     sync.Mutex
	got    []mqtt.Message
}

// newPerson connects somebody who reads the messages under a filter.
func newPerson(t *testing.T, url, name, filter string) *person {
	t.Helper()
	p := &person{t: t, client: mqtt.NewClient(mqtt.NewClientOptions().AddBroker(url).SetClientID(name).SetAutoReconnect(false).SetProtocolVersion(4))}
	p.wait(p.client.Connect())
	t.Cleanup(func() { p.client.Disconnect(0) })
	p.wait(p.client.Subscribe(filter, 1, func(_ mqtt.Client, m mqtt.Message) {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.got = append(p.got, m)
	}))
	return p
}

func (p *person) wait(token mqtt.Token) {
	p.t.Helper()
	if !token.WaitTimeout(patience) {
		p.t.Fatal("the broker does not answer")
	}
	if err := token.Error(); err != nil {
		p.t.Fatal(err)
	}
}

// say publishes something for the board.
func (p *person) say(topic, payload string, retained bool) {
	p.t.Helper()
	p.wait(p.client.Publish(topics+topic, 1, retained, payload))
}

// heard returns the messages of a topic of the board, in order.
func (p *person) heard(topic string) (payloads []string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, m := range p.got {
		if m.Topic() == topics+topic {
			payloads = append(payloads, string(m.Payload()))
		}
	}
	return payloads
}

// count returns how many messages there were.
func (p *person) count() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.got)
}

// last returns the last message of a topic; empty if there was none.
func (p *person) last(topic string) string {
	all := p.heard(topic)
	if len(all) == 0 {
		return ""
	}
	return all[len(all)-1]
}

// answer waits for the answer to a transaction; empty if none comes in time.
func (p *person) answer(verb, transaction string, within time.Duration) (payload string) {
	harness.Comes(within, func() bool {
		for _, reported := range p.heard("res/" + verb) {
			if strings.Contains(reported, `"`+transaction+`"`) {
				payload = reported
			}
		}
		return payload != ""
	})
	return payload
}
