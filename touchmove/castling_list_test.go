package touchmove_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/boardd/boardd/touchmove"
)

// castling checks which of the moves that the last finding of a code lists are castling.
func castling(code, want string) func(*testing.T, *touchmove.Tracker, []touchmove.Finding) error {
	return func(_ *testing.T, _ *touchmove.Tracker, found []touchmove.Finding) error {
		i := lastOf(code, found)
		if i < 0 {
			return fmt.Errorf("%s is not found", code)
		}
		if got := strings.Join(found[i].Castling, " "); got != want {
			return fmt.Errorf("castling of %s: %q, want %q", code, got, want)
		}
		return nil
	}
}

// TestCastlingInLists: a finding marks exactly those of its moves that are castling, in
// Chess960 too.
func TestCastlingInLists(t *testing.T) {
	const pair = "r3k2r/8/8/8/8/8/8/RK5R w HAha - 0 1"
	checkTrials(t, []trial{
		{name: "obliged to move the king", fen: bothCastle, do: "-e1", end: "*", also: castling("obliged", "e1c1 e1g1")},
		{name: "obliged to move the rook", fen: bothCastle, do: "-h1", end: "*", also: castling("obliged", "")},
		{name: "a rook that goes from e1 to g1", fen: "6k1/8/8/8/8/8/8/K3R3 w - - 0 1", do: "-e1", end: "*", also: castling("obliged", "")},
		{name: "Chess960: the king takes his rook", fen: pair, head: "variant chess960", do: "-b1", end: "*", also: castling("obliged", "b1a1 b1h1")},
		{name: "to replace an illegal move", fen: bothCastle, do: "e1e3 |w", want: "illegal_completed|displaced certain w", end: "* irregular", also: castling("illegal_completed", "e1c1 e1g1")},
		{name: "to replace another one", do: "b1b3 |w", want: knight, end: "* irregular", also: castling("illegal_completed", "")},
		{name: "after a press without a move", fen: bothCastle, do: "-e1 +Ke1 |w", want: "clock_no_move certain w", end: "*", also: castling("clock_no_move", "e1c1 e1g1")},
		{name: "after a ruling", fen: bothCastle, do: `-e1 +Ke1 e1e3 |w ~2000 !ruling{"accept":false}`, want: "illegal_completed|displaced certain w", end: "*", also: castling("retracted", "e1c1 e1g1")},
		{name: "not done when touched", fen: bothCastle, do: "-e1 +Ke1 -h1 +Rh1 h1g1 |w", want: "touch_breach suspected w 4.4.1", moves: "h1g1 completed", also: castling("touch_breach", "e1g1")},
	})
}

// TestKingPromoted: a king that was put on the last rank is reported as a king, and so is a
// piece of the other colour.
func TestKingPromoted(t *testing.T) {
	const pawn = "8/P6k/8/8/8/8/5p2/K7 w - - 0 1"
	is := func(uci, san string) func(*testing.T, *touchmove.Tracker, []touchmove.Finding) error {
		return func(_ *testing.T, tr *touchmove.Tracker, found []touchmove.Finding) error {
			i := lastOf("promotion_wrong_piece", found)
			if i < 0 || found[i].UCI != uci || found[i].SAN != san {
				return fmt.Errorf("want %s %s, found %s", uci, san, accountOf(found))
			}
			if p := tr.Game().Irregular; len(p) != 1 || p[0].UCI != uci || p[0].SAN != san {
				return fmt.Errorf("want %s %s in the game, have %+v", uci, san, p)
			}
			return nil
		}
	}
	const want = "promotion_wrong_piece certain w"
	checkTrials(t, []trial{
		{name: "3.7.3.3 a king", fen: pawn, do: "-a7 +Ka8 |w", want: want, end: "* irregular", also: is("a7a8k", "a8=K")},
		{name: "3.7.3.3 a king by Black", fen: "k7/8/8/8/8/8/5p2/7K b - - 0 1", do: "-f2 +kf1 |b", want: "promotion_wrong_piece certain b", end: "* irregular", also: is("f2f1k", "f1=K")},
		{name: "3.7.3.3 a knight of the other colour", fen: pawn, do: "-a7 +na8 |w", want: want, end: "* irregular", also: is("a7a8n", "a8=N")},
		{name: "3.7.3.3 a queen of the other colour", fen: pawn, do: "-a7 +qa8 |w", want: want, end: "* irregular", also: is("a7a8q", "a8=Q")},
	})
}
