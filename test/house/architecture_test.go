// Package house holds the tests of the whole repository: which package may import which, what
// the core may not use, which words a user reads, and which tests make long runs.
package house

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

// layers lists the packages of this module that each package may import. Imports run one
// way.
var layers = map[string][]string{
	"internal/enum":       {},
	"legality/placement":  {"internal/enum"},
	"legality":            {"internal/enum", "legality/placement"},
	"legality/pgn":        {"legality"},
	"sensor":              {"internal/enum", "legality/placement"},
	"sensor/certabo":      {"legality/placement", "sensor", "sensor/numbers"},
	"sensor/centaur":      {"legality/placement", "sensor", "sensor/dgt", "sensor/dgt/bus"},
	"sensor/chesslink":    {"legality/placement", "sensor"},
	"sensor/chessnut":     {"legality/placement", "sensor"},
	"sensor/dgt":          {"legality/placement", "sensor"},
	"sensor/dgt/bus":      {"legality/placement", "sensor", "sensor/dgt"},
	"sensor/ichessone":    {"legality/placement", "sensor"},
	"sensor/numbers":      {"sensor"},
	"sensor/tabutronic":   {"legality/placement", "sensor", "sensor/numbers"},
	"sensor/family":       {"sensor", "sensor/centaur", "sensor/certabo", "sensor/chesslink", "sensor/chessnut", "sensor/dgt", "sensor/dgt/bus", "sensor/ichessone", "sensor/measured", "sensor/numbers", "sensor/tabutronic", "sensor/text"},
	"sensor/finder":       {"sensor", "sensor/chessnut", "sensor/dgt/bus", "sensor/family"},
	"sensor/sensortest":   {"internal/quick", "legality/placement", "sensor"},
	"sensor/text":         {"legality/placement", "sensor"},
	"sensor/measured":     {},
	"sensor/simulate":     {"internal/enum", "legality/placement", "legality", "sensor", "sensor/measured"},
	"internal/advice":     {},
	"internal/cli":        {"internal/advice", "internal/release", "internal/suggest", "internal/terminal", "touchmove", "touchmove/laws", "touchmove/words"},
	"internal/quick":      {},
	"internal/race":       {},
	"internal/release":    {},
	"internal/suggest":    {},
	"internal/terminal":   {"transport"},
	"internal/hands":      {"legality/placement", "legality", "sensor"},
	"internal/third":      {"legality/placement", "legality", "sensor"},
	"touchmove":           {"internal/enum", "legality/placement", "legality", "sensor", "touchmove/laws", "touchmove/referee", "touchmove/track"},
	"touchmove/laws":      {"internal/enum", "legality/placement", "legality"},
	"touchmove/track":     {"legality/placement", "legality", "sensor", "sensor/measured"},
	"touchmove/referee":   {"legality/placement", "legality", "sensor", "touchmove/laws", "touchmove/track"},
	"touchmove/words":     {"internal/enum", "legality/placement", "legality", "touchmove", "touchmove/laws"},
	"internal/pgnlint":    {"legality/placement", "legality"},
	"transport/schema":    {},
	"transport":           {"internal/enum", "legality/placement", "legality", "sensor", "touchmove", "touchmove/laws", "transport/schema"},
	"internal/broker":     {},
	"internal/brokertest": {},
	"internal/lilatest":   {"legality"},
	"transport/publish":   {"transport"},
	"internal/schematest": {"transport", "transport/schema", "internal/pgnlint"},
	"pipeline": {"internal/release", "legality", "legality/placement", "sensor", "sensor/centaur", "sensor/certabo", "sensor/chesslink",
		"sensor/dgt", "sensor/dgt/bus", "sensor/family", "touchmove", "touchmove/laws", "transport"},
	"internal/clock":      {},
	"internal/story":      {"legality", "touchmove", "touchmove/track"},
	"internal/replay":     {"internal/cli", "internal/clock", "internal/story", "legality", "legality/pgn", "legality/placement", "pipeline", "sensor", "sensor/family", "touchmove", "touchmove/laws", "touchmove/track", "touchmove/words", "transport"},
	"internal/config":     {"internal/cli", "internal/suggest", "internal/terminal", "legality", "sensor", "sensor/certabo", "sensor/chesslink", "sensor/dgt/bus", "sensor/family", "touchmove", "touchmove/laws", "transport", "transport/publish"},
	"internal/games":      {"legality", "legality/pgn", "sensor/simulate"},
	"internal/playback":   {"internal/clock", "sensor", "sensor/family"},
	"internal/metrics":    {"internal/config"},
	"internal/session":    {},
	"internal/systemd":    {},
	"internal/subscribe":  {},
	"internal/daemon":     {"hall/livechess/dialect", "hall/livechess/serve", "internal/advice", "internal/cli", "internal/clock", "internal/config", "internal/journal", "internal/metrics", "internal/persist", "internal/release", "internal/session", "internal/systemd", "internal/terminal", "legality", "pipeline", "sensor", "sensor/certabo", "sensor/chesslink", "sensor/dgt/bus", "sensor/family", "sensor/finder", "touchmove", "touchmove/laws", "transport", "transport/publish"},
	"internal/daemontest": {"internal/clock", "internal/config", "internal/daemon", "internal/harness", "internal/journal", "internal/persist", "internal/playback", "sensor", "sensor/dgt", "transport", "transport/publish"},
	"internal/persist":    {"internal/advice", "internal/config", "internal/journal", "pipeline", "sensor", "touchmove", "transport", "transport/publish"},
	"internal/harness":    {"internal/broker", "internal/brokertest", "internal/cli", "internal/clock", "internal/config", "internal/journal", "internal/playback", "internal/race", "internal/schematest", "internal/session", "internal/subscribe", "legality", "legality/placement", "sensor", "sensor/chesslink", "sensor/chessnut", "sensor/dgt", "sensor/family", "sensor/ichessone", "sensor/simulate", "sensor/text", "touchmove", "transport", "transport/publish"},
	"cmd/boardd":          {"hall/livechess/serve", "internal/advice", "internal/cli", "internal/clock", "internal/config", "internal/daemon", "internal/release", "internal/replay", "internal/suggest", "internal/systemd", "internal/terminal", "legality", "pipeline", "sensor", "sensor/family", "sensor/finder", "touchmove", "touchmove/laws", "touchmove/words", "transport", "transport/publish"},
	"cmd/boardd-hall":     {"hall", "hall/livechess", "hall/livechess/serve", "hall/out", "hall/pairing", "hall/report", "hall/store", "hall/web", "internal/hallconfig", "internal/advice", "internal/cli", "internal/config", "internal/metrics", "internal/release", "internal/session", "internal/systemd", "internal/terminal", "internal/view", "touchmove/words", "transport", "transport/publish", "transport/schema"},
	"cmd/boardd-lab":      {"internal/advice", "fixtures", "internal/bench", "internal/broker", "internal/cli", "internal/clock", "internal/config", "internal/daemon", "internal/games", "internal/playback", "internal/release", "internal/session", "internal/subscribe", "internal/terminal", "internal/view", "legality", "legality/pgn", "pipeline", "sensor", "sensor/family", "sensor/simulate", "touchmove", "transport", "transport/publish"},
	"fixtures":            {},
	"hall":                {"internal/pgnlint", "legality", "touchmove", "transport"},
	"hall/pairing":        {"hall", "transport"},
	"hall/store":          {"hall"},
	"hall/lichess":        {"hall", "legality", "legality/pgn"},
	"hall/livechess":      {"hall", "hall/livechess/dialect", "internal/pgnlint", "legality", "legality/placement", "sensor", "touchmove", "transport"},
	"hall/livechess/dialect": {"legality", "legality/placement",
		"sensor", "touchmove"},
	"internal/livetest": {"hall/livechess/dialect", "hall/livechess/serve",
		"internal/config", "sensor", "touchmove"},
	"hall/livechess/serve": {"hall/livechess/dialect",
		"internal/advice", "internal/config"},
	"hall/out":            {"hall", "hall/lichess", "hall/livechess", "hall/store"},
	"hall/web":            {"hall", "hall/livechess", "hall/out", "hall/pairing", "hall/report", "hall/store", "internal/pgnlint", "internal/session", "internal/view", "legality", "legality/placement", "touchmove/laws", "touchmove/words", "transport"},
	"hall/report":         {"hall", "hall/store", "internal/view", "touchmove/words", "transport"},
	"internal/hallconfig": {"hall", "hall/lichess", "hall/web", "internal/config", "transport", "transport/publish"},
	"internal/bench":      {"legality/placement", "legality", "sensor", "sensor/simulate", "touchmove", "touchmove/laws"},
	"internal/journal":    {},
	"internal/view":       {"legality/placement", "legality", "touchmove", "touchmove/laws", "touchmove/words", "transport"},
}

// core are the packages without a clock, I/O, logger, context, goroutine or lock, and
// without a package variable that changes.
var core = []string{
	"internal/enum",
	"legality/placement", "legality", "legality/pgn",
	"sensor", "sensor/simulate",
	"sensor/centaur", "sensor/certabo", "sensor/chesslink", "sensor/chessnut",
	"sensor/dgt", "sensor/dgt/bus",
	"sensor/family", "sensor/finder",
	"sensor/ichessone", "sensor/measured", "sensor/numbers", "sensor/tabutronic", "sensor/text",
	"internal/hands", "internal/third", "internal/story",
	"touchmove", "touchmove/laws", "touchmove/track", "touchmove/referee", "touchmove/words", "pipeline",
	"transport", "internal/pgnlint", "hall", "hall/lichess", "hall/livechess", "hall/livechess/dialect",
}

// shellFile reports whether a file beside the core belongs to the shell: the port does.
func shellFile(pkg, name string) bool { return pkg == "sensor" && strings.HasPrefix(name, "port") }

// pure lists the packages of the standard library that the core may import. It may use time
// for dates in text; clocks lists what it may not use of that package.
var pure = []string{"bufio", "bytes", "cmp", "embed", "encoding/binary", "encoding/hex", "encoding/json", "errors", "fmt", "hash/fnv", "io", "iter",
	"maps", "math", "math/bits", "math/rand/v2", "path", "regexp", "slices", "strconv", "strings", "time", "unicode", "unicode/utf16", "unicode/utf8"}

// clocks are the functions that read a clock or depend on chance.
var clocks = []string{"time.Now", "time.Since", "time.Until", "time.Sleep", "time.After", "time.Tick", "time.NewTimer", "time.NewTicker",
	"time.AfterFunc", "rand.Int", "rand.IntN", "rand.N", "rand.Float64", "rand.Perm", "rand.Shuffle", "rand.Uint64", "rand.Text"}

type source struct {
	pkg, name string
	file      *ast.File
}

// sources parses all Go files of the repository that are no tests.
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

// TestRefereeOnlyReads: the referee sees a view of the story, and can change neither a
// hypothesis nor an act: it names nothing else of the engine.
func TestRefereeOnlyReads(t *testing.T) {
	all := sources(t)
	reads := append(kindsOf(all), "View", "Told", "Mark", "Link")
	for _, s := range all {
		if s.pkg != "touchmove/referee" {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			if e, ok := n.(*ast.SelectorExpr); ok {
				if x, ok := e.X.(*ast.Ident); ok && x.Name == "track" && !slices.Contains(reads, e.Sel.Name) {
					t.Errorf("%s/%s names track.%s", s.pkg, s.name, e.Sel.Name)
				}
			}
			return true
		})
	}
}

// kindsOf lists the constants of package track's kinds of acts.
func kindsOf(all []source) []string {
	var kinds []string
	for _, s := range all {
		if s.pkg != "touchmove/track" || s.name != "act.go" {
			continue
		}
		for _, d := range s.file.Decls {
			if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.CONST {
				for _, spec := range g.Specs {
					kinds = append(kinds, spec.(*ast.ValueSpec).Names[0].Name)
				}
			}
		}
	}
	return kinds
}

// TestNATSIsForTests: no program carries the cluster that the tests start.
func TestNATSIsForTests(t *testing.T) {
	for _, s := range sources(t) {
		for _, i := range s.file.Imports {
			if strings.HasPrefix(i.Path.Value, `"github.com/nats-io/`) {
				t.Errorf("%s/%s imports %s", s.pkg, s.name, i.Path.Value)
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

// base returns the name of the variable of which an expression is a part.
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
