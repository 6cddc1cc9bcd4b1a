package rehearsal

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/boardd/boardd/internal/clock"
	"github.com/boardd/boardd/internal/pgnlint"
	"github.com/boardd/boardd/transport"
	"github.com/boardd/boardd/transport/publish"
)

// fact is something of a game that the world must not know too early: a ply, or the result,
// which is ply 0.
type fact struct {
	table, ply int
	text       string
}

// public is what the world sees over HTTP, and since when the boards have said it.
type public struct {
	mu     sync.Mutex
	said   map[fact]time.Time // the hall cannot have known it before
	last   map[int]time.Time  // by table: of its last snapshot
	gap    map[int]bool       // some may have been missed since
	seen   map[fact]time.Time // when the world first saw it
	texts  int
	faults []string
	games  []pgnlint.Game // the last
	final  map[int]string // by table: what its board said last
}

func newPublic() *public {
	return &public{said: map[fact]time.Time{}, last: map[int]time.Time{}, gap: map[int]bool{}, seen: map[fact]time.Time{}, final: map[int]string{}}
}

// hear follows the boards as anybody can.
func (w *world) hear(ctx context.Context) {
	dir := filepath.Join(w.handOut(), "people/public")
	password, err := os.ReadFile(filepath.Join(dir, "public.password"))
	if err != nil {
		w.t.Error(err)
		return
	}
	authority, err := os.ReadFile(filepath.Join(dir, "ca.crt"))
	if err != nil {
		w.t.Error(err)
		return
	}
	c := publish.Config{Broker: "tls://" + w.people, ClientID: "reader", User: "public", Password: strings.TrimSpace(string(password)), MaxPacket: 1 << 20, MaxPause: time.Second}
	if c.TLS, err = publish.TLS(authority, nil, nil); err != nil {
		w.t.Error(err)
		return
	}
	c.Changed = func(up bool, _ error) {
		if !up {
			w.missed()
		}
	}
	if err := publish.Follow(ctx, c, []string{"chess/1/hall/+/game"}, w.took); err != nil && ctx.Err() == nil {
		w.t.Error(err)
	}
}

// missed takes note that messages of every board may be missed.
func (p *public) missed() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for table := range p.last {
		p.gap[table] = true
	}
}

// took takes note of what a board says. The hall cannot have had it before the board sent it.
// If a message before this one may have been missed, it cannot have had it before the last that
// lacks it was sent. A broker that was killed keeps what it last wrote to its disk, which may be
// older than what was missed.
func (p *public) took(m transport.Message) {
	topics, _, ok := transport.ParseTopic(m.Topic)
	var g transport.Game
	if !ok || json.Unmarshal(m.Payload, &g) != nil {
		return
	}
	table, _ := strconv.Atoi(strings.TrimPrefix(topics.Board(), "b"))
	at, err := time.Parse(time.RFC3339, g.At)
	if err != nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	since := at
	if p.gap[table] || p.last[table].IsZero() {
		since = p.last[table]
	}
	if !p.gap[table] || !m.Retain {
		p.last[table], p.gap[table] = at, false
	}
	final := ""
	for i := range g.Moves {
		if g.Moves[i].SAN != nil {
			p.note(fact{table, i + 1, *g.Moves[i].SAN}, since)
			final += *g.Moves[i].SAN + " "
		}
	}
	p.final[table] = final + g.Result
	if g.Result != "*" {
		p.note(fact{table, 0, g.Result}, since)
	}
}

func (p *public) note(f fact, since time.Time) {
	if _, had := p.said[f]; !had {
		p.said[f] = since
	}
}

// lookEvery is how often the world asks.
const lookEvery = 50 * time.Millisecond

// poll asks for the round again and again, as a page does.
func (w *world) poll(ctx context.Context) {
	etag := ""
	for clock.Sleep(ctx, lookEvery) {
		text, tag, err := w.get(ctx, "open/round-1/games.pgn", etag)
		if err != nil || text == "" {
			continue // the hall was killed, or nothing has changed
		}
		etag = tag
		w.looked(text, time.Now())
	}
}

// get asks for a file; the text is empty if the asker has it already.
func (w *world) get(ctx context.Context, name, etag string) (text, tag string, err error) {
	q, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+w.http+"/"+name, nil)
	if err != nil {
		return "", "", err
	}
	q.Header.Set("If-None-Match", etag)
	a, err := http.DefaultClient.Do(q)
	if err != nil {
		return "", "", err
	}
	defer a.Body.Close()
	data, err := io.ReadAll(a.Body)
	if a.StatusCode != http.StatusOK {
		return "", "", err
	}
	return string(data), a.Header.Get("ETag"), err
}

func (p *public) looked(text string, now time.Time) {
	games, errs := pgnlint.Read(text)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.texts++
	p.games = games
	for _, err := range errs {
		p.faults = append(p.faults, err.Error())
	}
	for i := range games {
		_, number, _ := strings.Cut(games[i].Tag("Round"), ".")
		table, _ := strconv.Atoi(number)
		for j, san := range games[i].Moves {
			p.see(fact{table, j + 1, san}, now)
		}
		if games[i].Result != "*" {
			p.see(fact{table, 0, games[i].Result}, now)
		}
	}
}

func (p *public) see(f fact, now time.Time) {
	if _, had := p.seen[f]; !had {
		p.seen[f] = now
	}
}

// plies is how many plies the world has seen, results how many games have one.
func (p *public) plies() (n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i := range p.games {
		n += len(p.games[i].Moves)
	}
	return n
}

func (p *public) results() (n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i := range p.games {
		if p.games[i].Result != "*" {
			n++
		}
	}
	return n
}

// early returns what the world has seen before its delay was over, how much later than the
// delay it was at the least, and how many facts no board was heard to say.
func (p *public) early() (all []string, least time.Duration, unheard int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	least = time.Hour
	for f, seen := range p.seen {
		said, heard := p.said[f]
		if !heard {
			unheard++
			continue
		}
		late := seen.Sub(said) - delay
		if !said.IsZero() {
			least = min(least, late)
		}
		if late < 0 {
			all = append(all, f.text+" at table "+strconv.Itoa(f.table)+" by "+(-late).String())
		}
	}
	return all, least, unheard
}
