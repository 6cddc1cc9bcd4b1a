package touchmove

import "github.com/boardd/boardd/legality"

// doResult takes the result from a person. Plies that were made but not
// completed belong to the game; once it is over nothing can be corrected any
// more, so what is irregular stands.
func (t *Tracker) doResult(c *Command) {
	t.noteReset()
	if c.Result != "*" {
		t.finish()
	}
	t.report(c.Result, c.Termination, topicResult, Both)
}

// doResign ends the game: who resigns has lost it, but under some rules not to
// an opponent who cannot mate.
func (t *Tracker) doResign(c *Command) {
	t.noteReset()
	t.finish()
	result := lostBy[c.Side]
	if t.cfg.Rules.has(topicResign, orDraws) && cannotMate(t.spine.Position(), c.Side.Other()) {
		result = "1/2-1/2"
	}
	t.report(result, "", topicResign, PartyOf(c.Side))
}

// doDraw ends the game by agreement (5.2.3).
func (t *Tracker) doDraw(*Command) {
	t.noteReset()
	t.finish()
	t.report("1/2-1/2", "", topicAgreed, Both)
}

// noteReset finds that the men have been cleared away before the result came.
func (t *Tracker) noteReset() {
	if t.frozen() && !t.over() && !t.ordered.awaited && t.board.differ(t.bestLine().pos().Placement()) != 0 {
		t.say(Finding{Code: BoardReset, Side: Both})
	}
}

// report ends the game with a result that people have given; "" is a normal
// termination, and side is who has resigned.
func (t *Tracker) report(result, termination string, by topic, side Party) {
	if termination == "" && result != "*" {
		termination = "normal"
	}
	t.game.Result, t.game.Termination, t.ending = result, termination, legality.NoEnding
	t.say(Finding{Code: ResultReported, Side: side, Text: result, Article: t.cfg.Rules.article(by)})
	t.clearAllAlerts()
	t.become(Ended)
}

// finish confirms all plies of the best reading that have been made.
func (t *Tracker) finish() {
	l := t.bestLine().clone()
	t.keepIrregular()
	t.confirmSteps(&l, t.madeOf(&l))
	t.told = t.told[:0]
	t.openLine()
}

// madeOf is how many plies of a line have been made, one after the other.
func (t *Tracker) madeOf(l *line) int {
	n := t.undecided(l)
	for i := range n {
		if s := &l.steps[i]; !s.legal() || !s.completed() && !(i < len(t.told) && t.told[i].made) {
			return i
		}
	}
	return n
}

// keepIrregular makes the irregular ply, and all that was played after it, part
// of the game, and returns the number of the first.
func (t *Tracker) keepIrregular() (first int) {
	if t.irregular < 0 {
		return len(t.plies) + 1
	}
	first = t.irregular + 1
	for i := t.irregular; i < len(t.plies); i++ {
		if t.plies[i].State.Illegal() {
			t.plies[i].State = StateIllegalStands
		}
		t.plies[i].Published = true
	}
	t.irregular, t.disputed, t.offences = -1, false, nil
	return first
}

// confirmSteps makes the first n plies of a line part of what is confirmed,
// though their proof may not have come: a person has said that they stand.
func (t *Tracker) confirmSteps(l *line, n int) {
	for i := range n {
		s, state := &l.steps[i], max(StateMade, t.state(l, i))
		switch {
		case !s.legal():
			state = StateIllegalStands
		case i < len(t.told) && t.ends(&t.told[i]):
			state = StateCompleted
		}
		p := t.plyOf(l.before(i), s, state)
		p.Published = true
		if s.legal() {
			t.spine.Play(s.move)
		} else {
			t.spine.PlayPlacement(s.after.Placement())
		}
		t.plies = append(t.plies, p)
	}
}
