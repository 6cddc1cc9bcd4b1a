package attacks

import (
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/boardd/boardd/internal/harness"
)

// unit is the part of a systemd unit that decides on restarts.
type unit struct {
	restart, interval time.Duration
	burst             int
}

// readUnit reads the file that BOARDD_UNIT names, or this repository's.
func readUnit(t *testing.T) (u unit) {
	t.Helper()
	name := os.Getenv("BOARDD_UNIT")
	if name == "" {
		name = "../../systemd/boardd@.service"
	}
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	span := func(value string) time.Duration {
		d, err := time.ParseDuration(strings.Replace(value, "min", "m", 1))
		if err != nil {
			seconds, err := strconv.Atoi(value)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			d = time.Duration(seconds) * time.Second
		}
		return d
	}
	u.interval, u.burst = 10*time.Second, 5 // systemd's own
	for line := range strings.Lines(string(text)) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), "=")
		switch key {
		case "RestartSec":
			u.restart = span(value)
		case "StartLimitIntervalSec":
			u.interval = span(value)
		case "StartLimitBurst":
			u.burst, _ = strconv.Atoi(value)
		}
	}
	return u
}

// allows reports whether systemd starts a unit again that was started at these times.
func (u unit) allows(starts []time.Time) bool {
	n := 0
	for _, at := range starts {
		if time.Since(at) < u.interval {
			n++
		}
	}
	return u.interval == 0 || n < u.burst
}

// TestAttack25Restarts: for twenty seconds somebody makes boardd crash as soon as it runs. It is
// restarted ever more rarely. When the attacker has left, the board is at the broker again. The
// test restarts boardd as systemd would by the unit.
func TestAttack25Restarts(t *testing.T) {
	u, h, folder, runtime := readUnit(t), newHall(t), stateFolder(t), t.TempDir()
	config := h.config(folder)
	attacked := time.Now().Add(20 * time.Second)
	var starts []time.Time
	for {
		if !u.allows(starts) {
			t.Fatalf("start request repeated too quickly: after %d starts it stays down", len(starts))
		}
		starts = append(starts, time.Now())
		d := prepareDaemon(t, folder, config)
		d.cmd = exec.Command(program, d.cmd.Args[1:]...)
		d.cmd.Env = append(os.Environ(), "RUNTIME_DIRECTORY="+runtime)
		d.cmd.Stderr = &d.errs
		d.start()
		if !harness.Comes(70*time.Second, func() bool { return d.errs.Count("boardd runs") > 0 }) {
			t.Fatalf("it does not start:\n%s", d.errs.String())
		}
		if time.Now().After(attacked) {
			t.Logf("%d starts in %v; it runs", len(starts), time.Since(starts[0]).Round(time.Second))
			if len(starts) > 8 {
				t.Error("started as often as at first to the end")
			}
			if !harness.Comes(patience, func() bool { return d.errs.Count("broker connected") > 0 }) {
				t.Errorf("not at the broker:\n%s", d.errs.String())
			}
			return
		}
		d.kill()
		<-time.After(u.restart) // this is systemd's wait
	}
}
