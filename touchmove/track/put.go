package track

import (
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// occupied extends a hypothesis by the report that a square reads a piece.
func (t *Tracker) occupied(h *hypothesis, sq square, seen piece) {
	if same(h.on[sq], seen) {
		t.known(h, sq, ReadsAgain)
		return
	}
	views := t.turns(h, toPut, sq)
	for i := range views {
		if v := &views[i]; same(v.on[sq], seen) {
			t.known(v, sq, Nothing)
		} else {
			t.puts(v, sq, seen)
		}
	}
	t.ghost(h, sq, seen)
}

// same reports whether a square on which something stands reads something.
func same(stands, read piece) bool {
	return stands == read || read == placement.Unknown && stands != placement.Empty
}

// reads reports whether a square reads what something would read that stood there.
func (t *Tracker) reads(sq square, p piece) bool { return same(p, t.reading[sq]) }

// puts emits the hypotheses in which a piece has been put on a square.
func (t *Tracker) puts(h *hypothesis, sq square, seen piece) {
	for i := range h.n {
		if a := &h.hand[i]; a.piece == seen || seen == placement.Unknown {
			switch a.role {
			case mover:
				t.putMover(h, i, sq)
			case early:
				t.putEarly(h, i, sq)
			case victim:
				t.putVictim(h, i, sq)
			case aside:
				t.putAside(h, i, sq)
			}
		} else if a.role == mover && seen.Is(a.piece.Color()) {
			t.misread(h, i, sq, seen)
		}
	}
	t.promote(h, sq, seen)
	t.putLate(h, sq, seen)
	t.bring(h, sq, seen)
}

// put puts a piece from the hand on a square.
func (t *Tracker) put(h *hypothesis, i int, sq square, kind Kind, r role, why Rate, more Cost) {
	n := *h
	a := n.drop(i)
	t.place(&n, sq, a.piece, a.home, kind, r, why, more)
	t.emit(&n)
}

// place puts a piece on a square; what stood there goes into the hand.
func (t *Tracker) place(n *hypothesis, sq square, p piece, home square, kind Kind, r role, why Rate, more Cost) {
	if v := n.on[sq]; v != placement.Empty {
		if kind == Put {
			kind = Swap
		}
		role := victim
		swap := Swapped
		if n.off.Has(sq) && n.role[sq] != mover || !v.Is(n.turn().Other()) {
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
func (t *Tracker) putMover(h *hypothesis, i int, sq square) {
	a := &h.hand[i]
	n := h.node
	if n.pos.At(sq) == a.piece && h.on[sq] == placement.Empty && sq == a.home {
		t.put(h, i, sq, Return, mover, PutBack, 0)
		return
	}
	if a.piece.Kind() == legality.Pawn && (sq.Rank() == 0 || sq.Rank() == 7) {
		t.putPawn(h, i, sq)
	}
	if h.castle != legality.NoMove {
		if castles(h.castle, a, sq) {
			t.put(h, i, sq, Put, mover, CastlingPut, 0)
			return
		}
	} else if castlesAny(n, a, sq) {
		t.put(h, i, sq, Put, mover, Nothing, choice(n.legal.choices(a.home)))
		return
	}
	t.putBeside(h, i, sq)
	m := n.legal.to(a.home, sq)
	victim := h.victim()
	switch {
	case m != legality.NoMove && m.Promotion() != legality.NoKind:
	case m == legality.NoMove:
		why, which := n.mayNot(a, sq)
		t.put(h, i, sq, Pass, mover, why, which)
	case victim != nowhere && n.pos.Captured(m) != victim:
		t.put(h, i, sq, Pass, mover, SlideOn, choice(n.legal.choices(a.home)))
	case victim != nowhere:
		t.put(h, i, sq, Put, mover, Nothing, choice(n.captures(victim, a.home)))
	default:
		t.put(h, i, sq, Put, mover, Nothing, min(choice(n.legal.choices(a.home)), ahead(a, sq))+t.gives(n, m))
	}
}

// ahead is the choice of where a piece that is slid lands next: on one of the squares
// of its line ahead of it.
func ahead(a *held, sq square) Cost {
	df, dr := step(a.last.File()-a.home.File()), step(a.last.Rank()-a.home.Rank())
	f, r, squares, on := a.last.File()+df, a.last.Rank()+dr, 0, false
	for ; (df != 0 || dr != 0) && f >= 0 && f < 8 && r >= 0 && r < 8; f, r = f+df, r+dr {
		on = on || placement.MakeSquare(f, r) == sq
		squares++
	}
	if !on {
		return choice(len(logs))
	}
	return choice(squares)
}

// step is the direction of a difference.
func step(d int) int { return max(-1, min(1, d)) }

// putBeside puts the piece of the ply so that it stands on its square and is read on
// the one beside it alone. Boards that name no pieces have a sensor that is a point, and
// read it on neither.
func (t *Tracker) putBeside(h *hypothesis, i int, sq square) {
	a, victim := h.hand[i], h.victim()
	if !t.sensor.Names || h.on[sq] != placement.Empty || a.home == nowhere {
		return
	}
	for _, m := range h.node.legal.from(a.home) {
		to := m.To()
		if !adjacent(to, sq) || m.IsCastling() || m.Promotion() != legality.NoKind || h.on[to] != placement.Empty || t.reading[to] != placement.Empty {
			continue
		}
		more := choice(h.node.legal.choices(a.home))
		if victim != nowhere {
			if h.node.pos.Captured(m) != victim {
				continue
			}
			more = choice(h.node.captures(victim, a.home))
		}
		n := *h
		n.drop(i)
		t.charge(&n, Act{Kind: Ghost, Why: BesideOnly, Choice: choice(8), Square: sq, Piece: a.piece})
		t.place(&n, to, a.piece, a.home, Put, mover, Nothing, more)
		n.weak |= sq.Set() | to.Set()
		t.emit(&n)
	}
}

// mayNot is the rate at which a piece of the ply is put where it may not go, and the
// choice of where. A player who errs overlooks a check half of the time.
func (n *node) mayNot(a *held, sq square) (Rate, Cost) {
	why, checks := onWay(a, sq), n.overlooked(a.home)
	if why == OnWay && n.pos.At(a.home) == a.piece && n.legal.choices(a.home) == 0 { // which was paid at the lift
		why = Nothing
	}
	switch {
	case checks == 0:
		return why, choice(48)
	case checks.Has(sq) && why == Nothing:
		return why, choice(checks.Len())
	case checks.Has(sq):
		return why, choice(2) + choice(checks.Len())
	default:
		return why, choice(2) + choice(48)
	}
}

// onWay is the rate at which a piece is put where it may not go.
func onWay(a *held, sq square) Rate {
	if a.piece.Kind() == legality.King && centre.Has(sq) {
		return KingToCentre
	}
	return OnWay
}

// castles reports whether castling puts a piece on a square.
func castles(m move, a *held, sq square) bool {
	return m.From() == a.home && m.KingTo() == sq || m.To() == a.home && m.RookTo() == sq
}

// castlesAny reports whether a legal castling puts a piece on a square: the king,
// before it is known that he castles.
func castlesAny(n *node, a *held, sq square) bool {
	return n.legal.to(a.home, sq) == legality.NoMove && slices.ContainsFunc(n.legal.from(a.home), func(m move) bool {
		return m.IsCastling() && castles(m, a, sq)
	})
}

// putPawn puts a pawn on the last rank, to be exchanged there; on a board that
// names no pieces, it may be what the pawn has become.
func (t *Tracker) putPawn(h *hypothesis, i int, sq square) {
	a := &h.hand[i]
	m := h.node.legal.to(a.home, sq)
	if m == legality.NoMove {
		return
	}
	which := choice(h.node.legal.choices(a.home))
	t.put(h, i, sq, Pass, mover, PawnPut, which)
	if t.sensor.Names {
		return
	}
	for k := legality.Knight; k <= legality.Queen; k++ {
		why, n := promotions[k], *h
		n.drop(i)
		t.place(&n, sq, placement.MakePiece(a.piece.Color(), k), a.home, Put, mover, why, which)
		t.emit(&n)
	}
}

// promotions is how often a pawn becomes what.
var promotions = [...]Rate{legality.Queen: ToQueen, legality.Rook: ToRook, legality.Bishop: ToBishop, legality.Knight: ToKnight}

// putEarly puts a piece of the reply before the ply that it answers is complete.
func (t *Tracker) putEarly(h *hypothesis, i int, sq square) {
	a := &h.hand[i]
	replies := h.node.replies()
	switch {
	case sq == a.home && h.on[sq] == placement.Empty:
		t.put(h, i, sq, Return, early, PutBack, 0)
	case replies.to(a.home, sq) != legality.NoMove && h.on[sq] == placement.Empty:
		why := Crossed
		if !h.begun() {
			why = OutOfTurn
		}
		t.put(h, i, sq, Put, early, why, choice(replies.choices(a.home)))
	default:
		t.put(h, i, sq, Pass, early, onWay(a, sq), choice(48))
	}
}

// putVictim puts a captured piece somewhere.
func (t *Tracker) putVictim(h *hypothesis, i int, sq square) {
	a := &h.hand[i]
	if sq == a.home && h.on[sq] == placement.Empty && h.node.pos.At(sq) == a.piece {
		t.put(h, i, sq, Return, aside, Restored, 0)
		return
	}
	t.put(h, i, sq, Carry, victim, Carried, choice(32))
}

// putAside puts a piece that belongs to no ply.
func (t *Tracker) putAside(h *hypothesis, i int, sq square) {
	a := &h.hand[i]
	n := h.node
	switch {
	case n.pos.At(sq) == a.piece && h.on[sq] == placement.Empty:
		why := Home
		if n.kind == byAct && h.putBy(sq) { // it was lifted to go back
			why = PutBack
		}
		t.put(h, i, sq, Straighten, aside, why, 0)
		return
	case n.move != legality.NoMove && n.kind == byMove && !h.begun() && a.home == n.move.To() && sq == n.move.From() && !n.move.IsCastling():
		t.takeBack(h, i)
	case h.putBy(a.home) && !h.begun() && n.parent.pos.At(sq) == a.piece:
		t.put(h, i, sq, Displace, aside, Retracted, 0)
	case adjacent(a.last, sq):
		t.put(h, i, sq, Displace, aside, Aside, choice(8))
	case onWay(a, sq) == KingToCentre:
		t.put(h, i, sq, Displace, aside, KingToCentre, choice(48))
	default:
		t.put(h, i, sq, Displace, aside, Far, choice(64))
	}
	legal, r := n.legal, mover
	if !a.piece.Is(h.turn()) {
		legal, r = n.replies(), early
	}
	if m := legal.to(a.home, sq); m != legality.NoMove && (r == early || !h.begun()) && m.Promotion() == legality.NoKind {
		more := choice(legal.choices(a.home))
		if r == early && !h.begun() {
			more += rates[OutOfTurn].Cost
		}
		t.put(h, i, sq, Put, r, SecondMove, more)
	}
}

// takeBack puts the piece that has moved last back to where it came from: the ply
// is taken back. What it has captured is still to be put back.
func (t *Tracker) takeBack(h *hypothesis, i int) {
	n, m := *h, h.node.move
	a := n.drop(i)
	before := h.node.parent
	captured := before.pos.Captured(m)
	t.charge(&n, Act{Kind: TakeBack, Why: Retracted, Square: m.From(), Piece: a.piece, Home: m.To(), Move: m, node: before})
	n.set(m.From(), a.piece, m.From(), aside)
	t.goBack(&n)
	if captured != placement.NoSquare {
		n.hold(held{piece: before.pos.At(captured), home: captured, last: captured, role: aside, at: t.now})
	}
	n.landed, n.spot = t.now, m.From()
	t.emit(&n)
}

// putBy reports whether the last ply has put a piece on a square.
func (h *hypothesis) putBy(sq square) bool {
	n := h.node
	return sq != nowhere && n.parent != nil && n.part == n.parent.part && n.kind != inGap && n.pos.At(sq) != n.parent.pos.At(sq) && n.pos.At(sq) != placement.Empty
}

// goBack lets a hypothesis stand before its last ply again. The opponent's clock runs, and
// he presses it mostly.
func (t *Tracker) goBack(n *hypothesis) {
	n.node = n.node.parent
	n.castle, n.owes = legality.NoMove, t.clock && t.running.Is(n.turn().Other())
	n.settle()
}

// undone emits the hypothesis in which the last ply is taken back, because all of its
// pieces stand as before.
func (t *Tracker) undone(h *hypothesis) {
	n := *h
	if n.node.parent == nil || n.node.kind == inGap || n.node.part != n.node.parent.part || n.on != *n.node.parent.pos.Placement() {
		return
	}
	t.charge(&n, Act{Kind: TakeBack, Square: n.spot, Piece: n.on[n.spot], Move: n.node.move, node: n.node.parent})
	t.goBack(&n)
	t.add(&n)
}

func adjacent(a, b square) bool {
	if a == nowhere || b == nowhere {
		return false
	}
	df, dr := a.File()-b.File(), a.Rank()-b.Rank()
	return df*df <= 1 && dr*dr <= 1
}

// misread is that the piece of the ply was put down and another kind is named.
func (t *Tracker) misread(h *hypothesis, i int, sq square, seen piece) {
	a := &h.hand[i]
	m := h.node.legal.to(a.home, sq)
	if m == legality.NoMove || m.Promotion() != legality.NoKind {
		return
	}
	t.put(h, i, sq, Put, mover, Misread, choice(5)+choice(h.node.legal.choices(a.home)))
}

// promote puts what a pawn becomes: the pawn is in the hand, stands there, or
// still stands where it was.
func (t *Tracker) promote(h *hypothesis, sq square, seen piece) {
	if sq.Rank() != 0 && sq.Rank() != 7 || seen.Kind() == legality.NoKind || seen.Kind() == legality.Pawn || seen.Kind() == legality.King {
		return
	}
	legal, theirs := h.node.legal, !seen.Is(h.turn())
	for _, m := range legal.list {
		if m.To() != sq || m.Promotion() != seen.Kind() {
			continue
		}
		from := m.From()
		why, n := promotions[seen.Kind()], *h
		if theirs {
			why = WrongColour
		}
		switch {
		case h.holds(from):
			more := choice(legal.choices(from))
			if n.take(from).last == sq { // it has been put there already
				more = 0
			}
			t.place(&n, sq, seen, from, Put, mover, why, more)
		case h.off.Has(from) && h.on[sq] == h.node.pos.At(from):
			n.set(sq, placement.Empty, nowhere, aside)
			t.place(&n, sq, seen, from, Swap, mover, why, 0)
		case !h.off.Has(from) && !h.begun() && !theirs:
			t.charge(&n, Act{Kind: Bring, Why: PieceFirst, Square: sq, Piece: seen, Home: from})
			t.place(&n, sq, seen, from, Put, mover, why, choice(legal.total))
		default:
			continue
		}
		t.emit(&n)
	}
}

// putLate emits the hypotheses in which a piece was put whose lift has not been
// reported.
func (t *Tracker) putLate(h *hypothesis, sq square, seen piece) {
	t.goneOn(h, sq, seen)
	s := h.node
	for _, m := range s.legal.list {
		from := m.From()
		if m.To() != sq || m.IsCastling() || !single(m) || h.off.Has(from) || !same(moved(&s.pos, m), seen) || h.begun() {
			continue
		}
		n := *h
		kind, why, more := Put, LiftLate, choice(s.legal.total)
		if v := h.victim(); v != nowhere {
			if more = choice(s.captures(v, nowhere)); s.pos.Captured(m) != v { // on its way to it
				if s.captures(v, from) == 0 {
					continue
				}
				kind, more = Pass, more+rates[SlideOn].Cost+choice(s.legal.choices(from))
			}
		}
		if !t.reads(from, s.pos.At(from)) { // it was not read there: so its lift could not be
			why = Nothing
		}
		t.charge(&n, Act{Kind: LateLift, Why: why, Square: from, Piece: s.pos.At(from), Home: from})
		n.set(from, placement.Empty, nowhere, aside)
		t.place(&n, sq, moved(&s.pos, m), from, kind, mover, Nothing, more+t.gives(s, m))
		n.blink = from
		t.emit(&n)
	}
	if seen != placement.Unknown && h.on[sq] == placement.Empty && !h.fresh {
		t.pushed(h, sq, seen)
	}
}

// goneOn emits the hypotheses in which a piece that rests on its way, or has
// landed, has gone on.
func (t *Tracker) goneOn(h *hypothesis, sq square, seen piece) {
	if t.sensor.Late == 0 && t.sensor.Names {
		return
	}
	for rest := h.resting(mover); rest != 0; {
		from := rest.Pop()
		if !same(h.on[from], seen) || from == sq || !h.on[from].Is(h.turn()) {
			continue
		}
		n := *h
		var buf [16]move
		if h.early[h.turn()] == 0 && len(h.shown(buf[:0])) > 0 {
			t.charge(&n, Act{Kind: LateLift, Why: t.slide(h), Square: from, Piece: n.on[from], Home: n.homeOf(from)})
		}
		t.charge(&n, Act{Kind: LateLift, Why: GoneOn, Square: from, Piece: n.on[from], Home: n.homeOf(from)})
		n.raise(from, mover, t.now)
		n.slid = t.now
		t.putMover(&n, n.n-1, sq)
	}
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
		n.set(from, placement.Empty, nowhere, aside)
		t.place(&n, sq, seen, home, Displace, role, why, more)
		t.emit(&n)
	}
}

// carriedMs is for how long a captured piece may be seen over the board.
const carriedMs = 5000

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
	case p == h.taken && h.node.parent != nil && h.node.parent.pos.At(sq) == p:
		why, more = Restored, 0
	case h.node.pos.At(sq) == p && !h.holds(sq):
		why, more = Restored, choice(16)
	case carried:
		kind, r, why, more = Carry, victim, Carried, choice(32)
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
		why, more = GhostAgain, 0
	case h.on[sq] != placement.Empty && seen != placement.Unknown:
		why, more = Misread, choice(32)+choice(5)
	case h.spot != nowhere && adjacent(sq, h.spot) && same(h.on[h.spot], seen):
		why, more = BetweenSquares, choice(8)
		if !t.reads(h.spot, h.on[h.spot]) {
			why = BesideOnly
		}
	}
	n.weak |= sq.Set()
	t.charge(&n, Act{Kind: Ghost, Why: why, Choice: more, Square: sq, Piece: seen})
	t.emit(&n)
}

// beside reports whether a piece that reads so stands next to a square.
func (h *hypothesis) beside(sq square, seen piece) bool {
	for rest := near[sq]; rest != 0; {
		if p := h.on[rest.Pop()]; p != placement.Empty && same(p, seen) {
			return true
		}
	}
	return false
}

// near is the squares next to each.
var near = func() (n [64]set) {
	for a := range square(64) {
		for b := range square(64) {
			if a != b && adjacent(a, b) {
				n[a] |= b.Set()
			}
		}
	}
	return n
}()
