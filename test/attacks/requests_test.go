package attacks

import (
	"encoding/json"
	"fmt"
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

// swamp makes a client send requests until the test ends: a burst, and then a number a second.
func swamp(t *testing.T, p *person, atOnce, aSecond int, request func(n int) (verb, payload string)) {
	t.Helper()
	stop := make(chan struct{})
	var ended sync.WaitGroup
	send := func(n int) {
		verb, payload := request(n)
		p.client.Publish(topics+"req/"+verb, 1, false, payload)
	}
	for n := range atOnce {
		send(n)
	}
	ended.Go(func() {
		tick := time.NewTicker(time.Second / time.Duration(aSecond))
		defer tick.Stop()
		for n := atOnce; ; n++ {
			select {
			case <-tick.C:
				send(n)
			case <-stop:
				return
			}
		}
	})
	t.Cleanup(func() { close(stop); ended.Wait() })
}

// TestAttack27Fair: while a client floods, an arbiter who has asked before gets answers. The log
// stays short.
func TestAttack27Fair(t *testing.T) {
	for name, c := range map[string]struct {
		aSecond int
		request func(n int) (verb, payload string)
	}{
		"one name": {5, func(n int) (string, string) {
			return "inspect", fmt.Sprintf(`{"by":"script","transaction":"s-%d"}`, n)
		}},
		"no name":            {5, func(n int) (string, string) { return "inspect", `{}` }},
		"another name":       {5, func(n int) (string, string) { return "inspect", fmt.Sprintf(`{"by":"script %d"}`, n) }},
		"a hundred a second": {100, func(n int) (string, string) { return "inspect", fmt.Sprintf(`{"by":"script %d"}`, n) }},
		"nonsense":           {20, func(n int) (string, string) { return fmt.Sprint("verb", n), `{` + strings.Repeat("x", n%1000) }},
		"many verbs": {20, func(n int) (string, string) {
			return []string{"inspect", "republish", "pause", "resume", "rotate"}[n%5], `{"by":"script"}`
		}},
	} {
		t.Run(name, func(t *testing.T) {
			url := mosquitto(t)
			b := newBoard(t)
			d := startDaemon(t, b.path, "text", url)
			arbiter, other := newPerson(t, url, "arbiter", topics+"#"), newPerson(t, url, "other", "nothing")
			until(t, "the board", func() bool { return strings.Contains(arbiter.last("status"), `"ready"`) })
			ask := func(n int) string {
				transaction := fmt.Sprint("a-", n)
				arbiter.say("req/inspect", fmt.Sprintf(`{"by":"arbiter","transaction":%q}`, transaction), false)
				return arbiter.answer("inspect", transaction, patience)
			}
			if ask(0) == "" {
				t.Fatal("no answer before anything has happened")
			}
			swamp(t, other, 100, c.aSecond, c.request)
			before := d.errs.Count("")
			answered := 0
			for n := range 20 {
				if answer := ask(n + 1); strings.Contains(answer, `"ok"`) {
					answered++
				}
			}
			if answered < 20 {
				t.Errorf("the arbiter has %d of 20 requests answered", answered)
			}
			// The answered are logged, too.
			if lines := d.errs.Count("refused") + d.errs.Count("dropped"); lines > 40 {
				t.Errorf("%d lines of refusals are logged, of %d", lines, d.errs.Count("")-before)
			}
		})
	}
}

// TestAttack27Retained: requests that the broker has retained take nothing from live ones.
func TestAttack27Retained(t *testing.T) {
	url := mosquitto(t)
	arbiter := newPerson(t, url, "arbiter", topics+"res/#")
	for n := range 200 {
		arbiter.say(fmt.Sprint("req/inspect", n), `{"by":"arbiter"}`, true)
	}
	d := startDaemon(t, newBoard(t).path, "text", url)
	until(t, "a connection", func() bool { return d.errs.Count("broker connected") > 0 })
	until(t, "the first are refused", func() bool { return len(arbiter.heard("res/inspect0")) > 0 })
	for n := range 10 {
		transaction := fmt.Sprint("a-", n)
		arbiter.say("req/inspect", fmt.Sprintf(`{"by":"arbiter","transaction":%q}`, transaction), false)
		if answer := arbiter.answer("inspect", transaction, patience); !strings.Contains(answer, `"ok"`) {
			t.Fatalf("request %d: %q", n, answer)
		}
	}
	if lines := d.errs.Count("refused"); lines > 40 {
		t.Errorf("%d lines of refusals are logged", lines)
	}
}

// snapshot is the part of a snapshot that the tests read.
type snapshot struct {
	Tags  map[string]string
	Moves []struct{ UCI string }
	Rev   int
}

func (p *person) snapshot() (s snapshot) {
	p.t.Helper()
	if text := p.last("arbiter/game"); text != "" {
		if err := json.Unmarshal([]byte(text), &s); err != nil {
			p.t.Fatal(err)
		}
	}
	return s
}

// letters writes a number as a name of letters.
func letters(n int) string { return string([]byte{'A' + byte(n/26%26), 'a' + byte(n%26)}) }

// TestAttack26Tags: request after request adds tags. The snapshot stays below the limit of the
// shipped broker configuration, so that later moves arrive.
func TestAttack26Tags(t *testing.T) {
	url := mosquitto(t, "message_size_limit 262144")
	p, b := newPerson(t, url, "arbiter", topics+"#"), newBoard(t)
	startDaemon(t, b.path, "text", url)
	until(t, "a snapshot", func() bool { return p.last("arbiter/game") != "" })
	taken := 0
	for n := range 45 {
		tags := map[string]string{}
		for i := range 28 {
			tags["X"+letters(n)+letters(i)] = strings.Repeat("x", 255)
		}
		payload, _ := json.Marshal(map[string]any{"transaction": fmt.Sprint("t-", n), "tags": tags})
		p.say("req/tags", string(payload), false)
		answer := p.answer("tags", fmt.Sprint("t-", n), patience)
		if answer == "" {
			t.Fatalf("request %d is not answered", n)
		}
		if strings.Contains(answer, `"ok"`) {
			taken++
		}
	}
	b.say("lift e2 P", "drop e4 P", "press w")
	if !harness.Comes(patience, func() bool { return len(p.snapshot().Moves) == 1 }) {
		t.Errorf("%d requests were carried out, and then the snapshot says nothing new: it has %d bytes, %d tags",
			taken, len(p.last("arbiter/game")), len(p.snapshot().Tags))
	}
	if n := len(p.snapshot().Tags); n > 64 {
		t.Errorf("the game has %d tags", n)
	}
}

// TestAttack26Alike: a tag that differs from another only in case is refused.
func TestAttack26Alike(t *testing.T) {
	url := mosquitto(t)
	p, b := newPerson(t, url, "arbiter", topics+"#"), newBoard(t)
	startDaemon(t, b.path, "text", url)
	until(t, "a snapshot", func() bool { return p.last("arbiter/game") != "" })
	for n, c := range []struct {
		verb, tags string
		want       string
	}{
		{"tags", `{"White":"Ferrier, Isla","WhiteElo":"2105"}`, `"ok"`},
		{"tags", `{"white":"Somebody Else"}`, "bad_value"},
		{"tags", `{"result":"1-0"}`, "bad_value"},
		{"tags", `{"GAMEID":"x"}`, "bad_value"},
		{"tags", `{"Whiteelo":"2900"}`, "bad_value"}, // beside the one that is there
		{"tags", `{"Annotator":"a","annotator":"b"}`, "bad_value"},
		{"new_game", `{"black":"Somebody Else"}`, "bad_value"},
	} {
		transaction := fmt.Sprint("t-", n)
		p.say("req/"+c.verb, fmt.Sprintf(`{"transaction":%q,"tags":%s}`, transaction, c.tags), false)
		if answer := p.answer(c.verb, transaction, patience); !strings.Contains(answer, c.want) {
			t.Errorf("%s %s: %s, want %s", c.verb, c.tags, answer, c.want)
		}
	}
}
