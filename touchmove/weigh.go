package touchmove

import (
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

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
	if t.astray(l) {
		l.fit += t.costs.astray
	}
}

// astray reports whether, besides a ply, its player has put another man of his
// elsewhere in the same turn.
func (t *Tracker) astray(l *line) bool {
	for rest := l.diff; rest != 0; {
		sq := rest.Pop()
		seq, man := t.board.seqOf[sq], t.board.sensed[sq]
		if seq <= l.seq || !man.Known() {
			continue
		}
		for i := range l.n {
			s := &l.steps[i]
			misread := s.legal() && s.move.To() == sq && s.move.Promotion() == legality.NoKind // it is the man that moved
			slid := s.legal() && seq < s.seq && man == l.before(i).At(s.move.From()) &&
				l.pos().Men(man.Color(), man.Kind())&l.diff == 0 // it rested here on its way
			if !misread && !slid && man.Is(s.side) && seq > l.turnSeq(i) && (i == l.n-1 || seq <= l.steps[i+1].seq) {
				return true
			}
		}
	}
	return false
}

func (t *Tracker) squareCost(sq placement.Square, has placement.Piece, turn placement.Color) int {
	long := t.now-t.board.at[sq] >= t.cfg.MadeRestMs && t.board.seqOf[sq] > 0
	if t.board.sensed[sq] == placement.Empty {
		cost := t.costs.otherInHand
		if has.Is(turn) {
			cost = t.costs.inHand
		}
		if long {
			cost += t.costs.gone
		}
		return cost
	}
	cost := t.costs.extra
	if has != placement.Empty {
		cost = t.costs.replaced
	}
	if long {
		cost += t.costs.standing
	}
	return cost
}
