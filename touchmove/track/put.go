package track

import (
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// occupied extends a hypothesis by the report that a square reads a piece.
func (t *Tracker) occupied(h *hypothesis, sq square, seen piece) {
	if same(h.on[sq], seen) {
		t.known(h, sq, t.again(sq, ReadsAgain))
		if i := h.holding(); i >= 0 && !t.sensor.Names && h.node.pos.Captured(h.node.legal().to(h.hand[i].home, sq)) == sq {
			t.putMover(h, i, sq, seen) // what stood there was not read, and is captured
		}
		return
	}
	t.turns(h, byPut, sq, func(v *hypothesis) {
		if same(v.on[sq], seen) {
			t.known(v, sq, Nothing)
		} else {
			t.puts(v, sq, seen)
		}
	})
	t.ghost(h, sq, seen)
}

// puts emits the hypotheses in which a piece has been put on a square.
func (t *Tracker) puts(h *hypothesis, sq square, seen piece) {
	for i := range h.n {
		if a := &h.hand[i]; a.piece == seen || seen == placement.Unknown {
			switch a.role {
			case mover:
				t.putMover(h, i, sq, seen)
			case early:
				t.putEarly(h, i, sq)
			case victim:
				t.putVictim(h, i, sq)
			case aside:
				t.putAside(h, i, sq)
			}
		} else if a.role == mover && seen.Is(a.piece.Color()) {
			t.misread(h, i, sq)
		}
	}
	t.promote(h, sq, seen)
	t.putLate(h, sq, seen)
	t.bring(h, sq, seen)
}

// put puts a piece from the hand on a square.
func (t *Tracker) put(h *hypothesis, i int, sq square, kind Kind, r role, why *Rate, more Cost) {
	t.putAs(h, i, sq, h.hand[i].piece, kind, r, why, more)
}

// putAs puts on a square what a piece in the hand has become. One that goes back to where it was lifted last, which
// is not its home, costs PutBack without a choice: it had rested on its way there, had landed, or was captured and
// seen there.
func (t *Tracker) putAs(h *hypothesis, i int, sq square, p piece, kind Kind, r role, why *Rate, more Cost) {
	if a := &h.hand[i]; sq == a.last && sq != a.home && p == a.piece {
		why, more = PutBack, 0
	}
	if t.hopeless(h, why.cost+more) {
		return
	}
	n := *h
	a := n.drop(i)
	t.place(&n, sq, p, a.home, kind, r, why, more)
	if kind == Return && r == mover && !(n.begun() && n.node.castles(n.castle, &a, sq)) { // it is castling no more
		n.castle = legality.NoMove
	}
	n.adjusts = n.adjusts || kind == Return && r == mover
	t.emit(&n)
}

// place puts a piece on a square; what stood there goes into the hand.
func (t *Tracker) place(n *hypothesis, sq square, p piece, home square, kind Kind, r role, why *Rate, more Cost) {
	if v := n.on[sq]; v != placement.Empty {
		if kind == Put {
			kind = Swap
		}
		role := victim
		swap := Swapped
		if n.off.Has(sq) && n.role[sq] != mover || !v.Is(n.turn().Other()) && r != mover {
			role, swap = aside, OtherTouch
		}
		t.charge(n, Act{Kind: kind, Why: swap, Square: sq, Piece: v, Home: n.homeOf(sq), role: role})
		n.raise(sq, role, t.now)
	}
	n.set(sq, p, home, r)
	n.landed, n.spot = t.now, sq
	t.charge(n, Act{Kind: kind, Why: why, Choice: more, Square: sq, Piece: p, Home: home, role: r})
}

// putMover puts the piece of the ply that is being made.
func (t *Tracker) putMover(h *hypothesis, i int, sq square, seen piece) {
	a := &h.hand[i]
	n := h.node
	if n.pos.At(sq) == a.piece && h.on[sq] == placement.Empty && sq == a.home {
		why := PutBack
		if h.adjusts {
			why = PutBackMore
		}
		t.put(h, i, sq, Return, mover, why, 0)
		return
	}
	if h.castle != legality.NoMove {
		if n.castles(h.castle, a, sq) {
			t.put(h, i, sq, Put, mover, CastlingPut, 0)
			return
		}
	} else if m := n.castling(n.legal(), a, sq); m != legality.NoMove {
		t.put(h, i, sq, Put, mover, Nothing, n.legal().of(m, nowhere))
		return
	}
	t.putBeside(h, i, sq)
	t.setsRight(h, i, sq)
	m := n.legal().to(a.home, sq)
	taken := h.victim()
	switch {
	case m.Promotion() != legality.NoKind:
		if a.piece.Kind() != legality.Pawn {
			return
		}
		t.put(h, i, sq, Pass, mover, PawnPut, n.legal().of(m, nowhere)) // to be exchanged there
		if seen == placement.Unknown {
			t.becomes(h, i, sq)
		}
	case m == legality.NoMove:
		why, which := n.mayNot(a, sq)
		if h.holdsAs(sq, victim) || taken != nowhere && h.passes(a.home, sq, taken) { // which was paid at the lift of what is captured there
			why, which = Nothing, 0
		}
		t.put(h, i, sq, Pass, mover, why, which)
		t.putsBack(h, i, sq)
		t.capturesUnseen(h, i, sq)
	case taken != nowhere && n.pos.Captured(m) != taken:
		t.put(h, i, sq, Pass, mover, SlideOn, n.legal().of(m, nowhere))
	case taken != nowhere:
		t.put(h, i, sq, Put, mover, Nothing, n.legal().of(m, taken))
	default:
		why := Nothing
		if h.castle != legality.NoMove {
			why = CastlingElse
		}
		t.put(h, i, sq, Put, mover, why, h.goesTo(a, m, nowhere))
		t.capturesUnseen(h, i, sq)
	}
}

// capturesUnseen emits the hypotheses in which the piece of the ply has captured another one unseen, on a board
// that names none. appears is where the captured one is read now; nowhere if it is read on no square: then the capturing
// piece may also stand on a square that errs.
func (t *Tracker) capturesUnseen(h *hypothesis, i int, appears square) {
	if t.sensor.Names || h.victim() != nowhere || h.castle != legality.NoMove || appears != nowhere && h.on[appears] != placement.Empty {
		return
	}
	home := h.hand[i].home
	for _, m := range h.node.legal().from(home) {
		to, more := m.To(), h.goesTo(&h.hand[i], m, nowhere)
		why, captured := SwapUnseen, h.node.pos.Captured(m)
		if appears == nowhere && t.errs(h, to) && (captured == to || captured == nowhere) {
			why = NotToldAgain
		} else if captured != to || !t.reads(to, h.on[to]) {
			continue
		}
		if m.IsCastling() || m.Promotion() != legality.NoKind || t.hopeless(h, why.cost+more) {
			continue
		}
		n := *h
		n.drop(i)
		t.land(&n, m, why, more)
		if appears != nowhere {
			t.place(&n, appears, h.on[to], to, Carry, victim, SetDown, choice(32))
		}
		t.emit(&n)
	}
}

// becomes puts what a pawn has become on the last rank, where the board does not name it.
func (t *Tracker) becomes(h *hypothesis, i int, sq square) {
	a := &h.hand[i]
	which := h.node.legal().of(h.node.legal().to(a.home, sq), nowhere)
	for k := legality.Knight; k <= legality.Queen; k++ {
		t.putAs(h, i, sq, placement.MakePiece(a.piece.Color(), k), Put, mover, promotions[k], which)
	}
}

// promotions is how often a pawn becomes what; Nothing for what it does not become.
var promotions = [...]*Rate{legality.NoKind: Nothing, legality.Pawn: Nothing, legality.King: Nothing,
	legality.Queen: ToQueen, legality.Rook: ToRook, legality.Bishop: ToBishop, legality.Knight: ToKnight}

// putEarly puts a piece of the reply before the ply that it answers is complete.
func (t *Tracker) putEarly(h *hypothesis, i int, sq square) {
	a := &h.hand[i]
	replies := h.node.replies()
	castle, m, more := h.castlingBegun(early), replies.to(a.home, sq), Cost(0)
	if m == legality.NoMove {
		m = h.node.castling(replies, a, sq)
	}
	if h.stillAhead(a) {
		more = AheadLong.cost
	}
	switch {
	case sq == a.home && h.on[sq] == placement.Empty:
		t.put(h, i, sq, Return, early, PutBack, more)
	case castle != legality.NoMove && h.node.castles(castle, a, sq):
		t.put(h, i, sq, Put, early, CastlingPut, 0)
	case m != legality.NoMove && h.on[sq] == placement.Empty:
		why := Crossed
		switch {
		case castle != legality.NoMove:
			why = CastlingElse
		case !h.begun() && !t.gap:
			why = OutOfTurn
		}
		t.put(h, i, sq, Put, early, why, more+replies.of(m, nowhere))
	default:
		t.put(h, i, sq, Pass, early, onWay(a, sq), more+choice(48))
	}
}

// putVictim puts a captured piece somewhere.
func (t *Tracker) putVictim(h *hypothesis, i int, sq square) {
	a := &h.hand[i]
	if sq == a.home && h.on[sq] == placement.Empty && h.node.pos.At(sq) == a.piece {
		t.put(h, i, sq, Return, aside, Restored, 0)
		return
	}
	if a.home != nowhere && a.piece.Is(h.turn()) && h.resting(mover) != 0 && h.on[a.home] == placement.Empty { // his own, and nothing has captured it
		n := *h
		n.hand[i].role = aside
		t.putAside(&n, i, sq)
		return
	}
	if h.begun() || h.node.legal().takes(a.home, nowhere) { // else nothing has captured it, or will
		t.put(h, i, sq, Carry, victim, t.sensor.carried(), choice(32))
	}
}

// putAside puts a piece that belongs to no ply.
func (t *Tracker) putAside(h *hypothesis, i int, sq square) {
	a := &h.hand[i]
	n := h.node
	legal, r := n.legal(), mover
	if !a.piece.Is(h.turn()) {
		legal, r = n.replies(), early
	}
	m := legal.to(a.home, sq)
	moves := m != legality.NoMove && (r == early || !h.begun()) && m.Promotion() == legality.NoKind
	t.setsRight(h, i, sq)
	t.movesInstead(h, i, sq)
	switch {
	case n.pos.At(sq) == a.piece && h.on[sq] == placement.Empty:
		why := Home
		if h.putBy(sq) || h.back > 0 && h.putUnder(sq) != nil { // it was lifted to take its ply back
			why = PutBack
		}
		t.put(h, i, sq, Straighten, aside, why, 0)
		return
	case h.movedBy(a) && !h.begun() && sq == n.move.From():
		t.takeBack(h, i)
	case h.putBy(a.home) && !h.begun() && n.parent.pos.At(sq) == a.piece:
		t.put(h, i, sq, Displace, aside, Retracted, 0)
	case h.back > 0 && !h.begun() && h.cameFrom(a.piece, a.home, sq):
		t.put(h, i, sq, Displace, aside, Retracted, 0)
	case adjacent(a.last, sq) && a.home != nowhere:
		t.put(h, i, sq, Displace, aside, Aside, choice(8))
	case onWay(a, sq) == KingToCentre:
		t.put(h, i, sq, Displace, aside, KingToCentre, choice(48))
	case moves && r == mover: // that is the ply, whatever its player moves after it (4.7)
	default:
		t.put(h, i, sq, Displace, aside, Far, choice(64))
	}
	if moves {
		more := legal.of(m, nowhere)
		if r == early && !h.begun() {
			more += OutOfTurn.cost
		}
		t.put(h, i, sq, Put, r, SecondMove, more)
	}
}

// cameFrom reports whether a ply before the last one has moved a piece from a square to where the
// position has it.
func (h *hypothesis) cameFrom(p piece, home, sq square) bool {
	u := h.putUnder(home)
	return u != nil && u.parent.pos.At(sq) == p && u.pos.At(sq) != p
}

// takeBack puts the piece that has moved last back to where it came from: the ply
// is taken back.
func (t *Tracker) takeBack(h *hypothesis, i int) {
	n := *h
	t.retract(&n, i)
	n.landed, n.spot = t.now, h.node.move.From()
	t.emit(&n)
}

// retract takes a ply back, the piece of which is in the hand and goes to where it came from. What it has
// captured is still to be put back.
func (t *Tracker) retract(n *hypothesis, i int) {
	m, before := n.node.move, n.node.parent
	a := n.drop(i)
	captured := before.pos.Captured(m)
	t.charge(n, Act{Kind: TakeBack, Why: Retracted, Square: m.From(), Piece: a.piece, Home: m.To(), Move: m, node: before})
	n.set(m.From(), a.piece, m.From(), aside)
	t.goBack(n)
	if captured != placement.NoSquare {
		n.hold(held{piece: before.pos.At(captured), home: captured, last: captured, role: aside, at: t.now})
	}
}

// movesInstead puts the piece of an irregular ply where a legal move puts it, and not first where it came from.
func (t *Tracker) movesInstead(h *hypothesis, i int, sq square) {
	if s := h.node; s.kind != byAct || !h.movedBy(&h.hand[i]) || h.begun() || s.parent.legal().to(s.move.From(), sq) == legality.NoMove {
		return
	}
	n, a, from := *h, h.hand[i], h.node.move.From()
	t.retract(&n, i)
	t.charge(&n, Act{Kind: Lift, Square: from, Piece: a.piece, Home: from, role: mover})
	n.raise(from, mover, a.at)
	t.putMover(&n, n.n-1, sq, a.piece)
}

// movedBy reports whether a piece in the hand is the one that the last ply has moved.
func (h *hypothesis) movedBy(a *held) bool {
	n := h.node
	return n.move != legality.NoMove && n.kind != inGap && !n.move.IsCastling() && a.home == n.move.To() && a.piece == n.parent.pos.At(n.move.From())
}

// putsBack puts the piece of the ply where no move puts it, but where it stood before one of the last plies: these
// are taken back.
func (t *Tracker) putsBack(h *hypothesis, i int, sq square) {
	if a := &h.hand[i]; h.cameFrom(a.piece, a.home, sq) {
		n := *h
		n.back = max(n.back, 1)
		t.put(&n, i, sq, Displace, aside, h.takingBack(), TakesBackUnder.cost)
	}
}

// misread is that the piece of the ply was put down and another kind is named.
func (t *Tracker) misread(h *hypothesis, i int, sq square) {
	a := &h.hand[i]
	m := h.node.legal().to(a.home, sq)
	if m == legality.NoMove || m.Promotion() != legality.NoKind {
		return
	}
	t.put(h, i, sq, Put, mover, Misread, choice(5)+h.node.legal().of(m, nowhere))
}

// promote puts what a pawn becomes: the pawn is in the hand, stands there, or
// still stands where it was.
func (t *Tracker) promote(h *hypothesis, sq square, seen piece) {
	if sq.Rank() != 0 && sq.Rank() != 7 || seen.Kind() == legality.Pawn {
		return
	}
	t.exchange(h, sq, seen)
	t.pieceFirst(h, sq, seen)
	if seen == placement.Unknown { // the pawn went first: putMover has done it
		return
	}
	kind, why := seen.Kind(), WrongPiece
	legal, wrong := h.node.legal(), !seen.Is(h.turn())
	if kind == legality.King {
		kind, wrong = legality.Queen, true
	}
	if !wrong {
		why = promotions[kind]
	}
	for _, m := range legal.list {
		if m.To() != sq || m.Promotion() != kind {
			continue
		}
		from := m.From()
		n := *h
		switch {
		case h.holds(from):
			rate, more := why, legal.of(m, nowhere)
			switch a := n.take(from); {
			case a.piece == seen: // it has become that already
				rate, more = PutBack, 0
			case a.last == sq: // the pawn has been put there already
				more = 0
			}
			t.place(&n, sq, seen, from, Put, mover, rate, more)
		case h.off.Has(from) && h.on[sq] == h.node.pos.At(from):
			n.set(sq, placement.Empty, nowhere, aside)
			t.place(&n, sq, seen, from, Swap, mover, why, 0)
		case h.on[sq] != placement.Empty && h.homeOf(sq) == from && h.role[sq] == mover: // it had become another piece
			t.charge(&n, Act{Kind: Lift, Why: t.slide(h), Square: sq, Piece: h.on[sq], Home: from, role: mover})
			n.raise(sq, mover, t.now)
			n.take(from)
			t.place(&n, sq, seen, from, Put, mover, why, 0)
		default:
			continue
		}
		t.emit(&n)
	}
	if i := h.holding(); i >= 0 && !wrong && h.mayNotPromote(&h.hand[i], sq) {
		err, which := h.node.mayNot(&h.hand[i], sq)
		t.putAs(h, i, sq, seen, Pass, mover, why, err.cost+which)
	}
}

// pieceFirst emits the hypotheses in which a piece that a pawn becomes is put before the pawn goes.
func (t *Tracker) pieceFirst(h *hypothesis, sq square, seen piece) {
	if h.begun() {
		return
	}
	for _, m := range h.node.legal().list {
		p := moved(&h.node.pos, m)
		if m.To() != sq || m.Promotion() == legality.NoKind || h.off.Has(m.From()) || !same(p, seen) {
			continue
		}
		n := *h
		t.charge(&n, Act{Kind: Bring, Why: PieceFirst, Square: sq, Piece: p, Home: m.From()})
		t.place(&n, sq, p, m.From(), Put, mover, promotions[m.Promotion()], h.node.legal().move(m))
		t.emit(&n)
	}
}

// mayNotPromote reports whether a pawn in the hand can be promoted on a square but by an illegal move.
func (h *hypothesis) mayNotPromote(a *held, sq square) bool {
	return a.piece.Kind() == legality.Pawn && adjacent(a.home, sq) && h.node.legal().to(a.home, sq) == legality.NoMove
}

// exchange puts what a pawn becomes that one of the last plies has left on the last rank; the
// last one may become another ply by that. The pawn is in the hand, or still stands there.
func (t *Tracker) exchange(h *hypothesis, sq square, seen piece) {
	n := *h
	if i := h.inHand(func(a *held) bool { return a.last == sq && h.node.leftOver(sq, a.piece) }); i >= 0 {
		n.drop(i)
	} else if h.on[sq] != placement.Empty && h.node.leftOver(sq, h.on[sq]) {
		t.charge(&n, Act{Kind: Straighten, Why: Finished, Square: sq, Piece: h.on[sq]})
	} else {
		return
	}
	n.set(sq, placement.Empty, nowhere, aside)
	if p := h.node.pos.At(sq); same(p, seen) {
		t.place(&n, sq, p, nowhere, Bring, aside, promotions[p.Kind()], 0)
		t.emit(&n)
		return
	}
	if s := t.promotedTo(h.node, seen); s != nil && s.move.To() == sq {
		n.node = s
		n.set(sq, seen, nowhere, aside)
		t.act(n, Act{Kind: Bring, Why: promotions[seen.Kind()], Square: sq, Piece: seen, Move: s.move, node: s})
	}
}

// putLate emits the hypotheses in which a piece was put whose lift has not been
// reported.
func (t *Tracker) putLate(h *hypothesis, sq square, seen piece) {
	t.goneOn(h, sq, seen)
	t.castlesLate(h, sq, seen)
	s := h.node
	list := s.legal().list
	if h.begun() {
		list = nil
	}
	for _, m := range list {
		from := m.From()
		if m.To() != sq || m.IsCastling() || !single(m) || h.off.Has(from) || !same(moved(&s.pos, m), seen) {
			continue
		}
		why := LiftLate
		if !t.reads(from, s.pos.At(from)) { // it was not read there: so its lift could not be
			why = Nothing
		}
		if t.hopeless(h, why.cost) {
			continue
		}
		kind, more := Put, Cost(0)
		switch v := h.victim(); {
		case v == nowhere:
			more = s.legal().move(m)
		case s.pos.Captured(m) == v:
			more = s.legal().capturer(v, from) + s.legal().of(m, v)
		case s.legal().takes(v, from): // on its way to it
			kind, more = Pass, s.legal().capturer(v, from)+SlideOn.cost+s.legal().of(m, nowhere)
		default:
			continue
		}
		if t.hopeless(h, why.cost+more) {
			continue
		}
		t.putUnlifted(h, from, why, sq, moved(&s.pos, m), kind, more)
	}
	if seen != placement.Unknown && h.on[sq] == placement.Empty && !h.fresh {
		t.pushed(h, sq, seen)
	}
}

// castlesLate emits the hypotheses in which a piece of castling was put whose lift has not been
// reported: the king, or the rook after him.
func (t *Tracker) castlesLate(h *hypothesis, sq square, seen piece) {
	p := &h.node.pos
	king := p.Kings(h.turn()).First()
	if king == nowhere || sq.Rank() != king.Rank() || h.victim() != nowhere {
		return
	}
	for _, m := range h.node.legal().from(king) {
		if !m.IsCastling() {
			continue
		}
		from, more := king, Cost(0)
		if sq == m.RookTo() && h.on[m.KingTo()] == p.At(king) {
			from = m.To()
		} else if sq != m.KingTo() || h.begun() {
			continue
		} else {
			more = h.node.legal().move(m)
		}
		if h.off.Has(from) || !same(p.At(from), seen) {
			continue
		}
		t.putUnlifted(h, from, LiftLate, sq, p.At(from), Put, more)
	}
}

// putUnlifted emits the hypothesis in which a piece of the ply was put on a square, and its lift
// from another one has not been reported.
func (t *Tracker) putUnlifted(h *hypothesis, from square, late *Rate, sq square, p piece, kind Kind, more Cost) {
	n := *h
	t.charge(&n, Act{Kind: LateLift, Why: late, Square: from, Piece: n.on[from], Home: from})
	n.set(from, placement.Empty, nowhere, aside)
	t.place(&n, sq, p, from, kind, mover, Nothing, more)
	n.blink, n.blinks = from, t.now
	n.castle = n.castlingBegun(mover)
	t.emit(&n)
}

// goneOn emits the hypotheses in which a piece that rests on its way, or has
// landed, has gone on.
func (t *Tracker) goneOn(h *hypothesis, sq square, seen piece) {
	for rest := h.resting(mover); rest != 0; {
		from := rest.Pop()
		if !same(h.on[from], seen) || from == sq || !h.on[from].Is(h.turn()) {
			continue
		}
		if from == h.spot && adjacent(from, sq) && t.now <= h.landed+t.sensor.bounce() {
			t.toldBeside(h, from, sq, seen)
		}
		n, why, more := *h, GoneOn, Cost(0)
		if h.early[h.turn()] == 0 && len(h.shown()) > 0 {
			why, more = t.slide(h), GoneOn.cost
		}
		t.charge(&n, Act{Kind: LateLift, Why: why, Choice: more, Square: from, Piece: n.on[from], Home: n.homeOf(from)})
		n.raise(from, mover, t.now)
		n.slid, n.blink, n.blinks = t.now, from, t.now
		t.putMover(&n, n.n-1, sq, seen)
	}
}

// toldBeside emits the hypotheses in which a piece has been put down between two squares, and stands on the one that is
// told last. The put on the first one has been paid as a move. That counts towards the choice of the square beside, so that
// either order costs as much.
func (t *Tracker) toldBeside(h *hypothesis, first, sq square, seen piece) {
	n, paid := *h, mostChoice
	if m := h.node.legal().to(h.home[first], first); m != legality.NoMove {
		paid = h.node.legal().of(m, h.victim())
	}
	t.charge(&n, Act{Kind: Ghost, Why: BetweenSquares, Choice: max(0, choice(8)-paid), Square: first, Piece: n.on[first]})
	n.raise(first, mover, t.now)
	n.hand[n.n-1].last = n.hand[n.n-1].home // it does not go on
	n.weak |= first.Set()
	t.putMover(&n, n.n-1, sq, seen)
}

// pushed emits the hypotheses in which a piece was pushed to a square from one
// beside it, or stands between the two.
func (t *Tracker) pushed(h *hypothesis, sq square, seen piece) {
	for rest := near[sq]; rest != 0; {
		from := rest.Pop()
		if h.on[from] != seen {
			continue
		}
		n := *h
		why, more := OtherTouch, choice(32)
		if h.off.Has(from) && h.node.pos.At(sq) == seen {
			why, more = Straightened, 0
		}
		role := aside
		if h.off.Has(from) {
			role = h.role[from]
		}
		home := h.homeOf(from)
		t.charge(&n, Act{Kind: LateLift, Why: LiftLate, Square: from, Piece: seen, Home: home})
		if h.putBy(from) {
			back := n
			back.raise(from, aside, t.now)
			t.setsRight(&back, back.n-1, sq)
		}
		n.set(from, placement.Empty, nowhere, aside)
		t.place(&n, sq, seen, home, Displace, role, why, more)
		t.emit(&n)
	}
}

// For how long a captured piece may be seen over the board, and from when on that is late, in milliseconds
// since the capture was complete. Chosen.
const (
	carriedMs   = 5000
	carriedLate = 1000
)

// bring emits the hypothesis in which a piece comes from beside the board.
func (t *Tracker) bring(h *hypothesis, sq square, seen piece) {
	if h.fresh {
		return
	}
	p, why, more := seen, Brought, choice(64)
	carried := h.taken != placement.Empty && same(h.taken, seen) && t.now-h.gone < carriedMs
	if seen == placement.Unknown {
		p = h.taken
	}
	if p == placement.Empty {
		return
	}
	kind, r := Bring, aside
	switch {
	case p == h.taken && h.node.parent != nil && h.node.parent.pos.At(sq) == p && h.node.pos.At(sq) != p:
		why, more = Restored, 0
	case h.node.pos.At(sq) == p && !h.holds(sq):
		why, more = Restored, choice(16)
	case carried:
		kind, r, why, more = Carry, victim, t.sensor.carried(), choice(32)
		if t.now > h.gone+carriedLate {
			why = CarriedLate
		}
	}
	n := *h
	t.place(&n, sq, p, nowhere, kind, r, why, more)
	t.emit(&n)
}

// ghost is that a square reads a piece that does not stand there.
func (t *Tracker) ghost(h *hypothesis, sq square, seen piece) {
	n := *h
	why, more := Phantom, choice(64)
	if t.sensor.Names {
		more += choice(12)
	}
	switch {
	case h.weak.Has(sq) && h.on[sq] == placement.Empty && h.beside(sq, seen):
		why, more = t.again(sq, GhostAgain), 0
	case h.on[sq] != placement.Empty && seen != placement.Unknown:
		why, more = NotRead, choice(32)+choice(5)
		if sq == h.spot {
			why = Misread
		}
	case h.spot != nowhere && adjacent(sq, h.spot) && same(h.on[h.spot], seen):
		why, more = BetweenSquares, choice(8)
		if !t.reads(h.spot, h.on[h.spot]) {
			why = BesideOnly
		}
	}
	n.weak |= sq.Set()
	t.act(n, Act{Kind: Ghost, Why: why, Choice: more, Square: sq, Piece: seen})
}
