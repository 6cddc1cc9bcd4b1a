package touchmove

import (
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/touchmove/laws"
	"github.com/boardd/boardd/touchmove/referee"
)

// Question asks whether a player can mate by any series of legal moves (6.9), or whether
// the position after a ply is dead because neither player can (5.2.2). A quick test has not
// decided it, and the tracker does not wait for a full search. The caller searches, and
// answers with the command AnswerMate or AnswerDead.
type Question struct {
	GameID   string
	Ply      int
	Position legality.Position
	Side     Party // the player asked about; Both (zero): whether neither can mate
}

// Question returns the question that a flag fall waits for, or else the one about the last
// made ply. It returns false if nothing is open, or if that ply is illegal: only a move in
// accordance with Article 3 can make the position dead.
func (t *Tracker) Question() (Question, bool) {
	if q, open := t.mateQuestion(); open {
		return q, true
	}
	return t.deadQuestion()
}

// mateQuestion asks whether a player can mate, for a flag fall.
func (t *Tracker) mateQuestion() (q Question, open bool) {
	if !t.follows() {
		return q, false
	}
	asked, open := t.leg.referee.Asked()
	return Question{GameID: t.game.ID, Ply: len(t.plies), Position: asked.Position, Side: laws.PartyOf(asked.Side)}, open
}

// deadQuestion asks whether the last position is dead.
func (t *Tracker) deadQuestion() (q Question, open bool) {
	n := len(t.plies)
	if !t.follows() || t.clock.stopped || t.held.some || n == 0 || t.irregular() >= 0 || t.plies[n-1].State.Illegal() || !t.cfg.Rules.Settles(laws.TopicDead) || !t.leg.referee.GoesOn() {
		return q, false
	}
	p := t.position()
	q = Question{GameID: t.game.ID, Ply: n, Position: *p}
	return q, q != t.searched && legality.Judge(p, 1) == legality.NoEnding
}

// doAnswerDead takes the answer to a Question: the position is proved dead, or a full search
// has found neither a mate nor a proof that there is none. It refuses an answer about a ply that is
// no longer the last one: the next ply raises the question again.
func (t *Tracker) doAnswerDead(c *Command) *Refusal {
	q, open := t.deadQuestion()
	if !open || q.Ply != c.Ply {
		return cannot("it is not asked whether the position after ply %d is dead", c.Ply)
	}
	if t.searched = q; c.Proved {
		t.endBy(legality.DeadPosition)
	} else {
		t.say(Finding{Code: laws.DeadPositionPossible, Side: laws.Both, Ply: c.Ply, Text: "a full search found neither a mate nor the proof that there is none"})
	}
	return nil
}

// doAnswerMate takes the answer to a Question with a Side; the finding on the flag follows
// from it.
func (t *Tracker) doAnswerMate(c *Command) *Refusal {
	if q, open := t.mateQuestion(); !open || q.Ply != c.Ply || q.Side != laws.PartyOf(c.Side) {
		return cannot("it is not asked whether that player can mate after ply %d", c.Ply)
	}
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
	t.wakeLeg(t.now)
	return nil
}
