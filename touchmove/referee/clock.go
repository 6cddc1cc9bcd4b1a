package referee

import (
	"slices"

	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove/laws"
	"github.com/boardd/boardd/touchmove/track"
)

// clockRecord is a record of the clock.
type clockRecord struct {
	event   laws.Event
	at      int64
	word    sensor.Word
	side    placement.Color
	running sensor.Running
	zero    [2]bool // it shows no time for this player; by Color
	cut     bool    // the port was lost since the record before it
}

// before reports whether a record comes before an act. What time alone brings comes after the
// record that was the last one then.
func (c *clockRecord) before(a *track.Told) bool {
	return c.event < laws.Event(a.Event) || c.event == laws.Event(a.Event) && c.at < a.At
}

// clock is the chess clock, and what is open of it.
type clock struct {
	zero      [2]bool // no time was shown last
	heard     int     // how many records of it have been taken
	used      bool
	stopped   bool
	runs      placement.Color // whose time runs, or will
	unknown   bool            // plies were taken back, and nothing has shown since whose time runs
	pressed   int64           // when the player whose clock ran has pressed last
	levered   [2]int64        // when each player has pressed last, whosever clock ran; by Color
	open      press           // a press that no ply explains yet
	before    press           // one of the other player, that came before it
	unpressed bool            // the last move before the log was not completed, as the clock shows
	again     bool            // it was started again since the last press
	idled     int             // the ply in place of which a press without a move was found last
}

// press is a press of the clock.
type press struct {
	waits bool
	found bool // what follows from it has been found
	side  placement.Color
	at    int64
	after int64 // when the other player had pressed before; 0: he had not
	cut   bool  // it was made, or shown, after a while in which nobody has heard the clock
}

// reboundMs is how soon after a press the lever may come up again by itself. A player who sees the other one press needs
// longer to press back. Chosen.
const reboundMs = 400

// rebounds reports whether a press follows one of the other player so soon that the lever may have come up by itself.
func rebounds(press, next int64) bool { return press > 0 && next > press && next < press+reboundMs }

// graceMs is how long after a press a board may tell its ply, beyond what it is late.
const graceMs = 350

// pressedUnheard completes the plies that were made while the board was not heard: the clock runs
// for the player having the move, so they were pressed.
func (s *state) pressedUnheard() {
	i := len(s.plies)
	for i > 0 && s.plies[i-1].Unseen && !s.plies[i-1].Completed && !s.plies[i-1].Illegal {
		i--
	}
	for ; i < len(s.plies); i++ {
		s.completes(i, s.last)
	}
}

// completesLast completes the last ply when the clock, which stood, is started for the player having the move (6.2.1).
func (s *state) completesLast(at int64) {
	if n := len(s.plies); n > 0 && !s.idle && !s.plies[n-1].Completed && !s.plies[n-1].Illegal {
		s.completes(n-1, at)
	}
}

// firstReply reports that a ply was answered before the first press of all, which shows
// only now that there is a clock.
func (s *state) firstReply() {
	n := len(s.plies)
	if s.clock.used || !s.rules().Settles(laws.TopicEarlyReply) {
		return
	}
	var reply *Ply
	if m := s.reply(); n > 0 && m != legality.NoMove && !s.plies[n-1].Completed {
		reply = s.ply(m, nil)
	} else if n > 1 && !s.plies[n-2].Completed {
		reply = s.plies[n-1]
	}
	if reply != nil {
		s.sayOf(reply, laws.ReplyBeforePress, laws.Info)
	}
}

// started has what was touched and put back before the clock was started bind nobody (6.6): the pieces were adjusted.
// With fewer pieces than a game begins with, play was on.
func (s *state) started() {
	if s.pos.Placement().Occupied().Len() < 32 {
		return
	}
	s.turn.acts.Touches = slices.DeleteFunc(s.turn.acts.Touches, func(t laws.Touch) bool { return t.Back })
}

// press completes the last ply of the player who presses, if his clock runs (6.2.1).
func (s *state) press(side placement.Color, at int64) {
	c := &s.clock
	if c.stopped || s.idle {
		if moved := s.turn.held > 0 || len(s.turn.resting) > 0; s.idle || moved || side != s.side() { // else he has pressed nothing
			c.runs = side.Other()
		}
		if side != s.side() {
			s.completesLast(at)
		}
		return
	}
	if c.runs != side && !c.unknown {
		if s.rules().Settles(laws.TopicLever) {
			s.say(laws.Finding{Code: laws.PressWithoutEffect, Side: laws.PartyOf(side)})
		}
		return
	}
	again := c.unknown || c.again
	c.again, c.runs, c.unknown, c.pressed = false, side.Other(), false, at
	n := len(s.plies)
	if c.unpressed && side != s.side() && n == 0 {
		c.unpressed = false
		return
	}
	if n == 0 && len(s.moves) == 0 && side != s.side() {
		return // he starts the clock of the player who begins
	}
	if again && s.side() != side && (n == 0 || s.plies[n-1].Completed && s.plies[n-1].Side == side) {
		return // the clock was started for him again
	}
	for i := n - 1; i >= 0 && i >= n-2; i-- {
		if p := s.plies[i]; p.Side == side {
			if moving := s.side() == side && (s.turn.held > 0 || len(s.turn.resting) > 0); !p.Completed && !moving {
				s.completes(i, at)
				return
			}
			break
		}
	}
	if c.open.waits && c.open.side != side {
		c.before = c.open
	}
	c.open = press{waits: true, side: side, at: at, after: c.levered[side.Other()], cut: s.r.clocks[c.heard-1].cut}
}

// completes lets a press at some moment complete the i-th ply, where the rules have it so. One that is irregular is
// completed under all rules, and is charged when the board may have told all that was done before
// the press. For a legal one this is said, with what its player may claim by completing it.
func (s *state) completes(i int, at int64) {
	p := s.change(i)
	p.Completed, p.DoneAt = p.Illegal || s.rules().Completes(), at
	if i == len(s.plies)-1 {
		s.pressedFor()
	}
	if p.Illegal {
		if p.charge == nil || s.rules().Completes() {
			if p.chargeAt = s.clock.pressed + s.r.cfg.LateMs; p.scanned || laws.Unfinished(p.act) {
				p.chargeAt += graceMs
			}
		}
		return
	}
	if !s.rules().Completes() {
		return
	}
	s.sayOf(p, laws.MoveCompleted, laws.Info)
	if i == len(s.plies)-1 {
		s.judgePersistence(p.Before, p.After)
		if claim := s.claimable(p.After, s.occurrences(p.After)) & s.onCompletion() &^ s.claim; claim != 0 && !s.turn.touched {
			s.claims(claim, p.After, p.Number)
		}
	}
}

// pressedFor works out what the player having the move has touched, now that the opponent has
// pressed: what was put back before that next to the opponent's piece may have been knocked over
// by it (7.4.1), and what is still in the hand is touched now if only the press gave the move.
func (s *state) pressedFor() {
	u, last, notYet := &s.turn, s.plies[len(s.plies)-1], s.rules().Has(laws.TopicHasMove, laws.AfterCompleted)
	u.acts.Touches = slices.DeleteFunc(u.acts.Touches, func(t laws.Touch) bool { return t.Back && (notYet || last.near(t.Square)) })
	for rest := u.waiting; rest != 0; {
		s.touch(rest.Pop(), s.at)
	}
	u.waiting = 0
}

// mayPress reports whether there is a clock, as far as is known: if no press has come for two plies, there is none.
func (s *state) mayPress() bool { return s.clock.used || s.r.cfg.MayClock && len(s.plies) <= 1 }

// await reports that the clock was pressed and no ply explains it: as an illegal move in
// rule sets that count it as one (7.5.3), else for the arbiter.
func (s *state) await(o *press) {
	told := o.at + s.r.cfg.LateMs + graceMs
	if s.captures() {
		told += MadeRestMs
	}
	if !o.waits || o.found || s.replying() || !s.heard(told) {
		return // or the opponent is answering what no report has shown
	}
	if o.found = true; len(s.turn.resting) > 0 && s.turn.held == 0 {
		return // it belongs to the ply that is being made
	}
	held := s.turn.held > 0 && o.side == s.side()
	o.waits = held // then it completes the ply, if that is reported yet
	if s.pressesBack(o.side) {
		s.say(laws.Finding{Code: laws.Displaced, Side: laws.PartyOf(o.side.Other()), Squares: s.displaced()})
		return
	}
	if s.promotes() {
		return // the piece that the pawn becomes may have taken the place of another
	}
	f := laws.Finding{Code: laws.ClockNoMove, Level: laws.Certain, Side: laws.PartyOf(o.side), Ply: s.number()}
	switch {
	case held:
		f.Code, f.Level = laws.MoveIncomplete, laws.Arbiter // the piece may stand badly centred, or lie, and show late
	case s.table != *s.pos.Placement(), s.turn.strayed, s.toBeCorrected(), s.clock.idled == s.number():
		f.Level = laws.Arbiter // what else happened may explain it
	case o.cut:
		f.Level = laws.Arbiter // what nobody has heard may explain it
	case s.turn.undone:
		f.Level = laws.Arbiter // after a takeback the players press until the right clock runs
	case rebounds(o.after, o.at), rebounds(o.at, s.clock.levered[o.side.Other()]):
		f.Level = laws.Arbiter // the lever may have come up by itself
	}
	if topic := f.Code.Topics()[0]; !s.rules().Has(topic, laws.AsIllegal) {
		f.Level = laws.Arbiter
	}
	s.sayPress(f, o)
}

// captures reports whether a piece is in the hand that can have captured one, on a board that names
// none: between two looks, or one that was touched, and whose square has been taken since.
func (s *state) captures() bool {
	return s.r.cfg.Occupancy && s.turn.held > 0 && slices.ContainsFunc(s.turn.acts.Touches, func(t laws.Touch) bool {
		if t.Back && s.pos.At(t.Square).Is(s.side().Other()) {
			return true
		}
		return s.table[t.Square] == placement.Empty && slices.ContainsFunc(s.pos.AppendMovesFrom(nil, t.Square), func(m legality.Move) bool {
			return s.pos.Captured(m) == m.To() && s.table[m.To()] != placement.Empty
		})
	})
}

// sayPress reports a press without a move, and what the Laws prescribe after it. It counts as
// an offence only if it is certain; else the remedy is what follows if the arbiter finds it so.
func (s *state) sayPress(f laws.Finding, o *press) {
	certain := f.Level == laws.Certain
	if certain {
		s.offend(offence{side: o.side, at: o.at})
	}
	if certain || !s.toBeCorrected() && s.clock.idled != s.number() && s.rules().Has(f.Code.Topics()[0], laws.AsIllegal) {
		count := s.offences()[o.side]
		if !certain {
			count++
		}
		f.Remedy = s.remedy(s.pos, o.side, count)
		f.Remedy.Restore = s.pos.FEN()
		acts := s.turn.acts.Until(o.at)
		acts.Touches = slices.DeleteFunc(slices.Clone(acts.Touches), func(t laws.Touch) bool { return !s.matters(t) })
		if duty := s.rules().Duty(s.pos, &acts, s.replaces); !duty.Free && o.side == s.side() {
			f.Remedy.Bound = laws.SortedUCI(s.pos, duty.Allowed)
		}
		f.MarkCastling(s.pos)
	}
	s.clock.idled = s.number()
	s.say(f)
	if certain {
		s.judgeSecond(f)
	}
}
