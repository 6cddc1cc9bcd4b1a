//go:build browser

package browser

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"

	"github.com/boardd/boardd/internal/brokertest"
	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/internal/subscribe"
	"github.com/boardd/boardd/transport"
	"github.com/boardd/boardd/transport/publish"
)

// hall is a playing hall: a mosquitto, boards that play, and boardd-hall.
type hall struct {
	t      *testing.T
	dir    string
	broker *brokertest.Mosquitto
	url    string // of the broker
	http   string // of the public pages
	cmd    *exec.Cmd
	log    harness.Lines
	events *events
}

// setup is what a test wants of its hall.
type setup struct {
	boards int
	delay  time.Duration
	speed  float64                    // of the hands
	names  func(csv string) string    // changes the pairings
	config string                     // more for the tournament
	more   func(config string) string // changes the configuration
	closed bool                       // the round stays closed
	lab    []string                   // more for boardd-lab hall
}

func newHall(t *testing.T, s setup) *hall {
	t.Helper()
	address := brokertest.FreeAddress(t)
	h := &hall{t: t, dir: t.TempDir(), url: "tcp://" + address, http: brokertest.FreeAddress(t), events: &events{}}
	h.broker = brokertest.Start(t, fmt.Sprintf("listener %s 127.0.0.1\nallow_anonymous true\npersistence false\n", harness.PortOf(address)), address)
	config := fmt.Sprintf("site = \"hall\"\n[files]\nfolder = %q\n[http]\nlisten = %q\n[mqtt]\nbroker = %q\n"+
		"[[tournaments]]\nid = \"open\"\nevent = \"Harbour Open\"\nplace = \"Aberdeen SCO\"\ntime_control = \"180+2\"\ndates = [\"2027-03-06\", \"2027-03-07\"]\ndelay = %q\n%s",
		h.file("www"), h.http, h.url, s.delay, s.config)
	if s.more != nil {
		config = s.more(config)
	}
	h.write("hall.toml", config)
	h.sit(&s)
	csv := h.pairings()
	if s.names != nil {
		csv = s.names(csv)
	}
	h.write("round.csv", csv)
	h.do("import", "--accept", h.file("round.csv"))
	h.start()
	t.Cleanup(h.kill)
	h.follow()
	if !s.closed {
		h.do("open", "--round", "1")
	}
	return h
}

func (h *hall) file(name string) string { return filepath.Join(h.dir, name) }

func (h *hall) write(name, text string) {
	h.t.Helper()
	if err := os.WriteFile(h.file(name), []byte(text), 0o600); err != nil {
		h.t.Fatal(err)
	}
}

// sit has boards played on, each with a boardd of its own.
func (h *hall) sit(s *setup) {
	h.t.Helper()
	args := append([]string{"hall", "--boards", fmt.Sprint(s.boards), "--site", "hall", "--broker", h.url, "--speed", fmt.Sprint(s.speed),
		"--plies", "200", "--state", h.file("boards"), "--program", program, "--pairings", h.file("lab.csv")}, s.lab...)
	lab := exec.Command(program+"-lab", args...)
	var out harness.Lines
	lab.Stdout, lab.Stderr = &out, &out
	if err := lab.Start(); err != nil {
		h.t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- lab.Wait() }()
	h.t.Cleanup(func() {
		lab.Process.Signal(os.Interrupt)
		select {
		case <-ended:
		case <-time.After(harness.Patience):
			lab.Process.Kill()
			<-ended
		}
		if h.t.Failed() {
			h.t.Logf("boardd-lab:\n%s\nboardd-hall:\n%s", out.String(), h.log.String())
		}
	})
}

func (h *hall) pairings() (text string) {
	h.t.Helper()
	harness.Until(h.t, "the pairings", 30*time.Second, func() bool {
		data, err := os.ReadFile(h.file("lab.csv"))
		text = string(data)
		return err == nil && strings.Count(text, "\n") > 1
	})
	return text
}

// do runs a command of the hall.
func (h *hall) do(args ...string) string {
	h.t.Helper()
	out, err := exec.Command(program+"-hall", append(args, "--config", h.file("hall.toml"))...).CombinedOutput()
	if err != nil {
		h.t.Fatalf("%q: %v: %s", args, err, out)
	}
	return string(out)
}

func (h *hall) start() {
	h.t.Helper()
	h.cmd = exec.Command(program+"-hall", "run", "--config", h.file("hall.toml"))
	h.cmd.Stderr = &h.log
	if err := h.cmd.Start(); err != nil {
		h.t.Fatal(err)
	}
	harness.Until(h.t, "the hall serves its pages", 20*time.Second, func() bool {
		a, err := http.Get(h.at("/"))
		if err != nil {
			return false
		}
		a.Body.Close()
		return true
	})
}

func (h *hall) kill() {
	if h.cmd.ProcessState == nil {
		h.cmd.Process.Kill()
		h.cmd.Wait()
	}
}

// at is the address of a page.
func (h *hall) at(path string) string { return "http://" + h.http + path }

// get returns what is at an address.
func (h *hall) get(address string) (status int, body string) {
	h.t.Helper()
	a, err := http.Get(address)
	if err != nil {
		h.t.Fatal(err)
	}
	defer a.Body.Close()
	data, err := io.ReadAll(a.Body)
	if err != nil {
		h.t.Fatal(err)
	}
	return a.StatusCode, string(data)
}

// events are the moves that the boards publish, with the times at which they were made.
type events struct {
	mu    sync.Mutex
	moves []published
}

type published struct {
	board, san string
	at         time.Time
}

func (e *events) take(m transport.Message) {
	topics, _, ok := transport.ParseTopic(m.Topic)
	var event transport.Event
	if !ok || json.Unmarshal(m.Payload, &event) != nil || event.Type != "move" || event.SAN == "" {
		return
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if at, err := time.Parse(time.RFC3339, event.At); err == nil {
		e.moves = append(e.moves, published{topics.Board(), event.SAN, at})
	}
}

func (e *events) all() []published {
	e.mu.Lock()
	defer e.mu.Unlock()
	return append([]published{}, e.moves...)
}

// follow takes note of what the boards publish.
func (h *hall) follow() {
	ctx, cancel := context.WithCancel(context.Background())
	var done sync.WaitGroup
	done.Go(func() {
		c := publish.Config{Broker: h.url, ClientID: "browser-test", MaxPacket: 1 << 20, MaxPause: time.Second}
		if err := publish.Follow(ctx, c, []string{"chess/1/hall/+/event"}, h.events.take); err != nil && ctx.Err() == nil {
			h.t.Error(err)
		}
	})
	h.t.Cleanup(func() { cancel(); done.Wait() })
}

// publish gives the broker a message.
func (h *hall) publish(topic, payload string) {
	h.t.Helper()
	client := mqtt.NewClient(mqtt.NewClientOptions().AddBroker(h.url).SetClientID("browser-publisher"))
	if err := subscribe.Wait(client.Connect()); err != nil {
		h.t.Fatal(err)
	}
	defer client.Disconnect(250)
	if err := subscribe.Wait(client.Publish(topic, 1, false, payload)); err != nil {
		h.t.Fatal(err)
	}
}

// plays waits until some more moves have been played.
func (h *hall) plays(moves int) {
	h.t.Helper()
	had := len(h.events.all())
	harness.Until(h.t, fmt.Sprintf("%d moves", moves), time.Minute, func() bool { return len(h.events.all()) >= had+moves })
}
