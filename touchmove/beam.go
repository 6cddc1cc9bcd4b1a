package touchmove

// insert puts a line into the beam, in place of the worst one if it is full,
// and returns it; nil if it is too dear.
func (t *Tracker) insert(l *line) *line {
	if l.total() > t.cheapest()+t.costs.prune {
		return nil
	}
	if len(t.lines) < t.room() {
		return t.appendLine(l)
	}
	worst := -1
	for i := range t.lines {
		if i != t.growing && !t.kept(&t.lines[i]) && (worst < 0 || t.lines[i].total() > t.lines[worst].total()) {
			worst = i
		}
	}
	if worst < 0 || t.lines[worst].total() <= l.total() {
		return nil
	}
	t.lines[worst].take(l)
	return &t.lines[worst]
}

// room is how many lines the beam holds.
func (t *Tracker) room() int {
	if t.board.unnamed {
		return maxLines
	}
	return namedLines
}

// appendLine puts a line at the end of the beam, which must have room for it.
func (t *Tracker) appendLine(l *line) *line {
	n := len(t.lines)
	t.lines = t.lines[:n+1]
	t.lines[n].take(l)
	return &t.lines[n]
}

// keepOnly makes a line the only one of the beam.
func (t *Tracker) keepOnly(l *line) {
	t.lines = t.lines[:1]
	t.lines[0].take(l)
}

// keepLine moves the i-th line of the beam to the n-th place, n ≤ i.
func (t *Tracker) keepLine(n, i int) {
	if n != i {
		t.lines[n], t.lines[i] = t.lines[i], t.lines[n]
	}
}

// keepPlain makes sure that the line that adds nothing to what is confirmed is
// in the beam: it may have been given up for one that followed from it.
func (t *Tracker) keepPlain(seq, before int, at int64) {
	for i := range t.lines {
		if t.lines[i].n == 0 && t.lines[i].base == t.spine.Len() {
			return
		}
	}
	plain := line{base: t.spine.Len(), start: *t.spine.Position(), seq: seq, seqBefore: before, at: at}
	t.weigh(&plain)
	if len(t.lines) == maxLines {
		t.lines = t.lines[:maxLines-1]
	}
	t.appendLine(&plain)
}

func (t *Tracker) cheapest() int {
	least := t.lines[0].total()
	for i := range t.lines {
		least = min(least, t.lines[i].total())
	}
	return least
}

// kept reports whether a line stays in the beam whatever it costs: the one that
// adds nothing to what is confirmed, and the one that goes back to before an
// irregular move.
func (t *Tracker) kept(l *line) bool {
	return l.n == 0 && (l.base == t.spine.Len() || l.base == t.irregular)
}

// plainLine is the line that adds nothing to what is confirmed.
func (t *Tracker) plainLine() *line {
	for i := range t.lines {
		if t.lines[i].n == 0 && t.lines[i].base == t.spine.Len() {
			return &t.lines[i]
		}
	}
	return t.bestLine()
}

// prune gives up the lines that are far behind the best one, and those that are
// behind another one from which nothing to come can tell them.
func (t *Tracker) prune() {
	limit, n := t.cheapest()+t.costs.prune, 0
	for i := range t.lines {
		if l := &t.lines[i]; t.kept(l) || l.total() <= limit && !t.outdone(l) {
			t.keepLine(n, i)
			n++
		}
	}
	t.lines = t.lines[:n]
}

// outdone reports whether another line has come to the same position at less
// cost, by as much as decides between two.
func (t *Tracker) outdone(l *line) bool {
	if l.n < 2 {
		return false
	}
	key, limit := l.pos().Key(), l.total()-t.costs.margin
	for i := range t.lines {
		o := &t.lines[i]
		if o.total() <= limit && o.n == l.n && o.base == l.base && o.pos().Key() == key && o.open == l.open && o.last().completed() == l.last().completed() {
			return true
		}
	}
	return false
}

// bestLine is the cheapest reading that takes nothing back. Of two that cost
// the same it is the one that explains more, or what was shown last.
func (t *Tracker) bestLine() *line {
	best := -1
	for i := range t.lines {
		if l := &t.lines[i]; l.base == t.spine.Len() && (best < 0 || l.betterThan(&t.lines[best])) {
			best = i
		}
	}
	return &t.lines[best]
}

func (l *line) betterThan(o *line) bool {
	switch {
	case l.total() != o.total():
		return l.total() < o.total()
	case l.n != o.n:
		return l.n > o.n
	}
	return l.n > 0 && l.last().seq > o.last().seq
}

// index is where a line stands in the beam.
func (t *Tracker) index(l *line) int {
	for i := range t.lines {
		if &t.lines[i] == l {
			return i
		}
	}
	return 0
}
