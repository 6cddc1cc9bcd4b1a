package main

import (
	"go/ast"
	"go/parser"
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

const module = "github.com/boardd/boardd/"

// layers says what of ours each package may import, besides itself. Imports run
// one way.
var layers = map[string][]string{
	"internal/enum":       {},
	"legality/placement":  {"internal/enum"},
	"legality":            {"internal/enum", "legality/placement"},
	"legality/pgn":        {"legality"},
	"sensor":              {"internal/enum", "legality/placement"},
	"sensor/certabo":      {"legality/placement", "sensor", "sensor/numbers"},
	"sensor/centaur":      {"legality/placement", "sensor", "sensor/dgt", "sensor/dgt/bus"},
	"sensor/chesslink":    {"legality/placement", "sensor"},
	"sensor/dgt":          {"legality/placement", "sensor"},
	"sensor/dgt/bus":      {"legality/placement", "sensor", "sensor/dgt"},
	"sensor/numbers":      {"sensor"},
	"sensor/tabutronic":   {"legality/placement", "sensor", "sensor/numbers"},
	"sensor/family":       {"sensor", "sensor/centaur", "sensor/certabo", "sensor/chesslink", "sensor/dgt", "sensor/dgt/bus", "sensor/numbers", "sensor/tabutronic", "sensor/text"},
	"sensor/finder":       {"sensor", "sensor/dgt/bus", "sensor/family"},
	"sensor/sensortest":   {"internal/race", "legality/placement", "sensor"},
	"sensor/text":         {"legality/placement", "sensor"},
	"sensor/simulate":     {"internal/enum", "legality/placement", "legality", "sensor"},
	"internal/advice":     {},
	"internal/cli":        {"internal/advice", "internal/release", "internal/suggest", "internal/terminal", "touchmove", "touchmove/words"},
	"internal/race":       {},
	"internal/release":    {},
	"internal/suggest":    {},
	"internal/terminal":   {"transport"},
	"internal/hands":      {"legality/placement", "legality", "sensor"},
	"touchmove":           {"internal/enum", "legality/placement", "legality", "sensor"},
	"touchmove/track":     {"legality/placement", "legality", "sensor"},
	"touchmove/words":     {"internal/enum", "legality/placement", "legality", "touchmove"},
	"internal/pgnlint":    {"legality/placement", "legality"},
	"transport/schema":    {},
	"transport":           {"internal/enum", "legality/placement", "legality", "sensor", "touchmove", "transport/schema"},
	"internal/broker":     {},
	"internal/brokertest": {},
	"transport/publish":   {"transport"},
	"internal/schematest": {"transport", "transport/schema", "internal/pgnlint"},
	"pipeline": {"internal/release", "legality", "legality/placement", "sensor", "sensor/centaur", "sensor/certabo", "sensor/chesslink",
		"sensor/dgt", "sensor/dgt/bus", "sensor/family", "touchmove", "transport"},
	"internal/clock":      {},
	"internal/replay":     {"internal/cli", "internal/clock", "legality/placement", "pipeline", "sensor", "sensor/family", "touchmove", "touchmove/words", "transport"},
	"internal/config":     {"internal/cli", "internal/suggest", "internal/terminal", "legality", "sensor", "sensor/certabo", "sensor/chesslink", "sensor/dgt/bus", "sensor/family", "touchmove", "transport", "transport/publish"},
	"internal/games":      {"legality", "legality/pgn", "sensor/simulate"},
	"internal/playback":   {"internal/clock", "sensor", "sensor/family"},
	"internal/session":    {},
	"internal/subscribe":  {},
	"internal/daemon":     {"internal/advice", "internal/cli", "internal/clock", "internal/config", "internal/journal", "internal/persist", "internal/release", "internal/session", "internal/terminal", "legality", "pipeline", "sensor", "sensor/certabo", "sensor/chesslink", "sensor/dgt/bus", "sensor/family", "sensor/finder", "touchmove", "transport", "transport/publish"},
	"internal/daemontest": {"internal/clock", "internal/config", "internal/daemon", "internal/harness", "internal/journal", "internal/playback", "sensor", "sensor/dgt", "transport", "transport/publish"},
	"internal/persist":    {"internal/advice", "internal/config", "internal/journal", "pipeline", "sensor", "touchmove", "transport", "transport/publish"},
	"internal/harness":    {"internal/broker", "internal/brokertest", "internal/cli", "internal/clock", "internal/config", "internal/journal", "internal/playback", "internal/race", "internal/schematest", "internal/session", "internal/subscribe", "legality", "legality/placement", "sensor", "sensor/chesslink", "sensor/dgt", "sensor/family", "sensor/simulate", "sensor/text", "touchmove", "transport", "transport/publish"},
	"cmd/boardd":          {"internal/advice", "internal/cli", "internal/clock", "internal/config", "internal/daemon", "internal/release", "internal/replay", "internal/suggest", "internal/terminal", "pipeline", "sensor", "sensor/family", "sensor/finder", "touchmove", "touchmove/words", "transport", "transport/publish"},
	"cmd/boardd-hall":     {"internal/advice", "internal/cli", "internal/config", "internal/session", "internal/terminal", "internal/view", "touchmove/words", "transport", "transport/publish", "transport/schema"},
	"cmd/boardd-lab":      {"fixtures", "internal/bench", "internal/broker", "internal/cli", "internal/clock", "internal/config", "internal/daemon", "internal/games", "internal/playback", "internal/release", "internal/session", "internal/subscribe", "internal/terminal", "internal/view", "legality", "pipeline", "sensor", "sensor/family", "sensor/simulate", "touchmove", "transport"},
	"fixtures":            {},
	"internal/bench":      {"legality/placement", "legality", "sensor", "sensor/simulate", "touchmove"},
	"internal/journal":    {},
	"internal/view":       {"legality/placement", "legality", "touchmove", "touchmove/words", "transport"},
}

// core are the packages that have no clock, I/O, logger, context, goroutine or
// lock, and no package variable that changes.
var core = []string{
	"internal/enum",
	"legality/placement", "legality", "legality/pgn",
	"sensor", "sensor/simulate",
	"sensor/centaur", "sensor/certabo", "sensor/chesslink",
	"sensor/dgt", "sensor/dgt/bus",
	"sensor/family", "sensor/finder",
	"sensor/numbers", "sensor/tabutronic", "sensor/text",
	"internal/hands",
	"touchmove", "touchmove/track", "touchmove/words", "pipeline",
	"transport", "internal/pgnlint",
}

// shellFile tells the files of the shell that live beside the core: the port.
func shellFile(pkg, name string) bool { return pkg == "sensor" && strings.HasPrefix(name, "port") }

// pure is what the core may import of the library. time is there for dates in
// text; what of it reads a clock is refused by name.
var pure = []string{"bufio", "bytes", "cmp", "embed", "encoding/binary", "encoding/hex", "encoding/json", "errors", "fmt", "io", "iter",
	"maps", "math", "math/bits", "math/rand/v2", "path", "regexp", "slices", "strconv", "strings", "time", "unicode", "unicode/utf16", "unicode/utf8"}

// clocks are the functions by which a clock, or chance, would come in.
var clocks = []string{"time.Now", "time.Since", "time.Until", "time.Sleep", "time.After", "time.Tick", "time.NewTimer", "time.NewTicker",
	"time.AfterFunc", "rand.Int", "rand.IntN", "rand.N", "rand.Float64", "rand.Perm", "rand.Shuffle", "rand.Uint64", "rand.Text"}

type source struct {
	pkg, name string
	file      *ast.File
}

// sources parses everything that is built into the program.
func sources(t *testing.T) []source {
	t.Helper()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	var all []source
	err = filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata") && path != root {
			return filepath.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		pkg, err := filepath.Rel(root, filepath.Dir(path))
		all = append(all, source{filepath.ToSlash(pkg), d.Name(), file})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestImportsRunOneWay(t *testing.T) {
	for _, s := range sources(t) {
		allowed, known := layers[s.pkg]
		if !known {
			t.Errorf("package %s: say in layers what it may import", s.pkg)
		}
		for _, i := range s.file.Imports {
			path, _ := strconv.Unquote(i.Path.Value)
			if ours, ok := strings.CutPrefix(path, module); ok && !slices.Contains(allowed, ours) {
				t.Errorf("%s/%s imports %s", s.pkg, s.name, ours)
			}
		}
	}
}

func TestCoreIsPure(t *testing.T) {
	for _, s := range sources(t) {
		if !slices.Contains(core, s.pkg) || shellFile(s.pkg, s.name) {
			continue
		}
		for _, i := range s.file.Imports {
			path, _ := strconv.Unquote(i.Path.Value)
			if !strings.HasPrefix(path, module) && !slices.Contains(pure, path) {
				t.Errorf("%s/%s imports %s", s.pkg, s.name, path)
			}
		}
		checkPure(t, s)
	}
}

// checkPure looks for goroutines, channels, clocks, init functions, and for
// assignments to variables of the package.
func checkPure(t *testing.T, s source) {
	vars := packageVars(s)
	ast.Inspect(s.file, func(n ast.Node) bool {
		where := s.pkg + "/" + s.name
		switch n := n.(type) {
		case *ast.GoStmt, *ast.SelectStmt, *ast.ChanType:
			t.Errorf("%s: goroutines and channels are for the shell", where)
		case *ast.SelectorExpr:
			if x, ok := n.X.(*ast.Ident); ok && slices.Contains(clocks, x.Name+"."+n.Sel.Name) {
				t.Errorf("%s: %s.%s", where, x.Name, n.Sel.Name)
			}
		case *ast.FuncDecl:
			if n.Name.Name == "init" && n.Recv == nil {
				t.Errorf("%s: init", where)
			}
		case *ast.AssignStmt:
			for _, left := range n.Lhs {
				if name := base(left); n.Tok != token.DEFINE && vars[name] {
					t.Errorf("%s: assigns to %s, a variable of the package", where, name)
				}
			}
		}
		return true
	})
}

func packageVars(s source) map[string]bool {
	vars := map[string]bool{}
	for _, d := range s.file.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.VAR {
			continue
		}
		for _, spec := range g.Specs {
			for _, name := range spec.(*ast.ValueSpec).Names {
				vars[name.Name] = name.Name != "_"
			}
		}
	}
	return vars
}

// base is the variable that an expression is part of.
func base(e ast.Expr) string {
	for {
		switch x := e.(type) {
		case *ast.Ident:
			return x.Name
		case *ast.IndexExpr:
			e = x.X
		case *ast.SelectorExpr:
			e = x.X
		default:
			return ""
		}
	}
}

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

// TestLongList: make long runs each test of which make test leaves out something,
// and no other.
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

// testFunc is the beginning of a test, or of any other function.
var testFunc = regexp.MustCompile(`(?m)^func (\w*)`)

// shortened are the names of the tests that ask whether the run is a short one.
func shortened(t *testing.T) []string {
	t.Helper()
	var all []string
	err := filepath.WalkDir("../..", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") || filepath.Base(path) == "architecture_test.go" {
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
