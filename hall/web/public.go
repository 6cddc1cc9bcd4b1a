package web

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/boardd/boardd/hall"
	"github.com/boardd/boardd/hall/out"
)

// Public has the pages for everybody:
//
//	/                               the tournaments
//	/open/                          the round that is played, or the last one
//	/open/round-1/                  a round
//	/open/round-1/stream            its stream
//	/open/round-1/table-7           a game; ?ply=34 shows a move of it
//	/open/round-1/table-7.json      its moves
//	/open/round-1/table-7/overlay   one board for a video; without round-1/, that of the present round
//	/open/round-1/table-7/embed     one board for a page of somebody else
//	/open/round-1/embed             the same of a round
//
// What else is asked for goes to the files. Nothing can be changed here.
type Public struct {
	Files http.Handler

	mu          sync.RWMutex
	tournaments []*tournament // in the order in which they were first shown
	silent      bool          // the hall has no connection to its boards
}

// tournament is a tournament as pages show it.
type tournament struct {
	*hall.Tournament
	rounds map[int]*round
	open   int
}

// round is a round as pages show it. Its number, stream and walls never change.
type round struct {
	Number int
	stream *Stream
	walls  *walls

	Date         string
	Open, Hidden bool
	Games        []*Game // in the order of the tables
	change       int
}

// Show shows a tournament as it is now. Only one goroutine may call it.
func (p *Public) Show(v *out.Shown) {
	t := p.find(v.Tournament.ID)
	if t == nil {
		t = &tournament{Tournament: v.Tournament, rounds: map[int]*round{}}
		p.mu.Lock()
		p.tournaments = append(p.tournaments, t)
		p.mu.Unlock()
	}
	known := map[int]int{}
	for number, r := range t.rounds {
		known[number] = r.change
	}
	for _, from := range v.Rounds(known) {
		p.showRound(t, &from)
	}
}

func (p *Public) find(id string) *tournament {
	p.mu.RLock()
	defer p.mu.RUnlock()
	for _, t := range p.tournaments {
		if t.ID == id {
			return t
		}
	}
	return nil
}

// showRound takes what has changed in a round, and gives it to the pages.
func (p *Public) showRound(t *tournament, from *out.Round) {
	r := t.rounds[from.Number]
	if r == nil {
		r = &round{Number: from.Number, walls: &walls{}}
		r.stream = NewStream(func() json.RawMessage { return p.state(t, r) })
		p.mu.Lock()
		t.rounds[r.Number] = r
		p.mu.Unlock()
	}
	if from.Change == r.change && from.Open == r.Open {
		return
	}
	games, whole := r.Games, from.Date != r.Date || from.Open != r.Open || from.Hidden != r.Hidden
	if from.Change != r.change {
		games = gamesOf(t, from, r.Games)
	}
	whole = whole || !sameTables(r.Games, games)
	old := r.Games
	p.mu.Lock()
	r.Date, r.Open, r.Hidden, r.Games, r.change = from.Date, from.Open, from.Hidden, games, from.Change
	if r.Open {
		t.open = r.Number
	} else if t.open == r.Number {
		t.open = 0
	}
	p.mu.Unlock()
	if whole {
		p.renew()
		return
	}
	for i, g := range games {
		if g != old[i] {
			r.stream.Add(marshal(g.change(old[i])))
		}
	}
}

// gamesOf returns the games of a round. Those that have not changed are the old ones.
func gamesOf(t *tournament, from *out.Round, old []*Game) []*Game {
	byTable := map[int]*Game{}
	for _, g := range old {
		byTable[g.Table] = g
	}
	var games []*Game
	for i := range from.Tables {
		b := &from.Tables[i]
		g := byTable[b.Pairing.Table]
		pgn := fmt.Sprintf("/%s/round-%d/game-%d.pgn", t.ID, from.Number, i+1)
		if g == nil || g.text != b.Text.PGN || g.PGN != pgn || g.White != playerOf(&b.Pairing.White) || g.Black != playerOf(&b.Pairing.Black) {
			g = gameOf(b, pgn, g)
		}
		games = append(games, g)
	}
	return games
}

func sameTables(a, b []*Game) bool {
	return slices.EqualFunc(a, b, func(a, b *Game) bool { return a.Table == b.Table && a.PGN == b.PGN })
}

// Live says whether the hall has a connection to its boards.
func (p *Public) Live(live bool) {
	p.mu.Lock()
	changed := p.silent == live
	p.silent = !live
	p.mu.Unlock()
	if changed {
		p.renew()
	}
}

// renew gives the pages the whole state: it has changed in a way that has no delta.
func (p *Public) renew() {
	p.mu.RLock()
	var all []*tournament
	all = append(all, p.tournaments...)
	p.mu.RUnlock()
	for _, t := range all {
		for _, r := range p.roundsOf(t) {
			r.stream.Add(marshal(struct {
				Full json.RawMessage `json:"full"`
			}{p.state(t, r)}))
		}
	}
}

func (p *Public) roundsOf(t *tournament) []*round {
	p.mu.RLock()
	defer p.mu.RUnlock()
	var all []*round
	for _, number := range slices.Sorted(maps.Keys(t.rounds)) {
		all = append(all, t.rounds[number])
	}
	return all
}

// fullState is the state of a round, without all moves.
type fullState struct {
	Live    bool      `json:"live"`
	Present int       `json:"now"` // the round that /open/ shows
	Hidden  bool      `json:"hidden"`
	Games   []stateOf `json:"games"`
}

func (p *Public) state(t *tournament, r *round) json.RawMessage {
	p.mu.RLock()
	defer p.mu.RUnlock()
	s := fullState{Live: !p.silent, Present: t.present(), Hidden: r.Hidden, Games: []stateOf{}}
	for _, g := range r.Games {
		s.Games = append(s.Games, g.state(len(g.Moves)-1, true))
	}
	return marshal(s)
}

// present returns the round that is played, or else the last one that has begun, or the first.
func (t *tournament) present() int {
	if t.open > 0 {
		return t.open
	}
	found := 0
	for number, r := range t.rounds {
		begun := slices.ContainsFunc(r.Games, func(g *Game) bool { return g.Plies() > 0 || g.Result != "*" })
		if begun && number > found {
			found = number
		}
	}
	if found == 0 && len(t.rounds) > 0 {
		found = slices.Min(slices.Collect(maps.Keys(t.rounds)))
	}
	return found
}

func marshal(v any) json.RawMessage {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // these types cannot fail
	}
	return text
}

// place is what a path names.
type place struct {
	t     *tournament
	r     *round
	g     *Game
	seat  int    // the table, 0: none is named
	fixed bool   // the path names the round
	kind  string // "", "stream", "overlay", "embed", "json"
}

// ServeHTTP serves the pages and the files.
func (p *Public) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead || !p.serve(w, r) {
		p.Files.ServeHTTP(w, r)
	}
}

// serve serves a page, and reports whether there is one.
func (p *Public) serve(w http.ResponseWriter, r *http.Request) bool {
	if static(w, r, false) {
		return true
	}
	h := w.Header()
	h.Set("Cache-Control", "no-cache")
	if r.URL.Path == "/" {
		secure(w, "'none'")
		p.index(w, r)
		return true
	}
	at, ok := p.place(r.URL.Path)
	if !ok {
		return false
	}
	ancestors := "'none'"
	if at.kind == "embed" || at.kind == "overlay" {
		ancestors = "*"
	}
	secure(w, ancestors)
	switch {
	case at.kind == "stream":
		at.r.stream.ServeHTTP(w, r)
	case at.kind == "json":
		h.Set("Content-Type", "application/json; charset=utf-8")
		out.NewContent(marshal(at.g.state(0, true))).Serve(w, r)
	case at.g != nil:
		p.game(w, r, at)
	default:
		p.wall(w, r, at)
	}
	return true
}

// place finds what a path names. ok is false if there is no such thing.
func (p *Public) place(path string) (at place, ok bool) {
	words := strings.Split(strings.TrimPrefix(path, "/"), "/")
	at.t = p.find(words[0])
	if at.t == nil || len(words) < 2 {
		return at, false
	}
	p.mu.RLock()
	defer p.mu.RUnlock()
	number, words := at.t.present(), words[1:]
	if n, ok := numbered(words[0], "round-"); ok {
		number, words, at.fixed = n, words[1:], true
	}
	at.r = at.t.rounds[number]
	if at.r == nil {
		return at, !at.fixed && len(words) == 1 && words[0] == ""
	}
	if len(words) > 0 {
		name, isJSON := strings.CutSuffix(words[0], ".json")
		if n, ok := numbered(name, "table-"); ok {
			at.seat, words = n, words[1:]
			i := slices.IndexFunc(at.r.Games, func(g *Game) bool { return g.Table == n })
			if i < 0 {
				return at, false
			}
			at.g = at.r.Games[i]
			if isJSON {
				at.kind = "json"
				return at, len(words) == 0
			}
			if len(words) == 0 {
				return at, at.fixed
			}
		}
	}
	if len(words) != 1 {
		return at, false
	}
	at.kind = words[0]
	switch at.kind {
	case "":
		return at, at.g == nil
	case "stream":
		return at, at.fixed && at.g == nil
	case "overlay":
		return at, at.g != nil
	case "embed":
		return at, true
	}
	return at, false
}

// numbered returns the number of a name such as round-7.
func numbered(name, prefix string) (int, bool) {
	text, ok := strings.CutPrefix(name, prefix)
	n, err := strconv.Atoi(text)
	return n, ok && err == nil && n > 0 && text == strconv.Itoa(n)
}
