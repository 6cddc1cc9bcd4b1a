package words

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/laws"
)

// TestEveryCodeHasARow: one row for each code, in the order of the codes, with
// words in both languages.
func TestEveryCodeHasARow(t *testing.T) {
	codes := laws.Codes()
	if len(rows) != len(codes) {
		t.Errorf("%d rows for %d codes", len(rows), len(codes))
	}
	for i, c := range codes {
		r := rowOf(c)
		if r == nil || i < len(rows) && rows[i].code != c {
			t.Errorf("%s has no row, or not in its place", c)
			continue
		}
		if len(r.levels) == 0 || len(r.levels) > 2 {
			t.Errorf("%s has levels %v", c, r.levels)
		}
		for _, lang := range languages {
			checkRow(t, r, lang)
		}
	}
}

func checkRow(t *testing.T, r *row, lang Language) {
	t.Helper()
	words := &r.in[lang]
	if words.seen == "" {
		t.Errorf("%s says nothing in %s", r.code, lang)
	}
	if (words.depends == "") != (len(r.levels) == 1) {
		t.Errorf("%s in %s: what does its level depend on?", r.code, lang)
	}
	if (words.unseen == "") == slices.Contains(r.levels, laws.Suspected) {
		t.Errorf("%s in %s: what does the board not see?", r.code, lang)
	}
	if words.arbiter != "" && !slices.Contains(r.levels, laws.Arbiter) {
		t.Errorf("%s in %s is never for the arbiter", r.code, lang)
	}
	for way, says := range words.says {
		if (says == "") != (r.in[English].says[way] == "") {
			t.Errorf("%s: way %d has no words in %s", r.code, way, lang)
		}
	}
}

// TestEveryWayHasWords: a row that words the text's provision does so for every way in
// which a rule set settles the leading topic.
func TestEveryWayHasWords(t *testing.T) {
	for _, set := range laws.RuleSets() {
		for _, rules := range laws.Variants(set) {
			for _, c := range laws.Codes() {
				r := rowOf(c)
				if len(c.Topics()) == 0 || r.in[English].says == (ways{}) || rules.ArticleOf(c) == laws.TextSilent {
					continue
				}
				if p := rules.Provision(c.Topics()[0]); r.in[English].says.of(p.Way) == "" {
					t.Errorf("%s, %s: nothing for way %d of %q", c, set, p.Way, c.Topics()[0])
				}
			}
		}
	}
}

var (
	placeholder = regexp.MustCompile(`\{([^{}]*)\}`)
	brackets    = regexp.MustCompile(`\[[^\[\]{}]*(\{[^{}]*\}[^\[\]{}]*)*\]`)
)

// TestPlaceholdersExist: every field of a template is a field of findings, and every text
// between brackets has a field.
func TestPlaceholdersExist(t *testing.T) {
	known := map[string]bool{}
	s := speaker{phrases: &common[English], f: &touchmove.Finding{}}
	for name := range s.fieldsOf() {
		known[name] = true
	}
	for i := range rows {
		for _, lang := range languages {
			words := &rows[i].in[lang]
			for _, template := range append([]string{words.seen}, words.says[:]...) {
				checkTemplate(t, rows[i].code.String(), template, known)
			}
			for _, plain := range []string{words.depends, words.unseen, words.arbiter} {
				if strings.ContainsAny(plain, "{}[]") {
					t.Errorf("%s: %q is no template", rows[i].code, plain)
				}
			}
		}
	}
}

func checkTemplate(t *testing.T, code, template string, known map[string]bool) {
	t.Helper()
	for _, m := range placeholder.FindAllStringSubmatch(template, -1) {
		if !known[m[1]] {
			t.Errorf("%s: there is no field %q in %q", code, m[1], template)
		}
	}
	rest := brackets.ReplaceAllString(template, "")
	if strings.ContainsAny(rest, "[]|") || strings.Count(template, "{") != strings.Count(template, "}") {
		t.Errorf("%s: brackets of %q", code, template)
	}
	for _, m := range brackets.FindAllString(template, -1) {
		if !placeholder.MatchString(m) {
			t.Errorf("%s: nothing in %q can be missing", code, m)
		}
	}
	if strings.HasSuffix(template, ".") {
		t.Errorf("%s: the full stop of %q comes of itself", code, template)
	}
}
