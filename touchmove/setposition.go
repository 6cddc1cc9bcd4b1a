package touchmove

import (
	"fmt"

	"github.com/boardd/boardd/legality"
)

func (t *Tracker) refuseSetPosition(c *Command) *Refusal {
	if t.phase >= Ended {
		return t.refuseOver(c)
	}
	p, err := legality.ParseFEN(c.FEN, t.game.Chess960)
	switch {
	case err != nil:
		return &Refusal{"bad_value", fmt.Sprintf("fen %q: %s", c.FEN, err)}
	case t.inRecord(&p) >= 0:
		return nil
	}
	for _, d := range p.Defects() {
		if d.Code == legality.NoKing || d.Code == legality.SeveralKings {
			return &Refusal{"bad_value", fmt.Sprintf("fen %q: no game can go on: %s", c.FEN, d.Text())}
		}
	}
	if len(p.AppendMoves(nil)) == 0 {
		return &Refusal{"bad_value", fmt.Sprintf("fen %q: no game can go on without a legal move; enter the result instead", c.FEN)}
	}
	return nil
}

// inRecord is after how many plies the record, or one more ply as the board best
// shows it, last came to a position in the sense of 9.2.3; -1 if it never did.
func (t *Tracker) inRecord(p *legality.Position) int {
	l := t.bestLine()
	for n := min(t.record()+1, t.spine.Len()+l.n); n >= 0; n-- {
		irregular := n > t.record() && (n <= t.spine.Len() || !l.steps[n-1-t.spine.Len()].legal())
		if !irregular && t.positionAt(n).Same(p) {
			return n
		}
	}
	return -1
}

// positionAt is the position after n plies of the best reading.
func (t *Tracker) positionAt(n int) *legality.Position {
	if n <= t.spine.Len() {
		return t.spine.At(n)
	}
	return &t.bestLine().steps[n-1-t.spine.Len()].after
}

// doSetPosition takes from the arbiter what the position is: one of the record,
// the last such if there are several, or else one from which the game goes on
// as another part.
func (t *Tracker) doSetPosition(c *Command) {
	p, err := legality.ParseFEN(c.FEN, t.game.Chess960)
	if err != nil {
		return // it has been read before
	}
	t.clearAlert(WrongInitialPosition)
	t.rotated = false
	n := t.inRecord(&p)
	if n < 0 {
		t.goOnFrom(p, c.Why)
		return
	}
	t.cutTo(n, "another position was set")
	t.judgeStanding()
	t.await()
}
