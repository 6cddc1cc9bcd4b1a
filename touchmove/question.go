package touchmove

import (
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/touchmove/laws"
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
	if t.asksMate() {
		return t.mating.asked, true
	}
	return t.deadQuestion()
}

// deadQuestion asks whether the last position is dead.
func (t *Tracker) deadQuestion() (Question, bool) {
	if t.frozen() || t.toBeCorrected() || t.assumes() || !t.cfg.Rules.Settles(laws.TopicDead) {
		return Question{}, false
	}
	l := t.bestHypothesis()
	n := t.madeOf(l)
	p := l.before(n)
	q := Question{GameID: t.game.ID, Ply: l.base + n, Position: *p}
	legal := n > 0 || len(t.plies) > 0 && !t.plies[len(t.plies)-1].State.Illegal()
	open := l.base == t.spine.Len() && legal && q != t.answered && legality.Judge(p, 1) == legality.NoEnding
	return q, open
}

// refuseAnswerDead refuses an answer about a ply that is no longer the last one. The next
// ply raises the question again.
func (t *Tracker) refuseAnswerDead(c *Command) *Refusal {
	if q, open := t.deadQuestion(); !open || q.Ply != c.Ply {
		return cannot("it is not asked whether the position after ply %d is dead", c.Ply)
	}
	return nil
}

// doAnswerDead takes the answer to a Question: the position is proved dead, or a full
// search has found neither a mate nor a proof that there is none.
func (t *Tracker) doAnswerDead(c *Command) {
	t.answered, _ = t.deadQuestion()
	if !c.Proved {
		t.say(Finding{Code: DeadPositionPossible, Side: Both, Ply: c.Ply, Text: "a full search found neither a mate nor the proof that there is none"})
		return
	}
	i := c.Ply - t.spine.Len() - 1
	if i < 0 {
		t.endConfirmed(legality.DeadPosition)
		return
	}
	w := &t.reported[i]
	w.ending = legality.DeadPosition
	t.sayEnding(w, t.ends(w))
}

// askedPositions is how many positions the tracker searches at a resignation or a second
// offence, while nothing else is done. That is 0.2 s at worst, measured on a virtual
// machine, and leaves 42 of 6,414 questions open, most of them composed to be hard.
const askedPositions = 1 << 17

// canMate returns whether a player can mate by some series of legal moves, and how (5.1.2,
// 6.9, 7.5.5), within a number of positions. If the kind of a promoted piece is not known,
// the answer holds for every kind.
func (t *Tracker) canMate(p *legality.Position, side placement.Color, positions int) (legality.Answer, []legality.Move) {
	var buf [8]promoted
	answer, by := p.CanMate(side, positions, nil)
	if open := t.unknown(buf[:]); len(open) > 0 {
		by = nil
		if open.any(p, func(other *legality.Position) bool { is, _ := other.CanMate(side, positions, nil); return is != answer }) {
			answer = legality.Undecided
		}
	}
	return answer, by
}

// cannotMate reports whether it is proved that a player cannot mate.
func (t *Tracker) cannotMate(p *legality.Position, side placement.Color) bool {
	answer, _ := t.canMate(p, side, askedPositions)
	return answer == legality.No
}

// mating holds what a search for a flag found, and what is asked.
type mating struct {
	asked    Question // needs a full search; one without a Side asks nothing
	until    int64    // when the wait for the answer ends
	waits    bool     // a finding waits for the answer
	answered Question // the last question that was answered:
	answer   legality.Answer
	by       []legality.Move
}

const (
	// quickPositions is how many positions the tracker searches while nothing else is done
	// when a flag has fallen: 3 ms, and nine in ten positions of games need no more.
	quickPositions = 2000

	// mateMs is how long a flag fall waits for the answer of a full search.
	mateMs = 3000
)

// mateByFlag returns whether the opponent of the player whose flag has fallen can mate, and
// how. It searches each position once. If a few positions do not decide it and somebody
// answers Questions, it asks, and the finding waits. If the kind of a promoted piece is not
// known it does not ask, because a Question has one position.
func (t *Tracker) mateByFlag(p *legality.Position, side placement.Color, at int64) (legality.Answer, []legality.Move) {
	m := &t.mating
	q := Question{GameID: t.game.ID, Ply: t.spine.Len(), Position: *p, Side: laws.PartyOf(side)}
	switch {
	case q == m.answered:
		return m.answer, m.by
	case q != m.asked:
		positions := quickPositions
		if !t.cfg.AsksMate {
			positions = askedPositions
		}
		var buf [8]promoted
		answer, by := t.canMate(p, side, positions)
		if answer != legality.Undecided || !t.cfg.AsksMate || len(t.unknown(buf[:])) > 0 {
			m.answered, m.answer, m.by = q, answer, by
			return answer, by
		}
		m.asked, m.until = q, at+mateMs
	}
	m.waits = !t.after(m.until)
	return legality.Undecided, nil
}

// refuseAnswerMate refuses an answer that nothing waits for.
func (t *Tracker) refuseAnswerMate(c *Command) *Refusal {
	if m := &t.mating; m.asked.Ply != c.Ply || m.asked.Side != laws.PartyOf(c.Side) || !t.asksMate() {
		return cannot("it is not asked whether that player can mate after ply %d", c.Ply)
	}
	return nil
}

// asksMate reports whether a finding on a flag waits for an answer.
func (t *Tracker) asksMate() bool { return t.mating.waits && t.mating.asked.Side != Both }

// doAnswerMate takes the answer to a Question with a Side, and reports the finding that
// follows from it.
func (t *Tracker) doAnswerMate(c *Command) {
	m := &t.mating
	m.answered, m.answer, m.by = m.asked, c.Mates, nil
	m.asked, m.waits = Question{}, false
	p := m.answered.Position
	for _, text := range c.By {
		move, err := p.ParseUCI(text)
		if err != nil || !p.IsLegal(move) {
			m.by = nil
			return
		}
		m.by = append(m.by, move)
		p = p.Play(move)
	}
}

// inUCI writes moves that follow a position, in order.
func inUCI(p *legality.Position, moves []legality.Move) []string {
	out, at := make([]string, len(moves)), *p
	for i, m := range moves {
		out[i] = at.UCI(m)
		at = at.Play(m)
	}
	return out
}
