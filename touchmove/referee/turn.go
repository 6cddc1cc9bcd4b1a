package referee

import (
	"cmp"
	"slices"
	"strings"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/touchmove/laws"
	"github.com/boardd/boardd/touchmove/track"
)

// RestMs is for how long a piece rests until it has been released, in milliseconds, if nothing else
// is configured.
const RestMs = 300

// The times of hands, in milliseconds.
const (
	knockMs  = 200 // no hands lift four pieces one by one in this time
	bounceMs = 30  // lift and put within this time are noise of a sensor, no touch
)

// knockPieces is how many pieces leave their squares within knockMs when they are knocked
// over.
const knockPieces = 4

// turn is what the player having the move has done.
type turn struct {
	acts     laws.Acts
	resting  []rest          // pieces that stand elsewhere than where the turn began
	held     int             // pieces of his in his hand
	allowed  []legality.Move // as last said; nil: every legal move
	touched  bool            // a piece has been touched in the sense of 4.3
	judge    bool            // a piece was released, and that has not been judged
	said     []laws.Code     // what is said once in a turn
	misplay  laws.Finding    // about the illegal act that was found last, on its Squares
	unseen   legality.Move   // a ply of which no report has come
	executed *Ply            // the illegal act has been done, and nobody has to complete it any more
	pushed   *laws.Finding   // a move out of turn, if that player's own press follows
	adjusted []laws.Touch    // by a player who adjusts, which binds him to nothing
	waiting  placement.Set   // pieces in the hand of a player who does not have the move yet
	undone   bool            // plies were taken back before it
	strayed  bool            // a piece was displaced in it
	returns  bool            // the opponent has the piece of his last ply in the hand again, which nobody has completed
	fresh    int64           // when a piece was touched that may be noise of a sensor; 0: none was
	back     int64           // when one of his was put back on its square last
}

// rest is a piece that has been put on another square.
type rest struct {
	from, to placement.Square
	at       int64
	released bool
	scanned  bool // a full scan has shown it, so nobody knows since when
}

// lift notes that a piece is lifted.
func (s *state) lift(a *track.Told) {
	u := &s.turn
	s.ahead = slices.DeleteFunc(s.ahead, func(r rest) bool { return r.to == a.Square })
	if i := u.at(a.Square); i >= 0 {
		s.leave(i, a.At)
		u.held++
		return
	}
	home := a.Home
	switch {
	case home > 63 || s.pos.At(home) != a.Piece:
		return // it has no square of its own
	case a.ForReply():
		s.early = slices.DeleteFunc(s.early, func(t laws.Touch) bool { return t.Square == home })
		s.early = append(s.early, laws.Touch{Square: home, At: a.At, Times: 1, Lifted: a.At})
	case a.Piece.Is(s.side()) && u.returns: // the hand at work is the opponent's
		u.waiting |= home.Set()
		return
	case a.Piece.Is(s.side()):
		u.held++
	case s.exchanges(home):
		return
	}
	if n := len(s.plies); n > 0 && a.Stray() && home == s.plies[n-1].Move.To() && !s.plies[n-1].Completed {
		u.returns = true
	}
	s.touch(home, a.At) // whose hand that was, no sensor sees
}

// at is the index of the piece that rests on a square; -1 if none does.
func (u *turn) at(sq placement.Square) int {
	return slices.IndexFunc(u.resting, func(r rest) bool { return r.to == sq })
}

// inHand reports whether a piece is in somebody's hand, and the next ply has not been made.
func (u *turn) inHand() bool {
	return u.held > 0 || len(u.resting) == 0 && slices.ContainsFunc(u.acts.Touches, func(t laws.Touch) bool { return !t.Back })
}

// leave notes that a piece leaves the square on which it rested.
func (s *state) leave(i int, at int64) {
	u := &s.turn
	left := u.resting[i]
	u.resting = slices.Delete(u.resting, i, i+1)
	if j := slices.IndexFunc(u.acts.Releases, func(l laws.Release) bool { return l.From == left.from && l.To == left.to && l.Until == 0 }); j >= 0 {
		u.acts.Releases[j].Until = at
	}
	if u.acts.As != legality.NoKind && u.acts.Promoted == left.to && u.acts.PromotedUntil == 0 {
		u.acts.PromotedUntil = at
	}
}

// touch notes that the player having the move has touched a piece. While the clocks stand
// still, nothing that is done binds.
func (s *state) touch(sq placement.Square, at int64) {
	u := &s.turn
	if !s.hasMove() {
		u.waiting |= sq.Set()
		return
	}
	if s.clock.stopped {
		return
	}
	if s.adjusts(s.side(), at) {
		u.adjusted = append(u.adjusted, laws.Touch{Square: sq, At: at, Times: 1, Lifted: at})
		return
	}
	if i := u.acts.Touched(sq); i >= 0 {
		u.acts.Touches[i].Times++
		u.acts.Touches[i].Lifted = at
		return
	}
	n := len(u.acts.Touches)
	together := n > 0 && at-u.acts.Touches[n-1].At <= laws.SweepMs
	u.acts.Touches = append(u.acts.Touches, laws.Touch{Square: sq, At: at, Together: together, Times: 1, Lifted: at})
	if n+1 >= knockPieces && at-u.acts.Touches[n+1-knockPieces].At <= knockMs {
		u.acts.Touches = u.acts.Touches[:n+1-knockPieces]
		s.once(laws.Finding{Code: laws.Displacement, Side: laws.PartyOf(s.side())})
		return
	}
	u.fresh = at
}

// put notes that a piece is put on another square.
func (s *state) put(a *track.Told) {
	u := &s.turn
	if a.ForReply() && a.Home <= 63 {
		s.ahead = append(s.ahead, rest{from: a.Home, to: a.Square, at: a.At})
	}
	if a.ForReply() || a.Home > 63 || a.Stray() && !a.Piece.Is(s.side()) {
		return
	}
	u.held = max(0, u.held-1)
	if s.straightens(a) {
		return
	}
	if a.Piece != s.pos.At(a.Home) {
		s.promote(a)
	}
	u.resting = append(u.resting, rest{from: a.Home, to: a.Square, at: a.At, scanned: slices.Contains(s.r.scans, laws.Event(a.Event))})
}

// straightens notes that a piece is put back on the square on which it had made a legal move, and
// reports whether it is: it was only touched there.
func (s *state) straightens(a *track.Told) bool {
	u := &s.turn
	n := len(u.acts.Releases) - 1
	if n < 0 || u.acts.Releases[n].From != a.Home || u.acts.Releases[n].To != a.Square || u.acts.Releases[n].Until == 0 {
		return false
	}
	let := u.acts.Releases[n]
	m := laws.MoveOf(s.pos, &let)
	if !s.pos.IsLegal(m) || m.Promotion() != legality.NoKind {
		return false
	}
	u.acts.Releases[n].Until = 0
	u.resting = append(u.resting, rest{from: a.Home, to: a.Square, at: let.At, released: true})
	if t := (laws.Touch{Square: a.Square, At: let.Until, For: a.At - let.Until, Times: 1, Back: true}); t.For > bounceMs {
		after := s.pos.Play(m)
		s.offTurn(&after, &t)
	}
	return true
}

// promote notes that a new piece has touched the last rank (4.4.4).
func (s *state) promote(a *track.Told) {
	u := &s.turn
	if s.r.cfg.Occupancy || u.acts.As != legality.NoKind || !a.Piece.Is(s.side()) || !s.promotesOn(a.Square) {
		return
	}
	u.acts.Promoted, u.acts.As, u.acts.PromotedAt = a.Square, a.Piece.Kind(), a.At
	s.bind()
}

// promotesOn reports whether a pawn may be promoted on a square.
func (s *state) promotesOn(sq placement.Square) bool {
	var buf [64]legality.Move
	return sq.Rank() == laws.LastRank(s.side()) && slices.ContainsFunc(s.pos.AppendMoves(buf[:0]), func(m legality.Move) bool { return m.To() == sq && m.Promotion() != legality.NoKind })
}

// back notes that a piece is put back on its square.
func (s *state) back(a *track.Told) {
	u := &s.turn
	if a.Piece.Is(s.side()) {
		u.held, u.back = max(0, u.held-1), a.At
	}
	if o := &s.clock.open; o.found && u.held == 0 && len(u.resting) == 0 {
		o.waits = false // it was no press of what is moved later
	}
	if i := slices.IndexFunc(s.early, func(t laws.Touch) bool { return t.Square == a.Square }); i >= 0 {
		s.early[i].Back, s.early[i].For = true, a.At-s.early[i].Lifted
	}
	u.waiting &^= a.Square.Set()
	if !a.Piece.Is(s.side()) {
		u.returns = false
	}
	i := u.acts.Touched(a.Square)
	if i < 0 {
		return
	}
	t, n := &u.acts.Touches[i], len(s.plies)
	if knocked := n > 0 && s.plies[n-1].near(a.Square) && t.Lifted <= s.plies[n-1].MadeAt+laws.SweepMs; knocked || a.At-t.Lifted <= bounceMs && t.Times == 1 {
		u.acts.Touches = slices.Delete(u.acts.Touches, i, i+1)
		return
	}
	t.For, t.Back = t.For+a.At-t.Lifted, true
	switch {
	case s.matters(*t):
		s.touchedOnly(t)
	case s.reply() == legality.NoMove: // else it may be the opponent's turn
		s.offTurn(s.pos, t)
	}
}

// offTurn reports that a piece was touched and put back that binds nobody.
func (s *state) offTurn(p *legality.Position, t *laws.Touch) {
	rests := &laws.Evidence{Contacts: laws.TouchContacts(p, *t)}
	s.say(laws.Finding{Code: laws.OffTurnContact, Side: laws.Somebody, Squares: t.Square.Set(), Evidence: rests})
}

// touchedOnly reports that a player who could claim a draw has touched a piece and put it
// back: he cannot claim on this move any more (9.4). A player who moves the piece loses the
// right by the move.
func (s *state) touchedOnly(t *laws.Touch) {
	if own := s.pos.At(t.Square).Is(s.side()); s.claim != 0 && own && s.rules().Has(laws.TopicClaimLost, laws.ByTouching) {
		s.claim = 0
		rests := &laws.Evidence{Contacts: laws.TouchContacts(s.pos, *t)}
		s.say(laws.Finding{Code: laws.ClaimRightLost, Level: laws.Suspected, Side: laws.PartyOf(s.side()), Evidence: rests})
	}
}

// alike notes that a piece stands on a square now to which another one belongs that looks the
// same: it is that one, and the other way round.
func (s *state) alike(sq, home placement.Square) {
	u := &s.turn
	if home > 63 || home == sq {
		return
	}
	for i := range u.resting {
		if u.resting[i].from == sq {
			u.resting[i].from = home
		}
	}
	for i := range u.acts.Releases {
		if u.acts.Releases[i].From == sq {
			u.acts.Releases[i].From = home
		}
	}
}

// adjusts reports whether a player was adjusting then.
func (s *state) adjusts(side placement.Color, at int64) bool {
	return slices.ContainsFunc(s.r.adjusting, func(a Adjustment) bool { return a.Side == side && a.Ply == s.number() && a.From <= at && at < a.To })
}

// hasMove reports whether the player has the move: once the opponent's move is made (1.3),
// in some rule sets only once it is completed (FIDE 1997, 1.1).
func (s *state) hasMove() bool {
	n := len(s.plies)
	return n == 0 || !s.clock.used || !s.rules().Has(laws.TopicHasMove, laws.AfterCompleted) || s.plies[n-1].Completed
}

// release notes that a piece has been released.
func (s *state) release(i int) {
	u := &s.turn
	r := &u.resting[i]
	r.released = true
	if s.pos.At(r.from).Is(s.side()) && s.hasMove() && !s.clock.stopped {
		s.moved(r.from)
		u.acts.Releases = append(u.acts.Releases, laws.Release{From: r.from, To: r.to, At: r.at})
		s.bind()
		u.judge = true
	}
}

// moved counts as touched a piece that its player has not adjusted on its square, as announced,
// but moved.
func (s *state) moved(from placement.Square) {
	u := &s.turn
	i := slices.IndexFunc(u.adjusted, func(t laws.Touch) bool { return t.Square == from })
	if i >= 0 && u.acts.Touched(from) < 0 {
		u.acts.Touches = append(u.acts.Touches, u.adjusted[i])
	}
}

// judgeHand reports breaches before the move is made: a piece that was released where it
// could have stayed and then put elsewhere; a king released as for castling after the rook
// was touched.
func (s *state) judgeHand() {
	if !s.turn.judge {
		return
	}
	s.turn.judge = false
	acts, side := &s.turn.acts, laws.PartyOf(s.side())
	n := len(acts.Releases) - 1
	first, last := &acts.Releases[0], &acts.Releases[n]
	if n > 0 && s.rules().Settles(laws.TopicReleased) && last.From == first.From && last.To != first.To && s.pos.IsLegal(laws.MoveOf(s.pos, first)) {
		article := s.rules().BreachArticle(s.rules().ReleaseArticle(s.pos, first))
		s.once(laws.Finding{Code: laws.ReleaseBreach, Level: laws.Suspected, Article: article, Side: side, Ply: s.number(), Evidence: s.rules().LetGo(s.pos, acts, 0)})
	}
	with := laws.CastlingBegun(s.pos, last)
	if with != legality.NoMove && s.rules().Has(laws.TopicRookFirst, laws.NoCastling) && s.pos.IsLegal(with) && acts.TouchedBefore(with.To(), last.From) {
		s.once(laws.Finding{Code: laws.CastleRookFirst, Level: laws.Suspected, Side: side, Ply: s.number(), Evidence: s.rules().RookFirst(s.pos, acts, with)})
	}
}

// bind says which moves are open to the player, if that has changed.
func (s *state) bind() {
	u, acts := &s.turn, &s.turn.acts
	if !u.touched && slices.ContainsFunc(acts.Touches, s.matters) {
		u.touched = true
		s.firstTouch()
	}
	duty := s.duty()
	s.order()
	if duty.Intent {
		s.once(laws.Finding{Code: laws.CastleIntentUnknown, Side: laws.PartyOf(s.side()), Evidence: laws.EvidenceOf(s.pos, acts)})
	}
	if slices.Equal(duty.Allowed, u.allowed) || duty.Free && u.allowed == nil {
		return
	}
	u.allowed = duty.Allowed
	s.oblige(&duty)
}

// replying reports whether the other player has a piece in the hand, or has put one elsewhere
// while the player having the move holds one.
func (s *state) replying() bool {
	return slices.ContainsFunc(s.early, func(t laws.Touch) bool {
		put := slices.ContainsFunc(s.ahead, func(r rest) bool { return r.from == t.Square })
		return !t.Back && (!put || s.turn.held > 0)
	})
}

// matters reports whether a touched piece is the player's own or can be captured: any
// other may have been in the opponent's hand.
func (s *state) matters(t laws.Touch) bool {
	var buf [16]legality.Move
	return s.pos.At(t.Square).Is(s.side()) || len(s.pos.AppendCaptures(buf[:0], t.Square)) > 0
}

// firstTouch reports that the first touch of a turn ends the claim against the last move
// (4.8).
func (s *state) firstTouch() {
	if s.object == s.number() {
		s.object = 0
		s.say(laws.Finding{Code: laws.TouchClaimLapsed, Side: laws.PartyOf(s.side()), Evidence: laws.EvidenceOf(s.pos, &s.turn.acts)})
	}
}

// oblige says what a duty leaves open.
func (s *state) oblige(d *laws.Duty) {
	article := cmp.Or(d.Article, s.rules().Cites(laws.Obliged))
	f := laws.Finding{Code: laws.Obliged, Side: laws.PartyOf(s.side()), Ply: s.number(), Article: article, Allowed: laws.SortedUCI(s.pos, d.Allowed), Bound: d.Bound}
	f.MarkCastling(s.pos)
	obliged := f
	s.obliged = &obliged
	f.Article = d.Article
	f.Allowed, f.Bound, f.Castling = nil, "", nil
	f.Evidence = laws.EvidenceOf(s.pos, &s.turn.acts)
	also := func(c laws.Code) { f.Code = c; s.once(f) }
	if laws.PromotionFixed(d.Allowed) {
		f.Squares = d.Allowed[0].To().Set()
		also(laws.PromotionSquareFixed)
		f.Squares = 0
	}
	switch {
	case s.turn.acts.As != legality.NoKind && s.rules().Settles(laws.TopicPromotionFinal):
		f.Article = ""
		also(laws.PromotionChoiceFinal)
	case len(d.Allowed) == 1 && d.Allowed[0].IsCastling():
		also(laws.CastleObliged)
	case strings.HasPrefix(d.Bound, "cap:"):
		also(laws.CaptureObliged)
	case d.Penalty:
		also(laws.KingMovePenalty)
	}
}

// order reports that nobody knows which of two pieces was touched first, where that could
// matter: pieces of both colours (4.3.3), or king and rook (4.4.1, 4.4.2).
func (s *state) order() {
	acts := &s.turn.acts
	for i := 1; i < len(acts.Touches); i++ {
		if !acts.Touches[i].Together {
			continue
		}
		f := laws.Finding{Code: laws.OrderUnknown, Side: laws.PartyOf(s.side())}
		a, b := s.pos.At(acts.Touches[i-1].Square), s.pos.At(acts.Touches[i].Square)
		switch {
		case a.Color() != b.Color() && s.rules().Settles(laws.TopicOrder):
		case a.Color() == b.Color() && s.rules().CastleTogether(s.pos, acts, i):
			f.Article = s.rules().Article(laws.TopicKingAndRook) + "/" + s.rules().Article(laws.TopicRookFirst)
		default:
			continue
		}
		f.Evidence = &laws.Evidence{Contacts: laws.TouchContacts(s.pos, acts.Touches[i-1:i+1]...)}
		s.once(f)
	}
}

// reply is the move of the piece that the player having the move has put down and nothing has
// completed yet; NoMove if that is none.
func (s *state) reply() legality.Move {
	if n := len(s.turn.acts.Releases); n > 0 && s.turn.held == 0 && s.turn.at(s.turn.acts.Releases[n-1].To) >= 0 {
		if m := laws.MoveOf(s.pos, &s.turn.acts.Releases[n-1]); s.pos.IsLegal(m) {
			return m
		}
	}
	return legality.NoMove
}
