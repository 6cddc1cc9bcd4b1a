package touchmove_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/boardd/boardd/internal/quick"
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/touchmove/laws"
)

// castlingStarts make castling, promotion and en passant common in random games.
var castlingStarts = []string{
	initial,
	bothCastle,
	"r3k2r/pPppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
	"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
	"4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
}

// randomLine is a game of n random legal moves, fewer if it ends.
func randomLine(r *rand.Rand, start legality.Position, n int) []legality.Position {
	hypothesis := []legality.Position{start}
	for range n {
		p := hypothesis[len(hypothesis)-1]
		moves := p.AppendMoves(nil)
		if len(moves) == 0 {
			break
		}
		hypothesis = append(hypothesis, p.Play(moves[r.IntN(len(moves))]))
	}
	return hypothesis
}

// dutyPositions are positions of many kinds, always the same.
func dutyPositions(t *testing.T, n int) []legality.Position {
	t.Helper()
	all, err := allDutyPositions()
	if err != nil {
		t.Fatal(err)
	}
	return slices.Clone(all[:n])
}

// allDutyPositions makes them once.
var allDutyPositions = sync.OnceValues(func() (all []legality.Position, err error) {
	r := rand.New(rand.NewPCG(4, 3))
	for len(all) < 2000 {
		start := legality.Start960(r.IntN(960))
		if i := r.IntN(2 * len(castlingStarts)); i < len(castlingStarts) {
			if start, err = legality.ParseFEN(castlingStarts[i], false); err != nil {
				return nil, err
			}
		}
		hypothesis := randomLine(r, start, 60)
		all = append(all, hypothesis[r.IntN(len(hypothesis))], hypothesis[len(hypothesis)-1])
	}
	return all, nil
})

// touched returns up to five different pieces, most of them kings, rooks, and pieces that
// can move or be captured: others seldom bind.
func touched(r *rand.Rand, p *legality.Position) []laws.Touch {
	var likely []placement.Square
	for _, m := range p.AppendMoves(nil) {
		likely = append(likely, m.From())
		if sq := p.Captured(m); sq != placement.NoSquare {
			likely = append(likely, sq)
		}
	}
	turn := p.Turn()
	likely = append(likely, (p.Kings(turn) | p.Pieces(turn, legality.Rook)).Squares()...)
	likely = append(likely, (p.Occupied(turn) | p.Occupied(turn.Other())).Squares()...)
	var out []laws.Touch
	for i := range 1 + r.IntN(5) {
		sq := likely[r.IntN(len(likely))]
		if !slices.ContainsFunc(out, func(o laws.Touch) bool { return o.Square == sq }) {
			out = append(out, laws.Touch{Square: sq, At: int64(700 * i)})
		}
	}
	return out
}

// checkDuty fails if an open move is not legal.
func checkDuty(t *testing.T, p *legality.Position, d *laws.Duty) {
	t.Helper()
	legal := p.AppendMoves(nil)
	for _, m := range d.Allowed {
		if !slices.Contains(legal, m) {
			t.Fatalf("%s: %s is open and not legal", p.FEN(), m)
		}
	}
	if len(d.Allowed) == 0 && len(legal) > 0 {
		t.Fatalf("%s: nothing is open", p.FEN())
	}
	if d.Free && len(d.Allowed) != len(legal) {
		t.Fatalf("%s: free, but %d of %d moves are open", p.FEN(), len(d.Allowed), len(legal))
	}
}

func subset(a, b []legality.Move) bool {
	return !slices.ContainsFunc(a, func(m legality.Move) bool { return !slices.Contains(b, m) })
}

// widening are the articles that may open what was not. King and rook touched
// make castling an obligation, whatever was to be captured before (4.4.1); if
// that is illegal and the king cannot move, any move is open (4.4.3, 4.4(b)).
// Where the order does not matter, the king's touch opens castling to a rook that
// was touched before (commentary to 6, §7). And a touched enemy piece must be
// captured even if the own piece that was touched before cannot do so (8(2)).
var widening = map[string][]string{
	"fide-2023": {"4.4.1", "4.4.3"}, "fide-2018": {"4.4.1", "4.4.3"}, "fide-1997": {"4.4(b)"},
	"fide-1971": {"6", "8(2)"}, "bilguer-1891": {"§7"}, "bilguer-1880": {"§7"},
}

// everyRuleSet runs a test under each of the rule sets.
func everyRuleSet(t *testing.T, test func(*testing.T, *laws.Rules)) {
	for _, name := range laws.RuleSets() {
		rules, err := laws.RulesFor(name, laws.Standard, false)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(name, func(t *testing.T) { test(t, rules) })
	}
}

// TestOpenNarrows: the open moves are some of the legal ones, and never none. A further
// touch opens no other move, except where the text lets it.
func TestOpenNarrows(t *testing.T) { everyRuleSet(t, openNarrows) }

func openNarrows(t *testing.T, rules *laws.Rules) {
	r := rand.New(rand.NewPCG(4, 5))
	widened := 0
	for _, p := range dutyPositions(t, 1500/quick.Fewer(3)) {
		all := touched(r, &p)
		before := laws.Open(&p, &laws.Acts{}, rules)
		for n := range all {
			a := laws.Acts{Touches: all[:n+1]}
			after := laws.Open(&p, &a, rules)
			checkDuty(t, &p, &after)
			exempt := slices.ContainsFunc(widening[rules.Name], func(a string) bool {
				return slices.Contains(strings.Split(after.Article, "/"), a)
			})
			if !exempt && !subset(after.Allowed, before.Allowed) {
				widened++
				t.Logf("%s: touching %s opens moves: %v, before %v (%s)", p.FEN(), squares(all[:n+1]),
					uciOf(&p, after.Allowed), uciOf(&p, before.Allowed), after.Article)
			}
			before = after
		}
	}
	if widened > 0 {
		t.Errorf("%d times", widened)
	}
}

func squares(touches []laws.Touch) string {
	out := ""
	for _, touch := range touches {
		out += touch.Square.String() + " "
	}
	return out
}

// TestOpenReleases: a released piece, or a piece put on the last rank, never opens a move
// (4.4.4, 4.7), and leaves at least one.
func TestOpenReleases(t *testing.T) { everyRuleSet(t, openReleases) }

func openReleases(t *testing.T, rules *laws.Rules) {
	r := rand.New(rand.NewPCG(4, 7))
	for _, p := range dutyPositions(t, 1500/quick.Fewer(3)) {
		a := laws.Acts{Touches: touched(r, &p)}
		before := laws.Open(&p, &a, rules)
		switch first := a.Touches[0].Square; r.IntN(3) {
		case 0:
			a.Releases = []laws.Release{{From: first, To: placement.Square(r.IntN(64)), At: 9000}}
		case 1:
			if len(before.Allowed) > 0 {
				m := before.Allowed[r.IntN(len(before.Allowed))]
				a.Releases = []laws.Release{{From: m.From(), To: m.To(), At: 9000}}
			}
		default:
			a.Promoted, a.As = placement.Square(r.IntN(8)+56*(1-int(p.Turn()))), legality.Kind(r.IntN(4))+legality.Knight
		}
		after := laws.Open(&p, &a, rules)
		checkDuty(t, &p, &after)
		if !subset(after.Allowed, before.Allowed) {
			t.Errorf("%s: %+v opens %v, before %v", p.FEN(), a, uciOf(&p, after.Allowed), uciOf(&p, before.Allowed))
		}
	}
}

// TestOpenIsAFunction: the same arguments, unchanged, give the same duty.
func TestOpenIsAFunction(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 8))
	for _, p := range dutyPositions(t, 300) {
		a := laws.Acts{Touches: touched(r, &p)}
		for i := range a.Touches {
			a.Touches[i].Together = i > 0 && r.IntN(3) == 0
		}
		asked, was := fmt.Sprint(a), p
		first := laws.Open(&p, &a, laws.Default())
		second := laws.Open(&p, &a, laws.Default())
		if !reflect.DeepEqual(first, second) || fmt.Sprint(a) != asked || p != was {
			t.Fatalf("%s: %s: %+v, then %+v", p.FEN(), asked, first, second)
		}
		checkDuty(t, &p, &first)
	}
}
