package harness

import (
	"bytes"
	"context"
	"strings"
	"sync"
	"testing"
	"time"
)

// Until waits until yes returns true. It takes at most limit on a machine that has nothing
// else to do; on others it may take more, and Patience at least.
func Until(t testing.TB, what string, limit time.Duration, yes func() bool) {
	t.Helper()
	limit = max(Busy*limit, Patience)
	if !Comes(limit, yes) {
		t.Fatalf("%s: not in %v", what, limit)
	}
}

// Comes reports whether yes returns true within a limit.
func Comes(limit time.Duration, yes func() bool) bool {
	for deadline := time.Now().Add(limit); !yes(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			return false
		}
	}
	return true
}

// Patience is how long a test waits for what must come, at least. It costs nothing when that comes.
const Patience = time.Minute

// Busy is how much longer a test may take on a machine and a disk that others use, too.
const Busy = 4

// Background runs a function until the test ends or stop is called, and ends its context
// then. Its error fails the test.
func Background(t testing.TB, run func(context.Context) error) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- run(ctx) }()
	stop = sync.OnceFunc(func() {
		cancel()
		if err := <-done; err != nil {
			t.Errorf("run: %v", err)
		}
	})
	t.Cleanup(stop)
	return stop
}

// Lines collects what a program prints, and can be read meanwhile.
type Lines struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *Lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

// Count returns how many lines have a text.
func (l *Lines) Count(text string) (n int) {
	for line := range strings.Lines(l.String()) {
		if strings.Contains(line, text) {
			n++
		}
	}
	return n
}

func (l *Lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}
