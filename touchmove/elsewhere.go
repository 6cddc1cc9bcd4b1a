package touchmove

import (
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// refilled reports whether, on a board that names no men, a man was put down where
// one of the player's own stands since the one from a square was lifted: more
// likely than one put straight it is one that has captured there.
func (t *Tracker) refilled(l *line, from placement.Square) bool {
	p := l.pos()
	return t.board.unnamed && t.board.changedSince(p.Occupied(p.Turn())&^l.diff, t.board.seqOf[from]) != 0
}

// landed reports whether a man of his or a nameless one has come, since the one from a square was lifted
// and before a press, to stand where that one could have gone.
func (t *Tracker) landed(l *line, from placement.Square) bool {
	p := l.pos()
	for rest := t.board.changedSince(l.diff, t.board.seqOf[from]); rest != 0; {
		sq := rest.Pop()
		early := !l.open || t.board.at[sq] <= l.openT
		shows := t.board.sensed[sq]
		own := shows != placement.Empty && !shows.Is(p.Turn().Other())
		if early && own && p.At(sq) == placement.Empty && canGo(p, from, sq) {
			return true
		}
	}
	return false
}

// landsElsewhere charges a line whose last ply is a capture that was not seen, when
// a man comes to stand where the one that captured could have gone instead: in the
// place of another man that it could have taken or, as late after the press as this
// board may tell it, on an empty square.
func (t *Tracker) landsElsewhere(l *line) {
	s := l.last()
	if s == nil || s.oneOf == 0 || s.elsewhere || !t.board.unnamed {
		return
	}
	before, from := l.before(l.n-1), s.move.From()
	taken := placement.Set(0)
	if !s.noDrop {
		taken = before.Occupied(s.side.Other()) &^ l.diff &^ s.squares
	}
	for rest := t.board.changedSince(l.diff|taken, t.board.seqOf[from]); rest != 0; {
		sq := rest.Pop()
		pressed, late := s.pressed >= 0, t.board.at[sq] > s.pressed+t.cfg.LateMs
		its := taken.Has(sq) && !(pressed && late) || pressed && !late && before.At(sq) == placement.Empty
		if its && t.board.sensed[sq] != placement.Empty && canGo(before, from, sq) {
			s.elsewhere = true
			l.cost += t.costs.elsewhere
			return
		}
	}
}

// canGo reports whether a man may go from one square to another, be it to promote.
func canGo(p *legality.Position, from, to placement.Square) bool {
	return p.IsLegal(legality.MakeMove(from, to)) || p.IsLegal(legality.MakePromotion(from, to, legality.Queen))
}

// exchangeCost charges a ply that was seen for an exchange elsewhere, and goes on
// doing so when what came there has left again; old is the line that has it, or nil.
func (t *Tracker) exchangeCost(parent, old *line, s *step) int {
	charged := old != nil && old.last().oneOf == 0 && old.last().elsewhere
	if s.oneOf > 0 || !charged && !t.exchangedElsewhere(parent, s) {
		return 0
	}
	s.elsewhere = true
	return t.costs.elsewhere
}

// exchangedElsewhere reports whether, on a board that names no men, a ply that was
// seen goes elsewhere though, since its man was lifted, a man has come to stand in
// the place of one that it could have taken.
func (t *Tracker) exchangedElsewhere(l *line, s *step) bool {
	from := s.move.From()
	if !t.board.unnamed || !s.legal() || s.move.IsCastling() || s.noDrop {
		return false
	}
	p := l.pos()
	for rest := t.board.changedSince(p.Occupied(s.side.Other())&^l.diff&^s.squares, t.board.seqOf[from]); rest != 0; {
		if sq := rest.Pop(); t.board.seqOf[sq] < s.seq && canGo(p, from, sq) {
			return true
		}
	}
	return false
}
