package referee

import (
	"slices"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/touchmove/laws"
)

// MadeRestMs is for how long a piece rests until its move has been made, if nothing else
// proves it, in milliseconds.
const MadeRestMs = 3000

// execute charges an irregular act that nobody has to complete: in a rule set without
// completion, or after a press that came before the board showed it, it has been done when its
// pieces have been released, or the opponent touches a piece of his own. A release does not
// execute an act that the player may still finish (FIDE 1971, 7).
func (s *state) execute() {
	u, o := &s.turn, &s.clock.open
	pressed := o.waits && o.found && o.side == s.side()
	if s.rules().Completes() && !pressed || u.executed != nil || len(u.resting) == 0 || u.held > 0 {
		return
	}
	table := s.table
	act, _ := s.pos.ExplainPlacement(&table)
	if act.Squares != u.misplay.Squares { // the opponent has begun to answer it
		table = s.unanswered()
		act, _ = s.pos.ExplainPlacement(&table)
	}
	unfinished := laws.Unfinished(act.Kind) && s.pos.IsLegal(asQueen(act))
	if !unfinished && (u.misplay.Squares == 0 || act.Squares != u.misplay.Squares) {
		return
	}
	answered := s.answered()
	if !answered && (unfinished || !s.wait(s.landed()+MadeRestMs)) {
		return
	}
	after := s.pos.PlayPlacement(&table)
	p := s.irregularPly(&act, &table, &after)
	if pressed {
		o.waits, p.late, p.Completed, p.DoneAt = false, true, true, o.at
	}
	plies := s.plies
	s.plies = append(slices.Clip(plies), p)
	s.charge(len(plies), s.levelOf(p))
	u.executed, s.plies = s.plies[len(plies)], plies
}

// unanswered is what stands on the board, but for what the opponent has begun.
func (s *state) unanswered() placement.Placement {
	table := s.table
	for _, p := range s.ahead {
		table[p.from], table[p.to] = s.pos.At(p.from), s.pos.At(p.to)
	}
	for _, t := range s.early {
		if table[t.Square] == placement.Empty {
			table[t.Square] = s.pos.At(t.Square)
		}
	}
	return table
}

// answered reports whether the opponent has touched a piece of his own since the pieces of the
// ply that is being made were put down.
func (s *state) answered() bool {
	landed := s.landed()
	for _, t := range s.turn.acts.Touches {
		if s.pos.At(t.Square).Is(s.side().Other()) && t.Lifted > landed && (t.Back || s.wait(t.Lifted+bounceMs)) {
			return true
		}
	}
	return false
}

// standsByTouch lets what has been executed stand once the opponent has touched a piece
// (Bilguer §4).
func (s *state) standsByTouch() {
	x := s.turn.executed
	if x == nil || x.Stands || !s.rules().Has(laws.TopicTooLate, laws.AtTouch) || s.barred(x) || !s.answered() {
		return
	}
	p := *x
	p.Stands = true
	s.turn.executed = &p
	s.sayOf(&p, laws.IllegalStands, laws.Info)
}

// undo begins the turn again when what has been executed is put back: what the player has done
// for it binds the move that replaces it.
func (s *state) undo() {
	x := s.turn.executed
	if x == nil || x.Stands || s.table != *s.pos.Placement() {
		return
	}
	acts := x.acts
	s.replaces = &acts
	s.begins(s.pos)
}

// stands lets an illegal ply stand that the opponent has answered, where the rule set has it
// so (A.5.2). One that was answered before its press, or that nobody has pressed, is for the
// arbiter, until both players have gone on and another ply is made.
func (s *state) stands() {
	i := s.first()
	if i < 0 {
		return
	}
	unpressed := !s.plies[i].Completed && s.rules().Completes()
	if unpressed && s.plies[i].charge == nil {
		s.charge(i, laws.Arbiter)
	}
	goneOn := i+2 < len(s.plies) && s.plies[i+2].Completed // its player has played and pressed again
	if s.clock.used && (unpressed || s.plies[i].answered) && !goneOn || !s.rules().Stands() || s.barred(s.plies[i]) {
		return
	}
	p := s.change(i)
	p.Stands = true
	s.sayOf(p, laws.IllegalStands, laws.Info)
}
