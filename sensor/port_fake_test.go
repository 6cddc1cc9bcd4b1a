package sensor

import (
	"os"
	"testing"
	"time"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"
)

// patience bounds every wait of these tests; nothing here should take long.
const patience = 20 * time.Second

// fakeBoard is the far end of a pseudo-terminal. It keeps the near end open as
// well, or closing the port would look like unplugging the board; and sets it
// raw before anybody writes, or the first bytes would be echoed.
type fakeBoard struct {
	master, slave *os.File
	path          string
}

func newFakeBoard(t *testing.T) *fakeBoard {
	t.Helper()
	master, slave, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	b := &fakeBoard{master, slave, slave.Name()}
	t.Cleanup(b.unplug)
	settings, err := unix.IoctlGetTermios(int(slave.Fd()), unix.TCGETS)
	if err != nil {
		t.Fatal(err)
	}
	settings.Iflag, settings.Oflag, settings.Lflag = 0, 0, 0
	if err := unix.IoctlSetTermios(int(slave.Fd()), unix.TCSETS, settings); err != nil {
		t.Fatal(err)
	}
	return b
}

func (b *fakeBoard) unplug() {
	b.master.Close()
	b.slave.Close()
}

func (b *fakeBoard) say(t *testing.T, data []byte) {
	t.Helper()
	if _, err := b.master.Write(data); err != nil {
		t.Fatal(err)
	}
}

func (b *fakeBoard) config() PortConfig {
	return PortConfig{Name: b.path, Baud: 9600,
		ReadTimeout: 10 * time.Millisecond, WriteTimeout: 50 * time.Millisecond}
}

func open(t *testing.T, config PortConfig) *Port {
	t.Helper()
	p, err := OpenPort(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	return p
}

// read reads n bytes from a port, through as many time-outs as that takes.
func read(t *testing.T, p *Port, n int) []byte {
	t.Helper()
	var got []byte
	buf := make([]byte, 4096)
	for end := time.Now().Add(patience); len(got) < n; {
		k, err := p.Read(buf)
		if err != nil || time.Now().After(end) {
			t.Fatalf("read %d bytes of %d, then %v", len(got), n, err)
		}
		got = append(got, buf[:k]...)
	}
	return got
}

func everyByte() []byte {
	all := make([]byte, 256)
	for i := range all {
		all[i] = byte(i)
	}
	return all
}
