package harness

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"

	"github.com/boardd/boardd/internal/clock"
	"github.com/boardd/boardd/internal/playback"
	"github.com/boardd/boardd/internal/schematest"
	"github.com/boardd/boardd/internal/subscribe"
	"github.com/boardd/boardd/transport"
)

// Relay is a consumer of one board's messages. It keeps the last payload of each topic.
type Relay struct {
	t    *testing.T
	of   string // what all topics of the board begin with
	mu   sync.Mutex
	last map[string][]byte
	all  []string // topics below the prefix, in order
	Pgns []string // every PGN that was published

	EventsHad [][]byte
	refused   map[string]int // answers to requests, by the code of their error
	Stop      func()
}

func NewRelay(t *testing.T, url string) *Relay {
	t.Helper()
	return NewRelayOf(t, url, "b07")
}

// NewRelayOf makes a consumer of the messages of a board with a name.
func NewRelayOf(t *testing.T, url, board string) *Relay {
	t.Helper()
	r := &Relay{t: t, of: "chess/1/hall/" + board + "/", last: map[string][]byte{}, refused: map[string]int{}}
	stop, err := subscribe.Follow(url, "relay-"+board, r.of+"#", r.take)
	if err != nil {
		t.Fatal(err)
	}
	r.Stop = stop
	t.Cleanup(func() {
		stop()
		if t.Failed() {
			r.print()
		}
	})
	return r
}

// print prints the last message of each topic.
func (r *Relay) print() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, topic := range slices.Sorted(maps.Keys(r.last)) {
		r.t.Logf("%s: %s", topic, r.last[topic])
	}
}

func (r *Relay) take(topic string, payload []byte) {
	if strings.HasPrefix(topic, r.of+"req/") {
		return // not boardd's, and perhaps wrong on purpose
	}
	if err := schematest.Validate(topic, payload); err != nil {
		r.t.Errorf("%s: %v", topic, err)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	name := strings.TrimPrefix(topic, r.of)
	r.last[name] = payload
	r.all = append(r.all, name)
	switch name {
	case "pgn":
		r.Pgns = append(r.Pgns, string(payload))
	case "event":
		r.EventsHad = append(r.EventsHad, payload)
	}
	var a transport.Answer
	if strings.HasPrefix(name, "res/") && json.Unmarshal(payload, &a) == nil && a.Error != nil {
		r.refused[a.Error.Code]++
	}
}

func (r *Relay) Payload(name string) []byte {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.last[name]
}

// Had returns the last payload of a topic, and whether there was any.
func (r *Relay) Had(name string) ([]byte, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	p, ok := r.last[name]
	return p, ok
}

// Refusals returns how many requests were refused with a code.
func (r *Relay) Refusals(code string) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.refused[code]
}

// Topics returns the topics of all messages in order.
func (r *Relay) Topics() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.all)
}

// Game returns the last snapshot on a topic.
func (r *Relay) Game(topic string) transport.ArbiterGame {
	var g transport.ArbiterGame
	if p := r.Payload(topic); p != nil {
		if err := json.Unmarshal(p, &g); err != nil {
			r.t.Errorf("%s: %v", topic, err)
		}
	}
	return g
}

func (r *Relay) UCI(topic string) string {
	var moves []string
	for _, m := range r.Game(topic).Moves {
		if m.UCI != nil {
			moves = append(moves, *m.UCI)
		}
	}
	return strings.Join(moves, " ")
}

// Historical returns of each event that a consumer has received whether it was historical.
func (r *Relay) Historical() (historical []bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, payload := range r.EventsHad {
		var e transport.Event
		if err := json.Unmarshal(payload, &e); err != nil {
			r.t.Error(err)
		}
		historical = append(historical, e.Historical)
	}
	return historical
}

// Course returns the types and moves of the events, without those that repeat a ply because its
// time left came late: that depends on the machine.
func (r *Relay) Course() (what []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	moves, repeats := map[int]string{}, false
	for _, payload := range r.EventsHad {
		var e transport.Event
		if err := json.Unmarshal(payload, &e); err != nil {
			r.t.Error(err)
		}
		known := e.UCI != "" && moves[e.Ply] == e.UCI
		repeats = known && (e.Type == "correct" || e.Type == "move" && repeats)
		if repeats {
			continue
		}
		if e.UCI != "" {
			moves[e.Ply] = e.UCI
		}
		what = append(what, strings.TrimSpace(e.Type+" "+e.UCI))
	}
	return what
}

// CheckDropped checks that an event whose number is not above all numbers before it is one
// that the relay has seen.
func (r *Relay) CheckDropped(t *testing.T) {
	t.Helper()
	r.mu.Lock()
	defer r.mu.Unlock()
	last, had := uint64(0), map[string]bool{}
	for _, payload := range r.EventsHad {
		var e transport.Event
		if err := json.Unmarshal(payload, &e); err != nil {
			t.Fatal(err)
		}
		text := string(transport.Historical(payload))
		if e.Seq <= last && !had[text] {
			t.Errorf("dropped after event %d: %s", last, payload)
		}
		had[text] = true
		last = max(last, e.Seq)
	}
}

// Operator makes requests, and reads the answers as a relay.
type Operator struct {
	*Relay
	Board  *playback.Playback // that answers, if startRequests has made it
	Clock  *clock.Clock
	Client mqtt.Client
	asked  int
}

func NewOperator(t *testing.T, url string) *Operator {
	t.Helper()
	o := &Operator{Relay: NewRelay(t, url)}
	o.Client = mqtt.NewClient(mqtt.NewClientOptions().AddBroker(url).SetClientID("operator").SetAutoReconnect(false))
	if err := subscribe.Wait(o.Client.Connect()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { o.Client.Disconnect(0) })
	return o
}

func (o *Operator) Send(verb, payload string, retained bool) {
	o.t.Helper()
	if err := subscribe.Wait(o.Client.Publish(TestPrefix+"req/"+verb, 1, retained, payload)); err != nil {
		o.t.Fatal(err)
	}
}

// Answers returns how many answers there were to a verb.
func (o *Operator) Answers(verb string) int {
	n := 0
	for _, topic := range o.Topics() {
		if topic == "res/"+verb {
			n++
		}
	}
	return n
}

// ask makes a request and waits for its answer. A payload that can have a transaction gets
// one, and the answer must return it.
func (o *Operator) ask(verb, payload string) transport.Answer {
	o.t.Helper()
	payload, transaction := o.transact(payload)
	had := o.Answers(verb)
	o.Send(verb, payload, false)
	Until(o.t, "an answer to "+verb+" "+payload, 5*time.Second, func() bool { return o.Answers(verb) > had })
	var a transport.Answer
	if err := json.Unmarshal(o.Payload("res/"+verb), &a); err != nil {
		o.t.Fatal(err)
	}
	unread := a.Error != nil && (a.Error.Code == transport.Malformed || a.Error.Code == transport.TooLarge)
	if a.Transaction != transaction && !(unread && a.Transaction == "") {
		o.t.Errorf("%s %s: answered for transaction %q", verb, payload, a.Transaction)
	}
	return a
}

// transact adds a transaction to a request that is an object.
func (o *Operator) transact(payload string) (with, transaction string) {
	fields, ok := strings.CutPrefix(payload, "{")
	if !ok || !json.Valid([]byte(payload)) {
		return payload, ""
	}
	o.asked++
	transaction = fmt.Sprintf("t-%d", o.asked)
	if fields != "}" {
		fields = "," + fields
	}
	return fmt.Sprintf(`{"transaction":%q%s`, transaction, fields), transaction
}

// WantOK makes a request that its schema allows, and that must be carried out.
func (o *Operator) WantOK(verb, payload string) {
	o.t.Helper()
	if err := schematest.Validate(TestPrefix+"req/"+verb, []byte(payload)); err != nil {
		o.t.Error(err)
	}
	if a := o.ask(verb, payload); a.Status != "ok" || a.Error != nil {
		o.t.Errorf("%s %s: %s %+v", verb, payload, a.Status, a.Error)
	}
}

// WantError makes a request that must be refused with a code, and must change nothing.
func (o *Operator) WantError(verb, payload, code string) {
	o.t.Helper()
	topics := []string{"arbiter/game", "game", "pgn", "arbiter/board"}
	var before [][]byte
	for _, topic := range topics {
		before = append(before, o.Payload(topic))
	}
	a := o.ask(verb, payload)
	if len(payload) > 60 {
		payload = payload[:60] + "…"
	}
	if a.Status != "error" || a.Error == nil || a.Error.Code != code || a.Error.Message == "" {
		o.t.Errorf("%s %s: %s %+v, want error %s", verb, payload, a.Status, a.Error, code)
	}
	for i, topic := range topics {
		if !bytes.Equal(before[i], o.Payload(topic)) {
			o.t.Errorf("%s %s was refused, and changed %s", verb, payload, topic)
		}
	}
}

// Quiet waits until no message has come for a while.
func (o *Operator) Quiet() {
	o.t.Helper()
	had := -1
	Until(o.t, "quiet", 5*time.Second, func() bool {
		before := had
		had = len(o.Topics())
		time.Sleep(100 * time.Millisecond)
		return before == had
	})
}

func (o *Operator) URL() string {
	r := o.Client.OptionsReader()
	return r.Servers()[0].String()
}

// Trusts waits until the game of the arbiter is in a state of trust.
func (o *Operator) Trusts(what, state string) {
	o.t.Helper()
	Until(o.t, what, 5*time.Second, func() bool { return o.Game("arbiter/game").Trust.State == state })
}

// Flood makes requests, one a millisecond, and returns how many.
func (o *Operator) Flood(stop <-chan struct{}) (n int) {
	payloads := []string{`{}`, `{`, `{"by":"` + strings.Repeat("x", transport.MaxRequest) + `"}`, strings.Repeat("[", 60_000), `{"by":"mk"}`}
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for ; ; n++ {
		select {
		case <-tick.C:
			o.Client.Publish(TestPrefix+"req/inspect", byte(n%2), false, payloads[n%len(payloads)])
		case <-stop:
			return n
		}
	}
}

// Watch is a running boardd-hall watch.
type Watch struct {
	Out, Errs *Lines
	End       func() (status int) // stops it and waits
}

func StartWatch(t *testing.T, url string, args ...string) *Watch {
	t.Helper()
	p := StartProgram(t, append([]string{"watch", "--broker", url, "--site", "hall"}, args...)...)
	w := &Watch{Out: &p.Out, Errs: &p.Errs}
	w.End = sync.OnceValue(func() int { return p.Signal(os.Interrupt) })
	t.Cleanup(func() {
		w.End()
		if t.Failed() {
			t.Logf("it printed\n%s%s", w.Out.String(), w.Errs.String())
		}
	})
	return w
}

func (w *Watch) Until(t *testing.T, text string) {
	t.Helper()
	Until(t, text, 10*time.Second, func() bool { return strings.Contains(w.Out.String()+w.Errs.String(), text) })
}
