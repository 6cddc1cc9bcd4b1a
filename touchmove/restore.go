package touchmove

import "github.com/boardd/boardd/sensor"

// restored finds that the position before an irregular move is back on the
// board (7.5.1), or that the move itself has been put right, and goes back to it.
func (t *Tracker) restored() bool {
	if t.irregular < 0 || t.frozen() {
		return false
	}
	if best := t.bestLine(); best.fit == 0 && (best.n == 0 || best.last().legal()) {
		return false
	}
	right := t.putRight()
	if right == nil || !t.after(t.board.last+t.cfg.RestMs) {
		return false
	}
	right.cost = t.costs.ply * right.n // what was played since came in its turn
	t.clock.running = sensor.RunningFor(right.start.Turn())
	if right.n > 0 && right.steps[0].pressed >= 0 {
		t.clock.running = sensor.RunningFor(right.steps[0].side.Other()) // see mend
	}
	t.replaces = replaces{number: t.irregular + 1, acts: t.offences[0].acts}
	t.truncate(t.irregular)
	t.keepBase(t.irregular)
	t.keepPlain(t.board.seq, t.board.seq, t.now)
	t.irregular, t.disputed, t.offences = -1, false, nil
	t.told = t.told[:0]
	t.clearAlerts(illegalAlerts)
	return true
}

// putRight is the best reading that goes back, if it explains the whole board,
// or one that does and finishes what was left unfinished; nil if there is none.
func (t *Tracker) putRight() *line {
	var best, finished *line
	for i := range t.lines {
		l := &t.lines[i]
		if l.base != t.irregular {
			continue
		}
		if best == nil || l.total() < best.total() {
			best = l
		}
		if l.fit == 0 && t.finishes(l) && (finished == nil || l.total() < finished.total()) {
			finished = l
		}
	}
	if finished == nil && best != nil && best.fit == 0 {
		return best
	}
	return finished
}

// finishes reports whether a line's first ply is what the unfinished irregular
// one was to be.
func (t *Tracker) finishes(l *line) bool {
	o := &t.offences[0].step
	return unfinished(o.act) && l.n > 0 && l.steps[0].legal() && l.steps[0].move.From() == o.move.From()
}

func (t *Tracker) keepBase(base int) {
	n := 0
	for i := range t.lines {
		if t.lines[i].base == base {
			t.keepLine(n, i)
			n++
		}
	}
	t.lines = t.lines[:n]
}
