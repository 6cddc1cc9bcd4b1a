package touchmove

import "github.com/boardd/boardd/legality"

// Question asks whether the position after a ply is dead (5.2.2): whether
// neither player can mate by any series of legal moves. The quick test, which
// every ply gets, has not decided it, and a full search takes too long to wait
// for. Who has the time answers with the command AnswerDead.
type Question struct {
	GameID   string
	Ply      int
	Position legality.Position
}

// Question is what is open about the last ply that has been made; false if
// nothing is.
func (t *Tracker) Question() (Question, bool) {
	if t.frozen() || t.toBeCorrected() || t.assumes() || !t.cfg.Rules.settles(topicDead) {
		return Question{}, false
	}
	l := t.bestLine()
	n := t.madeOf(l)
	p := l.before(n)
	q := Question{t.game.ID, l.base + n, *p}
	open := l.base == t.spine.Len() && q.Ply > 0 && q != t.answered && legality.Judge(p, 1) == legality.NoEnding
	return q, open
}

// refuseAnswerDead refuses an answer about a ply that is not the last one any
// more. What holds for it will be found of the next one, too.
func (t *Tracker) refuseAnswerDead(c *Command) *Refusal {
	if q, open := t.Question(); !open || q.Ply != c.Ply {
		return cannot("it is not asked whether the position after ply %d is dead", c.Ply)
	}
	return nil
}

// doAnswerDead takes the answer to a Question: the position is proved dead, or a
// full search has found neither a mate nor the proof that there is none.
func (t *Tracker) doAnswerDead(c *Command) {
	t.answered, _ = t.Question()
	if !c.Proved {
		t.say(Finding{Code: DeadPositionPossible, Side: Both, Ply: c.Ply, Text: "a full search found neither a mate nor the proof that there is none"})
		return
	}
	i := c.Ply - t.spine.Len() - 1
	if i < 0 {
		t.endConfirmed(legality.DeadPosition)
		return
	}
	w := &t.told[i]
	w.ending = legality.DeadPosition
	t.sayEnding(w, t.ends(w))
}
