package hands

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/boardd/boardd/internal/quick"
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

var update = flag.Bool("update", false, "write the golden files anew")

// score is one game of testdata/games.txt.
type score struct {
	start legality.Position
	moves []legality.Move
}

func games(t testing.TB) (list []score) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", "games.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		start, moves, err := ParseGame(line)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, score{start, moves})
	}
	return list
}

// order has the n-th of some games played.
func order(list []score, n int, p Profile, b Board, c ClockKind) Order {
	g := list[n%len(list)]
	return Order{Start: g.start, Moves: g.moves, Board: b, Condition: p.Condition, Hands: p.Hands, Clock: c, Seed: uint64(n)}
}

// sample is a game that the tests share.
type sample struct {
	order  Order
	played Played
}

// samples are four games of each profile on each board, one with -short, clocks by turns, played once.
var samples = sync.OnceValue(func() (all [len(Profiles)][boardCount][]sample) {
	list := games(new(testing.T))
	for n, profile := range Profiles {
		for b := range boardCount {
			for i := range 4 / quick.Fewer(4) {
				o := order(list, i*7+int(b)*3+int(profile.Hands), profile, b, ClockKind(i%3))
				all[n][b] = append(all[n][b], sample{o, Play(o)})
			}
		}
	}
	return all
})

// everything looks at all samples.
func everything(t *testing.T, f func(*testing.T, *Order, *Played)) {
	all := samples()
	for n := range all {
		for b := range all[n] {
			t.Run(Profiles[n].Name+" "+Board(b).String(), func(t *testing.T) {
				for i := range all[n][b] {
					f(t, &all[n][b][i].order, &all[n][b][i].played)
				}
			})
		}
	}
}

// The same order gives the same bytes, another seed others.
func TestSameBytes(t *testing.T) {
	list := games(t)
	for n, profile := range Profiles {
		for b := range boardCount {
			if (n+int(b))%quick.Fewer(6) > 0 {
				continue // with -short each board comes once or twice
			}
			o := order(list, int(b), profile, b, ClockKind(b%3))
			first, truth := written(t, o)
			again, truthAgain := written(t, o)
			if !bytes.Equal(first, again) || !bytes.Equal(truth, truthAgain) {
				t.Errorf("%s, %s: the same order gives other bytes", profile.Name, b)
			}
			o.Seed++
			if other, _ := written(t, o); bytes.Equal(first, other) {
				t.Errorf("%s, %s: another seed gives the same bytes", profile.Name, b)
			}
		}
	}
}

func written(t *testing.T, o Order) (log, truth []byte) {
	t.Helper()
	p := Play(o)
	log, truth, err := Log(&o, &p)
	if err != nil {
		t.Fatal(err)
	}
	return log, truth
}

// One game in full: a change of any rate, time or board shows here.
func TestGolden(t *testing.T) {
	list := games(t)
	log, truth := written(t, order(list, 6, Profiles[2], DGT, Times))
	for name, got := range map[string][]byte{"golden.log": log, "golden.truth": truth} {
		path := filepath.Join("testdata", name)
		if *update {
			if err := os.WriteFile(path, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is another one now (go test -update writes it)", name)
		}
	}
}

// The hands do not know which board they play on.
func TestSameHandsOnEveryBoard(t *testing.T) {
	list := games(t)
	for n, profile := range Profiles {
		if n%quick.Fewer(3) > 0 {
			continue
		}
		o := order(list, n, profile, DGT, Times)
		want := Play(o).Truth
		for o.Board = range boardCount {
			got := Play(o).Truth
			if len(got.Plies) != len(want.Plies) || !slices.Equal(got.Notes, want.Notes) || got.End != want.End {
				t.Errorf("%s: another game on %s", profile.Name, o.Board)
			}
			for i := range got.Plies {
				if a, b := &got.Plies[i], &want.Plies[i]; a.Move != b.Move || a.Began != b.Began || a.Made != b.Made || a.Completed != b.Completed {
					t.Errorf("%s: ply %d differs on %s", profile.Name, i+1, o.Board)
				}
			}
		}
	}
}

// What a log reads is what was reported, in order of time.
func TestRecordsMakeALog(t *testing.T) {
	everything(t, func(t *testing.T, o *Order, p *Played) {
		log, _, err := Log(o, p)
		if err != nil {
			t.Fatal(err)
		}
		r := sensor.NewReader(bytes.NewReader(log))
		if _, err := r.Header(); err != nil {
			t.Fatal(err)
		}
		for i := range p.Records {
			got, err := r.Next()
			if err != nil {
				t.Fatalf("record %d: %v", i+1, err)
			}
			if want := p.Records[i]; got.At != want.At || got.Word != want.Word || got.Square != want.Square || got.Piece != want.Piece {
				t.Fatalf("record %d: %+v, want %+v", i+1, got, want)
			}
		}
	})
}

// A lift is of an occupied square, a drop changes its square, and an occupancy
// board names nobody: as every decoder has it.
func TestRecordsFitTogether(t *testing.T) {
	everything(t, func(t *testing.T, o *Order, p *Played) {
		var board placement.Placement
		for i, r := range p.Records {
			switch r.Word {
			case sensor.Lift:
				if board[r.Square] == placement.Empty || r.Piece.Known() && r.Piece != board[r.Square] {
					t.Fatalf("record %d lifts %v from %v, where %v stands", i+1, r.Piece, r.Square, board[r.Square])
				}
				board[r.Square] = placement.Empty
			case sensor.Drop:
				if board[r.Square] == r.Piece || !o.Board.Names() && r.Piece != placement.Unknown {
					t.Fatalf("record %d drops %v on %v, where %v stands", i+1, r.Piece, r.Square, board[r.Square])
				}
				board[r.Square] = r.Piece
			case sensor.Board:
				board = r.Placement
			}
		}
	})
}

// Clean hands on a perfect board: before each ply is begun, and at the end, the
// board shows the position, on every board.
func TestCleanBoardAtRest(t *testing.T) {
	list := games(t)
	for b := range boardCount {
		for n := range 12 / quick.Fewer(4) {
			o := order(list, n, Profiles[0], b, ClockKind(n%3))
			p := Play(o)
			at := o.Start
			for i := range p.Truth.Plies {
				showsAtRest(t, &o, &p, &at, i, p.Truth.Plies[i].Began)
				at = at.Play(p.Truth.Plies[i].Move)
			}
			showsAtRest(t, &o, &p, &at, len(p.Truth.Plies), p.Truth.End.At)
			if len(p.Truth.Plies) != len(o.Moves) {
				t.Errorf("%s, game %d: %d plies of %d", b, n, len(p.Truth.Plies), len(o.Moves))
			}
		}
	}
}

func showsAtRest(t *testing.T, o *Order, p *Played, want *legality.Position, ply int, before int64) {
	t.Helper()
	var board placement.Placement
	for _, r := range p.Records {
		if r.At >= before {
			break
		}
		switch r.Word {
		case sensor.Lift:
			board[r.Square] = placement.Empty
		case sensor.Drop:
			board[r.Square] = r.Piece
		case sensor.Board:
			board = r.Placement
		}
	}
	for sq := range board {
		expected := want.At(placement.Square(sq))
		if !o.Board.Names() && expected != placement.Empty {
			expected = placement.Unknown
		}
		if board[sq] != expected {
			t.Fatalf("%s, seed %d, after ply %d at %d: %v shows %v, want %v", o.Board, o.Seed, ply, before, placement.Square(sq), board[sq], expected)
		}
	}
}

// The record is legal but for what it says is not, in order of time, and starts
// from where the order says; what the hands did not disturb is the order's game.
func TestTruthIsAGame(t *testing.T) {
	irregular := 0
	everything(t, func(t *testing.T, o *Order, p *Played) {
		at := o.Start
		for i := range p.Truth.Plies {
			y := &p.Truth.Plies[i]
			if at.IsLegal(y.Move) != (y.Irregular == "") {
				t.Errorf("ply %d, %s: legal %v, irregular %q", i+1, y.UCI, at.IsLegal(y.Move), y.Irregular)
			}
			if y.UCI != at.UCI(y.Move) || y.SAN != at.SAN(y.Move) {
				t.Errorf("ply %d is written %s %s, want %s %s", i+1, y.UCI, y.SAN, at.UCI(y.Move), at.SAN(y.Move))
			}
			if y.Irregular != "" {
				irregular++
			}
			if y.Began >= y.Made || y.Made > y.Completed {
				t.Errorf("ply %d began at %d, was made at %d, completed at %d", i+1, y.Began, y.Made, y.Completed)
			}
			if i > 1 && y.Began < p.Truth.Plies[i-2].Made {
				t.Errorf("ply %d began at %d, before its player had made the last one at %d", i+1, y.Began, p.Truth.Plies[i-2].Made)
			}
			at = at.Play(y.Move)
		}
		if n := len(p.Truth.Plies); n > 0 && p.Truth.End.At < p.Truth.Plies[n-1].Made && p.Truth.End.How != "flag" {
			t.Errorf("the game ends at %d, before its last ply", p.Truth.End.At)
		}
	})
	if irregular == 0 {
		t.Error("no illegal move stood in any game")
	}
}

// Notes are in order of time, and none but clean hands are without any.
func TestNotes(t *testing.T) {
	everything(t, func(t *testing.T, o *Order, p *Played) {
		for i, n := range p.Truth.Notes {
			if i > 0 && n.At < p.Truth.Notes[i-1].At {
				t.Errorf("note %d is at %d, the one before at %d", i, n.At, p.Truth.Notes[i-1].At)
			}
			if n.Kind == "" || n.Text == "" || n.Until != -1 && n.Until < n.At {
				t.Errorf("note %+v", n)
			}
		}
	})
}

func TestParseGame(t *testing.T) {
	start, moves, err := ParseGame("position startpos moves e2e4 e7e5\n")
	if err != nil || len(moves) != 2 || start != legality.Initial() {
		t.Errorf("%v %v %v", start, moves, err)
	}
	if _, moves, err := ParseGame("position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1g1"); err != nil || !moves[0].IsCastling() {
		t.Errorf("%v %v", moves, err)
	}
	for line, want := range map[string]string{
		"":                                  `"" is no position command`,
		"e2e4":                              `"e2e4" is no position command`,
		"position here":                     `bad start "here"`,
		"position fen 8/8 moves":            "fen",
		"position startpos moves e2e5":      `move 1, "e2e5", is illegal`,
		"position startpos moves e2e4 e7e9": "move 2",
	} {
		if _, _, err := ParseGame(line); err == nil || !strings.Contains(strings.ToLower(err.Error()), want) {
			t.Errorf("%q: %v, want %s", line, err, want)
		}
	}
}
