package track

import (
	"math"
	"testing"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/sensor/simulate"
)

func positionOf(t *testing.T, fen string) *legality.Position {
	t.Helper()
	p, err := legality.ParseFEN(fen, false)
	if err != nil {
		t.Fatal(err)
	}
	return &p
}

// often is how often something of a cost happens.
func often(c Cost) float64 { return math.Exp(-float64(c) / 100) }

// TestChoicesAreAll: the moves of a position are chosen once in all, those of a piece as often as the
// piece, and its captures of a piece as often as it captures that.
func TestChoicesAreAll(t *testing.T) {
	for seed := range uint64(4) {
		p := legality.Initial()
		for _, m := range simulate.RandomGame(seed, 60) {
			l := newMoves(&p, int32(seed*68)) // from one who chooses any move to one who chooses by worth
			all, pieces := 0.0, 0.0
			for sq := range square(64) {
				if !l.can(sq) {
					continue
				}
				pieces += often(l.piece(sq))
				its := 0.0
				for _, m := range l.from(sq) {
					if single(m) {
						all += often(l.move(m))
						its += often(l.of(m, nowhere))
					}
				}
				if math.Abs(its-1) > 0.1 {
					t.Errorf("%s: the moves of %v are chosen %.2f times", p.FEN(), sq, its)
				}
			}
			if math.Abs(all-1) > 0.1 || math.Abs(pieces-1) > 0.1 {
				t.Errorf("%s: moves are chosen %.2f times, pieces %.2f", p.FEN(), all, pieces)
			}
			for sq := range square(64) {
				for _, by := range l.from(sq) {
					if victim := p.Captured(by); victim != nowhere && single(by) {
						if got, want := l.capture(victim, nowhere)+l.capturer(victim, sq)+l.of(by, victim), l.move(by); math.Abs(float64(got-want)) > 5 {
							t.Errorf("%s: %s costs %d, and in parts %d", p.FEN(), p.SAN(by), want, got)
						}
					}
				}
			}
			p = p.Play(m)
		}
	}
}

// TestChoicesByWorth: what wins is chosen more often than what wins nothing, and that more often
// than what gives a piece away. A player of whom nothing is expected chooses all alike.
func TestChoicesByWorth(t *testing.T) {
	p := positionOf(t, "4k3/8/7p/2p5/4N3/8/8/4K3 w - - 0 1")
	order := []string{"e4c5", "e4c3", "e4g5"} // wins a pawn; wins nothing; loses the knight
	l, any := newMoves(p, mostly), newMoves(p, 0)
	last, even := Cost(0), Cost(0)
	for i, uci := range order {
		m, err := p.ParseUCI(uci)
		if err != nil {
			t.Fatal(err)
		}
		if got := l.move(m); i > 0 && got <= last {
			t.Errorf("%s costs %d, %s %d", uci, got, order[i-1], last)
		}
		last = l.move(m)
		if got := any.move(m); i > 0 && got != even {
			t.Errorf("%s costs %d, not %d", uci, got, even)
		}
		even = any.move(m)
	}
}

// TestChoicesAreLearnt: who gives his pieces away is soon one who makes any move, and who does not
// stays one who does not.
func TestChoicesAreLearnt(t *testing.T) {
	for name, c := range map[string]struct {
		moves    []string
		from, to int32 // what White is in the end
	}{
		"gives pieces away": {[]string{"e2e4", "e7e5", "d1g4", "a7a6", "g4d7", "a6a5", "f1a6", "a5a4"}, rarely, 60},
		"plays well":        {[]string{"e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "g8f6", "d2d3", "f8c5"}, 190, mostly},
	} {
		tr := New(Config{})
		n := tr.beam[0].node
		for _, uci := range c.moves {
			m, err := n.pos.ParseUCI(uci)
			if err != nil {
				t.Fatal(err)
			}
			n = tr.child(n, m)
		}
		if got := n.byWorth[0]; got < c.from || got > c.to {
			t.Errorf("%s: %d of %d", name, got, whole)
		}
	}
}
