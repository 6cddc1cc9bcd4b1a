package touchmove

import (
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// add makes the line that follows from line i by one ply, if it is new and not
// hopelessly dear.
func (t *Tracker) add(i int, m legality.Move, act legality.ActKind, after legality.Position, cost int) *line {
	return t.addStep(i, step{move: m, act: act, after: after}, cost)
}

// addStep does the same for a step of which more is known than its move.
func (t *Tracker) addStep(i int, s step, cost int) *line {
	parent := &t.lines[i]
	s.side, s.pressed, s.clock = parent.pos().Turn(), -1, t.timeLeft(parent.pos().Turn())
	s.squares = placement.Differ(parent.pos().Placement(), s.after.Placement())
	s.seq = t.board.lastSeq(s.squares &^ s.taken)
	s.at, s.event = t.now, t.event
	if c := t.board.change(s.seq); c != nil {
		s.at, s.event, s.unheard = c.at, c.event, c.scan
	}
	cost += t.orderCost(parent, &s) + t.detourCost(parent, &s) + t.unreadCost(parent, &s)
	old := t.child(parent, &s)
	cost += t.exchangeCost(parent, old, &s)
	if old != nil {
		s.paid = cost
		t.showAgain(old, &s)
		old.cheapen(parent, cost)
		return old
	}
	child := &t.next
	child.take(parent)
	if prev := child.last(); prev != nil && prev.unheard && s.event == prev.event {
		prev.byNext, prev.inferred, s.inferred, child.loose = true, true, true, true
	}
	if s.legal() && (t.doubtful || s.oneOf > 1) {
		child.odd += t.implausible(parent.pos(), s.move)
	}
	s.paid = cost
	child.push(s)
	child.cost += cost
	if child.open && child.by == s.side {
		t.settlePress(child)
	}
	t.mend(child)
	t.weigh(child)
	return t.insert(child)
}

// showAgain takes note that the board shows a line's last ply again, perhaps
// otherwise than before. One that was taken for unseen is seen after all; what
// follows from it is given up, and grows again as far as it holds.
func (t *Tracker) showAgain(l *line, s *step) {
	last := l.last()
	if !last.noDrop || t.board.unnamed || s.unheard || s.noDrop || s.seq <= last.seq {
		if last.inferred && s.inferred {
			l.doubts += s.doubt() - last.doubt()
			last.noDrop, last.oneOf = s.noDrop, s.oneOf
		}
		if lifted := last.seq == t.board.seqOf[s.move.From()]; lifted && last.noDrop && !s.noDrop && !s.unheard {
			last.seq, last.event, last.at = s.seq, s.event, s.at
		}
		return // nameless, another man may stand there: what follows holds at what it cost
	}
	for i := range t.lines {
		if o := &t.lines[i]; o.n > l.n && o.startsWith(l) {
			o.cost += t.costs.prune
		}
	}
	l.doubts -= last.doubt()
	last.seq, last.event, last.at, last.unheard = s.seq, s.event, s.at, s.unheard
	last.noDrop, last.inferred, last.oneOf = false, false, 0
	l.cost -= max(t.costs.lostDrop, last.paid-s.paid) // it costs what it would have, had it not been taken for unseen
	last.paid = min(last.paid, s.paid)
	if last.pressed >= 0 && last.at > last.pressed {
		l.cost += t.costs.latePly
	}
}

// orderCost charges a ply for coming before what it answers.
func (t *Tracker) orderCost(l *line, s *step) int {
	cost, seq, at := 0, l.seq, l.at
	if prev := l.last(); prev != nil {
		seq, at = prev.seq, prev.at
		if prev.unheard && s.event == prev.event {
			return 0 // one scan showed both: presses and order are not known
		}
		cost += t.unpressedCost(l, l.n-1, t.costs.unpressed)
	}
	if l.n >= 2 {
		cost += t.unpressedCost(l, l.n-2, t.costs.forgotten)
	}
	switch {
	case s.seq > seq:
	case at-s.at <= crossedMs && t.crosses(l, s):
		cost += t.costs.crossed
		if t.slidOn(l, s) {
			cost += t.costs.again
		}
	default:
		cost += t.costs.early
	}
	if l.n >= 2 && (l.steps[l.n-2].noDrop || s.seq > seq && t.heldAtPress(l, s)) && t.slidOn(l, s) {
		cost += t.costs.again
	}
	return cost
}

// crosses reports whether the man of a ply was lifted no earlier than the man
// whose ply it answers; within a scan that is not known.
func (t *Tracker) crosses(l *line, s *step) bool {
	prev := l.last()
	return prev == nil || prev.move == legality.NoMove || s.move == legality.NoMove ||
		t.board.at[s.move.From()]+t.sweep() >= t.board.at[prev.move.From()]
}

// heldAtPress reports whether the man of a ply was lifted before its player pressed
// for his last one.
func (t *Tracker) heldAtPress(l *line, s *step) bool {
	return t.board.at[s.move.From()] <= l.steps[l.n-2].pressed
}

// slidOn reports whether a ply takes the man of its player's last one on, before it
// has rested for long, to where it could have gone at once, or back: it may have
// been on its way all the time.
func (t *Tracker) slidOn(l *line, s *step) bool {
	if l.n < 2 || s.move.From() != l.steps[l.n-2].move.To() {
		return false
	}
	first := &l.steps[l.n-2]
	if !first.noDrop && t.board.at[s.move.From()]-first.at >= slideMs {
		return false
	}
	direct := legality.MakeMove(first.move.From(), s.move.To())
	return first.noDrop && direct.From() == direct.To() || l.before(l.n-2).IsLegal(direct)
}

// unpressedCost charges the i-th ply of a line that was not pressed, with a clock in
// use; less, if its player did not press the one before it either. Nobody presses a
// clock that does not run for him, since the ply that he answers was not pressed.
func (t *Tracker) unpressedCost(l *line, i, cost int) int {
	s := &l.steps[i]
	switch {
	case !t.clock.used, s.completed(), s.tried, t.pressBefore(l, i) < 0:
		return 0
	case t.careless[s.side]:
		return cost / 2
	}
	return cost
}

// child is the line that has just one ply more than parent, the given one.
func (t *Tracker) child(parent *line, s *step) *line {
	path := parent.pathTo(s)
	for i := range t.lines {
		if l := &t.lines[i]; l.n == parent.n+1 && l.base == parent.base && l.steps[parent.n].path == path {
			return l
		}
	}
	return nil
}
