package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/boardd/boardd/"

// layers says what of ours each package may import, besides itself. Imports run
// one way.
var layers = map[string][]string{
	"legality/placement":   {},
	"legality":             {"legality/placement"},
	"legality/pgn":         {"legality"},
	"sensor":               {"legality/placement"},
	"sensor/certabo":       {"legality/placement", "sensor", "sensor/numbers"},
	"sensor/centaur":       {"legality/placement", "sensor", "sensor/dgt", "sensor/dgt/bus"},
	"sensor/chesslink":     {"legality/placement", "sensor"},
	"sensor/dgt":           {"legality/placement", "sensor"},
	"sensor/dgt/bus":       {"legality/placement", "sensor", "sensor/dgt"},
	"sensor/numbers":       {"sensor"},
	"sensor/tabutronic":    {"legality/placement", "sensor", "sensor/numbers"},
	"sensor/finder":        {"sensor/certabo", "sensor/chesslink", "sensor/dgt", "sensor/dgt/bus", "sensor/tabutronic", "sensor/text"},
	"sensor/text":          {"legality/placement", "sensor"},
	"sensor/simulate":      {"legality/placement", "legality", "sensor"},
	"touchmove":            {"legality/placement", "legality", "sensor"},
	"touchmove/words":      {"legality/placement", "legality", "touchmove"},
	"transport/pgnlint":    {"legality/placement", "legality"},
	"transport/schema":     {},
	"transport":            {"legality/placement", "legality", "sensor", "touchmove", "transport/schema"},
	"transport/broker":     {},
	"transport/brokertest": {},
	"transport/publish":    {"transport"},
	"transport/schematest": {"transport", "transport/schema", "transport/pgnlint"},
	"fixtures":             {},
	"cmd/games":            {"legality", "sensor/simulate"},
	"cmd/boardd/bench":     {"legality/placement", "legality", "sensor", "sensor/simulate", "touchmove"},
	"cmd/boardd/journal":   {},
	"cmd/boardd/view":      {"legality/placement", "legality", "touchmove", "touchmove/words", "transport"},
	"cmd/boardd":           nil, // all
}

// core are the packages that have no clock, I/O, logger, context, goroutine or
// lock, and no package variable that changes.
var core = []string{
	"legality/placement", "legality", "legality/pgn",
	"sensor", "sensor/simulate",
	"sensor/centaur", "sensor/certabo", "sensor/chesslink",
	"sensor/dgt", "sensor/dgt/bus",
	"sensor/finder",
	"sensor/numbers", "sensor/tabutronic", "sensor/text",
	"touchmove", "touchmove/words",
	"transport", "transport/pgnlint",
}

// shellFile tells the files of the shell that live beside the core: the port.
func shellFile(pkg, name string) bool { return pkg == "sensor" && strings.HasPrefix(name, "port") }

// pure is what the core may import of the library. time is there for dates in
// text; what of it reads a clock is refused by name.
var pure = []string{"bufio", "bytes", "cmp", "embed", "encoding/binary", "encoding/hex", "encoding/json", "errors", "fmt", "io", "iter",
	"maps", "math", "math/bits", "math/rand/v2", "path", "regexp", "slices", "strconv", "strings", "time", "unicode", "unicode/utf8"}

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
			if ours, ok := strings.CutPrefix(path, module); ok && s.pkg != "cmd/boardd" && !slices.Contains(allowed, ours) {
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
