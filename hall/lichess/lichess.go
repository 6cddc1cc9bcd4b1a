// Package lichess decides what is pushed to a round of a broadcast on Lichess, and compares what
// Lichess shows with what was pushed.
//
// A push is the whole round; it names no chapter. Lichess looks for the chapter of each game, one
// game of the body after the other, and takes the first chapter that looks like the same game and
// that no game before has taken: by GameId; by event, site, round, board and players; or by event,
// site, round and the position after the last ply that both have. So a game that has not begun
// looks like any other game of the round, and a body whose order is not that of the chapters can
// write one game into the chapter of another. A Round knows the chapters. Its Body is in the order
// of the tables, unless Lichess would then confuse games; otherwise it is in the order of the
// chapters, and that is never confused: each game finds the chapters before its own taken.
//
//	lichess.go   games; the limits of Lichess; slices of tables
//	round.go     the chapters of a round: the next body, and what a push makes of them
//	complete.go  what has to be pushed because Lichess deletes nothing
//	verify.go    what Lichess shows, and how it differs from what was pushed
//
// The package is pure. Package out sends the bodies.
package lichess

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/boardd/boardd/hall"
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/pgn"
)

// Game is a game as Lichess knows it: that of a table, or a part of it.
type Game struct {
	Tags   map[string]string
	Start  legality.Position
	Moves  []string // SAN
	Result string
	PGN    string // with an empty line at the end

	// Keep is set if the game has no good text at present: what Lichess shows of the table stays.
	Keep bool
}

// ID returns the GameId.
func (g *Game) ID() string { return g.Tags["GameId"] }

// Name returns the game in words.
func (g *Game) Name() string {
	if _, part, ok := strings.Cut(g.ID(), "."); ok {
		return "table " + g.Tags["Board"] + ", part " + part
	}
	return "table " + g.Tags["Board"]
}

// Games returns the games of a table's text: one, or its parts in order.
func Games(text *hall.Text) []Game {
	var all []Game
	texts := split(text.PGN)
	for i := range text.Games {
		p := &text.Games[i]
		g := Game{Tags: map[string]string{}, Start: legality.Initial(), Moves: p.Moves, Result: p.Result, PGN: texts[i]}
		for _, t := range p.Tags {
			g.Tags[t.Name] = t.Value
		}
		if fen := g.Tags["FEN"]; fen != "" {
			g.Start, _ = legality.ParseFEN(fen, g.Tags["Variant"] == "Chess960") // the text has passed the lint
		}
		all = append(all, g)
	}
	return all
}

// split parts a text into games, where Lichess does.
func split(text string) []string {
	games := strings.Split(strings.TrimSpace(text), "\n\n[")
	for i := range games {
		if i > 0 {
			games[i] = "[" + games[i]
		}
		games[i] = strings.TrimSpace(games[i]) + "\n\n"
	}
	return games
}

// between matches what stands before the next game: Lichess keeps a connection alive by spaces.
var between = regexp.MustCompile(`\n\s*\n\s*\[`)

// Read reads the games that Lichess shows, in the order of its chapters. Lichess sends a game
// again when it changes: the last text of a GameId counts.
func Read(text string) ([]Game, error) {
	if strings.TrimSpace(text) == "" {
		return nil, nil
	}
	var all []Game
	for _, one := range split(between.ReplaceAllString(text, "\n\n[")) {
		read, err := pgn.NewReader(strings.NewReader(one)).Next()
		if errors.Is(err, io.EOF) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("game %d: %w", len(all)+1, err)
		}
		g := gameOf(read, one)
		if i := slices.IndexFunc(all, func(o Game) bool { return g.ID() != "" && o.ID() == g.ID() }); i >= 0 {
			all[i] = g
			continue
		}
		all = append(all, g)
	}
	return all, nil
}

func gameOf(read *pgn.Game, text string) Game {
	g := Game{Tags: map[string]string{}, Start: read.Start, Result: read.Result, PGN: text}
	for _, t := range read.Tags {
		g.Tags[t.Name] = t.Value
	}
	p := read.Start
	for _, m := range read.Moves {
		g.Moves = append(g.Moves, p.SAN(m))
		p = p.Play(m)
	}
	return g
}

// Text returns the body of a push.
func Text(body []Game) string {
	var b strings.Builder
	for i := range body {
		b.WriteString(body[i].PGN)
	}
	return b.String()
}

// The limits of Lichess: chapters of a round, plies of a game, bytes of a push. A warning comes
// before each one.
const (
	MaxChapters  = 100
	warnChapters = 90
	maxPlies     = 600
	warnPlies    = 500
	maxBody      = 512 << 10
	warnBody     = 400 << 10
)

// Limits returns which limits the games of a round have reached, or will soon.
func Limits(games []Game) []error {
	var bad []error
	bytes := 0
	for i := range games {
		g := &games[i]
		bytes += len(g.PGN)
		if len(g.Moves) >= warnPlies {
			bad = append(bad, fmt.Errorf("%s has more than %d plies: Lichess takes %d, and the game then goes on as another chapter", g.Name(), warnPlies, maxPlies))
		}
	}
	switch n := len(games); {
	case n > MaxChapters:
		bad = append(bad, fmt.Errorf("there are more than %d games, and Lichess shows no more: the last ones are not pushed; give some tables another target", MaxChapters))
	case n > warnChapters:
		bad = append(bad, fmt.Errorf("there are more than %d games, and Lichess shows %d; a game that goes on as another part needs one more: give some tables another target", warnChapters, MaxChapters))
	}
	if bytes > warnBody {
		bad = append(bad, fmt.Errorf("the text of the round has more than %d KiB, and Lichess takes %d: give some tables another target", warnBody>>10, maxBody>>10))
	}
	return bad
}

// Tables is a slice of the tables of a round. Empty, it has all of them.
type Tables []span

type span struct{ first, last int }

// ParseTables reads a slice such as "1-50,60". The empty text has all tables.
func ParseTables(text string) (Tables, error) {
	if text == "" {
		return nil, nil
	}
	var all Tables
	for one := range strings.SplitSeq(text, ",") {
		low, high, ranged := strings.Cut(strings.TrimSpace(one), "-")
		first, err := strconv.Atoi(low)
		last := first
		if ranged && err == nil {
			last, err = strconv.Atoi(high)
		}
		if err != nil || first < 1 || last < first {
			return nil, fmt.Errorf(`%q is no slice of tables as in "1-50,60"`, text)
		}
		all = append(all, span{first, last})
	}
	return all, nil
}

// Has reports whether a table is in the slice.
func (t Tables) Has(table int) bool {
	return len(t) == 0 || slices.ContainsFunc(t, func(s span) bool { return s.first <= table && table <= s.last })
}
