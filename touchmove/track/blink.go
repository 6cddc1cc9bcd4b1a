package track

import "github.com/boardd/boardd/legality/placement"

// A square may not read at once what stands there: it opens once more when a piece is put down, or opens late when one
// has left it. It reads right soon, or it is stuck.

// blinkDue reports whether the wait for what a square reads is over.
func (t *Tracker) blinkDue(h *hypothesis) bool {
	return h.blink != nowhere && t.now > h.blinks+t.sensor.bounce()
}

// unblink ends the wait for what a square reads: if it still does not read what stands there it errs, and is stuck.
func (t *Tracker) unblink(n *hypothesis) {
	sq := n.blink
	if n.blink = nowhere; t.reads(sq, n.on[sq]) {
		return
	}
	a := Act{Kind: Unread, Why: StaysUnread, Square: sq, Piece: n.on[sq]}
	if a.Piece == placement.Empty {
		a.Kind, a.Why = Stuck, Sticks
	}
	t.charge(n, a)
	n.weak, n.stuck = n.weak|sq.Set(), n.stuck|sq.Set()
}

// One look at the board shows two lifts in the order of the squares. A piece of the reply may be told first, although a
// piece of the ply was lifted before it.

// aheadDue is the index of the piece of the reply that was lifted first, once that look is over; -1 if there is none.
func (t *Tracker) aheadDue(h *hypothesis) int {
	return h.inHand(func(a *held) bool { return a.ahead && t.now > a.at+t.sensor.Scan })
}

// stillAhead reports whether nothing of the ply has been lifted since a piece of the reply was.
func (h *hypothesis) stillAhead(a *held) bool {
	return a.ahead && a.role == early && !h.begun() && h.victim() == nowhere
}

// stayAhead charges for a piece of the reply if nothing of the ply was lifted in the same look.
func (t *Tracker) stayAhead(n *hypothesis, i int) {
	a := &n.hand[i]
	if n.stillAhead(a) {
		t.charge(n, Act{Kind: Linger, Why: AheadLong, Square: a.home, Piece: a.piece, role: early})
	}
	a.ahead = false
}
