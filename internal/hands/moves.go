package hands

import (
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// deed is a move as hands make it: which pieces change their place.
type deed struct {
	move    legality.Move
	by      placement.Color
	changes []change // the mover first, the captured piece last
	victim  int      // the captured piece, or nobody
	begun   int64
	ended   int64
}

// change is a piece that goes from one place to another; aside is beside the
// board.
type change struct {
	piece    int
	from, to placement.Square
}

// squares returns the squares on which the deed changes something.
func (d *deed) squares() (set placement.Set) {
	for _, c := range d.changes {
		set |= c.from.Set() | c.to.Set()
	}
	return set
}

// plan returns the changes of a move, legal or not.
func (s *scene) plan(m legality.Move) deed {
	p := s.position()
	d := deed{move: m, by: p.Turn(), victim: nobody}
	mover := s.at[m.From()]
	switch {
	case m.IsCastling():
		d.changes = []change{{mover, m.From(), m.KingTo()}, {s.at[m.To()], m.To(), m.RookTo()}}
		return d
	case m.Promotion() != legality.NoKind:
		d.changes = []change{{mover, m.From(), aside}, {s.spare(placement.MakePiece(d.by, m.Promotion())), aside, m.To()}}
	default:
		d.changes = []change{{mover, m.From(), m.To()}}
	}
	if sq := s.captured(m); sq != placement.NoSquare {
		d.victim = s.at[sq]
		d.changes = append(d.changes, change{d.victim, sq, aside})
	}
	return d
}

// captured returns the square of the piece that a move captures, legal or not.
func (s *scene) captured(m legality.Move) placement.Square {
	if sq := s.position().Captured(m); sq != placement.NoSquare {
		return sq
	}
	if s.at[m.To()] != nobody && !m.IsCastling() {
		return m.To()
	}
	return placement.NoSquare
}

// spare returns a piece of a kind from beside the board; if there is none,
// somebody brings one.
func (s *scene) spare(kind placement.Piece) int {
	here := map[int]bool{}
	for _, i := range s.at {
		here[i] = true
	}
	for i := range s.pieces {
		if s.pieces[i].kind == kind && !here[i] && s.pieces[i].last().where.square() == placement.NoSquare {
			return i
		}
	}
	i := s.newPiece(kind, s.besides(kind.Color()))
	s.pieces[i].named = false
	return i
}

// apply updates where the players believe the pieces to stand.
func (s *scene) apply(changes []change) {
	for _, c := range changes {
		if c.from != aside && s.at[c.from] == c.piece {
			s.at[c.from] = nobody
		}
	}
	for _, c := range changes {
		if c.to != aside {
			s.at[c.to] = c.piece
		}
	}
}

// perform moves the pieces. It returns when the first was touched and when the
// last was let go.
func (s *scene) perform(d *deed, at int64, early bool) (began, made int64) {
	grip := at + s.takes(Reach)
	if early && grip < s.made && !s.happens(CrossingDrops) {
		// The piece may be up, but comes down after the other's.
		grip = max(grip, s.made-s.shortest(d))
	}
	switch {
	case d.move.IsCastling():
		began, made = s.castle(d, grip)
	case d.move.Promotion() != legality.NoKind:
		began, made = s.promote(d, grip)
	case d.victim != nobody && d.changes[1].from != d.move.To():
		began, made = s.enPassant(d, grip)
	case d.victim != nobody:
		began, made = s.capture(d, grip)
	default:
		began = s.ready(d.changes[0].piece, grip)
		made = s.goesTo(d.changes[0].piece, d.move.From(), d.move.To(), began)
	}
	s.apply(d.changes)
	return began, made
}

// shortest returns how much earlier than the opponent's drop a hand may lift its
// piece; 0 if both moves use the same square.
func (s *scene) shortest(d *deed) int64 {
	if n := len(s.deeds); n > 0 && s.deeds[n-1].squares()&d.squares() != 0 {
		return 0
	}
	return measures[Carry].Per[s.hands][0]
}

// ready returns the first moment, at or after a time, at which a hand can take a
// piece.
func (s *scene) ready(i int, at int64) int64 { return max(at, s.pieces[i].free()+1) }

// capture removes a piece and puts the capturer in its place.
func (s *scene) capture(d *deed, grip int64) (began, made int64) {
	mover, from, to := d.changes[0].piece, d.move.From(), d.move.To()
	switch {
	case s.happens(VictimFirst):
		began = s.ready(d.victim, grip)
		free := began + s.takes(VictimLead)
		if s.happens(VictimAsideFirst) {
			free = s.carryOff(d, began, began) + s.takes(Regrip)
			return began, s.goesTo(mover, from, to, free)
		}
		made = s.goesTo(mover, from, to, free)
		s.carryOff(d, began, made)
		return began, made
	case s.happens(VictimPushed):
		began = s.ready(mover, grip)
		made = s.goesTo(mover, from, to, began)
		s.pushOff(d, made)
		return began, made
	}
	began = s.ready(mover, grip)
	made = s.goesTo(mover, from, to, began)
	up := max(began, made-s.takes(SwapGap))
	s.carryOff(d, up, max(made, up))
	return began, made
}

// carryOff lifts the captured piece, holds it until the capturer stands, and
// puts it beside the board, or on it if the hand is needed. It returns when.
func (s *scene) carryOff(d *deed, up, until int64) int64 {
	v := &s.pieces[d.victim]
	up = max(up, v.free())
	v.stay(up)
	here := v.last().where
	target := s.besides(d.by)
	v.move(up+60, here.plus(s.around(80), s.around(80)), s.within(300, 700))
	v.stay(until)
	if s.happens(VictimSetDown) {
		if sq := s.edgeSquare(here.square()); sq != placement.NoSquare {
			return s.setDown(d, sq)
		}
	}
	var legs []leg
	if s.happens(CarryOffLow) {
		near := here.toward(target, side*5/4, max(side*5/4, abs(target.x-here.x)+abs(target.y-here.y)))
		low := s.takes(LowHeight)
		s.note("carried_low", v.free(), near.square().Set(), "captured piece low over the board")
		legs = append(legs, leg{to: near, takes: s.within(60, 200), high: low, low: low, rest: s.takes(LowFor)})
	}
	legs = append(legs, leg{to: target, takes: s.takes(CarryOffTakes), high: s.within(300, 900)})
	return v.ride(v.free(), legs)
}

// setDown puts the captured piece on a square at the edge, where it stays until
// somebody clears it.
func (s *scene) setDown(d *deed, sq placement.Square) int64 {
	v := &s.pieces[d.victim]
	note := s.note("set_down", v.free(), sq.Set(), "captured piece stands on the board")
	to := s.landing(sq)
	end := v.ride(v.free(), []leg{{to: to, takes: s.carries(v, to), high: s.within(300, 900)}})
	s.leave(stray{piece: d.victim, home: aside, note: note, squares: sq.Set()}, int(s.takes(NoticedPlies))-1)
	return end
}

// pushOff lets the capturer shove the captured piece onto a neighbouring square,
// or knock it over. Somebody clears it from there.
func (s *scene) pushOff(d *deed, made int64) {
	v := &s.pieces[d.victim]
	off := s.offLine(d.changes[len(d.changes)-1].from)
	if off == placement.NoSquare {
		s.carryOff(d, made, made)
		return
	}
	s.note("pushed", made, off.Set(), "captured piece is pushed off its square")
	v.stay(made - s.within(0, 60))
	v.move(v.free()+50, s.landing(off), tipped*s.below(2))
	s.carryOff(d, v.free()+s.takes(Regrip), v.free())
}

// edgeSquare returns an empty square of the outer files near a square; NoSquare
// if there is none.
func (s *scene) edgeSquare(near placement.Square) placement.Square {
	best := placement.NoSquare
	for sq := placement.A1; sq < placement.NoSquare; sq++ {
		if f := sq.File(); f > 0 && f < 7 || s.at[sq] != nobody || sq == near {
			continue
		}
		if best == placement.NoSquare || sq.Distance(near) < best.Distance(near) {
			best = sq
		}
	}
	return best
}

// castle moves king and rook in one of the orders that people use.
func (s *scene) castle(d *deed, grip int64) (began, made int64) {
	king, rook := d.changes[0], d.changes[1]
	style := s.which(RookFirst, CastleBothHands, CastleBothUp)
	switch { // in Chess960
	case king.from == king.to:
		began = s.ready(rook.piece, grip)
		return began, s.goesTo(rook.piece, rook.from, rook.to, began)
	case rook.from == rook.to:
		began = s.ready(king.piece, grip)
		return began, s.goesTo(king.piece, king.from, king.to, began)
	case king.to == rook.from || rook.to == king.from:
		style = 2
	}
	switch style {
	case 0:
		s.note("castling", grip, d.squares(), "rook first")
		began = s.ready(rook.piece, grip)
		end := s.goesTo(rook.piece, rook.from, rook.to, began)
		return began, s.goesTo(king.piece, king.from, king.to, end+s.takes(RookAfter))
	case 1:
		s.note("castling", grip, d.squares(), "with both hands")
		began = s.ready(king.piece, grip)
		up := s.ready(rook.piece, grip+s.around(150))
		end := s.set(rook.piece, rook.to, up)
		return min(began, up), max(end, s.set(king.piece, king.to, began))
	case 2:
		s.note("castling", grip, d.squares(), "both up, then down")
		return s.bothUp(king, rook, grip)
	}
	began = s.ready(king.piece, grip)
	made = s.goesTo(king.piece, king.from, king.to, began)
	return began, s.rookFollows(rook, king.to, made)
}

// bothUp lifts king and rook one after the other and puts them down in either
// order.
func (s *scene) bothUp(king, rook change, grip int64) (began, made int64) {
	first, second := king, rook
	if s.one(whole / 3) {
		first, second = rook, king
	}
	began = s.ready(first.piece, grip)
	a, b := &s.pieces[first.piece], &s.pieces[second.piece]
	up := s.ready(second.piece, began+s.takes(Regrip))
	a.stay(began)
	a.move(began+80, a.last().where, 600)
	a.stay(up + 100)
	b.stay(up)
	b.move(up+80, b.last().where, 500)
	if s.one(whole / 2) {
		first, second = second, first
	}
	made = s.set(first.piece, first.to, up+s.within(100, 250))
	return began, s.set(second.piece, second.to, made+s.takes(Regrip)/2)
}

// rookFollows brings the rook after the king: at once, by way of a wrong square,
// after the press, or not until somebody misses it.
func (s *scene) rookFollows(rook change, king placement.Square, made int64) int64 {
	at := s.ready(rook.piece, made+s.takes(RookAfter))
	st := stray{piece: rook.piece, home: rook.to, squares: rook.from.Set() | rook.to.Set()}
	switch s.which(RookAfterPress, RookForgotten) {
	case 0:
		st.note = s.note("rook_late", made, st.squares, "rook after the press")
		s.leave(st, afterPress)
		return made
	case 1:
		st.note = s.note("rook_late", made, st.squares, "rook after the reply")
		s.leave(st, int(s.takes(NoticedPlies)))
		return made
	}
	if s.happens(RookWrongSquare) {
		wrong := slices.DeleteFunc(s.emptyAround(rook.to, rook.from), func(sq placement.Square) bool { return sq == king })
		if sq := s.anyOf(wrong); sq != placement.NoSquare {
			s.note("rook_wrong", at, sq.Set(), "rook on a wrong square first")
			at = s.put(rook.piece, sq, at) + s.takes(LookAt)
		}
	}
	return s.goesTo(rook.piece, rook.from, rook.to, at)
}

// promote brings a pawn to the last rank and another piece in its place.
func (s *scene) promote(d *deed, grip int64) (began, made int64) {
	pawn, to := d.changes[0].piece, d.move.To()
	if s.happens(UpsideDownRook) && d.move.Promotion() == legality.Queen {
		s.note("upside_down", grip, to.Set(), "the queen is a rook upside down")
	}
	if s.happens(PromoteDirect) {
		return s.promoteDirect(d, grip)
	}
	if d.victim != nobody {
		began, made = s.capture(d, grip)
	} else {
		began = s.ready(pawn, grip)
		made = s.goesTo(pawn, d.move.From(), to, began)
	}
	off := stray{piece: pawn, home: aside, squares: to.Set(), firm: true}
	on := stray{piece: d.changes[1].piece, home: to, squares: to.Set(), firm: true}
	switch s.which(QueenAfterPress, QueenForgotten) {
	case 0:
		on.note = s.note("promotion_late", made, to.Set(), "new piece after the press")
		off.note = on.note
		s.leave(off, afterPress)
		s.leave(on, afterPress)
		return began, made
	case 1:
		on.note = s.note("promotion_late", made, to.Set(), "new piece after the reply")
		off.note = on.note
		due := int(s.takes(NoticedPlies))
		s.leave(off, due)
		s.leave(on, due)
		return began, made
	}
	return began, s.exchange(d, made)
}

// exchange takes the pawn off the last rank and puts the new piece there.
func (s *scene) exchange(d *deed, made int64) int64 {
	at := s.fetched(d, made)
	off := s.toSide(d.changes[0].piece, d.by, at+s.takes(Regrip))
	return s.newOn(d, off-s.below(min(200, off-at))+s.takes(Regrip))
}

// promoteDirect puts the new piece on the last rank while the pawn is taken
// off the seventh.
func (s *scene) promoteDirect(d *deed, grip int64) (began, made int64) {
	pawn := d.changes[0].piece
	at := s.fetched(d, grip)
	if d.victim != nobody {
		began = s.ready(d.victim, at)
		at = s.carryOff(d, began, began) + s.takes(Regrip)
	}
	if s.happens(QueenBeforePawn) {
		first := at
		on := s.newOn(d, at)
		off := s.toSide(pawn, d.by, s.ready(pawn, on+s.takes(Regrip)))
		return orElse(began, first), off - s.takes(CarryOffTakes)/2
	}
	up := s.ready(pawn, at)
	off := s.toSide(pawn, d.by, up)
	return orElse(began, up), s.newOn(d, off-s.below(200)+s.takes(Regrip))
}

func orElse(a, b int64) int64 {
	if a != 0 {
		return a
	}
	return b
}

// fetched returns when the new piece is at hand: at once, or after a while with
// the clock stopped.
func (s *scene) fetched(d *deed, at int64) int64 {
	if !s.happens(PieceFetched) {
		return at
	}
	s.note("fetch", at, d.move.To().Set(), "the new piece has to be fetched")
	s.clock.stop(at)
	at += s.takes(FetchTakes)
	s.clock.start(at, d.by)
	return at + 300
}

// newOn puts the new piece on the last rank, perhaps after a wrong one.
func (s *scene) newOn(d *deed, at int64) int64 {
	to, choice := d.move.To(), d.changes[1].piece
	if d.move.Promotion() != legality.Queen && s.happens(ChoiceChanged) {
		first := s.spare(placement.MakePiece(d.by, legality.Queen))
		s.note("choice_changed", at, to.Set(), "a queen first")
		at = s.put(first, to, at) + s.takes(ChangeAfter)
		at = s.toSide(first, d.by, at) + s.takes(Regrip)
	}
	return s.put(choice, to, s.ready(choice, at))
}

// toSide takes a piece off the board.
func (s *scene) toSide(i int, by placement.Color, at int64) int64 {
	p := &s.pieces[i]
	return p.ride(s.ready(i, at), []leg{{to: s.besides(by), takes: s.takes(CarryOffTakes), high: s.within(300, 900)}})
}

// enPassant captures en passant.
func (s *scene) enPassant(d *deed, grip int64) (began, made int64) {
	mover := d.changes[0].piece
	if s.happens(EnPassantFirst) {
		began = s.ready(d.victim, grip)
		off := s.carryOff(d, began, began)
		return began, s.goesTo(mover, d.move.From(), d.move.To(), off+s.takes(Regrip))
	}
	began = s.ready(mover, grip)
	made = s.goesTo(mover, d.move.From(), d.move.To(), began)
	sq := d.changes[1].from
	st := stray{piece: d.victim, home: aside, squares: sq.Set()}
	switch s.which(EnPassantAfterPress, EnPassantForgotten) {
	case 0:
		st.note = s.note("en_passant_late", made, sq.Set(), "captured pawn after the press")
		s.leave(st, afterPress)
		return began, made
	case 1:
		st.note = s.note("en_passant_late", made, sq.Set(), "captured pawn after the reply")
		s.leave(st, int(s.takes(NoticedPlies)))
		return began, made
	}
	up := s.ready(d.victim, made+s.takes(Regrip))
	s.carryOff(d, up, up)
	return began, up
}
