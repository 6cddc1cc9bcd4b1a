package laws

import (
	"slices"
	"strconv"
	"strings"

	"github.com/boardd/boardd/legality/placement"
)

// Times are what the two sides of a clock show, in milliseconds.
type Times struct {
	White int64
	Black int64
}

// ClockProposal is what an arbiter may set the clock to when a position is restored or time
// is given. The Laws leave it to the arbiter's judgement (7.1; 6.13 of 1997).
type ClockProposal struct {
	At      Times // what the clock showed at the position that is restored
	Gained  Times // increments that the irregular press brought; At does not include them
	Added   Times // what the Laws give
	Set     Times // what to set: At and Added together
	Article string
}

// Of returns the time of one side.
func (t *Times) Of(side placement.Color) *int64 {
	if side == placement.White {
		return &t.White
	}
	return &t.Black
}

// Conditions on which the consequence of a fallen flag depends, where board and clock do
// not settle them.
const (
	IfNotCompleted = "moves_not_completed"  // the player has not completed the prescribed number of moves (6.3.1)
	IfClaimed      = "claimed_with_flag_up" // the opponent claims it while his own flag is up (FIDE 1997, B.7)
	IfLastPeriod   = "last_period"          // no further period follows (III.3.1.2)
)

// FlagFacts holds what clock and record show about a fallen flag.
type FlagFacts struct {
	Completed  int  // moves that the player has completed; for both flags 0
	Prescribed int  // moves prescribed by then; 0: not known, or all
	All        bool // all moves were prescribed

	// For both flags: whose fell first, "w" or "b", and how much earlier.
	First   string
	ApartMs int64
}

// TimeStage is a stage of a time control.
type TimeStage struct {
	Moves     int   // number of moves to be completed in it; 0: all that are left
	Seconds   int64 // thinking time for it
	Increment int64 // seconds added for every move
}

// ParseTimeControl parses the PGN tag TimeControl: "40/5400+30:1800+30". It returns nil for
// one that is unknown or of another kind.
func ParseTimeControl(tag string) []TimeStage {
	var stages []TimeStage
	for field := range strings.SplitSeq(tag, ":") {
		s, ok := parseStage(field)
		if !ok {
			return nil
		}
		stages = append(stages, s)
	}
	return stages
}

func parseStage(field string) (TimeStage, bool) {
	moves, time, counted := strings.Cut(field, "/")
	if !counted {
		moves, time = "0", field
	}
	seconds, increment, added := strings.Cut(time, "+")
	if !added {
		increment = "0"
	}
	m, err1 := strconv.ParseUint(moves, 10, 16)
	s, err2 := strconv.ParseUint(seconds, 10, 24)
	i, err3 := strconv.ParseUint(increment, 10, 16)
	return TimeStage{int(m), int64(s), int64(i)}, err1 == nil && err2 == nil && err3 == nil
}

// StageOf returns the stage in which a player makes his n-th move, from 1. The last stage
// repeats for as long as the game lasts.
func StageOf(stages []TimeStage, n int) TimeStage {
	for _, s := range stages[:len(stages)-1] {
		if s.Moves == 0 || n <= s.Moves {
			return s
		}
		n -= s.Moves
	}
	return stages[len(stages)-1]
}

// Presses is what the clock showed at the presses of a game: what an arbiter needs who sets it
// (7.1). All times are milliseconds since the log began.
type Presses struct {
	face face
	List []Press // in order
}

// face is what the clock shows now, computed from its last report and the time that has
// passed.
type face struct {
	known bool
	times Times
	runs  Party // whose time runs; Both: nobody's
	at    int64
}

// run lets a clock run until a moment.
func (f *face) run(until int64) {
	if f.runs != Both {
		left := f.times.Of(f.runs.Color())
		*left = max(0, *left-(until-f.at))
	}
	f.at = until
}

// Press is a press that counted, and what the clock showed at it.
type Press struct {
	At     int64
	By     placement.Color
	Left   int64 // what the clock showed for that player about then; -1 not known
	Shown  bool  // a report has shown it
	Untold bool  // nothing else has

	known  bool
	before Times // when the lever went down
	read   bool
	after  int64 // for the player who pressed, afterwards: with the increment
}

// maxPresses is how many presses are kept: more than a game has.
const maxPresses = 1024

// Press keeps what the clock showed when a player pressed.
func (p *Presses) Press(by placement.Color, at, left int64) {
	p.face.run(at)
	p.List = append(p.List, Press{At: at, By: by, Left: left, known: p.face.known, before: p.face.times})
	if n := len(p.List) - maxPresses; n > 0 {
		p.List = slices.Delete(p.List, 0, n)
	}
	p.face.runs = PartyOf(by.Other())
}

// LagMs is for how long after a press, in milliseconds, a report of the clock still belongs to it,
// and may be older than it: the maker says that a report may lag by up to a second.
const LagMs = 1500

// Read takes a report of the clock: the times by Color, and whose time runs, Both if nobody's.
// If the time of the player who has just pressed runs in it, the report is older than the press.
// While the clocks stand, a report shows no increment.
func (p *Presses) Read(at int64, times [2]int64, runs Party, stopped bool) {
	last := p.Last()
	if last != nil && at-last.At <= LagMs {
		last.Left = times[last.By]
		if runs == PartyOf(last.By) {
			return
		}
		last.Shown = true
	}
	p.face = face{known: true, times: Times{White: times[placement.White], Black: times[placement.Black]}, runs: runs, at: at}
	if last != nil && !stopped {
		last.read, last.after = true, times[last.By]
	}
}

// Start lets the computed clock run for a player, or stand still for both.
func (p *Presses) Start(at int64, runs Party) {
	p.face.run(at)
	p.face.runs = runs
}

// Last returns the last press; nil if there is none.
func (p *Presses) Last() *Press {
	if len(p.List) == 0 {
		return nil
	}
	return &p.List[len(p.List)-1]
}

// Of returns the press of a player at a moment; nil if there is none.
func (p *Presses) Of(by placement.Color, at int64) *Press {
	for i := len(p.List) - 1; i >= 0; i-- {
		if p.List[i].By == by && p.List[i].At == at {
			return &p.List[i]
		}
	}
	return nil
}

// leastIncrement is the smallest rise, in milliseconds, that proves an increment on a clock
// that shows whole seconds.
const leastIncrement = 2000

// gained returns the increment that a press brought. It is the one of the time control, if
// that is known, unless the clock shows that it added none.
func (p *Press) gained(stages []TimeStage, move int) int64 {
	up := p.after - *p.before.Of(p.By)
	switch {
	case len(stages) > 0:
		increment := 1000 * StageOf(stages, move).Increment
		if p.read && up < increment/2 {
			return 0
		}
		return increment
	case !p.read || up < leastIncrement:
		return 0
	}
	return (up + 500) / 1000 * 1000
}

// Propose returns what to set after an irregular press, by which the player made so many moves,
// with the time that the Laws add; nil if no times are known.
func (r *Rules) Propose(press *Press, timeControl string, move int, added Times) *ClockProposal {
	if press == nil || !press.known || !r.Settles(TopicSetClocks) {
		return nil
	}
	c := &ClockProposal{At: press.before, Added: added, Article: r.Article(TopicSetClocks)}
	gained := press.gained(ParseTimeControl(timeControl), move)
	*c.Gained.Of(press.By) = gained
	if press.read {
		*c.At.Of(press.By) = max(0, press.after-gained)
	}
	c.Set = Times{White: c.At.White + c.Added.White, Black: c.At.Black + c.Added.Black}
	return c
}
