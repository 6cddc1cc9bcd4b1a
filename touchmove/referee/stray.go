package referee

import (
	"slices"

	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/touchmove/laws"
	"github.com/boardd/boardd/touchmove/track"
)

// stray is a piece that stands where no move put it.
type stray struct {
	rest
	ply    int  // that was being made
	raised bool // the arbiter has been told
}

func (p *stray) squares() placement.Set {
	if p.from > 63 {
		return p.to.Set()
	}
	return p.from.Set() | p.to.Set()
}

// strayed notes that a piece of the opponent was put where no move puts it.
func (s *state) strayed(a *track.Told) {
	s.strays = append(slices.Clip(s.strays), stray{rest: rest{from: a.Home, to: a.Square, at: a.At}, ply: s.number()})
}

// unstray notes that a square holds another piece now, or none.
func (s *state) unstray(sq placement.Square) {
	if slices.ContainsFunc(s.strays, func(p stray) bool { return p.to == sq }) {
		s.strays = slices.DeleteFunc(slices.Clone(s.strays), func(p stray) bool { return p.to == sq })
	}
}

// judgeStrays reports pieces that were displaced (7.4.1). Whose hand that was, no sensor
// sees; in some rule sets it is that of the player whose pieces they are (FIDE 1997, 7.3).
func (s *state) judgeStrays() {
	for i := range s.strays {
		if p := &s.strays[i]; !p.released && s.wait(p.at+restMs) {
			s.strays = slices.Clone(s.strays)
			s.strays[i].released, s.strays[i].ply = true, s.number()
			s.say(laws.Finding{Code: laws.Displaced, Side: laws.Somebody, Squares: p.squares()})
		}
	}
}

// pressesBack reports whether a player presses without a move because the opponent has
// displaced pieces, who then puts them right in his own time (FIDE 1997, 7.3).
func (s *state) pressesBack(by placement.Color) bool {
	if !s.rules().Has(laws.TopicKnocked, laws.PressedBack) || s.displaced() == 0 {
		return false
	}
	for rest := s.displaced(); rest != 0; {
		if s.pos.At(rest.Pop()).Is(by) {
			return false // an own piece is displaced
		}
	}
	return true
}

// escalate leaves displaced pieces to the arbiter when play has gone on over them: the
// position before that is restored (7.6); or when nobody has put them right for a while.
func (s *state) escalate() {
	for i := range s.strays {
		p := &s.strays[i]
		if !p.released || p.raised || p.ply == s.number() && !s.wait(p.at+disorderMs) {
			continue
		}
		s.strays = slices.Clone(s.strays)
		p = &s.strays[i]
		p.raised = true
		f := laws.Finding{Code: laws.Displaced, Level: laws.Arbiter, Side: laws.Somebody, Squares: p.squares()}
		topic := laws.TopicKnocked
		if p.ply < s.number() {
			topic = laws.TopicDisplaced
		}
		if s.rules().Settles(topic) {
			f.Remedy = &laws.Remedy{Restore: s.after(p.ply - 1).FEN(), Article: s.rules().Article(topic)}
		}
		s.say(f)
	}
}

// disorderMs is for how long a displaced piece may stand before the arbiter is told.
const disorderMs = 10_000

// displaced is the squares of the pieces that stand where no move put them.
func (s *state) displaced() (squares placement.Set) {
	for i := range s.strays {
		if s.strays[i].released {
			squares |= s.strays[i].squares()
		}
	}
	return squares
}
