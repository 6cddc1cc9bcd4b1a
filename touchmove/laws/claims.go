package laws

import (
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// ClaimCost returns what an incorrect claim of a draw costs; nil if the rule set does not
// settle that.
func (r *Rules) ClaimCost() *ClaimCost {
	law := r.law[TopicClaimCost]
	if law.way == Silent {
		return nil
	}
	c := &ClaimCost{OpponentGains: law.n, Article: law.article}
	switch {
	case law.way == TimeTaken:
		c.ClaimantLoses = law.n
	case r.DisputesBlitz():
		c.DisputedGains = blitzGain + BlitzGainByLetter - law.n
	}
	return c
}

// SamePlay reports whether the same pieces stand in two positions and the same moves are
// possible, whichever castling may become possible later (FIDE 1971, 12(3)).
func SamePlay(a, b *legality.Position) bool {
	return a.Turn() == b.Turn() && *a.Placement() == *b.Placement() && slices.Equal(a.AppendMoves(nil), b.AppendMoves(nil))
}

// QuietPlies is how many plies without a capture or a pawn's move must come before the one
// that repeats a position for the third time.
const QuietPlies = 7

// QuietMoves lists the legal moves that are neither captures nor pawn moves.
func QuietMoves(p *legality.Position) []legality.Move {
	return slices.DeleteFunc(p.AppendMoves(nil), func(m legality.Move) bool {
		return p.Captured(m) != placement.NoSquare || p.At(m.From()).Kind() == legality.Pawn
	})
}

// LongestSeries is how many plies a repeated series may have. No player has the patience to
// repeat a longer one three times.
const LongestSeries = 24

// RepeatsSeries reports whether moves, the last one first, begin with a series of moves by
// both players that occurs three times in a row.
func RepeatsSeries(moves []legality.Move) bool {
	for n := 2; 3*n <= len(moves); n += 2 {
		if slices.Equal(moves[:2*n], moves[n:3*n]) {
			return true
		}
	}
	return false
}

// UnchangedPlies is how many plies that change nothing on the board let a draw be claimed
// (Bilguer §6).
const UnchangedPlies = 100

// Force is how many pieces and how many pawns each player has.
type Force struct{ pieces, pawns [2]int }

// ForceOf counts the pieces of a position.
func ForceOf(p *legality.Position) (f Force) {
	for side := placement.White; side <= placement.Black; side++ {
		f.pieces[side], f.pawns[side] = p.Occupied(side).Len(), p.Pieces(side, legality.Pawn).Len()
	}
	return f
}
