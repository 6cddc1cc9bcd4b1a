package touchmove

import (
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// noteCalm takes note of the best reading when it has explained the whole board for
// a while, before the hands change the board again. A ply that ends the game, or may
// for all but the arbiter's word, has been made by then: its man was let go, and what
// the hands do now is no correction.
func (t *Tracker) noteCalm() {
	if t.frozen() || t.waiting() || t.now-t.board.last < slideMs {
		return
	}
	l := t.bestLine()
	if l.diff&^t.disorder.silent != 0 || l.open || l.base != t.spine.Len() {
		return
	}
	if l.n == 1 && len(t.told) == 1 && t.told[0].made && t.told[0].ending != legality.NoEnding {
		t.told[0].stood = true
		t.head.take(l)
		t.commit(&t.head)
		return
	}
	if t.calm.base != l.base || t.calm.n != l.n || l.n > 0 && t.calm.last().path != l.last().path {
		t.calm.take(l)
	}
}

// endAtCalm ends a game, as the men have been set up for the next one, with the
// last position at which the whole board was at rest and explained. What was read
// while they were set up was no play.
func (t *Tracker) endAtCalm() {
	l := &t.calm
	for l.n > 0 && l.base < t.spine.Len() && t.plies[l.base].Move == l.steps[0].move {
		l.shift(l.base + 1)
	}
	if l.n == 0 || l.base != t.spine.Len() {
		t.openLine()
		t.tell()
		return
	}
	t.keepOnly(l)
	t.weigh(&t.lines[0])
	t.tell()
	for n := l.n; n > 0 && !t.over(); n-- {
		best := t.bestLine()
		if best.n == 0 || !best.steps[0].legal() || len(t.told) == 0 {
			return // the array explains the rest better
		}
		t.told[0].stood = true
		t.head.take(best)
		t.commit(&t.head)
	}
}

// upset reports whether, since the first ply of a line was shown, more has changed
// on the board than its plies and one hand explain: the men may be being set up for
// another game.
func (t *Tracker) upset(l *line) bool {
	changed := t.board.changedSince(l.diff&^t.disorder.silent, l.steps[0].seq)
	for rest := changed; rest != 0; {
		if t.board.sensed[rest.Pop()] != placement.Empty {
			return true
		}
	}
	return changed.Len() > 2
}
