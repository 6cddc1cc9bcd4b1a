package referee

import (
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/touchmove/laws"
)

// flags is what the clock has shown of the two flags.
type flags struct {
	fallen [2]bool
	at     [2]int64
	found  [2]bool
	both   bool // a finding has both
}

// judgeFlags reports that a flag, or both, fell before the game was over. Two things are the
// arbiter's: when the fall counts, which is when it is observed or claimed (6.8), and
// whether the opponent can mate by any series of legal moves (6.9).
func (s *state) judgeFlags() {
	f := &s.flags
	if f.fallen == [2]bool{true, true} {
		if !f.both {
			f.both, f.found = true, f.fallen
			s.bothFlags()
		}
		return
	}
	for side, fallen := range f.fallen {
		if fallen && !f.found[side] && s.wait(f.at[side]+laws.SweepMs) {
			f.found[side] = true
			s.flagFall(placement.Color(side))
		}
	}
}

func (s *state) flagFall(side placement.Color) {
	f := laws.Finding{Code: laws.FlagFall, Level: laws.Arbiter, Side: laws.PartyOf(side), Flag: &laws.FlagFacts{Completed: s.completedBy(side)}}
	f.Text, f.Remedy = s.flagRemedy(side)
	s.say(f)
}

// flagRemedy returns what follows from a flag fall, and why.
func (s *state) flagRemedy(side placement.Color) (string, *laws.Remedy) {
	rules := s.rules()
	remedy := &laws.Remedy{Result: laws.LostBy(side), Article: rules.Article(laws.TopicCannotMate), If: []string{laws.IfNotCompleted}}
	switch n := len(s.plies); {
	case !rules.Settles(laws.TopicCannotMate):
		return "the text does not say what follows", nil
	case s.first >= 0 && s.plies[s.first].Side != side:
		return "an illegal move of the opponent has not been put right", nil
	case n > 0 && s.plies[n-1].breach && s.plies[n-1].Side != side:
		return "the opponent's last move may be against Article 4", nil
	}
	if rules.Has(laws.TopicFlag, laws.ClaimedOnly) {
		remedy.If = append(remedy.If, laws.IfClaimed)
	}
	if rules.Has(laws.TopicCannotMate, laws.LosesEvenSo) {
		return "the flag loses even where the opponent cannot mate", remedy
	}
	switch answer, by := s.r.canMate(s.pos, side.Other()); {
	case answer == legality.No:
		remedy.Result = "1/2-1/2"
		return "the opponent cannot mate by any series of legal moves", remedy
	case answer == legality.Yes && rules.Has(laws.TopicCannotMate, laws.MatingMaterial):
		return "the opponent can mate by some series of legal moves; whether the opponent has mating material is for the arbiter", nil
	case answer == legality.Yes:
		remedy.MateBy = inUCI(s.pos, by)
		return "the opponent can mate by some series of legal moves", remedy
	}
	return "whether the opponent can mate by some series of legal moves is not known", nil
}

// inUCI writes moves that follow a position, in order.
func inUCI(p *legality.Position, moves []legality.Move) []string {
	out, at := make([]string, len(moves)), *p
	for i, m := range moves {
		out[i] = at.UCI(m)
		at = at.Play(m)
	}
	return out
}

// bothFlags reports that the clock shows both flags fallen. If it is known which fell first,
// the consequence is that of the one flag, unless the rule set does not distinguish.
func (s *state) bothFlags() {
	at, rules := &s.flags.at, s.rules()
	f := laws.Finding{Code: laws.BothFlags, Level: laws.Arbiter, Flag: &laws.FlagFacts{}, Text: "which of them fell first is not known"}
	drawn := &laws.Remedy{Result: "1/2-1/2", Article: rules.Article(laws.TopicBothFlags)}
	first := placement.White
	if at[placement.Black] < at[placement.White] {
		first = placement.Black
	}
	if apart := at[first.Other()] - at[first]; apart > laws.SweepMs {
		f.Flag.First, f.Flag.ApartMs = laws.PartyOf(first).String(), apart
		f.Text = "the flag of " + [...]string{"White", "Black"}[first] + " fell first"
	}
	switch known := f.Flag.First != ""; {
	case !rules.Settles(laws.TopicBothFlags):
	case rules.Has(laws.TopicBothFlags, laws.DrawnAnyway):
		f.Remedy = drawn
	case known:
		text, remedy := s.flagRemedy(first)
		f.Text, f.Remedy = f.Text+"; "+text, remedy
	case rules.Has(laws.TopicBothFlags, laws.DrawnUnlessFirst):
		f.Remedy = drawn
	case rules.Has(laws.TopicBothFlags, laws.ByPeriod):
		drawn.If = []string{laws.IfLastPeriod}
		f.Remedy = drawn
	}
	s.say(f)
}

// mate is whether a player can mate by some series of legal moves, and by which.
type mate struct {
	position legality.Position
	side     placement.Color
	answer   legality.Answer
	by       []legality.Move
}

// askedPositions is how many positions are searched for a mate: 0.2 s at worst.
const askedPositions = 1 << 17

// canMate searches a position once, as long as nothing else is asked.
func (r *Referee) canMate(p *legality.Position, side placement.Color) (legality.Answer, []legality.Move) {
	if m := &r.mate; m.position != *p || m.side != side {
		answer, by := p.CanMate(side, askedPositions, nil)
		*m = mate{*p, side, answer, by}
	}
	return r.mate.answer, r.mate.by
}
