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
	raised bool // play has gone on over it
}

func (p *stray) squares() placement.Set {
	if p.from > 63 {
		return p.to.Set()
	}
	return p.from.Set() | p.to.Set()
}

// strayed notes that a piece of the opponent was put where no move puts it.
func (s *state) strayed(a *track.Told) {
	s.strays = append(slices.Clip(s.strays), stray{rest: rest{from: a.Home, to: a.Square, at: a.At}})
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
			s.strays[i].released = true
			s.say(laws.Finding{Code: laws.Displaced, Side: laws.Somebody, Squares: p.squares()})
		}
	}
}

// displaced is the squares of the pieces that stand where no move put them.
func (s *state) displaced() (squares placement.Set) {
	for i := range s.strays {
		if s.strays[i].released {
			squares |= s.strays[i].squares()
		}
	}
	return squares
}
