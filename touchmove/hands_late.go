package touchmove

import "github.com/boardd/boardd/legality/placement"

// pushedOn takes up the man that a drop shows from the square on which he rested
// in this turn, though his lift has yet to be told: a board that tells the
// squares of a scan in their own order may tell the drop first. It returns him
// as an index of held; -1 if there is none.
func (h *hands) pushedOn(drop *change) int {
	sq := h.leftLate(drop)
	if sq == placement.NoSquare || h.nHeld == maxTouches {
		return -1
	}
	if drop.at-h.restAt[sq] >= h.t.restMs() {
		h.release(sq)
	}
	h.moved &^= sq.Set()
	h.pushed |= sq.Set()
	h.take(h.resting[sq], drop.at)
	return h.nHeld - 1
}

// leftLate is a square on which such a man rested, and whose lift was told
// within a scan after a drop; NoSquare if there is none.
func (h *hands) leftLate(drop *change) placement.Square {
	if h.moved == 0 {
		return placement.NoSquare
	}
	for c := range h.t.board.since(drop.seq) {
		if c.at-drop.at > h.t.sweep() {
			break
		}
		if c.lift() && h.moved.Has(c.sq) && (c.was == drop.is || drop.is == placement.Unknown) {
			return c.sq
		}
	}
	return placement.NoSquare
}

// arrived puts a man who was just lifted where he was told to stand before that.
func (h *hands) arrived(lift *change) {
	if !lift.lift() {
		return
	}
	if drop := h.toldBefore(lift); drop != nil {
		h.ahead &^= drop.sq.Set()
		h.put(drop)
	}
}

// toldBefore is the drop, within the scan before a lift, of a man such as that one
// who had not left any other square; nil if there is none.
func (h *hands) toldBefore(lift *change) *change {
	if h.ahead == 0 {
		return nil
	}
	for c := range h.t.board.since(max(h.t.opened, lift.seq-earlyChanges)) {
		if c.seq >= lift.seq {
			break
		}
		if h.ahead.Has(c.sq) && c.is == lift.was && lift.at-c.at <= h.t.sweep() {
			return c
		}
	}
	return nil
}

// toldUntil is the change of the board with which a step was told: its last drop,
// or the lift of its man within a scan after it.
func (t *Tracker) toldUntil(s *step) int {
	for c := range t.board.since(s.seq) {
		if c.at-s.at > t.sweep() {
			break
		}
		if c.lift() && c.sq == s.move.From() {
			return c.seq
		}
	}
	return s.seq
}
