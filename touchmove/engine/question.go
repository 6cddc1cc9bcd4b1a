package engine

import (
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/touchmove"
	"github.com/boardd/boardd/touchmove/laws"
	"github.com/boardd/boardd/touchmove/referee"
)

// Question returns the question that a flag fall waits for, or else the one about the last
// made ply. It returns false if nothing is open, or if that ply is illegal: only a move in
// accordance with Article 3 can make the position dead.
func (t *Tracker) Question() (touchmove.Question, bool) {
	if q, open := t.mateQuestion(); open {
		return q, true
	}
	return t.deadQuestion()
}

// mateQuestion asks whether a player can mate, for a flag fall.
func (t *Tracker) mateQuestion() (q touchmove.Question, open bool) {
	if !t.follows() {
		return q, false
	}
	asked, open := t.leg.referee.Asked()
	return touchmove.Question{GameID: t.game.ID, Ply: len(t.plies), Position: asked.Position, Side: laws.PartyOf(asked.Side)}, open
}

// deadQuestion asks whether the last position is dead.
func (t *Tracker) deadQuestion() (q touchmove.Question, open bool) {
	n := len(t.plies)
	if !t.follows() || t.clock.stopped || n == 0 || t.irregular() >= 0 || t.plies[n-1].State.Illegal() || !t.cfg.Rules.Settles(laws.TopicDead) {
		return q, false
	}
	if n > len(t.before) && !t.leg.referee.Legal(legality.DeadPosition) || t.leg.referee.Result() != "*" {
		return q, false
	}
	p := t.position()
	q = touchmove.Question{GameID: t.game.ID, Ply: n, Position: *p}
	return q, q != t.searched && legality.Judge(p, 1) == legality.NoEnding
}

// refuseAnswerDead refuses an answer about a ply that is no longer the last one. The next ply
// raises the question again.
func (t *Tracker) refuseAnswerDead(c *touchmove.Command) *touchmove.Refusal {
	if q, open := t.deadQuestion(); !open || q.Ply != c.Ply {
		return cannot("it is not asked whether the position after ply %d is dead", c.Ply)
	}
	return nil
}

// doAnswerDead takes the answer to a Question: the position is proved dead, or a full search
// has found neither a mate nor a proof that there is none.
func (t *Tracker) doAnswerDead(c *touchmove.Command) {
	t.searched, _ = t.deadQuestion()
	if !c.Proved {
		t.say(touchmove.Finding{Code: laws.DeadPositionPossible, Side: laws.Both, Ply: c.Ply, Text: "a full search found neither a mate nor the proof that there is none"})
		return
	}
	t.plies = append(t.plies[:0:0], t.plies...)
	last := &t.plies[len(t.plies)-1]
	t.say(touchmove.Finding{Code: laws.DeadPosition, Level: laws.Certain, Side: laws.Both, Ply: last.Number, UCI: last.UCI, SAN: last.SAN})
	t.setAside()
	if last.State != touchmove.StateCompleted {
		last.State, last.CompletedAt = touchmove.StateCompleted, t.now
	}
	t.ending = legality.DeadPosition
	t.end("1/2-1/2", "normal")
}

// refuseAnswerMate refuses an answer that nothing waits for.
func (t *Tracker) refuseAnswerMate(c *touchmove.Command) *touchmove.Refusal {
	if q, open := t.mateQuestion(); !open || q.Ply != c.Ply || q.Side != laws.PartyOf(c.Side) {
		return cannot("it is not asked whether that player can mate after ply %d", c.Ply)
	}
	return nil
}

// doAnswerMate takes the answer to a Question with a Side; the finding on the flag follows
// from it.
func (t *Tracker) doAnswerMate(c *touchmove.Command) {
	asked, _ := t.leg.referee.Asked()
	a := referee.Answer{Question: asked, Mates: c.Mates}
	p := asked.Position
	for _, text := range c.By {
		move, err := p.ParseUCI(text)
		if err != nil || !p.IsLegal(move) {
			a.By = nil
			break
		}
		a.By = append(a.By, move)
		p = p.Play(move)
	}
	t.leg.referee.Answered(a)
	t.takeFound(t.leg.wake(t.now))
}
