package main

import (
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/boardd/boardd/internal/harness"
)

// hookOf is a hook that is due, and what its command says when it runs.
func hookOf(t *testing.T, command string) (h *hook, log *harness.Lines) {
	log = new(harness.Lines)
	return &hook{command: command, due: true, alerts: &alerts{log: slog.New(slog.NewTextHandler(log, nil))}}, log
}

// ends runs the hook at a time, and waits until the command has ended.
func (h *hook) ends(t *testing.T, at time.Time) {
	t.Helper()
	h.run(t.Context(), at)
	harness.Until(t, "the end of the command", time.Minute, func() bool { h.run(t.Context(), at); return h.running == nil })
}

// TestHookFails: a command that fails runs again, without another change, until it succeeds.
func TestHookFails(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	there, ran := filepath.Join(folder, "there"), filepath.Join(folder, "ran")
	h, log := hookOf(t, fmt.Sprintf("echo x >>%q; test -e %q || { echo no connection; yes | head -c 100000; exit 3; }", ran, there))
	runs := func() int {
		text, _ := os.ReadFile(ran)
		return len(text) / 2
	}
	at := time.Now()
	h.ends(t, at)
	if text := log.String(); !strings.Contains(text, "exit status 3") || !strings.Contains(text, "no connection") || len(text) > 2000 {
		t.Errorf("%.3000s", text)
	}
	h.ends(t, at.Add(hookAgain/2))
	if runs() != 1 {
		t.Errorf("it ran %d times at once", runs())
	}
	if err := os.WriteFile(there, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	h.ends(t, at.Add(hookAgain))
	if h.ends(t, at.Add(2*hookAgain)); runs() != 2 || h.alerts.count() != 0 {
		t.Errorf("it ran %d times: %s", runs(), log)
	}
}

// TestHookHangs: a command that does not end is an alert, is ended with what it has started, and runs
// again.
func TestHookHangs(t *testing.T) {
	t.Parallel()
	alive := filepath.Join(t.TempDir(), "alive")
	h, log := hookOf(t, fmt.Sprintf("mkfifo %q; cat %q & wait", alive, alive))
	at := time.Now()
	h.run(t.Context(), at)
	harness.Until(t, "the command", time.Minute, func() bool { _, err := os.Stat(alive); return err == nil })
	h.run(t.Context(), at.Add(hookLong/2))
	if log.String() != "" {
		t.Errorf("after %v: %s", hookLong/2, log)
	}
	h.run(t.Context(), at.Add(hookLong+time.Second))
	if !strings.Contains(log.String(), "has run for more than 1m0s") || h.running == nil {
		t.Error(log)
	}
	h.due = true // a file has changed
	h.run(t.Context(), at.Add(hookLong+time.Second))
	late := at.Add(hookEnd + time.Second)
	if h.ends(t, late); !strings.Contains(log.String(), "it did not end, and was ended") || !h.due {
		t.Error(log)
	}
	h.command = "true"
	if h.ends(t, late.Add(hookAgain)); h.alerts.count() != 0 {
		t.Error(log)
	}
}

// TestHookLeaves: what a command leaves running is no failure, and nobody waits for it.
func TestHookLeaves(t *testing.T) {
	t.Parallel()
	h, log := hookOf(t, "sleep 20 &")
	if h.ends(t, time.Now()); log.String() != "" {
		t.Error(log)
	}
}
