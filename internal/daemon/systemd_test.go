package daemon

import (
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"github.com/boardd/boardd/internal/cli"
	"github.com/boardd/boardd/internal/clock"
	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/internal/systemd"
)

// notifier returns the notifier for a manager.
func notifier(t *testing.T, m *harness.Systemd) *systemd.Notifier {
	t.Helper()
	n, err := systemd.NewNotifier(m.Getenv)
	if err != nil || n == nil {
		t.Fatalf("notifier %v, %v", n, err)
	}
	return n
}

// startNotified runs a daemon whose port is not there.
func startNotified(t *testing.T, m *harness.Systemd, log zerolog.Logger) (d *Daemon, stop func()) {
	t.Helper()
	d, err := New(harness.TestConfig(filepath.Join(t.TempDir(), "none"), "tcp://127.0.0.1:1"), log, clock.New(1), "test")
	if err != nil {
		t.Fatal(err)
	}
	d.notifier = notifier(t, m)
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
	m := harness.NewSystemd(t, filepath.Join(t.TempDir(), "notify"))
	const limit = 40 * time.Millisecond
	m.Watchdog(limit)
	g := turnstile{make(chan struct{})}
	d, stop := startNotified(t, m, zerolog.New(g).Level(zerolog.ErrorLevel))
	<-g.shut // the loop logs that the port is not there, and cannot go on
	if d.publisher.Stats().Connections != 0 {
		t.Error("there is no broker")
	}
	for m.Next(time.Millisecond) != "" {
		// the earlier messages
	}
	if got := m.Next(10 * limit); got != "" {
		t.Errorf("%q from a loop that stands still", got)
	}
	g.shut <- struct{}{}
	if before := m.Await("READY=1"); slices.Contains(before, "WATCHDOG=1") {
		t.Errorf("%q before the turn ended", before)
	}
	for range 5 {
		m.Await("WATCHDOG=1")
	}
	stop()
	m.Await("STOPPING=1")
}

// TestNotifyRun: a process under systemd reports that it is ready while its board and its
// broker are away, how it is, and that it ends. Its WATCHDOG messages are so rare that they
// do not fill the socket, which holds ten, while the test stands still.
func TestNotifyRun(t *testing.T) {
	t.Parallel()
	m := harness.NewSystemd(t, filepath.Join(t.TempDir(), "notify"))
	p := harness.StartProgramIn(t, []string{"NOTIFY_SOCKET=" + m.Env["NOTIFY_SOCKET"], "WATCHDOG_USEC=400000"},
		"run", "--config", harness.WriteConfig(t, "[mqtt]\nbroker = \"tcp://127.0.0.1:1\"\n"), "--port", "/dev/none")
	if before := m.Await("READY=1"); slices.ContainsFunc(before, func(s string) bool { return s != "WATCHDOG=1" }) {
		t.Errorf("%q before READY", before)
	}
	m.Await("STATUS=no broker; the port is waited for")
	m.Await("WATCHDOG=1")
	m.Await("WATCHDOG=1")
	if status := p.Signal(syscall.SIGTERM); status != cli.ExitOK {
		t.Errorf("status %d, %q", status, p.Errs.String())
	}
	m.Await("STOPPING=1")
}

// TestNotifyStatus: the words for systemctl status follow board and broker.
func TestNotifyStatus(t *testing.T) {
	t.Parallel()
	url, board := harness.EmbeddedBroker(t), harness.TestPlayback(t)
	m := harness.NewSystemd(t, filepath.Join(t.TempDir(), "notify"))
	d, err := New(harness.TestConfig(board.Path, url), zerolog.Nop(), clock.New(harness.FastSpeed), "test")
	if err != nil {
		t.Fatal(err)
	}
	d.notifier = notifier(t, m)
	startDaemon(t, d)
	m.Await("READY=1")
	m.Await("STATUS=broker connected; the board answers")
	board.Die(true)
	m.Await("STATUS=broker connected; the port is open, the board does not answer")
}
