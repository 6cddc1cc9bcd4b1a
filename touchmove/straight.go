package touchmove

import "github.com/boardd/boardd/legality/placement"

// puttingRight reports whether a lifted man is one that the ply before moved, and
// its clock was not pressed yet. Who made that ply may be putting the man straight,
// or elsewhere; nothing says that the opponent has touched it.
func (h *hands) puttingRight(c *change) bool { return h.last.Has(c.sq) && c.at <= h.until }

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
