package referee

import (
	"slices"
	"strconv"
	"strings"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/touchmove/laws"
)

func (s *state) why(faults []legality.Fault) []laws.Reason {
	out := make([]laws.Reason, len(faults))
	for i, f := range faults {
		out[i] = laws.Reason{Article: s.faultArticle(f), Text: f.Text()}
	}
	return out
}

// chargeLate reports irregular plies that were completed, once the board has told what was
// done before the press.
func (s *state) chargeLate() {
	for i := range s.plies {
		if at := s.plies[i].chargeAt; at > 0 && s.heard(at) {
			s.change(i).chargeAt = 0
			s.charge(i, s.levelOf(s.plies[i]))
		}
	}
}

// chargeNow reports them without waiting any longer.
func (s *state) chargeNow() {
	for i := range s.plies {
		if s.plies[i].chargeAt > s.at {
			s.change(i).chargeAt = s.at
		}
	}
	s.chargeLate()
}

// charge reports an irregular ply that was completed, counts it as an offence, and adds the
// remedy.
func (s *state) charge(i int, level laws.Level) {
	p := s.plies[i]
	if level == laws.Certain || p.Completed && s.counts(p) {
		s.offend(offence{p.Side, p.Number, p.DoneAt})
	}
	_, faults := p.Before.ExplainPlacement(&p.placed)
	f := p.finding(laws.IllegalCompleted, level)
	f.Why = s.why(faults)
	if !s.rules().Completes() {
		f.Code = laws.IllegalMade
	}
	unseen := s.r.cfg.Occupancy && p.act == legality.ActPromotionMissing // whatever stands there
	if code := laws.CodeOfAct(p.act); code != laws.NoCode && !unseen && (p.act != legality.ActHalfCastling || p.Before.IsLegal(p.Move)) {
		f.Code, f.Article = code, s.rules().Cites(code)
	} else {
		f.Article = laws.JoinArticles(s.rules().Cites(f.Code), f.Why)
	}
	if stands := s.rules().Cites(laws.IllegalStands); (p.answered || s.rules().Completes() && !p.Completed) && s.rules().Stands() && !strings.Contains(f.Article, stands) {
		f.Article += "/" + stands
	}
	f.Remedy = s.remedy(p.Before, p.Side, s.offences()[p.Side])
	f.Remedy.Restore, f.Remedy.Bound = p.Before.FEN(), s.rules().Replacements(p.Before, &p.acts)
	f.Remedy.Choice = s.choice(p, f.Remedy.Bound)
	if k := s.first(); k >= 0 && k < i && (!s.rules().Stands() || s.barred(s.plies[k])) {
		first := s.plies[k]
		f.Remedy.Restore, f.Remedy.FromPly, f.Remedy.Bound = first.Before.FEN(), first.Number, nil
	}
	f.MarkCastling(p.Before)
	s.change(i).charge = &f
	s.say(f)
	s.judgeSecond(f)
	s.judgePersistence(p.Before, p.After)
}

// offence is a completed illegal move that has been found.
type offence struct {
	side placement.Color
	ply  int
	at   int64 // when it was completed
}

// offend counts an offence. It stays one if the story is told otherwise later: what has been
// found and said is not taken back but by a person.
func (s *state) offend(o offence) {
	if !slices.Contains(s.r.offences, o) {
		s.r.offences = append(s.r.offences, o)
	}
}

// offences is how many illegal moves each player has completed.
func (s *state) offences() (n [2]int) {
	n = s.illegal
	for _, o := range s.r.offences[min(s.forgiven, len(s.r.offences)):] {
		n[o.side]++
	}
	return n
}

// remedy returns what the rules prescribe after a completed illegal move, the n-th of its player.
func (s *state) remedy(before *legality.Position, side placement.Color, n int) *laws.Remedy {
	rules := s.rules()
	r := &laws.Remedy{OpponentGains: rules.Gains(), DisputedGains: rules.DisputedGains(), Offence: n, Article: rules.Article(laws.TopicOffence)}
	switch losing := rules.Number(laws.TopicLosing); {
	case rules.Has(laws.TopicRestore, laws.Choosing):
		r.Article = rules.Article(laws.TopicRestore)
	case rules.Has(laws.TopicOffence, laws.WinsIfAsks) && !s.cannotMate(before, side.Other()):
		r.Result = laws.LostBy(side)
	case losing > 0 && r.Offence >= losing:
		r.OpponentGains, r.DisputedGains, r.Result, r.Article = 0, 0, laws.LostBy(side), rules.Article(laws.TopicLosing)
		if rules.Has(laws.TopicLosing, laws.DrawnIfCannotMate) && s.cannotMate(before, side.Other()) {
			r.Result = "1/2-1/2"
		}
	}
	return r
}

// cannotMate reports whether it is proved that a player cannot mate.
func (s *state) cannotMate(p *legality.Position, side placement.Color) bool {
	answer, _ := s.canMate(p, side)
	return answer == legality.No
}

// judgeSecond reports the offence that loses the game: the second (7.5.5), in FIDE 1997 the
// third (10.3).
func (s *state) judgeSecond(f laws.Finding) {
	loses := s.rules().Number(laws.TopicLosing)
	if loses == 0 || f.Remedy.Offence < loses {
		return
	}
	f.Code, f.Level, f.Article = laws.IllegalSecond, laws.Arbiter, ""
	if loses > 2 {
		f.Code = laws.IllegalThird
	}
	f.Why, f.Text = nil, "completed illegal move number "+strconv.Itoa(f.Remedy.Offence)+" of this player"
	s.say(f)
}

// barred reports whether an irregular move cannot stand, whatever the opponent chooses
// (Bilguer): nobody plays on with the own king in check (§5), no pawn stands on the last rank
// (§9), and each side needs a king.
func (s *state) barred(p *Ply) bool {
	return s.rules().Has(laws.TopicRestore, laws.Choosing) && (p.After.InCheck(p.Side) || p.act == legality.ActPromotionMissing || laws.PawnsLeft(p.After) ||
		p.After.Kings(placement.White).Len() != 1 || p.After.Kings(placement.Black).Len() != 1)
}

// choice is what the opponent may choose after an irregular move, in rule sets that give a
// choice (Bilguer §4), and the king moves that he may ask for.
func (s *state) choice(p *Ply, kingMoves []string) (all []string) {
	if !s.rules().Has(laws.TopicRestore, laws.Choosing) {
		return nil
	}
	if !s.barred(p) {
		all = append(all, "stand")
	}
	if all = append(all, "take_back"); len(kingMoves) > 0 {
		all = append(all, "king_move")
	}
	return all
}

// judgePersistence handles A.5.4: the arbiter lets a position stand for one move. It reports
// that position, and that it is still illegal after that move.
func (s *state) judgePersistence(before, after *legality.Position) {
	if !s.rules().Settles(laws.TopicBothKings) {
		return
	}
	if n := len(s.plies); n > 1 && s.plies[n-2].Illegal && laws.Unfinished(s.plies[n-2].act) { // as it was left
		was, is := s.plies[n-2].Before.PlayPlacement(&s.plies[n-2].placed), before.PlayPlacement(&s.table)
		before, after = &was, &is
	}
	waited := laws.KingsBothInCheck(before) || laws.PawnsLeft(before)
	still := laws.KingsBothInCheck(after) || laws.PawnsLeft(after) || after.InCheck(after.Turn().Other())
	switch {
	case !waited:
		s.judgeBothKings(after)
	case still && !s.persists:
		s.persists = true
		s.say(laws.Finding{Code: laws.IllegalPositionPersists, Level: laws.Arbiter, Side: laws.PartyOf(before.Turn()), Ply: len(s.past) + len(s.plies) - 1})
	}
}

// judgeBothKings reports the position of A.5.4 where that article applies.
func (s *state) judgeBothKings(p *legality.Position) {
	if s.rules().Settles(laws.TopicBothKings) && laws.KingsBothInCheck(p) {
		s.say(laws.Finding{Code: laws.BothKingsInCheck, Level: laws.Arbiter, Side: laws.PartyOf(p.Turn())})
	}
}

// levelOf is how sure it is what an irregular ply was: the arbiter decides where several pieces
// stand elsewhere, but for those of castling, where nobody has seen whether a pawn was exchanged, or where it is disputed.
func (s *state) levelOf(p *Ply) laws.Level {
	unseen := s.r.cfg.Occupancy && p.act == legality.ActPromotionMissing && p.Before.IsLegal(asQueen(legality.Act{Kind: p.act, Move: p.Move}))
	if unseen || p.act == legality.ActSeveral && !p.whole.IsCastling() || !s.counts(p) {
		return laws.Arbiter
	}
	return laws.Certain
}

// counts reports whether it is settled that an irregular ply counts as an offence.
func (s *state) counts(p *Ply) bool {
	switch {
	case p.answered, p.late, len(s.otherwise()) > 0,
		p.act == legality.ActKingCaptured && !s.rules().Settles(laws.TopicKingTaken),
		p.act == legality.ActPromotionMissing && s.rules().Has(laws.TopicPawnLeft, laws.NotAllowed):
		return false
	}
	return true
}
