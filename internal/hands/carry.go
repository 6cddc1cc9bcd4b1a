package hands

import (
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// leg is a part of a piece's way.
type leg struct {
	to    point
	takes int64
	high  int64 // height on the way
	low   int64 // height at the end; 0 is on the board
	rest  int64 // how long the piece rests there, in ms
}

// ride moves a piece along its legs from a time on. It returns when the piece
// arrives.
func (p *piece) ride(at int64, legs []leg) int64 {
	p.stay(at)
	for _, l := range legs {
		a := p.last()
		rises, falls := max(l.high, a.high), max(l.high, l.low)
		p.move(a.at+l.takes/5, a.where.toward(l.to, 1, 8), rises)
		p.move(a.at+l.takes*4/5, a.where.toward(l.to, 7, 8), falls)
		p.move(a.at+l.takes, l.to, l.low)
		p.stay(p.free() + l.rest)
	}
	return p.free()
}

// landing draws the point of a square on which a piece is put down.
func (s *scene) landing(sq placement.Square) point {
	x, y := s.takes(Scatter), s.takes(Scatter)
	return centre(sq).plus(x-2*x*s.below(2), y-2*y*s.below(2))
}

// besides draws a place beside the board for a player's pieces: on the side of
// his right hand, in his half.
func (s *scene) besides(c placement.Color) point {
	p := point{edge + s.within(300, 900), s.within(200, edge/2-200)}
	if c == black {
		p = point{edge - p.x, edge - p.y}
	}
	return p
}

// carries draws how long it takes to carry a piece to a point.
func (s *scene) carries(p *piece, to point) int64 {
	return s.takes(Carry) + max(0, p.last().where.squaresFrom(to)-1)*s.takes(CarryFurther)
}

// put carries a piece straight to a square and lets go. It returns when.
func (s *scene) put(i int, sq placement.Square, at int64) int64 {
	p, to := &s.pieces[i], s.landing(sq)
	return p.ride(max(at, p.free()), []leg{{to: to, takes: s.carries(p, to), high: s.takes(CarryHeight)}})
}

// set does as put, for a move: the piece may stand badly.
func (s *scene) set(i int, sq placement.Square, at int64) int64 {
	end := s.put(i, sq, at)
	s.stands(i, sq, s.pieces[i].last())
	return end
}

// goesTo carries a piece from one square to another as a move, with all mishaps
// of the way. It returns when the piece is let go.
func (s *scene) goesTo(i int, from, to placement.Square, at int64) int64 {
	p, end := &s.pieces[i], s.landing(to)
	at = max(at, p.free())
	high, sliding := s.takes(CarryHeight), false
	open := s.between(from, to)
	if s.isOpen(from, to) && s.happens(Slide) {
		high, sliding = s.takes(SlideHeight), true
	}
	var legs []leg
	legs = s.holds(legs, p, end, at)
	legs = s.stops(legs, from, to, open, high, at)
	legs = s.lands(legs, from, to, end, high, sliding, at)
	whole := s.carries(p, end)
	for n := range legs {
		if legs[n].takes == 0 {
			legs[n].takes = max(20, whole/int64(len(legs)))
		}
	}
	made := p.ride(at, legs)
	s.stands(i, to, p.last())
	return made
}

// holds adds a leg for a piece that is held in the air.
func (s *scene) holds(legs []leg, p *piece, end point, at int64) []leg {
	if !s.happens(HoldInAir) {
		return legs
	}
	rest := s.takes(HoldRest)
	s.note("hold", at, 0, "held in the air")
	return append(legs, leg{to: p.last().where.toward(end, s.within(2, 9), 10), high: 600, low: s.within(400, 1200), rest: rest})
}

// stops adds the legs of a piece that rests on another square on its way, or is
// held just above one.
func (s *scene) stops(legs []leg, from, to placement.Square, open []placement.Square, high, at int64) []leg {
	if len(open) == 0 {
		open = s.emptyAround(to, from)
	}
	if s.happens(StopOnWay) && len(open) > 0 {
		sq := s.anyOf(open)
		rest := s.takes(StopRest)
		s.note("stop", at, sq.Set(), "rests on the way")
		legs = append(legs, leg{to: s.landing(sq), high: high, rest: rest})
	}
	if s.happens(HoverLow) {
		sq := to
		if len(open) > 0 && s.one(whole/2) {
			sq = s.anyOf(open)
		}
		s.note("hover", at, sq.Set(), "hovers low")
		legs = append(legs, leg{to: s.landing(sq), high: high, low: s.takes(LowHeight), rest: s.takes(HoverRest)})
	}
	return legs
}

// lands adds the last leg: the piece goes beyond the square and back, low over
// the square before, or straight.
func (s *scene) lands(legs []leg, from, to placement.Square, end point, high int64, sliding bool, at int64) []leg {
	beyond := s.beyond(from, to)
	switch {
	case beyond != placement.NoSquare && s.happens(Overshoot):
		rest := s.takes(OvershootRest)
		s.note("overshoot", at, beyond.Set(), "goes too far")
		legs = append(legs, leg{to: s.landing(beyond), high: high, rest: rest}, leg{to: end, high: s.takes(SlideHeight)})
		return legs
	case !sliding && s.happens(LowLanding):
		if around := s.emptyAround(to, from); len(around) > 0 {
			low := s.takes(LowHeight)
			sq := s.anyOf(around)
			s.note("low", at, sq.Set(), "comes in low")
			return append(legs, leg{to: centre(sq), high: high, low: low}, leg{to: end, high: low, takes: s.within(60, 250)})
		}
	}
	return append(legs, leg{to: end, high: high})
}

// stands decides how a piece stands after its release: well, between two
// squares, or not at all.
func (s *scene) stands(i int, sq placement.Square, end spot) {
	p := &s.pieces[i]
	switch {
	case s.happens(Between):
		off := s.offLine(sq)
		if off == placement.NoSquare {
			return
		}
		p.track[len(p.track)-1].where = centre(sq).toward(centre(off), s.takes(HalfWay), side)
		note := s.note("between", end.at, sq.Set()|off.Set(), "stands between two squares")
		s.straighten(stray{piece: i, home: sq, note: note, squares: off.Set()})
	case s.happens(Fallen):
		note := s.note("fallen", end.at, sq.Set(), "falls over")
		p.move(end.at+s.within(30, 120), end.where.plus(s.around(150), s.around(150)), tipped)
		if s.happens(FallenLeft) {
			s.leave(stray{piece: i, home: sq, note: note}, int(s.takes(NoticedPlies))-1)
			return
		}
		s.until(note, s.put(i, sq, end.at+s.takes(RightedAfter)))
	}
}

// straighten decides who puts right a piece that stands badly, and when.
func (s *scene) straighten(st stray) {
	now := len(s.truth.Plies)
	switch s.which(BetweenByMover, BetweenByOpponent, BetweenLater) {
	case 0:
		p := &s.pieces[st.piece]
		s.until(st.note, s.adjust(st.piece, st.home, p.free()+s.takes(Regrip)))
		return
	case 1:
		st.due = now + 1
	case 2:
		st.due = now + 1 + int(s.takes(NoticedPlies))
	default:
		st.due = never
	}
	s.truth.Notes[st.note].Until = -1
	s.strays = append(s.strays, st)
}

// adjust pushes a piece to the middle of its square, or lifts it and sets it
// down there.
func (s *scene) adjust(i int, sq placement.Square, at int64) int64 {
	p := &s.pieces[i]
	high := s.takes(SlideHeight)
	if s.happens(AdjustLifts) {
		high = s.within(150, 600)
	}
	return p.ride(max(at, p.free()), []leg{{to: s.landing(sq), takes: s.within(120, 700), high: high}})
}

// between returns the squares between two squares of a line; none if no line
// joins them.
func (s *scene) between(from, to placement.Square) (list []placement.Square) {
	if from == aside || to == aside {
		return nil
	}
	df, dr := to.File()-from.File(), to.Rank()-from.Rank()
	n := max(df, -df, dr, -dr)
	if n < 2 || df%n != 0 || dr%n != 0 {
		return nil
	}
	for i := 1; i < n; i++ {
		sq := placement.MakeSquare(from.File()+df/n*i, from.Rank()+dr/n*i)
		if s.at[sq] == nobody {
			list = append(list, sq)
		}
	}
	return list
}

// isOpen reports whether a piece can be slid from one square to another.
func (s *scene) isOpen(from, to placement.Square) bool {
	if from == aside || to == aside {
		return false
	}
	df, dr := to.File()-from.File(), to.Rank()-from.Rank()
	n := max(df, -df, dr, -dr)
	return n > 0 && df%n == 0 && dr%n == 0 && len(s.between(from, to)) == n-1
}

// beyond returns the square behind to, as seen from from, if it is empty.
func (s *scene) beyond(from, to placement.Square) placement.Square {
	if from == aside || to == aside {
		return placement.NoSquare
	}
	file, rank := to.File()+sign(to.File()-from.File()), to.Rank()+sign(to.Rank()-from.Rank())
	if file < 0 || file > 7 || rank < 0 || rank > 7 {
		return placement.NoSquare
	}
	if sq := placement.MakeSquare(file, rank); s.at[sq] == nobody {
		return sq
	}
	return placement.NoSquare
}

func sign(n int) int { return max(-1, min(1, n)) }

// emptyAround returns the empty neighbours of a square that lie towards near,
// without near itself.
func (s *scene) emptyAround(sq, near placement.Square) (list []placement.Square) {
	for _, n := range neighbours(sq) {
		if s.at[n] == nobody && n != near && (near == aside || n.Distance(near) <= sq.Distance(near)) {
			list = append(list, n)
		}
	}
	return list
}

// offLine returns an empty square that shares a side with a square: a piece may
// stand across that side.
func (s *scene) offLine(sq placement.Square) placement.Square {
	var list []placement.Square
	for _, n := range neighbours(sq) {
		if s.at[n] == nobody && (n.File() == sq.File() || n.Rank() == sq.Rank()) {
			list = append(list, n)
		}
	}
	return s.anyOf(list)
}

// neighbours returns the squares around a square.
func neighbours(sq placement.Square) (list []placement.Square) {
	for rank := max(0, sq.Rank()-1); rank <= min(7, sq.Rank()+1); rank++ {
		for file := max(0, sq.File()-1); file <= min(7, sq.File()+1); file++ {
			if n := placement.MakeSquare(file, rank); n != sq {
				list = append(list, n)
			}
		}
	}
	return list
}

// occupied returns the squares on which the players believe pieces of one side
// to stand.
func (s *scene) occupied(c legality.Color) []placement.Square {
	return s.position().Occupied(c).Squares()
}
