package attacks

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/boardd/boardd/internal/harness"
)

// daemon is a running boardd.
type daemon struct {
	t      *testing.T
	cmd    *exec.Cmd
	folder string // of its configuration and its state
	errs   harness.Lines
	gone   chan struct{} // closed when it has ended
	state  *os.ProcessState
}

// topics are the topics of the board of a daemon: site hall, board b07.
const topics = "chess/1/hall/b07/"

// startDaemon runs boardd for board b07 at site hall, at a port and a broker. Lines
// in TOML may follow, the last of them tables.
func startDaemon(t *testing.T, port, family, broker string, more ...string) *daemon {
	t.Helper()
	folder := stateFolder(t)
	return startDaemonIn(t, folder, fmt.Sprintf("site = \"hall\"\nboard = \"b07\"\nstate_dir = %q\n[port]\nname = %q\nfamily = %q\n[mqtt]\nbroker = %q\n%s\n",
		folder, port, family, broker, strings.Join(more, "\n")))
}

// startDaemonIn writes a configuration into a folder, and runs boardd with it.
func startDaemonIn(t *testing.T, folder, config string) *daemon {
	t.Helper()
	d := prepareDaemon(t, folder, config)
	d.start()
	return d
}

// prepareDaemon is startDaemonIn without the start.
func prepareDaemon(t *testing.T, folder, config string) *daemon {
	t.Helper()
	path := filepath.Join(folder, "boardd.toml")
	if err := os.WriteFile(path, []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	d := &daemon{t: t, folder: folder, cmd: exec.Command(program, "run", "--config", path), gone: make(chan struct{})}
	d.cmd.Stderr = &d.errs
	return d
}

func (d *daemon) start() {
	d.t.Helper()
	if err := d.cmd.Start(); err != nil {
		d.t.Fatal(err)
	}
	go func() {
		defer close(d.gone)
		d.cmd.Wait()
		d.state = d.cmd.ProcessState
	}()
	d.t.Cleanup(d.stop)
}

// kill ends it as a power cut does.
func (d *daemon) kill() {
	d.cmd.Process.Kill()
	<-d.gone
}

// stateFolder returns a folder, in memory if possible: these tests do not test the disk.
func stateFolder(t *testing.T) string {
	t.Helper()
	folder, err := os.MkdirTemp("/dev/shm", "boardd-attack-")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { os.RemoveAll(folder) })
	return folder
}

// stop ends it with SIGTERM, and kills it if it does not end.
func (d *daemon) stop() {
	d.cmd.Process.Signal(syscall.SIGTERM)
	if !harness.Comes(patience, d.ended) {
		d.cmd.Process.Kill()
	}
	<-d.gone
}

func (d *daemon) ended() bool {
	select {
	case <-d.gone:
		return true
	default:
		return false
	}
}

// wantAlive fails the test if boardd has ended.
func (d *daemon) wantAlive() {
	d.t.Helper()
	if d.ended() {
		text := d.errs.String()
		d.t.Fatalf("boardd has ended: %v\n%s", d.state, text[max(0, len(text)-3000):])
	}
}

// memory returns the memory that it uses now, in MB; 0 when it has ended.
func (d *daemon) memory() int { return d.kilobytes("VmRSS:") / 1024 }

// kilobytes returns a value of its status in /proc.
func (d *daemon) kilobytes(name string) (kb int) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", d.cmd.Process.Pid))
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(text)) {
		if value, ok := strings.CutPrefix(line, name); ok {
			fmt.Sscan(value, &kb)
		}
	}
	return kb
}

// busy returns the processor time that it has used; 0 when it has ended.
func (d *daemon) busy() time.Duration {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", d.cmd.Process.Pid))
	if err != nil {
		return 0
	}
	_, after, _ := strings.Cut(string(text), ") ")
	fields := strings.Fields(after)
	user, _ := strconv.Atoi(fields[11])
	system, _ := strconv.Atoi(fields[12])
	return time.Duration(user+system) * time.Second / 100
}

// command runs boardd with arguments until it ends, and returns its output.
func command(t *testing.T, args ...string) (out, errs string, state *os.ProcessState) {
	t.Helper()
	var o, e bytes.Buffer
	cmd := exec.Command(programOf(args[0]), args...)
	cmd.Stdout, cmd.Stderr = &o, &e
	if err := cmd.Run(); cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return o.String(), e.String(), cmd.ProcessState
}

// programOf returns the program that has a command. An older boardd has all commands.
func programOf(command string) string {
	hall := program + "-hall"
	if _, err := os.Stat(hall); err == nil && (command == "send" || command == "watch") {
		return hall
	}
	return program
}

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
