package sensor

import (
	"errors"
	"testing"

	"golang.org/x/sys/unix"
)

// speed is that of the port as the far end sees it.
func (b *fakeBoard) speed(t *testing.T) uint32 {
	t.Helper()
	settings, err := unix.IoctlGetTermios(int(b.slave.Fd()), unix.TCGETS)
	if err != nil {
		t.Fatal(err)
	}
	return settings.Cflag & unix.CBAUD
}

// TestPortChange: another speed and other bytes that may be written, on the same
// open port; what was waiting is gone.
func TestPortChange(t *testing.T) {
	b := newFakeBoard(t)
	p := open(t, b.config())
	b.say(t, []byte("old"))
	to := b.config()
	to.Baud, to.Allow = 115200, func(c byte) bool { return c == 'y' }
	if err := p.Change(to); err != nil {
		t.Fatal(err)
	}
	if b.speed(t) != unix.B115200 {
		t.Errorf("speed %o", b.speed(t))
	}
	b.say(t, []byte("new"))
	if got := read(t, p, 3); string(got) != "new" {
		t.Errorf("read %q", got)
	}
	if _, err := p.Write([]byte("n")); !errors.Is(err, ErrForbidden) {
		t.Errorf("write: %v", err)
	}
	if _, err := p.Write([]byte("y")); err != nil {
		t.Errorf("write: %v", err)
	}
	p.Close()
	if err := p.Change(to); !errors.Is(err, ErrPortClosed) {
		t.Errorf("after closing: %v", err)
	}
}

// TestLinkChange: a change holds for the port that is open, and for the next.
func TestLinkChange(t *testing.T) {
	first, second := newFakeBoard(t), newFakeBoard(t)
	name := t.TempDir() + "/board"
	link := &PortLink{Port: first.config(), MinWait: 1}
	link.Port.Name = name
	events, _ := runLink(t, link)
	await(t, events, PortFailed)
	to := link.Port
	to.Baud = 38400
	if err := link.Change(to); err != nil {
		t.Fatal(err)
	}
	pointAt(t, name, first.path)
	await(t, events, PortUp)
	if first.speed(t) != unix.B38400 {
		t.Errorf("a change while there was no port: speed %o", first.speed(t))
	}
	to.Baud = 115200
	if err := link.Change(to); err != nil || first.speed(t) != unix.B115200 {
		t.Errorf("a change while it was open: %v, speed %o", err, first.speed(t))
	}
	pointAt(t, name, second.path)
	first.unplug()
	await(t, events, PortDown)
	await(t, events, PortUp)
	if second.speed(t) != unix.B115200 {
		t.Errorf("at the next port: speed %o", second.speed(t))
	}
}
