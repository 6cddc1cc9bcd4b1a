package sensor

// Learnt is what a Seating knows of how board and clock stand: found out, or told by
// an operator. Another Seating that takes it up turns the records that follow into
// the same ones.
type Learnt struct {
	Orientation Orientation // as configured or told; Auto looks at the men
	Lies        Orientation // which way the board lies: Normal or Rotated
	Crossed     bool        // the clock, if there are votes
	Votes       []bool      // the last that were given on the clock, crossed or not, the oldest first
}

// Learnt is what is known now.
func (s *Seating) Learnt() Learnt {
	l := Learnt{Orientation: s.Orientation, Lies: s.Lies(), Crossed: s.clock.crossed}
	for i := range votesKept {
		if v := s.clock.votes[(s.clock.next+i)%votesKept]; v != 0 {
			l.Votes = append(l.Votes, v > 0)
		}
	}
	return l
}

// TakeUp goes on with what another Seating has learnt. A board that was shown before
// was so in terms of the game.
func (s *Seating) TakeUp(l Learnt) {
	was := s.turned
	s.Orientation, s.begun, s.turned = l.Orientation, true, l.Lies == Rotated
	if s.turned != was {
		s.sensed = s.sensed.Rotated()
	}
	c := clockSide{running: s.clock.running}
	for _, crossed := range l.Votes {
		c.vote(crossed)
	}
	if c.learnt {
		c.crossed = l.Crossed
	}
	s.clock = c
}
