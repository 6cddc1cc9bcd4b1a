package referee

import (
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/touchmove/laws"
)

// madeRestMs is for how long a piece rests until its move has been made, if nothing else
// proves it.
const madeRestMs = 3000

// execute charges an irregular act that nobody has to complete: in a rule set without
// completion it has been done when its pieces have been released, or the opponent touches a
// piece of his own. A release does not execute an act that the player may still finish (FIDE
// 1971, 7).
func (s *state) execute() {
	u := &s.turn
	if s.rules().Completes() || u.executed != nil || len(u.resting) == 0 || u.held > 0 {
		return
	}
	table := s.unanswered()
	act, _ := s.pos.ExplainPlacement(&table)
	unfinished := laws.Unfinished(act.Kind) && s.pos.IsLegal(asQueen(act))
	if !unfinished && (u.illegal == 0 || act.Squares != u.illegal) {
		return
	}
	answered := s.answered()
	if !answered && (unfinished || !s.wait(s.landed()+madeRestMs)) {
		return
	}
	after := s.pos.PlayPlacement(&table)
	p := Ply{Number: s.number(), Side: s.side(), Move: act.Move, Before: s.pos, After: &after, Illegal: true, MadeAt: s.landed(), DoneAt: -1, acts: u.acts, act: act.Kind, placed: table}
	plies := s.plies
	s.plies = append(slices.Clip(plies), p)
	s.charge(len(plies), s.levelOf(&p))
	u.executed, s.plies = &s.plies[len(plies)], plies
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
	f := s.about(&p)
	f.Code = laws.IllegalStands
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
// so (A.5.2). An answered one that nobody has pressed is for the arbiter.
func (s *state) stands() {
	i := s.first
	if i < 0 || !s.plies[i].Illegal {
		return
	}
	if p := &s.plies[i]; !p.Completed && s.rules().Completes() {
		if p.charge == nil {
			s.charge(i, laws.Arbiter)
		}
		if s.clock.used {
			return
		}
	}
	if !s.rules().Stands() || s.barred(&s.plies[i]) {
		return
	}
	s.standing(i)
}

// standing has an illegal ply stand.
func (s *state) standing(i int) {
	p := s.change(i)
	p.Stands = true
	if s.first == i {
		s.first = slices.IndexFunc(s.plies, func(p Ply) bool { return p.Illegal && !p.Stands })
	}
	f := s.about(p)
	f.Code = laws.IllegalStands
	s.say(f)
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
		s.say(laws.Finding{Code: laws.IllegalPositionPersists, Level: laws.Arbiter, Side: laws.Both, Ply: len(s.past) + len(s.plies) - 1})
	}
}

// judgeBothKings reports the position of A.5.4 where that article applies.
func (s *state) judgeBothKings(p *legality.Position) {
	if s.rules().Settles(laws.TopicBothKings) && laws.KingsBothInCheck(p) {
		s.say(laws.Finding{Code: laws.BothKingsInCheck, Level: laws.Arbiter, Side: laws.PartyOf(p.Turn())})
	}
}
