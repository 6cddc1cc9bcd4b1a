package touchmove

import "github.com/boardd/boardd/legality/placement"

// judgePress finds that the clock was pressed and no move explains it.
func (t *Tracker) judgePress() {
	l := t.bestLine()
	if !l.open || !t.after(l.openT+t.cfg.LateMs) || t.pressesEarlier(l.by) || !t.after(l.openT+t.grace()) || t.replyMayTell(l) {
		return
	}
	f := Finding{Code: ClockNoMove, Level: Certain, Side: PartyOf(l.by), Ply: t.spine.Len() + l.n + 1}
	switch {
	case t.noMove, t.irregular >= 0, l.n > 0 && !l.last().legal(), t.turn.said[Displacement]:
		f.Level = Arbiter // what was found before may explain the press
	case t.handHolds(l):
		f.Code = MoveIncomplete
	case l.diff != 0 || t.disorder.squares != 0:
		f.Level = Arbiter // what else happened on the board may explain it
	}
	t.noMove = true
	switch {
	case t.rotated: // nothing that the board shows is what was done
	case t.pressesBack(l):
		t.say(Finding{Code: Displaced, Side: PartyOf(l.by.Other()), Squares: t.disorder.squares})
	default:
		t.sayPress(l, f)
	}
	for i := range t.lines {
		if o := &t.lines[i]; o.open && o.by == l.by && o != l {
			o.closePress(t.costs.noMove)
		}
	}
	l.closePress(t.costs.noMove)
}

// replyMayTell reports whether a man of the player who pressed is in the air, and
// one of his opponent's, too, lifted later: it may come to stand where it captures
// the first one, which no scan has seen there.
func (t *Tracker) replyMayTell(l *line) bool {
	p := l.pos()
	if l.by != p.Turn() || !t.inAir(l) || t.after(l.openT+disorderMs) {
		return false
	}
	lifted := t.board.seq
	for rest := t.offInTurn(l); rest != 0; {
		lifted = min(lifted, t.board.seqOf[rest.Pop()])
	}
	for rest := t.board.changedSince(p.Occupied(l.by.Other())&l.diff, lifted); rest != 0; {
		if sq := rest.Pop(); t.board.sensed[sq] == placement.Empty && !t.capturable(p, sq) {
			return true
		}
	}
	return false
}

// pressesEarlier gives a player's open press, in every line that has one, to a ply
// of his that was not pressed; false if the best line has none.
func (t *Tracker) pressesEarlier(side placement.Color) bool {
	l := t.bestLine()
	if !t.pressEarlier(l) {
		return false
	}
	for i := range t.lines {
		if o := &t.lines[i]; o.open && o.by == side && t.after(o.openT+t.cfg.LateMs) {
			t.pressEarlier(o)
		}
	}
	return true
}

// sayPress says that a press was none of a move: an illegal move where the text
// takes it for one (7.5.3), else for the arbiter.
func (t *Tracker) sayPress(l *line, f Finding) {
	topic := codeTopics[f.Code][0]
	if !t.cfg.Rules.has(topic, asIllegal) {
		f.Level = Arbiter
	}
	f.Remedy = t.pressRemedy(l, f)
	t.say(f)
	t.judgeSecond(f)
}

// pressesBack reports whether a press without a move is the one that a player
// whose opponent has displaced men may make, so that they are put right in the
// opponent's own time (FIDE 1997, 7.3).
func (t *Tracker) pressesBack(l *line) bool {
	if !t.cfg.Rules.has(topicKnocked, pressedBack) || t.disorder.code != Displaced {
		return false
	}
	p := l.pos()
	for rest := t.disorder.squares & l.diff; rest != 0; {
		if p.At(rest.Pop()).Is(l.by) {
			return false // his own man is displaced
		}
	}
	return t.disorder.squares != 0
}

// closePress pays for an open press; the other player's answer to it is open then.
func (l *line) closePress(cost int) {
	l.cost, l.open = l.cost+cost, false
	if l.by == l.pos().Turn() {
		l.idleT, l.idleN = l.openT, l.base+l.n
	}
	l.reopen()
}

// reopen opens the press of the other player that came while one was open.
func (l *line) reopen() {
	if l.backT > 0 {
		l.open, l.by, l.openT, l.backT = true, l.by.Other(), l.backT, 0
	}
}

// handHolds reports whether a man of the player who pressed is in the air, and
// all that is off its square besides is what he may be capturing.
func (t *Tracker) handHolds(l *line) bool {
	p, holds := l.pos(), false
	for rest := l.diff &^ (t.disorder.squares | t.disorder.silent); rest != 0; {
		sq := rest.Pop()
		own := p.At(sq).Is(l.by)
		if t.board.sensed[sq] != placement.Empty || !own && !t.capturable(p, sq) {
			return false
		}
		holds = holds || own && t.board.seqOf[sq] > l.turnSeq(l.n)
	}
	return holds && p.Turn() == l.by
}

// pressRemedy treats the press as an illegal move (7.5.3), where that is certain.
func (t *Tracker) pressRemedy(l *line, f Finding) *Remedy {
	if f.Level != Certain {
		return nil
	}
	t.game.Illegal[l.by]++
	t.counted = l.openT
	t.touchGame()
	return t.remedy(l.pos(), l.by)
}
