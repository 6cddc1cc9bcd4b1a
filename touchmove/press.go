package touchmove

import (
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

func (t *Tracker) onPress(r *sensor.Record) {
	first := !t.clock.used
	if !t.useClock() {
		return
	}
	if first && t.cfg.Rules.settles(topicEarlyReply) {
		t.judgeFirstReply()
	}
	t.press(r.Side)
	t.evaluate()
}

// press follows a press through every line. It counts only for the player
// whose clock runs; while both are stopped it counts for nobody.
func (t *Tracker) press(side placement.Color) {
	if t.pressesKing(side) {
		t.denySignal()
	}
	t.pressWaiting()
	if t.frozen() {
		t.clock.running = sensor.RunningFor(side.Other())
		return
	}
	counts := t.clock.running.Is(side)
	if counts {
		t.careless[side] = false
		t.clock.running = sensor.RunningFor(side.Other())
		t.clock.awaits, t.clock.by, t.clock.pressed = true, side, t.now
	}
	if loose := t.bestLine().loose; !counts && !loose {
		t.sayLever(side)
	} else if loose {
		t.clock.running = sensor.RunningFor(side.Other())
	}
	best := t.bestLine()
	t.pressLine(best, side, counts, true)
	for i := range t.lines {
		if l := &t.lines[i]; l != best {
			t.pressLine(l, side, counts, false)
		}
	}
	t.grow()
}

// sayLever says that a press completes nothing, where the text knows what a press
// is for.
func (t *Tracker) sayLever(side placement.Color) {
	if t.cfg.Rules.settles(topicLever) {
		t.say(Finding{Code: PressWithoutEffect, Side: PartyOf(side)})
	}
}

// pressLine lets a line take a press: it completes that player's last ply
// (6.2.1), or stays open until a ply explains it. Only the best line may complete a ply
// that is confirmed.
func (t *Tracker) pressLine(l *line, side placement.Color, counts, best bool) {
	if restores := l.base < t.spine.Len() && t.irregular >= 0; !counts && !l.loose && !restores {
		l.tryPress(side)
		return
	}
	l.loose = false
	for i := l.n - 1; i >= 0; i-- {
		s := &l.steps[i]
		if s.side != side {
			continue
		}
		if s.completed() || i < l.n-1 && t.moving(l, side) {
			break
		}
		t.pressStep(l, i, t.now)
		return
	}
	if !t.moving(l, side) && t.pressConfirmed(l, side, best) {
		return
	}
	if t.irregular >= 0 && l.base == t.irregular {
		return // the press belongs to play that the line knows nothing of
	}
	switch {
	case l.open && l.by != side:
		l.backT = t.now
		return
	case l.open:
		l.cost += t.costs.noMove
	}
	l.open, l.by, l.openT = true, side, t.now
}

// moving reports whether a player has the move in a line and has a man in his hand
// since his turn began: the press is more likely that of a ply whose last man the
// board has not shown yet than of one that was answered.
func (t *Tracker) moving(l *line, side placement.Color) bool {
	return l.pos().Turn() == side && l.n+t.spine.Len() > 1 && t.inAir(l)
}

// pressStep completes the i-th ply of a line.
func (t *Tracker) pressStep(l *line, i int, at int64) {
	s := &l.steps[i]
	s.pressed, s.replied, s.clock = at, i < l.n-1, t.timeLeft(s.side)
	if i < l.n-1 {
		l.cost += t.costs.latePress
	}
	if t.unsettled(l, i) {
		l.cost += t.costs.notSettle
		s.paid += t.costs.notSettle // unless it lands yet, see showAgain
	}
}

// pressEarlier gives an open press for which no ply has come to the last one of
// that player that was not pressed; false if there is none.
func (t *Tracker) pressEarlier(l *line) bool {
	for i := l.n - 1; i >= 0; i-- {
		s := &l.steps[i]
		if s.side != l.by {
			continue
		}
		if s.completed() {
			return false
		}
		t.pressStep(l, i, l.openT)
		l.open = false
		l.reopen()
		return true
	}
	if !t.pressConfirmed(l, l.by, l == t.bestLine()) {
		return false
	}
	l.open = false
	l.reopen()
	return true
}

// tryPress takes note of a press without effect: after a takeback the clock may
// run for the opponent already, but the player has done what he does to complete
// his move.
func (l *line) tryPress(side placement.Color) {
	if s := l.last(); s != nil && s.side == side {
		s.tried = true
	}
}

// unsettled reports whether the i-th ply of a line does not stand as it should
// when its clock is pressed, or its player has lifted or put elsewhere another man.
func (t *Tracker) unsettled(l *line, i int) bool {
	s := &l.steps[i]
	men := s.after.Placement()
	for rest := t.board.changedSince(l.diff&^s.squares, l.turnSeq(i)); rest != 0; {
		if sq := rest.Pop(); t.board.sensed[sq].Is(s.side) || t.board.sensed[sq] == placement.Empty && men[sq].Is(s.side) {
			return true
		}
	}
	return i == l.n-1 && l.diff&s.squares != 0
}

// pressConfirmed completes a confirmed ply that was not pressed yet: without a
// clock known, a ply is confirmed when it is made. It does so for the best line only;
// for another one it reports whether that has been done.
func (t *Tracker) pressConfirmed(l *line, side placement.Color, best bool) bool {
	if l.base != t.spine.Len() {
		return false
	}
	for i := len(t.plies) - 1; i >= 0 && i >= len(t.plies)-2; i-- {
		p := &t.plies[i]
		if p.Side != side {
			continue
		}
		switch {
		case p.CompletedAt < 0 && !best:
			return false
		case p.State == StateMade && p.CompletedAt < 0:
			p.CompletedAt = t.now
			if t.cfg.Rules.Completes() {
				t.complete(p, MoveCompleted)
			}
			return true
		case p.State == StateIllegalStands && p.CompletedAt < 0: // let stand by a ruling before it was pressed
			p.CompletedAt = t.now
			t.touchGame()
			return true
		}
		return p.CompletedAt == t.now || p.Side == t.mended && p.Number == t.mendedPly
	}
	return false
}

// settlePress gives an open press to the ply that has just been shown, but not to one
// whose man was lifted only after it.
func (t *Tracker) settlePress(l *line) {
	s := l.last()
	if s.move != legality.NoMove && !s.inferred && t.board.at[s.move.From()] > l.openT+t.late() {
		l.closePress(t.costs.noMove)
		return
	}
	s.pressed, s.clock, l.open = l.openT, t.timeLeft(s.side), false
	switch {
	case s.at <= l.openT:
	case s.at-l.openT <= t.late():
		l.cost += t.costs.latePly
	default:
		l.cost += t.costs.tardyPly
	}
	l.reopen()
}
