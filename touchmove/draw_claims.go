package touchmove

import (
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/touchmove/laws"
)

// judgeClaims reports that the player having the move may claim a draw after a ply. If the
// ply is not completed yet, it leaves out the claims that need completion.
func (t *Tracker) judgeClaims(p *legality.Position, times, ply int, completed bool) {
	claim := t.claimable(p, times)
	if !completed {
		claim &^= t.onCompletion()
	}
	t.claim = claim != 0
	t.sayClaims(claim, p, ply)
}

// judgeCompleted reports the claims that become possible when the last move is completed.
// If the claimant touched a piece before that, the right is lost (9.4).
func (t *Tracker) judgeCompleted(p *legality.Position, times, ply int) {
	if claim := t.claimable(p, times) & t.onCompletion(); claim != 0 && !(t.turn.number == ply+1 && t.turn.touched) {
		t.claim = true
		t.sayClaims(claim, p, ply)
	}
}

// onCompletion returns what can be claimed only when the last move is completed. If a
// player has the move only then (FIDE 1997, 1.1), that is every claim; else it is 50
// completed moves (9.3.2). Without a clock completion cannot be seen. Before the first ply
// is answered it is not known whether there is a clock.
func (t *Tracker) onCompletion() legality.Claim {
	switch {
	case !t.clock.used && !(t.awaitsClock() && t.bestHypothesis().n <= 1):
		return 0
	case t.cfg.Rules.Has(laws.TopicHasMove, laws.AfterCompleted):
		return legality.Threefold | legality.FiftyMoves
	case t.cfg.Rules.Has(laws.TopicFifty, laws.WhenCompleted):
		return legality.FiftyMoves
	}
	return 0
}

// claimable returns what can be claimed under the rule set in a position that has occurred
// so many times.
func (t *Tracker) claimable(p *legality.Position, times int) legality.Claim {
	claim, rules := legality.Claimable(p, times), t.cfg.Rules
	if !rules.Has(laws.TopicThreefold, laws.Positions) {
		claim &^= legality.Threefold
	}
	if rules.Has(laws.TopicFifty, laws.OnDemand) || rules.Has(laws.TopicFifty, laws.SinceChange) {
		claim &^= legality.FiftyMoves // see judgeUnchanged
	}
	return claim
}

func (t *Tracker) sayClaims(claim legality.Claim, p *legality.Position, ply int) {
	f := Finding{Code: DrawClaimable, Side: laws.PartyOf(p.Turn()), Ply: ply, IfIncorrect: t.cfg.Rules.ClaimCost()}
	if claim&legality.Threefold != 0 {
		f.Text, f.Plies = "the position has occurred three times or more", t.stoodAt(p, ply)
		t.say(f)
		f.Plies = nil
	}
	if claim&legality.FiftyMoves != 0 {
		f.Article, f.Text = t.cfg.Rules.Article(laws.TopicFifty), "50 moves by each player without a capture or a pawn move"
		t.say(f)
	}
}

// stoodAt lists the plies after which a position stood, up to the n-th ply of the game with
// the best hypothesis; 0 is the start.
func (t *Tracker) stoodAt(p *legality.Position, n int) []int {
	same := (*legality.Position).Same
	if t.cfg.Rules.Has(laws.TopicSame, laws.SameMoves) {
		same = laws.SamePlay
	}
	var plies []int
	for i := range min(n, t.spine.Len()+t.bestHypothesis().n) + 1 {
		if same(t.positionAt(i), p) {
			plies = append(plies, i)
		}
	}
	return plies
}

// occurrences returns how often the position after the i-th ply of a hypothesis has
// occurred, this time included.
func (t *Tracker) occurrences(l *hypothesis, i int) int {
	return 1 + t.earlier(&l.steps[i].after, l, i)
}

// earlier returns how often a position has occurred in the game with the first n plies of a
// hypothesis.
func (t *Tracker) earlier(p *legality.Position, l *hypothesis, n int) int {
	if t.cfg.Rules.Has(laws.TopicSame, laws.SameMoves) {
		return t.earlierByMoves(p, l, n)
	}
	times := t.spine.CountOf(p)
	for j := range n {
		if l.steps[j].after.Same(p) {
			times++
		}
	}
	return times
}

// earlierByMoves does the same for rule sets that call positions the same if the same
// pieces stand there and the same moves are possible now, whichever castling may become
// possible later (FIDE 1971, 12(3)).
func (t *Tracker) earlierByMoves(p *legality.Position, l *hypothesis, n int) int {
	times := 0
	for j := range n {
		if laws.SamePlay(&l.steps[j].after, p) {
			times++
		}
	}
	for j := range l.base + 1 {
		if laws.SamePlay(t.spine.At(j), p) {
			times++
		}
	}
	return times
}

// judgeClaimsByMove reports that the player having the move may claim a draw by announcing
// a move without playing it (9.2.1, 9.3.1).
func (t *Tracker) judgeClaimsByMove(l *hypothesis, i int) {
	p, rules := &l.steps[i].after, t.cfg.Rules
	if !rules.Settles(laws.TopicThreefoldByMove) || p.HalfmoveClock() < laws.QuietPlies {
		return
	}
	f := Finding{Code: DrawClaimableByMove, Side: laws.PartyOf(p.Turn()), Ply: t.reported[i].number + 1, IfIncorrect: rules.ClaimCost()}
	if quiet := laws.QuietMoves(p); p.HalfmoveClock() == 99 && rules.Settles(laws.TopicFiftyByMove) && len(quiet) > 0 {
		f.Article, f.Text = rules.Article(laws.TopicFiftyByMove), "any move but a capture or a pawn's completes 50 by each player"
		t.say(f)
	}
	for _, m := range t.thirdTime(l, i) {
		f.Article, f.Text, f.UCI, f.SAN = rules.Article(laws.TopicThreefoldByMove), "the position occurs for the third time or more", p.UCI(m), p.SAN(m)
		next := p.Play(m)
		f.Plies = t.stoodAt(&next, t.reported[i].number)
		t.say(f)
	}
}

// thirdTime lists the moves after the i-th ply of a hypothesis that repeat a position for
// the third time or more.
func (t *Tracker) thirdTime(l *hypothesis, i int) []legality.Move {
	p := &l.steps[i].after
	return slices.DeleteFunc(laws.QuietMoves(p), func(m legality.Move) bool {
		next := p.Play(m)
		return 1+t.earlier(&next, l, i+1) < 3
	})
}

// judgeSeries reports that both players have played the same series of moves three times in
// a row. Then either may claim a draw (Bilguer §6).
func (t *Tracker) judgeSeries(l *hypothesis, i int) {
	if !t.cfg.Rules.Has(laws.TopicThreefold, laws.MoveLists) || !laws.RepeatsSeries(t.lastMoves(l, i)) {
		return
	}
	t.say(Finding{Code: DrawClaimable, Side: Both, Ply: t.reported[i].number, Text: "the same series of moves has been played three times"})
}

// lastMoves returns the moves up to the i-th ply of a hypothesis, the last one first.
func (t *Tracker) lastMoves(l *hypothesis, i int) []legality.Move {
	moves := make([]legality.Move, 0, 3*laws.LongestSeries)
	for ; i >= 0; i-- {
		moves = append(moves, l.steps[i].move)
	}
	for n := l.base - 1; n >= 0 && len(moves) < cap(moves); n-- {
		moves = append(moves, t.spine.Move(n))
	}
	return moves
}

// judgeUnchanged reports that after the first n plies of a hypothesis 50 moves by each
// player have not changed what is on the board (Bilguer §6). The note of 1891 counts them
// from the last capture or promotion, and pawn moves do not matter. The text of 1880 says
// only that the opponent counts them.
func (t *Tracker) judgeUnchanged(l *hypothesis, n int) {
	rules := t.cfg.Rules
	counts := rules.Has(laws.TopicFifty, laws.SinceChange) || rules.Has(laws.TopicFifty, laws.OnDemand)
	if !counts || t.unchanged(l, n) < laws.UnchangedPlies {
		return
	}
	f := Finding{Code: DrawClaimable, Side: Both, Ply: l.base + n, Article: rules.Article(laws.TopicFifty),
		Text: "50 moves by each player without a capture or a promotion"}
	if rules.Has(laws.TopicFifty, laws.OnDemand) {
		f.Text += "; they are counted from when the opponent asks for it"
	}
	t.say(f)
}

// unchanged returns at least how many plies have been played since the last capture or
// promotion, up to the n-th ply of a hypothesis.
func (t *Tracker) unchanged(l *hypothesis, n int) int {
	now, plies := laws.ForceOf(l.before(n)), 0
	for ; n > 0; n-- {
		if laws.ForceOf(l.before(n-1)) != now {
			return plies
		}
		plies++
	}
	for i := l.base; i > 0; i-- {
		if laws.ForceOf(t.spine.At(i-1)) != now {
			return plies
		}
		plies++
	}
	return plies + t.spine.At(0).HalfmoveClock()
}
