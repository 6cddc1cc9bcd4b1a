package track

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/boardd/boardd/internal/hands"
)

// BenchmarkTrack reads games of all hands: how many records a second, and the
// milliseconds that the slowest record takes.
func BenchmarkTrack(b *testing.B) {
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
					slowest = max(slowest, games[i].slowest())
					records += len(games[i].records)
				}
			}
			b.ReportMetric(float64(records)/b.Elapsed().Seconds(), "records/s")
			b.ReportMetric(float64(slowest.Microseconds())/1000, "ms-slowest")
		})
	}
}

// slowest reads a game, and is what its slowest record took, with the moments before it.
func (g *game) slowest() (longest time.Duration) {
	t, at := New(g.config), time.Now()
	for i := range g.records {
		t.Step(&g.records[i])
		now := time.Now()
		longest, at = max(longest, now.Sub(at)), now
	}
	t.Finish()
	return max(longest, time.Since(at))
}

// ofAllHands is games of each of the hands on a board.
func ofAllHands(b testing.TB, board hands.Board, clock hands.ClockKind) (games []game) {
	data, err := os.ReadFile("../../internal/hands/testdata/games.txt")
	if err != nil {
		b.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(data)), "\n")
	for i, p := range hands.Profiles {
		start, moves, err := hands.ParseGame(lines[i])
		if err != nil {
			b.Fatal(err)
		}
		o := hands.Order{Start: start, Moves: moves, Board: board, Condition: p.Condition, Hands: p.Hands, Clock: clock, Seed: uint64(i)}
		games = append(games, game{Config{Start: start, Sensor: SensorOf(board.String(), board.Names(), 0), Clock: clock != hands.NoClock}, hands.Play(o).Records})
	}
	return games
}
