package touchmove

import "github.com/boardd/boardd/legality/placement"

// chargePutBack charges the lines in which, on a board that names no men, a man was
// off its square while the other player moved, and is back on it now: more likely
// another man has come there.
func (t *Tracker) chargePutBack() {
	c := t.board.change(t.board.seq)
	if !t.board.unnamed || c == nil || c.scan || c.is == placement.Empty {
		return
	}
	for i := range t.lines {
		if l := &t.lines[i]; t.putBackOver(l, c.sq) {
			l.cost += t.costs.putBack
		}
	}
}

// putBackOver reports whether a man that a line has on a square since before it was
// last emptied belongs to the player who did not make a ply that was shown since.
func (t *Tracker) putBackOver(l *line, sq placement.Square) bool {
	man, left := l.pos().At(sq), t.board.left[sq]
	over := false
	for i := range l.n {
		s := &l.steps[i]
		if s.squares.Has(sq) && s.seq >= left {
			return false
		}
		over = over || s.seq > left && man.Is(s.side.Other())
	}
	return over
}
