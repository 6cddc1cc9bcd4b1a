package touchmove

import (
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
)

func (t *Tracker) refuseCorrect(c *Command) *Refusal {
	l := t.bestLine()
	if last := t.spine.Len() + l.n; c.Ply < 1 || c.Ply > last {
		return cannot("ply %d is not one of the game, which has %d", c.Ply, last)
	}
	p := *t.positionAt(c.Ply - 1)
	m, err := p.ParseUCI(c.UCI)
	if err != nil {
		return &Refusal{"bad_value", err.Error()}
	}
	switch is, legal, settled := t.moveAt(c.Ply); {
	case !p.IsLegal(m):
		return cannot("ply %d cannot be %s: %s", c.Ply, c.UCI, p.Explain(m)[0].Text())
	case m == is && legal && settled:
		return cannot("ply %d is %s already", c.Ply, c.UCI)
	}
	return t.refuseLater(p.Play(m), c.Ply+1)
}

// refuseLater refuses a correction after which a later ply of the record, from
// the n-th on, would not be legal.
func (t *Tracker) refuseLater(p legality.Position, n int) *Refusal {
	for ; n <= max(t.spine.Len(), t.record()); n++ {
		m, legal, _ := t.moveAt(n)
		switch {
		case !legal:
			return cannot("ply %d is irregular and would not follow any more; say with set_position what the position is", n)
		case !p.IsLegal(m):
			return cannot("ply %d, %s, would not be legal then: %s", n, p.UCI(m), p.Explain(m)[0].Text())
		}
		p = p.Play(m)
	}
	return nil
}

// moveAt is the n-th ply, from 1, of the best reading; whether it is legal, and
// whether the board has left no doubt which it was.
func (t *Tracker) moveAt(n int) (m legality.Move, legal, settled bool) {
	if n <= t.spine.Len() {
		p := &t.plies[n-1]
		m, legal, settled = p.Move, !p.State.Illegal(), true
	} else {
		s := &t.bestLine().steps[n-1-t.spine.Len()]
		m, legal, settled = s.move, s.legal(), s.oneOf <= 1
	}
	return m, legal, settled && !(t.assumes() && m.Promotion() != legality.NoKind)
}

// doCorrect puts another move in the place of a ply: one that was misread, one
// of several captures, a piece that a pawn became. The later plies stay.
func (t *Tracker) doCorrect(c *Command) {
	differed := t.bestLine().diff
	m, err := t.positionAt(c.Ply - 1).ParseUCI(c.UCI)
	if err != nil {
		return // it has been read before
	}
	if c.Ply > t.spine.Len() {
		t.correctShown(c.Ply-1-t.spine.Len(), m)
	} else {
		t.correctConfirmed(c.Ply, m)
	}
	if t.board.unnamed {
		t.recount()
	}
	if t.objected.found.Ply == c.Ply {
		t.objection, t.objected = 0, objected{} // that was about another move
	}
	if t.over() {
		t.reopen()
		return
	}
	t.judgeStanding()
	if l := t.bestLine(); l.diff&^differed != 0 {
		t.await() // the men do not stand as the move that it is now puts them
	}
}

// reopen lets the game go on that the rules had ended by a move which was not
// played, unless they end it otherwise by the one that was.
func (t *Tracker) reopen() {
	if t.ending == legality.NoEnding || t.endingNow() == t.ending {
		return
	}
	t.ending = legality.NoEnding
	t.game.Result, t.game.Termination = "*", ""
	if n := len(t.plies); n > 0 && t.plies[n-1].byEnd {
		t.plies[n-1].State, t.plies[n-1].CompletedAt = StateMade, -1
	}
	t.openLine()
	t.clock.running = sensor.RunningFor(t.toPress())
	t.playOn()
	if t.judgeStanding(); !t.over() {
		t.await()
	}
}

// correctShown chooses the i-th ply of the best reading, and with it that reading.
func (t *Tracker) correctShown(i int, m legality.Move) {
	l := t.bestLine().clone()
	s, before := &l.steps[i], l.before(i)
	s.move, s.act, s.after, s.oneOf, s.said = m, legality.ActLegal, before.Play(m), 0, true
	s.squares = placement.Differ(before.Placement(), s.after.Placement())
	t.clearAlert(AmbiguousCapture)
	t.replay(&l, i+1)
}

// correctConfirmed replaces the n-th ply among those that are confirmed.
func (t *Tracker) correctConfirmed(n int, m legality.Move) {
	p := &t.plies[n-1]
	t.say(Finding{Code: Retracted, Side: PartyOf(p.Side), Ply: n, UCI: p.UCI, SAN: p.SAN, Text: "corrected"})
	for t.spine.Len() >= n {
		t.spine.Undo()
	}
	t.legalise(p)
	for p.Move, p.guessed = m, false; n <= len(t.plies); n++ {
		p := &t.plies[n-1]
		before := t.spine.Position()
		p.UCI, p.SAN = before.UCI(p.Move), before.SAN(p.Move)
		t.spine.Play(p.Move)
	}
	t.say(Finding{Code: Provisional, Side: PartyOf(p.Side), Ply: p.Number, UCI: p.UCI, SAN: p.SAN, Text: "corrected"})
	t.touchGame()
	l := t.bestLine().clone()
	l.start = *t.spine.Position()
	t.replay(&l, 0)
}

// legalise makes a ply that was taken for an irregular one a move as others. If
// it was counted against its player, it is not any more: there was none.
func (t *Tracker) legalise(p *Ply) {
	if !p.State.Illegal() {
		return
	}
	if p.State = StateMade; p.CompletedAt >= 0 && t.cfg.Rules.Completes() {
		p.State = StateCompleted
	}
	if p.counted {
		t.game.Illegal[p.Side]--
	}
	p.After, p.counted, p.Published = nil, false, true
	if t.irregular >= 0 {
		t.irregular, t.disputed, t.offences = -1, false, nil
		t.clearAlerts(illegalAlerts)
	}
}

// replay makes a line the only reading, with its plies from the i-th on as far
// as they are legal where they come now.
func (t *Tracker) replay(l *line, i int) {
	for ; i < l.n; i++ {
		s, before := &l.steps[i], l.before(i)
		if !s.legal() || !before.IsLegal(s.move) {
			l.n = i
			break
		}
		s.after = before.Play(s.move)
	}
	l.rehash()
	t.keepOnly(l)
	t.weigh(&t.lines[0])
	for j := range min(l.n, len(t.told)) {
		if w := &t.told[j]; w.step.same(&l.steps[j]) && w.step.move != legality.NoMove {
			w.uci, w.san = l.before(j).UCI(w.step.move), l.before(j).SAN(w.step.move)
		}
	}
}
