package out

import (
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"github.com/boardd/boardd/hall"
	"github.com/boardd/boardd/hall/store"
	"github.com/boardd/boardd/legality"
)

// blitz is a hall of so many tables, each in the middle of a game.
type blitz struct {
	b     *testing.B
	shown Shown
	games []hall.Game // with one ply more than is said at first
	seq   uint64
}

const middle = 60 // plies

func newBlitz(b *testing.B, tables int) *blitz {
	s, err := store.Open(b.TempDir() + "/hall.db")
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { s.Close() })
	z := &blitz{b: b, shown: Shown{Tournament: &hall.Tournament{ID: "open", Event: "Open", Site: "Aberdeen SCO", TimeControl: "180+2"}, Store: s, Files: &Files{Folder: b.TempDir()}}}
	r := hall.Round{Number: 1, Date: "2027.03.06"}
	var reports []store.Report
	for i := range tables {
		p := hall.Pairing{Table: i + 1, White: hall.Player{Name: fmt.Sprintf("White, No %d", i), Elo: 2000}, Black: hall.Player{Name: fmt.Sprintf("Black, No %d", i), FideID: "2400001"}}
		r.Pairings = append(r.Pairings, p)
		g := randomGame(uint64(i), fmt.Sprintf("b%02d", i+1), fmt.Sprintf("1.%d", i+1))
		z.games = append(z.games, g)
		reports = append(reports, store.Report{Game: cut(g, middle), Seq: 1})
	}
	if err := s.SetRound(ctx, "open", &r, store.Act{}); err != nil {
		b.Fatal(err)
	}
	if err := s.Take(ctx, reports); err != nil {
		b.Fatal(err)
	}
	z.seq = 1
	z.update()
	return z
}

// randomGame is a game of legal moves, one ply more than the middle of a game.
func randomGame(seed uint64, board, round string) hall.Game {
	chance := rand.New(rand.NewPCG(seed, 1))
	for {
		p := legality.Initial()
		part := hall.Part{Head: hall.Head{ID: "x", Start: p.FEN(), Result: "*"}}
		for len(part.Plies) <= middle {
			moves := p.AppendMoves(nil)
			if len(moves) == 0 {
				break
			}
			m := moves[chance.IntN(len(moves))]
			part.Plies = append(part.Plies, hall.Ply{UCI: p.UCI(m), SAN: string(p.AppendSAN(nil, m)), State: "completed", ClkMs: 180_000 - 1000*int64(len(part.Plies))})
			p = p.Play(m)
		}
		if len(part.Plies) > middle {
			return hall.Game{Board: board, ID: "x", Tags: map[string]string{"Event": "Open", "Round": round}, Parts: []hall.Part{part}}
		}
	}
}

// cut is the game as it stood after so many plies.
func cut(g hall.Game, plies int) hall.Game {
	part := g.Parts[0]
	part.Plies = part.Plies[:plies]
	g.Parts = []hall.Part{part}
	return g
}

// say has tables play a ply, or take it back.
func (z *blitz) say(tables []int) {
	z.seq++
	var reports []store.Report
	for _, i := range tables {
		reports = append(reports, store.Report{Game: cut(z.games[i], middle+int(z.seq%2)), Seq: z.seq})
	}
	if err := z.shown.Store.Take(ctx, reports); err != nil {
		z.b.Fatal(err)
	}
}

func (z *blitz) update() {
	if _, err := z.shown.Update(ctx); err != nil {
		z.b.Fatal(err)
	}
}

// BenchmarkUpdate: what one ply costs the file of the hall and the files of the world, when it
// comes alone, and when it comes with those of a twentieth of all tables.
func BenchmarkUpdate(b *testing.B) {
	for _, c := range []struct{ tables, at int }{{8, 1}, {100, 1}, {100, 5}, {1000, 1}, {1000, 50}} {
		b.Run(fmt.Sprintf("tables=%d/at-once=%d", c.tables, c.at), func(b *testing.B) {
			z := newBlitz(b, c.tables)
			var take, update time.Duration
			for i := 0; b.Loop(); i++ {
				var who []int
				for j := range c.at {
					who = append(who, (i*c.at+j)%c.tables)
				}
				begun := time.Now()
				z.say(who)
				said := time.Now()
				z.update()
				take, update = take+said.Sub(begun), update+time.Since(said)
			}
			plies := float64(b.N * c.at)
			b.ReportMetric(float64(take.Microseconds())/plies, "µs-store/ply")
			b.ReportMetric(float64(update.Microseconds())/plies, "µs-files/ply")
		})
	}
}

// BenchmarkIdle: what it costs to see that nothing has changed.
func BenchmarkIdle(b *testing.B) {
	for _, tables := range []int{8, 1000} {
		b.Run(fmt.Sprintf("tables=%d", tables), func(b *testing.B) {
			z := newBlitz(b, tables)
			for b.Loop() {
				z.update()
			}
		})
	}
}

// BenchmarkServe: what it costs to answer who has the round already, and who has not.
func BenchmarkServe(b *testing.B) {
	z := newBlitz(b, 1000)
	for _, what := range []string{"304", "200"} {
		b.Run(what, func(b *testing.B) {
			r := httptest.NewRequest("GET", "/open/round-1/games.pgn", nil)
			first := httptest.NewRecorder()
			z.shown.Files.ServeHTTP(first, r)
			if what == "304" {
				r.Header.Set("If-None-Match", first.Header().Get("ETag"))
			}
			for b.Loop() {
				w := httptest.NewRecorder()
				w.Body = nil
				z.shown.Files.ServeHTTP(w, r)
				if fmt.Sprint(w.Code) != what {
					b.Fatal(w.Code)
				}
			}
		})
	}
}

// BenchmarkServeMeanwhile: how long a client waits for a 304 at 1,000 tables that play 250 plies a
// second.
func BenchmarkServeMeanwhile(b *testing.B) {
	z := newBlitz(b, 1000)
	server := httptest.NewServer(z.shown.Files)
	defer server.Close()
	stop, stopped := make(chan bool), make(chan bool)
	go func() {
		defer close(stopped)
		for i := 0; ; i++ {
			select {
			case <-stop:
				return
			case <-time.After(200 * time.Millisecond):
			}
			var who []int
			for j := range 50 {
				who = append(who, (50*i+j)%1000)
			}
			z.say(who)
			z.update()
		}
	}()
	var quick []time.Duration
	for tag := ""; b.Loop(); time.Sleep(time.Millisecond) {
		r, err := http.NewRequest("GET", server.URL+"/open/state.json", nil)
		if err != nil {
			b.Fatal(err)
		}
		r.Header.Set("If-None-Match", tag)
		begun := time.Now()
		a, err := server.Client().Do(r)
		if err != nil {
			b.Fatal(err)
		}
		if a.StatusCode == http.StatusNotModified {
			quick = append(quick, time.Since(begun))
		}
		io.Copy(io.Discard, a.Body)
		a.Body.Close()
		tag = a.Header.Get("ETag")
	}
	close(stop)
	<-stopped
	slices.Sort(quick)
	for _, q := range []int{50, 99} {
		b.ReportMetric(float64(quick[q*(len(quick)-1)/100].Microseconds()), fmt.Sprintf("µs-p%d", q))
	}
}
