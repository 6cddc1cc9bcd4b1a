package touchmove

import "github.com/boardd/boardd/legality/placement"

// goBack adds the lines that take back one ply more, where the board has just
// come to show its men back where they came from. Plies are undone one by one
// and the last first; anything else is no takeback.
func (t *Tracker) goBack() {
	if t.irregular >= 0 || t.board.seq == 0 {
		return
	}
	c := t.board.change(t.board.seq)
	for i := 0; i < len(t.lines); i++ {
		l := &t.lines[i]
		if l.n > 0 || l.base == 0 {
			continue
		}
		before, after := t.spine.At(l.base-1), t.spine.At(l.base)
		squares := placement.Differ(before.Placement(), after.Placement())
		if !squares.Has(c.sq) || !t.putBack(before.Placement(), squares, before.Turn()) {
			continue
		}
		t.addBack(l.base-1, l.cost+t.backCost(l))
	}
}

// backCost is what it costs a line to take back one ply more.
func (t *Tracker) backCost(l *line) int {
	switch {
	case l.base < t.spine.Len():
		return t.costs.takeMore
	case t.clock.used:
		return t.costs.takeback
	}
	return t.costs.takeback + t.costs.noPress
}

// putBack reports whether the squares of a ply show what stood there before
// it. The man it captured may still be off the board.
func (t *Tracker) putBack(before *placement.Placement, squares placement.Set, mover placement.Color) bool {
	for squares != 0 {
		sq := squares.Pop()
		switch shows := t.board.sensed[sq]; {
		case shows == before[sq], shows == placement.Unknown && before[sq] != placement.Empty:
		case shows == placement.Empty && before[sq].Is(mover.Other()):
		default:
			return false
		}
	}
	return true
}

// addBack adds the line that has only the first base confirmed plies.
func (t *Tracker) addBack(base, cost int) {
	for i := range t.lines {
		if t.lines[i].base == base && t.lines[i].n == 0 {
			return
		}
	}
	back := line{base: base, start: *t.spine.At(base), seq: t.board.seq, seqBefore: t.board.seq, at: t.now, cost: cost}
	t.weigh(&back)
	t.insert(&back)
}
