package simulate

import (
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// turn holds when the parts of a ply happened.
type turn struct {
	lifted  int64 // its piece was lifted for the last time; landed for a move that crossed another
	landed  int64 // the last piece reached its final square
	clear   int64 // nothing of the ply and its consequences moves any more
	pressed int64 // its clock was pressed; -1 not, or not yet
	owes    bool  // its clock is pressed only after the reply
	plain   bool  // one piece went straight to an empty square, pressed at once, and nothing else happened
	squares placement.Set
}

// hand is the hand of the player to move, during one ply.
type hand struct {
	*game
	turn
	at     int64 // it is now
	move   legality.Move
	held   pieceID // the piece that is to move, if it was lifted early
	victim pieceID // the captured one
}

// ply makes one move, and what the hands do around it.
func (g *game) ply(m legality.Move) {
	side, after, deeds := g.pos.Turn(), g.pos.Play(m), len(g.truth.Deeds)
	h := &hand{game: g, move: m, turn: turn{lifted: -1, pressed: -1, squares: placement.Differ(g.pos.Placement(), after.Placement())}}
	if !h.cross() {
		h.reach()
		h.make()
		h.landed, h.clear = h.at, h.at
		h.besides()
	}
	h.eraseUnseen()
	g.truth.Moves, g.truth.Landed = append(g.truth.Moves, g.pos.UCI(m)), append(g.truth.Landed, h.landed)
	h.press(side)
	h.plain = h.quiet() && !h.owes && deeds == len(g.truth.Deeds)
	g.truth.Pressed = append(g.truth.Pressed, h.pressed)
	g.past.Play(m)
	g.pos, g.prev, g.now = after, h.turn, max(h.clear, h.pressed)
}

// eraseUnseen records that nothing shows the move, because the tag of its piece is dead.
func (h *hand) eraseUnseen() {
	m := h.stand[h.move.To()]
	if h.quiet() && h.dead[m] > 0 && h.dead[m] < h.landed {
		h.did(Erased, h.landed, 0, h.move.To())
	}
}

// quiet reports whether the move takes one piece to an empty square.
func (h *hand) quiet() bool {
	return !h.move.IsCastling() && h.move.Promotion() == legality.NoKind && h.pos.Captured(h.move) == placement.NoSquare
}

// reach moves the hand to the piece that is to move: in the player's own time, or
// before it.
func (h *hand) reach() {
	p, prev := h.profile, &h.prev
	h.at = max(prev.clear, prev.pressed) + h.think()
	if h.putRight(false) {
		return
	}
	inPlay := p.LiftInPlay
	if h.recaptures() {
		inPlay = p.Recapture
	}
	if inPlay.happens(h.rng) && h.early(LiftInPlay, prev.lifted, prev.landed) ||
		p.EarlyLift.happens(h.rng) && h.early(EarlyLift, prev.landed, prev.pressed) {
		return
	}
	h.prelude()
}

// recaptures reports whether the move captures the piece that has just captured.
func (h *hand) recaptures() bool {
	n := h.past.Len()
	if n == 0 {
		return false
	}
	last := h.past.Move(n - 1)
	return h.past.At(n-1).Captured(last) != placement.NoSquare && h.pos.Captured(h.move) == last.To()
}

// leastLead is the shortest part of the opponent's ply, in milliseconds, in which a
// hand can come too early; chosen.
const leastLead = 40

// early lifts the piece during the opponent's ply, which does not involve it. The
// rest of the move waits until that ply is over.
func (h *hand) early(kind DeedKind, from, to int64) bool {
	if to-from < leastLead || h.move.IsCastling() {
		return false
	}
	at := from + 1 + h.rng.Int64N(to-from-1)
	h.held = h.stand[h.move.From()]
	h.set(at, h.move.From(), noPiece)
	h.at = max(h.prev.clear, h.prev.pressed) + h.profile.Hop.draw(h.rng)
	h.lifted = h.at
	h.did(kind, at, to-at, h.move.From())
	return true
}

// cross makes the whole reply while the move that it answers is in the air.
func (h *hand) cross() bool {
	prev := &h.prev
	span := prev.landed - prev.lifted
	if h.astray != nil || !h.profile.Crossed.happens(h.rng) || !prev.plain || !h.quiet() || span < 4*leastLead || h.squares&prev.squares != 0 {
		return false
	}
	m := h.stand[h.move.From()]
	h.set(prev.lifted+span/4, h.move.From(), noPiece)
	h.at = prev.lifted + 3*span/4
	h.set(h.at, h.move.To(), m)
	h.did(CrossedDrop, h.at, prev.landed-h.at, h.move.To())
	h.lifted, h.landed, h.clear = h.at, h.at, prev.clear
	h.at = max(prev.clear, prev.pressed)
	return true
}

// press presses the clock: at once, after the reply, or never. A player whose clock
// does not run cannot press: the lever is down on that side already.
func (h *hand) press(side placement.Color) {
	if h.prev.owes {
		h.did(ReplyFirst, h.landed, 0, h.move.To())
		h.settleDebt(h.at)
	}
	switch {
	case h.pressed >= 0: // already
	case !h.clocked || !h.clock.running.Is(side):
	case h.profile.ForgetPress.happens(h.rng):
		h.did(ForgotPress, h.at, 0, placement.NoSquare)
	case h.next() != legality.NoMove && h.profile.ReplyFirst.happens(h.rng):
		h.owes = true
	default:
		h.pressed = max(h.at, h.clock.at) + h.readyToPress()
		h.clock.press(h.pressed, side)
	}
}

// readyToPress returns how long after everything else the player presses.
func (h *hand) readyToPress() int64 {
	ms := h.profile.Press.draw(h.rng)
	if h.profile.PressLate.happens(h.rng) {
		late := h.profile.PressLateBy.draw(h.rng)
		h.did(PressedLate, h.at, late, placement.NoSquare)
		ms += late
	}
	return ms
}

// settleDebt makes up for the missing press of the ply before.
func (g *game) settleDebt(after int64) {
	if !g.prev.owes {
		return
	}
	at := max(after, g.clock.at) + g.profile.Press.draw(g.rng)
	g.clock.press(at, placement.Color(g.clock.running-1))
	g.truth.Pressed[len(g.truth.Pressed)-1] = at
	g.prev.owes, g.now = false, max(g.now, at)
}

// take lifts a piece; the piece of the move may be in the hand already.
func (h *hand) take(sq placement.Square) pieceID {
	if h.held != noPiece && sq == h.move.From() {
		m := h.held
		h.held = noPiece
		return m
	}
	if h.lifted < 0 && sq == h.move.From() {
		h.lifted = h.at
	}
	m := h.stand[sq]
	h.set(h.at, sq, noPiece)
	return m
}

func (h *hand) put(sq placement.Square, m pieceID) { h.set(h.at, sq, m) }

func (h *hand) wait(s Span) { h.at += s.draw(h.rng) }

// make moves the pieces of the move to their squares.
func (h *hand) make() {
	m := h.move
	captured := h.pos.Captured(m)
	switch {
	case m.IsCastling():
		h.castle()
	case m.Promotion() != legality.NoKind:
		h.promote(captured)
	case captured == placement.NoSquare:
		mover := h.take(m.From())
		h.wait(h.profile.Travel)
		h.put(m.To(), h.carryOver(mover))
	case captured != m.To():
		h.enPassant(captured)
	default:
		h.capture()
	}
}

func (h *hand) capture() {
	p, m := h.profile, h.move
	h.victim = h.stand[m.To()]
	switch weighted(h.rng, []int{p.Captures.VictimFirst, p.Captures.MoverFirst, p.Captures.Exchange}) {
	case 0:
		h.take(m.To())
		h.wait(p.Second)
		mover := h.take(m.From())
		h.wait(p.Travel)
		h.put(m.To(), h.carryOver(mover))
	case 1:
		mover := h.carryOver(h.take(m.From()))
		h.wait(p.Second)
		h.take(m.To())
		h.wait(p.Travel)
		h.put(m.To(), mover)
	default:
		mover := h.take(m.From())
		h.wait(p.Travel)
		mover = h.carryOver(mover)
		if gap := p.Gap.draw(h.rng); gap > 0 {
			h.take(m.To())
			h.at += gap
		}
		h.put(m.To(), mover)
	}
}

func (h *hand) enPassant(captured placement.Square) {
	p, m := h.profile, h.move
	h.victim = h.stand[captured]
	first := weighted(h.rng, []int{p.EnPassant.VictimLast, p.EnPassant.VictimFirst}) == 1
	if first {
		h.take(captured)
		h.wait(p.Second)
	}
	mover := h.take(m.From())
	h.wait(p.Travel)
	h.put(m.To(), mover)
	if !first {
		h.wait(p.Second)
		h.take(captured)
	}
}

// castle moves king and rook. If the king goes to the rook's square (Chess960),
// both must be in the air at once.
func (h *hand) castle() {
	p, m := h.profile, h.move
	both := weighted(h.rng, []int{p.Castling.KingFirst, p.Castling.BothHands}) == 1 || m.KingTo() == m.To()
	if !both && m.RookTo() != m.From() && h.profile.Irregular.RookFirst.happens(h.rng) {
		h.castleRookFirst()
		return
	}
	king := h.take(m.From())
	if !both {
		h.wait(p.Travel)
		h.put(m.KingTo(), king)
		h.wait(p.RookAfter)
		rook := h.take(m.To())
		h.wait(p.Travel)
		h.astrayOf(rook)
		h.put(m.RookTo(), rook)
		return
	}
	h.wait(p.Hop)
	rook := h.take(m.To())
	h.wait(p.Travel)
	first, second := h.rng.IntN(2), p.Hop.draw(h.rng)
	h.set(h.at+second*int64(first), m.KingTo(), king)
	h.set(h.at+second*int64(1-first), m.RookTo(), rook)
	h.at += second
}

// castleRookFirst moves the rook before the king.
func (h *hand) castleRookFirst() {
	m := h.move
	h.did(RookFirst, h.at, 0, m.To())
	rook := h.take(m.To())
	h.wait(h.profile.Travel)
	h.put(m.RookTo(), rook)
	h.wait(h.profile.RookAfter)
	king := h.take(m.From())
	h.wait(h.profile.Travel)
	h.put(m.KingTo(), king)
}

// astrayOf puts the castling rook on another square first: one that it passes, or the
// square that the king left.
func (h *hand) astrayOf(rook pieceID) {
	if !h.profile.Irregular.RookAstray.happens(h.rng) {
		return
	}
	m := h.move
	squares := append(between(m.From(), m.To()), m.From())
	h.stop(rook, CorrectedMove, h.profile.Irregular.Rest, h.pick(slices.DeleteFunc(squares, func(sq placement.Square) bool {
		return sq == m.RookTo() || !h.empty(sq)
	})))
}

func (h *hand) promote(captured placement.Square) {
	p, m := h.profile, h.move
	piece := h.fetch(placement.MakePiece(h.pos.Turn(), m.Promotion()))
	way := weighted(h.rng, []int{p.Promotion.PawnOff, p.Promotion.PieceFirst, p.Promotion.Exchanged})
	if captured != placement.NoSquare {
		h.victim = h.stand[captured]
		if weighted(h.rng, []int{p.Captures.Exchange + p.Captures.MoverFirst, p.Captures.VictimFirst}) == 1 {
			h.take(captured)
			h.wait(p.Second)
		}
	}
	if way == 1 && h.held == noPiece {
		h.put(m.To(), piece)
		h.wait(p.Second)
		h.take(m.From())
		return
	}
	pawn := h.take(m.From())
	h.wait(p.Travel)
	if h.leavePawn(pawn, piece) {
		return
	}
	if way == 2 {
		h.put(m.To(), pawn)
		h.wait(p.Second)
		h.take(m.To())
		h.wait(p.Second)
	}
	h.otherPiece()
	h.put(m.To(), piece)
}

// otherPiece puts another piece on the last rank first.
func (h *hand) otherPiece() {
	if !h.profile.Irregular.OtherPiece.happens(h.rng) {
		return
	}
	kinds := [...]legality.Kind{legality.Queen, legality.Rook, legality.Bishop, legality.Knight}
	kind := kinds[h.rng.IntN(len(kinds))]
	if kind == h.move.Promotion() {
		return
	}
	other := h.fetch(placement.MakePiece(h.pos.Turn(), kind))
	ms := h.profile.Irregular.Rest.draw(h.rng)
	h.did(OtherPiece, h.at, ms, h.move.To())
	h.put(h.move.To(), other)
	h.at += ms
	h.set(h.at, h.move.To(), noPiece)
	h.wait(h.profile.Second)
}

// leavePawn presses with the pawn on the last rank. Then the clock is stopped, the
// pawn exchanged for a queen, and the opponent's clock started (7.5.2).
func (h *hand) leavePawn(pawn, queen pieceID) bool {
	side := h.pos.Turn()
	irr := &h.profile.Irregular
	if h.move.Promotion() != legality.Queen || !h.clocked || !h.clock.running.Is(side) || h.prev.owes || !irr.PawnLeft.happens(h.rng) {
		return false
	}
	began := h.at
	h.put(h.move.To(), pawn)
	h.wait(h.profile.Press)
	h.pressed = h.at
	h.clock.press(h.at, side)
	h.wait(irr.Rest)
	h.clock.stop(h.at)
	h.wait(irr.Stop)
	h.set(h.at, h.move.To(), noPiece)
	h.wait(h.profile.Second)
	h.put(h.move.To(), queen)
	h.wait(irr.Stop)
	h.clock.start(h.at, side.Other())
	h.did(PawnLeft, began, h.at-began, h.move.To())
	return true
}

// carryOver is what happens to the piece of a move on its way: it rests on a square, or is
// seen over one. One such thing happens at most.
func (h *hand) carryOver(m pieceID) pieceID {
	p, irr := h.profile, &h.profile.Irregular
	way := between(h.move.From(), h.move.To())
	switch {
	case irr.ReleaseTwice.happens(h.rng) && h.quiet():
		h.stop(m, ReleasedTwice, irr.Rest, h.otherTarget())
	case irr.Correct.happens(h.rng):
		h.stop(m, CorrectedMove, irr.Rest, h.pick(h.badSquares(h.move.From(), around(h.move.To()))))
	case p.Hover.happens(h.rng):
		h.hover(m)
	case len(way) > 0 && p.Sweep.happens(h.rng):
		h.slideOver(m, p.SweepRest, way)
	case len(way) > 0:
		h.slide(m, way)
	case p.Transit.happens(h.rng):
		h.stop(m, Brushed, p.Brush, h.pick(h.badSquares(h.move.From(), around(h.move.To()))))
	}
	return m
}

// stop shows the piece on a square and lifts it again. With NoSquare it does nothing.
func (h *hand) stop(m pieceID, kind DeedKind, rest Span, sq placement.Square) {
	if sq == placement.NoSquare || !h.empty(sq) {
		return
	}
	ms := rest.draw(h.rng)
	h.did(kind, h.at, ms, sq)
	h.put(sq, m)
	h.at += ms
	h.set(h.at, sq, noPiece)
	h.wait(h.profile.Hop)
}

// slide lets the piece rest on the last square of its way, or on the last two
// (measured: 9 squares in 8 plies). The way of a pinned piece can be illegal.
func (h *hand) slide(m pieceID, way []placement.Square) {
	if !h.profile.Slide.happens(h.rng) {
		return
	}
	squares := 1
	if h.rng.IntN(8) == 0 {
		squares = min(2, len(way))
	}
	h.slideOver(m, h.profile.SlideRest, way[len(way)-squares:])
}

// slideOver lets the piece rest on each of some squares.
func (h *hand) slideOver(m pieceID, rest Span, way []placement.Square) {
	for _, sq := range way {
		kind := Brushed
		if h.pos.IsLegal(legality.MakeMove(h.move.From(), sq)) {
			kind = Slid
		}
		h.stop(m, kind, rest, sq)
	}
}

// hover holds the piece for long, and in half of the cases brushes a square with
// it.
func (h *hand) hover(m pieceID) {
	ms := h.profile.HoverFor.draw(h.rng)
	h.did(Hovered, h.at, ms, placement.NoSquare)
	h.at += ms
	if h.rng.IntN(2) == 0 {
		h.stop(m, Brushed, h.profile.Brush, h.pick(h.badSquares(h.move.From(), around(h.move.To()))))
	}
}

// otherTarget returns another empty square to which the piece could legally go.
func (h *hand) otherTarget() placement.Square {
	var others []placement.Square
	for _, m := range h.pos.AppendMovesFrom(nil, h.move.From()) {
		if m != h.move && !m.IsCastling() && m.Promotion() == legality.NoKind && h.pos.Captured(m) == placement.NoSquare {
			others = append(others, m.To())
		}
	}
	return h.pick(others)
}

// badSquares returns the given squares that are empty and to which the piece on
// from may not go. It leaves out squares where a king has another meaning: half a
// castling, or a result.
func (g *game) badSquares(from placement.Square, among []placement.Square) []placement.Square {
	king := g.pos.At(from).Kind() == legality.King
	return slices.DeleteFunc(slices.Clone(among), func(sq placement.Square) bool {
		m := legality.MakeMove(from, sq)
		far := max(sq.File()-from.File(), from.File()-sq.File()) > 1
		return sq == from || !g.empty(sq) || g.pos.IsLegal(m) || king && (far || centre.Has(sq)) ||
			g.pos.At(from).Kind() == legality.Pawn && (sq.Rank() == 0 || sq.Rank() == 7)
	})
}

var centre = placement.SetOf(placement.D4, placement.E4, placement.D5, placement.E5)

// pick draws a square; NoSquare if there is none.
func (g *game) pick(squares []placement.Square) placement.Square {
	if len(squares) == 0 {
		return placement.NoSquare
	}
	return squares[g.rng.IntN(len(squares))]
}
