package touchmove

import (
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// inHands is how many men may be in the air: that of a move, and the one it takes.
const inHands = 2

// Follows reports whether what a scan shows leaves no more open than a board that
// has been heard all along: what is known already, or one legal ply more, but for
// men in the air. Where what is shown is no play at all, there is nothing to ask.
func (t *Tracker) Follows(shown *placement.Placement) bool {
	if t.frozen() || t.irregular >= 0 || !t.scanned {
		return true
	}
	for i := range t.lines {
		if l := &t.lines[i]; l.base == t.spine.Len() && followsFrom(l.pos(), shown) {
			return true
		}
	}
	return false
}

func followsFrom(p *legality.Position, shown *placement.Placement) bool {
	if lifted(p, shown) {
		return true
	}
	var buf [256]legality.Move
	for _, m := range p.AppendMoves(buf[:0]) {
		if after := p.Play(m); lifted(&after, shown) {
			return true
		}
	}
	return false
}

// lifted reports whether a board shows a position, but for men in the air.
func lifted(p *legality.Position, shown *placement.Placement) bool {
	off := differ(p.Placement(), shown)
	if off.Len() > inHands {
		return false
	}
	for off != 0 {
		if shown[off.Pop()] != placement.Empty {
			return false
		}
	}
	return true
}
