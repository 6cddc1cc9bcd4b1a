package lichess

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Lichess deletes nothing: no chapter, no tag, not the position from which a chapter starts once
// the chapter has had moves. complete gives the games of a round the form in which all of that
// says what is true.
//
//   - A part that goes on from another position than its chapter is another game, and has an id of
//     its own: an illegal move was taken back, and there is another one later.
//   - A part that no longer exists is a game without moves.
//   - A game without a result that had one is unterminated.
func (r *Round) complete(games []Game) []Game {
	now, ids := r.keep(games), map[string]bool{}
	for i := range now {
		r.identify(&now[i])
		ids[now[i].ID()] = true
		if c := r.chapter(now[i].ID()); c >= 0 && now[i].Result == "*" && r.chapters[c].Tags["Termination"] != "" && now[i].Tags["Termination"] == "" {
			now[i].set("Termination", "unterminated")
		}
	}
	var all []Game
	for i, g := range now {
		all = append(all, g)
		if i+1 < len(now) && root(now[i+1].ID()) == root(g.ID()) {
			continue
		}
		for _, c := range r.chapters {
			if root(c.ID()) == root(g.ID()) && !ids[c.ID()] {
				all = append(all, withdrawn(&c, &g))
			}
		}
	}
	return all
}

// keep replaces each game that is to stay as it is by the chapters of its table, if there are any.
func (r *Round) keep(games []Game) []Game {
	var all []Game
	for _, g := range games {
		before := len(all)
		for _, c := range r.chapters {
			if g.Keep && root(c.ID()) == root(g.ID()) {
				all = append(all, c)
			}
		}
		if len(all) == before {
			all = append(all, g)
		}
	}
	return all
}

// root returns the GameId of a game's first part.
func root(id string) string {
	if i := strings.IndexAny(id, ".+"); i >= 0 {
		return id[:i]
	}
	return id
}

// identify gives a game another GameId if the chapter of its own starts from another position.
func (r *Round) identify(g *Game) {
	id := g.ID()
	for n := 2; ; n++ {
		c := r.chapter(g.ID())
		if c < 0 || r.chapters[c].Start.FEN() == g.Start.FEN() || !r.begun[g.ID()] && r.chapters[c].Tags["FEN"] == "" {
			return
		}
		g.set("GameId", fmt.Sprintf("%s+%d", id, n))
	}
}

// withdrawn returns the game of a chapter without its moves, with the other tags of its table.
func withdrawn(c, of *Game) Game {
	g := Game{Tags: maps.Clone(of.Tags), Start: c.Start, Result: "*"}
	for _, name := range []string{"FEN", "SetUp", "Variant", "Termination"} {
		delete(g.Tags, name)
		if value := c.Tags[name]; value != "" {
			g.Tags[name] = value
		}
	}
	if g.Tags["FEN"] != "" {
		g.Tags["SetUp"] = "1"
	}
	if g.Tags["Termination"] != "" {
		g.Tags["Termination"] = "unterminated"
	}
	g.Tags["GameId"], g.Tags["Result"] = c.ID(), "*"
	g.PGN = header(g.Tags) + "\n*\n\n"
	return g
}

// set sets a tag of a game, also in its text.
func (g *Game) set(name, value string) {
	g.Tags = maps.Clone(g.Tags)
	g.Tags[name] = value
	_, moves, _ := strings.Cut(g.PGN, "\n\n")
	g.PGN = header(g.Tags) + "\n" + moves
}

// seven are the tags that come first.
var seven = []string{"Event", "Site", "Date", "Round", "White", "Black", "Result"}

// header writes tags in the order of the standard.
func header(tags map[string]string) string {
	var b strings.Builder
	names := slices.DeleteFunc(slices.Sorted(maps.Keys(tags)), func(name string) bool { return slices.Contains(seven, name) })
	for _, name := range append(slices.Clone(seven), names...) {
		if value, ok := tags[name]; ok {
			fmt.Fprintf(&b, "[%s \"%s\"]\n", name, strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(value))
		}
	}
	return b.String()
}
