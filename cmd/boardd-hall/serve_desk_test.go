package main

import (
	"bytes"
	"html"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/boardd/boardd/hall/web"
	"github.com/boardd/boardd/internal/brokertest"
	"github.com/boardd/boardd/internal/clock"
	"github.com/boardd/boardd/internal/daemontest"
	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// person is a person at the desk, in a browser without a script.
type person struct {
	t    *testing.T
	base string
	http http.Client
}

// login comes to the desk.
func (h *hallOf) login(desk, name string) *person {
	h.t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		h.t.Fatal(err)
	}
	p := &person{h.t, "http://" + desk, http.Client{Jar: jar, Timeout: harness.Patience}}
	if text := p.post("/login", url.Values{"name": {name}, "password": {"correct horse"}, "next": {"/rounds"}}); !strings.Contains(text, name) {
		h.t.Fatalf("%s is not let in: %s", name, text)
	}
	return p
}

// text returns what a person reads of an answer.
func (p *person) text(a *http.Response, err error) string {
	p.t.Helper()
	if err != nil {
		p.t.Fatal(err)
	}
	defer a.Body.Close()
	body, err := io.ReadAll(a.Body)
	if err != nil {
		p.t.Fatal(err)
	}
	return html.UnescapeString(string(body))
}

func (p *person) page(path string) string { p.t.Helper(); return p.text(p.http.Get(p.base + path)) }

func (p *person) post(path string, fields url.Values) string {
	p.t.Helper()
	return p.text(p.http.PostForm(p.base+path, fields))
}

func (p *person) upload(path, name, text string) string {
	p.t.Helper()
	var body bytes.Buffer
	m := multipart.NewWriter(&body)
	f, err := m.CreateFormFile("file", name)
	if err != nil {
		p.t.Fatal(err)
	}
	io.WriteString(f, text)
	m.Close()
	return p.text(p.http.Post(p.base+path, m.FormDataContentType(), &body))
}

// sees waits until a page has a text.
func (p *person) sees(path, text string) {
	p.t.Helper()
	page := ""
	defer func() {
		if p.t.Failed() {
			p.t.Logf("%s:\n%s", path, page)
		}
	}()
	harness.Until(p.t, path+": "+text, 20*time.Second, func() bool {
		page = p.page(path)
		return strings.Contains(page, text)
	})
}

var shownRev = regexp.MustCompile(`name="if_rev" value="(\d+)"`)

// rev returns the state of the game that the page of the board shows.
func (p *person) rev() string {
	p.t.Helper()
	m := shownRev.FindStringSubmatch(p.page("/boards/b07"))
	if m == nil {
		p.t.Fatalf("the page of the board has no request: %s", p.page("/boards/b07"))
	}
	return m[1]
}

// asks sends a request from the page of the board, sure of it.
func (p *person) asks(verb, rev string, fields url.Values) string {
	p.t.Helper()
	fields.Set("if_rev", rev)
	fields.Set("sure", "yes")
	return p.post("/boards/b07/"+verb, fields)
}

// done sends a request that the board carries out, and returns the state of the game for which it was. Where
// the game has changed meanwhile, it asks again, as a person does.
func (p *person) done(verb string, fields url.Values) (rev string) {
	p.t.Helper()
	text := ""
	for range 5 {
		rev = p.rev()
		if text = p.asks(verb, rev, fields); strings.Contains(text, "the board has done it") {
			return rev
		} else if !strings.Contains(text, "the game has changed") {
			break
		}
	}
	p.t.Fatalf("%s: %s", verb, text)
	return ""
}

// TestDesk: a round at the desk, with a board that has its own daemon, by forms alone: pairings
// are accepted, the round is opened, an illegal move is ruled, two arbiters ask at once, a result
// on the wrong board is taken back, a position is set, and the report has who did what. Nobody
// else learns of it.
func TestDesk(t *testing.T) {
	t.Parallel()
	o := harness.NewOperator(t, harness.EmbeddedBroker(t))
	board, c := harness.TestPlayback(t), clock.New(1)
	daemontest.StartRun(t, harness.TestConfig(board.Path, o.URL()), c)
	player := harness.NewPlayer(t, board)
	h := newHallOf(t, o.URL(), "0s")
	desk := brokertest.FreeAddress(t)
	conf, err := os.ReadFile(h.conf)
	if err != nil {
		t.Fatal(err)
	}
	h.write(h.conf, strings.Replace(string(conf), "[mqtt]", "[desk]\nlisten = \""+desk+"\"\n[mqtt]", 1))
	accounts := web.Accounts{Folder: filepath.Join(filepath.Dir(h.conf), "desk")}
	for name, role := range map[string]web.Role{"anna": web.Arbiter, "boris": web.Arbiter, "olaf": web.Operator} {
		if err := accounts.Add(name, role, []byte("correct horse")); err != nil {
			t.Fatal(err)
		}
	}
	stop := h.start()
	harness.Until(t, "the desk", 20*time.Second, func() bool {
		a, err := http.Get("http://" + desk + "/login")
		return err == nil && a.Body.Close() == nil
	})
	olaf, anna, boris := h.login(desk, "olaf"), h.login(desk, "anna"), h.login(desk, "boris")

	pairings, err := os.ReadFile(h.pairings)
	if err != nil {
		t.Fatal(err)
	}
	preview := olaf.upload("/rounds/open/import", "r3.csv", string(pairings))
	key := regexp.MustCompile(`name="key" value="([^"]+)"`).FindStringSubmatch(preview)
	if key == nil || !strings.Contains(preview, "table 7: new: Ferrier, Isla - Okonkwo, Chidi") {
		t.Fatal(preview)
	}
	olaf.post("/rounds/open/accept", url.Values{"key": {key[1]}})
	olaf.post("/rounds/open/3/open", nil)
	harness.Until(t, "the names at the board", 20*time.Second, func() bool { return strings.Contains(string(o.Payload("pgn")), `[White "Ferrier, Isla"]`) })
	anna.sees("/", "Tables whose board sends nothing") // table 9

	harness.AwaitUpdates(t, board)
	player.Play([]string{"e2e4", "e7e5"})
	anna.sees("/boards/b07", "1…</span> e5")
	do := func(records ...sensor.Record) {
		for _, r := range records {
			player.Do(r)
			time.Sleep(20 * time.Millisecond)
		}
	}
	square := func(name string) placement.Square { q, _ := placement.ParseSquare(name); return q }
	do(sensor.Record{Word: sensor.Lift, Square: square("b1"), Piece: placement.WhiteKnight}, sensor.Record{Word: sensor.Drop, Square: square("b3"), Piece: placement.WhiteKnight},
		sensor.Record{Word: sensor.Press, Side: placement.White}, sensor.Record{Word: sensor.Clock, Times: [2]int64{player.Left, player.Left}, Running: sensor.RunningFor(placement.Black)})
	anna.sees("/", "a knight does not move from b1 to b3")
	anna.sees("/boards/b07", "Undo the irregular move")
	anna.sees("/boards/b07", "The world waits")
	anna.done("ruling", url.Values{"accept": {"false"}})
	anna.sees("/boards/b07", "anna</b>: Ruling")

	harness.Until(t, "the same state on the pages of two arbiters", 20*time.Second, func() bool { return anna.rev() == boris.rev() })
	rev := anna.done("takeback", url.Values{"ply": {"1"}})
	anna.sees("/boards/b07", "anna</b>: Take back")
	if text := boris.asks("result", rev, url.Values{"result": {"1-0"}}); !strings.Contains(text, "the game has changed since your page was made") || !strings.Contains(text, "anna: takeback") {
		t.Errorf("the second of two arbiters is told: %s", text)
	}
	olaf.done("result", url.Values{"result": {"0-1"}}) // on the wrong board
	anna.sees("/boards/b07", `<b class="result">0-1</b>`)
	olaf.done("result", url.Values{"result": {"*"}})
	anna.done("set_position", url.Values{"placement": {"8/8/4k3/8/8/4K3/4P3/8"}, "turn": {"w"}, "number": {"40"}, "why": {"the pieces fell"}})
	anna.sees("/boards/b07", "Played before the position was set")
	if text := olaf.post("/boards/b07/ruling", url.Values{"accept": {"true"}}); !strings.Contains(text, "Your account may not do this") {
		t.Error(text)
	}
	wantNothingPublic(t, h)

	stop()
	stop = h.start()
	harness.Until(t, "the desk again", 20*time.Second, func() bool {
		a, err := http.Get("http://" + desk + "/login")
		return err == nil && a.Body.Close() == nil
	})
	anna.sees("/boards/b07", "Ferrier, Isla") // without another login
	for _, want := range []string{"olaf</b>: import r3.csv", "olaf</b>: open", "anna</b>: Ruling accept=false →", "anna</b>: Take back", "boris</b>: Result", "olaf</b>: Result", "anna</b>: Set the position", "the pieces fell", "illegal_completed"} {
		anna.sees("/rounds/open/3/report", want)
	}
	stop()
}

// wantNothingPublic walks the public listener: no page or file of it knows a finding.
func wantNothingPublic(t *testing.T, h *hallOf) {
	t.Helper()
	stranger := &person{t, "http://" + h.http, http.Client{Timeout: harness.Patience}}
	seen, next := map[string]bool{}, []string{"/", "/open/", "/open/state.json", "/open/round-3/games.pgn", "/open/round-3/index.json", "/boards/b07", "/rounds", "/people", "/login", "/stream", "/laws/fide-2023", "/rounds/open/3/report"}
	links := regexp.MustCompile(`(?:href|src|data-json)="(/[^"#?]*)`)
	for len(next) > 0 && len(seen) < 200 {
		path := next[0]
		next = next[1:]
		if seen[path] || strings.HasSuffix(path, "stream") && path != "/stream" {
			continue
		}
		seen[path] = true
		text := stranger.page(path)
		for _, secret := range []string{"illegal_completed", "knight does not move", "7.5.1", "certain", "Undo the irregular", "anna", "boris"} {
			if strings.Contains(text, secret) && !strings.HasSuffix(path, ".js") && !strings.HasSuffix(path, ".css") {
				t.Errorf("%s has %q:\n%s", path, secret, text)
			}
		}
		for _, m := range links.FindAllStringSubmatch(text, -1) {
			next = append(next, m[1])
		}
	}
	if len(seen) < 15 {
		t.Errorf("only %d public pages", len(seen))
	}
}
