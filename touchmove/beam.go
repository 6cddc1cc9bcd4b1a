package touchmove

// insert puts a line into the beam, in place of the worst one if it is full,
// and returns it; nil if it is too dear.
func (t *Tracker) insert(l *line) *line {
	if l.total() > t.cheapest()+t.costs.prune {
		return nil
	}
	if len(t.lines) < maxLines {
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

func (t *Tracker) prune() {
	limit, n := t.cheapest()+t.costs.prune, 0
	for i := range t.lines {
		if l := &t.lines[i]; t.kept(l) || l.total() <= limit {
			t.keepLine(n, i)
			n++
		}
	}
	t.lines = t.lines[:n]
}

// bestLine is the cheapest reading that takes nothing back. Of two that cost
// the same it is the one that explains more.
func (t *Tracker) bestLine() *line {
	best := -1
	for i := range t.lines {
		l := &t.lines[i]
		if l.base != t.spine.Len() {
			continue
		}
		if best < 0 || l.total() < t.lines[best].total() ||
			(l.total() == t.lines[best].total() && l.n > t.lines[best].n) {
			best = i
		}
	}
	return &t.lines[best]
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
