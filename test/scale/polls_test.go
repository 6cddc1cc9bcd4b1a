package scale

import (
	"bytes"
	"os"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"github.com/boardd/boardd/internal/brokertest"
)

// overlays are how many poll at a time, and askEvery how often each asks: as often as one that was
// seen can be set to.
const (
	overlays = 300
	askEvery = 200 * time.Millisecond
)

// polled is what came of polls.
type polled struct {
	mu     sync.Mutex
	took   []time.Duration
	bytes  int64
	failed int
}

// TestBenchPolls measures what overlays cost that poll the list of boards, beside a page that
// follows the round: none, one that asks three hundred times, three hundred at once.
//
//	make bench-web
func TestBenchPolls(t *testing.T) {
	if os.Getenv("BOARDD_BENCH_WEB") == "" {
		t.Skip("make bench-web measures")
	}
	boards, err := strconv.Atoi(os.Getenv("BOARDD_BENCH_WEB"))
	if err != nil {
		t.Fatal(err)
	}
	address := brokertest.FreeAddress(t)
	s := newSite(t, boards, "tcp://"+startMosquitto(t, ""), "[livechess]\nlisten = \""+address+"\"\ndelay = \"0\"\n")
	f := s.follow(0)
	s.startBoards()
	s.begun(f)
	time.Sleep(warmUp)
	page := s.stream(1)
	page.waitFor(1)
	for _, count := range []int{0, 1, overlays} {
		p := &polled{}
		end := p.poll(address, count)
		from, idleBefore := time.Now(), idle(t)
		used, plies := s.hallUsed(f)
		took, unused := time.Since(from), idle(t)-idleBefore
		end()
		p.mu.Lock()
		late := page.late(f, from)
		t.Logf("%d boards, %.1f plies a second, %d pollers: %.0f answers a second of %.1f kB, p50 %s ms, p99 %s ms, %d failed; hall %.1f %% of a core, %.0f MB resident; event to the page p50 %s ms, p99 %s ms; idle %.0f %%",
			boards, float64(plies)/calm.Seconds(), count, float64(len(p.took))/took.Seconds(), float64(p.bytes)/1e3/float64(max(1, len(p.took))), quantile(p.took, 0.5), quantile(p.took, 0.99), p.failed,
			100*used.Seconds()/calm.Seconds(), float64(s.hall.usage(t).memory)/1e6, quantile(late, 0.5), quantile(late, 0.99), 100*unused.Seconds()/took.Seconds()/float64(processors))
		if count > 0 && len(p.took) == 0 || p.failed > 0 {
			t.Errorf("%d pollers: %d answers, %d failed", count, len(p.took), p.failed)
		}
		p.mu.Unlock()
	}
}

// poll has so many clients poll until end is called.
func (p *polled) poll(address string, count int) (end func()) {
	done := make(chan struct{})
	var all sync.WaitGroup
	for i := range count {
		all.Go(func() {
			time.Sleep(askEvery * time.Duration(i) / time.Duration(count)) // they have not begun together
			conn, _, err := websocket.DefaultDialer.Dial("ws://"+address+"/api/v1.0", nil)
			if err != nil {
				p.add(0, 0, err)
				return
			}
			defer conn.Close()
			for tick := time.NewTicker(askEvery); ; {
				select {
				case <-done:
					tick.Stop()
					return
				case <-tick.C:
				}
				at := time.Now()
				err := conn.WriteMessage(websocket.TextMessage, []byte(`{"id":1,"call":"eboards"}`))
				var text []byte
				if err == nil {
					_, text, err = conn.ReadMessage()
				}
				if p.add(time.Since(at), len(text), err); err != nil || !bytes.Contains(text, []byte(`"serialnr"`)) {
					return
				}
			}
		})
	}
	return func() { close(done); all.Wait() }
}

func (p *polled) add(took time.Duration, size int, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if err != nil {
		p.failed++
		return
	}
	p.took = append(p.took, took)
	p.bytes += int64(size)
}
