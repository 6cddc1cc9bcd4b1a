package touchmove

import "github.com/boardd/boardd/legality/placement"

// weigh charges a line for every square that it does not explain.
func (t *Tracker) weigh(l *line) {
	p := l.pos()
	men, turn := p.Placement(), p.Turn()
	l.diff = t.board.differ(men)
	l.fit = 0
	for rest := l.diff; rest != 0; {
		sq := rest.Pop()
		l.fit += t.squareCost(sq, men[sq], turn)
	}
	if l.open {
		l.fit += t.costs.noMove
	}
	if l.n > 0 && t.astray(l) {
		l.fit += t.costs.astray
	}
}

// astray reports whether, besides the last ply, its player has put another man
// of his elsewhere in the same turn.
func (t *Tracker) astray(l *line) bool {
	s := l.last()
	for rest := t.board.changedSince(l.diff&^s.squares, l.turnSeq(l.n-1)); rest != 0; {
		if t.board.sensed[rest.Pop()].Is(s.side) {
			return true
		}
	}
	return false
}

func (t *Tracker) squareCost(sq placement.Square, has placement.Piece, turn placement.Color) int {
	cost := t.costs.extra
	switch {
	case t.board.sensed[sq] == placement.Empty && has.Is(turn):
		return t.costs.inHand
	case t.board.sensed[sq] == placement.Empty:
		return t.costs.otherInHand
	case has != placement.Empty:
		cost = t.costs.replaced
	}
	if t.now-t.board.at[sq] >= t.cfg.MadeRestMs && t.board.seqOf[sq] > 0 {
		cost += t.costs.standing
	}
	return cost
}
