package docs

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/boardd/boardd/fixtures"
	"github.com/boardd/boardd/sensor/family"
)

// here matches a program as a page calls it.
var here = regexp.MustCompile(`\./(boardd(-hall|-lab)?)\b`)

// run runs a command line of a page in the root of the sources.
func run(t *testing.T, line string) string {
	t.Helper()
	c := exec.Command("sh", "-c", here.ReplaceAllString(line, programs+"/$1"))
	c.Dir = root
	c.Env = append(os.Environ(), "LC_ALL=C.UTF-8")
	out, err := c.Output()
	if err != nil {
		t.Errorf("%s: %v", line, err)
	}
	return string(out)
}

// shown returns a pattern for the output that a page shows: … stands for anything, in a line of
// its own for any lines.
func shown(text string) *regexp.Regexp {
	var all []string
	for line := range strings.Lines(text) {
		if line == "…\n" {
			all = append(all, `(?s:.*)`)
		} else {
			all = append(all, strings.ReplaceAll(regexp.QuoteMeta(line), "…", ".*"))
		}
	}
	return regexp.MustCompile("^" + strings.Join(all, "") + "$")
}

// TestShown: only the places with … may differ.
func TestShown(t *testing.T) {
	for _, tt := range []struct {
		page, output string
		want         bool
	}{
		{"a\n", "a\n", true},
		{"a\n", "a\nb\n", false},
		{"a…c\n", "abbc\n", true},
		{"a…c\n", "ab\nc\n", false},
		{"a\n…\nd\n", "a\nb\nc\nd\n", true},
		{"a\n…\nd\n", "b\nc\nd\n", false},
		{"[a] 1. e4\n", "[a] 1. e4\n", true},
		{"[a] 1. e4\n", "a 1x e4\n", false},
	} {
		if got := shown(tt.page).MatchString(tt.output); got != tt.want {
			t.Errorf("%q shows %q: %t", tt.page, tt.output, got)
		}
	}
}

// TestSessions: each command of a session prints what the page shows after it.
func TestSessions(t *testing.T) {
	sessions := 0
	for _, p := range pages(t) {
		for _, block := range fenced.FindAllStringSubmatch(p.text, -1) {
			if block[1] != "console" {
				continue
			}
			for _, part := range strings.Split("\n"+block[2], "\n$ ")[1:] {
				line, want, _ := strings.Cut(strings.TrimSuffix(part, "\n")+"\n", "\n")
				if got := run(t, line); !shown(want).MatchString(got) {
					t.Errorf("%s shows after %s\n%s\nand it is\n%s", p.name, line, want, got)
				}
				sessions++
			}
		}
	}
	if sessions < 10 {
		t.Errorf("%d sessions", sessions)
	}
}

// command is a program, one of its commands and what follows.
var (
	command = regexp.MustCompile(`(?:^|[ /])(boardd(?:-hall|-lab)?) ([a-z]\w*)([^|;#]*)`)
	option  = regexp.MustCompile(`(?:^| )(--?[a-z][a-z-]*)(?:[ =]([a-z]\w*))?`)
)

// helps caches the help texts of commands.
type helps map[string]string

func (h helps) of(program, command string) string {
	key := program + " " + command
	if _, ok := h[key]; !ok {
		out, err := exec.Command(filepath.Join(programs, program), "help", command).Output()
		if err != nil {
			out = nil
		}
		h[key] = string(out)
	}
	return h[key]
}

// has reports whether a help text names a flag.
func has(help, name string) bool {
	return regexp.MustCompile(`(?m)^ +(-\w, )?` + regexp.QuoteMeta(name) + `( |$)|^ +` + regexp.QuoteMeta(name) + `, `).MatchString(help)
}

// TestCommandLines: each command line in a page names an existing command with existing flags,
// and an existing form for -o.
func TestCommandLines(t *testing.T) {
	known, lines := helps{}, 0
	for _, p := range pages(t) {
		for _, c := range p.code() {
			for _, m := range command.FindAllStringSubmatch(c, -1) {
				help := known.of(m[1], m[2])
				lines++
				if help == "" {
					t.Errorf("%s: %s has no command %s (%s)", p.name, m[1], m[2], c)
					continue
				}
				for _, o := range option.FindAllStringSubmatch(m[3], -1) {
					if !has(help, o[1]) {
						t.Errorf("%s: %s %s has no flag %s (%s)", p.name, m[1], m[2], o[1], c)
					}
					if o[1] == "-o" && !regexp.MustCompile(`\b`+o[2]+`\b`).MatchString(help) {
						t.Errorf("%s: %s %s has no form %s", p.name, m[1], m[2], o[2])
					}
				}
			}
		}
	}
	if lines < 30 {
		t.Errorf("%d command lines", lines)
	}
}

// TestFlagsAreKnown: each flag that a page names by itself is a flag of some program.
func TestFlagsAreKnown(t *testing.T) {
	all := read(t, root+"systemd/mosquitto/boardd-broker-setup")
	for program, commands := range allCommands(t) {
		for _, c := range commands {
			all += helps{}.of(program, c)
		}
	}
	for _, p := range pages(t) {
		for _, s := range p.spans() {
			name, _, _ := strings.Cut(s, " ")
			if strings.HasPrefix(name, "--") && !regexp.MustCompile(regexp.QuoteMeta(name)+`\b`).MatchString(all) {
				t.Errorf("%s: no program has a flag %s", p.name, s)
			}
		}
	}
}

// allCommands are the commands of each program.
func allCommands(t *testing.T) map[string][]string {
	t.Helper()
	entry := regexp.MustCompile(`(?m)^  ([a-z]+)  `)
	all := map[string][]string{}
	names, err := filepath.Glob(programs + "/boardd*")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		out, err := exec.Command(name, "help").Output()
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range entry.FindAllStringSubmatch(string(out), -1) {
			all[filepath.Base(name)] = append(all[filepath.Base(name)], m[1])
		}
	}
	return all
}

// TestReadmeHasEveryCommand: the README says what each command is for.
func TestReadmeHasEveryCommand(t *testing.T) {
	readme := page{"README.md", read(t, root+"README.md")}
	for program, commands := range allCommands(t) {
		for _, c := range commands {
			if !slices.ContainsFunc(readme.spans(), func(s string) bool {
				return s == c || strings.HasPrefix(s+" ", program+" "+c+" ")
			}) {
				t.Errorf("the README does not name %s %s", program, c)
			}
		}
	}
}

// TestRequestsAreKnown: each request in the table for arbiters exists, with its fields.
func TestRequestsAreKnown(t *testing.T) {
	_, table, _ := strings.Cut(read(t, root+"docs/arbiter.md"), "| request | does |\n| --- | --- |\n")
	table, _, _ = strings.Cut(table, "\n\n")
	help, rows := "", strings.Split(table, "\n")
	for program, commands := range allCommands(t) {
		if slices.Contains(commands, "send") {
			help = helps{}.of(program, "send")
		}
	}
	for _, row := range rows {
		cells := strings.Split(row, " | ")
		for _, m := range span.FindAllStringSubmatch(cells[0], -1) {
			words := strings.Fields(m[1])
			if !regexp.MustCompile(`(?m)^  ` + words[0] + ` `).MatchString(help) {
				t.Errorf("there is no request %s", words[0])
			}
			for _, field := range words[1:] {
				if name, _, ok := strings.Cut(field, "="); ok && name != "White" && !regexp.MustCompile(`(?m)^    \[?`+name+`=`).MatchString(help) {
					t.Errorf("no request has a field %s", name)
				}
			}
		}
	}
	if len(rows) < 10 {
		t.Errorf("%d rows of requests", len(rows))
	}
}

// TestTargets: each target of make that a page names exists.
func TestTargets(t *testing.T) {
	makefile := read(t, root+"Makefile")
	target := regexp.MustCompile(`(?:^|; )make ([a-z-]+)`)
	for _, p := range pages(t) {
		for _, c := range p.code() {
			for _, m := range target.FindAllStringSubmatch(c, -1) {
				if !regexp.MustCompile(`(?m)^([a-z-]+ )*` + m[1] + `( [a-z-]+)*:`).MatchString(makefile) {
					t.Errorf("%s: make has no target %s", p.name, m[1])
				}
			}
		}
	}
}

// TestEveryTarget: the page for contributors says what each target of make does.
func TestEveryTarget(t *testing.T) {
	list, _, _ := strings.Cut(strings.TrimPrefix(read(t, root+"Makefile"), "# Targets: "), "\n")
	spans := page{"CONTRIBUTING.md", read(t, root+"CONTRIBUTING.md")}.spans()
	for _, target := range strings.Fields(list) {
		if !slices.Contains(spans, "make "+target) {
			t.Errorf("CONTRIBUTING.md does not name make %s", target)
		}
	}
}

// TestNamedTests: each test that a page names by itself exists.
func TestNamedTests(t *testing.T) {
	out := run(t, "grep -rhoE '^func Test\\w+' --include='*_test.go' .")
	for _, p := range pages(t) {
		for _, s := range p.spans() {
			if regexp.MustCompile(`^Test\w+$`).MatchString(s) && !strings.Contains(out, "func "+s+"\n") {
				t.Errorf("%s: there is no %s", p.name, s)
			}
		}
	}
}

// TestTests: each test and benchmark that a page names is in the package that it names.
func TestTests(t *testing.T) {
	line := regexp.MustCompile(`go test .*-(run|bench) '?(\w+)'?.* \./(\S+)`)
	seen := 0
	for _, p := range pages(t) {
		for _, c := range p.code() {
			m := line.FindStringSubmatch(c)
			if m == nil {
				continue
			}
			seen++
			files, err := filepath.Glob(root + m[3] + "/*_test.go")
			if err != nil {
				t.Fatal(err)
			}
			kind := map[string]string{"run": "", "bench": "Benchmark"}[m[1]]
			if !slices.ContainsFunc(files, func(name string) bool {
				return regexp.MustCompile(`(?m)^func ` + kind + m[2]).MatchString(read(t, name))
			}) {
				t.Errorf("%s: %s runs nothing", p.name, c)
			}
		}
	}
	if seen < 4 {
		t.Errorf("%d lines with go test", seen)
	}
}

// TestGoDoc: go doc knows each name that a page gives it.
func TestGoDoc(t *testing.T) {
	asked := 0
	for _, p := range pages(t) {
		for _, s := range p.spans() {
			if args, ok := strings.CutPrefix(s, "go doc "); ok {
				run(t, "go doc "+args)
				asked++
			}
		}
	}
	if asked < 10 {
		t.Errorf("%d times go doc", asked)
	}
}

// TestBreakpoints: each method at which a page sets a breakpoint exists.
func TestBreakpoints(t *testing.T) {
	method := regexp.MustCompile(`\(dlv\) break (\w+)\.\(\*(\w+)\)\.(\w+)$`)
	stops := 0
	for _, p := range pages(t) {
		for _, c := range p.code() {
			if m := method.FindStringSubmatch(c); m != nil {
				stops++
				run(t, "grep -rqE '^func \\(\\w+ \\*"+m[2]+"\\) "+m[3]+"\\(' --include='*.go' $(find . -path '*/"+m[1]+"' -type d)")
			}
		}
	}
	if stops < 4 {
		t.Errorf("%d stops", stops)
	}
}

// TestKeys: each key of the configuration that a page names with its table exists.
func TestKeys(t *testing.T) {
	key := regexp.MustCompile(`^(port|game|mqtt|metrics|livechess|homeassistant)\.([a-z_]+)$`)
	example := run(t, "./boardd run --example-config")
	for _, p := range pages(t) {
		for _, s := range p.spans() {
			s, _, _ = strings.Cut(s, " ")
			m := key.FindStringSubmatch(s)
			if m == nil || m[2] == "tags" {
				continue
			}
			_, table, _ := strings.Cut(example, "\n["+m[1]+"]\n")
			table, _, _ = strings.Cut(table, "\n[")
			if !regexp.MustCompile(`(?m)^(# )?` + m[2] + ` = `).MatchString(table) {
				t.Errorf("%s: the configuration has no key %s", p.name, s)
			}
		}
	}
}

// TestFamilies: the README and the page about boards have a row for each family, that
// page with the speed of its line or HID, and the format of logs has its name.
func TestFamilies(t *testing.T) {
	readme, boards, format := read(t, root+"README.md"), read(t, root+"docs/boards.md"), read(t, root+"docs/log-format.md")
	for _, name := range family.Names() {
		row := "\n| `" + name + "` |"
		_, rest, found := strings.Cut(boards, row)
		line, _, _ := strings.Cut(rest, "\n")
		speed := strconv.Itoa(family.Named(name).Port.Baud)
		if speed == "0" {
			speed = "HID"
		}
		if !found || !strings.Contains(line, speed) {
			t.Errorf("docs/boards.md: %s at %s is not in %q", name, speed, line)
		}
		if !strings.Contains(readme, row) || !strings.Contains(format, "`"+name+"`") {
			t.Errorf("the README or docs/log-format.md lacks %s", name)
		}
	}
}

// TestDependencies: the table has every dependency that the sources require directly,
// and no other.
func TestDependencies(t *testing.T) {
	text := read(t, root+"docs/architecture.md")
	_, table, _ := strings.Cut(text, "| dependency | for |")
	var want, have []string
	for _, m := range regexp.MustCompile(`(?m)^\t(\S+) v\S+$`).FindAllStringSubmatch(read(t, root+"go.mod"), -1) {
		want = append(want, m[1])
	}
	for _, m := range regexp.MustCompile(`(?m)^\| (.*?) \|`).FindAllStringSubmatch(table, -1) {
		for word := range strings.FieldsFuncSeq(m[1], func(r rune) bool { return r == ' ' || r == ',' }) {
			if strings.Contains(word, ".") {
				have = append(have, word)
			}
		}
	}
	slices.Sort(want)
	slices.Sort(have)
	if !slices.Equal(want, have) {
		t.Errorf("the table has %q, go.mod %q", have, want)
	}
}

// TestTableOfASite: the view draws the table that the page for arbiters shows.
func TestTableOfASite(t *testing.T) {
	if drawn := read(t, root+"internal/view/testdata/site-table-120x12.txt"); !strings.Contains(read(t, root+"docs/arbiter.md"), "```\n"+drawn+"```\n") {
		t.Errorf("the table of watch is not\n%s", drawn)
	}
}

// TestCounts: the numbers of scenes and cases in pages are right.
func TestCounts(t *testing.T) {
	counts := map[string]int{`(\d+) cases of the Laws`: len(fixtures.Cases()), `all (\d+) scenes`: len(fixtures.Scenes())}
	for pattern, n := range counts {
		found := 0
		for _, p := range pages(t) {
			for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(p.text, -1) {
				found++
				if m[1] != strconv.Itoa(n) {
					t.Errorf("%s: %s, there are %d", p.name, m[0], n)
				}
			}
		}
		if found == 0 {
			t.Errorf("no page says %s", pattern)
		}
	}
}

// TestFiguresOfReadme: each figure of the README stands on a page that gives its source.
func TestFiguresOfReadme(t *testing.T) {
	_, list, _ := strings.Cut(read(t, root+"README.md"), "\n* **")
	list, _, _ = strings.Cut(list, "\n## ")
	sources := read(t, root+"docs/reliability.md") + read(t, root+"docs/benchmark.md")
	figures := regexp.MustCompile(`\d[\d,.]*\d( %)?`).FindAllString(regexp.MustCompile(`from 1880 to 2023`).ReplaceAllString(list, ""), -1)
	if len(figures) < 4 {
		t.Errorf("figures %q", figures)
	}
	for _, f := range figures {
		if !regexp.MustCompile(`(^|[^\d,.])` + regexp.QuoteMeta(f)).MatchString(sources) {
			t.Errorf("no page has the figure %s", f)
		}
	}
}
