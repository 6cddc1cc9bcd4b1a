package touchmove_test

import (
	"os"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/boardd/boardd/internal/hands"
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/sensor/simulate"
	"github.com/boardd/boardd/touchmove"
)

// follow lets a tracker follow a game to its end, and returns what its slowest record took, with
// the moments before it.
func follow(tr *touchmove.Tracker, records []sensor.Record) (slowest time.Duration) {
	for i := range records {
		began := time.Now()
		for at, ok := tr.Deadline(); ok && at <= records[i].At; at, ok = tr.Deadline() {
			tr.Wake(at)
		}
		tr.Step(touchmove.Event(i+1), records[i])
		slowest = max(slowest, time.Since(began))
	}
	for at, ok := tr.Deadline(); ok; at, ok = tr.Deadline() {
		tr.Wake(at)
	}
	return slowest
}

// BenchmarkTracker follows games of all hands, those of BenchmarkTrack: how many records a
// second, and the milliseconds that the slowest record takes.
func BenchmarkTracker(b *testing.B) {
	defer debug.SetGCPercent(debug.SetGCPercent(800)) // as boardd replay does
	for _, c := range []struct {
		name  string
		board hands.Board
		clock hands.ClockKind
	}{
		{"identified, clock", hands.ChessLink, hands.Times},
		{"identified, no clock", hands.ChessLink, hands.NoClock},
		{"occupancy, clock", hands.Tabutronic, hands.Times},
		{"occupancy, no clock", hands.Tabutronic, hands.NoClock},
	} {
		b.Run(c.name, func(b *testing.B) {
			games := ofAllHands(b, c.board, c.clock)
			b.ReportAllocs()
			records, slowest := 0, time.Duration(0)
			for b.Loop() {
				for i := range games {
					slowest = max(slowest, follow(touchmove.New(games[i].config), games[i].records))
					records += len(games[i].records)
				}
			}
			b.ReportMetric(float64(records)/b.Elapsed().Seconds(), "records/s")
			b.ReportMetric(float64(slowest.Microseconds())/1000, "ms-slowest")
		})
	}
}

// handled is a game as a board reports it.
type handled struct {
	config  touchmove.Config
	records []sensor.Record
}

// ofAllHands is games of each of the hands on a board.
func ofAllHands(t testing.TB, board hands.Board, clock hands.ClockKind) (games []handled) {
	t.Helper()
	data, err := os.ReadFile("../internal/hands/testdata/games.txt")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(data)), "\n")
	for i, p := range hands.Profiles {
		start, moves, err := hands.ParseGame(lines[i])
		if err != nil {
			t.Fatal(err)
		}
		o := hands.Order{Start: start, Moves: moves, Board: board, Condition: p.Condition, Hands: p.Hands, Clock: clock, Seed: uint64(i)}
		c := touchmove.Config{Start: start, Board: board.String(), Occupancy: !board.Names(), GameID: "g", Clock: touchmove.ClockYes}
		if clock == hands.NoClock {
			c.Clock = touchmove.ClockNo
		}
		games = append(games, handled{c, hands.Play(o).Records})
	}
	return games
}

// BenchmarkLongGame follows a game of 300 plies by human hands.
func BenchmarkLongGame(b *testing.B) {
	records, _ := simulate.Play(legality.Initial(), simulate.RandomGame(7, 300), simulate.DGTSwept(), simulate.Human(), true, 7)
	b.ReportAllocs()
	for b.Loop() {
		follow(touchmove.New(touchmove.Config{Board: "dgt", Clock: touchmove.ClockYes, GameID: "g"}), records)
	}
	b.ReportMetric(float64(b.N*len(records))/b.Elapsed().Seconds(), "records/s")
}
