package track

import (
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// Once a record has extended a hypothesis, what it shows may say more: the reply stands, or
// both kings stand in the centre, or all pieces stand as before the last ply.

// emit adds a hypothesis to the next beam. A ply that the table shows is completed
// when it shows the reply, too.
func (t *Tracker) emit(h *hypothesis) {
	if t.drops(h) {
		return
	}
	if h.landed == t.now && h.added > 0 && h.phase == playing {
		if t.answered(h) {
			return
		}
		t.signal(h, h.spot)
		t.undone(h)
	}
	t.add(h)
}

// act emits a hypothesis with one more act.
func (t *Tracker) act(n hypothesis, a Act) {
	t.charge(&n, a)
	t.emit(&n)
}

// answered completes the ply if the table shows it and the reply, and reports
// whether it does.
func (t *Tracker) answered(h *hypothesis) bool {
	if h.resting(early) == 0 {
		return false
	}
	done := false
	var n hypothesis
	for _, m := range h.shown() {
		if t.showsReply(h, m) {
			done, n = true, *h
			t.complete(&n, m, Complete, t.unpressed(h, toPut), 0)
			t.emit(&n)
		}
	}
	return done
}

// showsReply reports whether the table shows a reply to a ply that it shows.
func (t *Tracker) showsReply(h *hypothesis, m move) bool {
	n := *h
	n.node, n.castle = t.child(h.node, m), legality.NoMove
	n.settle()
	return len(n.shown()) > 0
}

// undone emits the hypothesis in which the last ply is taken back, because all of its
// pieces stand as before; or some of the last plies, while such are being taken back. If every
// piece stands where the position has it, nothing is taken back.
func (t *Tracker) undone(h *hypothesis) {
	if h.off == 0 {
		return
	}
	s := h.node
	for plies := 1; s.parent != nil && s.kind != inGap && s.part == s.parent.part; plies, s = plies+1, s.parent {
		switch {
		case plies > 1 && (!h.back || plies > mostUnder || h.begun()):
			return
		case h.on == *s.parent.pos.Placement():
			n := *h
			t.charge(&n, Act{Kind: TakeBack, Square: n.spot, Piece: n.on[n.spot], Move: s.move, node: s.parent})
			for n.node != s.parent {
				t.goBack(&n)
			}
			t.add(&n)
			return
		}
	}
}

// goBack lets a hypothesis stand before its last ply again. If the opponent's clock runs, he usually
// presses it: that press is still to come.
func (t *Tracker) goBack(n *hypothesis) {
	n.node = n.node.parent
	n.castle, n.owes, n.back = legality.NoMove, t.clock && t.running.Is(n.turn().Other()), true
	n.adjusts, n.righted = false, nowhere
	n.settle()
}

// signal emits the hypothesis in which both kings in the centre show a result, when
// one has been put on a square there: plies of kings that nobody has pressed are none.
// Else they stand where none may go, for another reason.
func (t *Tracker) signal(h *hypothesis, sq square) {
	if !placement.Centre.Has(sq) || h.on[sq].Kind() != legality.King {
		return
	}
	if h.on.Find(placement.WhiteKing)&placement.Centre == 0 || h.on.Find(placement.BlackKing)&placement.Centre == 0 {
		return
	}
	n, shows := *h, Act{Kind: Signal, Why: KingsShow}
	if m := n.node.move; n.node.kind == byMove && placement.Centre.Has(m.To()) && n.node.pos.At(m.To()).Kind() == legality.King && !n.pressed() {
		t.goBack(&n)
		shows.node = n.node
	}
	t.charge(&n, shows)
	n.signal = true
	t.loose(&n)
	t.charge(h, Act{Kind: Pass, Why: KingsAnyway, Square: sq, Piece: h.on[sq], Home: h.homeOf(sq)})
}

// pressed reports whether a press has completed the last ply.
func (h *hypothesis) pressed() bool {
	for a := h.story; a != nil; a = a.Prev {
		if a.Kind == Press || a.Kind == PressLate {
			return true
		}
		if a.node != nil {
			return a.Why == Pressed
		}
	}
	return false
}

// loose emits a hypothesis in which no game is played.
func (t *Tracker) loose(n *hypothesis) {
	n.phase = loose
	n.release()
	if t.sensor.Names { // what stands where is read again
		t.stand(n, n.node)
	}
	t.emit(n)
}
