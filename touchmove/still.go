package touchmove

import (
	"github.com/boardd/boardd/legality"
)

// stillMs is how long nobody holds a man in the hand (chosen; 4 s were reported).
const stillMs = 30000

// extendStill adds to the best reading, on a board that names no men, the captures
// that it cannot show by a man that is off its square and whom nobody has in the
// hand any more: the last move of a game is neither answered nor, where it gives
// mate, pressed. A king that is off may have been laid down.
func (t *Tracker) extendStill() {
	l := t.bestLine()
	off := l.diff
	if !t.board.unnamed || off.Len() != 1 || l.open || l.n == maxOpen || l.base != t.spine.Len() || t.waiting() {
		return
	}
	from := off.First()
	king := l.pos().At(from).Kind() == legality.King
	if king || t.offInTurn(l) != off || !t.after(t.board.last+stillMs) {
		return
	}
	t.growing = t.index(l)
	t.addUnseen(t.growing, from, t.costs.ply, false)
	t.growing = -1
}

// unanswered reports whether a line's first ply is a capture that was not seen and
// that nothing has followed yet: its man may be in the hand after all.
func (t *Tracker) unanswered(l *line) bool {
	s := &l.steps[0]
	return t.board.unnamed && l.n == 1 && s.oneOf > 0 && !s.noDrop && s.pressed < 0 && !t.touchedSince(s)
}
