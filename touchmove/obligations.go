package touchmove

import (
	"slices"
	"strings"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/touchmove/laws"
)

// turn holds what has been reported of the player having the move.
type turn struct {
	number   int             // of the ply to be played
	seq      int             // number of the change with which the turn began
	allowed  []legality.Move // as last published; nil: every legal move
	touched  bool            // a piece has been touched in the sense of 4.3
	touches  int             // number of touches at the last look
	releases int
	promoted legality.Kind        // NoKind: no new piece has touched the last rank
	reported [laws.CodeCount]bool // findings that are reported once in a turn
	off      placement.Set        // pieces of the other side whose contact has been reported
	illegal  placement.Set        // squares of the reported illegal act that is not completed
	found    Finding              // the finding that reported it
	answered bool                 // the opponent has touched a piece after the act was charged
	obliged  Finding              // the last finding on what binds the player
}

// turnOf returns the index of the ply whose player has the move in a hypothesis: the last
// ply if it is not made yet, else the next one.
func (t *Tracker) turnOf(l *hypothesis) int {
	if n := len(t.reported); n > 0 && n == l.n && !t.reported[n-1].made {
		return n - 1
	}
	return l.n
}

// judgeTurn reports what binds the player having the move.
func (t *Tracker) judgeTurn() {
	l := t.bestHypothesis()
	i := t.turnOf(l)
	if i > 0 && !l.steps[i-1].legal() || t.waiting() || t.takenBack() || t.unruled {
		return
	}
	if i == l.n && t.takesUp(l) {
		return // the player is still moving
	}
	t.openTurn(l, i)
	since, has := t.hasMoveSince(l, i)
	if !has {
		return
	}
	h := &t.hands
	h.read(t, l, i, since, 0, false)
	t.bindBefore(l.before(i))
	t.bind(l.before(i), &h.acts)
	t.judgeHand(h)
	t.judgeContact(h)
}

// takesUp reports whether the piece of a hypothesis's last ply is off its square again
// before a press, and the opponent cannot be capturing it.
func (t *Tracker) takesUp(l *hypothesis) bool {
	s := l.last()
	if s == nil || s.completed() {
		return false
	}
	to := s.landed()
	return to != placement.NoSquare && l.diff.Has(to) && t.board.sensed[to] == placement.Empty && !t.capturable(l.pos(), to)
}

// judgeHand reports breaches before the move is made: a piece that was released where it
// could have stayed and then put elsewhere; a king released as for castling after the rook
// was touched.
func (t *Tracker) judgeHand(h *hands) {
	side := laws.PartyOf(h.before.Turn())
	for i, r := range h.acts.Releases {
		if first := h.acts.Releases[0]; i > 0 && t.cfg.Rules.Settles(laws.TopicReleased) && r.From == first.From && r.To != first.To && h.before.IsLegal(h.moveOf(&first)) {
			article := t.cfg.Rules.BreachArticle(t.cfg.Rules.ReleaseArticle(h.before, &first))
			t.sayOnce(Finding{Code: ReleaseBreach, Level: Suspected, Article: article, Side: side, Ply: t.turn.number, Evidence: t.letGo(h, 0)})
		}
		if t.cfg.Rules.Has(laws.TopicRookFirst, laws.NoCastling) && h.rookFirst(&r) {
			rook := laws.CastlingBegun(h.before, &r).To()
			t.sayOnce(Finding{Code: CastleRookFirst, Level: Suspected, Side: side, Ply: t.turn.number, Evidence: t.rookFirst(h, rook, r.From)})
		}
	}
}

// rookFirst reports whether a release puts the king on its castling square after the rook
// was touched, where castling would be legal (4.4.2).
func (h *hands) rookFirst(r *laws.Release) bool {
	with := laws.CastlingBegun(h.before, r)
	return with != legality.NoMove && h.before.IsLegal(with) && h.touchedBefore(with.To(), r.From)
}

// openTurn begins a turn if another player has the move now.
func (t *Tracker) openTurn(l *hypothesis, i int) {
	number, seq := t.spine.Len()+i+1, max(l.turnSeq(i), t.deaf)
	if t.turn.number == number && t.turn.seq == seq {
		return
	}
	t.turn = turn{number: number, seq: seq}
}

// hasMoveSince returns the number of the change since which the player of the i-th ply has
// the move. That is the change that put the opponent's move on the board (1.3). In rule
// sets where only a completed move passes the move on (FIDE 1997, 1.1), it is the last
// change before the press. It returns false before that; then no touch binds the player.
func (t *Tracker) hasMoveSince(l *hypothesis, i int) (seq int, has bool) {
	seq = l.turnSeq(i)
	if !t.clock.used || !t.cfg.Rules.Has(laws.TopicHasMove, laws.AfterCompleted) {
		return seq, true
	}
	pressed := t.pressBefore(l, i)
	return max(seq, t.board.seqAt(pressed)), pressed >= 0
}

// pressBefore returns when the move before the i-th ply of a hypothesis was completed; 0 if
// there is no such move, -1 if it was not completed.
func (t *Tracker) pressBefore(l *hypothesis, i int) int64 {
	if i > 0 {
		return l.steps[i-1].pressed
	}
	if l.base == 0 {
		return 0
	}
	if p := &t.plies[l.base-1]; p.CompletedAt >= 0 || p.MadeAt < 0 {
		return max(0, p.CompletedAt)
	}
	return -1
}

// bind publishes the moves that are open after the given acts, if they have changed.
func (t *Tracker) bind(before *legality.Position, acts *laws.Acts) {
	u := &t.turn
	if len(acts.Touches) == u.touches && len(acts.Releases) == u.releases && acts.As == u.promoted {
		return
	}
	u.touches, u.releases, u.promoted = len(acts.Touches), len(acts.Releases), acts.As
	side := laws.PartyOf(before.Turn())
	if !u.touched && t.matters(before, acts) {
		u.touched = true
		t.judgeFirstTouch(before, acts, side)
	}
	duty := t.dutyWhatever(before, acts)
	t.judgeOrder(before, acts, side)
	if duty.Intent {
		t.sayOnce(Finding{Code: CastleIntentUnknown, Side: side, Evidence: laws.EvidenceOf(before, acts)})
	}
	if !slices.Equal(duty.Allowed, u.allowed) && !(duty.Free && u.allowed == nil) {
		u.allowed = duty.Allowed
		t.publishDuty(before, acts, &duty, side)
	}
}

// matters reports whether one of the touched pieces is the player's own or can be captured:
// any other may have been in the opponent's hand.
func (t *Tracker) matters(before *legality.Position, acts *laws.Acts) bool {
	return slices.ContainsFunc(acts.Touches, func(touch laws.Touch) bool {
		return before.At(touch.Square).Is(before.Turn()) || t.capturable(before, touch.Square)
	})
}

func (t *Tracker) publishDuty(before *legality.Position, acts *laws.Acts, d *laws.Duty, side Party) {
	f := Finding{Code: Obliged, Side: side, Ply: t.turn.number, Article: d.Article, Allowed: laws.SortedUCI(before, d.Allowed), Bound: d.Bound}
	f.MarkCastling(before)
	t.say(f)
	t.turn.obliged = f
	f.Allowed, f.Bound, f.Castling = nil, "", nil
	also := func(code Code, f Finding) {
		if f.Code = code; !t.turn.reported[code] {
			joined := t.joined(acts)
			f.Evidence = laws.EvidenceOf(before, &joined)
			t.sayOnce(f)
		}
	}
	if laws.PromotionFixed(d.Allowed) {
		f.Squares = d.Allowed[0].To().Set()
		also(PromotionSquareFixed, f)
		f.Squares = 0
	}
	switch {
	case t.turn.promoted != legality.NoKind && t.cfg.Rules.Settles(laws.TopicPromotionFinal):
		f.Article = ""
		also(PromotionChoiceFinal, f)
	case len(d.Allowed) == 1 && d.Allowed[0].IsCastling():
		also(CastleObliged, f)
	case strings.HasPrefix(d.Bound, "cap:"):
		also(CaptureObliged, f)
	case d.Penalty:
		also(KingMovePenalty, f)
	}
}

// judgeFirstTouch reports that the first touch of a turn ends the claim against the last
// move (4.8).
func (t *Tracker) judgeFirstTouch(before *legality.Position, acts *laws.Acts, side Party) {
	if t.objection == t.turn.number {
		t.objection = 0
		t.say(Finding{Code: TouchClaimLapsed, Side: side, Evidence: laws.EvidenceOf(before, acts)})
	}
}

// judgeOrder reports that nobody knows which of two pieces was touched first, where that
// could matter: pieces of both colours (4.3.3), or king and rook (4.4.1, 4.4.2).
func (t *Tracker) judgeOrder(before *legality.Position, acts *laws.Acts, side Party) {
	for i := 1; i < len(acts.Touches); i++ {
		if !acts.Touches[i].Together {
			continue
		}
		f := Finding{Code: OrderUnknown, Side: side}
		a, b := before.At(acts.Touches[i-1].Square), before.At(acts.Touches[i].Square)
		switch {
		case a.Color() != b.Color() && t.cfg.Rules.Settles(laws.TopicOrder):
		case a.Color() == b.Color() && t.cfg.Rules.CastleTogether(before, acts, i):
			f.Article = t.cfg.Rules.Article(laws.TopicKingAndRook) + "/" + t.cfg.Rules.Article(laws.TopicRookFirst)
		default:
			continue
		}
		f.Evidence = &Evidence{Contacts: laws.TouchContacts(before, acts.Touches[i-1:i+1]...)}
		t.sayOnce(f)
	}
}

// touchedBefore reports whether one piece was touched, and the other one only in a later
// scan.
func (h *hands) touchedBefore(first, then placement.Square) bool {
	a, b := h.touchedAt(first), h.touchedAt(then)
	return a >= 0 && b-a > sweepMs
}

// judgeContact reports contacts out of turn: pieces of the other side that were lifted and
// put back, and several pieces knocked over at once.
func (t *Tracker) judgeContact(h *hands) {
	if only := t.touchedOnly(h); t.claim && t.cfg.Rules.Has(laws.TopicClaimLost, laws.ByTouching) && only != placement.NoSquare {
		t.claim = false
		t.say(Finding{Code: ClaimRightLost, Level: Suspected, Side: laws.PartyOf(h.before.Turn()), Evidence: h.contact(only)})
	}
	if h.knocked {
		t.sayOnce(Finding{Code: Displacement, Side: laws.PartyOf(h.before.Turn())})
	}
	for rest := h.returned &^ (t.turn.off | h.exchange); rest != 0; {
		sq := rest.Pop()
		if piece := h.before.At(sq); h.straight.Has(sq) || !piece.Is(h.before.Turn()) && !t.capturable(h.before, sq) {
			t.turn.off |= sq.Set()
			t.say(Finding{Code: OffTurnContact, Side: Somebody, Squares: sq.Set(), Evidence: h.contact(sq)})
		}
	}
}

// contact returns the contact with the piece from one square as evidence.
func (h *hands) contact(sq placement.Square) *Evidence {
	return &Evidence{Contacts: laws.TouchContacts(h.before, h.contactOf(sq))}
}

// touchedOnly returns the square of a piece that was put back after the player having the
// move touched it in the sense of 4.3; NoSquare if there is none. By that touch the player
// loses the right to claim a draw (9.4). A player who moves the piece loses it by the move.
func (t *Tracker) touchedOnly(h *hands) placement.Square {
	for rest := h.returned &^ h.straight; rest != 0; {
		if sq := rest.Pop(); h.before.At(sq).Is(h.before.Turn()) || t.capturable(h.before, sq) {
			return sq
		}
	}
	return placement.NoSquare
}

func (t *Tracker) capturable(p *legality.Position, sq placement.Square) bool {
	var buf [16]legality.Move
	return len(p.AppendCaptures(buf[:0], sq)) > 0
}

// bindBefore publishes the open moves for a player who must replace a move and has touched
// nothing in this turn yet.
func (t *Tracker) bindBefore(before *legality.Position) {
	u := &t.turn
	if t.replaces.number != u.number || t.replaces.acts.Touches == nil || u.allowed != nil || u.touches > 0 {
		return
	}
	none := laws.Acts{}
	if duty := t.duty(before, &none); !duty.Free {
		u.allowed = duty.Allowed
		t.publishDuty(before, &none, &duty, laws.PartyOf(before.Turn()))
	}
}

// duty returns what is open in this turn. A move that replaces an illegal one is also bound
// by the touches for that one (7.5.1).
func (t *Tracker) duty(before *legality.Position, acts *laws.Acts) laws.Duty {
	joined := t.joined(acts)
	d := laws.Open(before, &joined, t.cfg.Rules)
	if t.replacing() && !t.replaces.breach { // acts in a breach bind the player by themselves
		d.Article = t.cfg.Rules.Article(laws.TopicReplacement) + "/" + d.Article
	}
	return d
}

// replacing reports whether the move of this turn replaces one for which something was
// touched.
func (t *Tracker) replacing() bool {
	return t.replaces.number == t.turn.number && t.replaces.acts.Touches != nil
}

// joined returns the player's acts in this turn together with those for the move that this
// turn replaces.
func (t *Tracker) joined(acts *laws.Acts) laws.Acts {
	switch r := &t.replaces; {
	case !t.replacing():
		return *acts
	case r.breach:
		return acts.After(&r.acts, laws.WithReleases)
	}
	return acts.After(&t.replaces.acts, t.cfg.Rules.Way(laws.TopicReplacement))
}

// dutyWhatever returns what is open in this turn if the kind of a promoted piece is not
// known: what binds the player whatever kind it is, with the moves of each kind.
func (t *Tracker) dutyWhatever(before *legality.Position, acts *laws.Acts) laws.Duty {
	var buf [8]promoted
	duty := t.duty(before, acts)
	open := t.unknownBefore(t.bestHypothesis(), t.turn.number-1-t.spine.Len(), buf[:])
	if open.any(before, func(other *legality.Position) bool { return t.duty(other, acts).Bound != duty.Bound }) {
		duty, acts = laws.Duty{Allowed: before.AppendMoves(nil), Free: true}, &laws.Acts{}
	}
	open.otherwise(before, func(other *legality.Position) bool {
		for _, m := range t.duty(other, acts).Allowed {
			if !slices.Contains(duty.Allowed, m) {
				duty.Allowed = append(duty.Allowed, m)
			}
		}
		return true
	})
	return duty
}
