package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/transport"
	"github.com/boardd/boardd/transport/broker"
	"github.com/boardd/boardd/transport/schematest"
)

// relay is a consumer of one board's messages. It keeps what each topic said last.
type relay struct {
	t    *testing.T
	of   string // what all topics of the board begin with
	mu   sync.Mutex
	last map[string][]byte
	all  []string // topics below the prefix, in order
	pgns []string // every PGN that was published

	eventsHad [][]byte
	stop      func()
}

const testPrefix = "chess/1/hall/b07/"

func newRelay(t *testing.T, url string) *relay {
	t.Helper()
	return newRelayOf(t, url, "b07")
}

// newRelayOf is a consumer of the messages of a board with a name.
func newRelayOf(t *testing.T, url, board string) *relay {
	t.Helper()
	r := &relay{t: t, of: "chess/1/hall/" + board + "/", last: map[string][]byte{}}
	stop, err := subscribe(url, "relay-"+board, r.of+"#", r.take)
	if err != nil {
		t.Fatal(err)
	}
	r.stop = stop
	t.Cleanup(stop)
	return r
}

func (r *relay) take(topic string, payload []byte) {
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
		r.pgns = append(r.pgns, string(payload))
	case "event":
		r.eventsHad = append(r.eventsHad, payload)
	}
}

func (r *relay) payload(name string) []byte {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.last[name]
}

// had is the last payload of a topic, and whether there was any.
func (r *relay) had(name string) ([]byte, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	p, ok := r.last[name]
	return p, ok
}

// topics are the topics of all messages, in order.
func (r *relay) topics() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.all)
}

// game is what a topic said last of the game.
func (r *relay) game(topic string) transport.ArbiterGame {
	var g transport.ArbiterGame
	if p := r.payload(topic); p != nil {
		if err := json.Unmarshal(p, &g); err != nil {
			r.t.Errorf("%s: %v", topic, err)
		}
	}
	return g
}

func (r *relay) uci(topic string) string {
	var moves []string
	for _, m := range r.game(topic).Moves {
		if m.UCI != nil {
			moves = append(moves, *m.UCI)
		}
	}
	return strings.Join(moves, " ")
}

// busy is how much longer things may take on a machine, and on a disk, that others
// use as well.
const busy = 4

// until waits for something to become true, which takes no longer than a limit on a
// machine that has nothing else to do.
func until(t testing.TB, what string, limit time.Duration, yes func() bool) {
	t.Helper()
	limit *= busy
	for deadline := time.Now().Add(limit); !yes(); {
		if time.Now().After(deadline) {
			t.Fatalf("%s: not in %v", what, limit)
		}
		time.Sleep(2 * time.Millisecond)
	}
}

func testConfig(port, url string) *config {
	c := defaultConfig()
	c.Site, c.Board, c.Port.Name, c.Port.Family, c.MQTT.Broker = "hall", "b07", port, "dgt", url
	return &c
}

// startRun runs the daemon in this process until the test ends.
func startRun(t testing.TB, c *config, p *pace) (stop func()) {
	t.Helper()
	return startLogged(t, c, p, zerolog.NewTestWriter(t))
}

// startLogged is startRun with a log to be read.
func startLogged(t testing.TB, c *config, p *pace, log io.Writer) (stop func()) {
	t.Helper()
	d, err := newDaemon(c, zerolog.New(log), p, "test")
	if err != nil {
		t.Fatal(err)
	}
	return startDaemon(t, d)
}

func embeddedBroker(t testing.TB) string {
	t.Helper()
	b, err := broker.Start("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	return b.URL()
}

// mosquitto starts the real broker on loopback; the test is skipped without it,
// but not in CI, where it is installed.
func mosquitto(t testing.TB) string {
	t.Helper()
	address := freeAddress(t)
	mosquittoAt(t, address)
	return "tcp://" + address
}

// mosquittoAt starts the real broker at an address, without a memory, and
// returns how it is killed.
func mosquittoAt(t testing.TB, address string) (kill func()) {
	t.Helper()
	path, err := exec.LookPath("mosquitto")
	if err != nil {
		path, err = exec.LookPath("/usr/sbin/mosquitto")
	}
	if err != nil {
		if os.Getenv("BOARDD_CI") != "" {
			t.Fatal("mosquitto is not installed")
		}
		t.Skip("mosquitto is not installed: apt-get install mosquitto")
	}
	host, port, _ := net.SplitHostPort(address)
	conf := filepath.Join(t.TempDir(), "mosquitto.conf")
	if err := os.WriteFile(conf, fmt.Appendf(nil, "listener %s %s\nallow_anonymous true\npersistence false\n", port, host), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(path, "-c", conf)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	kill = sync.OnceFunc(func() {
		cmd.Process.Kill()
		cmd.Wait()
	})
	t.Cleanup(kill)
	until(t, "mosquitto", 10*time.Second, func() bool {
		c, err := net.Dial("tcp", address)
		if err == nil {
			c.Close()
		}
		return err == nil
	})
	return kill
}

// freeAddress is an address of the loopback interface on which nobody listens.
func freeAddress(t testing.TB) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

func testPlayback(t testing.TB) *playback {
	t.Helper()
	p, err := newPlayback()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.close)
	return p
}

func parseLog(t testing.TB, text string) []sensor.Record {
	t.Helper()
	rd := sensor.NewReader(strings.NewReader(text))
	records, err := rd.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return records
}

const shortGame = `#! boardd-log 1
0 board rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR
0 clock 180000 180000 -
100 clock 180000 180000 w
200 lift e2 P
300 drop e3 P
700 lift e3 P
800 drop e4 P
1200 press w
1200 clock 179000 180000 b
1400 lift e7 p
1500 drop e5 p
1900 press b
1900 clock 179000 179000 w
2000 lift g1 N
2100 drop f3 N
2500 press w
2500 clock 178000 179000 b
`

func TestRunPublishesGame(t *testing.T) {
	for name, start := range map[string]func(testing.TB) string{"embedded": embeddedBroker, "mosquitto": mosquitto} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			url := start(t)
			r := newRelay(t, url)
			board := testPlayback(t)
			pace := newPace(1)
			if err := board.do(parseLog(t, shortGame)[0]); err != nil {
				t.Fatal(err)
			}
			stop := startRun(t, testConfig(board.path, url), pace)
			if err := board.play(context.Background(), pace, parseLog(t, shortGame)); err != nil {
				t.Fatal(err)
			}
			until(t, "three moves", 5*time.Second, func() bool { return r.uci("game") == "e2e4 e7e5 g1f3" })
			until(t, "clocks", 5*time.Second, func() bool {
				return strings.Contains(string(r.payload("pgn")), "2. Nf3 {[%clk 0:02:58]}")
			})
			for _, pgn := range r.pgns {
				if strings.Contains(pgn, "e3") {
					t.Errorf("a move that was on the way was published:\n%s", pgn)
				}
			}
			stop()
			until(t, "off", 5*time.Second, func() bool { return strings.Contains(string(r.payload("status")), `"off"`) })
		})
	}
}
