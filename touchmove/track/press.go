package track

import (
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// press extends a hypothesis by a press.
func (t *Tracker) press(h *hypothesis, side color) {
	switch {
	case h.phase == loose:
		n := *h
		t.follows(&n, PressedNoGame, 0, nowhere)
		t.emit(&n)
	case h.over != nil:
		n := *h
		t.pressed(&n, PressNothing, PressedNoGame)
	case side == h.turn():
		t.pressOwn(h, side)
	default:
		t.pressOther(h, side)
	}
}

// pressed emits a hypothesis in which a player pressed.
func (t *Tracker) pressed(n *hypothesis, kind Kind, why Rate) {
	t.charge(n, Act{Kind: kind, Why: why})
	t.emit(n)
}

// pressOwn is a press of the player having the move.
func (t *Tracker) pressOwn(h *hypothesis, side color) {
	views := t.turns(h, toPress, nowhere)
	for i := range views[1:] {
		n := views[1+i]
		t.pressed(&n, Press, Nothing)
	}
	var buf [16]move
	shown := len(h.shown(buf[:0])) > 0
	if !shown {
		t.pressUnshown(h)
	}
	n := *h
	why := PressedNothing
	switch {
	case shown && t.sensor.Late == 0:
		return
	case h.early[side] != 0: // and for that press there was no move
	case shown:
		why = PressedOnWay
	case h.has(mover) || len(h.unfinished(buf[:0])) > 0 || t.sensor.Late > slow: // the hand is at work
		why = t.overlap()
	case h.begun(): // nothing of the ply is in the hand
		why = PressedOnWay
	}
	if why == PressedNothing { // and the opponent will press back, whose lever may have come up
		back := n
		back.owes = true
		t.pressed(&back, PressNothing, why)
	}
	n.early[side] = t.now
	t.pressed(&n, PressEarly, why)
}

// pressUnshown is a press of the player having the move while the table shows
// none.
func (t *Tracker) pressUnshown(h *hypothesis) {
	t.mute(h)
	var buf [16]move
	for _, m := range h.unfinished(buf[:0]) {
		n := *h
		t.leave(&n, m, Nothing)
		t.emit(&n)
	}
	n := *h
	if n.resting(mover) == 0 {
		n.makeOwn()
	}
	if !n.has(mover) && n.resting(mover) != 0 {
		t.irregular(&n, PressedIrregular, 0)
		t.pressed(&n, Press, Nothing)
	}
}

// makeOwn has a piece of the opponent that rests on another square be the piece of the ply:
// it is none that was captured.
func (h *hypothesis) makeOwn() {
	for rest := h.resting(victim); rest != 0; {
		h.role[rest.Pop()] = mover
	}
}

// mute emits the hypotheses in which a piece that is not read where it stands has
// moved, and is not read there either.
func (t *Tracker) mute(h *hypothesis) {
	if h.begun() {
		return
	}
	victim := h.victim()
	for _, m := range h.node.legal.list {
		from := m.From()
		captured := h.node.pos.Captured(m)
		if !single(m) || m.IsCastling() || h.off.Has(from) || t.reads(from, h.on[from]) || captured < 64 && captured != victim || victim < 64 && captured != victim {
			continue
		}
		n := *h
		n.set(from, placement.Empty, nowhere, aside)
		t.land(&n, m, NotToldAgain, choice(h.node.legal.total))
		t.complete(&n, m, Complete, Pressed, 0)
		t.pressed(&n, Press, Nothing)
	}
}

// pressOther is a press of the player who does not have the move.
func (t *Tracker) pressOther(h *hypothesis, side color) {
	n := *h
	switch {
	case h.owes:
		n.owes = false
		t.pressed(&n, PressLate, PressedLate)
	case h.early[side] == 0 && h.early[h.turn()] != 0 && (h.has(early) || h.resting(early) != 0 || t.sensor.Late > slow):
		why := t.overlap()
		if rest := h.resting(early); rest != 0 && !h.has(early) && !h.replied(rest) { // nothing of the ply is in the hand
			why = PressedOnWay
		}
		n.early[side] = t.now
		t.pressed(&n, PressEarly, why)
	default:
		t.pressed(&n, PressNothing, PressedOther)
	}
	for _, v := range append([]hypothesis(nil), t.turns(h, toPut, nowhere)[1:]...) { // the ply that is shown, and his that is to come
		t.pressOwn(&v, side)
	}
}

// replied reports whether a piece that rests on one of some squares has made a reply.
func (h *hypothesis) replied(rest set) bool {
	for replies := h.node.replies(); rest != 0; {
		if sq := rest.Pop(); replies.to(h.home[sq], sq) != legality.NoMove {
			return true
		}
	}
	return false
}

// slow is how late a board must be at least to tell a whole ply after its press,
// in milliseconds: hands take longer else.
const slow = 400

// overlap is the rate of presses before the ply is on the board.
func (t *Tracker) overlap() Rate {
	if t.sensor.Late > 0 {
		return PressedOverlap
	}
	return PressedEarly
}

// ripe reports whether what a player has pressed before it was on the board must
// be told by now.
func (t *Tracker) ripe(h *hypothesis) bool {
	at := h.early[h.turn()]
	return at == premature || at > 0 && t.now > at+t.sensor.Late
}

// blind reports whether a contact that has opened once more should be closed by now.
func (t *Tracker) blind(h *hypothesis) bool {
	return h.blink != nowhere && t.now > h.landed+t.sensor.bounce()
}

// ripen completes the plies that were pressed before they were on the board and
// are now, once the board has told all that came before the press. What is not
// there then was not there at the press.
func (t *Tracker) ripen() {
	if !slices.ContainsFunc(t.beam, func(h hypothesis) bool { return t.ripe(&h) || t.blind(&h) }) {
		return
	}
	t.extend(func(h *hypothesis) {
		n := *h
		if t.blind(h) {
			if n.blink = nowhere; !t.reads(h.blink, h.on[h.blink]) {
				t.charge(&n, Act{Kind: Unread, Why: StaysUnread, Square: h.blink, Piece: h.on[h.blink]})
			}
			*h = n
		}
		if !t.ripe(h) {
			t.emit(&n)
			return
		}
		var buf [16]move
		shown := h.shown(buf[:0])
		for _, m := range shown {
			n := *h
			t.complete(&n, m, Complete, NoPress, 0)
			t.emit(&n)
		}
		switch {
		case len(shown) > 0:
		case h.early[h.turn()] == premature:
			t.emit(&n)
		default:
			n.early[h.turn()] = premature
			t.pressed(&n, PressEarly, PressedBefore)
		}
	})
}

// premature stands for the time of a press that came before the ply for sure.
const premature = -1
