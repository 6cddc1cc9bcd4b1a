package touchmove_test

import (
	"slices"
	"testing"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/laws"
)

// TestZeroConfig: a tracker without configuration follows a game from the initial position
// by the Laws in force.
func TestZeroConfig(t *testing.T) {
	tr := touchmove.New(touchmove.Config{})
	if g := tr.Game(); g.Start.FEN() != initial || g.Position.FEN() != initial || g.Rules.Name != "fide-2023" {
		t.Fatalf("it starts from %s, with %v", g.Start.FEN(), g.Rules.Name)
	}
	pieces := placement.Initial
	for i, r := range []sensor.Record{
		{At: 0, Word: sensor.Board, Placement: pieces},
		{At: 1000, Word: sensor.Lift, Square: placement.E2, Piece: placement.WhitePawn},
		{At: 1500, Word: sensor.Drop, Square: placement.E4, Piece: placement.WhitePawn},
		{At: 3000, Word: sensor.Press, Side: placement.White},
		{At: 9000, Word: sensor.Press, Side: placement.Black},
	} {
		for at, ok := tr.Deadline(); ok && at <= r.At; at, ok = tr.Deadline() {
			tr.Wake(at)
		}
		tr.Step(touchmove.Event(i+1), r)
	}
	if got := sanOf(tr.Game()); got != "e4" {
		t.Errorf("moves %q", got)
	}
}

// TestZeroConfigMoves: moves that were played before are played from it, too.
func TestZeroConfigMoves(t *testing.T) {
	tr := touchmove.New(touchmove.Config{Moves: []legality.Move{legality.MakeMove(placement.E2, placement.E4)}})
	if got := sanOf(tr.Game()); got != "e4" || tr.Game().Position.Turn() != placement.Black {
		t.Errorf("moves %q, position %s", got, tr.Game().Position.FEN())
	}
}

// TestZeroActs: who has done nothing has every legal move, under every text, also with
// a pawn on the seventh rank.
func TestZeroActs(t *testing.T) {
	for _, fen := range append([]string{initial, "7k/P7/8/8/8/8/p7/7K w - - 0 1", "7k/P7/8/8/8/8/p7/7K b - - 0 1"}, fuzzStarts...) {
		p := position(t, fen, false)
		for _, name := range laws.RuleSets() {
			rules := laws.Variants(name)[0]
			duty := laws.Open(p, &laws.Acts{}, rules)
			if all := p.AppendMoves(nil); !duty.Free || !slices.Equal(duty.Allowed, all) || duty.Bound != "" || duty.Article != "" {
				t.Errorf("%s, %s: %+v", name, fen, duty)
			}
		}
	}
}

// TestZeroCommand: a command that names no revision holds for any.
func TestZeroCommand(t *testing.T) {
	tr := touchmove.New(touchmove.Config{})
	tr.Step(1, sensor.Record{Word: sensor.Board, Placement: placement.Initial})
	rev := tr.Game().Rev
	if _, err := tr.Do(2, 100, touchmove.Command{Verb: touchmove.SetTags, Tags: map[string]string{"White": "Ferrier, Isla"}}); err != nil {
		t.Errorf("refused at rev %d: %v", rev, err)
	}
	zero := 0
	if _, err := tr.Do(3, 200, touchmove.Command{Verb: touchmove.Inspect, IfRev: &zero}); err == nil {
		t.Errorf("carried out at rev %d, though it asks for 0", tr.Game().Rev)
	}
}
