package web

import (
	"encoding/json"
	"fmt"
	"html/template"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

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

// round is a round as pages show it.
type round struct {
	Number       int
	Date         string
	Open, Hidden bool
	Games        []*Game // in the order of the tables
	change       int
	stream       *Stream
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
		r = &round{Number: from.Number}
		r.stream = NewStream(func() json.RawMessage { return p.state(t, r) })
		p.mu.Lock()
		t.rounds[r.Number] = r
		p.mu.Unlock()
	}
	head := round{r.Number, from.Date, from.Open, from.Hidden, r.Games, from.Change, r.stream}
	if from.Change == r.change && head.Open == r.Open {
		return
	}
	games, whole := r.Games, head.Date != r.Date || head.Open != r.Open || head.Hidden != r.Hidden
	if from.Change != r.change {
		games = gamesOf(t, from, r.Games)
	}
	whole = whole || !sameTables(r.Games, games)
	old := r.Games
	p.mu.Lock()
	*r = head
	r.Games = games
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
	if static(w, r) {
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
		w.Write(marshal(at.g.state(0, true)))
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

var (
	indexPage   = parse("public_index.html")
	wallPage    = parse("public_wall.html", "public_card.html")
	gamePage    = parse("public_game.html")
	overlayPage = parse("public_overlay.html")
)

// tournamentLine is a tournament in the list of all.
type tournamentLine struct {
	*hall.Tournament
	Rounds  []Link
	Playing bool
}

func (p *Public) index(w http.ResponseWriter, r *http.Request) {
	words := wordsFor(r)
	page := struct {
		Page
		Tournaments []tournamentLine
	}{Page: Page{Words: words, Title: words.T("Tournaments"), Kind: "index"}}
	p.mu.RLock()
	for _, t := range p.tournaments {
		page.Tournaments = append(page.Tournaments, tournamentLine{t.Tournament, t.links(words, 0), t.open > 0})
	}
	p.mu.RUnlock()
	render(w, r, indexPage, page)
}

// links returns the rounds of a tournament.
func (t *tournament) links(words Words, here int) []Link {
	var all []Link
	for _, number := range slices.Sorted(maps.Keys(t.rounds)) {
		all = append(all, Link{fmt.Sprintf("/%s/round-%d/", t.ID, number), fmt.Sprint(number), number == here})
	}
	return all
}

// publicPage is what the pages of a round and of its games have in common.
type publicPage struct {
	Page
	Event, Place, Root string
	Round              *round
	Rounds             []Link
	Late               string // the delay in words
	Silent             bool
	Follow             bool // the page follows the present round
}

// head returns it. The caller holds the lock.
func (p *Public) head(r *http.Request, at *place, kind string) publicPage {
	words := wordsFor(r)
	page := publicPage{Page: Page{Words: words, Kind: kind, Bare: at.kind != "", Title: at.t.Event}, Event: at.t.Event, Place: at.t.Site, Root: "/" + at.t.ID + "/",
		Late: lateness(words, at.t.Delay), Silent: p.silent, Follow: !at.fixed}
	if at.r == nil {
		return page
	}
	copied := *at.r
	page.Round, page.Rounds = &copied, at.t.links(words, at.r.Number)
	page.Stream = fmt.Sprintf("/%s/round-%d/stream", at.t.ID, at.r.Number)
	page.Title = fmt.Sprintf("%s, %s %d", at.t.Event, words.T("Round"), at.r.Number)
	return page
}

// lateness says how old the games on a page are.
func lateness(words Words, delay time.Duration) string {
	if delay == 0 {
		return words.T("Without delay.")
	}
	text := delay.String()
	if delay%time.Minute == 0 {
		text = fmt.Sprintf("%d min", int(delay.Minutes()))
	} else if delay < 2*time.Minute {
		text = fmt.Sprintf("%g s", delay.Seconds())
	}
	return fmt.Sprintf(words.T("This page shows the games as they were %s ago."), text)
}

func (p *Public) wall(w http.ResponseWriter, r *http.Request, at place) {
	since := ""
	if at.r != nil {
		since = at.r.stream.ID()
	}
	p.mu.RLock()
	page := p.head(r, &at, "wall")
	p.mu.RUnlock()
	page.Since = since
	render(w, r, wallPage, page)
}

// gameView is a game at one of its moves.
type gameView struct {
	publicPage
	Game         *Game
	Ply          int  // of Game.Moves
	Asked        bool // the address names it; else it is the last one, and the page follows
	White, Black string
	Board        Board
	Parts        map[string]bool // what an overlay shows
}

func (p *Public) game(w http.ResponseWriter, r *http.Request, at place) {
	since := at.r.stream.ID()
	p.mu.RLock()
	page := gameView{publicPage: p.head(r, &at, "game"), Game: at.g}
	p.mu.RUnlock()
	page.Since = since
	query := r.URL.Query()
	page.Ply = len(at.g.Moves) - 1
	if n, err := strconv.Atoi(query.Get("ply")); err == nil && at.kind == "" {
		page.Ply, page.Asked = min(max(n, 0), page.Ply), true
	}
	page.White, page.Black = at.g.Clocks(page.Ply)
	page.Board = at.g.board(page.Words, page.Ply)
	page.Board.Flip, page.Board.Coords = query.Get("flip") != "", at.kind == ""
	page.Title = fmt.Sprintf("%s – %s, %s", at.g.White.Name, at.g.Black.Name, page.Title)
	t := gamePage
	if at.kind == "overlay" || at.kind == "embed" {
		t, page.Kind = overlayPage, at.kind
		page.Board.Size, page.Parts = overlayOf(query.Get("size"), query.Get("parts"))
	}
	render(w, r, t, page)
}

// sideView is a player beside the board.
type sideView struct {
	Side, Left string
	Player     Player
	Clocks     bool
}

// sideOf returns a side of a game.
func sideOf(v gameView, side string) sideView {
	if side == "w" {
		return sideView{side, v.White, v.Game.White, v.Parts["clocks"]}
	}
	return sideView{side, v.Black, v.Game.Black, v.Parts["clocks"]}
}

// overlayOf returns what an overlay shows, as its address asks for it.
func overlayOf(size, parts string) (int, map[string]bool) {
	n, err := strconv.Atoi(size)
	if err != nil || n < 80 || n > 2160 {
		n = 0
	}
	show := map[string]bool{"names": true, "clocks": true, "board": true, "move": true}
	if parts != "" {
		clear(show)
		for one := range strings.SplitSeq(parts, ",") {
			show[one] = true
		}
	}
	return n, show
}

// board returns the board of a game at a move.
func (g *Game) board(words Words, ply int) Board {
	m := g.Moves[ply]
	label := words.T("no moves yet")
	if m.SAN != "" {
		label = m.Number + " " + m.SAN
	} else if ply > 0 {
		label = words.T("Position set")
	}
	return Board{Placement: m.Placement, Last: m.UCI, Label: fmt.Sprintf("%s %d, %s", words.T("Table"), g.Table, label)}
}

// Card is a game on the wall.
type Card struct {
	Words
	*Game
	Href         string
	WhiteLeft    string
	BlackLeft    string
	Board        template.HTML
	LastMove     string
	Over, NoPlay bool
}

// Size says how large the boards of the round are.
func (p publicPage) Size() string {
	switch n := len(p.Round.Games); {
	case n <= 4:
		return "huge"
	case n <= 12:
		return "large"
	}
	return ""
}

// Cards returns the games of the round.
func (p publicPage) Cards() []Card {
	var all []Card
	for _, g := range p.Round.Games {
		c := Card{Words: p.Words, Game: g, Href: fmt.Sprintf("%sround-%d/table-%d", p.Root, p.Round.Number, g.Table)}
		c.WhiteLeft, c.BlackLeft = g.Clocks(len(g.Moves) - 1)
		c.Board = boardSVG(g.board(p.Words, len(g.Moves)-1))
		c.LastMove = strings.TrimSpace(g.Last().Number + " " + g.Last().SAN)
		c.Over, c.NoPlay = g.Result != "*", g.Plies() == 0
		all = append(all, c)
	}
	return all
}
