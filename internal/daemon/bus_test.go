package daemon

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"github.com/boardd/boardd/internal/cli"
	"github.com/boardd/boardd/internal/clock"
	"github.com/boardd/boardd/internal/config"
	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/internal/playback"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/dgt"
	"github.com/boardd/boardd/sensor/dgt/bus"
	"github.com/boardd/boardd/sensor/family"
	"github.com/boardd/boardd/transport"
)

// lineConfig is a bus with two boards that are named, by address and by serial
// number.
func lineConfig(port, url string) *config.Config {
	c := harness.TestConfig(port, url)
	c.Board, c.Port.Family = "hall", family.Bus
	c.Boards = []config.Board{{Name: "b1", Address: 1025}, {Name: "b2", Serial: "3000101026"}}
	return c
}

// startLine runs boardd for a bus in this process until the test ends. It runs as under
// systemd, with a watchdog. Each board is recorded.
func startLine(t *testing.T, c *config.Config, p *clock.Clock, log *harness.Lines) (file string, stop func()) {
	t.Helper()
	file = filepath.Join(t.TempDir(), "bug.log")
	l := newBus(c, zerolog.New(log), p)
	l.link.MinWait = 20 * time.Millisecond
	manager := harness.NewSystemd(t, filepath.Join(t.TempDir(), "notify"))
	manager.Watchdog(time.Minute)
	l.notifier = notifier(t, manager)
	return file, harness.Background(t, func(ctx context.Context) error { return runBus(ctx, l, file) })
}

// A game for each of three boards: up to the moment at which the cable is pulled
// out in the middle of a move, while it is out, and after that. A board reports a put before its
// lift only if both are in one scan, so the two come together.
var busGames = [3]struct{ before, unheard, after, moves, all string }{
	{"lift e2 P, drop e4 P, press w, lift e7 p, drop e5 p, press b, lift g1 N",
		"drop f3 N, press w, lift b8 n, drop c6 n, press b, lift f1 B, drop b5 B, press w, lift a7 p",
		"drop a6 p, press b", "e2e4 e7e5", "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6"},
	{"lift d2 P, drop d4 P, press w, lift d7 p",
		"drop d5 p, press b, lift c2 P, drop c4 P, press w",
		"drop c4 p, lift d5 p, press b", "d2d4", "d2d4 d7d5 c2c4 d5c4"},
	{"lift g1 N, drop f3 N, press w, lift g8 n, drop f6 n, press b", "",
		"lift f3 N, drop g1 N, press w, lift f6 n, drop g8 n, press b", "g1f3 g8f6", "g1f3 g8f6 f3g1 f6g8"},
}

// TestRunBus: each of three boards on a bus has its own topics. The configuration does not
// name one of them. The cable is out in the middle of moves; what was played meanwhile comes
// in order, and each board's log replays to its game. The test runs beside no other of the
// package: time passes faster here, so a board that answers late counts as lost.
func TestRunBus(t *testing.T) {
	url := harness.EmbeddedBroker(t)
	p := clock.New(harness.FastSpeed)
	port := filepath.Join(t.TempDir(), "port")
	boards := newPtyLine(t, p, port, 1025, 1026, 1027)
	boards.line.Boards[1].Newer = true
	names := []string{"b1", "b2", "hall-serial-01027"}
	var relays [3]*harness.Relay
	for i, name := range names {
		relays[i] = harness.NewRelayOf(t, url, name)
	}
	var log harness.Lines
	file, stop := startLine(t, lineConfig(port, url), p, &log)
	t.Cleanup(func() {
		if t.Failed() {
			for _, name := range names {
				text, _ := os.ReadFile(strings.TrimSuffix(file, ".log") + "-" + name + ".log")
				t.Logf("%s\n%s", name, text)
			}
			t.Log(log.String())
		}
	})
	each := func(what string, yes func(i int, r *harness.Relay) bool) {
		t.Helper()
		for i, r := range relays {
			harness.Until(t, names[i]+": "+what, 10*time.Second, func() bool { return yes(i, r) })
		}
	}
	state := func(s transport.State) func(int, *harness.Relay) bool {
		return func(_ int, r *harness.Relay) bool {
			return strings.Contains(string(r.Payload("status")), `"`+string(s)+`"`)
		}
	}
	each("ready", state(transport.Ready))
	for i := range busGames {
		boards.hands(i, harness.ActsOf(t, "clock 180000 180000 w"))
	}
	each("a clock", clockRuns)
	for i := range busGames {
		boards.hands(i, harness.ActsOf(t, busGames[i].before))
	}
	each("the game", func(i int, r *harness.Relay) bool { return r.UCI("game") == busGames[i].moves })
	boards.pullOut()
	each("lost", state(transport.Lost))
	for i := range busGames {
		boards.hands(i, harness.ActsOf(t, busGames[i].unheard))
	}
	boards.plugIn()
	each("ready again", state(transport.Ready))
	for i := range busGames {
		boards.hands(i, harness.ActsOf(t, busGames[i].after))
	}
	each("the whole game", func(i int, r *harness.Relay) bool { return r.UCI("game") == busGames[i].all })
	if info := string(relays[1].Payload("info")); !strings.Contains(info, "3000101026") {
		t.Errorf("info of b2: %s", info)
	}
	stop()
	each("off", state(transport.Off))
	for i, name := range names {
		if what := relays[i].Course(); slices.ContainsFunc(what, func(s string) bool { return strings.HasPrefix(s, "retract") }) {
			t.Errorf("%s: events %q", name, what)
		}
		replays(t, strings.TrimSuffix(file, ".log")+"-"+name+".log", busGames[i].all)
	}
	if text := log.String(); strings.Count(text, "port opened") != 2 || !strings.Contains(text, `"board":"hall-serial-01027"`) {
		t.Errorf("logged\n%s", text)
	}
}

// clockRuns reports whether a clock message of the board shows that White's clock runs.
func clockRuns(_ int, r *harness.Relay) bool {
	return strings.Contains(string(r.Payload("clock")), `"running":"w"`)
}

// replays checks that a board's log replays to its game.
func replays(t *testing.T, file, want string) {
	t.Helper()
	status, out, errs := harness.Run(t, "", "replay", "-o", "uci", file)
	if status != cli.ExitOK || strings.TrimSpace(out) != want {
		text, _ := os.ReadFile(file)
		t.Errorf("replay %s: status %d, %q, want %q; %s\n%s", file, status, out, want, errs, text)
	}
}

// TestCheckBus: check lists the boards of a bus that answer, and those that do not.
func TestCheckBus(t *testing.T) {
	t.Parallel()
	port := filepath.Join(t.TempDir(), "port")
	newPtyLine(t, clock.New(1), port, 1025, 1027)
	c := lineConfig(port, "tcp://127.0.0.1:1")
	c.Port.Search, c.Boards = false, []config.Board{{Name: "b1", Address: 1025}, {Name: "b3", Address: 1027}}
	text, err := CheckBus(t.Context(), c, harness.Patience)
	if want := port + ", a line of 2 boards: b1 (01025), b3 (01027)"; err != nil || text != want {
		t.Errorf("%q, %v, want %q", text, err, want)
	}
	c.Boards = append(c.Boards, config.Board{Name: "b2", Address: 1026})
	if _, err = CheckBus(t.Context(), c, 5*time.Second); err == nil || !strings.Contains(err.Error(), "b1 (01025), b3 (01027) answer, but not b2") {
		t.Errorf("with one that is not there: %v", err)
	}
	c.Port.Name = port + "-none"
	if _, err = CheckBus(t.Context(), c, 5*time.Second); err == nil || !strings.Contains(err.Error(), "is the board plugged in?") {
		t.Errorf("without a port: %v", err)
	}
}

// TestBusDecodesBeforeEngines: the host of a bus cannot go by the decoders of engines. A board
// that was searched for is served, and so gets an engine, after the host has read its serial
// number: the board's name depends on it.
func TestBusDecodesBeforeEngines(t *testing.T) {
	t.Parallel()
	port := filepath.Join(t.TempDir(), "port")
	newPtyLine(t, clock.New(1), port, 1025)
	c := lineConfig(port, "tcp://127.0.0.1:1")
	c.Boards = nil
	b := newBus(c, zerolog.Nop(), clock.New(1))
	ctx, cancel := context.WithTimeout(t.Context(), harness.Patience)
	defer cancel()
	var served []string
	b.serve = func(m *busBoard) (*Wire, func(context.Context) error, error) {
		for _, s := range b.host.Stations() {
			served = append(served, m.name+" "+s.Info.Serial)
		}
		w := NewLoneWire(&c.Port, b.clock)
		w.shared = true
		cancel()
		return w.Wire, func(ctx context.Context) error { return ignore(ctx, w.Events) }, nil
	}
	if err := b.run(ctx); err != nil {
		t.Fatal(err)
	}
	if want := []string{"hall-serial-01025 01025"}; !slices.Equal(served, want) {
		t.Errorf("served %q, want %q", served, want)
	}
}

// TestBusStopping: a bus that is stopped says so to systemd, even if a board of it has ended before it.
func TestBusStopping(t *testing.T) {
	m := harness.NewSystemd(t, filepath.Join(t.TempDir(), "notify"))
	c := lineConfig("/dev/null", "tcp://127.0.0.1:1")
	for range 50 { // the loop may hear of either first
		b := newBus(c, zerolog.Nop(), clock.New(1))
		b.notifier = notifier(t, m)
		ctx, cancel := context.WithCancel(t.Context())
		b.serve = func(*busBoard) (*Wire, func(context.Context) error, error) {
			cancel()
			if first := b.boards[0]; first.gone != nil {
				<-first.gone
			}
			return NewLoneWire(&c.Port, b.clock).Wire, func(context.Context) error { return nil }, nil
		}
		if err := b.run(ctx); err != nil {
			t.Fatal(err)
		}
		if got := m.Next(time.Millisecond); got != "STOPPING=1" {
			t.Fatalf("systemd hears %q", got)
		}
	}
}

// TestRecordBus: each board of a line is recorded in a log of its own.
func TestRecordBus(t *testing.T) {
	t.Parallel()
	port, file := filepath.Join(t.TempDir(), "port"), filepath.Join(t.TempDir(), "bus.log")
	boards := newPtyLine(t, clock.New(1), port, 1025, 1027)
	c := lineConfig(port, "tcp://127.0.0.1:1")
	c.Port.Search, c.Boards = false, []config.Board{{Name: "b1", Address: 1025}, {Name: "b3", Address: 1027}}
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- RecordBus(ctx, c, io.Discard, file) }()
	received := func(board, message string) func() bool { // in however many reads
		return func() bool {
			log, _ := os.ReadFile(strings.TrimSuffix(file, ".log") + "-" + board + ".log")
			var all strings.Builder
			for line := range strings.Lines(string(log)) {
				if _, data, ok := strings.Cut(line, " rx "); ok {
					all.WriteString(strings.TrimSpace(data) + " ")
				}
			}
			return strings.Contains(all.String(), message)
		}
	}
	harness.Until(t, "a dump of b1", 5*time.Second, received("b1", "83 00 46 08 01"))
	harness.Until(t, "a dump of b3", 5*time.Second, received("b3", "83 00 46 08 03"))
	boards.hands(1, harness.ActsOf(t, "lift e2 P"))
	harness.Until(t, "a change on b3", 5*time.Second, received("b3", "85 00 08 08 03 40 34"))
	stop()
	if err := <-done; err != nil {
		t.Error(err)
	}
	if log, _ := os.ReadFile(strings.TrimSuffix(file, ".log") + "-b1.log"); !strings.Contains(string(log), "#: address 1025\n") ||
		2*strings.Count(string(log), "85 00 06") > strings.Count(string(log), " rx ") { // most answers bring nothing, and are left out
		t.Errorf("the log of b1 is\n%s", log)
	}
}

// TestRunBusBoards: one board of the bus loses its power, a configured one is not there, and a
// third one is connected later. The others go on.
func TestRunBusBoards(t *testing.T) {
	t.Parallel()
	url := harness.EmbeddedBroker(t)
	p := clock.New(harness.FastSpeed)
	p.Live = true
	port := filepath.Join(t.TempDir(), "port")
	boards := newPtyLine(t, p, port, 1025, 1027)
	boards.line.Lose, boards.line.Damage = 0.001, 0.001
	c := lineConfig(port, url)
	c.Boards = append(c.Boards, config.Board{Name: "b3", Address: 1027})
	c.Port.Search = true
	var relays [3]*harness.Relay
	for i := range relays {
		relays[i] = harness.NewRelayOf(t, url, fmt.Sprintf("b%d", i+1))
	}
	var log harness.Lines
	startLine(t, c, p, &log)
	status := func(i int, s transport.State) {
		t.Helper()
		harness.Until(t, fmt.Sprintf("b%d %s", i+1, s), 10*time.Second, func() bool {
			return strings.Contains(string(relays[i].Payload("status")), `"`+string(s)+`"`)
		})
	}
	status(0, transport.Ready)
	status(2, transport.Ready)
	status(1, transport.Lost) // it has never been there
	for i, r := range []*harness.Relay{relays[0], relays[2]} {
		boards.hands(i, harness.ActsOf(t, "clock 180000 180000 w"))
		harness.Until(t, "a clock", 10*time.Second, func() bool { return clockRuns(i, r) })
	}
	boards.hands(0, harness.ActsOf(t, "lift e2 P, drop e4 P"))
	boards.power(0, false)
	status(0, transport.Lost)
	boards.hands(1, harness.ActsOf(t, "lift d2 P, drop d4 P, press w"))
	harness.Until(t, "a move on b3", 10*time.Second, func() bool { return relays[2].UCI("game") == "d2d4" })
	boards.power(0, true)
	status(0, transport.Ready)
	boards.hands(0, harness.ActsOf(t, "press w"))
	harness.Until(t, "the move on b1", 10*time.Second, func() bool { return relays[0].UCI("game") == "e2e4" })
	for _, text := range []string{`"board":"b1","address":"01025","message":"board does not answer"`, `"board":"b1","address":"01025","message":"board answers"`} {
		if !strings.Contains(log.String(), text) {
			t.Errorf("not logged: %s in\n%s", text, log.String())
		}
	}
}

// TestKnows: the daemon drops what a board repeats all the time, but not what a report of the
// clock waits for.
func TestKnows(t *testing.T) {
	nothing := []byte{0x85, 0x00, 0x06, 0x08, 0x01, 0x14}
	change := []byte{0x85, 0x00, 0x08, 0x08, 0x01, 0x40, 0x34, 0x0a}
	clock := []byte{0x84, 0x00, 0x0d, 0x08, 0x01, 0x20, 0x03, 0x00, 0x20, 0x03, 0x00, 0x09, 0x69}
	other := []byte{0x84, 0x00, 0x0d, 0x08, 0x01, 0x20, 0x03, 0x00, 0x20, 0x02, 0x59, 0x09, 0x41}
	var m busBoard
	for i, c := range []struct {
		data []byte
		want bool
	}{{nothing, true}, {clock, false}, {nothing, false}, {nothing, true}, {clock, true}, {nothing, true}, {change, false},
		{other, false}, {change, false}, {nothing, true}, {clock, false}, {clock[:6], false}} {
		if got := m.repeats(c.data); got != c.want {
			t.Errorf("%d: % x: %v", i, c.data, got)
		}
	}
}

// ptyLine is a line of boards at the far end of a pseudo-terminal. The cable can be
// pulled out, while things go on happening on the boards.
type ptyLine struct {
	t    *testing.T
	clk  *clock.Clock
	name string // of the port, which stands for another terminal each time

	mu     sync.Mutex
	line   bus.Bus
	master *os.File // nil while the cable is out
	slave  *os.File
	stop   chan struct{}
}

// newPtyLine makes a line of boards with these numbers, with the pieces set up.
func newPtyLine(t *testing.T, p *clock.Clock, name string, numbers ...int) *ptyLine {
	t.Helper()
	h := &ptyLine{t: t, clk: p, name: name}
	h.line.Chance = rand.New(rand.NewPCG(1, 2))
	for _, n := range numbers {
		b := &bus.Board{Board: dgt.Board{Number: n, Firmware: [2]byte{1, 3}}}
		b.Step(nil, sensor.Record{Word: sensor.Board, Placement: placement.Initial})
		h.line.Boards = append(h.line.Boards, b)
	}
	h.plugIn()
	t.Cleanup(h.pullOut)
	return h
}

func (h *ptyLine) plugIn() {
	h.t.Helper()
	master, slave, err := playback.Open()
	if err != nil {
		h.t.Fatal(err)
	}
	h.mu.Lock()
	h.master, h.slave, h.stop = master, slave, make(chan struct{})
	h.mu.Unlock()
	harness.NamePort(h.t, h.name, &playback.Playback{Path: slave.Name()})
	go h.hear(master)
	go h.speak(master, h.stop)
}

func (h *ptyLine) pullOut() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.master != nil {
		os.Remove(h.name) // a port that is free may be given to another test
		close(h.stop)
		h.master.Close()
		h.slave.Close()
		h.master = nil
	}
}

// hear takes what the host sends.
func (h *ptyLine) hear(master *os.File) {
	buf := make([]byte, 256)
	for {
		n, err := master.Read(buf)
		if err != nil {
			return
		}
		h.mu.Lock()
		h.line.Command(h.clk.Now(), buf[:n])
		h.mu.Unlock()
	}
}

// speak sends what the bus sends, a byte each millisecond.
func (h *ptyLine) speak(master *os.File, stop <-chan struct{}) {
	ticker := time.NewTicker(time.Millisecond)
	defer ticker.Stop()
	for {
		select {
		case <-stop:
			return
		case <-ticker.C:
		}
		h.mu.Lock()
		data := h.line.Send(nil, h.clk.Now())
		h.mu.Unlock()
		if len(data) > 0 {
			master.Write(data) // stop ends the connection
		}
	}
}

// hands lets records happen on the board of an index.
func (h *ptyLine) hands(board int, records []sensor.Record) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, r := range records {
		h.line.Boards[board].Step(nil, r)
	}
}

// power takes the power from a board, or gives it back.
func (h *ptyLine) power(board int, on bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.line.Boards[board].Dead = !on
	if on {
		h.line.Boards[board].Restart()
	}
}
