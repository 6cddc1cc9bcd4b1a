package web

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/boardd/boardd/hall"
	"github.com/boardd/boardd/hall/store"
	"github.com/boardd/boardd/internal/harness"
	"github.com/boardd/boardd/transport"
)

// hostile is a name that would be markup if a page took it for that.
const hostile = `"><script>alert(1)</script>`

// deskOf is a desk with a tournament, of which a round is open, over boards that a test plays.
type deskOf struct {
	*Desk
	http.Handler
	t    testing.TB
	mu   sync.Mutex
	sent []string // board, verb and payload of each request
	says transport.Reply
	bad  error
}

func newDeskOf(t testing.TB) *deskOf {
	t.Helper()
	s, err := store.Open(filepath.Join(t.TempDir(), "hall.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	o := &deskOf{t: t, Desk: &Desk{Access: Access{Accounts: newAccounts(t)}, Store: s, Boards: NewBoards(),
		Halls: []*hall.Tournament{{ID: "open", Event: "Open", Site: "Aberdeen SCO"}}}}
	o.Ask = func(_ context.Context, board, verb string, payload []byte) (transport.Reply, error) {
		o.mu.Lock()
		defer o.mu.Unlock()
		o.sent = append(o.sent, board+" "+verb+" "+string(payload))
		return o.says, o.bad
	}
	r := &hall.Round{Number: 3, Date: "2027.03.06", Pairings: []hall.Pairing{
		{Table: 7, White: hall.Player{Name: "Ferrier, Isla"}, Black: hall.Player{Name: "Okonkwo, Chidi"}},
		{Table: 9, White: hall.Player{Name: "Diallo, Awa"}, Black: hall.Player{Name: "Ng, Wei"}}}}
	err = errors.Join(s.SetRound(t.Context(), "open", r, store.Act{Who: "test", What: "import"}), s.OpenRound(t.Context(), "open", 3, store.Act{Who: "test", What: "open"}))
	if err != nil {
		t.Fatal(err)
	}
	if o.Handler, err = o.Desk.Handler(); err != nil {
		t.Fatal(err)
	}
	return o
}

// hear gives the desk the messages of a board that had the records of a log, up to a time of it.
func (o *deskOf) hear(board, log string) {
	o.t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "fixtures", "logs", log))
	if err != nil {
		o.t.Fatal(err)
	}
	o.hearText(board, string(text))
}

// replayed are the messages of logs that tests have replayed: they are the same each time.
var replayed struct {
	sync.Mutex
	by map[string]string
}

func messagesOf(t testing.TB, log string) string {
	t.Helper()
	replayed.Lock()
	defer replayed.Unlock()
	if replayed.by == nil {
		replayed.by = map[string]string{}
	}
	if _, ok := replayed.by[log]; !ok {
		replayed.by[log] = harness.Replayed(t, log, "-o", "messages")
	}
	return replayed.by[log]
}

func (o *deskOf) hearText(board, log string) {
	o.t.Helper()
	lines := bufio.NewScanner(strings.NewReader(messagesOf(o.t, log)))
	lines.Buffer(nil, 1<<20)
	o.Boards.Connected(true, nil)
	for lines.Scan() {
		var m struct {
			Topic   string
			Retain  bool
			Payload json.RawMessage
		}
		if err := json.Unmarshal(lines.Bytes(), &m); err != nil {
			o.t.Fatal(err)
		}
		payload := []byte(m.Payload)
		if string(payload) == `""` {
			payload = nil
		}
		o.Boards.Take(transport.Message{Topic: strings.Replace(m.Topic, "/site/board/", "/hall/"+board+"/", 1), Payload: payload})
	}
}

func (o *deskOf) browser(name string) *browser { return newBrowser(o.t, o.Handler).in(name) }

func (o *deskOf) requests() []string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return slices.Clone(o.sent)
}

// page returns a page, which must be there.
func (b *browser) page(path string) string {
	b.t.Helper()
	w := b.do(path, nil)
	if w.Code != http.StatusOK {
		b.t.Fatalf("%s: %d %s", path, w.Code, w.Body)
	}
	return w.Body.String()
}

func wantTexts(t *testing.T, page string, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if !strings.Contains(page, text) && !strings.Contains(page, template.HTMLEscapeString(text)) {
			t.Errorf("the page has no %q:\n%s", text, page)
		}
	}
}

var (
	tags   = regexp.MustCompile(`(?s)<[^>]*>`)
	blanks = regexp.MustCompile(`\s+`)
)

// TestBoardPage: an illegal move, as an arbiter sees it: the sentence, the articles, the times to
// set, that the world waits, and the buttons.
func TestBoardPage(t *testing.T) {
	t.Parallel()
	o := newDeskOf(t)
	o.hearText("b07", illegalLog(t))
	anna := o.browser("anna")
	home := anna.page("/")
	wantTexts(t, home, "They need a person", "White completed an illegal move, Nb3", "<td>7</td>", "b07", "certain")
	page := anna.page("/boards/b07")
	wantTexts(t, page, "White completed an illegal move, Nb3: a knight does not move from b1 to b3", `href="/laws/fide-2023?article=7.5.1"`,
		"Set the clock:", "0:04:00", "The world waits", "Undo the irregular move", "Let it stand", "Position to restore", "What the sensors show", "Squares that differ:")
	anna.do("/language", url.Values{"lang": {"de"}, "next": {"/"}})
	wantTexts(t, anna.page("/boards/b07"), "Weiß", "Uhr stellen:", "Regelwidrigen Zug zurücknehmen", "Die Welt wartet")
	wantTexts(t, o.browser("vera").page("/boards/b07"), "White completed an illegal move")
	for _, path := range []string{"/laws/fide-2023?article=7.5.1", "/laws/bilguer-1891", "/laws/fide-1971?article=8(1)"} {
		if text := anna.page(path); len(tags.ReplaceAllString(text, "")) < 1000 {
			t.Errorf("%s says little", path)
		}
	}
	if w := anna.do("/laws/fide-2029", nil); w.Code != http.StatusNotFound {
		t.Errorf("%d", w.Code)
	}
}

// illegalLog returns the fixture up to the illegal move, before anything is done about it.
func illegalLog(t *testing.T) string { return logUpTo(t, "illegal-stands", 1430) }

// logUpTo returns a fixture up to a time of it.
func logUpTo(t *testing.T, name string, ms int) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "fixtures", "logs", name+".log"))
	if err != nil {
		t.Fatal(err)
	}
	var kept []string
	for line := range strings.Lines(string(text)) {
		var at int
		if n, _ := fmt.Sscan(line, &at); n == 1 && at > ms {
			break
		}
		kept = append(kept, line)
	}
	return strings.Join(kept, "")
}

// TestRequests: each verb with its fields as the board gets them; a question before what cannot
// be undone; the answer on the page.
func TestRequests(t *testing.T) {
	t.Parallel()
	o := newDeskOf(t)
	o.hearText("b07", illegalLog(t))
	anna := o.browser("anna")
	for _, c := range []struct {
		verb, fields string
		asks         bool
		want         string // in the payload
	}{
		{"ruling", "accept=false&if_rev=4", false, `"accept":false`},
		{"result", "result=1-0&termination=time+forfeit&if_rev=4", true, `"termination":"time forfeit"`},
		{"result", "result=*&if_rev=4", false, `"result":"*"`},
		{"takeback", "ply=2&if_rev=4", true, `"ply":2`},
		{"correct", "ply=1&uci=d2d4&if_rev=4", true, `"uci":"d2d4"`},
		{"correct", "ply=1&uci=Nf3&if_rev=4", true, `"uci":"g1f3"`},
		{"correct", "ply=2&uci=d5&if_rev=4", true, `"uci":"d7d5"`},
		{"set_position", "placement=8/8/8/8/8/4k3/8/4K3&turn=b&castle.K=1&castle.q=1&number=40&why=pieces+fell&if_rev=4", true, `"fen":"8/8/8/8/8/4k3/8/4K3 b Kq - 0 40"`},
		{"set_position", "placement=8/8/8/8/8/4k3/8/4K3+w+-+-+3+9&why=x&if_rev=4", true, `"fen":"8/8/8/8/8/4k3/8/4K3 w - - 3 9"`},
		{"pause", "if_rev=4", false, `"if_rev":4`},
		{"resume", "if_rev=4", false, `"if_rev":4`},
		{"adjust", "side=w&seconds=20&if_rev=4", false, `"seconds":20`},
		{"resign", "side=b&if_rev=4", true, `"side":"b"`},
		{"draw", "if_rev=4", true, `"if_rev":4`},
		{"tags", "tag.White=Diallo&was.White=Ferrier&tag.Black=Ng&was.Black=Ng&if_rev=4", false, `"tags":{"White":"Diallo"}`},
		{"new_game", "rules=fide-2018&time=rapid&tag.White=Diallo&if_rev=4&game_id=x", true, `"rules":"fide-2018"`},
		{"inspect", "", false, `"by":"anna"`}, {"rotate", "", false, `"by":"anna"`}, {"republish", "", false, `"by":"anna"`},
	} {
		fields, err := url.ParseQuery(c.fields)
		if err != nil {
			t.Fatal(err)
		}
		before := len(o.requests())
		w := anna.do("/boards/b07/"+c.verb, fields)
		if c.asks {
			if w.Code != http.StatusOK || len(o.requests()) != before || !strings.Contains(w.Body.String(), `name="sure"`) {
				t.Errorf("%s: it does not ask: %d %s", c.verb, w.Code, w.Body)
			}
			w = anna.do("/boards/b07/"+c.verb, hiddenOf(t, w.Body.String()))
		}
		sent := o.requests()
		if w.Code != http.StatusSeeOther || len(sent) != before+1 || !strings.Contains(sent[before], c.want) || !strings.Contains(sent[before], `"by":"anna"`) {
			t.Errorf("%s: %d %s, sent %q", c.verb, w.Code, w.Body, sent[before:])
			continue
		}
		wantTexts(t, anna.page(w.Header().Get("Location")), "the board has done it")
	}
	for _, verb := range transport.Verbs() {
		if findDeskVerb(verb.Name) == nil {
			t.Errorf("the desk has no %s", verb.Name)
		}
	}
	for _, bad := range [][2]string{{"result", "result=2-0"}, {"takeback", "ply=-1&sure=yes"}, {"takeback", "ply=x&sure=yes"}, {"correct", "ply=1&sure=yes"}, {"correct", "ply=1&uci=Nf6&sure=yes"}, {"correct", "ply=99&uci=e2&sure=yes"}, {"set_position", "sure=yes"}} {
		path, fields := "/boards/b07/"+bad[0], bad[1]
		q, _ := url.ParseQuery(fields)
		if w := anna.do(path, q); w.Code != http.StatusBadRequest {
			t.Errorf("%s %s: %d", path, fields, w.Code)
		}
	}
	for _, path := range []string{"/boards/b07/dance", "/boards/b%2007/result", "/boards/..%2fx/result"} {
		if w := anna.do(path, url.Values{"result": {"1-0"}}); w.Code != http.StatusNotFound {
			t.Errorf("%s: %d", path, w.Code)
		}
	}
}

var hiddenField = regexp.MustCompile(`<input type="hidden" name="([^"]*)" value="([^"]*)">`)

// hiddenOf returns the fields of the form of a question, with yes.
func hiddenOf(t *testing.T, page string) url.Values {
	t.Helper()
	fields := url.Values{"sure": {"yes"}}
	_, form, _ := strings.Cut(page, `<form class="panel"`)
	for _, m := range hiddenField.FindAllStringSubmatch(form, -1) {
		fields.Add(m[1], unescape.Replace(m[2]))
	}
	return fields
}

var unescape = strings.NewReplacer("&#43;", "+", "&#34;", `"`, "&#39;", "'", "&lt;", "<", "&gt;", ">", "&amp;", "&")

// TestRefusals: what a board refuses is on the page, with why; and who was faster.
func TestRefusals(t *testing.T) {
	t.Parallel()
	o := newDeskOf(t)
	o.hearText("b07", illegalLog(t))
	anna := o.browser("anna")
	for _, c := range []struct {
		says transport.Reply
		bad  error
		want string
	}{
		{transport.Reply{Status: "error", Error: &transport.Problem{Code: "stale_rev", Message: "the game is at rev 9"}}, nil, "the game has changed since your page was made"},
		{transport.Reply{Status: "error", Error: &transport.Problem{Code: "bad_state", Message: "the game is over"}}, nil, "the game is over"},
		{transport.Reply{}, errors.New("no answer"), "the board did not answer"},
	} {
		o.says, o.bad = c.says, c.bad
		w := anna.do("/boards/b07/result", url.Values{"result": {"1-0"}, "if_rev": {"1"}, "sure": {"yes"}})
		page := anna.page(w.Header().Get("Location"))
		wantTexts(t, page, c.want, "refused")
		if strings.Contains(page, "the board has done it") {
			t.Error("it is said to be done")
		}
	}
}

// TestRoles: a viewer changes nothing, an operator rules nothing, and the pages offer neither.
func TestRoles(t *testing.T) {
	t.Parallel()
	o := newDeskOf(t)
	o.hearText("b07", illegalLog(t))
	vera, olaf := o.browser("vera"), o.browser("olaf")
	yes := url.Values{"sure": {"yes"}}
	for _, r := range o.routes() {
		method, path, _ := strings.Cut(r.pattern, " ")
		if r.open || method != "POST" || path == "/logout" {
			continue
		}
		for _, verb := range deskVerbs {
			at := strings.NewReplacer("{board}", "b07", "{verb}", verb.name, "{tournament}", "open", "{round}", "3", "{name}", "vera").Replace(path)
			if w := vera.do(at, yes); w.Code != http.StatusForbidden {
				t.Errorf("a viewer: %s: %d", at, w.Code)
			}
			if w := olaf.do(at, yes); strings.Contains(path, "{verb}") && (w.Code == http.StatusForbidden) != (verb.least == Arbiter) {
				t.Errorf("an operator: %s: %d", at, w.Code)
			}
		}
	}
	for name, has := range map[string][]string{"vera": nil, "olaf": {"/boards/b07/result", "/boards/b07/tags"}, "anna": {"/boards/b07/result", "/boards/b07/ruling", "/boards/b07/takeback"}} {
		page := o.browser(name).page("/boards/b07")
		for _, action := range []string{"/boards/b07/result", "/boards/b07/tags", "/boards/b07/ruling", "/boards/b07/takeback"} {
			if strings.Contains(page, `action="`+action+`"`) != (slices.Contains(has, action) || name == "anna") {
				t.Errorf("%s: %s is offered, or is not, wrongly", name, action)
			}
		}
	}
	for _, sent := range o.requests() {
		if strings.Contains(sent, `"by":"vera"`) || strings.Contains(sent, "ruling") {
			t.Errorf("sent: %s", sent)
		}
	}
}

// TestStranger walks every route of the desk: who has not logged in learns nothing.
func TestStranger(t *testing.T) {
	t.Parallel()
	o := newDeskOf(t)
	o.hearText("b07", illegalLog(t))
	n := 0
	for _, r := range o.routes() {
		n++
		method, path, _ := strings.Cut(r.pattern, " ")
		path = strings.NewReplacer("{$}", "", "{board}", "b07", "{verb}", "result", "{tournament}", "open", "{round}", "3", "{name}", "anna", "{rules}", "fide-2023", "{token}", "x").Replace(path)
		for _, accept := range []string{"text/html", "*/*", "text/event-stream"} {
			b := newBrowser(t, o.Handler)
			b.header["Accept"] = []string{accept}
			b.cookies["desk"] = "nobody"
			var fields url.Values
			if method == "POST" {
				fields = url.Values{"result": {"1-0"}, "sure": {"yes"}}
			}
			w := b.do(path, fields)
			text := blanks.ReplaceAllString(w.Body.String(), " ")
			for _, secret := range []string{"illegal", "Nb3", "Ferrier", "Diallo", "7.5.1", "certain", "olaf", "tablet"} {
				if strings.Contains(text, secret) {
					t.Errorf("%s %s: %d has %q", method, path, w.Code, secret)
				}
			}
			if !r.open && w.Code != http.StatusUnauthorized && w.Code != http.StatusSeeOther {
				t.Errorf("%s %s: %d", method, path, w.Code)
			}
		}
	}
	if n < 15 || len(o.requests()) > 0 {
		t.Errorf("%d routes, sent %q", n, o.requests())
	}
}

// upload posts a file of pairings.
func (b *browser) upload(path, name, text string) *httptest.ResponseRecorder {
	b.t.Helper()
	var body bytes.Buffer
	m := multipart.NewWriter(&body)
	f, _ := m.CreateFormFile("file", name)
	f.Write([]byte(text))
	m.Close()
	r := httptest.NewRequest("POST", path, &body)
	r.Header.Set("Content-Type", m.FormDataContentType())
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	return b.send(r)
}

var previewKey = regexp.MustCompile(`name="key" value="([^"]*)"`)

// TestRounds: pairings are shown before they hold; tables change boards; a round is opened after
// a question; results are entered and taken back; all are acts of who did it.
func TestRounds(t *testing.T) {
	t.Parallel()
	o := newDeskOf(t)
	olaf := o.browser("olaf")
	const file = "table;white;black;round\n1;" + `"Ferrier, Isla"` + ";" + `"Ng, Wei"` + ";4\n2;Diallo;Okonkwo;4\n"
	w := olaf.upload("/rounds/open/import", "r4.csv", file)
	wantTexts(t, w.Body.String(), "table 1: new: Ferrier, Isla - Ng, Wei", "Accept these pairings")
	if rounds, _, _ := o.Store.Rounds(t.Context(), "open"); len(rounds) != 1 {
		t.Error("pairings hold before they are accepted")
	}
	key := previewKey.FindStringSubmatch(w.Body.String())[1]
	if w = olaf.do("/rounds/open/accept", url.Values{"key": {key}}); w.Code != http.StatusSeeOther {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	if w = olaf.do("/rounds/open/accept", url.Values{"key": {key}}); w.Code != http.StatusConflict {
		t.Errorf("twice: %d", w.Code)
	}
	wantTexts(t, olaf.upload("/rounds/open/import", "r4.csv", file).Body.String(), "nothing changes")
	for text, want := range map[string]string{"nonsense": "neither PGN", file + "2;A;B;4\n": "paired twice", "": "nothing in it"} {
		page := olaf.upload("/rounds/open/import", "bad.csv", text).Body.String()
		wantTexts(t, page, want)
		if strings.Contains(page, "Accept these") {
			t.Errorf("%q can be accepted", text)
		}
	}
	olaf.do("/rounds/open/4/move", url.Values{"table": {"1"}, "board": {"b09"}})
	olaf.do("/rounds/open/4/move", url.Values{"table": {"2"}, "board": {"b09"}}) // they change boards
	rounds, _, _ := o.Store.Rounds(t.Context(), "open")
	if b := rounds[1].Boards; b[1] != "b02" || b[2] != "b09" {
		t.Errorf("boards %v", b)
	}
	for _, bad := range []url.Values{{"table": {"5"}, "board": {"b01"}}, {"table": {"x"}, "board": {"b01"}}, {"table": {"1"}, "board": {"../b"}}} {
		if w := olaf.do("/rounds/open/4/move", bad); w.Code != http.StatusBadRequest {
			t.Errorf("%v: %d", bad, w.Code)
		}
	}
	if w = olaf.do("/rounds/open/4/open", url.Values{}); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), `name="sure"`) {
		t.Errorf("it does not ask: %d", w.Code)
	}
	olaf.do("/rounds/open/4/open", url.Values{"sure": {"yes"}})
	if _, open, _ := o.Store.Rounds(t.Context(), "open"); open != 4 {
		t.Errorf("round %d is open", open)
	}
	olaf.do("/rounds/open/4/result", url.Values{"table": {"1"}, "result": {"0-1"}})
	olaf.do("/rounds/open/4/result", url.Values{"table": {"1"}, "result": {"*"}})
	if w := olaf.do("/rounds/open/4/result", url.Values{"table": {"3"}, "result": {"0-1"}}); w.Code != http.StatusBadRequest {
		t.Errorf("%d", w.Code)
	}
	text := tags.ReplaceAllString(olaf.page("/rounds/open/4/report"), "")
	for _, want := range []string{"olaf: Paarungen", "olaf: import r4.csv", "move table 1 to board b09", "tables 2 and 1 change boards", "table 1: 0-1", "table 1: *"} {
		if want != "olaf: Paarungen" && !strings.Contains(blanks.ReplaceAllString(text, " "), want) {
			t.Errorf("the report has no %q:\n%s", want, text)
		}
	}
	olaf.wantCode("/rounds/open/9", http.StatusNotFound)
	olaf.wantCode("/rounds/none/4", http.StatusNotFound)
}

// TestHostileNames: a name that is markup is text on every page.
func TestHostileNames(t *testing.T) {
	t.Parallel()
	o := newDeskOf(t)
	o.Problems = func() []Problem { return []Problem{{hostile, hostile}} }
	o.Targets = func() []Target {
		return []Target{{Tournament: hostile, Round: 3, Address: hostile, Tables: hostile, Answer: hostile, Bad: true}}
	}
	r := &hall.Round{Number: 3, Pairings: []hall.Pairing{{Table: 7, White: hall.Player{Name: hostile, Team: hostile}, Black: hall.Player{Name: hostile}}, {Table: 9, White: hall.Player{Name: hostile}}}}
	if err := o.Store.SetRound(t.Context(), "open", r, store.Act{Who: hostile, What: hostile, Detail: hostile}); err != nil {
		t.Fatal(err)
	}
	o.Halls[0].Event = hostile
	o.hearText("b07", illegalLog(t))
	f, _ := o.Boards.One("b07")
	f.Game.Head.Seq += 100
	f.Game.Tags = map[string]string{"White": hostile, "Black": hostile, "Event": hostile}
	f.Game.Parts = []transport.Part{{Why: hostile}}
	reason := hostile
	f.Game.Trust.Reason = &reason
	payload, _ := json.Marshal(f.Game)
	o.Boards.Take(transport.Message{Topic: "chess/1/hall/b07/arbiter/game", Payload: payload})
	finding, _ := json.Marshal(map[string]any{"schema": "boardd.finding/1.0", "seq": 9999, "code": hostile, "level": hostile, "article": hostile, "text": hostile, "side": hostile})
	o.Boards.Take(transport.Message{Topic: "chess/1/hall/b07/arbiter/finding", Payload: finding})
	o.says = transport.Reply{Status: "error", Error: &transport.Problem{Code: hostile, Message: hostile}}
	anna := o.browser("anna")
	answer := anna.do("/boards/b07/tags", url.Values{"tag.White": {hostile}}).Header().Get("Location")
	pages := map[string]string{
		"question": anna.do("/boards/b07/set_position", url.Values{"placement": {"8/8/8/8/8/4k3/8/4K3"}, "why": {hostile}, "what": {hostile}, "termination": {hostile}}).Body.String(),
		"upload":   anna.upload("/rounds/open/import", hostile, "table;white;black;round\n1;"+hostile+";B;5\n").Body.String(),
		"login":    anna.login(hostile, "wrong password").Body.String(),
		"bad":      anna.do("/boards/b07/result", url.Values{"result": {hostile}}).Body.String(),
		"move":     anna.do("/rounds/open/3/move", url.Values{"table": {"7"}, "board": {hostile}}).Body.String(),
	}
	for _, path := range []string{answer, "/", "/boards/b07", "/boards/b09", "/boards/b07/position?from=" + url.QueryEscape(hostile), "/rounds", "/rounds/open/3", "/rounds/open/3/report",
		"/people", "/laws/fide-2023?article=" + url.QueryEscape(hostile), "/login?next=" + url.QueryEscape("/"+hostile)} {
		pages[path] = anna.page(path)
	}
	shown := 0
	for path, page := range pages {
		if strings.Contains(page, "<script>alert") || strings.Contains(page, `"><script`) {
			t.Errorf("%s has markup of a name", path)
		}
		if strings.Contains(page, "alert(1)") {
			shown++
		}
	}
	if shown < 10 {
		t.Errorf("only %d of %d pages show the name", shown, len(pages))
	}
}

// TestDeskStream: what changes is told to the pages, and rings once for a certain finding.
func TestDeskStream(t *testing.T) {
	t.Parallel()
	o := newDeskOf(t)
	o.hearText("b07", illegalLog(t))
	o.hear("b09", "dgt-game.log")
	o.Boards.tellDirty()
	var s deskState
	if err := json.Unmarshal(o.Boards.stream.full(), &s); err != nil || !s.Live || s.Needs != 1 || s.Alarms != 1 {
		t.Errorf("%+v %v", s, err)
	}
	o.Boards.Connected(false, errors.New("no broker"))
	if json.Unmarshal(o.Boards.stream.full(), &s); s.Live {
		t.Error("it is live without a broker")
	}
	retained := NewBoards()
	f, _ := o.Boards.One("b07")
	alert, _ := json.Marshal(f.Alerts[0])
	retained.Take(transport.Message{Topic: "chess/1/hall/b07/arbiter/alert/illegal_completed", Payload: alert, Retain: true})
	if json.Unmarshal(retained.stream.full(), &s); s.Alarms != 0 {
		t.Error("what the broker has kept rings again")
	}
}

// TestGerman: every text of the desk's templates has a German one.
func TestGerman(t *testing.T) {
	t.Parallel()
	text := regexp.MustCompile(`\.T \(?"([^"]+)"`)
	same := []string{"Name", "ok"}
	names, err := filepath.Glob("templates/desk_*.html")
	if err != nil || len(names) < 10 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		page, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range text.FindAllStringSubmatch(string(page), -1) {
			if german := (Words{"de"}).T(m[1]); german == m[1] && !slices.Contains(same, m[1]) {
				t.Errorf("%s: %q", name, m[1])
			}
		}
	}
}
