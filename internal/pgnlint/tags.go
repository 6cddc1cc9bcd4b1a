package pgnlint

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

var (
	tagLine = regexp.MustCompile(`^\[([A-Za-z]+) "((?:[^"\\]|\\["\\])*)"\]$`)
	unquote = strings.NewReplacer(`\\`, `\`, `\"`, `"`)
)

var sevenTags = []string{"Event", "Site", "Date", "Round", "White", "Black", "Result"}

var results = []string{"1-0", "0-1", "1/2-1/2", "*"}

// tagForms are the forms of values: relays take the number of the round, and
// of the board, from them.
var tagForms = map[string]*regexp.Regexp{
	"Date":   regexp.MustCompile(`^[0-9?]{4}\.[0-9?]{2}\.[0-9?]{2}$`),
	"Round":  regexp.MustCompile(`^([0-9]+(\.[0-9]+)?|-)$`),
	"Result": regexp.MustCompile(`^(1-0|0-1|1/2-1/2|\*)$`),
	"SetUp":  regexp.MustCompile(`^1$`),
	"Termination": regexp.MustCompile(`^(abandoned|adjudication|death|emergency|normal|rules infraction|` +
		`time forfeit|unterminated)$`),
}

// readTags reads the tag section of a game.
func (g *Game) readTags(lines []string) []error {
	var errs []error
	for _, line := range lines {
		m := tagLine.FindStringSubmatch(line)
		if m == nil {
			errs = append(errs, fmt.Errorf("%q is no tag", line))
			continue
		}
		g.Tags = append(g.Tags, Tag{m[1], unquote.Replace(m[2])})
	}
	errs = append(errs, g.checkOrder()...)
	for _, t := range g.Tags {
		errs = append(errs, checkValue(t)...)
	}
	errs = append(errs, g.checkBoard()...)
	return append(errs, g.checkStart()...)
}

func (g *Game) checkOrder() []error {
	var errs []error
	var names []string
	for _, t := range g.Tags {
		names = append(names, t.Name)
	}
	n := min(len(names), len(sevenTags))
	if !slices.Equal(names[:n], sevenTags) {
		errs = append(errs, fmt.Errorf("the first tags are %q, not the seven in their order", names[:n]))
	}
	for i := n; i < len(names); i++ {
		if slices.Contains(names[:i], names[i]) {
			errs = append(errs, fmt.Errorf("tag %s stands twice", names[i]))
		} else if i > n && names[i] < names[i-1] {
			errs = append(errs, fmt.Errorf("tag %s stands after %s", names[i], names[i-1]))
		}
	}
	return errs
}

func checkValue(t Tag) []error {
	var errs []error
	if utf8.RuneCountInString(t.Value) > 255 {
		errs = append(errs, fmt.Errorf("tag %s has over 255 characters", t.Name))
	}
	if strings.ContainsFunc(t.Value, func(r rune) bool { return !unicode.IsPrint(r) }) {
		errs = append(errs, fmt.Errorf("tag %s: %q does not print", t.Name, t.Value))
	}
	if form := tagForms[t.Name]; form != nil && !form.MatchString(t.Value) {
		errs = append(errs, fmt.Errorf("tag %s: %q has not the form %s", t.Name, t.Value, form))
	}
	if t.Name == "White" || t.Name == "Black" {
		if utf8.RuneCountInString(t.Value) < 2 || strings.EqualFold(t.Value, "unknown") {
			errs = append(errs, fmt.Errorf("tag %s: %q is no name", t.Name, t.Value))
		}
	}
	return errs
}

func (g *Game) checkBoard() []error {
	_, number, dotted := strings.Cut(g.Tag("Round"), ".")
	if board := g.Tag("Board"); board != "" && dotted && board != number {
		return []error{fmt.Errorf("tag Board is %q in round %q", board, g.Tag("Round"))}
	}
	return nil
}

// checkStart sees to it that SetUp and Variant go with a FEN.
func (g *Game) checkStart() []error {
	var errs []error
	if (g.Tag("SetUp") == "") != (g.Tag("FEN") == "") {
		errs = append(errs, fmt.Errorf("of SetUp and FEN only one is there"))
	}
	if v := g.Tag("Variant"); v != "" && (v != "Chess960" || g.Tag("FEN") == "") {
		errs = append(errs, fmt.Errorf("variant %q with FEN %q", v, g.Tag("FEN")))
	}
	return errs
}

// checkResult sees to it that the tags say what the movetext ends with.
func (g *Game) checkResult() []error {
	var errs []error
	if g.Tag("Result") != g.Result {
		errs = append(errs, fmt.Errorf("tag Result is %q and the movetext ends with %q", g.Tag("Result"), g.Result))
	}
	if g.Tag("Termination") == "unterminated" && g.Result != "*" {
		errs = append(errs, fmt.Errorf("an unterminated game has the result %s", g.Result))
	}
	return errs
}
