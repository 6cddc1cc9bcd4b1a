package sensor

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"
)

// runLink runs a link to a name that can be pointed at one board after the
// other; stop ends it and waits for its end.
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

// await is the next event but PortFailed, of which there may be any number.
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

// TestLinkLeavesHalfDeadPort: a write that gets stuck takes the link down.
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

// TestLinkWaits: each vain try doubles the wait, up to the most.
func TestLinkWaits(t *testing.T) {
	name := filepath.Join(t.TempDir(), "board")
	if err := os.WriteFile(name, nil, 0o600); err != nil { // which is no serial port
		t.Fatal(err)
	}
	checkWaits(t, name, 0, 1, 3, 7, 15, 31, 61, 91)
}

// TestLinkWaitsForCable: a cable that is plugged in again is seen soon.
func TestLinkWaitsForCable(t *testing.T) {
	checkWaits(t, filepath.Join(t.TempDir(), "nothing"), 0, 1, 3, 5, 7, 9)
}

// TestLinkWaitsForSlowName: what opened in vain until the cable was pulled,
// and is not ours to open yet when it comes back, does not wait long for that.
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

// checkWaits: tries to open a port that cannot be opened come at these seconds.
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
