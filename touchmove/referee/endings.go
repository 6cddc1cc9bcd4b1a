package referee

import (
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/touchmove/laws"
)

// ending reports that a ply ends the game, or else what can be claimed after it.
func (s *state) ending(p *Ply) {
	times := s.occurrences(p.After)
	e := s.endingOf(p.After, times)
	if e == legality.NoEnding {
		s.judgeClaims(p.After, times, p.Number, p.Completed)
		s.judgeUnchanged()
		s.claimsByMove(p.After, p.Number+1)
		s.judgeSeries(p.Number)
		return
	}
	f := p.finding(laws.CodeOfEnding(e), laws.Certain)
	if e != legality.Checkmate {
		f.Side = laws.Both
	}
	if s.atOnce(e, p.breach) && !s.toBeCorrected() && !s.endsOtherwise(e) {
		last := s.change(len(s.plies) - 1)
		last.Completed, last.ByEnd, last.DoneAt = true, !last.Completed, max(last.DoneAt, s.last)
		s.ended = e
	} else {
		f.Level = laws.Arbiter
	}
	s.say(f)
}

// atOnce reports whether the rule set has the game end so at once: some texts ask for a ply in
// accordance with Article 4.
func (s *state) atOnce(e legality.Ending, breach bool) bool {
	way := s.rules().Way(laws.TopicOfEnding(e))
	return way != laws.NotAtOnce && !(way == laws.InAccord && breach)
}

// endingOf returns how a position ends the game under the rule set in force.
func (s *state) endingOf(p *legality.Position, times int) legality.Ending {
	e := legality.Judge(p, times)
	later := e == legality.NoEnding || e > legality.DeadPosition
	if later && s.rules().Settles(laws.TopicDead) && s.r.quickDead(p) {
		e = legality.DeadPosition
	}
	if e != legality.NoEnding && e != s.overruled && s.rules().Settles(laws.TopicOfEnding(e)) {
		return e
	}
	return legality.NoEnding
}

// quickDead is QuickDead of a position, which is asked for again and again while a ply rests.
func (r *Referee) quickDead(p *legality.Position) bool {
	if r.lastDead.position != *p {
		r.lastDead.position, r.lastDead.is = *p, p.QuickDead()
	}
	return r.lastDead.is
}

// endsOtherwise reports whether the last ply would not end the game in the same way if a piece
// had another kind.
func (s *state) endsOtherwise(e legality.Ending) bool {
	n := len(s.plies)
	return slices.ContainsFunc(others(s.unknown(n), s.plies[n-1].After), func(p legality.Position) bool { return s.endingOf(&p, 1) != e })
}

// judgeClaims reports that the player having the move may claim a draw after a ply. If the
// ply is not completed yet, it leaves out the claims that need completion.
func (s *state) judgeClaims(p *legality.Position, times, ply int, completed bool) {
	claim, later := s.claimable(p, times), s.onCompletion()
	if !completed {
		claim &^= later
	}
	s.claims(claim, p, ply)
}

// claimable returns what can be claimed under the rule set in a position that has occurred
// so many times.
func (s *state) claimable(p *legality.Position, times int) legality.Claim {
	claim := legality.Claimable(p, times)
	if !s.rules().Has(laws.TopicThreefold, laws.Positions) {
		claim &^= legality.Threefold
	}
	if s.rules().Has(laws.TopicFifty, laws.OnDemand) || s.rules().Has(laws.TopicFifty, laws.SinceChange) {
		claim &^= legality.FiftyMoves
	}
	return claim
}

// onCompletion returns what can be claimed only when the last move is completed: without a
// clock, that cannot be seen.
func (s *state) onCompletion() legality.Claim {
	switch {
	case !s.mayPress():
		return 0
	case s.rules().Has(laws.TopicHasMove, laws.AfterCompleted):
		return legality.Threefold | legality.FiftyMoves
	case s.rules().Has(laws.TopicFifty, laws.WhenCompleted):
		return legality.FiftyMoves
	}
	return 0
}

func (s *state) claims(claim legality.Claim, p *legality.Position, ply int) {
	s.claim |= claim
	f := laws.Finding{Code: laws.DrawClaimable, Side: laws.PartyOf(p.Turn()), Ply: ply, IfIncorrect: s.rules().ClaimCost()}
	if claim&legality.Threefold != 0 {
		f.Text, f.Plies = "the position has occurred three times or more", s.stoodAt(p)
		s.say(f)
		f.Plies = nil
	}
	if claim&legality.FiftyMoves != 0 {
		f.Article, f.Text = s.rules().Article(laws.TopicFifty), "50 moves by each player without a capture or a pawn move"
		s.say(f)
	}
}

// claimsByMove reports that the player having the move may claim a draw by announcing a move
// without playing it (9.2.1, 9.3.1).
func (s *state) claimsByMove(p *legality.Position, ply int) {
	rules := s.rules()
	if !rules.Settles(laws.TopicThreefoldByMove) || p.HalfmoveClock() < laws.QuietPlies {
		return
	}
	f := laws.Finding{Code: laws.DrawClaimableByMove, Side: laws.PartyOf(p.Turn()), Ply: ply, IfIncorrect: rules.ClaimCost()}
	quiet := laws.QuietMoves(p)
	if p.HalfmoveClock() == 99 && rules.Settles(laws.TopicFiftyByMove) && len(quiet) > 0 {
		f.Article, f.Text = rules.Article(laws.TopicFiftyByMove), "any move but a capture or a pawn's completes 50 by each player"
		s.say(f)
	}
	for _, m := range quiet {
		next := p.Play(m)
		if f.Plies = s.stoodAt(&next); len(f.Plies) < 2 {
			continue
		}
		f.Article, f.Text, f.UCI, f.SAN = rules.Article(laws.TopicThreefoldByMove), "the position occurs for the third time or more", p.UCI(m), p.SAN(m)
		s.say(f)
	}
}

// judgeSeries reports that both players have played the same series of moves three times in
// a row. Then either may claim a draw (Bilguer §6).
func (s *state) judgeSeries(ply int) {
	if !s.rules().Has(laws.TopicThreefold, laws.MoveLists) {
		return
	}
	moves := slices.Clone(s.moves)
	for _, p := range s.plies {
		moves = append(moves, p.Move)
	}
	slices.Reverse(moves)
	if laws.RepeatsSeries(moves[:min(len(moves), 3*laws.LongestSeries)]) {
		s.say(laws.Finding{Code: laws.DrawClaimable, Ply: ply, Text: "the same series of moves has been played three times"})
	}
}

// judgeUnchanged reports that 50 moves by each player have not changed what is on the board
// (Bilguer §6). The note of 1891 counts them from the last capture or promotion, and pawn
// moves do not matter. The text of 1880 says only that the opponent counts them.
func (s *state) judgeUnchanged() {
	rules := s.rules()
	counts := rules.Has(laws.TopicFifty, laws.SinceChange) || rules.Has(laws.TopicFifty, laws.OnDemand)
	if !counts || s.unchanged() < laws.UnchangedPlies {
		return
	}
	f := laws.Finding{Code: laws.DrawClaimable, Ply: s.number() - 1, Article: rules.Article(laws.TopicFifty),
		Text: "50 moves by each player without a capture or a promotion"}
	if rules.Has(laws.TopicFifty, laws.OnDemand) {
		f.Text += "; they are counted from when the opponent asks for it"
	}
	s.say(f)
}

// unchanged is at least how many plies have been played since the last capture or promotion.
func (s *state) unchanged() int {
	last := len(s.past) + len(s.plies) - 1
	now := laws.ForceOf(s.after(last))
	for n := range last {
		if laws.ForceOf(s.after(last-n-1)) != now {
			return n
		}
	}
	return last + s.past[0].HalfmoveClock()
}
