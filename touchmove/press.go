package touchmove

import (
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove/laws"
)

func (t *Tracker) onPress(r *sensor.Record) {
	first := !t.clock.used
	if !t.useClock() {
		return
	}
	if first && t.cfg.Rules.Settles(laws.TopicEarlyReply) {
		t.judgeFirstReply()
	}
	t.press(r.Side)
}

// press applies a press to every hypothesis. It counts only for the player whose clock
// runs; while both are stopped it counts for nobody.
func (t *Tracker) press(side placement.Color) {
	if t.pressesKing(side) {
		t.denySignal()
	}
	t.pressWaiting()
	if t.clock.held && t.setUpAgain() {
		t.startClock(sensor.RunningFor(side.Other())) // only the lever reports the clock of the next game
	}
	if t.frozen() {
		t.clock.running = sensor.RunningFor(side.Other())
		return
	}
	t.judgePresser(side)
	counts := t.clock.running.Is(side)
	if counts {
		t.careless[side] = false
		t.clock.presses.Press(side, t.now)
		t.clock.running = sensor.RunningFor(side.Other())
		t.clock.awaits, t.clock.shown, t.clock.by, t.clock.pressed = true, false, side, t.now
	}
	if loose := t.bestHypothesis().loose; !counts && !loose {
		t.sayLever(side)
	} else if loose {
		t.clock.running = sensor.RunningFor(side.Other())
	}
	best := t.bestHypothesis()
	t.pressHypothesis(best, side, counts, true)
	for i := range t.hypotheses {
		if l := &t.hypotheses[i]; l != best {
			t.pressHypothesis(l, side, counts, false)
		}
	}
	t.grow()
}

// sayLever reports that a press completes nothing, in rule sets that define what a press
// does.
func (t *Tracker) sayLever(side placement.Color) {
	if t.cfg.Rules.Settles(laws.TopicLever) {
		t.say(Finding{Code: PressWithoutEffect, Side: laws.PartyOf(side)})
	}
}

// pressHypothesis applies a press to a hypothesis: it completes that player's last ply
// (6.2.1), or stays open until a ply explains it. Only the best hypothesis may complete a
// confirmed ply.
func (t *Tracker) pressHypothesis(l *hypothesis, side placement.Color, counts, best bool) {
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
		return // the press belongs to play that the hypothesis does not know
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

// moving reports whether a player has the move in a hypothesis and has held a piece since
// the turn began. Then the press more likely belongs to a ply whose last piece the board
// has not shown yet than to one that was answered.
func (t *Tracker) moving(l *hypothesis, side placement.Color) bool {
	return l.pos().Turn() == side && l.n+t.spine.Len() > 1 && t.inAir(l)
}

// pressStep completes the i-th ply of a hypothesis.
func (t *Tracker) pressStep(l *hypothesis, i int, at int64) {
	s := &l.steps[i]
	s.pressed, s.replied, s.clock = at, i < l.n-1, t.timeLeft(s.side)
	if i < l.n-1 {
		l.cost += t.costs.latePress
	}
	if t.unsettled(l, i) {
		l.cost += t.costs.notSettle
		s.paid += t.costs.notSettle // unless it lands later, see showAgain
	}
}

// pressEarlier gives an open press that no ply explains to the player's last ply that was
// not pressed; false if there is none.
func (t *Tracker) pressEarlier(l *hypothesis) bool {
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
	if !t.pressConfirmed(l, l.by, l == t.bestHypothesis()) {
		return false
	}
	l.open = false
	l.reopen()
	return true
}

// tryPress notes a press without effect. After a takeback the clock may run for the
// opponent already, but the player has done what completes the move.
func (l *hypothesis) tryPress(side placement.Color) {
	if s := l.last(); s != nil && s.side == side {
		s.tried = true
	}
}

// unsettled reports whether the i-th ply of a hypothesis is not yet in place when its clock
// is pressed, or whether its player has lifted or put elsewhere another piece.
func (t *Tracker) unsettled(l *hypothesis, i int) bool {
	s := &l.steps[i]
	pieces := s.after.Placement()
	for rest := t.board.changedSince(l.diff&^s.squares, l.turnSeq(i)); rest != 0; {
		if sq := rest.Pop(); t.board.sensed[sq].Is(s.side) || t.board.sensed[sq] == placement.Empty && pieces[sq].Is(s.side) {
			return true
		}
	}
	return i == l.n-1 && l.diff&s.squares != 0
}

// pressConfirmed completes a confirmed ply that was not pressed yet. Without a known clock,
// a ply is confirmed when it is made. It completes the ply for the best hypothesis only;
// for another one it reports whether that has been done.
func (t *Tracker) pressConfirmed(l *hypothesis, side placement.Color, best bool) bool {
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
			p.CompletedAt, p.pressed = t.now, t.now
			if t.cfg.Rules.Completes() {
				t.complete(p, MoveCompleted)
			}
			return true
		case p.State == StateIllegalStands && p.CompletedAt < 0: // a ruling let it stand before it was pressed
			p.CompletedAt, p.pressed = t.now, t.now
			t.touchGame()
			return true
		case p.MadeAt < 0 && p.CompletedAt < 0 && i == len(t.plies)-1: // played before the log begins and, as the clock shows, not pressed
			p.CompletedAt = t.now
			t.touchGame()
			return true
		}
		return p.CompletedAt == t.now || p.Side == t.mended && p.Number == t.mendedPly
	}
	return false
}

// settlePress gives an open press to the ply that has just been shown, unless its piece was
// lifted after the press.
func (t *Tracker) settlePress(l *hypothesis) {
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

// judgePress reports that the clock was pressed and no move explains it.
func (t *Tracker) judgePress() {
	l := t.bestHypothesis()
	if !l.open || !t.after(l.openT+t.cfg.LateMs) || t.pressesEarlier(l.by) || !t.after(l.openT+t.grace()) || t.replyMayTell(l) {
		return
	}
	f := Finding{Code: ClockNoMove, Level: Certain, Side: laws.PartyOf(l.by), Ply: t.spine.Len() + l.n + 1}
	switch {
	case t.noMove, t.irregular >= 0, l.n > 0 && !l.last().legal(), t.turn.reported[Displacement]:
		f.Level = Arbiter // an earlier finding may explain the press
	case t.handHolds(l):
		f.Code, f.Level = MoveIncomplete, Arbiter // the piece may stand badly centred, or lie, and show late
	case l.diff != 0 || t.disorder.squares != 0:
		f.Level = Arbiter // what else happened on the board may explain it
	}
	switch {
	case t.rotated: // nothing that the board shows is what was done
	case t.pressesBack(l):
		t.say(Finding{Code: Displaced, Side: laws.PartyOf(l.by.Other()), Squares: t.disorder.squares})
	default:
		t.sayPress(l, f)
	}
	t.noMove = true
	by := l.by
	for i := range t.hypotheses {
		if o := &t.hypotheses[i]; o.open && o.by == by {
			o.closePress(t.costs.noMove)
			t.score(o)
		}
	}
}

// replyMayTell reports whether a piece of the player who pressed is in the air and one of
// the opponent's too, lifted later. The opponent's piece may capture the first one where no
// scan has shown it.
func (t *Tracker) replyMayTell(l *hypothesis) bool {
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

// pressesEarlier gives a player's open press, in every hypothesis that has one, to an
// earlier ply of that player that was not pressed; false if the best hypothesis has none.
func (t *Tracker) pressesEarlier(side placement.Color) bool {
	l := t.bestHypothesis()
	if !t.pressEarlier(l) {
		return false
	}
	for i := range t.hypotheses {
		if o := &t.hypotheses[i]; o.open && o.by == side && t.after(o.openT+t.cfg.LateMs) {
			t.pressEarlier(o)
		}
	}
	return true
}

// sayPress reports a press without a move: as an illegal move in rule sets that count it as
// one (7.5.3), else for the arbiter.
func (t *Tracker) sayPress(l *hypothesis, f Finding) {
	topic := f.Code.Topics()[0]
	if !t.cfg.Rules.Has(topic, laws.AsIllegal) {
		f.Level = Arbiter
	}
	if f.Remedy = t.pressRemedy(l, f); f.Remedy != nil {
		f.MarkCastling(l.pos())
	}
	t.say(f)
	if f.Level == Certain {
		t.judgeSecond(f)
	}
}

// pressesBack reports whether a player presses without a move because the opponent has
// displaced pieces, who then puts them right in his own time (FIDE 1997, 7.3).
func (t *Tracker) pressesBack(l *hypothesis) bool {
	if !t.cfg.Rules.Has(laws.TopicKnocked, laws.PressedBack) || t.disorder.code != Displaced {
		return false
	}
	p := l.pos()
	for rest := t.disorder.squares & l.diff; rest != 0; {
		if p.At(rest.Pop()).Is(l.by) {
			return false // an own piece is displaced
		}
	}
	return t.disorder.squares != 0
}

// closePress charges an open press. The answer of the other player may be open then.
func (l *hypothesis) closePress(cost int) {
	l.cost, l.open = l.cost+cost, false
	if l.by == l.pos().Turn() {
		l.idleT, l.idleN = l.openT, l.base+l.n
	}
	l.reopen()
}

// reopen opens the press of the other player that came while one was open.
func (l *hypothesis) reopen() {
	if l.backT > 0 {
		l.open, l.by, l.openT, l.backT = true, l.by.Other(), l.backT, 0
	}
}

// handHolds reports whether a piece of the player who pressed is in the air, and every
// other piece off its square is one that he may be capturing.
func (t *Tracker) handHolds(l *hypothesis) bool {
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

// pressRemedy returns what follows from a press without a move that the rule set treats as
// an illegal move (7.5.3), and what binds the player. It counts as an offence only if it is
// certain. If it is not, the remedy is what follows if the arbiter finds it so.
func (t *Tracker) pressRemedy(l *hypothesis, f Finding) *Remedy {
	certain := f.Level == Certain
	if !t.cfg.Rules.Has(f.Code.Topics()[0], laws.AsIllegal) || !certain && !t.ordinary(l) {
		return nil
	}
	t.game.Illegal[l.by]++
	r := t.remedy(l.pos(), l.by)
	if !certain {
		t.game.Illegal[l.by]--
	} else {
		t.counted = l.openT
		t.touchGame()
	}
	r.Restore, r.Bound = l.pos().FEN(), t.boundAt(l, l.openT)
	r.Clock = t.clockAfter(r, l.by, l.openT, f.Ply)
	return r
}

// ordinary reports whether nothing irregular came before a press.
func (t *Tracker) ordinary(l *hypothesis) bool {
	return !t.noMove && t.irregular < 0 && (l.n == 0 || l.last().legal()) && !t.turn.reported[Displacement]
}

// boundAt lists the moves that are open to the player having the move after his acts up to
// a moment; nil if these are all legal moves.
func (t *Tracker) boundAt(l *hypothesis, at int64) []string {
	h, before := &t.hands, l.pos()
	h.read(t, l, l.n, l.turnSeq(l.n), 0, true)
	acts := h.acts.Until(at)
	acts.Touches = slices.DeleteFunc(h.deliberate(placement.NoSquare), func(touch laws.Touch) bool { return touch.At > at })
	duty := t.duty(before, &acts)
	if duty.Free {
		return nil
	}
	return laws.SortedUCI(before, duty.Allowed)
}

// judgeReply reports that a move was answered before its clock was pressed.
func (t *Tracker) judgeReply(l *hypothesis, i int) {
	if !t.clock.used || i == 0 || !t.cfg.Rules.Settles(laws.TopicEarlyReply) {
		return
	}
	s, prev := &l.steps[i], &l.steps[i-1]
	early := prev.at-s.at > crossedMs // it stood there before the move that it would answer
	if !early && !prev.inferred && !prev.completed() && !prev.idled {
		t.sayReply(&t.reported[i])
	}
}

func (t *Tracker) sayReply(w *reported) {
	if w.replied {
		return
	}
	w.replied = true
	t.say(Finding{Code: ReplyBeforePress, Side: laws.PartyOf(w.step.side), Ply: w.number, UCI: w.uci, SAN: w.san})
}

// judgeFirstReply reports that a move was answered before the first press of all, which
// shows only now that there is a clock. Plies from before the log begins count as pressed.
func (t *Tracker) judgeFirstReply() {
	n := len(t.plies)
	made := func(i int) bool { return i >= 0 && t.plies[i].State == StateMade }
	switch {
	case len(t.reported) > 1 || len(t.reported) == 1 && made(n-1):
		t.sayReply(&t.reported[len(t.reported)-1])
	case len(t.reported) == 0 && made(n-1) && made(n-2):
		p := &t.plies[n-1]
		t.say(Finding{Code: ReplyBeforePress, Side: laws.PartyOf(p.Side), Ply: p.Number, UCI: p.UCI, SAN: p.SAN})
	}
}
