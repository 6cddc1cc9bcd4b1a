package touchmove

import (
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/touchmove/laws"
)

// judgeTouches checks whether the i-th ply of a hypothesis was open after the player's
// touches and releases (Article 4). If it was, judgeTouches publishes what the release of
// the piece binds the player to. After a breach it does not, because then only other moves
// are open.
func (t *Tracker) judgeTouches(l *hypothesis, i int) {
	s, before := &l.steps[i], l.before(i)
	t.openTurn(l, i)
	if s.chosen {
		return // the sensors were wrong, and perhaps the touches too
	}
	since, has := t.hasMoveSince(l, i)
	if !has {
		return
	}
	h := &t.hands
	h.read(t, l, i, since, t.reportedUntil(s), true)
	touched := laws.Acts{Touches: h.untilReleased(s, h.deliberate(before.Captured(s.move)))}
	if left := t.leftOpen(before, touched, s.move) || t.leftOpenOtherwise(l, i, &touched); !left && t.owesQueen(s) {
		t.breach(i, PromotionChanged, Certain, t.cfg.Rules.Article(laws.TopicPawnLeft), t.queenOwed(before))
	} else if !left {
		t.touchBreach(i, before, touched, s.move)
	}
	t.judgeReleases(h, i, s)
	t.judgeChoice(h, i, s)
	if !t.reported[i].breach {
		h.acts.Touches = touched.Touches
		t.bind(before, &h.acts)
	}
}

// leftOpen reports whether a move is open after the touches. Any of the pieces lifted in
// one scan may have been the first.
func (t *Tracker) leftOpen(before *legality.Position, acts laws.Acts, m legality.Move) bool {
	if duty := t.duty(before, &acts); slices.Contains(duty.Allowed, m) {
		return true
	}
	acts.Touches = slices.Clone(acts.Touches)
	i := slices.IndexFunc(acts.Touches, func(touch laws.Touch) bool { return touch.Square == m.From() })
	if i < 0 || !acts.Touches[i].Together {
		return false
	}
	if own := before.At(acts.Touches[i-1].Square).Is(before.Turn()); !own && t.cfg.Rules.Settles(laws.TopicOrder) {
		return false // the own piece counts as touched first
	}
	acts.Touches[i].Square, acts.Touches[i-1].Square = acts.Touches[i-1].Square, acts.Touches[i].Square
	if duty := t.duty(before, &acts); !slices.Contains(duty.Allowed, m) {
		return false
	}
	if t.cfg.Rules.Settles(laws.TopicOrder) {
		rests := &Evidence{Contacts: laws.TouchContacts(before, acts.Touches[i-1:i+1]...)}
		t.sayOnce(Finding{Code: OrderUnknown, Side: laws.PartyOf(before.Turn()), Evidence: rests})
	}
	return true
}

// leftOpenOtherwise tries the other kinds of a piece whose kind the board does not know. It
// reports whether one of them leaves the i-th ply of a hypothesis open.
func (t *Tracker) leftOpenOtherwise(l *hypothesis, i int, acts *laws.Acts) bool {
	var buf [8]promoted
	return t.unknownBefore(l, i, buf[:]).any(l.before(i), func(other *legality.Position) bool {
		return slices.Contains(t.duty(other, acts).Allowed, l.steps[i].move)
	})
}

// deliberate returns the touches that may bind. It leaves out pieces that were nudged,
// pieces that the other player may have knocked over, and pieces that are no longer seen.
// It also leaves out the opponent's pieces that were neither put back nor captured: their
// owner may have held them.
func (h *hands) deliberate(captured placement.Square) []laws.Touch {
	touches := slices.DeleteFunc(slices.Clone(h.acts.Touches), func(touch laws.Touch) bool {
		own := h.before.At(touch.Square).Is(h.before.Turn())
		return h.nudged.Has(touch.Square) || h.knockedBefore(touch.Square) || h.t.unread(touch.Square) ||
			!own && touch.Square != captured && !h.returned.Has(touch.Square)
	})
	for i := range touches {
		touches[i].Together = i > 0 && touches[i].At-touches[i-1].At <= sweepMs
	}
	return touches
}

// untilReleased leaves out touches after the release of a piece that is part of the move:
// it could not go elsewhere any more (4.7). Touches that the board reports within one scan
// after the release may have come before it. Castling needs two touches.
func (h *hands) untilReleased(s *step, touches []laws.Touch) []laws.Touch {
	for _, r := range h.acts.Releases {
		if !s.move.IsCastling() && h.part(&r, s) && h.before.IsLegal(h.moveOf(&r)) {
			return touches[:laws.CountUntil(touches, r.At+h.t.sweep(), func(t *laws.Touch) int64 { return t.At })]
		}
	}
	return touches
}

// owesQueen reports whether a ply promotes a pawn that was left on the last rank when its
// player pressed the clock. It can only become a queen (7.5.2). That does not depend on
// touches or releases, so it does not lapse (4.8).
func (t *Tracker) owesQueen(s *step) bool {
	r := &t.replaces
	return r.queen && r.number == t.turn.number && s.move.Promotion() != legality.NoKind && s.move.To() == r.acts.Promoted
}

// queenOwed returns the evidence that a pawn can become nothing but a queen.
func (t *Tracker) queenOwed(before *legality.Position) *Evidence {
	left := t.replaces.acts
	left.As = legality.NoKind // nobody has put a queen there
	rests := laws.EvidenceOf(before, &left)
	for i := range rests.Contacts {
		rests.Contacts[i].Replaced = true
	}
	duty := t.duty(before, &laws.Acts{})
	return rests.BoundBy(before, &duty)
}

// unread reports whether a full scan lacks a piece and no report of its lift came.
func (t *Tracker) unread(sq placement.Square) bool {
	c := t.board.change(t.board.seqOf[sq])
	return t.board.sensed[sq] == placement.Empty && c != nil && c.scan
}

// touchBreach reports a move that was not open after the touches. The finding cites the
// article that bound the player when he lifted the moved piece.
func (t *Tracker) touchBreach(i int, before *legality.Position, acts laws.Acts, m legality.Move) {
	if m.IsCastling() && t.cfg.Rules.Has(laws.TopicRookFirst, laws.NoCastling) && t.hands.touchedBefore(m.To(), m.From()) {
		t.breach(i, CastleRookFirst, Suspected, "", t.rookFirst(&t.hands, m.To(), m.From()))
		return
	}
	acts.Touches = slices.DeleteFunc(slices.Clone(acts.Touches), func(touch laws.Touch) bool {
		moves := touch.Square == m.From() || m.IsCastling() && touch.Square == m.To()
		return moves && !t.hands.backOnce.Has(touch.Square)
	})
	duty := t.duty(before, &acts)
	joined := t.joined(&acts)
	rests := &Evidence{Contacts: laws.TouchContacts(before, joined.Touches...)}
	for j := range len(joined.Touches) - len(acts.Touches) {
		rests.Contacts[j].Replaced = true
	}
	t.breach(i, TouchBreach, Suspected, duty.Article, rests.BoundBy(before, &duty))
}

// rookFirst returns the evidence that a rook was touched before the king.
func (t *Tracker) rookFirst(h *hands, rook, king placement.Square) *Evidence {
	acts := laws.Acts{Touches: []laws.Touch{h.contactOf(rook), h.contactOf(king)}}
	duty := laws.Open(h.before, &acts, t.cfg.Rules)
	return laws.EvidenceOf(h.before, &acts).BoundBy(h.before, &duty)
}

// letGo returns the evidence that the piece of the i-th release had to stay where it was
// released.
func (t *Tracker) letGo(h *hands, i int) *Evidence {
	first := h.acts.Until(h.acts.Releases[i].At)
	duty := laws.Open(h.before, &first, t.cfg.Rules)
	return (&Evidence{Contacts: laws.ReleaseContacts(h.before, h.acts.ReleasesOf(i)...)}).BoundBy(h.before, &duty)
}

// judgeReleases finds a piece that was released on a square where it could have stayed, and
// that did not stay.
func (t *Tracker) judgeReleases(h *hands, i int, s *step) {
	if !t.cfg.Rules.Settles(laws.TopicReleased) {
		return
	}
	tried := t.cfg.Rules.TriedToCastle(h.before, &h.acts)
	for n, r := range h.acts.Releases {
		castled := h.castling(&r, s) || laws.CastlesRook(tried, &r)
		if h.part(&r, s) || castled || t.cfg.Rules.Begins(&r, s.move) || !h.before.IsLegal(h.moveOf(&r)) {
			continue
		}
		t.breach(i, ReleaseBreach, Suspected, t.cfg.Rules.ReleaseArticle(h.before, &r), t.letGo(h, n))
		return
	}
}

// part reports whether a release is part of the move that was made: the piece stands where
// the move puts it. A castling rook must not have been released before the king was
// touched.
func (h *hands) part(r *laws.Release, s *step) bool {
	if r.To != s.landing(r.From) {
		return false
	}
	if !s.move.IsCastling() || r.From != s.move.To() {
		return true
	}
	return h.touchedAt(s.move.From()) <= r.At+sweepMs
}

// castling reports whether a release puts down the rook of a castling on another square
// after the king was touched. That was no move of the rook's own.
func (h *hands) castling(r *laws.Release, s *step) bool {
	king := s.move.From()
	return s.move.IsCastling() && r.From == s.move.To() && h.touchedAt(king) >= 0 && !h.touchedBefore(r.From, king)
}

// touchedAt returns when a piece was touched; -1 if it was not.
func (h *hands) touchedAt(sq placement.Square) int64 {
	for _, touch := range h.acts.Touches {
		if touch.Square == sq {
			return touch.At
		}
	}
	return -1
}

// moveOf returns the move that a release made or began (4.7.2). The kind of piece that a
// pawn released on the last rank would have become does not matter.
func (h *hands) moveOf(r *laws.Release) legality.Move {
	piece := h.before.At(r.From)
	if piece.Kind() == legality.Pawn && r.To.Rank() == laws.LastRank(piece.Color()) {
		return legality.MakePromotion(r.From, r.To, legality.Queen)
	}
	m := legality.MakeMove(r.From, r.To)
	if with := laws.CastlingBegun(h.before, r); with != legality.NoMove && !h.before.IsLegal(m) {
		return with
	}
	return m
}

// judgeChoice finds that a promotion piece was changed after the choice was final. A board
// sees that a piece touched its square (4.4.4); it does not see the release.
func (t *Tracker) judgeChoice(h *hands, i int, s *step) {
	p := h.acts.Promoted
	if s.move.Promotion() == legality.NoKind || !h.acts.Chosen(t.cfg.Rules) {
		return
	}
	if h.acts.As == s.move.Promotion() {
		return // on another square it is a matter of its release (4.7)
	}
	level := Certain
	if !t.cfg.Rules.Has(laws.TopicPromotionFinal, laws.WhenTouched) || p != s.move.To() {
		level = Suspected
	}
	then := h.acts.Until(h.acts.PromotedAt)
	final := laws.Open(h.before, &then, t.cfg.Rules)
	t.breach(i, PromotionChanged, level, "", (&Evidence{Contacts: laws.PlaceContacts(h.before, &h.acts)}).BoundBy(h.before, &final))
}

func (t *Tracker) breach(i int, code Code, level Level, article string, rests *Evidence) {
	w := &t.reported[i]
	w.breach = true
	ofTouch := code == TouchBreach || code == CastleRookFirst
	claimable := (ofTouch || !t.cfg.Rules.Has(laws.TopicTouchClaim, laws.OfTouchesOnly)) && !t.owesQueen(&w.step)
	if claimable {
		t.objection = w.number + 1
	}
	f := Finding{Code: code, Level: level, Article: t.cfg.Rules.BreachArticle(article), Side: laws.PartyOf(w.step.side), Ply: w.number, UCI: w.uci, SAN: w.san, Evidence: rests}
	f.MarkCastling(t.hands.before)
	t.noteBreach(f, &w.step, claimable)
	t.sayOnce(f)
}

// landing returns the square to which a step moves the piece from a square; NoSquare if it
// does not move it.
func (s *step) landing(from placement.Square) placement.Square { return laws.Landing(s.move, from) }
