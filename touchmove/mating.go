package touchmove

import (
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// cannotMate reports whether it is proved that a player cannot mate by any
// series of legal moves from a position (6.9).
func cannotMate(p *legality.Position, side placement.Color) bool {
	return p.CannotMateByMaterial(side)
}
