package daemon

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/boardd/boardd/internal/config"
	"github.com/boardd/boardd/internal/harness"
)

// TestLogout: lines come out in their order, and nobody waits while they do not. What is
// lost is counted, who wants to know is told, and the end waits for the last line.
func TestLogout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, w := io.Pipe()
		log, out := newLogQueue(&config.Log{Level: "info", Format: "json"}, w)
		defer close(out.lines)
		told := make(chan error, 8)
		out.notify(func(err error) { told <- err })
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
		if err := <-told; !errors.Is(err, errLogWaits) || time.Since(began) != diskTime {
			t.Errorf("told %v after %v", err, time.Since(began))
		}
		all := new(harness.Lines)
		go io.Copy(all, r)
		if err := <-told; err != nil {
			t.Errorf("told %v", err)
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
