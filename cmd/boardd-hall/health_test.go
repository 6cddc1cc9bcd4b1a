package main

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/boardd/boardd/internal/brokertest"
	"github.com/boardd/boardd/internal/cli"
	"github.com/boardd/boardd/internal/clock"
	"github.com/boardd/boardd/internal/daemontest"
	"github.com/boardd/boardd/internal/harness"
)

// TestNotifyHall: a process under systemd reports that it is ready while its broker is away, how
// it is, that it lives, and that it ends.
func TestNotifyHall(t *testing.T) {
	t.Parallel()
	h := newHallOf(t, "tcp://127.0.0.1:1", "0s")
	m := harness.NewSystemd(t, filepath.Join(t.TempDir(), "notify"))
	cmd := exec.Command(filepath.Join(filepath.Dir(harness.ProgramPath(t, "watch")), "boardd-hall"), "run", "--config", h.conf)
	cmd.Env = append(os.Environ(), "NOTIFY_SOCKET="+m.Env["NOTIFY_SOCKET"], "WATCHDOG_USEC=2000000")
	cmd.Stderr = &h.log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Process.Kill()
	m.Await("READY=1")
	m.Await("STATUS=no broker; 0 boards; 1 things are wrong, see the log")
	m.Await("WATCHDOG=1")
	m.Await("WATCHDOG=1")
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	m.Await("STOPPING=1")
	if err := cmd.Wait(); err != nil {
		t.Errorf("%v: %s", err, h.log.String())
	}
}

// TestStuckLoop: a loop that has turned and does not go on is no sign of life.
func TestStuckLoop(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHealth(nil, nil, nil)
		if !h.alive() {
			t.Error("no loop has begun")
		}
		h.turned("files")
		h.turned("boards")
		time.Sleep(stuck)
		h.turned("boards")
		if !h.alive() {
			t.Error("both loops turn")
		}
		time.Sleep(time.Second)
		if h.alive() {
			t.Error("a loop is stuck")
		}
		h.turned("files")
		if !h.alive() {
			t.Error("it goes on")
		}
	})
}

// measured has the hall serve its metrics, and returns where.
func (h *hallOf) measured() (address string) {
	h.t.Helper()
	address = brokertest.FreeAddress(h.t)
	text, err := os.ReadFile(h.conf)
	if err != nil {
		h.t.Fatal(err)
	}
	h.write(h.conf, fmt.Sprintf("%s[metrics]\nlisten = %q\n", text, address))
	return address
}

// scrape returns the metrics that are served; "" if none are.
func scrape(t *testing.T, address string) string {
	t.Helper()
	r, err := http.Get("http://" + address + "/metrics")
	if err != nil {
		return ""
	}
	defer r.Body.Close()
	text, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestHallMetrics: Prometheus reads how the hall is.
func TestHallMetrics(t *testing.T) {
	t.Parallel()
	o := harness.NewOperator(t, harness.EmbeddedBroker(t))
	board, p := harness.TestPlayback(t), clock.New(1)
	daemontest.StartRun(t, harness.TestConfig(board.Path, o.URL()), p)
	harness.NewPlayer(t, board)
	h := newHallOf(t, o.URL(), "0s")
	listen := h.measured()
	h.do(cli.ExitOK, "import", "--accept", h.pairings)
	h.do(cli.ExitOK, "open", "--round", "3")
	h.start()
	for _, want := range []string{`boardd_hall_up{site="hall"} 1`, `boardd_hall_broker_connected{site="hall"} 1`, `boardd_hall_boards{site="hall"} 1`,
		`boardd_hall_open_round{site="hall",tournament="open"} 3`, `boardd_hall_waiting{site="hall"} 0`, "# TYPE boardd_hall_snapshots_total counter",
		`boardd_hall_alerts{site="hall"} 1`, // table 9 has no board
		`boardd_hall_files_age_seconds{site="hall"} 0.`} {
		harness.Until(t, want, 20*time.Second, func() bool { return strings.Contains(scrape(t, listen), want) })
	}
}
