package sensor

import (
	"slices"
	"testing"

	"github.com/boardd/boardd/legality/placement"
)

// TestTakeUp: a Seating that takes up what another has learnt, and has been shown the
// board in terms of the game, says what the other one does.
func TestTakeUp(t *testing.T) {
	hands := slices.Concat(whiteMove(placement.White), blackMove(placement.Black), []Record{{Word: Flag, Side: placement.Black}})
	for name, prepare := range map[string]func(s *Seating){
		"nothing learnt":                   func(s *Seating) { seat(s, scan(t, array)) },
		"the men lie the other way":        func(s *Seating) { seat(s, scan(t, turnedArray)) },
		"an operator has turned it":        func(s *Seating) { seat(s, scan(t, array)); s.Rotate(nil, 0) },
		"the clock stands the other way":   func(s *Seating) { seat(s, scan(t, array), running(placement.Black)); votes(s, true) },
		"one vote of many is another":      func(s *Seating) { seat(s, scan(t, array)); votes(s, true, true, true, true, false) },
		"a tie leaves what was believed":   func(s *Seating) { seat(s, scan(t, array)); votes(s, true, false) },
		"more votes than are remembered":   func(s *Seating) { seat(s, scan(t, array)); votes(s, true, true, true, false, false, false, false) },
		"configured, and the clock learnt": func(s *Seating) { s.Orientation = Rotated; votes(s, false, false) },
	} {
		var old, fresh Seating
		prepare(&old)
		game := old.sensed
		if old.Lies() == Rotated {
			game = game.Rotated()
		}
		fresh.StepLogged(nil, Record{Word: Board, Placement: game})
		fresh.TakeUp(old.Learnt())
		for _, s := range []*Seating{&old, &fresh} {
			s.clock.running = Stopped
			s.clock.forgetTurn()
		}
		if fresh.Lies() != old.Lies() || fresh.sensed != old.sensed || fresh.crossed() != old.crossed() {
			t.Errorf("%s: lies %s, was %s; crossed %t, was %t", name, fresh.Lies(), old.Lies(), fresh.crossed(), old.crossed())
		}
		for range 4 { // in which all votes become others
			old, fresh := seat(&old, hands...), seat(&fresh, hands...)
			if !slices.Equal(old, fresh) {
				t.Errorf("%s: %v, want %v", name, fresh, old)
			}
		}
	}
}

// votes are given on whose clock is which.
func votes(s *Seating, crossed ...bool) {
	for _, v := range crossed {
		s.clock.vote(v)
	}
}
