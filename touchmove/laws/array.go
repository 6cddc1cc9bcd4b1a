package laws

import (
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

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
