package touchmove

import (
	"slices"
	"strconv"
	"strings"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove/laws"
)

// offence is an irregular ply that was completed.
type offence struct {
	step  step
	acts  laws.Acts // what its player had touched and released
	found Finding   // the finding that reported it
}

// replaces holds what binds a move that replaces an illegal one (7.5.1), or one that broke
// Article 4.
type replaces struct {
	number int // of the ply to replace
	acts   laws.Acts
	breach bool // it was legal, but not open to its player
	queen  bool // a pawn was left on the last rank and can only become a queen (7.5.2)
}

// reportIrregular reports that an irregular move was completed, counts it as an offence,
// and adds the remedy.
func (t *Tracker) reportIrregular(l *hypothesis) {
	s, before := &l.steps[0], &l.start
	o := offence{step: *s, acts: t.actsOf(l)}
	t.offences = append(t.offences, o)
	if s.pressed >= 0 && s.pressed != t.counted || !t.cfg.Rules.Completes() { // one press is one offence
		t.game.Illegal[s.side]++
		t.plies[len(t.plies)-1].counted = true
	}
	t.disputed = t.cfg.Rules.Completes() && s.replied || t.disputed && t.irregular < t.spine.Len()-1
	f := t.irregularFinding(before, s)
	if t.disputed || t.uncompleted(s) || s.idled || len(t.promotions) > 0 || s.act == legality.ActSeveral || t.unexplained(l) || !t.regards(f.Code) {
		f.Level = Arbiter
	}
	f.Remedy = t.remedy(before, s.side)
	f.Remedy.Restore, f.Remedy.Bound = before.FEN(), t.cfg.Rules.Replacements(before, &o.acts)
	f.Remedy.Choice = t.choice(s, f.Remedy.Bound)
	if first := t.irregular; first < t.spine.Len()-1 && (!t.cfg.Rules.Stands() || t.firstBarred()) {
		f.Remedy.Restore, f.Remedy.FromPly, f.Remedy.Bound = t.spine.At(first).FEN(), first+1, nil
	}
	f.Remedy.Clock = t.clockBefore(f.Remedy, s.side)
	f.MarkCastling(before)
	f = t.say(f)
	t.raise(f)
	t.offences[len(t.offences)-1].found = f
	t.judgeSecond(f)
	t.judgePersistence(before, &s.after)
}

// uncompleted reports whether no clock has completed an act although the rule set asks for
// completion (7.5.1). Such an act counts as no offence unless a person decides so. It can
// still become too late to correct by the answer to it (A.5.2).
func (t *Tracker) uncompleted(s *step) bool { return t.cfg.Rules.Completes() && !s.completed() }

// actsOf returns what the player of a hypothesis's first ply had touched and released.
func (t *Tracker) actsOf(l *hypothesis) laws.Acts {
	s, h := &l.steps[0], &t.hands
	h.read(t, l, 0, l.seq, s.seq, true)
	acts := h.acts
	acts.Touches, acts.Releases = slices.Clone(acts.Touches), slices.Clone(acts.Releases)
	acts.Touches = slices.DeleteFunc(acts.Touches, func(touch laws.Touch) bool { return h.knockedBefore(touch.Square) })
	if t.leavesPawn(s) {
		acts.Promoted, acts.As = s.move.To(), legality.Queen
	}
	return acts
}

// leavesPawn reports whether an act leaves a pawn on the last rank that after the press can
// only become a queen (7.5.2).
func (t *Tracker) leavesPawn(s *step) bool {
	return s.act == legality.ActPromotionMissing && t.cfg.Rules.Has(laws.TopicPawnLeft, laws.AQueen)
}

// irregularFinding returns the finding for an irregular ply: its code and the articles that
// it breaks.
func (t *Tracker) irregularFinding(before *legality.Position, s *step) Finding {
	f := Finding{Code: IllegalCompleted, Level: Certain, Side: laws.PartyOf(s.side), Ply: t.spine.Len(), Why: t.why(before, s)}
	rules := t.cfg.Rules
	if !t.cfg.Rules.Completes() {
		f.Code = IllegalMade
	}
	if code := laws.CodeOfAct(s.act); code != NoCode && (s.act != legality.ActHalfCastling || before.IsLegal(s.move)) {
		f.Code, f.Article = code, rules.Cites(code)
	} else {
		f.Article = laws.JoinArticles(rules.Cites(f.Code), f.Why)
	}
	if (t.disputed || t.uncompleted(s)) && rules.Stands() && !strings.Contains(f.Article, rules.Cites(IllegalStands)) {
		f.Article += "/" + rules.Cites(IllegalStands)
	}
	if s.move != legality.NoMove {
		m := t.asSeen(s.move)
		f.UCI, f.SAN = before.UCI(m), before.SAN(m)
	}
	return f
}

// asSeen returns an irregular move without its promotion piece if the board has not seen
// that piece.
func (t *Tracker) asSeen(m legality.Move) legality.Move {
	if t.board.occupancy && m.Promotion() != legality.NoKind {
		return legality.MakeMove(m.From(), m.To())
	}
	return m
}

// unexplained reports whether the board differs from a hypothesis by more than a hand
// explains: then a shown illegal move may be a fault of the sensors.
func (t *Tracker) unexplained(l *hypothesis) bool {
	p := l.pos()
	pieces := p.Placement()
	for rest := l.diff; rest != 0; {
		sq := rest.Pop()
		inHand := t.board.sensed[sq] == placement.Empty && t.now-t.board.at[sq] < t.cfg.MadeRestMs
		if !inHand || !pieces[sq].Is(p.Turn()) && !t.capturable(p, sq) {
			return true
		}
	}
	return false
}

func (t *Tracker) why(before *legality.Position, s *step) []Reason {
	_, faults := before.ExplainPlacement(s.after.Placement())
	out := make([]Reason, len(faults))
	for i, f := range faults {
		out[i] = Reason{Article: t.faultArticle(f, s), Text: f.Text()}
	}
	return out
}

// regards reports whether the rule set settles what an irregular act counts as; if not, the
// arbiter decides.
func (t *Tracker) regards(code Code) bool {
	switch code {
	case KingCaptured:
		return t.cfg.Rules.Settles(laws.TopicKingTaken)
	case PromotionUnreplaced:
		return !t.cfg.Rules.Has(laws.TopicPawnLeft, laws.NotAllowed)
	}
	return true
}

// choice returns what the opponent may choose after an irregular move, in rule sets that
// give a choice (Bilguer §4), and the king moves that he may ask for.
func (t *Tracker) choice(s *step, kingMoves []string) []string {
	if !t.cfg.Rules.Has(laws.TopicRestore, laws.Choosing) {
		return nil
	}
	all := []string{"stand", "take_back"}
	if t.barred(s) {
		all = all[1:]
	}
	if len(kingMoves) > 0 {
		all = append(all, "king_move")
	}
	return all
}

// remedy returns what the rules prescribe after a completed illegal move.
func (t *Tracker) remedy(before *legality.Position, side placement.Color) *Remedy {
	rules := t.cfg.Rules
	r := &Remedy{OpponentGains: rules.Gains(), DisputedGains: rules.DisputedGains(), Offence: t.game.Illegal[side], Article: rules.Article(laws.TopicOffence)}
	switch losing := rules.Number(laws.TopicLosing); {
	case rules.Has(laws.TopicRestore, laws.Choosing):
		r.Article = rules.Article(laws.TopicRestore)
	case rules.Has(laws.TopicOffence, laws.WinsIfAsks) && !t.cannotMate(before, side.Other()):
		r.Result = laws.LostBy(side)
	case losing > 0 && r.Offence >= losing:
		r.OpponentGains, r.DisputedGains, r.Result, r.Article = 0, 0, laws.LostBy(side), rules.Article(laws.TopicLosing)
		if rules.Has(laws.TopicLosing, laws.DrawnIfCannotMate) && t.cannotMate(before, side.Other()) {
			r.Result = "1/2-1/2"
		}
	}
	return r
}

// judgeSecond reports the offence that loses the game: the second (7.5.5), in FIDE 1997 the
// third (10.3).
func (t *Tracker) judgeSecond(f Finding) {
	loses := t.cfg.Rules.Number(laws.TopicLosing)
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

// judgePersistence handles A.5.4: the arbiter lets a position stand for one move. It
// reports that position, and that it is still illegal after that move.
func (t *Tracker) judgePersistence(before, after *legality.Position) {
	if !t.cfg.Rules.Settles(laws.TopicBothKings) {
		return
	}
	wasWaiting := laws.KingsBothInCheck(before) || laws.PawnsLeft(before)
	still := laws.KingsBothInCheck(after) || laws.PawnsLeft(after) || after.InCheck(after.Turn().Other())
	switch {
	case !wasWaiting:
		t.judgeBothKings(after)
	case still && !t.persists:
		t.persists = true
		f := Finding{Code: IllegalPositionPersists, Level: Arbiter, Side: Both, Ply: t.spine.Len()}
		t.raise(t.say(f))
	}
}

// judgeBothKings reports the position of A.5.4 where that article applies.
func (t *Tracker) judgeBothKings(p *legality.Position) {
	if t.cfg.Rules.Settles(laws.TopicBothKings) && laws.KingsBothInCheck(p) {
		t.say(Finding{Code: BothKingsInCheck, Level: Arbiter, Side: laws.PartyOf(p.Turn())})
	}
}

// mend lets the press of an unfinished irregular move count for the ply that finishes it: a
// pawn left on the last rank becomes a queen (7.5.2), and the opponent has the move.
func (t *Tracker) mend(l *hypothesis) {
	if t.irregular < 0 || l.base != t.irregular || l.n != 1 || !t.finishes(l) {
		return
	}
	if s := l.last(); s.pressed < 0 {
		s.pressed = t.offences[0].step.pressed
		t.mended, t.mendedPly = s.side, t.irregular+1
	}
}

// restored reports that the position before an irregular move is back on the board (7.5.1),
// or that the move itself has been put right. The game then goes back to it.
func (t *Tracker) restored() bool {
	if t.irregular < 0 || t.frozen() {
		return false
	}
	if best := t.bestHypothesis(); best.residual == 0 && (best.n == 0 || best.last().legal()) {
		return false
	}
	right := t.putRight()
	if right == nil || !t.after(t.board.last+t.cfg.RestMs) {
		return false
	}
	right.cost = t.costs.ply * right.n // what was played since came in its turn
	if right.n == 0 {
		right.seq, right.seqBefore = t.board.seq, t.board.seq // touches since then belong to other turns
	}
	t.clock.running = sensor.RunningFor(right.start.Turn())
	if right.n > 0 && right.steps[0].pressed >= 0 {
		t.clock.running = sensor.RunningFor(right.steps[0].side.Other()) // see mend
	}
	first := &t.offences[0]
	t.replaces = replaces{number: t.irregular + 1, acts: first.acts, queen: t.leavesPawn(&first.step)}
	t.truncate(t.irregular)
	t.keepBase(t.irregular)
	t.keepPlain(t.board.seq, t.board.seq, t.now)
	t.irregular, t.disputed, t.offences = -1, false, nil
	t.reported = t.reported[:0]
	t.clearAlerts(illegalAlerts)
	return true
}

// putRight returns the best hypothesis that goes back and explains the whole board, or one
// that also finishes the unfinished act; nil if there is none.
func (t *Tracker) putRight() *hypothesis {
	var best, finished *hypothesis
	for i := range t.hypotheses {
		l := &t.hypotheses[i]
		if l.base != t.irregular {
			continue
		}
		if best == nil || l.total() < best.total() {
			best = l
		}
		if l.residual == 0 && t.finishes(l) && (finished == nil || l.total() < finished.total()) {
			finished = l
		}
	}
	if finished == nil && best != nil && best.residual == 0 {
		return best
	}
	return finished
}

// finishes reports whether a hypothesis's first ply completes the unfinished irregular act.
func (t *Tracker) finishes(l *hypothesis) bool {
	o := &t.offences[0].step
	return laws.Unfinished(o.act) && l.n > 0 && l.steps[0].legal() && l.steps[0].move.From() == o.move.From()
}

func (t *Tracker) keepBase(base int) {
	n := 0
	for i := range t.hypotheses {
		if t.hypotheses[i].base == base {
			t.keepHypothesis(n, i)
			n++
		}
	}
	t.hypotheses = t.hypotheses[:n]
}
