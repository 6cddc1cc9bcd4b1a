package main

import (
	"fmt"
	"net"
	"os"
	"strconv"
	"time"
)

// notifier tells systemd how the daemon does: one datagram for each message, as
// sd_notify(3) has it. The protocol is less than what a library for it would
// bring along. Nil is where nobody asked for it, and does nothing.
type notifier struct {
	socket string
	every  int64  // milliseconds from one sign of life to the next; 0: none are wanted
	next   int64  // when the next is due
	ready  bool   // and that has been told
	status string // as it was told last
}

// newNotifier reads what systemd has set in the environment. It is nil if that
// is nothing.
func newNotifier(getenv func(string) string) (*notifier, error) {
	n := &notifier{socket: getenv("NOTIFY_SOCKET")}
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

// due is when the daemon's loop must have turned at the latest.
func (n *notifier) due(never int64) int64 {
	if n == nil || n.every == 0 {
		return never
	}
	return n.next
}

// turned is called each time that the daemon's loop has come round, and nowhere
// else: a loop that stands still gives no sign of life.
func (n *notifier) turned(at int64, status string) {
	if n == nil {
		return
	}
	if n.ready && status != n.status {
		n.status = status
		n.send("STATUS=" + status) // mere words: that they arrive matters less than the game
	}
	if n.every == 0 || at < n.next {
		return
	}
	n.next = at + n.every
	if n.send("WATCHDOG=1") != nil {
		n.next = at + n.every/4
	}
}

// isReady is said once the port is open, or is waited for.
func (n *notifier) isReady() {
	if n != nil && !n.ready {
		n.ready = n.send("READY=1") == nil
	}
}

func (n *notifier) stopping() {
	if n != nil {
		n.send("STOPPING=1") // systemd sees the end in any case
	}
}

// patience is how long systemd may take to take a message: the game goes on
// whether it listens or not.
const patience = 100 * time.Millisecond

// send connects each time, as systemd may have begun anew meanwhile.
func (n *notifier) send(state string) error {
	conn, err := net.DialUnix("unixgram", nil, &net.UnixAddr{Name: n.socket, Net: "unixgram"})
	if err != nil {
		return err
	}
	defer conn.Close()
	conn.SetWriteDeadline(time.Now().Add(patience))
	_, err = conn.Write([]byte(state))
	return err
}

// status is how the daemon does, in a few words for systemctl status.
func (d *daemon) status() string {
	broker := "no broker; "
	if d.connected {
		broker = "broker connected; "
	}
	switch {
	case !d.wire.open:
		return broker + "the port is waited for"
	case d.wire.host.Answering():
		return broker + "the board answers"
	}
	return broker + "the port is open, the board does not answer"
}
