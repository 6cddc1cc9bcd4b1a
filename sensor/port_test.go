package sensor

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/creack/pty"
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

// TestPortSilence: a port that is silent for many time-outs has not ended.
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

// TestPortFlush: bytes from before the port was opened are dropped.
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

// TestPortUnplugSeenByWrite: Write reports an unplugged board, even if nobody reads.
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

// TestPortWriteAfterClose: a write after Close does not reach another file that has got the
// port's number.
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
// Close for long.
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
	if err := p.Close(); err != nil {
		t.Errorf("close: %v", err)
	}
}

// TestPortStallLeaksNothing: whatever stalls, and however often it is opened again,
// no file and no goroutine is left behind: not when the board reads nothing, nor when
// it holds up the line with XOFF.
func TestPortStallLeaksNothing(t *testing.T) {
	for name, size := range map[string]int{"unread": 1 << 20, "held up": 1} {
		t.Run(name, func(t *testing.T) {
			b := newFakeBoard(t)
			if size == 1 {
				if err := unix.IoctlSetInt(int(b.slave.Fd()), unix.TCXONC, unix.TCOOFF); err != nil {
					t.Fatal(err)
				}
			}
			files, goroutines := openFiles(t), runtime.NumGoroutine()
			for range 10 {
				p, err := OpenPort(t.Context(), b.config())
				if err != nil {
					t.Fatal(err)
				}
				if _, err := p.Write(make([]byte, size)); !errors.Is(err, ErrPortStuck) {
					t.Fatalf("write: %v, want ErrPortStuck", err)
				}
				if err := p.Close(); err != nil {
					t.Errorf("close: %v", err)
				}
			}
			if n := openFiles(t); n > files {
				t.Errorf("%d files are open, were %d", n, files)
			}
			for end := time.Now().Add(patience); runtime.NumGoroutine() > goroutines; time.Sleep(time.Millisecond) {
				if time.Now().After(end) {
					t.Fatalf("%d goroutines, were %d", runtime.NumGoroutine(), goroutines)
				}
			}
		})
	}
}

// openFiles returns how many files this process has open.
func openFiles(t *testing.T) int {
	t.Helper()
	all, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	return len(all)
}

// TestPortInUse: only one program can use a port, although root could open it in spite of a
// tty's exclusive mode, and everybody could once somebody has ended that mode.
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

// TestPortForbiddenWrite: one forbidden byte refuses the whole write.
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
	// A port that could not be opened leaves no lock behind.
	if pid := lockHolders("")[deviceID("/dev/null")]; pid != 0 {
		t.Errorf("locked by %d", pid)
	}
}

func TestPortOpenGivesUp(t *testing.T) {
	b := newFakeBoard(t)
	config := b.config()
	// What was given up may open the path later. As long as this file is open, the path
	// leads to no other test's board.
	if _, err := syscall.Dup(int(b.slave.Fd())); err != nil {
		t.Fatal(err)
	}
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

// patience bounds every wait of these tests; nothing here should take long.
const patience = time.Minute

// fakeBoard is the far end of a pseudo-terminal. It also keeps the near end open, because
// otherwise closing the port would look like unplugging the board. It sets the terminal raw
// before anybody writes, because otherwise the first bytes would be echoed.
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

// speed returns the speed of the port as the far end sees it.
func (b *fakeBoard) speed(t *testing.T) uint32 {
	t.Helper()
	settings, err := unix.IoctlGetTermios(int(b.slave.Fd()), unix.TCGETS)
	if err != nil {
		t.Fatal(err)
	}
	return settings.Cflag & unix.CBAUD
}

// TestPortChange: Change sets another speed and other allowed bytes on the open port. It drops
// the waiting bytes.
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

// TestPortChangeKeeps: a change without another speed keeps the waiting bytes.
func TestPortChangeKeeps(t *testing.T) {
	b := newFakeBoard(t)
	p := open(t, b.config())
	b.say(t, []byte("old"))
	to := b.config()
	to.DataBits, to.DTR, to.Allow = 8, LineOff, func(c byte) bool { return c == 'y' }
	if err := p.Change(to); err != nil {
		t.Fatal(err)
	}
	if got := read(t, p, 3); string(got) != "old" {
		t.Errorf("read %q", got)
	}
	if _, err := p.Write([]byte("n")); !errors.Is(err, ErrForbidden) {
		t.Errorf("write: %v", err)
	}
}

// TestLinkChange: a change applies to the open port and to the next one.
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

// runLink runs a link to a name that can point to one board after the other. stop ends the link,
// and waits for its end.
func runLink(t *testing.T, link *PortLink) (events chan PortEvent, stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	events = make(chan PortEvent, 16)
	done := make(chan error, 1)
	go func() { done <- link.Run(ctx, events) }()
	stop = func() {
		cancel()
		select {
		case err := <-done:
			if !errors.Is(err, context.Canceled) {
				t.Errorf("Run returned %v", err)
			}
			done <- err
		case <-time.After(patience):
			t.Error("Run does not end")
		}
	}
	t.Cleanup(stop)
	return events, stop
}

// await returns the next event that is not PortFailed.
func await(t *testing.T, events chan PortEvent, kind PortEventKind) PortEvent {
	t.Helper()
	limit := time.After(patience)
	for {
		select {
		case e := <-events:
			if e.Kind == PortFailed && kind != PortFailed {
				continue
			}
			if e.Kind != kind {
				t.Fatalf("event %+v, want kind %d", e, kind)
			}
			if e.Time.IsZero() {
				t.Errorf("event %+v has no time", e)
			}
			return e
		case <-limit:
			t.Fatalf("no event of kind %d", kind)
		}
	}
}

func pointAt(t *testing.T, name, device string) {
	t.Helper()
	os.Remove(name)
	if err := os.Symlink(device, name); err != nil {
		t.Fatal(err)
	}
}

func TestLinkReopensUnderAnotherName(t *testing.T) {
	first, second := newFakeBoard(t), newFakeBoard(t)
	config := first.config()
	config.Name = filepath.Join(t.TempDir(), "board")
	link := &PortLink{Port: config, MinWait: time.Millisecond, MaxWait: 5 * time.Millisecond}
	if err := link.Write([]byte{1}); !errors.Is(err, ErrPortLost) {
		t.Errorf("write before Run: %v", err)
	}
	events, stop := runLink(t, link)
	await(t, events, PortFailed)
	pointAt(t, config.Name, first.path)
	if e := await(t, events, PortUp); e.Path != first.path {
		t.Errorf("up at %s, want %s", e.Path, first.path)
	}
	first.say(t, []byte("one"))
	if e := await(t, events, PortData); string(e.Data) != "one" {
		t.Errorf("data %q", e.Data)
	}
	pointAt(t, config.Name, second.path)
	first.unplug()
	if e := await(t, events, PortDown); !errors.Is(e.Err, ErrPortLost) || e.Path != first.path {
		t.Errorf("down: %+v", e)
	}
	if e := await(t, events, PortUp); e.Path != second.path {
		t.Errorf("up at %s, want %s", e.Path, second.path)
	}
	if err := link.Write([]byte("two")); err != nil {
		t.Error(err)
	}
	got := make([]byte, 8)
	if n, err := second.master.Read(got); string(got[:n]) != "two" {
		t.Errorf("the board got %q, %v", got[:n], err)
	}
	stop()
	if err := link.Write([]byte{1}); !errors.Is(err, ErrPortLost) {
		t.Errorf("write after the end: %v", err)
	}
	open(t, PortConfig{Name: second.path, Baud: 9600}) // nothing is left locked
}

// TestLinkLeavesHalfDeadPort: a write that hangs takes the link down.
func TestLinkLeavesHalfDeadPort(t *testing.T) {
	link := &PortLink{Port: newFakeBoard(t).config(), MinWait: time.Hour}
	events, _ := runLink(t, link)
	await(t, events, PortUp)
	if err := link.Write(make([]byte, 1<<20)); !errors.Is(err, ErrPortStuck) {
		t.Errorf("write: %v", err)
	}
	if e := await(t, events, PortDown); !errors.Is(e.Err, ErrPortStuck) {
		t.Errorf("down: %v", e.Err)
	}
}

// TestLinkWaits: each failed try doubles the wait, up to a limit.
func TestLinkWaits(t *testing.T) {
	name := filepath.Join(t.TempDir(), "board")
	if err := os.WriteFile(name, nil, 0o600); err != nil { // which is no serial port
		t.Fatal(err)
	}
	checkWaits(t, name, 0, 1, 3, 7, 15, 31, 61, 91)
}

// TestLinkWaitsForCable: the link opens the port soon after its cable is plugged in again.
func TestLinkWaitsForCable(t *testing.T) {
	checkWaits(t, filepath.Join(t.TempDir(), "nothing"), 0, 1, 3, 5, 7, 9)
}

// TestLinkWaitsForSlowName: a port that could not be opened was unplugged. When it comes
// back and cannot be opened yet, the link does not wait long for it.
func TestLinkWaitsForSlowName(t *testing.T) {
	link := &PortLink{}
	wait, vain := time.Duration(0), errors.New("vain")
	for range 9 {
		wait = link.wait(wait, vain)
	}
	for i, c := range []struct {
		err  error
		want time.Duration
	}{{vain, 30}, {fs.ErrNotExist, 2}, {fs.ErrNotExist, 2}, {vain, 4}} {
		if wait = link.wait(wait, c.err); wait != c.want*time.Second {
			t.Errorf("%d: %v, want %v", i, wait, c.want*time.Second)
		}
	}
}

// checkWaits checks at which seconds the link tries to open a port that cannot be opened.
func checkWaits(t *testing.T, name string, at ...time.Duration) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		events := make(chan PortEvent)
		link := &PortLink{Port: PortConfig{Name: name, Baud: 9600}}
		go link.Run(ctx, events)
		start := time.Now()
		for _, want := range at {
			e := <-events
			if at := e.Time.Sub(start); e.Kind != PortFailed || at != want*time.Second {
				t.Errorf("%+v after %v, want PortFailed after %v", e, at, want*time.Second)
			}
		}
	})
}
