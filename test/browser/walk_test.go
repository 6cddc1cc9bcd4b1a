//go:build browser

package browser

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/boardd/boardd/internal/harness"
)

// secret is in every text of the finding and the alert.
const secret = "rook-of-the-arbiter"

// found has a board report a finding and an alert, and waits until the hall has both.
func (h *hall) found() {
	h.t.Helper()
	for topic, payload := range map[string]string{
		"arbiter/finding":         `{"seq":900001,"code":"` + secret + `","level":"certain","text":"` + secret + `"}`,
		"arbiter/alert/" + secret: `{"seq":900002,"code":"` + secret + `","text":"` + secret + `"}`,
	} {
		h.publish("chess/1/hall/b01/"+topic, payload)
	}
	harness.Until(h.t, "the hall has the finding", 20*time.Second, func() bool { return strings.Contains(h.do("export", "-o", "json"), secret) })
}

// TestWalk: no route of the public listener knows what is the arbiter's, changes anything, or
// asks another server for anything.
func TestWalk(t *testing.T) {
	h := newHall(t, setup{boards: 2, speed: 6})
	h.plays(6)
	h.found()
	h.plays(6)
	seen := h.walk("/")
	t.Logf("%d routes", len(seen))
	for _, want := range []string{"/", "/open/", "/open/round-1/", "/open/round-1/table-2", "/open/round-1/table-2.json", "/open/round-1/table-1/overlay", "/open/round-1/table-1/embed", "/open/round-1/games.pgn", "/open/state.json"} {
		if seen[want] == "" {
			t.Errorf("the walk has not found %s", want)
		}
	}
	for path, body := range seen {
		if strings.Contains(body, secret) {
			t.Errorf("%s knows the finding", path)
		}
		for _, method := range []string{http.MethodPost, http.MethodPut, http.MethodDelete, http.MethodPatch} {
			q, _ := http.NewRequest(method, h.at(path), strings.NewReader("result=1-0"))
			a, err := http.DefaultClient.Do(q)
			if err != nil {
				t.Fatal(err)
			}
			a.Body.Close()
			if a.StatusCode != http.StatusMethodNotAllowed {
				t.Errorf("%s %s: status %d", method, path, a.StatusCode)
			}
		}
	}
	for _, path := range []string{"/desk", "/desk/", "/login", "/account", "/open/report", "/open/round-1/findings", "/arbiter", "/metrics", "/hall.db", "/hall.toml", "/..%2fhall.toml", "/static/app.js", "/desk.js", "/desk.css", "/templates/layout.html"} {
		if status, _ := h.get(h.at(path)); status != http.StatusNotFound {
			t.Errorf("%s: status %d", path, status)
		}
	}
}

var address = regexp.MustCompile(`(?:href|src|data-stream|data-json)="([^"#]*)`)

// walk follows all links from a page on, and adds the files. It returns what each route has. Of a
// stream it reads the beginning.
func (h *hall) walk(from string) map[string]string {
	h.t.Helper()
	seen, next := map[string]string{}, []string{from}
	filepath.WalkDir(h.file("www"), func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() && !strings.HasPrefix(d.Name(), ".") { // which is being written, and soon gone
			next = append(next, strings.TrimPrefix(path, h.file("www")))
		}
		return nil
	})
	for len(next) > 0 {
		path := next[0]
		next = next[1:]
		if seen[path] != "" {
			continue
		}
		body := h.fetch(path)
		seen[path] = body + " "
		for _, found := range address.FindAllStringSubmatch(body, -1) {
			switch link := found[1]; {
			case strings.HasPrefix(link, "?"):
				next = append(next, strings.Split(path, "?")[0]+link)
			case strings.HasPrefix(link, "/") && !strings.HasPrefix(link, "//"):
				next = append(next, link)
			case link != "":
				h.t.Errorf("%s leads to another server: %s", path, link)
			}
		}
	}
	return seen
}

// fetch returns what is at a path, with its headers.
func (h *hall) fetch(path string) string {
	h.t.Helper()
	a, err := http.Get(h.at(path))
	if err != nil {
		h.t.Fatal(err)
	}
	defer a.Body.Close()
	if a.StatusCode != http.StatusOK {
		h.t.Errorf("%s: status %d", path, a.StatusCode)
	}
	if policy := a.Header.Get("Content-Security-Policy"); strings.HasPrefix(a.Header.Get("Content-Type"), "text/html") && !strings.HasPrefix(policy, "default-src 'none'; script-src 'self'; style-src 'self';") {
		h.t.Errorf("%s: policy %q", path, policy)
	}
	body := make([]byte, 1<<20)
	n := 0
	for n < len(body) {
		more, err := a.Body.Read(body[n:])
		n += more
		if err != nil || strings.HasSuffix(path, "/stream") {
			break
		}
	}
	return fmt.Sprint(a.Header) + string(body[:n])
}
