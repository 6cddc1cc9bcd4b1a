package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"golang.org/x/sys/unix"

	"github.com/boardd/boardd/fixtures"
	"github.com/boardd/boardd/internal/cli"
	"github.com/boardd/boardd/internal/harness"
)

// TestMain lets the test be the program itself, for what only a process can show. In
// scripts and shells it is found as boardd.
func TestMain(m *testing.M) {
	if filepath.Base(os.Args[0]) != "boardd" {
		os.Setenv("LC_ALL", "C") // pages are in English wherever the tests run
	}
	testscript.Main(m, map[string]func(){"boardd": main})
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
			p := harness.StartProgram(t, append([]string{"replay"}, args...)...)
			fmt.Fprintln(p.In, "#! boardd-log 1")
			switch name {
			case "slow", "long":
				harness.Until(t, "the first lines", 10*time.Second, func() bool { return strings.Contains(p.Out.String(), "lift") })
			case "pipe":
				harness.Until(t, "the line is read", 10*time.Second, func() bool { return unread(t, p.In.(*os.File)) == 0 })
			case "fifo":
				harness.Until(t, "a reader", 10*time.Second, func() bool {
					w, err := os.OpenFile(fifo, os.O_WRONLY|syscall.O_NONBLOCK, 0)
					if err == nil {
						t.Cleanup(func() { w.Close() })
					}
					return err == nil
				})
			}
			if status := p.Signal(os.Interrupt); status != cli.ExitFailed || p.Errs.String() != "boardd replay: stopped before the end\n" {
				t.Errorf("status %d, %q", status, p.Errs.String())
			}
		})
	}
}

// unread is how many bytes of what was written into a pipe nobody has read.
func unread(t *testing.T, pipe *os.File) int {
	t.Helper()
	n, err := unix.IoctlGetInt(int(pipe.Fd()), unix.TIOCINQ)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestRunSignals: each of the signals that ask for an end gets one in order.
func TestRunSignals(t *testing.T) {
	url := harness.EmbeddedBroker(t)
	r := harness.NewRelay(t, url)
	for _, s := range []os.Signal{syscall.SIGTERM, syscall.SIGHUP} {
		board := harness.TestPlayback(t)
		config := harness.WriteConfig(t, fmt.Sprintf("site = \"hall\"\nboard = \"b07\"\n[port]\nfamily = \"dgt\"\nname = %q\n[mqtt]\nbroker = %q\n", board.Path, url))
		p := harness.StartProgram(t, "run", "--config", config)
		harness.Until(t, "init or ready", 5*time.Second, func() bool {
			return bytes.Contains(r.Payload("status"), []byte(`"init"`)) || bytes.Contains(r.Payload("status"), []byte(`"ready"`))
		})
		if status := p.Signal(s); status != cli.ExitOK {
			t.Errorf("%v: status %d, %q", s, status, p.Errs.String())
		}
		harness.Until(t, "off", 5*time.Second, func() bool { return bytes.Contains(r.Payload("status"), []byte(`"off"`)) })
	}
}
