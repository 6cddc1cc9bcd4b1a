package sensor

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

func TestPortBothWays(t *testing.T) {
	b := newFakeBoard(t)
	config := b.config()
	config.DTR, config.RTS = LineOn, LineOff // which a pseudo-terminal has not
	p := open(t, config)
	b.say(t, everyByte())
	if got := read(t, p, 256); !bytes.Equal(got, everyByte()) {
		t.Errorf("read % x", got)
	}
	if n, err := p.Write(everyByte()); n != 256 || err != nil {
		t.Fatalf("wrote %d, %v", n, err)
	}
	got := make([]byte, 256)
	if _, err := io.ReadFull(b.master, got); err != nil || !bytes.Equal(got, everyByte()) {
		t.Errorf("the board got % x, %v", got, err)
	}
	if p.Path() != b.path {
		t.Errorf("path %s, want %s", p.Path(), b.path)
	}
}

// TestPortSilence: more time-outs than any bufio reader bears are no end.
func TestPortSilence(t *testing.T) {
	b := newFakeBoard(t)
	p := open(t, b.config())
	buf := make([]byte, 16)
	for i := range 120 {
		if n, err := p.Read(buf); n != 0 || err != nil {
			t.Fatalf("read %d: %d, %v", i, n, err)
		}
	}
	b.say(t, []byte{0x8e})
	if got := read(t, p, 1); got[0] != 0x8e {
		t.Errorf("read % x", got)
	}
}

// TestPortFlush: what came before the port was opened is thrown away.
func TestPortFlush(t *testing.T) {
	b := newFakeBoard(t)
	b.say(t, []byte("old"))
	for waiting := 0; waiting < 3; {
		n, err := unix.IoctlGetInt(int(b.slave.Fd()), unix.TIOCINQ)
		if err != nil {
			t.Fatal(err)
		}
		waiting = n
	}
	p := open(t, b.config())
	b.say(t, []byte("new"))
	if got := read(t, p, 3); string(got) != "new" {
		t.Errorf("read %q", got)
	}
}

func TestPortUnplug(t *testing.T) {
	b := newFakeBoard(t)
	p := open(t, b.config())
	b.unplug()
	var err error
	for end := time.Now().Add(patience); err == nil && time.Now().Before(end); {
		_, err = p.Read(make([]byte, 16))
	}
	if !errors.Is(err, ErrPortLost) || errors.Is(err, ErrPortClosed) {
		t.Errorf("read: %v, want ErrPortLost", err)
	}
	if _, again := p.Read(nil); again != err {
		t.Errorf("then %v", again)
	}
	if _, err := p.Write([]byte{1}); !errors.Is(err, ErrPortLost) {
		t.Errorf("write: %v, want ErrPortLost", err)
	}
	if err := p.Close(); err != nil {
		t.Errorf("close: %v", err)
	}
}

// TestPortUnplugSeenByWrite: with nobody reading.
func TestPortUnplugSeenByWrite(t *testing.T) {
	b := newFakeBoard(t)
	p := open(t, b.config())
	b.unplug()
	if _, err := p.Write([]byte{1}); !errors.Is(err, ErrPortLost) {
		t.Errorf("write: %v, want ErrPortLost", err)
	}
}

func TestPortCloseDuringRead(t *testing.T) {
	b := newFakeBoard(t)
	config := b.config()
	config.ReadTimeout = 200 * time.Millisecond
	p := open(t, config)
	done := make(chan error, 1)
	go func() {
		for {
			if _, err := p.Read(make([]byte, 1)); err != nil {
				done <- err
				return
			}
		}
	}()
	if err := p.Close(); err != nil {
		t.Errorf("close: %v", err)
	}
	if err := <-done; !errors.Is(err, ErrPortClosed) || errors.Is(err, ErrPortLost) {
		t.Errorf("read: %v, want ErrPortClosed", err)
	}
	if err := p.Close(); err != nil {
		t.Errorf("close again: %v", err)
	}
}

// TestPortWriteAfterClose: whatever got the port's file number is left alone.
func TestPortWriteAfterClose(t *testing.T) {
	b := newFakeBoard(t)
	p := open(t, b.config())
	p.Close()
	journal, err := os.Create(filepath.Join(t.TempDir(), "journal"))
	if err != nil {
		t.Fatal(err)
	}
	defer journal.Close()
	if _, err := p.Write([]byte("command")); !errors.Is(err, ErrPortClosed) {
		t.Errorf("write: %v, want ErrPortClosed", err)
	}
	if _, err := p.Read(make([]byte, 9)); !errors.Is(err, ErrPortClosed) {
		t.Errorf("read: %v, want ErrPortClosed", err)
	}
	if info, err := journal.Stat(); err != nil || info.Size() != 0 {
		t.Errorf("the journal has %d bytes, %v", info.Size(), err)
	}
}

// TestPortHalfDead: a board that has stopped reading blocks neither Write nor
// Close for long, and what was left behind goes when the board does.
func TestPortHalfDead(t *testing.T) {
	b := newFakeBoard(t)
	p := open(t, b.config())
	_, err := p.Write(make([]byte, 1<<20))
	if !errors.Is(err, ErrPortStuck) {
		t.Fatalf("write: %v, want ErrPortStuck", err)
	}
	if _, err := p.Write([]byte{1}); !errors.Is(err, ErrPortStuck) {
		t.Errorf("write again: %v", err)
	}
	if _, err := p.Read(make([]byte, 1)); !errors.Is(err, ErrPortStuck) {
		t.Errorf("read: %v", err)
	}
	if err := p.Close(); !errors.Is(err, ErrPortStuck) {
		t.Errorf("close: %v", err)
	}
	b.unplug()
	select {
	case <-p.written:
	case <-time.After(patience):
		t.Error("the writer never ended")
	}
}

// TestPortInUse: a port is one program's, whoever else may open it: root, for
// whom the exclusive mode of a tty is none, and all once somebody ended that.
func TestPortInUse(t *testing.T) {
	b := newFakeBoard(t)
	p := open(t, b.config())
	for _, exclusive := range []bool{true, false} {
		if !exclusive {
			if err := unix.IoctlSetInt(int(b.slave.Fd()), unix.TIOCNXCL, 0); err != nil {
				t.Fatal(err)
			}
		}
		_, err := OpenPort(t.Context(), b.config())
		if !errors.Is(err, ErrPortInUse) || !strings.Contains(err.Error(), "process "+strconv.Itoa(os.Getpid())) {
			t.Errorf("exclusive %v: got %v, want ErrPortInUse by process %d", exclusive, err, os.Getpid())
		}
	}
	p.Close()
	open(t, b.config())
}

func TestPortForbidden(t *testing.T) {
	b := newFakeBoard(t)
	config := b.config()
	config.Allow = func(b byte) bool { return b == 0x42 }
	p := open(t, config)
	if _, err := p.Write([]byte{0x42, 0x4e}); !errors.Is(err, ErrForbidden) {
		t.Errorf("write: %v, want ErrForbidden", err)
	}
	if _, err := p.Write([]byte{0x42}); err != nil {
		t.Error(err)
	}
	got := make([]byte, 2)
	if n, err := b.master.Read(got); n != 1 || got[0] != 0x42 {
		t.Errorf("the board got % x, %v", got[:n], err)
	}
}

// TestPortForbiddenWrite: a write is judged as a whole.
func TestPortForbiddenWrite(t *testing.T) {
	b := newFakeBoard(t)
	config := b.config()
	config.AllowWrite = func(data []byte) bool { return len(data) == 2 && data[0] == data[1] }
	p := open(t, config)
	if _, err := p.Write([]byte{0x42, 0x4e}); !errors.Is(err, ErrForbidden) || !strings.HasSuffix(err.Error(), "42 4e") {
		t.Errorf("write: %v, want ErrForbidden", err)
	}
	if _, err := p.Write([]byte{0x4e, 0x4e}); err != nil {
		t.Error(err)
	}
	got := make([]byte, 3)
	if n, err := b.master.Read(got); n != 2 || got[0] != 0x4e {
		t.Errorf("the board got % x, %v", got[:n], err)
	}
}

func TestPortNotThere(t *testing.T) {
	config := PortConfig{Name: "/dev/serial/by-id/nothing", Baud: 9600}
	if _, err := OpenPort(t.Context(), config); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v, want ErrNotExist", err)
	}
	config.Name = "/dev/null"
	if _, err := OpenPort(t.Context(), config); err == nil {
		t.Error("opened /dev/null as a serial port")
	}
	// Nothing holds the lock of what could not be opened.
	if pid := lockHolders("")[deviceID("/dev/null")]; pid != 0 {
		t.Errorf("locked by %d", pid)
	}
}

func TestPortOpenGivesUp(t *testing.T) {
	b := newFakeBoard(t)
	config := b.config()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	p, err := OpenPort(ctx, config)
	switch {
	case err == nil:
		p.Close() // it was quicker
	case !errors.Is(err, context.Canceled):
		t.Errorf("got %v, want Canceled", err)
	}
}

// TestPortHighFile: a port whose number select(2) does not know is refused.
func TestPortHighFile(t *testing.T) {
	b := newFakeBoard(t)
	null, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	for fd := 0; fd < selectFiles; {
		if fd, err = syscall.Dup(int(null.Fd())); err != nil {
			t.Skipf("no more than %d files: %v", fd, err)
		}
		defer syscall.Close(fd)
	}
	if _, err := OpenPort(t.Context(), b.config()); err == nil || !strings.Contains(err.Error(), "too many files") {
		t.Errorf("got %v", err)
	}
}
