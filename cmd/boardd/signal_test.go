package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/boardd/boardd/fixtures"
)

// TestMain lets the test be the program itself, for what only a process can show.
func TestMain(m *testing.M) {
	if os.Getenv("BOARDD_TEST_MAIN") != "" {
		main()
	}
	if broker := os.Getenv("BOARDD_TEST_PAHO"); broker != "" {
		pahoMain(broker)
		os.Exit(exitOK)
	}
	os.Setenv("LC_ALL", "C") // pages are in English wherever the tests run
	os.Exit(m.Run())
}

// program is boardd as a process of its own.
type program struct {
	t         *testing.T
	cmd       *exec.Cmd
	in        io.WriteCloser
	out, errs lines
}

func startProgram(t *testing.T, args ...string) *program {
	t.Helper()
	return startProgramIn(t, nil, args...)
}

// startProgramIn starts it with more in its environment.
func startProgramIn(t *testing.T, env []string, args ...string) *program {
	t.Helper()
	p := &program{t: t, cmd: exec.Command(os.Args[0], args...)}
	p.cmd.Env = append(append(os.Environ(), "BOARDD_TEST_MAIN=1"), env...)
	p.cmd.Stdout, p.cmd.Stderr = &p.out, &p.errs
	var err error
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.cmd.Process.Kill() })
	return p
}

// signal sends a signal, and returns the exit status.
func (p *program) signal(s os.Signal) int {
	p.t.Helper()
	if err := p.cmd.Process.Signal(s); err != nil {
		p.t.Fatal(err)
	}
	late := time.AfterFunc(5*time.Second, func() { p.cmd.Process.Kill() })
	defer late.Stop()
	p.cmd.Wait()
	return p.cmd.ProcessState.ExitCode()
}

// TestReplayStops: one who has seen enough of a replay is not kept waiting, be
// it slow, long, or of a pipe in which nothing comes, and is told that what he
// has is not all.
func TestReplayStops(t *testing.T) {
	dir := t.TempDir()
	short, long, fifo := filepath.Join(dir, "short.log"), filepath.Join(dir, "long.log"), filepath.Join(dir, "fifo")
	log := fixtures.Log("three-lives")
	if err := os.WriteFile(short, []byte(log), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(long, []byte(log+strings.Repeat("99999 lift g1 N\n99999 drop g1 N\n", 30_000)), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, args := range map[string][]string{
		"slow": {"--speed", "0.5", short}, "long": {long}, "pipe": {"-"}, "fifo": {fifo},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := startProgram(t, append([]string{"replay"}, args...)...)
			fmt.Fprintln(p.in, "#! boardd-log 1")
			switch name {
			case "slow", "long":
				until(t, "the first lines", 10*time.Second, func() bool { return strings.Contains(p.out.String(), "lift") })
			default:
				time.Sleep(200 * time.Millisecond) // until it waits, which nothing shows
			}
			if status := p.signal(os.Interrupt); status != exitFailed || p.errs.String() != "boardd replay: stopped before the end\n" {
				t.Errorf("status %d, %q", status, p.errs.String())
			}
		})
	}
}

// TestRunSignals: each of the signals that ask for an end gets one in order.
func TestRunSignals(t *testing.T) {
	url := embeddedBroker(t)
	r := newRelay(t, url)
	for _, s := range []os.Signal{syscall.SIGTERM, syscall.SIGHUP} {
		board := testPlayback(t)
		config := writeConfig(t, fmt.Sprintf("site = \"hall\"\nboard = \"b07\"\n[port]\nfamily = \"dgt\"\nname = %q\n[mqtt]\nbroker = %q\n", board.path, url))
		p := startProgram(t, "run", "--config", config)
		until(t, "init or ready", 5*time.Second, func() bool {
			return bytes.Contains(r.payload("status"), []byte(`"init"`)) || bytes.Contains(r.payload("status"), []byte(`"ready"`))
		})
		if status := p.signal(s); status != exitOK {
			t.Errorf("%v: status %d, %q", s, status, p.errs.String())
		}
		until(t, "off", 5*time.Second, func() bool { return bytes.Contains(r.payload("status"), []byte(`"off"`)) })
	}
}
