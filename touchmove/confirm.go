package touchmove

import (
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// confirm settles what no other reading contests any more, while the board is
// heard. It reports whether anything has changed.
func (t *Tracker) confirm() bool {
	t.contested = false
	if t.stood() {
		return true
	}
	l := t.cheapestLine()
	if l.n == 0 || !t.hears() || !t.ready(l) || !t.settled(l) || !t.endedBy(l) && !t.uncontested(l) {
		return false
	}
	t.head.take(l)
	t.commit(&t.head)
	return true
}

// endedBy reports whether the first ply of a line ends the game: what the hands
// do then contests nothing.
func (t *Tracker) endedBy(l *line) bool {
	return l.base == t.spine.Len() && len(t.told) > 0 && t.ends(&t.told[0])
}

// cheapestLine is the best reading of all, those that take plies back
// included, if they are proved.
func (t *Tracker) cheapestLine() *line {
	best := t.bestLine()
	for i := range t.lines {
		if l := &t.lines[i]; l.base < t.spine.Len() && l.total() < best.total() && t.provesTakeback(l) {
			best = l
		}
	}
	return best
}

// provesTakeback reports whether play has gone on from where plies were taken
// back: a new ply was pressed, or its reply was, or it was made after the clock
// was started again. Without a clock, a new ply that has been made does, but not if the last one may
// have ended the game: then they look how it came about. A whole game
// put back man by man is a set-up for the next one, not a takeback.
func (t *Tracker) provesTakeback(l *line) bool {
	if l.n == 0 || l.base >= t.spine.Len() || t.irregular >= 0 {
		return false
	}
	if t.spine.Len()-l.base > maxTakeback && l.base == 0 {
		return false
	}
	if !t.clock.used {
		return t.madeState(l, 0) && (len(t.plies) == 0 || t.endingNow() == legality.NoEnding)
	}
	return l.steps[0].pressed >= 0 || l.n > 1 && l.steps[1].pressed >= 0 || l.resumed
}

// maxTakeback is how many plies two players may be thought to take back to the
// initial position.
const maxTakeback = 4

// ready reports whether the first ply of a line has come as far as it must to
// be published.
func (t *Tracker) ready(l *line) bool {
	s := &l.steps[0]
	if !s.legal() {
		return t.readyIrregular(l)
	}
	switch {
	case s.oneOf > 0 && !t.after(s.pressed+t.grace()): // a late drop may show another move
		return false
	case s.oneOf > 1 && !t.decided(l, 0), s.inferred && !t.bearsOut(l), t.takenUp(l), t.mayBeCarried(l):
		return false
	case t.unanswered(l):
		return t.endedBy(l)
	case l.base < t.spine.Len():
		return s.completed() || t.madeState(l, 0)
	}
	return t.endsLast(l) || (t.state(l, 0) >= t.publishAt() || s.byNext) && (s.completed() || t.lasts(l))
}

// endsLast reports whether the last ply of a line ends the game: nothing more
// will come that could prove those before it.
func (t *Tracker) endsLast(l *line) bool {
	return l.n > 1 && l.base == t.spine.Len() && l.n == len(t.told) && t.ends(&t.told[l.n-1]) && t.madeState(l, l.n-1)
}

// takenUp reports whether the man of a line's first ply is off its square again.
// On a board that names no men it may have been a captured man on his way off the
// board, unless his player has moved another one since; on any other the man may be
// on his way still, unless he was lifted only after the reply.
func (t *Tracker) takenUp(l *line) bool {
	if !t.board.unnamed {
		return t.onItsWay(l)
	}
	to := l.steps[0].move.To().Set()
	return l.n < 3 && l.diff&l.steps[0].squares&to != 0 && !t.after(t.board.quietSince(to)+disorderMs)
}

// onItsWay reports whether, on a board that names men, the man of a line's first
// ply was lifted again before the reply stood, and no ply has taken or moved him since.
func (t *Tracker) onItsWay(l *line) bool {
	to := l.steps[0].landed()
	if t.board.unnamed || to == placement.NoSquare || !l.diff.Has(to) || t.board.sensed[to] != placement.Empty {
		return false
	}
	c := t.board.change(t.board.seqOf[to])
	if c == nil || c.scan || l.n > 1 && c.seq > l.steps[1].seq {
		return false
	}
	return !t.after(c.at + disorderMs)
}

// mayBeCarried reports whether, on a board that names no men, the man of a line's
// first ply has come so lately that he may be a captured one on his way off the
// board: another reading near enough has a capture by the same man.
func (t *Tracker) mayBeCarried(l *line) bool {
	s := &l.steps[0]
	if !t.board.unnamed || s.oneOf > 0 || t.after(t.board.at[s.move.To()]+carriedMs) {
		return false
	}
	for i := range t.lines {
		o := &t.lines[i]
		if o.base == l.base && o.n > 0 && o.steps[0].oneOf > 0 && o.steps[0].move.From() == s.move.From() {
			return true
		}
	}
	return false
}

// lasts reports whether a ply that no clock completes may be settled: it has
// been answered, or has rested for long. The opponent's hand on a man is proof
// that it has been made (4.7), but the man may be on its way still. Before the
// first ply is answered it is not known whether there is a clock.
func (t *Tracker) lasts(l *line) bool {
	switch {
	case l.n > 2 && l.last().legal(), l.base < t.spine.Len():
		return true
	case !t.endedBy(l) && t.upset(l) && !t.after(t.board.last+disorderMs):
		return false
	case l.n > 1:
		return l.diff&l.steps[0].squares == 0 // else its man was taken up again before the reply
	}
	if n := len(t.plies); t.cfg.Clock == ClockAuto && !t.clock.used && (n == 0 || t.plies[n-1].MadeAt < 0) {
		return len(t.told) > 0 && t.ends(&t.told[0])
	}
	return t.rested(&l.steps[0], t.cfg.MadeRestMs)
}

// bearsOut reports whether plies that nobody saw explain the whole board, but
// for what a hand may hold, or have been played on from.
func (t *Tracker) bearsOut(l *line) bool {
	for i := range l.n {
		if s := &l.steps[i]; !s.inferred && s.pressed >= 0 {
			return true
		}
	}
	return l.fit <= t.costs.otherInHand
}

// readyIrregular holds an irregular act back for a while after the press: a
// late drop may still make a legal move of it. An act that was at rest when the
// clock was pressed is what was pressed, if no late report says otherwise; a board
// that tells nothing but whole scans may be slower.
func (t *Tracker) readyIrregular(l *line) bool {
	s := &l.steps[0]
	if t.onItsWay(l) {
		return false
	}
	if s.pressed >= 0 {
		wait := t.cfg.LateMs
		if unfinished(s.act) {
			wait = t.late() // one report is all that is missing
		}
		rested := !s.unheard && t.board.last <= s.pressed && s.pressed-t.board.quietSince(s.squares) >= t.cfg.RestMs
		return t.clock.stopped || rested && t.after(s.pressed+wait) || t.after(s.pressed+t.grace())
	}
	if t.executed(s) {
		return true
	}
	return !t.clock.used && l.n >= 2 && t.madeState(l, 1)
}

// executed reports whether an irregular act counts for executed without a press:
// a text that knows no completion counts it when its men have been let go, or the
// opponent touches one of his own. One that the player may still finish is not
// executed by letting go (FIDE 1971, 7).
func (t *Tracker) executed(s *step) bool {
	if s.legal() || t.cfg.Rules.Completes() {
		return false
	}
	return t.touchedSince(s) || !unfinished(s.act) && t.rested(s, t.cfg.MadeRestMs)
}

func (t *Tracker) publishAt() State {
	switch {
	case !t.cfg.Rules.Completes():
		return StateMade // all that the text knows
	case t.cfg.PublishAt != StateProvisional:
		return t.cfg.PublishAt
	case t.clock.used:
		return StateCompleted
	}
	return StateMade
}

// settled reports whether the men of the first ply have been quiet for as long
// as the board may be late, since the press too, which the last report of a slide
// may follow; or have been played on from.
func (t *Tracker) settled(l *line) bool {
	s := &l.steps[0]
	return l.n > 1 || t.frozen() || t.after(max(t.board.quietSince(s.squares), s.pressed)+t.cfg.LateMs)
}

// uncontested reports whether every reading that comes near this one has the
// same first ply. An irregular act that was pressed and stands for long is what
// was done, however near it is to half of something else.
func (t *Tracker) uncontested(l *line) bool {
	if s := &l.steps[0]; !s.legal() && s.pressed >= 0 && t.after(max(t.board.last, s.pressed)+disorderMs) {
		return true
	}
	for i := range t.lines {
		o := &t.lines[i]
		if t.ahead(l, o) > t.marginFor(l) || o.base == l.base && o.n > 0 && o.steps[0].same(&l.steps[0]) {
			continue
		}
		if t.irregular >= 0 && o.base == t.irregular || l.joins(o) {
			continue // see restored
		}
		if o.n == 0 && o.base == l.base && t.executed(&l.steps[0]) {
			continue
		}
		t.contested = true
		return false
	}
	t.contested = t.ghostLifted(l)
	return !t.contested
}

// joins reports whether another line, no better than this one, has long come to the
// same position: nothing will tell which of them it was.
func (l *line) joins(o *line) bool {
	return l.n >= joinedPlies && l.ahead(o) >= 0 && l.base == o.base && l.pos().Key() == o.pos().Key()
}

// joinedPlies is how many plies are waited for one that tells two readings apart.
const joinedPlies = 16

// ahead is how far a line is ahead of another one; where it takes a drop to be
// lost, not by a press so young that a late drop may explain it yet.
func (t *Tracker) ahead(l, o *line) int {
	ahead := l.ahead(o)
	if o.open && !t.after(o.openT+t.grace()) && slices.ContainsFunc(l.steps[:l.n], func(s step) bool { return s.oneOf > 0 }) {
		ahead -= t.costs.noMove
	}
	return ahead
}

// marginFor is how near another reading may come: the less, the more plies
// have been played on from the one in question. When there is room for no more
// the best reading is taken.
func (t *Tracker) marginFor(l *line) int {
	if l.n == maxOpen {
		return -t.costs.prune
	}
	if l.base < t.spine.Len() && l.n > 1 && l.fit == 0 {
		return 1 // play has gone on from what was taken back, and it explains the whole board
	}
	return max(1, t.costs.margin-max(0, l.n-4))
}
