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
	falls  [2]int  // how often it has fallen; each fall ends a period
	zero   [2]bool // the clock has shown zero
}

// fall notes that a flag falls.
func (f *flags) fall(side placement.Color, at int64) {
	if !f.fallen[side] {
		f.fallen[side], f.at[side], f.found[side], f.zero[side] = true, at, false, false
		f.falls[side]++
	}
}

// shows puts a flag up again when the clock shows time after zero: the next period has begun,
// or the arbiter has set the clock.
func (f *flags) shows(r *clockRecord, before [2]bool) {
	for side := range f.fallen {
		switch {
		case !f.fallen[side]:
		case r.zero[side]:
			f.zero[side] = true
		case (f.zero[side] || before[side]) && r.at > f.at[side]+laws.LagMs:
			f.fallen[side] = false
		}
	}
}

// Fallen is whose flags are down, by Color.
func (r *Referee) Fallen() [2]bool { return r.live.flags.fallen }

// judgeFlags reports that a flag, or both, fell before the game was over. Two things are the
// arbiter's: when the fall counts, which is when it is observed or claimed (6.8), and
// whether the opponent can mate by any series of legal moves (6.9).
func (s *state) judgeFlags() {
	f := &s.flags
	s.asks = false
	if f.fallen == [2]bool{true, true} {
		if f.found != f.fallen {
			f.found = f.fallen
			s.bothFlags()
		}
		return
	}
	for side, fallen := range f.fallen {
		if fallen && !f.found[side] && s.wait(f.at[side]+laws.SweepMs) && !s.asksFor(placement.Color(side)) {
			f.found[side] = true
			s.flagFall(placement.Color(side))
		}
	}
}

func (s *state) flagFall(side placement.Color) {
	f := laws.Finding{Code: laws.FlagFall, Level: laws.Arbiter, Side: laws.PartyOf(side), Flag: s.flagFacts(side)}
	f.Text, f.Remedy = s.flagRemedy(side, f.Flag)
	s.say(f)
}

// flagFacts counts the moves that a player had completed when the flag fell, and the moves prescribed by then as
// far as the time control is known (6.3.1, 6.4).
func (s *state) flagFacts(side placement.Color) *laws.FlagFacts {
	facts, stages := &laws.FlagFacts{Completed: s.completedBy(side, s.flags.at[side])}, s.r.stages
	for i := 0; i < s.flags.falls[side] && len(stages) > 0; i++ {
		stage := stages[min(i, len(stages)-1)]
		if facts.Prescribed += stage.Moves; stage.Moves == 0 {
			facts.Prescribed, facts.All = 0, true
			break
		}
	}
	return facts
}

// flagRemedy returns what follows from a flag fall, and why.
func (s *state) flagRemedy(side placement.Color, facts *laws.FlagFacts) (string, *laws.Remedy) {
	rules := s.rules()
	remedy := &laws.Remedy{Result: laws.LostBy(side), Article: rules.Article(laws.TopicCannotMate)}
	switch n := len(s.plies); {
	case !rules.Settles(laws.TopicCannotMate):
		return "the text does not say what follows", nil
	case facts.Prescribed > 0 && facts.Completed >= facts.Prescribed:
		return "the prescribed number of moves is completed", nil
	case s.toBeCorrected() && s.plies[s.first()].Side != side:
		return "an illegal move of the opponent has not been put right", nil
	case n > 0 && s.plies[n-1].breach && s.mayObject() && s.plies[n-1].Side != side:
		return "the opponent's last move may be against Article 4", nil
	}
	if !facts.All && facts.Prescribed == 0 {
		remedy.If = append(remedy.If, laws.IfNotCompleted)
	}
	if rules.Has(laws.TopicFlag, laws.ClaimedOnly) {
		remedy.If = append(remedy.If, laws.IfClaimed)
	}
	if rules.Has(laws.TopicCannotMate, laws.LosesEvenSo) {
		return "the flag loses even where the opponent cannot mate", remedy
	}
	switch answer, by := s.canMate(s.pos, side.Other()); {
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
	at := &s.flags.at
	f := laws.Finding{Code: laws.BothFlags, Level: laws.Arbiter, Side: laws.Both, Flag: &laws.FlagFacts{}}
	first := placement.White
	if at[placement.Black] < at[placement.White] {
		first = placement.Black
	}
	text := "which of them fell first is not known"
	if apart := at[first.Other()] - at[first]; apart > laws.SweepMs {
		f.Flag.First, f.Flag.ApartMs = laws.PartyOf(first).String(), apart
		text = "the flag of " + [...]string{"White", "Black"}[first] + " fell first"
	}
	f.Text, f.Remedy = s.bothRemedy(first, f.Flag, text)
	s.say(f)
}

// bothRemedy returns what follows when both flags have fallen, and why.
func (s *state) bothRemedy(first placement.Color, facts *laws.FlagFacts, text string) (string, *laws.Remedy) {
	rules, stages := s.rules(), s.r.stages
	drawn := &laws.Remedy{Result: "1/2-1/2", Article: rules.Article(laws.TopicBothFlags)}
	switch {
	case !rules.Settles(laws.TopicBothFlags):
		return text, nil
	case rules.Has(laws.TopicBothFlags, laws.DrawnAnyway):
		return text, drawn
	case rules.Has(laws.TopicBothFlags, laws.ByPeriod) && len(stages) > 0 && stages[len(stages)-1].Increment > 0:
		return text + "; the guideline holds for games without an increment", nil
	case facts.First != "":
		more, remedy := s.flagRemedy(first, s.flagFacts(first))
		return text + "; " + more, remedy
	case rules.Has(laws.TopicBothFlags, laws.GoesOn):
		return text, nil
	case rules.Has(laws.TopicBothFlags, laws.DrawnUnlessFirst):
		return text, drawn
	case len(stages) == 0:
		drawn.If = []string{laws.IfLastPeriod}
		return text, drawn
	case max(s.flags.falls[0], s.flags.falls[1]) < len(stages):
		return text + "; this was not the last period", nil
	}
	return text + "; this was the last period", drawn
}

// Question is whether a player can mate by any series of legal moves (6.9).
type Question struct {
	Position legality.Position
	Side     placement.Color
}

// Answer is what a full search has found.
type Answer struct {
	Question
	Mates legality.Answer
	By    []legality.Move
}

// Asked is the question that a flag fall waits for; false if it waits for none.
func (r *Referee) Asked() (Question, bool) { return r.asked, r.live.asks }

// Answered takes the answer to the question that was asked.
func (r *Referee) Answered(a Answer) { r.mate, r.seen = a, -1 }

const (
	// quickPositions is how many positions are searched at once when a flag has fallen and
	// somebody answers questions: 3 ms, and nine in ten positions of games need no more.
	quickPositions = 2000

	// mateMs is how long a flag fall waits for the answer of a full search.
	mateMs = 3000
)

// asksFor reports whether a finding on a fallen flag has to wait for the answer to whether the
// opponent can mate.
func (s *state) asksFor(side placement.Color) bool {
	r, q := s.r, Question{*s.pos, side.Other()}
	if !r.cfg.AsksMate || len(s.otherwise()) > 0 || r.mate.Question == q {
		return false
	}
	if r.asked != q {
		if answer, by := q.Position.CanMate(q.Side, quickPositions, nil); answer != legality.Undecided {
			r.mate = Answer{q, answer, by}
			return false
		}
		r.asked = q
	}
	if s.wait(s.flags.at[side] + mateMs) {
		r.mate = Answer{q, legality.Undecided, nil}
		return false
	}
	s.asks = true
	return true
}

// AskedPositions is how many positions are searched for a mate: 0.2 s at worst.
const AskedPositions = 1 << 17

// canMate searches a position once, as long as nothing else is asked. The answer holds for each
// kind that a piece may have.
func (s *state) canMate(p *legality.Position, side placement.Color) (legality.Answer, []legality.Move) {
	if q := (Question{*p, side}); s.r.mate.Question != q {
		answer, by := p.CanMate(side, AskedPositions, nil)
		for _, o := range others(s.unknown(len(s.plies)), p) {
			if is, _ := o.CanMate(side, AskedPositions, nil); is != answer {
				answer = legality.Undecided
			}
			by = nil
		}
		s.r.mate = Answer{q, answer, by}
	}
	return s.r.mate.Mates, s.r.mate.By
}
