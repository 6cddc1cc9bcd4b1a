package sensor

import "github.com/boardd/boardd/legality/placement"

// votesKept is how many votes are remembered: a clock that was turned round
// between two games is believed after three presses that say so, and one or
// two odd ones in a row, each with its own story of hands, change nothing
// once the memory is full.
const votesKept = 5

// clockSide learns whose clock is which. "White" of a decoder is the player
// who usually is White; the clock is crossed when he is Black.
//
// Its evidence: while a player's clock runs he moves, then he presses. So when
// the lever goes over, the colour of the men that since the last press have
// come to stand on new squares is the presser's. Men of both colours there (a
// captured one set down beside its square, a reply before the press) or of
// none (a press without a move, an occupancy board) are no evidence.
//
// The first vote decides; from then on the majority of the last five, and in a
// tie what was believed before.
type clockSide struct {
	crossed bool // believed, if learnt
	learnt  bool
	votes   [votesKept]int8 // the last ones: 1 crossed, -1 not, 0 none yet
	next    int             // which of them is the oldest
	before  placement.Placement
	armed   bool // before is the board as this turn began
	running Running
}

// forget drops what was learnt: the board turned out to lie the other way.
func (c *clockSide) forget() { *c = clockSide{running: c.running} }

// forgetTurn drops the turn in progress: records are missing.
func (c *clockSide) forgetTurn() { c.armed = false }

// begin marks the board on which a turn begins.
func (c *clockSide) begin(board *placement.Placement) {
	c.before, c.armed = *board, true
}

// pressed counts the vote of a press, and begins the next turn.
func (c *clockSide) pressed(presser placement.Color, board *placement.Placement) {
	if mover, ok := c.mover(board); ok {
		c.vote(mover != presser)
	}
	c.begin(board)
}

// mover is the one colour whose men have come to new squares in this turn.
func (c *clockSide) mover(board *placement.Placement) (placement.Color, bool) {
	if !c.armed {
		return placement.White, false
	}
	var came [2]bool
	for changed := placement.Differ(&c.before, board); changed != 0; {
		if p := board[changed.Pop()]; p.Known() {
			came[p.Color()] = true
		}
	}
	if came[placement.White] == came[placement.Black] {
		return placement.White, false
	}
	if came[placement.Black] {
		return placement.Black, true
	}
	return placement.White, true
}

func (c *clockSide) vote(crossed bool) {
	c.votes[c.next] = -1
	if crossed {
		c.votes[c.next] = 1
	}
	c.next = (c.next + 1) % votesKept
	sum := int8(0)
	for _, v := range c.votes {
		sum += v
	}
	if sum != 0 {
		c.crossed, c.learnt = sum > 0, true
	}
}

// crossed reports whether the player whom the decoder calls White is Black.
// Until something has been learnt it is the way the board lies that tells.
func (s *Seating) crossed() bool {
	if s.clock.learnt {
		return s.clock.crossed
	}
	return s.turned
}

// timed passes on a record of the clock, after learning from it.
func (s *Seating) timed(dst []Record, r Record) []Record {
	was := s.crossed()
	switch r.Word {
	case Press:
		s.clock.pressed(r.Side, &s.sensed)
	case Clock:
		if s.clock.running == Stopped && r.Running != Stopped {
			s.clock.begin(&s.sensed)
		}
		s.clock.running = r.Running
	}
	if s.crossed() != was {
		dst = append(dst, Notice(r.At, "the moves show that the clock stands the other way round"))
	}
	if s.crossed() {
		r = crossedOver(r)
	}
	return append(dst, r)
}

// crossedOver is a record of the clock with the players changed over.
func crossedOver(r Record) Record {
	switch r.Word {
	case Press, Flag:
		r.Side = r.Side.Other()
	case Clock:
		r.Times[placement.White], r.Times[placement.Black] = r.Times[placement.Black], r.Times[placement.White]
		if r.Running != Stopped {
			r.Running = WhiteRuns + BlackRuns - r.Running
		}
	}
	return r
}
