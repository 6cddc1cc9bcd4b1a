package publish_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/boardd/boardd/transport"
	"github.com/boardd/boardd/transport/publish"
)

// openDisk opens an outbox that is to be sound.
func openDisk(t testing.TB, c publish.DiskConfig) *publish.Disk {
	t.Helper()
	d, damage, err := publish.OpenDisk(c)
	if err != nil {
		t.Fatal(err)
	}
	if damage != nil {
		t.Fatal(damage.Why)
	}
	t.Cleanup(d.Close)
	return d
}

// accepted waits until everything that was put is in the file.
func accepted(t *testing.T, d *publish.Disk, last uint64) {
	t.Helper()
	until(t, "accepted", func() bool { return d.Last() >= last })
}

func TestDiskOutlives(t *testing.T) {
	path := filepath.Join(t.TempDir(), "outbox.db")
	d := openDisk(t, publish.DiskConfig{Path: path})
	put(t, d, passing("event", "e1"), retained("game", "g1"), passing("event", "e2"))
	if _, err := d.PutNoted(publish.Note{Key: "b07", Value: []byte("17")}, []transport.Message{passing("event", "e3")}); err != nil {
		t.Fatal(err)
	}
	accepted(t, d, 4)
	d.Done(1)
	d.Close()
	d = openDisk(t, publish.DiskConfig{Path: path})
	wantKept(t, d, "g1", "e2", "e3")
	if string(d.Note("b07")) != "17" || d.Note("b08") != nil {
		t.Errorf("notes %q, %q", d.Note("b07"), d.Note("b08"))
	}
	put(t, d, retained("game", "g2"), passing("event", "e4"))
	accepted(t, d, 6)
	d.Close()
	d = openDisk(t, publish.DiskConfig{Path: path})
	wantKept(t, d, "e2", "e3", "g2", "e4")
	id, m, ok := d.Next(4)
	if want := retained("game", "g2"); !ok || id != 5 || m.Topic != want.Topic || m.QoS != 1 || !m.Retain {
		t.Errorf("message %d is %+v, %v", id, m, ok)
	}
}

// TestDiskKilled: what has been accepted is in the file, whatever happens to the
// program then.
func TestDiskKilled(t *testing.T) {
	path := filepath.Join(t.TempDir(), "outbox.db")
	d := openDisk(t, publish.DiskConfig{Path: path})
	for n := range 50 {
		put(t, d, event(n))
		accepted(t, d, uint64(n+1))
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		got, err := publish.ReadKept(data)
		if err != nil || len(got.Messages) != n+1 || string(got.Messages[n].Message.Payload) != string(event(n).Payload) {
			t.Fatalf("after %d: %d messages, %v", n+1, len(got.Messages), err)
		}
	}
}

// Of each topic the file keeps what was retained last.
func TestDiskNewest(t *testing.T) {
	d := openDisk(t, publish.DiskConfig{Path: filepath.Join(t.TempDir(), "outbox.db")})
	for n := range 100 {
		put(t, d, retained("game", fmt.Sprint("g", n)), event(n), retained("pgn", fmt.Sprint("p", n)))
	}
	accepted(t, d, 300)
	if d.Len() != 102 {
		t.Errorf("%d kept, want 100 events and two snapshots", d.Len())
	}
	if all := kept(t, d); all[99] != "g99" || all[101] != "p99" || all[100] != string(event(99).Payload) {
		t.Errorf("the last are %q", all[99:])
	}
}

// In an outbox that is full of bytes the same gives way as in one full of messages.
func TestDiskRoom(t *testing.T) {
	const finding = prefix + "arbiter/finding"
	text := string(bytes.Repeat([]byte("x"), 400))
	d := openDisk(t, publish.DiskConfig{Path: filepath.Join(t.TempDir(), "outbox.db"), Room: 2000})
	put(t, d, passing("event", "1"+text), passing(finding, "2"+text), passing("event", "3"+text), passing("event", "4"+text), passing("event", "5"+text))
	if err := d.Put(passing("event", "6"+text)); !errors.Is(err, publish.ErrFull) {
		t.Errorf("got %v, want ErrFull", err)
	}
	accepted(t, d, 5)
	wantKept(t, d, "1"+text, "3"+text, "4"+text, "5"+text)
	if d.Lost() != 1 {
		t.Errorf("%d lost, want the finding", d.Lost())
	}
}

// limitFiles lets files of this process grow no further than so many bytes, as on
// a full disk, until the function that it returns is called. The rest of the
// package's tests do not run meanwhile.
func limitFiles(t *testing.T, size uint64) (lift func()) {
	t.Helper()
	var old syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &old); err != nil {
		t.Fatal(err)
	}
	set := func(l syscall.Rlimit) {
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &l); err != nil {
			t.Fatal(err)
		}
	}
	set(syscall.Rlimit{Cur: size, Max: old.Max})
	lift = func() { set(old) }
	t.Cleanup(lift)
	return lift
}

// TestDiskFull: what was accepted stays in the file, the rest goes on in memory,
// and when there is room again everything is kept.
func TestDiskFull(t *testing.T) {
	path := filepath.Join(t.TempDir(), "outbox.db")
	var failing atomic.Pointer[error]
	d := openDisk(t, publish.DiskConfig{Path: path, Failing: func(err error) { failing.Store(&err) }})
	put(t, d, passing("event", "e1"))
	accepted(t, d, 1)
	lift := limitFiles(t, 64<<10)
	large := string(bytes.Repeat([]byte("x"), 100<<10))
	put(t, d, passing("event", large), passing("event", "e3"))
	until(t, "it fails", func() bool { e := failing.Load(); return e != nil && *e != nil })
	wantKept(t, d, "e1", large, "e3") // given away from memory
	lift()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := publish.ReadKept(data); err != nil || len(got.Messages) != 1 {
		t.Errorf("the file holds %d messages, %v", len(got.Messages), err)
	}
	until(t, "it is well again", func() bool { return *failing.Load() == nil })
	d.Close()
	wantKept(t, openDisk(t, publish.DiskConfig{Path: path}), "e1", large, "e3")
}

// TestDiskNoFolder: a folder that is not there and cannot be is a disk that fails.
func TestDiskNoFolder(t *testing.T) {
	var failed atomic.Bool
	d := openDisk(t, publish.DiskConfig{Path: "/proc/none/outbox.db", Failing: func(err error) { failed.Store(err != nil) }})
	put(t, d, event(1))
	until(t, "it fails", failed.Load)
	wantKept(t, d, string(event(1).Payload))
}

// TestDiskTakenAway: the file is taken away with its folder. That is told with the
// next message, and everything is in a new one then.
func TestDiskTakenAway(t *testing.T) {
	path := filepath.Join(t.TempDir(), "hall", "outbox.db")
	var failed atomic.Int32
	d := openDisk(t, publish.DiskConfig{Path: path, Failing: func(err error) { failed.Add(1) }})
	put(t, d, passing("event", "e1"))
	accepted(t, d, 1)
	if err := os.RemoveAll(filepath.Dir(path)); err != nil {
		t.Fatal(err)
	}
	put(t, d, passing("event", "e2"))
	until(t, "it fails, and is well again", func() bool { return failed.Load() == 2 })
	put(t, d, passing("event", "e3"))
	d.Close()
	wantKept(t, openDisk(t, publish.DiskConfig{Path: path}), "e1", "e2", "e3")
}

// TestDiskCutShort: somebody makes the file shorter while it is mapped, which is a fault
// in memory when it is next looked at. What is to be sent is given away all the same, and
// is in a new file.
func TestDiskCutShort(t *testing.T) {
	path := filepath.Join(t.TempDir(), "outbox.db")
	var failed atomic.Int32
	d := openDisk(t, publish.DiskConfig{Path: path, Failing: func(err error) { failed.Add(1) }})
	put(t, d, passing("event", "e1"))
	accepted(t, d, 1)
	if err := os.Truncate(path, 0); err != nil {
		t.Fatal(err)
	}
	put(t, d, passing("event", "e2"))
	accepted(t, d, 2)
	until(t, "it fails, and is well again", func() bool { return failed.Load() == 2 })
	put(t, d, passing("event", "e3"))
	d.Close()
	wantKept(t, openDisk(t, publish.DiskConfig{Path: path}), "e1", "e2", "e3")
}

// TestDiskUnread: the file cannot be read when it is opened. It is left as it is; who
// goes on without it finds it under another name, and one before it, too.
func TestDiskUnread(t *testing.T) {
	path := filepath.Join(t.TempDir(), "outbox.db")
	const memory = "/proc/self/mem" // of which the beginning is an input/output error
	for _, aside := range []string{".unread", ".unread2"} {
		if err := os.Symlink(memory, path); err != nil {
			t.Fatal(err)
		}
		if d, damage, err := publish.OpenDisk(publish.DiskConfig{Path: path}); !errors.Is(err, publish.ErrUnread) || !errors.Is(err, syscall.EIO) || d != nil || damage != nil {
			t.Fatalf("got %v, %v, %v", d, damage, err)
		}
		if to, err := os.Readlink(path); to != memory {
			t.Fatal(to, err)
		}
		d := openDisk(t, publish.DiskConfig{Path: path, Unread: true})
		put(t, d, passing("event", "e1"))
		accepted(t, d, 1)
		d.Close()
		if to, err := os.Readlink(path + aside); to != memory {
			t.Fatal(to, err)
		}
		wantKept(t, openDisk(t, publish.DiskConfig{Path: path}), "e1")
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
	}
}

// TestDiskPublishes: the same file, used by one publisher after another.
func TestDiskPublishes(t *testing.T) {
	path := filepath.Join(t.TempDir(), "outbox.db")
	b := startBroker(t)
	consumer := read(t, b.URL(), prefix+"event")
	d := openDisk(t, publish.DiskConfig{Path: path})
	for n := range 3 {
		put(t, d, event(n))
	}
	d.Close()
	d = openDisk(t, publish.DiskConfig{Path: path})
	p := startWith(t, publish.Config{Broker: b.URL()}, d)
	until(t, "a connection", func() bool { return p.connections() == 1 })
	p.publish(t, event(3))
	until(t, "all acknowledged", func() bool { return p.Stats().Queued == 0 })
	want := []string{`{"seq":0,"historical":true}`, `{"seq":1,"historical":true}`, `{"seq":2,"historical":true}`, `{"seq":3,"historical":false}`}
	until(t, "all arrive", func() bool { return slices.Equal(consumer.payloads(), want) })
	p.stop()
	d.Close()
	wantKept(t, openDisk(t, publish.DiskConfig{Path: path}))
}

// BenchmarkDisk is a message with its commit, on the disk of the temporary folder.
func BenchmarkDisk(b *testing.B) {
	d := openDisk(b, publish.DiskConfig{Path: filepath.Join(b.TempDir(), "outbox.db")})
	n := uint64(0)
	for b.Loop() {
		n++
		if err := d.Put(event(int(n))); err != nil {
			b.Fatal(err)
		}
		for d.Last() < n {
			time.Sleep(10 * time.Microsecond)
		}
		d.Done(n)
	}
}
