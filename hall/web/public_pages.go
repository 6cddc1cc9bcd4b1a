package web

import (
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
	if at.r == nil {
		render(w, r, wallPage, page)
		return
	}
	if wall := at.r.walls.get(w, r.URL.Path+" "+page.Lang, page); wall != nil {
		servePage(w, r, wall)
	}
}

// walls are the pages of a round as they were last written, by path and language. A page of two
// hundred boards is written once for all who ask for it between two changes.
type walls struct {
	mu    sync.Mutex
	pages map[string]*out.Content
	since string // what they have of the stream
}

// get returns a page; nil if it has answered with an error.
func (c *walls) get(w http.ResponseWriter, key string, page publicPage) *out.Content {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.since != page.Since || c.pages == nil {
		c.since, c.pages = page.Since, map[string]*out.Content{}
	}
	if c.pages[key] == nil {
		c.pages[key] = execute(w, wallPage, page)
	}
	return c.pages[key]
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
