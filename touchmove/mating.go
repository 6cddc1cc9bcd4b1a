package touchmove

import (
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// askedPositions is how many positions are looked at when it is asked whether a
// player can mate: at a flag fall, a resignation or a second offence, while
// nothing else is done. That is 0.2 s at worst, measured on a virtual machine,
// and leaves 42 of 6,414 questions open, most of them composed to be hard.
const askedPositions = 1 << 17

// canMate says whether a player can mate by some series of legal moves, and how
// (5.1.2, 6.9, 7.5.5).
func canMate(p *legality.Position, side placement.Color) (legality.Answer, []legality.Move) {
	return p.CanMate(side, askedPositions, nil)
}

// cannotMate reports whether it is proved that he cannot.
func cannotMate(p *legality.Position, side placement.Color) bool {
	answer, _ := canMate(p, side)
	return answer == legality.No
}

// inUCI writes moves that follow a position, in order.
func inUCI(p *legality.Position, moves []legality.Move) []string {
	out, at := make([]string, len(moves)), *p
	for i, m := range moves {
		out[i] = at.UCI(m)
		at = at.Play(m)
	}
	return out
}
