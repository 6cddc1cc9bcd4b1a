package touchmove

import (
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// detourCost charges a ply whose man was seen, since it was lifted, where it could
// have stayed too and which is not on its way: nobody slides there.
func (t *Tracker) detourCost(l *line, s *step) int {
	m := s.move
	if t.board.unnamed || !s.legal() || m.IsCastling() || m.Promotion() != legality.NoKind || s.noDrop {
		return 0
	}
	p := l.pos()
	man := p.At(m.From())
	for c := range t.board.since(t.board.seqOf[m.From()]) {
		if c.seq >= s.seq {
			break
		}
		astray := c.is == man && c.sq != m.To() && c.sq != m.From() && !onWay(m.From(), c.sq, m.To())
		if astray && p.IsLegal(legality.MakeMove(m.From(), c.sq)) && !l.shows(c) {
			return t.costs.detour
		}
	}
	return 0
}

// shows reports whether a change of the board is that of a ply of a line.
func (l *line) shows(c *change) bool {
	for i := range l.n {
		if l.steps[i].seq == c.seq {
			return true
		}
	}
	return false
}

// onWay reports whether a square lies between two others on a straight line.
func onWay(from, sq, to placement.Square) bool {
	files, ranks := to.File()-from.File(), to.Rank()-from.Rank()
	f, r := sq.File()-from.File(), sq.Rank()-from.Rank()
	return files*r == ranks*f && f*files+r*ranks > 0 && f*f+r*r < files*files+ranks*ranks
}
