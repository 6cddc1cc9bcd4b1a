package daemon

import (
	"encoding/json"
	"fmt"
	"sync"
	"testing"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"

	"github.com/boardd/boardd/internal/subscribe"
	"github.com/boardd/boardd/transport"
)

// soakRelay is a consumer that is connected to the broker itself, with a session
// that the broker keeps, and comes back whenever it lost it. It is also the arbiter
// who enters the results.
type soakRelay struct {
	t    *testing.T
	url  string
	stop chan struct{}
	gone chan struct{}

	mu     sync.Mutex
	client mqtt.Client
	last   map[string][]byte             // by topic
	had    map[string][2]map[uint64]bool // numbers, by board and row
}

func newSoakRelay(t *testing.T, address string) *soakRelay {
	t.Helper()
	r := &soakRelay{t: t, url: "tcp://" + address, stop: make(chan struct{}), gone: make(chan struct{}),
		last: map[string][]byte{}, had: map[string][2]map[uint64]bool{}}
	go r.run()
	t.Cleanup(func() { close(r.stop); <-r.gone })
	return r
}

// run connects again and again. The client's own way of doing so is what the other
// half of the soak is about.
func (r *soakRelay) run() {
	defer close(r.gone)
	for {
		lost := make(chan struct{}, 1)
		o := mqtt.NewClientOptions().AddBroker(r.url).SetClientID("soak-relay").SetCleanSession(false).SetAutoReconnect(false).
			SetConnectTimeout(2 * time.Second).SetConnectionLostHandler(func(mqtt.Client, error) { lost <- struct{}{} })
		o.SetDefaultPublishHandler(r.take) // what the broker has kept comes before we have subscribed
		client := mqtt.NewClient(o)
		if err := subscribe.Wait(client.Connect()); err == nil {
			if err := subscribe.Wait(client.Subscribe("chess/1/hall/#", 1, r.take)); err != nil {
				lost <- struct{}{}
			}
			r.set(client)
			select {
			case <-lost:
			case <-r.stop:
			}
			r.set(nil)
		}
		client.Disconnect(0)
		select {
		case <-r.stop:
			return
		case <-time.After(100 * time.Millisecond):
		}
	}
}

func (r *soakRelay) set(c mqtt.Client) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.client = c
}

func (r *soakRelay) take(_ mqtt.Client, m mqtt.Message) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.last[m.Topic()] = m.Payload()
	var h transport.Head
	if json.Unmarshal(m.Payload(), &h) != nil || h.Seq == 0 {
		return
	}
	rows, ok := r.had[h.Board]
	if !ok {
		rows = [2]map[uint64]bool{{}, {}}
		r.had[h.Board] = rows
	}
	rows[rowOf(m.Topic())][h.Seq] = true
}

// payload is what a topic of a board said last.
func (r *soakRelay) payload(board, name string) []byte {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.last["chess/1/hall/"+board+"/"+name]
}

func (r *soakRelay) game(board, topic string) transport.ArbiterGame {
	var g transport.ArbiterGame
	if p := r.payload(board, topic); p != nil {
		if err := json.Unmarshal(p, &g); err != nil {
			r.t.Errorf("%s of %s: %v", topic, board, err)
		}
	}
	return g
}

// missing is how many of the messages that the broker has acknowledged never came.
func (r *soakRelay) missing(board string, l *ledger) (n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	r.mu.Lock()
	defer r.mu.Unlock()
	for i := range l.rows {
		for seq := range l.rows[i].had {
			if !r.had[board][i][seq] {
				n++
			}
		}
	}
	return n
}

// request makes a request if it can: who made it looks whether it was carried out.
func (r *soakRelay) request(board, verb, payload string) {
	r.mu.Lock()
	client := r.client
	r.mu.Unlock()
	if client != nil {
		client.Publish(fmt.Sprintf("chess/1/hall/%s/req/%s", board, verb), 1, false, payload)
	}
}
