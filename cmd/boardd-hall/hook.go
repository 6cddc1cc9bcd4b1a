package main

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"syscall"
	"time"
)

// hook runs a command after files have changed. One that fails runs again; one that does not end is
// ended.
type hook struct {
	command string
	alerts  *alerts
	due     bool

	running chan error // nil: the command does not run
	began   time.Time
	end     context.CancelFunc
	again   time.Time // after a failure: not before
}

const (
	hookAgain = 15 * time.Second // after a failure
	hookLong  = time.Minute      // then it is an alert
	hookEnd   = 5 * time.Minute  // then it is ended
)

// run looks at the command that runs, and starts it if it is due. A failure is an alert until the
// next one that succeeds.
func (h *hook) run(ctx context.Context, now time.Time) {
	select {
	case err := <-h.running:
		h.running = nil
		if h.alerts.set("on_write", err); err != nil {
			h.due, h.again = true, now.Add(hookAgain)
		}
	default:
	}
	switch {
	case h.running != nil && now.Sub(h.began) > hookEnd:
		h.end()
	case h.running != nil && now.Sub(h.began) > hookLong:
		h.alerts.set("on_write", fmt.Errorf("it has run for more than %v, and what has changed since waits for it; after %v it is ended", hookLong, hookEnd))
	case h.running == nil && h.command != "" && h.due && !now.Before(h.again):
		h.start(ctx, now)
	}
}

// start starts the command.
func (h *hook) start(ctx context.Context, now time.Time) {
	h.due, h.running, h.began = false, make(chan error, 1), now
	ctx, h.end = context.WithCancel(ctx)
	go func(done chan<- error, end context.CancelFunc) {
		defer end()
		done <- runHook(ctx, h.command)
	}(h.running, h.end)
}

// runHook runs a command until it ends, or ctx does: then it ends all that the command has started.
func runHook(ctx context.Context, command string) error {
	var text firstBytes
	cmd := exec.CommandContext(ctx, "sh", "-c", command)
	cmd.Stdout, cmd.Stderr = &text, &text
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = time.Second
	err := cmd.Run()
	switch {
	case err == nil, errors.Is(err, exec.ErrWaitDelay): // it has left something running
		return nil
	case ctx.Err() != nil:
		err = errors.New("it did not end, and was ended")
	}
	if len(text) > 0 {
		err = fmt.Errorf("%w: %q", err, []byte(text))
	}
	return err
}

// firstBytes keeps the first bytes of what is written to it.
type firstBytes []byte

func (f *firstBytes) Write(p []byte) (int, error) {
	*f = append(*f, p[:min(len(p), 200-len(*f))]...)
	return len(p), nil
}
