package lichess

import (
	"maps"
	"slices"
	"strings"
	"time"
)

// Round is a round on Lichess, as far as pushes and their answers tell. The zero value knows of no
// chapter.
type Round struct {
	chapters []Game             // in their order
	begun    map[string]bool    // each GameId whose chapter has, or had, moves: its start stays
	refused  map[string]string  // the text of a GameId that Lichess refused last
	withheld []string           // the GameIds of which the last body lacks the text, because it was refused
	sent     map[string][]shape // of each GameId, in order: what Lichess may show
}

// Body returns the games of the next push. games are all games of the round in the order of the
// tables, each part after the one before. A game whose text was refused stays as it was before.
func (r *Round) Body(games []Game) []Game {
	games = r.limit(r.acceptable(r.complete(games)))
	own := r.own(games)
	if r.safe(games, own) {
		return games
	}
	ordered := r.order(games, own, false)
	if r.safe(ordered, r.own(ordered)) {
		return ordered
	}
	return r.order(games, own, true)
}

// acceptable replaces each game whose text was refused by what its chapter has, and leaves it out
// if there is no chapter.
func (r *Round) acceptable(games []Game) []Game {
	var all []Game
	r.withheld = nil
	for _, g := range games {
		if r.refused[g.ID()] == g.PGN {
			r.withheld = append(r.withheld, g.ID())
			i := r.chapter(g.ID())
			if i < 0 {
				continue
			}
			g = r.chapters[i]
		}
		all = append(all, g)
	}
	return all
}

// Withheld returns the GameIds of the games whose text the last body does not have, because Lichess has
// refused it.
func (r *Round) Withheld() []string { return r.withheld }

// limit leaves out games that would be chapters beyond the limit: the last ones that have no
// chapter.
func (r *Round) limit(games []Game) []Game {
	all := slices.Clone(games)
	for i := len(all) - 1; i >= 0 && len(all) > MaxChapters; i-- {
		if r.chapter(all[i].ID()) < 0 {
			all = slices.Delete(all, i, i+1)
		}
	}
	return all[:min(len(all), MaxChapters)]
}

// chapter returns the first chapter with a GameId, -1 if there is none.
func (r *Round) chapter(id string) int {
	return slices.IndexFunc(r.chapters, func(c Game) bool { return c.ID() == id })
}

// own returns the chapter of each game, -1 if it has none.
func (r *Round) own(games []Game) []int {
	var all []int
	for i := range games {
		all = append(all, r.chapter(games[i].ID()))
	}
	return all
}

// order returns the games in the order of their chapters, and then those that have none. With
// others, it adds the chapters that no game has, as they are.
func (r *Round) order(games []Game, own []int, others bool) []Game {
	var all []Game
	for i := range r.chapters {
		if j := slices.Index(own, i); j >= 0 {
			all = append(all, games[j])
		} else if others {
			all = append(all, r.chapters[i])
		}
	}
	for j, i := range own {
		if i < 0 {
			all = append(all, games[j])
		}
	}
	return all
}

// safe reports whether Lichess writes each game into its own chapter, and adds a chapter for each
// game that has none.
func (r *Round) safe(body []Game, own []int) bool { return slices.Equal(plan(r.chapters, body), own) }

// plan returns the chapter into which Lichess writes each game, -1 if it adds one.
func plan(chapters, body []Game) []int {
	taken := make([]bool, len(chapters))
	var all []int
	for i := range body {
		found := -1
		for j := range chapters {
			if !taken[j] && isSame(&chapters[j], &body[i]) {
				found, taken[j] = j, true
				break
			}
		}
		all = append(all, found)
	}
	return all
}

// isSame reports whether Lichess takes a game for the one in a chapter.
func isSame(c, g *Game) bool {
	if id := g.ID(); id != "" && id == c.ID() {
		return true
	}
	for _, name := range []string{"Event", "Site"} {
		if c.Tags[name] != g.Tags[name] {
			return false
		}
	}
	round, board := place(g)
	if r, b := place(c); r != round {
		return false
	} else if b == board && samePlayers(c, g) {
		return true
	}
	n := min(len(c.Moves), len(g.Moves))
	return fen(c, n) == fen(g, n)
}

// place returns the round and the board of a game as Lichess reads them.
func place(g *Game) (round, board string) {
	text := g.Tags["Round"]
	round = text[:len(text)-len(strings.TrimLeft(text, "0123456789"))]
	if board = g.Tags["Board"]; board == "" {
		_, board, _ = strings.Cut(text, ".")
	}
	return round, board
}

// samePlayers compares FIDE ids if all four are known, otherwise names.
func samePlayers(a, b *Game) bool {
	all, same := true, true
	for _, name := range []string{"WhiteFideId", "BlackFideId"} {
		all = all && a.Tags[name] != "" && b.Tags[name] != "" && a.Tags[name] != "0" && b.Tags[name] != "0"
		same = same && a.Tags[name] == b.Tags[name]
	}
	if all {
		return same
	}
	return a.Tags["White"] == b.Tags["White"] && a.Tags["Black"] == b.Tags["Black"]
}

// fen returns the position after some plies of a game.
func fen(g *Game, plies int) string {
	p := g.Start
	for _, san := range g.Moves[:plies] {
		m, err := p.ParseSAN(san)
		if err != nil {
			break
		}
		p = p.Play(m)
	}
	return p.FEN()
}

// Pushed notes that Lichess has answered to a push of a body: whether it took each of the games.
// A game that it did not take is none of the round in that push.
func (r *Round) Pushed(at time.Time, body []Game, took []bool) {
	if r.refused == nil {
		r.refused, r.sent = map[string]string{}, map[string][]shape{}
	}
	var games []Game
	for i, g := range body {
		if !took[i] {
			r.refused[g.ID()] = g.PGN
			continue
		}
		if r.refused[g.ID()] == g.PGN {
			delete(r.refused, g.ID())
		}
		r.note(at, &g)
		games = append(games, g)
	}
	r.write(games)
}

// write does to the chapters what Lichess does: it writes each game into its chapter, puts the
// chapters into the order of the body if each of them has a game, and adds the other games.
func (r *Round) write(games []Game) {
	to := plan(r.chapters, games)
	var order, added []Game
	for i, g := range games {
		if to[i] < 0 {
			added = append(added, g)
			continue
		}
		old := &r.chapters[to[i]]
		if len(old.Moves) > 0 {
			g.Start = old.Start
		}
		tags := maps.Clone(old.Tags) // no tag is removed
		maps.Copy(tags, g.Tags)
		g.Tags = tags
		*old = g
		order = append(order, g)
	}
	for i := range games {
		if len(games[i].Moves) > 0 {
			r.begin(games[i].ID())
		}
	}
	if len(order) == len(r.chapters) {
		r.chapters = order
	}
	r.chapters = append(slices.Clip(r.chapters), added...)
	r.chapters = r.chapters[:min(len(r.chapters), MaxChapters)]
}

func (r *Round) begin(id string) {
	if r.begun == nil {
		r.begun = map[string]bool{}
	}
	r.begun[id] = true
}
