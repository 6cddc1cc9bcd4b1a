// Package lilatest is a round of a broadcast as Lichess keeps it, for tests of what is pushed to
// it. It is written from descriptions of lila, the program of Lichess, and never from what this
// program sends.
//
// A push names no chapter. lila looks for the chapter of each game, one game of the body after
// the other, and takes the first chapter that no game before has taken and that looks like the
// same game: by the tag GameId; by event, site, round, board and players; or by event, site,
// round and the position after the last ply that both have. Where one of them has no ply that is
// the position at the start, so that a game that has not begun looks like any other.
//
//	lilatest.go  chapters, and which game goes into which
//	parse.go     the text of a push
//	server.go    the same over HTTP
package lilatest

import (
	"maps"
	"slices"
	"strconv"
	"strings"
)

// MaxChapters is how many chapters a round has, and how many games of a push are read. MaxPlies
// is how many plies of a game are kept.
const (
	MaxChapters = 100
	MaxPlies    = 600
)

// Round is a round that games are pushed to.
type Round struct {
	Chapters []*Chapter // in the order in which they are shown
	Upstream bool       // the round reads its games from an address: it takes no push
	made     int
	parsed   map[string]*game // of texts that were not refused
}

// Chapter is a game as spectators see it.
type Chapter struct {
	Number int // in the order of creation, from 1
	Tags   map[string]string
	Start  string   // FEN
	Moves  []string // SAN
	Clocks []string // the time left after each move, "" where there is none
	Aside  int      // lines that once were shown, and are variations now
}

// Answer is the answer about a game of a push.
type Answer struct {
	Tags  map[string]string `json:"tags"`
	Moves *int              `json:"moves,omitempty"` // plies
	Error string            `json:"error,omitempty"`
}

// Push takes a body. It returns an answer for each of its games, in order.
func (r *Round) Push(body string) []Answer {
	if r.Upstream {
		return []Answer{{Tags: map[string]string{}, Error: "The relay has an upstream URL, and cannot be pushed to."}}
	}
	var answers []Answer
	var good []*game
	for _, text := range split(body) {
		g, refusal := r.parse(text)
		if refusal != "" {
			answers = append(answers, Answer{Tags: g.tags, Error: refusal})
			continue
		}
		plies := len(g.moves)
		answers = append(answers, Answer{Tags: g.tags, Moves: &plies})
		if g.hasPlayers() {
			good = append(good, g)
		}
	}
	r.sync(good)
	return answers
}

// parse reads a game, each text once.
func (r *Round) parse(text string) (g *game, refusal string) {
	if g = r.parsed[text]; g != nil {
		return g, ""
	}
	if g, refusal = parse(text); refusal == "" {
		if r.parsed == nil {
			r.parsed = map[string]*game{}
		}
		r.parsed[text] = g
	}
	return g, refusal
}

// sync writes each game into its chapter, and adds chapters for the others. If every chapter has
// a game, the chapters are put into the order of the games.
func (r *Round) sync(games []*game) {
	free := slices.Clone(r.Chapters)
	var order, added []*Chapter
	for _, g := range games {
		i := slices.IndexFunc(free, func(c *Chapter) bool { return isSame(c, g) })
		if i < 0 {
			if len(r.Chapters)+len(added) < MaxChapters {
				r.made++
				c := &Chapter{Number: r.made, Tags: map[string]string{}}
				added = append(added, c)
				c.update(g)
			}
			continue
		}
		free[i].update(g)
		order = append(order, free[i])
		free = slices.Delete(free, i, i+1)
	}
	if len(free) == 0 {
		r.Chapters = order
	}
	r.Chapters = append(r.Chapters, added...)
}

// update writes a game into a chapter. No tag is removed. A chapter that has moves, even if only
// in variations, keeps its start.
func (c *Chapter) update(g *game) {
	maps.Copy(c.Tags, g.tags)
	if len(c.Moves) == 0 && c.Aside == 0 {
		c.Start = g.fens[0]
	}
	if n := len(c.Moves); n > len(g.moves) || !slices.Equal(c.Moves, g.moves[:n]) {
		c.Aside++
	}
	c.Moves, c.Clocks = g.moves, g.clocks
}

// isSame reports whether a game looks like the one in a chapter.
func isSame(c *Chapter, g *game) bool {
	if id := g.tags["GameId"]; id != "" && id == c.Tags["GameId"] {
		return true
	}
	if c.Tags["Event"] != g.tags["Event"] || c.Tags["Site"] != g.tags["Site"] || roundOf(c.Tags) != roundOf(g.tags) {
		return false
	}
	if boardOf(c.Tags) == boardOf(g.tags) && samePlayers(c.Tags, g.tags) {
		return true
	}
	common := min(len(c.Moves), len(g.moves))
	return c.fen(common) == g.fens[common]
}

// roundOf returns the digits at the beginning of the tag Round.
func roundOf(tags map[string]string) string {
	text := tags["Round"]
	if i := strings.IndexFunc(text, func(r rune) bool { return r < '0' || r > '9' }); i >= 0 {
		return text[:i]
	}
	return text
}

// boardOf returns the number of the board: the tag Board, else what follows the dot in Round.
func boardOf(tags map[string]string) string {
	if _, err := strconv.Atoi(tags["Board"]); err == nil {
		return tags["Board"]
	}
	_, board, _ := strings.Cut(tags["Round"], ".")
	return board
}

func samePlayers(a, b map[string]string) bool {
	known := func(tags map[string]string, side string) bool {
		id := tags[side+"FideId"]
		return id != "" && id != "0"
	}
	if known(a, "White") && known(a, "Black") && known(b, "White") && known(b, "Black") {
		return a["WhiteFideId"] == b["WhiteFideId"] && a["BlackFideId"] == b["BlackFideId"]
	}
	return a["White"] == b["White"] && a["Black"] == b["Black"]
}
