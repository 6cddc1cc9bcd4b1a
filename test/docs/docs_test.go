// Package docs holds the pages for people to the programs and to the sources: what a
// page shows of a session is what the programs print, each command, flag, target, test
// and file that it names is there, each link leads somewhere.
package docs

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// root is where the pages and the sources are, as seen from here.
const root = "../../"

// programs is the folder in which the programs of the sources are, built for the tests.
var programs string

func TestMain(m *testing.M) {
	flag.Parse()
	os.Exit(withPrograms(m))
}

func withPrograms(m *testing.M) int {
	var err error
	if programs, err = os.MkdirTemp("", "docs"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(programs)
	build := exec.Command("go", "build", "-o", programs+"/", "./cmd/...")
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "%s%v\n", out, err)
		return 1
	}
	return m.Run()
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// page is one that people read.
type page struct{ name, text string }

// pages are all of them, but for those of the contract, which package transport tests.
func pages(t *testing.T) []page {
	t.Helper()
	var all []page
	for _, pattern := range []string{"*.md", "docs/*.md", "sensor/text/README.md"} {
		names, err := filepath.Glob(root + pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			all = append(all, page{strings.TrimPrefix(name, root), read(t, name)})
		}
	}
	if len(all) < 14 {
		t.Fatalf("%d pages", len(all))
	}
	return all
}

// The code of a page: blocks between fences, indented lines, and spans in a line.
var (
	fenced   = regexp.MustCompile("(?ms)^```(\\w*)\n(.*?)^```$")
	indented = regexp.MustCompile(`(?m)^    \S.*$`)
	span     = regexp.MustCompile("`([^`]+)`")
)

// code is what stands in code in a page: lines of blocks, and spans.
func (p page) code() []string {
	var all []string
	text := fenced.ReplaceAllStringFunc(p.text, func(block string) string {
		all = append(all, strings.Split(fenced.FindStringSubmatch(block)[2], "\n")...)
		return ""
	})
	text = indented.ReplaceAllStringFunc(text, func(line string) string {
		all = append(all, strings.TrimSpace(line))
		return ""
	})
	return append(all, p.spansOf(text)...)
}

// spans are those of the text alone.
func (p page) spans() []string {
	return p.spansOf(indented.ReplaceAllString(fenced.ReplaceAllString(p.text, ""), ""))
}

func (p page) spansOf(text string) []string {
	var all []string
	for _, m := range span.FindAllStringSubmatch(text, -1) {
		all = append(all, strings.Join(strings.Fields(m[1]), " "))
	}
	return all
}

// TestReadmeIsShort: one screen that says what boardd is; the rest has pages.
func TestReadmeIsShort(t *testing.T) {
	if lines := strings.Count(read(t, root+"README.md"), "\n"); lines > 150 {
		t.Errorf("%d lines, 150 at most", lines)
	}
}

var (
	link    = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	heading = regexp.MustCompile(`(?m)^#+ (.*)$`)
	anchor  = regexp.MustCompile(`<a id="([^"]+)">`)
	unslug  = regexp.MustCompile(`[^\p{L}\p{N} _-]`)
)

// anchors are the places in a page that a link may lead to, as GitHub names them.
func anchors(text string) []string {
	var all []string
	for _, m := range heading.FindAllStringSubmatch(fenced.ReplaceAllString(text, ""), -1) {
		all = append(all, strings.ReplaceAll(unslug.ReplaceAllString(strings.ToLower(m[1]), ""), " ", "-"))
	}
	for _, m := range anchor.FindAllStringSubmatch(text, -1) {
		all = append(all, m[1])
	}
	return all
}

// TestLinks: each link within the sources leads to a file, and to a place in it.
func TestLinks(t *testing.T) {
	for _, p := range pages(t) {
		for _, m := range link.FindAllStringSubmatch(fenced.ReplaceAllString(p.text, ""), -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			name, place, _ := strings.Cut(m[1], "#")
			target := root + p.name
			if name != "" {
				target = filepath.Join(root, filepath.Dir(p.name), name)
			}
			if _, err := os.Stat(target); err != nil {
				t.Errorf("%s: %s leads nowhere", p.name, m[1])
			} else if place != "" && !slices.Contains(anchors(read(t, target)), place) {
				t.Errorf("%s: %s has no such place", p.name, m[1])
			}
		}
	}
}

// TestEveryPageIsFound: the README leads to every page.
func TestEveryPageIsFound(t *testing.T) {
	readme := read(t, root+"README.md")
	for _, p := range pages(t) {
		if p.name != "README.md" && !strings.Contains(readme, "]("+p.name) {
			t.Errorf("the README does not lead to %s", p.name)
		}
	}
}

// TestFilesAreThere: each file or folder of the sources that a page names is there.
func TestFilesAreThere(t *testing.T) {
	for _, p := range pages(t) {
		for _, s := range p.spans() {
			first, _, ok := strings.Cut(s, "/")
			if info, err := os.Stat(root + first); !ok || err != nil || !info.IsDir() || first == "" || first == "." || strings.ContainsAny(s, " …*<") {
				continue
			}
			if _, err := os.Stat(root + s); err != nil && first != "dist" {
				t.Errorf("%s names %s, which is not there", p.name, s)
			}
		}
	}
}
