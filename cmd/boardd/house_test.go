package main

import (
	"go/ast"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// strange are words that boardd does not use to its users: what moves on a board is
// a piece; boardd detects, a setting must be set, and what begins again is restarted.
var strange = regexp.MustCompile(`(?i)\b(man|men|f(ind|inds|ound) (it |this |that )?out|ha(s|ve) to be (said|set|told)|to be had|start(s|ed)? (itself )?(again|anew)|learnt anew|strays|strayed|hears?|(is|are|was|were|be) (told|heard))\b`)

// kept are texts with such a word that are names, of a file format or of a program.
var kept = map[string]bool{
	"displaced man": true, "misread man": true, // of package sensor/simulate, in the truth of a game
	"men": true, "man": true, // of a setting in a log's header, and of a field of a template
	", for man -l -": true, // the program that shows a manual page
}

// field is the name of a field in a template, which nobody sees.
var field = regexp.MustCompile(`\{[^}]*\}`)

// TestHouseWords: no text of the program speaks in other words than its own.
func TestHouseWords(t *testing.T) {
	t.Parallel()
	for _, s := range sources(t) {
		if s.pkg == "internal/hands" || s.pkg == "cmd/boardd-lab" {
			continue // no part of boardd
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			if f, ok := n.(*ast.Field); ok {
				f.Tag = nil
			}
			l, ok := n.(*ast.BasicLit)
			if !ok || l.Kind != token.STRING {
				return true
			}
			text, _ := strconv.Unquote(l.Value)
			if word := strange.FindString(field.ReplaceAllString(text, "")); word != "" && !kept[text] {
				t.Errorf("%s/%s: %q in %q", s.pkg, s.name, word, text)
			}
			return true
		})
	}
}

// called are the names that hold "man" and "men" in what a user reads.
var called = regexp.MustCompile("man boardd(\\.toml)?|boardd/men\\.d/men|`men`|men=")

func TestHouseWordsOfPages(t *testing.T) {
	names := []string{"../../sensor/text/README.md", "../../internal/config/boardd.toml"}
	for _, pattern := range []string{"../../*.md", "../../docs/*.md", "../*/manual.1"} {
		pages, err := filepath.Glob(pattern)
		if err != nil || len(pages) == 0 {
			t.Fatal(pattern, err)
		}
		names = append(names, pages...)
	}
	for _, name := range names {
		page, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(string(page), "\n") {
			if word := strange.FindString(called.ReplaceAllString(line, "")); word != "" {
				t.Errorf("%s, line %d: %q in %q", name, i+1, word, line)
			}
		}
	}
}
