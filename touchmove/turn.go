package touchmove

import (
	"slices"
	"strings"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// turn is what has been said of the player having the move.
type turn struct {
	number   int             // of the ply that he is to play
	seq      int             // the change of the board with which his turn began
	allowed  []legality.Move // as published last; nil: every legal move
	touched  bool            // a man has been touched as 4.3 means it
	touches  int             // as read last
	releases int
	promoted placement.Square
	said     [codeCount]bool // what is found once in a turn
	off      placement.Set   // men of the other side whose contact has been told
	illegal  placement.Set   // the illegal act, not completed, that has been told
	found    Finding         // which said so
	answered bool            // and that the opponent has touched a man after it was charged
	obliged  Finding         // what was said last of what he is bound to
}

// turnOf is the index of the ply whose player has the move in a line: the last
// one that is not made yet, or the next one.
func (t *Tracker) turnOf(l *line) int {
	if n := len(t.told); n > 0 && n == l.n && !t.told[n-1].made {
		return n - 1
	}
	return l.n
}

// judgeTurn finds what the player having the move is bound to.
func (t *Tracker) judgeTurn() {
	l := t.bestLine()
	i := t.turnOf(l)
	if i > 0 && !l.steps[i-1].legal() || t.waiting() || t.takenBack() || t.unruled {
		return
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

// judgeHand finds breaches that need not wait for the move: a man let go where
// it could have stayed and put elsewhere, a king let go as for castling after
// the rook was touched.
func (t *Tracker) judgeHand(h *hands) {
	side := PartyOf(h.before.Turn())
	for i, r := range h.acts.Releases {
		if first := h.acts.Releases[0]; i > 0 && t.cfg.Rules.settles(topicReleased) && r.From == first.From && r.To != first.To && h.before.IsLegal(h.moveOf(&first)) {
			t.sayOnce(Finding{Code: ReleaseBreach, Level: Suspected, Side: side, Ply: t.turn.number})
		}
		if t.cfg.Rules.has(topicRookFirst, noCastling) && h.rookFirst(&r) {
			t.sayOnce(Finding{Code: CastleRookFirst, Level: Suspected, Side: side, Ply: t.turn.number})
		}
	}
}

// rookFirst reports whether a release is that of a king on its castling square,
// with the rook touched before it, where castling would be legal (4.4.2).
func (h *hands) rookFirst(r *Release) bool {
	with := h.castlingOf(r)
	return with != legality.NoMove && h.before.IsLegal(with) && h.touchedBefore(with.To(), r.From)
}

// castlingOf is the castling that a release begins: that of a king two squares
// away or more, where castling puts it; NoMove if it is none.
func (h *hands) castlingOf(r *Release) legality.Move {
	if h.before.At(r.From).Kind() != legality.King || abs(r.From.File()-r.To.File()) < 2 {
		return legality.NoMove
	}
	for _, side := range [...]legality.Side{legality.Kingside, legality.Queenside} {
		rook := h.before.CastlingRook(h.before.Turn(), side)
		if m := legality.MakeCastling(r.From, rook); rook != placement.NoSquare && m.KingTo() == r.To {
			return m
		}
	}
	return legality.NoMove
}

// openTurn begins a turn if the player having the move has changed.
func (t *Tracker) openTurn(l *line, i int) {
	number, seq := t.spine.Len()+i+1, max(l.turnSeq(i), t.deaf)
	if t.turn.number == number && t.turn.seq == seq {
		return
	}
	t.turn = turn{number: number, seq: seq, promoted: placement.NoSquare}
}

// hasMoveSince is the change of the board since which the player of the i-th ply
// has the move: since the opponent's move stood on the board (1.3) or, where he
// has it only when that is completed (FIDE 1997, 1.1), since its press. Before
// that he does not have it, and what he touches binds him to nothing.
func (t *Tracker) hasMoveSince(l *line, i int) (seq int, has bool) {
	seq = l.turnSeq(i)
	if !t.clock.used || !t.cfg.Rules.has(topicHasMove, afterCompleted) {
		return seq, true
	}
	pressed := t.pressBefore(l, i)
	return max(seq, t.board.seqAt(pressed)), pressed >= 0
}

// pressBefore is when the move before the i-th ply of a line was completed, 0 if
// there is none, -1 if it was not.
func (t *Tracker) pressBefore(l *line, i int) int64 {
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

// bind publishes what is open after the given acts, if that has changed.
func (t *Tracker) bind(before *legality.Position, acts *Acts) {
	u := &t.turn
	if len(acts.Touches) == u.touches && len(acts.Releases) == u.releases && acts.Promoted == u.promoted {
		return
	}
	u.touches, u.releases, u.promoted = len(acts.Touches), len(acts.Releases), acts.Promoted
	side := PartyOf(before.Turn())
	if !u.touched && t.matters(before, acts) {
		u.touched = true
		t.judgeFirstTouch(side)
	}
	duty := t.duty(before, acts)
	t.judgeOrder(before, acts, side)
	if duty.Intent {
		t.sayOnce(Finding{Code: CastleIntentUnknown, Side: side})
	}
	if !slices.Equal(duty.Allowed, u.allowed) && !(duty.Free && u.allowed == nil) {
		u.allowed = duty.Allowed
		t.publishDuty(before, &duty, side)
	}
}

// matters reports whether one of the touched men is the player's own, or one
// that he could capture: any other may have been in the opponent's hand.
func (t *Tracker) matters(before *legality.Position, acts *Acts) bool {
	return slices.ContainsFunc(acts.Touches, func(touch Touch) bool {
		return before.At(touch.Square).Is(before.Turn()) || t.capturable(before, touch.Square)
	})
}

func (t *Tracker) publishDuty(before *legality.Position, d *Duty, side Party) {
	f := Finding{Code: Obliged, Side: side, Ply: t.turn.number, Article: d.Article, Allowed: sortedUCI(before, d.Allowed), Bound: d.Bound}
	t.say(f)
	t.turn.obliged = f
	f.Allowed, f.Bound = nil, ""
	if promotionFixed(d.Allowed) {
		f.Code = PromotionSquareFixed
		t.sayOnce(f)
	}
	switch {
	case t.turn.promoted != placement.NoSquare && t.cfg.Rules.settles(topicPromotionFinal):
		f.Code, f.Article = PromotionChoiceFinal, ""
		t.sayOnce(f)
	case len(d.Allowed) == 1 && d.Allowed[0].IsCastling():
		f.Code = CastleObliged
		t.sayOnce(f)
	case strings.HasPrefix(d.Bound, "cap:"):
		f.Code = CaptureObliged
		t.sayOnce(f)
	case d.Penalty:
		f.Code = KingMovePenalty
		t.sayOnce(f)
	}
}

// promotionFixed reports whether nothing is open but to promote a pawn on one square.
func promotionFixed(allowed []legality.Move) bool {
	for _, m := range allowed {
		if m.Promotion() == legality.NoKind || m.To() != allowed[0].To() {
			return false
		}
	}
	return true
}

func sortedUCI(p *legality.Position, moves []legality.Move) []string {
	out := make([]string, len(moves))
	for i, m := range moves {
		out[i] = p.UCI(m)
	}
	slices.Sort(out)
	return out
}

// judgeFirstTouch finds that the first touch of a turn ends the claim against the
// last move (4.8).
func (t *Tracker) judgeFirstTouch(side Party) {
	if t.objection == t.turn.number {
		t.objection = 0
		t.say(Finding{Code: TouchClaimLapsed, Side: side})
	}
}

// judgeOrder finds that the order of touching two men is not known where it
// could matter.
func (t *Tracker) judgeOrder(before *legality.Position, acts *Acts, side Party) {
	for i := 1; i < len(acts.Touches); i++ {
		a, b := before.At(acts.Touches[i-1].Square), before.At(acts.Touches[i].Square)
		if acts.Touches[i].Together && a.Color() != b.Color() && t.cfg.Rules.settles(topicOrder) {
			t.sayOnce(Finding{Code: OrderUnknown, Side: side})
		}
	}
}

// touchedBefore reports whether one man was touched, and another only after it,
// in a later scan.
func (h *hands) touchedBefore(first, then placement.Square) bool {
	a, b := h.touchedAt(first), h.touchedAt(then)
	return a >= 0 && b-a > sweepMs
}

// judgeContact finds hands where they have no business: men of the other side
// lifted and put back, and several men knocked over at once.
func (t *Tracker) judgeContact(h *hands) {
	if t.claim && t.cfg.Rules.has(topicClaimLost, byTouching) && t.touchedOnly(h) {
		t.claim = false
		t.say(Finding{Code: ClaimRightLost, Level: Suspected, Side: PartyOf(h.before.Turn())})
	}
	if h.knocked {
		t.sayOnce(Finding{Code: Displacement, Side: PartyOf(h.before.Turn())})
	}
	for rest := h.returned &^ t.turn.off; rest != 0; {
		sq := rest.Pop()
		if man := h.before.At(sq); h.straight.Has(sq) || !man.Is(h.before.Turn()) && !t.capturable(h.before, sq) {
			t.turn.off |= sq.Set()
			t.say(Finding{Code: OffTurnContact, Side: Somebody, Squares: sq.Set()})
		}
	}
}

// touchedOnly reports whether a man that the player having the move could have
// touched as 4.3 means it has been put back: the right to claim a draw is lost
// (9.4). Who moves the man loses it by the move itself.
func (t *Tracker) touchedOnly(h *hands) bool {
	for rest := h.returned &^ h.straight; rest != 0; {
		if sq := rest.Pop(); h.before.At(sq).Is(h.before.Turn()) || t.capturable(h.before, sq) {
			return true
		}
	}
	return false
}

func (t *Tracker) capturable(p *legality.Position, sq placement.Square) bool {
	var buf [16]legality.Move
	return len(p.AppendCaptures(buf[:0], sq)) > 0
}
