package out

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"io"
	"io/fs"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/boardd/boardd/hall"
	"github.com/boardd/boardd/hall/store"
	"github.com/boardd/boardd/internal/pgnlint"
	"github.com/boardd/boardd/legality"
)

var ctx = context.Background()

// site is a hall with one tournament of two tables.
type site struct {
	t     *testing.T
	shown Shown
	seq   uint64
}

func newSite(t *testing.T, path string, delay time.Duration) *site {
	t.Helper()
	s, err := store.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	tournament := &hall.Tournament{ID: "open", Event: "Open", Site: "Aberdeen SCO", TimeControl: "300+3", Delay: delay}
	return &site{t: t, shown: Shown{Tournament: tournament, Store: s, Files: &Files{Folder: t.TempDir()}}}
}

var third = hall.Round{Number: 3, Date: "2027.03.06", Pairings: []hall.Pairing{
	{Table: 7, White: hall.Player{Name: "Ferrier, Isla", FideID: "2400001", Title: "FM"}, Black: hall.Player{Name: "Okonkwo, Chidi"}},
	{Table: 9, White: hall.Player{Name: `"><script>`}, Black: hall.Player{Name: "Ng, Wei"}}}}

func (s *site) pair(r hall.Round) {
	s.t.Helper()
	if err := s.shown.Store.SetRound(ctx, "open", &r, store.Act{}); err != nil {
		s.t.Fatal(err)
	}
}

// game reports a game at a table by its moves, with five minutes on the clock after each.
func (s *site) game(board, round, result string, sans ...string) hall.Game {
	p := legality.Initial()
	g := hall.Game{Board: board, ID: "x", Tags: map[string]string{"Event": "Open", "Round": round}}
	part := hall.Part{Head: hall.Head{ID: "x", Start: p.FEN(), Result: result}}
	for _, san := range sans {
		m, err := p.ParseSAN(san)
		if err != nil {
			s.t.Fatal(err)
		}
		part.Plies = append(part.Plies, hall.Ply{UCI: p.UCI(m), SAN: san, State: "made", ClkMs: 300_000})
		p = p.Play(m)
	}
	g.Parts = []hall.Part{part}
	return g
}

func (s *site) say(g hall.Game) {
	s.t.Helper()
	s.seq++
	if err := s.shown.Store.Take(ctx, []store.Report{{Game: g, Seq: s.seq}}); err != nil {
		s.t.Fatal(err)
	}
}

func (s *site) update() bool {
	s.t.Helper()
	changed, err := s.shown.Update(ctx)
	if err != nil {
		s.t.Fatal(err)
	}
	return changed
}

func (s *site) read(name string) string {
	s.t.Helper()
	text, err := os.ReadFile(filepath.Join(s.shown.Files.Folder, "open", name))
	if err != nil {
		s.t.Fatal(err)
	}
	return string(text)
}

// games returns the games of the round's PGN, and checks that it passes the lint.
func (s *site) games() []pgnlint.Game {
	s.t.Helper()
	games, errs := pgnlint.Read(s.read("round-3/games.pgn"))
	if errs != nil {
		s.t.Fatal(errs)
	}
	return games
}

func database(t *testing.T) string { return filepath.Join(t.TempDir(), "hall.db") }

// Every text has all tables in their order, from before the round to its end.
func TestRoundFromBeginningToEnd(t *testing.T) {
	s := newSite(t, database(t), 0)
	s.update()
	s.pair(third)
	steps := []struct {
		say   func()
		moves [2]int
		last  string
	}{
		{func() {}, [2]int{0, 0}, "*"},
		{func() { s.say(s.game("b09", "3.9", "*", "d4")) }, [2]int{0, 1}, "*"},
		{func() { s.say(s.game("b07", "3.7", "*", "e4", "e5")) }, [2]int{2, 1}, "*"},
		{func() { s.say(s.game("b07", "3.7", "*", "e4")) }, [2]int{1, 1}, "*"},
		{func() { s.say(s.game("b09", "3.9", "1-0", "d4", "d5")) }, [2]int{1, 2}, "1-0"},
		{func() { s.say(s.game("b09", "3.9", "*", "d4", "d5")) }, [2]int{1, 2}, "*"},
	}
	for i, step := range steps {
		step.say()
		if !s.update() {
			t.Errorf("step %d: nothing was written", i)
		}
		games := s.games()
		if len(games) != 2 || games[0].Tag("Round") != "3.7" || games[1].Tag("GameId") != "open-r3-t9" {
			t.Fatalf("step %d: %+v", i, games)
		}
		if got := [2]int{len(games[0].Moves), len(games[1].Moves)}; got != step.moves || games[1].Result != step.last {
			t.Errorf("step %d: %v plies, result %s; want %v, %s", i, got, games[1].Result, step.moves, step.last)
		}
		if one := s.read("round-3/game-1.pgn") + s.read("round-3/game-2.pgn"); one != s.read("round-3/games.pgn") {
			t.Errorf("step %d: the round is not its games", i)
		}
	}
	if s.update() {
		t.Error("nothing has changed, and something was written")
	}
}

// Each ply, result and retraction is shown after its delay and not before, also by a program
// that was restarted meanwhile.
func TestDelay(t *testing.T) {
	path := database(t)
	synctest.Test(t, func(t *testing.T) {
		const delay = time.Minute
		s := newSite(t, path, delay)
		s.pair(third)
		texts := []struct {
			result string
			moves  []string
		}{{"*", []string{"e4"}}, {"*", []string{"e4", "e5"}}, {"*", []string{"e4"}}, {"*", []string{"e4", "c5"}}, {"0-1", []string{"e4", "c5"}}}
		for _, text := range texts {
			s.say(s.game("b07", "3.7", text.result, text.moves...))
			time.Sleep(10 * time.Second)
		}
		// Fifty seconds have passed since the first.
		for i := -1; i < len(texts); i++ {
			if i == 1 {
				folder := s.shown.Files.Folder
				s.shown.Store.Close()
				s = newSite(t, path, delay)
				s.shown.Files.Folder = folder
			}
			s.update()
			want := texts[max(i, 0)]
			if i < 0 {
				want.moves = nil
			}
			if got := s.games()[0]; !slices.Equal(got.Moves, want.moves) || got.Result != want.result {
				t.Errorf("%d: %v %s, want %v", i, got.Moves, got.Result, want)
			}
			time.Sleep(10*time.Second + time.Millisecond)
		}
		s.shown.Store.Close()
	})
}

// tree returns all files of the world, by name.
func (s *site) tree() map[string]string {
	s.t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(s.shown.Files.Folder, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(name)
		all[strings.TrimPrefix(name, s.shown.Files.Folder)] = string(text)
		return err
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return all
}

func (s *site) open(round int) {
	s.t.Helper()
	if err := s.shown.Store.OpenRound(ctx, "open", round, store.Act{}); err != nil {
		s.t.Fatal(err)
	}
}

// again returns the site after a restart of its program, with the same files on the disk.
func (s *site) again(path string) *site {
	s.t.Helper()
	s.shown.Store.Close()
	next := newSite(s.t, path, s.shown.Tournament.Delay)
	next.shown.Tournament.AtEnd, next.shown.Files.Folder, next.seq = s.shown.Tournament.AtEnd, s.shown.Files.Folder, s.seq
	return next
}

// Of a round that is shown at its end, no file and no push differs from those before its first
// move until its end is as old as the delay, also after restarts. Then all of them are those of a
// round that is shown at once.
func TestRoundAtItsEnd(t *testing.T) {
	path := database(t)
	synctest.Test(t, func(t *testing.T) {
		const delay = time.Minute
		s := newSite(t, path, delay)
		s.shown.Tournament.AtEnd = []int{3}
		second := hall.Round{Number: 2, Pairings: third.Pairings}
		s.pair(second)
		s.pair(third)
		s.update()
		s.open(3)
		s.update()
		before := s.tree()
		hidden := `"number":3,"date":"2027.03.06","hidden":true`
		if !strings.Contains(before["/open/state.json"], hidden) || strings.Count(before["/open/state.json"], "hidden") != 1 {
			t.Errorf("state.json does not say that the round is hidden: %s", before["/open/state.json"])
		}
		nothing := func(when string) {
			t.Helper()
			s.update()
			if now := s.tree(); !maps.Equal(now, before) {
				t.Errorf("%s: the files are %v, want %v", when, now, before)
			}
			for _, g := range s.shown.Games(3, nil) {
				if len(g.Moves) > 0 || g.Result != "*" {
					t.Errorf("%s: pushed: %+v", when, g)
				}
			}
		}
		s.say(s.game("b07", "3.7", "*", "e4"))
		s.say(s.game("b09", "3.9", "0-1", "f3", "e5", "g4", "Qh4#"))
		time.Sleep(time.Hour)
		nothing("an hour after the moves")
		s = s.again(path)
		nothing("after a restart")
		next := third
		next.Boards = map[int]string{9: "spare"}
		s.pair(next)
		s.say(s.game("b07", "3.7", "1-0", "e4", "e5"))
		time.Sleep(time.Hour)
		s.update()
		before["/open/tournament.json"] = strings.Replace(before["/open/tournament.json"], "b09", "spare", 1)
		before["/open/round-3/game-2.json"] = strings.Replace(before["/open/round-3/game-2.json"], "b09", "spare", 1)
		nothing("after a move to another board")

		s.open(0)
		before["/open/state.json"] = strings.Replace(before["/open/state.json"], `"open":3`, `"open":0`, 1)
		nothing("when the round ends")
		s = s.again(path)
		time.Sleep(delay / 2)
		nothing("half the delay after the end")
		time.Sleep(delay/2 + time.Millisecond)
		s.update()
		games, pushed := s.games(), s.shown.Games(3, nil)
		if games[0].Result != "1-0" || len(games[0].Moves) != 2 || games[1].Result != "0-1" || len(games[1].Moves) != 4 || len(pushed[1].Moves) != 4 {
			t.Errorf("after the end: %+v, pushed %+v", games, pushed)
		}
		after := s.tree()
		if strings.Contains(after["/open/state.json"], "hidden") {
			t.Errorf("state.json says that the round is hidden: %s", after["/open/state.json"])
		}
		s = s.again(path)
		s.update()
		if now := s.tree(); !maps.Equal(now, after) {
			t.Errorf("after the end and a restart: %v, want %v", now, after)
		}
		s = s.again(path)
		s.shown.Tournament.AtEnd = nil
		s.update()
		if now := s.tree(); !maps.Equal(now, after) {
			t.Errorf("shown at once: %v, want %v", now, after)
		}

		s.shown.Tournament.AtEnd = []int{3}
		s.open(3)
		before["/open/state.json"] = strings.Replace(before["/open/state.json"], `"open":0`, `"open":3`, 1)
		nothing("when the round goes on")
		s.open(2)
		other := s.game("b07", "2.7", "*", "d4")
		other.ID = "y"
		s.say(other)
		time.Sleep(delay + time.Millisecond)
		s.update()
		if second, errs := pgnlint.Read(s.read("round-2/games.pgn")); errs != nil || len(second[0].Moves) != 1 || len(s.games()[0].Moves) != 2 {
			t.Errorf("the other round: %v, %+v; this one: %+v", errs, second, s.games())
		}
		s.shown.Store.Close()
	})
}

// A text that relays would refuse is not shown. The last good one is shown instead, and Problems
// names the table.
func TestBadTextStays(t *testing.T) {
	s := newSite(t, database(t), 0)
	s.pair(third)
	s.say(s.game("b07", "3.7", "*", "e4"))
	s.update()
	bad := s.game("b07", "3.7", "*", "e4", "e5")
	bad.Parts[0].Plies[1].SAN = "Ke5"
	s.say(bad)
	s.say(s.game("b09", "3.9", "*", "d4"))
	s.update()
	games := s.games()
	if len(games[0].Moves) != 1 || len(games[1].Moves) != 1 {
		t.Errorf("%+v", games)
	}
	seat := store.Seat{Event: "Open", Round: 3, Table: 7}
	if err := s.shown.Problems()[seat]; err == nil || len(s.shown.Problems()) != 1 {
		t.Errorf("problems %v", s.shown.Problems())
	}
	s.say(s.game("b07", "3.7", "*", "e4", "e5"))
	s.update()
	if games := s.games(); len(games[0].Moves) != 2 || len(s.shown.Problems()) != 0 {
		t.Errorf("%+v, %v", games, s.shown.Problems())
	}
}

// A text that relays would refuse is a problem while its round is hidden, also after a restart.
func TestBadTextOfAHiddenRound(t *testing.T) {
	path := database(t)
	s := newSite(t, path, 0)
	s.shown.Tournament.AtEnd = []int{3}
	s.pair(third)
	s.open(3)
	bad := s.game("b07", "3.7", "*", "e4", "e5")
	bad.Parts[0].Plies[1].SAN = "Ke5"
	s.say(bad)
	seat := store.Seat{Event: "Open", Round: 3, Table: 7}
	wantProblems := func(when string, n int) {
		t.Helper()
		s.update()
		if err := s.shown.Problems()[seat]; (err != nil) != (n > 0) || len(s.shown.Problems()) != n {
			t.Errorf("%s: problems %v", when, s.shown.Problems())
		}
		if games := s.games(); len(games) != 2 || len(games[0].Moves) != 0 {
			t.Errorf("%s: %+v", when, games)
		}
	}
	wantProblems("hidden", 1)
	for _, g := range s.shown.Games(3, nil) {
		if g.Keep {
			t.Errorf("Lichess has never had more than the names of %s", g.Name())
		}
	}
	s = s.again(path)
	wantProblems("after a restart", 1)
	s.say(s.game("b07", "3.7", "*", "e4", "e5"))
	wantProblems("mended", 0)
}

// New pairings are shown at once, with the games that go on. No file of the old ones is left.
func TestNewPairings(t *testing.T) {
	s := newSite(t, database(t), 0)
	s.pair(third)
	s.say(s.game("b07", "3.7", "*", "e4"))
	s.update()
	next := third
	next.Pairings = []hall.Pairing{third.Pairings[0]}
	next.Pairings[0].Black.Name = "Okonkwo, Chidi A"
	s.pair(next)
	s.update()
	if games := s.games(); len(games) != 1 || games[0].Tag("Black") != "Okonkwo, Chidi A" || len(games[0].Moves) != 1 {
		t.Errorf("%+v", games)
	}
	if _, err := os.Stat(filepath.Join(s.shown.Files.Folder, "open/round-3/game-2.pgn")); !os.IsNotExist(err) {
		t.Errorf("game-2.pgn: %v", err)
	}
}

// A folder that cannot be written is an error. Once it can be written, it has all files.
func TestFolderThatCannotBeWritten(t *testing.T) {
	s := newSite(t, database(t), 0)
	s.pair(third)
	blocked := filepath.Join(s.shown.Files.Folder, "open")
	if err := os.WriteFile(blocked, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := s.shown.Update(ctx); err == nil {
		t.Fatal("no error")
	}
	if err := os.Remove(blocked); err != nil {
		t.Fatal(err)
	}
	s.update()
	if len(s.games()) != 2 {
		t.Error("it is not there")
	}
}

func get(t *testing.T, url, method, etag string) (*http.Response, string) {
	t.Helper()
	r, err := http.NewRequest(method, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	if etag != "" {
		r.Header.Set("If-None-Match", etag)
	}
	a, err := http.DefaultTransport.RoundTrip(r) // which follows no redirect
	if err != nil {
		t.Fatal(err)
	}
	defer a.Body.Close()
	text, err := io.ReadAll(a.Body)
	if err != nil {
		t.Fatal(err)
	}
	return a, string(text)
}

func TestHTTP(t *testing.T) {
	s := newSite(t, database(t), 0)
	s.pair(third)
	s.update()
	server := httptest.NewServer(s.shown.Files)
	defer server.Close()
	url := server.URL + "/open/round-3/games.pgn"
	first, text := get(t, url, "GET", "")
	etag := first.Header.Get("ETag")
	if first.StatusCode != 200 || text != s.read("round-3/games.pgn") || !strings.HasPrefix(etag, `"`) {
		t.Errorf("%d, ETag %s", first.StatusCode, etag)
	}
	for name, want := range map[string]string{"Content-Type": "text/plain; charset=utf-8", "Access-Control-Allow-Origin": "*",
		"Cache-Control": "public, max-age=1, stale-while-revalidate=5"} {
		if got := first.Header.Get(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if same, body := get(t, url, "GET", etag); same.StatusCode != 304 || body != "" || same.Header.Get("ETag") != etag {
		t.Errorf("asked with its ETag: %d %q", same.StatusCode, body)
	}
	s.say(s.game("b07", "3.7", "*", "e4"))
	s.update()
	if next, _ := get(t, url, "GET", etag); next.StatusCode != 200 || next.Header.Get("ETag") == etag {
		t.Errorf("after a move: %d, ETag %s", next.StatusCode, next.Header.Get("ETag"))
	}
	for _, c := range []struct {
		method, path string
		want         int
	}{{"HEAD", "open/state.json", 200}, {"POST", "open/state.json", 405}, {"PUT", "x", 405}, {"GET", "", 404}, {"GET", "open", 404}, {"GET", "open/", 404},
		{"GET", "open/round-3/", 404}, {"GET", "../hall.db", 404}, {"GET", "open//state.json", 404}, {"GET", "open/%2e%2e/%2e%2e/hall.db", 404}} {
		if a, _ := get(t, server.URL+"/"+c.path, c.method, ""); a.StatusCode != c.want {
			t.Errorf("%s %s: %d, want %d", c.method, c.path, a.StatusCode, c.want)
		}
	}
}

// A reader that takes gzip gets the same bytes compressed, under another ETag. A short file and
// other readers get them as they are.
func TestGzip(t *testing.T) {
	s := newSite(t, database(t), 0)
	s.pair(third)
	for table, board := range map[string]string{"3.7": "b07", "3.9": "b09"} {
		s.say(s.game(board, table, "*", slices.Repeat([]string{"Nf3", "Nf6", "Ng1", "Ng8"}, 20)...))
	}
	s.update()
	ask := func(name, accept, etag string) *httptest.ResponseRecorder {
		r := httptest.NewRequest("GET", "/open/"+name, nil)
		r.Header.Set("Accept-Encoding", accept)
		r.Header.Set("If-None-Match", etag)
		w := httptest.NewRecorder()
		s.shown.Files.ServeHTTP(w, r)
		if w.Header().Get("Vary") != "Accept-Encoding" {
			t.Errorf("%s: Vary %q", name, w.Header().Get("Vary"))
		}
		return w
	}
	const name = "round-3/games.pgn"
	plain := ask(name, "", "")
	if plain.Header().Get("Content-Encoding") != "" || plain.Body.String() != s.read(name) {
		t.Errorf("plain: %v", plain.Header())
	}
	for _, accept := range []string{"gzip", "br, gzip;q=0.5", "deflate,gzip , br"} {
		a := ask(name, accept, "")
		etag := a.Header().Get("ETag")
		z, err := gzip.NewReader(a.Body)
		if err != nil || a.Header().Get("Content-Encoding") != "gzip" || etag == plain.Header().Get("ETag") {
			t.Fatalf("%s: %v %v", accept, err, a.Header())
		}
		if text, err := io.ReadAll(z); err != nil || string(text) != s.read(name) {
			t.Errorf("%s: %v %q", accept, err, text)
		}
		if a := ask(name, accept, etag); a.Code != 304 || a.Body.Len() > 0 || a.Header().Get("ETag") != etag {
			t.Errorf("%s, with its ETag: %d", accept, a.Code)
		}
		if a := ask(name, "", etag); a.Code != 200 {
			t.Errorf("plain, with the ETag of %s: %d", accept, a.Code)
		}
	}
	for _, accept := range []string{"", "br", "gzip;q=0", "gzip; q=0.0", "gzipped"} {
		if a := ask(name, accept, ""); a.Header().Get("Content-Encoding") != "" {
			t.Errorf("%q: %v", accept, a.Header())
		}
	}
	if a := ask("tournament.json", "gzip", ""); a.Header().Get("Content-Encoding") != "" {
		t.Errorf("short: %v", a.Header())
	}
}

// The files have the shape that readers of LiveChess are known to accept: a date may be null, an
// id is a number or is missing, a move is "SAN seconds".
func TestLiveChessShape(t *testing.T) {
	s := newSite(t, database(t), 0)
	s.pair(third)
	s.say(s.game("b07", "3.7", "1/2-1/2", "e4", "e5", "Nf3"))
	s.say(s.game("b09", "3.9", "*", "d4"))
	s.update()
	var tournament struct {
		Name   string
		Rounds []struct{ Count, Live int }
		Boards []string `json:"eboards"`
	}
	var index struct {
		Date     *string
		Pairings []struct {
			White, Black struct {
				First *string `json:"fname"`
				Last  *string `json:"lname"`
				Title *string
				ID    *int `json:"fideid"`
			}
			Result string
			Live   bool
		}
	}
	var game struct {
		Live     bool
		Serial   string `json:"serialNr"`
		Chess960 int
		Result   *string
		Moves    []string
	}
	for name, to := range map[string]any{"tournament.json": &tournament, "round-3/index.json": &index, "round-3/game-1.json": &game} {
		if err := json.Unmarshal([]byte(s.read(name)), to); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	if len(tournament.Rounds) != 3 || tournament.Rounds[2].Count != 2 || tournament.Rounds[2].Live != 1 || tournament.Rounds[0].Count != 0 || !slices.Equal(tournament.Boards, []string{"b07", "b09"}) {
		t.Errorf("%+v", tournament)
	}
	one, two := index.Pairings[0], index.Pairings[1]
	if *index.Date != "2027-03-06" || *one.White.Last != "Ferrier" || *one.White.First != "Isla" || *one.White.ID != 2400001 || one.Black.ID != nil || one.Result != "1/2-1/2" || one.Live || !two.Live {
		t.Errorf("%+v", index)
	}
	if game.Live || game.Serial != "b07" || game.Chess960 != 518 || *game.Result != "DRAW" || !slices.Equal(game.Moves, []string{"e4 300", "e5 300", "Nf3 300"}) {
		t.Errorf("%+v", game)
	}
}

func TestState(t *testing.T) {
	s := newSite(t, database(t), 0)
	s.pair(third)
	s.say(s.game("b07", "3.7", "*", "e4"))
	s.update()
	want := `{"event":"Open","delay_s":0,"open":0,"rounds":[{"number":3,"date":"2027.03.06","games":[` +
		`{"table":7,"path":"round-3/game-1.pgn","white":"Ferrier, Isla","black":"Okonkwo, Chidi","result":"*","plies":1,"fen":"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1","last":"e4","clock":"0:05:00"},` +
		`{"table":9,"path":"round-3/game-2.pgn","white":"\"\u003e\u003cscript\u003e","black":"Ng, Wei","result":"*","plies":0,"fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"}]}]}` + "\n"
	if got := s.read("state.json"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
