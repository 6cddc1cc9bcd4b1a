package third

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/boardd/boardd/internal/hands"
	"github.com/boardd/boardd/internal/quick"
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

// games are those of internal/hands from the initial position, again and again.
func games(t *testing.T) [][]legality.Move {
	t.Helper()
	n := 100 / quick.Fewer(10)
	data, err := os.ReadFile(filepath.Join("..", "hands", "testdata", "games.txt"))
	if err != nil {
		t.Fatal(err)
	}
	var all [][]legality.Move
	for line := range strings.Lines(string(data)) {
		if start, moves, err := hands.ParseGame(line); err != nil {
			t.Fatal(err)
		} else if start == legality.Initial() {
			all = append(all, moves)
		}
	}
	return slices.Repeat(all, n/len(all)+1)[:n]
}

func readLog(t *testing.T, p Played) []sensor.Record {
	t.Helper()
	r := sensor.NewReader(bytes.NewReader(p.Log))
	if _, err := r.Header(); err != nil {
		t.Fatal(err)
	}
	all, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	last := int64(0)
	for _, rec := range all {
		if rec.At < last {
			t.Fatalf("time goes back: %d after %d", rec.At, last)
		}
		last = rec.At
	}
	return all
}

// TestAll plays games of all kinds: the reader reads the logs, times do not go back, the same
// order gives the same bytes, and the truth can be played.
func TestAll(t *testing.T) {
	for i, moves := range games(t) {
		o := Order{legality.Initial(), moves, Kind(i % Kinds), Clock(i / Kinds % Clocks), Hands(i / 3 % Manners), uint64(i)}
		p := Play(o)
		readLog(t, p)
		if !reflect.DeepEqual(p, Play(o)) {
			t.Fatalf("game %d differs from itself", i)
		}
		pos := legality.Initial()
		for n, ply := range p.Plies {
			m, err := pos.ParseUCI(ply.UCI)
			if err != nil || pos.IsLegal(m) == ply.Illegal {
				t.Fatalf("game %d ply %d: %s, illegal %v, %v", i, n, ply.UCI, ply.Illegal, err)
			}
			pos = pos.Play(m)
		}
	}
}

// TestClean plays clean games: after each ply the board shows the position.
func TestClean(t *testing.T) {
	for i, moves := range games(t) {
		p := Play(Order{legality.Initial(), moves, Kind(i % Kinds), Clock(i % Clocks), Clean, uint64(i)})
		records := readLog(t, p)
		if len(p.Plies) != len(moves) {
			t.Fatalf("game %d: %d plies of %d", i, len(p.Plies), len(moves))
		}
		pos := legality.Initial()
		var shown placement.Placement
		k := 0
		for n, ply := range p.Plies {
			for ; k < len(records) && records[k].At <= ply.Landed+1000; k++ {
				records[k].Put(func(sq placement.Square, piece placement.Piece) { shown[sq] = piece })
			}
			pos = pos.Play(moves[n])
			want := *pos.Placement()
			if Kind(i%Kinds) >= OccupancyFrames {
				want = placement.Occupancy(want.Occupied())
			}
			if shown != want {
				t.Fatalf("game %d (board %d) ply %d %s at %d: shown\n%v\nwant\n%v", i, i%Kinds, n, ply.UCI, ply.Landed, shown, want)
			}
		}
	}
}

// Before each true ply every man is where the game has him, and no two were put on one square.
func init() {
	check = func(g *game) {
		for sq := range placement.Square(64) {
			o, want := g.owner(sq), g.pos.At(sq)
			if o == nil && want != placement.Empty || o != nil && o.piece != want {
				panic(fmt.Sprint("wrong man on ", sq, " before ply ", g.ply, g.out.Mishaps))
			}
			n := 0
			for _, m := range g.men {
				if m.stays == sq {
					n++
				}
			}
			if n > 1 {
				panic(fmt.Sprint("two men on ", sq, " before ply ", g.ply, g.out.Mishaps))
			}
		}
	}
}
