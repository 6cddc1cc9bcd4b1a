package hands

import "github.com/boardd/boardd/legality/placement"

// press lets a player press the clock after his move: in time, too early, late or
// not at all.
func (s *scene) press(d *deed) {
	if !s.clock.on() {
		return
	}
	at := s.made + s.takes(PressAfter)
	switch {
	case s.happens(PressForgotten):
		if at = s.forgotten(d); at == 0 {
			return
		}
	case s.happens(PressPremature):
		at = max(d.begun+20, s.made-s.takes(PressAhead))
		s.note("press_early", at, d.squares(), "pressed before the piece is down")
	}
	if last := s.clock.lastAt(); at <= last { // the other hand is still on the clock
		at = last + s.within(50, 250)
	}
	s.pressed = max(at, s.made)
	s.hand[d.by] = at
	if !s.clock.press(at, d.by) {
		s.note("press_dead", at, 0, "his clock does not run: the lever does not move")
		return
	}
	last := &s.truth.Plies[len(s.truth.Plies)-1]
	last.Completed, last.Pressed = max(s.clock.lastAt(), s.made), true
	if s.happens(PressBounce) {
		s.bounce(d.by, at)
	}
}

// forgotten returns when a player makes up for a forgotten press; 0 if the reply
// comes first.
func (s *scene) forgotten(d *deed) int64 {
	kind, how, at := NoteKind("press_forgotten"), "the reply comes first", int64(0)
	switch s.which(ForgottenRemembered, ForgottenHint) {
	case 0:
		how, at = "remembered late", s.made+s.takes(RememberAfter)
	case 1:
		how, at = "the opponent points at the clock", s.made+s.takes(ObjectAfter)
	}
	s.until(s.note(kind, s.made, d.squares(), how), max(s.made, at))
	return at
}

// bounce lets the lever spring back; the player presses again.
func (s *scene) bounce(by placement.Color, at int64) {
	s.note("press_bounce", at, 0, "the lever comes back and is pressed again")
	back := at + s.takes(LeverBack)
	s.clock.press(back, by.Other())
	s.clock.press(back+s.takes(LeverBack)+100, by)
	s.pressed = max(s.pressed, s.clock.lastAt())
}

// pressesNothing lets the player who has the move press without a move; the
// opponent presses back. It returns when.
func (s *scene) pressesNothing(at int64) int64 {
	c := s.turn()
	if !s.clock.press(at, c) {
		return at
	}
	s.note("press_no_move", at, 0, "pressed without a move, and pressed back")
	back := s.clock.lastAt() + s.takes(ObjectAfter)
	s.clock.press(back, c.Other())
	return back + s.takes(Regrip)
}
