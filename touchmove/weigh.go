package touchmove

import (
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// weigh charges a line for every square that it does not explain.
func (t *Tracker) weigh(l *line) {
	men := l.pos().Placement()
	l.diff = t.board.differ(men)
	l.pushed = t.pushedAside(l)
	l.fit = 0
	for rest := l.diff &^ l.pushed; rest != 0; {
		sq := rest.Pop()
		l.fit += t.squareCost(l, sq, men[sq])
	}
	for rest := l.pushed; rest != 0; {
		sq := rest.Pop()
		l.fit += min(t.squareCost(l, sq, men[sq]), t.costs.pushed)
	}
	if l.open {
		l.fit += t.pressCost(l)
	}
	if t.astray(l) {
		l.fit += t.costs.astray
	}
}

// pressCost charges a press that has no ply to show for it; little while the board
// may still tell one, which is longer when a man of its player is in the air.
func (t *Tracker) pressCost(l *line) int {
	wait := t.cfg.LateMs - DefaultLateMs
	if t.inAir(l) {
		wait = t.late()
	}
	if l.by == l.pos().Turn() && !t.after(l.openT+wait) {
		return t.costs.latePly
	}
	return t.costs.noMove
}

// inAir reports whether the player having the move in a line has lifted more men
// since his turn began than he has put anywhere; on a board that names no men, any.
func (t *Tracker) inAir(l *line) bool {
	p := l.pos()
	left := t.offInTurn(l).Len()
	for rest := t.board.changedSince(l.diff, l.turnSeq(l.n)); rest != 0; {
		if t.board.sensed[rest.Pop()].Is(p.Turn()) {
			left--
		}
	}
	return left > 0
}

// astray reports whether, besides a ply, its player has put another man of his
// elsewhere in the same turn.
func (t *Tracker) astray(l *line) bool {
	for rest := l.diff &^ l.pushed; rest != 0; {
		if t.strays(l, rest.Pop()) {
			return true
		}
	}
	return false
}

// strays reports whether the man on a square is one of those.
func (t *Tracker) strays(l *line, sq placement.Square) bool {
	seq, man := t.board.seqOf[sq], t.board.sensed[sq]
	if seq <= l.seq || !man.Known() {
		return false
	}
	for i := range l.n {
		s := &l.steps[i]
		misread := s.legal() && s.move.To() == sq && s.move.Promotion() == legality.NoKind // it is the man that moved
		slid := l.restedOnWay(i, seq, man) && l.pos().Men(man.Color(), man.Kind())&l.diff == 0
		if !misread && !slid && !l.captures(i+1, man) && man.Is(s.side) && seq > l.turnSeq(i) && (i == l.n-1 || seq <= l.steps[i+1].seq) {
			return true
		}
	}
	return false
}

// captures reports whether a ply of a line, the i-th or a later one, captures such a
// man: he may be seen on his way off the board, even before the man that took him.
func (l *line) captures(i int, man placement.Piece) bool {
	for ; i < l.n; i++ {
		s := &l.steps[i]
		if p := l.before(i); s.legal() {
			if sq := p.Captured(s.move); sq != placement.NoSquare && p.At(sq) == man {
				return true
			}
		}
	}
	return false
}

// remember charges the readings of which a man strayed that is now taken up
// again: that it is not there any more does not undo that it was.
func (t *Tracker) remember(sq placement.Square) {
	for i := range t.lines {
		if l := &t.lines[i]; l.diff.Has(sq) && t.strays(l, sq) && l.completedLast() {
			l.cost += t.costs.astray
		}
	}
}

// completedLast reports whether a line's last ply was pressed.
func (l *line) completedLast() bool { return l.n > 0 && l.last().completed() }

// vanished reports whether a man was lifted in a line and not seen again, though
// his player has moved another one since. One that was gone before tells nothing of
// the plies of the line.
func (t *Tracker) vanished(l *line, sq placement.Square, has placement.Piece) bool {
	lifted, since := t.board.seqOf[sq], false
	if lifted <= l.seqBefore {
		return false
	}
	for i := l.n - 1; i >= 0; i-- {
		s := &l.steps[i]
		if s.squares.Has(sq) {
			return since && s.seq < lifted
		}
		since = since || has.Is(s.side) && s.seq > lifted
	}
	return since
}

// otherwiseSince is since which change of the board, and since when, a square reads
// otherwise than a line has it: since it changed, or since a ply changed what should
// stand there.
func (t *Tracker) otherwiseSince(l *line, sq placement.Square) (seq int, at int64) {
	seq, at = t.board.seqOf[sq], t.board.at[sq]
	for i := l.n - 1; i >= 0; i-- {
		if s := &l.steps[i]; s.squares.Has(sq) {
			return max(seq, s.seq), max(at, s.at)
		}
	}
	return seq, at
}

// restedOnWay reports whether such a man, put down with the seq-th change of the board,
// can have rested there on the way of the i-th ply.
func (l *line) restedOnWay(i, seq int, man placement.Piece) bool {
	s := &l.steps[i]
	return s.legal() && seq < s.seq && man == l.before(i).At(s.move.From())
}

// surplus reports whether a man put down with the seq-th change of the board is none
// that a line has: none like him is off its square, so he is one that it has captured.
func (l *line) surplus(man placement.Piece, seq int) bool {
	if !man.Known() || l.n == 0 || l.pos().Men(man.Color(), man.Kind())&l.diff != 0 {
		return false
	}
	for i := range l.n {
		if seq > l.turnSeq(i) && l.restedOnWay(i, seq, man) {
			return false // it has left, and its lift was lost
		}
	}
	return true
}

// squareCost charges a line for a square that reads otherwise than the line has
// it. No hand has a man still whose player has moved another one since.
func (t *Tracker) squareCost(l *line, sq placement.Square, has placement.Piece) int {
	if t.board.has(sq) {
		return t.costs.broken
	}
	seq, at := t.otherwiseSince(l, sq)
	since := t.now - at
	long := since >= t.cfg.MadeRestMs && seq > 0
	if t.board.sensed[sq] == placement.Empty {
		cost := t.costs.otherInHand
		if has.Is(l.pos().Turn()) {
			cost = t.costs.inHand
		}
		if long || seq > 0 && seq < l.playedSeq(has.Color()) {
			cost += t.costs.gone
		}
		if t.vanished(l, sq, has) {
			cost += t.costs.vanished
		}
		return cost
	}
	cost := t.costs.extra
	if has != placement.Empty {
		cost = t.costs.replaced
	}
	if long {
		cost += t.costs.standing
	} else if since >= slideMs && seq > 0 {
		cost += t.costs.lingers
	}
	put := seq > 0 && seq == t.board.seqOf[sq] // not one whose lift was lost
	if has == placement.Empty && since >= slideMs && put && l.surplus(t.board.sensed[sq], seq) {
		cost += t.costs.surplus
	}
	return cost
}
