package referee

import (
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove/laws"
	"github.com/boardd/boardd/touchmove/track"
)

// next is the state after an act. What the clock told before it comes first.
func (s *state) next(a *track.Told) *state {
	var n state
	n.follow(s)
	m := legality.NoMove
	if a.Kind == track.Complete {
		m = a.Move
	}
	for n.clock.heard < len(n.r.clocks) && n.r.clocks[n.clock.heard].before(a) {
		m = n.hearWith(m)
	}
	if hand := a.Kind < track.Complete; hand && a.At > n.clock.pressed+n.r.cfg.LateMs && !slices.Contains(n.r.scans, laws.Event(a.Event)) {
		n.chargeNow() // the board has told what was done before the press; a full scan may show that later
	}
	n.pass(a.At)
	n.last = n.at
	n.escalate()
	made := a.Kind == track.Complete && m == legality.NoMove
	if !made && n.ended == legality.NoEnding || a.Kind == track.NewGame || a.Kind == track.TakeBack {
		n.take(a)
		if a.Kind == track.Press { // what follows in the same report comes after it
			for n.clock.heard < len(n.r.clocks) && n.r.clocks[n.clock.heard].event <= laws.Event(a.Event) {
				n.hear()
			}
		}
		switch a.Kind {
		case track.Lift, track.Put, track.Swap, track.Return, track.Bring, track.Straighten, track.Carry, track.Resume:
			n.mend()
		}
	}
	return &n
}

// follow makes a state the one that follows another, before anything is done in it.
func (s *state) follow(before *state) {
	*s = *before
	u := &s.turn
	u.acts, u.resting, u.said, u.adjusted = copyOf(&u.acts), slices.Clone(u.resting), slices.Clone(u.said), slices.Clone(u.adjusted)
	s.early, s.ahead, s.strays = slices.Clone(s.early), slices.Clone(s.ahead), slices.Clone(s.strays)
	s.open, s.found, s.due, s.later = nil, nil, 0, 0
	s.begin()
}

// until is the state when time has gone on after the last act, with the ply that the
// table shows.
func (s *state) until(now int64, v track.View) *state {
	n := &s.r.present
	n.follow(s)
	m := v.Shown()
	n.r.shows, n.r.showing = m, laws.Finding{}
	if m != legality.NoMove && n.ended == legality.NoEnding {
		n.r.showing = n.ply(m, nil).finding(laws.NoCode, laws.Info)
	}
	for n.clock.heard < len(n.r.clocks) {
		m = n.hearWith(m)
	}
	n.pass(now)
	n.shown(m)
	n.escalate()
	n.judgeHand()
	n.answer()
	n.contested(v)
	return n
}

// take judges an act.
func (s *state) take(a *track.Told) {
	switch a.Kind {
	case track.Resume, track.NewGame, track.Restart:
		s.aside, s.idle = a.Aside(), false
	}
	if s.aside {
		s.idle = true
		return
	}
	if a.Kind != track.Complete && a.Kind != track.Unfinished && a.Kind != track.Irregular {
		s.judgeHand() // what is part of a ply is judged with it
	}
	switch a.Kind {
	case track.Lift, track.LateLift:
		s.idle = false
		s.table[a.Square] = placement.Empty
		s.unstray(a.Square)
		s.lift(a)
	case track.Put, track.Pass, track.Displace, track.Swap:
		if a.Captured() || a.Kind == track.Swap && a.Piece == s.table[a.Square] {
			return // it leaves the square to the piece that captures it
		}
		s.table[a.Square] = a.Piece
		if a.Kind == track.Displace && a.Stray() && s.knocked(a) {
			s.strayed(a)
			return
		}
		if s.put(a); a.Kind == track.Put && a.Misnamed() {
			s.misread(a)
		}
	case track.ReadAgain:
		s.strays = slices.DeleteFunc(s.strays, func(p stray) bool { return p.misread && p.to == a.Square })
	case track.Return, track.Straighten:
		s.unstray(a.Square)
		if a.Kind == track.Straighten && !a.PutHome() { // it is lifted to be put right
			s.table[a.Square] = placement.Empty
			return
		}
		s.table[a.Square] = a.Piece
		s.alike(a.Square, a.Home)
		s.back(a)
		s.undo()
	case track.Carry:
		if s.table[a.Square] == a.Piece { // it is taken away
			s.table[a.Square] = placement.Empty
			s.unstray(a.Square)
			return
		}
		s.table[a.Square] = a.Piece
		s.carried(a)
	case track.Bring:
		if s.table[a.Square] = a.Piece; a.After != nil {
			s.promotesAs(s.promotesTo(a), a.After)
			return
		}
		s.promote(a)
	case track.Unseen:
		s.table[a.Square], s.table[a.Home] = a.Piece, placement.Empty
		s.turn.unseen, s.turn.held = a.Move, max(0, s.turn.held-1) // if its lift was seen
	case track.Complete, track.Unfinished, track.Irregular:
		s.complete(a)
	case track.Signal:
		switch {
		case a.After == nil:
		case a.Plies == len(s.plies): // the last step of a king there belongs to no ply
			s.exchange(a)
		default: // plies by which the kings came there are none
			s.goTo(a)
		}
		s.strays, s.idle = nil, true
	case track.Leave:
		s.idle = true
	case track.Follow:
		s.idle = true
		s.unstray(a.Square)
	case track.SetRight:
		s.putRight(a)
	case track.TakeBack:
		s.ended = legality.NoEnding // who takes back the ply that has ended the game goes on
		acts, ok := s.unmade(a)
		if s.goTo(a); ok {
			s.turn.acts, s.turn.touched = acts, true
			s.bind()
		}
	default:
		if a.After != nil {
			s.goTo(a)
		}
	}
}

// unmade is what a player had touched and released who puts his last ply back that he has not
// completed, while the opponent has touched nothing: his turn goes on.
func (s *state) unmade(a *track.Told) (acts laws.Acts, ok bool) {
	n := len(s.plies) - 1
	if n < 0 || a.Plies != n || s.plies[n].Completed || s.plies[n].Illegal {
		return acts, false
	}
	if slices.ContainsFunc(s.turn.acts.Touches, func(t laws.Touch) bool { return s.pos.At(t.Square).Is(s.side()) }) {
		return acts, false
	}
	acts = copyOf(&s.plies[n].acts)
	for i := range acts.Touches {
		if t := &acts.Touches[i]; laws.Landing(s.plies[n].Move, t.Square) != placement.NoSquare {
			t.For, t.Back = t.For+s.home(t.Square, a.At)-t.Lifted, true
		}
	}
	for i := range acts.Releases {
		if j := s.turn.acts.Touched(acts.Releases[i].To); j >= 0 && acts.Releases[i].Until == 0 {
			acts.Releases[i].Until, ok = s.turn.acts.Touches[j].Lifted, true
		}
	}
	return acts, ok
}

// home is when a piece of the last ply was put back on a square: before the last one of it, which
// is put back now, if it was castling.
func (s *state) home(sq placement.Square, now int64) int64 {
	if i := slices.IndexFunc(s.strays, func(p stray) bool { return p.to == sq }); i >= 0 {
		return s.strays[i].at
	}
	return now
}

// goTo goes on from another position: plies were taken back, another game begins, plies
// were played while the board was not heard.
func (s *state) goTo(a *track.Told) {
	first, acts := s.first(), s.actsBefore(a)
	runsOn := a.Kind == track.TakeBack && !s.clock.stopped && first < 0 // else somebody sets the clock
	if first >= 0 && a.Plies <= first && a.Kind != track.NewGame {
		replaced := s.plies[first].acts
		s.replaces = &replaced
	}
	if a.Kind == track.NewGame || a.Kind == track.Restart {
		s.parts = append(slices.Clip(s.parts), Part{s.plies, a.Kind == track.NewGame})
		s.moves, s.past, s.plies = nil, []legality.Position{*a.After}, nil
		s.ended, s.replaces = legality.NoEnding, nil
		if a.Kind == track.NewGame {
			s.illegal, s.forgiven = [2]int{}, len(s.r.offences)
		}
	}
	line := a.Line()
	if a.Part == 0 { // of the plies before the log some may have been taken back
		n := len(s.r.cfg.Past) + a.Plies - len(line)
		s.past, s.moves = s.r.cfg.Past[:n:n], s.r.cfg.Moves[:min(n-1, len(s.r.cfg.Moves))]
	}
	s.clock.unknown, s.idle = s.clock.unknown || *a.After != *s.pos && !runsOn, false
	if m := s.promotesTo(a); m != legality.NoMove {
		s.promotesAs(m, a.After)
	} else {
		s.plies = s.played(line)
	}
	s.beginTurn(a.After)
	if acts != nil && len(acts.Touches) > 0 {
		s.turn.acts, s.turn.touched = *acts, true
		s.bind()
	}
	s.turn.undone = a.Kind == track.TakeBack
	if s.object != s.number() {
		s.object = 0 // the breach was taken back
	}
	s.table, s.strays = *a.After.Placement(), nil
}

// actsBefore is what the player having the move had touched and released before the clocks were stopped, and which
// binds him when his turn goes on (6.11 frees nobody). What is not astray has been put back. nil if another turn begins.
func (s *state) actsBefore(a *track.Told) *laws.Acts {
	if a.Kind != track.Resume || !s.clock.stopped {
		return nil
	}
	acts, n := copyOf(&s.turn.acts), len(s.plies)-1
	switch {
	case n >= 0 && a.Plies == n && !s.plies[n].Completed && !s.plies[n].Illegal: // somebody has had his ply be put back
		acts = laws.Acts{Touches: slices.Clone(s.plies[n].acts.Touches)}
	case *a.After != *s.pos:
		return nil
	default:
		acts.Touches = slices.DeleteFunc(acts.Touches, s.keptOff)
	}
	for i := range acts.Touches {
		if t := &acts.Touches[i]; !t.Back && !a.Astray.Has(t.Square) {
			t.For, t.Back = t.For+a.At-t.Lifted, true
		}
	}
	for i := range acts.Releases {
		if r := &acts.Releases[i]; r.Until == 0 && !a.Astray.Has(r.To) {
			r.Until = a.At
		}
	}
	if acts.As != legality.NoKind && acts.PromotedUntil == 0 && !a.Astray.Has(acts.Promoted) {
		acts.PromotedUntil = a.At
	}
	return &acts
}

// played is the plies on the way to where the game stands now: those that have been judged,
// as far as they are the same, and others that nobody has seen.
func (s *state) played(line []track.Link) []*Ply {
	n := 0
	for n < len(line) && n < len(s.plies) && *line[n].After == *s.plies[n].After {
		n++
	}
	plies := slices.Clone(s.plies[:n])
	for _, l := range line[n:] {
		p := &Ply{Number: len(s.past) + len(plies), Side: l.Before.Turn(), Before: l.Before, After: l.After,
			Illegal: l.Move == legality.NoMove, Unseen: true, MadeAt: s.at, DoneAt: -1}
		p.plays(l.Move)
		plies = append(plies, p)
	}
	return plies
}

// pass lets time go on: pieces that have rested have been released.
func (s *state) pass(now int64) {
	s.at = max(s.at, now)
	if u := &s.turn; u.fresh > 0 && s.wait(u.fresh+bounceMs) {
		u.fresh = 0
		s.bind()
	}
	for i := range s.turn.resting {
		if r := &s.turn.resting[i]; !r.released && s.heard(r.at+s.r.cfg.RestMs) {
			s.release(i)
		}
	}
	if !s.clock.stopped {
		s.unfinishedIllegal()
		s.execute()
		s.chargeLate()
		s.standsByTouch()
		s.judgeStrays()
		s.outOfTurn()
		s.await(&s.clock.before)
		s.await(&s.clock.open)
	}
	s.judgeFlags()
}

// begin reports what holds before anything is done.
func (s *state) begin() {
	if s.begun {
		return
	}
	s.begun = true
	s.watchOverruled()
	s.judgeClaims(s.pos, s.occurrences(s.pos), len(s.past)-1, true)
	s.judgeUnchanged()
	s.judgeBothKings(s.pos)
}

// hearWith takes the next record of the clock while the table shows a ply, and returns that ply unless it was made
// before a flag fell.
func (s *state) hearWith(shown legality.Move) legality.Move {
	if c := &s.r.clocks[s.clock.heard]; c.word == sensor.Flag {
		if s.pass(c.at); s.shown(shown) {
			shown = legality.NoMove
		}
	}
	s.hear()
	return shown
}

// hear takes the next record of the clock.
func (s *state) hear() {
	c := &s.clock
	r := &s.r.clocks[c.heard]
	c.heard++
	s.pass(r.at)
	s.last = s.at
	if r.word == sensor.Clock {
		s.flags.shows(r, c.zero)
		c.zero = r.zero
	}
	if s.ended != legality.NoEnding {
		if last := len(s.plies) - 1; r.word == sensor.Press && s.plies[last].Side == r.side && s.plies[last].ByEnd {
			s.change(last).ByEnd = false
		}
		return
	}
	switch {
	case r.word == sensor.Press:
		s.firstReply()
		if (!c.used || c.stopped) && c.levered == [2]int64{} && s.pos.Ply() == 0 && r.side != s.side() {
			s.started()
		}
		c.used, c.levered[r.side] = true, r.at
		s.presser(r.side)
		s.press(r.side, r.at)
	case r.word == sensor.Pause || r.word == sensor.Clock && r.running == sensor.Stopped:
		c.used = true
		if !c.stopped {
			s.chargeNow()
			c.stopped = true
			s.say(laws.Finding{Code: laws.ClockStopped, Side: laws.PartyOf(s.side())})
		}
	case r.word == sensor.Resume:
		c.stopped, c.again = false, true
		n := len(s.plies)
		c.unknown = c.unknown || c.idled == s.number() || n > 0 && s.plies[n-1].Unseen // the arbiter has set it right after a press without a move
		c.open.waits = c.open.waits && !c.open.found
	case r.word == sensor.Flag:
		c.used = true
		s.flags.fall(r.side, r.at)
	default:
		now := placement.Color(r.running - sensor.WhiteRuns)
		if len(s.plies) == 0 && len(s.moves) > 0 && !c.used && now != s.side() {
			c.unpressed = true
		}
		if c.unknown && now == s.side() {
			s.pressedUnheard()
		}
		if c.stopped && now == s.side() {
			s.completesLast(s.last)
			c.idled = 0 // whoever pressed without a move, that has been put right
		}
		c.again = c.again || c.stopped
		c.used, c.stopped, c.unknown, c.runs = true, false, false, now
	}
}
