package brokertest

import (
	"os"
	"syscall"
)

// Stop ends it in order: it writes what is retained and queued to its disk, if it
// has one.
func (m *Mosquitto) Stop() {
	if m.process.Process.Signal(os.Interrupt) == nil {
		m.process.Wait()
	}
}

// StartAgain starts it after Kill or Stop.
func (m *Mosquitto) StartAgain() {
	m.t.Helper()
	m.start()
}

// Freeze has it stand still: the kernel goes on taking what is sent to it, and
// nothing is answered. Thaw ends that.
func (m *Mosquitto) Freeze() error { return m.process.Process.Signal(syscall.SIGSTOP) }

// Thaw has it go on.
func (m *Mosquitto) Thaw() error { return m.process.Process.Signal(syscall.SIGCONT) }
