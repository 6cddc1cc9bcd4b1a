package touchmove

import (
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// extendCastling tries castling on each side: king and rook on their new
// squares or, once the clock was pressed or the opponent has moved, one of them there
// and the other off the board.
func (t *Tracker) extendCastling(i int) {
	l := &t.lines[i]
	p := l.pos()
	turn := p.Turn()
	for _, side := range [...]legality.Side{legality.Kingside, legality.Queenside} {
		rook := p.CastlingRook(turn, side)
		if rook == placement.NoSquare {
			continue
		}
		m := legality.MakeCastling(p.Kings(turn).First(), rook)
		cost, ok := t.castlingCost(m, turn, t.castled(l, m))
		if ok && p.IsLegal(m) {
			t.add(i, m, legality.ActLegal, p.Play(m), t.costs.ply+cost)
		}
	}
}

// castled reports whether a castling of the player having the move in a line must
// be over, be it that a drop was lost.
func (t *Tracker) castled(l *line, m legality.Move) bool {
	if l.open && l.by == l.pos().Turn() {
		return true
	}
	_, landed := t.answerTo(l, m.To())
	return landed && l.diff.Has(m.To()) && l.diff.Has(m.From())
}

// castlingCost is what a castling costs for the lifts and drops that were not
// seen; false if the board does not show it.
func (t *Tracker) castlingCost(m legality.Move, turn placement.Color, pressed bool) (int, bool) {
	king, rook := placement.MakePiece(turn, legality.King), placement.MakePiece(turn, legality.Rook)
	cost, seen := 0, 0
	for _, man := range [...]struct {
		from, to placement.Square
		piece    placement.Piece
	}{{m.From(), m.KingTo(), king}, {m.To(), m.RookTo(), rook}} {
		switch at := t.board.sensed[man.from]; {
		case t.shows(man.to, man.piece):
			seen++
			if man.from != man.to && at == man.piece && man.from != m.RookTo() {
				cost += t.costs.lostLift
			}
		case at == placement.Empty && t.board.has(man.to):
			cost += t.costs.broken
		case pressed && t.board.sensed[man.to] == placement.Empty && at == placement.Empty:
			cost += t.costs.lostDrop
		default:
			return 0, false
		}
	}
	return cost, seen > 0 && cost <= t.costs.lostLift
}
