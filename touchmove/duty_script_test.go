package touchmove_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/touchmove"
)

// dutyCase is what a player has done in his turn, and what is then open to him.
//
// did, in order: e1 the piece on e1 is touched; &d5 so is this one, in the same
// scan; g1>f3 the piece from g1 is let go on f3; f8=Q a queen touches f8.
type dutyCase struct {
	name     string // begins with its article
	fen      string
	did      string
	open     string // UCI, sorted; "any": every legal move
	article  string // "" is not looked at
	chess960 bool
}

const (
	initial     = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
	bothCastle  = "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 0 1"
	pawnTwoWays = "6r1/5P1k/8/8/8/8/8/K7 w - - 0 1"
	enPassant   = "rnbqkbnr/ppp1pp1p/6p1/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3"
	pawnFork    = "rnbqkb1r/ppp1pppp/8/3n4/2P1P3/8/PP1P1PPP/RNBQKBNR w KQkq - 0 1"
	pawnBite    = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
)

func position(t testing.TB, fen string, chess960 bool) *legality.Position {
	t.Helper()
	p, err := legality.ParseFEN(fen, chess960)
	if err != nil {
		t.Fatal(err)
	}
	return &p
}

// acts reads what a dutyCase did.
func acts(t testing.TB, did string) *touchmove.Acts {
	t.Helper()
	a := &touchmove.Acts{}
	for i, word := range strings.Fields(did) {
		at := int64(700 * (i + 1))
		switch from, to, released := strings.Cut(word, ">"); {
		case released:
			a.Releases = append(a.Releases, touchmove.Release{From: square(t, from), To: square(t, to), At: at})
		case strings.Contains(word, "="):
			piece, _ := placement.ParsePiece(word[3])
			a.Promoted, a.As, a.PromotedAt = square(t, word[:2]), piece.Kind(), at
		default:
			name := strings.TrimPrefix(word, "&")
			a.Touches = append(a.Touches, touchmove.Touch{Square: square(t, name), At: at, Together: name != word})
		}
	}
	return a
}

func square(t testing.TB, name string) placement.Square {
	t.Helper()
	sq, ok := placement.ParseSquare(name)
	if !ok {
		t.Fatalf("no square: %q", name)
	}
	return sq
}

func uciOf(p *legality.Position, moves []legality.Move) []string {
	var out []string
	for _, m := range moves {
		out = append(out, p.UCI(m))
	}
	slices.Sort(out)
	return out
}

func checkDuties(t *testing.T, cases []dutyCase) {
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) { c.check(t) })
	}
}

func (c *dutyCase) check(t *testing.T) {
	p := position(t, c.fen, c.chess960)
	d := touchmove.Open(p, acts(t, c.did), touchmove.Default())
	want := strings.Fields(c.open)
	if c.open == "any" {
		want = uciOf(p, p.AppendMoves(nil))
	}
	got := uciOf(p, d.Allowed)
	if slices.Equal(got, want) && (c.article == "" || d.Article == c.article) && d.Free == (c.open == "any") {
		return
	}
	t.Errorf("%s after %s:\nopen %v, free %v, article %q, bound %q\nwant %v, article %q", c.fen, c.did, got, d.Free, d.Article, d.Bound, want, c.article)
}
