package transport

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxTagValue is the longest value of a tag (PGN standard, 7: strings).
const maxTagValue = 255

// sevenTags are the tags that every game has, in their order (PGN standard, 8.1.1).
var sevenTags = [...]string{"Event", "Site", "Date", "Round", "White", "Black", "Result"}

// derivedTags follow from the game and are not given from outside.
var derivedTags = []string{"FEN", "GameId", "Result", "SetUp", "Termination", "Variant"}

// terminations are the values that the PGN standard allows (9.8.1).
var terminations = []string{"abandoned", "adjudication", "death", "emergency", "normal",
	"rules infraction", "time forfeit", "unterminated"}

// tagForms are the forms that relays want of some values. A round is the
// round's number, alone or with the board's after a dot; "-" is a game outside
// any round.
var tagForms = map[string]*regexp.Regexp{
	"Date":        regexp.MustCompile(`^[0-9?]{4}\.[0-9?]{2}\.[0-9?]{2}$`),
	"Round":       regexp.MustCompile(`^([0-9]+(\.[0-9]+)?|-)$`),
	"Board":       regexp.MustCompile(`^[0-9]+$`),
	"TimeControl": regexp.MustCompile(`^[0-9*/+:]+$|^[-?]$`),
}

// CheckTag says what is wrong with a PGN tag given from outside: relays drop a
// game, or take one for another, for less. Names are letters only, values 1 to
// 255 printable characters without space at either end.
func CheckTag(name, value string) error {
	switch {
	case !isTagName(name):
		return fmt.Errorf("tag name %q is not letters only", name)
	case slices.Contains(derivedTags, name):
		return fmt.Errorf("tag %s follows from the game and cannot be given", name)
	case !isTagValue(value):
		return fmt.Errorf("tag %s: value %q is not 1 to %d printable characters", name, value, maxTagValue)
	case (name == "White" || name == "Black") && !isPlayer(value):
		return fmt.Errorf("tag %s: %q is no name that relays keep", name, value)
	}
	if form := tagForms[name]; form != nil && !form.MatchString(value) {
		return fmt.Errorf("tag %s: value %q has not the form %s", name, value, form)
	}
	return nil
}

// CheckTags checks each tag, and that they agree: the board's number is the
// one after the dot of the round. The error is the same each time.
func CheckTags(tags map[string]string) error {
	for _, name := range sortedNames(tags) {
		if err := CheckTag(name, tags[name]); err != nil {
			return err
		}
	}
	_, want, dotted := strings.Cut(tags["Round"], ".")
	if board := tags["Board"]; board != "" && dotted && board != want {
		return fmt.Errorf("tag Board: %q is not the board of round %q", board, tags["Round"])
	}
	return nil
}

func isTagName(s string) bool {
	for i := range len(s) {
		if !isLetter(s[i]) {
			return false
		}
	}
	return s != "" && len(s) <= maxTagValue
}

func isTagValue(s string) bool {
	return s != "" && isPrintable(s) && utf8.ValidString(s) && utf8.RuneCountInString(s) <= maxTagValue && strings.TrimSpace(s) == s
}

// isPrintable reports whether s can be shown to a person as it is: nothing in it
// moves the cursor of a terminal or begins a line.
func isPrintable(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) })
}

// isPlayer reports whether relays take s for a name.
func isPlayer(s string) bool {
	return utf8.RuneCountInString(s) > 1 && !strings.EqualFold(s, "unknown")
}

func sortedNames(tags map[string]string) []string {
	names := make([]string, 0, len(tags))
	for name := range tags {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
