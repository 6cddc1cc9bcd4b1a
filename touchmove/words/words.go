// Package words puts findings into sentences for people, in English and in German, from one
// table. A row for each code of touchmove has what was seen, what the rule set in force
// lays down on it, and which levels it can have. What the rules then ask for follows from
// the finding's remedy.
//
// A sentence never claims more than board and clock show: nothing about hands, speech or
// intention. A finding of level certain states a fact. A suspected one names what decides
// it and no sensor sees. One of level info alleges nothing. The rest is the arbiter's to
// decide, and the sentence says so. If the rule set does not cover the matter, the sentence
// says that.
//
// The terms are those of the texts themselves: of the FIDE Laws in English, and of their
// translations in German (berührt, losgelassen, ausgeführt, abgeschlossen, regelwidrig).
package words

import (
	"slices"
	"strings"

	"github.com/boardd/boardd/internal/enum"
	"github.com/boardd/boardd/touchmove"
)

// Language is a language of the sentences.
type Language uint8

// The languages.
const (
	English Language = iota
	German
)

var languageNames = [...]string{"en", "de"}

// Languages lists the names of all languages.
func Languages() []string { return slices.Clone(languageNames[:]) }

// String returns "en" or "de".
func (l Language) String() string { return languageNames[l&1] }

// LevelName returns the word for a level of findings.
func LevelName(lang Language, l touchmove.Level) string { return Term(lang, l.String()) }

// ParseLanguage parses "en" or "de".
func ParseLanguage(name string) (Language, bool) { return enum.Parse[Language](languageNames[:], name) }

// OfLocale returns the language of a locale, "de_AT.UTF-8": German for de, English for any
// other.
func OfLocale(locale string) Language {
	name, _, _ := strings.Cut(locale, ".")
	name, _, _ = strings.Cut(name, "_")
	if strings.EqualFold(name, "de") {
		return German
	}
	return English
}
