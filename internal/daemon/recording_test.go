package daemon

import (
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/boardd/boardd/internal/persist"
	"github.com/boardd/boardd/transport"
)

// TestImpatiently: what takes longer than it may is told while it lasts, and that it is
// over; what does not is told by nobody.
func TestImpatiently(t *testing.T) {
	for name, c := range map[string]struct {
		takes time.Duration
		want  string
	}{
		"in time":  {diskTime - time.Millisecond, "0s done"},
		"too long": {2 * diskTime, "5s why, 10s <nil>, 0s done"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				began, told := time.Now(), ""
				reportSlow(func(err error) { told += fmt.Sprintf("%v %v, ", time.Since(began), err) }, errors.New("why"), func() { time.Sleep(c.takes) })
				if told += "0s done"; told != c.want {
					t.Errorf("told %q, want %q", told, c.want)
				}
			})
		})
	}
}

// TestClerk: things are done in their order, while nobody waits; what is too much is not
// taken, and the end waits for what there is, but not for ever.
func TestClerk(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newDiskQueue(func(error) {})
		gate, done := make(chan struct{}), 0
		if !c.do(func() { <-gate }) {
			t.Fatal("the first thing is not taken")
		}
		synctest.Wait()
		for n := range maxDiskTasks {
			if !c.do(func() {
				if done == n {
					done++
				}
			}) {
				t.Fatalf("thing %d is not taken", n)
			}
		}
		if c.do(func() {}) {
			t.Error("one too many is taken")
		}
		go func() {
			time.Sleep(diskTime / 2)
			close(gate)
		}()
		if c.end(); done != maxDiskTasks {
			t.Errorf("%d are done", done)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		c := newDiskQueue(func(error) {})
		gate := make(chan struct{})
		c.do(func() { <-gate })
		began := time.Now()
		if c.end(); time.Since(began) != diskTime {
			t.Errorf("the end takes %v", time.Since(began))
		}
		close(gate)
	})
}

// TestTroublesLast: of more troubles than a daemon that stands still can be told, the last
// ones count.
func TestTroublesLast(t *testing.T) {
	c := persist.NewTroubles()
	for n := range 3 * cap(c) {
		c.Report(transport.JournalFailing, fmt.Errorf("number %d", n))
	}
	c.Report(transport.JournalFailing, nil)
	var last persist.Trouble
	for len(c) > 0 {
		last = <-c
	}
	if last.Text != "" {
		t.Errorf("the last is %+v", last)
	}
}
