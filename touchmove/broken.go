package touchmove

import (
	"slices"

	"github.com/boardd/boardd/legality/placement"
)

// broken is the squares whose sensors have shown that they are broken: dead ones have
// read empty with a man on them, stuck ones have gone on reading a man that has left.
// A change shows that a square works.
type broken struct {
	dead, stuck placement.Set
}

func (b *broken) has(sq placement.Square) bool { return (b.dead | b.stuck).Has(sq) }

func (b *broken) works(sq placement.Square) {
	b.dead &^= sq.Set()
	b.stuck &^= sq.Set()
}

// noteBroken takes note of what the first ply of a line, now confirmed, shows of the
// square that its man has left: whose lift was told before its player's last ply was
// on the board, or never, stood there unread, or still reads there.
func (t *Tracker) noteBroken(l *line) {
	s := &l.steps[0]
	from := s.move.From()
	if t.board.unnamed || !s.legal() || s.noDrop || s.move.IsCastling() || t.board.seqOf[from] > l.seqBefore {
		return
	}
	if t.board.sensed[from] == placement.Empty {
		t.board.dead |= from.Set()
	} else {
		t.board.stuck |= from.Set()
	}
}

// lostLiftCost is what it costs that nobody saw a man lifted from a square.
func (t *Tracker) lostLiftCost(from placement.Square) int {
	if t.board.stuck.Has(from) {
		return t.costs.broken
	}
	return t.costs.lostLift
}

// unreadCost charges a ply of a man that has read gone since before its player's last
// ply, on a square of which it is not known that it is broken: that he is seen again
// does not undo that he was not there.
func (t *Tracker) unreadCost(l *line, s *step) int {
	from := s.move.From()
	gone := s.legal() && !s.move.IsCastling() && !t.board.unnamed && t.board.sensed[from] == placement.Empty
	if !gone || l.base < t.spine.Len() || t.board.has(from) || t.board.seqOf[from] == 0 {
		return 0
	}
	if t.board.at[from]+t.sweep() < t.board.timeOf(l.playedSeq(s.side)) {
		return t.costs.vanished
	}
	return 0
}

// ghostLifted reports whether a man has just been lifted who by a line has long left
// that square: another reading has him there, and it is waited for what he does now.
func (t *Tracker) ghostLifted(l *line) bool {
	for c := range t.board.since(t.board.seqAt(t.now - disorderMs)) {
		if !c.lift() || c.scan || l.fit == 0 && c.seq < t.board.seq {
			continue
		}
		for i := range l.n {
			if s := &l.steps[i]; s.move.From() == c.sq && c.at-s.at >= t.cfg.MadeRestMs && t.board.seqOf[c.sq] == c.seq {
				return !t.after(c.at + disorderMs)
			}
		}
	}
	return false
}

// unreadByAll reports whether, on a board that names men, no reading that comes near
// explains why a square reads empty.
func (t *Tracker) unreadByAll(sq placement.Square) bool {
	limit := t.bestLine().total() + 2*t.costs.margin
	return !t.board.unnamed && !slices.ContainsFunc(t.lines, func(l line) bool {
		return l.total() <= limit && !l.diff.Has(sq)
	})
}
