package hands

import (
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// fidget plays what hands do before a move, between two times: they adjust,
// touch, try out. It returns when the player is ready to move.
func (s *scene) fidget(m legality.Move, from, at int64) int64 {
	if s.happens(AdjustOutOfTurn) {
		s.adjusts(s.turn().Other(), s.within(from, max(from, at)))
	}
	if s.happens(Adjust) {
		at = max(at, s.adjusts(s.turn(), s.within(from, max(from, at)))+s.takes(Regrip))
	}
	if s.clock.on() && s.happens(PressNoMove) {
		at = s.pressesNothing(at)
	}
	if s.happens(TouchChange) {
		at = s.touches(s.otherPiece(m), at)
	}
	if s.happens(TryOut) {
		at = s.triesOut(m, at)
	}
	if s.happens(PutBackSame) {
		at = s.touches(m.From(), at)
	}
	return at
}

// adjusts lets a player push one to three pieces, mostly his own, to the middle
// of their squares. It returns when he is done.
func (s *scene) adjusts(c placement.Color, at int64) int64 {
	for n := s.within(1, 3); n > 0; n-- {
		whose := c
		if s.one(whole / 5) {
			whose = c.Other()
		}
		sq := s.anyOf(s.occupied(whose))
		if sq == placement.NoSquare || s.isStray(s.at[sq]) {
			continue
		}
		s.note("adjust", at, sq.Set(), c.String()+" adjusts")
		at = s.adjust(s.at[sq], sq, at) + s.takes(Regrip)
	}
	return at
}

// anyOf draws one of some squares; NoSquare if there are none.
func (s *scene) anyOf(list []placement.Square) placement.Square {
	if len(list) == 0 {
		return placement.NoSquare
	}
	return list[s.below(int64(len(list)))]
}

// otherPiece draws the square of a piece of the player who has the move, but
// not of the piece that he moves.
func (s *scene) otherPiece(m legality.Move) placement.Square {
	var list []placement.Square
	var moves legality.Moves
	s.position().Generate(&moves)
	for from := moves.From &^ m.From().Set(); from != 0; {
		if sq := from.Pop(); !s.isStray(s.at[sq]) {
			list = append(list, sq)
		}
	}
	return s.anyOf(list)
}

// touches lifts a piece and puts it back. It returns when the player goes on.
func (s *scene) touches(sq placement.Square, at int64) int64 {
	if sq == placement.NoSquare || s.isStray(s.at[sq]) {
		return at
	}
	i := s.at[sq]
	p := &s.pieces[i]
	up := s.ready(i, at+s.takes(Reach))
	s.note("touch", up, sq.Set(), "lifted and put back")
	end := p.ride(up, []leg{
		{to: p.last().where.plus(s.around(300), s.around(300)), takes: 150, high: 500, low: s.within(200, 800), rest: s.takes(PutBackAfter)},
		{to: s.landing(sq), takes: s.within(150, 500), high: 500}})
	return end + s.takes(Regrip)
}

// triesOut plays another move than m, without a capture, and takes it back. It
// returns when the player goes on.
func (s *scene) triesOut(m legality.Move, at int64) int64 {
	other := s.sensible(m)
	from, to := other.From(), other.To()
	if other == legality.NoMove || other.IsCastling() || s.captured(other) != placement.NoSquare ||
		s.at[to] != nobody || s.isStray(s.at[from]) {
		return at
	}
	d := s.plan(legality.MakeMove(from, to))
	at = s.clear(d, at)
	i := s.at[from]
	up := s.ready(i, at+s.takes(Reach))
	s.note("try", up, from.Set()|to.Set(), "tried out and taken back")
	p, there := &s.pieces[i], s.landing(to)
	end := p.ride(up, []leg{
		{to: there, takes: s.carries(p, there), high: s.takes(CarryHeight), rest: s.takes(LookAt)},
		{to: s.landing(from), takes: s.carries(p, there), high: s.takes(CarryHeight)}})
	return end + s.takes(Regrip)
}
