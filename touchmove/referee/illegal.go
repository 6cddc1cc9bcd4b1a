package referee

import (
	"slices"
	"strconv"
	"strings"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/touchmove/laws"
	"github.com/boardd/boardd/touchmove/track"
)

// unseen notes a ply of which no report has come.
func (s *state) unseen(a *track.Told) { s.turn.unseen = a.Move }

// unfinishedIllegal reports that the player's pieces rest where no legal move puts them,
// and the clock is not pressed yet (7.5.1).
func (s *state) unfinishedIllegal() {
	u := &s.turn
	if u.held > 0 || len(u.resting) == 0 {
		return
	}
	for i := range u.resting {
		if !u.resting[i].released {
			return
		}
	}
	act, faults := s.pos.ExplainPlacement(&s.table)
	switch act.Kind {
	case legality.ActNone, legality.ActLegal, legality.ActVanished, legality.ActOpponentPiece, legality.ActSeveral:
		return
	}
	if u.illegal == act.Squares || laws.Unfinished(act.Kind) && s.pos.IsLegal(asQueen(act)) {
		return
	}
	u.illegal = act.Squares
	f := laws.Finding{Code: laws.IllegalNotCompleted, Side: laws.PartyOf(s.side()), Ply: s.number(), Squares: act.Squares, Why: s.why(faults)}
	if act.Move != legality.NoMove {
		f.UCI, f.SAN = s.pos.UCI(act.Move), s.pos.SAN(act.Move)
	}
	s.say(f)
	u.misplay = s.found[len(s.found)-1]
}

// outOfTurn reports that the player who does not have the move has made one, and the other
// one has touched nothing (1.2, 7.5).
func (s *state) outOfTurn() {
	own := func(t laws.Touch) bool { return s.pos.At(t.Square).Is(s.side()) }
	if len(s.ahead) != 1 || slices.ContainsFunc(s.turn.acts.Touches, own) || !s.wait(s.ahead[0].at+restMs+s.r.cfg.LateMs) {
		return
	}
	theirs := s.pos.WithTurn(s.side().Other())
	m := laws.MoveOf(&theirs, &laws.Release{From: s.ahead[0].from, To: s.ahead[0].to})
	switch {
	case !theirs.IsLegal(m), s.number() == 1 && s.rules().Has(laws.TopicFirst, laws.ByLot) && laws.IsArray(s.pos):
		return
	case s.turned(m):
		s.clock.open.waits = false // nothing that the board shows is what was done
		s.once(laws.Finding{Code: laws.BoardRotated, Level: laws.Suspected, Squares: m.From().Set() | m.To().Set()})
		return
	}
	squares := m.From().Set() | m.To().Set()
	if s.putAside(m) {
		s.once(laws.Finding{Code: laws.Displaced, Side: laws.Somebody, Squares: squares})
		return
	}
	f := laws.Finding{Code: laws.OutOfTurn, Level: laws.Certain, Side: laws.PartyOf(theirs.Turn()), UCI: theirs.UCI(m), SAN: theirs.SAN(m), Squares: squares,
		Remedy: s.restoring(laws.TopicTurn, laws.TopicRestore)}
	if n := len(s.plies); n > 0 && !s.plies[n-1].Completed && s.plies[n-1].Move.To() == m.From() {
		f.Level = laws.Arbiter // no press has shown that the player had finished with that piece
	}
	df, dr := m.From().File()-m.To().File(), m.From().Rank()-m.To().Rank()
	if f.Level == laws.Certain && max(df, -df, dr, -dr) <= 1 {
		if !slices.Contains(s.turn.said, laws.OutOfTurn) && s.turn.pushed == nil {
			s.turn.pushed = &f
			s.say(laws.Finding{Code: laws.Displaced, Level: laws.Arbiter, Side: laws.Somebody, Squares: squares, Remedy: s.restoring(laws.TopicKnocked, laws.TopicKnocked)})
		}
		return
	}
	s.once(f)
}

// restoring is the remedy that the position before the turn is restored, if the rule set
// covers a topic, with the article of another.
func (s *state) restoring(of, by laws.Topic) *laws.Remedy {
	if !s.rules().Settles(of) {
		return nil
	}
	return &laws.Remedy{Restore: s.pos.FEN(), Article: s.rules().Article(by)}
}

// presser finds out by a press who moved a piece of the player not having the move, if
// anybody's sleeve may have pushed it: that player, if he presses.
func (s *state) presser(side placement.Color) {
	if f := s.turn.pushed; f != nil && f.Side == laws.PartyOf(side) {
		s.turn.pushed = nil
		s.once(*f)
	}
}

// putAside reports whether a piece of the player who does not have the move need not have
// been moved: he may have held it since before he pressed, and kings go to the centre to show
// a result.
func (s *state) putAside(m legality.Move) bool {
	if s.pos.At(m.From()).Kind() == legality.King && centre.Has(m.To()) {
		return true
	}
	i := slices.IndexFunc(s.early, func(t laws.Touch) bool { return t.Square == m.From() })
	n := len(s.plies)
	return i < 0 || n > 0 && s.plies[n-1].Completed && s.early[i].Lifted <= s.plies[n-1].DoneAt
}

var centre = placement.SetOf(placement.D4, placement.E4, placement.D5, placement.E5)

// asQueen returns the move of an unfinished act: a pawn left on the last rank is taken to
// become a queen.
func asQueen(act legality.Act) legality.Move {
	if act.Kind == legality.ActPromotionMissing {
		return legality.MakePromotion(act.Move.From(), act.Move.To(), legality.Queen)
	}
	return act.Move
}

func (s *state) why(faults []legality.Fault) []laws.Reason {
	out := make([]laws.Reason, len(faults))
	for i, f := range faults {
		out[i] = laws.Reason{Article: s.faultArticle(f), Text: f.Text()}
	}
	return out
}

// irregular adds a ply that no legal move describes, or that was not finished.
func (s *state) irregular(placed *placement.Placement, after *legality.Position) {
	act, _ := s.pos.ExplainPlacement(placed)
	p := Ply{Number: s.number(), Side: s.side(), Move: act.Move, Before: s.pos, After: after, Illegal: true, MadeAt: s.landed(), DoneAt: -1, acts: s.turn.acts, act: act.Kind, placed: *placed}
	if act.Kind == legality.ActPromotionMissing && s.rules().Has(laws.TopicPawnLeft, laws.AQueen) {
		p.acts.Promoted, p.acts.As = act.Move.To(), legality.Queen
	}
	p.answered = len(s.ahead) > 0
	s.stands()
	if s.first < 0 {
		s.first = len(s.plies)
	}
	s.plies = append(s.plies[:len(s.plies):len(s.plies)], p)
	if o := &s.clock.open; o.waits && o.side == p.Side {
		o.waits = false
		s.completes(len(s.plies) - 1)
	} else if x := s.turn.executed; x != nil && x.placed == p.placed {
		last := &s.plies[len(s.plies)-1]
		if last.charge, last.Stands = x.charge, x.Stands; last.Stands && s.first == len(s.plies)-1 {
			s.first = -1
		}
	} else if !s.rules().Completes() {
		s.charge(len(s.plies)-1, s.levelOf(&p))
	}
	s.opened(after)
}

// mend finishes a move that was not finished when the clock was pressed, once its pieces stand
// where they belong: what was found stays, and the game goes on with the move.
func (s *state) mend() {
	i := len(s.plies) - 1
	if i < 0 || !s.plies[i].Illegal || s.plies[i].Stands || !laws.Unfinished(s.plies[i].act) || s.table != *s.plies[i].After.Placement() {
		return
	}
	whole := asQueen(legality.Act{Kind: s.plies[i].act, Move: s.plies[i].Move})
	if !s.pos.Same(s.plies[i].After) || !s.plies[i].Before.IsLegal(whole) {
		return
	}
	p := s.change(i)
	p.Move, p.Illegal = whole, false
	if s.first == i {
		s.first = -1
	}
}

// charge reports an irregular ply that was completed, counts it as an offence, and adds the
// remedy.
func (s *state) charge(i int, level laws.Level) {
	p := &s.plies[i]
	if level == laws.Certain {
		s.offend(offence{p.Side, p.Number, p.DoneAt})
	}
	_, faults := p.Before.ExplainPlacement(&p.placed)
	f := s.about(p)
	f.Code, f.Level, f.Why = laws.IllegalCompleted, level, s.why(faults)
	if !s.rules().Completes() {
		f.Code = laws.IllegalMade
	}
	if code := laws.CodeOfAct(p.act); code != laws.NoCode && (p.act != legality.ActHalfCastling || p.Before.IsLegal(p.Move)) {
		f.Code, f.Article = code, s.rules().Cites(code)
	} else {
		f.Article = laws.JoinArticles(s.rules().Cites(f.Code), f.Why)
	}
	if stands := s.rules().Cites(laws.IllegalStands); (p.answered || s.rules().Completes() && !p.Completed) && s.rules().Stands() && !strings.Contains(f.Article, stands) {
		f.Article += "/" + stands
	}
	f.Remedy = s.remedy(p.Before, p.Side)
	f.Remedy.Restore, f.Remedy.Bound = p.Before.FEN(), s.rules().Replacements(p.Before, &p.acts)
	f.Remedy.Choice = s.choice(p, f.Remedy.Bound)
	if s.first >= 0 && s.first < i && (!s.rules().Stands() || s.barred(&s.plies[s.first])) {
		first := &s.plies[s.first]
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

// remedy returns what the rules prescribe after a completed illegal move.
func (s *state) remedy(before *legality.Position, side placement.Color) *laws.Remedy {
	rules := s.rules()
	r := &laws.Remedy{OpponentGains: rules.Gains(), DisputedGains: rules.DisputedGains(), Offence: s.offences()[side], Article: rules.Article(laws.TopicOffence)}
	switch losing := rules.Number(laws.TopicLosing); {
	case rules.Has(laws.TopicRestore, laws.Choosing):
		r.Article = rules.Article(laws.TopicRestore)
	case rules.Has(laws.TopicOffence, laws.WinsIfAsks) && !s.r.cannotMate(before, side.Other()):
		r.Result = laws.LostBy(side)
	case losing > 0 && r.Offence >= losing:
		r.OpponentGains, r.DisputedGains, r.Result, r.Article = 0, 0, laws.LostBy(side), rules.Article(laws.TopicLosing)
		if rules.Has(laws.TopicLosing, laws.DrawnIfCannotMate) && s.r.cannotMate(before, side.Other()) {
			r.Result = "1/2-1/2"
		}
	}
	return r
}

// cannotMate reports whether it is proved that a player cannot mate.
func (r *Referee) cannotMate(p *legality.Position, side placement.Color) bool {
	answer, _ := r.canMate(p, side)
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

// toBeCorrected reports whether play will, or may, go back to before an irregular move
// (7.5.1): then later plies end nothing by themselves.
func (s *state) toBeCorrected() bool { return s.first >= 0 }
