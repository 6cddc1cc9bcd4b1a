package daemon

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rs/zerolog"

	"github.com/boardd/boardd/internal/cli"
	"github.com/boardd/boardd/internal/clock"
	"github.com/boardd/boardd/internal/config"
	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/internal/persist"
)

// manager is systemd's end of the protocol.
type manager struct {
	t    *testing.T
	conn *net.UnixConn
	env  map[string]string
}

func newManager(t *testing.T, name string) *manager {
	t.Helper()
	conn, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: name, Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return &manager{t, conn, map[string]string{"NOTIFY_SOCKET": name}}
}

func (m *manager) getenv(name string) string { return m.env[name] }

// watchdog asks for signs of life.
func (m *manager) watchdog(limit time.Duration) {
	m.env["WATCHDOG_USEC"], m.env["WATCHDOG_PID"] = fmt.Sprint(limit.Microseconds()), strconv.Itoa(os.Getpid())
}

// next is the next message, "" if none comes in time.
func (m *manager) next(limit time.Duration) string {
	m.t.Helper()
	buf := make([]byte, 4096)
	m.conn.SetReadDeadline(time.Now().Add(limit))
	n, err := m.conn.Read(buf)
	if err != nil && !os.IsTimeout(err) {
		m.t.Fatal(err)
	}
	return string(buf[:n])
}

// await reads on until a message comes, and returns those before it.
func (m *manager) await(want string) (before []string) {
	m.t.Helper()
	for {
		switch got := m.next(5 * time.Second); got {
		case want:
			return before
		case "":
			m.t.Fatalf("%q did not come; %q did", want, before)
		default:
			before = append(before, got)
		}
	}
}

func (m *manager) notifier() *Notifier {
	m.t.Helper()
	n, err := NewNotifier(m.getenv)
	if err != nil || n == nil {
		m.t.Fatalf("notifier %v, %v", n, err)
	}
	return n
}

// TestNotifyProtocol: each message is a datagram of its own, to a path or to an abstract name.
// Their words are from sd_notify(3).
func TestNotifyProtocol(t *testing.T) {
	for _, name := range []string{filepath.Join(t.TempDir(), "notify"), fmt.Sprintf("@boardd-test-%d", os.Getpid())} {
		m := newManager(t, name)
		m.watchdog(20 * time.Second)
		n := m.notifier()
		n.turned(0, "early") // a sign of life; READY comes first
		n.isReady()
		n.isReady()
		n.turned(9_999, "one")
		n.turned(9_999, "one")
		n.turned(10_000, "one")
		n.turned(10_001, "two")
		n.stopping()
		want := []string{"WATCHDOG=1", "READY=1", "STATUS=one", "WATCHDOG=1", "STATUS=two", "STOPPING=1", ""}
		for i, w := range want {
			if got := m.next(time.Second / time.Duration(1+i)); got != w {
				t.Errorf("%s: message %d is %q, want %q", name, i, got, w)
			}
		}
		if due := n.due(1 << 40); due != 20_000 {
			t.Errorf("the next sign of life is due at %d", due)
		}
	}
}

// TestNotifyUnasked: a notifier that systemd does not ask sends nothing, and has nothing to
// do.
func TestNotifyUnasked(t *testing.T) {
	n, err := NewNotifier(func(string) string { return "" })
	if n != nil || err != nil {
		t.Fatalf("%v, %v", n, err)
	}
	n.turned(0, "one")
	n.isReady()
	n.stopping()
	if due := n.due(77); due != 77 {
		t.Errorf("due at %d", due)
	}
	m := newManager(t, filepath.Join(t.TempDir(), "notify"))
	for _, pid := range []string{"1", "x"} { // the watchdog is another process's
		m.env["WATCHDOG_USEC"], m.env["WATCHDOG_PID"] = "20000000", pid
		n := m.notifier()
		n.turned(0, "one")
		if due := n.due(77); due != 77 {
			t.Errorf("pid %s: due at %d", pid, due)
		}
	}
	if got := m.next(50 * time.Millisecond); got != "" {
		t.Errorf("got %q", got)
	}
	for _, usec := range []string{"soon", "0", "-5", "1999"} {
		m.env["WATCHDOG_USEC"], m.env["WATCHDOG_PID"] = usec, ""
		if n, err := NewNotifier(m.getenv); err == nil || !strings.Contains(err.Error(), usec) {
			t.Errorf("WATCHDOG_USEC %q: %v, %v", usec, n, err)
		}
	}
}

// TestNotifyUnheard: if systemd does not listen, the notifier tries again, sooner than usual,
// but not at every turn.
func TestNotifyUnheard(t *testing.T) {
	m := newManager(t, filepath.Join(t.TempDir(), "notify"))
	m.watchdog(20 * time.Second)
	n := m.notifier()
	m.conn.Close()
	n.isReady()
	n.turned(0, "one")
	if n.ready || n.due(1<<40) != 2_500 {
		t.Errorf("ready %t, due at %d", n.ready, n.due(1<<40))
	}
	again := newManager(t, n.socket+"-2")
	n.socket += "-2"
	n.isReady()
	again.await("READY=1")
}

// startNotified runs a daemon whose port is not there.
func startNotified(t *testing.T, m *manager, log zerolog.Logger) (d *Daemon, stop func()) {
	t.Helper()
	d, err := New(harness.TestConfig(filepath.Join(t.TempDir(), "none"), "tcp://127.0.0.1:1"), log, clock.New(1), "test")
	if err != nil {
		t.Fatal(err)
	}
	d.notifier = m.notifier()
	return d, startDaemon(t, d)
}

// turnstile is a log that lets one line through at a time, and blocks the program until then.
type turnstile struct{ shut chan struct{} }

func (g turnstile) Write(p []byte) (int, error) {
	g.shut <- struct{}{}
	<-g.shut
	return len(p), nil
}

// TestWatchdogOfTheLoop: signs of life come from the daemon's loop. There are none while the
// loop stands still, although the rest of the program runs.
func TestWatchdogOfTheLoop(t *testing.T) {
	t.Parallel()
	m := newManager(t, filepath.Join(t.TempDir(), "notify"))
	const limit = 40 * time.Millisecond
	m.watchdog(limit)
	g := turnstile{make(chan struct{})}
	d, stop := startNotified(t, m, zerolog.New(g).Level(zerolog.ErrorLevel))
	<-g.shut // the loop logs that the port is not there, and cannot go on
	if d.publisher.Stats().Connections != 0 {
		t.Error("there is no broker")
	}
	for m.next(time.Millisecond) != "" {
		// the earlier messages
	}
	if got := m.next(10 * limit); got != "" {
		t.Errorf("%q from a loop that stands still", got)
	}
	g.shut <- struct{}{}
	if before := m.await("READY=1"); slices.Contains(before, "WATCHDOG=1") {
		t.Errorf("%q before the turn ended", before)
	}
	for range 5 {
		m.await("WATCHDOG=1")
	}
	stop()
	m.await("STOPPING=1")
}

// TestNotifyRun: a process under systemd reports that it is ready while its board and its
// broker are away, how it is, and that it ends.
func TestNotifyRun(t *testing.T) {
	t.Parallel()
	m := newManager(t, filepath.Join(t.TempDir(), "notify"))
	p := harness.StartProgramIn(t, []string{"NOTIFY_SOCKET=" + m.env["NOTIFY_SOCKET"], "WATCHDOG_USEC=60000"},
		"run", "--config", harness.WriteConfig(t, "[mqtt]\nbroker = \"tcp://127.0.0.1:1\"\n"), "--port", "/dev/none")
	if before := m.await("READY=1"); slices.ContainsFunc(before, func(s string) bool { return s != "WATCHDOG=1" }) {
		t.Errorf("%q before READY", before)
	}
	m.await("STATUS=no broker; the port is waited for")
	m.await("WATCHDOG=1")
	m.await("WATCHDOG=1")
	if status := p.Signal(syscall.SIGTERM); status != cli.ExitOK {
		t.Errorf("status %d, %q", status, p.Errs.String())
	}
	m.await("STOPPING=1")
}

// TestNotifyStatus: the words for systemctl status follow board and broker.
func TestNotifyStatus(t *testing.T) {
	t.Parallel()
	url, board := harness.EmbeddedBroker(t), harness.TestPlayback(t)
	m := newManager(t, filepath.Join(t.TempDir(), "notify"))
	d, err := New(harness.TestConfig(board.Path, url), zerolog.Nop(), clock.New(harness.FastSpeed), "test")
	if err != nil {
		t.Fatal(err)
	}
	d.notifier = m.notifier()
	startDaemon(t, d)
	m.await("READY=1")
	m.await("STATUS=broker connected; the board answers")
	board.Die(true)
	m.await("STATUS=broker connected; the port is open, the board does not answer")
}

var errCrash = errors.New("crash")

// testStarts are those of a unit with a runtime directory of its own.
func testStarts(t *testing.T) (*StartLimiter, *bytes.Buffer) {
	var notes bytes.Buffer
	folder := t.TempDir()
	return NewStartLimiter(func(key string) string {
		if key != "RUNTIME_DIRECTORY" {
			t.Errorf("%s is asked for", key)
		}
		return folder
	}, &notes), &notes
}

// waits is how long a start waits before it runs a daemon that lives for a while.
func waits(ctx context.Context, t *testing.T, s *StartLimiter, life time.Duration, end error) (waited time.Duration) {
	t.Helper()
	began := time.Now()
	err := s.Run(ctx, nil, func() error {
		waited = time.Since(began)
		time.Sleep(life)
		return end
	})
	if err != end {
		t.Errorf("the daemon ended with %v, and the start says %v", end, err)
	}
	return waited
}

// TestPoint25Delays: the first restart is systemd's second alone; those after it wait
// longer each time, up to a minute, without an end.
func TestPoint25Delays(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, _ := testStarts(t)
		for i, want := range []int{0, 0, 2, 4, 8, 16, 32, 60, 60, 60} {
			if got := waits(t.Context(), t, s, time.Second, errCrash); got != time.Duration(want)*time.Second {
				t.Errorf("start %d waits for %v, want %d s", i, got, want)
			}
		}
		for _, before := range []int{20, 63, 64, 1 << 30} {
			if got := s.delay(before); got != time.Minute {
				t.Errorf("after %d starts %v", before, got)
			}
		}
	})
}

// TestPoint25Lasting: a start that has run for five minutes is forgotten.
func TestPoint25Lasting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, _ := testStarts(t)
		for range 5 {
			waits(t.Context(), t, s, time.Second, errCrash)
		}
		waits(t.Context(), t, s, lastsAfter-time.Second, errCrash)
		if got := waits(t.Context(), t, s, lastsAfter+time.Second, errCrash); got != 32*time.Second {
			t.Errorf("after six starts, the last of them short of five minutes, %v", got)
		}
		if got := waits(t.Context(), t, s, time.Second, errCrash); got != 0 {
			t.Errorf("after one that has lasted, %v", got)
		}
	})
}

// TestPoint25Stopped: a program that is stopped counts as one that lasted, and its wait ends
// at once.
func TestPoint25Stopped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, notes := testStarts(t)
		for range 6 {
			waits(t.Context(), t, s, 0, errCrash)
		}
		ctx, stop := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, stop)
		began := time.Now()
		if err := s.Run(ctx, nil, func() error { t.Error("the daemon runs"); return nil }); err != nil {
			t.Error(err)
		}
		if got := time.Since(began); got != time.Second {
			t.Errorf("stopped after a second, and waited for %v", got)
		}
		if want := "waits for 32s: 6 starts in a row have ended soon\n"; !bytes.HasSuffix(notes.Bytes(), []byte(want)) {
			t.Errorf("reported:\n%s", notes)
		}
		if got := waits(t.Context(), t, s, 0, errCrash); got != 0 {
			t.Errorf("started by a person, it waits for %v", got)
		}
	})
}

// TestPoint25NoCount: if nobody restarts the program, nothing is counted. A count that is no
// number, or cannot be written, delays nothing.
func TestPoint25NoCount(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for name, s := range map[string]*StartLimiter{
			"no folder":   NewStartLimiter(func(string) string { return "" }, &bytes.Buffer{}),
			"two folders": NewStartLimiter(func(string) string { return "/run/a:/run/b" }, &bytes.Buffer{}),
			"is gone":     NewStartLimiter(func(string) string { return filepath.Join(t.TempDir(), "gone") }, &bytes.Buffer{}),
		} {
			for range 4 {
				if got := waits(t.Context(), t, s, 0, errCrash); got != 0 {
					t.Errorf("%s: waits for %v", name, got)
				}
			}
		}
		for _, text := range []string{"", "x", "-5", "1e9"} {
			s, _ := testStarts(t)
			if err := os.WriteFile(s.file, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			if got := waits(t.Context(), t, s, 0, errCrash); got != 0 {
				t.Errorf("%q: waits for %v", text, got)
			}
		}
	})
}

// FuzzEnvironment: whatever systemd has set, it is refused, or a sign of life is due in time
// and the state is in a folder of the board's own.
func FuzzEnvironment(f *testing.F) {
	f.Add("/run/systemd/notify", "60000000", "", "/var/lib/boardd/b07")
	f.Add("@abstract", "2000", "1", "/a:/b")
	f.Add("x", "9223372036854775807", "-1", "")
	f.Add("x", "1e9", "", ":")
	f.Fuzz(func(t *testing.T, socket, usec, pid, state string) {
		env := map[string]string{"NOTIFY_SOCKET": socket, "WATCHDOG_USEC": usec, "WATCHDOG_PID": pid, "STATE_DIRECTORY": state}
		getenv := func(name string) string { return env[name] }
		c := config.Default()
		own := filepath.Join(c.Site, c.Board)
		if folder := persist.StateFolder(&c, getenv); folder != "" && folder != own && !strings.HasSuffix(folder, "/"+own) {
			t.Errorf("state %q", folder)
		}
		n, err := NewNotifier(getenv)
		if err != nil || n == nil || n.every == 0 {
			return
		}
		limit, err := strconv.ParseInt(usec, 10, 64)
		if err != nil || n.every < 1 || n.every > limit/1000 || n.due(math.MaxInt64) > 0 {
			t.Errorf("a sign of life each %d ms, within %q", n.every, usec)
		}
	})
}
