package touchmove

import (
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// judgeClaims finds that the player having the move may claim a draw.
func (t *Tracker) judgeClaims(p *legality.Position, times, ply int) {
	claim, rules := legality.Claimable(p, times), t.cfg.Rules
	f := Finding{Code: DrawClaimable, Side: PartyOf(p.Turn()), Ply: ply}
	if claim&legality.Threefold != 0 && rules.has(topicThreefold, positions) {
		f.Text = "the position has occurred three times or more"
		t.say(f)
	}
	if claim&legality.FiftyMoves != 0 {
		f.Article, f.Text = rules.article(topicFifty), "50 moves by each player without a capture or a pawn move"
		if rules.has(topicFifty, onDemand) {
			f.Text += "; they are counted from when the opponent asks for it"
		}
		t.say(f)
	}
	t.claim = claim != 0
}

// occurrences is how often the position after the i-th ply of a line has
// occurred, this time included.
func (t *Tracker) occurrences(l *line, i int) int {
	return 1 + t.earlier(&l.steps[i].after, l, i)
}

// earlier is how often a position has occurred in the game with the first n
// plies of a line.
func (t *Tracker) earlier(p *legality.Position, l *line, n int) int {
	if t.cfg.Rules.has(topicSame, sameMoves) {
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

// earlierByMoves is the same where a position is the same if the same men stand
// there and the same moves are possible now, whatever castling may become
// possible later (FIDE 1971, 12(3)).
func (t *Tracker) earlierByMoves(p *legality.Position, l *line, n int) int {
	times := 0
	for j := range n {
		if samePlay(&l.steps[j].after, p) {
			times++
		}
	}
	for j := range l.base + 1 {
		if samePlay(t.spine.At(j), p) {
			times++
		}
	}
	return times
}

func samePlay(a, b *legality.Position) bool {
	return a.Turn() == b.Turn() && *a.Placement() == *b.Placement() && slices.Equal(a.AppendMoves(nil), b.AppendMoves(nil))
}

// judgeClaimsByMove finds that the player having the move may claim a draw by a
// move that he announces and does not play (9.2.1, 9.3.1).
func (t *Tracker) judgeClaimsByMove(l *line, i int) {
	p, rules := &l.steps[i].after, t.cfg.Rules
	if !rules.settles(topicThreefoldByMove) || p.HalfmoveClock() < quietPlies {
		return
	}
	f := Finding{Code: DrawClaimableByMove, Side: PartyOf(p.Turn()), Ply: t.told[i].number + 1}
	if quiet := quietMoves(p); p.HalfmoveClock() == 99 && rules.settles(topicFiftyByMove) && len(quiet) > 0 {
		f.Article, f.Text = rules.article(topicFiftyByMove), "any move but a capture or a pawn's completes 50 by each player"
		t.say(f)
	}
	for _, m := range t.thirdTime(l, i) {
		f.Article, f.Text, f.UCI, f.SAN = rules.article(topicThreefoldByMove), "the position occurs for the third time or more", p.UCI(m), p.SAN(m)
		t.say(f)
	}
}

// quietPlies is the least number of plies without a capture or a pawn's move
// before one by which a position occurs for the third time.
const quietPlies = 7

// thirdTime lists the moves after the i-th ply of a line by which a position
// occurs for the third time or more.
func (t *Tracker) thirdTime(l *line, i int) []legality.Move {
	p := &l.steps[i].after
	return slices.DeleteFunc(quietMoves(p), func(m legality.Move) bool {
		next := p.Play(m)
		return 1+t.earlier(&next, l, i+1) < 3
	})
}

// quietMoves lists the legal moves that neither capture nor move a pawn.
func quietMoves(p *legality.Position) []legality.Move {
	return slices.DeleteFunc(p.AppendMoves(nil), func(m legality.Move) bool {
		return p.Captured(m) != placement.NoSquare || p.At(m.From()).Kind() == legality.Pawn
	})
}
