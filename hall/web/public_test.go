package web

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/boardd/boardd/hall"
	"github.com/boardd/boardd/hall/out"
	"github.com/boardd/boardd/hall/store"
	"github.com/boardd/boardd/legality"
)

// spectators are the public pages over a tournament of two tables.
type spectators struct {
	*Public
	t     *testing.T
	shown out.Shown
	seq   uint64
}

func newSpectators(t *testing.T, tournament hall.Tournament) *spectators {
	t.Helper()
	return spectatorsAt(t, filepath.Join(t.TempDir(), "hall.db"), tournament)
}

// spectatorsAt has the pages at a file.
func spectatorsAt(t *testing.T, path string, tournament hall.Tournament) *spectators {
	t.Helper()
	db, err := store.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	tournament.ID, tournament.Event = "open", "Open"
	f := &out.Files{}
	s := &spectators{Public: &Public{Files: f}, t: t, shown: out.Shown{Tournament: &tournament, Store: db, Files: f}}
	s.pair(hall.Round{Number: 3, Pairings: []hall.Pairing{
		{Table: 7, White: hall.Player{Name: "Ferrier, Isla", Title: "FM", Elo: 2100}, Black: hall.Player{Name: hostile}},
		{Table: 9, White: hall.Player{Name: "Diallo, Awa"}, Black: hall.Player{Name: "Ng, Wei"}}}})
	return s
}

func (s *spectators) pair(r hall.Round) {
	s.t.Helper()
	if err := s.shown.Store.SetRound(s.t.Context(), "open", &r, store.Act{}); err != nil {
		s.t.Fatal(err)
	}
	s.update()
}

func (s *spectators) update() {
	s.t.Helper()
	if _, err := s.shown.Update(s.t.Context()); err != nil {
		s.t.Fatal(err)
	}
	s.Show(&s.shown)
}

// plays has a table's game stand at these moves, from a position; "" is the initial one.
func (s *spectators) plays(table int, result, start string, sans ...string) {
	s.t.Helper()
	s.reports(table, hall.Part{Head: hall.Head{ID: "x", Start: start, Result: result}}, sans...)
}

func (s *spectators) reports(table int, part hall.Part, sans ...string) {
	s.t.Helper()
	p := legality.Initial()
	if part.Start != "" {
		p, _ = legality.ParseFEN(part.Start, false)
	}
	part.Start = p.FEN()
	for i, san := range sans {
		m, err := p.ParseSAN(san)
		if err != nil {
			s.t.Fatal(err)
		}
		part.Plies = append(part.Plies, hall.Ply{UCI: p.UCI(m), SAN: san, State: "made", ClkMs: int64(300-i) * 1000})
		p = p.Play(m)
	}
	g := hall.Game{Board: fmt.Sprint("b", table), ID: "x", Tags: map[string]string{"Event": "Open", "Round": fmt.Sprint("3.", table)}, Parts: []hall.Part{part}}
	s.seq++
	if err := s.shown.Store.Take(s.t.Context(), []store.Report{{Game: g, Seq: s.seq}}); err != nil {
		s.t.Fatal(err)
	}
	s.update()
}

func (s *spectators) get(path string) (int, string) {
	w := httptest.NewRecorder()
	s.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
	return w.Code, w.Body.String()
}

// deltas are what pages were sent.
func (s *spectators) deltas() (all []string) {
	for _, one := range s.find("open").rounds[3].stream.past {
		all = append(all, string(one))
	}
	return all
}

// followed is a delta of a table.
type followed struct {
	At int
	M  [][]string
	R  string
	C  []string
	U  string
	T  int
}

// TestShowWhileServing: pages are served while a round changes. The race detector judges.
func TestShowWhileServing(t *testing.T) {
	s := newSpectators(t, hall.Tournament{})
	var readers sync.WaitGroup
	for _, path := range []string{"/open/", "/open/round-3/", "/open/round-3/table-7", "/open/round-3/embed", "/open/round-3/table-7.json", "/open/table-7/overlay"} {
		readers.Go(func() {
			for range 20 {
				s.get(path)
			}
		})
	}
	for _, result := range []string{"1-0", "*", "0-1", "*", "1-0", "*"} {
		s.plays(7, result, "", "e4")
	}
	readers.Wait()
}

// TestDeltas: whoever takes every delta, even twice, has the moves of the game: also after a
// move was taken back, and after another was corrected.
func TestDeltas(t *testing.T) {
	s := newSpectators(t, hall.Tournament{})
	s.plays(7, "*", "", "e4", "e5", "Nf3")
	s.plays(7, "*", "", "e4", "e5")
	s.plays(7, "*", "", "e4", "c5", "Nc3", "Nc6")
	s.plays(7, "1/2-1/2", "", "e4", "c5", "Nc3", "Nc6")
	for _, times := range []int{1, 2} {
		moves := [][]string{{"", "", "", "", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"}}
		var last followed
		for _, text := range slices.Repeat(s.deltas(), times) {
			if strings.HasPrefix(text, `{"full"`) {
				continue
			}
			var d followed
			if err := json.Unmarshal([]byte(text), &d); err != nil || d.T != 7 || d.At > len(moves) {
				t.Fatalf("%s: %v", text, err)
			}
			moves, last = append(moves[:d.At:d.At], d.M...), d
		}
		var sans []string
		for _, m := range moves {
			sans = append(sans, strings.TrimSpace(m[0]+" "+m[1]))
		}
		if got := strings.Join(sans, ", "); got != ", 1. e4, 1… c5, 2. Nc3, 2… Nc6" {
			t.Errorf("the moves are %s", got)
		}
		if end := moves[4]; end[2] != "b8c6" || end[3] != "4:57" || end[4] != "r1bqkbnr/pp1ppppp/2n5/2p5/4P3/2N5/PPPP1PPP/R1BQKBNR" {
			t.Errorf("the last move is %q", end)
		}
		if last.R != "½–½" || last.U != "" || !slices.Equal(last.C, []string{"4:58", "4:57"}) {
			t.Errorf("the last delta has %+v", last)
		}
	}
}

// TestQuiet: what does not change is not sent.
func TestQuiet(t *testing.T) {
	s := newSpectators(t, hall.Tournament{})
	s.plays(7, "*", "", "e4")
	had := len(s.deltas())
	s.update()
	s.Live(true)
	if now := len(s.deltas()); now != had {
		t.Errorf("%d deltas of nothing: %s", now-had, s.deltas()[had:])
	}
	s.Live(false)
	if all := s.deltas(); len(all) != had+1 || !strings.HasPrefix(all[had], `{"full":{"live":false`) {
		t.Errorf("without boards: %s", all[had:])
	}
}

// TestSetPosition: a game that begins elsewhere shows that position, and Black's first move has
// its number.
func TestSetPosition(t *testing.T) {
	s := newSpectators(t, hall.Tournament{})
	s.plays(9, "*", "4k3/8/8/8/8/8/4P3/4K3 b - - 0 30", "Kd7", "e4")
	_, body := s.get("/open/round-3/table-9.json")
	for _, want := range []string{`["","","","","4k3/8/8/8/8/8/4P3/4K3"]`, `["30…","Kd7","e8d7","5:00","8/3k4/8/8/8/8/4P3/4K3"]`, `["31.","e4"`, `"u":"b"`} {
		if !strings.Contains(body, want) {
			t.Errorf("no %s in %s", want, body)
		}
	}
}

// TestHiddenRound: of a round that is shown at its end, no page and no stream has a move.
func TestHiddenRound(t *testing.T) {
	s := newSpectators(t, hall.Tournament{AtEnd: []int{3}})
	s.plays(7, "1-0", "", "e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "Qxf7#")
	for _, path := range []string{"/open/", "/open/round-3/", "/open/round-3/table-7", "/open/round-3/table-7.json", "/open/table-7/overlay", "/open/round-3/table-7/embed"} {
		status, body := s.get(path)
		if status != 200 || !strings.Contains(body, "Ferrier, Isla") {
			t.Errorf("%s: status %d without the names", path, status)
		}
		if strings.Contains(body, "Qxf7") || strings.Contains(body, "1–0") {
			t.Errorf("%s shows the game", path)
		}
	}
	if text := fmt.Sprint(s.deltas()); strings.Contains(text, "Qxf7") || strings.Contains(text, "1–0") {
		t.Errorf("the stream shows the game: %s", text)
	}
}

// TestRoutes: what there is, and what there is not.
func TestRoutes(t *testing.T) {
	s := newSpectators(t, hall.Tournament{})
	s.plays(7, "*", "", "e4")
	for _, path := range []string{"/", "/open/", "/open/round-3/", "/open/embed", "/open/round-3/embed", "/open/round-3/table-7", "/open/round-3/table-7?ply=0", "/open/round-3/table-7?ply=-4", "/open/round-3/table-7?ply=99999999999999999999",
		"/open/round-3/table-7/overlay", "/open/round-3/table-7/overlay?size=x&parts=%22", "/open/table-9/embed", "/open/state.json", "/open/round-3/game-1.pgn", "/app.js", "/style.css", "/icon.svg"} {
		if status, body := s.get(path); status != 200 || !strings.Contains(path, ".") && strings.Contains(body, "<script>alert") {
			t.Errorf("%s: status %d", path, status)
		}
	}
	for _, path := range []string{"//", "/closed/", "/open/round-4/", "/open/round-03/", "/open/round-3", "/open/round-3/table-8", "/open/round-3/table-7/", "/open/round-3/table-7/stream", "/open/stream", "/open/overlay", "/open/round-3/table-7.json/embed",
		"/README", "/static/app.js", "/../public.go", "/templates/layout.html", "/desk.js", "/desk.css", "/desk.js?v=" + hashes["desk.js"]} {
		if status, _ := s.get(path); status != 404 {
			t.Errorf("%s: status %d", path, status)
		}
	}
}

// TestFollows: a page follows the game unless its address names a move. What was the last move
// when it was written need not be any more when its script runs.
func TestFollows(t *testing.T) {
	s := newSpectators(t, hall.Tournament{})
	s.plays(7, "*", "", "e4", "e5")
	for path, want := range map[string]string{"/open/round-3/table-7": "", "/open/table-7/overlay": "", "/open/round-3/table-7/embed?ply=1": "", "/open/round-3/table-7?ply=1": ` data-ply="1"`} {
		_, body := s.get(path)
		_, after, _ := strings.Cut(body, `id="game"`)
		tag, _, _ := strings.Cut(after, ">")
		if named := strings.Contains(tag, "data-ply"); named != (want != "") || !strings.Contains(tag, want) {
			t.Errorf("%s: %s", path, tag)
		}
	}
}

// TestPieces: a screen reader is given every piece, White's and Black's, from the king on.
func TestPieces(t *testing.T) {
	d := Board{Placement: "4k3/p7/8/8/8/8/1P3N2/R3K2R"}
	if white, black := pieces(d, "w"), pieces(d, "b"); white != "Ke1, Ra1, Rh1, Nf2, b2" || black != "Ke8, a7" {
		t.Errorf("white %q, black %q", white, black)
	}
}

// TestUnchangedPage: a browser that has the present page gets status 304.
func TestUnchangedPage(t *testing.T) {
	s := newSpectators(t, hall.Tournament{})
	for _, path := range []string{"/open/", "/open/round-3/table-7", "/style.css"} {
		first := httptest.NewRecorder()
		s.ServeHTTP(first, httptest.NewRequest(http.MethodGet, path, nil))
		q := httptest.NewRequest(http.MethodGet, path, nil)
		q.Header.Set("If-None-Match", first.Header().Get("ETag"))
		again := httptest.NewRecorder()
		s.ServeHTTP(again, q)
		if again.Code != http.StatusNotModified {
			t.Errorf("%s: status %d, ETag %q", path, again.Code, first.Header().Get("ETag"))
		}
	}
}

// TestSpectatorsLanguage: a page has the language of its reader.
func TestSpectatorsLanguage(t *testing.T) {
	s := newSpectators(t, hall.Tournament{})
	for asks, want := range map[string]string{"de-CH, fr;q=0.5": "Tisch 7", "fr, de;q=0.5": "Tisch 7", "": "Table 7", "fr": "Table 7"} {
		q := httptest.NewRequest(http.MethodGet, "/open/round-3/table-7", nil)
		q.Header.Set("Accept-Language", asks)
		w := httptest.NewRecorder()
		if s.ServeHTTP(w, q); !strings.Contains(w.Body.String(), want) {
			t.Errorf("%q: no %q", asks, want)
		}
	}
}

// TestNextRound: when another round is opened, its pages and the present one follow.
func TestNextRound(t *testing.T) {
	s := newSpectators(t, hall.Tournament{})
	s.plays(7, "*", "", "e4")
	s.pair(hall.Round{Number: 4, Pairings: []hall.Pairing{{Table: 1, White: hall.Player{Name: "Ng, Wei"}, Black: hall.Player{Name: "Ferrier, Isla"}}}})
	if _, body := s.get("/open/"); !strings.Contains(body, `data-stream="/open/round-3/stream"`) {
		t.Error("the round that is to come is shown before it begins")
	}
	if err := s.shown.Store.OpenRound(t.Context(), "open", 4, store.Act{}); err != nil {
		t.Fatal(err)
	}
	s.update()
	if _, body := s.get("/open/"); !strings.Contains(body, `data-stream="/open/round-4/stream"`) {
		t.Error("the round that is open is not shown")
	}
	if all := s.deltas(); !strings.Contains(all[len(all)-1], `"now":4`) {
		t.Errorf("pages of the last round do not know of the next: %s", all[len(all)-1])
	}
}
