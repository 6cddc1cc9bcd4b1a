package systemd

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/boardd/boardd/internal/config"
	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/internal/persist"
)

// notifier returns the notifier for a manager.
func notifier(t *testing.T, m *harness.Systemd) *Notifier {
	t.Helper()
	n, err := NewNotifier(m.Getenv)
	if err != nil || n == nil {
		t.Fatalf("notifier %v, %v", n, err)
	}
	return n
}

// TestNotifyProtocol: each message is a datagram of its own, to a path or to an abstract name.
// Their words are from sd_notify(3).
func TestNotifyProtocol(t *testing.T) {
	for _, name := range []string{filepath.Join(t.TempDir(), "notify"), fmt.Sprintf("@boardd-test-%d", os.Getpid())} {
		m := harness.NewSystemd(t, name)
		m.Watchdog(20 * time.Second)
		n := notifier(t, m)
		n.Turned(0, "early") // a sign of life; READY comes first
		n.Ready()
		n.Ready()
		n.Turned(9_999, "one")
		n.Turned(9_999, "one")
		n.Turned(10_000, "one")
		n.Turned(10_001, "two")
		n.Stopping()
		want := []string{"WATCHDOG=1", "READY=1", "STATUS=one", "WATCHDOG=1", "STATUS=two", "STOPPING=1", ""}
		for i, w := range want {
			if got := m.Next(time.Second / time.Duration(1+i)); got != w {
				t.Errorf("%s: message %d is %q, want %q", name, i, got, w)
			}
		}
		if due := n.Due(1 << 40); due != 20_000 {
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
	n.Turned(0, "one")
	n.Ready()
	n.Stopping()
	if due := n.Due(77); due != 77 {
		t.Errorf("due at %d", due)
	}
	m := harness.NewSystemd(t, filepath.Join(t.TempDir(), "notify"))
	for _, pid := range []string{"1", "x"} { // the watchdog is another process's
		m.Env["WATCHDOG_USEC"], m.Env["WATCHDOG_PID"] = "20000000", pid
		n := notifier(t, m)
		n.Turned(0, "one")
		if due := n.Due(77); due != 77 {
			t.Errorf("pid %s: due at %d", pid, due)
		}
	}
	if got := m.Next(50 * time.Millisecond); got != "" {
		t.Errorf("got %q", got)
	}
	for _, usec := range []string{"soon", "0", "-5", "1999"} {
		m.Env["WATCHDOG_USEC"], m.Env["WATCHDOG_PID"] = usec, ""
		if n, err := NewNotifier(m.Getenv); err == nil || !strings.Contains(err.Error(), usec) {
			t.Errorf("WATCHDOG_USEC %q: %v, %v", usec, n, err)
		}
	}
}

// TestNotifyUnheard: if systemd does not listen, the notifier tries again, sooner than usual,
// but not at every turn.
func TestNotifyUnheard(t *testing.T) {
	m := harness.NewSystemd(t, filepath.Join(t.TempDir(), "notify"))
	m.Watchdog(20 * time.Second)
	n := notifier(t, m)
	m.Conn.Close()
	n.Ready()
	n.Turned(0, "one")
	if n.ready || n.Due(1<<40) != 2_500 {
		t.Errorf("ready %t, due at %d", n.ready, n.Due(1<<40))
	}
	again := harness.NewSystemd(t, n.socket+"-2")
	n.socket += "-2"
	n.Ready()
	again.Await("READY=1")
}

var errCrash = errors.New("crash")

// testStarts are those of a unit with a runtime directory of its own.
func testStarts(t *testing.T) (*StartLimiter, *bytes.Buffer) {
	var notes bytes.Buffer
	folder := t.TempDir()
	return NewStartLimiter("boardd run", func(key string) string {
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
			t.Errorf("told to end after a second, and waited for %v", got)
		}
		if want := "waits for 32s: 6 starts in a row have ended soon\n"; !bytes.HasSuffix(notes.Bytes(), []byte(want)) {
			t.Errorf("said:\n%s", notes)
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
			"no folder":   NewStartLimiter("boardd run", func(string) string { return "" }, &bytes.Buffer{}),
			"two folders": NewStartLimiter("boardd run", func(string) string { return "/run/a:/run/b" }, &bytes.Buffer{}),
			"is gone":     NewStartLimiter("boardd run", func(string) string { return filepath.Join(t.TempDir(), "gone") }, &bytes.Buffer{}),
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
		if err != nil || n.every < 1 || n.every > limit/1000 || n.Due(math.MaxInt64) > 0 {
			t.Errorf("a sign of life each %d ms, within %q", n.every, usec)
		}
	})
}
