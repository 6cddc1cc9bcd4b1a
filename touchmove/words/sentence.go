package words

import (
	"slices"
	"strings"

	"github.com/boardd/boardd/touchmove"
)

// Sentence puts a finding into words: what was seen, what the rule set lays down on it with
// its articles, and what it asks for, as advice. A nil rule set is an unknown one; then the
// sentence has nothing that differs between texts. It is one line without a line break, and
// ends with a full stop.
func Sentence(lang Language, rules *touchmove.Rules, f *touchmove.Finding) string {
	text, _ := say(lang, rules, f)
	return text
}

// Plain returns the sentence of a code at one of its levels, with general words for the
// player, the move and the squares.
func Plain(lang Language, rules *touchmove.Rules, c touchmove.Code, level touchmove.Level) string {
	f := touchmove.Finding{Code: c, Level: level, Side: touchmove.Somebody, Article: rules.ArticleOf(c)}
	if f.Article == touchmove.TextSilent && level != touchmove.Info {
		f.Level = touchmove.Arbiter
	}
	return Sentence(lang, rules, &f)
}

// say returns a sentence, and whether all fields that it needs were there.
func say(lang Language, rules *touchmove.Rules, f *touchmove.Finding) (text string, whole bool) {
	r := rowOf(f.Code)
	if r == nil {
		return f.Code.String() + ".", false
	}
	s := speaker{phrases: &common[lang&1], lang: lang & 1, rules: rules, f: f}
	s.fields = s.fieldsOf()
	words := &r.in[s.lang]
	seen, whole := expand(words.seen, s.fields)
	says, ok := expand(words.says.of(s.provision().Way), s.fields)
	if f.Level == touchmove.Arbiter && slices.Contains(r.levels, touchmove.Certain) {
		seen = s.cautious + seen
	}
	sentences := s.withArticle(seen, says)
	sentences = append(sentences, s.level(words)...)
	sentences = append(sentences, s.asks(r.claim)...)
	if f.Level == touchmove.Arbiter {
		sentences = append(sentences, or(words.arbiter, s.arbiter))
	}
	return strings.Join(sentences, " "), whole && ok
}

// withArticle puts the articles after what the text lays down, or else after what was seen.
func (s *speaker) withArticle(seen, says string) []string {
	switch {
	case s.f.Article == touchmove.TextSilent:
		return []string{seen + ".", strings.ReplaceAll(s.silent, "{rules}", s.ruleSet())}
	case says == "":
		return []string{seen + s.reference() + "."}
	}
	return []string{seen + ".", says + s.reference() + "."}
}

// reference returns " (FIDE 2023: 7.5.1, 3.9.2)"; "" if the finding rests on no text.
func (s *speaker) reference() string {
	switch s.f.Article {
	case touchmove.NoArticle, "":
		return ""
	case touchmove.VendorConvention:
		return " (" + s.vendor + ")"
	}
	if s.rules == nil {
		return " (" + articles(s.f.Article) + ")"
	}
	return " (" + s.ruleSet() + ": " + articles(s.f.Article) + ")"
}

// articles returns a list of articles in the form of a sentence.
func articles(joined string) string { return strings.ReplaceAll(joined, "/", ", ") }

// ruleSet returns the name of the rule set for people.
func (s *speaker) ruleSet() string {
	if s.rules == nil {
		return s.any
	}
	return RuleSet(s.rules.Name)
}

// RuleSet returns the name of a rule set as people write it: "FIDE 2023".
func RuleSet(name string) string {
	book, year, _ := strings.Cut(name, "-")
	if book == "fide" {
		return "FIDE " + year
	}
	return strings.ToUpper(book[:min(1, len(book))]) + book[min(1, len(book)):] + " " + year
}

// level returns what decides a suspected finding.
func (s *speaker) level(words *text) []string {
	if s.f.Level != touchmove.Suspected || words.unseen == "" {
		return nil
	}
	return []string{words.unseen}
}

func or(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// expand fills a template: {name} is a field; [text] is left out if a field in it is empty;
// [text|else] is else then. It returns false if a field outside brackets is empty or
// unknown.
func expand(template string, fields map[string]string) (text string, whole bool) {
	var b strings.Builder
	whole = true
	for template != "" {
		plain, rest, found := strings.Cut(template, "[")
		filled, ok := fill(plain, fields)
		b.WriteString(filled)
		whole = whole && ok
		if !found {
			break
		}
		optional, after, closed := strings.Cut(rest, "]")
		filled, ok = option(optional, fields)
		b.WriteString(filled)
		whole, template = whole && ok && closed, after
	}
	return b.String(), whole
}

// option returns what replaces the text between brackets.
func option(text string, fields map[string]string) (string, bool) {
	text, otherwise, either := strings.Cut(text, "|")
	if filled, ok := fill(text, fields); ok {
		return filled, true
	}
	if !either {
		return "", true
	}
	return fill(otherwise, fields)
}

// fill puts fields into a text without brackets.
func fill(text string, fields map[string]string) (string, bool) {
	var b strings.Builder
	whole := true
	for {
		plain, rest, found := strings.Cut(text, "{")
		b.WriteString(plain)
		if !found {
			return b.String(), whole
		}
		name, after, closed := strings.Cut(rest, "}")
		value := fields[name]
		b.WriteString(value)
		whole, text = whole && closed && value != "", after
	}
}
