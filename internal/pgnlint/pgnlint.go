// Package pgnlint reads export PGN as strictly as the strictest relay does,
// and says what is wrong with it.
//
// It wants what live relays were found to want, which is less than the PGN
// standard of 1994 allows: games of seven tags in order and the others sorted,
// tag names of letters only, movetext of legal moves in canonical SAN without
// variations, at most one time left after each move, and texts in UTF-8
// that part into games at an empty line before a '['. Nothing is repaired: it
// is for what this program writes, in tests and before a broadcast.
package pgnlint

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Game is one game as it was written. After errors it is what could be read.
type Game struct {
	Tags     []Tag
	Moves    []string // SAN
	Clocks   []string // the time left after each of Moves, "" where there is none; nil if there is none at all
	Comments []string // that hold no command
	Result   string   // the token that ends the movetext
}

// Tag is one tag pair, its value unquoted.
type Tag struct {
	Name, Value string
}

// Tag is the value of a tag, "" if it is not there.
func (g *Game) Tag(name string) string {
	for _, t := range g.Tags {
		if t.Name == name {
			return t.Value
		}
	}
	return ""
}

// Check lists what is wrong with a text of one game or more, nil if nothing is.
func Check(text string) []error {
	_, errs := Read(text)
	return errs
}

// Read reads the games of a text and lists what is wrong with it.
func Read(text string) ([]Game, []error) {
	errs := checkText(text)
	var games []Game
	for i, one := range split(text) {
		g, bad := readGame(one)
		games = append(games, g)
		for _, err := range bad {
			errs = append(errs, fmt.Errorf("game %d: %w", i+1, err))
		}
	}
	return games, errs
}

// split parts a text where relays do: at an empty line before a '['.
func split(text string) []string {
	parts := strings.Split(text, "\n\n[")
	for i := range parts {
		if i > 0 {
			parts[i] = "[" + parts[i]
		}
		if i < len(parts)-1 {
			parts[i] += "\n\n"
		}
	}
	return parts
}

// checkText looks at the characters of a text.
func checkText(text string) []error {
	var errs []error
	for _, rule := range []struct {
		broken bool
		what   string
	}{
		{!utf8.ValidString(text), "text is not UTF-8"},
		{strings.HasPrefix(text, "\ufeff"), "text begins with a byte order mark"},
		{strings.Contains(text, "\r"), "text has a carriage return"},
		{strings.Contains(text, "\t"), "text has a tab"},
		{strings.Contains(text, " \n"), "a line ends with a space"},
		{!strings.HasSuffix(text, "\n"), "text does not end with a line feed"},
	} {
		if rule.broken {
			errs = append(errs, fmt.Errorf("%s", rule.what))
		}
	}
	return errs
}

// readGame reads one game: tags, an empty line, movetext, an empty line.
func readGame(text string) (Game, []error) {
	var g Game
	head, body, ok := strings.Cut(text, "\n\n")
	if !ok {
		return g, []error{fmt.Errorf("no empty line after the tags")}
	}
	errs := g.readTags(strings.Split(head, "\n"))
	moves, ok := strings.CutSuffix(body, "\n\n")
	if !ok {
		errs = append(errs, fmt.Errorf("no empty line after the movetext"))
	}
	errs = append(errs, checkLines(moves)...)
	errs = append(errs, g.readMoves(moves)...)
	return g, append(errs, g.checkResult()...)
}

// checkLines looks at the lines of a movetext. Tags cannot be broken, so that
// only these are to be kept short.
func checkLines(moves string) []error {
	var errs []error
	for line := range strings.SplitSeq(moves, "\n") {
		switch {
		case line == "":
			errs = append(errs, fmt.Errorf("an empty line in the movetext"))
		case utf8.RuneCountInString(line) >= 80:
			errs = append(errs, fmt.Errorf("line %q has 80 characters or more", line))
		case line[0] == '%':
			errs = append(errs, fmt.Errorf("line %q is an escape", line))
		}
	}
	return errs
}
