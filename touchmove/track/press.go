package track

import "github.com/boardd/boardd/legality"

// press extends a hypothesis by a press.
func (t *Tracker) press(h *hypothesis, side color) {
	switch {
	case h.phase == loose:
		n := *h
		n.mayPlay = true
		t.act(n, Act{Kind: Follow, Why: PressedNoGame, Square: nowhere})
	case h.over != nil:
		t.act(*h, Act{Kind: PressNothing, Why: PressedNoGame})
	case side == h.turn():
		t.pressOwn(h, side)
	default:
		t.pressOther(h, side)
	}
}

// pressOwn is a press of the player having the move.
func (t *Tracker) pressOwn(h *hypothesis, side color) {
	t.turns(h, byPress, nowhere, func(v *hypothesis) {
		if v.node != h.node {
			t.pressed(*v)
		}
	})
	shown := len(h.shown()) > 0
	if !shown {
		t.pressUnshown(h)
	}
	n := *h
	why := PressedNothing
	switch {
	case h.early[side] != 0: // he has pressed before, and no ply came
	case t.deaf(h): // it belongs to what the next scan shows
		why = Nothing
	case shown:
		why = PressedOnWay
	case h.has(mover) || len(t.unfinished(h)) > 0 || t.sensor.Late > slow: // the hand is at work, or the board is late with the ply
		why = PressedOverlap
	case h.begun(): // nothing of the ply is in the hand
		why = PressedOnWay
	}
	if h.node.kind == byAct && !h.begun() {
		t.act(*h, Act{Kind: PressNothing, Why: PressedBack})
	}
	if why == PressedNothing { // and the opponent, whose lever may have come up, will press back
		back := n
		back.owes = true
		t.act(back, Act{Kind: PressNothing, Why: why})
	}
	n.early[side] = t.now
	t.act(n, Act{Kind: PressEarly, Why: why})
}

// pressed emits a hypothesis in which the ply that was completed last is pressed.
func (t *Tracker) pressed(n hypothesis) {
	n.pressed++
	t.act(n, Act{Kind: Press})
}

// pressUnshown is a press of the player having the move while the table shows no legal ply.
func (t *Tracker) pressUnshown(h *hypothesis) {
	t.pressUnfinished(h)
	n := *h
	if n.resting(mover) == 0 { // then what rests there of the opponent was not captured, but moved
		for rest := n.resting(victim); rest != 0; {
			n.role[rest.Pop()] = mover
		}
	}
	if !n.has(mover) && n.resting(mover) != 0 {
		t.pressIrregular(n)
	}
}

// pressIrregular emits the hypothesis in which a player presses while his pieces rest where they may not go.
func (t *Tracker) pressIrregular(n hypothesis) {
	why := PressedIrregular
	if n.exchangedWrongly() {
		why = LeftUnfinished
	}
	t.irregular(&n, why, 0)
	t.pressed(n)
}

// pressUnfinished emits the hypotheses in which a ply is pressed before all of its pieces are where
// they belong, and reports whether there are any.
func (t *Tracker) pressUnfinished(h *hypothesis) (some bool) {
	for _, m := range t.unfinished(h) {
		n := *h
		t.leave(&n, m, 0)
		t.pressed(n)
		some = true
	}
	return some
}

// pressOther is a press of the player who does not have the move.
func (t *Tracker) pressOther(h *hypothesis, side color) {
	n := *h
	switch {
	case h.owes:
		n.owes = false
		n.pressed++
		if t.clock.first && h.node.played() { // that there is a clock, and so a press to come, was not known at the reply
			t.charge(&n, Act{Kind: PressLate, Why: ReplyFirst})
		}
		t.act(n, Act{Kind: PressLate, Why: PressedLate})
	case t.deaf(h) && h.early[side] == 0:
		n.early[side] = t.now
		t.act(n, Act{Kind: PressEarly})
	case h.early[side] == 0 && h.early[h.turn()] != 0 && (h.has(early) || h.resting(early) != 0 || t.sensor.Late > slow):
		why := PressedOverlap
		replies := func(sq square) bool { return h.node.replies().to(h.home[sq], sq) != legality.NoMove }
		if rest := h.resting(early); rest != 0 && !h.has(early) && where(rest, replies) == 0 { // nothing of the ply is in the hand
			why = PressedOnWay
		}
		n.early[side] = t.now
		t.act(n, Act{Kind: PressEarly, Why: why})
	default:
		t.act(n, Act{Kind: PressNothing, Why: PressedOther})
	}
	views := t.after(h, byPut)
	for i := range min(len(views), mostTurns-1) { // the ply that is shown may be complete, and the press too early for the next one
		t.pressOwn(&views[i], side)
	}
}

// firstOwes notes that a press is still due if the clock runs for the player who moved last, before
// the first ply or when play is resumed.
func (t *Tracker) firstOwes(h *hypothesis) {
	n := *h
	n.owes = n.owes || n.phase == playing && (!n.node.played() || n.resumed()) && t.clock.running.Is(n.turn().Other())
	t.emit(&n)
}

// resumed reports whether play has gone on, and nothing was done since.
func (h *hypothesis) resumed() bool { return h.story != nil && h.story.Kind == Resume }

// slow is a delay in milliseconds. A board that is later than that can report a whole ply after its press; on a
// faster one the hand was still at work.
const slow = 400

// pressDue reports whether what a player has pressed before it was on the board must
// be told by now.
func (t *Tracker) pressDue(h *hypothesis) bool {
	at := h.early[h.turn()]
	return at == premature || at > 0 && !t.deaf(h) && t.now > at+t.sensor.Late
}

// endWaits ends three waits: for the ply of an early press, for a square to read what stands there, and for a second lift
// in one look. Once the board has told all that came before a press, the plies that are on the board now are complete; what
// is not there then was not there at the press.
func (t *Tracker) endWaits() {
	if !t.any(func(h *hypothesis) bool { return t.pressDue(h) || t.blinkDue(h) || t.aheadDue(h) >= 0 }) {
		return
	}
	t.extend(func(h *hypothesis) {
		n := *h
		if t.blinkDue(&n) {
			t.unblink(&n)
		}
		if i := t.aheadDue(&n); i >= 0 {
			t.stayAhead(&n, i)
		}
		if t.pressDue(&n) {
			t.endPress(&n)
		} else {
			t.emit(&n)
		}
	})
}

// endPress completes the ply of a hypothesis that was pressed before it was on the board, or notes that
// it was not there at the press.
func (t *Tracker) endPress(h *hypothesis) {
	shown := h.shown()
	for _, m := range shown {
		n := *h
		t.complete(&n, m, Complete, NoPress, 0)
		t.emit(&n)
	}
	rests := !h.has(mover) && h.resting(mover) != 0 && h.landed > h.early[h.turn()] // told since the press
	left := !h.has(mover) && t.pressUnfinished(h)                                   // so it stood when he pressed
	switch {
	case len(shown) > 0 || left:
	case h.early[h.turn()] == premature:
		t.emit(h)
	default:
		more := Cost(0)
		if rests { // where it may not go: it stood there, or goes on
			t.pressIrregular(*h)
			more = PressedOnWay.cost
		}
		h.early[h.turn()] = premature
		t.act(*h, Act{Kind: PressEarly, Why: PressedBefore, Choice: more})
	}
}

// premature stands for the time of a press that came before the ply for sure.
const premature = -1

// stop extends a hypothesis by the clock being stopped: the game stands still, or
// is over.
func (t *Tracker) stop(h *hypothesis) {
	if h.phase == loose {
		t.act(*h, Act{Kind: Stop, Why: LastPly, Choice: h.open()})
		return
	}
	t.leavePlay(h, Stop, LastPly)
	t.act(*h, Act{Kind: Stop, Why: PlaysOn, Choice: h.open()})
}

// start extends a hypothesis by the clock being started.
func (t *Tracker) start(h *hypothesis) {
	why := Nothing
	if h.phase == loose || h.over != nil {
		why = t.idles(h)
		t.resume(h, StandsAgain)
		t.startedLate(h)
	}
	n := *h
	n.halted = nil
	t.act(n, Act{Kind: Start, Why: why})
}

// startedLate emits the hypothesis in which what was played before the clock is started is the game: from the initial
// array, or while the clock stood still.
func (t *Tracker) startedLate(h *hypothesis) {
	if h.over == nil || h.over.ended() || !h.over.of(h.node) {
		return
	}
	n, why, plies := *h, WhileStopped, h.node.ply-h.over.ply
	if len(h.shown()) > 0 {
		plies++
	}
	if h.over.ply == 0 && !h.over.past {
		why, plies = BegunBefore, 1
	}
	if plies > 0 {
		n.over, n.halted = nil, nil
		t.act(n, Act{Kind: Resume, Why: why, Choice: WhileStopped.cost * Cost(plies-1), node: n.node})
	}
}

// startedAfter completes the ply that the table shows if the clock, which stood, is started for the opponent.
func (t *Tracker) startedAfter(h *hypothesis) {
	shown := h.shown()
	if h.over != nil || len(shown) == 0 || !t.clock.running.Is(h.turn().Other()) {
		t.emit(h)
		return
	}
	for _, m := range shown {
		n := *h
		t.complete(&n, m, Complete, NoPress, 0)
		t.emit(&n)
	}
}

// idles is the rate at which the clock is started for no game: few do so while one of the last positions of
// an open game, or a ply that is being made, stands on the board, where play goes on.
func (t *Tracker) idles(h *hypothesis) *Rate {
	if t.stillMaking(h) {
		return StartsIdle
	}
	last := h.game()
	for s, back := last, 0; s != nil && back <= mostUnder && !last.ended(); s, back = s.parent, back+1 {
		if t.differ(h, &s.pos) == 0 {
			return StartsIdle
		}
	}
	return StandsStill
}

// startUnheard emits also the hypotheses in which the clock is started, and play goes on, while the
// board is not heard.
func (t *Tracker) startUnheard(h *hypothesis) {
	t.emit(h)
	if h.phase == loose || h.over != nil {
		t.resume(h, StandsAgain)
	}
}

// stillStopped extends a hypothesis by the clock standing still as it did before the board was not
// heard: what was played meanwhile was played without it.
func (t *Tracker) stillStopped(h *hypothesis) {
	n := *h
	if n.phase == playing && n.over == nil {
		t.charge(&n, Act{Kind: Stop, Why: WhileStopped})
	}
	t.emit(&n)
}
