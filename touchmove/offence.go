package touchmove

import (
	"slices"
	"strconv"
	"strings"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// offence is an irregular ply that was completed.
type offence struct {
	step  step
	acts  Acts    // what its player had touched and let go
	found Finding // as it was reported
}

// replaces is what a move that replaces an illegal one is bound to (7.5.1), or
// one that replaces a move which broke Article 4.
type replaces struct {
	number int // of the ply
	acts   Acts
	breach bool // it was legal, but not open to its player
}

// actCodes is the finding for an irregular act whose clock was pressed.
var actCodes = [...]Code{
	legality.ActHalfCastling:     CastleIncomplete,
	legality.ActPromotionMissing: PromotionUnreplaced,
	legality.ActPromotionWrong:   PromotionWrongPiece,
	legality.ActPromotionLeft:    PromotionIncomplete,
	legality.ActEnPassantLeft:    EPPawnLeft,
	legality.ActKingCaptured:     KingCaptured,
}

func codeOf(k legality.ActKind) Code {
	if int(k) >= len(actCodes) {
		return NoCode
	}
	return actCodes[k]
}

// unfinished are the acts that a further movement of the hand makes legal.
func unfinished(k legality.ActKind) bool {
	switch k {
	case legality.ActHalfCastling, legality.ActPromotionMissing, legality.ActPromotionLeft, legality.ActEnPassantLeft:
		return true
	}
	return false
}

// reportIrregular finds that an irregular move was completed, counts it, and
// says what the rules prescribe.
func (t *Tracker) reportIrregular(l *line) {
	s, before := &l.steps[0], &l.start
	o := offence{step: *s, acts: t.actsOf(l)}
	t.offences = append(t.offences, o)
	if s.pressed >= 0 && s.pressed != t.counted || !t.cfg.Rules.Completes() { // one press is one offence
		t.game.Illegal[s.side]++
		t.plies[len(t.plies)-1].counted = true
	}
	t.disputed = t.cfg.Rules.Completes() && s.replied || t.disputed && t.irregular < t.spine.Len()-1
	f := t.irregularFinding(before, s)
	if t.disputed || t.uncompleted(s) || len(t.promotions) > 0 || s.act == legality.ActSeveral || t.unexplained(l) || !t.regards(f.Code) {
		f.Level = Arbiter
	}
	f.Remedy = t.remedy(before, s.side)
	f.Remedy.Restore, f.Remedy.Bound = before.FEN(), t.boundBy(before, &o.acts)
	f = t.say(f)
	t.raise(f)
	t.offences[len(t.offences)-1].found = f
	t.judgeSecond(f)
	t.judgePersistence(before, &s.after)
}

// uncompleted reports whether no clock has completed an act, though the text asks
// for it (7.5.1): then it counts for no offence, unless a person says so. That it
// can no longer be corrected once it is answered does not hang on that (A.5.2).
func (t *Tracker) uncompleted(s *step) bool { return t.cfg.Rules.Completes() && !s.completed() }

// actsOf is what the player of a line's first ply had touched and let go.
func (t *Tracker) actsOf(l *line) Acts {
	s, h := &l.steps[0], &t.hands
	h.read(t, l, 0, l.seq, s.seq, true)
	acts := h.acts
	acts.Touches, acts.Releases = slices.Clone(acts.Touches), slices.Clone(acts.Releases)
	acts.Touches = slices.DeleteFunc(acts.Touches, func(touch Touch) bool { return h.knockedBefore(touch.Square) })
	if s.act == legality.ActPromotionMissing && t.cfg.Rules.has(topicPawnLeft, aQueen) { // 7.5.2
		acts.Promoted, acts.As = s.move.To(), legality.Queen
	}
	return acts
}

// irregularFinding says which irregularity a ply is, and which articles it breaks.
func (t *Tracker) irregularFinding(before *legality.Position, s *step) Finding {
	f := Finding{Code: IllegalCompleted, Level: Certain, Side: PartyOf(s.side), Ply: t.spine.Len(), Why: t.why(before, s)}
	codes := &t.cfg.Rules.codes
	if !t.cfg.Rules.Completes() {
		f.Code = IllegalMade
	}
	if code := codeOf(s.act); code != NoCode && (s.act != legality.ActHalfCastling || before.IsLegal(s.move)) {
		f.Code, f.Article = code, codes[code]
	} else {
		f.Article = joinArticles(codes[f.Code], f.Why)
	}
	if (t.disputed || t.uncompleted(s)) && t.cfg.Rules.Stands() && !strings.Contains(f.Article, codes[IllegalStands]) {
		f.Article += "/" + codes[IllegalStands]
	}
	if s.move != legality.NoMove {
		f.UCI, f.SAN = before.UCI(s.move), before.SAN(s.move)
	}
	return f
}

// unexplained reports whether the board shows more than a line and a hand
// explain: then what it shows of an illegal move may be a fault, too.
func (t *Tracker) unexplained(l *line) bool {
	p := l.pos()
	men := p.Placement()
	for rest := l.diff; rest != 0; {
		sq := rest.Pop()
		inHand := t.board.sensed[sq] == placement.Empty && t.now-t.board.at[sq] < t.cfg.MadeRestMs
		if !inHand || !men[sq].Is(p.Turn()) && !t.capturable(p, sq) {
			return true
		}
	}
	return false
}

func (t *Tracker) why(before *legality.Position, s *step) []Reason {
	_, faults := before.ExplainPlacement(s.after.Placement())
	out := make([]Reason, len(faults))
	for i, f := range faults {
		out[i] = Reason{t.cfg.Rules.moveArticle(f.Article), f.Text()}
	}
	return out
}

// joinArticles adds the articles of Article 3 that a move breaks to the one
// that says what follows.
func joinArticles(article string, why []Reason) string {
	for _, r := range why {
		if r.Article != article {
			article += "/" + r.Article
		}
	}
	return article
}

// regards reports whether the text says outright what it makes of an irregular
// act; if not, the arbiter does.
func (t *Tracker) regards(code Code) bool {
	switch code {
	case KingCaptured:
		return t.cfg.Rules.settles(topicKingTaken)
	case PromotionUnreplaced:
		return !t.cfg.Rules.has(topicPawnLeft, notAllowed)
	}
	return true
}

// boundBy lists the moves that may replace an illegal one, after what was done
// for it.
func (t *Tracker) boundBy(before *legality.Position, acts *Acts) []string {
	none := Acts{Promoted: placement.NoSquare}
	if t.cfg.Rules.has(topicReplacement, kingIfAsked) {
		none.Touches = []Touch{{Square: before.Kings(before.Turn()).First()}}
	}
	joined := none.after(acts, t.cfg.Rules.law[topicReplacement].way)
	duty := Open(before, &joined, t.cfg.Rules)
	if duty.Free && len(none.Touches) > 0 {
		return nil // the king cannot move
	}
	return sortedUCI(before, duty.Allowed)
}

// remedy is what the rules prescribe after a completed illegal move.
func (t *Tracker) remedy(before *legality.Position, side placement.Color) *Remedy {
	rules := t.cfg.Rules
	r := &Remedy{OpponentGains: rules.Gains(), Offence: t.game.Illegal[side], Article: rules.article(topicOffence)}
	switch losing := rules.law[topicLosing]; {
	case rules.has(topicRestore, choosing):
		r.Article, r.Choice = rules.article(topicRestore), []string{"stand", "take_back", "king_move"}
	case rules.has(topicOffence, winsIfAsks) && !cannotMate(before, side.Other()):
		r.Result = lostBy[side]
	case losing.n > 0 && r.Offence >= losing.n:
		r.OpponentGains, r.Result, r.Article = 0, lostBy[side], losing.article
		if losing.way == drawnIfCannotMate && cannotMate(before, side.Other()) {
			r.Result = "1/2-1/2"
		}
	}
	return r
}

// judgeSecond finds the offence that loses the game: the second (7.5.5), in FIDE
// 1997 the third (10.3).
func (t *Tracker) judgeSecond(f Finding) {
	loses := t.cfg.Rules.law[topicLosing].n
	if loses == 0 || f.Remedy == nil || f.Remedy.Offence < loses {
		return
	}
	f.Code, f.Level, f.Article = IllegalSecond, Arbiter, ""
	if loses > 2 {
		f.Code = IllegalThird
	}
	f.Why, f.Text = nil, "completed illegal move number "+strconv.Itoa(f.Remedy.Offence)+" of this player"
	t.say(f)
}

// judgePersistence finds a position that the arbiter lets stand for one move
// (A.5.4), and that after that move it is illegal still.
func (t *Tracker) judgePersistence(before, after *legality.Position) {
	if !t.cfg.Rules.settles(topicBothKings) {
		return
	}
	wasWaiting := bothKingsInCheck(before) || pawnsLeft(before)
	still := bothKingsInCheck(after) || pawnsLeft(after) || after.InCheck(after.Turn().Other())
	switch {
	case !wasWaiting:
		t.judgeBothKings(after)
	case still && !t.persists:
		t.persists = true
		f := Finding{Code: IllegalPositionPersists, Level: Arbiter, Side: Both, Ply: t.spine.Len()}
		t.raise(t.say(f))
	}
}

// judgeBothKings finds the position of A.5.4 where that article applies.
func (t *Tracker) judgeBothKings(p *legality.Position) {
	if t.cfg.Rules.settles(topicBothKings) && bothKingsInCheck(p) {
		t.say(Finding{Code: BothKingsInCheck, Level: Arbiter, Side: PartyOf(p.Turn())})
	}
}

func bothKingsInCheck(p *legality.Position) bool {
	return p.InCheck(placement.White) && p.InCheck(placement.Black)
}

// pawnsLeft reports whether a pawn stands on the rank farthest from its own.
func pawnsLeft(p *legality.Position) bool {
	for _, side := range [...]placement.Color{placement.White, placement.Black} {
		for men := p.Men(side, legality.Pawn); men != 0; {
			if men.Pop().Rank() == lastRank(side) {
				return true
			}
		}
	}
	return false
}

// mend lets the press of an unfinished irregular move count for the ply that
// finishes it: a pawn left on the last rank becomes a queen (7.5.2), and the
// opponent has the move.
func (t *Tracker) mend(l *line) {
	if t.irregular < 0 || l.base != t.irregular || l.n != 1 || !t.finishes(l) {
		return
	}
	if s := l.last(); s.pressed < 0 {
		s.pressed = t.offences[0].step.pressed
		t.mended, t.mendedPly = s.side, t.irregular+1
	}
}
