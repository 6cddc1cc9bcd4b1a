package touchmove

import (
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// judgeTouches finds whether the i-th ply of a line is one that its player's
// touches and releases left open to him (Article 4). What he is bound to by
// having let go of it is published; a breach is not, since nothing is open then
// but what he did not play.
func (t *Tracker) judgeTouches(l *line, i int) {
	s, before := &l.steps[i], l.before(i)
	t.openTurn(l, i)
	if s.said {
		return // the board was misread, and perhaps what was touched
	}
	since, has := t.hasMoveSince(l, i)
	if !has {
		return
	}
	h := &t.hands
	h.read(t, l, i, since, t.toldUntil(s), true)
	touched := Acts{Touches: h.deliberate(before.Captured(s.move)), Promoted: placement.NoSquare}
	if !t.leftOpen(before, touched, s.move) {
		t.touchBreach(i, before, touched, s.move)
	}
	t.judgeReleases(h, i, s)
	t.judgeChoice(h, i, s)
	if !t.told[i].breach {
		h.acts.Touches = touched.Touches
		t.bind(before, &h.acts)
	}
}

// leftOpen reports whether touches leave a move open. Of men lifted in one scan
// any may have been the first.
func (t *Tracker) leftOpen(before *legality.Position, acts Acts, m legality.Move) bool {
	if duty := t.duty(before, &acts); slices.Contains(duty.Allowed, m) {
		return true
	}
	acts.Touches = slices.Clone(acts.Touches)
	i := slices.IndexFunc(acts.Touches, func(touch Touch) bool { return touch.Square == m.From() })
	if i < 0 || !acts.Touches[i].Together {
		return false
	}
	if own := before.At(acts.Touches[i-1].Square).Is(before.Turn()); !own && t.cfg.Rules.settles(topicOrder) {
		return false // the own man counts as touched first
	}
	acts.Touches[i].Square, acts.Touches[i-1].Square = acts.Touches[i-1].Square, acts.Touches[i].Square
	if duty := t.duty(before, &acts); !slices.Contains(duty.Allowed, m) {
		return false
	}
	if t.cfg.Rules.settles(topicOrder) {
		t.sayOnce(Finding{Code: OrderUnknown, Side: PartyOf(before.Turn())})
	}
	return true
}

// deliberate leaves out the men that were nudged, those of the other side that
// may have been in their owner's hand (not put back, and not captured), those that
// the other player may have knocked over, and those that are not read any more.
func (h *hands) deliberate(captured placement.Square) []Touch {
	touches := slices.DeleteFunc(slices.Clone(h.acts.Touches), func(touch Touch) bool {
		own := h.before.At(touch.Square).Is(h.before.Turn())
		return h.nudged.Has(touch.Square) || h.knockedBefore(touch.Square) || h.t.unread(touch.Square) ||
			!own && touch.Square != captured && !h.returned.Has(touch.Square)
	})
	for i := range touches {
		touches[i].Together = i > 0 && touches[i].At-touches[i-1].At <= sweepMs
	}
	return touches
}

// unread reports whether a man was not seen to be lifted: a full scan lacks him.
func (t *Tracker) unread(sq placement.Square) bool {
	c := t.board.change(t.board.seqOf[sq])
	return t.board.sensed[sq] == placement.Empty && c != nil && c.scan
}

// touchBreach finds a move that the touches did not leave open. The article is
// the one that bound its player when he took up the man he moved.
func (t *Tracker) touchBreach(i int, before *legality.Position, acts Acts, m legality.Move) {
	if m.IsCastling() && t.cfg.Rules.has(topicRookFirst, noCastling) && t.hands.touchedBefore(m.To(), m.From()) {
		t.breach(i, CastleRookFirst, Suspected, "")
		return
	}
	acts.Touches = slices.DeleteFunc(slices.Clone(acts.Touches), func(touch Touch) bool {
		moves := touch.Square == m.From() || m.IsCastling() && touch.Square == m.To()
		return moves && !t.hands.backOnce.Has(touch.Square)
	})
	t.breach(i, TouchBreach, Suspected, t.duty(before, &acts).Article)
}

// judgeReleases finds a man let go on a square where it could have stayed.
func (t *Tracker) judgeReleases(h *hands, i int, s *step) {
	if !t.cfg.Rules.settles(topicReleased) {
		return
	}
	for _, r := range h.acts.Releases {
		if h.part(&r, s) || h.castling(&r, s) || t.cfg.Rules.begins(&r, s.move) || !h.before.IsLegal(h.moveOf(&r)) {
			continue
		}
		t.breach(i, ReleaseBreach, Suspected, "")
		return
	}
}

// part reports whether a release is part of the move that was made: the man
// stands where the move puts it. The rook of a castling must not have been let
// go before the king was touched.
func (h *hands) part(r *Release, s *step) bool {
	if r.To != s.landing(r.From) {
		return false
	}
	if !s.move.IsCastling() || r.From != s.move.To() {
		return true
	}
	return h.touchedAt(s.move.From()) <= r.At+sweepMs
}

// castling reports whether a release is that of a castling rook on some other
// square, the king touched before it: that was no move of the rook's own.
func (h *hands) castling(r *Release, s *step) bool {
	king := s.move.From()
	return s.move.IsCastling() && r.From == s.move.To() && h.touchedAt(king) >= 0 && !h.touchedBefore(r.From, king)
}

// touchedAt is when a man was touched; -1 if it was not.
func (h *hands) touchedAt(sq placement.Square) int64 {
	for _, touch := range h.acts.Touches {
		if touch.Square == sq {
			return touch.At
		}
	}
	return -1
}

// moveOf is the move that a release would have been, or would have begun
// (4.7.2). Which piece a pawn let go on the last rank would have become does
// not matter.
func (h *hands) moveOf(r *Release) legality.Move {
	man := h.before.At(r.From)
	if man.Kind() == legality.Pawn && r.To.Rank() == lastRank(man.Color()) {
		return legality.MakePromotion(r.From, r.To, legality.Queen)
	}
	m := legality.MakeMove(r.From, r.To)
	if with := h.castlingOf(r); with != legality.NoMove && !h.before.IsLegal(m) {
		return with
	}
	return m
}

// judgeChoice finds a promotion piece changed after the choice was final: that it
// touched its square a board knows (4.4.4), that it was let go it does not.
func (t *Tracker) judgeChoice(h *hands, i int, s *step) {
	p := h.acts.Promoted
	if p == placement.NoSquare || s.move.Promotion() == legality.NoKind || !h.acts.chosen(t.cfg.Rules) {
		return
	}
	if p == s.move.To() && h.acts.As == s.move.Promotion() {
		return
	}
	level := Certain
	if !t.cfg.Rules.has(topicPromotionFinal, whenTouched) {
		level = Suspected
	}
	t.breach(i, PromotionChanged, level, "")
}

func (t *Tracker) breach(i int, code Code, level Level, article string) {
	w := &t.told[i]
	w.breach = true
	ofTouch := code == TouchBreach || code == CastleRookFirst
	claimable := ofTouch || !t.cfg.Rules.has(topicTouchClaim, ofTouchesOnly)
	if claimable {
		t.objection = w.number + 1
	}
	f := Finding{Code: code, Level: level, Article: article, Side: PartyOf(w.step.side), Ply: w.number, UCI: w.uci, SAN: w.san}
	t.noteBreach(f, &w.step, claimable)
	t.sayOnce(f)
}

// landing is where a step puts the man from a square, NoSquare if it moves it nowhere.
func (s *step) landing(from placement.Square) placement.Square {
	switch {
	case s.move.IsCastling() && from == s.move.From():
		return s.move.KingTo()
	case s.move.IsCastling() && from == s.move.To():
		return s.move.RookTo()
	case from == s.move.From():
		return s.move.To()
	}
	return placement.NoSquare
}
