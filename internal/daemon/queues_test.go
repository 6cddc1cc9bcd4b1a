package daemon

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/boardd/boardd/internal/config"
	"github.com/boardd/boardd/internal/harness"
)

// TestReportSlow: what takes too long is reported while it lasts, and when it is over. What
// is quick is not reported.
func TestReportSlow(t *testing.T) {
	for name, c := range map[string]struct {
		takes time.Duration
		want  string
	}{
		"in time":  {diskTime - time.Millisecond, "0s done"},
		"too long": {2 * diskTime, "5s why, 10s <nil>, 0s done"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				began, reported := time.Now(), ""
				reportSlow(func(err error) { reported += fmt.Sprintf("%v %v, ", time.Since(began), err) }, errors.New("why"), func() { time.Sleep(c.takes) })
				if reported += "0s done"; reported != c.want {
					t.Errorf("reported %q, want %q", reported, c.want)
				}
			})
		})
	}
}

// TestDiskQueue: tasks run in their order, and nobody waits for them. A full queue takes no more.
// The end waits for the tasks that are left, up to a limit.
func TestDiskQueue(t *testing.T) {
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

// TestLogQueue: log lines come out in their order, and nobody waits while the output is blocked.
// Lost lines are counted and reported, and the end waits for the last line.
func TestLogQueue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, w := io.Pipe()
		log, out := newLogQueue(&config.Log{Level: "info", Format: "json"}, w)
		defer close(out.lines)
		reported := make(chan error, 8)
		out.notify(func(err error) { reported <- err })
		for n := range maxLogLines + 5 {
			log.Info().Int("n", n).Msg("line")
			if n == 0 {
				synctest.Wait() // it is being written
			}
		}
		began := time.Now()
		if out.flush(); time.Since(began) != flushTime {
			t.Errorf("the end waits for %v", time.Since(began))
		}
		if err := <-reported; !errors.Is(err, errLogWaits) || time.Since(began) != diskTime {
			t.Errorf("reported %v after %v", err, time.Since(began))
		}
		all := new(harness.Lines)
		go io.Copy(all, r)
		if err := <-reported; err != nil {
			t.Errorf("reported %v", err)
		}
		out.flush()
		synctest.Wait()
		got := strings.Split(strings.TrimSpace(all.String()), "\n")
		if len(got) != maxLogLines+2 || !strings.Contains(got[1], `"lines":4`) || !strings.Contains(got[maxLogLines+1], `"n":1000`) {
			t.Errorf("%d lines, %s, %s", len(got), got[1], got[len(got)-1])
		}
		w.Close()
	})
}
