package words

import (
	"slices"
	"strings"
	"testing"

	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/laws"
)

// TestTopicsInGerman: every topic, and every way of it, has German words.
func TestTopicsInGerman(t *testing.T) {
	n := 0
	for _, topic := range laws.Topics() {
		g := germanTopic(topic)
		if g == nil {
			t.Errorf("%q has no German words", topic)
			continue
		}
		n++
		ways := topic.Ways()
		if g.name == "" || len(g.ways) != len(ways) {
			t.Errorf("%q has %d ways, %d in German", topic, len(ways), len(g.ways))
			continue
		}
		for i := range ways {
			if g.ways[i] == "" || ways[i] == "" || strings.Count(g.ways[i], "{n}") != strings.Count(ways[i], "{n}") {
				t.Errorf("%q: %q is %q in German", topic, ways[i], g.ways[i])
			}
		}
	}
	if all := len(germanTopics) + len(germanTopicsLater); all != n {
		t.Errorf("%d topics in German, %d of them are topics", all, n)
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
				checkCells(t, set+" on "+topic.String(), set, lang, got)
				for _, c := range got {
					if (c.Words == "") != (c.Article == touchmove.TextSilent) || strings.ContainsAny(c.Words, "{}") {
						t.Errorf("%s on %q: %q (%s)", set, topic, c.Words, c.Article)
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
		return all[slices.IndexFunc(all, func(t laws.Topic) bool { return t.String() == name })]
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
