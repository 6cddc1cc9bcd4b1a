package house

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// helpers are the files beside the core of which it or its tests use something.
var helpers = []string{"fixtures/*.go", "internal/harness/golden.go", "internal/harness/logs.go", "internal/lilatest/lilatest.go",
	"internal/quick/*.go", "internal/release/*.go", "internal/schematest/*.go", "sensor/sensortest/*.go", "transport/schema/*.go"}

// TestCoreRunsAlone: no code of the core, none of its tests, and nothing that these use starts a
// goroutine, so that the race detector has nothing to find. The Makefile runs the core without it.
func TestCoreRunsAlone(t *testing.T) {
	alone := slices.DeleteFunc(slices.Clone(core), func(pkg string) bool { return pkg == "sensor" }) // it has the port
	slices.Sort(alone)
	if listed := listedCore(t); !slices.Equal(alone, listed) {
		t.Errorf("the core is %q, CORE in the Makefile is %q", alone, listed)
	}
	offered := map[string]bool{} // what helpers declare
	for _, pattern := range helpers {
		for _, file := range parsed(t, pattern) {
			checkAlone(t, pattern, file)
			for _, name := range declared(file) {
				offered[path.Dir(pattern)+"."+name] = true
			}
		}
	}
	for _, pkg := range alone {
		for name, file := range parsed(t, pkg+"/*.go") {
			checkAlone(t, name, file)
			for _, used := range usedBeside(file) {
				if !offered[used] {
					t.Errorf("%s uses %s", name, used)
				}
			}
		}
	}
}

// listedCore returns the packages of CORE in the Makefile, in order.
func listedCore(t *testing.T) []string {
	t.Helper()
	makefile, err := os.ReadFile("../../Makefile")
	if err != nil {
		t.Fatal(err)
	}
	list := regexp.MustCompile(`(?m)^CORE = ((?:.*\\\n)*.*)$`).FindSubmatch(makefile)
	if list == nil {
		t.Fatal("the Makefile has no list CORE")
	}
	var all []string
	for name := range strings.FieldsSeq(strings.ReplaceAll(string(list[1]), "\\\n", " ")) {
		all = append(all, strings.TrimPrefix(name, "./"))
	}
	slices.Sort(all)
	return all
}

// parsed returns the Go files of a pattern, tests too, by name.
func parsed(t *testing.T, pattern string) map[string]*ast.File {
	t.Helper()
	names, err := filepath.Glob("../../" + pattern)
	if err != nil || len(names) == 0 {
		t.Fatal(pattern, err)
	}
	all := map[string]*ast.File{}
	for _, name := range names {
		if all[name], err = parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// declared returns the names that a file declares.
func declared(file *ast.File) (names []string) {
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			names = append(names, d.Name.Name)
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					names = append(names, s.Name.Name)
				case *ast.ValueSpec:
					for _, n := range s.Names {
						names = append(names, n.Name)
					}
				}
			}
		}
	}
	return names
}

// usedBeside returns what a file uses of packages of this module beside the core.
func usedBeside(file *ast.File) (used []string) {
	beside := map[string]string{} // packages by the names that they have in the file
	for _, i := range file.Imports {
		whole, _ := strconv.Unquote(i.Path.Value)
		if pkg, ours := strings.CutPrefix(whole, module); ours && !slices.Contains(core, pkg) {
			beside[path.Base(pkg)] = pkg
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if e, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := e.X.(*ast.Ident); ok && beside[x.Name] != "" {
				used = append(used, beside[x.Name]+"."+e.Sel.Name)
			}
		}
		return true
	})
	return used
}

// checkAlone looks for what starts a goroutine, or has a test run beside others.
func checkAlone(t *testing.T, name string, file *ast.File) {
	t.Helper()
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt, *ast.SelectStmt, *ast.ChanType:
			t.Errorf("%s has a goroutine or a channel", name)
		case *ast.SelectorExpr:
			if slices.Contains([]string{"AfterFunc", "Go", "Parallel", "RunParallel"}, n.Sel.Name) {
				t.Errorf("%s calls %s", name, n.Sel.Name)
			}
		}
		return true
	})
}
