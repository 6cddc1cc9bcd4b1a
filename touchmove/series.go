package touchmove

import (
	"slices"

	"github.com/boardd/boardd/legality"
)

// judgeSeries finds that both players have played the same series of moves three
// times running, after which either may claim a draw (Bilguer §6).
func (t *Tracker) judgeSeries(l *line, i int) {
	if !t.cfg.Rules.has(topicThreefold, moveLists) || !repeatsSeries(t.lastMoves(l, i)) {
		return
	}
	t.say(Finding{Code: DrawClaimable, Side: Both, Ply: t.told[i].number, Text: "the same series of moves has been played three times"})
}

// longestSeries is how many plies a repeated series may have. A longer one would
// be repeated over more moves than any player has patience for.
const longestSeries = 24

// lastMoves are the last moves up to the i-th ply of a line, the last first.
func (t *Tracker) lastMoves(l *line, i int) []legality.Move {
	moves := make([]legality.Move, 0, 3*longestSeries)
	for ; i >= 0; i-- {
		moves = append(moves, l.steps[i].move)
	}
	for n := l.base - 1; n >= 0 && len(moves) < cap(moves); n-- {
		moves = append(moves, t.spine.Move(n))
	}
	return moves
}

// repeatsSeries reports whether moves, the last first, begin with a series of
// moves by both players three times over.
func repeatsSeries(moves []legality.Move) bool {
	for n := 2; 3*n <= len(moves); n += 2 {
		if slices.Equal(moves[:2*n], moves[n:3*n]) {
			return true
		}
	}
	return false
}
