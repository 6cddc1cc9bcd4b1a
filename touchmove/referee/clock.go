package referee

import (
	"github.com/boardd/boardd/legality"
	"github.com/boardd/boardd/legality/placement"
	"github.com/boardd/boardd/sensor"
	"github.com/boardd/boardd/touchmove/laws"
)

// clockRecord is a record of the clock.
type clockRecord struct {
	event   laws.Event
	at      int64
	word    sensor.Word
	side    placement.Color
	running sensor.Running
	zero    [2]bool // it shows no time for this player; by Color
}

// clock is the chess clock, and what is open of it.
type clock struct {
	zero    [2]bool    // no time was shown last
	read    laws.Party // whose time ran when the clock reported last; Both: nobody's
	heard   int        // how many records of it have been taken
	used    bool
	stopped bool
	runs    placement.Color // whose time runs, or will
	unknown bool            // plies were taken back, and nothing has shown since whose time runs
	by      placement.Color // who has pressed last
	pressed int64           // and when
	open    press           // a press that no ply explains yet
}

// press is a press of the clock.
type press struct {
	waits bool
	found bool // what follows from it has been found
	side  placement.Color
	at    int64
}

// graceMs is how long after a press a board may tell its ply, beyond what it is late.
const graceMs = 350

// timesMs is for how long after a press the clock may still report whose time ran before
// it: the maker says that a report may lag by up to a second.
const timesMs = 1500

// hear takes the next record of the clock.
func (s *state) hear() {
	c := &s.clock
	r := &s.r.clocks[c.heard]
	c.heard++
	s.pass(r.at)
	if r.word == sensor.Clock {
		s.flags.shows(r, c.zero)
		c.zero = r.zero
	}
	if s.result != "*" {
		return
	}
	switch {
	case r.word == sensor.Press:
		s.firstReply()
		c.used = true
		s.presser(r.side)
		s.press(r.side, r.at)
	case r.word == sensor.Pause || r.word == sensor.Clock && r.running == sensor.Stopped:
		c.used = true
		if !c.stopped {
			c.stopped = true
			s.say(laws.Finding{Code: laws.ClockStopped, Side: laws.PartyOf(s.side())})
		}
	case r.word == sensor.Resume:
		c.stopped = false
	case r.word == sensor.Flag:
		c.used = true
		s.flags.fall(r.side, r.at)
	case c.pressed > 0 && r.at-c.pressed <= timesMs && r.running.Is(c.by):
		c.used = true // the clock reported it before the press
	default:
		now, lost := placement.Color(r.running-sensor.WhiteRuns), c.read == laws.PartyOf(c.runs) && !c.stopped && !c.unknown
		c.read = laws.PartyOf(now)
		if lost && now != c.runs {
			s.press(c.runs, r.at) // its record was lost
			return
		}
		c.used, c.stopped, c.unknown, c.runs = true, false, false, now
	}
}

// firstReply reports that a ply was answered before the first press of all, which shows
// only now that there is a clock.
func (s *state) firstReply() {
	if n := len(s.plies); n > 1 && !s.clock.used && !s.plies[n-2].Completed && s.rules().Settles(laws.TopicEarlyReply) {
		f := s.about(&s.plies[n-1])
		f.Code = laws.ReplyBeforePress
		s.say(f)
	}
}

// press completes the last ply of the player who presses, if his clock runs (6.2.1).
func (s *state) press(side placement.Color, at int64) {
	c := &s.clock
	if c.stopped || s.idle {
		c.runs = side.Other()
		return
	}
	if c.runs != side && !c.unknown {
		if s.rules().Settles(laws.TopicLever) {
			s.say(laws.Finding{Code: laws.PressWithoutEffect, Side: laws.PartyOf(side)})
		}
		return
	}
	c.runs, c.unknown, c.by, c.pressed = side.Other(), false, side, at
	for i := len(s.plies) - 1; i >= 0 && i >= len(s.plies)-2; i-- {
		if p := &s.plies[i]; p.Side == side {
			if moving := s.side() == side && (s.turn.held > 0 || len(s.turn.resting) > 0); !p.Completed && !moving {
				s.completes(i)
				return
			}
			break
		}
	}
	c.open = press{waits: true, side: side, at: at}
}

// completes completes a ply by a press.
func (s *state) completes(i int) {
	p := s.change(i)
	p.Completed, p.DoneAt = p.Illegal || s.rules().Completes(), s.at
	if p.Illegal {
		if p.charge == nil || s.rules().Completes() {
			s.charge(i, s.levelOf(p))
		}
		return
	}
	if !s.rules().Completes() {
		return
	}
	f := s.about(p)
	f.Code = laws.MoveCompleted
	s.say(f)
	if i == len(s.plies)-1 {
		if claim := s.claimable(p.After, s.occurrences(p.After)) & s.onCompletion() &^ s.claim; claim != 0 && !s.turn.touched {
			s.claims(claim, p.After, p.Number)
		}
	}
}

// levelOf is how sure it is that an irregular ply counts: the arbiter decides where several
// pieces stand elsewhere, or the rule set does not settle it.
func (s *state) levelOf(p *Ply) laws.Level {
	switch {
	case p.answered,
		p.act == legality.ActSeveral,
		p.act == legality.ActKingCaptured && !s.rules().Settles(laws.TopicKingTaken),
		p.act == legality.ActPromotionMissing && s.rules().Has(laws.TopicPawnLeft, laws.NotAllowed):
		return laws.Arbiter
	}
	return laws.Certain
}

// awaits reports that the clock was pressed and no ply explains it: as an illegal move in
// rule sets that count it as one (7.5.3), else for the arbiter.
func (s *state) awaits() {
	o := &s.clock.open
	if !o.waits || o.found || len(s.early) > 0 || !s.wait(o.at+s.r.cfg.LateMs+graceMs) {
		return // or the opponent is answering what no report has shown
	}
	if o.found = true; len(s.turn.resting) > 0 {
		return // it belongs to the ply that is being made
	}
	o.waits = s.turn.held > 0 // then it completes the ply, if that is reported yet
	if s.pressesBack(o.side) {
		s.say(laws.Finding{Code: laws.Displaced, Side: laws.PartyOf(o.side.Other()), Squares: s.displaced()})
		return
	}
	f := laws.Finding{Code: laws.ClockNoMove, Level: laws.Certain, Side: laws.PartyOf(o.side), Ply: s.number()}
	switch {
	case s.turn.held > 0:
		f.Code, f.Level = laws.MoveIncomplete, laws.Arbiter // the piece may stand badly centred, or lie, and show late
	case s.table != *s.pos.Placement() || s.first >= 0:
		f.Level = laws.Arbiter // what else happened on the board may explain it
	}
	if topic := f.Code.Topics()[0]; !s.rules().Has(topic, laws.AsIllegal) {
		f.Level = laws.Arbiter
	}
	if f.Level == laws.Certain {
		s.offend(offence{side: o.side, at: o.at})
		f.Remedy = s.remedy(s.pos, o.side)
		f.Remedy.Restore = s.pos.FEN()
	}
	s.say(f)
	if f.Remedy != nil {
		s.judgeSecond(f)
	}
}
