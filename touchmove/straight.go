package touchmove

import "github.com/boardd/boardd/legality/placement"

// puttingRight reports whether a lifted man is one that the ply before moved, and
// its clock was not pressed yet. Who made that ply may be putting the man straight,
// or elsewhere; nothing says that the opponent has touched it.
func (h *hands) puttingRight(c *change) bool { return h.last.Has(c.sq) && c.at <= h.until }

// lastChanged is the squares that the ply before the i-th of a line changed, and
// when it stood on the board.
func (t *Tracker) lastChanged(l *line, i int) (squares placement.Set, landed int64) {
	switch {
	case i > 0:
		return l.steps[i-1].squares, l.steps[i-1].at
	case l.base == 0:
		return 0, 0
	}
	return placement.Differ(t.spine.At(l.base-1).Placement(), t.spine.At(l.base).Placement()), l.at
}

// lastMoved is where the men stand that were moved by the ply before the i-th of a
// line, and when that was pressed. Where no press settled it, it is when it was
// confirmed.
func (t *Tracker) lastMoved(l *line, i int) (men placement.Set, until int64) {
	if i > 0 {
		s := &l.steps[i-1]
		if men = s.squares & s.after.Occupied(s.side); s.pressed >= 0 {
			return men, s.pressed
		}
		return men, t.now
	}
	n := len(t.plies)
	if n == 0 || l.base != t.spine.Len() || t.plies[n-1].MadeAt < 0 {
		return 0, 0
	}
	p, after := &t.plies[n-1], t.spine.At(n)
	men = placement.Differ(t.spine.At(n-1).Placement(), after.Placement()) & after.Occupied(p.Side)
	if p.CompletedAt >= 0 {
		return men, p.CompletedAt
	}
	return men, t.confirmedAt
}

// aside reports whether a man who is put down, on his square or pushed to one
// beside it, may have been in the hand of the other player: he had not pressed
// yet, or no other hand could have been there so soon.
func (h *hands) aside(from placement.Square, lifted int64, c *change) bool {
	pushed := near(from, c.sq) && h.before.At(c.sq) == placement.Empty
	soon := c.at <= h.began+h.t.sweep() || lifted <= h.landed+h.t.sweep()
	return (pushed || from == c.sq) && soon && h.inReach(from)
}

// knockedBefore reports whether a man that was touched may have been knocked over
// or pushed aside before his turn by the other player (7.4.1), and is in no hand.
func (h *hands) knockedBefore(sq placement.Square) bool {
	return h.offTurn.Has(sq) && !h.holds(sq)
}

// inReach reports whether a man stood next to where the ply before took its man
// from or to. Before that is pressed, its player's hand may knock it over or push
// it aside.
func (h *hands) inReach(sq placement.Square) bool {
	for rest := h.changed; rest != 0; {
		if near(rest.Pop(), sq) {
			return true
		}
	}
	return false
}
