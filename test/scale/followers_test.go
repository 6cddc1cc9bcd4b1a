package scale

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"regexp"
	"strconv"
	"sync"
	"time"

	"github.com/boardd/boardd/transport"
	"github.com/boardd/boardd/transport/publish"
)

// lookEvery is how often it is looked whether games.pgn has changed.
const lookEvery = 10 * time.Millisecond

// move is a ply of a table.
type move struct{ table, ply int }

// sight is when each move was seen at one place, and what was seen last.
type sight struct {
	seen  map[move]time.Time
	plies map[int]int // by table
	pgn   []byte
}

func newSight() *sight { return &sight{seen: map[move]time.Time{}, plies: map[int]int{}} }

// followers see when a board publishes a move, and when the world has it.
type followers struct {
	s  *site
	mu sync.Mutex

	board     *sight // by the boards' own times, in their events
	broker    *sight // when the events arrive
	file, web *sight
	quick     []time.Duration // until 304
	bad       map[string]int  // answers that are neither 200 nor 304
}

// follow follows until the test ends, with so many clients that poll.
func (s *site) follow(polling int) *followers {
	f := &followers{s: s, board: newSight(), broker: newSight(), file: newSight(), web: newSight(), bad: map[string]int{}}
	ctx, cancel := context.WithCancel(context.Background())
	var all sync.WaitGroup
	s.t.Cleanup(func() { cancel(); all.Wait() })
	c := publish.Config{Broker: s.url, ClientID: "scale-follower", MaxPacket: 1 << 20}
	all.Go(func() { publish.Follow(ctx, c, []string{"chess/1/hall/+/event"}, f.takeEvent) })
	all.Go(func() { f.followFile(ctx) })
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: polling + 1}, Timeout: 10 * time.Second}
	all.Go(func() { f.followWeb(ctx, client) })
	for range polling {
		all.Go(func() { f.poll(ctx, client) })
	}
	return f
}

func (f *followers) takeEvent(m transport.Message) {
	now := time.Now()
	topics, _, ok := transport.ParseTopic(m.Topic)
	var e transport.Event
	if !ok || json.Unmarshal(m.Payload, &e) != nil || e.Type != "move" && e.Type != "retract" {
		return
	}
	table, err := strconv.Atoi(topics.Board()[1:])
	at, worse := time.Parse(time.RFC3339Nano, e.At)
	if err != nil || worse != nil {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if e.Historical {
		f.bad["historical"]++
	}
	if e.Type == "move" {
		f.board.seen[move{table, e.Ply}], f.broker.seen[move{table, e.Ply}] = at, now
	}
	f.board.plies[table] = e.Ply
}

// playedPlies is what the players say at the end.
var playedPlies = regexp.MustCompile(`games ended, (\d+) plies`)

// games is how many games have begun.
func (f *followers) games() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.board.plies)
}

// plies is how many plies were played.
func (f *followers) plies() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.board.seen)
}

// missing says what the world does not have of what the players played, "" if it has all.
func (f *followers) missing() string {
	all := playedPlies.FindAllStringSubmatch(f.s.say(), -1)
	if len(all) != len(f.s.players) {
		return "the players do not say how many plies they played"
	}
	played := 0
	for _, found := range all {
		n, _ := strconv.Atoi(found[1])
		played += n
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	for name, s := range map[string]*sight{"the file": f.file, "HTTP": f.web} {
		sum := 0
		for _, plies := range s.plies {
			sum += plies
		}
		if n := results(s.pgn); n != f.s.boards || sum != played {
			return fmt.Sprintf("%s has %d results and %d plies; %d games were played, of %d plies", name, n, sum, f.s.boards, played)
		}
	}
	return ""
}

// late is how much later than at the board each move that was played after a time was seen.
func (f *followers) late(s *sight, since time.Time) (all []time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for m, at := range s.seen {
		if told, ok := f.board.seen[m]; ok && told.After(since) {
			all = append(all, at.Sub(told))
		}
	}
	return all
}

func (f *followers) answers304() []time.Duration {
	f.mu.Lock()
	defer f.mu.Unlock()
	return append([]time.Duration{}, f.quick...)
}

// take counts the plies of each game of a round.
func (f *followers) take(s *sight, pgn []byte, at time.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, game := range bytes.Split(pgn, []byte("[Event ")) {
		_, after, _ := bytes.Cut(game, []byte(`[GameId "open-r1-t`))
		id, _, ok := bytes.Cut(after, []byte(`"`))
		table, err := strconv.Atoi(string(id))
		if !ok || err != nil {
			continue
		}
		plies := bytes.Count(game, []byte("[%clk "))
		for ply := s.plies[table] + 1; ply <= plies; ply++ {
			s.seen[move{table, ply}] = at
		}
		s.plies[table] = plies
	}
	s.pgn = pgn
}

func (f *followers) followFile(ctx context.Context) {
	var last os.FileInfo
	for tick := time.NewTicker(lookEvery); ; {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		info, err := os.Stat(f.s.path("www/open/round-1/games.pgn"))
		if err != nil || last != nil && os.SameFile(last, info) {
			continue
		}
		at := time.Now()
		if pgn, err := os.ReadFile(f.s.path("www/open/round-1/games.pgn")); err == nil {
			f.take(f.file, pgn, at)
			last = info
		}
	}
}

// get asks for a file, and returns it with its ETag, nil if it is the one that was had.
func (f *followers) get(ctx context.Context, c *http.Client, name, etag string) (body []byte, now string) {
	r, err := http.NewRequestWithContext(ctx, "GET", "http://"+f.s.http+"/open/"+name, nil)
	if err != nil {
		panic(err)
	}
	r.Header.Set("If-None-Match", etag)
	begin := time.Now()
	a, err := c.Do(r)
	took := time.Since(begin) // before the lock, under which whole rounds are read
	if err != nil {
		f.count(ctx, err.Error())
		return nil, etag
	}
	defer a.Body.Close()
	body, err = io.ReadAll(a.Body)
	switch {
	case err != nil:
		f.count(ctx, err.Error())
	case a.StatusCode == http.StatusNotModified:
		f.mu.Lock()
		defer f.mu.Unlock()
		f.quick = append(f.quick, took)
	case a.StatusCode == http.StatusOK:
		return body, a.Header.Get("ETag")
	default:
		f.count(ctx, a.Status)
	}
	return nil, etag
}

func (f *followers) count(ctx context.Context, what string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if ctx.Err() == nil {
		f.bad[what]++
	}
}

func (f *followers) followWeb(ctx context.Context, c *http.Client) {
	etag := ""
	for tick := time.NewTicker(lookEvery); ; {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		var pgn []byte
		if pgn, etag = f.get(ctx, c, "round-1/games.pgn", etag); pgn != nil {
			f.take(f.web, pgn, time.Now())
		}
	}
}

// poll is a client that shows the tournament.
func (f *followers) poll(ctx context.Context, c *http.Client) {
	etag := ""
	for wait := rand.N(pollEvery); ; wait = pollEvery {
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
		_, etag = f.get(ctx, c, "state.json", etag)
	}
}
