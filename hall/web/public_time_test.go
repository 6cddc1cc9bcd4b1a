package web

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/boardd/boardd/hall"
	"github.com/boardd/boardd/hall/store"
	"github.com/boardd/boardd/legality"
)

// TestGathered: a hundred deltas in two seconds come in order, none later than half a second after
// it was added, and none twice; and they come in few events.
func TestGathered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := NewStream(func() json.RawMessage { return json.RawMessage("0") })
		to, _, _, ok := s.enter(s.ID())
		if !ok {
			t.Fatal("there is no room")
		}
		var came []time.Duration
		events := 0
		began := time.Now()
		go func() {
			for event := range to {
				events++
				_, data, _ := strings.Cut(string(event), "data: ")
				var all []int
				if err := json.Unmarshal([]byte(data), &all); err != nil {
					t.Errorf("%s: %v", event, err)
				}
				for _, n := range all {
					if n != len(came) {
						t.Errorf("delta %d comes after %d deltas", n, len(came))
					}
					came = append(came, time.Since(began))
				}
			}
		}()
		for n := range 100 {
			s.Add(json.RawMessage(fmt.Sprint(n)))
			time.Sleep(20 * time.Millisecond)
		}
		time.Sleep(gatherDeltas)
		synctest.Wait()
		s.leave(to)
		if len(came) != 100 || events > 6 {
			t.Fatalf("%d deltas in %d events", len(came), events)
		}
		for n, at := range came {
			if late := at - time.Duration(n)*20*time.Millisecond; late < 0 || late > gatherDeltas {
				t.Errorf("delta %d is %v late", n, late)
			}
		}
	})
}

// reopened are the public pages of another program at the same file.
func (s *spectators) reopened(path string) *spectators {
	s.t.Helper()
	s.shown.Store.Close()
	again := spectatorsAt(s.t, path, *s.shown.Tournament)
	again.seq = s.seq
	return again
}

// stream returns what a page that comes new gets from a stream.
func (s *spectators) stream(path string) string {
	ctx, cancel := context.WithCancel(s.t.Context())
	w := httptest.NewRecorder()
	go s.ServeHTTP(w, httptest.NewRequestWithContext(ctx, http.MethodGet, path, nil))
	synctest.Wait()
	cancel()
	synctest.Wait()
	return w.Body.String()
}

var reference = regexp.MustCompile(`(?:href|src|data-stream|data-json)="([^"#]*)`)

// walk returns what each route has that a page leads to, and each file of the tournament.
func (s *spectators) walk() map[string]string {
	s.t.Helper()
	seen, next := map[string]string{}, []string{"/", "/open/embed", "/open/state.json", "/open/tournament.json", "/open/round-3/games.pgn", "/open/table-7/overlay", "/open/table-9/embed"}
	for i := 1; ; i++ {
		name := fmt.Sprintf("/open/round-3/game-%d.pgn", i)
		if status, _ := s.get(name); status != http.StatusOK {
			break
		}
		next = append(next, name)
	}
	for ; len(next) > 0; next = next[1:] {
		path := next[0]
		if _, ok := seen[path]; ok {
			continue
		}
		if strings.HasSuffix(path, "/stream") {
			seen[path] = s.stream(path) + strings.Join(s.deltas(), "\n")
			continue
		}
		status, body := s.get(path)
		if status != http.StatusOK && path != "/open/tournament.json" {
			s.t.Errorf("%s: status %d", path, status)
		}
		seen[path] = body
		for _, found := range reference.FindAllStringSubmatch(body, -1) {
			switch link := found[1]; {
			case strings.HasPrefix(link, "?"):
				next = append(next, strings.Split(path, "?")[0]+link)
			case strings.HasPrefix(link, "/") && !strings.HasPrefix(link, "//"):
				next = append(next, link)
			case link != "":
				s.t.Errorf("%s leads to %s", path, link)
			}
		}
	}
	return seen
}

// TestDelayOnEveryRoute: no route has anything that is later than now less the delay: no move, no
// position, no result, and no retraction. A program that was restarted meanwhile keeps to it.
func TestDelayOnEveryRoute(t *testing.T) {
	path := filepath.Join(t.TempDir(), "hall.db")
	synctest.Test(t, func(t *testing.T) {
		const delay, step = time.Minute, 20 * time.Second
		s := spectatorsAt(t, path, hall.Tournament{Delay: delay})
		time.Sleep(2 * delay) // the pairings are public
		texts := []struct {
			result string
			sans   []string
		}{{"*", nil}, {"*", []string{"Nc3"}}, {"*", []string{"Nc3", "Nf6"}}, {"*", []string{"Nc3"}}, {"*", []string{"Nc3", "Na6", "Nf3"}}, {"0-1", []string{"Nc3", "Na6", "Nf3"}}}
		began := time.Now()
		for i := 0; time.Since(began) < time.Duration(len(texts))*step+delay; i++ {
			if i > 0 && i < len(texts) {
				s.plays(7, texts[i].result, "", texts[i].sans...)
			}
			if i == 4 {
				s = s.reopened(path)
			}
			time.Sleep(step / 2)
			s.update()
			due := texts[min(max(0, i-int(delay/step)), len(texts)-1)]
			ended := i >= len(texts)-1+int(delay/step)
			shows(t, s, i, due.sans, ended)
			time.Sleep(step / 2)
			s.update()
		}
		if got := s.find("open").rounds[3].Games[0]; got.Result != "0-1" || got.Plies() != 3 {
			t.Errorf("at the end there are %d plies and %s", got.Plies(), got.Result)
		}
		s.shown.Store.Close()
	})
}

// shows wants the routes to have these moves of table 7, and none but those that were shown before.
func shows(t *testing.T, s *spectators, step int, sans []string, ended bool) {
	t.Helper()
	firstShown := map[string]int{"Nc3": 4, "Nf6": 5, "Na6": 7, "Nf3": 7}
	placements := map[string]int{"2N5/PPPPPPPP/R1BQKBNR": 4, "rnbqkb1r/": 5, "r1bqkbnr/": 7, "2N2N2/": 7}
	name := s.find("open").rounds[3].stream.name
	for path, body := range s.walk() {
		body = strings.ReplaceAll(body, name, "") // which is made by chance
		for _, early := range []map[string]int{firstShown, placements} {
			for text, first := range early {
				if step < first && strings.Contains(body, text) {
					t.Errorf("step %d: %s has %s, which is public from step %d on", step, path, text, first)
				}
			}
		}
		if !ended && (strings.Contains(body, `"0-1"`) || strings.Contains(body, "0–1")) {
			t.Errorf("step %d: %s has the result", step, path)
		}
	}
	game := s.find("open").rounds[3].Games[0]
	var got []string
	for _, m := range game.Moves[1:] {
		got = append(got, m.SAN)
	}
	if !slices.Equal(got, sans) {
		t.Errorf("step %d: the moves are %v, want %v", step, got, sans)
	}
}

// TestParts: a game that goes on from another position keeps its first part before it, on the page,
// in the moves, and in what the stream says.
func TestParts(t *testing.T) {
	s := newSpectators(t, hall.Tournament{})
	s.plays(7, "*", "", "e4", "e5")
	const later = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 30"
	s.several(7, [2]string{"", "e4 e5"}, [2]string{later, ""})
	s.several(7, [2]string{"", "e4 e5"}, [2]string{later, "e3 Kd7"})
	want := ", 1. e4, 1… e5, , 30. e3, 30… Kd7"
	if got := s.taken(); got != want {
		t.Errorf("by the deltas the moves are %q", got)
	}
	_, body := s.get("/open/round-3/table-7.json")
	var whole followed
	if err := json.Unmarshal([]byte(body), &whole); err != nil {
		t.Fatal(err)
	}
	if got := named(whole.M); got != want {
		t.Errorf("the moves are %q", got)
	}
	if start := whole.M[3]; start[4] != "4k3/8/8/8/8/8/4P3/4K3" {
		t.Errorf("the second part begins with %q", start)
	}
	_, page := s.get("/open/round-3/table-7")
	at := 0
	for _, text := range []string{`data-ply="2"`, "Position set", `data-ply="4"`, `data-ply="5"`} {
		found := strings.Index(page[at:], text)
		if found < 0 {
			t.Fatalf("the page has no %s after the first %d bytes", text, at)
		}
		at += found
	}
	s.several(7, [2]string{"", "e4 e5"}) // the position is taken back
	if got := s.taken(); got != ", 1. e4, 1… e5" {
		t.Errorf("after the position was taken back the moves are %q", got)
	}
}

// several has a board report a game of several parts: each a start and its moves.
func (s *spectators) several(table int, parts ...[2]string) {
	s.t.Helper()
	g := hall.Game{Board: fmt.Sprint("b", table), ID: "x", Tags: map[string]string{"Event": "Open", "Round": fmt.Sprint("3.", table)}}
	for i, one := range parts {
		p := legality.Initial()
		if one[0] != "" {
			p, _ = legality.ParseFEN(one[0], false)
		}
		part := hall.Part{Head: hall.Head{ID: fmt.Sprint("x", i+1), Start: p.FEN(), Result: "*"}}
		if i < len(parts)-1 {
			part.Why = "the pieces fell"
		}
		for _, san := range strings.Fields(one[1]) {
			m, err := p.ParseSAN(san)
			if err != nil {
				s.t.Fatal(err)
			}
			part.Plies = append(part.Plies, hall.Ply{UCI: p.UCI(m), SAN: san, State: "made", ClkMs: 300_000})
			p = p.Play(m)
		}
		g.Parts = append(g.Parts, part)
	}
	s.seq++
	if err := s.shown.Store.Take(s.t.Context(), []store.Report{{Game: g, Seq: s.seq}}); err != nil {
		s.t.Fatal(err)
	}
	s.update()
}

// taken are the moves of table 7 for a page that has taken every delta.
func (s *spectators) taken() string {
	s.t.Helper()
	moves := [][]string{{"", "", "", "", ""}}
	for _, text := range s.deltas() {
		var d followed
		if err := json.Unmarshal([]byte(text), &d); err != nil || d.At > len(moves) {
			s.t.Fatalf("%s: %v", text, err)
		}
		if d.T == 7 {
			moves = append(moves[:d.At:d.At], d.M...)
		}
	}
	return named(moves)
}

func named(moves [][]string) string {
	var sans []string
	for _, m := range moves {
		sans = append(sans, strings.TrimSpace(m[0]+" "+m[1]))
	}
	return strings.Join(sans, ", ")
}

// TestStrangerOnPublicRoutes: whoever walks all public routes finds no finding, alert or request, no move of a
// hidden round, and no name that is markup; and nothing there changes anything.
func TestStrangerOnPublicRoutes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSpectators(t, hall.Tournament{AtEnd: []int{3}})
		const secret = "rook-of-the-arbiter"
		notices := []store.Notice{{Board: "b7", Seq: 1, Payload: []byte(secret)}, {Kind: store.AlertNotice, Board: "b7", Name: secret, Seq: 2, Payload: []byte(secret)},
			{Kind: store.RequestNotice, Board: "b7", Name: secret, Transaction: secret, Who: secret, Payload: []byte(secret)}}
		s.plays(7, "1-0", "", "e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "Qxf7#")
		if err := s.shown.Store.Note(t.Context(), notices); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Second)
		s.update()
		seen := s.walk()
		for _, want := range []string{"/", "/open/", "/open/round-3/", "/open/round-3/stream", "/open/round-3/table-7", "/open/round-3/table-9.json", "/open/round-3/table-7/overlay", "/open/round-3/table-7/embed", "/open/round-3/game-2.pgn"} {
			if _, ok := seen[want]; !ok {
				t.Errorf("the walk has not found %s", want)
			}
		}
		for path, body := range seen {
			for _, never := range []string{secret, "Qxf7", "1–0", "<script>alert"} {
				if strings.Contains(body, never) && !(strings.HasSuffix(path, ".pgn") && never == "<script>alert") { // which is text/plain
					t.Errorf("%s has %s", path, never)
				}
			}
			for _, method := range []string{http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions} {
				w := httptest.NewRecorder()
				s.ServeHTTP(w, httptest.NewRequest(method, path, strings.NewReader("result=1-0")))
				if w.Code != http.StatusMethodNotAllowed {
					t.Errorf("%s %s: status %d", method, path, w.Code)
				}
			}
		}
		s.shown.Store.Close()
	})
}
