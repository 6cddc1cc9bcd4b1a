package words

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/touchmove"
)

// TestSentences: all that is found in the fixtures, under every rule set, has a
// level that its row knows of, and a sentence without holes in both languages.
func TestSentences(t *testing.T) {
	for _, f := range everything(t) {
		for _, lang := range languages {
			text, whole := say(lang, f.rules, &f.Finding)
			if !whole {
				t.Errorf("%s: %s in %s lacks a field: %s", f.in, f.Code, lang, text)
			}
			checkSentence(t, f.in, lang, &f.Finding, text)
		}
		silent := f.Article == touchmove.TextSilent && f.Level == touchmove.Arbiter
		if !silent && !slices.Contains(Levels(f.Code), f.Level) {
			t.Errorf("%s: %s is %s", f.in, f.Code, f.Level)
		}
		checkDetail(t, &f)
	}
}

// TestPlainSentences: every code has a sentence under every rule set and at every
// level without anything of a finding.
func TestPlainSentences(t *testing.T) {
	for _, set := range touchmove.RuleSets() {
		for _, rules := range touchmove.Variants(set) {
			for _, c := range touchmove.Codes() {
				for _, level := range Levels(c) {
					for _, lang := range languages {
						f := touchmove.Finding{Code: c, Level: level, Article: rules.ArticleOf(c)}
						if f.Article == touchmove.TextSilent && level != touchmove.Info {
							f.Level = touchmove.Arbiter
						}
						checkSentence(t, set, lang, &f, Plain(lang, rules, c, level))
					}
				}
			}
		}
	}
}

// hole is what a sentence must not have: a blank too many, an empty bracket, a
// piece of a template, a list without a member, two stops.
var hole = regexp.MustCompile(`%!|  |\(\)|\[|\]|\{|\}|\| | [,;:.)]|\( |[,;:]\.|\.\.|, ,|^ | $|\n`)

// handOrVoice is what no sensor knows of.
var handOrVoice = regexp.MustCompile(`(?i)\b(hands?|hand|hände|said|spoke|sagte|gesagt hat|meant to|wanted|wollte)\b`)

func checkSentence(t *testing.T, where string, lang Language, f *touchmove.Finding, text string) {
	t.Helper()
	bad := func(what string) { t.Errorf("%s: %s %s in %s %s: %q", where, f.Code, f.Level, lang, what, text) }
	if m := hole.FindString(text); m != "" {
		bad(fmt.Sprintf("has a hole %q", m))
	}
	if !strings.HasSuffix(text, ".") {
		bad("has no full stop")
	}
	if m := handOrVoice.FindString(text); m != "" {
		bad(fmt.Sprintf("speaks of %q", m))
	}
	checkArticles(t, lang, f, text, bad)
	unseen := map[Language]string{English: "It depends on ", German: "Es kommt darauf an, "}[lang]
	arbiter := map[Language]string{English: "arbiter", German: "Schiedsrichter"}[lang]
	if (f.Level == touchmove.Suspected) != strings.Contains(text, unseen) {
		bad("does not tell what the board does not see, or tells it of what it does")
	}
	if f.Level == touchmove.Arbiter && !strings.Contains(text, arbiter) {
		bad("does not name the arbiter")
	}
}

// checkArticles: each article stands in the sentence, or else that there is none.
func checkArticles(t *testing.T, lang Language, f *touchmove.Finding, text string, bad func(string)) {
	t.Helper()
	switch f.Article {
	case touchmove.NoArticle:
	case touchmove.VendorConvention:
		if !strings.Contains(text, common[lang].vendor) {
			bad("does not tell whose convention it is")
		}
	case touchmove.TextSilent:
		if !strings.Contains(text, map[Language]string{English: "is silent", German: "schweigt"}[lang]) {
			bad("does not tell that the text is silent")
		}
	default:
		for _, article := range strings.Split(f.Article, "/") {
			if !strings.Contains(text, article) {
				bad("lacks article " + article)
			}
		}
	}
}

// free are the codes whose text a person or a driver writes, and those that have
// no need of it.
var free = []touchmove.Code{touchmove.CommandRefused, touchmove.SensorFault, touchmove.SensorNote, touchmove.ResultSignal, touchmove.ResultReported, touchmove.ResultTakenBack,
	touchmove.IllegalSecond, touchmove.IllegalThird}

// checkDetail: what touchmove says of a finding in words is known, so that a
// German sentence has no English in it.
func checkDetail(t *testing.T, f *found) {
	t.Helper()
	if f.Text == "" || slices.Contains(free, f.Code) {
		return
	}
	for _, part := range strings.Split(f.Text, "; ") {
		known := false
		for i := range details {
			known = known || details[i].text == part && details[i].in[English] != "" && details[i].in[German] != ""
		}
		if !known {
			t.Errorf("%s: %s says %q", f.in, f.Code, part)
		}
	}
}

// TestUnknown: a code or a rule set that is not known makes no hole either.
func TestUnknown(t *testing.T) {
	if got := Sentence(English, touchmove.Default(), &touchmove.Finding{Code: 255}); got != "?." {
		t.Errorf("unknown code: %q", got)
	}
	f := touchmove.Finding{Code: touchmove.IllegalCompleted, Level: touchmove.Certain, Article: "7.5.1", Side: touchmove.ByWhite, SAN: "Nb3",
		Remedy: &touchmove.Remedy{OpponentGains: 90, Offence: 1, Bound: []string{"b1a3"}, Article: "7.5.5"}}
	for lang, want := range []string{
		"White completed an illegal move, Nb3 (7.5.1). The move may be replaced only by b1-a3. The text gives Black 90 extra seconds (7.5.5).",
		"Weiß hat einen regelwidrigen Zug abgeschlossen, Sb3 (7.5.1). Der Zug darf nur durch b1-a3 ersetzt werden. Der Text gibt Schwarz 90 zusätzliche Sekunden (7.5.5).",
	} {
		if got := Sentence(Language(lang), nil, &f); got != want {
			t.Errorf("without a rule set: %q, want %q", got, want)
		}
	}
}

// TestWithoutRules: every sample has a sentence without holes though the rule set
// is not known.
func TestWithoutRules(t *testing.T) {
	for i := range samples {
		for _, lang := range languages {
			checkSentence(t, "no rule set", lang, &samples[i].Finding, Sentence(lang, nil, &samples[i].Finding))
		}
	}
}

// TestFields: moves, squares and numbers as each language writes them.
func TestFields(t *testing.T) {
	for _, c := range []struct {
		f      touchmove.Finding
		name   string
		en, de string
	}{
		{touchmove.Finding{SAN: "Nbxd7+"}, "move", "Nbxd7+", "Sbxd7+"},
		{touchmove.Finding{SAN: "bxa8=Q#"}, "move", "bxa8=Q#", "bxa8D#"},
		{touchmove.Finding{SAN: "Bb5"}, "move", "Bb5", "Lb5"},
		{touchmove.Finding{SAN: "O-O-O"}, "move", "O-O-O", "0-0-0"},
		{touchmove.Finding{UCI: "e2e4"}, "move", "e2-e4", "e2-e4"},
		{touchmove.Finding{UCI: "a7a8n"}, "move", "a7-a8=N", "a7-a8S"},
		{touchmove.Finding{UCI: "a7a8k"}, "move", "a7-a8=K", "a7-a8K"},
		{touchmove.Finding{SAN: "a8=K"}, "move", "a8=K", "a8K"},
		{touchmove.Finding{UCI: "a7a8p"}, "move", "a7-a8=P", "a7-a8B"},
		{touchmove.Finding{UCI: "e1g1"}, "move", "e1-g1", "e1-g1"},
		{touchmove.Finding{UCI: "e1g1", Castling: []string{"e1g1"}}, "move", "O-O", "0-0"},
		{touchmove.Finding{Bound: "from:e1", Allowed: []string{"e1c1", "e1e2", "e1g1"}, Castling: []string{"e1c1", "e1g1"}}, "moves", "O-O-O, e1-e2 or O-O", "0-0-0, e1-e2 oder 0-0"},
		{touchmove.Finding{Bound: "from:e1", Allowed: []string{"e1c1", "e1g1"}}, "moves", "e1-c1 or e1-g1", "e1-c1 oder e1-g1"},
		{touchmove.Finding{Bound: "from:b8", Allowed: []string{"b8a8", "b8h8"}, Castling: []string{"b8a8", "b8h8"}}, "moves", "O-O-O or O-O", "0-0-0 oder 0-0"},
		{touchmove.Finding{}, "move", "", ""},
		{touchmove.Finding{Bound: "from:e2", Allowed: []string{"e2e3", "e2e4"}}, "moves", "e2-e3 or e2-e4", "e2-e3 oder e2-e4"},
		{touchmove.Finding{Bound: "to:e4", Allowed: []string{"e2e4"}}, "moves", "", ""},
		{touchmove.Finding{Squares: placement.SetOf(placement.E4)}, "squares", "e4", "e4"},
		{touchmove.Finding{Squares: placement.SetOf(placement.E4, placement.D5, placement.A1)}, "squares", "a1, e4 and d5", "a1, e4 und d5"},
		{touchmove.Finding{Squares: ^placement.Set(0)}, "squares", "a1, b1, c1, d1, e1, f1, g1, h1 and 56 more", "a1, b1, c1, d1, e1, f1, g1, h1 und 56 weitere"},
		{touchmove.Finding{Text: "0-1"}, "result", "0-1", "0-1"},
		{touchmove.Finding{Text: "*"}, "result", "", ""},
		{touchmove.Finding{Remedy: &touchmove.Remedy{Offence: 2}}, "offence", "second", "zweite"},
		{touchmove.Finding{Remedy: &touchmove.Remedy{Offence: 7}}, "offence", "7th", "7."},
	} {
		for lang, want := range []string{c.en, c.de} {
			s := speaker{phrases: &common[lang], lang: Language(lang), f: &c.f}
			if got := s.fieldsOf()[c.name]; got != want {
				t.Errorf("%s of %+v in %s: %q, want %q", c.name, c.f, Language(lang), got, want)
			}
		}
	}
}

// TestDuties: what binds a player is said in words, whatever its parts.
func TestDuties(t *testing.T) {
	for bound, want := range map[string][2]string{
		"from:g1":                     {"If the touch counts, White must move the piece on g1", "Wenn die Berührung zählt, muss Weiß die Figur auf g1 ziehen"},
		"cap:d5":                      {"If the touch counts, White must capture the piece on d5", "Wenn die Berührung zählt, muss Weiß die Figur auf d5 schlagen"},
		"from:e4&cap:d5":              {"If the touch counts, White must capture the piece on d5 with the one on e4", "Wenn die Berührung zählt, muss Weiß die Figur auf d5 mit der auf e4 schlagen"},
		"castle:K":                    {"If the pieces were touched and released as the board shows, White must castle kingside", "Wenn die Figuren so berührt und losgelassen wurden, wie das Brett es zeigt, muss Weiß kurz rochieren"},
		"castle:Q":                    {"If the pieces were touched and released as the board shows, White must castle queenside", "Wenn die Figuren so berührt und losgelassen wurden, wie das Brett es zeigt, muss Weiß lang rochieren"},
		"from:e2&to:e4":               {"If the piece from e2 has been released, White must leave it on e4", "Wenn die Figur von e2 losgelassen wurde, muss Weiß sie auf e4 stehen lassen"},
		"to:f8&promo:n":               {"White must promote to a knight on f8", "Weiß muss auf f8 in einen Springer umwandeln"},
		"from:f7&to:f8&promo:q":       {"White must promote to a queen on f8", "Weiß muss auf f8 in eine Dame umwandeln"},
		"from:e1&!castle:K&!castle:Q": {"If the touch counts, White must move the king without castling", "Wenn die Berührung zählt, muss Weiß den König ziehen, ohne zu rochieren"},
		"from:e4&cap:d5&to:d5":        {"If the piece from e4 has been released, White must leave it on d5", "Wenn die Figur von e4 losgelassen wurde, muss Weiß sie auf d5 stehen lassen"},
		"":                            {"White may make any legal move; no touched piece binds the player", "Weiß darf jeden regelgemäßen Zug ausführen; keine berührte Figur bindet den Spieler"},
	} {
		for lang := range want {
			s := speaker{phrases: &common[lang], lang: Language(lang), f: &touchmove.Finding{Side: touchmove.ByWhite, Bound: bound, Allowed: []string{}}}
			if got := s.duty(); got != want[lang] {
				t.Errorf("%q: %q, want %q", bound, got, want[lang])
			}
		}
	}
}
