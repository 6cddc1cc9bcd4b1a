package touchmove_test

import (
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove"
)

// unwritten are the codes that no text of the Laws speaks of (message contract).
var unwritten = []touchmove.Code{touchmove.Provisional, touchmove.Retracted, touchmove.Desync, touchmove.Resync,
	touchmove.SensorFault, touchmove.SensorNote, touchmove.BoardReset, touchmove.CommandRefused}

// TestRandomActs: random touches, drops and presses on random positions, under
// every rule set: no panic, and no finding without an article. BOARDD_ACTS says
// how many; make acts takes a million.
func TestRandomActs(t *testing.T) {
	acts := 20_000
	if testing.Short() {
		acts = 4_000
	}
	if text := os.Getenv("BOARDD_ACTS"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil {
			t.Fatal(err)
		}
		acts = n
	}
	r := rand.New(rand.NewPCG(9, 1))
	positions := dutyPositions(t, 2000)
	for _, fen := range fuzzStarts {
		positions = append(positions, *position(t, fen, false))
	}
	found, kinds := 0, map[touchmove.Code]bool{}
	for left := acts; left > 0; left -= actsOnOne {
		name := touchmove.RuleSets()[r.IntN(6)]
		classes := touchmove.TimeClasses(name)
		rules, err := touchmove.RulesFor(name, classes[r.IntN(len(classes))], r.IntN(2) == 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range randomActs(r, positions[r.IntN(len(positions))], rules) {
			found++
			kinds[f.Code] = true
			if f.Article == "" || (f.Article == "-") != slices.Contains(unwritten, f.Code) {
				t.Errorf("%s: article %q of %s", name, f.Article, f.Code)
			}
		}
	}
	t.Logf("%d acts, %d findings of %d codes", acts, found, len(kinds))
}

// actsOnOne is how many things are done on one position.
const actsOnOne = 100

// randomActs are things that hands might do, most of them with pieces that stand
// there and on squares to which such pieces go.
func randomActs(r *rand.Rand, p legality.Position, rules *touchmove.Rules) []touchmove.Finding {
	tr := touchmove.New(touchmove.Config{Rules: rules, Start: p, Occupancy: r.IntN(6) == 0})
	pieces, at := *p.Placement(), int64(0)
	var hand []placement.Piece
	var all []touchmove.Finding
	for event := 1; event <= actsOnOne; event++ {
		rec := randomAct(r, tr, &pieces, &hand)
		at += []int64{0, 10, 60, 150, 400, 700, 1500, 4000}[r.IntN(8)]
		for due, ok := tr.Deadline(); ok && due <= at; due, ok = tr.Deadline() {
			all = append(all, tr.Wake(due)...)
		}
		rec.At = at
		all = append(all, tr.Step(touchmove.Event(event), rec)...)
	}
	for due, ok := tr.Deadline(); ok; due, ok = tr.Deadline() {
		all = append(all, tr.Wake(due)...)
	}
	return all
}

// randomAct is one of those things. It takes note of the pieces that are off the board.
func randomAct(r *rand.Rand, tr *touchmove.Tracker, pieces *placement.Placement, hand *[]placement.Piece) sensor.Record {
	rec := sensor.Record{Square: placement.Square(r.IntN(64)), Side: placement.Color(r.IntN(2))}
	if moves := tr.BestPosition().AppendMoves(nil); len(moves) > 0 && r.IntN(3) > 0 {
		m := moves[r.IntN(len(moves))]
		rec.Square, rec.Side = [...]placement.Square{m.From(), m.To()}[r.IntN(2)], tr.BestPosition().Turn()
	}
	switch n := r.IntN(10); {
	case n < 2:
		rec.Word = sensor.Press
	case n < 6 && pieces[rec.Square] != placement.Empty:
		rec.Word, rec.Piece = sensor.Lift, pieces[rec.Square]
		*hand = append(*hand, rec.Piece)
		pieces[rec.Square] = placement.Empty
	default:
		rec.Word, rec.Piece = sensor.Drop, placement.MakePiece(rec.Side, legality.Kind(1+r.IntN(6)))
		if n := len(*hand); n > 0 {
			rec.Piece, *hand = (*hand)[n-1], (*hand)[:n-1]
		}
		pieces[rec.Square] = rec.Piece
	}
	return rec
}
