package track

import (
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// A ply is what the table shows, and is completed when something needs it: a
// press, a report that only the other player can have caused, a stop. Until then
// a piece that has landed may go on.

// cause is what completes a ply.
type cause uint8

const (
	byLift  cause = iota // the opponent lifts
	byPut                // the opponent puts
	byPress              // the player presses
	byStop               // the clock stops
)

// expects reports whether a press of a player is to be expected: there is a clock,
// and his side of it runs.
func (t *Tracker) expects(h *hypothesis, c color) bool {
	return t.clock.runsFor(c) && h.early[c] == 0
}

// unpressed is the rate at which something completes a ply.
func (t *Tracker) unpressed(h *hypothesis, by cause) *Rate {
	switch {
	case by == byPress:
		return Pressed
	case by == byStop:
		return EndsDone
	case h.over != nil:
		return OneMore
	case t.clock.stopped:
		return WhileStopped
	case !t.expects(h, h.turn()):
		return NoPress
	case t.careless(h):
		return ReplyUnpressed
	case by == byLift:
		return ReplyEarly
	}
	return ReplyFirst
}

// careless reports whether the players often do not press: one due press in four was never made. Where the clock
// has not been heard, nobody may have started it, and one is enough.
func (t *Tracker) careless(h *hypothesis) bool {
	return 3*h.forgot >= h.pressed && (h.forgot > 1 || h.forgot > 0 && t.clock.known == silent)
}

// forgetPress charges for a press that was due and never made.
func (t *Tracker) forgetPress(h *hypothesis) {
	a := Act{Kind: PressNever, Why: PressForgotten}
	if t.careless(h) {
		a.Why, a.Choice = ForgottenOften, among(int(h.forgot)+1, int(h.forgot+h.pressed)+2)
	}
	t.charge(h, a)
	h.forgot++
}

// complete makes a legal move part of the game.
func (t *Tracker) complete(h *hypothesis, m move, kind Kind, why *Rate, more Cost) {
	pos, after := &h.node.pos, t.child(h.node, m)
	if h.owes && t.clock.there() {
		t.forgetPress(h)
	}
	if h.early[h.turn()] != 0 { // it was pressed before it was told
		h.pressed++
	}
	t.charge(h, Act{Kind: kind, Why: why, Choice: more, Square: m.To(), Piece: pos.At(m.From()), Home: m.From(), Move: m, node: after})
	t.leftThere(h)
	t.enter(h, after)
	t.stayOff(h)
	h.fresh = true
	h.owes = t.owed(why)
}

// awayMs is after how long a piece that was taken off the board will not come back, or has done so and is not read.
const awayMs = 30000

// enter goes over to another node after a ply: what belongs to the reply now
// belongs to the ply being made, and what is left of the ply belongs to none.
func (t *Tracker) enter(h *hypothesis, n *node) {
	side := h.turn()
	if p := &h.node.pos; n.move != legality.NoMove && p.Captured(n.move) != placement.NoSquare {
		h.taken, h.gone = p.At(p.Captured(n.move)), t.now
	}
	h.node = n
	h.early[side], h.slid, h.back, h.adjusts, h.setRight = 0, 0, 0, false, nowhere
	h.settle()
	keep, replies := 0, h.has(early)
	for _, a := range h.hand[:h.n] {
		switch a.role {
		case victim:
			if n.pos.At(a.home) != a.piece {
				continue // it is beside the board now
			}
			if a.piece.Is(side) && !replies {
				a.role = aside
			}
		case early:
			a.role = mover
		case mover:
			if n.pos.At(a.home) != a.piece { // the pawn that was promoted
				continue
			}
			a.role = aside
		case aside:
			if a.at < t.now-awayMs {
				h.standUnread(&a)
				continue
			}
		}
		if n.pos.At(a.home) != a.piece {
			a.home = nowhere
		}
		h.hand[keep] = a
		keep++
	}
	h.n = keep
	h.castle = h.castlingBegun(mover)
}

// standUnread has a piece of the hand that belongs to no ply stand where the position has it.
func (h *hypothesis) standUnread(a *held) {
	if a.home != nowhere && h.node.pos.At(a.home) == a.piece && h.on[a.home] == placement.Empty {
		h.set(a.home, a.piece, a.home, aside)
		h.weak |= a.home.Set()
	}
}

// owed reports whether the press of a ply that is completed at some rate is still to come:
// where no clock has been heard yet, there may be one.
func (t *Tracker) owed(why *Rate) bool {
	return why == ReplyEarly || why == ReplyFirst || why == ReplyUnpressed || !t.clock.there() && why == NoPress
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

// leftThere charges for captured pieces that stand on the board at the end of a ply: the opponent's, or one
// that an earlier ply captured.
func (t *Tracker) leftThere(h *hypothesis) {
	for rest := h.resting(victim); rest != 0; {
		if sq := rest.Pop(); h.on[sq].Is(h.turn().Other()) || h.home[sq] == nowhere {
			t.charge(h, Act{Kind: Linger, Why: LeftThere, Square: sq, Piece: h.on[sq]})
		}
	}
}

// turns extends the hypothesis, and those in which the ply that is being made is
// complete by now. Either the table shows it, or no report has told its put, or it
// is irregular.
func (t *Tracker) turns(h *hypothesis, by cause, sq square, with func(*hypothesis)) {
	t.views = t.views[:0]
	if t.hopeless(h, 0) {
		return
	}
	h.fresh = false
	with(h)
	t.answers(h, true, by, sq)
	for i := 0; i < len(t.views); i++ {
		v := &t.views[i]
		if t.hopeless(v, 0) {
			continue
		}
		with(v)
		if i+1 < mostTurns && by != byPress && t.mayHide(v, by, sq) {
			n := *v                      // the list grows
			t.answers(&n, false, by, sq) // and the reply, too
		}
	}
}

// mayHide reports whether the player having the move may have made a ply whose put was not reported: with the piece in
// his hand, with one that is not read, or by a capture that leaves no report.
func (t *Tracker) mayHide(h *hypothesis, by cause, sq square) bool {
	return h.holding() >= 0 || t.unreadOf(h) != 0 || t.mayCapture(h, by, sq)
}

// mayCapture reports whether a capture may have been made of which no report tells: the board names no pieces, and it is
// pressed now, or the opponent lifts a piece.
func (t *Tracker) mayCapture(h *hypothesis, by cause, sq square) bool {
	return !t.sensor.Names && (by == byPress || by == byLift && h.on[sq].Is(h.turn().Other()))
}

// after is the hypotheses that follow from one in the same way, however dear.
func (t *Tracker) after(h *hypothesis, by cause) []hypothesis {
	bound := t.bound
	t.bound = 1 << 62
	t.turns(h, by, nowhere, func(*hypothesis) {})
	t.bound = bound
	return slices.Clone(t.views)
}

// mostTurns is of how many of these the replies are looked at.
const mostTurns = 16

// answers adds to the list the hypotheses that follow from one by a ply. first: it is the hypothesis
// itself, not one that has already completed a ply here.
func (t *Tracker) answers(h *hypothesis, first bool, by cause, sq square) {
	shown := h.shown()
	why := t.unpressed(h, by)
	for _, m := range shown {
		n := *h
		t.complete(&n, m, Complete, why, 0)
		t.views = append(t.views, n)
	}
	if len(shown) > 0 {
		return
	}
	t.unseen(h, by, why, sq)
	if by == byPress || by != byStop && !t.sensor.Names { // else lift and put are not both lost
		t.mute(h, t.unreadOf(h), Nothing, why)
	}
	if t.seen.Is(h.turn().Other()) && h.on[sq].Is(h.turn()) && !h.off.Has(sq) { // a piece stands there now in place of his
		t.mute(h, sq.Set(), LiftLate, why)
	}
	if t.mayCapture(h, by, sq) {
		t.unheard(h, why)
	}
	if first {
		t.unexplained(h, by, why)
	}
}

// Reports of a ply may be missing:
//
//	unseen   the lift was told, the put was not; castled: that of the second piece of castling
//	mute     neither was: the piece was not read, or a piece of the opponent stands on its square by now
//	unheard  neither was: a capture on a board that names no pieces, and both squares read a piece as before

// unheard adds the hypotheses in which a piece has captured another one, on a board that names none, and no
// report has told anything of it. The square that it has left may still read it.
func (t *Tracker) unheard(h *hypothesis, why *Rate) {
	if h.begun() || h.victim() != nowhere || t.hopeless(h, LiftLate.cost+SwapUnseen.cost+why.cost) { // then its moves are not worked out
		return
	}
	for _, m := range h.node.legal().list {
		from, to := m.From(), m.To()
		if h.node.pos.Captured(m) != to || h.off.Has(from) || !t.reads(from, h.on[from]) || !t.reads(to, h.on[to]) || m.Promotion() != legality.NoKind {
			continue
		}
		t.unlifted(h, m, from, LiftLate, SwapUnseen, 0, why)
	}
}

// unseen adds the hypotheses in which the piece in the hand has landed without a
// report. A square that changes now may have held it for a moment.
func (t *Tracker) unseen(h *hypothesis, by cause, why *Rate, sq square) {
	i := h.holding()
	if i < 0 || h.hand[i].home == nowhere {
		return
	}
	if h.castle != legality.NoMove {
		t.castled(h, i, why)
		return
	}
	home, victim := h.hand[i].home, h.victim()
	for _, m := range h.node.legal().from(home) {
		hides := t.hides(h, m, victim, by, sq)
		if hides == NotTold && h.hand[i].stays { // that it seemed to stay in the hand has been paid
			hides = NotToldLong
		}
		if !single(m) || m.IsCastling() || hides == nil || t.hopeless(h, hides.cost+why.cost) {
			continue
		}
		more := h.goesTo(&h.hand[i], m, victim)
		if t.hopeless(h, hides.cost+more+why.cost) {
			continue
		}
		n := *h
		n.drop(i)
		t.land(&n, m, hides, more)
		t.complete(&n, m, Complete, why, 0)
		t.views = append(t.views, n)
	}
}

// unreadOf is the squares on which pieces of the player having the move stand and are not read.
func (t *Tracker) unreadOf(h *hypothesis) set {
	return where(h.weak&^h.off&h.node.pos.Occupied(h.turn()), func(sq square) bool { return !t.reads(sq, h.on[sq]) })
}

// mute adds the hypotheses in which a piece on one of some squares has moved without a reported lift,
// onto a square that does not report it either, or on which it has taken the place of another. late
// is the rate of the missing lift; Nothing if the square did not read the piece before.
func (t *Tracker) mute(h *hypothesis, on set, late, why *Rate) {
	if h.begun() {
		return
	}
	victim := h.victim()
	for rest := on; rest != 0; {
		from := rest.Pop()
		for _, m := range h.node.legal().from(from) {
			captured, hides, more := h.node.pos.Captured(m), NotToldAgain, Cost(0)
			if !t.errs(h, m.To()) {
				hides = NotTold
			}
			if captured == m.To() && victim == nowhere && !t.sensor.Names && t.reads(captured, h.on[captured]) {
				hides, more = SwapUnseen, NotToldAgain.cost
			} else if captured != victim {
				continue
			}
			if single(m) && !m.IsCastling() {
				t.unlifted(h, m, h.blink, late, hides, more, why)
			}
		}
	}
}

// unlifted adds the hypothesis in which a move was made, and neither its lift nor its put has been reported. A square
// may still read what it did (blink).
func (t *Tracker) unlifted(h *hypothesis, m move, blink square, late, hides *Rate, more Cost, why *Rate) {
	if t.hopeless(h, late.cost+hides.cost+more+why.cost) { // whichever move it is
		return
	}
	if more += h.node.legal().move(m); t.hopeless(h, late.cost+hides.cost+more+why.cost) {
		return
	}
	n, from := *h, m.From()
	if blink != h.blink {
		n.blink, n.blinks = blink, t.now
	}
	if late != Nothing {
		t.charge(&n, Act{Kind: LateLift, Why: late, Square: from, Piece: n.on[from], Home: from})
	}
	n.set(from, placement.Empty, nowhere, aside)
	t.land(&n, m, hides, more)
	t.complete(&n, m, Complete, why, 0)
	t.views = append(t.views, n)
}

// castled adds the hypothesis in which the second piece of castling has landed without a report.
func (t *Tracker) castled(h *hypothesis, i int, why *Rate) {
	m, rate := h.castle, NotTold
	to := m.KingTo()
	if h.hand[i].home == m.To() {
		to = m.RookTo()
	}
	if t.errs(h, to) {
		rate = NotToldAgain
	}
	n := *h
	a := n.drop(i)
	t.charge(&n, Act{Kind: Unseen, Why: rate, Square: to, Piece: a.piece, Home: a.home, Move: m})
	n.set(to, a.piece, a.home, mover)
	n.landed, n.spot = t.now, to
	n.weak |= to.Set()
	if len(n.shown()) > 0 {
		t.complete(&n, m, Complete, why, 0)
		t.views = append(t.views, n)
	}
}

// hides is the rate at which no report tells where the piece in the hand has landed by a move;
// nil if one does, or if another move was begun.
func (t *Tracker) hides(h *hypothesis, m move, victim square, by cause, sq square) *Rate {
	to, captured := m.To(), h.node.pos.Captured(m)
	takes := captured == to
	switch {
	case !takes && captured != placement.NoSquare || victim != nowhere && captured != victim:
		return nil
	case takes && victim == nowhere && !t.sensor.Names && t.reads(to, h.on[to]):
		if m.Promotion() != legality.NoKind { // and what the pawn becomes takes its place
			return NotTold
		}
		return SwapUnseen
	case t.errs(h, to):
		return NotToldAgain
	case by == byLift && t.exchanged(h, m, sq):
		return Retaken
	case takes && t.sensor.Names && (victim == nowhere && to == sq || t.recaptured(h, m)):
		return Retaken
	case by == byPress, by == byLift, victim != nowhere && !t.sensor.Names,
		by == byPut && (h.has(early) || t.seen.Is(h.turn().Other())): // the opponent has seen it
		return NotTold
	}
	return nil
}

// exchanged reports whether what a pawn has become, which has been put on its square already and
// taken off, may be captured there at once by the piece on a square.
func (t *Tracker) exchanged(h *hypothesis, m move, sq square) bool {
	return m.Promotion() != legality.NoKind && h.hand[h.holding()].last == m.To() && t.child(h.node, m).legal().to(sq, m.To()) != legality.NoMove
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
		return a.role == early && t.child(h.node, m).legal().to(a.home, m.To()) != legality.NoMove && t.reads(m.To(), a.piece)
	}) >= 0
}

// land puts the piece of a move on its square without a report.
func (t *Tracker) land(n *hypothesis, m move, why *Rate, more Cost) {
	p := &n.node.pos
	to := m.To()
	t.charge(n, Act{Kind: Unseen, Why: why, Choice: more, Square: to, Piece: moved(p, m), Home: m.From(), Move: m})
	n.set(to, moved(p, m), m.From(), mover)
	n.landed, n.spot = t.now, to
	if why == NotTold || why == NotToldAgain || why == NotToldLong {
		n.weak |= to.Set()
	}
	if why == NotTold || why == NotToldLong {
		n.unproved |= to.Set()
	}
}

// unexplained adds the hypotheses in which a piece that rests where it may not go
// was let stand there, and was answered: an irregular ply; or a ply was not finished. When play stops, one that nobody
// has pressed or answered is no part of the game.
func (t *Tracker) unexplained(h *hypothesis, by cause, why *Rate) {
	if h.phase != playing || by == byPress || by == byStop || h.has(mover) || h.resting(mover) == 0 {
		return
	}
	n := *h
	t.irregular(&n, StandsIrregular, why.cost)
	n.owes = t.owed(why)
	t.views = append(t.views, n)
	if by != byPut {
		return
	}
	for _, m := range t.unfinished(h) {
		n := *h
		t.leave(&n, m, why.cost)
		n.owes = t.owed(why)
		t.views = append(t.views, n)
	}
}

// irregular makes what stands on the board part of the game, by a ply that no
// legal move describes.
func (t *Tracker) irregular(n *hypothesis, why *Rate, more Cost) {
	board := n.node.pos.Placement()
	on := *board
	for rest := n.off; rest != 0; { // but for what belongs to no ply
		sq := rest.Pop()
		if n.on[sq] == placement.Empty && !n.rests(sq, mover) && !n.holdsAs(sq, victim) || n.on[sq] != placement.Empty && n.role[sq] != mover {
			continue
		}
		on[sq] = n.on[sq]
	}
	next := t.let(n.node, &on)
	t.charge(n, Act{Kind: Irregular, Why: why, Choice: more, Move: next.move, node: next})
	t.leftThere(n)
	t.enter(n, next)
	n.fresh = true
}

// unfinished is the moves of which castling is half done, the pawn has not
// been exchanged, or the pawn captured en passant still stands.
func (t *Tracker) unfinished(h *hypothesis) (list []move) {
	p := &h.node.pos
	for rest := h.off & p.Occupied(h.turn()); rest != 0; {
		from := rest.Pop()
		for _, m := range h.node.legal().from(from) {
			to, captured := m.To(), p.Captured(m)
			switch {
			case !single(m):
			case m.IsCastling():
				if m.KingTo() != from && h.off.Has(m.KingTo()) && h.on[m.KingTo()] == p.At(from) {
					list = append(list, m)
				}
			case m.Promotion() != legality.NoKind:
				if t.sensor.Names && h.on[to] == p.At(from) {
					list = append(list, m)
				}
			case captured != placement.NoSquare && captured != to:
				if h.on[to] == p.At(from) && !h.off.Has(captured) {
					list = append(list, m)
				}
			}
		}
	}
	return list
}

// leave completes a move before all of its pieces are where they belong. They
// stand displaced then.
func (t *Tracker) leave(h *hypothesis, m move, more Cost) {
	t.complete(h, m, Unfinished, LeftUnfinished, more)
	switch {
	case m.IsCastling():
		rook := h.node.pos.At(m.RookTo())
		if h.on[m.To()] == rook {
			h.home[m.To()], h.role[m.To()] = m.RookTo(), aside
		}
	case m.Promotion() != legality.NoKind:
		h.home[m.To()] = m.To()
	}
}
