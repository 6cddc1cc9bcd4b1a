package touchmove

import "github.com/boardd/boardd/legality"

// adjustment is a while in which a player adjusts men, having said so (4.2.1).
type adjustment struct {
	ply      int   // of the position in which he has the move
	from, to int64 // milliseconds since the log began; to is no part of it
}

func (t *Tracker) refuseAdjust(c *Command) *Refusal {
	switch {
	case t.over():
		return cannot("the game is over: nothing that is touched binds")
	case t.frozen() || t.waiting():
		return cannot("play is not on: nothing that is touched binds")
	}
	if p, has := t.mover(); !has || c.Side != p.Turn() {
		return cannot("only the player having the move may adjust, and that is not %s", [...]string{"White", "Black"}[c.Side])
	}
	return nil
}

// mover is the position of the player having the move, who has it until his move
// has been made; false if the text gives it to nobody before the last move is
// completed.
func (t *Tracker) mover() (*legality.Position, bool) {
	l := t.bestLine()
	i := t.turnOf(l)
	_, has := t.hasMoveSince(l, i)
	return l.before(i), has
}

// doAdjust takes note that a player has announced j'adoube. Until the time is
// out, or his turn ends, his touches bind to nothing and break nothing; a man
// that he moves is moved as ever.
func (t *Tracker) doAdjust(c *Command) {
	p, _ := t.mover()
	a := adjustment{ply: p.Ply(), from: t.now, to: t.now + 1000*int64(c.Seconds)}
	if n := len(t.adjusting); n > 0 {
		switch last := &t.adjusting[n-1]; {
		case last.ply != a.ply:
			t.adjusting = t.adjusting[:0]
		case last.to >= a.from:
			last.to = max(last.to, a.to)
			return
		}
	}
	t.adjusting = append(t.adjusting, a)
}

// adjusts reports whether a man was lifted while its player adjusted.
func (h *hands) adjusts(at int64) bool {
	for _, a := range h.t.adjusting {
		if a.ply == h.before.Ply() && a.from <= at && at < a.to {
			return true
		}
	}
	return false
}
