package laws

import (
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// LostBy returns the result when a player has lost.
func LostBy(side placement.Color) string { return [...]string{"0-1", "1-0"}[side] }

// ResultOf returns the result when a position ends the game.
func ResultOf(e legality.Ending, p *legality.Position) string {
	if e == legality.Checkmate {
		return LostBy(p.Turn())
	}
	return "1/2-1/2"
}

// TopicOfEnding returns the topic by which a position ends the game.
func TopicOfEnding(e legality.Ending) Topic { return endings[e].topic }

// CodeOfEnding returns the code of the finding that a position ends the game.
func CodeOfEnding(e legality.Ending) Code { return endings[e].code }

var endings = [...]struct {
	topic Topic
	code  Code
}{
	legality.Checkmate:    {TopicMate, Checkmate},
	legality.Stalemate:    {TopicStalemate, Stalemate},
	legality.DeadPosition: {TopicDead, DeadPosition},
	legality.Fivefold:     {TopicFivefold, Fivefold},
	legality.SeventyFive:  {TopicSeventyFive, SeventyFive},
}

// ClaimCost returns what an incorrect claim of a draw costs; nil if the rule set does not
// settle that.
func (r *Rules) ClaimCost() *ClaimCost {
	law := r.law[TopicClaimCost]
	if law.Way == Silent {
		return nil
	}
	c := &ClaimCost{OpponentGains: law.N, DisputedGains: r.DisputedGains(), Article: law.Article}
	if law.Way == TimeTaken {
		c.ClaimantLoses = law.N
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

// ForceOf counts the pieces of each player in a position, and the pawns among them.
func ForceOf(p *legality.Position) [4]int {
	white, black := placement.White, placement.Black
	return [...]int{p.Occupied(white).Len(), p.Occupied(black).Len(),
		p.Pieces(white, legality.Pawn).Len(), p.Pieces(black, legality.Pawn).Len()}
}

// AtHome reports whether all pieces stand on the first two ranks of each side.
func AtHome(p *legality.Position) bool {
	return p.Occupied(placement.White)|p.Occupied(placement.Black) == placement.Initial.Occupied()
}

// IsArray reports whether a position is one before a game: an array, right or wrong, apart
// from what one player gives as odds.
func IsArray(p *legality.Position) bool {
	missing := placement.Differ(p.Placement(), &placement.Initial)
	pieces := p.Occupied(placement.White) | p.Occupied(placement.Black)
	odds := missing&pieces == 0 && (missing&halfOf(placement.White) == 0 || missing&halfOf(placement.Black) == 0)
	return p.FullmoveNumber() == 1 && (odds || AtHome(p))
}

// halfOf is the half of the board on which a player's pieces stand before a game.
func halfOf(side placement.Color) placement.Set { return placement.Set(0xffffffff) << (32 * side) }
