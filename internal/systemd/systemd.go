// Package systemd is what a program that systemd starts has to do with it: it reports that it is
// ready, how it is and that it lives, and waits before a start when the starts before it soon
// ended.
package systemd

import (
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// Notifier reports the state of a program to systemd: one datagram for each message
// (sd_notify(3)). The protocol is shorter than a library for it. A nil Notifier does
// nothing: systemd has not started the program.
type Notifier struct {
	socket string
	every  int64  // milliseconds between signs of life; 0: systemd wants none
	next   int64  // when the next is due
	ready  bool   // READY=1 was sent
	status string // as sent last
}

// NewNotifier makes the notifier that the environment asks for; nil if it asks for none.
func NewNotifier(getenv func(string) string) (*Notifier, error) {
	n := &Notifier{socket: getenv("NOTIFY_SOCKET")}
	if n.socket == "" {
		return nil, nil
	}
	usec, pid := getenv("WATCHDOG_USEC"), getenv("WATCHDOG_PID")
	if usec == "" || pid != "" && pid != strconv.Itoa(os.Getpid()) {
		return n, nil
	}
	limit, err := strconv.ParseInt(usec, 10, 64)
	if err != nil || limit < 2000 {
		return nil, fmt.Errorf("read WATCHDOG_USEC %q: want microseconds, 2000 or more", usec)
	}
	n.every = limit / 2000 // half of it, as sd_watchdog_enabled(3) advises
	return n, nil
}

// Due returns when the daemon's loop must have turned at the latest, in milliseconds; never without a
// watchdog.
func (n *Notifier) Due(never int64) int64 {
	if n == nil || n.every == 0 {
		return never
	}
	return n.next
}

// Turned is called once in each turn of the daemon's loop, and nowhere else: a loop that
// stands still gives no sign of life.
func (n *Notifier) Turned(at int64, status string) {
	if n == nil {
		return
	}
	if n.ready && status != n.status {
		n.status = status
		n.send("STATUS=" + status) // it does not matter if it is lost
	}
	if n.every == 0 || at < n.next {
		return
	}
	n.next = at + n.every
	if n.send("WATCHDOG=1") != nil {
		n.next = at + n.every/4
	}
}

// Ready is called once the program does its work, or waits for others to do it.
func (n *Notifier) Ready() {
	if n != nil && !n.ready {
		n.ready = n.send("READY=1") == nil
	}
}

// Reports sets the status of a start that is not ready.
func (n *Notifier) Reports(status string) {
	if n != nil {
		n.send("STATUS=" + status)
	}
}

// Stopping is called when the program ends.
func (n *Notifier) Stopping() {
	if n != nil {
		n.send("STOPPING=1") // it does not matter if it is lost
	}
}

// notifyTimeout is how long systemd may take to receive a message: the game goes on without.
const notifyTimeout = 100 * time.Millisecond

// send connects each time, since systemd may have been restarted.
func (n *Notifier) send(state string) error {
	conn, err := net.DialUnix("unixgram", nil, &net.UnixAddr{Name: n.socket, Net: "unixgram"})
	if err != nil {
		return err
	}
	defer conn.Close()
	conn.SetWriteDeadline(time.Now().Add(notifyTimeout))
	_, err = conn.Write([]byte(state))
	return err
}

// StartLimiter counts the starts of a unit that soon end, and delays each longer than the
// one before. systemd restarts a program that has died, a second later and without limit; it
// knows growing delays from version 254 on, and there they never shrink. Without a file
// nothing is counted: nobody restarts the program.
type StartLimiter struct {
	file    string
	program string
	notes   io.Writer
}

// lastsAfter is how long a program must run so that its start is not counted.
const lastsAfter = 5 * time.Minute

// NewStartLimiter keeps the count in the runtime directory of the unit. It survives a failed
// start (RuntimeDirectoryPreserve=), but neither a stop nor a reboot.
// The notes name the program.
func NewStartLimiter(program string, getenv func(string) string, notes io.Writer) *StartLimiter {
	folder := getenv("RUNTIME_DIRECTORY")
	if folder == "" || strings.Contains(folder, ":") {
		return &StartLimiter{}
	}
	return &StartLimiter{filepath.Join(folder, "starts"), program, notes}
}

// delay returns how long a start waits after a number of starts that soon ended.
func (s *StartLimiter) delay(before int) time.Duration {
	if before < 2 {
		return 0
	}
	return min(time.Minute, time.Second<<min(before-1, 6))
}

// Run waits if it has to, and runs a daemon. A daemon that ends on request has lasted.
func (s *StartLimiter) Run(ctx context.Context, n *Notifier, daemon func() error) error {
	if s.file == "" {
		return daemon()
	}
	before := s.read()
	s.write(before + 1)
	defer func() {
		if ctx.Err() != nil {
			s.forget()
		}
	}()
	if wait := s.delay(before); wait > 0 {
		note := fmt.Sprintf("waits for %v: %d starts in a row have ended soon", wait, before)
		fmt.Fprintf(s.notes, "%s: %s\n", s.program, note)
		n.Reports(note)
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			return nil
		}
	}
	defer time.AfterFunc(lastsAfter, s.forget).Stop()
	return daemon()
}

func (s *StartLimiter) read() int {
	text, err := os.ReadFile(s.file)
	if err != nil {
		return 0
	}
	n, _ := strconv.Atoi(strings.TrimSpace(string(text)))
	return max(0, n)
}

// write may fail: the next start is then delayed by a second only, as the first is.
func (s *StartLimiter) write(n int) {
	if err := os.WriteFile(s.file, []byte(strconv.Itoa(n)), 0o600); err != nil {
		fmt.Fprintf(s.notes, "%s: starts are not counted: %v\n", s.program, err)
	}
}

func (s *StartLimiter) forget() { os.Remove(s.file) }
