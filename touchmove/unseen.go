package touchmove

import (
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// extendUnseen adds the plies of a man that has left its square and was not seen
// to be put down anywhere: the captures that a board without kinds cannot show,
// since another man stood there in the scan before, and the moves whose drop was
// lost. Which one it was, later plies may tell.
func (t *Tracker) extendUnseen(i int) {
	l := &t.lines[i]
	pressed := l.open && l.by == l.pos().Turn()
	off := t.offInTurn(l)
	for rest := off; rest != 0; {
		from := rest.Pop()
		touched, playedOn := t.answerTo(l, from)
		retaken := !pressed && !touched && t.board.unnamed && t.lifted(l, from) != 0
		if !pressed && !touched && !retaken || t.seenElsewhere(l, from) {
			continue
		}
		cost := t.costs.ply + t.costs.otherOff*(off.Len()-1)
		if retaken {
			cost += t.costs.retaken
		}
		if t.clock.used && !pressed && !l.idle() {
			cost += t.costs.unpressed
		}
		t.addUnseen(i, from, cost, playedOn)
	}
}

// idle reports whether the player who is to play a line's next ply has pressed
// his clock without one to show for it.
func (l *line) idle() bool {
	return l.idleT > 0 && l.idleN == l.base+l.n && !(l.open && l.by == l.pos().Turn())
}

// offInTurn is the squares of the men of the player having the move in a line
// that were lifted since his turn began, and not just missed in a full scan.
func (t *Tracker) offInTurn(l *line) placement.Set {
	p, off := l.pos(), placement.Set(0)
	for rest := t.board.changedSince(p.Occupied(p.Turn())&l.diff, l.earlierSeq()); rest != 0; {
		sq := rest.Pop()
		if c := t.board.change(t.board.seqOf[sq]); t.board.sensed[sq] == placement.Empty && (c == nil || !c.scan) {
			off |= sq.Set()
		}
	}
	return off
}

// earlierSeq is the change of the board with which the turn of a line's last ply
// began: in it the man for the next one may have been lifted already.
func (l *line) earlierSeq() int {
	if l.n == 0 {
		return l.seqBefore
	}
	return l.turnSeq(l.n - 1)
}

// answerTo reports whether the opponent has lifted a man of his since the man from
// a square was lifted, which is none that this one has taken, and whether play has
// gone on from there: he has put it elsewhere, or has been answered himself.
func (t *Tracker) answerTo(l *line, from placement.Square) (touched, landed bool) {
	p := l.pos()
	var off, on placement.Set
	for rest := t.board.changedSince(l.diff, t.board.seqOf[from]); rest != 0; {
		sq := rest.Pop()
		switch shows := t.board.sensed[sq]; {
		case shows == placement.Empty && p.At(sq).Is(p.Turn().Other()):
			off |= sq.Set()
			touched = touched || !canGo(p, from, sq)
		case shows != placement.Empty && !shows.Is(p.Turn()):
			on |= sq.Set()
		}
	}
	for rest := on; rest != 0 && !touched; {
		shows := t.board.sensed[rest.Pop()]
		touched = shows.Known() && p.Men(shows.Color(), shows.Kind())&off != 0
	}
	return touched, touched && (on != 0 || t.movedOn(l, from, off))
}

// movedOn reports whether, on a board that names men, the player having the move in a
// line has moved a man other than the one from a square, after the opponent has lifted
// one of the given.
func (t *Tracker) movedOn(l *line, from placement.Square, theirs placement.Set) bool {
	p, first := l.pos(), t.board.seq
	for theirs != 0 {
		first = min(first, t.board.seqOf[theirs.Pop()])
	}
	for rest := t.board.changedSince(l.diff, first); rest != 0; {
		sq := rest.Pop()
		shows := t.board.sensed[sq]
		if !shows.Known() || !shows.Is(p.Turn()) {
			continue
		}
		like := p.Men(shows.Color(), shows.Kind()) & l.diff &^ from.Set()
		if t.board.changedSince(like, first) != 0 {
			return true
		}
	}
	return false
}

// lifted is the squares of the opponent's men that were lifted since the man from a
// square was, and before a press, and are off: on a board that names no men they may
// be answers to a capture that was not seen, though that man could have gone there.
func (t *Tracker) lifted(l *line, from placement.Square) placement.Set {
	theirs, off := l.pos().Occupied(l.pos().Turn().Other()), placement.Set(0)
	for rest := t.board.changedSince(l.diff&theirs, t.board.seqOf[from]); rest != 0; {
		if sq := rest.Pop(); t.board.sensed[sq] == placement.Empty && (!l.open || t.board.at[sq] <= l.openT) {
			off |= sq.Set()
		}
	}
	return off
}

// seenElsewhere reports whether a board that names men shows on another square the
// man that was lifted from one: then his drop was not lost.
func (t *Tracker) seenElsewhere(l *line, from placement.Square) bool {
	p := l.pos()
	man := p.At(from)
	if p.Men(man.Color(), man.Kind())&l.diff != from.Set() {
		return false // or another such man
	}
	for rest := t.board.changedSince(l.diff, t.board.seqOf[from]); rest != 0; {
		if t.board.sensed[rest.Pop()] == man {
			return true
		}
	}
	return false
}

// addUnseen adds to line i the plies of a man whose drop was not seen: those
// that a board without kinds cannot show and, once play has gone on, those whose drop was
// lost.
func (t *Tracker) addUnseen(i int, from placement.Square, cost int, playedOn bool) {
	p := t.lines[i].pos()
	var buf [64]legality.Move
	moves := p.AppendMovesFrom(buf[:0], from)
	kept, taken, broken := 0, 0, false
	exchanged := t.exchangedSquares(&t.lines[i])
	elsewhere := exchanged != 0 || t.refilled(&t.lines[i], from) || t.landed(&t.lines[i], from)
	if elsewhere {
		cost += t.costs.elsewhere // but not for the move that the board shows; see extendExchanged
	}
	if off := t.lifted(&t.lines[i], from); off.Len() == 1 {
		exchanged |= off // no other man is off that could have taken there, too
	}
	for _, m := range moves {
		extra, possible := t.unseenCost(p, m)
		if !possible || extra > 0 && !playedOn || exchanged.Has(m.To()) {
			continue
		}
		if extra == 0 {
			taken++
		}
		broken = broken || t.board.has(m.To())
		moves[kept] = m
		kept++
	}
	for _, m := range moves[:kept] {
		lost, _ := t.unseenCost(p, m)
		if t.lines[i].n == maxOpen {
			return
		}
		if broken && !t.board.has(m.To()) {
			lost += t.costs.elsewhere // a square that tells nothing was open to it
		}
		s := step{move: m, act: legality.ActLegal, after: p.Play(m), inferred: true, oneOf: kept, noDrop: lost > 0, elsewhere: elsewhere}
		if lost == 0 {
			s.oneOf = taken
		}
		t.addIdle(i, s, cost+lost)
	}
}

// addIdle adds a step that was not seen whole, or adds nothing to what was seen of
// it before. If its player has pressed his clock without one to show for it, the
// press was its.
func (t *Tracker) addIdle(i int, s step, cost int) {
	l := &t.lines[i]
	s.side = l.pos().Turn()
	idle, at := l.idle(), l.idleT
	if old := t.child(l, &s); old != nil && !old.last().inferred {
		idle = false
	}
	if idle {
		cost -= t.costs.noMove
	}
	child := t.addStep(i, s, cost)
	if child != nil && idle && child.last().pressed < 0 {
		child.last().pressed = at
	}
}

// unseenCost is what it costs that a move's drop was not seen: nothing for the
// capture of a man on a board that does not name it; false if the board shows
// that it was not played.
func (t *Tracker) unseenCost(p *legality.Position, m legality.Move) (int, bool) {
	if m.IsCastling() || m.Promotion() != legality.NoKind && m.Promotion() != legality.Queen {
		return 0, false
	}
	victim, reads := p.Captured(m), t.board.sensed[m.To()]
	switch {
	case victim == m.To() && t.board.unnamed && (reads != placement.Empty || t.board.seqOf[m.To()] > t.board.seqOf[m.From()]):
		return 0, true // if it reads empty, the man that captured is being captured himself
	case (victim == placement.NoSquare || victim == m.To()) && t.board.has(m.To()):
		return t.costs.broken, true
	case victim == m.To() && reads != placement.Empty:
		return t.costs.lostDrop, reads == p.At(victim)
	case victim != placement.NoSquare && victim != m.To() && t.board.sensed[victim] != placement.Empty:
		return 0, false
	}
	if t.board.unnamed {
		return t.costs.namelessDrop, reads == placement.Empty
	}
	return t.costs.lostDrop, reads == placement.Empty
}
