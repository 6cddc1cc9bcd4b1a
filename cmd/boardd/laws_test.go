package main

import (
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/boardd/boardd/fixtures"
	"github.com/boardd/boardd/touchmove"
)

// page is what `boardd laws` prints.
func page(t *testing.T, args ...string) string {
	t.Helper()
	status, out, errs := boardd("", append([]string{"laws"}, args...)...)
	if status != exitOK || errs != "" {
		t.Fatalf("laws %v: status %d, %s", args, status, errs)
	}
	for line := range strings.Lines(out) {
		line = strings.TrimSuffix(line, "\n")
		if n := utf8.RuneCountInString(line); !strings.Contains(out, "{\n") && n > pageWidth || strings.TrimRight(line, " ") != line || strings.Contains(line, "\u00a0") {
			t.Errorf("laws %v: %d columns, or blanks: %q", args, n, line)
		}
	}
	return out
}

// answer is one cell of the page: what the text lays down and its article, or
// that it is silent.
var answer = regexp.MustCompile(`^(\[[a-z0-9 (),]+\] )?(text silent|\S.* \((§?[0-9A-ZI][^ ]*|Remis 1)\))$`)

// TestLawsTopics: on every topic every rule set answers, and there is no third
// answer.
func TestLawsTopics(t *testing.T) {
	for _, lang := range []string{"en", "de"} {
		_, text, _ := strings.Cut(page(t, "--topics", "--lang", lang), "\n\n")
		body, unseen, ok := strings.Cut(text, "\n\n")
		if !ok || strings.Count(unseen, "\n  - ") < 6 {
			t.Errorf("%s: what cannot be seen is not told:\n%s", lang, unseen)
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
		if n := len(touchmove.Topics()); len(topics) != n {
			t.Errorf("%d topics of %d in %s", len(topics), n, lang)
		}
	}
}

// unfold joins the lines that were broken.
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
	for _, set := range touchmove.RuleSets() {
		if len(topics) > 0 && !sets[set] {
			t.Errorf("%s says nothing on %s", set, topics[len(topics)-1])
		}
	}
}

// TestLawsCodes: every code with its levels, its article in each rule set, and
// its sentence, and no empty cell.
func TestLawsCodes(t *testing.T) {
	_, text, _ := strings.Cut(page(t), "\n\n")
	blocks := strings.Split(strings.TrimSpace(text), "\n\n")
	if len(blocks) != len(touchmove.Codes()) {
		t.Fatalf("%d blocks for %d codes", len(blocks), len(touchmove.Codes()))
	}
	for i, code := range touchmove.Codes() {
		lines := strings.Split(blocks[i], "\n")
		head := strings.Fields(lines[0])
		if head[0] != code.String() || len(head) < 2 {
			t.Errorf("%s: %q", code, lines[0])
		}
		rest := strings.Join(strings.Fields(strings.Join(lines[1:], " ")), " ")
		for _, set := range touchmove.RuleSets() {
			if !regexp.MustCompile(set + ` (\[[^\]]+\] )?(-|text silent|vendor convention|§?[0-9AIR])`).MatchString(rest) {
				t.Errorf("%s: no article of %s in %q", code, set, rest)
			}
		}
		if !strings.HasSuffix(blocks[i], ".") {
			t.Errorf("%s: no sentence in %q", code, blocks[i])
		}
	}
}

// TestLawsCode: all of one code.
func TestLawsCode(t *testing.T) {
	for _, code := range touchmove.Codes() {
		page(t, code.String())
	}
	got := page(t, "illegal_completed", "--rules", "fide-2018")
	for _, want := range []string{
		"illegal_completed\n\nlevels\n    certain if no legal move leads to",
		"\nsentence under fide-2018\n    certain   en  The player completed an illegal move. The position before it is restored\n                  (FIDE 2018: 7.5.1).\n    certain   de  Der Spieler",
		"\n    arbiter   en  As far as the board shows: ",
		"\narticles\n    fide-2018     7.5.1\n\nrests on\n    illegal move completed\n        fide-2018     the position before it is restored (7.5.1)\n",
		"        fide-2018     [standard, rapid] 120 s for the opponent (7.5.5)\n        fide-2018     [blitz] 60 s for the opponent (7.5.5/B.2)\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in\n%s", want, got)
		}
	}
	if german := page(t, "illegal_completed", "--lang", "de"); !strings.Contains(german, "\nArtikel\n") || !strings.Contains(german, "\nwas daraus folgt\n") {
		t.Errorf("not in German:\n%s", german)
	}
}

// TestLawsJSON: the same for a program to read.
func TestLawsJSON(t *testing.T) {
	var codes []lawsCodeJSON
	if err := json.Unmarshal([]byte(page(t, "-o", "json")), &codes); err != nil || len(codes) != len(touchmove.Codes()) {
		t.Fatalf("%d codes, %v", len(codes), err)
	}
	for _, c := range codes {
		if len(c.Levels) == 0 || c.Depends == "" || len(c.Articles) < len(touchmove.RuleSets()) || len(c.Sentences) != 2*len(c.Levels) {
			t.Errorf("%+v", c)
		}
		if slices.ContainsFunc(c.Articles, func(a lawsCellJSON) bool { return a.Rules == "" || a.Article == "" }) {
			t.Errorf("%s: an empty cell in %+v", c.Code, c.Articles)
		}
	}
	var one []lawsCodeJSON
	if err := json.Unmarshal([]byte(page(t, "-o", "json", "fivefold", "--rules", "fide-1997")), &one); err != nil || len(one) != 1 ||
		len(one[0].Articles) != 1 || one[0].Articles[0].Article != touchmove.TextSilent || one[0].Levels[0] != "certain" {
		t.Errorf("%+v, %v", one, err)
	}
	var topics lawsTopicsJSON
	if err := json.Unmarshal([]byte(page(t, "--topics", "-o", "json")), &topics); err != nil || len(topics.Topics) != len(touchmove.Topics()) || len(topics.Unseen) == 0 {
		t.Fatalf("%d topics, %v", len(topics.Topics), err)
	}
	for _, topic := range topics.Topics {
		if len(topic.Cells) < len(touchmove.RuleSets()) || slices.ContainsFunc(topic.Cells, func(c lawsCellJSON) bool {
			return c.Article == "" || (c.Words == "") != (c.Article == touchmove.TextSilent)
		}) {
			t.Errorf("%+v", topic)
		}
	}
}

// TestReadmeInWords: what the README shows of the sentences and of the page is
// what boardd prints.
func TestReadmeInWords(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	for command, printed := range map[string]string{
		"$ ./boardd replay --lang en fixtures/logs/illegal-stands.log\n…\n":           replayed(t, fixtures.Log("illegal-stands"), "--lang", "en"),
		"$ ./boardd laws --topics --lang en | grep -A 6 '^king touched, then rook'\n": page(t, "--topics", "--lang", "en"),
	} {
		_, shown, ok := strings.Cut(string(readme), command)
		shown, _, closed := strings.Cut(shown, "```")
		if !ok || !closed || shown == "" || !strings.Contains(board.ReplaceAllString(printed, ""), shown) {
			t.Errorf("the README shows after %q\n%s", command, shown)
		}
	}
}

// board is a board as the account draws it.
var board = regexp.MustCompile(`(?m)^ {24}([1-8] .*|   a b c d e f g h)\n`)

// TestLawsRefuses: what is not known is refused, with what may have been meant.
func TestLawsRefuses(t *testing.T) {
	wantRefused(t, `code "touchbreach" is not known; perhaps touch_breach`, "", "laws", "touchbreach")
	wantRefused(t, `perhaps illegal_made, illegal_not_completed, illegal_completed`, "", "laws", "illegal")
	wantRefused(t, `code "xyzzy" is not known; see boardd laws`, "", "laws", "xyzzy")
	wantRefused(t, `rule set "fide2023" is not known; perhaps fide-2023`, "", "laws", "--rules", "fide2023")
	wantRefused(t, `rule set "uscf" is not known`, "", "laws", "--topics", "--rules", "uscf")
	wantRefused(t, `--lang "fr": one of en, de`, "", "laws", "--lang", "fr")
	wantRefused(t, `-o "xml": one of json, text`, "", "laws", "-o", "xml")
	wantRefused(t, "--topics takes no code", "", "laws", "--topics", "fivefold")
	wantRefused(t, "one argument too many", "", "laws", "fivefold", "stalemate")
	wantRefused(t, `--lang "fr": one of en, de`, fixtures.Log("three-lives"), "replay", "--lang", "fr", "-")
}

// TestLanguageOfTheUser: without --lang the locale tells the language.
func TestLanguageOfTheUser(t *testing.T) {
	for _, c := range []struct{ all, messages, lang, want string }{
		{"", "", "de_DE.UTF-8", "Jeder Befund"},
		{"", "de_CH", "en_GB.UTF-8", "Jeder Befund"},
		{"C", "", "de_DE.UTF-8", "Every finding"},
		{"de", "", "C", "Jeder Befund"},
		{"", "", "", "Every finding"},
	} {
		t.Setenv("LC_ALL", c.all)
		t.Setenv("LC_MESSAGES", c.messages)
		t.Setenv("LANG", c.lang)
		if got := page(t); !strings.HasPrefix(got, c.want) {
			t.Errorf("%+v: %.40q", c, got)
		}
		if got := page(t, "--lang", "en"); !strings.HasPrefix(got, "Every finding") {
			t.Errorf("%+v: --lang does not go first", c)
		}
	}
}

func TestReplayInGerman(t *testing.T) {
	text := strings.Join(strings.Fields(replayed(t, fixtures.Log("illegal-stands"), "--lang", "de")), " ")
	for _, want := range []string{"!! illegal_completed: Weiß hat einen regelwidrigen Zug abgeschlossen, Sb3: Ein Springer", "illegal_stands: Der regelwidrige Zug Sb3 von Weiß bleibt", "Ergebnis *, Phase playing"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
}

func TestFold(t *testing.T) {
	long := strings.Repeat("word ", 30)
	for _, c := range []struct {
		head, text string
		indent     int
		want       string
	}{
		{"", "", 0, "\n"},
		{"- ", "one line", 2, "- one line\n"},
		{"", strings.TrimSpace(long), 4, strings.TrimSpace(strings.Repeat("word ", 20)) + "\n    " + strings.TrimSpace(strings.Repeat("word ", 10)) + "\n"},
		{"", strings.Repeat("word ", 19) + "(FIDE 2023: 4.7)", 0, strings.TrimSpace(strings.Repeat("word ", 19)) + "\n(FIDE 2023: 4.7)\n"},
		{strings.Repeat("h", 99) + " ", "word word", 2, strings.Repeat("h", 99) + " word\n  word\n"},
	} {
		if got := fold(c.head, c.text, c.indent); got != c.want {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
}

func TestNear(t *testing.T) {
	names := []string{"stalemate", "checkmate", "move_made", "fivefold"}
	for name, want := range map[string]string{"stalmate": "stalemate", "mate": "stalemate checkmate", "MOVE_MADE": "move_made", "fiv": "fivefold", "xx": "", "": ""} {
		if got := strings.Join(near(name, names), " "); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}
