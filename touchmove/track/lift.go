package track

import (
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// empty extends a hypothesis by the report that a square reads empty.
func (t *Tracker) empty(h *hypothesis, sq square) {
	h.stuck &^= sq.Set()
	if h.on[sq] == placement.Empty {
		why := LiftKnown
		if h.weak.Has(sq) { // what was read there did not stand there
			why = t.again(sq, ReadsAgain)
		}
		t.known(h, sq, why)
		return
	}
	t.turns(h, byLift, sq, func(v *hypothesis) {
		switch { // no ply that is completed here leaves that square
		case v.off.Has(sq):
			t.liftOff(v, sq)
		case v.on[sq].Is(v.turn()):
			t.liftOwn(v, sq)
		default:
			t.liftTheirs(v, sq)
		}
	})
	t.unread(h, sq)
}

// known is the report of what the hypothesis has paid for already.
func (t *Tracker) known(h *hypothesis, sq square, why *Rate) {
	t.act(*h, Act{Kind: ReadAgain, Why: why, Square: sq, Piece: h.on[sq]})
}

// lift takes the piece on a square into the hand.
func (t *Tracker) lift(h *hypothesis, sq square, kind Kind, r role, why *Rate, more Cost) {
	if r == mover && sq == h.setRight { // who goes on with a piece has not put it right
		return
	}
	if t.hopeless(h, why.cost+more) {
		return
	}
	n := *h
	t.charge(&n, Act{Kind: kind, Why: why, Choice: more, Square: sq, Piece: n.on[sq], Home: n.homeOf(sq), role: r})
	n.raise(sq, r, t.now)
	n.hand[n.n-1].ahead = why == AheadHand
	if sq := t.readsBeside(h, sq); sq != nowhere && n.blink == nowhere { // which it cannot when the piece is off the board
		n.blink, n.blinks = sq, t.now
	}
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
		n, why, taken := *h, GoOn, h.victim()
		landed := func(m move) bool { return taken == nowhere || h.node.pos.Captured(m) == taken }
		if h.early[h.turn()] == 0 && slices.ContainsFunc(h.shown(), landed) {
			why = t.slide(h)
		}
		n.slid = t.now
		t.lift(&n, sq, Lift, mover, why, 0)
	case early:
		why := GoOn
		switch legal := h.node.replies().to(h.home[sq], sq) != legality.NoMove; {
		case legal && h.begun():
			why = t.slide(h)
		case legal: // it was out of turn
			why = Corrects
		}
		t.lift(h, sq, Lift, early, why, 0)
	case victim:
		t.lift(h, sq, Carry, victim, CarriedOn, 0)
	case aside:
		why, which := Straightened, choice(h.resting(aside).Len())
		if h.node.leftOver(sq, h.on[sq]) {
			why, which = Finished, 0
		} else if h.home[sq] == nowhere && h.on[sq] == h.taken && t.now-h.gone < carriedMs {
			why, which = CarriedOn, 0
		}
		t.lift(h, sq, Straighten, aside, why, which)
		if h.on[sq].Is(h.turn()) && !h.begun() && h.node.legal().can(h.home[sq]) {
			t.lift(h, sq, Lift, mover, SecondMove, h.node.legal().piece(h.home[sq]))
		}
	}
}

// slide is the rate at which a piece that has landed goes on, by how long it has
// stood there.
func (t *Tracker) slide(h *hypothesis) *Rate {
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

// The times of slide and of takesBack, in milliseconds: how long a piece rests on its way. Measured on 9 rests:
// about 300.
const (
	momentMs    = 300 // who lifts it again before that does not take it back
	slideSlowMs = 1000
	slideLongMs = 4000
)

// liftOwn is the lift of a piece of the player having the move from its square.
func (t *Tracker) liftOwn(h *hypothesis, sq square) {
	m, more := h.castlingWith(sq, h.node.legal()), Cost(0)
	if m == legality.NoMove {
		if m = h.castlesAnyway(sq); sq == m.From() || h.holdsAs(m.From(), mover) { // else that the king has no such move is paid where he rests
			more = Overlooks.cost
		}
	}
	if m != legality.NoMove {
		n := *h
		if n.castle = m; sq == m.From() && !h.holds(m.To()) && !h.off.Has(m.RookTo()) { // the rook is to go on
			more += t.slide(h).cost
		}
		t.lift(&n, sq, Lift, mover, SecondPiece, more)
	}
	if h.rests(sq, mover) || h.holdsAs(sq, mover) { // what the pawn becomes stands on the last rank already, or did
		t.lift(h, sq, Lift, mover, PawnAfter, 0)
		return
	}
	t.liftForReply(h, sq)
	t.takesBackUnder(h, sq)
	legal, why := h.node.legal(), Nothing
	if h.inHand(func(a *held) bool { return a.role == aside && h.putBy(a.home) }) >= 0 {
		why = EarlyHand // the opponent takes his ply back
	}
	switch v := h.victim(); {
	case h.begun() || h.castle != legality.NoMove:
		t.touch(h, sq)
		t.liftToTake(h, sq)
		t.liftTaker(h, sq)
	case !legal.can(sq):
		t.touch(h, sq)
		if !h.fresh {
			t.lift(h, sq, Lift, mover, Overlooks, choice(16))
		}
	case v != nowhere:
		if legal.takes(v, sq) {
			t.lift(h, sq, Lift, mover, why, legal.capturer(v, sq))
			break
		}
		t.touch(h, sq)
		t.liftWrongly(h, sq, v)
	default:
		if soon := t.beginsSoon(); !t.hopeless(h, why.cost+soon) { // else its moves are not weighed
			t.lift(h, sq, Lift, mover, why, legal.piece(sq)+soon)
		}
		t.touch(h, sq)
	}
}

// liftWrongly is the lift of a piece that may not capture what was lifted to be captured.
func (t *Tracker) liftWrongly(h *hypothesis, sq, taken square) {
	why, which := Overlooks, choice(16)
	if !h.node.legal().takes(taken, nowhere) { // which was paid at the lift of what is captured
		why = Nothing
	}
	if kings := h.node.attackers(taken); kings.Has(sq) {
		which = choice(kings.Len())
	}
	t.lift(h, sq, Lift, mover, why, which)
}

// liftForReply is the lift of a piece by the opponent, whose piece in the hand can
// capture it.
func (t *Tracker) liftForReply(h *hypothesis, sq square) {
	for i := range h.hand[:h.n] {
		a := &h.hand[i]
		if a.role != early {
			continue
		}
		if replies := h.node.replies(); replies.to(a.home, sq) != legality.NoMove {
			t.lift(h, sq, Lift, victim, MoverFirst, replies.of(replies.to(a.home, sq), nowhere))
		} else if k := a.piece.Kind(); k >= legality.Bishop && k <= legality.Queen && goes(k, a.home, sq) { // along a line that the ply may open
			t.lift(h, sq, Lift, victim, MoverFirst, choice(32))
		}
	}
}

// touch is the lift of a piece that belongs to no ply.
func (t *Tracker) touch(h *hypothesis, sq square) {
	if h.fresh {
		return
	}
	why, which := OtherTouch, choice(32)
	if h.inHand(func(a *held) bool { return a.role == aside && a.at >= t.now-togetherMs }) >= 0 {
		why = OtherMore
	} else if h.on[sq].Is(h.turn()) { // who has the move may have thought before that, too
		which += t.beginsSoon()
	}
	if fallen := h.fallen(t.now - knockMs); !t.scanned && fallen.Len() > 1 && near[sq]&fallen != 0 {
		why, which = Knocked, choice(8)
	}
	t.lift(h, sq, Lift, aside, why, which)
}

// The times of touch, in milliseconds: how long after one piece another is touched with it; and in
// which no hands lift three, so that they were knocked over. Chosen.
const (
	togetherMs = 2000
	knockMs    = 200
)

// fallen is the squares of the pieces in the hand that belong to no ply and were lifted since some
// moment.
func (h *hypothesis) fallen(since int64) (squares set) {
	for i := range h.hand[:h.n] {
		if a := &h.hand[i]; a.role == aside && a.at >= since && a.last != nowhere {
			squares |= a.last.Set()
		}
	}
	return squares
}

// castlingWith is the castling among some moves of which the piece on a square is the
// second one, the first being off its square and not put elsewhere.
func (h *hypothesis) castlingWith(sq square, among *moves) move {
	p := &h.node.pos
	for rest := p.Kings(h.on[sq].Color()); rest != 0; {
		king := rest.Pop()
		for _, m := range among.from(king) {
			if !m.IsCastling() {
				continue
			}
			if sq == m.To() && h.off.Has(king) && (h.holds(king) || h.on[m.KingTo()] == p.At(king)) {
				return m
			}
			if sq == king && h.off.Has(m.To()) && (h.holds(m.To()) || h.on[m.RookTo()] == p.At(m.To()) || h.rests(m.To(), mover)) {
				return m
			}
		}
	}
	return legality.NoMove
}

// castlesAnyway is the castling of which the piece on a square is the second one, and which is not legal or is made
// wrongly: the king is in the hand, or rests on the rook's side of his square where he has no move, or the rook came
// first.
func (h *hypothesis) castlesAnyway(sq square) move {
	p := &h.node.pos
	king, rook := p.Kings(h.turn()).First(), placement.MakePiece(h.turn(), legality.Rook)
	if king == nowhere || king.Rank() != sq.Rank() {
		return legality.NoMove
	}
	if sq == king {
		for rest := h.off & p.Pieces(h.turn(), legality.Rook); rest != 0; {
			home := rest.Pop()
			m := legality.MakeCastling(king, home)
			_, to := h.node.castlingTo(m)
			if home.Rank() == king.Rank() && (h.holdsAs(home, mover) || h.on[to] == rook && h.home[to] == home && h.role[to] == mover) {
				return m
			}
		}
		return legality.NoMove
	}
	rests := where(h.resting(mover), func(to square) bool {
		return h.on[to] == p.At(king) && to.Rank() == king.Rank() && (to < king) == (sq < king) && h.node.legal().to(king, to) == legality.NoMove
	})
	if p.At(sq) != rook || rests == 0 && !h.holdsAs(king, mover) {
		return legality.NoMove
	}
	return legality.MakeCastling(king, sq)
}

// liftTheirs is the lift of a piece of the player not having the move.
func (t *Tracker) liftTheirs(h *hypothesis, sq square) {
	s := h.node
	inHand := h.holding()
	if inHand >= 0 && h.hand[inHand].home != nowhere {
		home := h.hand[inHand].home
		if takes := s.legal().takes(sq, home); takes && h.victim() == nowhere {
			t.lift(h, sq, Lift, victim, MoverFirst, s.legal().capture(sq, home))
		} else if !takes {
			t.liftToTake(h, sq)
		}
	} else if takes := s.legal().takes(sq, nowhere); takes && !h.begun() && h.victim() == nowhere {
		if soon := t.beginsSoon(); !t.hopeless(h, VictimFirst.cost+soon) {
			t.lift(h, sq, Lift, victim, VictimFirst, s.legal().capture(sq, nowhere)+soon)
		}
	} else if h.resting(mover) != 0 && takes {
		t.liftPassed(h, sq)
		t.liftOnWay(h, sq)
	} else if h.passedWrongly(sq) {
		t.lift(h, sq, Lift, victim, Nothing, 0)
	} else if !takes && !h.begun() && h.victim() == nowhere && !h.fresh { // nothing may capture it
		why, which := Overlooks, choice(64)
		if s.attackers(sq) != 0 {
			why, which = TakesKing, 0
		}
		t.lift(h, sq, Lift, victim, why, VictimFirst.cost+which)
	}
	t.takesBack(h, sq)
	t.takesBackUnder(h, sq)
	t.liftEarly(h, sq)
	t.touch(h, sq)
}

// liftEarly is the lift of a piece for the reply, before the ply is made.
func (t *Tracker) liftEarly(h *hypothesis, sq square) {
	if h.off.Has(sq) {
		return
	}
	p, side := &h.node.pos, h.on[sq].Color()
	castles := h.off & (p.Kings(side) | p.Pieces(side, legality.Rook))
	why := AheadHand
	switch {
	case castles != 0 && h.castlingWith(sq, h.node.replies()) != legality.NoMove:
		t.lift(h, sq, Lift, early, SecondPiece, 0)
		return
	case h.has(early) || h.resting(early) != 0: // a second piece is none of the reply
		return
	case h.early[h.turn()] > 0 || t.gap:
		why = Nothing
	case h.has(mover) || h.early[h.turn()] == 0 && h.begun():
		why = EarlyHand
	}
	if !t.hopeless(h, why.cost) {
		t.lift(h, sq, Lift, early, why, h.node.replies().piece(sq))
	}
}

// liftToTake is the lift of a piece, of either colour, by the player whose piece in the hand may not
// capture there. That it is put there all the same is paid now.
func (t *Tracker) liftToTake(h *hypothesis, sq square) {
	i := h.holding()
	if i < 0 || h.hand[i].home == nowhere || h.has(victim) || h.castle != legality.NoMove || h.fresh || h.off.Has(sq) {
		return
	}
	why, which := h.node.mayNot(&h.hand[i], sq)
	t.lift(h, sq, Lift, victim, why, MoverFirst.cost+which)
}

// liftTaker is the lift of a piece to capture the one in the hand, which is of the same player and was lifted
// first for that.
func (t *Tracker) liftTaker(h *hypothesis, sq square) {
	i := h.holding()
	if i < 0 || h.has(victim) || h.castle != legality.NoMove || h.resting(mover) != 0 || h.fresh || h.off.Has(sq) {
		return
	}
	if a := &h.hand[i]; a.home == nowhere || a.last != a.home || a.piece.Kind() == legality.King || !goes(h.on[sq].Kind(), sq, a.home) {
		return
	}
	n := *h
	n.hand[i].role = victim
	t.lift(&n, sq, Lift, mover, Overlooks, VictimFirst.cost+choice(16))
}

// passedWrongly reports whether the pawn of the ply rests where it would stand if it had
// captured the one on a square en passant, and may not.
func (h *hypothesis) passedWrongly(sq square) bool {
	return where(h.resting(mover), func(to square) bool {
		home := h.home[to]
		return home != nowhere && h.passes(home, to, sq) && h.node.legal().to(home, to) == legality.NoMove
	}) != 0
}

// passes reports whether a move is that of a pawn that captures another one en passant, be it legal
// or not.
func (h *hypothesis) passes(home, to, taken square) bool {
	p := &h.node.pos
	return p.At(home).Kind() == legality.Pawn && p.At(taken).Kind() == legality.Pawn && to.File() == taken.File() &&
		home.Rank() == taken.Rank() && adjacent(home, to) && adjacent(home, taken)
}

// takesBack is the lift of a piece that the last ply has put there, by the player who
// has moved it, to take the ply back.
func (t *Tracker) takesBack(h *hypothesis, sq square) {
	n := h.node
	if !h.putBy(sq) || n.move.Promotion() != legality.NoKind || h.begun() || h.over == nil && n.ended() ||
		h.fresh && (n.kind == byAct || t.now < h.landed+momentMs) { // he cannot answer himself: his piece was on its way
		return
	}
	switch {
	case h.over == nil && n.kind == byAct:
		t.lift(h, sq, Lift, aside, Corrects, 0)
	case h.over == nil && t.clock.stopped:
		t.lift(h, sq, Lift, aside, TakesBack, WhileStopped.cost)
	default:
		t.lift(h, sq, Lift, aside, h.takingBack(), 0)
	}
}

// takesBackUnder is the lift of a piece that a ply before the last one has put there, to take it back
// with all plies since. The others follow, in any order.
func (t *Tracker) takesBackUnder(h *hypothesis, sq square) {
	if h.begun() || t.clock.stopped || h.putUnder(sq) == nil || h.over == nil && h.node.ended() {
		return
	}
	n, why, more := *h, h.takingBack(), TakesBackUnder.cost
	switch {
	case h.back > 0 && where(h.resting(aside), func(sq square) bool { return h.cameFrom(h.on[sq], h.home[sq], sq) }) != 0:
		why, more = TakesBackToo, 0
	case !t.clock.there() && (!h.undid || h.back > 0 || h.over != nil):
		why, more = TakesBackAll, 0
	case h.over != nil:
		more = 0
	}
	n.back = max(n.back, 1)
	t.lift(&n, sq, Lift, aside, why, more)
}

// liftOnWay is the lift of what the ply captures while the capturing piece rests on its way.
func (t *Tracker) liftOnWay(h *hypothesis, sq square) {
	why := Nothing
	if h.early[h.turn()] == 0 && len(h.shown()) > 0 {
		why = t.slide(h)
	}
	for rest := h.resting(mover); rest != 0 && h.victim() == nowhere; {
		on := rest.Pop()
		if home := h.home[on]; home != nowhere && beyond(home, on, sq) && h.node.legal().to(home, sq) != legality.NoMove {
			t.lift(h, sq, Lift, victim, why, VictimFirst.cost+h.node.legal().capture(sq, home))
		}
	}
}

// liftPassed is the lift of the pawn captured en passant after the other one has
// landed.
func (t *Tracker) liftPassed(h *hypothesis, sq square) {
	p := &h.node.pos
	if slices.ContainsFunc(h.node.legal().list, func(m move) bool {
		return p.Captured(m) == sq && m.To() != sq && h.off.Has(m.From()) && h.on[m.To()] == p.At(m.From())
	}) {
		t.lift(h, sq, Lift, victim, Nothing, 0)
	}
}

// unread is that a piece stands on a square and is not read.
func (t *Tracker) unread(h *hypothesis, sq square) {
	n := *h
	why, more := NotRead, choice(32)
	switch {
	case t.errs(h, sq), t.comes[sq] >= errsTwice:
		why, more = t.again(sq, NotReadAgain), 0
	case sq == h.spot && t.now-h.landed <= t.sensor.bounce():
		why, more = Bounces, 0
		if t.sensor.Names {
			why = Blinks
		}
		n.blink, n.blinks = sq, h.landed
	case t.dark(h, sq) != 0:
		why, more = NotReadToo, choice(16)
	}
	n.weak |= sq.Set()
	t.act(n, Act{Kind: Unread, Why: why, Choice: more, Square: sq, Piece: h.on[sq]})
}

// dark is the squares in line with one that have not read for a moment what stands there: boards are wired
// by ranks and files.
func (t *Tracker) dark(h *hypothesis, with square) set {
	return where(h.weak, func(sq square) bool {
		return goes(legality.Rook, with, sq) && h.on[sq] != placement.Empty && t.reading[sq] == placement.Empty && t.emptied[sq] >= t.now-togetherMs
	})
}
