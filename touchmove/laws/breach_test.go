package laws_test

import (
	"strings"
	"testing"

	"github.com/boardd/boardd/touchmove/laws"
)

// TestBreaches: a move that was not open to its player breaks Article 4, and no other one
// does.
func TestBreaches(t *testing.T) {
	const castle = "4k3/8/8/8/8/8/PPPPPPPP/R3K2R w KQ - 0 1"
	for _, c := range []struct{ name, fen, did, move, want string }{
		{"nothing is touched", initial, "", "e2e4", ""},
		{"the touched piece moves (4.3.1)", initial, "g1", "g1f3", ""},
		{"another piece moves (4.3.1)", initial, "g1 e2", "e2e4", "touch_breach 4.3.1"},
		{"the touched piece cannot move (4.5)", initial, "a1 e2", "e2e4", ""},
		{"a piece is touched after the release (4.7)", initial, "e2 e2>e4 g1", "e2e4", ""},
		{"the released piece moves on (4.7)", initial, "e2 e2>e3 e2>e4", "e2e4", "release_breach 4.7"},
		{"another piece is let go after the move has been made (1.2)", initial, "e2 e2>e4 d2 d2>d4", "e2e4", ""},
		{"a piece is let go, and another one makes the move (4.7)", initial, "d2 d2>d4 e2 e2>e4", "e2e4", "touch_breach 4.3.1, release_breach 4.7"},
		{"the released piece could not stay there", initial, "g1 g1>g3 g1>f3", "g1f3", ""},
		{"the rook is touched before the king (4.4.2)", castle, "h1 e1 e1>g1 h1>f1", "e1h1", "castle_rook_first 4.4.2"},
		{"the king is touched before the rook (4.4.1)", castle, "e1 h1 e1>g1 h1>f1", "e1h1", ""},
		{"king and rook in one scan", castle, "h1 &e1 e1>g1 h1>f1", "e1h1", ""},
		{"a queen is exchanged for a knight (4.4.4)", pawnTwoWays, "f7 f8=Q", "f7f8n", "promotion_changed 4.4.4"},
		{"the queen stays", pawnTwoWays, "f7 f8=Q", "f7f8q", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := position(t, c.fen, false)
			m, err := p.ParseUCI(c.move)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, b := range laws.Default().Breaches(&laws.Played{Before: p, Move: m, Acts: *acts(t, c.did)}) {
				article := b.Article
				if article == "" {
					article = laws.Default().ArticleOf(b.Code)
				}
				got = append(got, b.Code.String()+" "+strings.Split(article, "/")[0])
			}
			if strings.Join(got, ", ") != c.want {
				t.Errorf("got %v, want %q", got, c.want)
			}
		})
	}
}
