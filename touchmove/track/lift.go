package track

import (
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// empty extends a hypothesis by the report that a square reads empty.
func (t *Tracker) empty(h *hypothesis, sq square) {
	if h.on[sq] == placement.Empty {
		why := LiftKnown
		if h.weak.Has(sq) { // what was read there did not stand there
			why = ReadsAgain
		}
		t.known(h, sq, why)
		return
	}
	views := t.turns(h, toLift, sq)
	for i := range views {
		switch v := &views[i]; {
		case v.on[sq] == placement.Empty:
			t.known(v, sq, LiftKnown)
		case v.off.Has(sq):
			t.liftOff(v, sq)
		case v.on[sq].Is(v.turn()):
			t.liftOwn(v, sq)
		default:
			t.liftTheirs(v, sq)
		}
	}
	t.unread(h, sq)
}

// known is the report of what the hypothesis has paid for already.
func (t *Tracker) known(h *hypothesis, sq square, why Rate) {
	n := *h
	t.charge(&n, Act{Kind: ReadAgain, Why: why, Square: sq, Piece: n.on[sq]})
	t.emit(&n)
}

// lift takes the piece on a square into the hand.
func (t *Tracker) lift(h *hypothesis, sq square, kind Kind, r role, why Rate, more Cost) {
	n := *h
	t.charge(&n, Act{Kind: kind, Why: why, Choice: more, Square: sq, Piece: n.on[sq], Home: n.homeOf(sq), role: r})
	n.raise(sq, r, t.now)
	t.emit(&n)
}

// liftOff is the lift of a piece that stands where the position does not have it.
func (t *Tracker) liftOff(h *hypothesis, sq square) {
	switch h.role[sq] {
	case mover:
		if h.turn() != h.on[sq].Color() { // what has just landed is captured
			t.liftTheirs(h, sq)
			return
		}
		n, why := *h, GoOn
		if h.early[h.turn()] == 0 && h.landedAs(h.victim()) {
			why = t.slide(h)
		}
		n.slid = t.now
		t.lift(&n, sq, Lift, mover, why, 0)
	case early:
		t.lift(h, sq, Lift, early, GoOn, 0)
	case victim:
		t.lift(h, sq, Carry, victim, CarriedOn, 0)
	case aside:
		t.lift(h, sq, Straighten, aside, Straightened, choice(h.resting(aside).Len()))
		if h.on[sq].Is(h.turn()) && !h.begun() && h.node.legal.choices(h.home[sq]) > 0 {
			t.lift(h, sq, Lift, mover, SecondMove, among(h.node.legal.choices(h.home[sq]), h.node.legal.total))
		}
	}
}

// landedAs reports whether the table shows a ply, by which the piece on a square is
// captured if that is one.
func (h *hypothesis) landedAs(victim square) bool {
	var buf [16]move
	for _, m := range h.shown(buf[:0]) {
		if victim == nowhere || h.node.pos.Captured(m) == victim {
			return true
		}
	}
	return false
}

// slide is the rate at which a piece that has landed goes on, by how long it has
// stood there.
func (t *Tracker) slide(h *hypothesis) Rate {
	switch stood := t.now - h.landed; {
	case stood > slideLongMs:
		return SlideLong
	case stood > slideSlowMs+t.sensor.Scan:
		return SlideSlow
	case h.slid != 0 && t.now-h.slid <= slideSlowMs+t.sensor.Scan:
		return SlideMore
	}
	return SlideOn
}

// The times of slide, in milliseconds. Measured on 9 rests: about 300.
const (
	slideSlowMs = 1000
	slideLongMs = 4000
)

// liftOwn is the lift of a piece of the player having the move from its square.
func (t *Tracker) liftOwn(h *hypothesis, sq square) {
	m := h.castlingWith(sq)
	if m == legality.NoMove {
		m = h.castlesAnyway(sq)
	}
	if m != legality.NoMove {
		n := *h
		n.castle = m
		t.lift(&n, sq, Lift, mover, SecondPiece, 0)
	}
	if h.promoted(sq) {
		t.lift(h, sq, Lift, mover, PawnAfter, 0)
		return
	}
	t.liftForReply(h, sq)
	legal := h.node.legal
	switch v := h.victim(); {
	case h.begun() || h.castle != legality.NoMove:
		t.touch(h, sq)
	case legal.choices(sq) == 0:
		t.touch(h, sq)
		if !h.fresh {
			t.lift(h, sq, Lift, mover, Overlooks, choice(16))
		}
	case v != nowhere:
		if k := h.node.captures(v, sq); k > 0 {
			t.lift(h, sq, Lift, mover, Nothing, among(k, h.node.captures(v, nowhere)))
		} else {
			t.touch(h, sq)
		}
	default:
		t.lift(h, sq, Lift, mover, Nothing, among(legal.choices(sq), legal.total))
		if !h.fresh {
			t.touch(h, sq)
		}
	}
}

// liftForReply is the lift of a piece by the opponent, whose piece in the hand can
// capture it.
func (t *Tracker) liftForReply(h *hypothesis, sq square) {
	for i := range h.hand[:h.n] {
		a := &h.hand[i]
		if a.role != early {
			continue
		}
		which := choice(32) // by a line that the ply opens
		if replies := h.node.replies(); replies.to(a.home, sq) != legality.NoMove {
			which = choice(replies.choices(a.home))
		}
		t.lift(h, sq, Lift, victim, MoverFirst, which)
	}
}

// touch is the lift of a piece that belongs to no ply.
func (t *Tracker) touch(h *hypothesis, sq square) {
	why := OtherTouch
	if h.touched(t.now - togetherMs) {
		why = OtherMore
	}
	if !h.fresh {
		t.lift(h, sq, Lift, aside, why, choice(32))
	}
}

// togetherMs is how long after one piece another is lifted that was knocked over
// with it.
const togetherMs = 2000

// touched reports whether a piece that belongs to no ply was lifted since some
// moment and is in the hand still.
func (h *hypothesis) touched(since int64) bool {
	return h.inHand(func(a *held) bool { return a.role == aside && a.at >= since }) >= 0
}

// castlingWith is the legal castling of which the piece on a square is the
// second one, the first being off its square and not put elsewhere.
func (h *hypothesis) castlingWith(sq square) move {
	p := &h.node.pos
	for rest := p.Kings(h.turn()); rest != 0; {
		king := rest.Pop()
		for _, m := range h.node.legal.from(king) {
			if !m.IsCastling() {
				continue
			}
			if sq == m.To() && h.off.Has(king) && (h.holds(king) || h.on[m.KingTo()] == p.At(king)) {
				return m
			}
			if sq == king && h.off.Has(m.To()) && (h.holds(m.To()) || h.on[m.RookTo()] == p.At(m.To())) {
				return m
			}
		}
	}
	return legality.NoMove
}

// castlesAnyway is the castling that is not legal of which the king rests where it
// puts him, and the rook stands on a square.
func (h *hypothesis) castlesAnyway(sq square) move {
	p := &h.node.pos
	king := p.Kings(h.turn()).First()
	if king == nowhere || king.Rank() != sq.Rank() || p.At(sq) != placement.MakePiece(h.turn(), legality.Rook) {
		return legality.NoMove
	}
	m := legality.MakeCastling(king, sq)
	if to := m.KingTo(); h.on[to] != p.At(king) || h.role[to] != mover || !h.off.Has(to) || h.node.legal.to(king, to) != legality.NoMove {
		return legality.NoMove
	}
	return m
}

// promoted reports whether the piece that the pawn on a square becomes stands on
// the last rank already.
func (h *hypothesis) promoted(sq square) bool {
	for rest := h.resting(mover); rest != 0; {
		if h.home[rest.Pop()] == sq {
			return true
		}
	}
	return false
}

// liftTheirs is the lift of a piece of the player not having the move.
func (t *Tracker) liftTheirs(h *hypothesis, sq square) {
	s := h.node
	inHand := h.holding()
	if inHand >= 0 && h.hand[inHand].home != nowhere {
		home := h.hand[inHand].home
		if k := s.captures(sq, home); k > 0 && h.victim() == nowhere {
			t.lift(h, sq, Lift, victim, MoverFirst, among(k, s.legal.choices(home)))
		}
	} else if k := s.captures(sq, nowhere); k > 0 && !h.begun() && h.victim() == nowhere {
		t.lift(h, sq, Lift, victim, VictimFirst, among(k, s.legal.total))
	} else if h.resting(mover) != 0 && s.captures(sq, nowhere) > 0 { // en passant, the pawn captured last
		t.liftPassed(h, sq)
	}
	t.takesBack(h, sq)
	replies := s.replies()
	which := among(max(1, replies.choices(sq)), replies.total)
	switch {
	case h.off.Has(sq) || h.has(early) || h.resting(early) != 0: // a second piece is none of the reply
	case h.early[h.turn()] > 0:
		t.lift(h, sq, Lift, early, Nothing, which)
	case h.has(mover) || h.early[h.turn()] == 0 && h.begun():
		t.lift(h, sq, Lift, early, EarlyHand, which)
	default:
		t.lift(h, sq, Lift, early, AheadHand, which)
	}
	t.touch(h, sq)
}

// takesBack is the lift of a piece that the last ply has put there, by the player who
// has moved it, to take the ply back.
func (t *Tracker) takesBack(h *hypothesis, sq square) {
	n := h.node
	if !h.putBy(sq) || n.move.Promotion() != legality.NoKind || h.begun() || h.over == nil && n.ended() {
		return
	}
	why, more := TakesBack, Cost(0)
	switch {
	case h.over != nil:
		why = TakesBackAfter
	case n.kind == byAct:
		why = Corrects
	case t.stopped:
		more = rates[WhileStopped].Cost
	}
	t.lift(h, sq, Lift, aside, why, more)
}

// liftPassed is the lift of the pawn captured en passant after the other one has
// landed.
func (t *Tracker) liftPassed(h *hypothesis, sq square) {
	for _, m := range h.node.legal.list {
		if h.node.pos.Captured(m) == sq && m.To() != sq && h.off.Has(m.From()) && h.on[m.To()] == h.node.pos.At(m.From()) {
			t.lift(h, sq, Lift, victim, Nothing, 0)
			return
		}
	}
}

// unread is that a piece stands on a square and is not read.
func (t *Tracker) unread(h *hypothesis, sq square) {
	n := *h
	why, more := NotRead, choice(32)
	switch {
	case t.errs(h, sq):
		why, more = NotReadAgain, 0
	case sq == h.spot && t.now-h.landed <= t.sensor.bounce():
		why, more = Bounces, 0
		if t.sensor.Names {
			why = Blinks
		}
		n.blink = sq
	}
	n.weak |= sq.Set()
	t.charge(&n, Act{Kind: Unread, Why: why, Choice: more, Square: sq, Piece: h.on[sq]})
	t.emit(&n)
}
