package touchmove

import (
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
)

// made finds that the i-th ply of a line has been made, and what follows: what
// its player was bound to, whether he kept to it, and whether the game is over
// or a draw can be claimed.
func (t *Tracker) made(l *line, i int) {
	s, w := &l.steps[i], &t.told[i]
	t.say(Finding{Code: MoveMade, Side: PartyOf(s.side), Ply: w.number, UCI: w.uci, SAN: w.san})
	if l.halfCastled(i) {
		t.say(Finding{Code: Ambiguous960Castle, Side: PartyOf(s.side), Ply: w.number, UCI: w.uci, SAN: w.san})
	}
	if t.guessed(s) && t.board.sensed[s.move.To()] == placement.Unknown {
		w.unnamed = true
	}
	t.chargeOthers(l, i, 1, t.costs.abandoned)
	if !t.unruled {
		t.judgeTouches(l, i)
		t.judgeEnding(l, i)
	}
	t.judgeByNext(l, i)
}

// judgeUnnamed finds that a board without kinds cannot tell what a pawn became:
// once the move is beyond doubt, since until then the pawn itself may stand there.
func (t *Tracker) judgeUnnamed(l *line, i int) {
	if w := &t.told[i]; w.unnamed && t.madeState(l, i) {
		w.unnamed = false
		t.say(Finding{Code: PromotionPieceUnknown, Level: Arbiter, Side: PartyOf(w.step.side), Ply: w.number, UCI: w.uci, SAN: w.san})
	}
}

// chargeOthers charges the lines that do not have the i-th ply of this one, at
// whatever place: it was seen whole and at rest. That is charged for once: what is
// taken for that ply again, after another one stood, is no new proof of it.
func (t *Tracker) chargeOthers(l *line, i, rests, cost int) {
	s := &l.steps[i]
	if s.inferred || s.charged >= rests || t.astray(l) || t.board.unnamed && s.pressed >= 0 && s.at > s.pressed {
		return // nameless, and after the press: a captured man in the hand looks the same
	}
	seen := *l
	seen.n = i + 1
	for j := range t.lines {
		switch o := &t.lines[j]; {
		case o.base != l.base:
		case o.startsWith(&seen):
			o.steps[i].charged = rests
		case !o.has(s) && !t.alike(o, s, i):
			o.cost += cost
		}
	}
}

// chargeSeen charges the lines that do not have the plies of this one from the i-th
// on that were seen whole and at rest, though it is open what was played before.
func (t *Tracker) chargeSeen(l *line, i int) {
	for ; i < l.n; i++ {
		s := &l.steps[i]
		if s.legal() && s.oneOf == 0 && s.charged == 0 && (t.proved(l, i) || t.rested(s, t.cfg.RestMs)) {
			t.chargeOthers(l, i, 1, t.costs.abandoned)
		}
	}
}

// stayed charges them once more for a ply whose men stay where they are for longer
// than those who only pass mostly do, with a clock in use.
func (t *Tracker) stayed(l *line, i int) {
	if s := &l.steps[i]; t.clock.used && s.charged == 1 && t.rested(s, stayMs) {
		t.chargeOthers(l, i, 2, t.costs.stayed)
	}
}

// alike reports whether a line has the i-th ply of another one too, as far as a
// board without kinds tells: but for what the pawn became, or with a capture by
// the same man, the captured one of which is seen on his way off the board.
func (t *Tracker) alike(o *line, s *step, i int) bool {
	if !t.board.unnamed || o.n <= i || o.steps[i].move.From() != s.move.From() {
		return false
	}
	return o.steps[i].oneOf > 0 || o.steps[i].move.Promotion() != legality.NoKind && o.steps[i].move.To() == s.move.To()
}

// judgeByNext completes the same player's move before this one, if it never
// was pressed (6.2.1.2).
func (t *Tracker) judgeByNext(l *line, i int) {
	counts := t.cfg.Rules.settles(topicNextMove)
	if i >= 2 {
		if prev := &l.steps[i-2]; prev.legal() && !prev.completed() {
			prev.byNext, t.careless[prev.side] = true, true
			w := &t.told[i-2]
			if w.completed = counts; !counts {
				return
			}
			t.say(Finding{Code: CompletedByNextMove, Side: PartyOf(prev.side), Ply: w.number, UCI: w.uci, SAN: w.san})
		}
		return
	}
	if n := len(t.plies) - 2 + i; n >= 0 && t.plies[n].State == StateMade && counts {
		t.complete(&t.plies[n], CompletedByNextMove)
	}
}

// complete marks a confirmed ply as completed and says how.
func (t *Tracker) complete(p *Ply, how Code) {
	p.State, p.CompletedAt = StateCompleted, t.now
	t.careless[p.Side] = how == CompletedByNextMove
	t.say(Finding{Code: how, Side: PartyOf(p.Side), Ply: p.Number, UCI: p.UCI, SAN: p.SAN})
	t.touchGame()
}

// judgeEnding finds the end of the game, and the draws that the other player
// may now claim.
func (t *Tracker) judgeEnding(l *line, i int) {
	s, w := &l.steps[i], &t.told[i]
	times := t.occurrences(l, i)
	w.ending = t.endingOf(&s.after, times)
	if w.ending == legality.NoEnding {
		t.judgeClaims(&s.after, times, w.number)
		t.judgeClaimsByMove(l, i)
		t.judgeSeries(l, i)
		return
	}
	t.sayEnding(w, t.ends(w))
}

// endingOf is how a position ends the game under the rule set in force.
func (t *Tracker) endingOf(p *legality.Position, times int) legality.Ending {
	e := legality.Judge(p, times)
	later := e == legality.NoEnding || e > legality.DeadPosition
	if later && t.cfg.Rules.settles(topicDead) && p.QuickDead() {
		e = legality.DeadPosition
	}
	if e != legality.NoEnding && t.cfg.Rules.settles(endingTopics[e]) {
		return e
	}
	return legality.NoEnding
}

var endingTopics = [...]topic{
	legality.Checkmate:    topicMate,
	legality.Stalemate:    topicStalemate,
	legality.DeadPosition: topicDead,
	legality.Fivefold:     topicFivefold,
	legality.SeventyFive:  topicSeventyFive,
}

// toBeCorrected reports whether play will go back to before an irregular move
// (7.5.1), or may: what follows it ends nothing by itself.
func (t *Tracker) toBeCorrected() bool {
	return t.irregular >= 0 && (t.disputed || !t.cfg.Rules.Stands() || t.leftInCheck())
}

var endingCodes = [...]Code{
	legality.Checkmate:    Checkmate,
	legality.Stalemate:    Stalemate,
	legality.DeadPosition: DeadPosition,
	legality.Fivefold:     Fivefold,
	legality.SeventyFive:  SeventyFive,
}

// endGame takes the result that the rules give.
func (t *Tracker) endGame(ending legality.Ending, winner placement.Color) {
	t.ending = ending
	t.game.Result, t.game.Termination = "1/2-1/2", "normal"
	if ending == legality.Checkmate {
		t.game.Result = [...]string{"1-0", "0-1"}[winner]
	}
	t.openLine() // what has been done since is no part of the game
	t.tell()
	t.become(Ended)
	t.clearAllAlerts()
}
