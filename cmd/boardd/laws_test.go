package main

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/boardd/boardd/internal/cli"
	"github.com/boardd/boardd/touchmove/laws"
)

// page returns the output of `boardd laws`.
func page(t *testing.T, args ...string) string {
	t.Helper()
	status, out, errs := boardd("", append([]string{"laws"}, args...)...)
	if status != cli.ExitOK || errs != "" {
		t.Fatalf("laws %v: status %d, %s", args, status, errs)
	}
	for line := range strings.Lines(out) {
		line = strings.TrimSuffix(line, "\n")
		if n := utf8.RuneCountInString(line); !strings.Contains(out, "{\n") && n > cli.PageWidth || strings.TrimRight(line, " ") != line || strings.Contains(line, "\u00a0") {
			t.Errorf("laws %v: %d columns, or blanks: %q", args, n, line)
		}
	}
	return out
}

// answer is one cell of the page: what the text lays down, with its article, or that the text is
// silent.
var answer = regexp.MustCompile(`^(\[[A-Za-z0-9 (),]+\] )?(text silent|der Text schweigt|\S.* \((§?[0-9A-ZI][^ ]*|Remis 1)\))$`)

// TestLawsTopics: on every topic every rule set has one of these two answers.
func TestLawsTopics(t *testing.T) {
	for _, lang := range []string{"en", "de"} {
		_, text, _ := strings.Cut(page(t, "--topics", "--lang", lang), "\n\n")
		body, unseen, ok := strings.Cut(text, "\n\n")
		if !ok || strings.Count(unseen, "\n  - ") < 6 {
			t.Errorf("%s: what cannot be seen is not reported:\n%s", lang, unseen)
		}
		var topics []string
		sets := map[string]bool{}
		for _, line := range unfold(body) {
			if !strings.HasPrefix(line, " ") {
				checkSets(t, topics, sets)
				topics, sets = append(topics, line), map[string]bool{}
				continue
			}
			set, cell, _ := strings.Cut(strings.TrimSpace(line), " ")
			sets[set] = true
			if !answer.MatchString(strings.TrimSpace(cell)) {
				t.Errorf("%s on %s: %q", set, topics[len(topics)-1], cell)
			}
		}
		checkSets(t, topics, sets)
		if n := len(laws.Topics()); len(topics) != n {
			t.Errorf("%d topics of %d in %s", len(topics), n, lang)
		}
	}
}

// unfold joins broken lines.
func unfold(text string) []string {
	var lines []string
	for line := range strings.SplitSeq(text, "\n") {
		if n := len(lines); n > 0 && strings.HasPrefix(line, strings.Repeat(" ", 18)) {
			lines[n-1] += " " + strings.TrimSpace(line)
			continue
		}
		lines = append(lines, line)
	}
	return lines
}

func checkSets(t *testing.T, topics []string, sets map[string]bool) {
	t.Helper()
	for _, set := range laws.RuleSets() {
		if len(topics) > 0 && !sets[set] {
			t.Errorf("%s says nothing on %s", set, topics[len(topics)-1])
		}
	}
}

// TestLawsCodes: the page has every code with its levels, its article in each rule set and its
// sentence, and no empty cell.
func TestLawsCodes(t *testing.T) {
	_, text, _ := strings.Cut(page(t), "\n\n")
	blocks := strings.Split(strings.TrimSpace(text), "\n\n")
	if len(blocks) != len(laws.Codes()) {
		t.Fatalf("%d blocks for %d codes", len(blocks), len(laws.Codes()))
	}
	for i, code := range laws.Codes() {
		lines := strings.Split(blocks[i], "\n")
		head := strings.Fields(lines[0])
		if head[0] != code.String() || len(head) < 2 {
			t.Errorf("%s: %q", code, lines[0])
		}
		rest := strings.Join(strings.Fields(strings.Join(lines[1:], " ")), " ")
		for _, set := range laws.RuleSets() {
			if !regexp.MustCompile(set + ` (\[[^\]]+\] )?(-|text silent|vendor convention|§?[0-9AIR])`).MatchString(rest) {
				t.Errorf("%s: no article of %s in %q", code, set, rest)
			}
		}
		if !strings.HasSuffix(blocks[i], ".") {
			t.Errorf("%s: no sentence in %q", code, blocks[i])
		}
	}
}

// TestLawsCode: `boardd laws CODE` prints all of one code.
func TestLawsCode(t *testing.T) {
	for _, code := range laws.Codes() {
		page(t, code.String())
	}
	got := page(t, "illegal_completed", "--rules", "fide-2018")
	for _, want := range []string{
		"illegal_completed\n\nlevels\n    certain if no legal move leads to",
		"\nsentence under fide-2018\n    certain   en  The player completed an illegal move. The position before the move is restored\n                  (FIDE 2018: 7.5.1).\n    certain   de  Der Spieler",
		"\n    arbiter   en  As far as the board shows: ",
		"\narticles\n    fide-2018     [standard, rapid (full), blitz (full)] 7.5.1, 3.10.2, 1.2, 3.1, 1.4.1,",
		"\n    fide-2018     [rapid, blitz] 7.5.1, ",
		"\n\nrests on\n    illegal move completed\n        fide-2018     the position before the move is restored (7.5.1)\n",
		"        fide-2018     [standard, rapid] 120 s for the opponent (7.5.5)\n        fide-2018     [blitz] 60 s for the opponent (7.5.5/B.2)\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in\n%s", want, got)
		}
	}
	if breach := page(t, "touch_breach", "--rules", "fide-2023"); !strings.Contains(breach, "\narticles\n    fide-2023     4.3.1, 4.3.2, 4.3.3, 4.4.1, 4.4.2, 4.4.3, 4.4.4, 4.7, 4.7.2, 4.7.3, 7.5.1\n") ||
		!strings.Contains(breach, "\n    opponent's piece touched\n        fide-2023     must be captured (4.3.2)\n") {
		t.Errorf("not every article of a touch breach:\n%s", breach)
	}
	if german := page(t, "illegal_completed", "--lang", "de"); !strings.Contains(german, "\nArtikel\n") || !strings.Contains(german, "\nwas daraus folgt\n") {
		t.Errorf("not in German:\n%s", german)
	}
}

// TestLawsJSON: the same as JSON.
func TestLawsJSON(t *testing.T) {
	var codes []lawsCodeJSON
	if err := json.Unmarshal([]byte(page(t, "-o", "json")), &codes); err != nil || len(codes) != len(laws.Codes()) {
		t.Fatalf("%d codes, %v", len(codes), err)
	}
	for _, c := range codes {
		if len(c.Levels) == 0 || c.Depends == "" || len(c.Articles) < len(laws.RuleSets()) || len(c.Sentences) != 2*len(c.Levels) {
			t.Errorf("%+v", c)
		}
		if slices.ContainsFunc(c.Articles, func(a lawsCellJSON) bool { return a.Rules == "" || a.Article == "" }) {
			t.Errorf("%s: an empty cell in %+v", c.Code, c.Articles)
		}
	}
	var one []lawsCodeJSON
	if err := json.Unmarshal([]byte(page(t, "-o", "json", "fivefold", "--rules", "fide-1997")), &one); err != nil || len(one) != 1 ||
		len(one[0].Articles) != 1 || one[0].Articles[0].Article != laws.TextSilent || one[0].Levels[0] != "certain" {
		t.Errorf("%+v, %v", one, err)
	}
	var topics lawsTopicsJSON
	if err := json.Unmarshal([]byte(page(t, "--topics", "-o", "json")), &topics); err != nil || len(topics.Topics) != len(laws.Topics()) || len(topics.Unseen) == 0 {
		t.Fatalf("%d topics, %v", len(topics.Topics), err)
	}
	for _, topic := range topics.Topics {
		if len(topic.Cells) < len(laws.RuleSets()) || slices.ContainsFunc(topic.Cells, func(c lawsCellJSON) bool {
			return c.Article == "" || (c.Words == "") != (c.Article == laws.TextSilent)
		}) {
			t.Errorf("%+v", topic)
		}
	}
}
