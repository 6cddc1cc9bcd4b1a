package house

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// cycleLines is how many lines without tests the files of a package may have that all call each
// other, by way of others or directly: who reads one of them has to read all.
var cycleLines = map[string]int{
	"touchmove":         1500,
	"touchmove/referee": 1500,
	"touchmove/track":   1500,
}

func TestCallCyclesAreSmall(t *testing.T) {
	for pkg, limit := range cycleLines {
		p := parseCalls(t, pkg)
		for _, cycle := range p.cycles() {
			lines := 0
			for _, f := range cycle {
				lines += p.lines[f]
			}
			if lines >= limit {
				t.Errorf("%s: %d files with %d lines call each other (fewer than %d may): %s", pkg, len(cycle), lines, limit, strings.Join(cycle, " "))
			}
		}
	}
}

// TestCallCyclesAreFound: calls of functions and methods count, and functions that are passed on.
func TestCallCyclesAreFound(t *testing.T) {
	p := newCalls(t, map[string]string{
		"a.go": "package p\nimport \"strings\"\ntype T struct{ b strings.Builder }\nfunc (t *T) a() { t.b.Reset(); b() }\n",
		"b.go": "package p\nfunc b() { pass(c) }\nfunc pass(func()) {}\n",
		"c.go": "package p\nfunc c() { list := []T{{}}\n for i := range list { t := &list[i]; t.a() } }\n",
		"d.go": "package p\nfunc d() { b() }\n",
	})
	if got := p.cycles(); len(got) != 1 || !slices.Equal(got[0], []string{"a.go", "b.go", "c.go"}) || p.lines["c.go"] != 3 {
		t.Error(got, p.lines)
	}
}

// calls is which files of a package call functions and methods that are declared in which others.
type calls struct {
	lines map[string]int
	to    map[string]map[string]bool
}

func parseCalls(t *testing.T, pkg string) calls {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join("../..", pkg, "*.go"))
	if err != nil || len(paths) == 0 {
		t.Fatal(pkg, err)
	}
	texts := map[string]string{}
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		texts[filepath.Base(path)] = string(text)
	}
	return newCalls(t, texts)
}

func newCalls(t *testing.T, texts map[string]string) calls {
	t.Helper()
	set := token.NewFileSet()
	var files []*ast.File
	c := calls{lines: map[string]int{}, to: map[string]map[string]bool{}}
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		file, err := parser.ParseFile(set, name, texts[name], parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
		c.lines[name], c.to[name] = strings.Count(texts[name], "\n"), map[string]bool{}
	}
	// What other packages declare is not needed to know what this one calls in itself.
	known := types.Info{Uses: map[*ast.Ident]types.Object{}}
	check := types.Config{Importer: noImports{}, Error: func(error) {}}
	pkg, _ := check.Check("p", set, files, &known)
	for id, what := range known.Uses {
		if f, ok := what.(*types.Func); ok && f.Pkg() == pkg {
			c.to[set.Position(id.Pos()).Filename][set.Position(f.Pos()).Filename] = true
		}
	}
	return c
}

type noImports struct{}

func (noImports) Import(string) (*types.Package, error) { return nil, errors.New("not needed") }

// cycles lists the sets of files of which each calls all others, directly or by way of them.
func (c calls) cycles() [][]string {
	reached := map[string]map[string]bool{}
	for f := range c.to {
		reached[f] = map[string]bool{}
		c.reach(f, reached[f])
	}
	var list [][]string
	for _, f := range slices.Sorted(maps.Keys(c.to)) {
		cycle := []string{f}
		for g := range reached[f] {
			if g != f && reached[g][f] {
				cycle = append(cycle, g)
			}
		}
		slices.Sort(cycle)
		if len(cycle) > 1 && cycle[0] == f {
			list = append(list, cycle)
		}
	}
	return list
}

func (c calls) reach(from string, reached map[string]bool) {
	for to := range c.to[from] {
		if !reached[to] {
			reached[to] = true
			c.reach(to, reached)
		}
	}
}
