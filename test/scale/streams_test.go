package scale

import (
	"bufio"
	"context"
	"encoding/json"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// streamed is how many pages follow the round, and calm how long each half is measured: without
// the pages, and with them.
const (
	streamed = 300
	calm     = 40 * time.Second
)

// streams are pages that follow a round.
type streams struct {
	s     *site
	mu    sync.Mutex
	bytes int64
	full  int64                  // bytes of the first events
	came  map[string][]time.Time // by event: when each page had it
	moves map[string][]move      // by event: what it is the first to have
	known map[move]bool
	ended int // streams that ended too early
}

// TestBenchWeb measures what the streams of the public pages cost, at 200 boards with about 50
// moves a second.
//
//	make bench-web
func TestBenchWeb(t *testing.T) {
	if os.Getenv("BOARDD_BENCH_WEB") == "" {
		t.Skip("make bench-web measures")
	}
	boards, err := strconv.Atoi(os.Getenv("BOARDD_BENCH_WEB"))
	if err != nil {
		t.Fatal(err)
	}
	address := startMosquitto(t, "")
	s := newSite(t, boards, "tcp://"+address)
	f := s.follow(0)
	s.startBoards()
	s.begun(f)
	time.Sleep(warmUp)
	quiet, plies := s.hallUsed(f)
	pages := s.stream(streamed)
	pages.waitFor(streamed)
	before, idleBefore, from := pages.sum(), idle(t), time.Now()
	loud, played := s.hallUsed(f)
	took, bytes, unused := time.Since(from), pages.sum()-before, idle(t)-idleBefore
	late := pages.late(f, from)
	percent := func(d time.Duration) float64 { return 100 * d.Seconds() / calm.Seconds() }
	t.Logf("%d boards, %d streams: %.1f and %.1f plies a second without and with them; hall %.1f %% and %.1f %% of a core: the streams cost %.1f %%; %.0f MB resident; "+
		"%.2f MB/s, %.1f kB/s a page; first event %.0f kB; event to page p50 %s ms, p99 %s ms, of %d; %d streams ended early; idle %.0f %%",
		boards, streamed, float64(plies)/calm.Seconds(), float64(played)/calm.Seconds(), percent(quiet), percent(loud), percent(loud-quiet), float64(s.hall.usage(t).memory)/1e6,
		float64(bytes)/1e6/took.Seconds(), float64(bytes)/1e3/took.Seconds()/streamed, float64(pages.full)/1e3/streamed,
		quantile(late, 0.5), quantile(late, 0.99), len(late), pages.ended, 100*unused.Seconds()/took.Seconds()/float64(processors))
	for name, at := range map[string]*sight{"the broker's follower": f.broker, "games.pgn": f.file} {
		t.Logf("event to %s: p50 %s ms, p99 %s ms", name, quantile(f.late(at, from), 0.5), quantile(f.late(at, from), 0.99))
	}
}

// hallUsed returns what the hall takes of the processor for a while, and the plies played.
func (s *site) hallUsed(f *followers) (time.Duration, int) {
	before, plies := s.hall.usage(s.t).processor, f.plies()
	time.Sleep(calm)
	return s.hall.usage(s.t).processor - before, f.plies() - plies
}

// stream has so many pages follow the round until the test ends.
func (s *site) stream(count int) *streams {
	p := &streams{s: s, came: map[string][]time.Time{}, moves: map[string][]move{}, known: map[move]bool{}}
	ctx, cancel := context.WithCancel(context.Background())
	var all sync.WaitGroup
	s.t.Cleanup(func() { cancel(); all.Wait() })
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: count, DisableCompression: true}}
	for i := range count {
		all.Go(func() {
			if p.follow(ctx, client, i == 0); ctx.Err() == nil {
				p.mu.Lock()
				p.ended++
				p.mu.Unlock()
			}
		})
	}
	return p
}

// follow follows the round. One of the pages reads what is in the events.
func (p *streams) follow(ctx context.Context, client *http.Client, reads bool) {
	q, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+p.s.http+"/open/round-1/stream", nil)
	if err != nil {
		return
	}
	a, err := client.Do(q)
	if err != nil {
		return
	}
	defer a.Body.Close()
	lines := bufio.NewScanner(a.Body)
	lines.Buffer(nil, 1<<22)
	id, first := "", true
	for lines.Scan() {
		line := lines.Bytes()
		if text, ok := strings.CutPrefix(string(line[:min(len(line), 40)]), "id: "); ok {
			id = text
		}
		p.mu.Lock()
		p.bytes += int64(len(line) + 1)
		if strings.HasPrefix(string(line[:min(len(line), 6)]), "data: ") && id != "" {
			p.came[id] = append(p.came[id], time.Now())
			if first {
				p.full += int64(len(line))
			} else if reads {
				p.moves[id] = p.news(movesOf(line[len("data: "):]))
			}
			first = false
		}
		p.mu.Unlock()
	}
}

// news returns the moves that no event had before. A result comes with the last move once more.
func (p *streams) news(all []move) []move {
	all = slices.DeleteFunc(all, func(m move) bool { return p.known[m] })
	for _, m := range all {
		p.known[m] = true
	}
	return all
}

// movesOf returns the moves of an event.
func movesOf(data []byte) (all []move) {
	var deltas []struct {
		T, P int
		M    []any
	}
	if json.Unmarshal(data, &deltas) != nil {
		return nil
	}
	for _, d := range deltas {
		for i := range d.M {
			all = append(all, move{d.T, d.P - i})
		}
	}
	return all
}

// waitFor waits until so many pages have their first event.
func (p *streams) waitFor(pages int) {
	p.s.t.Helper()
	for begin := time.Now(); ; time.Sleep(50 * time.Millisecond) {
		p.mu.Lock()
		n := 0
		for _, times := range p.came {
			n = max(n, len(times))
		}
		ended, full := p.ended, p.full
		p.mu.Unlock()
		if full > 0 && n >= pages {
			return
		}
		if ended > 0 || time.Since(begin) > time.Minute {
			p.s.t.Fatalf("%d pages have begun, %d have ended", n, ended)
		}
	}
}

func (p *streams) sum() int64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.bytes
}

// late is how much later than at the board each page had each move.
func (p *streams) late(f *followers, since time.Time) (all []time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	f.mu.Lock()
	defer f.mu.Unlock()
	for id, moves := range p.moves {
		for _, m := range moves {
			played, ok := f.board.seen[m]
			if !ok || played.Before(since) {
				continue
			}
			for _, at := range p.came[id] {
				all = append(all, at.Sub(played))
			}
		}
	}
	return all
}
