package endurance

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"
	"github.com/eclipse/paho.mqtt.golang/packets"

	"github.com/boardd/boardd/fixtures"
	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/internal/subscribe"
	"github.com/boardd/boardd/transport"
)

// pahoOrder is a message that a publisher is to publish.
type pahoOrder struct {
	N       uint64
	Topic   string
	Retain  bool
	Payload string
}

// pahoRefused and the others are what a publisher reports of a message.
const (
	pahoRefused = "refused" // Publish returned with an error
	pahoTaken   = "taken"   // it returned without one
	pahoDone    = "done"    // and then the token was done without one
	pahoFailed  = "failed"  // or with one
)

// pahoMain is a program that does what most programs do: it publishes with the client's
// default options and QoS 1, and trusts the client with the rest.
func pahoMain(broker string) {
	client := mqtt.NewClient(mqtt.NewClientOptions().AddBroker(broker).SetClientID("paho-" + broker[strings.LastIndexByte(broker, ':')+1:]))
	for wait := client.Connect(); wait.Wait() && wait.Error() != nil; wait = client.Connect() {
		time.Sleep(time.Second)
	}
	var mu sync.Mutex
	say := func(what string, n uint64) {
		mu.Lock()
		defer mu.Unlock()
		fmt.Println(what, n)
	}
	for orders := json.NewDecoder(os.Stdin); ; {
		var o pahoOrder
		if orders.Decode(&o) != nil {
			return
		}
		token := client.Publish(o.Topic, 1, o.Retain, o.Payload)
		select {
		case <-token.Done():
			if token.Error() != nil {
				say(pahoRefused, o.N)
				continue
			}
		default:
		}
		say(pahoTaken, o.N)
		go func() {
			if token.Wait(); token.Error() != nil {
				say(pahoFailed, o.N)
				return
			}
			say(pahoDone, o.N)
		}()
	}
}

// pahoPublisher runs such a program, and has it publish.
type pahoPublisher struct {
	t      *testing.T
	link   *link
	ledger *ledger
	all    []transport.Message // one after the other, again and again
	each   time.Duration

	mu       sync.Mutex
	in       io.WriteCloser
	end      func() // of the program
	reported map[string]map[uint64]bool
	owing    map[uint64]bool // taken by the program that runs now, and neither done nor failed
}

func newPahoPublisher(t *testing.T, address string, each time.Duration) *pahoPublisher {
	t.Helper()
	p := &pahoPublisher{t: t, ledger: newLedger(), all: recordedMessages(t), each: each, reported: map[string]map[uint64]bool{}, owing: map[uint64]bool{}}
	for _, what := range []string{pahoRefused, pahoTaken, pahoDone, pahoFailed} {
		p.reported[what] = map[uint64]bool{}
	}
	p.link = newLink(t, address, p.ledger.take)
	return p
}

// recordedMessages returns the messages with a number that boardd publishes of a game.
func recordedMessages(t *testing.T) (all []transport.Message) {
	t.Helper()
	for line := range strings.Lines(harness.Replayed(t, fixtures.Log("demo"), "-o", "messages")) {
		var m struct {
			Topic   string
			QoS     byte
			Retain  bool
			Payload json.RawMessage
		}
		if err := json.Unmarshal([]byte(line), &m); err != nil {
			t.Fatal(err)
		}
		if m.QoS == 1 && transport.SeqOf(m.Payload) > 0 {
			all = append(all, transport.Message{Topic: m.Topic, Retain: m.Retain, Payload: m.Payload})
		}
	}
	if len(all) == 0 {
		t.Fatal("no messages")
	}
	return all
}

func (p *pahoPublisher) start() {
	p.t.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "BOARDD_TEST_PAHO="+p.link.url())
	out, reported := io.Pipe()
	heard := make(chan struct{})
	cmd.Stdout = reported
	go func() { defer close(heard); p.listen(out) }()
	p.end = func() {
		cmd.Process.Kill()
		cmd.Wait() // until all its output was read
		reported.Close()
		<-heard
	}
	var err error
	if p.in, err = cmd.StdinPipe(); err != nil {
		p.t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		p.t.Fatal(err)
	}
	p.t.Cleanup(func() { cmd.Process.Kill() })
}

func (p *pahoPublisher) kill() {
	p.t.Helper()
	p.end()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.owing = map[uint64]bool{}
}

// listen notes what a program reports.
func (p *pahoPublisher) listen(out io.Reader) {
	for lines := bufio.NewScanner(out); lines.Scan(); {
		var what string
		var n uint64
		if _, err := fmt.Sscan(lines.Text(), &what, &n); err != nil {
			continue // it died in the middle of it
		}
		p.mu.Lock()
		if p.reported[what] != nil {
			p.reported[what][n] = true
		}
		switch what {
		case pahoTaken:
			p.owing[n] = true
		case pahoDone, pahoFailed:
			delete(p.owing, n)
		}
		p.mu.Unlock()
	}
}

var seqField = regexp.MustCompile(`"seq":\d+`)

// feed lets the program publish until it is stopped. A message is not accepted if the program
// is dead.
func (p *pahoPublisher) feed(stop <-chan struct{}) {
	tick := time.NewTicker(p.each)
	defer tick.Stop()
	for n := uint64(1); ; n++ {
		select {
		case <-stop:
			return
		case <-tick.C:
		}
		m := p.all[n%uint64(len(p.all))]
		order, err := json.Marshal(pahoOrder{n, m.Topic, m.Retain, seqField.ReplaceAllString(string(m.Payload), fmt.Sprintf(`"seq":%d`, n))})
		if err != nil {
			p.t.Error(err)
			return
		}
		p.mu.Lock()
		in := p.in
		p.mu.Unlock()
		in.Write(append(order, '\n'))
	}
}

// settled reports whether the client has finished all that it took.
func (p *pahoPublisher) settled() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.owing) == 0
}

// began reports whether the client has taken a message.
func (p *pahoPublisher) began() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.reported[pahoTaken]) > 0
}

// pahoSums are what became of the messages.
type pahoSums struct{ accepted, lost, lied, single, singleLost, refused, failed, extra int }

// count adds the messages of a publisher. A message was accepted if Publish took it and
// reported no failure later. It is lost if the broker has never acknowledged it.
func (s *pahoSums) count(p *pahoPublisher) {
	p.mu.Lock()
	defer p.mu.Unlock()
	s.refused, s.failed, s.extra = s.refused+len(p.reported[pahoRefused]), s.failed+len(p.reported[pahoFailed]), s.extra+p.ledger.extra
	for n := range p.reported[pahoTaken] {
		if p.reported[pahoFailed][n] {
			continue
		}
		s.accepted++
		retained := p.all[n%uint64(len(p.all))].Retain
		if !retained {
			s.single++
		}
		if p.ledger.had(0, n) || p.ledger.had(1, n) {
			continue
		}
		s.lost++
		if !retained {
			s.singleLost++
		}
		if p.reported[pahoDone][n] {
			s.lied++
		}
	}
}

// TestSoakPaho is the soak of a program that leaves everything to the client's defaults. It
// publishes boardd's messages at boardd's rate, with the same kills and outages of a broker
// and links of its own. Nothing is expected of it; its figures are for docs/reliability.md.
func TestSoakPaho(t *testing.T) {
	if testing.Short() {
		t.Skip("make long runs it")
	}
	t.Parallel()
	p := planOf(t)
	if !p.long {
		p.tables, p.time = 1, 3*time.Second
	}
	h, address := newSoakHall(t, p)
	var all []*pahoPublisher
	stop := make(chan struct{})
	var feeding sync.WaitGroup
	for range p.tables {
		one := newPahoPublisher(t, address, p.each)
		one.start()
		feeding.Go(func() { one.feed(stop) })
		all = append(all, one)
		h.guests = append(h.guests, &soakGuest{process: one, link: one.link})
	}
	harness.Until(t, "a message of each program", harness.Patience, func() bool {
		return !slices.ContainsFunc(all, func(p *pahoPublisher) bool { return !p.began() })
	})
	h.soak(t, func() string { return fmt.Sprintf("paho: %d kills and outages", h.ends()) })
	close(stop)
	feeding.Wait()
	var s pahoSums
	for _, one := range all {
		for deadline := time.Now().Add(p.patience); !one.settled() && time.Now().Before(deadline); {
			time.Sleep(10 * time.Millisecond)
		}
		one.kill()
		s.count(one)
	}
	t.Log(strings.ReplaceAll(h.faultTable(), "boardd", "program") + s.String())
	if s.accepted == 0 {
		t.Error("nothing was published")
	}
}

func (s *pahoSums) String() string {
	return fmt.Sprintf(`
messages that Publish took                 %7d
  lost                                     %7d  (%.1f %%)
  of these, reported as delivered          %7d
  of these, events and findings            %7d  (%.1f %% of %d)
refused, or failed later                   %7d
copies beyond the first                    %7d
`, s.accepted, s.lost, 100*float64(s.lost)/float64(max(s.accepted, 1)), s.lied,
		s.singleLost, 100*float64(s.singleLost)/float64(max(s.single, 1)), s.single, s.refused+s.failed, s.extra)
}

// soakRelay is a consumer that is connected to the broker itself, with a session that the
// broker stores. It comes back whenever it lost the connection. It is also the arbiter who
// enters the results.
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

// run connects again and again. The other half of the soak tests how the client itself does
// that.
func (r *soakRelay) run() {
	defer close(r.gone)
	for {
		lost := make(chan struct{}, 1)
		o := mqtt.NewClientOptions().AddBroker(r.url).SetClientID("soak-relay").SetCleanSession(false).SetAutoReconnect(false).
			SetConnectTimeout(2 * time.Second).SetConnectionLostHandler(func(mqtt.Client, error) { lost <- struct{}{} })
		o.SetDefaultPublishHandler(r.take) // what the broker has kept comes before we have subscribed
		client := mqtt.NewClient(o)
		err := subscribe.Wait(client.Connect())
		if err == nil {
			err = subscribe.Wait(client.Subscribe("chess/1/hall/#", 1, r.take))
		}
		if err == nil {
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

// payload returns the last payload of a board's topic.
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

// missing returns how many messages never came although the broker has acknowledged them.
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

// request makes a request if there is a connection. The caller checks whether it was carried
// out.
func (r *soakRelay) request(board, verb, payload string) {
	r.mu.Lock()
	client := r.client
	r.mu.Unlock()
	if client != nil {
		client.Publish(fmt.Sprintf("chess/1/hall/%s/req/%s", board, verb), 1, false, payload)
	}
}

// TestSoakRelayComesBack: however often a broker takes the relay in and hangs up while it
// subscribes, it comes back, and it stops when it is stopped.
func TestSoakRelayComesBack(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	newSoakRelay(t, l.Addr().String())
	for range 20 {
		conn, err := l.Accept()
		if err != nil {
			t.Fatal(err)
		}
		packets.ReadPacket(conn) // CONNECT
		packets.NewControlPacket(packets.Connack).Write(conn)
		packets.ReadPacket(conn) // SUBSCRIBE
		conn.Close()
	}
}

// TestMain lets the test be a program that publishes with the client's defaults.
func TestMain(m *testing.M) {
	if broker := os.Getenv("BOARDD_TEST_PAHO"); broker != "" {
		pahoMain(broker)
		os.Exit(0)
	}
	os.Exit(m.Run())
}
