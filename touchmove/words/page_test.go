package words

import (
	"slices"
	"strings"
	"testing"

	"github.com/boardd/boardd/touchmove/laws"
)

// TestTopics: every topic has a name of its own in each language, and words for the ways in which
// some text settles it, or in which it has been interpreted, the same ways in each.
func TestTopics(t *testing.T) {
	for _, lang := range languages {
		seen := map[string]bool{}
		for _, topic := range laws.Topics() {
			name, ways, english := TopicName(lang, topic), topicTexts[lang][topic].ways, topicTexts[English][topic].ways
			if name == "" || seen[name] || len(ways) == 0 || len(ways) != len(english) {
				t.Errorf("topic %d is %q, with %d ways, %d in English", topic, name, len(ways), len(english))
				continue
			}
			seen[name] = true
			for i := range ways {
				if ways[i] == "" || strings.Count(ways[i], "{n}") != strings.Count(english[i], "{n}") {
					t.Errorf("%q: %q is %q in English", name, ways[i], english[i])
				}
			}
		}
	}
}

// TestProvisions: each provision of each text is one of the known ways of its topic, with an
// article; a text that is silent gives neither.
func TestProvisions(t *testing.T) {
	for _, set := range laws.RuleSets() {
		for _, r := range laws.Variants(set) {
			for _, topic := range laws.Topics() {
				p, ways := r.Provision(topic), topicTexts[English][topic].ways
				if int(p.Way) > len(ways) || (p.Way == laws.Silent) != (p == laws.Provision{}) || p.Way > 0 && p.Article == "" {
					t.Errorf("%s %s on %q: %+v", set, r.Time, TopicName(English, topic), p)
				}
				if numbered := p.Way > 0 && strings.Contains(ways[p.Way-1], "{n}"); numbered != (p.N > 0) {
					t.Errorf("%s %s on %q: number %d", set, r.Time, TopicName(English, topic), p.N)
				}
			}
		}
	}
}

// TestNoThirdAnswer: on every topic every text either lays something down, with its
// article, or is silent, for each class of time control and each degree of supervision. The
// table of codes has no empty cell either.
func TestNoThirdAnswer(t *testing.T) {
	for _, set := range laws.RuleSets() {
		for _, topic := range laws.Topics() {
			for _, lang := range languages {
				got := TopicCells(lang, set, topic)
				checkCells(t, set+" on "+TopicName(English, topic), set, lang, got)
				for _, c := range got {
					if (c.Words == "") != (c.Article == laws.TextSilent) || strings.ContainsAny(c.Words, "{}") {
						t.Errorf("%s on %q: %q (%s)", set, TopicName(lang, topic), c.Words, c.Article)
					}
				}
			}
		}
		for _, code := range laws.Codes() {
			checkCells(t, set+" on "+code.String(), set, English, CodeCells(English, set, code))
		}
	}
}

// checkCells checks that the cells together cover all games of a rule set once, and that
// none lacks an article.
func checkCells(t *testing.T, where, set string, lang Language, got []Cell) {
	t.Helper()
	var games []string
	for _, c := range got {
		if c.Article == "" || (c.Games == "") != (len(got) == 1) {
			t.Errorf("%s: a cell %+v of %d", where, c, len(got))
		}
		for name := range strings.SplitSeq(c.Games, ", ") {
			if slices.Contains(games, name) {
				t.Errorf("%s: two answers for %s", where, name)
			}
			games = append(games, name)
		}
	}
	for _, rules := range laws.Variants(set) {
		if len(got) > 1 && !rules.Full && !slices.Contains(games, Term(lang, rules.Time.String())) {
			t.Errorf("%s: no answer for %s", where, rules.Time)
		}
	}
}

// TestCells: games that are treated alike share a cell.
func TestCells(t *testing.T) {
	topic := func(name string) laws.Topic {
		all := laws.Topics()
		return all[slices.IndexFunc(all, func(t laws.Topic) bool { return TopicName(English, t) == name })]
	}
	for _, c := range []struct {
		lang       Language
		set, topic string
		want       []Cell
	}{
		{English, "fide-2023", "own piece touched", []Cell{{"", "must be moved", "4.3.1"}}},
		{German, "bilguer-1891", "own piece touched", []Cell{{"", "muss gezogen werden", "§3"}}},
		{English, "fide-1997", "king captured", []Cell{{"", "", "text silent"}}},
		{English, "fide-2018", "consequence of an illegal move", []Cell{
			{"standard, rapid", "120 s for the opponent", "7.5.5"}, {"blitz", "60 s for the opponent", "7.5.5/B.2"}}},
		{German, "fide-2023", "illegal move too late to correct", []Cell{
			{"Standardschach, Schnellschach (voll), Blitzschach (voll)", "wenn die Partie beendet ist", "7.5.1"},
			{"Schnellschach, Blitzschach", "wenn der Gegner seinen nächsten Zug ausgeführt hat", "A.5.2"}}},
		{English, "no such", "own piece touched", nil},
	} {
		if got := TopicCells(c.lang, c.set, topic(c.topic)); !slices.Equal(got, c.want) {
			t.Errorf("%s on %q: %+v, want %+v", c.set, c.topic, got, c.want)
		}
	}
}

func TestLanguages(t *testing.T) {
	for locale, want := range map[string]Language{"de_DE.UTF-8": German, "de": German, "DE_at": German, "de.UTF-8": German, "den_CA": English,
		"en_GB.UTF-8": English, "C": English, "POSIX": English, "": English, "fr_FR": English} {
		if got := OfLocale(locale); got != want {
			t.Errorf("%q: %s, want %s", locale, got, want)
		}
	}
	for _, name := range Languages() {
		if lang, ok := ParseLanguage(name); !ok || lang.String() != name {
			t.Errorf("%q: %s %v", name, lang, ok)
		}
	}
	if _, ok := ParseLanguage("fr"); ok {
		t.Error("fr is spoken")
	}
	if len(unseen[English]) != len(unseen[German]) || len(Unseen(German)) == 0 {
		t.Error("what cannot be seen differs by language")
	}
}
