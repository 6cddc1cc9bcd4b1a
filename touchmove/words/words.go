// Package words says what boardd noticed in sentences for people, in English and
// in German, from one table: a row for each code of touchmove, with what was
// seen, what the text of the rule set in force says of it, and what level it can
// have. What the rules ask for then follows from the finding's remedy.
//
// A sentence never says more than the board and the clock do: nothing about
// hands, speech or intention. A finding of level certain states; one that is
// suspected tells what decides and is not seen; one of level info alleges
// nothing; the rest is the arbiter's to decide, and the sentence says so. Where
// the text in force is silent, that is what the sentence says of it.
//
// The terms are those of the texts themselves: of the FIDE Laws in English, and
// in German of their translations (berührt, losgelassen, ausgeführt,
// abgeschlossen, regelwidrig).
package words

import (
	"slices"
	"strings"

	"github.com/boardd/boardd/internal/enum"
	"github.com/boardd/boardd/touchmove"
)

// Language is one that sentences are written in.
type Language uint8

// The languages.
const (
	English Language = iota
	German
)

var languageNames = [...]string{"en", "de"}

// Languages lists the names of all languages.
func Languages() []string { return slices.Clone(languageNames[:]) }

// String is "en" or "de".
func (l Language) String() string { return languageNames[l&1] }

// LevelName is what a person calls a level of findings.
func LevelName(lang Language, l touchmove.Level) string { return Term(lang, l.String()) }

// ParseLanguage reads "en" or "de".
func ParseLanguage(name string) (Language, bool) { return enum.Parse[Language](languageNames[:], name) }

// OfLocale is the language of a locale, "de_AT.UTF-8": German for de, English
// for any other, since that is the only other one there is.
func OfLocale(locale string) Language {
	name, _, _ := strings.Cut(locale, ".")
	name, _, _ = strings.Cut(name, "_")
	if strings.EqualFold(name, "de") {
		return German
	}
	return English
}
