package lilatest

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/boardd/boardd/legality"
)

// game is a game of a push.
type game struct {
	tags   map[string]string
	start  legality.Position
	moves  []string
	fens   []string // at the start, and after each move
	clocks []string
}

// split parts a body into games, as far as they are read.
func split(body string) []string {
	body = strings.TrimPrefix(strings.ReplaceAll(body, "\r", ""), "\ufeff")
	if strings.TrimSpace(body) == "" {
		return nil
	}
	games := strings.Split(strings.TrimSpace(body), "\n\n[")
	for i := 1; i < len(games); i++ {
		games[i] = "[" + games[i]
	}
	return games[:min(len(games), MaxChapters)]
}

// kept are the tags that a chapter keeps.
var kept = []string{"White", "Black", "WhiteElo", "BlackElo", "WhiteTitle", "BlackTitle", "WhiteTeam", "BlackTeam", "WhiteFideId", "BlackFideId",
	"TimeControl", "Variant", "Result", "Termination", "Site", "Event", "Round", "Board", "Annotator", "FEN", "GameId"}

var tagLine = regexp.MustCompile(`^\[([A-Za-z]+) "((?:[^"\\]|\\.)*)"\]$`)

// parse reads a game. If it is refused, the tags are those that could be read.
func parse(text string) (g *game, refusal string) {
	g = &game{tags: map[string]string{}, start: legality.Initial()}
	all := map[string]string{}
	head, rest, _ := strings.Cut(text+"\n\n", "\n\n")
	for i, line := range strings.Split(head, "\n") {
		m := tagLine.FindStringSubmatch(line)
		if m == nil {
			return g, fmt.Sprintf("Error parsing PGN: tag expected at line %d, column 1", i+1)
		}
		all[m[1]] = strings.NewReplacer(`\"`, `"`, `\\`, `\`).Replace(m[2])
	}
	for name, value := range all {
		if slices.Contains(kept, name) && value != "" && value != "?" && !strings.EqualFold(value, "unknown") {
			g.tags[name] = value
		}
	}
	if fen := all["FEN"]; fen != "" {
		p, err := legality.ParseFEN(fen, all["Variant"] == "Chess960")
		if err != nil {
			return g, fmt.Sprintf("Invalid FEN: %v", err)
		}
		g.start = p
	}
	return g, g.play(rest)
}

// word is a comment, a bracket of a variation, or anything up to the next space.
var word = regexp.MustCompile(`(?s)\{[^}]*\}|[()]|[^\s(){}]+`)

var (
	clock   = regexp.MustCompile(`\[%clk (\d+:\d\d:\d\d)(?:\.\d+)?\]`)
	number  = regexp.MustCompile(`^\d+\.+`)
	center  = regexp.MustCompile(`^K[de][45]$`)
	tokens  = []string{"1-0", "0-1", "1/2-1/2", "*"}
	nothing = []string{"--", "Z0", "null", "pass", "@@@@"}
)

// play plays the moves of a movetext.
func (g *game) play(text string) (refusal string) {
	p := g.start
	g.fens = []string{p.FEN()}
	depth, clocks := 0, map[int]string{}
	sans := []string{}
	for _, w := range word.FindAllString(text, -1) {
		switch {
		case w[0] == '{':
			if m := clock.FindStringSubmatch(w); m != nil && depth == 0 {
				clocks[len(sans)] = m[1]
			}
			continue
		case w == "(":
			depth++
			continue
		case w == ")":
			depth--
			continue
		}
		w = number.ReplaceAllString(w, "")
		if depth > 0 || w == "" || w[0] == '$' || slices.Contains(tokens, w) {
			continue
		}
		if slices.Contains(nothing, w) {
			return "Null moves are not supported"
		}
		sans = append(sans, w)
	}
	for i, san := range sans {
		m, err := p.ParseSAN(san)
		last := sans[len(sans)-1]
		switch {
		case err == nil:
		case i == len(sans)-1 && center.MatchString(san): // kings in the centre are a result, and no move
			return g.keep(clocks)
		case strings.HasPrefix(last, "O-O"): // only the last move is looked at, and castling is not seen
			return g.keep(clocks)
		default:
			return fmt.Sprintf("Cannot play %s at ply %d", san, i+1)
		}
		g.moves = append(g.moves, p.SAN(m))
		p = p.Play(m)
		g.fens = append(g.fens, p.FEN())
	}
	return g.keep(clocks)
}

// keep cuts a game that is too long, and keeps the time left after each move, "" where there is none.
func (g *game) keep(clocks map[int]string) (refusal string) {
	g.moves = g.moves[:min(len(g.moves), MaxPlies)]
	for i := range g.moves {
		g.clocks = append(g.clocks, clocks[i+1])
	}
	return ""
}

// hasPlayers reports whether both players have a name or a FIDE id. A game without is dropped.
func (g *game) hasPlayers() bool {
	for _, side := range []string{"White", "Black"} {
		if len([]rune(g.tags[side])) < 2 && g.tags[side+"FideId"] == "" {
			return false
		}
	}
	return true
}

// fen returns the position of a chapter after some of its moves.
func (c *Chapter) fen(plies int) string {
	p, err := legality.ParseFEN(c.Start, c.Tags["Variant"] == "Chess960")
	if err != nil {
		return ""
	}
	for _, san := range c.Moves[:plies] {
		m, err := p.ParseSAN(san)
		if err != nil {
			return ""
		}
		p = p.Play(m)
	}
	return p.FEN()
}

// PGN returns the round as Lichess exports it: the chapters in order.
func (r *Round) PGN() string {
	var b strings.Builder
	for _, c := range r.Chapters {
		b.WriteString(c.PGN())
	}
	return b.String()
}

// initial is the position of a chapter without a FEN.
const initial = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

// PGN returns the chapter, with times left and without variations.
func (c *Chapter) PGN() string {
	var b strings.Builder
	tags := maps.Clone(c.Tags)
	if delete(tags, "FEN"); c.Start != initial {
		tags["FEN"] = c.Start
	}
	for _, name := range kept {
		if value, ok := tags[name]; ok {
			fmt.Fprintf(&b, "[%s \"%s\"]\n", name, strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(value))
		}
	}
	b.WriteString("\n")
	p, _ := legality.ParseFEN(c.Start, c.Tags["Variant"] == "Chess960")
	for i, san := range c.Moves {
		dots := "."
		if p.Turn() == legality.Black {
			dots = "..."
		}
		fmt.Fprintf(&b, "%d%s %s ", p.FullmoveNumber(), dots, san)
		if c.Clocks[i] != "" {
			fmt.Fprintf(&b, "{ [%%clk %s] } ", c.Clocks[i])
		}
		if m, err := p.ParseSAN(san); err == nil {
			p = p.Play(m)
		}
	}
	result := c.Tags["Result"]
	if result == "" {
		result = "*"
	}
	b.WriteString(result + "\n\n\n")
	return b.String()
}
