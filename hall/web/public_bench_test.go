package web

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/boardd/boardd/hall"
	"github.com/boardd/boardd/legality"
)

// wallOf is a round of so many tables, as if each had its first move.
func wallOf(count int) (*Public, *round) {
	start := legality.Initial()
	r := &round{Number: 1, Open: true, walls: &walls{}}
	p := &Public{Files: http.NotFoundHandler(), tournaments: []*tournament{{Tournament: &hall.Tournament{ID: "open", Event: "Open"}, rounds: map[int]*round{1: r}, open: 1}}}
	r.stream = NewStream(nil)
	for table := range count {
		r.Games = append(r.Games, &Game{Table: table + 1, White: Player{Name: fmt.Sprint("White, No ", table)}, Black: Player{Name: fmt.Sprint("Black, No ", table)}, Result: "*",
			Moves: []Move{{Placement: start.Placement().String()}, {Number: "1.", SAN: "e4", UCI: "e2e4", Clock: "3:00", Placement: start.Placement().String()}}})
	}
	return p, r
}

// BenchmarkWall serves the page of a round of two hundred tables, written anew after a change, and
// as it is.
func BenchmarkWall(b *testing.B) {
	for _, changed := range []bool{true, false} {
		b.Run(fmt.Sprintf("changed=%v", changed), func(b *testing.B) {
			p, r := wallOf(200)
			for b.Loop() {
				if changed {
					r.stream.Add(marshal(1))
				}
				w := httptest.NewRecorder()
				q := httptest.NewRequest(http.MethodGet, "/open/", nil)
				q.Header.Set("Accept-Encoding", "gzip")
				if p.ServeHTTP(w, q); w.Code != http.StatusOK {
					b.Fatal(w.Code)
				}
				b.ReportMetric(float64(w.Body.Len())/1e3, "kB")
			}
		})
	}
}

// BenchmarkFlush gives a change of fifty tables to three hundred readers.
func BenchmarkFlush(b *testing.B) {
	p, r := wallOf(50)
	for range 300 {
		to, _, _, _ := r.stream.enter("")
		go func() {
			for range to {
			}
		}()
	}
	for b.Loop() {
		for _, g := range p.tournaments[0].rounds[1].Games {
			r.stream.Add(marshal(g.state(1, false)))
		}
		r.stream.flush()
	}
}
