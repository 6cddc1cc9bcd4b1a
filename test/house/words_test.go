package house

import (
	"go/ast"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// strange matches words that boardd does not use to its users: a piece is no man, boardd
// detects, a setting must be set, and a program is restarted.
var strange = regexp.MustCompile(`(?i)\b(man|men|f(ind|inds|ound) (it |this |that )?out|ha(s|ve) to be (said|set|told)|to be had|start(s|ed)? (itself )?(again|anew)|learnt anew|strays|strayed|hears?|(is|are|was|were|be) (told|heard))\b`)

// kept are texts in which such a word is a name, of a file format or of a program.
var kept = map[string]bool{
	"displaced man": true, "misread man": true, // of package sensor/simulate, in the truth of a game
	"men": true, "man": true, // of a setting in an older log's header, and of a field of a template
	"port.men_file":  true, // of an older configuration
	", for man -l -": true, // the program that shows a manual page
}

// field matches the name of a field in a template. No user reads it.
var field = regexp.MustCompile(`\{[^}]*\}`)

// TestHouseWords: no string in the programs has a strange word.
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

// called matches names with "man" and "men" that a user reads.
var called = regexp.MustCompile("man boardd(\\.toml)?|`men_file`|`men\\.d`|`men=`")

// TestHouseWordsOfPages: nor has a page of the documentation.
func TestHouseWordsOfPages(t *testing.T) {
	names := []string{"../../sensor/text/README.md", "../../internal/config/boardd.toml"}
	for _, pattern := range []string{"../../*.md", "../../docs/*.md", "../../cmd/*/manual.1"} {
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

// TestLongList: make long runs each test that make test leaves out or shortens, and no other.
func TestLongList(t *testing.T) {
	makefile, err := os.ReadFile("../../Makefile")
	if err != nil {
		t.Fatal(err)
	}
	list := regexp.MustCompile(`(?m)^LONG = (.*)$`).FindSubmatch(makefile)
	if list == nil {
		t.Fatal("the Makefile has no list LONG")
	}
	want, have := strings.Split(string(list[1]), "|"), shortened(t)
	if slices.Sort(want); !slices.Equal(have, want) {
		t.Errorf("testing.Short is asked for in %q, LONG is %q", have, want)
	}
}

// TestQuickIsForTheCore: what tries a part with -short by package quick is of the core, whose tests
// make long runs whole.
func TestQuickIsForTheCore(t *testing.T) {
	err := filepath.WalkDir("../..", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") || filepath.Base(filepath.Dir(path)) == "house" {
			return err
		}
		text, err := os.ReadFile(path)
		pkg, _ := filepath.Rel("../..", filepath.Dir(path))
		if strings.Contains(string(text), "quick.Fewer(") && !slices.Contains(core, filepath.ToSlash(pkg)) {
			t.Errorf("%s asks for quick.Fewer", path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// testFunc matches the beginning of a function.
var testFunc = regexp.MustCompile(`(?m)^func (\w*)`)

// shortened returns the names of the tests that ask testing.Short, in order.
func shortened(t *testing.T) []string {
	t.Helper()
	var all []string
	err := filepath.WalkDir("../..", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") || filepath.Base(filepath.Dir(path)) == "house" {
			return err
		}
		text, err := os.ReadFile(path)
		starts := testFunc.FindAllSubmatchIndex(text, -1)
		for i, at := range starts {
			end := len(text)
			if i+1 < len(starts) {
				end = starts[i+1][0]
			}
			if strings.Contains(string(text[at[0]:end]), "testing.Short()") {
				all = append(all, string(text[at[2]:at[3]]))
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(all)
	return all
}
