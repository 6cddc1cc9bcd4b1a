package referee

import (
	"math"
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/touchmove/laws"
	"github.com/boardd/boardd/touchmove/track"
)

// complete judges a ply that the story completes.
func (s *state) complete(a *track.Told) {
	switch a.Kind {
	case track.Complete:
		s.made(a.Move, a.After)
		s.sayUnknown()
	case track.Unfinished:
		s.irregular(s.left(a.After), a.After, a.Move)
	default:
		s.irregular(a.After.Placement(), a.After, legality.NoMove)
	}
}

// left is what stands on the board when a ply has been left unfinished: on its own squares what stands
// there. A captured piece that is still carried may be seen on any square.
func (s *state) left(after *legality.Position) *placement.Placement {
	table, left := s.unanswered(), *s.pos.Placement()
	for rest := placement.Differ(&left, after.Placement()); rest != 0; {
		sq := rest.Pop()
		if was := left[sq]; table[sq] == was || !table[sq].Is(s.side().Other()) {
			left[sq] = table[sq]
		} else {
			left[sq] = placement.Empty
		}
	}
	return &left
}

// shown judges the ply that the table shows, if it shows one, once its pieces have rested. It
// reports whether they have. A ply that the board has not told is made when it is pressed or answered: its piece
// may still be in the hand.
func (s *state) shown(m legality.Move) bool {
	if m == legality.NoMove || m == s.turn.unseen && s.mayPress() || s.ended != legality.NoEnding || s.holdsOn(m) || slices.ContainsFunc(s.turn.resting, func(r rest) bool { return !r.released }) {
		return false
	}
	after := s.pos.Play(m)
	landed := s.landed()
	s.made(m, &after)
	if m.Promotion() != legality.NoKind && s.wait(landed+exchangedMs) {
		s.sayUnknown()
	}
	return true
}

// holdsOn reports whether a player has a piece in the hand with which the ply that the table
// shows may become another one: its own, one of castling, or one that looks the same.
func (s *state) holdsOn(m legality.Move) bool {
	moved := s.pos.At(m.From())
	if s.turn.held == 0 || moved.Kind() == legality.King || moved.Kind() == legality.Rook || s.turn.at(m.To()) < 0 {
		return s.turn.held > 0
	}
	for rest := s.pos.Occupied(s.side()); rest != 0; {
		if sq := rest.Pop(); s.table[sq] == placement.Empty && sq != m.From() && s.pos.At(sq) == moved {
			return true
		}
	}
	return false
}

// made judges a legal ply that has been made.
func (s *state) made(m legality.Move, after *legality.Position) {
	for i := range s.turn.resting { // what follows proves that the hand has left them
		if !s.turn.resting[i].released {
			s.release(i)
		}
	}
	if s.turn.unseen == m && s.clock.used {
		s.later = s.at + s.r.cfg.LateMs + graceMs
	}
	p := s.ply(m, after)
	p.Unseen = s.turn.unseen == m
	p.guessed = m.Promotion() != legality.NoKind && (s.r.cfg.Occupancy || s.r.unnamed.Has(m.To()))
	s.sayOf(p, laws.MoveMade, laws.Info)
	if p.Unseen && s.pos.Captured(m) != placement.NoSquare && s.r.cfg.Occupancy {
		s.sayOf(p, laws.CaptureInferred, laws.Info)
	}
	if p.HalfCastled() {
		s.sayOf(p, laws.Ambiguous960Castle, laws.Info)
	}
	s.byNext(p)
	p.acts.Touches = slices.DeleteFunc(p.acts.Touches, func(t laws.Touch) bool { return laws.Landing(m, t.Square) == placement.NoSquare && s.keptOff(t) })
	s.judgeBreaches(p)
	s.castledLate(p)
	s.replies(p)
	s.stands()
	s.claim = 0
	s.leavesStray(after)
	s.strayedSince(p.MadeAt)
	s.plies = append(slices.Clip(s.plies), p)
	s.explains(p.Side)
	if !s.clock.used || !s.rules().Completes() { // else the arbiter waits for its completion
		s.judgePersistence(p.Before, p.After)
	}
	s.ending(s.plies[len(s.plies)-1])
	s.opened(after)
}

// keptOff reports whether a piece has been off the board since before the turn, and still is: somebody has taken it away, or
// its square does not read it. Its player has not touched it.
func (s *state) keptOff(t laws.Touch) bool {
	n := len(s.plies)
	return n > 0 && t.At < max(s.plies[n-1].MadeAt, s.plies[n-1].DoneAt) && !t.Back && s.table[t.Square] == placement.Empty
}

// castledLate reports that the opponent's reply rested before the second piece of castling was
// lifted: until then castling was not finished (4.7.2).
func (s *state) castledLate(p *Ply) {
	second := max(p.acts.TouchedAt(p.Move.From()), p.acts.TouchedAt(p.Move.To()))
	if !p.Move.IsCastling() || !slices.ContainsFunc(s.ahead, func(r rest) bool { return r.at+RestMs+s.r.cfg.LateMs < second }) {
		return
	}
	s.sayOf(p, laws.CastleIncomplete, laws.Arbiter)
}

// clearly is how likely a capture must be for the arbiter not to be asked which one it was:
// four to one. Measured on simulated games: of two captures of which nothing told which it was, neither
// was likelier; where something did, the other was at least six times less likely. In between it is chosen:
// what a queen gives away in an exchange makes three to one, and says too little.
const clearly = 4.0 / 5

// contested leaves the last ply open if it may be another one. A board that names no pieces need not show which
// piece was captured: the arbiter is asked. A ply that the board has not told may have led to another square.
func (s *state) contested(v track.View) {
	i := len(s.plies) - 1
	if i < 0 || s.turn.inHand() || len(s.turn.adjusted) > 0 { // how that piece goes on may tell, or it says nothing
		return
	}
	p := s.plies[i]
	if s.rivalled(i, v) && v.Confidence(i+1, i+1)[0] < clearly {
		p = s.change(i)
		p.Open = true
	}
	if p.Open && s.r.cfg.Occupancy && p.captures(p.Move) {
		s.say(laws.Finding{Code: laws.AmbiguousCapture, Level: laws.Arbiter, Side: laws.PartyOf(p.Side), Ply: p.Number})
	}
}

// rivalled reports whether a ply, by its index, may be another one: a capture another capture on a board that names no
// pieces, or one that the board has not told any other.
func (s *state) rivalled(i int, v track.View) bool {
	p := s.plies[i]
	taken := s.r.cfg.Occupancy && p.captures(p.Move)
	if p.Illegal || !taken && !p.Unseen {
		return false
	}
	s.r.weighs = true
	another := func(m legality.Move) bool {
		return (!taken || p.captures(m)) && (m.From() != p.Move.From() || m.To() != p.Move.To())
	}
	return slices.ContainsFunc(v.Rivals(i+1), another)
}

// captures reports whether a move in place of the ply captures.
func (p *Ply) captures(m legality.Move) bool { return p.Before.Captured(m) != placement.NoSquare }

// explains gives an open press of the player who has made the last ply to it, and reports
// whether there is one.
func (s *state) explains(side placement.Color) bool {
	for _, o := range [...]*press{&s.clock.before, &s.clock.open} {
		if o.waits && o.side == side {
			o.waits = false
			s.change(len(s.plies) - 1).late = o.found
			s.completes(len(s.plies)-1, o.at)
			return true
		}
	}
	return false
}

// opened begins the turn after a ply. What its player has touched while the opponent was
// still moving, and still holds, or since that ply stands, he has touched in it.
func (s *state) opened(after *legality.Position) {
	early, ahead, landed := s.since(after), s.ahead, s.landed()
	s.beginTurn(after)
	s.replaces = nil
	if last := s.plies[len(s.plies)-1]; last.Illegal && !last.Stands { // the reply makes it stand when it has been made for sure
		ahead = nil
	}
	for _, t := range early {
		if !s.pos.At(t.Square).Is(s.side()) || s.handled(&t) < landed {
			continue
		}
		s.touch(t.Square, t.At)
		touched := s.turn.acts.Touched(t.Square)
		if i := slices.IndexFunc(ahead, func(r rest) bool { return r.from == t.Square }); i >= 0 {
			s.turn.resting = append(s.turn.resting, ahead[i])
		} else if !t.Back {
			s.turn.held++
		} else if s.turn.waiting &^= t.Square.Set(); touched >= 0 {
			s.turn.acts.Touches[touched] = t
		}
	}
	for _, p := range ahead {
		if s.pos.At(p.from).Is(s.side()) {
			s.turn.held = max(0, s.turn.held-1)
			s.turn.resting = append(s.turn.resting, p)
		}
	}
}

// since is what the opponent has touched since his turn began, with what he has touched while
// the ply was made. What its player has touched since it stands binds nobody.
func (s *state) since(after *legality.Position) []laws.Touch {
	early, landed := s.early, s.landed()
	for _, t := range s.turn.acts.Touches {
		known := slices.ContainsFunc(early, func(e laws.Touch) bool { return e.Square == t.Square })
		switch {
		case known || s.handled(&t) <= landed || s.pos.At(t.Square) != after.At(t.Square): // it is part of the ply
		case slices.ContainsFunc(s.strays, func(p stray) bool { return p.from == t.Square }): // whose hand that was, nobody knows
		case s.pos.At(t.Square).Is(s.side().Other()):
			early = append(early, t)
		case t.Back && !s.adjusts(s.side().Other(), t.At):
			s.offTurn(s.pos, &t)
		}
	}
	return early
}

// handled is until when a touched piece counts as touched: one of the opponent as long as it is in
// the hand, which may be his.
func (s *state) handled(t *laws.Touch) int64 {
	switch {
	case s.turn.acts.Touched(t.Square) >= 0 && s.pos.At(t.Square).Is(s.side()):
		return t.At
	case !t.Back:
		return math.MaxInt64
	case t.Times == 1:
		return t.At + t.For
	}
	return t.Lifted
}

// byNext completes the last ply of the player who has made one, if it was never pressed
// (6.2.1.2).
func (s *state) byNext(next *Ply) {
	i := len(s.plies) - 2
	if i < 0 || s.plies[i].Completed || s.plies[i].Illegal || !s.rules().Settles(laws.TopicNextMove) {
		return
	}
	p := s.change(i)
	p.Completed, p.DoneAt = true, next.MadeAt
	s.sayOf(s.plies[i], laws.CompletedByNextMove, laws.Info)
}

// judgeBreaches reports breaches of Article 4 by a ply.
func (s *state) judgeBreaches(p *Ply) {
	played := laws.Played{Before: p.Before, Move: p.Move, Acts: p.acts, Bound: s.replaces}
	if rests := s.rules().Disputed(&played); rests != nil {
		s.once(laws.Finding{Code: laws.OrderUnknown, Side: laws.PartyOf(p.Side), Evidence: rests})
	}
	for _, b := range s.breaches(&played) {
		f := p.breaks(&b)
		if f.Ply == s.r.accepted.Ply && f.UCI == s.r.accepted.UCI {
			return
		}
		f.MarkCastling(p.Before)
		if f.Level == laws.Certain && s.clock.stopped {
			f.Level = laws.Arbiter // the arbiter may have had it so
		}
		p.breach = true
		p.owed = s.replaces != nil && s.replaces.Left && b.Code == laws.PromotionChanged
		if s.lapses(b.Code) && !p.owed {
			s.object = p.Number + 1
		}
		s.once(f)
		p.charge = &f
	}
}

// replies reports that a ply is made before the one that it answers is completed.
func (s *state) replies(p *Ply) {
	n := len(s.plies)
	if n == 0 || !s.clock.used || s.plies[n-1].Completed || s.clock.runs == p.Side && !s.clock.unknown || !s.rules().Settles(laws.TopicEarlyReply) {
		return // or the opponent's clock does not run
	}
	if gap := s.r.scanned; gap > 0 && (p.MadeAt == gap || s.plies[n-1].MadeAt == gap) {
		return // the press may not have been heard
	}
	s.sayOf(p, laws.ReplyBeforePress, laws.Info)
}

// irregular adds a ply that no legal move describes, or that was not finished: whole is the move that it
// would have been, finished.
func (s *state) irregular(placed *placement.Placement, after *legality.Position, whole legality.Move) {
	stands := *placed
	if rook := s.pos.At(whole.To()); whole.IsCastling() && stands.Occupied()&(whole.To().Set()|whole.RookTo().Set()) == 0 { // it is in the hand
		stands[whole.To()] = rook
	}
	act, _ := s.pos.ExplainPlacement(&stands)
	p := s.irregularPly(&act, placed, after)
	p.whole = whole
	if act.Kind == legality.ActPromotionMissing && s.rules().Has(laws.TopicPawnLeft, laws.AQueen) {
		p.acts.Promoted, p.acts.As, p.acts.Left = act.Move.To(), legality.Queen, true
	}
	p.answered = len(s.ahead) > 0
	p.scanned = slices.ContainsFunc(s.turn.resting, func(r rest) bool { return r.scanned })
	s.strayedSince(p.MadeAt)
	s.stands()
	s.plies = append(slices.Clip(s.plies), p)
	if s.explains(p.Side) {
	} else if x := s.turn.executed; x != nil && x.placed == p.placed {
		last := s.plies[len(s.plies)-1]
		last.charge, last.Stands, last.Completed, last.DoneAt = x.charge, x.Stands, x.Completed, x.DoneAt
	} else if !s.rules().Completes() {
		s.charge(len(s.plies)-1, s.levelOf(p))
	}
	s.opened(after)
}
