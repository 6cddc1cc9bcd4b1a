package track

import (
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// A ply is what the table shows, and is completed when something needs it: a
// press, a report that only the other player can have caused, a stop. Until then
// a piece that has landed may go on.

// need is what a ply is completed for.
type need uint8

const (
	toLift  need = iota // the opponent lifts
	toPut               // the opponent puts
	toPress             // the player presses
	toStop              // the clock stops
)

// expects reports whether a press of a player is to be expected: there is a clock,
// and his side of it runs.
func (t *Tracker) expects(h *hypothesis, c color) bool {
	return t.clock && t.running.Is(c) && h.early[c] == 0
}

// unpressed is the rate at which a ply is completed for some need.
func (t *Tracker) unpressed(h *hypothesis, for_ need) Rate {
	switch {
	case for_ == toPress:
		return Pressed
	case for_ == toStop:
		return EndsDone
	case h.over != nil:
		return NoPress
	case t.stopped:
		return WhileStopped
	case !t.expects(h, h.turn()):
		return NoPress
	case for_ == toLift:
		return ReplyEarly
	}
	return ReplyFirst
}

// complete makes a legal move part of the game.
func (t *Tracker) complete(h *hypothesis, m move, kind Kind, why Rate, more Cost) {
	pos := &h.node.pos
	if h.owes {
		t.charge(h, Act{Kind: PressNever, Why: PressForgotten})
	}
	t.charge(h, Act{Kind: kind, Why: why, Choice: more, Square: m.To(), Piece: pos.At(m.From()), Home: m.From(), Move: m, node: t.child(h.node, m)})
	if v := pos.Captured(m); v != placement.NoSquare {
		h.taken, h.gone = pos.At(v), t.now
	}
	h.enter(t.child(h.node, m), t.now)
	t.stayOff(h)
	h.fresh = true
	h.owes = why == ReplyEarly || why == ReplyFirst
}

// stayOff charges for pieces that belong to no ply and have not come back by the
// end of one.
func (t *Tracker) stayOff(h *hypothesis) {
	for i := range h.hand[:h.n] {
		if a := &h.hand[i]; a.role == aside && a.last != nowhere && h.node.pos.At(a.home) == a.piece && t.now > a.at+togetherMs {
			t.charge(h, Act{Kind: Linger, Why: StaysOff, Square: a.home, Piece: a.piece})
			a.last = nowhere
		}
	}
}

// charge adds an act of the present record.
func (t *Tracker) charge(h *hypothesis, a Act) {
	a.At, a.Event, a.Ply = t.now, t.event, int32(h.node.ply+1)
	h.charge(a)
}

// turns lists the hypothesis, and those that follow from it if the ply that is
// being made is completed without a report of its own: the table shows it; its
// piece has taken the place of another on a board that names none, or was put
// where nothing is read; or it is irregular.
func (t *Tracker) turns(h *hypothesis, for_ need, sq square) []hypothesis {
	t.views = append(t.views[:0], *h)
	t.views[0].fresh = false
	t.answers(0, for_, sq)
	for i := 1; i < len(t.views) && i < mostTurns && for_ != toPress; i++ {
		if t.views[i].holding() >= 0 {
			t.answers(i, for_, sq) // and the reply, too
		}
	}
	return t.views
}

// mostTurns is of how many of these the replies are looked at.
const mostTurns = 16

// answers adds to the list the hypotheses that follow from one of it by a ply.
func (t *Tracker) answers(i int, for_ need, sq square) {
	h := t.views[i]
	var buf [16]move
	shown := h.shown(buf[:0])
	why := t.unpressed(&h, for_)
	for _, m := range shown {
		n := h
		t.complete(&n, m, Complete, why, 0)
		t.views = append(t.views, n)
	}
	if len(shown) == 0 {
		t.unseen(&h, for_, why, sq)
	}
	if len(shown) == 0 && i == 0 {
		t.unexplained(&h, for_, why)
	}
}

// unseen adds the hypotheses in which the piece in the hand has landed without a
// report. A square that changes now may have held it for a moment.
func (t *Tracker) unseen(h *hypothesis, for_ need, why Rate, sq square) {
	i := h.holding()
	if i < 0 || h.castle != legality.NoMove || h.hand[i].home == nowhere {
		return
	}
	home, victim := h.hand[i].home, h.victim()
	more := choice(h.node.legal.choices(home))
	if victim != nowhere {
		more = choice(h.node.captures(victim, home))
	}
	for _, m := range h.node.legal.from(home) {
		hides := t.hides(h, m, victim, for_, sq)
		if !single(m) || m.IsCastling() || hides == Nothing {
			continue
		}
		n := *h
		n.drop(i)
		t.land(&n, m, hides, more)
		t.complete(&n, m, Complete, why, 0)
		t.views = append(t.views, n)
	}
}

// hides is the rate at which a move by the piece in the hand leaves no report of where it
// has landed; Nothing if it leaves one, or is not the one that was begun.
func (t *Tracker) hides(h *hypothesis, m move, victim square, for_ need, sq square) Rate {
	to, captured := m.To(), h.node.pos.Captured(m)
	takes := captured == to
	switch {
	case !takes && captured != placement.NoSquare || victim != nowhere && captured != victim:
		return Nothing
	case takes && victim == nowhere && !t.sensor.Names && t.reads(to, h.on[to]):
		return SwapUnseen
	case t.errs(h, to):
		return NotToldAgain
	case takes && t.sensor.Names && (victim == nowhere && to == sq || t.recaptured(h, m)):
		return Blink
	case for_ == toPress, victim != nowhere && !t.sensor.Names,
		for_ == toPut && !takes && h.has(early): // the opponent has seen it
		return NotTold
	}
	return Nothing
}

// linger is that nothing has changed for so long that a piece that was lifted
// stands again, on a board that names none: it has taken the place of another.
func (t *Tracker) linger(h *hypothesis) {
	n := *h
	i := h.holding()
	if h.phase != playing || i < 0 || h.hand[i].home == nowhere || h.castle != legality.NoMove {
		t.emit(&n)
		return
	}
	why := Lingers
	if t.sensor.Names { // and its put leaves a report
		why = Holds
	}
	t.charge(&n, Act{Kind: Linger, Why: why, Square: h.hand[i].home, Piece: h.hand[i].piece})
	t.emit(&n)
	if t.sensor.Names || h.victim() != nowhere {
		return
	}
	for _, m := range h.node.legal.from(h.hand[i].home) {
		to := m.To()
		if !single(m) || m.IsCastling() || h.node.pos.Captured(m) != to || !t.reads(to, h.on[to]) {
			continue
		}
		n := *h
		n.drop(i)
		t.land(&n, m, SwapUnseen, choice(h.node.legal.choices(h.hand[i].home)))
		t.emit(&n)
	}
}

// errs reports whether a square is known to err: it has done so, or reads something
// else than stands there.
func (t *Tracker) errs(h *hypothesis, sq square) bool {
	return h.weak.Has(sq) || !t.reads(sq, h.on[sq])
}

// recaptured reports whether the piece that makes a capture may have been captured
// in turn, by a piece in the hand that looks on the square like what is read there.
func (t *Tracker) recaptured(h *hypothesis, m move) bool {
	return h.inHand(func(a *held) bool {
		return a.role == early && t.child(h.node, m).legal.to(a.home, m.To()) != legality.NoMove && t.reads(m.To(), a.piece)
	}) >= 0
}

// land puts the piece of a move on its square without a report.
func (t *Tracker) land(n *hypothesis, m move, why Rate, more Cost) {
	p := &n.node.pos
	to := m.To()
	t.charge(n, Act{Kind: Unseen, Why: why, Choice: more + t.gives(n.node, m), Square: to, Piece: moved(p, m), Home: m.From(), Move: m})
	n.set(to, moved(p, m), m.From(), mover)
	n.landed, n.spot = t.now, to
	if why == NotTold || why == NotToldAgain {
		n.weak |= to.Set()
	}
}

// unexplained adds the hypothesis in which a piece that rests where it may not go
// was let stand there, and was answered: an irregular ply.
func (t *Tracker) unexplained(h *hypothesis, for_ need, why Rate) {
	if h.phase != playing || for_ == toPress || for_ == toStop || h.has(mover) || h.resting(mover) == 0 {
		return
	}
	n := *h
	t.irregular(&n, StandsIrregular, rates[why].Cost)
	n.owes = why == ReplyEarly || why == ReplyFirst
	t.views = append(t.views, n)
}

// irregular makes what stands on the board part of the game, by a ply that no
// legal move describes.
func (t *Tracker) irregular(n *hypothesis, why Rate, more Cost) {
	board := n.node.pos.Placement()
	on := *board
	for rest := n.off; rest != 0; { // but for what belongs to no ply
		sq := rest.Pop()
		if n.on[sq] == placement.Empty && !n.left(sq) || n.on[sq] != placement.Empty && n.role[sq] != mover {
			continue
		}
		on[sq] = n.on[sq]
	}
	next := t.let(n.node, &on)
	t.charge(n, Act{Kind: Irregular, Why: why, Choice: more, Move: next.move, node: next})
	n.enter(next, t.now)
	n.fresh = true
}

// left reports whether the piece that belongs on a square has left it as part of
// the ply: it rests elsewhere on the board, or was captured.
func (h *hypothesis) left(sq square) bool {
	for rest := h.resting(mover); rest != 0; {
		if h.home[rest.Pop()] == sq {
			return true
		}
	}
	return h.inHand(func(a *held) bool { return a.home == sq && a.role == victim }) >= 0
}

// unfinished appends the moves of which castling is half done, the pawn has not
// been exchanged, or the pawn captured en passant still stands.
func (h *hypothesis) unfinished(buf []move) []move {
	p := &h.node.pos
	for rest := h.off & p.Occupied(h.turn()); rest != 0; {
		from := rest.Pop()
		for _, m := range h.node.legal.from(from) {
			to, captured := m.To(), p.Captured(m)
			switch {
			case !single(m):
			case m.IsCastling():
				if m.KingTo() != from && h.off.Has(m.KingTo()) && h.on[m.KingTo()] == p.At(from) {
					buf = append(buf, m)
				}
			case m.Promotion() != legality.NoKind:
				if h.on[to] == p.At(from) {
					buf = append(buf, m)
				}
			case captured != placement.NoSquare && captured != to:
				if h.on[to] == p.At(from) && !h.off.Has(captured) {
					buf = append(buf, m)
				}
			}
		}
	}
	return buf
}

// leave completes a move before all of its pieces are where they belong. They
// stand displaced then.
func (t *Tracker) leave(h *hypothesis, m move, why Rate) {
	t.complete(h, m, Unfinished, LeftUnfinished, 0)
	switch {
	case m.IsCastling():
		rook := h.node.pos.At(m.RookTo())
		if h.on[m.To()] == rook {
			h.home[m.To()], h.role[m.To()] = m.RookTo(), aside
		}
	case m.Promotion() != legality.NoKind:
		h.home[m.To()] = m.To()
	}
	t.charge(h, Act{Kind: Press, Why: why, Move: m})
}
