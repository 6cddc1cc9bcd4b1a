package hands

import (
	"slices"

	"github.com/boardd/boardd/legality"
)

// interlude plays what comes between two plies of the game: takebacks, analysis,
// illegal moves.
func (s *scene) interlude() {
	switch {
	case s.happens(Takeback):
		s.takeback()
	case s.happens(Analysis):
		s.analysis()
	case s.happens(IllegalTry):
		s.illegality()
	}
}

// takeback plays some plies and takes them back.
func (s *scene) takeback() {
	n := 1
	for n < 6 && s.happens(TakebackMore) {
		n++
	}
	n = s.line(s.next(), n, true)
	if n == 0 {
		return
	}
	stop := s.clock.on() && s.happens(TakebackPause)
	s.undo(n, s.settled()+s.takes(ObjectAfter), stop, "takeback", "taken back")
}

// analysis plays a variation on the board, and puts all pieces back.
func (s *scene) analysis() {
	if s.clock.on() {
		s.clock.stop(s.settled() + s.takes(LookAt))
	}
	who := s.turn()
	n := s.line(legality.NoMove, int(s.within(1, 4)), false)
	if n > 0 {
		s.undo(n, s.settled()+s.takes(LookAt), false, "analysis", "looked at on the board")
	}
	s.clock.start(s.settled()+s.takes(Regrip), who)
	s.made = max(s.made, s.clock.lastAt())
	s.pressed = s.made
}

// settled returns when the last ply was made, or pressed.
func (s *scene) settled() int64 { return max(s.made, s.pressed) }

// line plays up to n sensible moves, and returns how many it has played. The first one is not
// the move to avoid.
func (s *scene) line(avoid legality.Move, n int, presses bool) (count int) {
	for count < n && !s.over && s.game.Ending() == legality.NoEnding {
		m := s.sensible(avoid)
		if m == legality.NoMove {
			break
		}
		s.ply(m, presses)
		if s.over {
			return 0
		}
		avoid = legality.NoMove
		count++
	}
	return count
}

// undo puts back the last n plies, from a time on, and removes them from the
// truth.
func (s *scene) undo(n int, at int64, stop bool, kind NoteKind, text string) {
	keep := len(s.deeds) - n
	taken := slices.Clone(s.deeds[keep:])
	for i := keep; i < len(s.truth.Plies); i++ {
		text += " " + s.truth.Plies[i].SAN
	}
	note := s.note(kind, at, 0, text)
	if stop {
		s.clock.stop(at)
	}
	at = s.fixAll(at, func(*stray) bool { return true })
	slices.Reverse(taken)
	if n > 1 && s.happens(TakebackDisorder) && disjoint(taken) {
		taken = append(taken[1:], taken[0])
	}
	for i := range taken {
		at = s.unmake(&taken[i], at)
		s.truth.Notes[note].Squares |= taken[i].squares()
	}
	if !s.clock.on() && s.looksPlayed(taken) {
		s.doubt = "moves were taken back as if they were played back"
	}
	s.truth.Notes[note].Undone = n
	s.deeds = s.deeds[:keep]
	s.truth.Plies = s.truth.Plies[:keep]
	for range n {
		s.game.Undo()
	}
	s.until(note, at)
	s.resumed(at, stop)
}

// resumed starts the clock of the player who has the move again.
func (s *scene) resumed(at int64, stop bool) {
	who := s.turn()
	switch {
	case s.over:
	case stop:
		s.clock.start(at+s.takes(Regrip), who)
	case s.clock.running.Is(who.Other()):
		s.clock.press(at+s.takes(Regrip), who.Other())
	}
	s.made, s.pressed = max(at, s.clock.lastAt()), 0
	if n := len(s.truth.Plies); n > 0 && !s.truth.Plies[n-1].Pressed {
		s.truth.Plies[n-1].Completed = 0
	}
}

// looksPlayed reports whether putting back some deeds looks like play: the sides
// alternate, and each piece moves as it may.
func (s *scene) looksPlayed(taken []deed) bool {
	p := *s.position()
	for i := range taken {
		d := &taken[i]
		back := legality.MakeMove(d.changes[0].to, d.changes[0].from)
		if len(d.changes) > 1 || !p.IsLegal(back) {
			return false
		}
		p = p.Play(back)
	}
	return len(taken)%2 == 0
}

// disjoint reports whether deeds have no square in common.
func disjoint(list []deed) bool {
	seen := list[0].squares()
	for i := range list[1:] {
		if now := list[i+1].squares(); now&seen != 0 {
			return false
		} else {
			seen |= now
		}
	}
	return true
}

// unmake puts back the pieces of a deed, the mover first.
func (s *scene) unmake(d *deed, at int64) int64 {
	back := make([]change, len(d.changes))
	for i, c := range d.changes {
		back[i] = change{c.piece, c.to, c.from}
	}
	s.apply(back)
	for _, c := range back {
		p := &s.pieces[c.piece]
		to := s.besides(d.by)
		if c.to != aside {
			to = s.landing(c.to)
		}
		at = p.ride(s.ready(c.piece, at+s.takes(Regrip)), []leg{{to: to, takes: s.takes(PutBackTakes), high: s.takes(CarryHeight)}})
	}
	return at
}

// illegality plays an illegal move. Its player puts it back, or the opponent
// objects, or it is found later or never.
func (s *scene) illegality() {
	m := s.illegal()
	if m == legality.NoMove {
		return
	}
	switch s.which(IllegalPutBack, IllegalNoticed) {
	case 0:
		if s.ply(m, false); !s.over {
			s.undo(1, s.made+s.takes(PutBackAfter), false, "illegal_put_back", "put back before the press:")
		}
		return
	case 1:
		if s.ply(m, true); !s.over {
			stop := s.clock.on() && s.one(whole/2)
			s.undo(1, s.settled()+s.takes(ObjectAfter), stop, "illegal_noticed", "the opponent objects:")
		}
		return
	}
	s.ply(m, true)
	if s.over || !s.happens(IllegalRestored) {
		return
	}
	if n := 1 + s.line(legality.NoMove, int(s.within(1, 4)), true); !s.over {
		s.undo(n, s.settled()+s.takes(ObjectAfter), s.clock.on(), "illegal_restored", "found later, the position restored:")
	}
}
